#!/usr/bin/python3
"""Lines beside the game and comments: trying out, making one the game, deleting, writing, folding, the menu."""

import json
import signal

import case
from case import RED_MATES, write_game
from waiting import until
from x11 import xdo

FOUR = "h2e2 h9g7 h0g2 i9h9"
MOVES = ["Move 1, Red: C2=5", "Move 1, Black: H8+7", "Move 2, Red: H2+3", "Move 2, Black: R9=8"]


def move(text, **notes):
    return {"move": text, **notes}


def line(of, ply, moves):
    return {"line": of, "ply": ply, "moves": [move(one) for one in moves.split()]}


class Tree(case.Case):
    def lines(self):
        return [one.name for one in self.app.lines()]

    def begin(self):
        """A game of four moves that is looked at after the first."""
        app = self.start()
        app.play(FOUR)
        app.click(app.move_list()[0])
        self.status("This is the position after Red’s move 1, C2=5.")
        return app

    def annotated(self):
        """A file with comments, signs and variations inside one another."""
        moves = [move(one) for one in FOUR.split()]
        moves[0]["comment"] = "中炮"
        moves[2].update(signs=[1], comment="The usual reply.\nIt guards the soldier.")
        variations = [line(0, 2, "b9c7 h0g2 h9g7"), line(1, 3, "b0c2 a6a5")]
        return self.game("notes.xiangqi", comment="An evening in May", moves=moves, variations=variations)


class Varying(Tree):
    def test_by_mouse_and_back_to_the_game(self):
        app = self.start()
        app.play(FOUR)
        present = app.position()
        app.click(app.move_list()[0])
        self.status("This is the position after Red’s move 1, C2=5.")
        # The title tells of the position that is shown, as the cards and the line under the board do.
        self.subtitle("Black to move")
        app.press_move("b9c7")
        self.status("Variation: Red to move")
        self.subtitle("Variation: Red to move")
        self.eventually(self.lines, ["Variation of move 1, Black: H2+3"])
        app.drag("h0g2")
        self.eventually(self.lines, ["Variation of move 1, Black: H2+3 H2+3"])
        self.status("Variation: Black to move")
        self.subtitle("Variation: Black to move")
        self.assertEqual(app.moves(), MOVES)
        app.click(app.status_button())
        self.eventually(app.position, present, "position")
        self.status("Red to move")
        self.subtitle("Red to move")
        self.assertIsNone(app.status_button())
        app.play("i0h0")
        self.eventually(lambda: len(app.moves()), 5)
        self.assertEqual(self.lines(), ["Variation of move 1, Black: H2+3 H2+3"])

    def test_a_check_and_a_mate_are_told(self):
        app = self.start(self.game(start="4k4/R8/9/9/9/9/9/9/9/3K4R w", moves="a8a7 e9e8"))
        self.eventually(lambda: len(app.moves()), 2)
        app.key("Home")
        app.play("i0i9")
        self.status("Variation: checkmate, Red would win")
        app.key("Home")
        app.play("a8a9")
        self.status("Variation: check, Black to move")

    def test_stepping_stays_on_the_line(self):
        app = self.begin()
        app.play("b9c7 h0g2 h9g7")
        end = app.position()
        self.status("Variation: Red to move")
        app.key("Page_Up", "Page_Up", "Page_Up")
        self.status("This is the position after Red’s move 1, C2=5.")
        app.key("Page_Down")
        self.status("Variation: Red to move")
        self.eventually(lambda: app.piece("c7"), "black horse")
        app.key("End")
        self.eventually(app.position, end, "position")
        app.key("Home")
        self.status("This is the start of the game.")
        app.key("End")
        self.eventually(app.position, end, "position")
        # A move of the game leads back to its line.
        app.click(app.move_list()[0])
        self.status("This is the position after Red’s move 1, C2=5.")
        app.key("Page_Down")
        self.status("This is the position after Black’s move 1, H8+7.")
        app.key("End")
        self.status("Red to move")

    def test_undo_takes_the_variation_back(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.key("ctrl+z")
        self.eventually(self.lines, ["Variation of move 1, Black: H2+3"])
        app.key("ctrl+z")
        self.eventually(self.lines, [])
        self.status("This is the position after Red’s move 1, C2=5.")
        self.assertEqual(app.moves(), MOVES)

    def test_captured_pieces_and_the_turn_are_those_that_are_shown(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2 i9h9")

        def seen():
            told = [node.name for node in app.find("image", ".*has captured.*")]
            return told, [name for name in app.labels() if name == "to move"]

        app.key("Page_Up", "Page_Up", "Page_Up")
        app.play("b9c7 e2e6")
        captured = ["Black has captured nothing", "Red has captured: soldier"]
        self.eventually(lambda: seen()[0], captured)
        self.status("Variation: Black to move")
        app.activate("back-to-game")
        self.eventually(lambda: seen()[0], ["Black has captured nothing", "Red has captured nothing"])

    def test_it_is_there_after_a_kill(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        tried = app.position()
        app.kill(signal.SIGKILL)
        app = self.start()
        self.assertEqual(app.position(), tried)
        self.status("Variation: Black to move")
        self.assertEqual(self.lines(), ["Variation of move 1, Black: H2+3 H2+3"])


class Changing(Tree):
    def test_a_variation_becomes_the_game(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.activate("promote")
        self.status("Black to move")
        self.eventually(lambda: len(app.moves()), 3)
        self.assertEqual(app.moves()[1], "Move 1, Black: H2+3")
        self.assertEqual(self.lines(), ["Variation of move 1, Black: H8+7 H2+3 R9=8"])
        app.play("h9g7")
        self.status("Red to move")

    def test_a_result_is_not_lost_unasked(self):
        app = self.start()
        app.play(RED_MATES)
        app.key("Page_Up")
        app.press_move("h2e2")
        self.status("Variation: Black to move")
        app.activate("promote")
        app.dialog("Make this the game?").answer("Cancel")
        self.subtitle("Variation: Black to move")
        app.activate("promote")
        app.dialog("Make this the game?").answer("Make It the Game")
        self.subtitle("Black to move")
        self.status("Black to move")

    def test_a_short_variation_goes_at_once_and_a_long_one_after_a_question(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.activate("delete-variation")
        self.eventually(self.lines, [])
        self.status("This is the position after Red’s move 1, C2=5.")
        app.play("b9c7 h0g2 h9g7 i0h0 a9b9")
        app.activate("delete-variation")
        question = app.dialog("Delete this variation?")
        self.assertEqual(question.body, "It has 5 moves. What is deleted cannot be brought back.")
        question.answer("Cancel")
        self.assertEqual(len(self.lines()), 1)
        app.activate("delete-variation")
        app.dialog("Delete this variation?").answer("Delete")
        self.eventually(self.lines, [])
        self.assertEqual(app.moves(), MOVES)

    def test_the_menu_of_a_move(self):
        app = self.begin()
        app.play("b9c7")
        app.click(app.status_button())
        self.status("Red to move")
        app.click_line(app.lines()[0], 3)
        until("a menu", lambda: len(app.windows()) > 1)
        self.status("Variation: Red to move")
        app.key("Down", "Return")
        self.eventually(lambda: app.moves()[1], "Move 1, Black: H2+3")
        # With the keyboard, on a move of the game.
        app.alone()
        app.click(app.move_list()[0])
        self.status("This is the position after Red’s move 1, C2=5.")
        xdo("mousemove", *app.at("e5"))
        for key in ("Menu", "shift+F10"):
            app.key(key)
            until("a menu", lambda: len(app.windows()) > 1)
            app.key("Escape")
            app.alone()
        app.key("Menu")
        until("a menu", lambda: len(app.windows()) > 1)
        app.key("Return")
        self.eventually(app.focused, ["Comment on move 1, Red"])


class Writing(Tree):
    def comment(self):
        named = [node for node in self.app.frame().walk() if node.name.startswith("Comment on")]
        return next(node for node in named if "editable" in node.states())

    def test_what_is_typed_survives_a_kill_and_is_saved(self):
        path = self.home.games / "game.xiangqi"
        app = self.start(write_game(path, moves="h2e2 h9g7"))
        self.subtitle("game.xiangqi — Red to move")
        app.key("ctrl+shift+m")
        self.eventually(app.focused, ["Comment on move 1, Black"])
        board = app.at("a0")
        app.type("fine, Home or not")
        app.key("Home", "End", "Page_Up", "Page_Down", "f", "f")
        self.eventually(lambda: self.comment().text(), "fine, Home or notff")
        # The keys did nothing else.
        self.assertEqual(app.at("a0"), board)
        self.status("Red to move")
        self.subtitle("•game.xiangqi — Red to move")
        until("it on the disk", lambda: "or notff" in self.home.session.read_text(), 1.5)
        app.kill(signal.SIGKILL)
        app = self.start()
        self.assertEqual(self.comment().text(), "fine, Home or notff")
        self.assertIn("Comment on move 1, Black: fine, Home or notff", app.labels())
        app.key("ctrl+s")
        self.subtitle("game.xiangqi — Red to move")
        self.assertEqual(json.loads(path.read_text())["moves"][1]["comment"], "fine, Home or notff")

    def test_each_position_has_its_own(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.key("Home", "ctrl+shift+m")
        self.eventually(app.focused, ["Comment on the start"])
        app.type("An evening")
        app.key("Escape")
        until("the board", app.is_on_board)
        app.key("Page_Down", "ctrl+shift+m")
        self.eventually(app.focused, ["Comment on move 1, Red"])
        self.assertEqual(self.comment().text(), "")
        app.type("Central")
        # Taking back is the comment's while it is written.
        app.key("ctrl+z")
        until("less", lambda: self.comment().text() != "Central")
        self.assertEqual(app.piece("e2"), "red cannon")
        app.key("ctrl+a")
        app.type("Central")
        app.key("alt+Home")
        self.eventually(lambda: self.comment().text(), "An evening")
        app.key("ctrl+z")
        self.assertEqual(self.comment().text(), "An evening")
        app.key("Tab", "Page_Down")
        self.eventually(lambda: self.comment().text(), "Central")
        app.quit()
        kept = json.loads(self.home.session.read_text())
        self.assertEqual((kept["comment"], kept["moves"][0]["comment"]), ("An evening", "Central"))

    def test_undo_never_brings_another_comment_back(self):
        """Not even where one without words follows one whose words are gone again."""
        app = self.start(self.game("one.xiangqi", moves="h2e2"))

        def open_other():
            app.open(self.game("two.xiangqi", moves="b2e2"))
            app.dialog("Save the game?").answer("Discard")
            self.subtitle("two.xiangqi — Black to move")
            app.key("ctrl+shift+m")

        app.key("Home")
        for place, leave in [
            ("the start", lambda: app.key("alt+End")),
            ("move 1, Red", open_other),
            ("move 1, Red", lambda: app.key("alt+Home")),
        ]:
            app.key("ctrl+shift+m")
            self.eventually(app.focused, [f"Comment on {place}"])
            app.type("Words")
            self.eventually(lambda: self.comment().text(), "Words")
            app.key("ctrl+a", "Delete")
            self.eventually(lambda: self.comment().text(), "")
            leave()
            until("the comment", lambda: [name for name in app.focused() if name.startswith("Comment on ")])
            app.key("ctrl+z")
            app.settle()
            self.assertEqual(self.comment().text(), "")

    def test_closing_at_once_loses_nothing(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+shift+m")
        self.eventually(app.focused, ["Comment on move 1, Red"])
        app.type("quick")
        app.quit("ctrl+w")
        self.assertEqual(json.loads(self.home.session.read_text())["moves"][0]["comment"], "quick")


    def test_in_a_narrow_window_the_panel_comes(self):
        app = self.start()
        app.play("h2e2")
        app.resize(360, 640)
        app.key("ctrl+shift+m")
        self.eventually(app.focused, ["Comment on move 1, Red"])
        app.type("small")
        self.eventually(lambda: self.comment().text(), "small")
        app.key("Escape")
        until("the board", app.is_on_board)


class Reading(Tree):
    def test_a_file_with_notes(self):
        app = self.start(self.annotated())
        self.subtitle("notes.xiangqi — Red to move")
        labels = app.labels()
        for text in (
            "Comment on the start: An evening in May",
            "Comment on move 1, Red: 中炮",
            "Comment on move 2, Red: The usual reply.\nIt guards the soldier.",
        ):
            self.assertIn(text, labels)
        self.assertEqual(app.moves()[2], MOVES[2] + ", good move")
        nested = ["Variation of move 1, Black: H2+3 H2+3 H8+7", "Variation of move 2, Red: H8+7 P1+1"]
        self.assertEqual(self.lines(), nested)
        app.click_line(app.lines()[1])
        self.status("Variation: Black to move")
        self.eventually(lambda: app.piece("c2"), "red horse")

    def test_folding(self):
        app = self.start(self.annotated())
        self.subtitle("notes.xiangqi — Red to move")
        self.assertEqual(len(self.lines()), 2)
        app.click(app.find("button", "Fold the Variation")[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.click(app.find("button", "Unfold the Variation")[0])
        self.eventually(lambda: len(self.lines()), 2)
        # What is shown is unfolded.
        app.click_line(app.lines()[1])
        self.status("Variation: Black to move")
        app.click(app.find("button", "Fold the Variation")[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.key("Page_Down")
        self.eventually(lambda: len(self.lines()), 2)

    def test_links_by_keyboard(self):
        app = self.start(self.annotated())
        self.subtitle("notes.xiangqi — Red to move")
        app.click(app.find("button", "Fold the Variation")[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.key("Tab")
        self.eventually(app.focused, ["Unfold the Variation"])
        app.key("space")
        self.eventually(lambda: len(self.lines()), 2)
        app.key("Tab")
        self.eventually(app.focused, self.lines()[:1])
        app.key("Return")
        self.eventually(lambda: app.piece("c7"), "black horse")
        app.key("Tab", "Return")
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.status("Variation: Black to move")
        app.key("Left")
        self.status("Variation: Red to move")

    def test_a_slip_is_kept_and_marked(self):
        app = self.start(self.game(start="4k4/9/9/9/4r4/9/9/4R4/9/4K4 w", moves="e2a2 e5e6"))
        until("the game", lambda: len(app.moves()) == 2)
        self.assertRegex(app.moves()[0], r"^Move 1, Red: R5=9, Against the rules\. The general would be in check")


if __name__ == "__main__":
    case.main()
