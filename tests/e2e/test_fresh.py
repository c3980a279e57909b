#!/usr/bin/python3
"""A game that is opened after others is shown as one that is opened first: nothing of what was there before is left."""

import collections
import tempfile
from pathlib import Path

import case
import driver
import tree
from case import RED_MATES, write_game
from waiting import steady, until
from words import say

FOUR = RED_MATES.split()[:4]
MOVES = " ".join(FOUR)
ENDGAME = "4k4/9/9/9/9/9/9/9/4R4/3K5"


def games(folder):
    """Files of few shapes with much that is different, so that a part of one is easily taken for that of another."""
    noted = [{"move": move, "comment": f"So {number}"} for number, move in enumerate(FOUR)]
    aside = [{"move": "h2e2", "variations": [[{"move": "b2e2"}, {"move": "b9c7"}]]}, {"move": "h9g7"}]
    players = {"red": "Lan", "black": "Minh"}
    return [
        write_game(folder / "new.xiangqi"),
        write_game(folder / "two.xiangqi", moves="h2e2 h9g7"),
        write_game(folder / "other-two.xiangqi", moves="b2e2 b9c7", tags=players),
        write_game(folder / "drawn.xiangqi", moves="b2e2 h9g7", result="1/2-1/2", reason="agreement"),
        write_game(folder / "four.xiangqi", moves=MOVES),
        write_game(folder / "noted.xiangqi", moves=noted, comment="An evening"),
        write_game(folder / "aside.xiangqi", moves=aside),
        write_game(folder / "mate.xiangqi", moves=RED_MATES),
        write_game(folder / "red.xiangqi", start=f"{ENDGAME} w - - 0 1"),
        write_game(folder / "black.xiangqi", start=f"{ENDGAME} b - - 0 1", moves="e9d9"),
    ]


class Fresh(case.Case):
    def seen(self, app):
        """All that the window tells, but for where things lie, what has the keyboard, and what is announced."""
        told = collections.Counter()
        speakers = {app.frame().path, app.board.path}
        nodes = [*app.frame().walk(), *app.points.values()]
        known = zip(nodes, tree.roles(nodes), tree.names(nodes), tree.states(nodes), tree.descriptions(nodes))
        for node, role, name, states, description in known:
            speaks = "focused" in states or node.path in speakers
            told[role, name, None if speaks else description, frozenset(states - {"focused"})] += 1
        return told

    def alone(self, file):
        """What a program tells that never had another game."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            app = driver.App(case.Home(Path(folder)), file)
            try:
                return steady("the window", lambda: self.seen(app))
            finally:
                app.kill()
                app.err.close()

    def difference(self, app, alone):
        seen = self.seen(app)
        return f"only now: {[*(seen - alone)]}; only alone: {[*(alone - seen)]}"

    def test_nothing_is_left_of_the_games_before(self):
        files = games(self.home.games)
        alone = {file: self.alone(file) for file in files}
        app = self.start()
        # Each comes after two others.
        for file in files + files[::2] + files[1::2]:
            app.open(file)
            until(f"{file.name} in the title", lambda: app.subtitle() == file.name)
            until(lambda: self.difference(app, alone[file]), lambda: self.seen(app) == alone[file])


if __name__ == "__main__":
    case.main()
