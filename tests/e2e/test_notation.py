#!/usr/bin/python3
"""The notation of the moves: the language's own at first, then what was chosen, by one click or in the menu."""

import re

from gi.repository import GLib

import case
from test_editor import clipboard
from waiting import until
from words import either_side, pattern, say

OPENING = "h2e2 h9g7 h0g2"
# The same three moves in everything that can be chosen.
TRADITIONAL = ["炮二平五", "馬８進７", "馬二進三"]
SIMPLIFIED = ["炮二平五", "马８进７", "马二进三"]
WXF = ["C2=5", "H8+7", "H2+3"]
COORDINATES = ["h2e2", "h9g7", "h0g2"]
VIETNAMESE = ["P2-5", "M8.7", "M2.3"]
CHINESE, BOTH, POINTS = (say("notation_name", which) for which in ("Chinese", "Both", "Coordinates"))
BUTTONS = [CHINESE, BOTH, "WXF", POINTS]
MOVE = re.compile(pattern("listed_move", side=either_side(), move_text="(.+)"))
# What the language of the session adds to them.
WITH_VIETNAMESE = [*BUTTONS[:3], say("notation_name", "Vietnamese"), BUTTONS[3]]


class Notation(case.Case):
    glides = False

    def listed(self):
        """The moves as the list has them, without number and side."""
        return [MOVE.fullmatch(name)[1] for name in self.app.moves()]

    def lists(self, moves):
        self.eventually(self.listed, moves, "moves")

    def switch(self):
        """The buttons above the list, by their names."""
        group = self.app.named("group", say("notation"))[0]
        shown = [button for button in group.find("radio", ".+") if "visible" in button.states()]
        return {button.name: button for button in shown}

    def chosen(self):
        return [name for name, button in self.switch().items() if "checked" in button.states()]

    def begin(self, **options):
        app = self.start(**options)
        app.play(OPENING)
        return app

    def kept(self):
        """What the settings say of the notation."""
        values = self.home.settings()
        return values.get("notation"), values.get("script")


class Switch(Notation):
    def test_one_click_shows_every_notation(self):
        app = self.begin()
        self.assertEqual(list(self.switch()), BUTTONS)
        self.lists(WXF)
        self.assertEqual(self.chosen(), ["WXF"])
        for name, moves in zip(BUTTONS, (TRADITIONAL, TRADITIONAL, WXF, COORDINATES)):
            app.click(self.switch()[name])
            self.lists(moves)
            self.eventually(self.chosen, [name])
            self.eventually(lambda: "C2=5" in self.list_labels(), "WXF" in name)

    def list_labels(self):
        moves = self.app.named("list", say("moves_title"))[0]
        return [node.name for node in moves.of_role("label") if node.area().width > 0]

    def test_a_click_leaves_the_keyboard_where_it_was(self):
        app = self.begin()
        app.click("e2")
        before = until("a focus", app.focused)
        app.click(self.switch()[POINTS])
        self.lists(COORDINATES)
        self.assertEqual(app.focused(), before)

    def test_keys_and_screen_readers_reach_it(self):
        app = self.begin()
        app.click("e0")
        for _ in range(12):
            if app.focused()[-1:] == [CHINESE]:
                break
            before = app.focused()
            app.key("Tab")
            until("another focus", lambda: app.focused() not in ([], before))
        self.assertEqual(app.focused(), [CHINESE])
        app.key("space")
        self.lists(TRADITIONAL)
        self.assertTrue(self.switch()[POINTS].act())
        self.lists(COORDINATES)
        app.key("ctrl+2")
        self.lists(TRADITIONAL)
        app.key("ctrl+4")
        self.lists(COORDINATES)

    def test_the_button_that_is_pressed_stays_so(self):
        app = self.begin()
        app.click(self.switch()["WXF"])
        app.click(self.switch()["WXF"])
        app.play("i9h9")
        self.assertEqual(self.chosen(), ["WXF"])
        self.assertEqual(self.listed()[0], "C2=5")

    def test_the_menu_and_the_buttons_agree(self):
        app = self.begin()
        app.activate("notation", GLib.Variant("s", "coordinates"))
        self.eventually(self.chosen, [POINTS])
        self.lists(COORDINATES)
        app.activate("notation", GLib.Variant("s", "runes"))
        app.click(self.switch()[CHINESE])
        self.eventually(self.chosen, [CHINESE])
        app.activate("script", GLib.Variant("s", "simplified"))
        self.lists(SIMPLIFIED)

    def test_the_line_under_the_board_is_in_it_too(self):
        app = self.begin()
        app.key("Page_Up", "Page_Up")
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        app.click(self.switch()[POINTS])
        self.status(say("past", side="Red", round=1, move_text="h2e2"))
        app.click(self.switch()[BOTH])
        self.status(say("past", side="Red", round=1, move_text="炮二平五"))

    def test_it_fits_where_there_is_little_room(self):
        app = self.begin()
        app.settle()
        self.assertEqual(len({button.area().y for button in self.switch().values()}), 1)
        above = app.named("group", say("notation"))[0].area()
        below = app.named("list", say("moves_title"))[0].parent.area()
        self.assertEqual((above.x, above.width), (below.x, below.width))
        app.resize(360, 420)
        app.key("F9")
        app.settle()
        areas = [button.area() for button in self.switch().values()]
        self.assertGreaterEqual(min(area.x for area in areas), 0)
        self.assertLessEqual(max(area.x + area.width for area in areas), 360)
        self.assertGreater(app.named("list", say("moves_title"))[0].parent.area().height, 40)
        app.click(self.switch()[POINTS])
        self.lists(COORDINATES)

    def test_it_makes_way_in_the_lowest_window(self):
        app = self.start(self.game(moves=[{"move": "h2e2", "comment": "A comment\nof two lines."}]))
        app.resize(360, 420)
        app.key("F9")
        app.settle()
        self.assertEqual(app.size(), (360, 420))
        app.activate("notation", GLib.Variant("s", "coordinates"))
        self.lists(["h2e2"])
        app.resize(360, 640)
        until("the buttons", lambda: self.switch()["WXF"].area().width > 0)
        app.settle()
        app.click(self.switch()["WXF"])
        self.lists(["C2=5"])


class Vietnamese(Notation):
    """Its letters mean other pieces than those of WXF, so that it is offered where it is read."""

    def test_its_readers_have_a_button_for_it(self):
        app = self.begin(settings={"LANGUAGE": "vi"})
        self.assertEqual(list(self.switch()), WITH_VIETNAMESE)
        self.assertEqual(self.chosen(), [say("notation_name", "Vietnamese")])
        self.lists(VIETNAMESE)
        for name, moves in zip(WITH_VIETNAMESE, (TRADITIONAL, TRADITIONAL, WXF, VIETNAMESE, COORDINATES)):
            app.click(self.switch()[name])
            self.lists(moves)
            self.eventually(self.chosen, [name])
        app.quit()
        app = self.start(settings={"LANGUAGE": "vi"})
        self.assertEqual((self.listed(), list(self.switch())), (COORDINATES, WITH_VIETNAMESE))

    def test_others_find_it_in_the_preferences(self):
        app = self.begin()
        self.assertEqual(list(self.switch()), BUTTONS)
        app.activate("notation", GLib.Variant("s", "vietnamese"))
        self.lists(VIETNAMESE)
        self.eventually(self.chosen, [say("notation_name", "Vietnamese")])
        # It does not go away under the pointer.
        app.click(self.switch()["WXF"])
        self.lists(WXF)
        self.assertEqual(list(self.switch()), WITH_VIETNAMESE)
        app.click(self.switch()[say("notation_name", "Vietnamese")])
        self.lists(VIETNAMESE)
        app.quit()
        self.assertEqual(self.kept(), ("vietnamese", None))
        app = self.start()
        self.assertEqual((self.listed(), self.chosen()), (VIETNAMESE, [say("notation_name", "Vietnamese")]))
        self.assertEqual(list(self.switch()), WITH_VIETNAMESE)

    def test_five_buttons_fit_where_four_do(self):
        app = self.begin(settings={"LANGUAGE": "vi"})
        for width, height in ((980, 800), (360, 640)):
            app.resize(width, height)
            if width == 360:
                app.key("F9")
            app.settle()
            areas = [button.area() for button in self.switch().values()]
            self.assertEqual(len({area.y for area in areas}), 1)
            self.assertGreaterEqual(min(area.x for area in areas), 0)
            self.assertLessEqual(max(area.x + area.width for area in areas), width)
            app.photograph(f"notation-vietnamese-{width}")

    def test_the_game_is_copied_in_letters_that_nobody_mistakes(self):
        app = self.begin(settings={"LANGUAGE": "vi"})
        app.key("ctrl+c")
        until("the game", lambda: "H2-E2 H9-G7" in clipboard())


class Language(Notation):
    def test_the_first_language_has_its_own(self):
        """What each language has is tested in src/record/notation/style.rs."""
        self.begin().quit()
        for languages, moves in [
            ("zh_SG:en", SIMPLIFIED),
            ("zh_HK:zh_CN", TRADITIONAL),
            ("en_GB:zh_TW", WXF),
        ]:
            app = self.start(settings={"LANGUAGE": languages})
            self.assertEqual(self.listed(), moves, languages)
            # What nobody chose is not kept, however often the settings are.
            app.resize(900, 640 + len(languages))
            app.quit()
            self.assertEqual(self.kept(), (None, None), languages)

    def test_the_locale_counts_where_no_language_is_named(self):
        self.begin().quit()
        for settings, moves in [
            ({"LC_ALL": "C.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, WXF),
            ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "C.UTF-8"}, SIMPLIFIED),
            ({"LC_ALL": "", "LANG": "zh_TW.UTF-8"}, TRADITIONAL),
        ]:
            # GTK says so where the machine has no such locale.
            self.expected_errors = case.re.compile("Locale not supported by C library|Using the fallback")
            app = self.start(settings={"LANGUAGE": "", **settings})
            self.assertEqual(self.listed(), moves, settings)
            app.quit()

    def test_a_choice_wins_from_then_on(self):
        app = self.begin(settings={"LANGUAGE": "zh_CN"})
        self.lists(SIMPLIFIED)
        app.click(self.switch()["WXF"])
        self.lists(WXF)
        app.quit()
        self.assertEqual(self.kept(), ("wxf", None))
        app = self.start(settings={"LANGUAGE": "zh_CN"})
        self.assertEqual((self.listed(), self.chosen()), (WXF, ["WXF"]))
        app.click(self.switch()[CHINESE])
        self.lists(SIMPLIFIED)
        app.activate("script", GLib.Variant("s", "traditional"))
        self.lists(TRADITIONAL)
        app.quit()
        self.start(settings={"LANGUAGE": "zh_CN"})
        self.assertEqual((self.listed(), self.chosen()), (TRADITIONAL, [CHINESE]))


if __name__ == "__main__":
    case.main()
