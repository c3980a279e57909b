#!/usr/bin/python3
"""What each player has captured, and has more of, in the position on the board."""

import re

import case
from waiting import until
from words import listed, pattern, row, say

OTHER = {"Red": "Black", "Black": "Red"}
NOTHING = [say("captured", side="Black"), say("captured", side="Red")]


def captured(side, *kinds):
    """What a side has captured."""
    return say("captured", side=side, pieces=row(*(say("kind_of", OTHER[side], kind) for kind in kinds)))


def several(kinds):
    """Pieces with their numbers: `a chariot and two horses`."""
    number = lambda count: 1 if count == 1 else say("material.fmt", str(count))
    return listed(*(say("material.several", kind, count=number(count)) for kind, count in kinds.items()))


def more(side, others=None, **kinds):
    """What a side has more of, and what the other side has more of instead."""
    instead = dict(others=several(others)) if others else {}
    return say("surplus", side=side, other=OTHER[side], pieces=several(kinds), **instead)


class Material(case.Case):
    def told(self):
        """What the cards say, from above."""
        shown = self.app.find("image", f"{pattern('captured')}|{pattern('surplus')}")
        told = [node.name for node in shown if node.area().width > 0]
        # A card beside the board has no row for what it has not got.
        has_row = lambda side: any(re.fullmatch(pattern("captured", side=side), one) for one in told)
        return told + [say("captured", side=side) for side in OTHER if not has_row(side)]

    def tells(self, *told):
        self.eventually(lambda: sorted(self.told()), sorted(told))

    def test_who_has_more_is_told_kind_by_kind(self):
        app = self.start()
        self.tells(*NOTHING)
        app.play("h2h9")
        self.tells(NOTHING[0], captured("Red", "Horse"), more("Red", Horse=1))
        app.play("i9h9")
        self.tells(
            captured("Black", "Cannon"),
            captured("Red", "Horse"),
            more("Red", Horse=1, others=dict(Cannon=1)),
            more("Black", Cannon=1, others=dict(Horse=1)),
        )
        app.play("b2b9 a9b9")
        self.tells(
            captured("Black", "Cannon", "Cannon"),
            captured("Red", "Horse", "Horse"),
            more("Red", Horse=2, others=dict(Cannon=2)),
            more("Black", Cannon=2, others=dict(Horse=2)),
        )

    def test_it_is_about_the_position_that_is_shown(self):
        app = self.start()
        app.play("h2h9 i9h9")
        app.key("Page_Up")
        self.tells(NOTHING[0], captured("Red", "Horse"), more("Red", Horse=1))
        # A variation that captures something else.
        app.play("b7b0")
        self.tells(captured("Black", "Horse"), captured("Red", "Horse"))
        app.key("Home")
        self.tells(*NOTHING)
        app.activate("back-to-game")
        until("both again", lambda: more("Black", Cannon=1, others=dict(Horse=1)) in self.told())

    def test_either_seat_has_its_own(self):
        app = self.start()
        app.play("h2h9")

        def heights():
            (surplus,) = app.named("image", more("Red", Horse=1))
            (taken,) = app.named("image", captured("Red", "Horse"))
            (name,) = app.named("button", say("name_of", side="Red", name="Red"))
            moves = app.named("list", say("moves_title"))[0].parent
            return surplus.area().y, taken.area().y, name.area().y, moves.area().y

        surplus, taken, name, moves = heights()
        self.assertGreater(name, moves)
        self.assertGreater(surplus, name)
        self.assertLess(abs(surplus - taken), 12)
        app.key("F2")
        until("Red above", lambda: heights()[2] < heights()[3])
        surplus, taken, name, moves = heights()
        self.assertTrue(name < surplus < moves)
        self.assertLess(abs(surplus - taken), 12)

    def test_a_crowd_does_not_widen_the_panel(self):
        app = self.start()
        app.resize(360, 640)
        app.key("F9")
        app.settle()
        width = app.frame().area().width
        app.quit()
        much = "b2b9 h7h0 b9d9 e9d9 i0h0 b7f7 h2h8 f7c7 e0e1 c7c3 h0h3 c3g3 e1f1 g3a3 h8h7 a3h3 a0a6 a9a6"
        app = self.start(self.game(moves=much))
        app.resize(360, 640)
        app.key("F9")
        app.settle()
        until("much captured", lambda: any(len(told) > 60 for told in self.told()))
        self.assertEqual(app.frame().area().width, width)
        app.photograph("material-narrow")


if __name__ == "__main__":
    case.main()
