#!/usr/bin/python3
"""At a table with a friend far away: draws, moves taken back, pauses, resignations, fallen flags, and another game."""

import time

import friends
from friends import Far
from test_clock import seconds
from words import say


class Table(Far):
    def begin(self, **agreed):
        self.agree(**agreed)
        self.ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        self.here(self.ends)
        return self.ends

    def play(self, *moves):
        """Moves of a game that Red begins, after those that were made."""
        plies = self.ends[0].moves()
        red = self.red()
        for move in moves:
            self.ends[(plies + red) % 2].play(move)
            plies += 1
            self.see_moves(self.ends, plies)

    def red(self):
        """Which of the two plays Red."""
        return int(self.ends[0].side() != "Red")

    def asks(self, what, asker, asked, yes):
        """One asks the other, who answers on the board."""
        asker.press_button(what)
        asked.answer(yes)

    def test_draws_and_moves_taken_back(self):
        anna, bo = self.begin()
        self.play("h2e2", "h9g7")
        self.asks("offer_draw", anna, bo, False)
        self.both("status", self.ends[:1], lambda one: one.status(), say("declined", "Draw", who="Bo"))
        # Bo takes his move back if Anna lets him; in a narrow window the whole question is above her card.
        anna.app.resize(360, 640)
        bo.press_button("take_back")
        self.eventually(anna.status, say("offer", "Cycle, 1", who="Bo", text="H8+7"), "status")
        anna.answer(False)
        anna.app.resize(980, 760)
        self.both("status", self.ends[1:], lambda one: one.status(), say("declined", "Cycle, _", who="Anna"))
        self.see_moves(self.ends, 2)
        self.play("h0g2", "i9h9")
        self.asks("take_back", bo, anna, True)
        self.both("the chariot", self.ends, lambda one: one.piece("i9"), "black chariot")
        told = say("friend_took_back", friend="Bo", move_text="R9=8")
        self.both("status", self.ends[:1], lambda one: one.status(), told)
        bo.play("b9c7")
        self.both("the horse", self.ends, lambda one: one.piece("c7"), "black horse")
        self.asks("offer_draw", bo, anna, True)
        record = self.see_end(self.ends, say("draw", "Agreement"))
        self.assertEqual([one["move"] for one in record["moves"][:4]], "h2e2 h9g7 h0g2 b9c7".split())

    def test_a_pause_a_resignation_and_another_game_with_the_colors_swapped(self):
        anna, bo = self.begin(time_control="600")
        self.play("h2e2", "h9g7", "h0g2")
        anna.activate("pause")
        bo.answer(False)
        self.play("i9h9", "i0h0")
        time.sleep(2)
        anna.activate("pause")
        bo.answer(True)
        self.both("board", self.ends, lambda one: one.has_board(), False)
        # Both show what the clock of the one who thinks counts on with.
        left = [seconds(one.clocks()["Black"]) for one in self.ends]
        self.assertTrue(max(left) < 600 and abs(left[0] - left[1]) <= 1, left)
        bo.activate("pause")
        self.both("board", self.ends, lambda one: one.has_board(), True)
        for one in self.ends:
            one.attach_board()
        self.play("b9c7")
        bo.resign("Bo")
        self.see_end(self.ends, say("outcome", "Resignation", loser="Bo", winner="Anna"))
        anna.activate("rematch")
        bo.answer(True)
        self.both("moves", self.ends, lambda one: one.moves(), 0)
        self.both("side", self.ends[:1], lambda one: one.side(), "Black")
        self.here(self.ends)
        self.play("h2e2", "h9g7")
        anna.resign("Anna")
        record = self.see_end(self.ends, say("outcome", "Resignation", loser="Anna", winner="Bo"), 2)
        self.assertEqual((record["tags"]["red"], record["result"]), ("Bo", "1-0"))

    def test_a_flag_falls_on_both_screens_and_the_next_game_is_left(self):
        anna, bo = self.begin(time_control="4")
        self.play("h2e2", "h9g7", "h0g2")
        record = self.see_end(self.ends, say("outcome", "Time", loser="Bo", winner="Anna"))
        self.assertEqual((record["result"], record["reason"]), ("1-0", "time"))
        self.assertEqual(seconds(bo.clocks()["Black"]), 0)
        # Nobody has to finish the next one, but leaving it is asked about.
        bo.activate("rematch")
        anna.answer(True)
        self.both("moves", self.ends, lambda one: one.moves(), 0)
        anna.leave_friend("Bo")
        self.left(bo, "Anna")


if __name__ == "__main__":
    friends.main()
