#!/usr/bin/python3
"""Engines of the player’s own: found, chosen and refused, their options, and programs that mean harm."""

import os
import shlex
import signal
import subprocess
import unittest
from pathlib import Path

import case
import driver
from waiting import until
from words import say, ui

FAIRY = Path("/usr/games/fairy-stockfish")

# An engine in a few lines; each test changes something in it.
SCRIPT = """#!/usr/bin/python3 -u
import os, signal, sys, time
open({pid!r}, "w").write(str(os.getpid()))
{before}
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == {greeting!r}:
        print("id name {name}")
        print("option name Clear Hash type button")
        print("option name Book type string default <empty>")
        print({greeting!r} + "ok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "go":
        print("bestmove {move}")
    elif words[0] == "quit":
        break
    {then}
{after}
"""


class Engines(case.Case):
    def engine(self, name, move="h9g7", greeting="uci", before="", then="", after=""):
        """A program that plays, or seems to."""
        file = self.home.games / name
        pid = str(file) + ".pid"
        text = SCRIPT.format(pid=pid, name=name, move=move, greeting=greeting, before=before, then=then, after=after)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
        return file

    def process(self, file):
        """The process of such a program, once it runs."""
        return int(until("a process", lambda: Path(f"{file}.pid").read_text()))

    def runs(self, pid):
        try:
            return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def added(self, *files):
        """Has these engines in the settings when the program starts."""
        self.home.prefer(engines=[dict(file=file.as_uri(), name=file.name) for file in files])

    def page(self, **options):
        """Opens the page."""
        app = self.start(**options)
        app.key("ctrl+comma")
        self.dialog = app.dialog(ui("preferences"))
        app.key("alt+n")
        self.row(say("built_in_engine"))
        return app

    def shown(self, role, name):
        return [node for node in self.dialog.node.named(role, name) if node.area().width > 1]

    def row(self, name, role="list item"):
        return until(f"a {role} {name}", lambda: self.shown(role, name))[0]

    def labels(self):
        return [node.name for node in self.dialog.node.of_role("label") if node.area().width > 1]

    def told(self, text):
        until(lambda: f"{text!r} among {self.labels()}", lambda: text in self.labels(), seconds=15)

    def unfold(self, name):
        # The row itself reaches over all that it unfolds.
        self.dialog.click(self.row(name, "label"))

    def choose(self, file):
        self.dialog.click(self.row(say("choose_engine")))
        self.app.choose_file(file)

    def kept(self):
        return {one["name"]: one.get("options", {}) for one in self.home.settings().get("engines", [])}


class Page(Engines):
    def test_our_own_engine_is_added_by_file_set_up_and_removed(self):
        app = self.page()
        file = self.home.games / "own"
        file.write_text(f"#!/bin/sh\nexec {shlex.quote(str(driver.BINARY))} uci\n")
        file.chmod(0o755)
        self.choose(file)
        until("an engine", self.kept)
        (name,) = self.kept()
        self.assertTrue(name.startswith("Chuhe "), name)
        self.unfold(name)
        self.row("Skill Level", "spin button")
        self.row("Rules", "combo box")
        app.photograph("engine-options", self.dialog.window)
        self.dialog.tab_to(("spin button", "Skill Level"))
        app.key("Down", "Down")
        self.eventually(self.kept, {name: {"Skill Level": "6"}})
        self.dialog.click(self.row(say("engine_conversation")))
        app.other_window(say("engine_conversation"))
        text = lambda: [node.text() for top in app.over() for node in top.named("text box", say("engine_conversation"))]
        said = until("the conversation", text)[0]
        for line in ("> uci", "< uciok", "> setoption name Skill Level value 6", "< bestmove"):
            self.assertIn(line, said)
        app.key("Escape")
        self.dialog.tab_to(("list item", say("remove_engine")))
        app.key("Return")
        self.eventually(self.kept, {})
        until("no row", lambda: not self.shown("list item", name))

    @unittest.skipUnless(FAIRY.exists(), f"needs {FAIRY}")
    def test_a_known_engine_is_found_and_kept_for_the_next_time(self):
        app = self.page()
        self.dialog.click(self.row(FAIRY.name))
        until("an engine", self.kept)
        (name,) = self.kept()
        self.assertIn("Fairy-Stockfish", name)
        until("no offer any more", lambda: not self.shown("list item", FAIRY.name))
        app.quit()
        self.page()
        self.unfold(name)
        self.row("Threads", "spin button")

    def test_an_engine_may_speak_ucci_and_ends_when_its_row_is_folded(self):
        # It ends at a greeting that it does not know.
        file = self.engine("binghe", greeting="ucci", then="elif words[0] == 'uci': break")
        self.added(file)
        self.page()
        self.unfold(file.name)
        self.row("Clear Hash")
        pid = self.process(file)
        self.assertTrue(self.runs(pid))
        self.unfold(file.name)
        until("its end", lambda: not self.runs(pid))

    @unittest.skipUnless(FAIRY.exists(), f"needs {FAIRY}")
    def test_fairy_stockfish_says_the_same_in_both_protocols(self):
        # It speaks the protocol of the first greeting; this one hears of no other than UCCI.
        ucci = self.home.games / "ucci"
        ucci.write_text(f'#!/bin/sh\nread first\n[ "$first" = ucci ] || exit 0\n(echo ucci; exec cat) | {FAIRY}\n')
        ucci.chmod(0o755)
        game = self.home.games / "game.pgn"
        game.write_text("1. H2-E2 H9-G7 2. H0-G2 H7-H3 *\n", encoding="utf-8")
        words = [driver.BINARY, "review", "--json", "--nodes", "2000"]
        uci, ucci = (subprocess.check_output([*words, "--engine", engine, game], timeout=60) for engine in (FAIRY, ucci))
        self.assertEqual(uci, ucci)
        self.assertIn(b'"evaluation"', uci)

    def test_what_does_not_play_is_refused_with_the_reason(self):
        chess = self.engine("chess", move="e7e5")
        broken = self.engine("broken", before="print('no network', file=sys.stderr); sys.exit(1)")
        text = self.game()
        self.page()
        for file, words in [
            (chess, say("engine_fault", "OtherGame")),
            (broken, say("engine_fault", "Died", message="no network")),
            (text, say("engine_fault", "NotStarted", reason="Permission denied.")),
        ]:
            with self.subTest(file.name):
                self.choose(file)
                self.told(words)
        self.assertEqual(self.kept(), {})

    def test_in_a_sandbox_there_is_the_built_in_engine_and_the_reason(self):
        self.added(self.engine("own"))
        self.page(settings=dict(FLATPAK_ID="io.github.chuhe.Chuhe"))
        self.told(say("engines_sandboxed"))
        for gone in ("own", say("choose_engine")):
            self.assertEqual(self.shown("list item", gone), [])
        self.assertEqual(list(self.kept()), ["own"])


# An engine to which Red's first move is a blunder.
REVIEWER = """#!/usr/bin/python3 -u
import sys
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "uci":
        print("id name reviewer")
        print("uciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        is_black = (" b " in line) != (len(moves) % 2 == 1)
        move, score = ("h9g7", 900) if is_black else ("b2e2", 10)
    elif words[0] == "go":
        print("info depth 9 score cp", score, "pv", move)
        print("bestmove", move)
    elif words[0] == "quit":
        break
"""


class Reviewer(Engines):
    def review(self, file):
        self.home.prefer(engines=[dict(file=file.as_uri(), name=file.name)], review_engine=file.name)
        self.app = self.start(case.write_game(self.home.games / "game.xiangqi", case.START, "h2e2"))
        self.app.activate("review")

    def test_it_reviews_a_game(self):
        file = self.engine("reviewer")
        file.write_text(REVIEWER)
        self.review(file)
        self.eventually(self.app.status, say("turning_points", count=1), "the status")
        curve = self.app.frame().named("image", say("winning_chances"))[0]
        self.assertIn("C8=5", curve.description)

    def test_one_that_dies_is_told(self):
        self.review(self.engine("dead", before="sys.exit('broken')"))
        dialog = self.app.dialog(say("cannot_review"))
        self.assertTrue(dialog.node.find("label", ".*broken"))


class Opponent(Engines):
    def begin(self, file, limit="nodes 10000"):
        """Starts a game against an engine, as the dialog proposes it."""
        opponent = dict(computer=True, level=1, side="red", name="Lan", engine=f"{limit} {file.name}")
        self.home.prefer(engines=[dict(file=file.as_uri(), name=file.name)], opponent=opponent)
        app = self.start()
        app.key("ctrl+n")
        self.dialog = app.dialog(ui("new_game"))
        self.row(ui("opponent_chooser", "limit"), "combo box")
        app.photograph("engine-opponent", self.dialog.window)
        self.dialog.leave("Return")
        app.alone()
        return app

    def replied(self, plies):
        self.eventually(lambda: len(self.app.moves()), plies, "moves")

    def test_it_is_chosen_in_the_dialog_and_plays_after_a_restart_too(self):
        file = self.home.games / "own"
        file.write_text(f"#!/bin/sh\nexec {shlex.quote(str(driver.BINARY))} uci\n")
        file.chmod(0o755)
        app = self.begin(file)
        app.play("h2e2")
        self.replied(2)
        tags = until("the game", lambda: self.home.kept()["tags"])
        self.assertEqual((tags["engine"], tags["black"], tags["red"]), ("nodes 10000 own", "own", "Lan"))
        app.quit()
        app = self.start()
        self.replied(2)
        app.play("b2c2")
        self.replied(4)

    def test_the_built_in_engine_plays_on_after_one_that_plays_foul(self):
        app = self.begin(self.engine("foul"))
        app.play("b0c2")
        self.eventually(lambda: app.piece("g7"), "black horse")
        app.play("b2b3")
        fault = say("engine_fault", "IllegalMove", move_text="h9g7")
        self.status(say("engine_replaced", reason=fault))
        self.replied(4)

    def test_the_built_in_engine_plays_on_after_one_that_dies_thrice(self):
        # The trial goes well each time.
        file = self.engine("mortal", then="if words[0] == 'position' and 'moves' in words: print('no memory', file=sys.stderr); sys.exit(3)")
        app = self.begin(file)
        app.play("h2e2")
        fault = say("engine_fault", "Died", message="no memory")
        self.status(say("engine_replaced", reason=fault))
        self.replied(2)


# The check that answers a move of Red's general.
CHECKS = {"e0e1": "a0a1", "e1e0": "a1a0"}

# An engine that checks forever with its chariot if it can. Its log has the searches for which moves were ruled out.
CHECKER = """#!/usr/bin/python3 -u
import sys
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == {greeting!r}:
        print({greeting!r} + "ok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        move, banned = {checks}.get((moves or [""])[-1], "h9g7"), []
    elif words[0] == "banmoves":
        banned = words[1:]
    elif words[0] == "go":
        wanted = words[words.index("searchmoves") + 1:] if "searchmoves" in words else []
        if banned or wanted:
            print(line.strip(), banned, file=open({log!r}, "a"))
        if {heeds} and (move in banned or wanted and move not in wanted):
            move = "d9d8"
        print("bestmove", move)
    elif words[0] == "quit":
        break
"""


class Ruled(Engines):
    """An engine that would lose by perpetual check."""

    def meet(self, greeting, heeds):
        """Has the engine check until it does something else, or loses; returns the searches without a check."""
        file, log = self.home.games / "checker", self.home.games / "log"
        file.write_text(CHECKER.format(greeting=greeting, heeds=heeds, checks=CHECKS, log=str(log)))
        file.chmod(0o755)
        opponent = dict(computer=True, level=1, side="red", name="Lan", engine="nodes 1000 checker")
        one = dict(file=file.as_uri(), name=file.name, speaks_ucci=greeting == "ucci")
        self.home.prefer(engines=[one], opponent=opponent)
        start = "3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 1"
        app = self.start(case.write_game(self.home.games / "game.xiangqi", start, "e0e1"))
        app.key("Page_Up")
        app.activate("play-from-here")
        app.dialog(ui("new_game")).press("Return")
        app.alone()
        self.moves = []
        for count, move in enumerate(["e0e1", "e1e0", "e0e1", "e1e0"], 1):
            app.play(move)
            self.eventually(lambda: len(self.home.kept()["moves"]), 2 * count, "moves")
            self.moves = [one["move"] for one in self.home.kept()["moves"]]
            if self.moves[-1] not in CHECKS.values():
                break
        self.assertEqual(self.moves[:3], ["e0e1", "a0a1", "e1e0"])
        return log.read_text().splitlines()

    def test_it_plays_another_move_when_told_which_one_loses(self):
        *_, told = self.meet("uci", True)
        self.assertIn("searchmoves", told)
        self.assertNotIn(CHECKS[self.moves[-2]], told)
        self.assertEqual(self.moves[-1], "d9d8")
        self.assertTrue(self.app.is_enabled("resign"))

    def test_it_is_told_in_the_words_of_ucci_too(self):
        *_, told = self.meet("ucci", True)
        self.assertIn(repr(CHECKS[self.moves[-2]]), told)
        self.assertEqual(self.moves[-1], "d9d8")

    def test_one_that_will_not_listen_loses_by_the_rules(self):
        told = self.meet("uci", False)
        # It was asked twice.
        self.assertGreaterEqual(len(told), 2)
        self.assertEqual(self.moves[-1], "a1a0")
        self.app.settle()
        self.app.click(self.app.button(say("accept_ruling")))
        self.eventually(lambda: self.home.kept().get("reason"), "perpetual check")
        self.assertEqual(self.home.kept()["result"], "1-0")


class Hostile(Engines):
    def test_a_silent_program_and_one_that_never_stops_talking_disturb_nobody(self):
        silent = self.engine("silent", before="signal.pause()")
        babbling = self.engine("babbling", before="while True: os.write(1, b'info string ' + b'x' * 60_000 + b'\\n' * 5_000)")
        self.added(silent, babbling)
        app = self.page()
        for file in (silent, babbling):
            self.unfold(file.name)
        pids = [self.process(file) for file in (silent, babbling)]
        before = app.memory()
        until(
            "both refused",
            lambda: len([one for one in self.labels() if one == say("engine_fault", "Silent")]) == 2,
            seconds=20,
        )
        self.assertLess(app.memory() - before, 20_000)
        until("their end", lambda: not any(map(self.runs, pids)))

    def stubborn(self, deaf):
        """Starts an engine that does not heed the end of its input, nor what `deaf` ignores: the program, and its process."""
        engine = self.engine("stubborn", before=deaf, after="while True: time.sleep(1)")
        self.added(engine)
        app = self.page()
        self.unfold(engine.name)
        self.row("Clear Hash")
        return app, self.process(engine)

    def test_nothing_is_left_behind_by_a_program_that_is_killed(self):
        deaf = "for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(one, signal.SIG_IGN)"
        app, pid = self.stubborn(deaf)
        app.kill(signal.SIGKILL)
        until("its end", lambda: not self.runs(pid))

    def test_a_program_that_will_not_end_is_ended(self):
        deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
        app, pid = self.stubborn(deaf)
        self.dialog.press("Escape")
        until("its end", lambda: not self.runs(pid))
        app.play("h2e2")

    def test_an_engine_that_dies_of_its_first_search_says_why(self):
        file = self.engine("mortal", then="if words[0] == 'go': print('out of memory', file=sys.stderr); time.sleep(0.05); sys.exit(3)")
        self.added(file)
        self.page()
        self.unfold(file.name)
        self.told(say("engine_fault", "Died", message="out of memory"))


if __name__ == "__main__":
    case.main()
