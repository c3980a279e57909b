#!/usr/bin/python3
"""A hostile system: whatever it lacks or takes away, the game on the board stays, and what cannot be done is told.

Beside these: a machine without sound is in test_sound.py, a data folder or preferences that cannot be written from the
start in test_session.py and test_preferences.py, and a locale that is wrong or not there in test_languages.py.
"""

import errno
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from gi.repository import GLib

import case
import driver
import preload
import tree
import x11
from case import BLACK_MATES, START, Home, info, write_game
from disk import HostileDisk
from driver import ROOT
from power import Machine
from test_clock import FACE, SIDES, seconds
from test_shapes import screen
from waiting import steady, until
from words import pattern, say, ui
from x11 import xdo

FULL = say("reading_error", "StorageFull")
READ_ONLY = say("reading_error", "ReadOnlyFilesystem")
NOWHERE = "unix:path=/nonexistent"
# The buttons that have nothing but an icon.
BUTTONS = [ui("window", which) for which in ("win.new", "win.undo", "win.redo", "win.flip", "panel_button")]
BUTTONS.append(ui("main_menu"))
# Run with the fonts that a program has.
UNREADABLE = "import fitting, json, sys; print(json.dumps(fitting.unreadable(json.load(sys.stdin))))"
CYCLE = "a0a1 a9a8 a1a0 a8a9".split()
LONG = 10_000
# More than that are not read of one game.
MOST_MOVES = 500_000
TOO_LARGE = say("too_large")
NO_FILE = say("not_regular")
GIB = 1 << 30
MOVES = BLACK_MATES.split()


class Hostile(case.Case):
    # What GTK’s own file dialog has to say where its lists cannot be read or written.
    expected_errors = re.compile("recently.used|server bookmarks")

    def begin(self, *files, rules=(), error=0, **options):
        """Starts a program whose disk can be made hostile."""
        self.disk = HostileDisk(self.home.path)
        for rule in rules:
            self.disk.now(rule, error)
        return self.start(*files, through=self.disk.through, **options)

    def told(self, text):
        """Waits until this is told over the board."""
        until(lambda: f"{text} among {self.app.labels()}", lambda: text in self.app.labels())

    def kept(self):
        """The moves in the session: in what was put down where the disk does not have it yet."""
        ahead = self.home.session.with_name("session.ahead.xiangqi")
        for _ in range(3):
            try:
                return info(ahead if ahead.exists() else self.home.session)["moves"]
            except subprocess.CalledProcessError:
                continue  # It went away between two looks.
        return None


class Disk(Hostile):
    def test_disk_full(self):
        path = self.game(moves="h2e2")
        before = path.read_bytes()
        app = self.begin(path)
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        self.disk.now("write.fail", errno.ENOSPC)
        app.play("h9g7")
        self.told(say("session_not_saved", reason=FULL))
        app.photograph("hostile-disk-full")
        app.play("h0g2")
        app.key("ctrl+s")
        message = app.dialog(say("cannot_save", name="game.xiangqi"))
        self.assertEqual(message.body, FULL)
        message.press("Escape")
        self.assertEqual(app.piece("g2"), "red horse")
        # Neither the file nor the session has lost anything, and nothing half written lies about.
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(self.kept(), ["h2e2"])
        self.assertEqual(os.listdir(self.home.games), ["game.xiangqi"])
        # Nobody can close the window and lose the game without being asked.
        app.key("ctrl+q")
        app.dialog(say("ask_save")).answer(say("cancel"))
        self.disk.again("write.fail")
        app.play("i9h9")
        self.assertEqual(self.kept(), "h2e2 h9g7 h0g2 i9h9".split())
        self.saves("Red")
        self.assertEqual(info(path)["moves"], self.kept())
        app.quit()

    def test_disk_full_when_the_game_ends(self):
        *moves, last = BLACK_MATES.split()
        app = self.begin(self.game(moves=" ".join(moves)))
        self.disk.now("write.fail", errno.ENOSPC)
        app.play(last)
        self.status(say("outcome", "Checkmate", winner="Black"))
        self.told(say("session_not_saved", reason=FULL))
        self.disk.again("write.fail")
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("c4"), "black cannon")
        app.play(last)
        until("the game in the history", self.home.history)
        app.quit()

    def test_disk_full_that_is_told_late(self):
        """Network disks and quotas tell of it only when a file is flushed or closed."""
        app = self.begin()
        app.play("h2e2")
        self.disk.now("fsync.fail", errno.ENOSPC)
        app.play("h9g7")
        self.told(say("session_not_saved", reason=FULL))
        self.assertEqual(info(self.home.session)["moves"], ["h2e2"])
        # A crash would not lose the move, only the end of the machine.
        self.assertEqual(self.kept(), ["h2e2", "h9g7"])
        there = ["matches.json", "session.ahead.xiangqi", "session.lock", "session.xiangqi"]
        self.assertEqual(sorted(os.listdir(self.home.data / "chuhe")), there)
        self.disk.again("fsync.fail")
        app.play("h0g2")
        self.assertEqual(self.kept(), "h2e2 h9g7 h0g2".split())
        app.quit()

    def test_read_only_home(self):
        app = self.begin(rules=[f"{kind}.fail" for kind in ("create", "mkdir", "rename", "unlink")], error=errno.EROFS)
        app.play("h2e2")
        self.told(say("session_not_saved", reason=READ_ONLY))
        app.play("h9g7")
        app.key("F8")
        self.status(say("sound", "else"))
        app.key("ctrl+s")
        app.choose_file(self.home.games / "game.xiangqi")
        message = app.dialog(say("cannot_save", name="game.xiangqi"))
        self.assertEqual(message.body, READ_ONLY)
        message.press("Escape")
        self.assertEqual(app.piece("g7"), "black horse")
        # A stick, say, takes it.
        with tempfile.TemporaryDirectory() as stick:
            path = Path(stick, "game.xiangqi")
            app.key("ctrl+s")
            app.choose_file(path)
            self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
            self.assertEqual(info(path)["moves"], ["h2e2", "h9g7"])
        app.quit()
        self.assertEqual(list(self.home.data.rglob("*.xiangqi")), [])

    def test_a_file_that_cannot_be_replaced(self):
        path = self.game(moves="h2e2")
        app = self.begin(path)
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        # Some network folders know of no permissions.
        self.disk.now("chmod.fail", errno.EPERM)
        app.play("h9g7")
        self.saves("Red")
        # A file that is mounted by itself can only be written over.
        self.disk.now("rename.fail", errno.EBUSY)
        app.play("h0g2")
        app.key("ctrl+s")
        question = app.dialog(say("ask_overwrite", name="game.xiangqi"))
        self.assertEqual(question.body, say("ask_overwrite_in_folder"))
        app.photograph("hostile-overwrite", question.window)
        question.answer(say("cancel"))
        app.alone()
        self.assertEqual(len(info(path)["moves"]), 2)
        app.key("ctrl+s")
        app.dialog(say("ask_overwrite", name="game.xiangqi")).answer(say("overwrite"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(len(info(path)["moves"]), 3)
        # That is asked once.
        app.play("i9h9")
        self.saves("Red")
        self.assertEqual(len(info(path)["moves"]), 4)
        self.assertEqual(os.listdir(self.home.games), ["game.xiangqi"])
        self.disk.again("rename.fail")
        app.quit()

    def test_unwritable_xdg_directories(self):
        nowhere = {f"XDG_{name}_HOME": "/dev/null/nowhere" for name in ("CONFIG", "DATA", "CACHE", "STATE")}
        nowhere |= {"HOME": "/dev/null/nowhere", "XDG_RUNTIME_DIR": "/dev/null/nowhere"}
        app = self.start(settings=nowhere)
        # What stands in the way of the folder is a device, so even the last game cannot be looked for.
        app.dialog(say("session_damaged_title")).press("Escape")
        app.play("h2e2 h9g7")
        path = self.home.games / "game.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(len(info(path)["moves"]), 2)
        app.quit()


class Session(Hostile):
    def test_the_last_game_is_late(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.quit()
        kept = self.home.session.read_bytes()
        app = self.begin(rules=["create.stop"])
        notice = app.dialog(say("loading_title"))
        self.assertEqual(notice.body, say("loading"))
        app.photograph("hostile-late", notice.window)
        notice.press("Return")
        self.disk.again("create.stop")
        self.assertEqual(app.proc.wait(20), 0)
        self.assertEqual(self.home.session.read_bytes(), kept)
        self.disk.now("create.stop")
        app = self.start(self.game("other.xiangqi", moves="b2b4"), through=self.disk.through)
        app.dialog(say("loading_title"))
        self.assertEqual(app.moves(), [])
        offered = [action for action in ("new", "open", "paste", "save", "quit") if app.is_enabled(action)]
        self.assertEqual(offered, ["quit"])
        self.disk.again("create.stop")
        # What was handed over meanwhile comes after it, and asks as ever.
        question = app.dialog(say("ask_save"))
        self.assertEqual(len(app.moves()), 2)
        question.press("Escape")
        self.assertTrue(app.is_enabled("new"))
        app.play("h0g2")
        self.eventually(self.kept, ["h2e2", "h9g7", "h0g2"])

    def test_session_file_from_a_newer_version(self):
        app = self.start()
        app.play("h2e2")
        app.quit()
        newer = self.home.session.read_bytes().replace(b'"version": 1', b'"version": 9')
        self.home.session.write_bytes(newer)
        app = self.start()
        message = app.dialog(say("session_damaged_title"))
        aside = self.home.session.with_name("session.damaged-1.xiangqi")
        reason = say("read_error", "NewerVersion", found=9, known=1)
        self.assertEqual(message.body, say("session_damaged", reason=reason, file=aside))
        message.press("Escape")
        app.play("b2b4")
        app.quit()
        self.assertEqual(aside.read_bytes(), newer)
        self.assertEqual(self.kept(), ["b2b4"])

    def other_bus(self):
        """A session bus where nobody knows of the program that runs already."""
        command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        bus = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(bus.wait)
        self.addCleanup(bus.terminate)
        self.addCleanup(bus.stdout.close)
        address = bus.stdout.readline().strip()
        return {"DBUS_SESSION_BUS_ADDRESS": address, "AT_SPI_BUS_ADDRESS": tree.address()}

    def test_two_instances_at_once(self):
        first = self.start()
        first.play("h2e2")
        second = self.start(settings=self.other_bus())
        message = second.dialog(say("session_in_use_title"))
        self.assertEqual(message.body, say("session_in_use"))
        second.photograph("hostile-two-instances", message.window)
        message.press("Escape")
        second.play("b2b4 h9g7")
        self.assertEqual(self.kept(), ["h2e2"], "the game of the first window is lost")
        second.key("ctrl+q")
        second.dialog(say("ask_save")).leave("Return")
        path = self.home.games / "second.xiangqi"
        second.choose_file(path)
        self.assertEqual(second.proc.wait(20), 0)
        self.assertEqual(info(path)["moves"], ["b2b4", "h9g7"])
        self.app = first
        first.alone()
        first.play("h9g7")
        self.assertEqual(self.kept(), ["h2e2", "h9g7"])
        # A killed one does not hold on to anything.
        first.kill()
        app = self.start()
        app.alone()
        self.assertEqual(app.piece("g7"), "black horse")
        app.quit()

    def test_a_folder_without_locks_is_told_once(self):
        app = self.begin(rules=["lock.fail"], error=errno.ENOLCK)
        app.play("h2e2 h9g7")
        self.told(say("session_unlocked", folder=self.home.session.parent))
        self.eventually(self.kept, ["h2e2", "h9g7"])
        app.play("h0g2")
        self.eventually(self.kept, ["h2e2", "h9g7", "h0g2"])
        app.quit()

    def test_clock_set_back(self):
        self.home.prefer(time_control="600")
        clock = self.home.path / "clock"
        settings = {"LD_PRELOAD": preload.library("wrong_clock"), "WRONG_BY": str(clock)}
        app = self.start(settings=settings)
        app.play("h2e2 h9g7")
        clock.symlink_to(str(-20 * 365 * 86_400))
        app.play("h0g2 i9h9")
        # The time of the game is none of the day's.
        faces = [FACE.fullmatch(node.name) for node in app.find("group", FACE.pattern)]
        self.assertEqual([SIDES[face[1]] for face in faces], ["Black", "Red"])
        for face in faces:
            self.assertTrue(540 < seconds(face[2]) <= 600, face[0])
        app.quit()
        # Its last run is twenty years ahead now.
        app = self.start(settings=settings, paused=True)
        app.key("Return")
        app.attach_board()
        self.assertEqual(len(app.moves()), 4)
        self.assertEqual(self.kept(), "h2e2 h9g7 h0g2 i9h9".split())
        app.new_game(asks=True).answer(say("discard"))
        self.eventually(lambda: len(app.moves()), 0)
        app.play("h2e2")
        self.assertEqual(self.kept(), ["h2e2"])
        app.quit()


class Ended(Hostile):
    # What is lost now and then is lost.
    may_try_again = False

    def write_comment(self, app, text):
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        (entry,) = app.frame().with_state("editable", "focused")
        app.type(text)
        return entry

    def test_sigterm(self):
        app = self.start()
        app.play("h2e2")
        app.resize(900, 700)
        entry = self.write_comment(app, "well played")
        # Before a comment is kept by itself.
        until("the comment", lambda: entry.text() == "well played")
        app.kill(signal.SIGTERM)
        self.assertEqual(app.proc.returncode, 0)
        kept = json.loads(self.home.session.read_text())
        self.assertEqual(kept["moves"][0]["comment"], "well played")
        window = self.home.settings()["window"]
        self.assertEqual((window["width"], window["height"]), (900, 700))
        app = self.start()
        self.assertEqual(app.piece("e2"), "red cannon")
        # In the middle of a drag, and with a question open.
        app.lift("h9", "g7")
        app.kill(signal.SIGTERM)
        self.assertEqual(app.proc.returncode, 0)
        app.drop()
        app = self.start()
        app.new_game(asks=True)
        app.kill(signal.SIGTERM)
        self.assertEqual(app.proc.returncode, 0)
        self.assertEqual(self.kept(), ["h2e2"])

    def test_sigkill_at_random_moments(self):
        # Both are told, so that a failure can be seen again.
        kills = int(os.environ.get("CHUHE_KILLS", "12"))
        seed = int(os.environ.get("CHUHE_SEED", random.randrange(10**6)))
        print(f"CHUHE_KILLS={kills} CHUHE_SEED={seed} ", end="", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        cycle = "h2e2 h9g7 e2h2 g7h9".split()
        # Nobody ends this game but the players.
        self.start(self.game(rulebook="off", no_capture=0))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        self.app.kill()
        told = ahead = 0
        for number in range(kills):
            # Some while it starts, most while it is played.
            moment = dice.uniform(0.0, 0.6), dice.random() < 0.15
            with self.subTest(number=number, seed=seed):
                played = self.play_until(*moment, cycle, told)
                kept = self.kept() or []
                self.assertEqual(kept, [cycle[ply % len(cycle)] for ply in range(len(kept))])
                # The last move may be kept before it is seen, and no move is seen before it is kept.
                self.assertIn(len(kept), (played, played + 1), f"{played} moves were seen")
                ahead += len(kept) > played
                told = len(kept)
                self.assertFalse(list(self.home.path.rglob("*damaged*")) + list(self.home.path.rglob("*broken*")))
        print(f"{told} moves; the last was {ahead} times not seen ", end="", file=sys.stderr)
        self.forget_start()
        app = self.start()
        self.assertEqual(len(self.kept()), told)
        app.quit()
        self.assertEqual(list(self.home.path.rglob(".chuhe-*")), [], "what a killed run leaves is swept up")

    def forget_start(self):
        """Spares the question after a start that was killed: test_session.py."""
        self.home.session.with_name("session.starting").unlink(missing_ok=True)

    def play_until(self, moment, is_early, cycle, count):
        """Plays on from so many moves as fast as can be; kills the program so many seconds after it was started, or
        after its board was there. Gives the number of moves that were seen on the board."""
        self.forget_start()
        app = driver.App(self.home, show=not is_early)
        killer = threading.Timer(moment, app.proc.kill)
        killer.start()
        try:
            if is_early:
                app.proc.wait(10)
            else:
                while True:
                    move = cycle[count % len(cycle)]
                    app.press_move(move)
                    while app.piece(move[2:]) == "empty" or app.piece(move[:2]) != "empty":
                        time.sleep(0.002)
                    count += 1
        except (AssertionError, GLib.Error, subprocess.CalledProcessError, LookupError, TypeError, ValueError):
            pass  # It is gone.
        finally:
            killer.join()
            app.proc.wait(10)
        self.assertEqual(app.proc.returncode, -signal.SIGKILL, app.errors())
        self.assertEqual(app.errors(), "")
        app.err.close()
        return count


class Bare(Hostile):
    """What a program has no tree for is found by the places that another one has had."""

    def setUp(self):
        super().setUp()
        app = self.start()
        app.settle()
        self.places = {square: app.at(square) for square in app.points}
        app.quit()
        self.home.session.unlink(missing_ok=True)

    def play(self, app, move):
        for square in (move[:2], move[2:]):
            xdo("mousemove", *self.places[square], "click", 1)

    def plays_and_ends(self, **settings):
        """Plays without being told anything, and starts again."""
        for already in ([], ["h2e2", "h9g7"]):
            app = self.start_unread(settings=settings)
            steady("the picture", lambda: x11.picture(app.window), 0.3)
            moves = ["h0g2"] if already else ["h2e2", "h9g7"]
            for count, move in enumerate(moves, 1):
                self.play(app, move)
                self.eventually(self.kept, [*already, *moves[:count]], "session")
            app.photograph(f"hostile-{self._testMethodName.removeprefix('test_')}")
            app.quit()

    def test_no_session_bus(self):
        self.expected_errors = re.compile("Unable to acquire session bus")
        # Where there is none, no other bus is found by way of the screen either.
        subprocess.run(["xprop", "-root", "-remove", "AT_SPI_BUS"], check=True)
        self.plays_and_ends(DBUS_SESSION_BUS_ADDRESS=NOWHERE, AT_SPI_BUS_ADDRESS="")

    def test_no_accessibility_bus(self):
        self.expected_errors = re.compile("Unable to connect to the accessibility bus")
        self.plays_and_ends(AT_SPI_BUS_ADDRESS=NOWHERE)


class Looks(Hostile):
    def restart(self, *files, **settings):
        self.app.kill(signal.SIGTERM)
        self.home.session.unlink(missing_ok=True)
        return self.start(*files, settings=settings)

    def test_no_cjk_font(self):
        game = self.game(moves=" ".join(BLACK_MATES.split()[:-1]))
        self.start(game)
        usual = self.app.board_pixels()
        fonts = self.home.path / "fonts.conf"
        found = subprocess.run(["fc-match", "-f", "%{file}", "Cantarell"], check=True, capture_output=True, text=True)
        folder, cache = Path(found.stdout).parent, self.home.path / "cache" / "fonts"
        fonts.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir></fontconfig>")
        app = self.restart(game, FONTCONFIG_FILE=str(fonts))
        self.assertEqual(self.app.board_pixels(), usual, "pieces and board need no font")
        app.play(BLACK_MATES.split()[-1])
        self.status(re.sub(r" \([^ -~]+\)", "", say("outcome", "Checkmate", winner="Black")))
        app.photograph("hostile-no-cjk-font")
        seen = app.frame().names_of("label", "button")
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        app.photograph("hostile-no-cjk-font-new", dialog.window)
        seen += dialog.node.names_of("label", "button", "radio")
        dialog.leave("Escape")
        command = [sys.executable, "-c", UNREADABLE]
        environment = {**os.environ, "FONTCONFIG_FILE": str(fonts), "PYTHONPATH": str(ROOT / "tests" / "e2e")}
        asked = dict(input=json.dumps(seen), check=True, capture_output=True, text=True, env=environment)
        self.assertEqual(json.loads(subprocess.run(command, **asked).stdout), [])

    def test_no_icon_theme(self):
        share = self.home.path / "share"
        share.mkdir()
        for name in ("glib-2.0", "mime", "fonts"):
            (share / name).symlink_to(f"/usr/share/{name}")
        app = self.start(settings={"XDG_DATA_DIRS": str(share)})
        app.play("h2e2 h9g7")
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("h9"), "black horse")
        xdo("mousemove", 1, 1)
        app.photograph("hostile-no-icon-theme")
        shown = [node for node in app.frame().of_role("button") if node.area().width > 0]
        pictures = {node.name: self.picture(node) for node in shown if node.name in BUTTONS}
        self.assertEqual(sorted(pictures), sorted(BUTTONS))
        self.assertEqual(len(set(pictures.values())), len(BUTTONS), "what has no icon looks alike")

    def picture(self, button):
        x, y = self.app.center(button)
        return x11.pixels(x - 8, y - 8, 16, 16)

    def test_16_bit_color(self):
        pictures = {}
        for depth in (24, 16):
            with screen(1000, 800, depth=depth):
                app = self.start(settings={"GSETTINGS_BACKEND": "memory"})
                pictures[depth] = self.app.board_pixels()
                app.play("h2e2")
                app.photograph(f"hostile-{depth}-bit")
                app.quit()
                self.home.session.unlink()
        # Five or six bits of each color are left of eight.
        few = memoryview(pictures[16]).cast("H")
        few = [((one >> 11) * 255 / 31, (one >> 5 & 63) * 255 / 63, (one & 31) * 255 / 31) for one in few]
        true = x11.colors(pictures[24])
        self.assertEqual(len(true), len(few))
        far = max(abs(one - other) for pair in zip(true, few) for one, other in zip(*pair))
        self.assertLessEqual(far, 8)


def long_game(plies):
    return [{"move": CYCLE[ply % 4]} for ply in range(plies)]


def most_memory(app):
    """How much memory a program has had at once, in MiB."""
    status = Path(f"/proc/{app.proc.pid}/status").read_text()
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def run_it(*words, memory=4 * GIB, seconds=20):
    """What the command line says, with so much memory at most, and for how long it thinks."""
    begin = time.monotonic()
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    command = [driver.BINARY, *words]
    done = subprocess.run(command, capture_output=True, timeout=seconds, preexec_fn=limit)
    return done.returncode, done.stderr.decode(), time.monotonic() - begin


def commands(file, folder):
    """Every subcommand that reads a file."""
    out = lambda suffix: str(folder / f"out.{suffix}")
    yield "info", file
    yield "judge", file
    yield "convert", file, out("pgn")
    yield "diagram", file, "-o", out("svg")
    yield "replay", file, "-o", out("gif")
    yield "print", file, "-o", out("pdf")


class Files(case.Case):
    """Whatever lies where a game is looked for, window and command line say what it is, and go on."""

    def refused(self, path, reason, name=None):
        """The command line says why, without reading; the window too, and the game on the board stays."""
        for words in commands(path, self.home.games):
            status, errors, took = run_it(*words)
            self.assertEqual(status, 1, f"{words}: {errors}")
            self.assertIn(reason, errors, words)
            self.assertLess(took, 5, words)
        self.assertEqual(list(self.home.games.glob("out.*")), [])
        app = self.app or self.start()
        if not app.moves():
            app.play("h2e2")
        begin = time.monotonic()
        app.activate("open-uri", GLib.Variant("s", path.as_uri()))
        message = app.dialog(say("cannot_open", name=name or path.name))
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual(message.body, reason)
        message.press("Escape")
        self.assertEqual((app.piece("e2"), len(app.moves())), ("red cannon", 1))

    def test_fifo_as_input_file(self):
        path = self.home.games / "pipe.xiangqi"
        os.mkfifo(path)
        self.refused(path, NO_FILE)

    def test_device_as_input_file(self):
        self.refused(Path("/dev/zero"), NO_FILE, "zero")

    def test_1_gb_file(self):
        path = self.home.games / "large.xiangqi"
        path.touch()
        os.truncate(path, GIB)
        self.refused(path, TOO_LARGE)
        self.assertLess(most_memory(self.app), 400, "MiB")

    def test_symlink_as_input_file(self):
        path = self.game(moves="h2e2")
        first, second = self.home.games / "first", self.home.games / "second.xiangqi"
        first.symlink_to("game.xiangqi")
        second.symlink_to(first)
        self.assertEqual(info(second)["moves"], ["h2e2"])
        app = self.start(second)
        self.title(say("turn_in_file", file="second.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        self.saves("Red", "second.xiangqi")
        self.assertTrue(first.is_symlink() and second.is_symlink())
        self.assertEqual(len(info(path)["moves"]), 2)
        lost, circle = self.home.games / "lost.xiangqi", self.home.games / "circle.xiangqi"
        lost.symlink_to("nowhere")
        circle.symlink_to("circle.xiangqi")
        for link, reason in [(lost, say("reading_error", "NotFound")), (circle, "Too many levels of symbolic links")]:
            status, errors, _ = run_it("info", link)
            self.assertEqual(status, 1)
            self.assertIn(reason, errors)
            app.activate("open-uri", GLib.Variant("s", link.as_uri()))
            message = app.dialog(say("cannot_open", name=link.name))
            self.assertIn(reason, message.body)
            message.press("Escape")
        self.assertEqual(app.piece("g7"), "black horse")

    def test_path_with_newline_and_non_utf_8_bytes(self):
        folder = os.fsencode(self.home.games) + b"/new\nline \xff\xfe"
        os.mkdir(folder)
        path = Path(os.fsdecode(folder + b"/ga\xe9me\n2.xiangqi"))
        write_game(path, moves="h2e2")
        status, errors, _ = run_it("info", path)
        self.assertEqual((status, errors), (0, ""))
        for words in commands(path, path.parent):
            if words[0] != "info":
                status, errors, _ = run_it(*words)
                self.assertEqual((status, errors), (0, ""), words)
        app = self.start(path)
        shown = "ga\N{REPLACEMENT CHARACTER}me 2.xiangqi"
        self.title(say("turn_in_file", file=shown, turn=say("turn", side="Black")))
        app.photograph("hostile-name")
        app.play("h9g7")
        self.saves("Red", shown)
        self.assertEqual(len(json.loads(path.read_text())["moves"]), 2)
        app.play("h0g2")
        app.new_game(asks=True).press("Escape")
        # It is found again by the next run, and by a second one that hands it over.
        app.kill()
        app = self.start()
        self.title(say("turn_in_file", file=f"•{shown}", turn=say("turn", side="Black")))
        self.saves("Black", shown)
        app.open(path)
        self.title(say("turn_in_file", file=shown, turn=say("turn", side="Black")))
        self.assertEqual(len(json.loads(path.read_text())["moves"]), 3)
        self.assertEqual(sorted(os.listdir(folder))[0], b"ga\xe9me\n2.xiangqi")


class Changed(case.Case):
    def saved(self):
        """A game that is open and in its file."""
        path = self.game(moves="h2e2")
        app = self.start(path)
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        self.saves("Red")
        return app, path

    def test_file_changed_by_another_program_while_open(self):
        app, path = self.saved()
        app.play("h0g2")
        theirs = write_game(path, moves="b2b4").read_bytes()
        app.key("ctrl+s")
        question = app.dialog(say("ask_replace", name="game.xiangqi"))
        self.assertEqual(question.body, say("ask_replace_changed_body"))
        app.photograph("hostile-changed", question.window)
        question.answer(say("cancel"))
        self.assertEqual(path.read_bytes(), theirs)
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("turn", side="Black")))
        # The next run knows it as well.
        app.kill()
        app = self.start()
        app.key("ctrl+s")
        app.dialog(say("ask_replace", name="game.xiangqi")).answer(say("replace"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(len(info(path)["moves"]), 3)
        # And what it has written itself is no news.
        app.play("i9h9")
        self.saves("Red")
        self.assertEqual(len(info(path)["moves"]), 4)

    def test_file_touched_moved_or_removed_while_open(self):
        app, path = self.saved()
        os.utime(path, (0, 0))
        app.play("h0g2")
        self.saves("Black")
        path.rename(path.with_name("elsewhere.xiangqi"))
        app.play("i9h9")
        self.saves("Red")
        self.assertEqual(len(info(path)["moves"]), 4)
        self.assertEqual(len(info(path.with_name("elsewhere.xiangqi"))["moves"]), 3)

    def test_file_changed_and_opened_again(self):
        app, path = self.saved()
        write_game(path, moves="b2b4")
        app.open(path)
        self.eventually(lambda: app.piece("b4"), "red cannon")
        app.play("h9g7")
        self.saves("Red")
        self.assertEqual(info(path)["moves"], ["b2b4", "h9g7"])

    def test_session_changed_by_another_program_while_open(self):
        app, _ = self.saved()
        self.home.session.write_text("rubbish")
        app.play("h0g2")
        app.kill()
        app = self.start()
        app.alone()
        self.assertEqual(len(app.moves()), 3)


def games_without_measure():
    """More legal moves than any game has, by format; a variation follows them."""
    rounds = MOST_MOVES // 4 + 2
    columns = "R9+1 R9+1 R9-1 R9-1\n" * rounds
    points = "0908000108090100" * rounds
    yield "pgn", f'[Event "x"]\n{columns}(a0a2) (a0a2) *'
    yield "txt", f"1. {columns}"
    yield "dhtmlxq", f"[DhtmlXQ_movelist]{points}[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]0907[/DhtmlXQ_move_0_1_1]"
    branch = {"line": 0, "ply": 1, "moves": [{"move": "a0a2"}]}
    game = {"format": "chuhe-game", "version": 1, "moves": long_game(4 * rounds), "variations": [branch]}
    yield "xiangqi", json.dumps(game)


class Large(case.Case):
    def test_game_without_measure(self):
        """The excess is dropped and reported once."""
        for suffix, text in games_without_measure():
            with self.subTest(suffix):
                path = self.home.games / f"long.{suffix}"
                path.write_text(text)
                told = subprocess.run([driver.BINARY, "info", "--json", path], capture_output=True, timeout=20)
                self.assertEqual(told.returncode, 1, told.stderr)
                told = json.loads(told.stdout)
                self.assertEqual(told["nodes"], MOST_MOVES)
                self.assertEqual(told["warnings"], [f"there are more than {MOST_MOVES} moves"])

    def test_10000_ply_game(self):
        """Looked at where that is quick: a walk through the accessibility tree of such a list takes seconds."""
        path = self.game(moves=long_game(LONG), rulebook="off", no_capture=0)
        app = self.start()
        before = most_memory(app)
        begin = time.monotonic()
        app.activate("open-uri", GLib.Variant("s", path.as_uri()))
        self.status(f"{say('occurred', times=LONG // 4 + 1)} {say('repeated')}")
        opened = time.monotonic() - begin
        app.key("Page_Up", "Page_Up")
        before_last = re.compile(pattern("past", side="Black", round=str(LONG // 2 - 1)))
        self.eventually(lambda: before_last.fullmatch(app.status()) is not None, True)
        app.key("Home")
        self.status(say("past"))
        app.key("End")
        self.status(f"{say('occurred', times=LONG // 4 + 1)} {say('repeated')}")
        begin = time.monotonic()
        app.play("h2e2 h9g7")
        played = (time.monotonic() - begin) / 2
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("h9"), "black horse")
        app.key("ctrl+shift+z")
        self.eventually(lambda: app.piece("g7"), "black horse")
        app.key("ctrl+s")
        self.status(say("saved", name="game.xiangqi"))
        self.assertEqual(info(path)["moves"][-3:], ["a8a9", "h2e2", "h9g7"])
        more = most_memory(app) - before
        told = f"opened in {opened:.2f} s, a move in {played:.2f} s, {more} MiB more "
        print(told, end="", file=sys.stderr, flush=True)
        app.kill(signal.SIGKILL)
        self.assertEqual(len(self.home.kept()["moves"]), LONG + 2)
        app = self.start_unread()
        app.quit()
        self.assertLess(opened, 5)
        self.assertLess(played, 2)
        self.assertLess(more, 100, "MiB")


class LongTexts(case.Case):
    """Texts that nobody lays out as a whole: the window is there as soon as with others (tests/e2e/stalls.py measures it)."""

    def start_with(self, letters):
        """Opens a game with such texts, and starts again with it as the session."""
        word, sentence = "x" * letters, ("a word " * letters)[:letters]
        tags = dict(red=word, black=sentence, event=word)
        for file in self.home.session.parent.glob("session*"):
            file.unlink()
        moves = [{"move": move, "comment": text} for move, text in zip(CYCLE, [word, sentence])]
        app = self.start(self.game("long.xiangqi", comment=word, moves=moves, tags=tags))
        app.key("Home")
        self.status(say("past"))
        app.quit()
        app = self.start()
        self.status(say("past"))
        return app

    def test_a_start_with_long_words_and_names(self):
        app = self.start_with(80_000)
        note = say("comment_excerpt")
        self.eventually(lambda: note in app.labels(), True, "a note")
        read_only = app.frame().called(lambda name: name == say("comment_on"))
        self.assertFalse([node for node in read_only if "editable" in node.states()])
        # Nothing that is not shown is lost.
        app.key("ctrl+shift+m")
        app.type("y")
        app.key("Escape", "End")
        app.play("a1a0")
        self.eventually(lambda: len(self.home.kept()["moves"]), 3)
        kept = self.home.kept()
        self.assertEqual([len(kept["comment"]), len(kept["moves"][1]["comment"])], [80_000, 80_000])
        self.assertEqual(len(kept["tags"]["red"]), 80_000)


class Limits(case.Case):
    """Files made to use memory up: with four gigabytes they are read or refused, and nothing ends in the middle."""

    def told(self, name, content, reason="", is_whole=True):
        """What is said of such a file; without a reason it is read, though not whole if moves may be missing."""
        path = self.home.games / name
        path.write_bytes(content)
        status, errors, _ = run_it("info", "--json", path, seconds=60)
        self.assertEqual(status, 1 if reason or not is_whole else 0, f"{name}: {errors}")
        self.assertIn(reason, errors, name)
        path.unlink()

    def test_out_of_memory_in_the_reader(self):
        head = b'{"format": "chuhe-game", "version": 1, "start": "' + START.encode() + b'", '
        many = 65 << 20
        middle = say("read_error", "Truncated", line=1)
        self.told("nested.xiangqi", head + b'"moves": ' + b"[" * 5_000_000, middle)
        self.told("objects.xiangqi", b'{"a":' * 1_000_000, middle)
        self.told("values.xiangqi", head + b'"moves": [], "more": [' + b"[]," * 3_000_000 + b"0]}")
        # These would take more than there is.
        self.told("large.txt", b"[" * many, TOO_LARGE)
        self.told("large.pgn", b'[Event "x"]\n\n1. H2-E2 ' + b"(" * many, TOO_LARGE)
        self.told("nested.pgn", b'[Event "x"]\n\n1. H2-E2 ' + b"(" * 2_000_000, is_whole=False)
        self.told("tags.pgn", b'[Event "x"]\n' + b'[A "b"]\n' * 300_000 + b"\n*\n")


class Power(case.Case):
    """The power is cut, or the program killed, between any two calls that change something on the disk: what was certain to
    be kept is there, and what is not whole is told."""

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
        app.key("F8")
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
