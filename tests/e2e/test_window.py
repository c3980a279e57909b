#!/usr/bin/python3
"""The window: its keys, its size, its parts, and what opens over it."""

import itertools
import json
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ET

import case
import x11
from case import START, board_of
from driver import ROOT, title_labels
from waiting import steady, until
from words import menu, say, submenu, ui
from x11 import geometry, window_manager


def labels_of(menu):
    """The labels of a menu's own items, through its sections."""
    labels = []
    for child in menu:
        if child.tag == "section":
            labels += labels_of(child)
        elif child.tag in ("item", "submenu"):
            labels += [one.text for one in child.findall("attribute") if one.get("name") == "label"]
    return labels


class Keys(case.Case):
    glides = False

    def opens(self, key, text):
        """A key opens a window that says this, and Escape closes it."""
        app = self.app
        app.key(key)
        app.other_window()
        until(f"{text} after {key}", lambda: text in self.over_the_window())
        app.key("Escape")
        app.alone()

    def over_the_window(self):
        """Everything that is said by what lies over the window."""
        return [name for top in self.app.over() for name in top.names_of("label")]

    def test_help_opens_and_escape_closes(self):
        self.start()
        self.opens("F1", say("playing", 0))
        self.opens("shift+F1", say("beginning", 0))
        self.app.play("h2e2")

    def test_help_is_searched(self):
        app = self.start()
        app.key("F1")
        app.other_window()
        rows = lambda: [node for top in app.over() for node in top.find("list item", ".+") if node.area().height > 1]
        until("all pages", lambda: len(rows()) > 10)
        app.type("byoyomi")
        # Enter opens the first page that is found.
        app.key("Return")
        until("its text", lambda: say("beyond", 11) in self.over_the_window())
        app.key("Escape")
        app.alone()

    def test_shortcuts_open_and_escape_closes(self):
        self.start()
        self.opens("ctrl+question", say("actions.flip"))
        self.app.play("h2e2")

    def test_the_title_lies_over_no_button(self):
        app = self.start(self.game(moves="h2e2", tags={"time_control": "600"}))
        for width in (980, 600, 500, 440, 400, 360):
            app.resize(width, 640)
            header = lambda: [node for node in app.frame().find("button", ".+") if -1 < node.area().y < 20 and node.area().width > 1]

            def is_free():
                areas = [node.area() for node in title_labels(app.frame()) if node.area().width > 1]
                left, right = min(area.x for area in areas), max(area.x + area.width for area in areas)
                return all(right <= area.x or area.x + area.width <= left for area in (one.area() for one in header()))

            until(f"a title beside the buttons in {width} pixels", is_free)

    def test_tab_goes_all_around_before_the_first_move(self):
        app = self.start()
        until("the board", app.is_on_board)
        for key in "Tab", "shift+Tab":
            seen = []
            while not seen or not app.is_on_board():
                before = app.focused()
                self.assertNotIn(before, seen, key)
                seen.append(before)
                app.key(key)
                until(f"the focus elsewhere than on {before}", lambda: app.focused() not in ([], before))
            self.assertGreater(len(seen), 5)

    def test_every_key_is_listed(self):
        app = self.start()
        app.key("ctrl+question")
        app.other_window()
        for name in ("new_game", "details", "flip", "full_screen", "sound", "undo", "quit"):
            title = say(f"actions.{name}")
            until(title, lambda: title in self.over_the_window())

    def test_keys_are_found_by_what_they_do_and_by_themselves(self):
        app = self.start()
        app.key("ctrl+question")
        app.other_window()
        new, flip, *others = (say(f"actions.{name}") for name in ("new_game", "flip", "undo", "redo", "undo_change"))
        titles = {new, flip, *others}
        seen = lambda: {node.name for top in app.over() for node in top.with_state("visible")} & titles
        self.eventually(seen, titles, "rows")
        # Any letter begins a search, and so does its own key.
        word = flip.split()[-1]
        app.type(word[0])
        # GTK 4.24 loses what is typed while the search slides in.
        written = lambda: [node.text() for top in app.over() for node in top.with_state("focused")]
        self.eventually(written, [word[0]], "entry")
        app.type(word[1:])
        self.eventually(seen, {flip}, "rows")
        app.key("Escape")
        self.eventually(seen, titles, "rows")
        app.key("ctrl+f")
        app.type("Ctrl+Z")
        self.eventually(seen, titles - {new, flip}, "rows")
        app.type("zz")
        until("nothing", lambda: say("no_key_found") in self.over_the_window())
        app.key("Escape")
        self.eventually(seen, titles, "rows")
        # As soon as the search is out of the way, the same key closes the window.
        until("the board", lambda: app.windows() == [app.window] or app.key("Escape"))

    def test_the_list_of_keys_takes_no_more_memory_each_time(self):
        app, used = self.start(), []
        # The first few times fill caches.
        for _ in range(12):
            self.opens("ctrl+question", say("actions.flip"))
            used.append(app.memory())
        # What it takes at most times; the C library may fetch a piece of memory at one of them.
        added = sorted(after - before for before, after in itertools.pairwise(used))
        self.assertLess(added[len(added) // 2], 300, used)

    def test_the_menu_opens_with_f10_and_has_about(self):
        app = self.start()
        app.key("F10")
        until("a menu", lambda: app.named("menu item", menu("win.new")))
        self.assertEqual(len(app.windows()), 2)
        actions = ("win.new", "win.studies", "win.finished", "win.learn", "win.open", "recent_menu", "win.set-up")
        for name in [*map(menu, actions), submenu("win.undo"), submenu("win.save"), submenu("win.help")]:
            self.assertTrue(app.named("menu item", name), name)
        app.key("Escape")
        app.alone()
        app.key("F10")
        until("a menu", lambda: len(app.windows()) == 2)
        app.key("h")
        # Newer GTK tells of no submenu that is not open.
        about = lambda: app.named("menu item", menu("win.about"))
        until("the last item", lambda: about() and "focused" in about()[0].states() or app.key("Up"))
        app.key("Return")
        app.other_window()
        until("the developers", lambda: say("developers") in self.over_the_window())
        app.key("Escape")
        app.alone()

    def test_the_keyboard_comes_back_from_a_submenu(self):
        app = self.start()
        app.settle()
        app.key("Up")
        for leave in (["Escape"], ["Down", "Return"]):
            app.key("F10")
            view = until("a submenu", lambda: app.named("menu item", submenu("win.flip")))[0]
            until("the focus on it", lambda: "focused" in view.states() or app.key("Down"))
            app.key("Right")
            items = lambda: app.named("menu item", menu("win.flip"))
            until("its items", lambda: [item for item in items() if item.area().width > 0])
            app.key(*leave)
            until("no menu", lambda: len(app.windows()) == 1)
            until("the cursor", app.is_on_board)

    def test_the_menu_and_the_list_of_keys_fit_a_small_screen(self):
        app = self.start()
        for key in ("F10", "ctrl+question"):
            app.key(key)
            window = until(f"a window after {key}", lambda: [one for one in app.windows() if one != app.window])[0]
            place = steady("its place", lambda: geometry(window), 0.3)
            self.assertLessEqual(place["Y"] + place["HEIGHT"], 768, key)
            self.assertLessEqual(place["WIDTH"], 1366, key)
            app.key("Escape")
            app.alone()

    def test_no_two_items_of_a_menu_have_the_same_key(self):
        source = ET.parse(ROOT / "resources" / "ui" / "main_menu.ui")
        menus = [*source.iter("menu"), *source.iter("submenu")]
        self.assertGreater(len(menus), 5)
        self.assertLessEqual(len(labels_of(menus[0])), 12)
        for menu in menus:
            keys = [re.search("_(.)", label).group(1).lower() for label in labels_of(menu)]
            self.assertEqual(len(keys), len(set(keys)), f"{labels_of(menu)}")

    def test_f9_folds_the_side_panel(self):
        app = self.start()
        # As high as it is wide without the panel: there is no room for the cards beside the board.
        app.resize(820, 920)
        app.settle()
        wide = app.board.area().width
        app.key("F9")
        until("a wider board", lambda: app.board.area().width > wide + 100)
        app.settle()
        app.play("h2e2")
        app.key("F9")
        self.eventually(lambda: app.board.area().width, wide)
        app.click(app.button(ui("window", "panel_button")))
        until("a wider board", lambda: app.board.area().width > wide + 100)

    def test_ctrl_q_quits_from_whatever_is_open_and_keeps_the_game(self):
        self.start().play("h2e2")
        for action in ("new", "set-up", "preferences", "resign"):
            app = self.app
            app.activate(action)
            app.other_window()
            app.key("ctrl+q")
            self.assertEqual(app.proc.wait(20), 0, action)
            app = self.start()
            self.eventually(lambda: app.piece("e2"), "red cannon", action)

    def test_ctrl_n_with_nothing_played(self):
        app = self.start()
        app.new_game()
        app.key("Page_Up", "Page_Down", "Home", "End", "ctrl+z", "ctrl+shift+z")
        app.play("h2e2")
        app.alone()

    @unittest.skipUnless(shutil.which("openbox"), "needs openbox")
    def test_f11_fills_the_screen_and_back(self):
        with window_manager():
            app = self.start()
            size = app.size()
            screen = x11.screen_size()
            app.key("F11")
            self.eventually(app.size, screen, "size")
            # There is more room for the cards.
            app.settle()
            app.play("h2e2")
            app.key("F11")
            self.eventually(app.size, size, "size")


class Size(case.Case):
    def test_the_size_is_remembered(self):
        app = self.start()
        app.resize(720, 640)
        app.quit()
        app = self.start()
        self.eventually(app.size, (720, 640), "size")

    @unittest.skipUnless(shutil.which("openbox"), "needs openbox")
    def test_a_maximized_window_comes_back_maximized(self):
        with window_manager():
            app = self.start()
            size = app.size()
            app.click(app.button("Maximize"))
            until("a large window", lambda: app.size()[0] > size[0] + 100)
            large = app.size()
            app.quit()
            app = self.start()
            self.eventually(app.size, large, "size")
            app.click(app.button(re.compile("Restore|Maximize")))
            self.eventually(app.size, size, "size")

    def test_a_broken_settings_file_does_no_harm(self):
        settings = self.home.settings_file
        for content in ("{", "[]", json.dumps({"window": {"width": -5, "height": 10**9, "maximized": False}})):
            settings.write_text(content)
            app = self.start()
            width, height = app.size()
            self.assertGreaterEqual(width, 360)
            self.assertLessEqual(height, 16_384)
            app.kill(15)

    def test_every_size_can_be_played(self):
        app = self.start()
        for size, move in [((360, 640), "h2e2"), ((1200, 500), "h9g7"), ((500, 940), "h0g2"), ((1270, 950), "i9h9")]:
            app.resize(*size)
            self.assertTrue(self.is_whole(), size)
            app.play(move)

    def is_whole(self):
        """The whole board is in the window, every cell as wide as high."""
        app = self.app
        corners = [app.points[square].area() for square in ("a0", "i0", "a9", "b8")]
        width, height = app.size()
        inside = all(0 <= c.x and c.x + c.width <= width and 0 <= c.y and c.y + c.height <= height for c in corners)
        a9, b8 = corners[2], corners[3]
        return inside and b8.x - a9.x == b8.y - a9.y > 20

    @case.smoke
    def test_a_narrow_window_folds_the_panel_over_the_board(self):
        app = self.start()
        app.resize(360, 640)
        self.assertTrue(self.is_whole())
        board = app.board.area()
        self.assertGreater(board.width, 300)
        app.play("h2e2")
        app.key("F9")
        last = app.button(ui("side_panel", "win.last"))
        until("the panel", lambda: 0 < last.area().x < 360 and last.area().width > 0)
        app.settle()
        app.photograph("narrow-panel")
        app.key("F9")
        until("no panel", lambda: last.area().width < 1 or last.area().x >= 360)
        app.settle()
        app.play("h9g7")


class Parts(case.Case):
    def test_the_header_has_its_buttons_and_title(self):
        app = self.start()
        header = [app.button(ui("window", name)).area().x for name in ("win.new", "win.undo", "win.redo")]
        self.assertEqual(header, sorted(header))
        end = [ui("window", "win.flip"), ui("window", "panel_button"), ui("main_menu")]
        end = [app.button(name).area().x for name in end]
        self.assertEqual(end, sorted(end))
        self.assertLess(header[-1], end[0])
        title = say("turn_in_file", turn=say("turn", side="Red"), file=say("app_name"))
        self.assertEqual(x11.xdo("getwindowname", app.window).strip(), title)
        self.title(say("turn", side="Red"))
        self.assertEqual(app.position(), board_of(START))


if __name__ == "__main__":
    case.main()
