#!/usr/bin/python3
"""The chat with a friend far away: what is said arrives, is heard, and moves nothing."""

import json

import friends
from friends import Far
from waiting import until
from words import say

# What a program could take for something else than a text.
MARKUP = "<b>chuhe:</b> & _up_ http://localhost/"


class Chat(Far):
    def begin(self):
        anna, bo = self.anna(), self.friend()
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        self.here((anna, bo))
        anna.play("h2e2")
        self.see_moves((anna, bo), 1)
        return anna, bo

    def test_messages_arrive_as_they_are_and_move_nothing(self):
        ends = anna, bo = self.begin()
        place = bo.board_place()
        anna.write(MARKUP)
        told = [say("friend_says", friend="Anna", word=MARKUP)]
        self.both("messages", ends, lambda one: one.messages(), told)
        self.assertEqual(anna.message(), "")
        self.assertEqual(bo.board_place(), place)
        # The friend goes on where he was, and answers when he likes.
        until("the board", bo.is_on_board)
        bo.write("hm")
        told.append(say("friend_says", friend="Bo", word="hm"))
        self.both("messages", ends, lambda one: one.messages(), told)
        bo.key("F7")
        until("the board", bo.is_on_board)
        # Tab goes past the messages.
        until("the entry", anna.is_writing)
        anna.key("shift+Tab")
        self.eventually(anna.app.focused, [say("chat_heading")], "focus")
        anna.key("Tab")
        until("the entry", anna.is_writing)
        anna.key("Escape")
        bo.play("h9g7")
        self.see_moves(ends, 2)
        self.assertNotIn("hm", json.dumps(anna.kept()))

    def test_what_cannot_be_sent_stays(self):
        anna, bo = self.begin()
        bo.kill()
        self.away(anna, "Bo")
        anna.write("still there?")
        until("the reason", lambda: say("chat_away", friend="Bo") in anna.labels())
        self.assertEqual((anna.message(), anna.messages()), ("still there?", []))
        bo.start()
        self.here((anna, bo))
        anna.key("Return")
        told = [say("friend_says", friend="Anna", word="still there?")]
        self.both("messages", (anna, bo), lambda one: one.messages(), told)
        # Too much at once is refused, too.
        for word in "abcde":
            anna.write(word, opens=False)
        until("the reason", lambda: say("chat_too_fast") in anna.labels())
        self.assertEqual(anna.message(), "e")

    def test_who_folds_the_chat_sees_how_much_is_new(self):
        anna, bo = self.begin()
        bo.press_button_named(say("chat_heading"))
        self.eventually(lambda: bo.messages(), [], "messages")
        for count in (1, 2):
            anna.write("psst", opens=count == 1)
            until("the count", lambda: say("unread", count=count) in bo.labels())
        # It stays folded in the next run, until there is something to say.
        bo.kill()
        bo.start()
        self.here((anna, bo))
        bo.key("F7")
        until("the entry", bo.is_writing)
        anna.write("hello", opens=False)
        self.eventually(bo.messages, [say("friend_says", friend="Anna", word="hello")], "messages")
        self.assertNotIn(say("unread", count=1), bo.labels())


if __name__ == "__main__":
    friends.main()
