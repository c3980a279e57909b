#!/usr/bin/python3
"""Lines beside the game and comments: trying out, making one the game, deleting, writing, folding, the menu."""

import json
import re
import signal

import case
import x11
from case import RED_MATES, write_game
from waiting import steady, until
from words import notes, on_file, pattern, say, sentences
from x11 import xdo

FOUR = "h2e2 h9g7 h0g2 i9h9"
MOVES = [
    say("listed_move", round=1 + ply // 2, side=("Red", "Black")[ply % 2], move_text=text)
    for ply, text in enumerate(["C2=5", "H8+7", "H2+3", "R9=8"])
]
COMMENT = re.compile(pattern("comment_on"))


def beside(side):
    """What is said where a side is to move in a variation."""
    return say("variation", "(false, false)", side=side)


def move(text, **notes):
    return {"move": text, **notes}


def line(of, ply, moves):
    return {"line": of, "ply": ply, "moves": [move(one) for one in moves.split()]}


class Tree(case.Case):
    glides = False

    def lines(self):
        return [one.name for one in self.app.lines()]

    def begin(self):
        """A game of four moves that is looked at after the first."""
        app = self.start()
        app.play(FOUR)
        app.click(app.move_list()[0])
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
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
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        # The title tells of the position that is shown, as the cards and the line under the board do.
        self.title(say("turn", side="Black"))
        app.press_move("b9c7")
        self.status(beside("Red"))
        self.title(beside("Red"))
        self.eventually(self.lines, [say("listed_variation", round=1, side="Black", moves="H2+3")])
        app.drag("h0g2")
        self.eventually(self.lines, [say("listed_variation", round=1, side="Black", moves="H2+3 H2+3")])
        self.status(beside("Black"))
        self.title(beside("Black"))
        self.assertEqual(app.moves(), MOVES)
        app.click(app.status_button())
        self.eventually(app.position, present, "position")
        self.turn("Red")
        self.title(say("turn", side="Red"))
        self.assertIsNone(app.status_button())
        app.play("i0h0")
        self.eventually(lambda: len(app.moves()), 5)
        self.assertEqual(self.lines(), [say("listed_variation", round=1, side="Black", moves="H2+3 H2+3")])

    def test_a_check_and_a_mate_are_told(self):
        app = self.start(self.game(start="4k4/R8/9/9/9/9/9/9/9/3K4R w", moves="a8a7 e9e8"))
        self.eventually(lambda: len(app.moves()), 2)
        app.key("Home")
        app.play("i0i9")
        self.status(say("variation", "(true, true)", side="Red"))
        app.key("Home")
        app.play("a8a9")
        self.status(say("variation", "(false, true)", side="Black"))

    def test_stepping_stays_on_the_line(self):
        app = self.begin()
        app.play("b9c7 h0g2 h9g7")
        end = app.position()
        self.status(beside("Red"))
        app.key("Page_Up", "Page_Up", "Page_Up")
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        app.key("Page_Down")
        self.status(beside("Red"))
        self.eventually(lambda: app.piece("c7"), "black horse")
        app.key("End")
        self.eventually(app.position, end, "position")
        app.key("Home")
        self.status(say("past"))
        app.key("End")
        self.eventually(app.position, end, "position")
        # A move of the game leads back to its line.
        app.click(app.move_list()[0])
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        app.key("Page_Down")
        self.status(say("past", side="Black", round=1, move_text="H8+7"))
        app.key("End")
        self.turn("Red")

    def test_undo_takes_the_variation_back(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.key("ctrl+z")
        self.eventually(self.lines, [say("listed_variation", round=1, side="Black", moves="H2+3")])
        app.key("ctrl+z")
        self.eventually(self.lines, [])
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        self.assertEqual(app.moves(), MOVES)

    def test_captured_pieces_and_the_turn_are_those_that_are_shown(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2 i9h9")

        def seen():
            return [node.name for node in app.find("image", pattern("captured"))]

        app.key("Page_Up", "Page_Up", "Page_Up")
        app.play("b9c7 e2e6")
        captured = [say("captured", side="Red", pieces=say("kind_of", "Black", "Soldier"))]
        self.eventually(seen, captured)
        self.status(beside("Black"))
        app.activate("back-to-game")
        self.eventually(seen, [])

    def test_it_is_there_after_a_kill(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        tried = app.position()
        app.kill(signal.SIGKILL)
        app = self.start()
        self.assertEqual(app.position(), tried)
        self.status(beside("Black"))
        self.assertEqual(self.lines(), [say("listed_variation", round=1, side="Black", moves="H2+3 H2+3")])


class Drawing(Tree):
    """Arrows and circles, which are in the file once they are drawn."""

    def begin(self):
        self.path = self.game(moves="h2e2 h9g7")
        app = self.start(self.path)
        self.eventually(lambda: len(app.moves()), 2)
        until("the board", app.is_on_board)
        return app

    def drawn(self, *drawings):
        def saved():
            self.app.key("ctrl+s")
            return json.loads(self.path.read_text())["moves"][1].get("drawings", [])

        self.eventually(saved, list(drawings))

    def stroke(self, start, goal, *modifiers):
        keys = [word for key in modifiers for word in ("keydown", key)]
        back = [word for key in modifiers for word in ("keyup", key)]
        (x, y), (u, v) = self.app.at(start), self.app.at(goal)
        steps = ["mousemove", x, y, "mousedown", 3, "mousemove", (x + u) // 2, (y + v) // 2, "mousemove", u, v]
        xdo(*keys, *steps, "mouseup", 3, *back)

    def test_by_mouse(self):
        app = self.begin()
        before, pieces = app.still("e4"), app.position()
        self.stroke("g7", "e6")
        self.stroke("e4", "e4", "shift")
        self.drawn("Re4", "Gg7e6")
        until("the circle", lambda: app.pixels("e4") != before)
        app.key("ctrl+z")
        self.drawn("Gg7e6")
        app.key("ctrl+y")
        self.stroke("g7", "e6", "ctrl")
        self.drawn("Re4", "Bg7e6")
        self.stroke("g7", "e6", "ctrl")
        self.drawn("Re4")
        self.assertEqual(app.position(), pieces)
        app.key("ctrl+Delete")
        self.drawn()
        self.assertFalse(app.is_enabled("erase-drawings"))
        app.key("ctrl+z")
        self.drawn("Re4")

    def test_by_keys(self):
        app = self.begin()
        app.key("Up")
        self.eventually(app.focused, ["e1 empty"])
        xdo("keydown", "shift", "key", "Right", "key", "Up", "keyup", "shift")
        self.eventually(app.focused, ["f2 empty"])
        self.drawn("Ge1f2")
        app.key("shift+Return", "shift+Return")
        self.drawn("Rf2", "Ge1f2")
        # Escape drops an arrow, and lets go of nothing else.
        xdo("keydown", "shift", "key", "Up", "key", "Escape", "keyup", "shift")
        self.eventually(app.focused, ["f3 empty"])
        self.drawn("Rf2", "Ge1f2")


class Changing(Tree):
    def test_a_variation_becomes_the_game(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.activate("promote")
        self.turn("Black")
        self.eventually(lambda: len(app.moves()), 3)
        self.assertEqual(app.moves()[1], say("listed_move", round=1, side="Black", move_text="H2+3"))
        self.assertEqual(self.lines(), [say("listed_variation", round=1, side="Black", moves="H8+7 H2+3 R9=8")])
        app.play("h9g7")
        self.turn("Red")

    def test_a_result_is_not_lost_unasked(self):
        app = self.start()
        app.play(RED_MATES)
        app.key("Page_Up")
        app.press_move("h2e2")
        self.status(beside("Black"))
        app.activate("promote")
        app.dialog(say("ask_promote")).answer(say("cancel"))
        self.title(beside("Black"))
        app.activate("promote")
        app.dialog(say("ask_promote")).answer(say("promote_answer"))
        self.title(say("turn", side="Black"))
        self.turn("Black")

    def test_a_short_variation_goes_at_once_and_a_long_one_after_a_question(self):
        app = self.begin()
        app.play("b9c7 h0g2")
        app.activate("delete-variation")
        self.eventually(self.lines, [])
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        app.play("b9c7 h0g2 h9g7 i0h0 a9b9")
        app.activate("delete-variation")
        question = app.dialog(say("ask_delete"))
        self.assertEqual(question.body, say("ask_delete_body", "if", count=5))
        question.answer(say("cancel"))
        self.assertEqual(len(self.lines()), 1)
        app.activate("delete-variation")
        app.dialog(say("ask_delete")).answer(say("delete"))
        self.eventually(self.lines, [])
        self.assertEqual(app.moves(), MOVES)

    def test_the_menu_of_a_move(self):
        app = self.begin()
        app.play("b9c7")
        app.click(app.status_button())
        self.turn("Red")
        app.click_line(app.lines()[0], 3)
        until("a menu", lambda: len(app.windows()) > 1)
        self.status(beside("Red"))
        app.key("Down", "Return")
        self.eventually(lambda: app.moves()[1], say("listed_move", round=1, side="Black", move_text="H2+3"))
        # With the keyboard, on a move of the game.
        app.alone()
        app.click(app.move_list()[0])
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        xdo("mousemove", *app.at("e5"))
        for key in ("Menu", "shift+F10"):
            app.key(key)
            until("a menu", lambda: len(app.windows()) > 1)
            app.key("Escape")
            app.alone()
        app.key("Menu")
        until("a menu", lambda: len(app.windows()) > 1)
        app.key("Return")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])

    def test_by_keyboard_alone(self):
        app = self.begin()
        app.play("b9c7 h0g2 h9g7")
        self.status(beside("Red"))
        app.key("F6")
        self.eventually(app.focused, self.lines())
        app.key("Left")
        self.status(beside("Black"))
        app.key("Menu")
        until("a menu", lambda: len(app.windows()) > 1)
        # It is that of the move that was shown when the list got the focus.
        self.status(beside("Red"))
        app.key("Down", "Return")
        self.eventually(lambda: len(app.moves()), 4)
        self.assertEqual(self.lines(), [say("listed_variation", round=1, side="Black", moves="H8+7 H2+3 R9=8")])


class Writing(Tree):
    def comment(self):
        return self.app.frame().first("text box", COMMENT.pattern)

    def test_what_is_typed_survives_a_kill_and_is_saved(self):
        path = self.home.games / "game.xiangqi"
        app = self.start(write_game(path, moves="h2e2 h9g7"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Black")])
        board = app.at("a0")
        app.type("fine, Home or not")
        app.key("Home", "End", "Page_Up", "Page_Down", "f", "f")
        self.eventually(lambda: self.comment().text(), "fine, Home or notff")
        # The keys did nothing else.
        self.assertEqual(app.at("a0"), board)
        self.turn("Red")
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("turn", side="Red")))
        until("it on the disk", lambda: "or notff" in self.home.session.read_text(), 1.5)
        app.kill(signal.SIGKILL)
        app = self.start()
        self.assertEqual(self.comment().text(), "fine, Home or notff")
        self.assertIn(say("listed_comment", round=1, side="Black", text="fine, Home or notff"), app.labels())
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(json.loads(path.read_text())["moves"][1]["comment"], "fine, Home or notff")

    def pixels(self):
        """The text of the comment on the screen."""
        (x, y), area = self.app.center(self.comment()), self.comment().area()
        place = x - area.width // 2, y - area.height // 2, area.width, area.height
        return x11.pixels(*place)

    def shown_from_the_board(self):
        """The text of the comment once it is left."""
        self.app.key("Escape")
        until("the board", self.app.is_on_board)
        return steady("the comment", self.pixels, 0.5)

    def test_the_box_grows_with_its_lines(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        # As fast as people type, more lines than one.
        for words in ("The central cannon is the most popular opening ", "and has been so for hundreds of years."):
            xdo("type", "--delay", 60, words)
            steady("the box", lambda: tuple(self.comment().area()), 0.5)
        written = self.shown_from_the_board()
        app.key("ctrl+shift+m")
        app.key("ctrl+Home")
        self.assertEqual(self.shown_from_the_board(), written)
        app.photograph("comment-lines")

    def test_the_box_is_as_high_as_each_comment(self):
        long = "The central cannon is the most popular opening and has been so for hundreds of years."
        moves = [dict(move="h2e2"), dict(move="h9g7", comment="Fine."), dict(move="h0g2", comment=long)]
        app = self.start(write_game(self.home.games / "game.xiangqi", moves=moves))
        height = lambda: steady("the box", lambda: self.comment().area().height, 0.5)
        # A window of another size has its box laid out anew.
        app.resize(1000, 700)
        whole = height()
        # From where there is no comment, and from one of one line.
        for away in ("alt+Home", "alt+Left"):
            app.key(away)
            until("another position", lambda: app.piece("h0") == "red horse")
            app.settle()
            app.key("alt+End")
            until("the last position", lambda: app.piece("g2") == "red horse")
            self.assertEqual(height(), whole)

    def test_each_position_has_its_own(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.key("Home", "ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on")])
        app.type("An evening")
        app.key("Escape")
        until("the board", app.is_on_board)
        app.key("Page_Down", "ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
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
            app.dialog(say("ask_save")).answer(say("discard"))
            self.title(say("turn_in_file", file="two.xiangqi", turn=say("turn", side="Black")))
            app.key("ctrl+shift+m")

        app.key("Home")
        for place, leave in [
            ({}, lambda: app.key("alt+End")),
            (dict(round=1, side="Red"), open_other),
            (dict(round=1, side="Red"), lambda: app.key("alt+Home")),
        ]:
            app.key("ctrl+shift+m")
            self.eventually(app.focused, [say("comment_on", **place)])
            app.type("Words")
            self.eventually(lambda: self.comment().text(), "Words")
            app.key("ctrl+a", "Delete")
            self.eventually(lambda: self.comment().text(), "")
            leave()
            until("the comment", lambda: [name for name in app.focused() if COMMENT.fullmatch(name)])
            app.key("ctrl+z")
            app.settle()
            self.assertEqual(self.comment().text(), "")

    def test_closing_at_once_loses_nothing(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        app.type("quick")
        app.quit("ctrl+w")
        self.assertEqual(json.loads(self.home.session.read_text())["moves"][0]["comment"], "quick")


    def test_in_a_narrow_window_the_panel_comes(self):
        app = self.start()
        app.play("h2e2")
        app.resize(360, 640)
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        app.type("small")
        self.eventually(lambda: self.comment().text(), "small")
        app.key("Escape")
        until("the board", app.is_on_board)


class Reading(Tree):
    def test_a_file_with_notes(self):
        app = self.start(self.annotated())
        self.title(say("turn_in_file", file="notes.xiangqi", turn=say("turn", side="Red")))
        labels = app.labels()
        for text in (
            say("listed_comment", text="An evening in May"),
            say("listed_comment", round=1, side="Red", text="中炮"),
            say("listed_comment", round=2, side="Red", text="The usual reply.\nIt guards the soldier."),
        ):
            self.assertIn(text, labels)
        self.assertEqual(app.moves()[2], notes(MOVES[2], say("spoken_sign", "1")))
        outer = say("listed_variation", round=1, side="Black", moves="H2+3 H2+3 H8+7")
        self.assertEqual(self.lines(), [outer, say("listed_variation", round=2, side="Red", moves="H8+7 P1+1")])
        app.click_line(app.lines()[1])
        self.status(beside("Black"))
        self.eventually(lambda: app.piece("c2"), "red horse")

    def test_folding(self):
        app = self.start(self.annotated())
        self.title(say("turn_in_file", file="notes.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(len(self.lines()), 2)
        app.click(app.named("button", say("fold"))[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.click(app.named("button", say("unfold"))[0])
        self.eventually(lambda: len(self.lines()), 2)
        # What is shown is unfolded.
        app.click_line(app.lines()[1])
        self.status(beside("Black"))
        app.click(app.named("button", say("fold"))[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.key("Page_Down")
        self.eventually(lambda: len(self.lines()), 2)

    def test_links_by_keyboard(self):
        app = self.start(self.annotated())
        self.title(say("turn_in_file", file="notes.xiangqi", turn=say("turn", side="Red")))
        app.click(app.named("button", say("fold"))[0])
        self.eventually(lambda: len(self.lines()), 1)
        app.key("Tab")
        self.eventually(app.focused, [say("unfold")])
        app.key("space")
        self.eventually(lambda: len(self.lines()), 2)
        app.key("Tab")
        self.eventually(app.focused, self.lines()[:1])
        app.key("Return")
        self.eventually(lambda: app.piece("c7"), "black horse")
        app.key("Tab", "Return")
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.status(beside("Black"))
        app.key("Left")
        self.status(beside("Red"))

    def test_a_slip_is_kept_and_marked(self):
        app = self.start(self.game(start="4k4/9/9/9/4r4/9/9/4R4/9/4K4 w", moves="e2a2 e5e6"))
        until("the game", lambda: len(app.moves()) == 2)
        named = say("listed_move", round=1, side="Red", move_text="R5=9")
        slip = sentences(say("slip"), say("left_in_check", "else", pieces=on_file("Black", "Chariot", 5)))
        self.assertEqual(app.moves()[0], notes(named, slip))


if __name__ == "__main__":
    case.main()
