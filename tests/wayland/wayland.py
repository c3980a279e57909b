"""What every test under Wayland begins with: the drivers of tests/e2e, with sway instead of X.

Run as `tests/wayland/headless /usr/bin/python3 tests/wayland/test_X.py BINARY`.
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "e2e"))

import case
import dialog
import driver
import sway
from driver import picture_file
from waiting import steady, until


class Dialog(dialog.Dialog):
    """A question or message over the window."""

    def click(self, node):
        sway.click(steady(f"the place of {node.name}", lambda: self.app.center(node, self.node, self.window)))

    def answer(self, label):
        for button in until(label, lambda: self.buttons().get(label)):
            self.click(button)
            if self.is_gone_within(3.0):
                break
        self.gone()


class App(driver.App):
    """The running program. Places are in the units of sway, not in pixels of the screen."""

    def _is_listening(self):
        return self.has_keyboard()

    def windows(self):
        """The windows, but no menus."""
        return list(sway.windows(self.proc.pid))

    def place(self, window=None):
        """Left, top, width and height of a window without its shadow."""
        rect = sway.windows(self.proc.pid)[window or self.window]["rect"]
        return tuple(rect[name] for name in ("x", "y", "width", "height"))

    def size(self):
        return self.place()[2:]

    def tell(self, command, window=None):
        """Has sway do something with a window."""
        sway.tell(f"[con_id={window or self.window}] {command}")

    def move(self, x, y):
        self.tell(f"move position {x} {y}")
        until("the new place", lambda: self.place()[:2] == (x, y))

    def resize(self, width, height):
        self.tell(f"resize set {width} {height}")
        until("the new size", lambda: self.size() == (width, height))
        self.settle()

    def keyboard(self):
        """The window that has the keyboard, if it is one of the program."""
        return next((number for number, node in sway.windows(self.proc.pid).items() if node["focused"]), None)

    def has_keyboard(self):
        return self.keyboard() is not None or not self.windows()

    def alone(self):
        until("no other window", lambda: self.windows() == [self.window])
        until("the keyboard", lambda: self.keyboard() == self.window)

    def dialog(self, heading=None):
        def there():
            for node in self.over():
                if node.role in ("dialog", "alert dialog") and (heading is None or heading == node.name):
                    if self.keyboard() not in (None, self.window):
                        return Dialog(self, node, self.keyboard())
            return None

        return until(f"a dialog {heading or ''}", there)

    def _within(self, top=None, window=None):
        area = (top or self.frame()).area()
        x, y, width, height = self.place(window)
        left, above = x + (width - area.width) / 2 - area.x, y + (height - area.height) / 2 - area.y

        def center(node):
            own = node.area()
            return left + own.x + own.width / 2, above + own.y + own.height / 2

        return center

    def click(self, target):
        sway.click(self.at(target) if isinstance(target, str) else self.center(target))

    def lift(self, square, *goals):
        places = [self.at(goal) if isinstance(goal, str) else goal for goal in (square, *goals)]
        sway.seat().do("move {} {}".format(*places[0]), "down")
        sway.way(*places)

    def drop(self):
        sway.seat().do("up")

    def key(self, *keys):
        sway.press(*keys)

    def type(self, text):
        sway.write(text)

    def pixels(self, square, cells=1.0):
        """The screen around a point, where a unit has one pixel."""
        (x, y), side = self.at(square), int(self.points[square].area().width * cells)
        return sway.Picture().crop(int(x - side / 2), int(y - side / 2), side, side)

    def photograph(self, name, window=None):
        sway.put_aside()
        steady(f"the picture {name}", lambda: sway.Picture().pixels)
        self.screenshot(name, window)

    def screenshot(self, name, window=None):
        sway.save(picture_file(name), *self.place(window))


class Case(case.Case):
    """A test with a player and, once started, a program; the screen has one pixel to a unit at first."""

    program = App

    def setUp(self):
        super().setUp()
        sway.set_scale(1)
        sway.put_aside()

    def picture_of_failure(self):
        sway.save(picture_file(f"failed-wayland-{self.id().split('.', 1)[-1]}"))

    def run_beside(self, said, *words):
        """Another program, until the test ends, and a file for what it says."""
        with open(said, "w", encoding="utf-8") as out:
            proc = subprocess.Popen([str(word) for word in words], stdout=out)
        self.addCleanup(proc.wait, 20)
        self.addCleanup(proc.terminate)
        return proc
