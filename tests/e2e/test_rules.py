#!/usr/bin/python3
"""The rules as the players meet them: what is refused, and every way in which a game ends."""

import case
from case import START, board_of, info
from waiting import until
from words import attackers, listed, moves, on_file, say, sentences, ui


class Refusals(case.Case):
    """A refused move is told and marked; the sentence and the marks of each are in tests/pure/refusals.rs."""

    def test_not_your_turn(self):
        app = self.start()
        app.click("a9")
        self.status(say("not_your_turn", side="Red"))
        app.play("h2e2")
        app.click("a0")
        self.status(say("not_your_turn", side="Black"))
        app.click("e5")
        self.turn("Black")

    def test_own_piece(self):
        app = self.start()
        app.drag("a0b0")
        self.status(say("refused", "OwnPiece"))
        self.assertEqual(app.position(), board_of(START))

    def test_a_refused_piece_stays_chosen(self):
        app = self.start()
        app.click("h0")
        plain = {square: app.still(square) for square in ("g0", "f1")}
        app.click("f1")
        self.status(say("refused", "HobbledLeg", piece=on_file("Red", "Elephant", 3)))
        for square, before in plain.items():
            until(f"a mark on {square}", lambda: app.pixels(square) != before)
        self.assertEqual(app.position(), board_of(START))
        app.click("g2")
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.turn("Black")

    def test_a_refusal_ends_and_the_check_does_not(self):
        fen = "3k5/9/9/9/4r4/9/P8/9/9/4K4 w"
        app = self.start(self.game(start=fen))
        app.press_move("a3a4")
        self.status(say("left_in_check", "if", pieces=on_file("Black", "Chariot", 5)))
        self.assertEqual(app.position(), board_of(fen))
        app.key("Escape")
        self.status(say("checked_by", "Red", attackers=on_file("Black", "Chariot", 5)))

    def test_check_names_and_marks_the_attackers(self):
        app = self.start(self.game(start="3k5/9/9/9/3N5/9/9/9/3R5/5K3 w"))
        plain = {square: app.still(square) for square in ("d9", "d1")}
        app.play("d5c7")
        both = listed(on_file("Red", "Chariot", 6), on_file("Red", "Horse", 7))
        self.status(say("checked_by", "Black", attackers=both))
        for square, before in plain.items():
            until(f"a mark on {square}", lambda: app.pixels(square) != before)


class Endings(case.Case):
    def finish(self, fen, moves, sentence, title, result, reason, ruled=False):
        app = self.start(self.game(start=fen))
        app.play(moves)
        if ruled:
            app.settle()
            app.click(app.button(say("accept_ruling")))
        self.status(sentence)
        self.eventually(app.headline, title, "title")
        kept = info(until("the game in the history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"], kept["warnings"]), (result, reason, []))
        self.assertEqual(kept["moves"], moves.split())
        return app

    def test_stalemate_loses(self):
        self.finish(
            "3k5/9/9/1R7/9/9/9/9/9/4K4 w",
            "b6b8",
            say("outcome", "Stalemate", loser="Black", winner="Red"),
            say("outcome_brief", "Red"),
            "1-0",
            "stalemate",
        )

    def test_a_draw_without_attackers(self):
        self.finish(
            "3k5/9/9/9/9/9/9/9/4p4/4K4 w",
            "e0e1",
            say("draw", "InsufficientMaterial"),
            say("outcome_brief", "None"),
            "1/2-1/2",
            "dead material",
            ruled=True,
        )

    def test_a_draw_after_sixty_rounds(self):
        self.finish(
            "3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 118 90",
            "e4e5 d9d8",
            say("ruling", rounds=60),
            say("outcome_brief", "None"),
            "1/2-1/2",
            "no capture",
            ruled=True,
        )

    def test_the_third_time_is_a_draw(self):
        app = self.start()
        app.play("a0a1 a9a8 a1a0 a8a9")
        self.status(say("warning", "_ =>"))
        app.play("a0a1 a9a8 a1a0 a8a9")
        app.settle()
        app.click(app.button(say("accept_ruling")))
        self.status(say("nothing_forbidden", times=3))
        self.title(say("outcome_brief", "None"))
        self.assertEqual(info(until("history", self.home.history)[0])["reason"], "repetition")

    def test_perpetual_check_loses(self):
        deed = dict(moves=moves(1, 2, 3, 4), attackers=attackers("Red", "Chariot"), side="Black")
        self.finish(
            "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w",
            "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8",
            sentences(say("verdict_sentence", "Check", side="Red"), say("checks", **deed)),
            say("outcome_brief", "Black"),
            "0-1",
            "perpetual check",
            ruled=True,
        )

    def test_resigning(self):
        app = self.start()
        app.play("h2e2")
        app.press_seat("resign_game", "Black")
        question = app.dialog(say("ask_resign", side="Black"))
        self.assertEqual(question.body, say("ask_resign_body", side="Red"))
        question.answer(say("cancel"))
        self.turn("Black")
        app.press_seat("resign_game", "Black")
        app.dialog(say("ask_resign", side="Black")).answer(say("resign"))
        self.status(say("outcome", "Resignation", loser="Black", winner="Red"))
        self.title(say("outcome_brief", "Red"))
        kept = info(until("history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("1-0", "resignation"))
        # Undo takes the word back, not the move.
        app.key("ctrl+z")
        self.turn("Black")
        self.assertEqual(app.piece("e2"), "red cannon")

    def test_an_ended_file_is_announced(self):
        app = self.start(self.game(moves=case.RED_MATES))
        self.status(say("outcome", "Checkmate", winner="Red"))
        app.click(app.status_button())
        app.dialog(ui("new_game")).press("Return")
        self.eventually(app.position, board_of(START), "position")
        self.title(say("turn", side="Red"))


if __name__ == "__main__":
    case.main()
