"""What belongs to a seat: a draw offered and answered across the board, resignation, moves taken back with leave."""

import case
from case import info
from waiting import until


class Seats(case.Case):
    def begin(self, moves="", **fields):
        """Starts with a game as the players have agreed on it."""
        self.app = self.start(self.game(moves=moves, **fields))
        return self.app

    def question(self):
        """What one player asks the other; nothing where nobody asks."""
        answers = [button for button in self.app.find("button", "Accept|Decline") if button.area().height > 0]
        return answers[0].parent.parent if len(answers) == 2 else None

    def asked(self, text):
        self.eventually(lambda: bar.name if (bar := self.question()) else None, text, "a question")
        return self.question()

    def answer(self, label):
        self.app.click(self.app.button(label))
        until("an answer taken", lambda: self.question() is None)

    def plies(self):
        return len([name for name in self.app.moves() if "taken back" not in name])

    def test_a_draw_is_offered_declined_and_accepted(self):
        app = self.start()
        app.play("h2e2")
        app.click(app.button("Offer Draw .Black."))
        bar = self.asked("Black offers a draw.")
        # It is Red who answers, and Red sits below.
        self.assertGreater(bar.area().y, app.board.area().y + app.board.area().height)
        app.photograph("draw-below")
        self.answer("Decline")
        self.status("Red declines the draw.")
        app.play("h9g7")
        app.click(app.button("Offer Draw .Red."))
        bar = self.asked("Red offers a draw.")
        self.assertLess(bar.area().y, app.board.area().y)
        app.photograph("draw-above")
        self.answer("Accept")
        self.status("Draw by agreement.")
        self.subtitle("Draw")
        kept = info(until("history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("1/2-1/2", "agreement"))
        for name in ("Offer Draw", "Resign"):
            for side in ("Red", "Black"):
                self.assertNotIn("sensitive", app.button(f"{name} .{side}.").states())

    def test_an_offer_lapses_with_the_next_move_and_outlives_a_crash(self):
        app = self.start()
        app.play("h2e2")
        app.activate("offer-draw")
        self.asked("Black offers a draw.")
        until("a session", lambda: "offer" in self.home.kept()["sitting"])
        app.kill()
        app = self.start()
        self.asked("Black offers a draw.")
        app.play("h9g7")
        until("no question", lambda: self.question() is None)
        self.status("Red to move")
        # Both want it: that is an agreement.
        app.click(app.button("Offer Draw .Black."))
        self.asked("Black offers a draw.")
        app.click(app.button("Offer Draw .Red."))
        self.status("Draw by agreement.")

    def test_names_and_a_turned_board(self):
        app = self.begin("h2e2", tags={"red": "Hu", "black": "Lü"})
        app.key("f")
        # The buttons change their places with the cards.
        app.settle()
        app.click(app.button("Offer Draw .Black."))
        bar = self.asked("Lü offers a draw.")
        self.assertLess(bar.area().y, app.board.area().y)
        self.answer("Decline")
        self.status("Hu declines the draw.")

    def test_who_resigns_is_asked_where_it_is_not_known(self):
        app = self.begin("h2e2")
        app.activate("resign")
        question = app.dialog("Who resigns?")
        self.assertEqual(question.body, "The other side wins the game.")
        app.photograph("who-resigns", "root")
        question.answer("Cancel")
        self.status("Black to move")
        app.activate("resign")
        app.dialog("Who resigns?").answer("Red Resigns")
        self.status("Red resigns. Black wins.")

    def test_the_side_that_is_not_to_move_may_resign(self):
        app = self.begin("h2e2")
        app.click(app.button("Resign .Red."))
        app.dialog("Does Red resign?").answer("Resign")
        self.status("Red resigns. Black wins.")

    def test_the_opponent_is_asked_before_a_move_is_taken_back(self):
        app = self.begin("h2e2 h9g7 h0g2", tags={"take_backs": "ask"})
        app.key("ctrl+z")
        bar = self.asked("Red asks to take H2+3 back.")
        self.assertLess(bar.area().y, app.board.area().y)
        self.assertEqual(app.piece("g2"), "red horse")
        self.answer("Decline")
        self.status("Black does not agree: nothing is taken back.")
        self.assertEqual(app.piece("g2"), "red horse")
        app.click(app.button("Take Back .Black."))
        self.asked("Black asks to take H8+7 and the reply back.")
        app.photograph("take-back")
        self.answer("Accept")
        self.status("Black to move")
        self.assertEqual((app.piece("g2"), app.piece("g7")), ("empty", "empty"))
        app.play("h9g7")
        app.click(app.button("Resign .Red."))
        app.dialog().answer("Resign")
        self.status("Red resigns. Black wins. Moves taken back: Black 1.")
        app.photograph("taken-back-at-the-end")
        kept = info(until("history", self.home.history)[0])
        self.assertEqual(kept["tags"]["taken_back"], "0-1")
        # The word too is only taken back with leave.
        app.key("ctrl+z")
        self.asked("Red asks to go on with the game.")
        self.answer("Accept")
        self.status("Red to move")

    def test_nothing_is_taken_back_where_that_is_agreed_on(self):
        app = self.begin("h2e2", tags={"take_backs": "off"})
        app.key("ctrl+z")
        self.status("The players have agreed that nothing is taken back. Play on, or agree otherwise with New Game.")
        self.assertEqual(app.piece("e2"), "red cannon")
        app.activate("resign")
        app.dialog("Who resigns?").answer("Black Resigns")
        self.status("Black resigns. Red wins.")
        app.key("ctrl+z")
        self.status("The players have agreed that nothing is taken back. Play on, or agree otherwise with New Game.")

    def test_a_ruling_is_only_accepted_where_nothing_is_taken_back(self):
        shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9"
        app = self.begin(shuffle, tags={"take_backs": "off"})
        for_good = "the players have agreed that nothing is taken back."
        self.status(f"The arbiter has ruled. Accept the ruling: {for_good}")
        self.assertNotIn("sensitive", app.button("Take Back to Before It").states())
        app.press_move("h2e2")
        self.status(f"The arbiter has ruled. Accept the ruling: {for_good}")
        app.activate("accept-ruling")
        self.status("Draw: the position has occurred three times, and neither side did what is forbidden.")
        app.drag("h2e2")
        self.status("The game is over, and the players have agreed that nothing is taken back. Begin another with New Game.")

    def test_a_file_with_empty_names(self):
        app = self.begin("h2e2", tags={"red": "", "black": " "})
        app.click(app.button("Offer Draw .Black."))
        self.asked("Black offers a draw.")
        self.answer("Decline")
        self.status("Red declines the draw.")

    def test_the_first_of_two_moves_is_asked_back_by_its_name(self):
        start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
        app = self.begin(start=start, tags={"take_backs": "ask", "handicap": "two moves by black, h2e2"})
        app.click(app.button("Take Back .Black."))
        self.status("There is no move to take back: make one first.")
        app.click(app.button("Take Back .Red."))
        self.asked("Red asks to take C2=5 back.")
        self.answer("Accept")
        self.status("Red begins with two moves in a row")

    def test_free_take_backs_are_counted(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+z")
        self.status("Red to move")
        app.play("b2e2 h9g7")
        app.key("ctrl+z", "ctrl+z")
        self.status("Red to move")
        app.key("ctrl+shift+z", "ctrl+shift+z")
        self.status("Red to move")
        app.click(app.button("Resign .Red."))
        app.dialog().answer("Resign")
        self.status("Red resigns. Black wins. Moves taken back: Red 1.")

    def test_the_rule_of_the_house_is_chosen_before_the_game(self):
        app = self.start()
        app.key("ctrl+n")
        dialog = app.dialog("New Game")
        for _ in range(40):
            if ("combo box", "Taking moves back") in dialog.focused():
                break
            app.key("Tab")
        row = dialog.node.find("combo box", "Taking moves back")[0]
        self.assertEqual(row.description, "Free")
        app.key("space", "Down", "Return")
        self.eventually(lambda: row.description, "If the opponent agrees")
        app.photograph("new-game-take-backs", "root")
        dialog.leave("Return")
        app.alone()
        app.play("h2e2")
        app.key("ctrl+z")
        self.asked("Red asks to take C2=5 back.")
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
