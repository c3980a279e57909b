#!/usr/bin/python3
"""Playing: by mouse, by dragging, by keys, by a screen reader's action; complete games."""

import time

import case
import tree
from case import BLACK_MATES, RED_MATES, START, board_of, info
from driver import point_name
from waiting import until
from words import on_file, say, ui


class Games(case.Case):
    @case.smoke
    def test_a_game_by_clicks_to_checkmate(self):
        app = self.start()
        self.title(say("turn", side="Red"))
        app.play(RED_MATES)
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.title(say("outcome_brief", "Red"))
        self.assertEqual(len(app.moves()), 5)
        kept = until("the game in the history", self.home.history)
        self.assertEqual(len(kept), 1)
        game = info(kept[0])
        self.assertEqual((game["result"], game["reason"]), ("1-0", "checkmate"))
        self.assertEqual(game["moves"], RED_MATES.split())
        self.assertEqual(game["warnings"], [])
        # The board stays and can be browsed.
        app.key("Home")
        self.eventually(app.position, board_of(START), "position")
        self.status(say("past"))
        app.key("Page_Down")
        self.eventually(lambda: app.piece("c2"), "red cannon")
        self.status(say("past", side="Red", round=1, move_text="C8=7"))
        app.key("End")
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.assertEqual(app.piece("c9"), "red cannon")

    def test_a_game_by_dragging_to_checkmate(self):
        app = self.start()
        app.play(BLACK_MATES, app.drag)
        self.status(say("outcome", "Checkmate", winner="Black"))
        self.title(say("outcome_brief", "Black"))
        game = info(until("the game in the history", self.home.history)[0])
        self.assertEqual((game["result"], game["reason"]), ("0-1", "checkmate"))
        self.assertEqual(game["moves"], BLACK_MATES.split())

    def test_after_the_end_nothing_moves(self):
        app = self.start()
        app.play(RED_MATES)
        before = app.position()
        app.press_move("a9a8")
        self.status(say("refusal", "Over"))
        self.assertEqual(app.position(), before)
        app.key("ctrl+z")
        self.turn("Red")
        app.key("ctrl+shift+z")
        self.status(say("outcome", "Checkmate", winner="Red"))
        # The same game, finished once more, is kept once.
        self.assertEqual(len(self.home.history()), 1)


class Mouse(case.Case):
    def test_another_own_piece_is_chosen_instead(self):
        app = self.start()
        app.click("h2")
        app.click("b2")
        app.click("d2")
        self.eventually(lambda: app.piece("d2"), "red cannon")
        self.assertEqual((app.piece("b2"), app.piece("h2")), ("empty", "red cannon"))

    def test_a_second_press_lets_go(self):
        app = self.start()
        app.click("h2")
        app.click("h2")
        app.click("e2")
        app.play("b2d2")
        self.assertEqual(app.piece("h2"), "red cannon")

    def test_a_chosen_piece_and_its_targets_are_marked(self):
        app = self.start()
        bare = app.still("h5"), app.still("h2"), app.still("h9", 1.2)
        app.click("h2")
        until("a dot on h5", lambda: app.pixels("h5") != bare[0])
        until("a mark on h2", lambda: app.pixels("h2") != bare[1])
        until("a ring on h9", lambda: app.pixels("h9", 1.2) != bare[2])
        app.key("Escape")
        self.eventually(lambda: (app.pixels("h5"), app.pixels("h2"), app.pixels("h9", 1.2)), bare, "pixels")

    def test_a_drag_off_the_board_glides_back(self):
        app = self.start()
        app.click("h2")
        chosen = app.still("h2")
        empty = app.still("h5")
        app.lift("h2", "h4", (2, app.at("h4")[1]))
        until("h2 without its piece", lambda: app.pixels("h2") != chosen)
        app.drop()
        self.eventually(lambda: app.pixels("h2"), chosen, "the chosen piece")
        self.eventually(lambda: app.pixels("h5"), empty, "the dot")
        self.assertEqual(app.position(), board_of(START))
        self.turn("Red")
        # It is still in the hand.
        app.click("e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")

    def test_an_illegal_drag_is_refused_and_glides_back(self):
        app = self.start()
        app.click("h0")
        chosen = app.still("h0", 0.5)
        app.lift("h0", "f1")
        until("h0 without its piece", lambda: app.pixels("h0", 0.5) != chosen)
        app.drop()
        self.status(say("refused", "HobbledLeg", piece=on_file("Red", "Elephant", 3)))
        self.eventually(lambda: app.pixels("h0", 0.5), chosen, "the chosen piece")
        self.assertEqual(app.position(), board_of(START))
        # It is still in the hand for another try.
        app.click("g2")
        self.eventually(lambda: app.piece("g2"), "red horse")

    def test_a_piece_that_is_held_follows_the_pointer(self):
        app = self.start()
        over = app.still("e5", 0.8)
        app.lift("h2", "e5")
        until("a piece over e5", lambda: app.pixels("e5", 0.8) != over)
        app.screenshot("dragged")
        app.lift("h2", "e2")
        app.drop()
        self.eventually(lambda: app.piece("e2"), "red cannon")

    def test_without_animations_a_move_is_there_at_once(self):
        self.home.stand_still()
        app = self.start()
        app.play("h2e2 h9g7")
        app.drag("h0g2")
        self.eventually(lambda: app.piece("g2"), "red horse")


class Keyboard(case.Case):
    @case.smoke
    def test_arrows_and_enter_play(self):
        app = self.start()
        app.click("e1")
        app.key("Right", "Right", "Right", "Up")
        self.eventually(app.focused, ["h2 red cannon"], "focus")
        app.key("Return", "Left", "Left", "Left", "Return")
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.eventually(app.focused, ["e2 red cannon"], "focus")
        # Black answers with the space bar.
        app.key(*["Up"] * 7, *["Right"] * 3, "space", "Left", "Down", "Down", "space")
        self.eventually(lambda: app.piece("g7"), "black horse")

    def test_the_board_has_the_keyboard_at_first(self):
        app = self.start()
        app.key("Right", "Up")
        self.eventually(app.focused, ["f1 empty"], "focus")

    def test_the_cursor_is_seen_however_long_a_player_thinks(self):
        app = self.start()
        app.settle()
        for square in ("e1", "e2"):
            before = app.still(square)
            # GTK itself shows where the focus is for three seconds.
            time.sleep(3.6)
            app.key("Up")
            until("the cursor", lambda: app.is_on_board() and app.pixels(square) != before)
        app.click("a4")
        time.sleep(0.5)
        before = app.still("a5")
        app.key("Up")
        until("the cursor after a click", lambda: app.pixels("a5") != before)

    def test_the_cursor_stays_at_the_edge(self):
        app = self.start()
        app.click("e1")
        app.key(*["Left"] * 12, *["Down"] * 12)
        self.eventually(app.focused, ["a0 red chariot"], "focus")
        app.key(*["Right"] * 12, *["Up"] * 12)
        self.eventually(app.focused, ["i9 black chariot"], "focus")

    def test_escape_lets_go(self):
        app = self.start()
        app.click("h2")
        app.key("Escape")
        app.click("e2")
        app.play("b2d2")
        self.assertEqual(app.piece("h2"), "red cannon")

    def test_tab_enters_and_leaves_the_board_at_once(self):
        app = self.start()
        app.click("h2")
        self.eventually(app.focused, ["h2 red cannon"], "focus")
        app.key("Tab")
        until("the keyboard elsewhere", lambda: app.focused() and not app.is_on_board())
        app.key("shift+Tab")
        self.eventually(app.focused, ["h2 red cannon"], "focus")

    def test_the_arrows_follow_the_eye_on_a_turned_board(self):
        app = self.start()
        app.click("e0")
        app.key("F2", "Down", "Right")
        # Red's general is at the top now: down is away from it, right is towards file a.
        self.eventually(app.focused, ["d1 empty"], "focus")


class ScreenReader(case.Case):
    def test_ninety_points_have_names_and_an_action(self):
        app = self.start()
        names = [point.name for point in app.points.values()]
        self.assertEqual(len(set(names)), 90)
        there = board_of(START)
        for square, point in app.points.items():
            self.assertEqual(point.name, point_name(square, there.get(square, "empty")))
            self.assertEqual(point.role, "grid cell")
            self.assertIn("focusable", point.states())
        self.assertTrue(app.act("h2"))
        self.assertTrue(app.act("e2"))
        self.eventually(lambda: app.points["e2"].name, point_name("e2", "red cannon"))
        self.eventually(lambda: app.points["h2"].name, point_name("h2", "empty"))

    def test_no_button_is_without_a_name(self):
        app = self.start()
        app.play("h2e2")
        names = self.buttons()
        self.assertEqual([name for name in names if not name or name.startswith("Gtk") or name.endswith(": ")], [])

    def test_no_name_is_said_twice(self):
        self.start()
        halves = [(name[: len(name) // 2].strip(), name[len(name) // 2 :].strip()) for name in self.buttons()]
        self.assertEqual([first for first, second in halves if first == second], [])

    def test_no_description_says_the_name_again(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+n")
        self.assertEqual(self.doubled(app.dialog(ui("new_game")).node), [])
        app.key("Return")
        self.assertEqual(self.doubled(app.dialog(say("ask_save")).node), [])
        app.key("Escape")
        app.alone()
        self.assertEqual(self.doubled(app.frame()), [])

    def doubled(self, top):
        nodes = top.walk()
        return [name for name, about in zip(tree.names(nodes), tree.descriptions(nodes)) if name and name == about]

    def test_the_menu_gives_the_keyboard_back(self):
        app = self.start()
        self.assertTrue(app.is_on_board())
        app.key("F10")
        until("a menu", lambda: len(app.windows()) > 1)
        app.key("Escape")
        app.alone()
        until("the board", app.is_on_board)

    def buttons(self):
        return self.app.frame().names_of("button")


class Flip(case.Case):
    def test_f2_turns_the_board_round(self):
        app = self.start()
        before = self.places()
        app.key("F2")
        self.eventually(lambda: self.places() != before, True)
        after = self.places()
        for square in app.points:
            turned = case.FILES[8 - case.FILES.index(square[0])] + case.RANKS[9 - int(square[1])]
            self.assertEqual(after[square], before[turned], square)
        # A rotation keeps left and right of each side: nothing else has changed.
        self.assertEqual(app.position(), board_of(START))
        app.settle()
        app.play("h2e2 h9g7")
        app.click(app.button(ui("window", "win.flip")))
        self.eventually(self.places, before, "places")

    def places(self):
        areas = {square: point.area() for square, point in self.app.points.items()}
        return {square: (area.x, area.y) for square, area in areas.items()}


if __name__ == "__main__":
    case.main()
