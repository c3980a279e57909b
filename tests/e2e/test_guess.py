#!/usr/bin/python3
"""Guess the Move: right and other guesses, moves that are shown, and that nothing tells the next move meanwhile."""

import json
import re

import case
import tree
from case import write_game
from listening import Listening
from waiting import until
from words import pattern, say

GAME = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
NAMES = dict(red="Hu", black="Liu")
SPOILER = "Now the horse has to move."


class Guess(Listening):
    glides = False

    def open(self, **fields):
        moves = [{"move": one} for one in GAME.split()]
        moves[1]["comment"] = SPOILER
        self.file = write_game(self.home.games / "game.xiangqi", moves=moves, **fields)
        self.written = moves
        self.app = self.start(self.file)
        self.eventually(lambda: len(self.app.moves()), 6, "moves")
        return self.app

    def asked(self, player="Red", answer=None):
        """Waits until a move of this player is to be guessed."""
        question = say("guess_question", player=player)
        wanted = re.compile((answer + " " if answer else r"(.*\. )?") + re.escape(question))
        until(lambda: f"{wanted.pattern}: {self.app.status()}", lambda: wanted.fullmatch(self.app.status()))

    def answer(self, which, **parts):
        return re.escape(say("answer_by", which, score=say("points_out_of", count=3, points=3), **parts))

    def is_unchanged(self):
        """The game in its file, and the one that is kept."""
        for game in (json.loads(self.file.read_text()), self.home.kept()):
            self.assertEqual(game["moves"], self.written)
            self.assertNotIn("variations", game)

    def told(self):
        """Everything that the window tells a screen reader."""
        nodes = list(self.app.frame().walk())
        return "\n".join([*tree.names(nodes), *tree.descriptions(nodes)])

    def is_hidden(self, *texts):
        told = self.told()
        for text in texts:
            self.assertNotIn(text, told)


class Guesses(Guess):
    @case.smoke
    def test_they_are_answered_and_the_game_goes_on(self):
        app = self.open()
        app.key("ctrl+k")
        self.asked()
        self.hears(say("guess_question", player="Red"))
        self.assertEqual(app.moves(), [])
        self.is_hidden("C2=5", "H8+7", SPOILER)
        app.photograph("guess-begun")
        app.press_move("h2e2")
        right = self.answer("Some(guess) if guess == played.mv", move_text="C2=5")
        self.asked(answer=right)
        self.hears("Black horse from file 8 forward to file 7", say("guess_question", player="Red"))
        self.assertEqual(len(app.moves()), 2)
        self.is_hidden("H2+3", SPOILER)
        # An illegal move is refused, and costs nothing.
        app.press_move("b0d1")
        leg = pattern("moves.refused", "HobbledLeg")
        until(lambda: f"a refusal: {app.status()}", lambda: re.fullmatch(leg, app.status()))
        # The horse is still lifted. Another move: the board compares it with that of the game.
        app.click("c2")
        parts = dict(move_text=re.escape("H2+3"), guess=re.escape("H8+7"), score=r"\d of 3 points")
        other = re.compile(pattern("answer_by", "Some(guess) =>", **parts))
        until(lambda: f"the answer: {app.status()}", lambda: other.fullmatch(app.status()))
        self.hears("Red horse from file 2 forward to file 3", "Red horse from file 8 forward to file 7")
        self.assertEqual(len(app.moves()), 2)
        app.photograph("guess-answered")
        app.click(app.button(say("go_on")))
        until("the reply", lambda: len(app.moves()) == 4)
        self.asked()
        # Given up, and on by a press on the board.
        app.click(app.button(say("guessing.show_move")))
        self.eventually(app.status, say("answer_by", "None", move_text="R1=2"), "the status")
        app.click("e4")
        summary = re.compile(r"(.*\. )?" + pattern("guess_summary", score=r"\d of 9 points", hits="1", count="3"))
        until(lambda: f"the score: {app.status()}", lambda: summary.fullmatch(app.status()))
        self.assertEqual(len(app.moves()), 6)
        app.photograph("guess-over")
        app.key("ctrl+k")
        self.eventually(lambda: app.named("button", say("stop_guessing")), [], "the section")
        before = self.file.read_bytes()
        app.key("ctrl+s")
        until("the file", lambda: self.file.read_bytes() != before)
        self.is_unchanged()

    def test_it_is_ended_at_any_time_and_forgotten_with_the_program(self):
        app = self.open(tags=NAMES)
        app.key("ctrl+k")
        self.asked("Hu")
        app.press_move("h2e2")
        until("the reply", lambda: len(app.moves()) == 2)
        # An earlier position is looked at, where nothing is guessed.
        app.key("alt+Home")
        until("the start", lambda: app.piece("h2") == "red cannon")
        app.click("b2")
        self.asked("Hu")
        app.key("ctrl+k")
        self.eventually(lambda: len(app.moves()), 6, "moves")
        app.key("ctrl+k")
        self.asked("Hu")
        app.quit()
        app = self.start()
        self.app = app
        self.eventually(lambda: len(app.moves()), 6, "moves")
        self.is_unchanged()

    def test_black_is_guessed_by_typing_in_a_narrow_window(self):
        app = self.open(result="0-1")
        app.resize(360, 640)
        app.key("ctrl+k")
        self.asked("Black")
        app.type("h8+7")
        app.key("Return")
        until("the reply", lambda: app.piece("g2") == "red horse")
        self.asked("Black", self.answer("Some(guess) if guess == played.mv", move_text="H8+7"))
        self.eventually(app.subtitle, say("points_out_of", count=3, points=3), "the points")
        app.photograph("guess-narrow")
        app.key("ctrl+shift+k")
        until("the move", lambda: app.status_button().name == say("go_on"))
        app.photograph("guess-narrow-answered")


class Secrets(Guess):
    def test_what_could_tell_the_next_move_is_off_and_comes_back(self):
        app = self.open()
        app.key("alt+Home")
        app.key("ctrl+i")
        lines = lambda: [row for row in app.find("list item", r"Line \d, .*") if row.area().width > 1]
        until("lines", lambda: len(lines()) == 3)
        app.key("ctrl+k")
        self.asked()
        self.eventually(lines, [], "lines")
        for action in ("analysis", "hint", "book", "review", "comment", "undo", "redo", "last", "paste"):
            self.assertFalse(app.is_enabled(action), action)
        app.key("ctrl+k")
        until("lines", lambda: len(lines()) == 3)
        self.assertTrue(app.is_enabled("comment"))

    def test_a_game_that_is_being_played_is_not_guessed(self):
        app = self.start()
        app.play("h2e2 h9g7")
        self.assertFalse(app.is_enabled("guess"))


if __name__ == "__main__":
    case.main()
