"""Time that passes at once, for a program whose clock can be replaced: leap.c. With CHUHE_WAITS=1 it is waited for."""

import functools
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import preload

ASK = "import time; print(time.monotonic())"
# More than any machine has run.
FAR_AHEAD = 10**9
WAITS = os.environ.get("CHUHE_WAITS") == "1"


def settings(file, seconds=0):
    """What a program has to be started with, so that its clock can leap."""
    file.write_bytes(seconds.to_bytes(8, sys.byteorder, signed=True))
    return {"LD_PRELOAD": preload.library("leap"), "LEAP_BY": str(file)}


@functools.cache
def is_possible():
    """Whether the system lets the clock be replaced."""
    with tempfile.TemporaryDirectory() as folder:
        given = settings(Path(folder, "leap"), FAR_AHEAD)
        asked = subprocess.run([sys.executable, "-c", ASK], env=given, capture_output=True, text=True)
        return not asked.returncode and float(asked.stdout) > FAR_AHEAD


class Clock:
    """The clock of a program."""

    def __init__(self, file):
        if not WAITS and not is_possible():
            raise unittest.SkipTest("the clock of a program cannot be replaced here")
        self.file, self.settings, self.ahead = file, {} if WAITS else settings(file), 0

    def leap(self, seconds):
        """So much time passes."""
        if WAITS:
            return time.sleep(seconds)
        self.ahead += seconds
        with self.file.open("r+b") as file:
            file.write(self.ahead.to_bytes(8, sys.byteorder, signed=True))
