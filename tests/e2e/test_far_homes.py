#!/usr/bin/python3
"""A game between two homes: each has a router with a firewall, which lets nobody in unless it is asked to."""

import contextlib
import json

import friends
import homes
import invitation
from friends import Far
from waiting import until
from words import say, sentences, ui


class Homes(Far):
    def setUp(self):
        if not homes.are_possible():
            self.skipTest("namespaces with a router between them are not possible here")
        super().setUp()

    def between(self, six=False, **router):
        """Anna, whose router is asked, and Bo, each at home."""
        self.agree(far={"asks_router": True})
        where = contextlib.ExitStack()
        self.addCleanup(where.close)
        self.theirs, other = where.enter_context(homes.two(six))
        if router:
            self.theirs.start_router(**router)
        return self.anna(), self.friend(through=other.computers.inside)

    def mappings(self):
        """What the router has mapped, each as address, port and external port."""
        return self.theirs.told[-1]

    def lets_in(self, anna, address):
        """The page of the invitation says where the router lets a friend in."""
        told = say("outlook", "Some(Ok(address))", address=address)
        until("the way in", lambda: told in anna.state())

    def play_between(self, ends, line):
        anna, bo = ends
        bo.join("Bo", line)
        self.here(ends)
        anna.play("h2e2")
        self.see_moves(ends, 1)
        bo.play("h9g7")
        self.see_moves(ends, 2)

    def end(self, ends):
        """Anna leaves, and her router closes what it has opened."""
        anna, bo = ends
        anna.leave_friend("Bo")
        self.left(bo, "Anna")
        self.eventually(self.mappings, [], "mappings")

    def test_a_router_that_is_willing_lets_a_friend_in(self):
        ends = anna, _ = self.between(lease=10, shift=1)
        line, *_ = anna.invite("Anna")
        sent = invitation.read(line)
        self.assertEqual(sent.addresses, [(self.theirs.external, sent.port + 1), (homes.INSIDE, sent.port)])
        mappings = [[homes.INSIDE, sent.port, sent.port + 1]]
        self.eventually(self.mappings, mappings, "mappings")
        self.lets_in(anna, f"{self.theirs.external}:{sent.port + 1}")
        self.play_between(ends, line)
        asked = len(self.theirs.told)
        until("a renewal", lambda: len(self.theirs.told) > asked)
        self.assertEqual(self.mappings(), mappings)
        self.end(ends)

    def test_an_older_router_is_asked_its_own_way(self):
        ends = anna, _ = self.between(speaks=[homes.NAT_PMP])
        line, *_ = anna.invite("Anna")
        self.play_between(ends, line)
        # As the program ends, the router is told at once.
        anna.key("ctrl+q")
        self.eventually(self.mappings, [], "mappings")

    def test_a_firewall_is_opened_for_a_friend_with_ipv6(self):
        ends = anna, _ = self.between(six=True, speaks=[homes.PCP], claims="100.64.0.2")
        line, *_ = anna.invite("Anna")
        sent = invitation.read(line)
        self.assertEqual([address for address, _ in sent.addresses], [self.theirs.six, homes.INSIDE])
        self.lets_in(anna, f"[{self.theirs.six}]:{sent.port}")
        self.play_between(ends, line)
        self.end(ends)

    def test_two_firewalls_are_passed_by_dialing_from_both_sides(self):
        ends = anna, bo = self.between(six=True)
        line, *_ = anna.invite("Anna")
        self.assertEqual(invitation.read(line).addresses[0][0], self.theirs.six)
        answer = bo.call("Bo", line)
        anna.take_answer(answer)
        bo.play_this()
        self.here(ends)
        anna.play("h2e2")
        self.see_moves(ends, 1)
        bo.play("h9g7")
        self.see_moves(ends, 2)
        # Both have told their addresses, so that either comes back to the other.
        for count, (gone, move) in enumerate(zip(ends, ("h0g2", "i9h9")), 3):
            gone.kill()
            gone.start()
            self.here(ends)
            gone.play(move)
            self.see_moves(ends, count)

    def test_laptops_that_come_back_with_other_addresses_find_each_other(self):
        with homes.lan(7) as computers:
            ends = anna, bo = self.anna(), self.friend(through=computers[1].inside)
            line, *_ = anna.invite("Anna")
            bo.join("Bo", line)
            self.here(ends)
            anna.play("h2e2")
            self.see_moves(ends, 1)
            homes.change_addresses(computers, 17)
            self.away(anna, "Bo")
            self.here(ends)
            bo.play("h9g7")
            self.see_moves(ends, 2)

    def is_told(self, told, **router):
        """The page of the invitation says this, a friend elsewhere is told at once, and a letter can be written instead."""
        anna, bo = self.between(**router)
        line, *_ = anna.invite("Anna")
        sent = invitation.read(line)
        self.assertEqual(sent.addresses, [(homes.INSIDE, sent.port)])
        until("how it stands", lambda: told(sent.port) in anna.state())
        anna.app.screenshot("far-router-refused", anna.app.dialog(ui("remote")).window)
        # There it is the address of another computer.
        bo.rejoin("Bo", line)
        unreached = say("unreached", hosts=f"{homes.INSIDE}:{sent.port}")
        until("the reason", lambda: unreached in bo.state())
        anna.key("alt+l")
        anna.app.alone()
        self.eventually(anna.status, say("begin_letter"), "status")

    def test_a_router_that_answers_nobody_is_told_and_a_letter_is_offered(self):
        self.is_told(lambda port: sentences(say("outlook", "Some(Err(_))"), say("only_nearby", port=port)))

    def test_a_router_that_refuses_is_told_and_a_letter_is_offered(self):
        self.is_told(lambda port: sentences(say("outlook", "Some(Err(_))"), say("only_nearby", port=port)), refuses=True)

    def test_a_router_behind_another_one_is_told_and_a_letter_is_offered(self):
        self.is_told(lambda _: say("outlook", "NotPublic"), claims="100.64.0.2")
        # What it has mapped all the same is of no use.
        self.eventually(self.mappings, [], "mappings")

    def test_the_router_is_asked_only_if_the_player_wants_it_and_as_long(self):
        anna, _ = self.between(speaks=[])
        dialog = anna.name("Anna")
        anna.key("alt+i")
        anna.focused(dialog, "button", ui("remote", "invite"))
        anna.key("Return")
        until("the question", lambda: say("asking_router") in anna.state())
        anna.app.screenshot("far-asking-router", dialog.window)
        anna.key("Return")
        anna.focused(dialog, "button", ui("remote", "invite"))
        anna.key("alt+a")
        anna.app.photograph("far-invite-router", dialog.window)
        anna.key("alt+i")
        anna.focused(dialog, "button", ui("remote_waiting", "copy"))
        self.assertFalse(json.loads((self.home.config / "chuhe" / "settings.json").read_text())["far"]["asks_router"])


if __name__ == "__main__":
    friends.main()
