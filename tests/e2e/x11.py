"""The mouse and the keys of a display, and where its windows are."""

import subprocess


def xdo(*words):
    return subprocess.run(
        ["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=20
    ).stdout.strip()


def geometry(window):
    """Where an X window is and how large."""
    shell = xdo("getwindowgeometry", "--shell", window)
    return {name: int(value) for name, value in (line.split("=") for line in shell.splitlines())}
