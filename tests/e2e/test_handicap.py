#!/usr/bin/python3
"""Odds: what one side gives before the game, in pieces, in moves and in time."""

import json

import case
from case import START, board_of
from waiting import steady, until
from x11 import xdo

EVEN = "Even game"
NINE = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w"
ODDS = [EVEN, "One horse", "Two horses", "One chariot", "Nine pieces", "Two moves first"]


class Handicap(case.Case):
    def ask(self):
        self.app.key("ctrl+n")
        return self.app.dialog("New Game")

    def pictures(self, dialog):
        """The pictures of the odds, once the row that has them is unfolded."""
        there = lambda: [node for node in dialog.node.find("button", "|".join(ODDS)) if node.area().height > 1]
        if not there():
            self.app.key("alt+h")
            until("pictures", there)
        return {node.name: node for node in there()}

    def chosen(self, dialog):
        chosen = [name for name, node in self.pictures(dialog).items() if "pressed" in node.states()]
        self.assertEqual(len(chosen), 1, chosen)
        return chosen[0]

    def choose(self, dialog, name):
        """Presses a picture once it has glided to its place."""
        self.pictures(dialog)
        node = self.pictures(dialog)[name]
        steady("the pictures", lambda: tuple(node.area()), 0.3)
        place = self.app.centre(node, dialog.node, dialog.window)
        xdo("mousemove", *place, "click", 1)
        self.eventually(lambda: self.chosen(dialog), name, "odds")

    def side(self, dialog, row):
        """The side that is chosen in a row."""
        return dialog.node.find("combo box", row)[0].description

    def choose_second(self, dialog, key, row):
        """Chooses the lower one of two sides."""
        xdo("mousemove", 5, 5)
        self.app.key(key)
        item = lambda: [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        until("a list", lambda: [label for node in item() for label in node.find("label", "(Red|Black).*")])
        steady("the cursor", lambda: [node.path for node in item()])
        self.app.key("End", "Return")
        until(f"Black in {row}", lambda: self.side(dialog, row).startswith("Black"))

    def told(self, what="Handicap"):
        return [line for line in self.app.details() if line.startswith(what + ": ")]

    def tag(self, game):
        return game["tags"].get("handicap")


class Pieces(Handicap):
    def test_a_click_and_enter(self):
        app = self.start()
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), EVEN)
        self.choose(dialog, "Nine pieces")
        xdo("mousemove", 5, 5)
        app.photograph("new-game-handicap", dialog.window)
        dialog.press("alt+s")
        self.eventually(app.position, board_of(NINE), "position")
        self.subtitle("Nine pieces given — Red to move")
        sentence = "Handicap: Red plays without soldiers, advisors and elephants. Red moves first."
        self.assertEqual(self.told(), [sentence])
        app.play("h0g2 h9g7")
        app.photograph("nine-pieces")
        path = self.home.games / "odds.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.subtitle("odds.xiangqi — Red to move")
        self.assertEqual(self.tag(json.loads(path.read_text())), "nine pieces")
        # It is proposed again, and Enter is enough.
        app.new_game()
        self.eventually(app.position, board_of(NINE), "position")
        app.quit()
        app = self.start()
        self.eventually(app.position, board_of(NINE), "position")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), "Nine pieces")
        self.choose(dialog, EVEN)
        dialog.press("alt+s")
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(self.told(), [])

    def test_by_keys_and_the_other_way_round(self):
        app = self.start()
        dialog = self.ask()
        self.pictures(dialog)
        self.eventually(dialog.focused, [("list item", "Handicap")], "focus")
        for name in ODDS[:3]:
            app.key("Tab")
            self.eventually(dialog.focused, [("button", name)], "focus")
        app.key("space")
        self.eventually(lambda: self.chosen(dialog), "Two horses", "odds")
        self.assertEqual((self.side(dialog, "Given by"), self.side(dialog, "Who moves first")), ("Red", "Red"))
        self.choose_second(dialog, "alt+y", "Given by")
        self.choose_second(dialog, "alt+w", "Who moves first")
        dialog.press("alt+s")
        start = "r1bakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
        self.eventually(app.position, board_of(start), "position")
        self.status("Black to move")
        self.assertEqual(self.told(), ["Handicap: Black plays without the horses. Black moves first."])
        app.play("h7e7")
        app.kill()
        app = self.start()
        self.eventually(lambda: app.piece("e7"), "black cannon")
        self.assertEqual(self.tag(self.home.kept()), "two horses by black")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), "Two horses")
        sides = (self.side(dialog, "Given by"), self.side(dialog, "Who moves first"))
        self.assertEqual(sides, ("Black", "Black"))

    def test_players_are_named_and_swapped(self):
        app = self.start()
        dialog = self.ask()
        app.key("alt+r")
        self.eventually(dialog.focused, [("text box", "Red")], "focus")
        app.type("Hu")
        self.choose(dialog, "One horse")
        self.eventually(lambda: self.side(dialog, "Given by"), "Red (Hu)")
        app.key("alt+x")
        self.eventually(lambda: dialog.node.find("group", "Black")[0].text(), "Hu")
        self.assertEqual(self.side(dialog, "Given by"), "Red")
        # What has the keyboard is in sight.
        app.key("alt+r")
        self.eventually(dialog.focused, [("text box", "Red")], "focus")
        dialog.click(dialog.node.find("button", "Swap the Names")[0])
        self.eventually(lambda: self.side(dialog, "Given by"), "Red (Hu)")
        app.key("alt+x")
        self.eventually(lambda: self.side(dialog, "Given by"), "Red")
        dialog.press("alt+s")
        self.assertEqual(app.details()[:2], ["Red: No name given", "Black: Hu"])

    def test_it_fits_into_a_narrow_window(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, "One chariot")
        xdo("windowsize", dialog.window, 360, 900)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        app.photograph("new-game-handicap-narrow", dialog.window)
        for node in [*self.pictures(dialog).values(), *dialog.node.find("combo box", ".*")]:
            area = node.area()
            self.assertTrue(0 <= area.x and area.x + area.width <= 360, node.name)

    def test_the_pictures_come_into_sight(self):
        self.start()
        dialog = self.ask()
        xdo("windowsize", dialog.window, 440, 480)
        self.eventually(lambda: dialog.node.area().height <= 480, True)
        pictures = self.pictures(dialog).values()
        bottom = lambda: max(node.area().y + node.area().height for node in pictures)
        until(lambda: f"the last picture above 480, but {bottom()}", lambda: bottom() <= 480)
        self.choose(dialog, "Two moves first")


class TwoMoves(Handicap):
    def begin(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, "Two moves first")
        self.assertFalse([row for row in dialog.node.find("combo box", "Who moves first") if row.area().height > 1])
        dialog.press("alt+s")
        self.status("Red begins with two moves in a row")
        return app

    def listed(self):
        return [label for label in self.app.labels() if label.startswith("First of two moves")]

    def test_red_moves_twice_takes_back_and_redoes(self):
        app = self.begin()
        app.press_move("h2h9")
        self.status("Make the first two moves with two pieces, both on their own side of the river.")
        app.key("Escape")
        app.play("h2e2")
        self.status("Red moves once more")
        self.eventually(self.listed, ["First of two moves: C2=5"], "list")
        app.play("h0g2")
        self.status("Black to move")
        app.play("h9g7")
        app.photograph("two-moves")
        self.assertEqual(app.moves(), ["Move 1, Red: H2+3", "Move 1, Black: H8+7"])
        self.assertEqual(self.tag(self.home.kept()), "two moves by black, h2e2")
        for moves in (2, 1, 0):
            app.key("ctrl+z")
            self.eventually(lambda: app.piece("e2"), "red cannon" if moves else "empty")
        self.eventually(app.position, board_of(START), "position")
        self.status("Red begins with two moves in a row")
        self.assertEqual(self.listed(), [])
        # Everything is still there after a crash.
        app.kill()
        app = self.start()
        self.status("Red begins with two moves in a row")
        for square in ("e2", "g2", "g7"):
            app.key("ctrl+shift+z")
            until(square, lambda: app.piece(square) != "empty")
        self.status("Red to move")
        self.assertEqual(self.listed(), ["First of two moves: C2=5"])

    def test_one_move_is_enough_to_be_asked_about(self):
        app = self.begin()
        app.play("h2e2")
        app.new_game(asks=True).answer("Cancel")
        self.status("Red moves once more")
        path = self.home.games / "two.pgn"
        app.key("ctrl+shift+s")
        app.choose_file(path)
        self.status("Saved “two.pgn”")
        self.assertIn('[Handicap "two moves by black, h2e2"]', path.read_text())
        app.quit()
        self.home.session.unlink()
        app = self.start(path)
        self.status("Red moves once more")
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")


if __name__ == "__main__":
    case.main()
