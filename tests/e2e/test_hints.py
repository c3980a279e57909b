#!/usr/bin/python3
"""Hints, and the moves that decided a game: asked for, given step by step, kept in the game."""

import json

import case
from case import write_game
from waiting import until
from words import say, ui

# Red can take a horse that nothing guards.
HORSE = "3akab2/9/4b4/9/R3n4/9/4P4/9/9/3AK4 w"
# Black moves a cannon where a chariot takes it for nothing.
# Long enough for a review.
BLUNDER = "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3 a9a8 a0a1 a8a9 a1a0"


class Advice(case.Case):
    def open(self, start=HORSE, moves="", **fields):
        self.app = self.start(write_game(self.home.games / "game.xiangqi", start, moves, **fields))
        return self.app

    def hint(self, told):
        self.app.key("ctrl+h")
        self.eventually(lambda: self.app.status(), told, "the status")


class Hints(Advice):
    @case.smoke
    def test_two_people_agree_to_hints_and_get_one_in_three_steps(self):
        app = self.open()
        app.key("ctrl+h")
        asked = say("offer", "Hints", who="Red")
        until("the request", lambda: app.named("label", asked))
        self.assertEqual(self.home.kept()["tags"].get("hints"), None)
        app.activate("accept-offer")
        self.eventually(app.status, say("hint_piece", piece="the red chariot on file 9"), "the status")
        app.photograph("hint-piece")
        self.assertEqual(self.home.kept()["tags"]["hints"], "agreed")
        self.hint(say("hint_move", move_text="R9=5"))
        app.photograph("hint-move")
        app.key("ctrl+h")
        gain = say("hint.purpose", "Gain", pieces=say("material.several", "Horse", count=1))
        until("the reason", lambda: app.status().startswith(f"R9=5: {gain}"))
        app.photograph("hint-reason")
        app.play("a5e5")
        until("no hint", lambda: not app.status().startswith("R9=5"))

    def test_a_player_who_declines_leaves_the_game_without_hints(self):
        app = self.open()
        app.key("ctrl+h")
        until("the request", lambda: app.named("label", say("offer", "Hints", who="Red")))
        app.activate("decline-offer")
        self.eventually(app.status, say("declined", "Hints", who="Black"), "the status")
        self.assertNotIn("hints", self.home.kept()["tags"])

    def test_a_person_against_the_computer_asks_nobody(self):
        app = self.open(tags={"computer": "black 1"})
        self.hint(say("hint_piece", piece="the red chariot on file 9"))
        # Another position has no hint yet.
        app.play("a5a6")
        self.assertFalse(app.is_enabled("hint"))


class Review(Advice):
    def finished(self, moves):
        return self.open(case.START, moves, result="0-1", reason="resignation")

    def review(self):
        self.app.activate("review")
        return self.app.dialog(ui("review"))

    def test_the_better_move_is_told_and_kept(self):
        app = self.finished(BLUNDER)
        self.assertEqual(app.is_enabled("review"), True)
        dialog = self.review()
        app.photograph("review-progress", dialog.window)
        title = say("listed_move", round=3, side="Black", move_text="C8+4")
        # All moves of the game are searched, after all else that a machine has to do.
        until("the move", lambda: dialog.node.named("list item", title), 400)
        app.photograph("review-found", dialog.window)
        app.key("Return")
        self.eventually(app.status, say("lines_added", count=2), "the status")
        app.photograph("review-kept")
        app.key("ctrl+s")
        saved = lambda: json.loads((self.home.games / "game.xiangqi").read_text())
        line, _ = until("the variations", lambda: saved().get("variations"))
        self.assertTrue(line["moves"][0]["comment"].startswith("Better"), line)

    def test_a_review_that_is_closed_changes_nothing(self):
        app = self.finished(BLUNDER)
        dialog = self.review()
        app.key("Escape")
        until("closed", lambda: not dialog.node.find("progress bar", ".*"))
        self.assertFalse(self.home.kept().get("unsaved"))

    def test_a_game_that_goes_on_is_not_reviewed(self):
        app = self.open(case.START, BLUNDER)
        self.assertEqual(app.is_enabled("review"), False)


if __name__ == "__main__":
    case.main()
