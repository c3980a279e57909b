#!/usr/bin/python3
"""What a player may use against a friend far away: neither learning aids nor moves that are only tried, until the end. And
how such a game is left."""

import friends
from friends import Far
from waiting import until
from words import say, ui


class Fair(Far):
    def begin(self, **agreed):
        self.agree(**agreed)
        self.ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        told = bo.join("Bo", line)
        self.assertIn(say("no_aids"), told)
        self.here(self.ends)
        return self.ends

    def says(self, one, text):
        self.eventually(one.status, text, "status")

    def test_no_help_until_the_end(self):
        anna, bo = self.begin(learning_aids=True)
        # Both are told, and see the board from their own side.
        self.says(anna, say("remote_begun", "Red"))
        self.says(bo, say("remote_begun", "Black"))
        plain = anna.app.board_pixels()
        anna.key("ctrl+l")
        self.says(anna, say("no_aids"))
        self.assertEqual(anna.app.board_pixels(), plain)
        for ply, move in enumerate(["h2e2", "h9g7"]):
            self.ends[ply].play(move)
            self.see_moves(self.ends, ply + 1)
        # Earlier positions are shown, and stay as they are, for the pointer, keys and a screen reader alike.
        anna.activate("first")
        for attempt in (lambda: anna.press("b2"), lambda: anna.app.act("h2"), lambda: anna.press("b9")):
            anna.key("Escape")
            attempt()
            self.says(anna, say("no_trying"))
        anna.app.type("h2d2")
        anna.key("Return")
        self.says(anna, say("no_trying"))
        anna.activate("back-to-game")
        # The friend's pieces are not one's own, whoever is to move.
        anna.play("h0g2")
        self.see_moves(self.ends, 3)
        for attempt in (lambda: anna.press("b9"), lambda: anna.app.drag("b9c7"), lambda: anna.app.act("b9")):
            anna.key("Escape")
            attempt()
            self.says(anna, say("not_your_turn", side="Bo"))
        self.assertEqual(anna.piece("b9"), "black horse")
        bo.resign("Bo")
        self.see_end(self.ends, say("outcome", "Resignation", loser="Bo", winner="Anna"))
        # After the end all of it helps to understand the game, on one screen.
        anna.activate("first")
        self.eventually(lambda: anna.piece("h2"), "red cannon", "piece")
        anna.settle()
        anna.press("b2", "e2")
        self.eventually(lambda: anna.piece("e2"), "red cannon", "piece")
        until("a variation", lambda: anna.app.lines())
        anna.key("ctrl+l")
        self.says(anna, say("aids", "else"))
        self.assertEqual((bo.moves(), bo.piece("b2")), (3, "red cannon"))

    def test_leaving_can_be_resigning(self):
        anna, bo = self.begin()
        anna.play("h2e2")
        self.see_moves(self.ends, 1)
        anna.key("ctrl+n")
        anna.app.dialog(ui("new_game")).leave("Return")
        anna.app.dialog(say("ask_leave_friend", friend="Bo")).answer(say("resign"))
        self.eventually(anna.moves, 0, "moves")
        self.says(bo, say("outcome", "Resignation", loser="Anna", winner="Bo"))
        self.left(bo, "Anna")
        self.assertEqual([one["result"] for one in bo.records()], ["0-1"])


if __name__ == "__main__":
    friends.main()
