#!/usr/bin/python3
"""How two players find each other: the list of those who invite on the network, the code, the port."""

import itertools
import os
import socket
import struct
import time
from pathlib import Path

import friends
from friends import Far
from waiting import until
from words import say, ui
from x11 import clipboard

GROUP = "224.0.0.251", 5353
KIND = "_chuhe._tcp.local"
# Types of records, as multicast DNS numbers them (RFC 1035, 2782).
A, PTR, TXT, SRV = 1, 12, 16, 33


def name(text):
    """A name on the wire."""
    return b"".join(bytes([len(part)]) + part for part in text.encode().split(b".")) + b"\0"


def record(of, kind, data):
    return name(of) + struct.pack(">HHIH", kind, 1, 120, len(data)) + data


def announcement(number, port, *told):
    """A response that announces one game."""
    full, computer = f"{number:08x}.{KIND}", f"{number:08x}.local"
    told = b"".join(bytes([len(one)]) + one for one in (f"id={number:08x}".encode(), b"v=1", *told))
    records = [
        record(KIND, PTR, name(full)),
        record(full, SRV, struct.pack(">HHH", 0, 0, port) + name(computer)),
        record(full, TXT, told),
        record(computer, A, socket.inet_aton("127.0.0.1")),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def announce(*packets):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        out.bind(("", GROUP[1]))
        for packet in packets:
            out.sendto(packet, GROUP)


def sockets(pid, *kinds):
    """How many sockets of these kinds a program has."""
    known = set()
    for kind in kinds or ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        rows = Path("/proc/net", kind).read_text().splitlines()[1:]
        known |= {f"socket:[{row.split()[9]}]" for row in rows}
    own = [os.readlink(handle) for handle in Path(f"/proc/{pid}/fd").iterdir() if handle.is_symlink()]
    return len(known.intersection(own))


class Invite(Far):
    def test_a_friend_is_found_and_joined_by_the_code(self):
        ends = anna, bo = self.anna(), self.friend()
        bo.look("Bo")
        _, _, code = anna.invite("Anna")
        nameless = say("nameless_invites")
        until("the game in the list", lambda: nameless in bo.found())
        bo.pick(nameless)
        # Enter out of habit neither takes the place of what is told nor accepts the terms unread.
        bo.type_and_confirm("000001" if code == "000000" else "000000")
        wrong = say("wrong_code", left="4")
        until("another try", lambda: wrong in bo.state())
        bo.key("Return")
        time.sleep(1)
        bo.key("Return")
        self.assertIn(wrong, bo.state())
        bo.type_and_confirm(code)
        self.assertIn(say("taking_back", rule=say("take_back_rule", "Ask")), bo.play_this())
        self.here(ends)
        anna.play("h2e2")
        self.see_moves(ends, 1)
        # Neither announces or looks any more.
        for one in ends:
            self.eventually(lambda one=one: sockets(one.pid(), "udp", "udp6"), 0, "sockets")

    def test_a_name_is_shown_to_the_network_if_the_player_agrees(self):
        self.agree(far={"shows_name": True})
        anna, bo = self.anna(), self.friend()
        anna.invite("Anna")
        bo.look("Bo")
        invites = say("invites_you", name="Anna")
        until("the name in the list", lambda: invites in bo.found())
        anna.key("Escape")
        until("its end", lambda: invites not in bo.found())

    def test_the_search_ends_with_its_page(self):
        anna = self.anna()
        count = lambda: sockets(anna.pid())
        self.assertEqual(count(), 0)
        for key in "alt+Left", "Escape":
            anna.look("Anna")
            until("a search", count)
            anna.key(key)
            self.eventually(count, 0, "sockets")
            anna.key("Escape")
            anna.app.alone()

    def test_what_strangers_announce_is_cleaned_and_bounded(self):
        bo = self.anna()
        bo.look("Bo")
        until("a search", lambda: sockets(bo.pid(), "udp"))
        wrong = [announcement(1, 0), announcement(2, 40_000)[:60], announcement(3, 40_000).replace(b"v=1", b"v=2")]
        good = announcement(4, 40_000, b"name=An\xe2\x80\xaena\n\x07" + b"x" * 200)
        invites = say("invites_you", name="Anna " + "x" * 35)

        def listed():
            announce(*wrong, good)
            return invites in bo.found()

        until("the only good one", listed)
        self.assertEqual([one for one in bo.found() if one.endswith("invites you")], [invites])
        numbers = itertools.count(100)

        def flooded():
            announce(*(announcement(next(numbers), 40_000, b"name=Many") for _ in range(200)))
            return not sockets(bo.pid(), "udp")

        until("the end of the search", flooded, 60)
        listed = [one for one in bo.found() if one.endswith("invites you")]
        self.assertEqual(len(listed), 20)

    def test_a_letter_is_played_instead(self):
        for side in "red", "black":
            with self.subTest(side):
                self.agree(far={"side": side})
                anna = self.anna()
                anna.invite("Anna")
                anna.key("alt+l")
                if side == "red":
                    anna.app.alone()
                    self.eventually(anna.status, say("begin_letter"), "status")
                    anna.play("h2e2")
                    letter = anna.write_letter()
                else:
                    anna.app.dialog(ui("letter")).press("Return")
                    letter = until("a letter", lambda: text if (text := clipboard()).startswith("Chuhe letter") else None)
                self.assertIn(f" from {side.capitalize()}\n", letter)
                self.assertEqual(sockets(anna.pid()), 0)
                anna.kill()

    def test_a_taken_port_is_told(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            self.agree(far={"port": port})
            anna = self.anna()
            dialog = anna.name("Anna")
            anna.key("alt+i")
            anna.focused(dialog, "button", ui("remote", "invite"))
            anna.key("Return")
            told = anna.app.dialog(say("no_connection"))
            self.assertEqual(told.body, say("port_taken", port=port))
            told.press("Escape")
        anna.key("Return")
        until("an invitation", lambda: say("waiting_title") in anna.state())
        self.assertTrue(any(f":{port}" in one for one in anna.state()))


if __name__ == "__main__":
    friends.main()
