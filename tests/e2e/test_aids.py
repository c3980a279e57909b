#!/usr/bin/python3
"""Learning aids: the toggle, what is in the way of a lifted piece, all notations of a move, lessons of the rules."""

import case
from driver import until, xdo

FOUR = "WXF letters C2=5, traditional Chinese 炮二平五, simplified Chinese 炮二平五, coordinates h2e2."


class Toggle(case.Case):
    def test_the_pieces_get_words_and_lose_them_again(self):
        app = self.start()
        bare = app.still("a0", 0.9)
        water = app.still("e4", 0.5)
        app.key("ctrl+l")
        self.status("Learning aids are on.")
        self.assertNotEqual(app.still("a0", 0.9), bare)
        until("a tinted river", lambda: app.still("e4", 0.5) != water)
        app.photograph("aids")
        app.key("ctrl+l")
        self.status("Learning aids are off.")
        self.assertEqual(app.still("a0", 0.9), bare)
        self.assertEqual(app.still("e4", 0.5), water)

    def test_the_choice_is_kept(self):
        app = self.start()
        app.key("ctrl+l")
        self.status("Learning aids are on.")
        with_words = app.still("a0", 0.9)
        app.quit()
        app = self.start()
        self.assertEqual(app.still("a0", 0.9), with_words)

    def test_a_lifted_horse_shows_and_says_who_is_in_its_way(self):
        app = self.start()
        goal, blocker = app.still("d1", 0.6), app.still("c0", 1.1)
        app.click("b0")
        self.status("Red to move")
        self.assertEqual(app.still("d1", 0.6), goal)
        app.key("Escape", "ctrl+l")
        app.click("b0")
        self.status("In this horse’s way: the elephant on c0.")
        until("a cross where it may not go", lambda: app.still("d1", 0.6) != goal)
        self.assertNotEqual(app.still("c0", 1.1), blocker)
        app.photograph("aids-lifted")
        app.click("c2")
        self.status("Black to move")

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
    def game_with_one_move(self):
        app = self.start()
        app.play("h2e2")
        return app

    def test_the_keyboard_on_a_move_shows_and_tells_all_four(self):
        app = self.game_with_one_move()
        app.key("ctrl+l")
        self.status("Learning aids are on.")
        button = app.move_list()[0]
        app.click(button)
        # The pointer shows no focus, the keyboard does.
        app.key("shift+Tab")
        self.eventually(lambda: app.move_list()[0].description, FOUR, "description")
        until("a popover", lambda: len(app.windows()) == 2)
        app.photograph("aids-notations", "root")
        app.key("Escape")
        until("no popover", lambda: len(app.windows()) == 1)
        app.key("Tab", "shift+Tab")
        until("a popover", lambda: len(app.windows()) == 2)
        app.key("ctrl+l")
        until("no popover", lambda: len(app.windows()) == 1)
        self.eventually(lambda: app.move_list()[0].description, "", "description")

    def test_a_pointer_that_rests_on_a_move_is_shown_all_four(self):
        app = self.game_with_one_move()
        xdo("mousemove", *app.centre(app.move_list()[0]))
        until("a tooltip", lambda: len(app.windows()) == 2)
        app.photograph("notations-tooltip", "root")


if __name__ == "__main__":
    case.main()
