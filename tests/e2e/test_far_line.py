#!/usr/bin/python3
"""A game over a bad line: bytes come one by one, together, late or not at all, and it is cut anywhere. The game goes on."""

import os
import re
import shutil
import socket

import friends
import invitation
from case import RED_MATES
from friends import Far
from leap import Clock
from proxy import GUEST, HOST, WAYS
from waiting import until
from words import pattern, say

# Longer than a friend's program may be silent: docs/PROTOCOL.md.
SILENCE = 31
# Shorter than that, and longer than a line is silent that stands.
STANDSTILL = 20
# By how much everything is late, in seconds.
DELAY = float(os.environ.get("CHUHE_DELAY", "1"))
MATE = say("outcome", "Checkmate", winner="Anna")


class Whole(Far):
    def begin(self, **agreed):
        """Two players, and an invitation."""
        self.agree(**agreed)
        self.ends = self.anna(), self.friend()
        return *self.ends, self.ends[0].invite("Anna")

    def play(self, *moves):
        """These moves follow those that were made."""
        for move in moves:
            self.ends[self.plies % 2].press(move[:2], move[2:])
            self.plies += 1
            self.see_moves(self.ends, self.plies)

    def arrives(self):
        """A move that was on its way is on both boards once both are there again."""
        self.here(self.ends)
        self.plies += 1
        self.see_moves(self.ends, self.plies)

    def setUp(self):
        super().setUp()
        self.plies = 0

    def test_a_game_by_line_whose_bytes_come_one_by_one_then_late_and_from_elsewhere(self):
        _, bo, (line, *_) = self.begin(time_control="300+3")
        port = invitation.read(line).port
        proxy = self.proxy(port)
        proxy.pieces = 1
        bo.join("Bo", invitation.through(line, proxy.port, "127.0.0.1", "127.0.0.2"))
        self.here(self.ends)
        first, second, third, *rest = RED_MATES.split()
        self.play(first, second)
        for way in WAYS:
            self.assertEqual(set(proxy.sent[way]), {1})
            self.assertGreater(len(proxy.sent[way]), 200)
        # Nothing answers where the host was; it is found at the other address.
        other = self.proxy(port, at=proxy.port, address="127.0.0.2")
        proxy.refuse()
        other.gather = 0.5
        self.here(self.ends)
        self.play(third)
        other.delay = DELAY
        self.play(*rest)
        record = self.see_end(self.ends, MATE)
        self.assertEqual([one["move"] for one in record["moves"]], RED_MATES.split())
        self.assertGreater(sum(other.merged.values()), 0)

    def test_a_game_by_code_that_is_cut_anywhere(self):
        anna, bo, (_, address, code) = self.begin(time_control="600")
        proxy = self.proxy(int(address.rpartition(":")[2]))
        bo.join_by_code("Bo", f"127.0.0.1:{proxy.port}", code)
        self.here(self.ends)
        self.play("h2e2")
        ways = [
            # In the middle of a frame.
            lambda: proxy.break_frame(HOST),
            lambda: proxy.break_frame(GUEST),
            # Between two frames, and with all that was on its way lost.
            proxy.cut,
            lambda: proxy.cut(resets=True),
            # By the program itself, which does not believe what was changed.
            lambda: proxy.change_frame(HOST),
            lambda: proxy.change_frame(GUEST),
        ]
        for cut, move in zip(ways, "h9g7 h0g2 i9h9 i0h0 b9c7 b0c2".split()):
            self.here(self.ends)
            calls = proxy.calls
            cut()
            self.play(move)
            until("another call", lambda: proxy.calls > calls, 60)
        self.here(self.ends)
        bo.resign("Bo")
        self.see_end(self.ends, say("outcome", "Resignation", loser="Bo", winner="Anna"))

    def test_a_host_whose_port_is_taken_invites_again(self):
        anna, bo, (line, *_) = self.begin(time_control="600")
        bo.join("Bo", line)
        self.here(self.ends)
        self.play("h2e2", "h9g7")
        anna.kill()
        with socket.create_server(("127.0.0.1", invitation.read(line).port)) as other:
            self.assertTrue(other)
            anna.start()
            again, *_ = anna.invited()
            self.assertNotEqual(invitation.read(again).port, invitation.read(line).port)
            bo.rejoin("Bo", again, "Anna")
            self.here(self.ends)
            self.play("h0g2", "i9h9")
        anna.resign("Anna")
        record = self.see_end(self.ends, say("outcome", "Resignation", loser="Anna", winner="Bo"))
        self.assertEqual(len(record["moves"]), 4)

    def stands_still(self, proxy, anna, later):
        """The line stands still while Bo thinks, and his clock with it."""

        def left():
            minutes, seconds = anna.clocks()["Black"].split(":")
            return 60 * int(minutes) + int(seconds)

        before = left()
        proxy.hold(HOST, GUEST)
        later.leap(STANDSTILL)
        waits = re.compile(pattern("connection.whole", "Waiting", friend="Bo"))
        until("the state of the line", lambda: waits.fullmatch(anna.subtitle()))
        anna.photograph("far-standstill")
        proxy.release()
        self.here(self.ends)
        self.assertLess(before - left(), STANDSTILL / 2)

    def test_a_line_that_is_silent_is_lost_and_found_again(self):
        self.agree(time_control="600")
        clocks = anna_later, bo_later = [Clock(self.home.path / name) for name in ("anna", "bo")]
        self.ends = anna, bo = self.anna(**anna_later.settings), self.friend(**bo_later.settings)
        line, *_ = anna.invite("Anna")
        proxy = self.proxy(invitation.read(line).port)
        bo.join("Bo", invitation.through(line, proxy.port))
        self.here(self.ends)
        self.play("h2e2")
        self.stands_still(proxy, anna, anna_later)
        for moves, ways in ("h9g7", [HOST]), ("h0g2", [GUEST]):
            # One way is enough; nobody is told that nothing arrives any more.
            proxy.hold(*ways)
            self.ends[self.plies % 2].press(moves[:2], moves[2:])
            for clock in clocks:
                clock.leap(SILENCE)
            self.away(anna, "Bo")
            self.away(bo, "Anna")
            proxy.release()
            self.arrives()
        # A laptop sleeps: for its program no time has passed.
        self.play("i9h9")
        bo.stop()
        anna_later.leap(60)
        self.away(anna, "Bo")
        anna.press("i0", "h0")
        bo.stop(False)
        self.arrives()
        anna.resign("Anna")
        self.see_end(self.ends, say("outcome", "Resignation", loser="Anna", winner="Bo"))


class Saving(Far):
    """A game that cannot be saved: nothing is sent, both are told as much as concerns them, and it goes on by itself."""

    def see(self, scheme, width):
        self.agree(colour_scheme=scheme)
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        self.here(ends)
        anna.app.resize(width, 640)
        folder = self.home.session.with_name("far")
        shutil.rmtree(folder)
        folder.write_text("in the way")
        anna.press("h2", "e2")
        # In a narrow window there is no list of moves.
        until("the move on the own board", lambda: anna.piece("e2") == "red cannon")
        if width > 400:
            # In a narrow window, the title has it.
            state = re.compile(pattern("connection.whole", "Unsaved"))
            until("the state", lambda: state.fullmatch(anna.subtitle()))
        told = re.compile(pattern("remote_unsaved"))
        until("a remark", lambda: told.match(anna.status()))
        anna.app.photograph(f"far-unsaved-{scheme}-{width}")
        self.assertEqual(bo.piece("e2"), "empty")
        folder.unlink()
        until("the move on the friend's board", lambda: bo.piece("e2") == "red cannon")
        until("another remark", lambda: anna.status() == say("remote_saved_again"))
        bo.press("h9", "g7")
        until("the reply", lambda: anna.piece("g7") == "black horse")

    def test_nothing_is_sent_while_the_game_cannot_be_saved(self):
        self.see("light", 900)

    def test_nothing_is_sent_in_a_narrow_dark_window_either(self):
        self.see("dark", 360)


if __name__ == "__main__":
    friends.main()
