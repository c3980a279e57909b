#!/usr/bin/python3
"""The end of a game: the card over the board, and what it offers."""

import time

import case
from case import RED_MATES
from waiting import until
from words import say


class End(case.Case):
    def card(self):
        """The card; nothing while it is not shown."""
        cards = [node for node in self.app.named("group", say("outcome_brief", "Red")) if node.area().width > 0]
        return cards[0] if cards else None

    def ended(self):
        self.app = self.start()
        self.app.play(RED_MATES)
        return until("the card", self.card)

    def press(self, label):
        card = self.card()
        self.app.click(next(node for node in card.find("button", ".+") if node.name == label))

    def test_it_tells_how_and_is_dismissed(self):
        board = lambda: vars(self.app.board.area())
        card = self.ended()
        texts = card.names_of("label")
        how = f"{say('outcome_in_short', 'Checkmate')} · {say('move_count', count=3)}"
        for text in (say("outcome_brief", "Red"), how):
            self.assertIn(text, texts)
        # It covers neither general, and says it in place of the line below the board.
        generals = [self.app.points[square].area() for square in ("e0", "e9")]
        place = card.area()
        self.assertFalse(any(place.y < one.y + one.height and one.y < place.y + place.height for one in generals))
        self.assertIsNone(self.app.status_button())
        self.app.photograph("end")
        before = board()
        self.app.key("Escape")
        until("no card", lambda: self.card() is None)
        self.assertEqual(board(), before)
        # Taken back and made again, the end is an end once more.
        self.app.key("ctrl+z", "ctrl+shift+z")
        until("the card", self.card)
        self.app.click("a0")
        until("no card", lambda: self.card() is None)

    def test_it_stays_away_from_who_looks_at_something_else(self):
        self.app = self.start()
        self.app.play(RED_MATES)
        self.app.activate("first")
        self.eventually(lambda: self.app.piece("b2"), "red cannon")
        # Longer than the last move is shown before the card.
        time.sleep(1)
        self.assertIsNone(self.card())

    def test_the_game_is_played_again_on_the_board(self):
        self.ended()
        self.press(say("watch_again").replace("_", ""))
        self.eventually(lambda: self.app.piece("b2"), "red cannon")
        self.eventually(lambda: self.app.piece("c2"), "red cannon")
        # Until something else is asked for.
        self.app.key("Page_Up")
        self.eventually(lambda: self.app.piece("b2"), "red cannon")

    def test_tab_leads_from_the_board_to_it_and_on_to_the_rest(self):
        self.ended()
        focused = lambda: self.app.focused()[-1]
        way = [say("close_ending"), say("rematch"), *(say(name) for name in ("watch_again", "save", "share"))]
        self.assertTrue(self.app.is_on_board())
        for name in way:
            self.app.key("Tab")
            self.eventually(focused, name, "focus")
        for name in way[-2::-1]:
            self.app.key("shift+Tab")
            self.eventually(focused, name, "focus")
        self.app.key("shift+Tab")
        until("the board", self.app.is_on_board)
        # The rest of the window is not cut off.
        for _ in way:
            self.app.key("Tab")
        self.app.key("Tab")
        self.eventually(lambda: focused() in [*way, ""] or self.app.is_on_board(), False, "the focus elsewhere")

    def test_a_rematch_follows(self):
        self.ended()
        self.press(say("rematch"))
        self.eventually(lambda: len(self.app.moves()), 0)
        self.assertIsNone(self.card())


if __name__ == "__main__":
    case.main()
