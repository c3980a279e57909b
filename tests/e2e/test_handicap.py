#!/usr/bin/python3
"""Odds: what one side gives before the game, in pieces, in moves and in time."""

import json
import re

import case
from case import START, board_of
from waiting import steady, until
from words import detail, either_side, pattern, say, ui
from x11 import xdo

EVEN = say("even_game")
NINE = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w"
ODDS = [EVEN, *(say("odds", which) for which in ("Horse", "Horses", "Chariot", "NinePieces", "TwoMoves"))]
GIVER, FIRST = ui("handicap_chooser", "giver"), ui("handicap_chooser", "first")
RED, BLACK = say("side", "Red"), say("side", "Black")


class Handicap(case.Case):
    def ask(self):
        self.app.key("ctrl+n")
        return self.app.dialog(ui("new_game"))

    def pictures(self, dialog):
        """The pictures of the odds, once the row that has them is unfolded."""
        odds = "|".join(map(re.escape, ODDS))
        there = lambda: [node for node in dialog.node.find("radio", odds) if node.area().height > 1]
        if not there():
            self.app.key("alt+h")
            until("pictures", there)
        return {node.name: node for node in there()}

    def chosen(self, dialog):
        chosen = [name for name, node in self.pictures(dialog).items() if "checked" in node.states()]
        self.assertEqual(len(chosen), 1, chosen)
        return chosen[0]

    def choose(self, dialog, name):
        """Presses a picture once it has glided to its place."""
        self.pictures(dialog)
        node = self.pictures(dialog)[name]
        steady("the pictures", lambda: tuple(node.area()), 0.3)
        place = self.app.center(node, dialog.node, dialog.window)
        xdo("mousemove", *place, "click", 1)
        self.eventually(lambda: self.chosen(dialog), name, "odds")

    def side(self, dialog, row):
        """The side that is chosen in a row."""
        return dialog.node.named("combo box", row)[0].description

    def choose_second(self, dialog, key, row):
        """Chooses the lower one of two sides."""
        xdo("mousemove", 5, 5)
        self.app.key(key)
        item = lambda: [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        until("a list", lambda: [label for node in item() for label in node.find("label", either_side() + ".*")])
        steady("the cursor", lambda: [node.path for node in item()])
        self.app.key("End", "Return")
        until(f"Black in {row}", lambda: self.side(dialog, row).startswith(say("side", "Black")))

    def told(self, what="handicap"):
        return [line for line in self.app.details() if line.startswith(detail(what, ""))]

    def tag(self, game):
        return game["tags"].get("handicap")


class Pieces(Handicap):
    def test_a_click_and_enter(self):
        app = self.start()
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), EVEN)
        self.choose(dialog, say("odds", "NinePieces"))
        xdo("mousemove", 5, 5)
        app.photograph("new-game-handicap", dialog.window)
        dialog.press("alt+s")
        self.eventually(app.position, board_of(NINE), "position")
        self.subtitle(say("turn_at_odds", "NinePieces", turn=say("turn", side="Red")))
        sentence = detail("handicap", say("handicap", "NinePieces", giver="Red", first="Red"))
        self.assertEqual(self.told(), [sentence])
        app.play("h0g2 h9g7")
        app.photograph("nine-pieces")
        path = self.home.games / "odds.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.subtitle(say("turn_in_file", file="odds.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(self.tag(json.loads(path.read_text())), "nine pieces")
        # A rematch has it again, another new game has not.
        app.activate("resign")
        app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Red"))
        app.key("ctrl+r")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.position, board_of(NINE), "position")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), EVEN)
        dialog.press("alt+s")
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(self.told(), [])

    def test_by_keys_and_the_other_way_round(self):
        app = self.start()
        dialog = self.ask()
        self.pictures(dialog)
        self.eventually(dialog.focused, [("list item", ui("handicap_chooser"))], "focus")
        for name in ODDS[:3]:
            app.key("Tab")
            self.eventually(dialog.focused, [("radio", name)], "focus")
        app.key("space")
        self.eventually(lambda: self.chosen(dialog), say("odds", "Horses"), "odds")
        self.assertEqual((self.side(dialog, GIVER), self.side(dialog, FIRST)), (RED, RED))
        self.choose_second(dialog, "alt+y", GIVER)
        self.choose_second(dialog, "alt+w", FIRST)
        dialog.press("alt+s")
        start = "r1bakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
        self.eventually(app.position, board_of(start), "position")
        self.status(say("turn", side="Black"))
        self.assertEqual(self.told(), [detail("handicap", say("handicap", "Horses", giver="Black", first="Black"))])
        app.play("h7e7")
        app.kill()
        app = self.start()
        self.eventually(lambda: app.piece("e7"), "black cannon")
        self.assertEqual(self.tag(self.home.kept()), "two horses by black")

    def test_players_are_named_and_swapped(self):
        app = self.start()
        dialog = self.ask()
        app.key("alt+r")
        self.eventually(dialog.focused, [("text box", ui("new_game", "red"))], "focus")
        app.type("Hu")
        self.choose(dialog, say("odds", "Horse"))
        self.eventually(lambda: self.side(dialog, GIVER), say("side_to_choose", side="Red", name="Hu"))
        app.key("alt+x")
        self.eventually(lambda: dialog.node.named("group", ui("new_game", "black"))[0].text(), "Hu")
        self.assertEqual(self.side(dialog, GIVER), RED)
        # What has the keyboard is in sight.
        app.key("alt+r")
        self.eventually(dialog.focused, [("text box", ui("new_game", "red"))], "focus")
        dialog.click(dialog.node.named("button", ui("new_game", "swap"))[0])
        self.eventually(lambda: self.side(dialog, GIVER), say("side_to_choose", side="Red", name="Hu"))
        app.key("alt+x")
        self.eventually(lambda: self.side(dialog, GIVER), RED)
        dialog.press("alt+s")
        self.assertEqual(app.details()[:2], [detail("red", say("no_name")), detail("black", "Hu")])

    def test_it_fits_into_a_narrow_window(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, say("odds", "Chariot"))
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
        self.choose(dialog, say("odds", "TwoMoves"))


class TwoMoves(Handicap):
    def begin(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, say("odds", "TwoMoves"))
        self.assertFalse([row for row in dialog.node.named("combo box", FIRST) if row.area().height > 1])
        dialog.press("alt+s")
        self.status(say("moves_in_a_row", "2", side="Red"))
        return app

    def listed(self):
        return [label for label in self.app.labels() if re.fullmatch(pattern("first_of_two"), label)]

    def test_red_moves_twice_takes_back_and_redoes(self):
        app = self.begin()
        app.press_move("h2h9")
        self.status(say("refusal", "TwoMoves"))
        app.key("Escape")
        app.play("h2e2")
        self.status(say("moves_in_a_row", "_", side="Red"))
        self.eventually(self.listed, [say("first_of_two", move_text="C2=5")], "list")
        app.play("h0g2")
        self.status(say("turn", side="Black"))
        app.play("h9g7")
        app.photograph("two-moves")
        red = say("listed_move", round=1, side="Red", move_text="H2+3")
        self.assertEqual(app.moves(), [red, say("listed_move", round=1, side="Black", move_text="H8+7")])
        self.assertEqual(self.tag(self.home.kept()), "two moves by black, h2e2")
        for moves in (2, 1, 0):
            app.key("ctrl+z")
            self.eventually(lambda: app.piece("e2"), "red cannon" if moves else "empty")
        self.eventually(app.position, board_of(START), "position")
        self.status(say("moves_in_a_row", "2", side="Red"))
        self.assertEqual(self.listed(), [])
        # Everything is still there after a crash.
        app.kill()
        app = self.start()
        self.status(say("moves_in_a_row", "2", side="Red"))
        for square in ("e2", "g2", "g7"):
            app.key("ctrl+shift+z")
            until(square, lambda: app.piece(square) != "empty")
        self.status(say("turn", side="Red"))
        self.assertEqual(self.listed(), [say("first_of_two", move_text="C2=5")])

    def test_one_move_is_enough_to_be_asked_about(self):
        app = self.begin()
        app.play("h2e2")
        app.new_game(asks=True).answer(say("cancel"))
        self.status(say("moves_in_a_row", "_", side="Red"))
        path = self.home.games / "two.pgn"
        app.key("ctrl+shift+s")
        app.choose_file(path)
        self.status(say("saved", name="two.pgn"))
        self.assertIn('[Handicap "two moves by black, h2e2"]', path.read_text())
        app.quit()
        self.home.session.unlink()
        app = self.start(path)
        self.status(say("moves_in_a_row", "_", side="Red"))
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")


if __name__ == "__main__":
    case.main()
