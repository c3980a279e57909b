#!/usr/bin/python3
"""Before a game and after it: the dialog that asks for players, rules and odds, and the details that tell them."""

import json
import re

from gi.repository import GLib

import case
from case import START, board_of
from waiting import steady, until
from words import attackers, detail, either_side, increment, moves, pattern, say, ui
from x11 import xdo

BOOKS = {say("rulebook", which): say("rulebook_about", which) for which in ("Asian", "Chinese", "Casual", "Off")}
ASIAN, CHINESE, CASUAL, OFF = BOOKS
NEVER = say("no_capture", "None")
DEFAULT = [detail("repetition", ASIAN), detail("no_capture", say("no_capture", rounds=60))]
AGREED = [detail("repetition", CASUAL), detail("no_capture", NEVER)]
# Red checks on every move of a position that stands for the third time.
CHECKS = {
    "start": "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w",
    "moves": "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8",
}
EVEN = say("even_game")
NINE = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w"
ODDS = [EVEN, *(say("odds", which) for which in ("Horse", "Horses", "Chariot", "NinePieces", "TwoMoves"))]
GIVER, FIRST = ui("handicap_chooser", "giver"), ui("handicap_chooser", "first")
RED, BLACK = say("side", "Red"), say("side", "Black")


class NewGame(case.Case):
    glides = False

    def ask(self, *how):
        """Opens the dialog."""
        self.app.key(*how or ["ctrl+n"])
        return self.app.dialog(ui("new_game"))

    def book(self, dialog):
        """The rulebook that is chosen, once the row with all rules is unfolded."""
        return self.rule(dialog, "repetition")

    def rule(self, dialog, row):
        name = ui("rules_chooser", row)
        self.unfold(dialog, "alt+u", "combo box", name)
        return dialog.node.named("combo box", name)[0].description

    def unfold(self, dialog, key, role, name):
        """Unfolds a row by its key until something in it can be seen."""
        shown = lambda: [node for node in dialog.node.named(role, name) if node.area().height > 1]
        if not shown():
            self.app.key(key)
            node = until(name, shown)[0]
            steady(f"the place of {name}", lambda: tuple(node.area()))

    def limit(self, dialog):
        return self.rule(dialog, "no_capture")

    def choose_rule(self, dialog, key, row, item, *ways):
        """Chooses an item of the list that a key opens, to which these keys lead from wherever the cursor is."""
        self.rule(dialog, row)
        # An item under the pointer would take the keyboard.
        xdo("mousemove", 5, 5)
        self.app.key(key)
        until("a list", lambda: self.cursor(dialog))
        # The list puts its cursor somewhere once it is there.
        steady("the cursor", lambda: self.cursor(dialog))
        until(item, lambda: self.cursor(dialog) == [item] or self.app.key(*ways))
        self.app.key("Return")
        self.eventually(lambda: self.rule(dialog, row), item, row)

    def cursor(self, dialog):
        """The item of the open list that has the keyboard."""
        items = [node for node in dialog.node.focused() if node.role == "list item"]
        return [name for item in items for name in item.names_of("label")]

    def agree(self, dialog):
        """Casual rules, and no limit."""
        self.choose_rule(dialog, "alt+p", "repetition", CASUAL, "Home", "Down", "Down")
        self.choose_rule(dialog, "alt+d", "no_capture", NEVER, "End")

    def write_name(self, dialog, side, name):
        self.app.key("alt+" + side[0].lower())
        self.eventually(dialog.focused, [("text box", say("name_field", side=side))], "focus")
        self.app.key("ctrl+a")
        self.app.type(name)
        self.eventually(lambda: self.name(dialog, side), name, side)

    def name(self, dialog, side):
        """What is written as a side's name. The row around its box tells: of the box itself GTK 4.8 exposes no text."""
        box = dialog.node.named("text box", say("name_field", side=side))[0]
        return box.above.above.above.text()

    def terms(self):
        captions = detail("repetition", ""), detail("no_capture", "")
        return [said for said in self.app.details() if said.startswith(captions)]


class Dialog(NewGame):
    @case.smoke
    def test_enter_starts_at_once(self):
        app = self.start(self.game(moves="h2e2"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.key("ctrl+n")
        app.dialog(ui("new_game")).press("Return")
        self.eventually(app.position, board_of(START), "position")
        self.title(say("turn", side="Red"))
        self.assertEqual(self.terms(), DEFAULT)
        app.play("h2e2")

    def test_enter_starts_from_anywhere_what_is_chosen(self):
        app = self.start()
        dialog = self.ask()
        self.write_name(dialog, "Red", "Lan")
        app.key("alt+l", "Right")
        self.eventually(dialog.focused, [("radio", increment(5, 3))], "focus")
        # A choice is made before anything starts.
        app.key("Return")
        checked = lambda: [node.name for node in dialog.node.find("radio", ".*") if "checked" in node.states()]
        until("the clock", lambda: increment(5, 3) in checked())
        self.unfold(dialog, "alt+h", "radio", say("odds", "Horse"))
        dialog.click(dialog.node.named("radio", say("odds", "Horse"))[0])
        until("the odds", lambda: say("odds", "Horse") in checked())
        app.photograph("new-game-chosen", dialog.window)
        xdo("windowsize", dialog.window, 360, 640)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        app.photograph("new-game-chosen-narrow", dialog.window)
        # Rows are folded with Space.
        app.key("alt+i", "Tab", "Tab", "Tab")
        self.eventually(dialog.focused, [("list item", ui("handicap_chooser"))], "focus")
        dialog.press("Return")
        self.eventually(lambda: app.piece("b0"), "empty", "odds")
        self.assertIn(detail("red", "Lan"), app.details())
        self.eventually(lambda: self.home.settings().get("time_control"), "300+3", "clock")

    def test_the_button_opens_it_and_start_starts(self):
        app = self.start(self.game(moves="h2e2"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.click(app.button(ui("window", "win.new")))
        app.dialog(ui("new_game")).answer(ui("new_game", "start"))
        self.eventually(app.position, board_of(START), "position")

    def test_escape_and_cancel_leave_everything(self):
        app = self.start()
        app.play("h2e2")
        played = app.position()
        cancel = ui("new_game", "window.close")
        for leave in (lambda dialog: dialog.press("Escape"), lambda dialog: dialog.answer(cancel)):
            dialog = self.ask()
            self.write_name(dialog, "Red", "Hu")
            self.agree(dialog)
            leave(dialog)
            self.assertEqual(app.position(), played)
            self.assertIn(detail("red", say("no_name")), app.details())
            self.assertEqual(self.terms(), DEFAULT)
            dialog = self.ask()
            self.assertEqual(self.book(dialog), ASIAN)
            self.assertEqual(self.limit(dialog), say("no_capture", rounds=60))
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
        self.assertEqual(app.details()[:2], [detail("red", "Hu Ronghua"), detail("black", "Lü Qin")])
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
        self.eventually(lambda: app.details()[:2], [detail("red", "Hu Ronghua"), detail("black", say("no_name"))])

    def test_a_name_that_is_being_written_is_not_lost(self):
        app = self.start()
        app.click(app.named("button", say("name_of", side="Red", name="Red"))[0])
        app.key("ctrl+a")
        app.type("Hu")
        dialog = self.ask()
        self.assertEqual(self.name(dialog, "Red"), "Hu")
        dialog.press("Escape")
        self.assertIn(detail("red", "Hu"), app.details())

    def test_everything_can_be_reached_and_has_a_name(self):
        app = self.start()
        dialog, seen = self.ask(), []
        for _ in range(17):
            seen += dialog.focused()
            app.key("Tab")
            self.eventually(lambda: len(dialog.focused()) == 1 and dialog.focused()[0] != seen[-1], True)
        capped = dict(stages=say("in_minutes", count=10), limit=say("in_seconds", count=45))
        self.assertEqual(
            seen,
            [
                ("button", ui("new_game", "start")),
                ("combo box", ui("opponent_chooser", "opponent")),
                ("text box", say("name_field", side="Red")),
                ("text box", say("name_field", side="Black")),
                ("button", ui("new_game", "swap")),
                ("radio", say("no_clock")),
                ("radio", increment(5, 3)),
                ("radio", say("allowance", "(false, Some(limit))", **capped)),
                ("radio", increment(20, 10)),
                ("radio", increment(60, 30)),
                ("radio", say("custom_time_about")),
                ("radio", say("seating", "Fixed")),
                ("radio", say("seating", "SideBySide")),
                ("radio", say("seating", "AcrossTable")),
                ("list item", ui("handicap_chooser")),
                ("list item", ui("rules_chooser", "rules")),
                ("button", ui("new_game", "window.close")),
            ],
        )
        head = lambda: dialog.node.named("list item", ui("rules_chooser", "rules"))[-1].states()
        self.assertTrue("expandable" in head() and "expanded" not in head())
        self.book(dialog)
        until("it unfolded", lambda: "expanded" in head())
        self.assertIn(BOOKS[ASIAN], dialog.node.names_of("label"))

    def test_it_fits_into_a_narrow_window(self):
        self.start()
        dialog = self.ask()
        xdo("windowsize", dialog.window, 360, 640)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        self.book(dialog)
        for row in dialog.node.find("combo box", ".*"):
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
        self.assertEqual((self.book(dialog), self.limit(dialog)), (CASUAL, NEVER))
        dialog.press("Return")
        self.assertEqual(self.terms(), AGREED)

    def test_the_first_game_is_played_as_agreed_last(self):
        self.home.prefer(rulebook="off", no_capture=40)
        self.start()
        self.assertEqual(self.terms(), [detail("repetition", OFF), detail("no_capture", say("no_capture", rounds=40))])

    def test_what_nobody_offers_is_not_agreed(self):
        self.home.prefer(rulebook="national", no_capture=7)
        self.start()
        self.assertEqual(self.terms(), DEFAULT)
        self.assertEqual(self.book(self.ask()), ASIAN)

    def test_it_is_written_with_the_game(self):
        app = self.start()
        dialog = self.ask()
        self.agree(dialog)
        dialog.press("Return")
        app.play("h2e2")
        path = self.home.games / "agreed.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="agreed.xiangqi", turn=say("turn", side="Black")))
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
        return app, app.dialog(say("ask_save"))

    def test_cancel_keeps_the_game_and_forgets_the_choice(self):
        app, question = self.begin()
        question.answer(say("cancel"))
        self.turn("Black")
        self.assertEqual(app.piece("e2"), "red cannon")
        self.assertIn(detail("red", say("no_name")), app.details())
        self.assertEqual(self.terms(), DEFAULT)
        dialog = self.ask()
        self.assertEqual((self.book(dialog), self.limit(dialog)), (ASIAN, say("no_capture", rounds=60)))
        self.assertEqual(self.name(dialog, "Red"), "")
        dialog.press("Escape")
        self.assertEqual(self.home.settings().get("rulebook", "asian"), "asian")

    def test_discard_starts_what_was_chosen(self):
        app, question = self.begin()
        question.answer(say("discard"))
        self.eventually(app.position, board_of(START), "position")
        self.assertIn(detail("red", "Hu"), app.details())
        self.assertEqual(self.terms(), AGREED)
        self.eventually(lambda: [self.home.settings().get(name) for name in ("rulebook", "no_capture")], ["casual", 0])

    def test_save_saves_and_starts(self):
        app, question = self.begin()
        path = self.home.games / "first.xiangqi"
        question.answer(say("save"))
        app.choose_file(path)
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(case.info(path)["moves"], ["h2e2"])
        self.assertEqual(self.terms(), AGREED)


class Details(case.Case):
    glides = False

    def test_a_game_in_progress(self):
        tags = {"red": "胡榮華", "black": "Lü Qin", "event": "Championship"}
        tags.update(date="2026-01-31", time="14:05:33")
        app = self.start(self.game(moves="h2e2 h9g7", tags=tags))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="胡榮華")))
        said = app.details()
        day = say("day", day=31, month=say("month_name", "1"), year=2026)
        begun = say("details.begun", date=day, time="14:05")
        self.assertEqual(
            said[:7],
            [
                detail("red", "胡榮華"),
                detail("black", "Lü Qin"),
                detail("event", "Championship"),
                detail("begun", begun),
                detail("file", "game.xiangqi"),
                detail("moves", say("move_count", count=1)),
                detail("result", say("result")),
            ],
        )
        self.assertEqual(said[7:10:2], DEFAULT)
        self.assertEqual(said[8], BOOKS[ASIAN])
        app.key("ctrl+z")
        moves = say("move_count", moves=say("move_count", count=1), count=1)
        changed = [detail("file", say("file", name="game.xiangqi")), detail("moves", moves)]
        self.eventually(lambda: app.details()[4:6], changed)

    def test_a_finished_game(self):
        app = self.start()
        app.play(case.RED_MATES)
        until("the game in the history", self.home.history)
        said = app.details()
        self.assertIn(detail("file", say("file", "(None, true, true)")), said)
        self.assertIn(detail("result", say("outcome", "Checkmate", winner="Red")), said)
        self.assertFalse([line for line in said if line.startswith((detail("ruling", ""), detail("rule", "")))], said)

    def test_a_ruling_and_its_rule(self):
        app = self.start(self.game(**CHECKS))
        self.eventually(lambda: len(app.moves()), 8)
        said = app.details()
        ruling = next(line for line in said if line.startswith(detail("ruling", "")))
        self.assertIn(say("verdict_sentence", "Check", side="Red"), ruling)
        deed = dict(moves=moves(1, 2, 3, 4), attackers=attackers("Red", "Chariot"), side="Black")
        self.assertIn(say("checks", **deed), ruling)
        rule = next(line for line in said if line.startswith(detail("rule", "")))
        self.assertRegex(rule, pattern("asian_rule", "Check"))
        self.assertIn(detail("result", say("result")), said)

    def test_the_menu_has_it(self):
        app = self.start()
        app.activate("details")
        dialog = app.dialog(ui("details"))
        # Nothing is marked that nobody has marked.
        self.assertNotIn("label", [role for role, _ in dialog.focused()])
        dialog.press("ctrl+w")
        app.play("h2e2")

    def test_it_is_the_game_on_the_board_that_is_told(self):
        app = self.start()
        app.activate("details")
        app.dialog(ui("details"))
        path = self.game("other.xiangqi", moves="b2b4", tags={"red": "Hu"})
        app.activate("open-uri", GLib.Variant("s", path.as_uri()))
        self.eventually(lambda: app.piece("b4"), "red cannon")
        app.activate("details")
        dialog = app.dialog(ui("details"))
        until("the other game", lambda: dialog.node.named("label", detail("red", "Hu")))
        self.assertEqual(len(app.windows()), 2)
        dialog.press("Escape")


class Handicap(NewGame):
    """Odds: what one side gives before the game, in pieces, in moves and in time."""

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
        until("a list", lambda: [name for name in self.cursor(dialog) if re.match(either_side(), name)])
        steady("the cursor", lambda: self.cursor(dialog))
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
        self.title(say("turn_in_file", turn=say("turn", side="Red"), file=say("odds_given", "NinePieces", player="Red")))
        sentence = detail("handicap", say("handicap", "NinePieces", giver="Red", first="Red"))
        self.assertEqual(self.told(), [sentence])
        app.play("h0g2 h9g7")
        app.photograph("nine-pieces")
        path = self.home.games / "odds.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="odds.xiangqi", turn=say("turn", side="Red")))
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
        self.turn("Black")
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
        self.eventually(dialog.focused, [("text box", say("name_field", side="Red"))], "focus")
        app.type("Hu")
        self.choose(dialog, say("odds", "Horse"))
        self.eventually(lambda: self.side(dialog, GIVER), say("side_to_choose", side="Red", name="Hu"))
        app.key("alt+x")
        self.eventually(lambda: self.name(dialog, "Black"), "Hu")
        self.assertEqual(self.side(dialog, GIVER), RED)
        # What has the keyboard is in sight.
        app.key("alt+r")
        self.eventually(dialog.focused, [("text box", say("name_field", side="Red"))], "focus")
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
        self.turn("Black")
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
        self.turn("Red")
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
