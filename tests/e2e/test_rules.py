#!/usr/bin/python3
"""The rules as the players meet them: every refusal with its sentence, and every way in which a game ends."""

import case
from case import START, board_of, info
from waiting import until

# Position, move, sentence, and the points on which the board shows it.
REFUSALS = {
    "leg": (START, "h0f1", "The horse’s leg is blocked by the red elephant on file 3.", "g0 f1"),
    "eye": (
        "3k5/9/9/9/9/9/9/9/3p5/2B2K3 w",
        "c0e2",
        "The elephant’s eye is blocked by the black soldier on file 6.",
        "d1 e2",
    ),
    "river": ("3k5/9/9/9/9/2B6/P8/9/9/4K4 w", "c4e6", "The elephant may not cross the river.", "e6"),
    "no screen": (
        START,
        "b2b7",
        "The cannon needs exactly one piece to jump over, and there is none.",
        "b7",
    ),
    "two screens": (
        "3k5/9/2r6/9/2p6/9/2p6/2C6/9/4K4 w",
        "c2c7",
        "The cannon needs exactly one piece to jump over, and there are 2.",
        "c7 c3 c5",
    ),
    "general in the palace": ("3k5/9/9/9/9/9/P8/9/9/5K3 w", "f0g0", "The general may not leave the palace.", "g0"),
    "advisor in the palace": ("3k5/9/9/9/9/9/P8/9/9/4KA3 w", "f0g1", "The advisor may not leave the palace.", "g1"),
    "black in the palace": ("3k5/9/3a5/9/9/9/P8/9/9/4K4 b", "d7c6", "The advisor may not leave the palace.", "c6"),
    "soldier back": (START, "a3a2", "A soldier may never go back.", "a2"),
    "soldier sideways": (
        START,
        "a3b3",
        "A soldier may not go sideways before it has crossed the river.",
        "b3",
    ),
    "uncovered": (
        "3k5/9/9/9/4r4/9/9/4R4/9/4K4 w",
        "e2d2",
        "The general would be in check from the black chariot on file 5.",
        "e5 d2",
    ),
    "still in check": (
        "3k5/9/9/9/4r4/9/P8/9/9/4K4 w",
        "a3a4",
        "The general would still be in check from the black chariot on file 5.",
        "a4",
    ),
    "facing generals": (
        "4k4/9/9/9/9/9/9/4N4/9/4K4 w",
        "e2c3",
        "The generals would face each other on the open file.",
        "e9 e0 c3",
    ),
    "blocked way": (START, "a0a4", "The way is blocked by the red soldier on file 9.", "a3 a4"),
    "not its way": (START, "a0b1", "The chariot goes along a line.", "b1"),
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
                turn = "Red to move" if fen.endswith("w") else "Black to move"
                app.key("Escape")
                until("the end of the refusal", lambda: app.status() == turn or app.status().startswith("Check!"))

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
        self.status("It is Red’s turn.")
        app.play("h2e2")
        app.click("a0")
        self.status("It is Black’s turn.")
        app.click("e5")
        self.status("Black to move")

    def test_own_piece(self):
        app = self.start()
        app.drag("a0b0")
        self.status("A piece cannot capture its own side.")
        self.assertEqual(app.position(), board_of(START))

    def test_a_refused_piece_stays_chosen(self):
        app = self.start()
        app.press_move("h0f1")
        self.status("The horse’s leg is blocked by the red elephant on file 3.")
        app.click("g2")
        self.eventually(lambda: app.piece("g2"), "red horse")
        self.status("Black to move")

    def test_check_names_and_marks_the_attackers(self):
        app = self.start(self.game(start="3k5/9/9/9/3N5/9/9/9/3R5/5K3 w"))
        plain = {square: app.still(square) for square in ("d9", "d1")}
        app.play("d5c7")
        self.status("Check! Black’s general is attacked by the red chariot on file 4 and the red horse on file 3.")
        for square, before in plain.items():
            until(f"a mark on {square}", lambda: app.pixels(square) != before)


class Endings(case.Case):
    def finish(self, fen, moves, sentence, subtitle, result, reason, ruled=False):
        app = self.start(self.game(start=fen))
        app.play(moves)
        if ruled:
            app.settle()
            app.click(app.button("Accept"))
        self.status(sentence)
        self.eventually(lambda: app.subtitle().split(" — ")[-1], subtitle, "subtitle")
        kept = info(until("the game in the history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"], kept["warnings"]), (result, reason, []))
        self.assertEqual(kept["moves"], moves.split())
        return app

    def test_stalemate_loses(self):
        self.finish(
            "3k5/9/9/1R7/9/9/9/9/9/4K4 w",
            "b6b8",
            "Stalemate (困斃): Black has no move left and loses. Red wins.",
            "Red wins",
            "1-0",
            "stalemate",
        )

    def test_a_draw_without_attackers(self):
        self.finish(
            "3k5/9/9/9/9/9/9/9/4p4/4K4 w",
            "e0e1",
            "Draw: neither side has a piece left that can attack.",
            "Draw",
            "1/2-1/2",
            "dead material",
            ruled=True,
        )

    def test_a_draw_after_sixty_rounds(self):
        self.finish(
            "3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 118 90",
            "e4e5 d9d8",
            "Draw: 60 rounds have passed without a capture.",
            "Draw",
            "1/2-1/2",
            "no capture",
            ruled=True,
        )

    def test_the_third_time_is_a_draw(self):
        app = self.start()
        app.play("a0a1 a9a8 a1a0 a8a9")
        self.status("This position has occurred twice: repeating it once more is a draw.")
        app.play("a0a1 a9a8 a1a0 a8a9")
        app.settle()
        app.click(app.button("Accept"))
        self.eventually(lambda: app.status().startswith("Draw: the position has occurred three times"), True)
        self.subtitle("Draw")
        self.assertEqual(info(until("history", self.home.history)[0])["reason"], "repetition")

    def test_perpetual_check_loses(self):
        self.finish(
            "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w",
            "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8",
            "Red loses: perpetual check. On moves 1, 2, 3 and 4, Red’s chariot attacked Black’s general.",
            "Black wins",
            "0-1",
            "perpetual check",
            ruled=True,
        )

    def test_resigning(self):
        app = self.start()
        app.play("h2e2")
        app.click(app.button("Resign .Black."))
        question = app.dialog("Does Black resign?")
        self.assertEqual(question.body, "Red wins the game.")
        question.answer("Cancel")
        self.status("Black to move")
        app.click(app.button("Resign .Black."))
        app.dialog("Does Black resign?").answer("Resign")
        self.status("Black resigns. Red wins.")
        self.subtitle("Red wins")
        kept = info(until("history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("1-0", "resignation"))
        # Undo takes the word back, not the move.
        app.key("ctrl+z")
        self.status("Black to move")
        self.assertEqual(app.piece("e2"), "red cannon")

    def test_an_ended_file_is_announced(self):
        app = self.start(self.game(moves=case.RED_MATES))
        self.status("Checkmate (將死): Red wins.")
        app.click(app.status_button())
        app.dialog("New Game").press("Return")
        self.eventually(app.position, board_of(START), "position")
        self.subtitle("Red to move")


if __name__ == "__main__":
    case.main()
