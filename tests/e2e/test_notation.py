#!/usr/bin/python3
"""The notation of the moves: the language's own at first, then what was chosen: in a menu, by key or in preferences."""

import re

from gi.repository import GLib

import case
from test_editor import clipboard
from waiting import steady, until
from words import either_side, pattern, say, ui
from x11 import geometry, xdo

OPENING = "h2e2 h9g7 h0g2"
# The same three moves in everything that can be chosen.
TRADITIONAL = ["炮二平五", "馬８進７", "馬二進三"]
SIMPLIFIED = ["炮二平五", "马８进７", "马二进三"]
WXF = ["C2=5", "H8+7", "H2+3"]
COORDINATES = ["h2e2", "h9g7", "h0g2"]
VIETNAMESE = ["P2-5", "M8.7", "M2.3"]
CHINESE, BOTH, VIETNAM, POINTS = (
    say("notation_name", which) for which in ("Chinese", "Both", "Vietnamese", "Coordinates")
)
# What can be chosen, in the order of the menu, with what the list has then.
SHOWN = {CHINESE: TRADITIONAL, BOTH: TRADITIONAL, "WXF": WXF, VIETNAM: VIETNAMESE, POINTS: COORDINATES}
KEYS = {"ctrl+1": BOTH, "ctrl+2": CHINESE, "ctrl+3": "WXF", "ctrl+4": POINTS, "ctrl+5": VIETNAM}
MOVE = re.compile(pattern("listed_move", side=either_side(), move_text="(.+)"))


class Notation(case.Case):
    glides = False

    def listed(self):
        """The moves as the list has them, without number and side."""
        return [MOVE.fullmatch(name)[1] for name in self.app.moves()]

    def lists(self, moves):
        self.eventually(self.listed, moves, "moves")

    def list(self):
        return self.app.named("list", say("moves_title"))[0]

    def list_labels(self):
        return [node.name for node in self.list().of_role("label") if node.area().width > 0]

    def press_list(self):
        """Presses below the moves, where the menu is that of none of them."""
        below = self.list().parent
        x, y = self.app.center(below)
        y += below.area().height // 2 - 12
        # The pointer comes from elsewhere: of presses where it rested, one in fifty opened nothing, nobody knows why.
        xdo("mousemove", x - 8, y, "mousemove", x, y, "click", 3)

    def menu(self, open_it=None):
        """Opens the menu of the list: itself, its window, and the notations in it by their names."""
        (open_it or self.press_list)()
        window = until("a menu", lambda: [one for one in self.app.windows() if one != self.app.window])[0]
        steady("its place", lambda: sorted(geometry(window).items()), 0.3)
        shown = [node for node in self.app.named("menu", say("menu")) if node.area().width > 0]
        self.assertEqual(len(shown), 1)
        items = [item for item in shown[0].find("menu item", ".+") if item.name in SHOWN]
        return shown[0], window, {item.name: item for item in items}

    def choose(self, name):
        self.menu()
        self.walk_to(name)

    def walk_to(self, goal):
        """Chooses an item of the open menu with the keyboard."""
        for _ in range(8):
            before = until("a focus", self.focused_item)
            if before == [goal]:
                break
            xdo("key", "Down")
            until("another focus", lambda: self.focused_item() not in ([], before))
        self.assertEqual(self.focused_item(), [goal])
        xdo("key", "Return")
        self.app.alone()

    def focused_item(self):
        return [item.name for item in self.app.find("menu item", ".+") if "focused" in item.states()]

    def chosen(self):
        """What is marked in the menu."""
        *_, items = self.menu()
        marked = [name for name, item in items.items() if "checked" in item.states()]
        self.app.key("Escape")
        self.app.alone()
        return marked

    def preferences(self):
        """Opens the preferences of the moves: the dialog, and its notations by their names."""
        self.app.key("ctrl+comma")
        dialog = self.app.dialog(ui("preferences"))
        self.app.key("alt+m")
        there = lambda: [row for row in dialog.node.find("radio", ".+") if row.name in SHOWN and row.area().width > 1]
        rows = until("the notations", lambda: len(there()) == len(SHOWN) and there())
        return dialog, {row.name: row for row in rows}

    def begin(self, **options):
        app = self.start(**options)
        app.play(OPENING)
        return app

    def kept(self):
        """What the settings say of the notation."""
        values = self.home.settings()
        return values.get("notation"), values.get("script")


class Choice(Notation):
    def test_the_menu_of_the_list_shows_every_notation(self):
        self.begin()
        *_, items = self.menu()
        self.assertEqual(list(items), list(SHOWN))
        self.app.key("Escape")
        self.app.alone()
        self.lists(WXF)
        self.assertEqual(self.chosen(), ["WXF"])
        for name, moves in SHOWN.items():
            self.choose(name)
            self.lists(moves)
            self.assertEqual(self.chosen(), [name])
            self.eventually(lambda: "C2=5" in self.list_labels(), "WXF" in name)

    def test_a_choice_leaves_the_keyboard_where_it_was(self):
        app = self.begin()
        app.click("e2")
        before = until("a focus", app.focused)
        self.choose(POINTS)
        self.lists(COORDINATES)
        self.eventually(app.focused, before, "focus")
        app.key("ctrl+3")
        self.lists(WXF)
        self.assertEqual(app.focused(), before)

    def test_every_notation_has_a_key(self):
        app = self.begin()
        for key, name in KEYS.items():
            app.key(key)
            self.lists(SHOWN[name])
            self.assertEqual(self.chosen(), [name])
            self.eventually(lambda: "C2=5" in self.list_labels(), "WXF" in name)

    def test_keys_and_screen_readers_reach_the_menu(self):
        app = self.begin()
        app.key("F6")
        self.eventually(app.focused, app.moves()[-1:], "focus")
        for key in ("Menu", "shift+F10"):
            self.menu(lambda: app.key(key))
            goal = POINTS if key == "Menu" else CHINESE
            self.walk_to(goal)
            self.lists(SHOWN[goal])
            self.eventually(app.focused, app.moves()[-1:], "focus")
        *_, items = self.menu()
        self.assertTrue(items[POINTS].act())
        self.lists(COORDINATES)

    def test_what_is_chosen_again_stays_so(self):
        app = self.begin()
        self.choose("WXF")
        self.choose("WXF")
        app.play("i9h9")
        self.assertEqual(self.chosen(), ["WXF"])
        self.assertEqual(self.listed()[0], "C2=5")

    def test_menu_and_preferences_agree(self):
        app = self.begin()
        app.activate("notation", GLib.Variant("s", "coordinates"))
        self.lists(COORDINATES)
        self.assertEqual(self.chosen(), [POINTS])
        app.activate("notation", GLib.Variant("s", "runes"))
        self.assertEqual(self.chosen(), [POINTS])
        self.choose(CHINESE)
        self.lists(TRADITIONAL)
        dialog, rows = self.preferences()
        self.assertEqual(list(rows), list(SHOWN))
        self.assertEqual([name for name, row in rows.items() if "checked" in row.states()], [CHINESE])
        dialog.click(rows[BOTH])
        self.eventually(lambda: "C2=5" in self.list_labels(), True)
        dialog.press("Escape")
        self.assertEqual(self.chosen(), [BOTH])
        app.activate("script", GLib.Variant("s", "simplified"))
        self.lists(SIMPLIFIED)

    def test_the_line_under_the_board_is_in_it_too(self):
        app = self.begin()
        app.key("Page_Up", "Page_Up")
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        self.choose(POINTS)
        self.status(say("past", side="Red", round=1, move_text="h2e2"))
        self.choose(BOTH)
        self.status(say("past", side="Red", round=1, move_text="炮二平五"))

    def test_it_is_chosen_where_there_is_little_room(self):
        app = self.begin()
        app.resize(360, 420)
        app.key("F9")
        app.settle()
        self.assertGreater(self.list().parent.area().height, 40)
        self.choose(POINTS)
        self.lists(COORDINATES)

    def test_it_is_chosen_beside_a_comment_in_the_lowest_window(self):
        app = self.start(self.game(moves=[{"move": "h2e2", "comment": "A comment\nof two lines."}]))
        app.resize(360, 420)
        app.key("F9")
        app.settle()
        self.assertEqual(app.size(), (360, 420))
        self.choose(POINTS)
        self.lists(["h2e2"])


class Vietnamese(Notation):
    """Its letters mean other pieces than those of WXF, so that it is the first only where it is read."""

    def test_its_readers_have_it_at_first(self):
        app = self.begin(settings={"LANGUAGE": "vi"})
        self.lists(VIETNAMESE)
        *_, items = self.menu()
        self.assertEqual(list(items), list(SHOWN))
        app.key("Escape")
        app.alone()
        self.assertEqual(self.chosen(), [VIETNAM])
        for name in ("WXF", VIETNAM, POINTS):
            self.choose(name)
            self.lists(SHOWN[name])
            self.assertEqual(self.chosen(), [name])
        app.quit()
        self.start(settings={"LANGUAGE": "vi"})
        self.assertEqual((self.listed(), self.chosen()), (COORDINATES, [POINTS]))

    def test_others_find_it_in_the_preferences(self):
        app = self.begin()
        dialog, rows = self.preferences()
        dialog.click(rows[VIETNAM])
        self.lists(VIETNAMESE)
        dialog.press("Escape")
        self.assertEqual(self.chosen(), [VIETNAM])
        self.choose("WXF")
        self.lists(WXF)
        self.choose(VIETNAM)
        self.lists(VIETNAMESE)
        app.quit()
        self.assertEqual(self.kept(), ("vietnamese", None))
        self.start()
        self.assertEqual((self.listed(), self.chosen()), (VIETNAMESE, [VIETNAM]))

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
        self.choose("WXF")
        self.lists(WXF)
        app.quit()
        self.assertEqual(self.kept(), ("wxf", None))
        app = self.start(settings={"LANGUAGE": "zh_CN"})
        self.assertEqual((self.listed(), self.chosen()), (WXF, ["WXF"]))
        self.choose(CHINESE)
        self.lists(SIMPLIFIED)
        app.activate("script", GLib.Variant("s", "traditional"))
        self.lists(TRADITIONAL)
        app.quit()
        self.start(settings={"LANGUAGE": "zh_CN"})
        self.assertEqual((self.listed(), self.chosen()), (TRADITIONAL, [CHINESE]))


if __name__ == "__main__":
    case.main()
