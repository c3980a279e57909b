"""The mouse and the keys of a display, and where its windows are."""

import contextlib
import ctypes
import functools
import re
import subprocess

from waiting import until

NOW, LEFT = 0, 1
# The codes of F1 to F12. By their names xdotool presses Alt with them where newer tables of keys give them more meanings.
FUNCTION_KEYS = {f"F{number}": code for number, code in enumerate([*range(67, 77), 95, 96], 1)}


def xdo(*words):
    words = list(map(str, words))
    if words[0] == "key":
        words = [re.sub(r"F\d+$", lambda key: str(FUNCTION_KEYS[key[0]]), word) for word in words]
    return subprocess.run(["xdotool", *words], check=True, capture_output=True, text=True, timeout=20).stdout.strip()


@functools.cache
def server():
    """The display, and the libraries that make events on it: to start a tool takes longer than a press."""
    x11, tests = (ctypes.CDLL(name) for name in ("libX11.so.6", "libXtst.so.6"))
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display.value:
        raise OSError("there is no display")
    return display, x11, tests


def click(*places):
    """Presses the left button of the mouse at each of these places of the screen, one after the other."""
    display, x11, tests = server()
    for x, y in places:
        tests.XTestFakeMotionEvent(display, -1, int(x), int(y), NOW)
        for is_down in (True, False):
            tests.XTestFakeButtonEvent(display, LEFT, is_down, NOW)
        x11.XSync(display, False)


def geometry(window):
    """Where an X window is and how large."""
    shell = xdo("getwindowgeometry", "--shell", window)
    return {name: int(value) for name, value in (line.split("=") for line in shell.splitlines())}


def root_pixels(crop):
    """A part of the screen."""
    command = ["import", "-silent", "-window", "root", "-crop", crop, "-depth", "8", "rgb:-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def put_on_clipboard(text):
    write = subprocess.Popen(["xclip", "-selection", "clipboard", "-in"], stdin=subprocess.PIPE)
    write.communicate(text.encode(), timeout=20)


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
    """A window manager, for what X does not do alone: full screen, maximising."""
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
