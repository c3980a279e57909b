"""The mouse and the keys of a display, and where its windows are."""

import ctypes
import functools
import subprocess

NOW, LEFT = 0, 1


def xdo(*words):
    return subprocess.run(
        ["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=20
    ).stdout.strip()


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
