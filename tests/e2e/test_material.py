#!/usr/bin/python3
"""What each player has captured, and has more of, in the position on the board."""

import case
from waiting import until

# Red gives a chariot and both horses.
HANDICAP = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/2BAKAB1R w"
NOTHING = ["Black has captured nothing", "Red has captured nothing"]


class Material(case.Case):
    def told(self):
        """What the cards say, from above."""
        shown = self.app.find("image", ".+ has (captured.*|.+ more than .+)")
        return [node.name for node in shown if node.area().width > 0]

    def tells(self, *told):
        self.eventually(lambda: sorted(self.told()), sorted(told))

    def test_who_has_more_is_told_kind_by_kind(self):
        app = self.start()
        self.tells(*NOTHING)
        app.play("h2h9")
        self.tells(NOTHING[0], "Red has captured: horse", "Red has a horse more than Black")
        app.play("i9h9")
        self.tells(
            "Black has captured: cannon",
            "Red has captured: horse",
            "Red has a horse more than Black, for a cannon",
            "Black has a cannon more than Red, for a horse",
        )
        app.play("b2b9 a9b9")
        self.tells(
            "Black has captured: cannon, cannon",
            "Red has captured: horse, horse",
            "Red has two horses more than Black, for two cannons",
            "Black has two cannons more than Red, for two horses",
        )

    def test_equal_exchanges_leave_nobody_ahead(self):
        app = self.start()
        app.play("b2b9 h7h0 b9d9 e9d9 i0h0")
        self.tells(
            "Black has captured: cannon, horse",
            "Red has captured: cannon, horse, advisor",
            "Red has an advisor more than Black",
        )

    def test_it_is_about_the_position_that_is_shown(self):
        app = self.start()
        app.play("h2h9 i9h9")
        app.key("Page_Up")
        self.tells(NOTHING[0], "Red has captured: horse", "Red has a horse more than Black")
        # A variation that captures something else.
        app.play("b7b0")
        self.tells("Black has captured: horse", "Red has captured: horse")
        app.key("Home")
        self.tells(*NOTHING)
        app.activate("back-to-game")
        until("both again", lambda: "Black has a cannon more than Red, for a horse" in self.told())

    def test_what_was_never_there_is_not_captured(self):
        app = self.start(self.game(start=HANDICAP))
        self.tells(*NOTHING, "Black has a chariot and two horses more than Red")
        app.play("h2h9")
        self.tells(
            NOTHING[0],
            "Red has captured: horse",
            "Black has a chariot and a horse more than Red",
        )

    def test_either_seat_has_its_own(self):
        app = self.start()
        app.play("h2h9")

        def heights():
            (more,) = app.find("image", "Red has a horse more than Black")
            (captured,) = app.find("image", "Red has captured: horse")
            (name,) = app.find("button", "Red player: Red")
            return more.area().y, captured.area().y, name.area().y, app.find("list", "Moves")[0].parent.area().y

        more, captured, name, moves = heights()
        self.assertGreater(name, moves)
        self.assertGreater(more, name)
        self.assertLess(abs(more - captured), 12)
        app.key("f")
        until("Red above", lambda: heights()[2] < heights()[3])
        more, captured, name, moves = heights()
        self.assertTrue(name < more < moves)
        self.assertLess(abs(more - captured), 12)

    def test_a_crowd_does_not_widen_the_panel(self):
        app = self.start()
        app.resize(360, 640)
        app.key("F9")
        app.settle()
        width = app.button("Resign.*").area().width
        app.quit()
        much = "b2b9 h7h0 b9d9 e9d9 i0h0 b7f7 h2h8 f7c7 e0e1 c7c3 h0h3 c3g3 e1f1 g3a3 h8h7 a3h3 a0a6 a9a6"
        app = self.start(self.game(moves=much))
        app.resize(360, 640)
        app.key("F9")
        app.settle()
        until("much captured", lambda: any(len(told) > 60 for told in self.told()))
        self.assertEqual(app.button("Resign.*").area().width, width)
        app.photograph("material-narrow")


if __name__ == "__main__":
    case.main()
