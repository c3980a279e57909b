#!/usr/bin/python3
"""The game as a list of moves: undo and redo, looking back, going on from an earlier position, names."""

import random
import re
import time

import case
import tree
from case import RED_MATES, START, board_of
from random_play import Game
from waiting import until
from words import pattern, say, ui

FOUR = " ".join(RED_MATES.split()[:4])
# What the line under the board says after each of them while a later position is the present one.
AFTER = {
    1: say("past", side="Red", round=1, move_text="C8=7"),
    2: say("past", side="Black", round=1, move_text="A6+5"),
    3: say("past", side="Red", round=2, move_text="C7+4"),
}


class Undo(case.Case):
    def enabled(self, name):
        return "sensitive" in self.app.button(name).states()

    @case.smoke
    def test_any_number_of_moves_by_keys(self):
        app = self.start()
        seen = [app.position()]
        for move in FOUR.split():
            app.play(move)
            seen.append(app.position())
        for before in reversed(seen[:-1]):
            app.key("ctrl+z")
            self.eventually(app.position, before, "position")
        app.key("ctrl+z")
        self.assertEqual(app.position(), board_of(START))
        for after in seen[1:]:
            app.key("ctrl+shift+z")
            self.eventually(app.position, after, "position")
        app.key("ctrl+shift+z")
        self.turn("Red")

    def test_by_buttons_which_are_dimmed_at_the_ends(self):
        app = self.start()
        self.assertFalse(self.enabled(ui("window", "win.undo")))
        self.assertFalse(self.enabled(ui("window", "win.redo")))
        app.play("h2e2 h9g7")
        self.assertTrue(self.enabled(ui("window", "win.undo")))
        app.click(app.button(ui("window", "win.undo")))
        self.eventually(lambda: app.piece("h9"), "black horse")
        app.click(app.button(ui("window", "win.undo")))
        self.eventually(app.position, board_of(START), "position")
        self.eventually(lambda: self.enabled(ui("window", "win.undo")), False)
        app.click(app.button(ui("window", "win.redo")))
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.turn("Black")

    def test_another_move_drops_what_was_taken_back(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("h9"), "black horse")
        self.assertEqual(len(app.moves()), 2)
        app.play("b9c7")
        self.eventually(lambda: len(app.moves()), 2)
        self.assertFalse(self.enabled(ui("window", "win.redo")))

    def test_captured_pieces_come_back(self):
        app = self.start()

        def captured():
            return [node.name for node in app.find("image", pattern("captured"))]

        red = say("captured", side="Red", pieces=say("kind_of", "Black", "Horse"))
        self.assertEqual(captured(), [])
        app.play("h2h9 i9h9")
        black = say("captured", side="Black", pieces=say("kind_of", "Red", "Cannon"))
        self.eventually(captured, [black, red])
        app.key("ctrl+z")
        self.eventually(captured, [red])

    def test_a_taken_back_move_in_the_list_is_told_rightly(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        app.key("ctrl+z", "ctrl+z")
        self.eventually(lambda: app.piece("h9"), "black horse")
        app.click(app.move_list()[2])
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.turn("Black")
        # Going on from there drops nothing, so nothing is asked.
        app.press_move("b9c7")
        until("the move", lambda: app.piece("c7") == "black horse" or app.over())
        self.assertEqual([node.name for node in app.over()], [])


class Browsing(case.Case):
    def test_a_click_on_a_move_shows_its_position(self):
        app = self.start()
        app.play(FOUR)
        present = app.position()
        plain = app.still("e5")
        app.click(app.move_list()[1])
        self.eventually(lambda: app.piece("b7"), "black cannon")
        self.assertEqual((app.piece("e8"), app.piece("c2")), ("black advisor", "red cannon"))
        self.status(AFTER[2])
        self.title(say("turn", side="Red"))
        # The board itself is veiled too.
        until("a veil", lambda: app.pixels("e5") != plain)
        button = until("the way back", app.status_button)
        self.assertIn(say("back_to_game"), tree.names(button.walk()))
        app.click(button)
        self.eventually(app.position, present, "position")
        self.turn("Red")
        self.eventually(lambda: app.pixels("e5"), plain, "pixels")
        self.assertIsNone(app.status_button())

    def test_the_buttons_below_the_list_step(self):
        app = self.start()
        app.play(FOUR)
        button = lambda name: app.button(ui("side_panel", f"win.{name}", "label"))
        enabled = lambda: ["sensitive" in button(name).states() for name in ("first", "previous", "next", "last")]
        self.assertEqual(enabled(), [True, True, False, False])
        for name, text in [("previous", AFTER[3]), ("first", say("past")), ("next", AFTER[1]), ("last", None)]:
            app.click(button(name))
            self.status(text) if text else self.turn("Red")
            # The board keeps the keyboard.
            self.assertTrue(app.is_on_board())
        app.click(button("first"))
        self.status(say("past"))
        self.assertEqual(enabled(), [False, False, True, True])

    def test_keys_in_the_list_step(self):
        app = self.start()
        app.play(FOUR)
        present = app.position()
        app.click(app.move_list()[1])
        self.status(AFTER[2])
        for key, text in [
            ("Left", AFTER[1]),
            ("Left", say("past")),
            ("Left", say("past")),
            ("Right", AFTER[1]),
            ("End", None),
            ("Home", say("past")),
        ]:
            app.key(key)
            self.status(text) if text else self.turn("Red")
        self.assertEqual(app.position(), board_of(START))
        app.key("Right", "Right", "Right", "Right", "Right")
        self.eventually(app.position, present, "position")

    def test_a_key_leads_to_the_list_and_back(self):
        app = self.start()
        app.play(FOUR)
        app.key("F9")
        until("no panel", lambda: "pressed" not in app.button(ui("window", "panel_button")).states())
        app.key("F6")
        until("the list", lambda: not app.is_on_board() and app.focused())
        app.key("Left")
        self.status(AFTER[3])
        app.key("F6")
        until("the board", app.is_on_board)

    def test_keys_step_from_anywhere(self):
        app = self.start()
        app.play(FOUR)
        app.key("Page_Up", "Page_Up")
        self.status(AFTER[2])
        app.key("Page_Down")
        self.status(AFTER[3])
        app.key("Home")
        self.status(say("past"))
        app.key("End")
        self.turn("Red")

    def test_playing_from_an_earlier_position_leaves_the_game_alone(self):
        app = self.start()
        app.play(FOUR)
        present = app.position()
        app.click(app.move_list()[1])
        self.status(AFTER[2])
        app.press_move("h2e2")
        self.status(say("variation", "(false, false)", side="Black"))
        self.assertEqual(app.over(), [])
        self.assertEqual(len(app.moves()), 4)
        self.title(say("variation", "(false, false)", side="Black"))
        app.key("Home")
        self.status(say("past"))
        app.activate("back-to-game")
        self.eventually(app.position, present, "position")

    def test_a_finished_game_can_be_tried_out_otherwise(self):
        app = self.start()
        app.play(RED_MATES)
        app.key("Page_Up")
        app.press_move("h2e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.status(say("variation", "(false, false)", side="Black"))
        self.title(say("variation", "(false, false)", side="Black"))
        # The game is as over as before.
        app.click(app.status_button())
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.title(say("outcome_brief", "Red"))

    def test_a_long_game_scrolls_to_the_move(self):
        moves = "a0a1 a9a8 a1b1 a8b8 b1c1 b8c8 c1d1 c8d8 d1e1 d8e8 e1f1 e8f8 f1g1 f8g8 g1h1 g8h8 h1i1 h8i8".split()
        app = self.start(self.game(moves=" ".join(moves) + " a3a4 a6a5 c3c4 c6c5 e3e4 e6e5 g3g4 g6g5 i3i4 i6i5"))
        self.turn("Red")

        def is_seen(round, side):
            panel = app.named("list", say("moves_title"))[0].parent.area()
            name = re.compile(pattern("listed_move", round=str(round), side=side))
            shown = [button for button in app.move_list() if name.fullmatch(button.name)]
            area = shown[0].area()
            return panel.y <= area.y and area.y + area.height <= panel.y + panel.height

        until("the last move in sight", lambda: is_seen(14, "Black"))
        app.resize(980, 520)
        until("the last move in sight of a lower window", lambda: is_seen(14, "Black"))
        app.key("Home")
        until("the first move in sight", lambda: is_seen(1, "Red"))

    def test_the_start_of_a_long_game_with_comments_is_at_the_very_top(self):
        moves = [{"move": "h2e2 h7e7 e2h2 e7h7".split()[ply % 4]} for ply in range(400)]
        for move in moves[::25]:
            move["comment"] = "A comment that is longer than a line of the list, and than two lines of it."
        app = self.start(case.write_game(self.home.path / "long.xiangqi", moves=moves, rulebook="off"))
        first = re.compile(pattern("listed_move", round="1", side="Red"))

        def at_the_top():
            panel = app.named("list", say("moves_title"))[0].parent.area()
            shown = [button.area() for button in app.move_list() if first.fullmatch(button.name)]
            return shown and panel.y <= shown[0].y < panel.y + 20

        # From the last rows, of which the list knows no other height.
        app.key("Home", "End")
        app.settle()
        app.key("Home")
        until("the first move at the top", at_the_top)

    def test_other_games_have_their_own_moves_and_marks(self):
        """Rows are used again, for whichever game is shown."""
        name = lambda side, text: say("listed_move", round=1, side=side, move_text=text)
        names = lambda red, black: [name("Red", red), name("Black", black)]
        first, second = names("C2=5", "H8+7"), names("C8=5", "H2+3")
        ours = self.game("first.xiangqi", moves="h2e2 h9g7")
        theirs = self.game("second.xiangqi", moves="b2e2 b9c7")
        long = self.game("long.xiangqi", moves=FOUR + " h0g2 h9g7")
        app = self.start(long)
        self.eventually(lambda: len(app.moves()), 6)
        for file, moves, at in [(ours, first, 0), (theirs, second, 1), (long, None, 4), (theirs, second, 0)]:
            app.open(file)
            self.title(say("turn_in_file", file=file.name, turn=say("turn", side="Red")))
            self.eventually(lambda: app.moves() if moves else len(app.moves()), moves or 6)
            # The pointer and the keyboard stay in the row as the next game comes.
            app.click(app.move_list()[at])
            turn = say("turn", side=("Black", "Red")[at % 2])
            self.eventually(app.title, say("turn_in_file", file=file.name, turn=turn))
            first_of_row = at - at % 2
            red, black = app.moves()[first_of_row : first_of_row + 2]
            self.eventually(app.focused, [say("listed_round", red=red, black=black)])

    def test_a_game_without_moves_may_come_while_a_long_list_is_scrolled(self):
        """GTK complains of a place that is asked for before the list has been laid out again; that is a frame later,
        whenever in a frame the next game comes."""
        played, luck = Game(), random.Random(3)
        while len(played.line) < 80:
            played.play(luck.choice(played.moves()[0]))
        long, new = self.game("long.xiangqi", moves=" ".join(played.line)), self.game("new.xiangqi")
        app = self.start()
        for milliseconds in range(0, 32, 4):
            app.hand_over(long)
            # Newer lists have widgets only for what is near to what is seen.
            until("a long list", lambda: len(app.moves()) > 20)
            # It is to be scrolled to its end, where the marked move is.
            app.settle()
            app.activate("previous")
            time.sleep(milliseconds / 1000)
            app.hand_over(new)
            self.title(say("turn_in_file", file="new.xiangqi", turn=say("turn", side="Red")))
            app.settle()


class Names(case.Case):
    def test_a_name_is_written_into_the_game(self):
        app = self.start()
        app.play("h2e2")
        before = app.at("a0")
        app.click(app.named("button", say("name_of", side="Red", name="Red"))[0])
        app.key("ctrl+a")
        app.type("Hu of Fufeng")
        app.key("Home", "End", "Return")
        self.eventually(lambda: len(app.named("button", say("name_of", side="Red", name="Hu of Fufeng"))), 1)
        # The keys went into the name alone.
        self.assertEqual(app.at("a0"), before)
        self.turn("Black")
        app.quit()
        self.assertIn("Hu of Fufeng", self.home.session.read_text())
        app = self.start()
        self.assertEqual(len(app.named("button", say("name_of", side="Red", name="Hu of Fufeng"))), 1)


if __name__ == "__main__":
    case.main()
