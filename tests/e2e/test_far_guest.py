#!/usr/bin/python3
"""A second program, written from docs/PROTOCOL.md alone, plays with this one: it joins by the line and by the code, is cut off
and comes back by the key of the match, checks every hash by its own computation, and leaves.
"""

import re

import friends
import guest
import invitation
from friends import Far
from waiting import until
from words import pattern, say


class Guest(Far):
    def present(self, anna):
        is_here = re.compile(pattern("connection.whole", "Here", friend="Bo"))
        until("Bo to be there", lambda: is_here.fullmatch(anna.subtitle()))
        anna.settle()

    def call(self, other, *secret, **named):
        other.call(self.port, *secret, **named)
        other.until("game", lambda: other.is_live)

    def invite(self, **agreed):
        self.agree(**agreed)
        anna, bo = self.anna(), guest.Guest("Bo")
        line, _, code = anna.invite("Anna")
        self.port, self.secret = invitation.read(line).port, invitation.read(line).secret
        return anna, bo, code

    def plays(self, ends, *moves):
        anna, bo = ends
        for move in moves:
            count = len(bo.log.entries) + 1
            if count % 2 == (bo.side() == "black"):
                anna.play(move)
            else:
                bo.act({"play": move})
            bo.until(move, lambda: len(bo.log.entries) == count)
            until(move, lambda: anna.moves() == count)

    def test_another_program_plays_is_cut_off_comes_back_and_leaves(self):
        anna, bo, _ = self.invite(time_control="600")
        self.call(bo, self.secret)
        self.assertEqual(bo.peer, "Anna")
        self.present(anna)
        self.plays((anna, bo), "h2e2", "h9g7", "h0g2", "i9h9")
        bo.cut()
        self.away(anna, "Bo")
        # This reaches the friend later.
        anna.press("i0", "h0")
        self.call(bo, bo.key)
        bo.until("the move made meanwhile", lambda: len(bo.log.entries) == 5)
        self.plays((anna, bo), "g6g5")
        bo.cut()
        self.away(anna, "Bo")
        self.call(bo, bo.key)
        self.present(anna)
        self.plays((anna, bo), "b0c2")
        used = [entry.get("used", 0) for entry in bo.log.entries]
        self.assertTrue(used[0] == 0 < sum(used) < 60_000, used)
        # A stranger who has the invitation of a game that was begun does not get in.
        with self.assertRaises((OSError, ValueError)):
            guest.Guest("Eve").call(self.port, self.secret)
        bo.tell("bye")
        self.left(anna, "Bo")

    def test_another_program_joins_by_the_code_and_resigns(self):
        anna, bo, code = self.invite(time_control="-")
        with self.assertRaises((OSError, ValueError)):
            guest.Guest("Eve").call(self.port, b"%06d" % ((int(code) + 1) % 1_000_000), is_code=True)
        self.call(bo, code.encode(), is_code=True)
        self.present(anna)
        self.plays((anna, bo), "c3c4", "c6c5")
        bo.act("resign")
        bo.until("end", lambda: bo.log.result)
        self.eventually(anna.status, say("outcome", "Resignation", loser="Bo", winner="Anna"), "status")

    def test_a_repetition_by_the_chinese_rules_is_a_draw_for_both(self):
        anna, bo, _ = self.invite(time_control="-", rulebook="chinese")
        self.call(bo, self.secret)
        # The terms name the revision of the searches.
        self.assertEqual(bo.log.proposal["rulebook"], "chinese-1")
        self.present(anna)
        self.plays((anna, bo), *"h2i2 h7i7 i2h2 i7h7".split() * 2)
        # What is done before the arbiter has ruled waits for it.
        bo.act("agree")
        bo.until("end", lambda: bo.log.result)
        self.eventually(lambda: anna.title().startswith(say("outcome_brief", "None")), True, "the end")


if __name__ == "__main__":
    friends.main()
