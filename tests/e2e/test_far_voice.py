#!/usr/bin/python3
"""A player who does not see the board, and a friend far away: what the friend does, writes and asks is announced once,
in order, and so is whether they are there."""

import friends
from friends import Far
from listening import Listening
from test_voice import ACROSS
from words import pattern, say, ui


class FarVoice(Far, Listening):
    def begin(self):
        """The friend is Anna, who has invited."""
        self.anna_remote, bo = self.friend(), self.anna()
        line, *_ = self.anna_remote.invite("Anna")
        bo.join("Bo", line)
        self.here((self.anna_remote, bo))
        return self.anna_remote, bo

    def test_a_whole_game(self):
        anna, bo = self.begin()
        self.hears(say("remote_begun", "Black"))
        anna.play("h2e2")
        self.hears(say("moved", words=ACROSS), say("turn", side="Bo"))
        anna.write("hello")
        self.hears(say("friend_says", friend="Anna", word="hello"))
        anna.key("Escape")
        self.assertTrue(bo.is_on_board())
        anna.press_button("offer_draw")
        asked = say("offers.offer", "Draw", who="Anna")
        told = self.hears(asked)
        self.assertRegex(told, pattern("how_to_answer"))
        bo.answer(False)
        self.hears(say("declined", "Draw", who="Bo"))
        anna.kill()
        self.hears(say("presence_changed", "Away(_)", 1, friend="Anna"))
        anna.start()
        self.hears(say("presence_changed", "Here", friend="Anna"))
        bo.play("h9g7")
        anna.resign("Anna")
        self.hears(say("outcome", "Resignation", loser="Anna", winner="Bo"))
        self.once(ACROSS, say("friend_says", friend="Anna", word="hello"), asked)
        anna.activate("rematch")
        self.hears(say("ask_rematch", "Red", friend="Anna"))

    def test_the_code_is_asked_for_and_what_is_chosen_is_told(self):
        anna_remote, bo = self.friend(), self.anna()
        _, address, code = anna_remote.invite("Anna")
        dialog = bo.name("Bo")
        described = lambda title: [row.description for row in dialog.node.named("list item", title)]
        self.assertEqual(described(ui("remote", "to_join")), [ui("remote", "to_join", "subtitle")])
        self.app.key("alt+i")
        bo.focused(dialog, "button", ui("remote", "invite"))
        self.assertIn(say("even_game"), described(ui("handicap_chooser")))
        dialog.leave("Escape")
        bo.to_join("Bo")
        self.app.key("alt+v")
        self.app.type(address)
        self.app.key("Return")
        self.hears(say("code_title"), say("ask_for_code"))
        self.app.type(code)
        bo.play_this()
        self.here((anna_remote, bo))

    def test_an_invitation_and_a_letter_say_what_they_are_for(self):
        anna = self.anna()
        _, _, code = anna.invite("Anna")
        self.hears(say("waiting_title"), say("spelled_code", code=" ".join(code)))
        anna.key("alt+l")
        anna.app.alone()
        anna.play("h2e2")
        self.app.activate("letter")
        letter = self.app.dialog(ui("letter"))
        self.assertEqual(letter.node.description, say("first_letter", "Red"))
        self.app.key("alt+m")
        self.eventually(letter.focused, [("text box", ui("letter", "word"))], "focus")

    def once(self, *told):
        """Where announcements are counted, each of these was made once."""
        if self.announcements:
            heard = self.announcements.heard()
            for one in told:
                self.assertEqual(sum(one in each for each in heard), 1, one)


if __name__ == "__main__":
    friends.main()
