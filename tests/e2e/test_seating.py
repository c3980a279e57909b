#!/usr/bin/python3
"""Where the players sit: which way the board lies, what is turned, and that every point stays where it is seen."""

import time

from gi.repository import GLib

import case
import driver
import x11
from case import FILES, RANKS
from waiting import steady, until
from words import pattern, say, seat_button, ui
from x11 import click, escape, xdo

SIDE_BY_SIDE, ACROSS = "side by side", "across the table"
# Longer than the pause before a turn and the turn together.
LONG = 0.9


class Seats(case.Case):
    def prefer(self, seating, **others):
        """Has a seating proposed as the last one, and so used for the first game."""
        self.home.prefer(seating=seating, **others)

    def begin(self, seating, *files, **options):
        self.prefer(seating)
        return self.start(*files, **options)

    def choose(self, seating):
        self.app.activate("seating", GLib.Variant("s", seating))

    def bottom(self):
        """Whose home rank is at the bottom."""
        home, far = (self.app.points[square].area() for square in ("e0", "e9"))
        return "red" if home.y > far.y else "black"

    def turns_to(self, side):
        self.eventually(self.bottom, side, "bottom")
        # What is seen follows; presses wait for it.
        self.app.still("e4", 1.0)
        self.app.settle()

    def stays(self, side, seconds=LONG):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.assertEqual(self.bottom(), side)
            time.sleep(0.05)

    def seating(self):
        return self.home.kept().get("tags", {}).get("seating")


class EveryPoint(Seats):
    """Each of the ninety points is clicked, near its middle and near the edges of its cell."""

    def hits(self, bottom):
        app = self.app
        self.eventually(self.bottom, bottom, "bottom")
        app.settle()
        places = {square: app.at(square) for square in app.points}
        self.lies(bottom, places)
        near = int(app.points["a0"].area().width * 0.42)
        ways = [(0, 0), (near, near), (-near, near), (near, -near), (-near, -near)]
        for index, (square, (x, y)) in enumerate(places.items()):
            right, down = ways[index % 5]
            click((x + right, y + down))
            escape()
            until(lambda: f"{square} is hit", lambda: "focused" in app.points[square].states())
        self.assertEqual([name.split()[0] for name in app.focused()], [square])

    def lies(self, bottom, places):
        """The points lie as this side sees them, turned and not mirrored, and the pieces are seen there."""
        order = 1 if bottom == "red" else -1
        columns = [places[file + "4"][0] for file in FILES][::order]
        rows = [places["e" + rank][1] for rank in RANKS][::order]
        self.assertEqual(columns, sorted(set(columns)))
        self.assertEqual(rows, sorted(set(rows), reverse=True))
        for square, piece in self.app.position().items():
            x, y = places[square]
            near = x11.colors(x11.pixels(x - 9, y - 9, 18, 18))
            red = sum(red > 140 and green < 70 and blue < 70 for red, green, blue in near)
            self.assertEqual(red > 20, piece.startswith("red"), f"{square} {piece}")

    def test_fixed(self):
        app = self.begin("fixed")
        self.hits("red")
        app.key("F2")
        self.hits("black")

    def test_side_by_side(self):
        app = self.begin(SIDE_BY_SIDE)
        self.hits("red")
        app.play("h2e2")
        self.turns_to("black")
        self.hits("black")

    @case.smoke
    def test_across_the_table(self):
        app = self.begin(ACROSS)
        self.hits("red")
        app.key("F2")
        self.hits("black")

    def test_in_a_narrow_window(self):
        app = self.begin(ACROSS)
        app.resize(360, 640)
        self.hits("red")


class SideBySide(Seats):
    def test_it_turns_after_a_pause_to_the_player_to_move(self):
        app = self.begin(SIDE_BY_SIDE)
        self.assertEqual(self.bottom(), "red")
        app.click("h2")
        start = time.monotonic()
        app.click("e2")
        until("the board turned", lambda: self.bottom() == "black")
        self.assertGreater(time.monotonic() - start, 0.25)
        self.turns_to("black")
        app.play("h9g7")
        self.turns_to("red")
        app.play("h0g2")
        self.turns_to("black")
        self.assertEqual(app.piece("g2"), "red horse")

    def test_the_cards_go_with_it(self):
        app = self.begin(SIDE_BY_SIDE)
        low = lambda side: app.find("image", side.capitalize())[0].area().y
        self.assertGreater(low("red"), low("black"))
        app.play("h2e2")
        self.turns_to("black")
        self.eventually(lambda: low("black") > low("red"), True)

    def test_never_while_a_piece_is_chosen(self):
        app = self.begin(SIDE_BY_SIDE)
        app.click("h2")
        goal, other = app.at("e2"), app.at("h9")
        # The opponent has the next piece in the hand before the pause is over.
        xdo("mousemove", *goal, "click", 1, "mousemove", *other, "click", 1)
        until("a chosen piece", lambda: "focused" in app.points["h9"].states())
        self.stays("red")
        app.key("Escape")
        self.turns_to("black")

    def test_never_while_a_piece_is_dragged(self):
        app = self.begin(SIDE_BY_SIDE)
        app.click("h2")
        goal, (x, y) = app.at("e2"), app.at("h9")
        way = [step for by in (10, 30, 60) for step in ("mousemove", x + by, y + by)]
        xdo("mousemove", *goal, "click", 1, "mousemove", x, y, "mousedown", 1, *way)
        self.stays("red")
        xdo("mousemove", *app.at("g7"))
        app.drop()
        self.eventually(lambda: app.piece("g7"), "black horse")
        # It is Red’s turn again, and Red’s board.
        self.stays("red")

    def test_without_animations_it_turns_at_once(self):
        self.home.stand_still()
        app = self.begin(SIDE_BY_SIDE)
        waits = []
        for move, side in (("h2e2", "black"), ("h9g7", "red"), ("h0g2", "black")):
            app.play(move)
            start = time.monotonic()
            until("the board turned", lambda: self.bottom() == side)
            waits.append(time.monotonic() - start)
            app.settle()
        # A busy machine may be late, but not each time; with a pause it would be longer each time.
        self.assertLess(min(waits), 0.2)


class Across(Seats):
    def middle(self, node):
        """Where the middle of a widget in the far card is: GTK 4.8 tells where its first corner is, and then how far
        it reaches to the right and down, which in a turned card is to the left and up."""
        x, y = self.app.center(node)
        if driver.gtk_minor() >= 10:
            return x, y
        *_, width, height = node.area()
        return x - width, y - height

    def test_each_card_lies_at_its_player_s_side(self):
        app = self.begin(ACROSS)
        app.settle()
        emblem = lambda side: app.find("image", side)[0]
        (black_x, black_y), (red_x, red_y) = self.middle(emblem("Black")), app.center(emblem("Red"))
        self.assertLess(black_y, app.at("e9")[1])
        self.assertGreater(red_y, app.at("e0")[1])
        # The far card begins at the far player’s left, which is the right here.
        self.assertGreater(black_x, app.at("h9")[0])
        self.assertLess(red_x, app.at("b0")[0])
        app.key("F2")
        self.eventually(lambda: emblem("Red").area().y < emblem("Black").area().y, True)

    def test_refusals_are_told_at_the_edge_of_their_player_and_check_at_both(self):
        app = self.begin(ACROSS)
        board = app.board.area()
        told = lambda: [node.area().y for node in app.frame().walk() if node.role == "label" and node.name == app.status()]
        app.play("h2e2")
        app.press_move("h9h8")
        until("at the far edge", lambda: app.status().endswith(".") and any(y < board.y for y in told()))
        app.photograph("seating-refused")
        # The horse is still lifted.
        app.act("g7")
        app.play("h0g2 d9e8 e2e6")
        until("at both edges", lambda: min(told()) < board.y < board.y + board.height <= max(told()))
        app.photograph("seating-check")

    def test_a_name_is_written_in_the_turned_card(self):
        app = self.begin(ACROSS)
        app.settle()
        label = app.frame().called(say("name_of", side="Black", name="Black").__eq__)[0]
        xdo("mousemove", *self.middle(label), "click", 1)
        # What is being written in has no name of its own.
        self.eventually(app.focused, [], "focus")
        app.key("ctrl+a")
        app.type("Hu")
        app.key("Return")
        self.eventually(lambda: self.home.kept()["tags"].get("black"), "Hu")
        app.photograph("seating-name")

    def test_the_buttons_take_the_place_of_the_name(self):
        self.prefer(ACROSS, take_backs="ask", time_control="600b5x30", red_name="Wang Tianyi of Hangzhou")
        app = self.start()
        app.play("h2e2 h9g7")
        for seating, size in ((ACROSS, (1100, 720)), (ACROSS, (360, 640)), (ACROSS, (800, 600)), (SIDE_BY_SIDE, (360, 640))):
            self.choose(seating)
            app.resize(*size)
            app.settle()
            place = [*app.board.area()]
            for side in ("Red", "Black"):
                is_turned = (side, seating) == ("Black", ACROSS)
                press = lambda button: click(self.middle(button) if is_turned else app.center(button))
                press(app.button(seat_button("seat_choices", side)))
                for label in ("take_back", "resign_game", "offer_draw"):
                    draw = app.button(seat_button(label, side))
                    self.assertGreater(draw.area().width, 35, label)
                app.photograph(f"choices-{seating}-{size[0]}-{side}".replace(" ", "-"))
                press(draw)
                app.button(say("decline"))
                self.assertEqual([*app.board.area()], place)
                app.activate("decline-offer")
                app.button(seat_button("seat_choices", "Red" if side == "Black" else "Black"))

    def test_the_pause_is_ended_in_the_lowest_window(self):
        self.prefer(ACROSS, take_backs="ask", time_control="600b5x30")
        app = self.start()
        app.play("h2e2")
        app.resize(360, 640)
        app.key("Pause")
        # Each player has one; this is that of the near one.
        bottom = lambda node: node.area().y + node.area().height
        lowest = lambda role, name: max(app.named(role, name), key=bottom)
        both = lambda: (lowest("button", say("resume")), lowest("group", say("paused_title")))
        until("the whole button in sight", lambda: 300 < bottom(both()[0]) <= bottom(both()[1]) - 10)
        steady("the button", lambda: [*lowest("button", say("resume")).area()], 0.3)
        app.click(lowest("button", say("resume")))
        app.attach_board()

    def test_the_board_stands_still(self):
        app = self.begin(ACROSS)
        app.play("h2e2")
        self.stays("red")
        app.play("h9g7")
        self.stays("red")

    def test_only_the_far_side_s_characters_are_upside_down(self):
        app = self.begin(ACROSS)
        app.settle()
        far, near = self.ink("c6"), self.ink("c3")
        app.key("F2")
        self.eventually(self.bottom, "black", "bottom")
        app.settle()
        for before, after in ((far, self.ink("c6")), (near, self.ink("c3"))):
            differ = lambda one, other: sum(a != b for a, b in zip(one, other))
            self.assertGreater(sum(before), 50)
            self.assertLess(differ(before[::-1], after), 0.4 * differ(before, after))

    def ink(self, square):
        """Where a piece’s character is seen, row by row."""
        pixels = self.app.still(square, 0.5)
        return [min(rgb) < 70 for rgb in zip(pixels[0::3], pixels[1::3], pixels[2::3])]

class Chosen(Seats):
    def test_by_picture_before_a_game(self):
        app = self.start()
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        button = dialog.node.named("radio", say("seating", "AcrossTable"))[0]
        x, y = app.center(button, dialog.node, dialog.window)
        xdo("mousemove", x, y, "click", 1)
        until("it is chosen", lambda: "checked" in button.states())
        dialog.answer(ui("new_game", "start"))
        app.attach_board()
        self.eventually(self.seating, ACROSS)
        # It is proposed again.
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        button = dialog.node.named("radio", say("seating", "AcrossTable"))[0]
        self.assertIn("checked", button.states())
        dialog.press("Escape")

    def test_at_any_time_and_kept(self):
        app = self.start()
        app.play("h2e2")
        self.assertIsNone(self.seating())
        self.choose(SIDE_BY_SIDE)
        self.turns_to("black")
        self.eventually(self.seating, SIDE_BY_SIDE)
        self.choose(ACROSS)
        self.eventually(self.seating, ACROSS)
        self.stays("black")
        # The cards go to the board, which lies elsewhere then.
        self.turns_to("black")
        app.play("h9g7")
        self.stays("black")
        app.kill()
        app = self.start()
        self.assertEqual(self.seating(), ACROSS)
        self.choose("fixed")
        self.eventually(self.seating, None)
        self.turns_to("black")
        app.play("h0g2")
        self.stays("black")

    def test_a_paused_game_stays_hidden(self):
        self.prefer("fixed", time_control="300")
        app = self.start()
        app.play("h2e2")
        app.key("Pause")
        shown = lambda: bool(app.named("group", say("board")))
        self.eventually(shown, False)
        for seating in (ACROSS, SIDE_BY_SIDE):
            self.choose(seating)
            self.eventually(self.seating, seating)
            self.assertFalse(shown())
        time.sleep(LONG)
        app.key("Pause")
        self.eventually(shown, True)
        app.attach_board()
        self.turns_to("black")


class Pictures(Seats):
    def test_every_seating(self):
        for name, settings in (("light", {}), ("dark", {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})):
            self.prefer(ACROSS, time_control="300+3")
            app = self.start(settings=settings)
            app.play("h2e2 h9g7 e2e6")
            app.photograph(f"seating-across-{name}")
            app.click("b9")
            app.photograph(f"seating-across-chosen-{name}")
            app.key("Escape")
            app.resize(360, 640)
            app.photograph(f"seating-across-narrow-{name}")
            app.resize(980, 800)
            app.key("ctrl+n")
            dialog = app.dialog(ui("new_game"))
            app.photograph(f"seating-choice-{name}", dialog.window)
            dialog.press("Escape")
            self.choose(SIDE_BY_SIDE)
            self.turns_to("black")
            app.photograph(f"seating-side-by-side-{name}")
            app.quit()
            self.home.session.unlink()


if __name__ == "__main__":
    case.main()
