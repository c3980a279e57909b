#!/usr/bin/python3
"""A game over a line: two programs with a home, a bus and a display each, on a network that is nothing but a loopback."""

import contextlib
import os
import socket
from pathlib import Path

import friends
import invitation
from friends import Far
from waiting import until
from words import say, ui

# Whoever calls without knowing what a friend is told.
STRANGERS = [b"GET / HTTP/1.0\r\n\r\n", b"\xff" * 5000, b"\0\0\0\5\4sealed", b"\0\0\0\2\1{}", bytes(range(256)) * 20]


def sockets(pid):
    """How many sockets a program has that lead to a network."""
    known = set()
    for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        rows = Path("/proc/net", kind).read_text().splitlines()[1:]
        known |= {f"socket:[{row.split()[9]}]" for row in rows}
    own = [os.readlink(handle) for handle in Path(f"/proc/{pid}/fd").iterdir() if handle.is_symlink()]
    return len(known.intersection(own))


class Line(Far):
    def test_nothing_listens_but_an_invitation(self):
        anna = self.anna()
        count = lambda: sockets(anna.pid())
        self.assertEqual(count(), 0)
        anna.activate("far")
        dialog = anna.app.dialog(ui("far"))
        self.assertEqual(count(), 0)
        dialog.press("Escape")
        anna.app.alone()
        anna.invite("Anna")
        self.assertGreater(count(), 0)
        anna.key("Escape")
        anna.app.alone()
        self.eventually(count, 0, "sockets")

    def test_strangers_are_sent_away_and_the_friend_comes_in(self):
        anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        call = lambda: socket.create_connection(("127.0.0.1", invitation.read(line).port), timeout=20)
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
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        told = bo.paste_invitation("Bo", line)
        self.assertIn("Bo", told)
        for plies, move in enumerate(["h2e2", "h9g7", "h0g2"]):
            ends[plies % 2].play(move)
            self.see_moves(ends, plies + 1)
        # Nobody decides for the other, whose pieces stay; trying says whose turn it is.
        self.assertEqual((anna.offers(), bo.offers()), (1, 1))
        anna.press("h9")
        self.eventually(anna.status, say("not_your_turn", side="Bo"), "status")
        self.here(ends)
        anna.kill()
        self.away(bo, "Anna")
        bo.press("i9", "h9")
        self.eventually(bo.status, say("on_its_way", friend="Anna"), "status")
        anna.start()
        self.see_moves(ends, 4)
        bo.kill()
        bo.start()
        self.here(ends)
        anna.play("i0h0")
        self.see_moves(ends, 5)
        bo.activate("offer-draw")
        until("the offer", lambda: anna.is_enabled("accept-offer"))
        anna.activate("accept-offer")
        self.see_end(ends, say("draw", "Agreement"))


if __name__ == "__main__":
    friends.main()
