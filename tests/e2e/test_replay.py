#!/usr/bin/python3
"""A game is saved as a moving picture: chosen, watched, given up, and opened by another program."""

import re
import subprocess

import case
import driver
from case import RED_MATES
from waiting import steady, until
from words import pattern, say, ui
from x11 import window_manager, xdo


def frames(path):
    """Width and duration of every picture of a file, as another program tells them."""
    told = subprocess.run(["identify", "-format", "%W %T\n", path], check=True, capture_output=True, text=True)
    return [tuple(map(int, line.split())) for line in told.stdout.splitlines()]


class Replay(case.Case):
    maxDiff = None
    def asked(self):
        self.app.activate("save-replay")
        return self.app.dialog(ui("replay"))

    def labels(self, dialog):
        return dialog.node.names_of("label")

    def test_a_game_is_saved_as_it_is_proposed(self):
        app = self.start()
        app.play(RED_MATES)
        dialog = self.asked()
        self.assertEqual(dialog.focused(), [("button", ui("replay", "save"))])
        self.assertIn(say("replay_length", count=5, time=say("in_seconds", count=9)), self.labels(dialog))
        app.photograph("replay", dialog.window)
        app.key("Return")
        path = self.home.games / "mate.gif"
        app.choose_file(path)
        self.status(say("saved", name="mate.gif"))
        self.assertEqual(frames(path), [(540, 100)] * 5 + [(540, 400)])
        app.alone()
        # Only what was played: moves that are taken back are not shown.
        for square in ("c6", "b7"):
            app.key("ctrl+z")
            until(f"a piece back on {square}", lambda: app.piece(square) != "empty")
        self.asked()
        app.key("Return")
        app.choose_file(self.home.games / "shorter")
        self.status(say("saved", name="shorter.gif"))
        self.assertEqual(len(frames(self.home.games / "shorter.gif")), 4)

    def test_speed_and_size_are_chosen_and_remembered(self):
        app = self.start()
        app.play("h2e2 h9g7")
        dialog = self.asked()
        # An item under the pointer would take the keyboard.
        xdo("mousemove", 5, 800)
        for key, value in (("alt+t", say("in_seconds", count=2)), ("alt+z", say("replay_size", "2", width=720))):
            app.key(key)
            until("a list", lambda: self.cursor(dialog))
            # The list puts its cursor somewhere once it is there.
            cursor = lambda: steady("the cursor", lambda: self.cursor(dialog))
            until(value, lambda: cursor() == [value] or app.key("Down"))
            app.key("Return")
            until("the choice", lambda: not self.cursor(dialog))
        self.assertIn(say("replay_length", count=2, time=say("in_seconds", count=9)), self.labels(dialog))
        app.key("alt+s")
        app.choose_file(self.home.games / "large.gif")
        self.status(say("saved", name="large.gif"))
        self.assertEqual(frames(self.home.games / "large.gif"), [(720, 200)] * 2 + [(720, 500)])
        self.assertEqual(self.home.settings()["replay"], {"hold": 200, "width": 720})

    def test_names_are_shown_unless_switched_off(self):
        app = self.start(self.game(moves="h2e2", tags={"red": "甲"}))
        heights = []
        for _ in range(2):
            dialog = self.asked()
            if heights:
                app.key("alt+n")
                [switch] = dialog.node.named("switch", ui("replay", "names_row"))
                until("the switch", lambda: "checked" not in switch.states())
            app.photograph("replay-names", dialog.window)
            app.key("alt+s")
            path = self.home.games / f"{len(heights)}.gif"
            app.choose_file(path)
            self.status(say("saved", name=path.name))
            told = subprocess.run(["identify", "-format", "%H ", path], check=True, capture_output=True, text=True)
            heights.append(int(told.stdout.split()[0]))
            app.alone()
        self.assertGreater(heights[0], heights[1] + 80)
        self.assertTrue(self.home.settings()["plain_pictures"])

    def has_drawn(self, dialog, pictures):
        """Whether some of so many pictures are there."""
        done = re.compile(pattern("replay_done", done="[1-9].*", all=str(pictures)))
        return any(done.fullmatch(one) for one in self.labels(dialog))

    def cursor(self, dialog):
        """The item of an open list that has the keyboard."""
        items = [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        return [label.name for item in items for label in item.find("label", ".*")]

    def test_a_long_game_is_watched_and_given_up(self):
        path = self.home.games / "long.gif"
        path.write_bytes(b"something else")
        moves = "a0a1 a9a8 a1a0 a8a9 " * 250
        if driver.gtk_minor() >= 10:
            # Newer windows do not know by themselves that one over them has gone.
            self.enterContext(window_manager())
        app = self.start(self.game(moves=moves, rulebook="off", no_capture=0))
        dialog = self.asked()
        app.key("Return")
        app.choose_file(path)
        # The chooser asks whether the file may be replaced.
        until("a question", lambda: len(app.windows()) == 4)
        app.key("alt+r")
        until("some pictures", lambda: self.has_drawn(dialog, 1001))
        app.screenshot("replay-work", dialog.window)
        self.assertEqual(dialog.focused(), [("button", ui("replay", "cancel"))])
        dialog.press("Escape")
        until("the old file alone", lambda: sorted(one.name for one in self.home.games.iterdir()) == ["game.xiangqi", "long.gif"])
        self.assertEqual(path.read_bytes(), b"something else")
        app.play("h2e2")

    def test_a_program_that_is_quit_meanwhile_leaves_no_half_of_a_file(self):
        app = self.start(self.game(moves="a0a1 a9a8 a1a0 a8a9 " * 100, rulebook="off", no_capture=0))
        dialog = self.asked()
        app.key("Return")
        app.choose_file(self.home.games / "long.gif")
        until("some pictures", lambda: self.has_drawn(dialog, 401))
        app.activate("quit")
        self.assertEqual(app.proc.wait(20), 0)
        self.assertEqual([one.name for one in self.home.games.iterdir()], ["game.xiangqi"])

    def test_a_full_disk_is_told(self):
        (self.home.games / "full.gif").symlink_to("/dev/full")
        app = self.start()
        app.play("h2e2")
        self.asked()
        app.key("Return")
        app.choose_file(self.home.games / "full.gif")
        until("a question", lambda: len(app.windows()) == 4)
        app.key("alt+r")
        question = app.dialog(say("cannot_save", name="full.gif"))
        self.assertEqual(question.body, say("reading_error", "StorageFull"))
        question.press("Escape")
        self.assertEqual(app.piece("e2"), "red cannon")


if __name__ == "__main__":
    case.main()
