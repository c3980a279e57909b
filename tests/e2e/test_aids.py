#!/usr/bin/python3
"""Learning aids: the toggle, what is in the way of a lifted piece, all notations of a move, lessons of the rules."""

import re

import case
from beside import Beside
from driver import point_name
from waiting import until
from words import exact, on_file, pattern, piece, say, sentences
from x11 import xdo

MOVE = dict(wxf="C2=5", traditional="炮二平五", simplified="炮二平五", coordinates="h2e2")
FOUR, FIVE = say("all_notations", **MOVE), say("all_notations", **MOVE, vietnamese="P2-5")
# Pages of the rules.
HORSE, CHECKMATE, REPETITION = say("far_pieces", 4), say("endings", 2), say("rulings", 3)


class Toggle(case.Case):
    def test_the_pieces_get_words_and_lose_them_again(self):
        app = self.start()
        bare = app.still("a0", 0.9)
        water = app.still("e4", 0.5)
        app.key("ctrl+l")
        self.status(say("aids", "if"))
        self.assertNotEqual(app.still("a0", 0.9), bare)
        until("a tinted river", lambda: app.still("e4", 0.5) != water)
        app.photograph("aids")
        app.key("ctrl+l")
        self.status(say("aids", "else"))
        self.assertEqual(app.still("a0", 0.9), bare)
        self.assertEqual(app.still("e4", 0.5), water)

    def test_the_choice_is_kept(self):
        app = self.start()
        app.key("ctrl+l")
        self.status(say("aids", "if"))
        with_words = app.still("a0", 0.9)
        app.quit()
        app = self.start()
        self.assertEqual(app.still("a0", 0.9), with_words)

    def test_a_lifted_horse_shows_and_says_who_is_in_its_way(self):
        app = self.start()
        goal, blocker = app.still("d1", 0.6), app.still("c0", 1.1)
        app.click("b0")
        self.turn("Red")
        self.assertEqual(app.still("d1", 0.6), goal)
        app.key("Escape", "ctrl+l")
        app.click("b0")
        self.status(say("blocked", "_", by=on_file("Red", "Elephant", 7)))
        until("a cross where it may not go", lambda: app.still("d1", 0.6) != goal)
        self.assertNotEqual(app.still("c0", 1.1), blocker)
        app.photograph("aids-lifted")
        app.click("c2")
        self.turn("Black")

    def test_what_hangs_has_a_ring(self):
        app = self.start()
        app.key("ctrl+l")
        safe = app.still("c6", 1.2)
        alone = app.still("e6", 1.2)
        app.play("h2e2")
        app.settle()
        until("a ring around the soldier", lambda: app.still("e6", 1.2) != alone)
        self.assertEqual(app.still("c6", 1.2), safe)
        # Protected by a horse it has none.
        app.play("h9g7")
        self.assertEqual(app.still("e6", 1.2), alone)


class Notations(case.Case):
    def game_with_one_move(self, **options):
        app = self.start(**options)
        app.play("h2e2")
        return app

    def test_the_keyboard_on_a_move_tells_all_four(self):
        app = self.game_with_one_move()
        app.key("ctrl+l")
        self.status(say("aids", "if"))
        button = app.move_list()[0]
        app.click(button)
        # The pointer shows no focus, the keyboard does.
        app.key("shift+Tab", "Tab")
        self.eventually(lambda: app.move_list()[0].description, FOUR, "description")
        app.key("Escape")
        until("no notations told", lambda: FOUR not in app.move_list()[0].description)
        app.key("F6")
        self.eventually(lambda: app.move_list()[0].description, FOUR, "description")
        app.key("ctrl+l")
        until("no notations told", lambda: FOUR not in app.move_list()[0].description)

    def test_readers_of_vietnamese_have_theirs_before_the_four(self):
        app = self.game_with_one_move(settings={"LANGUAGE": "vi"})
        app.key("ctrl+l")
        self.status(say("aids", "if"))
        app.click(app.move_list()[0])
        app.key("shift+Tab", "Tab")
        self.eventually(lambda: app.move_list()[0].description, FIVE, "description")

    def test_a_pointer_that_rests_on_a_move_is_shown_all_four(self):
        app = self.game_with_one_move()
        xdo("mousemove", *app.center(app.move_list()[0]))
        until("a tooltip", lambda: len(app.windows()) == 2)
        app.photograph("notations-tooltip", "root")


class Lessons(Beside):
    """The course of the rules."""

    def open(self, page=None):
        app = self.start()
        app.key("shift+F1")
        self.meet(app, say("learn_title"))
        if page:
            self.turn_to(page)
        return app

    def turn_to(self, page):
        # What is done is told after its name.
        self.press(self.find("list item", re.escape(page) + "(?:, .+)?"))
        self.look_at(exact("lesson_board", title=page) + ".*")

    def test_a_task_is_missed_and_tried_again_solved_and_ticked_for_good(self):
        app = self.open(HORSE)
        task = say("task", "HorseWay")
        self.says(task)
        # An illegal move costs nothing.
        self.click("e3")
        self.click("e5")
        self.says(say("way", "Horse"))
        for square in ("e3", "e3", "d5", "d5", "c3"):
            self.click(square)
        missed = sentences(say("missed", "(Miss::Unsolved, _)"), say("tried", "Missed"))
        self.says(missed)
        app.photograph("lesson-missed", self.window)
        # The next press puts the pieces back.
        self.click("c3")
        self.holds("e3", say("named_piece", "Red", "Horse"))
        for square in ("e3", "d5"):
            self.click(square)
        self.says(say("moves_left", count=1))
        for square in ("d5", "e7"):
            self.click(square)
        self.says(say("solved", "Reach"))
        self.find("radio", exact("task_number", "if", number=1))
        self.find("list item", exact("page_progress", "else", title=HORSE, solved=1, count=3))
        app.photograph("lesson-solved", self.window)
        self.press(self.find("button", exact("next_task")))
        self.says(say("task", "HorseLeg"))
        self.click("e3")
        self.click("d5")
        self.says(say("refused", "HobbledLeg", piece=on_file("Red", "Soldier", 5)))
        app.photograph("lesson-refused", self.window)
        app.key("Escape", "Escape")
        app.alone()
        app.quit()
        # It goes on where it was left.
        self.open(HORSE)
        self.says(say("task", "HorseLeg"))

    def test_a_lesson_is_learnt_by_the_keyboard_alone(self):
        app = self.open()
        app.key("Return")
        aim = re.escape(say("lesson_board", title=say("beginning", 0)))

        def home(task, page=aim):
            """The board of a task has the focus, on its piece."""
            name = page + r"\. " + pattern("task_aloud", task=re.escape(say("task", task)), number=".", count=".") + ".*"
            points = until(task, lambda: (all := self.find("group", name).children())[89:] and all)
            focused = lambda: [point.name for point in points if "focused" in point.states()]
            self.eventually(lambda: [one.startswith(say("named_piece", "Red", "Chariot")) for one in focused()], [True])

        # The keyboard begins at the piece of the task.
        home("AimMove")
        app.key("Return", *["Right"] * 5, "Return")
        self.says(say("solved", "Reach"))
        app.key("alt+t")
        home("AimCapture")
        app.key("Return", *["Up"] * 4, "Return")
        self.says(say("solved", "Reach"))
        app.key("alt+t")
        home("AimTrap")
        app.key("Return", *["Up"] * 9, "Return")
        self.says(sentences(say("solved", "Checkmate"), say("page_done")))
        self.find("list item", exact("page_progress", "if", title=say("beginning", 0)))
        app.key("alt+n")
        home("BoardRiver", re.escape(say("lesson_board", title=say("beginning", 4))))
        # The first Escape lets the piece go, the second leaves.
        app.key("Return", "Escape")
        until("the window", lambda: self.window in app.windows())
        app.key("Escape")
        app.alone()
        self.turn("Red")

    def test_a_screen_reader_checkmates(self):
        self.open(CHECKMATE)
        free = re.compile(pattern("goals", "free"))
        # Not the chariot: it has the focus, and the page is read out in place of its description.
        horse = self.points["c7"]
        until(
            lambda: f"what the horse can do, but {horse.name}: {horse.description}",
            lambda: free.search(horse.description),
        )
        self.points["h5"].act()
        self.points["h8"].act()
        self.says(sentences(say("missed", "NoCheck"), say("tried", "Missed")))
        self.points["a0"].act()
        self.points["h5"].act()
        self.points["h9"].act()
        self.says(say("solved", "Checkmate"))
        self.points["c7"].act()
        self.points["d5"].act()
        self.holds("c7", say("named_piece", "Red", "Horse"))

    def test_the_cycle_is_stepped_through_to_its_ruling(self):
        app = self.open(REPETITION)
        on = self.find("button", exact("step_on"))
        self.press(on)
        counts = say("cycle_step", "Check", side="Red", round=1, move_text="R5=6")
        begun = say("steps.begun", piece=piece("Red", "Chariot"), file=6)
        attack = say("attacked", attacker=begun, victim=on_file("Black", "General", 4))
        told = sentences(counts, say("steps.attacks", attacks=attack))
        self.says(say("cycle_told", number=1, count=8, told=told))
        app.photograph("lesson-cycle", self.window)
        for _ in range(7):
            self.press(on)
        self.find("label", exact("verdict_sentence", "Check", side="Red") + ".*")
        self.find("list item", exact("page_progress", "if", title=REPETITION))
        self.holds("d9", say("named_piece", "Black", "General"))
        self.press(self.find("button", exact("step_back")))
        self.find("label", pattern("cycle_told", number="7", count="8"))

    def test_the_rulebooks_are_compared_with_a_board_for_each_difference(self):
        app = self.open(REPETITION)
        heavier = say("rulebooks", 8)
        self.find("label", re.escape(heavier))
        both = say("verdict_sentence", "HeavierAttack", side="Red")
        natures = [
            say("natures", side="Red", natures=say("conduct", "Chase")),
            say("natures", side="Black", natures=say("row", rest=say("conduct", "Chase"), next=say("natures", 0))),
        ]
        self.find("label", re.escape(sentences(both, *natures)))
        mixed = say("verdict_sentence", "Attack", side="Red")
        self.find("label", re.escape(mixed) + ".*")
        app.photograph("lesson-rulebooks", self.window)

    def test_every_page_can_be_shown_and_the_window_comes_back(self):
        app = self.open()
        rows = self.top.find("list item", ".+")
        self.assertGreater(len(rows), 15)
        for row in rows:
            app.key("Down")
        app.photograph("help-last-page", self.window)
        app.key("Escape")
        app.alone()
        app.key("shift+F1")
        app.other_window(say("learn_title"))


if __name__ == "__main__":
    case.main()
