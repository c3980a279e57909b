"""Drives a board in a window of its own, beside that of the game."""

import re

import case
from waiting import steady, until
from x11 import xdo


class Beside(case.Case):
    """A test of such a window, which is `self.window` for the screen and `self.top` for assistive technology."""

    def meet(self, app, title):
        """Waits for the window."""
        self.app, self.window = app, app.other_window(title)
        self.top = until(title, lambda: [top for top in app.over() if top.name == title][0])

    def find(self, role, name):
        return until(f"{role} {name}", lambda: self.shown(role, name)[0])

    def shown(self, role, name):
        nodes = [node for node in self.top.find(role, name) if "visible" in node.states()]
        return [node for node in nodes if node.area().width > 1]

    def press(self, node):
        place = steady(f"the place of {node.name}", lambda: self.app.center(node, self.top, self.window))
        xdo("mousemove", *place, "click", 1)

    def look_at(self, name):
        """Takes the board with this name for what is pressed and seen from then on."""
        board = self.find("group", name)
        squares = [file + rank for rank in reversed(case.RANKS) for file in case.FILES]
        until("ninety points", lambda: len(board.children()) == 90)
        self.points = dict(zip(squares, board.children()))

    def click(self, *squares):
        for square in squares:
            self.press(self.points[square])

    def holds(self, square, piece):
        until(
            lambda: f"{piece} on {square}, but {self.points[square].name}",
            lambda: self.points[square].name.startswith(piece),
        )

    def says(self, text):
        self.find("label", re.escape(text))
