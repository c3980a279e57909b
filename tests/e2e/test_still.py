#!/usr/bin/python3
"""The board stands still: whatever is asked, ruled, refused or typed in an evening, its rectangle stays the same."""

from gi.repository import GLib

import case
from test_arbiter import CHASE, LOOP
from words import say


class Still(case.Case):
    def area(self):
        area = self.app.board.area()
        return area.x, area.y, area.width, area.height

    def stands(self, before, what):
        self.app.settle()
        self.assertEqual(self.area(), before, what)

    def does(self, before, *actions):
        for action in actions:
            self.app.activate(action)
            self.stands(before, action)

    def evening(self, name):
        """Everything that is asked or said during a game, and at last a ruling."""
        app = self.app
        app.settle()
        before = self.area()
        app.play(LOOP)
        # Refused: the general does not leave the palace; not the mover’s piece.
        for square in ("f0", "f4", "c4"):
            app.click(square)
        self.stands(before, "refused")
        app.key("Escape")
        self.does(before, "offer-draw", "decline-offer")
        app.activate("seat-take-back", GLib.Variant("s", "red"))
        self.stands(before, "a take-back is asked for")
        self.does(before, "decline-offer", "type-move")
        app.key("z", "z")
        self.stands(before, "typed")
        app.key("Escape", "Escape")
        self.does(before, "previous", "first", "back-to-game")
        # The warning, and the ruling.
        app.play(LOOP)
        self.eventually(lambda: bool(app.named("group", say("ruling_title"))), True, "a ruling")
        self.stands(before, "ruled")
        app.photograph(f"still-{name}")
        self.does(before, "show-cycle", "next", "accept-ruling")

    def begin(self, seating, width, height):
        self.home.prefer(seating=seating)
        tags = dict(seating=seating, take_backs="ask", time_control="600b5x30")
        self.app = self.start(self.game(start=CHASE, tags=tags))
        self.app.resize(width, height)
        self.evening(f"{seating.split()[0]}-{width}x{height}")

    def test_in_the_panel(self):
        self.begin("fixed", 980, 700)

    def test_above_and_below(self):
        self.begin("fixed", 360, 640)

    def test_in_the_gutters(self):
        self.begin("fixed", 820, 430)

    def test_in_the_lowest_window(self):
        self.begin("fixed", 360, 420)

    def test_across_the_table(self):
        self.begin("across the table", 980, 760)

    def test_across_a_narrow_table(self):
        self.begin("across the table", 360, 640)


if __name__ == "__main__":
    case.main()
