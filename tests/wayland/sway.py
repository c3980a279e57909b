"""The screen of sway, its windows, and the mouse and keyboard before it."""

import atexit
import contextlib
import functools
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

# The screen, in the units by which windows are placed whatever the scale is.
WIDTH, HEIGHT = 1200, 900
OUTPUT = "HEADLESS-1"
# What characters are called as keys; letters and digits are called themselves.
NAMES = {"+": "plus", "-": "minus", "=": "equal", ".": "period", " ": "space", "/": "slash", "?": "question"}


def ask(*words):
    """What sway answers to a question or a command."""
    done = subprocess.run(["swaymsg", "--raw", *words], check=True, capture_output=True, text=True, timeout=20)
    return json.loads(done.stdout)


def tell(command):
    """Has sway do something, which must not fail."""
    failed = [answer["error"] for answer in ask("--", command) if not answer["success"]]
    if failed:
        raise AssertionError(f"{command}: {failed}")


def set_scale(scale):
    """Makes the screen show so many pixels to a unit, and as many units as ever."""
    tell(f"output {OUTPUT} mode --custom {round(WIDTH * scale)}x{round(HEIGHT * scale)} scale {scale}")


def windows(pid):
    """What sway knows of the windows of a program, by their numbers."""

    def walk(node):
        if node.get("pid") == pid:
            yield node
        for child in (*node["nodes"], *node["floating_nodes"]):
            yield from walk(child)

    return {node["id"]: node for node in walk(ask("-t", "get_tree"))}


@functools.cache
def built(name):
    """A program that is made of the source beside this file."""
    folder = tempfile.mkdtemp(prefix=f"{name}-")
    atexit.register(shutil.rmtree, folder)
    told = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "wayland-client", "xkbcommon"], check=True, capture_output=True, text=True
    )
    program = Path(folder) / name
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(["gcc", "-Wall", "-Werror", "-o", program, source, *told.stdout.split()], check=True)
    return program


class Seat:
    """The mouse and the keyboard."""

    def __init__(self):
        words = [built("seat"), str(WIDTH), str(HEIGHT)]
        self.proc = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.leave)

    def leave(self):
        with contextlib.suppress(BrokenPipeError):
            self.proc.stdin.close()
        self.proc.wait(20)

    def do(self, *commands):
        """Does these things one after the other, and returns once sway has seen the last."""
        for command in commands:
            self.proc.stdin.write(command + "\n")
            self.proc.stdin.flush()
            if self.proc.stdout.readline() != "done\n":
                raise AssertionError(f"the seat ended at {command}")


@functools.cache
def seat():
    """The only one: what has just appeared is not heard at once."""
    return Seat()


def click(place):
    seat().do(f"move {place[0]} {place[1]}", "down", "up")


def put_aside():
    """Moves the pointer where it is over nothing: it is in pictures too."""
    seat().do(f"move {WIDTH - 1} {HEIGHT - 1}")


def press(*keys):
    seat().do(*(f"key {key}" for key in keys))


def write(text):
    press(*(NAMES.get(letter, letter) for letter in text))


def way(*places, steps=8):
    """Moves along these places, as a hand does."""
    for (x, y), (to_x, to_y) in zip(places, places[1:]):
        for step in range(1, steps + 1):
            seat().do(f"move {x + (to_x - x) * step / steps} {y + (to_y - y) * step / steps}")


class Picture:
    """What the screen shows, pixel by pixel."""

    def __init__(self):
        told = subprocess.run(["grim", "-t", "ppm", "-o", OUTPUT, "-"], check=True, capture_output=True, timeout=20)
        kind, size, most, self.pixels = told.stdout.split(b"\n", 3)
        self.width, self.height = map(int, size.split())
        if (kind, most) != (b"P6", b"255") or len(self.pixels) != 3 * self.width * self.height:
            raise AssertionError(f"a picture of another kind: {kind} {size} {most}")

    def light(self, x, y):
        """How bright a pixel is."""
        at = 3 * (self.width * y + x)
        return sum(self.pixels[at : at + 3]) / 3

    def crop(self, left, top, width, height):
        """The pixels of a part."""
        rows = range(top, top + height)
        return b"".join(self.pixels[3 * (self.width * y + left) : 3 * (self.width * y + left + width)] for y in rows)


def save(path, *area):
    """Takes a picture of the screen, or of an area of it: left, top, width and height."""
    part = ["-g", "{},{} {}x{}".format(*area)] if area else ["-o", OUTPUT]
    subprocess.run(["grim", *part, path], check=True, timeout=20)
