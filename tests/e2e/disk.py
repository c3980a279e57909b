"""A disk that is slow, that fails, or that loses its power: disk.c stands between it and the program."""

import functools
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import NamedTuple

import preload

FORBIDDEN = 77


class Call(NamedTuple):
    """What changed something on the disk, or would have."""

    number: int
    thread: int
    kind: str
    path: str
    # The new name of what is renamed.
    other: str = ""
    offset: int = 0
    data: bytes = b""


def read_call(line):
    number, thread, kind, path, *rest = line.split("\t")
    if kind == "write" and len(rest) == 2:
        return Call(int(number), int(thread), kind, path, "", int(rest[0]), bytes.fromhex(rest[1]))
    return Call(int(number), int(thread), kind, path, *rest[:1])


@functools.cache
def is_allowed():
    """Whether the system lets one process stand between another and the disk."""
    with tempfile.TemporaryDirectory() as folder:
        command = [preload.program("disk"), f"{folder}/log", folder, folder, "true"]
        return subprocess.run(command, stderr=subprocess.DEVNULL).returncode != FORBIDDEN


class HostileDisk:
    """The disk below a folder."""

    def __init__(self, folder):
        if not is_allowed():
            raise unittest.SkipTest("this system does not let one process stand between another and the disk")
        self.rules, self.log = folder / "rules", folder / "calls"
        self.rules.mkdir()
        self.through = [preload.program("disk"), str(self.log), str(self.rules), str(folder)]

    def now(self, what, number=0):
        """From now on the calls of a class are late, stopped or failing: see disk.c."""
        (self.rules / what).symlink_to(str(number))

    def again(self, what):
        """From now on they are not any more."""
        (self.rules / what).unlink()

    def calls(self):
        """The calls so far."""
        lines = self.log.read_text(errors="surrogateescape").split("\n")
        return [read_call(line) for line in lines[:-1]]

