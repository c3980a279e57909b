#!/usr/bin/python3
"""Hostile files: whatever lies where a game is looked for, window and command line say what it is, and go on."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from gi.repository import GLib

import case
import driver
from case import START, info, write_game
from words import pattern, say

CYCLE = "a0a1 a9a8 a1a0 a8a9".split()
LONG = 10_000
# More than that are not read of one game.
MOST_MOVES = 500_000
TOO_LARGE = say("too_large")
NO_FILE = say("not_regular")
GIB = 1 << 30


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
        self.subtitle(say("turn_in_file", file="second.xiangqi", turn=say("turn", side="Black")))
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
        self.subtitle(say("turn_in_file", file=shown, turn=say("turn", side="Black")))
        app.photograph("hostile-name")
        app.play("h9g7")
        self.saves("Red", shown)
        self.assertEqual(len(json.loads(path.read_text())["moves"]), 2)
        app.play("h0g2")
        app.new_game(asks=True).press("Escape")
        # It is found again by the next run, and by a second one that hands it over.
        app.kill()
        app = self.start()
        self.subtitle(say("turn_in_file", file=f"•{shown}", turn=say("turn", side="Black")))
        self.saves("Black", shown)
        app.open(path)
        self.subtitle(say("turn_in_file", file=shown, turn=say("turn", side="Black")))
        self.assertEqual(len(json.loads(path.read_text())["moves"]), 3)
        self.assertEqual(sorted(os.listdir(folder))[0], b"ga\xe9me\n2.xiangqi")


class Changed(case.Case):
    def saved(self):
        """A game that is open and in its file."""
        path = self.game(moves="h2e2")
        app = self.start(path)
        self.subtitle(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
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
        self.subtitle(say("turn_in_file", file="•game.xiangqi", turn=say("turn", side="Black")))
        # The next run knows it as well.
        app.kill()
        app = self.start()
        app.key("ctrl+s")
        app.dialog(say("ask_replace", name="game.xiangqi")).answer(say("replace"))
        self.subtitle(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
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
    """Texts that nobody lays out as a whole: the window is there as soon as with others (`make stalls` measures it)."""

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


if __name__ == "__main__":
    case.main()
