#!/usr/bin/python3
"""A game over a line: two programs with a home, a bus and a display each, on a network that is nothing but a loopback."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import friends
from friends import Far, Player
from waiting import until
from words import say, ui

FAMILY = re.compile(r"socket\((\w+)")
# The program stays the process that was started, and all its threads are watched.
TRACE = ["strace", "-D", "-f", "--seccomp-bpf", "-e", "trace=socket", "-o"]


def is_traceable():
    """Whether one process may watch what another asks of the system."""
    return bool(shutil.which("strace")) and not subprocess.run([*TRACE, os.devnull, "true"], capture_output=True).returncode


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
        anna.activate("remote")
        dialog = anna.app.dialog(ui("remote"))
        self.assertEqual(count(), 0)
        dialog.press("Escape")
        anna.app.alone()
        anna.invite("Anna")
        self.assertGreater(count(), 0)
        anna.key("Escape")
        anna.app.alone()
        self.eventually(count, 0, "sockets")

    def test_an_ordinary_game_asks_the_system_for_no_socket_to_a_network(self):
        if not is_traceable():
            self.skipTest("strace is not installed, or not allowed")
        log = self.home.path / "trace"
        opened = lambda: set(FAMILY.findall(log.read_text())) - {"AF_UNIX"}
        app = self.start(through=[*TRACE, str(log)])
        app.play("h2e2 h9g7")
        app.activate("offer-draw")
        until("an offer", lambda: app.is_enabled("accept-offer"))
        app.activate("accept-offer")
        self.status(say("draw", "Agreement"))
        app.key("ctrl+s")
        app.choose_file(self.home.games / "game.xiangqi")
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("outcome_brief", "None")))
        self.assertEqual(opened(), set())
        # What would be seen.
        Player(lambda **_: app).invite("Anna")
        self.assertIn("AF_INET", opened())

    def test_a_game_is_played_interrupted_and_finished(self):
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        told = bo.paste_invitation("Bo", line)
        self.here(ends)
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
