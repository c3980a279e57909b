#!/usr/bin/python3
"""More than one game with more than one friend: an invitation is for one of them, and costs none of the others."""

import friends
from friends import Far
from waiting import until
from words import say, ui

# The names on the screens of the third player and of Bo.
OTHERS = "Bo", "Cy"


class Again(Far):
    def begin(self):
        """Anna and Bo have each made a move."""
        self.ends = anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        self.here(self.ends)
        for ply, move in enumerate(["h2e2", "h9g7"]):
            self.ends[ply].play(move)
            self.see_moves(self.ends, ply + 1)
        return anna, bo

    def test_another_friend_is_played_and_the_game_waits(self):
        anna, bo = self.begin()
        cy = self.friend()
        anna.kill()
        self.away(bo, "Anna")
        line, *_ = cy.invite("Cy")
        bo.decline("Bo", line, "Cy", away="Anna")
        self.assertEqual(cy.refused(), say("game_declined", friend="Bo"))
        cy.key("Escape")
        # Nothing has changed: the two programs find each other by themselves.
        anna.start()
        self.here(self.ends)
        anna.play("h0g2")
        self.see_moves(self.ends, 3)
        anna.kill()
        self.away(bo, "Anna")
        line, *_ = cy.invite("Cy")
        bo.join("Bo", line, "Cy", away="Anna")
        self.here((cy, bo), OTHERS)
        self.assertEqual(bo.moves(), 0)
        self.eventually(lambda: [len(one["moves"]) for one in bo.records()], [3], "history")
        bo.resign("Bo")
        self.both("status", (cy, bo), lambda one: one.status(), say("outcome", "Resignation", loser="Bo", winner="Cy"))
        anna.start()
        bo.continue_with("Anna")
        self.here(self.ends)
        self.assertEqual(bo.moves(), 3)
        bo.play("i9h9")
        self.see_moves(self.ends, 4)

    def test_after_the_end_the_next_invitation_is_for_a_new_game(self):
        anna, bo = self.begin()
        bo.resign("Bo")
        self.see_end(self.ends, say("outcome", "Resignation", loser="Bo", winner="Anna"))
        anna.kill()
        cy = self.friend()
        line, *_ = cy.invite("Cy")
        bo.join("Bo", line, "Cy")
        self.here((cy, bo), OTHERS)

    def test_a_friend_who_has_left_comes_back(self):
        anna, bo = self.begin()
        bo.leave_friend("Anna")
        self.left(anna, "Bo")
        self.eventually(lambda: [len(one["moves"]) for one in bo.records()], [2], "history")
        bo.continue_with("Anna")
        self.here(self.ends)
        anna.play("h0g2")
        self.see_moves(self.ends, 3)

    def test_a_host_is_asked_which_game_is_meant(self):
        anna, bo = self.begin()
        bo.kill()
        self.away(anna, "Bo")
        line, *_ = anna.continue_that("Bo")
        self.assertTrue(anna.shows_title(say("invitation_to_continue", friend="Bo")))
        # It is the only way on, and has the whole line.
        dialog = anna.app.dialog(ui("remote"))
        widths = lambda: [button.area().width for button in dialog.node.named("button", ui("remote", "cancel"))]
        until("a wide button", lambda: max(widths()) > 0.6 * dialog.node.area().width)
        anna.key("Escape")
        # What was withdrawn is no invitation any more, and the friend needs none.
        cy = self.friend()
        cy.rejoin("Cy", line)
        self.assertEqual(cy.refused(), say("connection_closed", "ConnectionLost"))
        bo.start()
        self.here(self.ends)
        anna.play("h0g2")
        self.see_moves(self.ends, 3)


if __name__ == "__main__":
    friends.main()
