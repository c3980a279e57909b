"""Drives a dialog of the program."""

import functools
import time

from waiting import MAX_WAIT, steady, until
from x11 import xdo


class Dialog:
    """A question or message over the window."""

    def __init__(self, app, node, window):
        self.app, self.node, self.window = app, node, window
        self.heading = node.name
        # Newer releases tell of the labels a moment after the dialog.
        until(f"labels of {self.heading}", lambda: node.first("label"))

    @functools.cached_property
    def body(self):
        """The text below the heading."""
        return until(f"a text in {self.heading}", self._labels)[0]

    def _labels(self):
        """What is said besides the heading, which newer releases have twice, in large and in small letters."""
        return [label for label in self.node.names_of("label") if label not in ("", self.heading)]

    def buttons(self):
        """The labels of its buttons with their places. A dialog lays each out twice, side by side and one over the
        other, and shows what fits; the place of the other may be one that it had before."""
        places = {}
        for button in self.node.find("button", ".*"):
            labels = button.names_of("label")
            if labels and button.area().width > 1:
                places.setdefault(labels[0], []).append(button)
        return places

    def answer(self, label):
        """Clicks a button and waits until the dialog is gone."""
        until(lambda: f"{label} in {list(self.buttons())}", lambda: label in self.buttons())
        places = until(label, lambda: self.buttons().get(label))
        for attempt in range(4):
            button = places[attempt % len(places)]
            x, y = steady(f"the place of {label}", lambda: self.app.center(button, self.node, self.window))
            xdo("mousemove", x, y, "click", 1)
            if self.is_gone_within(3.0):
                break
        self.gone()

    def click(self, node):
        """Presses something in it."""
        x, y = steady(f"the place of {node.name}", lambda: self.app.center(node, self.node, self.window))
        # A tooltip in the way goes when the pointer comes.
        xdo("mousemove", x, y, "sleep", 0.2, "click", 1)

    def press(self, key):
        self.app.key(key)
        self.gone()

    def leave(self, key):
        """Presses a key that closes it, whatever opens then."""
        self.app.key(key)
        if not self.is_gone_within(MAX_WAIT):
            raise AssertionError(f"{self.heading} is still there after {key}")

    def focused(self):
        """The role and name of what has the keyboard in it."""
        return [(node.role, node.name) for node in self.node.focused()]

    def tab_to(self, wanted):
        """Walks on to what has this role and name."""
        seen = []
        while (before := self.focused()) != [wanted]:
            assert before not in seen, f"no {wanted} among {seen}"
            seen.append(before)
            self.app.key("Tab")
            until("the focus elsewhere", lambda: self.focused() not in ([], before))

    def is_gone_within(self, seconds):
        end = time.monotonic() + seconds
        while self.window in self.app.windows():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def gone(self):
        until(f"the end of {self.heading}", lambda: self.window not in self.app.windows())
        until("the keyboard", self.app.has_keyboard)
