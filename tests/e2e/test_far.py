#!/usr/bin/python3
"""A game over a line: two programs with a home, a bus and a display each, on a network that is nothing but a loopback."""

import contextlib
import fcntl
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import case
from case import Home
from driver import App
from waiting import until
from words import say, seat_button, ui
from x11 import lent_clipboard

HEADLESS = Path(__file__).resolve().parent.parent / "headless"
# What is told to a friend on the same network.
ADDRESS = re.compile(r"[\d.]+:(\d+)")
# Whoever calls without knowing what a friend is told.
STRANGERS = [b"GET / HTTP/1.0\r\n\r\n", b"\xff" * 5000, b"\0\0\0\5\4sealed", b"\0\0\0\2\1{}", bytes(range(256)) * 20]
# Sets the flags of a network interface, and the flags of one that is up: linux/sockios.h, linux/if.h.
SIOCSIFFLAGS, IFF_UP = 0x8914, 1


class Friend:
    """The other program, which a process of its own drives: this file again, with --friend."""

    def __init__(self):
        words = [HEADLESS, sys.executable, __file__, "--friend", case.driver.BINARY]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __getattr__(self, what):
        def ask(*values):
            self.process.stdin.write(json.dumps([what, values]) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

        return ask

    def leave(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


class Player:
    """Plays in one program."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        self.app = self.program()

    def kill(self):
        self.app.kill()

    def name(self, name, opens=True):
        if opens:
            self.app.activate("far")
        dialog = self.app.dialog(ui("far"))
        self.app.key("alt+n", "ctrl+a")
        self.app.type(name)
        return dialog

    def invite(self, name):
        """The line to be sent."""
        dialog = self.name(name)
        self.app.photograph("far", dialog.window)
        self.app.key("alt+i")
        lines = until("an invitation", lambda: [one for one in dialog.node.names_of("label") if one.startswith("chuhe:")])
        self.app.photograph("far-invitation", dialog.window)
        self.port = next(found[1] for one in dialog.node.names_of("label") if (found := ADDRESS.search(one)))
        return lines[0]

    def join(self, name, line):
        self.name(name)
        self.app.key("alt+v")
        self.app.type(line)
        return self.accept()

    def paste(self, name, line):
        with lent_clipboard(f"Join me!\n{line}\n"):
            self.app.key("ctrl+v")
            self.name(name, False)
        return self.accept()

    def open(self, name, line):
        self.app.open(line.upper())
        self.name(name, False)
        return self.accept()

    def accept(self):
        self.app.key("alt+j")
        question = self.app.dialog(say("ask_play_this", friend="Anna"))
        body = question.body
        question.answer(say("play_this"))
        return body

    def play(self, move):
        self.app.play(move)

    def press(self, square):
        self.app.click(square)

    def moves(self):
        return len(self.app.moves())

    def subtitle(self):
        return self.app.subtitle()

    def offers(self):
        """How many of the players can offer a draw."""
        buttons = [seat_button("offer_draw", side) for side in ("Red", "Black")]
        return sum(len(self.app.named("button", name)) for name in buttons)

    def status(self):
        return self.app.status()

    def activate(self, action):
        self.app.activate(action)

    def errors(self):
        return self.app.errors()


def sockets(pid):
    """How many sockets a program has that lead to a network."""
    known = set()
    for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        rows = Path("/proc/net", kind).read_text().splitlines()[1:]
        known |= {f"socket:[{row.split()[9]}]" for row in rows}
    own = [os.readlink(handle) for handle in Path(f"/proc/{pid}/fd").iterdir() if handle.is_symlink()]
    return len(known.intersection(own))


class Far(case.Case):
    def friend(self):
        friend = Friend()
        self.addCleanup(friend.leave)
        return friend

    def test_nothing_listens_but_an_invitation(self):
        anna = Player(self.start)
        count = lambda: sockets(anna.app.proc.pid)
        self.assertEqual(count(), 0)
        anna.app.activate("far")
        dialog = anna.app.dialog(ui("far"))
        self.assertEqual(count(), 0)
        dialog.press("Escape")
        anna.app.alone()
        anna.invite("Anna")
        self.assertGreater(count(), 0)
        anna.app.key("Escape")
        anna.app.alone()
        self.eventually(count, 0, "sockets")

    def test_strangers_are_sent_away_and_the_friend_comes_in(self):
        anna, bo = Player(self.start), self.friend()
        line = anna.invite("Anna")
        call = lambda: socket.create_connection(("127.0.0.1", int(anna.port)), timeout=20)
        for said in STRANGERS:
            with self.subTest(said[:20]), call() as stranger, contextlib.suppress(ConnectionError):
                stranger.sendall(said)
                self.assertEqual(stranger.recv(1), b"")
        # Some say nothing at all.
        with call(), call(), call():
            bo.open("Bo", line)
            anna.play("h2e2")
            self.eventually(bo.moves, 1, "moves")

    def test_a_game_is_played_interrupted_and_finished(self):
        anna, bo = Player(self.start), self.friend()
        told = bo.paste("Bo", anna.invite("Anna"))
        self.assertIn("Bo", told)
        for plies, move in enumerate(["h2e2", "h9g7", "h0g2"]):
            [anna, bo][plies % 2].play(move)
            for one in anna, bo:
                self.eventually(one.moves, plies + 1, "moves")
        # Nobody decides for the other, whose pieces stay; trying says whose turn it is.
        self.assertEqual((anna.offers(), bo.offers()), (1, 1))
        anna.press("h9")
        self.eventually(anna.status, say("not_your_turn", side="Bo"), "status")
        self.assertTrue(bo.subtitle().startswith("Anna is here"))
        anna.kill()
        until("Anna to be away", lambda: bo.subtitle().startswith("Anna is away"))
        bo.press("i9")
        bo.press("h9")
        self.eventually(bo.status, say("on_its_way", friend="Anna"), "status")
        anna.start()
        for one in anna, bo:
            until("four moves", lambda: one.moves() == 4, 60)
        bo.kill()
        bo.start()
        until("Bo to be back", lambda: anna.subtitle().startswith("Bo is here"), 60)
        anna.play("i0h0")
        self.eventually(bo.moves, 5, "moves")
        bo.activate("offer-draw")
        until("the offer", lambda: anna.app.is_enabled("accept-offer"))
        anna.activate("accept-offer")
        for one in anna, bo:
            until("the end", lambda: say("outcome_brief", "None") in one.subtitle())
        self.assertEqual(bo.errors(), "")


def befriend():
    """Does what is asked on standard input."""
    case.driver.BINARY = Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        player = Player(lambda: App(home))
        for line in sys.stdin:
            what, values = json.loads(line)
            print(json.dumps(getattr(player, what)(*values)), flush=True)
        player.kill()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--friend"]:
        befriend()
    elif "CHUHE_ALONE" in os.environ:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
        case.main()
    else:
        ways = ["unshare", "--net"], ["unshare", "--map-root-user", "--net"]
        allowed = [way for way in ways if not subprocess.run([*way, "true"], check=False, capture_output=True).returncode]
        if not allowed:
            Far = unittest.skip("a network of one's own is not allowed here")(Far)
            case.main()
        network = allowed[0]
        words = [*network, HEADLESS, sys.executable, *sys.argv]
        os.execvpe(words[0], words, {**os.environ, "CHUHE_ALONE": "1"})
