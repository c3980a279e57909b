"""Two programs with a home, a bus and a display each, for a game by letter or on a network that is nothing but a loopback.

A test drives one of them, and this file, as a process of its own, the other: `friends.py BINARY OPTIONS`.
"""

import contextlib
import fcntl
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import case
import driver
import x11
from case import Home
from driver import App
from proxy import Proxy
from test_clock import FACE, SIDES
from waiting import TooLate, until
from words import pattern, say, seat_button, ui
from x11 import clipboard, lent_clipboard, put_on_clipboard

HEADLESS = Path(__file__).resolve().parent.parent / "headless"
# What is told to a friend on the same network.
ADDRESS = re.compile(pattern("address_to_type", address="(.+)"))
CODE = re.compile(pattern("spelled_code", code="(.+)"))
# Sets the flags of a network interface, and those of one that is up and takes what is sent to many: linux/sockios.h,
# linux/if.h.
SIOCSIFFLAGS, IFF_UP, IFF_MULTICAST = 0x8914, 0x1, 0x1000
# Set in a network of one’s own, and where there is none.
ALONE = "CHUHE_ALONE"



def common(record):
    """A record without what is each program’s own: when its game was played, and the last letter."""
    tags = {name: value for name, value in record["tags"].items() if name not in ("date", "time", "match", "letter")}
    return {**record, "tags": tags}


class Player:
    """Plays in one program. Whatever is asked of it and answered is plain data, since it may have to go to another process."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self, paused=False):
        self.app = self.program(paused=paused)

    # ---- How the two find each other ----

    def name(self, name, opens=True, away=None):
        """Opens the dialog, and writes the own name; of two games the other one is meant if a friend is away."""
        if opens:
            self.app.activate("remote")
        if away:
            self.app.dialog(say("which_game", friend=away)).answer(say("another_game"))
        dialog = self.app.dialog(ui("remote"))
        self.app.key("alt+n", "ctrl+a")
        self.app.type(name)
        return dialog

    def invite(self, name, away=None):
        """The line to be sent, and what is enough on the same network: an address and a code."""
        dialog = self.name(name, away=away)
        self.app.photograph("far", dialog.window)
        self.app.key("alt+i")
        self.focused(dialog, "button", ui("remote", "invite"))
        self.app.photograph("far-invite", dialog.window)
        self.app.key("Return")
        self.focused(dialog, "button", ui("remote_waiting", "copy"))
        return self.invited()

    def invited(self):
        """What the friend has to be told, while the dialog shows it."""
        dialog = self.app.dialog(ui("remote"))
        line = lambda: [one for one in dialog.node.names_of("label") if one.startswith("chuhe:")]
        (line,) = until("an invitation", line)
        self.app.screenshot("far-waiting", dialog.window)
        told = dialog.node.names_of("label")
        address = next(found[1] for one in told if (found := ADDRESS.fullmatch(one)))
        code = next(found[1] for one in told if (found := CODE.fullmatch(one))).replace(" ", "")
        return line, address, code

    def focused(self, dialog, role, name):
        """Waits for the page of the dialog on which this has the keyboard first."""
        until(lambda: f"the {role} {name}, not {dialog.focused()}", lambda: dialog.focused() == [(role, name)])

    def to_join(self, name, away=None):
        """Opens the page on which a friend is joined."""
        dialog = self.name(name, away=away)
        self.app.key("alt+j")
        self.focused(dialog, "text box", ui("remote_join", "invitation"))
        return dialog

    def join(self, name, line, host="Anna", away=None):
        """Joins by the line of an invitation, typed."""
        self.to_join(name, away)
        self.app.key("alt+v")
        self.app.type(line)
        return self.accept(host)

    def decline(self, name, line, host, away=None):
        """Calls by the line of an invitation, and does not play what is proposed."""
        self.to_join(name, away)
        self.app.key("alt+v")
        self.app.type(line)
        self.app.key("alt+j")
        self.app.dialog(say("ask_play_this", friend=host)).answer(say("cancel"))
        self.app.dialog(ui("remote")).leave("Escape")

    def continue_with(self, friend, away=None):
        """Goes on with an unfinished game that is not on the board; what the row said."""
        self.app.activate("remote")
        if away:
            self.app.dialog(say("which_game", friend=away)).answer(say("another_game"))
        dialog = self.app.dialog(ui("remote"))
        name = say("continue_with", friend=friend)
        row = until(name, lambda: dialog.node.called(lambda one: one.startswith(name)))[0]
        self.app.screenshot("far-unfinished", dialog.window)
        dialog.click(row)

    def refused(self):
        """Why nothing came of an invitation or a call."""
        told = self.app.dialog(say("no_connection"))
        body = told.body
        told.answer(say("close"))
        return body

    def shows_title(self, title):
        """Whether the dialog has this title."""
        return title in self.state()

    def continue_that(self, friend):
        """Invites the friend of the game on the board again; the title of the page."""
        self.app.activate("remote")
        question = self.app.dialog(say("which_game", friend=friend))
        self.app.screenshot("far-which-game", question.window)
        question.answer(say("continue_that_game"))
        return self.invited()

    def call(self, name, line):
        """Joins by a line that leads to nobody, and the line to be sent back."""
        dialog = self.to_join(name)
        self.app.key("alt+v")
        self.app.type(line)
        self.app.key("alt+j")
        self.focused(dialog, "button", ui("remote", "copy_answer"))
        self.app.screenshot("far-answer", dialog.window)
        (line,) = [one for one in dialog.node.names_of("label") if one.startswith("chuhe:")]
        return line

    def take_answer(self, line):
        """Pastes the line with which a friend answers, where the invitation is shown."""
        dialog = self.app.dialog(ui("remote"))
        self.app.key("alt+a")
        self.focused(dialog, "text box", ui("remote_waiting", "answer"))
        self.app.type(line)

    def join_by_code(self, name, address, code):
        dialog = self.to_join(name)
        self.app.key("alt+v")
        self.app.type(address)
        self.app.key("Return")
        self.focused(dialog, "text box", ui("remote_code", "code"))
        self.app.type(code)
        return self.play_this()

    def look(self, name):
        """Looks for friends on the network."""
        self.app.screenshot("far-join", self.to_join(name).window)

    def found(self):
        """Who invites, as the list says."""
        return self.app.dialog(ui("remote")).node.names_of("list item")

    def state(self):
        """What the page says of itself."""
        return self.app.dialog(ui("remote")).node.names_of("label")

    def pick(self, name):
        """Chooses one from the list."""
        dialog = self.app.dialog(ui("remote"))
        dialog.click(until(name, lambda: dialog.node.named("list item", name))[0])
        self.focused(dialog, "text box", ui("remote_code", "code"))
        self.app.screenshot("far-code", dialog.window)

    def type(self, text):
        self.app.type(text)

    def type_and_confirm(self, digits):
        """Types digits, and Enter out of habit."""
        self.app.key(*digits, "Return")

    def rejoin(self, name, line, host=None):
        """Calls by a line; with a host who is away, to go on with the game that was begun."""
        if host:
            self.app.activate("remote")
            self.app.dialog(say("which_game", friend=host)).answer(say("continue_that_game"))
            self.focused(self.app.dialog(ui("remote")), "text box", ui("remote_join", "invitation"))
        else:
            self.to_join(name)
        self.app.key("alt+v")
        self.app.type(line)
        self.app.key("alt+j")

    def paste_invitation(self, name, line):
        with lent_clipboard(f"Join me!\n{line}\n"):
            self.app.key("ctrl+v")
            self.name(name, False)
        return self.accept()

    def open(self, name, line):
        """Joins by a link."""
        self.app.open(line.upper())
        self.name(name, False)
        return self.accept()

    def accept(self, name="Anna"):
        """Calls, and plays what is proposed; how that was told."""
        self.app.key("alt+j")
        return self.play_this(name)

    def play_this(self, name="Anna"):
        """Agrees to the game that the friend proposes."""
        question = self.app.dialog(say("ask_play_this", friend=name))
        body = question.body
        question.answer(say("play_this"))
        # Two windows close at once, and the one below may be left without the keyboard.
        self.app.alone()
        return body

    # ---- At the board ----

    def play(self, move):
        self.app.play(move)

    def settle(self):
        """Waits until no dialog lies over the board and it stays as it is: it turns to the own side when a game begins."""
        until("no dialog", lambda: not self.app.over())
        self.app.settle()

    def press(self, *squares):
        for square in squares:
            self.app.click(square)

    def piece(self, square):
        return self.app.piece(square)

    def moves(self):
        return len(self.app.moves())

    def status(self):
        return self.app.status()

    def title(self):
        return self.app.title()

    def subtitle(self):
        return self.app.subtitle()

    def clocks(self):
        """What both clocks show."""
        faces = [FACE.fullmatch(node.name) for node in self.app.find("group", FACE.pattern)]
        return {SIDES[face[1]]: face[2] for face in faces}

    def offers(self):
        """How many of the players can offer a draw."""
        buttons = [seat_button("seat_choices", side) for side in ("Red", "Black")]
        return sum(len(self.app.named("button", name)) for name in buttons)

    def side(self):
        """The side whose home rank is below, which is the own one."""
        return self.kept()["sitting"]["bottom"].capitalize()

    def press_button(self, label):
        """Presses a button of the own card."""
        self.app.press_seat(label, self.side())

    def is_enabled(self, action):
        return self.app.is_enabled(action)

    def activate(self, action):
        self.app.activate(action)

    def key(self, key):
        self.app.key(key)

    def photograph(self, name):
        self.app.photograph(name)

    # ---- The chat ----

    def messages(self):
        """What was said, in order, if the chat is unfolded."""
        there = self.app.named("log", say("chat_messages"))
        return there[0].names_of("label") if there and there[0].area().height else []

    def message(self):
        """What is written and not sent yet."""
        entries = self.app.frame().called(lambda name: name == say("chat_entry"))
        return next(node.text() for node in entries if "editable" in node.states())

    def is_writing(self):
        """Whether the entry for a message has the keyboard, for a screen reader as well."""
        return [node.name for node in self.app.frame().with_state("editable", "focused")] == [say("chat_entry")]

    def write(self, text, opens=True):
        """Sends a message, from the board or where the last one was written."""
        if opens:
            self.app.key("F7")
        self.app.type(text)
        self.app.key("Return")

    def labels(self):
        return self.app.labels()

    def board_place(self):
        """Where the board is, and how large."""
        self.app.settle()
        return [*self.app.board.area()]

    def is_on_board(self):
        return self.app.is_on_board()

    def press_button_named(self, name):
        self.app.click(self.app.button(name))

    # ---- What the friend asks ----

    def answer(self, yes):
        """Answers what the friend asks beside the board."""
        until("a question", lambda: self.app.is_enabled("accept-offer"))
        self.app.activate("accept-offer" if yes else "decline-offer")
        until("the answer", lambda: not self.app.is_enabled("accept-offer"))

    def has_board(self):
        return bool(self.app.named("group", say("board")))

    def attach_board(self):
        self.app.attach_board()

    def resign(self, name):
        """Resigns, and confirms it."""
        self.app.activate("resign")
        self.app.dialog(say("ask_resign", side=name)).answer(say("resign"))

    def leave_friend(self, friend):
        """Begins another game, and says that the friend may be left."""
        self.app.key("ctrl+n")
        self.app.dialog(ui("new_game")).leave("Return")
        self.app.dialog(say("ask_leave_friend", friend=friend)).answer(say("leave_friend"))

    # ---- By letter ----

    def write_letter(self):
        """Copies the next letter, and returns it."""
        before = clipboard()
        self.app.activate("letter")
        self.app.dialog(ui("letter")).press("Return")
        return until("a letter", lambda: text if (text := clipboard()) != before else None)

    def paste(self, text):
        put_on_clipboard(text)
        self.app.key("ctrl+v")

    def refuse_letter(self, text):
        """Why a pasted letter is refused."""
        self.paste(text)
        told = self.app.dialog(say("cannot_read_letter"))
        body = told.body
        told.press("Escape")
        return body

    # ---- What is kept ----

    def kept(self):
        return self.app.home.kept()

    def remote_file(self):
        """The file of the game with a friend far away."""
        [file] = self.app.home.session.with_name("far").iterdir()
        return file

    def remote_game(self):
        """What is in that file."""
        return self.remote_file().read_text()

    def records(self):
        """The finished games, in no order."""
        return [json.loads(file.read_text()) for file in self.app.home.history()]

    # ---- The program itself ----

    def kill(self):
        self.app.kill()

    def stop(self, stops=True):
        """Lets the program stand still, as on a laptop that sleeps, or go on."""
        self.app.proc.send_signal(signal.SIGSTOP if stops else signal.SIGCONT)

    def pid(self):
        return self.app.proc.pid

    def errors(self):
        return self.app.errors()


class Friend:
    """The player of the other program, which a process of its own drives."""

    def __init__(self, settings=None, through=()):
        words = [*through, HEADLESS, sys.executable, __file__, case.driver.BINARY, json.dumps(settings or {})]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __getattr__(self, what):
        def ask(*values, **named):
            self.process.stdin.write(json.dumps([what, values, named]) + "\n")
            self.process.stdin.flush()
            said, failed = json.loads(self.process.stdout.readline())
            if failed:
                raise (TooLate if failed == "TooLate" else AssertionError)(f"in the friend's program: {said}")
            return said

        return ask

    def leave(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


def befriend(binary, settings):
    """Does what is asked on standard input."""
    driver.BINARY = Path(binary).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        home.stand_still()
        player = Player(lambda **options: App(home, settings=settings, **options))
        for line in sys.stdin:
            what, values, named = json.loads(line)
            try:
                answer = getattr(player, what)(*values, **named), None
            except Exception as error:
                picture = driver.picture_file("failed-friend")
                x11.save_picture("root", picture, check=False)
                answer = f"{type(error).__name__}: {error}", type(error).__name__
            print(json.dumps(answer), flush=True)
        player.kill()


class Pair(case.Case):
    """A test with two players; Anna is the one whose program the test itself drives."""

    def anna(self, **settings):
        return Player(lambda **options: self.start(settings=settings, **options))

    def agree(self, **settings):
        """Has this proposed as what was agreed on the last time."""
        self.home.prefer(**settings)

    def friend(self, through=(), **settings):
        friend = Friend(settings, through)
        self.addCleanup(self.part, friend)
        return friend

    def part(self, friend):
        """The friend’s program may not have written to its standard error either."""
        with contextlib.suppress(BrokenPipeError):
            self.assertEqual(self.unknown(friend.errors()), [], "the friend's program wrote to its standard error")
        friend.leave()

    def both(self, what, ends, probe, value, seconds=60.0):
        """Waits until it is so on both screens."""
        for name, one in zip(("Anna", "Bo"), ends):
            seen = [None]

            def equal():
                seen[0] = probe(one)
                return seen[0] == value

            until(lambda: f"{what} {value!r} at {name}'s, but {seen[0]!r}", equal, seconds)

    def see_moves(self, ends, count):
        self.both("moves", ends, lambda one: one.moves(), count)

    def left(self, one, friend):
        has_left = re.compile(pattern("connection.whole", "Left", friend=friend))
        until(f"{friend} to have left", lambda: has_left.fullmatch(one.subtitle()), 60)

    def see_end(self, ends, text, games=1):
        """Waits until both screens say how the game has ended; its record."""
        self.both("status", ends, lambda one: one.status(), text)
        record = self.record(ends, games)
        if "time_control" in record["tags"]:
            self.assertEqual(*(one.clocks() for one in ends))
        return record

    def record(self, ends, games=1):
        """The last of the finished games, of which both histories have the same ones."""
        self.both("records", ends, lambda one: len(one.records()), games)
        hosts, guests = (sorted(map(common, one.records()), key=lambda game: game["tags"].get("round", "")) for one in ends)
        self.assertEqual(hosts, guests)
        return hosts[-1]


class Far(Pair):
    """A test whose players are connected."""

    def setUp(self):
        if os.environ.get(ALONE) != "yes":
            self.skipTest("a network of one's own is not allowed here")
        super().setUp()

    def proxy(self, port, **options):
        """A line that a test can make worse."""
        proxy = Proxy(port, **options)
        self.addCleanup(proxy.leave)
        return proxy

    def here(self, ends, names=("Bo", "Anna")):
        """Waits until both say that the other is there, by these names."""
        for one, friend in zip(ends, names):
            is_here = re.compile(pattern("connection.whole", "Here", friend=friend))
            until(f"{friend} to be there", lambda: is_here.fullmatch(one.subtitle()), 60)
            one.settle()

    def away(self, one, friend):
        is_away = re.compile(pattern("friend_away", friend=friend))
        until(f"{friend} to be away", lambda: is_away.fullmatch(one.subtitle()), 60)


def go_alone():
    """Starts this process again in a network of its own, if that is allowed and has not happened yet."""
    if ALONE in os.environ:
        return
    ways = ["unshare", "--net"], ["unshare", "--map-root-user", "--net"]
    for way in ways:
        if subprocess.run([*way, "true"], check=False, capture_output=True).returncode == 0:
            words = [*way, HEADLESS, sys.executable, *sys.argv]
            os.execvpe(words[0], words, {**os.environ, ALONE: "yes"})
    os.environ[ALONE] = "no"


def has_loopback():
    """Whether there is a network of one’s own, which is ready then."""
    go_alone()
    if os.environ[ALONE] != "yes":
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP | IFF_MULTICAST))
    return True


def main():
    """Runs the tests of a file in a network of their own, or skips them where that is not allowed."""
    has_loopback()
    case.main()


if __name__ == "__main__":
    befriend(sys.argv[1], json.loads(sys.argv[2]))
