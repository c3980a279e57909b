#!/usr/bin/python3
"""A game against the computer: chosen in the dialog, played, taken back, paused, and gone on with after a crash."""

import re
import time

import case
from case import START, board_of
from waiting import steady, until
from words import say, ui
from x11 import xdo

# The longest that the computer thinks, and a moment more.
LONGEST = 2.5


def name(level):
    return say("computer_name", level=level)


class Computer(case.Case):
    def begin(self, level=1, side="red", **settings):
        """Starts a game against the computer, as the dialog proposes it."""
        self.home.prefer(**settings, opponent=dict(computer=True, level=level, side=side))
        self.app = self.start()
        self.app.new_game()
        return self.app

    def tags(self):
        return self.home.kept()["tags"]

    def plies(self):
        return len(self.app.moves())

    def replied(self, plies):
        """Waits for a move of the computer, the last of so many."""
        self.eventually(self.plies, plies, "moves")


class Dialog(Computer):
    def choose(self, dialog, row, *keys):
        """Opens the list of a row and goes to an item from its first or last."""
        (combo,) = dialog.node.named("combo box", row)
        xdo("mousemove", 5, 5)
        if ("combo box", row) not in dialog.focused():
            dialog.tab_to(("combo box", row))
        self.app.key("space")
        cursor = lambda: [node for node in dialog.node.find("list item", ".*") if "focused" in node.states()]
        until("a list", cursor)
        steady("the cursor", lambda: [node.names_of("label") for node in cursor()])
        self.app.key(*keys)
        steady("the cursor", lambda: [node.names_of("label") for node in cursor()])
        self.app.key("Return")
        until("the list closed", lambda: not cursor())
        return combo

    @case.smoke
    def test_the_computer_is_chosen_and_answers(self):
        app = self.start()
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        seen = lambda role, name: [node for node in dialog.node.named(role, name) if node.area().height > 1]
        people = "text box", say("name_field", side="Red")
        self.assertTrue(seen("radio", say("seating", "Fixed")))
        app.photograph("new-game-people", dialog.window)
        self.choose(dialog, ui("opponent_chooser", "opponent"), "Home", "Down")
        level = ui("opponent_chooser", "level")
        until("the level", lambda: seen("combo box", level))
        until("no seats", lambda: not seen("radio", say("seating", "Fixed")))
        self.assertEqual([node for node in dialog.node.named(*people) if node.area().height > 1], [])
        first = say("level_choice", number=1, name=say("level_name", 0))
        self.assertEqual(seen("combo box", level)[0].description, say("detail", caption=first, value=say("level_about", 0)))
        combo = self.choose(dialog, level, "End")
        choice = say("level_choice", number=8, name=say("level_name", 7))
        self.eventually(lambda: combo.description, say("detail", caption=choice, value=say("level_about", 7)))
        self.choose(dialog, ui("opponent_chooser", "side"), "End")
        app.photograph("new-game-computer", dialog.window)
        xdo("windowsize", dialog.window, 360, 640)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        app.photograph("new-game-computer-narrow", dialog.window)
        for node in dialog.node.find("combo box", ".*"):
            area = node.area()
            self.assertTrue(0 <= area.x and area.x + area.width <= 360, node.name)
        self.choose(dialog, level, "Home")
        self.choose(dialog, ui("opponent_chooser", "side"), "Home")
        dialog.press("alt+s")
        until("the name", lambda: name(1) in app.labels())
        app.play("h2e2")
        self.replied(2)
        self.title(say("turn", side="Red"))
        app.photograph("computer-replied")
        self.eventually(lambda: self.tags().get("computer"), "black 1")
        self.assertEqual(self.tags()["black"], name(1))
        # What was chosen is proposed again, and two people have no name of the computer's.
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        until("the level", lambda: seen("combo box", level))
        self.choose(dialog, ui("opponent_chooser", "opponent"), "Home")
        until("both names", lambda: seen(*people))
        dialog.press("Escape")


    def test_a_friend_far_away_is_an_opponent_and_so_is_one_who_writes(self):
        app = self.start()
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        self.choose(dialog, ui("opponent_chooser", "opponent"), "End")
        dialog.press("alt+s")
        self.status(say("begin_letter"))
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        self.choose(dialog, ui("opponent_chooser", "opponent"), "End", "Up")
        app.key("alt+l", "Right", "Return")
        dialog.leave("alt+s")
        window = app.other_window(ui("remote"))
        app.photograph("new-game-far", window)
        self.eventually(lambda: self.home.settings().get("time_control"), "300+3")
        app.key("Escape")
        app.alone()


class Ending(Computer):
    def test_one_plays_on_from_a_file_against_the_computer(self):
        app = self.start(self.game(moves="h2e2 h9g7 h0g2 i9h9"))
        self.eventually(self.plies, 4, "moves")
        app.key("Page_Up", "Page_Up")
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        shown = app.position()
        app.activate("play-from-here")
        app.dialog(ui("new_game")).press("Return")
        self.eventually(self.plies, 0, "moves")
        self.assertEqual(app.position(), shown)
        # The person is the one to move, whoever sat there last.
        app.play("h0g2")
        self.replied(2)


class Play(Computer):
    def test_as_black_one_sits_below_and_waits_for_the_first_move(self):
        app = self.begin(side="black")
        self.replied(1)
        self.eventually(lambda: self.home.kept()["sitting"]["bottom"], "black")
        self.title(say("turn", side="Black"))
        # No first move of Red, not even a cannon for a horse, forbids this one.
        app.play("c6c5")
        self.replied(3)

    def test_a_take_back_is_to_the_own_turn_and_its_pieces_stay(self):
        app = self.begin(level=1)
        app.play("h2e2")
        self.replied(2)
        after = app.position()
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")
        self.title(say("turn", side="Red"))
        app.key("ctrl+shift+z")
        self.eventually(app.position, after, "position")
        # Taken back while it thinks, only the own move goes.
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")
        app.play("b2e2")
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")
        app.click("h7")
        self.status(say("not_your_turn", side="Red"))

    def test_it_stops_and_moves_now_and_nobody_moves_for_it(self):
        app = self.begin(level=8)
        self.assertFalse(app.is_enabled("move-now"))
        app.play("h2e2")
        app.click("h9")
        if self.plies() == 1:
            self.status(say("not_your_turn", side=name(8)))
        app.key("ctrl+j")
        self.replied(2)
        self.eventually(lambda: app.is_enabled("move-now"), False)
        app.activate("offer-draw")
        self.status(say("declined", "Draw", who=name(8)))

    def before_the_reply(self, act):
        """Plays, and does something before the computer has answered, which a busy machine may miss."""

        def is_early():
            self.app.play("h2e2")
            act()
            if self.plies() == 1:
                return True
            self.app.key("Escape", "ctrl+z")
            self.eventually(self.app.position, board_of(START), "position")
            return False

        until("something before its move", is_early)

    def test_a_comment_that_is_written_stays_with_its_move(self):
        app = self.begin(level=8)
        self.before_the_reply(lambda: app.key("ctrl+shift+m"))
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        text = "A central cannon, "
        app.type(text)
        self.replied(2)
        app.type("the usual first move.")
        text += "the usual first move."
        self.assertEqual(app.focused(), [say("comment_on", round=1, side="Red")])
        kept = lambda: [move.get("comment", "") for move in self.home.kept()["moves"]]
        self.eventually(kept, [text, ""], "comments")
        # What is taken back in it are words.
        app.key("ctrl+z")
        until("less", lambda: len(kept()[0]) < len(text))
        self.assertEqual(self.plies(), 2)
        app.key("Escape")
        self.title(say("turn", side="Red"))
        app.key("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Black")])
        app.type("Its reply")
        self.eventually(lambda: kept()[1], "Its reply", "comment")

    def test_who_looks_back_stays_there_when_it_moves(self):
        app = self.begin(level=8)
        self.before_the_reply(lambda: app.key("Home"))
        self.replied(2)
        self.assertEqual(app.position(), board_of(START))
        # Its move is told, and a button leads to it.
        moved = re.compile("Black ")
        until("its move", lambda: moved.match(app.status()))
        app.screenshot("reply-elsewhere")
        app.click(until("the way back", app.status_button))
        until("the reply", lambda: app.position() != board_of(START))
        self.title(say("turn", side="Red"))

    def test_a_pause_stops_it(self):
        app = self.begin(level=8, time_control="600")
        app.play("h2e2")
        app.key("ctrl+shift+p")
        until("a pause", lambda: say("resume") in [node.name for node in app.find("button", ".*")])
        plies = len(self.home.kept()["moves"])
        time.sleep(LONGEST)
        self.assertEqual(len(self.home.kept()["moves"]), plies)
        app.key("ctrl+shift+p")
        app.attach_board()
        self.replied(2)

    def test_a_crash_before_its_move_costs_nothing(self):
        def crash():
            """Whether the program was killed between the person's move and its own, which a busy machine may miss."""
            app = self.begin(level=8)
            app.play("h2e2")
            until("the move kept", lambda: self.home.kept()["moves"])
            app.kill()
            return len(self.home.kept()["moves"]) == 1

        until("a crash before its move", crash)
        self.app = self.start()
        self.replied(2)
        self.assertEqual(self.tags()["computer"], "black 8")

    def test_a_rematch_changes_the_colors(self):
        app = self.begin(level=1)
        app.play("h2e2")
        self.replied(2)
        app.activate("resign")
        app.dialog(say("ask_resign", side="Red")).answer(say("resign"))
        self.status(say("outcome", "Resignation", winner=name(1), loser="Red"))
        app.key("ctrl+r")
        self.replied(1)
        self.assertEqual((self.tags()["computer"], self.tags()["red"]), ("red 1", name(1)))
        self.assertEqual((self.tags()["score"], self.tags()["round"]), ("1-0", "2"))


if __name__ == "__main__":
    case.main()
