#!/usr/bin/python3
"""The list of finished games: what it tells of them, searches, opening, sharing, deleting; damaged files."""

import os
import signal
import time

import case
from case import RED_MATES, START, board_of, info, write_game
from waiting import until
from words import exact, notes, say, sentences, ui
from x11 import clipboard, xdo


class Finished(case.Case):
    def keep(self, name, moves, result, reason, written=None, **tags):
        """Puts a finished game into the folder of the program, written on a day of its own."""
        folder = self.home.data / "chuhe" / "history"
        folder.mkdir(parents=True, exist_ok=True)
        path = write_game(folder / f"{name}.xiangqi", moves=moves, result=result, reason=reason, tags=tags)
        if written:
            os.utime(path, (written, written))
        return path

    def damage(self, name, text):
        path = self.keep(name, "", "*", None)
        path.write_text(text, encoding="utf-8")
        return path

    def begin(self):
        """Three games and a damaged file; the last game has no date but that of its file."""
        lan = dict(red="Lan", black="Minh", date="2026-11-20", time="10:00:00")
        hu = dict(red="Hu", black="Lü", date="2026-11-21", time="20:05:00")
        written = time.mktime((2026, 11, 22, 9, 30, 0, 0, 0, 0))
        self.lan = self.keep("2026-11-20 10.00.00 Lan – Minh", "h2e2 h9g7 h0g2", "1-0", "resignation", **lan)
        self.hu = self.keep("2026-11-21 20.05.00 Hu – Lü", "c3c4", "1/2-1/2", "agreement", **hu)
        self.pasted = self.keep("Red – Black", RED_MATES, "1-0", "checkmate", written)
        self.broken = self.damage("2026-11-19 10.00.00 A – B", "{")
        app = self.start()
        return app, self.show(app)

    def show(self, app):
        app.activate("finished")
        return app.dialog(ui("finished"))

    def told(self, red, black, result, rounds, date):
        """A row as it is read out."""
        players = say("as_sentence", text=say("finished.of", red=red, black=black))
        return sentences(players, result, notes(say("finished.of", count=rounds), date))

    def all(self):
        """The rows of the games."""
        red, black = say("side", "Red"), say("side", "Black")
        resigned = say("outcome", "Resignation", loser="Minh", winner="Lan")
        return [
            self.told(red, black, say("outcome", "Checkmate", winner=red), 3, "22 November 2026, 09:30"),
            self.told("Hu", "Lü", say("draw", "Agreement"), 1, "21 November 2026, 20:05"),
            self.told("Lan", "Minh", resigned, 2, "20 November 2026, 10:00"),
        ]

    def rows(self, dialog):
        return [row.name for row in dialog.node.find("list item", ".+")]

    def row(self, dialog, row):
        return until(row, lambda: dialog.node.named("list item", row))[0]

    def search(self, dialog, text, rows):
        self.app.key("ctrl+a", "Delete")
        self.app.type(text)
        self.eventually(lambda: self.rows(dialog), rows, f"rows for {text}")

    def choose(self, dialog, row, action):
        """Chooses an item of the menu of a row, which opens at the row."""
        x, y = self.app.center(self.row(dialog, row), dialog.node, dialog.window)
        self.app.choose_from_menu("finished_row", action, lambda: xdo("mousemove", x, y, "click", 3))

    def test_games_are_listed_and_found(self):
        app, dialog = self.begin()
        mate, draw, resigned = self.all()
        rows = until("four rows", lambda: len(self.rows(dialog)) == 4 and self.rows(dialog))
        self.assertEqual(rows[:3], [mate, draw, resigned])
        broken = say("as_sentence", text=self.broken.name)
        self.assertTrue(rows[3].startswith(broken), rows[3])
        self.assertTrue(dialog.node.find("label", exact("games_shown", count=4)))
        self.assertTrue(dialog.node.named("list", say("games")))
        app.photograph("finished", "root")
        for text, found in (
            ("lan", [resigned]),
            ("1/2-1/2", [draw]),
            ("2026-11-20", [resigned]),
            ("November 2026 wins", [mate, resigned]),
            ("h2e2", [resigned]),
            ("incomplete", rows[3:]),
        ):
            self.search(dialog, text, found)
        self.search(dialog, "nobody", [])
        app.photograph("finished-none", "root")
        # The search is left for the list, and the first game is opened.
        self.search(dialog, "Hu", [draw])
        app.key("Down")
        dialog.leave("Return")
        self.status(say("draw", "Agreement"))
        self.assertEqual(app.piece("c4"), "red soldier")
        # Enter at once opens what the text finds, not what was listed before it.
        dialog = self.show(app)
        until("rows", lambda: self.rows(dialog))
        app.type("lan")
        dialog.leave("Return")
        self.eventually(lambda: app.piece("c4"), "empty")

    def test_a_game_is_opened_by_a_click_after_a_question(self):
        app, dialog = self.begin()
        app.key("Escape")
        app.alone()
        app.play("b2e2")
        dialog = self.show(app)
        dialog.click(self.row(dialog, self.all()[2]))
        app.dialog(say("ask_save")).answer(say("discard"))
        self.status(say("outcome", "Resignation", loser="Minh", winner="Lan"))
        self.assertEqual(app.piece("b2"), "red cannon")

    def test_what_is_deleted_comes_back_until_the_list_is_left(self):
        app, dialog = self.begin()
        mate, draw, resigned = self.all()
        self.row(dialog, draw)
        app.key("Down", "Down", "Delete", "Delete")
        self.eventually(lambda: self.rows(dialog)[:1], [mate], "rows")
        self.assertEqual(len(self.rows(dialog)), 2)
        self.assertTrue(dialog.node.named("label", say("deleted_games", count=2)))
        app.photograph("finished-deleted", "root")
        app.key("ctrl+z")
        self.eventually(lambda: self.rows(dialog)[:3], [mate, draw, resigned], "rows")
        # The focus is where it was; the damaged file is the last one.
        app.key("End", "Delete")
        self.eventually(lambda: self.rows(dialog), [mate, draw, resigned], "rows")
        # The message before it goes slowly.
        undo = until("undo", lambda: len(found := dialog.node.named("button", say("undo_delete"))) == 1 and found)
        dialog.click(undo[0])
        self.eventually(lambda: len(self.rows(dialog)), 4, "number of rows")
        self.choose(dialog, self.rows(dialog)[3], "game.delete")
        self.eventually(lambda: self.rows(dialog), [mate, draw, resigned], "rows")
        until("the end of the file", lambda: not self.broken.exists())
        dialog.leave("ctrl+w")
        self.assertEqual(len(self.home.history()), 3)

    def test_what_is_deleted_is_gone_however_the_program_ends(self):
        for end in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(end=end):
                app, dialog = self.begin()
                before = self.lan.read_bytes()
                self.row(dialog, self.all()[0])
                app.key("Down", "Down", "Down", "Delete")
                until("the end of the file", lambda: not self.lan.exists())
                app.key("ctrl+z")
                until("the file", self.lan.exists)
                self.assertEqual(self.lan.read_bytes(), before)
                self.eventually(lambda: len(self.rows(dialog)), 4, "number of rows")
                app.key("End", "Delete")
                until("the end of the file", lambda: not self.broken.exists())
                app.kill(end)
                self.assertEqual(len(self.home.history()), 3)

    def test_a_game_that_goes_on_is_not_finished(self):
        app = self.start()
        app.play("h2e2")
        for _ in range(2):
            app.activate("resign")
            app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Black"))
            until("the game in the history", self.home.history)
            app.key("Escape", "ctrl+z")
            self.eventually(self.home.history, [], "finished games")

    def test_a_game_is_shared(self):
        app, dialog = self.begin()
        _, draw, resigned = self.all()
        self.choose(dialog, draw, "game.copy")
        until("the game on the clipboard", lambda: '[Red "Hu"]' in clipboard())
        until("what was done", lambda: dialog.node.named("label", say("copied_game")))
        copy = self.home.games / "copy.xiangqi"
        self.choose(dialog, resigned, "game.save")
        app.choose_file(copy)
        until("the copy", copy.exists)
        self.assertEqual(info(copy)["tags"]["black"], "Minh")
        picture = self.home.games / "last.png"
        self.choose(dialog, resigned, "game.picture")
        app.choose_file(picture)
        until("the picture", picture.exists)
        self.choose(dialog, resigned, "game.replay")
        app.dialog(ui("replay")).leave("Escape")
        # What is on the board stays there.
        dialog.leave("ctrl+w")
        self.assertEqual(app.position(), board_of(START))

    def test_nothing_yet(self):
        app = self.start()
        self.show(app)
        app.photograph("finished-empty", "root")
        app.key("Escape")
        app.alone()
        # A game without a date is kept under that of its end.
        app.open(self.game(moves="h2e2"))
        self.turn("Black")
        app.activate("resign")
        app.dialog(say("ask_who_resigns")).answer(say("side_resigns", "Black"))
        [kept] = until("the game in the history", self.home.history)
        self.assertRegex(kept.name, r"\A\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d Red – Black\.xiangqi\Z")

    def test_looks(self):
        self.begin()
        self.app.kill()
        app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        dialog = self.show(app)
        self.row(dialog, self.all()[0])
        xdo("windowsize", dialog.window, 360, 640)
        app.photograph("finished-dark-narrow", "root")


if __name__ == "__main__":
    case.main()
