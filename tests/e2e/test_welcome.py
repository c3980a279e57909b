#!/usr/bin/python3
"""The first minute: the welcome in place of the moves, and the names of the pieces on the first start."""

import re

import case
from case import START, board_of
from waiting import until
from words import say, ui

ROWS = [ui("welcome", f"win.{action}") for action in ("play-computer", "remote", "learn", "study-of-today", "open")]


class Welcome(case.Case):
    glides = False

    def rows(self):
        """The rows of the welcome that can be seen."""
        rows = self.app.frame().find("list item", "|".join(map(re.escape, ROWS)))
        return [row.name for row in rows if row.area().height > 1]

    def press(self, action):
        row = self.app.named("list item", ui("welcome", f"win.{action}"))[0]
        self.app.click(row)

    def test_it_is_there_until_the_first_move(self):
        app = self.start()
        until("the welcome", lambda: self.rows() == ROWS)
        app.photograph("welcome")
        app.play("h2e2")
        until("no welcome", lambda: not self.rows())
        # Nor does it come back with the start.
        app.key("ctrl+z")
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(self.rows(), [])
        app.new_game(asks=True).answer(say("discard"))
        until("the welcome", lambda: self.rows() == ROWS)

    def test_it_is_for_no_other_game(self):
        app = self.start(self.game(moves="h2e2"))
        until("the move", app.moves)
        self.assertEqual(self.rows(), [])

    def test_it_is_not_for_two_people_who_chose_a_game(self):
        app = self.start()
        until("the welcome", lambda: self.rows() == ROWS)
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        dialog.tab_to(("text box", say("name_field", side="Red")))
        app.type("Lan")
        dialog.leave("Return")
        until("no welcome", lambda: not self.rows())

    def test_the_computer_plays_at_once_and_the_board_has_the_keyboard(self):
        app = self.start()
        until("the welcome", lambda: self.rows() == ROWS)
        app.key("F6", "Return")
        name = say("computer_name", level=1)
        until("the computer", lambda: name in app.labels())
        self.assertEqual(self.rows(), [])
        until("the board", app.is_on_board)
        app.play("h2e2")
        self.eventually(lambda: len(app.moves()), 2, "moves")

    def test_its_rows_lead_to_what_they_say(self):
        app = self.start()
        until("the welcome", lambda: self.rows() == ROWS)
        for action, title in (("remote", ui("remote")), ("learn", say("learn_title")), ("study-of-today", ui("studies"))):
            self.press(action)
            window = app.other_window(title)
            app.photograph(f"welcome-{action}", window)
            app.key("Escape")
            app.alone()
        app.play("h2e2")

    def test_the_course_ends_with_a_game(self):
        app = self.start()
        app.key("shift+F1")
        app.other_window(say("learn_title"))
        app.key("End", "Return", "alt+p")
        app.alone()
        until("the computer", lambda: say("computer_name", level=1) in app.labels())

    def test_the_way_of_the_keyboard(self):
        app = self.start()
        until("the welcome", lambda: self.rows() == ROWS)
        app.key("F6")
        for row in ROWS:
            self.eventually(app.focused, [row], "focus")
            app.key("Down")
        app.key("Escape")
        until("the board", app.is_on_board)
        app.play("h2e2")


class FirstStart(case.Case):
    def shown(self):
        return say("names_shown", key="Ctrl+L") in self.app.labels()

    def test_the_names_are_shown_once_and_hidden_for_good(self):
        self.home.settings_file.unlink()
        app = self.start()
        until("the message", self.shown)
        self.eventually(lambda: self.home.settings().get("learning_aids"), True)
        app.photograph("first-start")
        app.key("ctrl+l")
        self.eventually(lambda: self.home.settings()["learning_aids"], False)
        app.quit()
        app = self.start()
        app.settle()
        self.assertFalse(self.shown())
        self.assertFalse(self.home.settings()["learning_aids"])

    def test_readers_of_the_characters_need_none(self):
        self.home.settings_file.unlink()
        app = self.start(settings={"LANGUAGE": "zh_CN"})
        app.settle()
        self.assertFalse(self.home.settings().get("learning_aids"))


if __name__ == "__main__":
    case.main()
