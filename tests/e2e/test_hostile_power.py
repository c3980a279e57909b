#!/usr/bin/python3
"""The power is cut, or the program killed, between any two calls that change something on the disk: what was certain to
be kept is there, and what is not whole is told."""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gi.repository import GLib

import case
import driver
from case import BLACK_MATES, Home, info
from disk import HostileDisk
from power import Machine

MOVES = BLACK_MATES.split()


class Power(case.Case):
    # What is lost now and then is lost.
    may_try_again = False

    def setUp(self):
        super().setUp()
        self.disk = HostileDisk(self.home.path)
        # Told, so that a failure can be seen again.
        self.seed = int(os.environ.get("CHUHE_SEED", random.randrange(10**6)))
        self.dice = random.Random(self.seed)

    def count(self, variable, usual):
        count = int(os.environ.get(variable, usual))
        print(f"{variable}={count} CHUHE_SEED={self.seed} ", end="", file=sys.stderr, flush=True)
        return count

    def play_on(self):
        """Plays a whole game, and changes a preference."""
        app = self.start(through=self.disk.through)
        app.key("m")
        app.play(" ".join(MOVES))
        app.quit()

    def test_power_cut_between_any_two_calls(self):
        cuts = self.count("CHUHE_CUTS", "5")
        home = self.home
        self.play_on()
        calls, asked = self.disk.calls(), 0
        for number in range(cuts):
            with self.subTest(number=number, seed=self.seed), tempfile.TemporaryDirectory() as folder:
                machine = Machine(calls[: self.dice.randrange(len(calls))])
                self.home = Home(Path(folder))
                machine.cut(self.dice, home.data, self.home.data)
                machine.cut(self.dice, home.config, self.home.config)
                session = machine.certainly(home.session)
                promised = json.loads(session).get("moves", []) if session else []
                asked += self.start_again(len(promised))
        self.home = home
        print(f"{len(calls)} calls; told {asked} times ", end="", file=sys.stderr)

    def start_again(self, promised):
        """Starts the next run, and looks at the moves. Returns whether something was told."""
        app = self.start()
        # What is not whole is put aside before there is a window.
        told = list(self.home.data.rglob("*damaged*"))
        if told:
            app.dialog().press("Escape")
        app.alone()
        seen = len(app.moves())
        app.play(" ".join(MOVES[:1]) if not seen else "")
        app.quit()
        kept = [move["move"] for move in self.home.kept()["moves"]]
        self.assertEqual(kept, MOVES[: max(seen, 1)])
        self.assertGreaterEqual(seen, promised)
        return bool(told)

    def test_killed_before_any_call(self):
        kills = self.count("CHUHE_CALLS", "3")
        self.play_on()
        last = len(self.disk.calls())
        for number in range(kills):
            with self.subTest(number=number, seed=self.seed):
                shutil.rmtree(self.home.data / "chuhe")
                shutil.rmtree(self.home.config / "chuhe")
                self.disk.log.unlink()
                self.disk.now("all.kill", self.dice.randint(1, last))
                played = self.play_until_killed()
                self.disk.again("all.kill")
                app = self.start()
                seen = len(app.moves())
                # No move is seen before it is kept.
                self.assertIn(seen, (played, played + 1))
                app.quit()
                for path in self.home.history():
                    self.assertEqual(info(path)["moves"], MOVES)
                left = [*self.home.data.rglob(".chuhe-*"), *self.home.path.rglob("*damaged*")]
                self.assertEqual(left, [])

    def play_until_killed(self):
        """Plays a game until the program is gone. Returns the number of moves that were seen."""
        app, played = None, 0
        try:
            app = driver.App(self.home, through=self.disk.through)
            for move in MOVES:
                app.press_move(move)
                while app.piece(move[:2]) != "empty":
                    self.assertIsNone(app.proc.poll())
                played += 1
        except (AssertionError, GLib.Error, subprocess.CalledProcessError, LookupError, TypeError, ValueError):
            pass  # It is gone.
        if app:
            app.kill()
            app.err.close()
        return played


if __name__ == "__main__":
    case.main()
