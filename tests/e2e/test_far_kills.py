#!/usr/bin/python3
"""Either program is killed at every ply of a game, and comes back to it: CHUHE_KILLS says how many, at most 40. If what
they remember is not the same game, both players go back to where it is.
"""

import json
import os

import friends
import invitation
from friends import Far
from waiting import until
from words import say

# Quiet moves, and no position twice.
MOVES = (
    "h2h3 h9g7 c3c4 b9a7 a3a4 c6c5 e3e4 a9a8 a4a5 g6g5 g0e2 d9e8 e2g0 b7b6 i3i4 g7f5 e4e5 c9e7 h0i2 h7i7 "
    "a0a3 a8c8 i2h0 i6i5 c0a2 c8c9 b0c2 g5g4 g0i2 a7b9 h3h2 b6c6 b2b4 e7g5 h0f1 c6c7 h2h4 f5e7 b4b5 c7c6"
).split()
KILLS = int(os.environ.get("CHUHE_KILLS", "6"))


class Kills(Far):
    # What is lost now and then is lost.
    may_try_again = False

    def kill(self, victim):
        """Kills a program as soon as it has been pressed on, and starts it again."""
        victim.kill()
        known = json.loads(victim.remote_game())
        victim.start()
        return len(known["session"]["entries"]) + len(known["session"]["pending"])

    def test_a_game_is_finished_though_a_program_is_killed_at_every_ply(self):
        self.agree(time_control="600+5")
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", invitation.through(line, invitation.read(line).port))
        self.here(ends)
        for ply, move in enumerate(MOVES[:KILLS]):
            mover, waiter = ends[ply % 2], ends[1 - ply % 2]
            # Each of them while it moves, and while it waits; the move is on its way.
            victim = ends[ply // 2 % 2]
            with self.subTest(ply=ply, move=move):
                mover.press(move[:2], move[2:])
                kept = self.kill(victim)
                self.here(ends)
                if victim is mover and kept == ply:
                    # It was lost before anybody saw it.
                    self.assertEqual(waiter.moves(), ply)
                    mover.press(move[:2], move[2:])
                self.see_moves(ends, ply + 1)
        anna.resign("Anna")
        record = self.see_end(ends, say("outcome", "Resignation", loser="Anna", winner="Bo"))
        self.assertEqual([one["move"] for one in record["moves"]], MOVES[:KILLS])


class Disagreement(Far):
    def test_both_go_back_to_the_last_position_on_which_they_agree(self):
        self.agree(time_control="600")
        ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        self.here(ends)
        for ply, move in enumerate(MOVES[:3]):
            ends[ply % 2].play(move)
            self.see_moves(ends, ply + 1)
        anna.kill()
        known = anna.remote_game()
        self.assertEqual(known.count(MOVES[2]), 1)
        anna.remote_file().write_text(known.replace(MOVES[2], "g3g4"))
        anna.start()
        common = {"round": "1", "side": "Black", "move_text": "H8+7"}
        for one, friend in zip(ends, ("Bo", "Anna")):
            until("a question", lambda: one.is_enabled("accept-offer"))
            self.assertEqual(one.subtitle(), say("connection.whole", "Disputed", friend=friend))
            self.assertIn(say("ask_go_back", friend=friend, **common), one.labels())
            self.assertEqual(one.status(), say("past", **common))
        anna.photograph("far-disagreement")
        # Nobody can impose it: neither by a move nor by agreeing alone.
        bo.answer(False)
        self.assertEqual(bo.status(), say("go_back_put_off"))
        anna.answer(True)
        self.assertEqual(anna.status(), say("go_back_agreed", friend="Bo"))
        bo.press("a9", "a8")
        until("the question again", lambda: bo.is_enabled("accept-offer"))
        self.see_moves(ends, 3)
        bo.answer(True)
        self.see_moves(ends, 2)
        for ply, move in enumerate(MOVES[2:4], 2):
            ends[ply % 2].play(move)
            self.see_moves(ends, ply + 1)
        anna.resign("Anna")
        record = self.see_end(ends, say("outcome", "Resignation", loser="Anna", winner="Bo"))
        self.assertEqual([one["move"] for one in record["moves"]], MOVES[:4])


if __name__ == "__main__":
    friends.main()
