#!/usr/bin/python3
"""Pictures of everything that a player sees, for people to look at: they are left in target/screenshots."""

import os
import subprocess
import sys

import case
from case import RED_MATES
from waiting import until
from words import say, ui


class Pictures(case.Case):
    def test_a_game(self):
        app = self.start()
        app.photograph("start")
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.click("h0")
        app.photograph("chosen")
        app.press_move("g2f4")
        app.photograph("refusal")
        app.play("h0h7 a9b9 h7g7")
        app.photograph("captured")
        app.key("ctrl+z", "ctrl+z")
        app.photograph("undone")
        app.key("Page_Up", "Page_Up", "Page_Up")
        app.photograph("past")
        app.key("F2")
        app.photograph("past-flipped")

    def test_dangers(self):
        app = self.start(self.game(start="3k5/9/9/9/3N5/9/9/9/3R5/5K3 w"))
        app.play("d5c7")
        app.photograph("check")
        app.press_move("d9d8")
        app.photograph("refusal-check")

    def test_the_end(self):
        app = self.start()
        app.play(RED_MATES)
        app.photograph("end")
        app.key("F2")
        app.photograph("flipped")

    def test_variations_and_comments(self):
        path = self.game("annotated.xiangqi", **annotated())
        for name, settings in (("tree", {}), ("tree-dark", {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})):
            app = self.start(path, settings=settings)
            app.resize(1000, 760)
            self.eventually(lambda: len(app.moves()), 6)
            app.click_line(app.lines()[0])
            app.photograph(name)
            app.click_line(app.lines()[1], 3)
            app.photograph(f"{name}-menu", "root")
            app.key("Escape")
            app.alone()
            app.resize(360, 640)
            app.key("F9")
            app.photograph(f"{name}-narrow")
            app.quit()

    def test_questions(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.new_game(asks=True)
        app.photograph("dialog-save", "root")
        app.key("Escape")
        app.alone()
        app.press_seat("resign_game", "Red")
        app.dialog()
        app.photograph("dialog-resign", "root")
        app.key("Escape")
        app.alone()
        app.key("ctrl+shift+s")
        app.photograph("dialog-save-as", app.other_window())
        app.key("Escape")

    def test_what_opens_over_the_window(self):
        app = self.start()
        app.key("F1")
        app.photograph("help", app.other_window(say("help_title")))
        app.key("Escape")
        app.alone()
        app.key("shift+F1")
        app.photograph("course", app.other_window(say("learn_title")))
        app.key("Escape")
        app.alone()
        app.key("ctrl+question")
        app.photograph("shortcuts", app.other_window())
        app.key("Escape")
        app.alone()
        app.activate("about")
        app.photograph("about", app.other_window())
        app.key("Escape")
        app.alone()
        app.key("ctrl+n")
        app.photograph("new-game", app.dialog(ui("new_game")).window)
        app.key("Escape")
        app.alone()
        app.key("alt+Return")
        app.photograph("details", app.dialog(ui("details")).window)
        app.key("Escape")
        app.alone()
        app.key("F10")
        until("a menu", lambda: len(app.windows()) == 2)
        app.photograph("menu", "root")

    def test_sizes(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.resize(360, 640)
        app.photograph("narrow")
        app.press_move("g2f5")
        app.photograph("narrow-refusal")
        app.resize(360, 420)
        app.photograph("smallest")
        app.resize(1270, 600)
        app.photograph("wide")

    def test_the_keyboard_cursor(self):
        app = self.start()
        app.click("e1")
        app.key("Up", "Left", "Left", "Left", "Return", "Up", "Up")
        app.photograph("cursor")

    def test_dark(self):
        app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        app.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")
        app.click("h0")
        app.photograph("dark")
        app.click("i2")
        app.photograph("dark-refusal")

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
        app.photograph("twice")




def annotated():
    """The fields of a game with comments, signs, and variations within one another."""

    def moves(text, **notes):
        listed = [{"move": move} for move in text.split()]
        listed[0].update(notes)
        return listed

    main = moves("h2e2", comment="中炮開局，最常見的攻法。") + moves("h9g7 h0g2 i9h9")
    main += moves("i0h0", signs=[1]) + moves("b9c7", comment="屏風馬，陣形穩固。\nA solid set-up.")
    variations = [
        (0, 2, moves("h7e7", comment="順手炮，雙方對攻激烈。") + moves("h0g2 h9g7 i0h0") + moves("i9i8", signs=[5])),
        (1, 4, moves("b9c7 i0h0") + moves("h9g7", signs=[10])),
        (2, 6, moves("a9b9 h0h6")),
    ]
    listed = [{"line": line, "ply": ply, "moves": those} for line, ply, those in variations]
    return {"comment": "二〇二六年，河邊一局。", "moves": main, "variations": listed}


LARGE = "2560x1920x24"

if __name__ == "__main__":
    case.main()
