"""What every test of the real window begins with: a player with directories and files, and a program.

A test file ends with `case.main()` and is run as `tests/headless /usr/bin/python3 tests/e2e/test_X.py BINARY`.
Every started program has user directories of its own, and fails its test if it writes to its standard error.
"""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import driver
import x11
from driver import App, picture_file
from waiting import TooLate, until
from words import say
from x11 import focused

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
FILES, RANKS = "abcdefghi", "0123456789"
LETTERS = dict(general="k", advisor="a", elephant="b", horse="n", chariot="r", cannon="c", soldier="p")

# Red mates with the cannon behind its second screen; Black catches the general behind its own advisor.
RED_MATES = "b2c2 f9e8 c2c6 b7c7 c6c9"
BLACK_MATES = "e0e1 b7b4 e1e0 b4c4 f0e1 c4c0"


def board_of(fen):
    """What stands where, as the program says it, from the first field of a FEN."""
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    there = {}
    for rank, row in zip(reversed(RANKS), fen.split()[0].split("/")):
        column = 0
        for sign in row:
            if sign.isdigit():
                column += int(sign)
                continue
            side = "red" if sign.isupper() else "black"
            there[FILES[column] + rank] = f"{side} {kinds[sign.lower()]}"
            column += 1
    return there


def write_game(path, start=START, moves="", **fields):
    """A game file; `fields` are added to it or replace what it has. Moves with notes are a list."""
    if isinstance(moves, str):
        moves = [{"move": one} for one in moves.split()]
    game = {"format": "chuhe-game", "version": 1, "start": start, "moves": moves}
    path.write_text(json.dumps({**game, **fields}), encoding="utf-8")
    return path


def info(path):
    """What the command line tells of a game file, which has to be there."""
    os.stat(path)
    told = subprocess.run([driver.BINARY, "info", "--json", path], check=True, capture_output=True, text=True)
    return json.loads(told.stdout)


class Home:
    """User directories of one player."""

    def __init__(self, path):
        self.path = path
        for name in ("config", "data", "cache", "state", "games"):
            (path / name).mkdir()
        self.config, self.data, self.games = path / "config", path / "data", path / "games"
        # Not the first start, which shows the names of the pieces.
        self.prefer(learning_aids=False)
        desktop = Path(os.environ.get("XDG_CONFIG_HOME", "")) / "gtk-4.0"
        if desktop.is_dir():
            shutil.copytree(desktop, self.config / "gtk-4.0")

    def stand_still(self):
        """Has the desktop of this player ask for no animations."""
        settings = self.config / "gtk-4.0" / "settings.ini"
        settings.parent.mkdir(exist_ok=True)
        known = settings.read_text() if settings.exists() else "[Settings]\n"
        settings.write_text(known + "gtk-enable-animations=0\n")

    @property
    def settings_file(self):
        return self.config / "chuhe" / "settings.json"

    def settings(self):
        """What the program has kept of preferences and choices, a moment after each."""
        return json.loads(self.settings_file.read_text()) if self.settings_file.exists() else {}

    def prefer(self, **settings):
        """Has only these kept when a program starts."""
        self.settings_file.parent.mkdir(exist_ok=True)
        self.settings_file.write_text(json.dumps(settings))

    def environment(self):
        names = dict(config=self.config, data=self.data, cache=self.path / "cache", state=self.path / "state")
        return {f"XDG_{name.upper()}_HOME": str(path) for name, path in names.items()}

    @property
    def session(self):
        return self.data / "chuhe" / "session.xiangqi"

    def kept(self):
        """What is kept of the game on the board: what was put down last, or the session once it has that too."""
        for file in (self.session.with_name("session.ahead.xiangqi"), self.session):
            try:
                return json.loads(file.read_text())
            except FileNotFoundError:
                continue
        raise FileNotFoundError(self.session)

    def history(self):
        return sorted((self.data / "chuhe" / "history").glob("*.xiangqi"))


class Case(unittest.TestCase):
    """A test with a player and, once started, a program."""

    longMessage = True
    # How the program is driven.
    program = App
    # Whether pieces, panels and dialogs glide to their places. Where many dialogs are opened, a fifth of the time is saved.
    glides = True
    # Whether a test that has waited too long for a program which still runs is tried once more, and says so.
    may_try_again = True

    def run(self, result=None):
        """Takes a picture where a test fails. One that waited too long may have met a machine that was busy."""
        method = getattr(self, self._testMethodName)

        @functools.wraps(method)
        def watched():
            try:
                method()
            except TooLate as late:
                self.picture_of_failure()
                runs = self.app is not None and self.app.proc.poll() is None
                if not (runs and self.may_try_again):
                    raise
                print(f"tried once more, since {late}", flush=True)
                self.doCleanups()
                self.setUp()
                method()
            except Exception:
                self.picture_of_failure()
                raise

        setattr(self, self._testMethodName, watched)
        return super().run(result)

    def picture_of_failure(self):
        picture = picture_file(f"failed-{self.id().split('.', 1)[-1]}")
        x11.save_picture("root", picture, check=False)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.home, self.app = Home(Path(folder.name)), None
        if not self.glides:
            self.home.stand_still()

    # What releases of GTK and libadwaita write of themselves.
    faults = [
        # GTK 4.8, when a window goes with the pointer in it, and it still was to show a tooltip there: that waits half a
        # second, and then asks for the pointer's place in what is no more.
        (
            range(8, 9),
            r"(gdk_surface_get_device_position|_gtk_widget_find_at_coords): assertion 'GDK_IS_SURFACE \(surface\)' failed",
        ),
        # GTK 4.8, of a scrollbar that shows for the first time while the widget around it grows.
        (range(8, 9), r"Trying to snapshot GtkGizmo 0x[0-9a-f]+ without a current allocation$"),
        # Libadwaita 1.7, which comes with GTK 4.18, of any AdwMessageDialog: it tries its heading in large letters, which
        # does not wrap, in widths that only the one in small letters has.
        (range(18, 19), r"Trying to measure GtkLabel 0x[0-9a-f]+ for width of \d+, but it needs at least \d+$"),
        # The same there where the text is long: the box around both is asked how wide it is at their least height.
        (range(18, 19), r"GtkBox 0x[0-9a-f]+ \(box\) reported min width \d+ and natural width \d+ in measure\(\) with for_size="),
        # Libadwaita 1.5 and newer, likewise: its least height is that of a heading that has wrapped.
        (range(14, 25), r"Trying to measure AdwMessageDialog 0x[0-9a-f]+ for height of \d+, but it needs at least \d+$"),
        # GTK 4.18, of any editable label that is left by a click elsewhere.
        (range(18, 19), r"Broken accounting of active state for widget 0x[0-9a-f]+\(GtkText\)$"),
        # GTK 4.24 on X11, of any program, where frames are late.
        (range(24, 25), r"gdk_frame_timings_submitted\(\) called on submitted frame\.$"),
    ]
    # Lines that GTK itself may write where a test takes away what it needs; by default none.
    expected_errors = re.compile("(?!)")

    def start(self, *files, **options):
        """Starts the program; its errors are looked at when the test ends."""
        app = self.program(self.home, *files, **options)
        self.addCleanup(self._end, app)
        self.app = app
        return app

    def start_unread(self, **options):
        """Starts the program without its accessibility tree, which is not there or takes too long."""
        app = self.start(show=False, **options)
        (app.window,) = until("a window", app.windows)
        until("the keyboard", lambda: focused() == app.window)
        return app

    def _end(self, app):
        app.kill(signal.SIGTERM)
        self.assertEqual(self.unknown(app.errors()), [], "the program wrote to its standard error")
        app.err.close()

    def unknown(self, errors):
        """The lines on standard error that no release is known for."""
        faults = [re.compile(line) for minors, line in self.faults if driver.gtk_minor() in minors]
        known = [self.expected_errors, *faults]
        return [line for line in errors.splitlines() if line and not any(one.search(line) for one in known)]

    def game(self, name="game.xiangqi", **fields):
        """A game file of this player."""
        return write_game(self.home.games / name, **fields)

    def saves(self, turn, file="game.xiangqi"):
        """Saves the game to its file, which has all of it then."""
        self.app.key("ctrl+s")
        self.title(say("turn_in_file", file=file, turn=say("turn", side=turn)))

    def eventually(self, probe, value, what="value"):
        """Waits until `probe` gives this value."""
        seen = [None]

        def equal():
            seen[0] = probe()
            return seen[0] == value

        until(lambda: f"{what} {value!r}, but {seen[0]!r}", equal)

    def status(self, text):
        self.eventually(self.app.status, text, "status")

    def title(self, text):
        self.eventually(self.app.title, text, "title")

    def turn(self, side):
        """Waits until the title says whose turn it is, and nothing else is to be said."""
        self.eventually(self.app.headline, say("turn", side=side), "turn")
        until(lambda: f"nothing but the last move, but {self.app.status()!r}", self.app.is_quiet)


def smoke(test):
    """Marks one of a dozen tests that touch every part of the window: tests/e2e/smoke.py."""
    test.is_smoke = True
    return test


def take_binary():
    """Drives the binary that the command line names, if it does."""
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and os.access(sys.argv[1], os.X_OK):
        driver.BINARY = Path(sys.argv.pop(1)).resolve()


def main():
    """Runs the tests of a file against the binary that the command line names."""
    take_binary()
    # PyGObject warns at every turn of its loop on Python 3.14, and unittest would show each.
    unittest.main(verbosity=2, warnings="ignore")
