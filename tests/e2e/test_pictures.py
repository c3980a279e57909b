#!/usr/bin/python3
"""Pictures of everything that a player sees, for people to look at: they are left in target/screenshots."""

import os
import subprocess
import sys
import unittest

import case
from case import RED_MATES
from driver import until


class Pictures(case.Case):
    def still(self, name, window=None):
        """Takes a picture once two in a row are equal."""
        seen = [None]

        def same():
            command = ["import", "-silent", "-window", window or self.app.window, "-depth", "8", "rgb:-"]
            picture = subprocess.run(command, check=True, capture_output=True).stdout
            before, seen[0] = seen[0], picture
            return picture == before

        until(f"stillness for {name}", same)
        self.app.screenshot(name, window)

    def test_a_game(self):
        app = self.start()
        self.still("start")
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.click("h0")
        self.still("chosen")
        app.press_move("g2f4")
        self.still("refusal")
        app.play("h0h7 a9b9 h7g7")
        self.still("captured")
        app.key("ctrl+z", "ctrl+z")
        self.still("undone")
        app.key("Page_Up", "Page_Up", "Page_Up")
        self.still("past")
        app.key("f")
        self.still("past-flipped")

    def test_dangers(self):
        app = self.start(self.game(start="3k5/9/9/9/3N5/9/9/9/3R5/5K3 w"))
        app.play("d5c7")
        self.still("check")
        app.press_move("d9d8")
        self.still("refusal-check")

    def test_the_end(self):
        app = self.start()
        app.play(RED_MATES)
        self.still("end")
        app.key("f")
        self.still("flipped")

    def test_questions(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.key("ctrl+n")
        app.dialog("Save the game?")
        self.still("dialog-save", "root")
        app.key("Escape")
        app.alone()
        app.click(app.button("Resign.*"))
        app.dialog()
        self.still("dialog-resign", "root")
        app.key("Escape")
        app.alone()
        app.key("Home")
        app.press_move("b2b4")
        app.dialog()
        self.still("dialog-drop", "root")
        app.key("Escape")
        app.alone()
        app.key("ctrl+shift+s")
        self.still("dialog-save-as", app.other_window())
        app.key("Escape")

    def test_what_opens_over_the_window(self):
        app = self.start()
        app.key("F1")
        self.still("help", app.other_window("Help"))
        app.key("Escape")
        app.alone()
        app.key("ctrl+question")
        self.still("shortcuts", app.other_window())
        app.key("Escape")
        app.alone()
        app.activate("about")
        self.still("about", app.other_window())
        app.key("Escape")
        app.alone()
        app.key("F10")
        until("a menu", lambda: len(app.windows()) == 2)
        self.still("menu", "root")

    def test_sizes(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.resize(360, 640)
        self.still("narrow")
        app.press_move("g2f5")
        self.still("narrow-refusal")
        app.resize(360, 420)
        self.still("smallest")
        app.resize(1270, 600)
        self.still("wide")

    def test_the_keyboard_cursor(self):
        app = self.start()
        app.click("e1")
        app.key("Up", "Left", "Left", "Left", "Return", "Up", "Up")
        self.still("cursor")

    def test_dark(self):
        app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.click("h0")
        self.still("dark")
        app.click("i2")
        self.still("dark-refusal")

    def test_twice_as_sharp(self):
        # On a screen that has the room for it.
        if os.environ.get("SCREEN") != LARGE:
            wrapper = case.driver.ROOT / "tests" / "headless"
            command = [wrapper, sys.executable, __file__, case.driver.BINARY, "Pictures.test_twice_as_sharp"]
            done = subprocess.run(command, env={**os.environ, "SCREEN": LARGE}, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return
        app = self.start(settings={"GDK_SCALE": "2"})
        app.play("h2e2 h9g7 h0g2")
        app.click("b9")
        self.still("twice")


LARGE = "2560x1920x24"

if __name__ == "__main__":
    case.main()
