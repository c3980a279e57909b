#!/usr/bin/python3
"""The analysis: lines that follow the game, seen on the board and kept; whom it asks first, and other engines."""

import re
import shlex

from gi.repository import GLib

import case
import driver
from case import write_game
from test_engines import Engines
from waiting import until
from words import pattern, say

GAME = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
MATE = "3k5/R8/9/9/9/9/9/9/9/4K3R w"


class Analysis(case.Case):
    def open(self, start=case.START, moves=GAME, **fields):
        self.app = self.start(write_game(self.home.games / "game.xiangqi", start, moves, **fields))
        return self.app

    def lines(self):
        """The lines, by their accessible names."""
        return [line.name for line in self.rows()]

    def rows(self):
        # Rows that are hidden have no size.
        return [row for row in self.app.find("list item", r"Line \d, .*") if row.area().width > 1]

    def wait(self, count=3, of="Black"):
        """Waits for lines whose first move is one of this side."""
        first = re.compile(rf"Line 1, [^:]*: {of} ")
        found = lambda: len(self.lines()) == count and first.match(self.lines()[0])
        until(lambda: f"{count} lines of {of}: {self.lines()}", found, seconds=30)


class Lines(Analysis):
    @case.smoke
    def test_they_follow_a_game_that_is_looked_at_and_go_with_the_section(self):
        app = self.open()
        app.key("ctrl+i")
        self.wait(of="Red")
        app.photograph("analysis")
        app.key("alt+Left")
        self.wait(of="Black")
        app.activate("analysis-lines", GLib.Variant("s", "1"))
        self.wait(count=1)
        app.activate("analysis-bar")
        until("the bar", lambda: app.find("image", pattern("red_chances_aloud")))
        app.photograph("analysis-bar")
        self.assertEqual(self.home.settings()["analysis"]["lines"], 1)
        app.key("ctrl+i")
        until("no lines", lambda: not self.lines())

    def test_a_mate_is_told_first(self):
        app = self.open(MATE, "")
        app.key("ctrl+i")
        score = say("score_text", "signed(moves) > 0", count=1)
        until("a mate", lambda: any(line.startswith(f"Line 1, {score}:") for line in self.lines()))

    def test_one_is_seen_on_the_board_and_kept_as_a_variation(self):
        app = self.open(moves="h2e2 i6i5 a3a4 a6a5")
        app.key("alt+Home")
        app.key("ctrl+i")
        self.wait(of="Red")
        before = app.position()
        app.click(self.rows()[0])
        until("a move on the board", lambda: app.position() != before)
        app.photograph("analysis-line")
        # The second move of the line, and back to the game.
        for key in ("alt+Right", "Left", "alt+Left"):
            app.key(key)
        self.eventually(app.position, before, "the game")
        app.click(self.rows()[2])
        until("a move on the board", lambda: app.position() != before)
        app.click(app.button(say("keep_line")))
        until("a variation", lambda: app.lines())
        app.activate("delete-variation")
        until("an answer, or no variation", lambda: app.over() or not app.lines())


class Fair(Analysis):
    def test_two_people_agree_to_it_while_their_game_goes_on(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+i")
        app.click(app.button(say("ask_for_analysis")))
        until("the request", lambda: app.named("label", say("offer", "Analysis", who="Black")))
        app.activate("accept-offer")
        self.wait()
        self.assertEqual(self.home.kept()["tags"]["hints"], "analysis")

    def test_there_is_none_against_the_computer(self):
        app = self.open(tags={"computer": "red 1"}, moves="h2e2")
        app.key("ctrl+i")
        self.eventually(app.status, say("refusal", "NoAnalysis"), "the status")
        self.assertEqual(self.lines(), [])


class Engine(Analysis, Engines):
    def test_an_engine_of_the_player_gives_the_lines(self):
        file = self.home.games / "own"
        pid = self.home.games / "own.pid"
        file.write_text(f"#!/bin/sh\necho $$ > {shlex.quote(str(pid))}\nexec {shlex.quote(str(driver.BINARY))} uci\n")
        file.chmod(0o755)
        engine = dict(file=file.as_uri(), name="own")
        self.home.prefer(engines=[engine], analysis=dict(engine="own", lines=2))
        app = self.open()
        app.key("ctrl+i")
        self.wait(count=2, of="Red")
        app.key("alt+Left")
        self.wait(count=2, of="Black")
        process = int(pid.read_text())
        app.key("ctrl+i")
        until("its end", lambda: not self.runs(process))


if __name__ == "__main__":
    case.main()
