#!/usr/bin/python3
"""A far game that cannot be saved: nothing is sent, both are told as much as concerns them, and it goes on by itself."""

import re
import shutil

import friends
from friends import Far
from waiting import until
from words import pattern, say


class Saving(Far):
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
            state = re.compile(pattern("unsaved_state"))
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
