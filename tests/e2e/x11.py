"""The mouse and the keys of a display, and where its windows are."""

import contextlib
import ctypes
import functools
import re
import subprocess

from waiting import until

NOW, LEFT = 0, 1
Z_PIXMAP = 2
ESCAPE = 9
# The codes of F1 to F12. By their names xdotool presses Alt with them where newer tables of keys give them more meanings.
FUNCTION_KEYS = {f"F{number}": code for number, code in enumerate([*range(67, 77), 95, 96], 1)}


def xdo(*words):
    """What xdotool says; LookupError where it cannot, as with a window that has just gone."""
    words = list(map(str, words))
    if words[0] == "key":
        words = [re.sub(r"F\d+$", lambda key: str(FUNCTION_KEYS[key[0]]), word) for word in words]
    done = subprocess.run(["xdotool", *words], check=False, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise LookupError(f"xdotool {' '.join(words)}: {done.stderr.strip() or done.returncode}")
    return done.stdout.strip()


@functools.cache
def server():
    """The display, and the libraries that ask it and make events on it: to start a tool takes longer than a press."""
    x11, tests = (ctypes.CDLL(file) for file in ("libX11.so.6", "libXtst.so.6"))
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XGetImage.restype = ctypes.POINTER(Image)
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display.value:
        raise OSError("there is no display")
    # Windows go while they are asked about, for which Xlib would end this process.
    x11.XSetErrorHandler(ON_ERROR)
    return display, x11, tests


def disconnect():
    """Leaves the display, before it ends or another one is used: it would end this process too."""
    display, x11, _ = server()
    x11.XCloseDisplay(display)
    server.cache_clear()


ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
VIEWABLE = 2


class Attributes(ctypes.Structure):
    """XWindowAttributes."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")),
        *((name, ctypes.c_void_p) for name in ("visual", "root")),
        *((name, ctypes.c_int) for name in ("kind", "bit_gravity", "window_gravity", "backing_store")),
        *((name, ctypes.c_ulong) for name in ("planes", "pixel")),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        ("is_installed", ctypes.c_int),
        ("map_state", ctypes.c_int),
        *((name, ctypes.c_long) for name in ("all_events", "own_events", "no_propagation")),
        ("override_redirect", ctypes.c_int),
        ("screen", ctypes.c_void_p),
    ]


def attributes(window):
    """Size and state of a window, `None` if it has gone."""
    display, x11, _ = server()
    found = Attributes()
    return found if x11.XGetWindowAttributes(display, ctypes.c_ulong(window), ctypes.byref(found)) else None


def property_of(window, name):
    """The first number of a window's property."""
    display, x11, _ = server()
    atom = ctypes.c_ulong(x11.XInternAtom(display, name.encode(), False))
    kind, width, count, left, value = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
    into = map(ctypes.byref, (kind, width, count, left, value))
    part = ctypes.c_long(0), ctypes.c_long(1), False, ctypes.c_ulong(0)
    failed = x11.XGetWindowProperty(display, ctypes.c_ulong(window), atom, *part, *into)
    if failed or not value.value:
        return None
    number = ctypes.cast(value, ctypes.POINTER(ctypes.c_ulong))[0] if count.value else None
    x11.XFree(value)
    return number


def family(window):
    """The parent of a window and its children, from the lowest to the topmost."""
    display, x11, _ = server()
    root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p(), ctypes.c_uint()
    into = map(ctypes.byref, (root, parent, children, count))
    if not x11.XQueryTree(display, ctypes.c_ulong(window), *into):
        return 0, []
    found = ctypes.cast(children, ctypes.POINTER(ctypes.c_ulong))[: count.value] if count.value else []
    if children.value:
        x11.XFree(children)
    return parent.value, found


def windows(pid):
    """The windows of a program that are to be seen, menus among them."""
    display, x11, _ = server()
    ahead, found = [x11.XDefaultRootWindow(display)], []
    while ahead:
        for window in family(ahead.pop(0))[1]:
            known = attributes(window)
            if known and known.map_state == VIEWABLE:
                ahead.append(window)
                if property_of(window, "_NET_WM_PID") == pid:
                    found.append(str(window))
    return found


def is_menu(window):
    """Whether no window manager would place it or give it the keyboard: a menu, a tooltip."""
    known = attributes(int(window))
    return not known or bool(known.override_redirect)


def focused():
    """The window that has the keyboard: the one a window manager knows of around it."""
    display, x11, _ = server()
    window = ctypes.c_ulong()
    x11.XGetInputFocus(display, ctypes.byref(window), ctypes.byref(ctypes.c_int()))
    above = window.value
    while above > 1 and property_of(above, "WM_STATE") is None:
        above = family(above)[0]
    return str(above if above > 1 else window.value)


def click(*places):
    """Presses the left button of the mouse at each of these places of the screen, one after the other."""
    display, x11, tests = server()
    for x, y in places:
        tests.XTestFakeMotionEvent(display, -1, int(x), int(y), NOW)
        for is_down in (True, False):
            tests.XTestFakeButtonEvent(display, LEFT, is_down, NOW)
        x11.XSync(display, False)


def escape():
    """Presses Escape."""
    display, x11, tests = server()
    for is_down in (True, False):
        tests.XTestFakeKeyEvent(display, ESCAPE, is_down, NOW)
    x11.XSync(display, False)


def geometry(window):
    """Where an X window is on the screen and how large."""
    display, x11, _ = server()
    known = attributes(int(window))
    if not known:
        raise LookupError(f"window {window} has gone")
    left, top, child = ctypes.c_int(), ctypes.c_int(), ctypes.c_ulong()
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    x11.XTranslateCoordinates(display, ctypes.c_ulong(int(window)), root, 0, 0, *map(ctypes.byref, (left, top, child)))
    return {"X": left.value, "Y": top.value, "WIDTH": known.width, "HEIGHT": known.height}


class Image(ctypes.Structure):
    """The beginning of XImage."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("width", "height", "offset", "format")),
        ("data", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "row", "bits")),
    ]


def screen_size():
    display, x11, _ = server()
    return x11.XDisplayWidth(display, 0), x11.XDisplayHeight(display, 0)


def pixels(left, top, width, height):
    """What is to be seen of a rectangle of the screen, row by row: for each pixel a byte of blue, green, red and nothing,
    or two bytes on a screen with 16 bits."""
    display, x11, _ = server()
    right, bottom = screen_size()
    left, right, top, bottom = max(left, 0), min(left + width, right), max(top, 0), min(top + height, bottom)
    root, all_planes = map(ctypes.c_ulong, (x11.XDefaultRootWindow(display), -1))
    image = x11.XGetImage(display, root, left, top, right - left, bottom - top, all_planes, Z_PIXMAP)
    if not image:
        raise LookupError("there is nothing of it on the screen")
    try:
        row, used = image.contents.row, image.contents.width * image.contents.bits // 8
        seen = ctypes.string_at(image.contents.data, row * image.contents.height)
        return seen if row == used else b"".join(seen[at : at + used] for at in range(0, len(seen), row))
    finally:
        x11.XDestroyImage(image)


def colors(pixels):
    """Red, green and blue of each pixel of four bytes."""
    return list(zip(pixels[2::4], pixels[1::4], pixels[0::4]))


def picture(window):
    """The pixels where a window is, or of the whole screen."""
    if window == "root":
        return pixels(0, 0, *screen_size())
    place = geometry(window)
    return pixels(place["X"], place["Y"], place["WIDTH"], place["HEIGHT"])


def save_picture(window, file, check=True):
    """Writes a PNG file; with `check`, it has to be there then. Nobody sends it anywhere: to press it as small as can be takes ten times as long."""
    quick = ["-define", "png:compression-level=1", "-define", "png:compression-filter=1"]
    subprocess.run(["import", "-window", window, *quick, file], check=check)


def put_on_clipboard(text):
    """Puts a text on the clipboard, as a messenger does, and sees it there."""
    write = subprocess.Popen(["xclip", "-selection", "clipboard", "-in"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    write.communicate(text.encode(), timeout=20)
    until("the text on the clipboard", lambda: clipboard() == text)


def clipboard():
    read = ["xclip", "-selection", "clipboard", "-out"]
    return subprocess.run(read, capture_output=True, text=True, timeout=20).stdout


@contextlib.contextmanager
def lent_clipboard(text):
    """A clipboard that holds a text for a while, and nothing after."""
    lender = subprocess.Popen(["xclip", "-selection", "clipboard", "-quiet"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        lender.stdin.write(text.encode())
        lender.stdin.close()
        until("the text on the clipboard", lambda: clipboard() == text)
        yield
    finally:
        lender.terminate()
        lender.wait()


@contextlib.contextmanager
def window_manager():
    """A window manager, for what X does not do alone: full screen, maximizing."""
    manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until("a window manager", is_managed)
        yield
    finally:
        manager.terminate()
        manager.wait()


def is_managed():
    """Whether somebody counts desktops."""
    return subprocess.run(["xdotool", "get_num_desktops"], capture_output=True).returncode == 0
