"""Drives the real program from outside: mouse and keys in, accessibility tree and errors out."""

import contextlib
import ctypes
import functools
import itertools
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from gi.repository import Gio, GLib

import preload
import tree
import x11
from dialog import Dialog
from waiting import MAX_WAIT, TooLate, steady, until
from words import either_side, exact, menu_key, pattern, say, seat_button, ui
from x11 import geometry, lent_clipboard, xdo

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENSHOTS = Path(os.environ.get("CHUHE_SCREENSHOTS") or ROOT / "target" / "screenshots")
BINARY = ROOT / "target" / "release" / "chuhe"
APP_ID = "io.github.chuhe.Chuhe"
KINDS = ("general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")
# What the pieces are called, and here: `red general`.
PIECES = {
    say("named_piece", side, kind.title()): f"{side.lower()} {kind}" for side in ("Red", "Black") for kind in KINDS
}
# How the points are called, with files as the owner of the piece counts them, or Red where there is none: one whose
# general is in check, an empty one, and one with a piece.
# The files in the order in which Red counts them, and Black.
FILES = "ihgfedcba", "abcdefghi"
PLACE, PIECE = dict(file=r"(?P<file>\d)", rank=r"(?P<rank>\d+)"), dict(piece="(?P<piece>.+)")
POINT = [
    re.compile(one)
    for one in (
        pattern("point", "is_check", **PLACE, **PIECE),
        pattern("point", "else", **PLACE),
        pattern("point", 2, **PLACE, **PIECE),
    )
]


# The line below the board while nothing else is to be said: the last move, if there is one.
QUIET = re.compile(f"(?:{pattern('moved', words=pattern('spoken_move'))})?")


def read_point(name):
    """The square and the piece in the name of a point: `("e0", "red general")`; `None` for what is none."""
    found = next(filter(None, (one.fullmatch(name) for one in POINT)), None)
    if not found:
        return None
    there = found.groupdict()
    piece = PIECES[there["piece"]] if "piece" in there else "empty"
    return FILES[piece.split()[0] == "black"][int(there["file"]) - 1] + str(int(there["rank"]) - 1), piece


def file_number(square, piece="empty"):
    """The number of a file as the owner of a piece counts."""
    return FILES[piece.split()[0] == "black"].index(square[0]) + 1


def named_points(board):
    """The points of a board by their squares, once all ninety have names."""
    points = board.children()
    read = [(read_point(name or ""), point) for name, point in zip(tree.names(points), points)]
    named = {known[0]: point for known, point in read if known}
    return named if len(named) == 90 else None


def point_name(square, piece):
    """The name of a point with `red general` or `empty` on it."""
    place = dict(file=file_number(square, piece), rank=int(square[1]) + 1)
    if piece == "empty":
        return say("point", **place)
    return say("point", 2, **place, piece=next(name for name, known in PIECES.items() if known == piece))


@functools.cache
def gtk_minor():
    """Which GTK 4 there is."""
    return ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version()


def true_bounds():
    """What has to be loaded into the program so that it tells where its widgets are: bounds.c."""
    return [preload.library("bounds")] if gtk_minor() >= 10 else []


def title_labels(top):
    """What stands in the header of a window: the title, and what is below it. They are its first labels."""
    first = top.first("label")
    return [node for node in first.parent.children() if node.role == "label"]


def picture_file(name):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS / f"{name}.png"


class App:
    """The running program."""

    def __init__(self, home, *files, settings=None, show=True, paused=False, through=()):
        self.home, self.through = home, through
        # English whatever the language, unless a test asks for a catalogue.
        spoken = {"CHUHE_LOCALEDIR": "/nonexistent"}
        given = {**os.environ, **home.environment(), **spoken, **(settings or {})}
        # What is set to nothing is not there.
        self.environment = {name: value for name, value in given.items() if value is not None}
        preloaded = [*true_bounds(), *filter(None, [self.environment.get("LD_PRELOAD")])]
        self.environment["LD_PRELOAD"] = ":".join(preloaded)
        self.err = tempfile.TemporaryFile("w+")
        self.proc = self._spawn(files, self.err)
        self.root = self.board = None
        self.points = {}
        if show:
            try:
                self._attach()
                if not paused:
                    self.attach_board()
            except TooLate as late:
                doing = self._doing()
                self.kill()
                raise TooLate(f"{late}; the program: {doing}, {self.errors()!r}") from late

    def _doing(self):
        """What the threads of the program do: their names, states and what they wait for in the kernel, and the time on
        a processor so far."""
        try:
            task = Path("/proc", str(self.proc.pid), "task")
            stats = [(thread, (thread / "stat").read_text().rsplit(")", 1)[1].split()) for thread in task.iterdir()]
            return [
                f"{(thread / 'comm').read_text().strip()} {stat[0]} {(thread / 'wchan').read_text()} {stat[11]}+{stat[12]}"
                for thread, stat in stats
            ]
        except OSError as gone:
            return gone

    def _spawn(self, files, err):
        words = [*self.through, str(BINARY), *map(str, files)]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=err, env=self.environment, cwd=self.home.path)

    def _attach(self):
        """Waits until the window is there and has the keyboard."""

        def on_the_bus():
            if self.proc.poll() is not None:
                raise AssertionError(f"the program ended with status {self.proc.returncode}: {self.errors()}")
            return tree.program(self.proc.pid)

        self.root = until("the program on the accessibility bus", on_the_bus, 20)
        self.window = until("a window", lambda: self.windows()[:1], 20)[0]
        until("the keyboard", self._is_listening)

    def _is_listening(self):
        return x11.focused() in self.windows()

    def attach_board(self):
        """Waits until the board is there and all its points have names; a paused game has none before it goes on."""
        self.board = until("a board", lambda: self.frame().first("group", exact("board")))
        self.points = until("ninety named points", self._named_points)
        line = self.board.parent.children()
        slot = line[1 + [node.path for node in line].index(self.board.path)]
        self.status_line = slot.children()[0]

    def _named_points(self):
        return named_points(self.board)

    # ---- What is seen ----

    def frame(self):
        """The window itself, without what lies over it."""
        return self.root.children()[0]

    def over(self):
        """What lies over the window."""
        return self.root.children()[1:]

    def find(self, role, name):
        return self.frame().find(role, name)

    def named(self, role, name):
        return self.frame().named(role, name)

    def windows(self):
        """The X windows, menus among them."""
        return x11.windows(self.proc.pid)

    def piece(self, square):
        """`"red cannon"` or `"empty"`."""
        return read_point(self.points[square].name)[1]

    def position(self):
        names = tree.names(self.points.values())
        there = {square: read_point(name)[1] for square, name in zip(self.points, names)}
        return {square: piece for square, piece in there.items() if piece != "empty"}

    def status(self):
        said = [label.name for label in self.status_line.of_role("label")]
        # One without a text is not shown.
        return said[0] if said else ""

    def status_button(self):
        """The button in the status line, if it shows one."""
        buttons = [node for node in self.status_line.children() if node.role == "button" and node.area().width > 0]
        return buttons[0] if buttons else None

    def is_quiet(self):
        """Whether the line below the board has nothing but the last move."""
        return QUIET.fullmatch(self.status()) is not None

    def title(self):
        """What stands in the header, as one: whose turn it is or how the game ended, and its file if it has one."""
        turn, file = self.headline(), self.subtitle()
        return say("turn_in_file", turn=turn, file=file) if file else turn

    def headline(self):
        return title_labels(self.frame())[0].name

    def subtitle(self):
        labels = [node.name for node in title_labels(self.frame())]
        return labels[1] if len(labels) > 1 else ""

    def labels(self):
        return self.frame().names_of("label")

    def button(self, name):
        """A button that is laid out, by its name or a compiled expression for it; some are there twice, for a narrow and a
        wide window."""
        look = self.find if isinstance(name, re.Pattern) else self.named
        shown = lambda: [button for button in look("button", name) if button.area().width > 0]
        return until(f"a button {name}", lambda: shown()[0])

    def seat(self, label, side):
        """A button of a seat, which its card shows on request."""
        name = seat_button(label, side)
        is_shown = lambda: any(button.area().width > 0 for button in self.named("button", name))
        if not is_shown():
            self.click(self.button(seat_button("seat_choices", side)))
        return self.button(name)

    def press_seat(self, label, side):
        self.click(self.seat(label, side))

    def move_list(self):
        """The buttons of the moves in the list, in the order of the game. Before the first the welcome is in its place."""
        lists = self.named("list", say("moves_title"))
        return lists and lists[0].find("button", pattern("listed_move", round=r"\d+", side=either_side()))

    def moves(self):
        return [button.name for button in self.move_list()]

    def lines(self):
        """The variations in the list, each one widget with all its moves."""
        moves = self.frame().first("list", exact("moves_title"))
        return [label for label in moves.find("label", "(?s)" + pattern("listed_variation")) if label.area().height > 0]

    def click_line(self, line, button=1):
        """Presses the first move of a variation."""
        (*_, width, height) = steady("the place of a variation", lambda: tuple(line.area()))
        x, y = self.center(line)
        # A tooltip in the way goes when the pointer comes.
        xdo("mousemove", x - width // 2 + 36, y - height // 2 + 12, "sleep", 0.2, "click", button)

    def focused(self):
        """The name of what has the keyboard, in a list; a point is `e0 red general`."""
        return [" ".join(read_point(node.name) or [node.name]) for node in self.with_keyboard(self.frame())]

    def with_keyboard(self, *tops):
        """What has the keyboard in these windows, in a list: the points are asked first, and all at once."""
        points = list(self.points.values())
        focused = [point for point, states in zip(points, tree.states(points)) if "focused" in states]
        return focused or [node for top in tops for node in top.focused()]

    def is_on_board(self):
        """Whether a point has the keyboard."""
        return any("focused" in states for states in tree.states(self.points.values()))

    def size(self):
        """Width and height of the whole X window."""
        place = geometry(self.window)
        return place["WIDTH"], place["HEIGHT"]

    def resize(self, width, height):
        # A size that the program asks for at the same moment may win the first time.
        for seconds in (3.0, MAX_WAIT):
            xdo("windowsize", self.window, width, height)
            with contextlib.suppress(*([TooLate] if seconds < MAX_WAIT else [])):
                until("the new size", lambda: self.size() == (width, height), seconds)
                break
        self.settle()

    def board_pixels(self, seconds=0.15):
        """The board alone on the screen, once it stays as it is for so long."""
        self.settle()
        (x, y), area = self.center(self.board), self.board.area()
        place = x - area.width // 2, y - area.height // 2, area.width, area.height
        return steady("the board", lambda: x11.pixels(*place), seconds)

    def settle(self):
        """Waits until the board stays in its place, since panels glide."""
        steady("the board's place", lambda: (*self.board.area(), *self.at("a0"), *self.at("i9")), 0.3)

    # ---- What a player does ----

    def center(self, node, top=None, window=None):
        """Where a widget is on the screen: its window's place, without frame or shadow, and its own in there."""
        return self._within(top, window)(node)

    def _within(self, top=None, window=None):
        """Tells where widgets of a window are, which has to stay where it is."""
        area = (top or self.frame()).area()
        place = geometry(window or self.window)
        scale = int(self.environment.get("GDK_SCALE", "1"))
        # The area of a window begins at its inside, or with its shadow before that.
        left = place["X"] + (place["WIDTH"] - area.width * scale) // 2 - area.x * scale
        above = place["Y"] + (place["HEIGHT"] - area.height * scale) // 2 - area.y * scale

        def center(node):
            own = node.area()
            return left + (own.x + own.width // 2) * scale, above + (own.y + own.height // 2) * scale

        return center

    def at(self, square):
        return self.center(self.points[square])

    def all_at(self):
        """Where all the points are."""
        center = self._within()
        return {square: center(point) for square, point in self.points.items()}

    def click(self, target):
        """Presses a point, given by its name, or a widget."""
        x, y = self.at(target) if isinstance(target, str) else self.center(target)
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
        # Between two windows nobody has it for a moment.
        until("the keyboard", self.has_keyboard)
        xdo("key", *keys)

    def choose_from_menu(self, file, action, open_it):
        """Chooses an entry of a menu, which is in this file of the interface."""
        windows = self.windows()
        open_it()
        (menu,) = until("a menu", lambda: [one for one in self.windows() if one not in windows])
        # It takes the keyboard once it is there.
        time.sleep(0.3)
        xdo("key", menu_key(action, file))
        # As long as it is there, it takes the next press.
        until("no menu", lambda: menu not in self.windows())

    def act(self, square):
        """What a screen reader or a switch does."""
        return self.points[square].act()

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

    def hand_over(self, file):
        """Opens a file as a file manager does: over the bus, and as quickly."""
        self._ask("", "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", ([file.as_uri()], {})))

    def activate(self, action, *values):
        """An action of the window, as a desktop shell would call it."""
        self.ask_actions("Activate", GLib.Variant("(sava{sv})", (action, list(values), {})))

    def is_enabled(self, action):
        """Whether an action of the window does anything."""
        return self.ask_actions("Describe", GLib.Variant("(s)", (action,))).unpack()[0][0]

    def ask_actions(self, method, arguments):
        return self._ask("/window/1", "org.gtk.Actions", method, arguments)

    @staticmethod
    def _ask(below, interface, method, arguments):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        path = "/" + APP_ID.replace(".", "/") + below
        return bus.call_sync(APP_ID, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000)

    def type(self, text):
        """Types on a keyboard that has only ASCII: for any other character a key gets it for a moment, in which a busy
        program has to see it."""
        for is_plain, letters in itertools.groupby(text, str.isascii):
            xdo("type", "--delay", 8 if is_plain else 300, "".join(letters))

    def comment(self, text):
        """Writes a comment on the shown position and returns to the board."""
        until("the board", self.is_on_board)
        self.key("ctrl+shift+m")
        until("the comment", lambda: self.frame().with_state("editable", "focused"))
        self.type(text)
        self.key("Escape")
        until("the board", self.is_on_board)

    def dialog(self, heading=None):
        """The question or message over the window, once it has the keyboard."""

        def there():
            for node in self.over():
                if node.role in ("dialog", "alert dialog") and (heading is None or heading == node.name):
                    window = self._in_front()
                    if window and window != self.window:
                        return Dialog(self, node, window)
            return None

        return until(f"a dialog {heading or ''}", there)

    def new_game(self, asks=False):
        """Sets up a new game as the dialog proposes it; with `asks`, the question about the one on the board."""
        self.key("ctrl+n")
        self.dialog(ui("new_game")).leave("Return")
        if asks:
            return self.dialog(say("ask_save"))
        return self.alone()

    def details(self):
        """What the details of the game say, as it is read out."""
        self.key("alt+Return")
        dialog = self.dialog(ui("details"))
        said = [node.name for node in dialog.node.of_role("label") if "focusable" in node.states()]
        dialog.press("Escape")
        return said

    def alone(self):
        """Waits until nothing is over the window, and gives it the keyboard as a window manager would."""
        until(
            lambda: f"no other window, but {[node.name for node in self.over()]}",
            lambda: self.windows() == [self.window],
        )
        until("the keyboard", lambda: self._in_front() == self.window)

    def has_keyboard(self):
        """Whether a window of the program has the keyboard, or there is none; if not, the topmost is given it."""
        left = self.windows()
        return not left or x11.focused() in left or bool(self._in_front())

    def _in_front(self):
        """The topmost window but menus, once it has the keyboard. A window manager gives it that: where one window opens as
        another closes, the one below both may have got it."""
        managed = [window for window in self.windows() if not x11.is_menu(window)]
        if managed and x11.focused() != managed[-1]:
            xdo("windowfocus", managed[-1])
        return next((window for window in managed[-1:] if x11.focused() == window), None)

    def other_window(self, name=None):
        """Another window of the program, such as the file chooser, once it has the keyboard."""

        def there():
            window = x11.focused()
            fits = window != self.window and window in self.windows()
            return window if fits and (name is None or name in xdo("getwindowname", window)) else None

        return until(f"another window {name or ''}", there)

    def choose_file(self, path):
        """Types a path into GTK's own file chooser and takes it."""
        self.other_window()
        entry = until("an entry", self._file_entry)
        # Pasted, since what completes it as it is typed gets between the letters.
        with lent_clipboard(str(path)):
            self.key("ctrl+a", "ctrl+v")
            # Delete takes away what a file with a longer name has completed it with.
            until("the path in the entry", lambda: entry.text().endswith(str(path)) or self.key("Delete"))
        self.key("Return")

    def _file_entry(self):
        """The entry of the file chooser that has the keyboard; a slash opens one for reading."""
        entries = [entry for top in self.over() for entry in top.with_state("editable", "focused")]
        if not entries:
            self.key("slash")
        return next(iter(entries), None)

    # ---- Pictures ----

    def photograph(self, name, window=None):
        """Takes a picture once nothing moves."""
        steady(f"the picture {name}", lambda: x11.picture(window or self.window))
        self.screenshot(name, window)

    def screenshot(self, name, window=None):
        x11.save_picture(window or self.window, picture_file(name))

    def pixels(self, square, cells=1.0):
        """The screen around a point."""
        (x, y), area = self.at(square), self.points[square].area()
        side = int(area.width * cells)
        return x11.pixels(x - side // 2, y - side // 2, side, side)

    def still(self, square, cells=1.0):
        """The pixels around a point once they do not change any more."""
        return steady(f"the pixels on {square}", lambda: self.pixels(square, cells))

    # ---- The end ----

    def memory(self):
        """What the program has written into memory of its own, in KiB; what it maps may be shared with others or not."""
        with open(f"/proc/{self.proc.pid}/smaps_rollup", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))

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
        try:
            self.proc.wait(20)
        except subprocess.TimeoutExpired:
            # One that stayed would take the files of every test after this.
            self.proc.kill()
            self.proc.wait(20)
            raise
