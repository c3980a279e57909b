#!/usr/bin/python3
"""Screens of every shape: what opens lies on the screen, and nothing in it is cut off at its sides.

Each shape is an X server of its own, which starts faster than one changes its screen.
"""

import contextlib
import os
import subprocess

import case
import x11
from waiting import steady, until
from words import say, submenu, ui
from x11 import geometry, xdo

# What lies over the window, by the action that opens it and by its name.
DIALOGS = {
    "preferences": ui("preferences"),
    "shortcuts": say("actions.shortcuts"),
    "about": "About",
    "new": ui("new_game"),
    "remote": ui("remote"),
    "match": ui("match_window"),
    "finished": ui("finished"),
    "studies": ui("studies"),
    "details": ui("details"),
    "set-up": ui("editor"),
    "print": ui("print"),
    "save-replay": ui("replay"),
    "resign": say("ask_who_resigns"),
    "help": say("help_title"),
    "learn": say("learn_title"),
}
# Controls and texts have to be seen as a whole from side to side; upwards and downwards a dialog scrolls.
SEEN = ("button", "toggle button", "switch", "radio", "combo box", "check box", "label", "entry", "tab")
# The shadow of a menu is a part of its window, and may be off the screen.
SHADOW = 27
# Where room is scarce; elsewhere the large ones stand for all.
NARROW = ("phone", "large")
LARGE = ("set-up", "new", "help")
TWO_GAMES = '[Red "A"]\n[Black "B"]\n\n1. C2=5 H8+7 *\n\n[Red "C"]\n[Black "D"]\n\n1. H2+3 *\n'


@contextlib.contextmanager
def screen(width, height, dpi=96, depth=24):
    """A screen of this size, with letters as large as so many dots per inch make them, and colors of so many bits."""
    ours, theirs = os.pipe()
    size = f"{width}x{height}x{depth}"
    words = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", size, "-dpi", "96", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(words, pass_fds=[theirs], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(theirs)
    before = os.environ["DISPLAY"]
    x11.disconnect()
    try:
        with os.fdopen(ours) as told:
            os.environ["DISPLAY"] = ":" + told.readline().strip()
        if dpi != 96:
            resources = ["-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", f"Xft.dpi:\t{dpi}\n"]
            subprocess.run(["xprop", "-root", *resources], check=True)
        yield
    finally:
        os.environ["DISPLAY"] = before
        x11.disconnect()
        server.terminate()
        server.wait()


class Shapes(case.Case):
    def fits(self, name, width, height, scale=1, dpi=96):
        """Opens everything that can be opened, one after the other, and looks where it lies."""
        with screen(width, height, dpi):
            app = self.start(settings={"GDK_SCALE": str(scale)} if scale > 1 else None)
            self.is_within("the window", app.window, width, height)
            self.assertTrue(self.board_is_whole(), "the board is cut off")
            app.screenshot(f"shape-{name}", "root")
            for action, title in DIALOGS.items():
                if name not in NARROW and action not in LARGE:
                    continue
                app.activate(action)
                self.opens(title, name, width, height)
            file = self.home.games / "two.pgn"
            file.write_text(TWO_GAMES, encoding="utf-8")
            app.open(file)
            self.opens("games", name, width, height)
            self.menu_fits(name, width, height, scale)
            # While its screen is there.
            app.quit()

    def opens(self, title, shape, width, height):
        """Looks at what has opened, and closes it."""
        app = self.app
        window = app.other_window()
        top = until(title, app.over)[-1]
        self.is_within(title, window, width, height)
        # A question lays its answers out twice, and leaves those that it does not show anywhere.
        if shape in NARROW and title != say("ask_who_resigns"):
            self.is_whole(title, top)
        app.screenshot(f"shape-{shape}-{title.rstrip('?').replace(' ', '-').lower()}", "root")
        app.key("Escape")
        app.alone()

    def is_whole(self, title, top):
        """Whether every control and text is seen from side to side. A busy program may be between two sizes."""
        until(lambda: f"{title} whole, but {self.cut_off(top)}", lambda: not self.cut_off(top))

    def cut_off(self, top):
        """The controls and texts that are not seen from side to side."""
        within, ahead, found, whole = top.area().width, [top], [], set()
        while ahead:
            node = ahead.pop()
            left, _, wide, high = node.area()
            # What is not shown has no size, or lies beside the window as a page that is folded away.
            if wide <= 1 or high <= 1 or left >= within or left + wide <= 0:
                continue
            if node.role not in SEEN:
                ahead += node.children()
            elif left < 0 or left + wide > within:
                found.append((node.role, node.name, left, left + wide))
            else:
                whole.add((node.role, node.name))
        # The pages can be chosen in the header or at the lower edge; the choice that is not shown keeps its place.
        return [f"{one} of {within}" for one in found if one[:2] not in whole]

    def is_within(self, what, window, width, height, shadow=0):
        """Whether a window lies on the screen."""
        steady(f"the place of {what}", lambda: tuple(sorted(geometry(window).items())))

        def fits():
            place = geometry(window)
            ends = place["X"] + place["WIDTH"] - width, place["Y"] + place["HEIGHT"] - height
            return min(place["X"], place["Y"]) >= -shadow and max(ends) <= shadow

        # A busy program may be between two sizes.
        until(lambda: f"{what} within {width} × {height}, but {geometry(window)}", fits)

    def menu_fits(self, shape, width, height, scale):
        app = self.app
        # A menu that scrolls below the pointer would choose what is there.
        xdo("mousemove", 0, 0)
        app.key("F10")
        opened = until("a menu", lambda: [one for one in app.windows() if one != app.window])[0]
        self.is_within("the menu", opened, width, height, SHADOW * scale)
        # What there is no room for is scrolled to.
        last = until("its last item", lambda: app.named("menu item", submenu("win.help")))[0]
        until("the keyboard at its last item", lambda: "focused" in last.states() or xdo("key", "Up", "sleep", 0.2))
        app.screenshot(f"shape-{shape}-menu", "root")
        app.key("Escape")
        app.alone()

    def board_is_whole(self):
        points = [self.app.points[square].area() for square in ("a0", "i0", "a9", "i9")]
        frame = self.app.frame().area()
        return all(
            one.width > 20 and 0 <= one.x and one.x + one.width <= frame.width and one.y + one.height <= frame.height
            for one in points
        )

    def test_a_phone(self):
        self.fits("phone", 360, 640)

    def test_a_longer_phone(self):
        self.fits("long-phone", 360, 720)

    def test_a_tablet_held_upright(self):
        self.fits("tablet", 800, 1280)

    def test_a_common_screen(self):
        self.fits("1080p", 1920, 1080)

    def test_four_thousand_pixels_at_two_hundred_percent(self):
        self.fits("4k", 3840, 2160, scale=2)

    def test_a_small_screen_at_a_hundred_and_twenty_five_percent(self):
        self.fits("125", 1366, 768, dpi=120)

    def test_large_letters_on_a_small_screen(self):
        self.fits("large", 800, 600, dpi=144)


class Remembered(case.Case):
    def test_a_window_is_never_larger_than_the_screen_of_today(self):
        with screen(1920, 1080):
            app = self.start()
            app.resize(1800, 1000)
            app.quit()
        with screen(800, 600):
            app = self.start()
            width, height = app.size()
            self.assertLessEqual((width, height), (800, 600))
            self.assertGreater(width, 700)
            app.play("h2e2")
            app.quit()

    def test_the_side_panel_is_as_it_was_left(self):
        for wanted in (False, False, True):
            app = self.start()
            app.settle()
            if self.has_panel() != wanted:
                app.key("F9")
                until("the panel", lambda: self.has_panel() == wanted)
            app.settle()
            app.quit()
            app = self.start()
            app.settle()
            self.assertEqual(self.has_panel(), wanted)
            app.quit()

    def has_panel(self):
        return "pressed" in self.app.button(ui("window", "panel_button")).states()

    def test_a_panel_that_is_hidden_stays_so_after_a_narrow_window(self):
        app = self.start()
        app.settle()
        for wanted in (False, True):
            app.key("F9")
            until("the panel", lambda: self.has_panel() == wanted)
            app.resize(360, 640)
            until("a folded panel", lambda: not self.has_panel())
            app.resize(980, 800)
            app.settle()
            self.eventually(self.has_panel, wanted)


if __name__ == "__main__":
    case.main()
