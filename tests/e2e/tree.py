"""The accessibility tree of running programs, asked over its D-Bus.

The usual library keeps copies of the tree, and falls over when programs come and go as often as they do here;
questions that are asked anew each time cannot be out of date.
"""

import contextlib
import functools
import re

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
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


def ask_all(questions):
    """The answers to many questions, `None` from what has gone. They go out together: one by one, each would wait for
    its own way there and back, and a window has hundreds."""
    answers, waiting = [None] * len(questions), len(questions)

    def answer(bus, result, at):
        nonlocal waiting
        waiting -= 1
        with contextlib.suppress(GLib.Error):
            answers[at] = bus.call_finish(result).unpack()

    for at, question in enumerate(questions):
        bus().call(*question, None, Gio.DBusCallFlags.NONE, 5000, None, answer, at)
    while waiting:
        GLib.MainContext.default().iteration(True)
    return answers


def names(nodes):
    """What these are called, `None` for those that have gone."""
    return properties(nodes, "Name")


def descriptions(nodes):
    return properties(nodes, "Description")


def properties(nodes, name):
    answers = ask_all([node.asking_for(name) for node in nodes])
    return [answer and answer[0] for answer in answers]


# What has been told of each widget, which keeps its role and its path for life.
known_roles = {}


def roles(nodes):
    unknown = [node for node in nodes if node.key not in known_roles]
    for node, answer in zip(unknown, ask_all([node.asking("GetRoleName") for node in unknown])):
        if answer:
            known_roles[node.key] = ROLES.get(answer[0], answer[0])
    return [known_roles.get(node.key) for node in nodes]


def states(nodes):
    answers = ask_all([node.asking("GetState") for node in nodes])
    return [states_in(*answer[0]) if answer else set() for answer in answers]


def areas(nodes):
    """Where they are within their windows, `None` for those that have gone."""
    arguments = GLib.Variant("(u)", (WINDOW_COORDINATES,))
    answers = ask_all([node.asking("GetExtents", COMPONENT, arguments) for node in nodes])
    return [answer and Area(*answer[0]) for answer in answers]


def states_in(low, high):
    bits = low | high << 32
    return {name for name, bit in STATES.items() if bits >> bit & 1}


class Node:
    """A widget as assistive technology sees it. A question to one that has gone raises GLib.Error, but one for a role."""

    def __init__(self, owner, path, above=None):
        # Below which node a walk has found it.
        self.owner, self.path, self.above = owner, path, above

    @property
    def key(self):
        return self.owner, self.path

    def ask(self, interface, method, arguments=None):
        return ask(self.owner, self.path, interface, method, arguments)

    def asking(self, method, interface=ACCESSIBLE, arguments=None):
        """A question to it, for `ask_all`."""
        return self.owner, self.path, interface, method, arguments

    def asking_for(self, name, interface=ACCESSIBLE):
        """The question for a property."""
        return self.asking("Get", "org.freedesktop.DBus.Properties", GLib.Variant("(ss)", (interface, name)))

    def _property(self, name, interface=ACCESSIBLE):
        return ask(*self.asking_for(name, interface))[0]

    @property
    def name(self):
        return self._property("Name")

    @property
    def description(self):
        return self._property("Description")

    @property
    def role(self):
        return roles([self])[0]

    @property
    def parent(self):
        return Node(*self._property("Parent"))

    def children(self):
        return [Node(*child) for child in self.ask(ACCESSIBLE, "GetChildren")[0]]

    def states(self):
        return states_in(*self.ask(ACCESSIBLE, "GetState")[0])

    def area(self):
        """Left, top, width and height within the window."""
        arguments = GLib.Variant("(u)", (WINDOW_COORDINATES,))
        return Area(*self.ask(COMPONENT, "GetExtents", arguments)[0])

    def act(self):
        """What a screen reader or a switch does."""
        return self.ask("org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)))[0]

    def text(self):
        """What is written in an entry."""
        interface = "org.a11y.atspi.Text"
        length = self._property("CharacterCount", interface)
        return self.ask(interface, "GetText", GLib.Variant("(ii)", (0, length)))[0]

    def walk(self):
        """This node and all below it from top to bottom, but not the ninety points of the board. Newer releases of GTK
        give a page to each of the stacks that it is somehow in: it comes once."""
        below, level = {self.path: []}, [self]
        while level:
            found = []
            for node, answer in zip(level, ask_all([node.asking("GetChildren") for node in level])):
                # Its parent may still tell of one that has gone. Whatever the board is called in the language of the window.
                children = [] if answer is None or len(answer[0]) == POINTS else [Node(*child, node) for child in answer[0]]
                below[node.path] = None if answer is None else children
                found += children
            level = list({node.path: node for node in found if node.path not in below}.values())
        return list(self._in_order(below))

    def _in_order(self, below):
        children = below.pop(self.path, None)
        if children is not None:
            yield self
            for child in children:
                yield from child._in_order(below)

    def of_role(self, *wanted):
        """It and all below it of these roles."""
        nodes = self.walk()
        return [node for node, role in zip(nodes, roles(nodes)) if role in wanted]

    def names_of(self, *wanted):
        """What those are called."""
        return [name for name in names(self.of_role(*wanted)) if name is not None]

    def with_state(self, *wanted):
        """It and all below it in all these states."""
        nodes = self.walk()
        return [node for node, known in zip(nodes, states(nodes)) if known.issuperset(wanted)]

    def called(self, fits):
        """It and all below it whose names fit."""
        nodes = self.walk()
        return [node for node, name in zip(nodes, names(nodes)) if name is not None and fits(name)]

    def find(self, role, name):
        """All nodes below of a role whose whole name fits the expression."""
        nodes = self.of_role(role)
        return [node for node, known in zip(nodes, names(nodes)) if known is not None and re.fullmatch(name, known)]

    def named(self, role, name):
        """All nodes below of a role that have exactly this name."""
        nodes = self.of_role(role)
        return [node for node, known in zip(nodes, names(nodes)) if known == name]


class Area:
    """A rectangle."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height

    def __iter__(self):
        return iter((self.x, self.y, self.width, self.height))


class Windows:
    """The windows of programs that have become active since this was made, each with what has had the keyboard since: a
    screen reader reads out a window when it hears of a focus in one that it has heard of."""

    def __init__(self):
        self.active = []
        registry = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry"
        for state in ("active", "focused"):
            event = f"object:state-changed:{state}"
            ask(*registry, "RegisterEvent", GLib.Variant("(sass)", (event, [], "")))
        event = "org.a11y.atspi.Event.Object", "StateChanged"
        bus().signal_subscribe(None, *event, None, None, Gio.DBusSignalFlags.NONE, self._changed)

    def _changed(self, bus, sender, path, interface, name, arguments):
        state, is_set, *_ = arguments.unpack()
        if state == "active" and is_set:
            self.active.append([])
        elif state == "focused" and is_set and self.active:
            self.active[-1].append(Node(sender, path))

    def focused(self):
        """What has had the keyboard in the active window, since that became active."""
        while GLib.MainContext.default().iteration(False):
            pass
        return self.active[-1] if self.active else []


class Changes:
    """What is told in this order since this was made: descriptions that change, and the keyboard that goes elsewhere."""

    def __init__(self):
        self._told = []
        registry = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry"
        for event, signal in (
            ("object:property-change:accessible-description", "PropertyChange"),
            ("object:state-changed:focused", "StateChanged"),
        ):
            ask(*registry, "RegisterEvent", GLib.Variant("(sass)", (event, [], "")))
            arguments = None, "org.a11y.atspi.Event.Object", signal, None, None, Gio.DBusSignalFlags.NONE, self._tell
            bus().signal_subscribe(*arguments)

    def _tell(self, bus, sender, path, interface, name, arguments):
        what, value, *_ = arguments.unpack()
        if what == "accessible-description" or what == "focused" and value:
            self._told.append((what, Node(sender, path)))

    def told(self):
        while GLib.MainContext.default().iteration(False):
            pass
        return self._told


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
