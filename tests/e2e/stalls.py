#!/usr/bin/python3
"""How long the window's thread is busy at a time with long texts: n, 2n and 4n of each kind.

The program is asked for its actions again and again, which the window's thread answers. What counts is the longest time
that this thread computes from a question to its answer: other programs on the machine do not. Run as `tests/headless /usr/bin/python3 tests/e2e/stalls.py BINARY [ROUNDS]`.
"""

import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from gi.repository import Gio, GLib

import case
from case import Home, write_game
from driver import APP_ID, App
from waiting import TooLate, until
from words import ui

# How long nothing but the wait for an answer may come before something counts as done.
QUIET = 0.4
MOVES = ["h2e2", "h9g7", "e2h2", "g7h9"]


class Watch:
    """Measures the longest time without an answer, in milliseconds."""

    def __init__(self, pid):
        # The program's first thread is the window's. The time it has been on a processor comes first, in nanoseconds.
        self.thread_time = Path(f"/proc/{pid}/task/{pid}/schedstat")
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.longest, self.asked, self.runs = 0.0, time.monotonic(), True
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        path = "/" + APP_ID.replace(".", "/") + "/window/1"
        while self.runs:
            self.asked, before = time.monotonic(), self._computed()
            try:
                self.bus.call_sync(APP_ID, path, "org.gtk.Actions", "List", None, None, Gio.DBusCallFlags.NONE, 120_000)
            except GLib.Error:
                continue
            self.longest = max(self.longest, (self._computed() - before) / 1e6)
            time.sleep(0.001)

    def _computed(self):
        return int(self.thread_time.read_text().split()[0])

    def wait(self):
        """The longest time since the last call, once the program answers at once again."""
        time.sleep(QUIET)
        while time.monotonic() - self.asked > 0.02:
            time.sleep(0.02)
        longest, self.longest = self.longest, 0.0
        return longest

    def end(self):
        self.runs = False
        self.thread.join()


def game(home, count, at=None, **fields):
    """A game of `count` moves, with what `at` gives for some of them."""
    moves = [{"move": MOVES[ply % 4], **(at(ply) if at else {})} for ply in range(count)]
    return write_game(home.games / "long.xiangqi", moves=moves, rulebook="off", no_capture=0, **fields)


def sentence(letters):
    return ("Red is better here. " * (letters // 20 + 1))[:letters]


def one_comment(home, n):
    return game(home, 8, lambda ply: {"comment": sentence(n)} if ply == 3 else {})


def one_word(home, n):
    return game(home, 8, lambda ply: {"comment": "x" * n} if ply == 3 else {})


def many_comments(home, n):
    return game(home, n, lambda ply: {"comment": sentence(1000)})


def commented_variation(home, n):
    again = ["b9c7", "e2h2", "c7b9", "h2e2"]
    line = [{"move": again[ply % 4], "comment": sentence(40)} for ply in range(n)]
    return game(home, 8, variations=[{"line": 0, "ply": 2, "moves": line}])


def names(home, n):
    return game(home, 8, tags={"red": sentence(n), "black": "y" * n, "event": sentence(n)})


def many_moves(home, n):
    return game(home, n)


def warnings(home, n):
    """A file of which much is told: moves that are none, of which each is long."""
    path = home.games / "long.pgn"
    path.write_text(f'[Event "{sentence(200)}"]\n\n' + "1. H2-E2 " + f"{'x' * 500} ({'y' * 500}) " * n + "*\n")
    return path


def many_games(home, n):
    path = home.games / "long.pgn"
    path.write_text(f'[Event "{sentence(100)}"]\n[Red "{sentence(60)}"]\n\n1. H2-E2 H9-G7 *\n\n' * n)
    return path


KINDS = [
    ("letters in a comment", one_comment, 2_500_000),
    ("letters in a word", one_word, 250_000),
    ("comments of 1000", many_comments, 100),
    ("comments in a variation", commented_variation, 250),
    ("letters in a name", names, 250_000),
    ("moves", many_moves, 2_500),
]
# What is opened only, since a question, a list or a warning comes.
ASKING = [
    ("warnings", warnings, 50),
    ("games in a file", many_games, 2_500),
]


def watched(write, n, tell):
    """What `tell` gives for a program to which such a file was handed over."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        path = write(home, n)
        app = App(home)
        watch = Watch(app.proc.pid)
        watch.wait()
        try:
            app.hand_over(path)
            return tell(app, watch)
        finally:
            watch.end()
            app.kill()


def of_a_game(app, watch):
    """The longest times: while the game is opened, shown step by step, told in its details, and printed."""
    until("the game", lambda: len(app.moves()) > 2, 60)
    told = {"open": watch.wait()}
    steps = []
    for key in ["Home", *["Right"] * 5, "Left", "End"]:
        app.key(key)
        steps.append(watch.wait())
    told["step"] = max(steps)
    for what, key in ("details", "alt+Return"), ("print", "ctrl+p"):
        app.key(key)
        app.dialog(ui(what))
        told[what] = watch.wait()
        app.key("Escape")
        app.alone()
        watch.wait()
    return told


def of_a_question(app, watch):
    """The longest time until a question, a list or a game is there."""
    until("a question, a list or a game", lambda: app.over() or app.moves(), 60)
    return {"open": watch.wait()}


def main():
    case.take_binary()
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"longest time that the window's thread is busy, in milliseconds, median of {rounds}; 4n : n")
    kinds = [(*kind, of_a_game) for kind in KINDS] + [(*kind, of_a_question) for kind in ASKING]
    for name, write, n, tell in kinds:
        rows = []
        for size in (n, 2 * n, 4 * n):
            try:
                all_told = [watched(write, size, tell) for _ in range(rounds)]
            except TooLate as late:
                print(f"{name:26} {size:>10}  {late}", flush=True)
                continue
            rows.append({what: statistics.median(told[what] for told in all_told) for what in all_told[0]})
            print(f"{name:26} {size:>10}  " + "  ".join(f"{what} {ms:6.0f}" for what, ms in rows[-1].items()), flush=True)
        if len(rows) == 3:
            growth = {what: rows[2][what] / max(rows[0][what], 1) for what in rows[0]}
            print(f"{'':26} {'':>10}  " + "  ".join(f"{what} {ratio:5.1f}x" for what, ratio in growth.items()), flush=True)


if __name__ == "__main__":
    main()
