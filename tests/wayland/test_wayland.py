#!/usr/bin/python3
"""Under Wayland: the mouse, the keys, the clipboard, drag and drop, the window, and screens of any scale."""

import json
import statistics
import subprocess
from pathlib import Path

import sway
import wayland
from case import BLACK_MATES, RED_MATES, START, board_of, info, main, write_game
from driver import picture_file
from waiting import until
from words import menu, on_file, say

FEN = "3k5/9/9/9/9/4R4/9/9/9/4K4 b - - 3 7"
GAME = "h2e2 h9g7 h0g2"


class Games(wayland.Case):
    def is_kept(self, moves, result):
        (kept,) = until("the game in the history", self.home.history)
        game = info(kept)
        self.assertEqual((game["moves"], game["result"], game["reason"]), (moves.split(), result, "checkmate"))
        self.assertEqual(game["warnings"], [])

    def test_by_mouse_to_checkmate(self):
        app = self.start()
        app.play(RED_MATES)
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.is_kept(RED_MATES, "1-0")

    def test_by_dragging_to_checkmate(self):
        app = self.start()
        app.play(BLACK_MATES, app.drag)
        self.status(say("outcome", "Checkmate", winner="Black"))
        self.is_kept(BLACK_MATES, "0-1")

    def test_by_typing_to_checkmate(self):
        app = self.start()

        def typed(move):
            app.type(move)
            until("what is typed", lambda: self.entry().text() == move)
            app.key("Return")
            until("no entry", lambda: self.entry() is None)

        app.play(RED_MATES, typed)
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.is_kept(RED_MATES, "1-0")

    def entry(self):
        found = self.app.named("text box", say("type_move"))
        return next((node for node in found if node.area().width > 1), None)

    def test_by_arrows_to_checkmate(self):
        app = self.start()
        app.click("e1")
        here = ["e", 1]

        def walked(move):
            for square in (move[:2], move[2:]):
                across, up = ord(square[0]) - ord(here[0]), int(square[1]) - here[1]
                app.key(*["Right" if across > 0 else "Left"] * abs(across), *["Up" if up > 0 else "Down"] * abs(up))
                self.eventually(app.focused, [f"{square} {app.piece(square)}"], "focus")
                app.key("Return")
                here[:] = square[0], int(square[1])

        app.play(BLACK_MATES, walked)
        self.status(say("outcome", "Checkmate", winner="Black"))
        self.is_kept(BLACK_MATES, "0-1")


class Dragging(wayland.Case):
    def test_a_piece_follows_the_pointer(self):
        app = self.start()
        over = app.still("e5", 0.8)
        app.lift("h2", "e5")
        until("a piece over e5", lambda: app.pixels("e5", 0.8) != over)
        app.screenshot("wayland-dragged")
        sway.way(app.at("e5"), app.at("e2"))
        app.drop()
        self.eventually(lambda: app.piece("e2"), "red cannon")
        app.quit()
        self.assertEqual([one["move"] for one in self.home.kept()["moves"]], ["h2e2"])

    def test_an_illegal_drag_is_refused(self):
        app = self.start()
        app.drag("h0f1")
        self.status(say("refused", "HobbledLeg", piece=on_file("Red", "Elephant", 3)))
        self.assertEqual(app.position(), board_of(START))
        # It is still in the hand for another try.
        app.click("g2")
        self.eventually(lambda: app.piece("g2"), "red horse")

    def test_a_drag_off_the_board_gives_up(self):
        app = self.start()
        app.lift("h2", "h4", (app.at("h4")[0], 2))
        app.drop()
        app.settle()
        self.turn("Red")
        self.assertEqual(app.position(), board_of(START))
        app.click("e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")

    def test_a_file_is_dropped_on_the_board(self):
        app = self.start()
        app.move(200, 40)
        game = write_game(self.home.games / "dropped game.xiangqi", moves=GAME)
        said = self.home.games / "said"
        offer = self.run_beside(said, "/usr/bin/python3", Path(__file__).with_name("offer.py"), game)
        window = until("the window with the file", lambda: list(sway.windows(offer.pid)))[0]
        sway.tell(f"[con_id={window}] move position 20 40")
        app.settle()
        place = sway.windows(offer.pid)[window]["rect"]
        middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        sway.seat().do("move {} {}".format(*middle), "down")
        goal = app.at("e4")
        # The pointer keeps moving until the other side has heard of it.
        back_and_forth = lambda x, y: sway.way((x, y), (x + 30, y), (x, y))
        until("a drag", lambda: "begun" in said.read_text() or back_and_forth(*middle))
        sway.way(middle, goal)
        until("a place to drop it", lambda: "accepted" in said.read_text() or back_and_forth(*goal))
        app.drop()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        self.eventually(lambda: app.piece("g2"), "red horse")
        app.tell("focus")
        app.alone()
        app.quit()
        self.assertEqual([one["move"] for one in self.home.kept()["moves"]], GAME.split())


class Clipboard(wayland.Case):
    def paste(self):
        return subprocess.run(["wl-paste", "--no-newline"], capture_output=True, text=True, timeout=20).stdout

    def copy(self, text):
        """Puts a text on the clipboard, as another program that stays."""
        offer = subprocess.Popen(["wl-copy", "--foreground"], stdin=subprocess.PIPE)
        self.addCleanup(offer.wait, 20)
        self.addCleanup(offer.terminate)
        offer.stdin.write(text.encode())
        offer.stdin.close()
        self.eventually(self.paste, text, "the clipboard")

    def test_a_game_is_copied_for_another_program(self):
        app = self.start()
        app.play(GAME)
        app.key("ctrl+c")
        self.status(say("copied_game"))
        copied = self.home.games / "copied.pgn"
        copied.write_text(self.paste(), encoding="utf-8")
        self.assertEqual(info(copied)["moves"], GAME.split())

    def test_a_position_is_pasted_from_another_program(self):
        app = self.start()
        app.play("h2e2")
        self.copy(FEN)
        app.key("ctrl+v")
        dialog = app.dialog("Save Game?")
        app.screenshot("wayland-question")
        dialog.answer("Discard")
        app.alone()
        self.eventually(app.position, board_of(FEN), "position")
        app.quit()
        self.assertEqual(self.home.kept()["start"].split()[0], FEN.split()[0])


class Window(wayland.Case):
    def settings(self):
        (kept,) = (self.home.config / "chuhe").glob("*.json")
        return json.loads(kept.read_text())["window"]

    def test_the_size_comes_back(self):
        app = self.start()
        app.resize(860, 700)
        app.play("h2e2")
        before = app.place()[2:]
        app.quit()
        self.assertEqual((self.settings()["width"], self.settings()["height"]), before)
        app = self.start()
        self.eventually(app.size, before, "size")
        self.assertEqual(app.piece("e2"), "red cannon")

    def test_full_screen_and_back(self):
        app = self.start()
        before = app.size()
        app.key("F11")
        self.eventually(app.size, (sway.WIDTH, sway.HEIGHT), "size")
        app.settle()
        app.play("h2e2")
        app.key("F11")
        self.eventually(app.size, before, "size")
        app.settle()
        app.play("h9g7")
        app.quit()
        app = self.start()
        self.eventually(app.size, before, "size")
        self.assertEqual(app.piece("g7"), "black horse")

    def test_the_menu_is_by_its_button(self):
        app = self.start()
        app.click(app.button("Main Menu"))
        about = until("a menu", lambda: app.named("menu item", menu("win.about")))[0]
        until("the menu laid out", lambda: about.area().width > 0)
        sway.save(picture_file("wayland-menu"))
        app.key("Escape")
        until("no menu", lambda: not app.named("menu item", menu("win.about")))
        app.play("h2e2")


def is_sharp(lights):
    """Whether a dark line ends from one pixel to the next: what is beside it is as light as what is beside that."""
    dark, light = min(lights), statistics.median(lights)
    first = last = lights.index(dark)
    while lights[first - 1] < dark + 0.12 * (light - dark):
        first -= 1
    while lights[last + 1] < dark + 0.12 * (light - dark):
        last += 1
    steps = lights[first - 2] - lights[first - 1], lights[last + 2] - lights[last + 1]
    return light - dark > 50 and max(steps) < 0.18 * (light - dark)


class Scales(wayland.Case):
    """The board is drawn for the pixels that the screen has, also where a unit has a fraction more than one."""

    may_try_again = False

    def soft(self, picture, scale):
        """The lines of the grid that are not sharp, each with how bright the pixels are from one side to the other."""
        middles = self.app.all_at().items()
        places = {square: (round(x * scale), round(y * scale)) for square, (x, y) in middles}
        half, reach = (places["e1"][1] - places["e2"][1]) // 2, round(10 * scale)
        steps = range(-reach, reach + 1)
        # Halfway between the lines that cross it, and away from pieces.
        lights = {}
        for file in "bcgh":
            x, y = places[f"{file}1"]
            lights[f"file {file}"] = [picture.light(x + step, y - half) for step in steps]
        for rank in "12478":
            x, y = places[f"c{rank}"]
            lights[f"rank {rank}"] = [picture.light(x + half, y + step) for step in steps]
        return {name: [round(one) for one in seen] for name, seen in lights.items() if not is_sharp(seen)}

    def crisp(self, scale):
        """Waits until the board is, and takes a picture of it."""
        sway.put_aside()
        self.app.settle()
        self.eventually(lambda: self.soft(sway.Picture(), scale), {}, f"soft lines at {scale}")

    def looks(self, scale):
        sway.set_scale(scale)
        app = self.start()
        self.photograph(scale)
        self.fill_screen()
        self.photograph(f"{scale}-full")
        self.crisp(scale)
        app.play("h2e2", app.drag)
        app.key("F11")
        app.quit()
        # Once more, with what the first one has noted of the screen.
        self.start()
        self.fill_screen()
        self.eventually(lambda: self.app.piece("e2"), "red cannon")
        self.crisp(scale)

    def fill_screen(self):
        """Has the window where it is on whole pixels: one that floats may have its shadow begin between two of them,
        and then the compositor fits the whole window in."""
        self.app.key("F11")
        self.eventually(self.app.size, (sway.WIDTH, sway.HEIGHT), "size")

    def photograph(self, name):
        self.app.settle()
        self.app.photograph(f"wayland-{name}")

    def test_one(self):
        self.looks(1)

    def test_one_and_a_quarter(self):
        self.looks(1.25)

    def test_one_and_a_half(self):
        self.looks(1.5)

    def test_two(self):
        self.looks(2)

    def test_a_scale_that_changes(self):
        self.start()
        self.fill_screen()
        for scale, move in ((1.5, "h2e2"), (2, "h9g7"), (1, "h0g2"), (1.25, "i9h9")):
            sway.set_scale(scale)
            self.crisp(scale)
            self.app.play(move)


if __name__ == "__main__":
    main()
