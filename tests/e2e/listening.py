"""What a screen reader hears."""

import case
import driver
import tree
from waiting import until


class Listening(case.Case):
    """What is said is found where a screen reader finds it: among announcements, or before GTK 4.14 in the description of
    what has the keyboard."""

    def setUp(self):
        super().setUp()
        self.announcements = tree.Announcements() if driver.gtk_minor() >= 14 else None
        # How many of them have been listened to.
        self.known = 0

    def said(self):
        if self.announcements:
            return " ".join(self.announcements.heard()[self.known :])
        return self.described()

    def described(self):
        focused = self.app.with_keyboard(*self.app.root.children())
        return focused[0].description if focused else ""

    def hears(self, *parts):
        """All of these, in this order, in one announcement."""
        heard = [""]

        def fits():
            heard[0] = self.said()
            places = [heard[0].find(part) for part in parts]
            return -1 not in places and places == sorted(places)

        until(lambda: f"{parts} said, but {heard[0]!r}", fits)
        if self.announcements:
            self.known = len(self.announcements.heard())
        return heard[0]
