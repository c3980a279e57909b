"""Drives the real program from outside: mouse and keys in, accessibility tree and errors out."""

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENSHOTS = Path(os.environ.get("CHUHE_SCREENSHOTS") or ROOT / "target" / "screenshots")
BINARY = ROOT / "target" / "release" / "chuhe"
APP_ID = "io.github.chuhe.Chuhe"

# The accessibility library asks GTK for a cache that it does not have, and says so for each program.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)


def until(what, probe, seconds=10.0):
    """The first true value of `probe`: polled, since nothing tells when a window has settled."""
    end = time.monotonic() + seconds
    seen = None
    while True:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            value = probe()
        except (GLib.Error, AttributeError) as gone:
            value, seen = None, gone  # A widget that went away while it was looked at.
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what} ({seen or value!r})")
        time.sleep(0.01)


def xdo(*words):
    return subprocess.run(
        ["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=20
    ).stdout.strip()


def walk(node, into=lambda node: node.get_name() != "Chess board"):
    """Every node below this one; not those of the board, which are ninety."""
    yield node
    if into(node):
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child:
                yield from walk(child, into)


def find(node, role, name):
    """All nodes of a role whose whole name fits the expression."""
    return [one for one in walk(node) if one.get_role_name() == role and re.fullmatch(name, one.get_name() or "")]


def has_state(node, state):
    return node.get_state_set().contains(state)


def picture_file(name):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS / f"{name}.png"


class App:
    """The running program."""

    def __init__(self, home, *files, settings=None, show=True):
        self.home = home
        self.environment = {**os.environ, **home.environment(), **(settings or {})}
        self.err = tempfile.TemporaryFile("w+")
        self.proc = self._spawn(files, self.err)
        self.root = self.board = None
        self.points = {}
        if show:
            self._attach()

    def _spawn(self, files, err):
        words = [str(BINARY), *map(str, files)]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=err, env=self.environment, cwd=self.home.path)

    def _attach(self):
        """Waits until the window is there, has the keyboard, and all its points have names."""
        desktop = Atspi.get_desktop(0)

        def on_the_bus():
            if self.proc.poll() is not None:
                raise AssertionError(f"the program ended with status {self.proc.returncode}: {self.errors()}")
            desktop.clear_cache()
            for index in range(desktop.get_child_count()):
                app = desktop.get_child_at_index(index)
                if app and app.get_process_id() == self.proc.pid and app.get_child_count():
                    return app
            return None

        self.root = until("the program on the accessibility bus", on_the_bus, 20)
        self.root.set_cache_mask(Atspi.Cache.NONE)
        self.board = until("a board", lambda: find(self.frame(), "panel", "Chess board")[0])
        self.points = until("ninety named points", self._named_points)
        holder = self.board.get_parent()
        line = [holder.get_child_at_index(index) for index in range(holder.get_child_count())]
        self.status_line = line[1 + next(i for i, one in enumerate(line) if one.get_name() == "Chess board")]
        self.window = until("an X window", lambda: self.windows()[:1], 20)[0]
        until("the keyboard", lambda: xdo("getwindowfocus") in self.windows())

    def _named_points(self):
        points = [self.board.get_child_at_index(index) for index in range(self.board.get_child_count())]
        named = {point.get_name().split()[0]: point for point in points}
        return named if len(named) == 90 else None

    # ---- What is seen ----

    def frame(self):
        return next(top for top in self.tops() if top.get_role_name() == "frame")

    def tops(self):
        tops = [self.root.get_child_at_index(index) for index in range(self.root.get_child_count())]
        return [top for top in tops if top]

    def windows(self):
        """The X windows, menus among them."""
        done = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.proc.pid)], capture_output=True, text=True
        )
        return done.stdout.split()

    def piece(self, square):
        """`"red cannon"` or `"empty"`."""
        return self.points[square].get_name().removeprefix(square + " ")

    def position(self):
        there = {square: self.piece(square) for square in self.points}
        return {square: piece for square, piece in there.items() if piece != "empty"}

    def status(self):
        return self.status_line.get_child_at_index(0).get_name()

    def status_button(self):
        """The button in the status line, if it shows one."""
        for index in range(1, self.status_line.get_child_count()):
            button = self.status_line.get_child_at_index(index)
            if button.get_role_name() == "push button" and self.extents(button).width > 0:
                return button
        return None

    def subtitle(self):
        header = find(self.frame(), "filler", "AdwWindowTitle")[0]
        labels = [node.get_name() for node in walk(header) if node.get_role_name() == "label"]
        return labels[1] if len(labels) > 1 else ""

    def labels(self):
        return [node.get_name() for node in walk(self.frame()) if node.get_role_name() == "label"]

    def button(self, name):
        found = find(self.frame(), "(toggle|push) button", name) or find(self.frame(), "push button", name)
        return found[0] if found else until(f"a button {name}", lambda: find(self.frame(), "push button", name))[0]

    def move_list(self):
        """The buttons of the moves in the list, in the order of the game."""
        rows = find(self.frame(), "list", "Moves")[0]
        return find(rows, "push button", r"Move \d+, (Red|Black): .+")

    def moves(self):
        return [button.get_name() for button in self.move_list()]

    def focused(self):
        """The names of what has the keyboard."""
        nodes = list(self.points.values()) + list(walk(self.frame()))
        return [node.get_name() for node in nodes if has_state(node, Atspi.StateType.FOCUSED)]

    def extents(self, node):
        return node.get_extents(Atspi.CoordType.WINDOW)

    def size(self):
        """Width and height of the whole X window."""
        known = dict(line.split("=") for line in xdo("getwindowgeometry", "--shell", self.window).splitlines())
        return int(known["WIDTH"]), int(known["HEIGHT"])

    def resize(self, width, height):
        xdo("windowsize", self.window, width, height)
        until("the new size", lambda: self.size() == (width, height))
        self.settle()

    def settle(self):
        """Waits until the board has stood in its place for a while, since panels glide."""
        seen, since = None, time.monotonic()

        def still():
            nonlocal seen, since
            area = self.extents(self.board)
            now = (area.x, area.y, area.width, area.height, *self.at("a0"), *self.at("i9"))
            if now != seen:
                seen, since = now, time.monotonic()
            return time.monotonic() - since > 0.3

        until("a board that stays in its place", still)

    # ---- What a player does ----

    def centre(self, node, top=None, window=None):
        """Where a widget is on the screen: its window's place, without frame or shadow, and its own in there."""
        area = self.extents(top or self.frame())
        place = {
            name: int(value)
            for name, value in re.findall(r"(\w+)=(-?\d+)", xdo("getwindowgeometry", "--shell", window or self.window))
        }
        own = self.extents(node)
        scale = int(self.environment.get("GDK_SCALE", "1"))
        return (
            place["X"] + (place["WIDTH"] - area.width * scale) // 2 + (own.x + own.width // 2) * scale,
            place["Y"] + (place["HEIGHT"] - area.height * scale) // 2 + (own.y + own.height // 2) * scale,
        )

    def at(self, square):
        return self.centre(self.points[square])

    def click(self, target):
        """Presses a point, given by its name, or a widget."""
        x, y = self.at(target) if isinstance(target, str) else self.centre(target)
        xdo("mousemove", x, y, "click", 1)

    def lift(self, square, *way):
        """Presses on a point, drags along the way, and holds on."""
        (x, y), steps = self.at(square), []
        for goal in way:
            goal = self.at(goal) if isinstance(goal, str) else goal
            for step in range(1, 7):
                steps += ["mousemove", x + (goal[0] - x) * step // 6, y + (goal[1] - y) * step // 6]
            x, y = goal
        xdo("mousemove", *self.at(square), "mousedown", 1, *steps)

    def drop(self):
        xdo("mouseup", 1)

    def drag(self, move):
        self.lift(move[:2], move[2:])
        self.drop()

    def key(self, *keys):
        xdo("key", *keys)

    def act(self, square):
        """What a screen reader or a switch does."""
        return Atspi.Action.do_action(self.points[square], 0)

    def press_move(self, move):
        self.click(move[:2])
        self.click(move[2:])

    def play(self, moves, how=None):
        """Makes these moves, by clicks unless told otherwise, and sees each arrive before the next."""
        for move in moves.split():
            piece = self.piece(move[:2])
            (how or self.press_move)(move)
            until(
                lambda: f"{piece} from {move[:2]} on {move[2:]}; status: {self.status()}",
                lambda: self.piece(move[2:]) == piece and self.piece(move[:2]) == "empty",
            )

    def open(self, *files):
        """Starts the program again with files for the one that runs; it has to hand them over and end quietly."""
        with tempfile.TemporaryFile("w+") as err:
            second = self._spawn(files, err)
            status = second.wait(20)
            err.seek(0)
            said = err.read()
        if status or said:
            raise AssertionError(f"the second program ended with status {status} and said {said!r}")

    def activate(self, action, *values):
        """An action of the window, as a desktop shell would call it."""
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        arguments = GLib.Variant("(sava{sv})", (action, list(values), {}))
        path = "/" + APP_ID.replace(".", "/") + "/window/1"
        bus.call_sync(APP_ID, path, "org.gtk.Actions", "Activate", arguments, None, Gio.DBusCallFlags.NONE, 5000)

    def type(self, text):
        xdo("type", "--delay", 8, text)

    def dialog(self, heading=None):
        """The question or message over the window, once it has the keyboard."""

        def there():
            for top in self.tops():
                if top.get_role_name() in ("dialog", "alert") and (heading is None or heading == top.get_name()):
                    window = xdo("getwindowfocus")
                    if window != self.window and window in self.windows():
                        return Dialog(self, top, window)
            return None

        return until(f"a dialog {heading or ''}", there)

    def alone(self):
        """Waits until nothing is over the window, and gives it the keyboard as a window manager would."""
        until(
            lambda: f"no other window, but {[top.get_name() for top in self.tops()]}",
            lambda: self.windows() == [self.window],
        )
        xdo("windowfocus", self.window)
        until("the keyboard", lambda: xdo("getwindowfocus") == self.window)

    def other_window(self, name=None):
        """Another window of the program, such as the file chooser, once it has the keyboard."""

        def there():
            window = xdo("getwindowfocus")
            fits = window != self.window and window in self.windows()
            return window if fits and (name is None or name in xdo("getwindowname", window)) else None

        return until(f"another window {name or ''}", there)

    def choose_file(self, path):
        """Types a path into GTK's own file chooser and takes it."""
        self.other_window()
        entry = until("an entry", self._file_entry)
        self.key("ctrl+a")
        self.type(str(path))
        until("the path in the entry", lambda: self._text(entry).endswith(str(path)))
        self.key("Return")

    def _file_entry(self):
        """The entry of the file chooser that has the keyboard; a slash opens one for reading."""
        for top in self.tops():
            if top.get_role_name() == "frame":
                continue
            for node in walk(top):
                if node.get_role_name() in ("text", "entry") and has_state(node, Atspi.StateType.FOCUSED):
                    return node
            self.key("slash")
        return None

    def _text(self, entry):
        return Atspi.Text.get_text(entry, 0, Atspi.Text.get_character_count(entry))

    # ---- Pictures ----

    def screenshot(self, name, window=None):
        subprocess.run(["import", "-window", window or self.window, picture_file(name)], check=True)

    def pixels(self, square, cells=1.0):
        """The screen around a point."""
        (x, y), area = self.at(square), self.extents(self.points[square])
        side = int(area.width * cells)
        crop = f"{side}x{side}+{x - side // 2}+{y - side // 2}"
        command = ["import", "-silent", "-window", "root", "-crop", crop, "-depth", "8", "rgb:-"]
        return subprocess.run(command, check=True, capture_output=True).stdout

    # ---- The end ----

    def errors(self):
        self.err.seek(0)
        return self.err.read()

    def quit(self, key="ctrl+q"):
        self.key(key)
        status = self.proc.wait(20)
        if status:
            raise AssertionError(f"status {status} after {key}")

    def kill(self, how=signal.SIGKILL):
        if self.proc.poll() is None:
            self.proc.send_signal(how)
        self.proc.wait(20)


class Dialog:
    """A question or message over the window."""

    def __init__(self, app, node, window):
        self.app, self.node, self.window = app, node, window
        self.heading = node.get_name()
        labels = [one.get_name() for one in walk(node) if one.get_role_name() == "label"]
        self.body = labels[1] if len(labels) > 1 else ""

    def buttons(self):
        """By their labels; a button that is laid out twice is taken where it is shown."""
        shown = {}
        for button in find(self.node, "push button", ".*"):
            labels = [one.get_name() for one in walk(button) if one.get_role_name() == "label"]
            if labels and self.app.extents(button).width > 1:
                shown[labels[0]] = button
        return shown

    def answer(self, label):
        """Clicks a button and waits until the dialog is gone."""
        button = until(lambda: f"{label} in {list(self.buttons())}", lambda: self.buttons().get(label))
        x, y = until("a place for the button", lambda: self.app.centre(button, self.node, self.window))
        xdo("mousemove", x, y, "click", 1)
        self.gone()

    def press(self, key):
        self.app.key(key)
        self.gone()

    def gone(self):
        until(f"the end of {self.heading}", lambda: self.window not in self.app.windows())
        if len(self.app.windows()) == 1:
            self.app.alone()
