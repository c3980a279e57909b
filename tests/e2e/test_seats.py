"""What belongs to a seat: a draw offered and answered across the board, resignation, moves taken back with leave."""

from gi.repository import GLib

import case
from case import info
from waiting import until
from words import exact, say, seat_button, ui


class Seats(case.Case):
    def begin(self, moves="", **fields):
        """Starts with a game as the players have agreed on it."""
        self.app = self.start(self.game(moves=moves, **fields))
        return self.app

    def question(self):
        """What one player asks the other; nothing where nobody asks."""
        answers = self.app.find("button", f"{exact('accept')}|{exact('decline')}")
        answers = [button for button in answers if button.area().height > 0]
        return answers[0].parent if len(answers) == 2 else None

    def asked(self, text):
        self.eventually(lambda: bar.name if (bar := self.question()) else None, text, "a question")
        return self.question()

    def is_below(self, bar):
        """Whether a question is on the card below the middle of the board, or on the one above."""
        board = self.app.board.area()
        return bar.area().y > board.y + board.height / 2

    def answer(self, label):
        self.app.click(self.app.button(label))
        until("an answer taken", lambda: self.question() is None)

    def plies(self):
        return len(self.app.moves())

    def test_a_draw_is_offered_declined_and_accepted(self):
        app = self.start()
        app.play("h2e2")
        app.press_seat("offer_draw", "Black")
        bar = self.asked(say("offer", "Draw", who="Black"))
        # It is Red who answers, and Red sits below.
        self.assertTrue(self.is_below(bar))
        app.photograph("draw-below")
        self.answer(say("decline"))
        self.status(say("declined", "Draw", who="Red"))
        app.play("h9g7")
        app.press_seat("offer_draw", "Red")
        bar = self.asked(say("offer", "Draw", who="Red"))
        self.assertFalse(self.is_below(bar))
        app.photograph("draw-above")
        self.answer(say("accept"))
        self.status(say("draw", "Agreement"))
        self.title(say("outcome_brief", "None"))
        kept = info(until("history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("1/2-1/2", "agreement"))
        for side in ("Red", "Black"):
            self.assertEqual(app.named("button", seat_button("seat_choices", side)), [], "nothing to choose")

    def test_an_offer_lapses_with_the_next_move_and_outlives_a_crash(self):
        app = self.start()
        app.play("h2e2")
        app.activate("offer-draw")
        self.asked(say("offer", "Draw", who="Black"))
        until("a session", lambda: "offer" in self.home.kept()["sitting"])
        app.kill()
        app = self.start()
        self.asked(say("offer", "Draw", who="Black"))
        app.play("h9g7")
        until("no question", lambda: self.question() is None)
        self.turn("Red")
        # Both want it: that is an agreement.
        app.press_seat("offer_draw", "Black")
        self.asked(say("offer", "Draw", who="Black"))
        app.activate("seat-draw", GLib.Variant("s", "red"))
        self.status(say("draw", "Agreement"))

    def test_names_and_a_turned_board(self):
        app = self.begin("h2e2", tags={"red": "Hu", "black": "Lü"})
        app.key("F2")
        # The buttons change their places with the cards.
        app.settle()
        app.press_seat("offer_draw", "Black")
        bar = self.asked(say("offer", "Draw", who="Lü"))
        self.assertFalse(self.is_below(bar))
        self.answer(say("decline"))
        self.status(say("declined", "Draw", who="Hu"))

    def write_name(self, side, before, name):
        """Begins to change a name on the card, and leaves the keyboard in it."""
        self.app.click(self.app.named("button", say("name_of", side=side, name=before))[0])
        until("the keyboard in the name", lambda: not self.app.is_on_board())
        self.app.key("ctrl+a")
        self.app.type(name)

    def named(self, side, name):
        until(name, lambda: self.app.named("button", say("name_of", side=side, name=name)))
        self.eventually(lambda: self.home.kept()["tags"].get(side.lower()), name, "a name kept")

    def test_a_name_is_changed_at_once_before_and_at_once_after_a_move(self):
        app = self.start()
        app.play("h2e2")
        # The move that follows at once takes the name along, and the letters were none of a move.
        self.write_name("Black", "Black", "Ming h9")
        app.press_move("h9g7")
        until("a move", lambda: app.piece("g7") == "black horse")
        self.named("Black", "Ming h9")
        self.assertEqual(self.plies(), 2)
        # The name of the one who has just moved, while the piece may still glide.
        app.press_move("h0g2")
        self.write_name("Red", "Red", "Lan")
        app.key("Return")
        self.named("Red", "Lan")
        self.assertEqual((app.piece("g2"), self.plies()), ("red horse", 3))
        app.key("Escape")
        app.play("b9c7")
        app.activate("offer-draw")
        self.asked(say("offer", "Draw", who="Lan"))
        self.answer(say("decline"))
        self.status(say("declined", "Draw", who="Ming h9"))
        # Left without an answer it is as before; a move on the way changes nothing of that.
        self.write_name("Red", "Lan", "Nobody")
        app.key("Escape")
        app.play("i0h0")
        self.named("Red", "Lan")
        # The one to move, by keys: the name stays, and the board has the keyboard again.
        self.write_name("Black", "Ming h9", "Wei")
        app.key("Return")
        self.named("Black", "Wei")
        app.press_move("i9h9")
        until("a move", lambda: app.piece("h9") == "black chariot")
        self.named("Black", "Wei")
        app.kill()
        self.app = app = self.start()
        self.named("Black", "Wei")
        self.named("Red", "Lan")

    def test_who_resigns_is_asked_where_it_is_not_known(self):
        app = self.begin("h2e2")
        app.activate("resign")
        question = app.dialog(say("ask_who_resigns"))
        self.assertEqual(question.body, say("ask_who_resigns_body"))
        app.photograph("who-resigns", "root")
        question.answer(say("cancel"))
        self.turn("Black")
        app.activate("resign")
        app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Red"))
        self.status(say("outcome", "Resignation", loser="Red", winner="Black"))

    def test_the_side_that_is_not_to_move_may_resign(self):
        app = self.begin("h2e2")
        app.press_seat("resign_game", "Red")
        app.dialog(say("ask_resign", side="Red")).answer(say("resign"))
        self.status(say("outcome", "Resignation", loser="Red", winner="Black"))

    def test_the_opponent_is_asked_before_a_move_is_taken_back(self):
        app = self.begin("h2e2 h9g7 h0g2", tags={"take_backs": "ask"})
        app.key("ctrl+z")
        bar = self.asked(say("offer", "Cycle, 1", who="Red", text="H2+3"))
        self.assertFalse(self.is_below(bar))
        self.assertEqual(app.piece("g2"), "red horse")
        self.answer(say("decline"))
        self.status(say("declined", "Cycle, _", who="Black"))
        self.assertEqual(app.piece("g2"), "red horse")
        app.press_seat("take_back", "Black")
        self.asked(say("offer", "Cycle, 2", who="Black", text="H8+7"))
        app.photograph("take-back")
        self.answer(say("accept"))
        self.turn("Black")
        self.assertEqual((app.piece("g2"), app.piece("g7")), ("empty", "empty"))
        app.play("h9g7")
        app.press_seat("resign_game", "Red")
        app.dialog().answer(say("resign"))
        self.status(say("outcome", "Resignation", loser="Red", winner="Black"))
        until("history", self.home.history)
        # The word too is only taken back with leave.
        app.key("ctrl+z")
        self.asked(say("offer", "Cycle, 0", who="Red"))
        self.answer(say("accept"))
        self.turn("Red")

    def test_nothing_is_taken_back_where_that_is_agreed_on(self):
        app = self.begin("h2e2", tags={"take_backs": "off"})
        app.key("ctrl+z")
        self.status(say("refusal", "TakeBacksOff"))
        self.assertEqual(app.piece("e2"), "red cannon")
        app.activate("resign")
        app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Black"))
        self.status(say("outcome", "Resignation", loser="Black", winner="Red"))
        app.key("ctrl+z")
        self.status(say("refusal", "TakeBacksOff"))

    def test_a_ruling_is_only_accepted_where_nothing_is_taken_back(self):
        shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9"
        app = self.begin(shuffle, tags={"take_backs": "off"})
        self.assertNotIn("sensitive", app.button(say("take_back_cycle")).states())
        app.press_move("h2e2")
        self.status(say("ruled_for_good"))
        app.activate("accept-ruling")
        self.status(say("nothing_forbidden", times=3))
        # The card of the end may lie over the board already.
        app.act("h2")
        self.status(say("over_for_good"))

    def test_a_file_with_empty_names(self):
        app = self.begin("h2e2", tags={"red": "", "black": " "})
        app.press_seat("offer_draw", "Black")
        self.asked(say("offer", "Draw", who="Black"))
        self.answer(say("decline"))
        self.status(say("declined", "Draw", who="Red"))

    def test_the_first_of_two_moves_is_asked_back_by_its_name(self):
        start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
        app = self.begin(start=start, tags={"take_backs": "ask", "handicap": "two moves by black, h2e2"})
        app.press_seat("take_back", "Black")
        self.status(say("refusal", "NothingToTakeBack"))
        app.press_seat("take_back", "Red")
        self.asked(say("offer", "Cycle, 1", who="Red", text="C2=5"))
        self.answer(say("accept"))
        self.status(say("moves_in_a_row", "2", side="Red"))

    def test_the_rule_of_the_house_is_chosen_before_the_game(self):
        app = self.start()
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        app.key("alt+u")
        dialog.tab_to(("combo box", ui("rules_chooser", "take_backs")))
        row = dialog.node.named("combo box", ui("rules_chooser", "take_backs"))[0]
        self.assertEqual(row.description, say("take_back_rule", "Free"))
        app.key("space", "Down", "Return")
        self.eventually(lambda: row.description, say("take_back_rule", "Ask"))
        app.photograph("new-game-take-backs", "root")
        dialog.leave("Return")
        app.alone()
        app.play("h2e2")
        app.key("ctrl+z")
        self.asked(say("offer", "Cycle, 1", who="Red", text="C2=5"))
        saved = self.home.kept()
        self.assertEqual(saved["tags"]["take_backs"], "ask")

    def test_narrow_and_dark(self):
        for dark in (False, True):
            look = "dark" if dark else "light"
            app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark" if dark else "prefer-light"})
            app.resize(360, 640)
            app.play("h2e2" if not dark else "")
            app.activate("offer-draw")
            until("a question", self.question)
            app.photograph(f"draw-narrow-{look}")
            app.quit()


if __name__ == "__main__":
    case.main()
