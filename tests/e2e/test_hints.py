#!/usr/bin/python3
"""Hints, and the moves that decided a game: asked for, given step by step, kept in the game."""

import json

import case
from case import write_game
from waiting import steady, until
from words import say, ui

# Red can take a horse that nothing guards.
HORSE = "3akab2/9/4b4/9/R3n4/9/4P4/9/9/3AK4 w"
# Black moves a cannon where a chariot takes it for nothing.
# Long enough for a review.
BLUNDER = "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3 a9a8 a0a1 a8a9 a1a0"


# A reviewed game in which Black lost a cannon.
REVIEWED = """[Result "*"]

{[%eval 0.10]} 1. H2-E2 {[%eval 0.12]} H9-G7 {[%eval 0.10]} 2. H0-G2 {[%eval 0.15]} I9-I8 {[%eval 0.12]}
3. I0-H0 {[%eval 0.20]} H7-H3 $4 {[%eval 5.90]} (3... I8-D8 {[%eval 0.30]}) 4. H0-H3 {[%eval 5.80]} *
"""


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

    def curve(self):
        """The curve, once there is one."""
        name = say("winning_chances")
        return until("the curve", lambda: self.app.frame().named("image", name))[0]

    def test_what_was_better_is_found_told_and_kept(self):
        app = self.finished(BLUNDER)
        app.activate("review")
        bar = say("review_progress")
        until("the progress", lambda: app.frame().named("progress bar", bar))
        app.photograph("review-progress")
        # All moves of the game are searched, after all else that a machine has to do.
        until("the end", lambda: not app.frame().named("progress bar", bar), 400)
        until("the turning point", lambda: "C8+4" in self.curve().description)
        self.assertIn(say("turning_points", count=2), app.status())
        app.photograph("review-found")
        better = ui("review_section", "better")
        offers = lambda: "sensitive" in app.frame().named("button", better)[0].states()
        place = lambda: tuple(self.curve().area())
        until("a better line", offers)
        before = steady("the curve", place)
        app.key("alt+Left")
        until("another move", lambda: not offers())
        # What is pressed twice stays under the pointer.
        self.assertEqual(steady("the curve", place), before)
        app.key("alt+Down")
        until("a better line", offers)
        app.click(app.frame().named("button", better)[0])
        until("the line", lambda: app.is_enabled("delete-variation"))
        app.key("ctrl+s")
        saved = lambda: json.loads((self.home.games / "game.xiangqi").read_text())
        until("the variations", lambda: saved().get("variations"))

    def test_a_review_that_is_stopped_keeps_what_it_has(self):
        # Nobody plays a game that was opened.
        app = self.open(case.START, BLUNDER)
        app.activate("review")
        stop = ui("review_section", "stop")
        # The first findings.
        until("an evaluation", lambda: self.curve().description, 200)
        app.click(until("the button", lambda: app.frame().named("button", stop))[0])
        until("stopped", lambda: not app.frame().named("button", stop))
        until("kept", lambda: self.home.kept()["sitting"]["unsaved"])
        self.assertTrue(self.curve().description)

    def test_a_turning_point_is_practiced_until_it_is_solved(self):
        file = self.home.games / "reviewed.pgn"
        file.write_text(REVIEWED)
        self.app = app = self.start(file)
        self.assertIn("C8+4", until("the turning point", lambda: self.curve().description))
        app.activate("practice")
        dialog = app.dialog(say("studies"))
        until("the book", lambda: dialog.node.named("label", say("drills_due", count=1)))
        progress = self.home.data / "chuhe" / "studies.json"
        repetition = lambda: next(iter(json.loads(progress.read_text())["studies"].values())).get("repetition")
        app.type("a6a5")
        app.key("Return")
        until("failed", lambda: progress.exists() and repetition())
        self.assertEqual(repetition()["solved"], 0)
        until("not due", lambda: dialog.node.named("label", say("drills_due", count=0)))

    def test_a_game_that_goes_on_is_not_reviewed(self):
        app = self.open(case.START, BLUNDER)
        app.play("c6c5")
        until("played", lambda: not app.is_enabled("review"))


if __name__ == "__main__":
    case.main()
