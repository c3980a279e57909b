#!/usr/bin/python3
"""Strangers call a program that has invited a friend: they are sent away, and the friend comes in and plays."""

import contextlib
import itertools
import os
import random
import resource
import select
import socket
from pathlib import Path

import friends
import invitation
from friends import Far
from words import say

GREETING = b'{"proto":[2]}'


def frame(kind, body, length=None):
    """A frame, or one that says that it has another length."""
    return (len(body) if length is None else length).to_bytes(4, "big") + bytes([kind]) + body


HELLO = frame(1, GREETING)
# Whoever calls without knowing what a friend is told.
SAID = {
    "a browser": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "every byte": bytes(range(256)) * 20,
    "the greatest length": frame(1, GREETING, 0xFFFFFFFF),
    "a length beyond a greeting": frame(1, GREETING, 1025),
    "a kind that is none": frame(9, GREETING),
    "what comes later": frame(4, b"sealed"),
    "no object": frame(1, b"{}"),
    "lists in lists": frame(1, b"[" * 1000),
    "a later version": frame(1, b'{"proto":[3,4]}'),
    "no text": frame(1, b"\xff" * 100),
    "a secret that is not known": frame(1, b'{"proto":[2],"key":"0000000000000000"}'),
    "two greetings": HELLO + HELLO,
    "half a key": HELLO + frame(2, b"\0"),
    "no point of the curve": HELLO + frame(2, b"B" + bytes([2]) + bytes(31)),
    "a confirmation of nothing": HELLO + frame(3, bytes(32)),
    **{f"chance {seed}": random.Random(seed).randbytes(2000) for seed in range(5)},
}
# Calls at a time, of which at most four are listened to, and how often they come.
CALLS, FLOOD = 6, 20
# What a program may hold more after floods than after the first one, in KiB.
MORE = 512


class Strangers(Far):
    def call(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def is_sent_away(self, said):
        with self.call() as stranger, contextlib.suppress(ConnectionError):
            stranger.sendall(said)
            # The other side may introduce itself first.
            while stranger.recv(4096):
                pass

    def held(self):
        """The memory of the program, in KiB, and how many files and sockets it has open."""
        process = Path("/proc", str(self.app.proc.pid))
        lines = (process / "status").read_text().splitlines()
        memory = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
        return memory, len(os.listdir(process / "fd"))

    def flood(self):
        """Many call at once, and say nothing, or not enough; some are sent away at once, and then all go."""
        for number in range(FLOOD):
            with contextlib.ExitStack() as together:
                calls = [together.enter_context(self.call()) for _ in range(CALLS)]
                for call in calls[:2]:
                    with contextlib.suppress(ConnectionError):
                        call.sendall(HELLO[: number % len(HELLO)])
                self.assertTrue(select.select(calls, [], [], 60)[0])

    def one_too_many(self):
        """Four say nothing, and the fifth is sent away while they wait."""
        with contextlib.ExitStack() as silent:
            four = [silent.enter_context(self.call()) for _ in range(4)]
            self.is_sent_away(b"")
            self.assertEqual(select.select(four, [], [], 0)[0], [], "of the four")

    def half_open(self):
        """Says nothing, and will not."""
        with self.call() as stranger:
            stranger.shutdown(socket.SHUT_WR)
            self.assertEqual(stranger.recv(1), b"")

    @contextlib.contextmanager
    def no_more_files(self):
        """The program can open no file and accept no connection."""
        number = self.app.proc.pid
        limit = resource.prlimit(number, resource.RLIMIT_NOFILE)
        taken = {int(file) for file in os.listdir(f"/proc/{number}/fd")}
        free = next(file for file in itertools.count() if file not in taken)
        resource.prlimit(number, resource.RLIMIT_NOFILE, (free, limit[1]))
        try:
            yield
        finally:
            resource.prlimit(number, resource.RLIMIT_NOFILE, limit)

    def test_a_friend_comes_in_after_a_call_that_could_not_be_accepted(self):
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        self.port = invitation.read(line).port
        with self.no_more_files(), self.call() as stranger:
            self.assertEqual(select.select([stranger], [], [], 2)[0], [], "nobody is there")
        bo.open("Bo", line)
        self.here(ends)

    def test_strangers_are_sent_away_and_the_friend_comes_in(self):
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        self.port = invitation.read(line).port
        self.one_too_many()
        for who, said in SAID.items():
            with self.subTest(who):
                self.is_sent_away(said)
        self.flood()
        self.is_sent_away(b"\xff")
        before, files = self.held()
        for _ in range(2):
            self.flood()
            self.half_open()
        self.is_sent_away(b"\xff")
        after, _ = self.held()
        self.assertLess(after - before, MORE, "KiB")
        self.eventually(lambda: self.held()[1] <= files, True, "files left open")
        # Some say nothing at all.
        with self.call(), self.call(), self.call():
            bo.open("Bo", line)
            self.here(ends)
        # Nor do they disturb the game.
        anna.play("h2e2")
        for said in SAID.values():
            self.is_sent_away(said)
        self.flood()
        bo.play("h9g7")
        self.see_moves(ends, 2)
        bo.resign("Bo")
        self.see_end(ends, say("outcome", "Resignation", loser="Bo", winner="Anna"))


if __name__ == "__main__":
    friends.main()
