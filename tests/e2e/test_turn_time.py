#!/usr/bin/python3
"""The time of the turn in which the program ends, or the computer sleeps: it is never given back."""

import os
import random
import signal
import time

from gi.repository import Gio, GLib

import case
from test_clock import PAUSED, Clock, seconds
from waiting import until
from words import say

# Clocks of every kind, with enough time for a slow machine.
CONTROLS = ("60", "60+5", "60d3", "90c60", "60b3x30", "5b3x60", "2/60:90", "60|90+2")
LOGIND = """<node><interface name="org.freedesktop.login1.Manager">
<method name="Inhibit"><arg type="s"/><arg type="s"/><arg type="s"/><arg type="s"/><arg type="h" direction="out"/></method>
<signal name="PrepareForSleep"><arg type="b"/></signal>
</interface></node>"""
PATH, MANAGER = "/org/freedesktop/login1", "org.freedesktop.login1.Manager"


class Logind:
    """What logind does for one program: it hands out a lock, and tells of a suspension."""

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.asked, self.lock = [], None
        interface = Gio.DBusNodeInfo.new_for_xml(LOGIND).interfaces[0]
        self.object = self.bus.register_object(PATH, interface, self.answer, None, None)
        self.name = Gio.bus_own_name_on_connection(self.bus, "org.freedesktop.login1", Gio.BusNameOwnerFlags.NONE, None, None)

    def answer(self, bus, sender, path, interface, method, arguments, invocation):
        self.asked.append(arguments.unpack())
        self.lock, theirs = os.pipe()
        descriptors = Gio.UnixFDList.new()
        descriptors.append(theirs)
        os.close(theirs)
        invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), descriptors)

    def serve(self):
        while GLib.MainContext.default().iteration(False):
            pass

    def emit(self, begins):
        self.bus.emit_signal(None, PATH, MANAGER, "PrepareForSleep", GLib.Variant("(b)", (begins,)))

    def is_released(self):
        """Whether nobody holds the lock any more."""
        self.serve()
        os.set_blocking(self.lock, False)
        try:
            return os.read(self.lock, 1) == b""
        except BlockingIOError:
            return False

    def close(self):
        self.bus.unregister_object(self.object)
        Gio.bus_unown_name(self.name)


class TurnTime(Clock):
    def think(self, beyond=0.6):
        """Waits for a change of Red’s clock, and for a part of a second more. Returns what it shows."""
        before = self.left("Red")
        until("a second", lambda: self.left("Red") < before)
        shown = self.left("Red")
        time.sleep(beyond)
        return shown

    def left_in_session(self):
        """What Red has left, as the session says it."""
        kept = self.home.kept()
        last = kept["moves"][::2][-1]
        return last["clock"] / 1000 - float(kept["tags"]["thinking_time"])

    def is_exact(self, shown):
        left = self.left_in_session()
        self.assertTrue(shown - 1.5 < left < shown - 0.5, f"{left} s left, with {shown} on the clock 0.6 s before")

    def test_closing_is_exact(self):
        for leave in (lambda app: app.quit(), lambda app: app.kill(signal.SIGTERM)):
            app = self.begin("300")
            app.play("h2e2 h9g7")
            shown = self.think()
            leave(app)
            self.is_exact(shown)
            self.home.session.unlink()

    def test_a_pause_is_exact(self):
        app = self.begin("300")
        app.play("h2e2 h9g7")
        shown = self.think()
        self.pause()
        app.kill()
        self.is_exact(shown)

    def test_a_suspension_is_exact(self):
        logind = Logind()
        self.addCleanup(logind.close)
        self.agree("300")
        app = self.start(settings={"DBUS_SYSTEM_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]})
        until("a lock", lambda: logind.serve() or logind.lock is not None)
        what, who, _, mode = logind.asked[0]
        self.assertEqual((what, who, mode), ("sleep", say("app_name"), "delay"))
        app.play("h2e2 h9g7")
        shown = self.think()
        logind.emit(True)
        until("the end of the lock", logind.is_released)
        self.is_exact(shown)
        until("no board", lambda: not self.has_board())
        self.assertEqual(self.state("Red"), PAUSED)
        logind.emit(False)
        until("another lock", lambda: logind.serve() or len(logind.asked) == 2)
        self.resume()
        self.assertFalse(logind.is_released())

    def test_killed_at_any_moment_it_loses_a_second_at_most(self):
        seed = random.randrange(10_000)
        chance = random.Random(seed)
        for control in CONTROLS:
            app = self.begin(control)
            app.play("h2e2 h9g7")
            time.sleep(chance.uniform(0.0, 2.5))
            told = self.faces()["Red"][0]
            app.kill()
            app = self.start(paused=True)
            until("no board", lambda: not self.has_board())
            again = self.faces()["Red"][0]
            given = seconds(again) - seconds(told)
            self.assertTrue(-1.0 <= given <= 1.0, f"{control}, seed {seed}: {told} became {again}")
            app.kill()
            self.home.session.unlink()


if __name__ == "__main__":
    case.main()
