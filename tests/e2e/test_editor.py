#!/usr/bin/python3
"""Setting up a position: by mouse, by keys, as a text; what is said against it, and the game that begins from it."""

import json
import re
import subprocess

import case
from case import START, board_of
from driver import named_points, read_point
from waiting import steady, until
from words import detail, exact, piece, say, sentences, ui
from x11 import clipboard, put_on_clipboard, xdo

TITLE = ui("editor")
PLAYABLE = [say("playable")]
# Three soldiers too many, and each of them on a point where it can never come.
CROWD = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBPPPBNR w - - 0 1"
# A study: Red to move.
# An ending to be practiced: Black's general is bare.
ENDING = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
STUDY = "3k5/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1"


def fault(which, **parts):
    """What is said against playing an arrangement: what is wrong, and what can be done about it."""
    return sentences(say("position_fault", which, **parts), say("objection", which))


class Editor:
    """The editor over the window."""

    def __init__(self, app):
        self.app, self.dialog = app, app.dialog(TITLE)
        self.node, self.window = self.dialog.node, self.dialog.window
        self.points = until("ninety named points", self._named_points)

    def _named_points(self):
        return named_points(self.node.first("group", exact("board")))

    def position(self):
        names = [read_point(point.name) for point in self.points.values()]
        return {square: piece for square, piece in names if piece != "empty"}

    def piece(self, square):
        return read_point(self.points[square].name)[1]

    def fen(self):
        return self.node.first("text box", re.escape(ui("editor", "fen")))

    def said(self):
        """What is listed for or against playing."""
        return self.node.first("list", re.escape(ui("editor", "verdict"))).names_of("label")

    def error(self):
        """What is said of a text that is no FEN; where nothing is, newer releases of GTK tell the tooltip."""
        told = self.fen().description
        return "" if told == ui("editor", "fen", "tooltip-text") else told

    def button(self, name):
        return self.node.named("button", name)[0]

    def in_tray(self, side, kind):
        return self.node.named("radio", say("named_piece", side, kind))[0]

    def turn(self, side):
        """The choice of the side to move."""
        return self.node.named("radio", ui("editor", side))[0]

    def place(self, target):
        """Where a point or a widget is on the screen."""
        node = self.points[target] if isinstance(target, str) else target
        return self.app.center(node, self.node, self.window)

    def click(self, target, button=1):
        xdo("mousemove", *self.place(target), "click", button)

    def drag(self, start, goal):
        (x, y), (to_x, to_y) = self.place(start), goal if isinstance(goal, tuple) else self.place(goal)
        steps = [
            word for step in range(1, 9) for word in ("mousemove", x + (to_x - x) * step // 8, y + (to_y - y) * step // 8)
        ]
        xdo("mousemove", x, y, "mousedown", 1, *steps, "mouseup", 1)


class Case(case.Case):
    glides = False

    def edit(self, *files, **options):
        app = self.start(*files, **options)
        app.key("ctrl+e")
        return Editor(app)

    def holds(self, editor, fen):
        self.eventually(editor.position, board_of(fen), "position")
        self.eventually(lambda: editor.fen().text(), fen, "FEN")

    def says(self, editor, *sentences):
        self.eventually(editor.said, list(sentences) or PLAYABLE, "verdict")
        sensitive = "sensitive" in editor.button(ui("editor", "play")).states()
        self.assertEqual(sensitive, not sentences, "Play")


class Mouse(Case):
    def test_it_begins_with_the_position_that_is_shown(self):
        editor = self.edit(self.game(moves="h2e2 h9g7"))
        self.eventually(lambda: editor.piece("g7"), "black horse")
        self.assertEqual(editor.piece("e2"), "red cannon")
        self.assertIn("checked", editor.turn("red").states())
        self.says(editor)

    def test_pieces_are_dragged_from_the_tray_over_the_board_and_off_it(self):
        editor = self.edit()
        editor.drag(editor.in_tray("Red", "Chariot"), "e4")
        self.eventually(lambda: editor.piece("e4"), "red chariot")
        self.says(editor, fault("TooMany", pieces=say("counted_pieces", "Red", "Chariot", count=3), most=2))
        # What has the keyboard tells what is announced; later it tells of itself again.
        editor.drag("e4", "e5")
        self.eventually(lambda: editor.piece("e5"), "red chariot")
        chariot = editor.in_tray("Red", "Chariot")
        self.eventually(lambda: chariot.description, say("tray_count_spoken", count=3, all=2))
        self.assertEqual(editor.piece("e4"), "empty")
        # On the tray, or anywhere else beside the board, it is gone.
        editor.drag("e5", editor.in_tray("Red", "Chariot"))
        self.eventually(lambda: editor.piece("e5"), "empty")
        self.holds(editor, START + " - - 0 1")
        self.says(editor)
        # What is dropped beside the board stays in the tray.
        editor.drag(editor.in_tray("Black", "Horse"), editor.button(ui("editor", "editor.clear")))
        editor.drag(editor.in_tray("Black", "Horse"), "c5")
        self.eventually(lambda: editor.piece("c5"), "black horse")
        self.assertEqual(len(editor.position()), 33)
        # Back on its own point it stays, too.
        x, y = editor.place("c5")
        xdo("mousemove", x, y, "mousedown", 1, "mousemove", x + 15, y, "mousemove", x + 30, y)
        xdo("mousemove", x + 15, y, "mousemove", x + 2, y, "mouseup", 1)
        self.app.key("ctrl+z")
        self.holds(editor, START + " - - 0 1")

    def test_a_chosen_piece_is_dragged_from_the_tray_too(self):
        editor = self.edit()
        editor.click(editor.button(ui("editor", "editor.clear")))
        chariot = editor.in_tray("Red", "Chariot")
        editor.click(chariot)
        until("a chosen piece", lambda: "pressed" in chariot.states())
        for square in ("e4", "c5"):
            editor.drag(chariot, square)
            self.eventually(lambda: editor.piece(square), "red chariot", square)

    def test_a_piece_chosen_in_the_tray_is_put_by_every_click(self):
        editor = self.edit()
        editor.click(editor.button(ui("editor", "editor.clear")))
        self.eventually(editor.position, {}, "position")
        self.says(editor, fault("NoGeneral", side="Red"), fault("NoGeneral", side="Black"))
        editor.click(editor.in_tray("Black", "Soldier"))
        until("the tray's mark", lambda: "checked" in editor.in_tray("Black", "Soldier").states())
        for square in ("a0", "b5", "i9"):
            editor.click(square)
            self.eventually(lambda: editor.piece(square), "black soldier")
        editor.click("a0")
        self.eventually(lambda: editor.piece("a0"), "empty")
        self.app.key("Escape")
        until("no mark", lambda: "pressed" not in editor.in_tray("Black", "Soldier").states())
        # Without a piece from the tray a click lifts, and another one puts down.
        editor.click("b5")
        editor.click("c5")
        self.eventually(editor.position, {"c5": "black soldier", "i9": "black soldier"}, "position")

    def test_a_right_click_takes_a_piece_away(self):
        editor = self.edit()
        editor.click("e0", button=3)
        self.eventually(lambda: editor.piece("e0"), "empty")
        self.says(editor, fault("NoGeneral", side="Red"))
        editor.click("e5", button=3)
        self.app.key("ctrl+z")
        self.eventually(lambda: editor.piece("e0"), "red general")
        self.app.key("ctrl+shift+z")
        self.eventually(lambda: editor.piece("e0"), "empty")

    def test_the_buttons_turn_mirror_swap_and_begin_anew(self):
        editor = self.edit()
        put_on_clipboard("  R2k5/9/9/9/4P4/9/9/9/9/5K3 b\n")
        editor.click(editor.button(ui("editor", "editor.paste")))
        self.holds(editor, "R2k5/9/9/9/4P4/9/9/9/9/5K3 b - - 0 1")
        editor.click(editor.button(ui("editor", "editor.mirror")))
        self.holds(editor, "5k2R/9/9/9/4P4/9/9/9/9/3K5 b - - 0 1")
        editor.click(editor.turn("red"))
        self.says(editor, fault("OpponentInCheck", side="Black"))
        editor.click(editor.button(ui("editor", "editor.swap")))
        self.holds(editor, "5k3/9/9/9/9/4p4/9/9/9/r2K5 b - - 0 1")
        editor.click(editor.button(ui("editor", "editor.start")))
        self.holds(editor, START + " - - 0 1")
        before = steady("the board", lambda: editor.place("a0"))[1]
        # By its action: the buttons move while the reasons above them go.
        editor.button(ui("editor", "editor.flip")).act()
        until("the other way up", lambda: editor.place("a0")[1] < before - 100)
        self.holds(editor, START + " - - 0 1")
        editor.drag(editor.in_tray("Red", "Horse"), "a5")
        self.eventually(lambda: editor.piece("a5"), "red horse")


class Keys(Case):
    def test_everything_goes_by_keys(self):
        editor = self.edit()
        app = self.app
        app.key("ctrl+Delete")
        self.eventually(editor.position, {}, "position")
        # The cursor begins at Red's general.
        app.key("K", "Up", "Up", "R", "Left", "n", "Left", "C", "BackSpace")
        self.eventually(editor.position, {"e0": "red general", "e2": "red chariot", "d2": "black horse"}, "position")
        app.key("Right", "Right", "Delete", "Up", "Up", "Return")
        app.key("Left", "Left", "k")
        there = {"e0": "red general", "d2": "black horse", "c4": "black general"}
        self.eventually(editor.position, there, "position")
        self.says(editor, fault("Misplaced", piece=piece("Black", "General"), point=say("place", file=3, rank=5)))
        app.key("t")
        self.says(
            editor, fault("Misplaced", piece=piece("Black", "General"), point=say("place", file=3, rank=5)), fault("OpponentInCheck", side="Red")
        )
        app.key("t")
        # A piece is lifted and put down as in a game.
        app.key("Return", "Right", "Up", "Up", "Up", "Up", "Up", "Return")
        self.eventually(lambda: editor.piece("d9"), "black general")
        self.says(editor)
        app.key("m")
        self.eventually(lambda: editor.piece("f9"), "black general")
        app.key("ctrl+Home")
        self.holds(editor, START + " - - 0 1")
        app.key("ctrl+Return")
        app.alone()
        app.play("h2e2")

    def test_its_keys_are_listed(self):
        editor = self.edit()
        self.app.key("ctrl+question")

        def listed(title):
            return [node for top in self.app.over() for node in top.called(title.__eq__)]

        for title in (say("actions.mirror"), say("actions.play"), say("editor_keys", "Delete BackSpace")):
            until(title, lambda: listed(title))
        self.app.key("Escape")
        until("two windows", lambda: len(self.app.windows()) == 2)
        # As a window manager would.
        xdo("windowfocus", editor.window)
        self.app.key("Delete")
        self.eventually(lambda: editor.piece("e0"), "empty")

    def test_the_trays_are_reached_by_tab(self):
        editor = self.edit()
        seen = []

        def reached(role, name):
            for _ in range(40):
                self.app.key("Tab")
                focus = editor.dialog.focused()
                seen.extend(focus)
                if (role, name) in focus:
                    return True
            return False

        self.assertTrue(reached("radio", say("named_piece", "Red", "Advisor")), seen)
        self.app.key("space")
        until("the tray's mark", lambda: "checked" in editor.in_tray("Red", "Advisor").states())
        self.assertTrue(reached("radio", say("named_piece", "Black", "Soldier")), seen)

    def test_escape_lets_go_first_and_then_closes(self):
        editor = self.edit()
        editor.click(editor.in_tray("Red", "Horse"))
        editor.click("e5")
        self.app.key("Escape")
        until("no mark", lambda: "pressed" not in editor.in_tray("Red", "Horse").states())
        editor.dialog.press("Escape")
        self.assertEqual(self.app.position(), board_of(START))
        # What was arranged is not lost: it is one step back.
        self.app.key("ctrl+e")
        editor = Editor(self.app)
        self.holds(editor, START + " - - 0 1")
        self.app.key("ctrl+z")
        self.eventually(lambda: editor.piece("e5"), "red horse")


class Text(Case):
    def test_every_reason_is_listed(self):
        editor = self.edit()
        put_on_clipboard("3Rk4/9/9/9/9/a8/9/9/RR6P/4K4 w")
        self.app.key("ctrl+v")
        self.says(
            editor,
            fault("TooMany", pieces=say("counted_pieces", "Red", "Chariot", count=3), most=2),
            fault("Misplaced", piece=piece("Red", "Soldier"), point=say("place", file=1, rank=2)),
            fault("Misplaced", piece=piece("Black", "Advisor"), point=say("place", file=1, rank=5)),
            fault("GeneralsFace"),
            fault("OpponentInCheck", side="Black"),
        )
        put_on_clipboard("R3k4/1R7/9/9/9/9/9/9/9/3K5 b")
        self.app.key("ctrl+v")
        self.says(editor, say("over_at_once", end=say("outcome", "Checkmate", winner="Red")))

    def test_what_is_no_fen_is_said_and_changes_nothing(self):
        editor = self.edit()
        for text, said in (
            ("Hello", say("fen_error", count=1)),
            ("4k4/9/9/9/8/9/9/9/9/4K4 w", say("fen_error", "RowLength { row, points } =>", row=say("fen_row", number=5), points=8)),
            (
                "4k4/9/9/9/9/9/9/9/9/4Q4 w",
                say("fen_error", letter="Q", row=say("fen_row", "Rank::COUNT")),
            ),
        ):
            put_on_clipboard(text)
            self.app.key("ctrl+v")
            self.eventually(editor.error, said, "error")
            self.assertIn(said, [node.name for node in editor.node.find("label", ".*")])
            self.assertEqual(editor.fen().text(), text)
            self.assertEqual(editor.position(), board_of(START))
            # The board is not what was asked for: nothing is played until the text is right or gone.
            self.says(editor, say("text_unread"))
            self.app.key("ctrl+Return")
            self.says(editor, say("text_unread"))
        self.app.key("Escape")
        self.eventually(editor.error, "", "error")
        self.holds(editor, START + " - - 0 1")
        self.says(editor)
        put_on_clipboard("Hello")
        self.app.key("ctrl+v")
        self.says(editor, say("text_unread"))
        editor.drag("a0", "a1")
        self.says(editor)
        self.app.key("ctrl+z")
        self.holds(editor, START + " - - 0 1")

    def test_a_board_upside_down_is_turned_by_a_button(self):
        editor = self.edit()
        put_on_clipboard("RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr w")
        self.app.key("ctrl+v")
        self.says(editor, fault("UpsideDown"), say("turn_around"))
        self.app.photograph("upside-down", editor.window)
        editor.click(editor.button(say("turn_around")))
        self.says(editor)
        self.holds(editor, START + " - - 0 1")
        self.app.key("ctrl+z")
        self.says(editor, fault("UpsideDown"), say("turn_around"))

    def test_the_text_is_written_by_hand(self):
        editor = self.edit()
        editor.click(editor.fen())
        self.app.key("ctrl+a")
        self.app.type("4k4/9/9/9/9/9/9/9/9")
        until("an error", lambda: say("fen_error", count=9) in editor.error())
        self.says(editor, say("text_unread"))
        self.assertEqual(editor.position(), board_of(START))
        self.app.type("/R2K5 b")
        self.eventually(editor.position, board_of("4k4/9/9/9/9/9/9/9/9/R2K5"), "position")
        self.eventually(editor.error, "", "error")
        self.app.key("Return")
        self.eventually(lambda: editor.fen().text(), "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", "FEN")
        editor.click(editor.button(ui("editor", "editor.copy")))
        self.eventually(clipboard, "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", "clipboard")
        # All that was written is one step.
        editor.click(editor.button(ui("editor", "editor.undo")))
        self.holds(editor, START + " - - 0 1")


class Refused(Case):
    FACING = "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"

    def refused(self, heading):
        question = self.app.dialog(heading)
        reasons = say("position_fault", "GeneralsFace")
        self.assertEqual(question.body, say("refused_position", reasons=reasons))
        question.leave("Return")
        editor = Editor(self.app)
        self.holds(editor, self.FACING)
        self.says(editor, fault("GeneralsFace"))
        return editor

    def test_a_position_that_cannot_be_pasted_is_set_up(self):
        self.app = self.start()
        self.app.key("ctrl+e")
        editor = Editor(self.app)
        editor.click("a0", button=3)
        editor.dialog.press("Escape")
        put_on_clipboard(self.FACING)
        self.app.key("ctrl+v")
        editor = self.refused(say("cannot_paste"))
        # Earlier edits are one step back, as ever.
        self.app.key("ctrl+z")
        self.eventually(lambda: len(editor.position()), 31)

    def test_a_file_that_cannot_be_opened_is_set_up_and_played(self):
        path = self.home.games / "facing.txt"
        path.write_text(self.FACING, encoding="utf-8")
        self.app = self.start(path)
        editor = self.refused(say("cannot_open", name=path.name))
        editor.drag("e0", "d0")
        self.says(editor)
        self.app.key("ctrl+Return")
        self.app.alone()
        self.app.play("e9e8")

    def test_what_has_no_pieces_is_not_set_up(self):
        app = self.start()
        put_on_clipboard("9/9/9/9/9/9/9/9/9/9 w")
        app.key("ctrl+v")
        question = app.dialog(say("cannot_paste"))
        self.assertEqual(list(question.buttons()), [say("close")])
        question.press("Escape")


class Play(Case):
    @case.smoke
    def test_a_game_begins_and_its_file_has_the_start(self):
        editor = self.edit()
        app = self.app
        put_on_clipboard(STUDY)
        app.key("ctrl+v")
        self.holds(editor, STUDY)
        editor.dialog.answer(ui("editor", "play"))
        self.eventually(app.position, board_of(STUDY), "position")
        self.title(say("turn", side="Red"))
        app.play("e5e7 d9d8")
        self.title(say("turn", side="Red"))
        app.key("ctrl+s")
        path = self.home.games / "study.xiangqi"
        app.choose_file(path)
        until("the file", path.exists)
        written = json.loads(path.read_text())
        self.assertEqual(written["start"], STUDY)
        self.assertEqual([move["move"] for move in written["moves"]], ["e5e7", "d9d8"])
        app.open(path)
        self.eventually(lambda: app.piece("e7"), "red chariot")

    def test_an_unsaved_game_is_asked_about_and_may_stay(self):
        app = self.start()
        app.play("h2e2 h9g7")
        played = app.position()
        app.key("ctrl+e")
        editor = Editor(app)
        put_on_clipboard(STUDY)
        app.key("ctrl+v")
        self.holds(editor, STUDY)
        app.key("ctrl+Return")
        app.dialog(say("ask_save")).leave("Escape")
        # The editor is there again, as it was.
        editor = Editor(app)
        self.holds(editor, STUDY)
        self.assertEqual(app.position(), played)
        app.key("ctrl+Return")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.position, board_of(STUDY), "position")
        self.assertEqual(app.moves(), [])
        app.play("e5e9")

    def test_the_computer_plays_the_position_and_the_shown_one(self):
        editor = self.edit()
        app = self.app
        put_on_clipboard(ENDING)
        app.key("ctrl+v")
        self.holds(editor, ENDING)
        (button,) = editor.node.named("button", ui("editor", "opponent"))
        self.assertIn("sensitive", button.states())
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        dialog.tab_to(("combo box", ui("opponent_chooser", "opponent")))
        app.key("space", "End", "Return")
        until("the level", lambda: dialog.node.named("combo box", ui("opponent_chooser", "level")))
        dialog.answer(ui("new_game", "start"))
        self.eventually(app.position, board_of(ENDING), "position")
        app.play("a0a1")
        self.eventually(lambda: len(app.moves()), 2, "moves")
        until("the choice", self.home.settings)
        self.assertTrue(self.home.settings()["opponent"]["computer"])
        # A new game may begin from what is on the board.
        shown = app.position()
        app.key("ctrl+n")
        dialog = app.dialog(ui("new_game"))
        dialog.tab_to(("switch", ui("new_game", "here_row")))
        app.key("space")
        dialog.answer(ui("new_game", "start"))
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.moves, [], "moves")
        self.assertEqual(app.position(), shown)

    def test_the_agreement_of_the_last_game_holds(self):
        self.home.prefer(rulebook="casual")
        app = self.start(self.game(moves="h2e2"))
        app.key("ctrl+n")
        app.dialog(ui("new_game"))
        app.key("alt+r", "ctrl+a")
        app.type("Hu")
        app.dialog(ui("new_game")).answer(ui("new_game", "start"))
        app.key("ctrl+e")
        editor = Editor(app)
        put_on_clipboard(STUDY)
        app.key("ctrl+v")
        self.holds(editor, STUDY)
        editor.dialog.answer(ui("editor", "play"))
        self.eventually(app.position, board_of(STUDY), "position")
        details = app.details()
        self.assertIn(detail("red", "Hu"), details)
        self.assertIn(detail("repetition", say("rulebook", "Casual")), details)


class Looks(Case):
    def look(self, name, size, dark=False):
        editor = self.edit(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"} if dark else None)
        xdo("windowsize", editor.window, *size)
        put_on_clipboard(CROWD)
        self.app.key("ctrl+v")
        until("the reasons", lambda: len(editor.said()) == 5)
        self.app.photograph(name, editor.window)
        return editor

    def test_light(self):
        self.look("editor-light", (900, 760))

    def test_dark(self):
        self.look("editor-dark", (900, 760), dark=True)

    def test_narrow(self):
        editor = self.look("editor-narrow", (360, 640))
        (*_, width, height) = editor.node.area()
        self.assertLessEqual(width, 360)
        self.assertLessEqual(height, 640)
        # The whole board and both trays are there to be used.
        editor.drag(editor.in_tray("Black", "Cannon"), "i5")
        self.eventually(lambda: editor.piece("i5"), "black cannon")
        editor.drag(editor.in_tray("Red", "General"), "e1")
        self.eventually(lambda: editor.piece("e1"), "red general")
        editor.click("a9", button=3)
        self.eventually(lambda: editor.piece("a9"), "empty")
        # What is said of a text that is no FEN comes into view.
        put_on_clipboard("4k4/9/9")
        self.app.key("ctrl+v")
        said = say("fen_error", count=3)

        def seen():
            (x, y, width, height) = editor.node.find("label", said)[0].area()
            return height > 0 and y + height <= editor.node.area().height

        until("the error in the window", seen)


if __name__ == "__main__":
    case.main()
