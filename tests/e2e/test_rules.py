#!/usr/bin/python3
"""The rules as the players meet them: every refusal with its sentence, and every way in which a game ends."""

import re

import case
from case import START, board_of, info
from waiting import until
from words import attackers, listed, moves, on_file, pattern, say, seat_button, sentences, ui

# Position, move, sentence, and the points on which the board shows it.
REFUSALS = {
    "leg": (START, "h0f1", say("refused", "HobbledLeg", piece=on_file("Red", "Elephant", 3)), "g0 f1"),
    "eye": (
        "3k5/9/9/9/9/9/9/9/3p5/2B2K3 w",
        "c0e2",
        say("refused", "BlockedEye", piece=on_file("Black", "Soldier", 4)),
        "d1 e2",
    ),
    "river": ("3k5/9/9/9/9/2B6/P8/9/9/4K4 w", "c4e6", say("refused", "ElephantCrossesRiver"), "e6"),
    "no screen": (
        START,
        "b2b7",
        say("refused", "WrongScreens"),
        "b7",
    ),
    "two screens": (
        "3k5/9/2r6/9/2p6/9/2p6/2C6/9/4K4 w",
        "c2c7",
        say("moves.screens_counted", count=2),
        "c7 c3 c5",
    ),
    "general in the palace": ("3k5/9/9/9/9/9/P8/9/9/5K3 w", "f0g0", say("refused", "General"), "g0"),
    "advisor in the palace": ("3k5/9/9/9/9/9/P8/9/9/4KA3 w", "f0g1", say("refused", "LeavesPalace(_)"), "g1"),
    "black in the palace": ("3k5/9/3a5/9/9/9/P8/9/9/4K4 b", "d7c6", say("refused", "LeavesPalace(_)"), "c6"),
    "soldier back": (START, "a3a2", say("refused", "SoldierBackward"), "a2"),
    "soldier sideways": (
        START,
        "a3b3",
        say("refused", "SoldierSideways"),
        "b3",
    ),
    "uncovered": (
        "3k5/9/9/9/4r4/9/9/4R4/9/4K4 w",
        "e2d2",
        say("left_in_check", "else", pieces=on_file("Black", "Chariot", 5)),
        "e5 d2",
    ),
    "still in check": (
        "3k5/9/9/9/4r4/9/P8/9/9/4K4 w",
        "a3a4",
        say("left_in_check", "if", pieces=on_file("Black", "Chariot", 5)),
        "a4",
    ),
    "facing generals": (
        "4k4/9/9/9/9/9/9/4N4/9/4K4 w",
        "e2c3",
        say("refused", "FlyingGeneral"),
        "e9 e0 c3",
    ),
    "blocked way": (START, "a0a4", say("refused", pieces=on_file("Red", "Soldier", 9)), "a3 a4"),
    "not its way": (START, "a0b1", say("way", "Chariot"), "b1"),
}


class Refusals(case.Case):
    def lay(self, fen):
        """Opens a file with this position."""
        path = self.game("position.xiangqi", start=fen)
        if self.app is None:
            self.start(path)
        else:
            self.app.open(path)
        self.eventually(self.app.position, board_of(fen), "position")

    def check(self, *names):
        for name in names:
            fen, move, sentence, marked = REFUSALS[name]
            with self.subTest(name):
                self.lay(fen)
                app, before = self.app, self.app.position()
                app.click(move[:2])
                plain = {square: app.still(square) for square in marked.split()}
                app.click(move[2:])
                self.status(sentence)
                for square in marked.split():
                    until(f"a mark on {square}", lambda: app.pixels(square) != plain[square])
                self.assertEqual(app.position(), before)
                turn = say("turn", side="Red") if fen.endswith("w") else say("turn", side="Black")
                app.key("Escape")
                usual = re.compile(f"{re.escape(turn)}|{pattern('checked_by')}")
                until("the end of the refusal", lambda: usual.fullmatch(app.status()))

    def test_pieces_in_the_way(self):
        self.check("leg", "eye", "blocked way", "no screen", "two screens")

    def test_places_that_are_out_of_bounds(self):
        self.check("river", "general in the palace", "advisor in the palace", "black in the palace")

    def test_ways_that_are_not_the_piece_s(self):
        self.check("soldier back", "soldier sideways", "not its way")

    def test_dangers_for_the_general(self):
        self.check("uncovered", "still in check", "facing generals")

    def test_not_your_turn(self):
        app = self.start()
        app.click("a9")
        self.status(say("not_your_turn", side="Red"))
        app.play("h2e2")
        app.click("a0")
        self.status(say("not_your_turn", side="Black"))
        app.click("e5")
        self.status(say("turn", side="Black"))

    def test_own_piece(self):
        app = self.start()
        app.drag("a0b0")
        self.status(say("refused", "OwnPiece"))
        self.assertEqual(app.position(), board_of(START))

    def test_a_refused_piece_stays_chosen(self):
        app = self.start()
        app.press_move("h0f1")
        self.status(say("refused", "HobbledLeg", piece=on_file("Red", "Elephant", 3)))
        app.click("g2")
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.status(say("turn", side="Black"))

    def test_check_names_and_marks_the_attackers(self):
        app = self.start(self.game(start="3k5/9/9/9/3N5/9/9/9/3R5/5K3 w"))
        plain = {square: app.still(square) for square in ("d9", "d1")}
        app.play("d5c7")
        both = listed(on_file("Red", "Chariot", 6), on_file("Red", "Horse", 7))
        self.status(say("checked_by", "Black", attackers=both))
        for square, before in plain.items():
            until(f"a mark on {square}", lambda: app.pixels(square) != before)


class Endings(case.Case):
    def finish(self, fen, moves, sentence, subtitle, result, reason, ruled=False):
        app = self.start(self.game(start=fen))
        app.play(moves)
        if ruled:
            app.settle()
            app.click(app.button(say("accept_ruling")))
        self.status(sentence)
        # The file stands before it.
        self.eventually(lambda: app.subtitle().split(say("turn_in_file", file="", turn=""))[-1], subtitle, "subtitle")
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
        self.subtitle(say("outcome_brief", "None"))
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
        app.click(app.button(seat_button("resign_game", "Black")))
        question = app.dialog(say("ask_resign", side="Black"))
        self.assertEqual(question.body, say("ask_resign_body", side="Red"))
        question.answer(say("cancel"))
        self.status(say("turn", side="Black"))
        app.click(app.button(seat_button("resign_game", "Black")))
        app.dialog(say("ask_resign", side="Black")).answer(say("resign"))
        self.status(say("outcome", "Resignation", loser="Black", winner="Red"))
        self.subtitle(say("outcome_brief", "Red"))
        kept = info(until("history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("1-0", "resignation"))
        # Undo takes the word back, not the move.
        app.key("ctrl+z")
        self.status(say("turn", side="Black"))
        self.assertEqual(app.piece("e2"), "red cannon")

    def test_an_ended_file_is_announced(self):
        app = self.start(self.game(moves=case.RED_MATES))
        self.status(say("outcome", "Checkmate", winner="Red"))
        app.click(app.status_button())
        app.dialog(ui("new_game")).press("Return")
        self.eventually(app.position, board_of(START), "position")
        self.subtitle(say("turn", side="Red"))


if __name__ == "__main__":
    case.main()
