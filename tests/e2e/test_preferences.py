#!/usr/bin/python3
"""The preferences: one window, every choice at once, and a file of them that is broken; how pieces and board look."""

import itertools
import json
import os
import re
import shutil
import unittest

from gi.repository import GLib

import case
import x11
from driver import title_labels
from waiting import steady, until
from words import exact, menu, pattern, row, say, ui
from x11 import window_manager, xdo

GENERAL, MOVES, BOARD = ui("preferences", "general"), ui("preferences", "moves"), ui("look_chooser")
CHINESE, COORDINATES = say("notation_name", "Chinese"), say("notation_name", "Coordinates")
TRADITIONAL = say("script_name", "Traditional")
# The pages with their keys, and a row that each has.
PAGES = {
    GENERAL: ("alt+g", ui("preferences", "sound")),
    MOVES: ("alt+m", COORDINATES),
    BOARD: ("alt+b", ui("look_chooser", "labels_group")),
}


class Preferences(case.Case):
    def kept(self, name):
        """A setting in the file, which is written a moment after the change."""
        return self.home.settings().get(name)

    def write(self, content):
        self.home.settings_file.parent.mkdir(exist_ok=True)
        self.home.settings_file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")

    def preferences(self):
        self.app.key("ctrl+comma")
        return self.app.dialog(ui("preferences"))

    def page(self, dialog, name):
        self.app.key(PAGES[name][0])
        until(f"the page {name}", lambda: dialog.node.named("label", name) and self.shown(dialog, name))

    def shown(self, dialog, page):
        """Whether a page is seen, by a row that it has."""
        return any(node.area().width > 1 for node in dialog.node.called(PAGES[page][1].__eq__))

    def row(self, dialog, role, name):
        return until(f"a {role} {name}", lambda: dialog.node.named(role, name))[0]

    def is_marked(self, row):
        return "checked" in row.states()

    def color(self):
        """How light the window is beside the board, from 0 to 255."""
        (red, green, blue) = steady("a color", self.pixel)
        return (red + green + blue) // 3

    def pixel(self):
        x, y = self.app.center(title_labels(self.app.frame())[0].parent)
        return x11.colors(x11.pixels(x, y + 22, 1, 1))[0]


class Choices(Preferences):
    def test_every_page_is_reached_by_its_key_and_seen(self):
        app = self.start()
        dialog = self.preferences()
        for page in PAGES:
            self.page(dialog, page)
            app.photograph(f"preferences-{page.lower()}", dialog.window)
        dialog.press("Escape")
        app.play("h2e2")

    def test_ctrl_w_closes_the_preferences_alone_and_there_is_one_window_of_them(self):
        app = self.start()
        dialog = self.preferences()
        dialog.press("ctrl+w")
        self.assertEqual(app.windows(), [app.window])
        app.activate("preferences")
        app.dialog(ui("preferences"))
        app.activate("preferences")
        app.dialog(ui("preferences"))
        self.assertEqual([node.name for node in app.over() if node.role == "dialog"], [ui("preferences")])

    @unittest.skipUnless(shutil.which("openbox"), "needs openbox")
    def test_they_open_as_if_new_and_take_no_more_memory_each_time(self):
        with window_manager():
            app = self.start()
            begun, used = None, []
            for _ in range(7):
                dialog = self.preferences()
                begun = begun or dialog.focused()
                self.eventually(dialog.focused, begun, "focus")
                self.page(dialog, BOARD)
                dialog.press("Escape")
                used.append(app.memory())
            # What it takes at most times; the C library may fetch a piece of memory at one of them.
            added = sorted(after - before for before, after in itertools.pairwise(used[1:]))
            self.assertLess(added[len(added) // 2], 400, used)

    def test_the_main_menu_has_them(self):
        app = self.start()
        app.key("F10")
        until("a menu", lambda: app.named("menu item", menu("win.preferences")))

    @case.smoke
    def test_a_notation_holds_at_once_and_is_kept(self):
        app = self.start()
        app.play("h2e2")
        dialog = self.preferences()
        self.page(dialog, MOVES)
        rows = {name: self.row(dialog, "radio", name) for name in ("WXF", CHINESE, COORDINATES, TRADITIONAL)}
        self.assertTrue(self.is_marked(rows["WXF"]))
        self.assertNotIn("sensitive", rows[TRADITIONAL].states())
        dialog.click(rows[CHINESE])
        self.eventually(app.moves, [say("listed_move", round=1, side="Red", move_text="炮二平五")])
        until("its mark", lambda: self.is_marked(rows[CHINESE]) and not self.is_marked(rows["WXF"]))
        until("characters to choose from", lambda: "sensitive" in rows[TRADITIONAL].states())
        self.eventually(lambda: self.kept("notation"), "chinese")
        dialog.click(rows[COORDINATES])
        self.eventually(app.moves, [say("listed_move", round=1, side="Red", move_text="h2e2")])
        until("no characters", lambda: "sensitive" not in rows[TRADITIONAL].states())
        # The other way round: what the window chooses is seen here.
        app.activate("notation", GLib.Variant("s", "wxf"))
        until("its mark", lambda: self.is_marked(rows["WXF"]))

    def test_sound_is_one_with_its_key(self):
        app = self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "sound"))
        self.assertTrue(self.is_marked(row))
        app.activate("sound")
        until("silence", lambda: not self.is_marked(row))
        self.eventually(lambda: self.kept("muted"), True)
        dialog.click(row)
        until("sound", lambda: self.is_marked(row))
        self.eventually(lambda: self.kept("muted"), False)

    def test_the_colors_are_those_of_the_choice(self):
        app = self.start()
        app.settle()
        self.assertGreater(self.color(), 200)
        dialog = self.preferences()
        row = self.row(dialog, "combo box", ui("preferences", "color_scheme"))
        until("the row", lambda: "focused" in row.states() or app.key("Tab"))
        windows = len(app.windows())
        app.key("space", "End", "Return")
        self.eventually(lambda: row.description, say("dark_colors"))
        # As long as the list is there, it takes the key.
        until("no list", lambda: len(app.windows()) == windows)
        dialog.press("Escape")
        until("a dark window", lambda: self.color() < 90)
        app.quit()
        app = self.start()
        app.settle()
        self.assertLess(self.color(), 90)
        dialog = self.preferences()
        for page in PAGES:
            self.page(dialog, page)
            app.photograph(f"preferences-{page.lower()}-dark", dialog.window)
        self.page(dialog, GENERAL)
        row = self.row(dialog, "combo box", ui("preferences", "color_scheme"))
        self.assertEqual(row.description, say("dark_colors"))

    def test_a_choice_by_the_keyboard_alone(self):
        app = self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "sound"))
        until("the row", lambda: "focused" in row.states() or app.key("Tab"))
        app.key("space")
        until("silence", lambda: not self.is_marked(row))


class Animation(Preferences):
    def test_where_the_desktop_wants_none_there_is_nothing_to_choose(self):
        self.home.stand_still()
        self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "animation"))
        self.assertNotIn("sensitive", row.states())
        self.assertEqual(row.description, say("animation_off"))
        self.app.photograph("preferences-no-animation", dialog.window)

    def test_it_is_turned_off_here(self):
        app = self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "animation"))
        self.assertTrue(self.is_marked(row))
        dialog.click(row)
        until("no mark", lambda: not self.is_marked(row))
        self.eventually(lambda: self.kept("still"), True)
        dialog.press("Escape")
        app.play("h2e2")

    def test_learning_aids_are_one_with_their_key(self):
        app = self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "aids"))
        self.assertFalse(self.is_marked(row))
        app.activate("aids")
        until("aids", lambda: self.is_marked(row))
        app.photograph("preferences-board-aids", dialog.window)
        dialog.click(row)
        self.eventually(lambda: self.kept("learning_aids"), False)


class Broken(Preferences):
    @property
    def aside(self):
        """Name under which a broken file is kept."""
        return self.home.settings_file.with_name("settings.damaged-1.json")

    def toast(self, title):
        """The message over the board; its button tells more."""
        until(title, lambda: self.app.named("label", title))
        return self.app.button(say("show_details"))

    def told(self, title):
        """What is told of the broken file."""
        self.app.click(self.toast(title))
        dialog = self.app.dialog(title)
        self.app.photograph("preferences-broken", dialog.window)
        body = dialog.body
        dialog.press("Escape")
        return body

    def starts_in_silence(self):
        self.app.quit()
        app = self.start()
        app.settle()
        self.assertFalse(app.find("label", f"{exact('preferences_broken')}|{exact('preferences_partly_broken')}"))

    def test_what_is_no_json_is_kept_and_told_once(self):
        self.write('{"muted": tru')
        app = self.start()
        body = self.told(say("preferences_broken"))
        self.assertIn(say("preferences_garbled", file=self.home.settings_file), body)
        self.assertIn(say("preferences_quarantined", aside=self.aside), body)
        self.assertEqual(self.aside.read_text(), '{"muted": tru')
        app.play("h2e2")
        self.starts_in_silence()

    def test_wrong_values_are_named_and_the_others_hold(self):
        self.write({"muted": "perhaps", "notation": "coordinates", "window": {"width": -5, "height": 10**9}, "later": [1]})
        app = self.start()
        width, height = app.size()
        self.assertGreaterEqual(width, 360)
        self.assertLessEqual(height, 960)
        body = self.told(say("preferences_partly_broken"))
        self.assertIn(say("preferences_wrong", count=2, file=self.home.settings_file, listed=row("muted", "window")), body)
        self.assertEqual(json.loads(self.aside.read_text())["muted"], "perhaps")
        app.play("h2e2")
        # In so narrow a window the list is out of sight.
        app.key("F9")
        self.eventually(app.moves, [say("listed_move", round=1, side="Red", move_text="h2e2")])
        self.assertEqual(self.kept("later"), [1])
        self.starts_in_silence()

    def test_a_folder_in_its_place_is_put_aside(self):
        self.home.settings_file.unlink()
        self.home.settings_file.mkdir()
        (self.home.settings_file / "mine").write_text("kept")
        self.start()
        body = self.told(say("preferences_broken"))
        self.assertRegex(body, pattern("preferences_unreadable", file=re.escape(str(self.home.settings_file))))
        self.assertEqual((self.aside / "mine").read_text(), "kept")
        self.starts_in_silence()

    def test_a_pipe_in_its_place_does_not_stop_the_start(self):
        self.home.settings_file.unlink()
        os.mkfifo(self.home.settings_file)
        self.start()
        self.told(say("preferences_broken"))
        self.starts_in_silence()

    def test_where_nothing_can_be_put_aside_what_is_chosen_holds_for_this_run(self):
        self.home.settings_file.unlink()
        self.home.settings_file.parent.rmdir()
        self.home.settings_file.parent.write_text("in the way")
        app = self.start()
        body = self.told(say("preferences_broken"))
        self.assertRegex(body, pattern("preferences_not_quarantined"))
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "sound"))
        dialog.click(row)
        until("silence", lambda: not self.is_marked(row))
        dialog.press("Escape")
        self.assertEqual(self.home.settings_file.parent.read_text(), "in the way")
        app.quit()

    def test_what_cannot_be_kept_any_more_is_said_where_it_is_chosen(self):
        self.write({})
        self.start()
        dialog = self.preferences()
        row = self.row(dialog, "switch", ui("preferences", "sound"))
        self.home.settings_file.unlink()
        self.home.settings_file.mkdir()
        dialog.click(row)
        until("a word", lambda: dialog.node.find("label", pattern("preferences_unsafe")))
        self.assertFalse(self.is_marked(row))

    def test_a_first_start_has_nothing_to_tell(self):
        app = self.start()
        app.settle()
        self.assertFalse(app.named("button", say("show_details")))
        self.assertEqual(list(self.home.config.glob("chuhe/*.damaged*")), [])


class Looks(Preferences):
    """How pieces and board look: chosen by picture, seen at once, remembered, and as the desktop asks for."""

    def prefer(self, **look):
        self.write({"look": look})

    def remembered(self):
        return self.kept("look") or {}

    def begin(self, **environment):
        app = self.start(settings=environment)
        app.settle()
        return app

    def field(self):
        """The color of the field between four points where nothing is drawn: red, green and blue."""
        (x, y), (right, down) = self.app.at("b5"), self.app.at("c6")
        seen = x11.colors(x11.pixels((x + right) // 2 - 4, (y + down) // 2 - 4, 9, 9))
        return tuple(sum(color) / len(seen) for color in zip(*seen))

    def lightness(self):
        return sum(self.field()) / 3

    def chooser(self):
        self.app.activate("look")
        window = self.app.dialog(ui("preferences"))
        # Off the board, which shows every choice at once.
        xdo("windowmove", window.window, 680, 0)
        return window

    def choose(self, window, name):
        """Chooses a picture; notations before them have names like theirs."""
        window.click(until(name, lambda: window.node.named("radio", name)[-1]))

    def test_a_choice_is_seen_at_once_and_remembered(self):
        app = self.begin()
        red, green, blue = self.field()
        self.assertGreater(red, blue + 40, "wood is yellow")
        window = self.chooser()
        self.choose(window, say("board_look", "Slate"))
        until("slate", lambda: max(self.field()) - min(self.field()) < 30 and self.lightness() < 130)
        self.choose(window, say("piece_set", "International"))
        self.choose(window, say("edge_labels", "Coordinates"))
        self.eventually(self.remembered, {"pieces": "international", "board": "slate", "labels": "coordinates"})
        window.leave("Escape")
        app.alone()
        app.play("h2e2 h9g7")
        app.quit()
        self.begin()
        self.assertLess(self.lightness(), 130)

    def test_every_choice_has_a_name_and_can_be_made_with_keys(self):
        app = self.begin()
        window = self.chooser()
        names = [
            *(say("piece_set", which) for which in ("Traditional", "Simplified", "International", "LargePrint")),
            *(say("board_look", which) for which in ("Wood", "Paper", "Slate", "HighContrast")),
            *(say("edge_labels", which) for which in ("FileNumbers", "Coordinates", "None")),
        ]
        offered = [node.name for node in window.node.find("radio", ".*")]
        # Notations before them have names like theirs.
        self.assertEqual([name for name in offered if name in names][-len(names) :], names)
        # The key of a choice leads to what is chosen, as the window begins, the arrow keys to the others; four in a line.
        traditional, simplified, *_ = names
        self.eventually(window.focused, [("radio", traditional)], "focus")
        wood, paper = say("board_look", "Wood"), say("board_look", "Paper")
        ways = ("alt+p", traditional), ("Right", simplified), ("Left", traditional), ("alt+d", wood), ("Right", paper)
        for key, name in ways:
            app.key(key)
            self.eventually(window.focused, [("radio", name)], "focus")
        app.key("space")
        self.eventually(lambda: self.remembered().get("board"), "paper")
        window.leave("Escape")
        until("paper", lambda: self.lightness() > 220)

    def test_high_contrast_of_the_desktop_is_followed_until_a_board_is_chosen(self):
        self.begin(ADW_DEBUG_HIGH_CONTRAST="1")
        self.assertEqual(self.field(), (255, 255, 255))
        self.app.quit()
        self.prefer(board="wood")
        self.begin(ADW_DEBUG_HIGH_CONTRAST="1")
        self.assertNotEqual(self.field(), (255, 255, 255))

    def test_what_is_wrong_in_the_settings_is_as_usual(self):
        self.prefer(board="marble", pieces=["runes"], labels={"a": 1})
        self.begin()
        red, _, blue = self.field()
        self.assertGreater(red, blue + 40)

    def test_the_characters_follow_the_language_until_a_set_is_chosen(self):
        pictures = {}
        for name, language, look in [
            ("english", "en", {}),
            ("traditional", "en", {"pieces": "traditional"}),
            ("chinese", "zh_CN", {}),
            ("simplified", "en", {"pieces": "simplified"}),
            ("kept", "zh_CN", {"pieces": "traditional"}),
        ]:
            self.prefer(**look)
            app = self.begin(LANGUAGE=language)
            pictures[name] = app.pixels("b0", 0.5)
            app.quit()
        self.assertEqual(pictures["english"], pictures["traditional"])
        self.assertEqual(pictures["chinese"], pictures["simplified"])
        self.assertEqual(pictures["kept"], pictures["traditional"])
        self.assertNotEqual(pictures["chinese"], pictures["english"])


if __name__ == "__main__":
    case.main()
