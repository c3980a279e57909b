"""Waits for what a program shows, which nothing tells of."""

import time

from gi.repository import GLib

# Longest time for something to come, in seconds: a busy machine may need most of it, and nothing else ever does.
MAX_WAIT = 40.0


class TooLate(AssertionError):
    """What was waited for has not come: it never will, or the machine is busy."""


def until(what, probe, seconds=MAX_WAIT, pause=0.01):
    """The first true value of `probe`: polled, since nothing tells when a window has settled."""
    begun = time.monotonic()
    seen = None
    while True:
        asked = time.monotonic()
        try:
            value = probe()
        except (GLib.Error, LookupError, FileNotFoundError) as gone:
            value, seen = None, gone  # A widget or a file that is not there, or went away while it was looked at.
        if value:
            return value
        now = time.monotonic()
        waited, took = now - begun, now - asked
        if waited > seconds:
            raise TooLate(f"not within {seconds} s: {what() if callable(what) else what} ({seen or value!r})")
        # Who asks all the time keeps the program from what it is waited for.
        time.sleep(max(pause, min(waited / 20, 0.06), min(took, 0.2)))


def steady(what, probe, seconds=0.15):
    """The value of `probe` once it has been the same for a while."""
    seen, since = None, time.monotonic()

    def same():
        nonlocal seen, since
        now = probe()
        if now != seen:
            seen, since = now, time.monotonic()
        return time.monotonic() - since >= seconds

    until(lambda: f"an end of changes of {what}", same, pause=min(seconds / 6, 0.05))
    return seen
