"""The accessibility tree of running programs, asked over its D-Bus.

The usual library keeps copies of the tree, and falls over when programs come and go as often as they do here;
questions that are asked anew each time cannot be out of date.
"""

import functools
import re

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
# The bits of a widget's state that are of use here.
STATES = {
    "checked": 4,
    "editable": 7,
    "focusable": 11,
    "focused": 12,
    "modal": 16,
    "pressed": 20,
    "sensitive": 24,
    "visible": 30,
}
# What newer releases of GTK call otherwise than GTK 4.8.
ROLES = {"toggle button": "button", "push button": "button", "checkbox": "check box"}
WINDOW_COORDINATES = 1
# How many the board has below it, and nothing else.
POINTS = 90


def address():
    """Where the bus of assistive technology is."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    told = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, 20_000
    )
    return told.unpack()[0]


@functools.cache
def bus():
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address(), flags)


def ask(name, path, interface, method, arguments=None):
    flags = Gio.DBusCallFlags.NONE
    return bus().call_sync(name, path, interface, method, arguments, None, flags, 5000).unpack()


class Node:
    """A widget as assistive technology sees it. A question to one that has gone raises GLib.Error."""

    def __init__(self, owner, path):
        self.owner, self.path = owner, path

    def ask(self, interface, method, arguments=None):
        return ask(self.owner, self.path, interface, method, arguments)

    def _property(self, name, interface=ACCESSIBLE):
        arguments = GLib.Variant("(ss)", (interface, name))
        return self.ask("org.freedesktop.DBus.Properties", "Get", arguments)[0]

    @property
    def name(self):
        return self._property("Name")

    @property
    def description(self):
        return self._property("Description")

    @property
    def role(self):
        role = self.ask(ACCESSIBLE, "GetRoleName")[0]
        return ROLES.get(role, role)

    @property
    def parent(self):
        return Node(*self._property("Parent"))

    def children(self):
        return [Node(*child) for child in self.ask(ACCESSIBLE, "GetChildren")[0]]

    def states(self):
        low, high = self.ask(ACCESSIBLE, "GetState")[0]
        bits = low | high << 32
        return {name for name, bit in STATES.items() if bits >> bit & 1}

    def area(self):
        """Left, top, width and height within the window."""
        arguments = GLib.Variant("(u)", (WINDOW_COORDINATES,))
        return Area(*self.ask("org.a11y.atspi.Component", "GetExtents", arguments)[0])

    def act(self):
        """What a screen reader or a switch does."""
        return self.ask("org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)))[0]

    def text(self):
        """What is written in an entry."""
        interface = "org.a11y.atspi.Text"
        length = self._property("CharacterCount", interface)
        return self.ask(interface, "GetText", GLib.Variant("(ii)", (0, length)))[0]

    def walk(self, known=None):
        """This node and all below it, but not the ninety points of the board. Newer releases of GTK give a page to each
        of the stacks that it is somehow in: it comes once."""
        known = set() if known is None else known
        if self.path in known:
            return
        known.add(self.path)
        try:
            children = self.children()
        except GLib.Error:
            return  # Its parent still tells of it, but it has gone.
        yield self
        # Whatever the board is called in the language of the window.
        if len(children) != POINTS:
            for child in children:
                yield from child.walk(known)

    def find(self, role, name):
        """All nodes below of a role whose whole name fits the expression."""
        return [node for node in self.walk() if node.role == role and re.fullmatch(name, node.name)]

    def named(self, role, name):
        """All nodes below of a role that have exactly this name."""
        return [node for node in self.walk() if node.role == role and node.name == name]


class Area:
    """A rectangle."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height

    def __iter__(self):
        return iter((self.x, self.y, self.width, self.height))


class Announcements:
    """What programs have had announced since this was made, oldest first; GTK 4.14 and newer."""

    def __init__(self):
        self._heard = []
        registry = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry"
        # Nobody says anything that nobody wants to hear.
        ask(*registry, "RegisterEvent", GLib.Variant("(sass)", ("object:announcement", [], "")))
        event = "org.a11y.atspi.Event.Object", "Announcement"
        hear = lambda bus, sender, path, interface, name, arguments: self._heard.append(arguments.unpack()[3])
        bus().signal_subscribe(None, *event, None, None, Gio.DBusSignalFlags.NONE, hear)

    def heard(self):
        while GLib.MainContext.default().iteration(False):
            pass
        return self._heard


def program(pid):
    """The root of a program's tree, if it has a window already."""
    for child in Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root").children():
        arguments = GLib.Variant("(s)", (child.owner,))
        try:
            (owner,) = ask("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", arguments)
            if owner == pid and child.children():
                return child
        except GLib.Error:
            continue  # One that has just ended.
    return None
