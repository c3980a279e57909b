#!/usr/bin/python3
"""The arbiter at the table: the early warning, the ruling, the cycle on the board, and what the players make of it."""

import case
from case import info
from waiting import until

# A chariot runs after an unprotected horse; Red chases on every move.
CHASE = "2b1k1r2/9/4b4/9/9/2P3P2/1R7/2n1B4/4A4/4KABC1 w"
LOOP = "b3c3 c2b0 c3b3 b0c2"
# The same for a chariot that checks.
CHECK = "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w"
CHECKS = "f0e0 e8f8 e0f0 f8e8"
SHUFFLE = "a0a1 a9a8 a1a0 a8a9"

WARNING = "Red has chased Black’s horse on every move: repeating the position once more loses."
RULING = (
    "Red loses: perpetual chase. On moves 1, 2, 3 and 4, Red’s chariot attacked Black’s unprotected horse."
)
RULED = "The arbiter has ruled. Accept the ruling, or take back and play on."
DECLARED = "The arbiter declares a draw. Accept it, or take back and play on."


class Arbiter(case.Case):
    def banner(self):
        """What the banner says and offers; nothing when it is not there."""
        found = [node for node in self.app.find("group", "The arbiter’s ruling") if node.area().width > 0]
        if not found:
            return None, []
        labels = [node.name for node in found[0].walk() if node.role == "label"]
        buttons = [node for node in found[0].find("button", ".+") if node.area().width > 0]
        return labels[0], [button.name for button in buttons]

    def ruled(self, fen, loop):
        """A game that is played to its ruling by mouse."""
        app = self.start(self.game(start=fen))
        app.play(f"{loop} {loop}")
        return app

    def sentence(self, sentence):
        self.eventually(lambda: self.banner()[0], sentence, "ruling")

    def press(self, button):
        self.app.settle()
        self.app.click(self.app.button(button))

    def test_the_warning_comes_one_occurrence_early(self):
        app = self.start(self.game(start=CHASE))
        app.play("b3c3 c2b0 c3b3")
        self.status("Black to move")
        app.play("b0c2")
        self.status(WARNING)
        self.assertEqual(app.moves()[0].split(", ")[-1], "chase")
        self.assertEqual(app.moves()[1].split(", ")[-1], "idle")
        app.photograph("arbiter-warning")
        # Who varies is not warned any more, nor ruled against.
        app.play("b3b4")
        self.status("Black to move")
        self.assertEqual(self.banner()[0], None)
        self.assertNotIn("chase", app.moves()[0])

    def test_a_warning_of_perpetual_check_names_who_checks(self):
        app = self.start(self.game(start=CHECK))
        app.play(CHECKS)
        self.status("Red has checked on every move: repeating the position once more loses.")

    def test_a_chase_is_ruled_shown_taken_back_and_played_on(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        self.status(RULED)
        self.subtitle("game.xiangqi — The arbiter has ruled".replace("game", "•game"))
        self.assertEqual(self.banner()[1], ["Show the Cycle", "Take Back to Before It", "Accept"])
        app.photograph("arbiter-ruling")
        # Nothing is final, and nothing else can be played.
        self.assertEqual(self.home.kept()["result"], "*")
        app.click("b3")
        self.status("The arbiter has ruled: accept the ruling, or take back.")
        self.press("Show the Cycle")
        self.status("Red’s move 1, R8=7: chase. The red chariot on file 7 attacks the black horse on file 7.")
        self.eventually(lambda: app.piece("c3"), "red chariot", "c3")
        app.photograph("arbiter-step")
        self.press("Next Move of the Cycle")
        self.eventually(lambda: app.piece("b0"), "black horse", "b0")
        self.assertTrue(app.status().startswith("Black’s move 1, ") and app.status().endswith(": idle."), app.status())
        app.photograph("arbiter-idle")
        app.key("Page_Down")
        self.eventually(lambda: app.status().split(": ", 1)[-1], "chase. The red chariot on file 8 attacks the black horse on file 8.")
        app.key("Page_Up", "Page_Up")
        self.eventually(lambda: app.status().split(",")[0], "Red’s move 1")
        self.press("Take Back to Before It")
        self.eventually(lambda: self.banner()[0], None, "ruling")
        self.status("Red to move")
        self.eventually(app.position, case.board_of(CHASE), "position")
        self.assertEqual(len(app.moves()), 8, "moves that were taken back can be made again")
        app.play("b3b4 c2b0")
        self.status("Red to move")
        self.assertEqual(len(app.moves()), 2)

    def test_the_accepted_ruling_is_kept_in_the_file(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        self.press("Accept")
        self.status(RULING)
        self.eventually(lambda: self.banner()[0], None, "banner")
        self.eventually(lambda: app.subtitle().split(" — ")[-1], "Black wins", "subtitle")
        app.key("ctrl+s")
        self.status("Saved “game.xiangqi”")
        told = info(self.home.games / "game.xiangqi")
        self.assertEqual((told["result"], told["reason"], told["rulebook"]), ("0-1", "perpetual chase", "asian"))
        kept = info(until("the game in the history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("0-1", "perpetual chase"))
        # Its cycle can still be looked at, and the word be taken back.
        app.key("Page_Up")
        self.eventually(lambda: app.status().split(",")[0], "Red’s move 4")
        app.key("End", "ctrl+z")
        self.sentence(RULING)

    def test_a_ruling_waits_for_its_answer_after_a_crash(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        until("the session", lambda: len(self.home.kept()["moves"]) == 8)
        app.kill()
        app = self.start()
        self.sentence(RULING)
        self.press("Accept")
        self.status(RULING)

    def test_the_move_itself_can_be_taken_back(self):
        app = self.ruled(CHECK, CHECKS)
        self.eventually(lambda: (self.banner()[0] or "").startswith("Red loses: perpetual check."), True, "ruling")
        app.key("ctrl+z")
        self.eventually(lambda: self.banner()[0], None, "ruling")
        app.key("ctrl+shift+z")
        self.eventually(lambda: (self.banner()[0] or "").startswith("Red loses"), True, "ruling")

    def test_a_draw_is_declared(self):
        app = self.start()
        app.play(SHUFFLE)
        self.status("This position has occurred twice: repeating it once more is a draw.")
        app.play(SHUFFLE)
        self.status(DECLARED)
        self.press("Accept")
        self.subtitle("Draw")

    def test_by_keyboard(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        app.key("alt+c")
        self.eventually(lambda: app.status().split(",")[0], "Red’s move 1")
        app.key("alt+a")
        self.status(RULING)
        # The keyboard is back on the board.
        until("a point with the focus", app.is_on_board)

    def test_a_narrow_window_has_room_for_it(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        app.key("F9")
        app.resize(360, 640)
        app.photograph("arbiter-narrow")
        area = app.frame().area()
        for name in ("Show the Cycle", "Take Back to Before It", "Accept"):
            button = app.button(name).area()
            self.assertTrue(0 <= button.x and button.x + button.width <= area.width, f"{name}: {button} in {area}")
        status = app.status_line.children()[0].area()
        self.assertLessEqual(status.y + status.height, area.height, "the line under the board")


if __name__ == "__main__":
    case.main()
