#!/usr/bin/python3
"""The game is printed through the print dialog of GTK, to a file, which another program reads."""

from gi.repository import GLib

import case
from case import RED_MATES
from printing import Printing, about, text_of
from waiting import steady, until
from words import say, ui
from x11 import xdo

# A file is called after the players.
BOTH, ANN = (f"{red} – {say('side', 'Black')}" for red in (say("side", "Red"), "Ann"))


class Print(Printing, case.Case):
    def ask(self):
        self.app.key("ctrl+p")
        return self.app.dialog(ui("print"))

    def print_game(self):
        """Prints to a file, and gives it."""

        def printed():
            self.status(say("printed"))
            self.app.alone()

        return self.print_to_file(printed)

    def test_a_game_is_printed_as_it_is_proposed(self):
        app = self.start()
        app.play(RED_MATES)
        dialog = self.ask()
        self.assertEqual(dialog.focused(), [("button", ui("print", "print"))])
        app.photograph("print", dialog.window)
        app.key("Return")
        path = self.print_game()
        self.assertIn(BOTH, path.name)
        text = text_of(path).replace("1 / 1", "1/1")
        mate = say("outcome", "Checkmate", winner="Red")
        for known in (mate, "1. 炮八平七 C8=7", "３", "C7+3", say("sheet_end"), "1/1"):
            self.assertIn(known, text)
        self.assertEqual(about(path)["Pages"], "1")

    def test_readers_of_vietnamese_are_proposed_theirs(self):
        app = self.start()
        app.activate("notation", GLib.Variant("s", "vietnamese"))
        app.play(RED_MATES)
        self.ask()
        app.key("Return")
        text = text_of(self.print_game())
        for known in ("1. P8-7", "S6.5", "P7.3"):
            self.assertIn(known, text)
        self.assertNotIn("C8=7", text)

    def test_choices_are_remembered(self):
        app = self.start(self.game(moves="h2e2 h9g7 h0g2 i9h9", rulebook="off", tags={"red": "Ann"}))
        dialog = self.ask()
        xdo("mousemove", 5, 800)
        for key, way, value in (("alt+d", "Up", say("no_diagrams")), ("alt+m", "Up", "WXF")):
            app.key(key)
            until("a list", lambda: self.cursor(dialog))
            # The list puts its cursor somewhere once it is there; it takes Enter for a choice once the cursor has moved.
            app.key("End")
            cursor = lambda: steady("the cursor", lambda: self.cursor(dialog))
            until(value, lambda: cursor() == [value] or app.key(way))
            app.key("Return")
            until("the choice", lambda: not self.cursor(dialog))
        app.key("alt+p")
        text = text_of(self.print_game())
        self.assertIn(say("sheet_players", red="Ann", black="Black"), text)
        self.assertIn("1. C2=5 H8+7 2. H2+3 R9=8", text)
        self.assertNotIn(say("sheet_end"), text)
        self.assertEqual(self.home.settings()["print"], {"diagrams": "none", "notation": "wxf"})

    def cursor(self, dialog):
        """The item of an open list that has the keyboard."""
        items = [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        return [label.name for item in items for label in item.find("label", ".*")]

    def test_a_dialog_that_is_left_prints_nothing(self):
        app = self.start()
        app.play("h2e2")
        self.ask().press("Escape")
        self.ask()
        app.key("Return")
        self.printers()
        app.other_window()
        app.key("Escape")
        app.alone()
        self.assertEqual(list(self.home.path.rglob("*.pdf")), [])
        app.play("h9g7")

    def test_what_hinders_the_printing_is_told(self):
        app = self.start(self.game(moves="h2e2", tags={"red": "Ann"}))
        # A folder has the name that GTK proposes for the file.
        (self.home.path / f"{ANN}.pdf").mkdir()
        self.ask()
        app.key("Return")
        self.press_print()
        until("a question", lambda: len(app.windows()) == 3)
        app.other_window()
        app.key("alt+r")
        question = app.dialog(say("cannot_print"))
        self.assertIn(f"{ANN}.pdf", question.body)
        self.assertTrue(question.body.endswith("."), question.body)
        question.press("Escape")
        app.play("h9g7")


if __name__ == "__main__":
    case.main()
