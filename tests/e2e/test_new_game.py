#!/usr/bin/python3
"""Before a game and after it: the dialog that asks for players and rules, and the details that tell them."""

import json

from gi.repository import GLib

import case
from case import START, board_of
from waiting import steady, until
from x11 import xdo

ASIAN, CASUAL, OFF = "Asian rules (AXF and WXF)", "Casual", "Off"
DEFAULT = [f"Repetition: {ASIAN}", "Draw without captures: After 60 rounds"]
AGREED = ["Repetition: Casual", "Draw without captures: Never"]
# Red checks on every move of a position that stands for the third time.
CHECKS = {
    "start": "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w",
    "moves": "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8",
}


class NewGame(case.Case):
    def ask(self, *how):
        """Opens the dialog."""
        self.app.key(*how or ["ctrl+n"])
        return self.app.dialog("New Game")

    def marked(self, dialog):
        """The rulebook that is marked, once the row with all of them is unfolded."""
        self.unfold(dialog, "alt+p", "radio", OFF)
        marked = [node.name for node in dialog.node.find("radio", ".*") if "checked" in node.states()]
        self.assertEqual(len(marked), 1, marked)
        return marked[0]

    def unfold(self, dialog, key, role, name):
        """Unfolds a row by its key until something in it can be seen."""
        shown = lambda: [node for node in dialog.node.find(role, name) if node.area().height > 1]
        if not shown():
            self.app.key(key)
            until(name, shown)
            steady(f"the place of {name}", lambda: tuple(shown()[0].area()))

    def limit(self, dialog):
        return dialog.node.find("combo box", "Draw without captures")[0].description

    def choose_never(self, dialog):
        # An item under the pointer would take the keyboard.
        xdo("mousemove", 5, 5)
        self.app.key("alt+d")
        until("a list", lambda: self.cursor(dialog))
        # The list puts its cursor somewhere once it is there.
        steady("the cursor", lambda: self.cursor(dialog))
        until("the last item", lambda: self.cursor(dialog) == ["Never"] or self.app.key("End"))
        self.app.key("Return")
        self.eventually(lambda: self.limit(dialog), "Never", "limit")

    def cursor(self, dialog):
        """The item of the open list that has the keyboard."""
        items = [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        return [label.name for item in items for label in item.find("label", ".*")]

    def agree(self, dialog):
        """Casual rules, and no limit."""
        self.marked(dialog)
        self.app.key("alt+u")
        self.eventually(lambda: self.marked(dialog), CASUAL, "rulebook")
        self.choose_never(dialog)

    def write_name(self, dialog, side, name):
        self.app.key("alt+" + side[0].lower())
        self.eventually(dialog.focused, [("text box", side)], "focus")
        self.app.key("ctrl+a")
        self.app.type(name)
        self.eventually(lambda: self.name(dialog, side), name, side)

    def name(self, dialog, side):
        """What is written as a side's name."""
        return dialog.node.find("group", side)[0].text()

    def terms(self):
        return [said for said in self.app.details() if said.startswith(("Repetition: ", "Draw without"))]

    def settings(self):
        file = self.home.config / "chuhe" / "settings.json"
        return json.loads(file.read_text()) if file.exists() else {}

    def write_settings(self, **values):
        file = self.home.config / "chuhe" / "settings.json"
        file.parent.mkdir()
        file.write_text(json.dumps(values))


class Dialog(NewGame):
    @case.smoke
    def test_enter_starts_at_once(self):
        app = self.start(self.game(moves="h2e2"))
        self.subtitle("game.xiangqi — Black to move")
        app.key("ctrl+n")
        app.dialog("New Game").press("Return")
        self.eventually(app.position, board_of(START), "position")
        self.subtitle("Red to move")
        self.assertEqual(self.terms(), DEFAULT)
        app.play("h2e2")

    def test_the_button_opens_it_and_start_starts(self):
        app = self.start(self.game(moves="h2e2"))
        self.subtitle("game.xiangqi — Black to move")
        app.click(app.button("New Game"))
        app.dialog("New Game").answer("Start")
        self.eventually(app.position, board_of(START), "position")

    def test_escape_and_cancel_leave_everything(self):
        app = self.start()
        app.play("h2e2")
        played = app.position()
        for leave in (lambda dialog: dialog.press("Escape"), lambda dialog: dialog.answer("Cancel")):
            dialog = self.ask()
            self.write_name(dialog, "Red", "Hu")
            self.agree(dialog)
            leave(dialog)
            self.assertEqual(app.position(), played)
            self.assertIn("Red: No name given", app.details())
            self.assertEqual(self.terms(), DEFAULT)
            dialog = self.ask()
            self.assertEqual(self.marked(dialog), ASIAN)
            self.assertEqual(self.limit(dialog), "After 60 rounds")
            self.assertEqual(self.name(dialog, "Red"), "")
            dialog.press("Escape")
        app.play("h9g7")

    def test_one_dialog_is_enough(self):
        app = self.start()
        dialog = self.ask()
        self.write_name(dialog, "Red", "Hu")
        app.key("ctrl+n")
        app.activate("new")
        app.activate("new")
        self.assertEqual(len(app.windows()), 2)
        self.assertEqual(self.name(dialog, "Red"), "Hu")
        dialog.press("Escape")
        app.play("h2e2")

    def test_names_go_to_the_cards_and_are_remembered(self):
        app = self.start()
        dialog = self.ask()
        self.write_name(dialog, "Red", "  Hu Ronghua ")
        self.write_name(dialog, "Black", "Lü Qin")
        # Enter in an entry starts, too.
        dialog.press("Return")
        until("the names", lambda: {"Hu Ronghua", "Lü Qin"} <= set(app.labels()))
        self.assertEqual(app.details()[:2], ["Red: Hu Ronghua", "Black: Lü Qin"])
        app.play("h2e2")
        app.quit()
        self.home.session.unlink()
        app = self.start()
        until("the names", lambda: {"Hu Ronghua", "Lü Qin"} <= set(app.labels()))
        dialog = self.ask()
        self.assertEqual(self.name(dialog, "Black"), "Lü Qin")
        # A side's own name is none.
        self.write_name(dialog, "Black", "Black")
        dialog.press("Return")
        self.eventually(lambda: app.details()[:2], ["Red: Hu Ronghua", "Black: No name given"])

    def test_a_name_that_is_being_written_is_not_lost(self):
        app = self.start()
        app.click(app.find("button", "Red player: Red")[0])
        app.key("ctrl+a")
        app.type("Hu")
        dialog = self.ask()
        self.assertEqual(self.name(dialog, "Red"), "Hu")
        dialog.press("Escape")
        self.assertIn("Red: Hu", app.details())

    def test_everything_can_be_reached_and_has_a_name(self):
        app = self.start()
        dialog, seen = self.ask(), []
        for _ in range(18):
            seen += dialog.focused()
            app.key("Tab")
            self.eventually(lambda: len(dialog.focused()) == 1 and dialog.focused()[0] != seen[-1], True)
        self.assertEqual(
            seen,
            [
                ("button", "Start"),
                ("text box", "Red"),
                ("text box", "Black"),
                ("button", "Swap the Names"),
                ("button", "No clock"),
                ("button", "20 minutes and 10 seconds a move"),
                ("button", "5 minutes and 3 seconds a move"),
                ("button", "10 minutes, and no move longer than 45 seconds"),
                ("button", "60 minutes and 30 seconds a move, as in WXF events"),
                ("button", "A time of your own"),
                ("button", "Fixed"),
                ("button", "Side by side"),
                ("button", "Across the table"),
                ("list item", "Handicap"),
                ("list item", "Repetition"),
                ("combo box", "Draw without captures"),
                ("combo box", "Taking moves back"),
                ("button", "Cancel"),
            ],
        )
        self.marked(dialog)
        for radio in dialog.node.find("radio", ".*"):
            self.assertIn("position" if radio.name == OFF else "third time", radio.description)

    def test_it_fits_into_a_narrow_window(self):
        self.start()
        dialog = self.ask()
        xdo("windowsize", dialog.window, 360, 640)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        self.marked(dialog)
        rows = [*dialog.node.find("radio", ".*"), *dialog.node.find("combo box", ".*")]
        for row in rows:
            area = row.area()
            self.assertTrue(0 <= area.x and area.x + area.width <= 360, row.name)


class Agreed(NewGame):
    def test_what_was_agreed_holds_for_the_game_and_the_next_one(self):
        app = self.start()
        dialog = self.ask()
        self.agree(dialog)
        dialog.press("alt+s")
        self.eventually(self.terms, AGREED)
        app.new_game()
        self.assertEqual(self.terms(), AGREED)
        app.quit()
        app = self.start()
        dialog = self.ask()
        self.assertEqual((self.marked(dialog), self.limit(dialog)), (CASUAL, "Never"))
        dialog.press("Return")
        self.assertEqual(self.terms(), AGREED)

    def test_the_first_game_is_played_as_agreed_last(self):
        self.write_settings(rulebook="off", no_capture=40)
        self.start()
        self.assertEqual(self.terms(), ["Repetition: Off", "Draw without captures: After 40 rounds"])

    def test_what_nobody_offers_is_not_agreed(self):
        self.write_settings(rulebook="national", no_capture=7)
        self.start()
        self.assertEqual(self.terms(), DEFAULT)
        self.assertEqual(self.marked(self.ask()), ASIAN)

    def test_it_is_written_with_the_game(self):
        app = self.start()
        dialog = self.ask()
        self.agree(dialog)
        dialog.press("Return")
        app.play("h2e2")
        path = self.home.games / "agreed.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.subtitle("agreed.xiangqi — Black to move")
        for game in (json.loads(path.read_text()), self.home.kept()):
            self.assertEqual((game.get("rulebook"), game.get("no_capture")), ("casual", 0))
        app.kill()
        self.start()
        self.assertEqual(self.terms(), AGREED)


class Unsaved(NewGame):
    def begin(self):
        """A game that is not saved, and other names and rules for the next one."""
        app = self.start()
        app.play("h2e2")
        dialog = self.ask()
        self.write_name(dialog, "Red", "Hu")
        self.agree(dialog)
        dialog.leave("alt+s")
        return app, app.dialog("Save the game?")

    def test_cancel_keeps_the_game_and_forgets_the_choice(self):
        app, question = self.begin()
        question.answer("Cancel")
        self.status("Black to move")
        self.assertEqual(app.piece("e2"), "red cannon")
        self.assertIn("Red: No name given", app.details())
        self.assertEqual(self.terms(), DEFAULT)
        dialog = self.ask()
        self.assertEqual((self.marked(dialog), self.limit(dialog)), (ASIAN, "After 60 rounds"))
        self.assertEqual(self.name(dialog, "Red"), "")
        dialog.press("Escape")
        self.assertEqual(self.settings().get("rulebook", "asian"), "asian")

    def test_discard_starts_what_was_chosen(self):
        app, question = self.begin()
        question.answer("Discard")
        self.eventually(app.position, board_of(START), "position")
        self.assertIn("Red: Hu", app.details())
        self.assertEqual(self.terms(), AGREED)
        self.assertEqual((self.settings()["rulebook"], self.settings()["no_capture"]), ("casual", 0))

    def test_save_saves_and_starts(self):
        app, question = self.begin()
        path = self.home.games / "first.xiangqi"
        question.answer("Save")
        app.choose_file(path)
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(case.info(path)["moves"], ["h2e2"])
        self.assertEqual(self.terms(), AGREED)


class Details(case.Case):
    def test_a_game_in_progress(self):
        tags = {"red": "胡榮華", "black": "Lü Qin", "event": "Championship"}
        tags.update(date="2026-01-31", time="14:05:33")
        app = self.start(self.game(moves="h2e2 h9g7", tags=tags))
        self.subtitle("game.xiangqi — Red to move")
        said = app.details()
        self.assertEqual(
            said[:7],
            [
                "Red: 胡榮華",
                "Black: Lü Qin",
                "Event: Championship",
                "Begun: 31 January 2026, 14:05",
                "File: game.xiangqi",
                "Moves: 2 moves",
                "Result: In progress",
            ],
        )
        self.assertEqual(said[7:10:2], DEFAULT)
        self.assertIn("perpetual chase", said[8])
        app.key("ctrl+z")
        changed = ["File: game.xiangqi (with unsaved changes)", "Moves: 1 move, 1 taken back"]
        self.eventually(lambda: app.details()[4:6], changed)

    def test_a_finished_game(self):
        app = self.start()
        app.play(case.RED_MATES)
        until("the game in the history", self.home.history)
        said = app.details()
        self.assertIn("File: Kept among the finished games", said)
        self.assertIn("Result: Checkmate (將死): Red wins.", said)
        self.assertFalse([line for line in said if line.startswith("Rul")], said)

    def test_a_ruling_and_its_rule(self):
        app = self.start(self.game(**CHECKS))
        self.eventually(lambda: len(app.moves()), 8)
        said = app.details()
        ruling = next(line for line in said if line.startswith("Ruling: "))
        self.assertIn("Red loses: perpetual check.", ruling)
        self.assertIn("On moves 1, 2, 3 and 4, Red’s chariot attacked Black’s general.", ruling)
        rule = next(line for line in said if line.startswith("Rule applied: "))
        self.assertRegex(rule, r"AXF/WXF: perpetual check loses \(diagrams .+\)\.")
        self.assertIn("Result: The arbiter has ruled. Accept the ruling, or take back and play on.", said)

    def test_the_menu_has_it(self):
        app = self.start()
        app.activate("details")
        dialog = app.dialog("Game Details")
        # Nothing is marked that nobody has marked.
        self.assertNotIn("label", [role for role, _ in dialog.focused()])
        dialog.press("ctrl+w")
        app.play("h2e2")

    def test_it_is_the_game_on_the_board_that_is_told(self):
        app = self.start()
        app.activate("details")
        app.dialog("Game Details")
        path = self.game("other.xiangqi", moves="b2b4", tags={"red": "Hu"})
        app.activate("open-uri", GLib.Variant("s", path.as_uri()))
        self.eventually(lambda: app.piece("b4"), "red cannon")
        app.activate("details")
        dialog = app.dialog("Game Details")
        until("the other game", lambda: dialog.node.find("label", "Red: Hu"))
        self.assertEqual(len(app.windows()), 2)
        dialog.press("Escape")


if __name__ == "__main__":
    case.main()
