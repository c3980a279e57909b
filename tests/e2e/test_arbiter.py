#!/usr/bin/python3
"""The arbiter at the table: the early warning, the ruling, the cycle on the board, and what the players make of it."""

import re

import case
from case import info
from waiting import until
from words import attackers, moves, on_file, pattern, piece, say, sentences, ui

# A chariot runs after an unprotected horse; Red chases on every move.
CHASE = "2b1k1r2/9/4b4/9/9/2P3P2/1R7/2n1B4/4A4/4KABC1 w"
LOOP = "b3c3 c2b0 c3b3 b0c2"
# The same for a chariot that checks.
CHECK = "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w"
CHECKS = "f0e0 e8f8 e0f0 f8e8"
SHUFFLE = "a0a1 a9a8 a1a0 a8a9"

HORSE = say("kind_of", "Black", "Horse")
WARNING = say("warning", side="Red", other="Black", pieces=HORSE)
DEED = dict(moves=moves(1, 2, 3, 4), attackers=attackers("Red", "Chariot"), side="Black", pieces=HORSE)
RULING = sentences(say("verdict_sentence", "Chase", side="Red"), say("chases", 2, **DEED))
CHASED, IDLE = say("conduct", "Chase"), say("conduct", "Idle")


class Arbiter(case.Case):
    def banner(self):
        """What the banner says and offers; nothing when it is not there."""
        found = [node for node in self.app.named("group", say("ruling_title")) if node.area().width > 0]
        if not found:
            return None, []
        labels = found[0].names_of("label")
        buttons = [node for node in found[0].find("button", ".+") if node.area().width > 0]
        return labels[0], [button.name for button in buttons]

    def ruled(self, fen, loop):
        """A game that is played to its ruling by mouse."""
        app = self.start(self.game(start=fen))
        app.play(f"{loop} {loop}")
        return app

    def sentence(self, sentence):
        self.eventually(lambda: self.banner()[0], sentence, "ruling")

    def shows_move(self, number):
        """Waits until a move of Red in the cycle is shown."""
        move = re.compile(pattern("cycle_step", side="Red", round=str(number)) + ".*")
        self.eventually(lambda: bool(move.fullmatch(self.app.status())), True, f"move {number}")

    @staticmethod
    def step(number, text, file):
        """What is said of a move of Red’s chariot that chases the horse on its file."""
        begun = say("steps.begun", piece=piece("Red", "Chariot"), file=file)
        attack = say("attacked", attacker=begun, victim=on_file("Black", "Horse", 10 - file))
        counts = say("cycle_step", "Chase", side="Red", round=number, move_text=text)
        return sentences(counts, say("steps.attacks", attacks=attack))

    def press(self, button):
        self.app.settle()
        self.app.click(self.app.button(button))

    def test_the_warning_comes_one_occurrence_early(self):
        app = self.start(self.game(start=CHASE))
        app.play("b3c3 c2b0 c3b3")
        self.turn("Black")
        app.play("b0c2")
        self.status(WARNING)
        self.assertEqual(app.moves()[0].split(", ")[-1], CHASED)
        self.assertEqual(app.moves()[1].split(", ")[-1], IDLE)
        app.photograph("arbiter-warning")
        # Who varies is not warned any more, nor ruled against.
        app.play("b3b4")
        self.turn("Black")
        self.assertEqual(self.banner()[0], None)
        self.assertNotIn(CHASED, app.moves()[0])

    def test_a_warning_of_perpetual_check_names_who_checks(self):
        app = self.start(self.game(start=CHECK))
        app.play(CHECKS)
        self.status(say("warning", 0, side="Red"))

    def test_a_chase_is_ruled_shown_taken_back_and_played_on(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        # The banner says it, and nothing below the board.
        self.status("")
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("ruling_title")))
        self.assertEqual(self.banner()[1], [say("show_cycle"), say("take_back_cycle"), say("accept_ruling")])
        app.photograph("arbiter-ruling")
        # Nothing is final, and nothing else can be played.
        self.assertEqual(self.home.kept()["result"], "*")
        app.click("b3")
        self.status(say("refusal", "Ruled"))
        self.press(say("show_cycle"))
        self.status(self.step(1, "R8=7", 7))
        self.eventually(lambda: app.piece("c3"), "red chariot", "c3")
        app.photograph("arbiter-step")
        self.press(ui("ruling_banner", "next"))
        self.eventually(lambda: app.piece("b0"), "black horse", "b0")
        self.assertRegex(app.status(), rf"\A{pattern('cycle_step', 'Idle', side='Black', round='1')}\Z")
        app.photograph("arbiter-idle")
        app.key("Page_Down")
        self.status(self.step(2, "R7=8", 8))
        app.key("Page_Up", "Page_Up")
        self.shows_move(1)
        self.press(say("take_back_cycle"))
        self.eventually(lambda: self.banner()[0], None, "ruling")
        self.turn("Red")
        self.eventually(app.position, case.board_of(CHASE), "position")
        self.assertEqual(len(app.moves()), 8, "moves that were taken back can be made again")
        app.play("b3b4 c2b0")
        self.turn("Red")
        self.assertEqual(len(app.moves()), 2)

    def test_the_accepted_ruling_is_kept_in_the_file(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        self.press(say("accept_ruling"))
        self.status(RULING)
        self.eventually(lambda: self.banner()[0], None, "banner")
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("outcome_brief", "Black")))
        app.key("ctrl+s")
        self.status(say("saved", name="game.xiangqi"))
        told = info(self.home.games / "game.xiangqi")
        self.assertEqual((told["result"], told["reason"], told["rulebook"]), ("0-1", "perpetual chase", "asian"))
        kept = info(until("the game in the history", self.home.history)[0])
        self.assertEqual((kept["result"], kept["reason"]), ("0-1", "perpetual chase"))
        # Its cycle can still be looked at, and the word be taken back.
        app.key("Page_Up")
        self.shows_move(4)
        app.key("End", "ctrl+z")
        self.sentence(RULING)

    def test_a_ruling_waits_for_its_answer_after_a_crash(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        until("the session", lambda: len(self.home.kept()["moves"]) == 8)
        app.kill()
        app = self.start()
        self.sentence(RULING)
        self.press(say("accept_ruling"))
        self.status(RULING)

    def test_the_move_itself_can_be_taken_back(self):
        app = self.ruled(CHECK, CHECKS)
        loses = say("verdict_sentence", "Check", side="Red")
        self.eventually(lambda: (self.banner()[0] or "").startswith(loses), True, "ruling")
        app.key("ctrl+z")
        self.eventually(lambda: self.banner()[0], None, "ruling")
        app.key("ctrl+shift+z")
        self.eventually(lambda: (self.banner()[0] or "").startswith(loses), True, "ruling")

    def test_a_draw_is_declared(self):
        app = self.start()
        app.play(SHUFFLE)
        self.status(say("warning", "_ =>"))
        app.play(SHUFFLE)
        self.status("")
        self.press(say("accept_ruling"))
        self.title(say("outcome_brief", "None"))

    def test_by_keyboard(self):
        app = self.ruled(CHASE, LOOP)
        self.sentence(RULING)
        # From the board by the card above it.
        app.key("Tab", "Tab")
        self.eventually(app.focused, [say("show_cycle")], "focus")
        app.key("alt+c")
        self.shows_move(1)
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
        for name in (say("show_cycle"), say("take_back_cycle"), say("accept_ruling")):
            button = app.button(name).area()
            self.assertTrue(0 <= button.x and button.x + button.width <= area.width, f"{name}: {button} in {area}")
        status = app.status_line.children()[0].area()
        self.assertLessEqual(status.y + status.height, area.height, "the line under the board")

    def test_the_chinese_rules_tell_the_nature_of_each_move(self):
        app = self.start(self.game(start=CHASE, rulebook="chinese"))
        app.play(LOOP)
        self.status(say("warning", "Attack", side="Red"))
        app.play(LOOP)
        chase, idle, follow = CHASED, IDLE, say("nature", "Follow")
        natures = [
            say("natures", side="Red", natures=chase),
            say("natures", side="Black", natures=say("row", rest=idle, next=follow)),
        ]
        ruling = sentences(say("verdict_sentence", "Attack", side="Red"), *natures)
        self.sentence(ruling)
        rule = say("clause.rule", "Attack")
        self.assertIn(say("clause.clause", rule=rule, article="25.3"), app.frame().names_of("label"))
        app.photograph("arbiter-chinese")
        self.eventually(lambda: [name.split(", ")[-1] for name in app.moves()], [chase, idle, chase, follow] * 2, "natures")
        self.press(say("show_cycle"))
        self.shows_move(1)
        app.key("Page_Down", "Page_Down", "Page_Down")
        told = say("cycle_step", 0, side="Black", round=2, move_text="H2-3", nature=follow)
        self.status(told)
        app.photograph("arbiter-chinese-step")
        self.press(say("accept_ruling"))
        self.status(ruling)
        app.key("ctrl+s")
        self.status(say("saved", name="game.xiangqi"))
        told = info(self.home.games / "game.xiangqi")
        self.assertEqual((told["result"], told["reason"], told["rulebook"]), ("0-1", "perpetual chase", "chinese"))

    def test_a_file_that_ends_with_a_repetition_is_ruled_when_it_is_opened(self):
        app = self.start(self.game(start=CHASE, moves=f"{LOOP} {LOOP}", rulebook="chinese"))
        loses = say("verdict_sentence", "Attack", side="Red")
        self.eventually(lambda: (self.banner()[0] or "").startswith(loses), True, "ruling")
        self.press(say("take_back_cycle"))
        self.eventually(lambda: self.banner()[0], None, "ruling")
        self.turn("Red")


if __name__ == "__main__":
    case.main()
