#!/usr/bin/python3
"""Whole games of any legal moves, one after another in one window, with much else in between.

Five games, unless CHUHE_SOAK_GAMES says how many (`make soak`: 300, and for half an hour at least). CHUHE_SOAK_SEED
plays the same ones again. Every file that was saved is read again by the program, in the window and outside. After
twenty games the memory of the program stays within a twentieth.
"""

import itertools
import json
import os
import random
import statistics
import subprocess
import time

import case
import driver
from case import RED_MATES
from random_play import Game
from waiting import until
from words import say, ui
from x11 import click

GAMES = int(os.environ.get("CHUHE_SOAK_GAMES", "5"))
SEED = int(os.environ.get("CHUHE_SOAK_SEED", time.time()))
# How often players do something else than move, in a thousand moves.
OFTEN = dict(undo=50, flip=15, save=15, resize=8, preferences=8, copy=5, aids=5, details=3)
SIZES = [(980, 800), (700, 620), (360, 640), (1180, 900), (540, 720)]
# So many games go on for so many seconds at least, on a fast machine with more games.
LONG, LEAST = 300, 30 * 60
# When the program has seen everything once.
WARM = 20
# The memory is read after one of so many games: it takes a third of the time that a game takes.
OTHER = 2
# How many names the files have in turn: the desktop's list of recent ones, which GTK keeps in memory and reads anew
# whenever it changes, is longer with each, for a month.
NAMES = 20


class Soak(case.Case):
    # Another run would be another soak.
    may_try_again = False

    def setUp(self):
        super().setUp()
        self.luck = random.Random(SEED)
        self.done = dict.fromkeys([*OFTEN, "moves"], 0)

    def move(self, move):
        """Makes a move by two clicks, and sees it arrive."""
        app = self.app
        at = (case.FILES.index(move[0]), int(move[1]))
        piece = " ".join(self.played.board[at])
        pressed = [self.places[square] for square in (move[:2], move[2:])]
        click(*pressed)
        arrived = lambda: app.piece(move[2:]) == piece and app.piece(move[:2]) == "empty"
        points = lambda: f"pressed at {pressed}, which are at {[app.at(square) for square in (move[:2], move[2:])]}"
        until(lambda: f"{piece} by {move}, {points()}; {app.status()}; {self.played.line}", arrived)
        self.played.play(move)
        self.done["moves"] += 1

    def look_where_points_are(self):
        self.app.settle()
        self.places = self.app.all_at()

    # ---- What players do besides ----

    def undo(self):
        plies = len(self.played.line)
        back = self.luck.randint(1, min(4, plies))
        again = self.luck.randint(0, back)
        line = self.played.line
        for key, until_plies in [("ctrl+z", plies - back), ("ctrl+shift+z", plies - back + again)]:
            for _ in range(abs(until_plies - len(self.played.line))):
                self.app.key(key)
            self.played.line = line
            self.played.go(until_plies)
            self.sees_position(f"position after {plies} plies, {back} taken back and {again} made again, at {key},")

    def sees_position(self, what="position"):
        expected = {
            case.FILES[file] + case.RANKS[rank]: " ".join(piece) for (file, rank), piece in self.played.board.items()
        }
        self.eventually(self.app.position, expected, what)

    def flip(self):
        self.app.activate("flip")
        self.look_where_points_are()

    def save(self):
        """Saves, and has the file read by another process."""
        self.app.key("ctrl+s")
        self.eventually(lambda: case.info(self.file)["moves"], self.played.line, "saved moves")

    def resize(self):
        self.app.resize(*self.luck.choice(SIZES))
        self.look_where_points_are()

    def preferences(self):
        app = self.app
        app.key("ctrl+comma")
        dialog = app.dialog(ui("preferences"))
        dialog.press("Escape")

    def copy(self):
        self.app.activate("copy")

    def aids(self):
        self.app.activate("aids")

    def details(self):
        self.app.details()

    def see_all_sizes(self):
        """What is kept for each size, such as fonts for the names of files and ranks or the number of a captured
        piece, is to be there before the readings that count."""
        late, luck = Game(), random.Random(1)
        while len(late.line) < 80:
            moves, captures = late.moves()
            late.play(luck.choice(moves[:captures] or moves))
        self.app.open(case.write_game(self.home.games / "late.xiangqi", moves=" ".join(late.line)))
        until("many pieces taken", lambda: self.app.subtitle().startswith("late.xiangqi"))
        # As the window becomes another, panels glide, and the board is drawn in sizes between with letters of theirs.
        for _ in range(2):
            self.app.activate("aids")
            for one, other in itertools.permutations(SIZES, 2):
                self.app.resize(*one)
                self.app.resize(*other)
                self.app.activate("flip")
                self.app.settle()
        self.preferences()
        self.details()

    def see_all_ends(self):
        """A mate, and a repetition that is ruled on: random players may come to the first of them late."""
        *before, last = RED_MATES.split()
        around = "a0a1 a9a8 a1a0 a8a9".split() * 2
        for name, moves, move in [("mate", before, last), ("around", around[:-1], around[-1])]:
            self.app.open(case.write_game(self.home.games / f"{name}.xiangqi", moves=" ".join(moves)))
            turn = say("turn", side=("Red", "Black")[len(moves) % 2])
            self.title(say("turn_in_file", file=f"{name}.xiangqi", turn=turn))
            self.app.play(move)
            until("an end or a ruling", lambda: self.is_over() or self.app.is_enabled("accept-ruling"))
            if not self.is_over():
                self.app.activate("accept-ruling")
            self.app.settle()
            self.app.key("ctrl+s")
            until("a file that has all", lambda: self.app.subtitle().startswith(f"{name}.xiangqi"))

    # ---- A game ----

    def is_over(self):
        return not self.app.is_enabled("resign")

    def begin_game(self, number):
        self.file = case.write_game(self.home.games / f"soak-{number % NAMES}.xiangqi")
        self.played = Game()
        self.app.open(self.file)
        self.title(say("turn_in_file", file=self.file.name, turn=say("turn", side="Red")))
        self.sees_position()
        self.look_where_points_are()

    def play_out(self):
        """Plays until the rules end the game, or somebody has had enough."""
        patience = self.luck.randint(20, 90)
        while True:
            moves, captures = self.played.moves()
            if not self.app.is_quiet():
                if self.app.is_enabled("accept-ruling"):
                    self.app.activate("accept-ruling")
                if self.is_over():
                    return
            self.assertTrue(moves, f"a game without a move goes on: {self.played.line}")
            if len(self.played.line) >= patience:
                return self.resign()
            self.move(self.luck.choice(moves[:captures] if captures and self.luck.random() < 0.5 else moves))
            for what, often in OFTEN.items():
                if self.luck.random() * 1000 < often and not self.is_over():
                    getattr(self, what)()
                    self.done[what] += 1

    def resign(self):
        self.app.activate("resign")
        self.app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Red"))
        until("the end", self.is_over)

    def end_game(self):
        """Saves it; the file says what was played, and is the same once it is opened and written again."""
        app = self.app
        self.save()
        told = case.info(self.file)
        self.assertNotEqual(told["result"], "*", self.played.line)
        again = self.home.games / "again.xiangqi"
        subprocess.run([driver.BINARY, "convert", self.file, again], check=True)
        self.assertEqual({**case.info(again), "file": ""}, {**told, "file": ""})
        again.unlink()
        saved = json.loads(self.file.read_text())
        app.open(self.file)
        self.sees_position()
        app.activate("save")
        self.assertEqual(json.loads(self.file.read_text()), saved)
        self.file.unlink()

    def memory(self):
        """What the program uses for a game without a move in a window of one size whose pictures have just been drawn:
        every move in the list takes some 5 KiB, the pictures of a larger board take more, and those of a board that was
        turned are kept beside it until then."""
        self.app.open(case.write_game(self.home.games / "new.xiangqi"))
        self.title(say("turn_in_file", file="new.xiangqi", turn=say("turn", side="Red")))
        for size in (SIZES[1], SIZES[0]):
            self.app.resize(*size)
            self.app.settle()
        # A second later the program gives back what it does not need.
        time.sleep(1.7)
        return self.app.memory()

    def test_games(self):
        self.start()
        if GAMES > WARM:
            self.see_all_sizes()
            self.see_all_ends()
        used, begun, games = [], time.monotonic(), 0
        while games < GAMES or games >= LONG and time.monotonic() - begun < LEAST:
            self.begin_game(games)
            self.play_out()
            self.end_game()
            if games % OTHER == 0:
                used.append(self.memory())
            games += 1
            print(f"game {games}: {len(self.played.line)} plies, {used[-1]} KiB", flush=True)
        minutes = (time.monotonic() - begun) / 60
        print(f"seed {SEED}: {games} games in {minutes:.1f} minutes, {self.done}, memory {used[0]} to {used[-1]} KiB")
        # A reading goes up and down with what the heap keeps for later; several of them tell.
        some = WARM // OTHER
        medians = [statistics.median(used[at : at + some]) for at in range(some, len(used) - some + 1, some)]
        print(f"medians of {WARM} games each: {medians}")
        self.assertLessEqual(max(medians, default=0), 1.05 * min(medians[:1], default=0), used)


if __name__ == "__main__":
    case.main()
