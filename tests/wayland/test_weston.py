#!/usr/bin/python3
"""Under weston, which has no mouse or keyboard to be had: what is seen first, a game by a screen reader's action, and a
window that comes back maximized. Run with COMPOSITOR=weston."""

import json
import subprocess

import wayland  # First: it tells where the others are.
import case
import driver
import tree
from case import RED_MATES
from driver import picture_file
from gi.repository import GLib
from waiting import steady, until
from words import say


class App(driver.App):
    """The running program, which nobody can point at."""

    def _attach(self):
        self.root = until("the program on the accessibility bus", lambda: tree.program(self.proc.pid), 20)

    def size(self):
        _, _, width, height = self.frame().area()
        return width, height

    def quit(self):
        self._ask("", "org.gtk.Actions", "Activate", GLib.Variant("(sava{sv})", ("quit", [], {})))
        if self.proc.wait(20):
            raise AssertionError(f"status {self.proc.returncode} after quit")


class Weston(case.Case):
    program = App

    def picture_of_failure(self):
        self.photograph(f"failed-weston-{self.id().split('.', 1)[-1]}")

    def photograph(self, name):
        """Takes a picture of the screen; the tool for it chooses a name, in the folder where it is started."""
        folder = self.home.path / "pictures"
        folder.mkdir(exist_ok=True)

        def taken():
            subprocess.run(["weston-screenshooter"], cwd=folder, check=True, timeout=20, stdout=subprocess.DEVNULL)
            (picture,) = folder.glob("*.png")
            pixels = picture.read_bytes()
            picture.unlink()
            return pixels

        picture_file(name).write_bytes(steady(f"the picture {name}", taken))

    def test_a_game_by_actions_to_checkmate(self):
        app = self.start()

        def act(move):
            app.act(move[:2])
            app.act(move[2:])

        app.play(RED_MATES, act)
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.photograph("weston")
        app.quit()
        self.assertEqual([one["move"] for one in self.home.kept()["moves"]], RED_MATES.split())

    def test_a_maximized_window_comes_back(self):
        app = self.start()
        usual = app.size()
        app.quit()
        (file,) = (self.home.config / "chuhe").glob("*.json")
        settings = json.loads(file.read_text())
        settings["window"]["maximized"] = True
        file.write_text(json.dumps(settings))
        for _ in range(2):
            app = self.start()
            self.eventually(app.size, (1280, 960), "size")
            app.quit()
            window = json.loads(file.read_text())["window"]
            self.assertEqual(window, settings["window"])
        settings["window"]["maximized"] = False
        file.write_text(json.dumps(settings))
        self.eventually(self.start().size, usual, "size")


if __name__ == "__main__":
    case.main()
