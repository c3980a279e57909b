"""The accessibility tree of running programs, asked over its D-Bus.

The usual library keeps copies of the tree, and falls over when programs come and go as often as they do here;
questions that are asked anew each time cannot be out of date. They are many: libdbus asks one in a third of the time
that GLib takes from Python.
"""

import functools
import itertools
import re

import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
# The bits of a widget's state that are of use here.
STATES = {
    "checked": 4,
    "editable": 7,
    "expandable": 9,
    "expanded": 10,
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
# What has nothing below it.
LEAVES = {"label", "image", "separator"}
# Seconds until what does not answer counts as gone.
TIMEOUT = 5.0


def address():
    """Where the bus of assistive technology is."""
    session = dbus.bus.BusConnection(dbus.bus.BUS_SESSION)
    session.set_exit_on_disconnect(False)
    return session.call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", (), timeout=20)


@functools.cache
def bus():
    return dbus.bus.BusConnection(address(), mainloop=dbus.mainloop.glib.DBusGMainLoop())


def message(name, path, interface, method, signature="", *arguments):
    asked = dbus.lowlevel.MethodCallMessage(name, path, interface, method)
    asked.append(*arguments, signature=signature)
    return asked


def ask(*question):
    """The answer to a question, LookupError from what has gone."""
    try:
        return bus().send_message_with_reply_and_block(message(*question), TIMEOUT).get_args_list()
    except dbus.DBusException as gone:
        raise LookupError(f"{question}: {gone}") from gone


def ask_all(questions):
    """The answers to many questions, `None` from what has gone. They go out together: one by one, each would wait for
    its own way there and back, and a window has hundreds."""
    answers, waiting = [None] * len(questions), len(questions)

    def answered(at, answer):
        nonlocal waiting
        waiting -= 1
        if isinstance(answer, dbus.lowlevel.MethodReturnMessage):
            answers[at] = answer.get_args_list()

    for at, question in enumerate(questions):
        bus().send_message_with_reply(message(*question), functools.partial(answered, at), TIMEOUT)
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
    return [answer and str(answer[0]) for answer in answers]


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
    answers = ask_all([node.asking("GetExtents", COMPONENT, "u", WINDOW_COORDINATES) for node in nodes])
    return [answer and Area(*answer[0]) for answer in answers]


def states_in(low, high):
    bits = low | high << 32
    return {name for name, bit in STATES.items() if bits >> bit & 1}


class Node:
    """A widget as assistive technology sees it. A question to one that has gone raises LookupError, but one for a role."""

    def __init__(self, owner, path, above=None):
        # Below which node a walk has found it.
        self.owner, self.path, self.above = owner, path, above

    @property
    def key(self):
        return self.owner, self.path

    def ask(self, interface, method, *arguments):
        return ask(self.owner, self.path, interface, method, *arguments)

    def asking(self, method, interface=ACCESSIBLE, *arguments):
        """A question to it, for `ask_all`."""
        return self.owner, self.path, interface, method, *arguments

    def asking_for(self, name, interface=ACCESSIBLE):
        """The question for a property."""
        return self.asking("Get", "org.freedesktop.DBus.Properties", "ss", interface, name)

    def _property(self, name, interface=ACCESSIBLE):
        return ask(*self.asking_for(name, interface))[0]

    @property
    def name(self):
        return str(self._property("Name"))

    @property
    def description(self):
        return str(self._property("Description"))

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
        return Area(*self.ask(COMPONENT, "GetExtents", "u", WINDOW_COORDINATES)[0])

    def act(self):
        """What a screen reader or a switch does."""
        return self.ask("org.a11y.atspi.Action", "DoAction", "i", 0)[0]

    def text(self):
        """What is written in an entry."""
        interface = "org.a11y.atspi.Text"
        length = self._property("CharacterCount", interface)
        return str(self.ask(interface, "GetText", "ii", 0, length)[0])

    def walk(self):
        """This node and all below it from top to bottom, but not the ninety points of the board. Newer releases of GTK
        give a page to each of the stacks that it is somehow in: it comes once."""
        below = {}
        for _ in self._levels(below):
            pass
        return list(self._in_order(below))

    def _levels(self, below):
        """The nodes of each level; writes down what is below each."""
        level = [self]
        while level:
            yield level
            found, kinds = [], roles(level)
            below.update({node.path: [] for node in level})
            level = [node for node, role in zip(level, kinds) if role not in LEAVES]
            for node, answer in zip(level, ask_all([node.asking("GetChildren") for node in level])):
                # Its parent may still tell of one that has gone. Whatever the board is called in the language of the window.
                children = [] if answer is None or len(answer[0]) == POINTS else [Node(*child, node) for child in answer[0]]
                below[node.path] = None if answer is None else children
                found += children
            level = list({node.path: node for node in found if node.path not in below}.values())

    def _in_order(self, below):
        children = below.pop(self.path, None)
        if children is not None:
            yield self
            for child in children:
                yield from child._in_order(below)

    def first(self, role, name=None):
        """The first of a role below it whose whole name fits the expression, from top to bottom; nothing is asked about
        those after it."""
        fits = lambda node: node.role == role and (name is None or re.fullmatch(name, node.name))
        found = next(filter(fits, self._lazily()), None)
        if not found:
            raise LookupError(f"no {role} {name or ''} below {self.path}")
        return found

    def _lazily(self):
        """All below it, each asked about when its turn comes."""
        for children in itertools.islice(self._levels({}), 1, 2):
            for child in children:
                yield child
                yield from child._lazily()

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

    def focused(self):
        """It or what below it has the keyboard, in a list; no look is taken below that."""
        for level in self._levels({}):
            if found := [node for node, known in zip(level, states(level)) if "focused" in known]:
                return found
        return []

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


def register(*events):
    """Asks programs for these events. Nobody says anything that nobody wants to hear."""
    registry = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry"
    for event in events:
        ask(*registry, "RegisterEvent", "sass", event, [], "")


def listen(signal, heard):
    """Gives to `heard` the nodes that send a signal, and its arguments."""
    tell = lambda *arguments, sender, path: heard(Node(sender, path), *arguments)
    names = dict(sender_keyword="sender", path_keyword="path")
    bus().add_signal_receiver(tell, signal, "org.a11y.atspi.Event.Object", **names)


def hear():
    """Has everything told that has been said so far."""
    while GLib.MainContext.default().iteration(False):
        pass


class Windows:
    """The windows of programs that have become active since this was made, each with what has had the keyboard since: a
    screen reader reads out a window when it hears of a focus in one that it has heard of."""

    def __init__(self):
        self.active = []
        register("object:state-changed:active", "object:state-changed:focused")
        listen("StateChanged", self._changed)

    def _changed(self, node, state, is_set, *_):
        if state == "active" and is_set:
            self.active.append([])
        elif state == "focused" and is_set and self.active:
            self.active[-1].append(node)

    def focused(self):
        """What has had the keyboard in the active window, since that became active."""
        hear()
        return self.active[-1] if self.active else []


class Changes:
    """What is told in this order since this was made: descriptions that change, and the keyboard that goes elsewhere."""

    def __init__(self):
        self._told = []
        register("object:property-change:accessible-description", "object:state-changed:focused")
        for signal in ("PropertyChange", "StateChanged"):
            listen(signal, self._tell)

    def _tell(self, node, what, value, *_):
        if what == "accessible-description" or what == "focused" and value:
            self._told.append((what, node))

    def told(self):
        hear()
        return self._told


class Announcements:
    """What programs have had announced since this was made, oldest first; GTK 4.14 and newer."""

    def __init__(self):
        self._heard = []
        register("object:announcement")
        listen("Announcement", lambda node, *arguments: self._heard.append(str(arguments[3])))

    def heard(self):
        hear()
        return self._heard


def program(pid):
    """The root of a program's tree, if it has a window already."""
    for child in Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root").children():
        question = "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID"
        try:
            (owner,) = ask(*question, "s", child.owner)
            if owner == pid and child.children():
                return child
        except LookupError:
            continue  # One that has just ended.
    return None
