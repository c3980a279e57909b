#!/usr/bin/python3
"""Files of many games: the list of them, searches, opening one after another, saving one into its place."""

import os
import re
import time
from pathlib import Path

import case
from waiting import until
from x11 import geometry, xdo

RED = ["胡荣华", "柳大华", "Lü Qin", "楊官璘", "李來群"]
BLACK = ["徐天红", "Zhao Guorong", "陶汉明", "蔣川"]
LINES = [
    ("炮二平五 马８进７ 马二进三 车９平８", "h2e2 h9g7 h0g2 i9h9"),
    ("兵七进一 马８进７", "c3c4 h9g7"),
    ("相三进五 炮８平５", "g0e2 h7e7"),
]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]


def pgn(count):
    """Invented games; the one with the number 20 has a player whom no other has."""
    games = []
    for number in range(count):
        red = "Nobody Else" if number == 19 else RED[number % len(RED)]
        result = RESULTS[number % len(RESULTS)]
        moves = LINES[number % len(LINES)][0].split()
        text = " ".join(f"{ply // 2 + 1}. {mv}" if ply % 2 == 0 else mv for ply, mv in enumerate(moves))
        tags = dict(Event=f"Cup {1980 + number % 7}", Date=f"{1980 + number % 7}.0{number % 9 + 1}.1{number % 9}")
        tags |= dict(Red=red, Black=BLACK[number % len(BLACK)], Result=result)
        games.append("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{text} {result}\n")
    return "\n".join(games)


class Browser(case.Case):
    def file(self, count=36, name="games.pgn", encoding="utf-8"):
        path = self.home.games / name
        path.write_bytes(pgn(count).encode(encoding))
        return path

    def browse(self, path):
        app = self.start(path)
        return app, app.dialog(f"Games in {path.name}")

    def rows(self, dialog):
        """What the rows say as they are read out."""
        return [node.name for node in dialog.node.walk() if re.match(r"Game \d+", node.name)]

    def heading(self, dialog):
        title = next(node for node in dialog.node.walk() if node.role == "label" and node.name.startswith("Games in "))
        return title.parent.children()[1].name

    def shown(self, dialog, text):
        self.eventually(lambda: self.heading(dialog), text, "games")

    def moves(self, *expected):
        """The moves in the list, in coordinates."""
        self.eventually(lambda: len(self.app.moves()), len(expected), "moves")

    @case.smoke
    def test_all_games_are_listed_and_one_is_opened(self):
        app, dialog = self.browse(self.file())
        self.shown(dialog, "36 games")
        rows = until("rows", lambda: self.rows(dialog))
        self.assertEqual(rows[0], "Game 1: 胡荣华 against 徐天红, Red wins, 1980-01-10, Cup 1980")
        self.assertEqual(rows[2], "Game 3: Lü Qin against 陶汉明, draw, 1982-03-12, Cup 1982")
        app.photograph("browser", dialog.window)
        dialog.press("Return")
        self.moves(*LINES[0][1].split())
        self.assertNotIn("•", app.subtitle())
        app.key("ctrl+Page_Down")
        self.moves(*LINES[1][1].split())
        app.key("ctrl+Page_Up")
        self.moves(*LINES[0][1].split())

    def test_words_are_searched_while_they_are_typed(self):
        app, dialog = self.browse(self.file())
        self.shown(dialog, "36 games")
        app.type("nobody")
        self.shown(dialog, "1 of 36 games")
        app.type(" cup")
        app.type(" 1985")
        self.eventually(lambda: self.rows(dialog)[:1], ["Game 20: Nobody Else against 蔣川, 1985-02-11, Cup 1985"], "rows")
        app.type(" 1984")
        self.shown(dialog, "0 of 36 games")
        until("a word about it", lambda: dialog.node.find("label", "No Game Found"))
        app.key("Return")
        self.assertFalse(dialog.is_gone_within(0.5), "there is nothing to open")
        app.key("ctrl+a")
        app.type("nobody")
        self.shown(dialog, "1 of 36 games")
        dialog.press("Return")
        self.moves(*LINES[1][1].split())
        self.assertIn("Nobody Else", "\n".join(app.labels()))

    def test_openings_are_searched(self):
        app, dialog = self.browse(self.file())
        app.type("h2e2 h9g7")
        self.shown(dialog, "12 of 36 games")
        app.key("ctrl+a")
        app.type("C2.5 1-0")
        self.shown(dialog, "3 of 36 games")
        app.key("Down", "Down")
        self.eventually(lambda: dialog.focused()[-1][1].split(":")[0], "Game 13", "focus")
        app.key("Return")
        dialog.gone()
        self.eventually(lambda: len(app.moves()), 4, "moves")

    def test_the_position_on_the_board_is_searched(self):
        path = self.file()
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        app.key("Page_Up")
        app.open(path)
        dialog = app.dialog("Games in games.pgn")
        self.shown(dialog, "36 games")
        app.key("alt+p")
        self.shown(dialog, "12 of 36 games")
        app.key("alt+p")
        self.shown(dialog, "36 games")
        dialog.press("Escape")

    def test_cancel_keeps_the_game_on_the_board(self):
        path = self.file()
        app = self.start()
        app.play("h2e2")
        played = app.position()
        app.open(path)
        app.dialog("Games in games.pgn").answer("Cancel")
        self.assertEqual(app.position(), played)
        self.status("Black to move")
        # It is from no file of many.
        app.key("ctrl+g", "ctrl+Page_Down")
        time.sleep(0.3)
        self.assertEqual(app.windows(), [app.window])
        self.assertEqual(app.position(), played)

    def test_the_list_can_be_shown_again(self):
        app, dialog = self.browse(self.file())
        app.type("nobody")
        self.shown(dialog, "1 of 36 games")
        dialog.press("Return")
        app.key("ctrl+g")
        again = app.dialog("Games in games.pgn")
        self.shown(again, "36 games")
        until("the game that is open", lambda: [row for row in self.rows(again) if "Nobody Else" in row])
        again.press("Escape")
        app.new_game()
        app.key("ctrl+g")
        time.sleep(0.3)
        self.assertEqual(app.windows(), [app.window])

    def edited(self):
        """A file, its bytes, and the program with a game of it that goes on by a move."""
        path = self.file(encoding="gb18030")
        before = path.read_bytes()
        app, dialog = self.browse(path)
        app.type("nobody")
        self.shown(dialog, "1 of 36 games")
        dialog.press("Return")
        self.moves(*LINES[1][1].split())
        app.play("h2e2")
        return path, before, app

    def test_an_edited_game_is_saved_into_its_place(self):
        path, before, app = self.edited()
        app.key("ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").press("Escape")
        self.assertEqual(path.read_bytes(), before)
        app.key("ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").press("Return")
        self.status("Saved “games.pgn”")
        after = path.read_bytes()
        start = before.index(b'[Event "Cup 1985"]', before.index(b"[Red", before.index(b"Nobody") - 120) - 80)
        end = before.index(b"[Event", before.index(b"Nobody"))
        self.assertEqual(after[:start], before[:start])
        self.assertTrue(after.endswith(before[end:]))
        # In the notation of the others.
        self.assertIn("2. 炮二平五 *".encode("gb18030"), after)
        # Another program writes to it: to another game, which stays so, then to this one.
        path.write_bytes(after + b"\n[Event \"New\"]\n*\n")
        app.play("b9c7")
        app.key("ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").press("Return")
        self.status("Saved “games.pgn”")
        changed = path.read_bytes()
        self.assertTrue(changed.endswith(b"\n[Event \"New\"]\n*\n"))
        changed = changed.replace(b"Nobody Else", b"Nobody At All")
        path.write_bytes(changed)
        app.play("h0g2")
        app.key("ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").leave("Return")
        app.dialog("“games.pgn” cannot be saved").press("Escape")
        self.assertEqual(path.read_bytes(), changed)

    def test_after_a_restart_a_game_is_still_one_of_its_file(self):
        path, before, app = self.edited()
        app.quit()
        app = self.start()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").press("Return")
        self.status("Saved “games.pgn”")
        after = path.read_bytes()
        start, end = before.index(b'[Event "Cup 1985"]\n[Date "1985.02.11"]'), before.index(b'[Event "Cup 1986"]\n[Date "1986.03.12"]')
        self.assertEqual(after[:start], before[:start])
        self.assertTrue(after.endswith(before[end:]))
        self.assertIn("2. 炮二平五 *".encode("gb18030"), after[start:])
        app.quit()
        # Its neighbours, and the list of them all, are there as before.
        app = self.start()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("ctrl+Page_Down")
        self.moves(*LINES[2][1].split())
        app.quit()
        app = self.start()
        self.moves(*LINES[2][1].split())
        app.key("ctrl+g")
        dialog = app.dialog("Games in games.pgn")
        self.shown(dialog, "36 games")
        until("the game that is open", lambda: [row for row in self.rows(dialog) if row.startswith("Game 21:")])
        dialog.press("Return")
        self.moves(*LINES[2][1].split())

    def test_after_a_restart_a_game_does_not_take_the_place_of_another(self):
        path = self.file()
        app, dialog = self.browse(path)
        dialog.press("Return")
        self.moves(*LINES[0][1].split())
        app.quit()
        changed = pgn(36).partition("\n\n[Event")[2]
        path.write_text("[Event" + changed, encoding="utf-8")
        app = self.start()
        app.key("ctrl+shift+m")
        app.type("So")
        app.key("Escape", "ctrl+s")
        app.dialog("Save into the collection “games.pgn”?").leave("Return")
        asked = app.dialog("“games.pgn” cannot be saved")
        self.assertIn("The file was changed by another program", asked.body)
        asked.press("Escape")
        self.assertEqual(path.read_text(encoding="utf-8"), "[Event" + changed)
        path.unlink()
        app.key("ctrl+Page_Down")
        app.dialog("“games.pgn” cannot be opened").press("Escape")

    def test_thousands_of_games_are_there_at_once(self):
        path = self.file(3000, "thousands.pgn")
        app = self.start()
        began = time.monotonic()
        app.open(path)
        self.eventually(lambda: len(app.windows()), 2, "windows")
        self.assertLess(time.monotonic() - began, 2)
        dialog = app.dialog("Games in thousands.pgn")
        self.shown(dialog, "3,000 games")
        until("rows", lambda: self.rows(dialog))
        app.type("h2e2")
        self.shown(dialog, "1,000 of 3,000 games")
        dialog.press("Escape")

    def large_file(self, thousands=20):
        """A file that takes some seconds, for its games have many tags."""
        path = self.home.games / "large.pgn"
        tags = "".join(f'[Tag{number} "{number}"]\n' for number in range(390))
        path.write_text(pgn(1000).replace("[Red", tags + "[Red") * thousands, encoding="utf-8")
        return path

    def around_the_rows(self, dialog):
        """What is in the dialog but for the rows, to which it is a long way."""
        nodes = [dialog.node]
        while nodes:
            node = nodes.pop()
            yield node
            nodes += node.children() if node.name != "Games" else []

    def being_read(self, app):
        """The dialog over a file that is still being read, however fast that goes here; and how large the file is."""
        for thousands in (20, 60, 80):
            path = self.large_file(thousands)
            app.open(path)
            dialog = app.dialog("Games in large.pgn")
            told = until("games", lambda: re.match(r"(Reading: )?[\d,]+ games", self.heading(dialog)))
            if told[1]:
                return dialog, thousands
            dialog.press("Escape")
            app.alone()
        self.fail("no file takes long enough")

    def test_the_first_games_are_there_while_the_others_are_looked_for(self):
        app = self.start()
        dialog, thousands = self.being_read(app)
        first = next(node.name for node in dialog.node.walk() if node.name.startswith("Game "))
        self.assertEqual(first, "Game 1: 胡荣华 against 徐天红, Red wins, 1980-01-10, Cup 1980")
        bars = lambda: [node.name for node in self.around_the_rows(dialog) if node.role == "progress bar"]
        until("a bar", lambda: bars() == ["Reading the file"])
        app.screenshot("browser-reading", dialog.window)
        # What is typed now goes through the games that are known, and on through those that follow.
        app.type("nobody 1985")
        until("some of the games", lambda: re.match(r"(Reading: )?[\d,]+ of [\d,]+ games", self.heading(dialog)))
        app.screenshot("browser-reading-search", dialog.window)
        self.shown(dialog, f"{thousands} of {thousands},000 games")
        self.assertEqual(self.rows(dialog)[1].split(":")[0], "Game 1020")
        self.assertEqual(bars(), [])
        dialog.press("Escape")

    def test_a_game_is_opened_before_all_are_known(self):
        app = self.start()
        dialog, thousands = self.being_read(app)
        app.key("Down", "Down", "Down", "Down", "Return")
        dialog.gone()
        self.moves(*LINES[0][1].split())
        self.status("Red to move")
        self.eventually(lambda: self.is_busy(app), False, "a thread that reads on")
        app.key("ctrl+Page_Down")
        self.moves(*LINES[1][1].split())
        app.key("ctrl+Page_Up")
        self.moves(*LINES[0][1].split())
        # The rest of the file is read when it is asked for, and the game is pointed out.
        app.key("ctrl+g")
        again = app.dialog("Games in large.pgn")
        again.press("Return")
        self.status("Red to move")
        app.play("i0h0")
        app.key("ctrl+s")
        app.dialog("Save into the collection “large.pgn”?").press("Return")
        until("the end of saving", lambda: app.status() == "Saved “large.pgn”", 60)
        app.key("ctrl+g")
        whole = app.dialog("Games in large.pgn")
        self.shown(whole, f"{thousands},000 games")
        whole.press("Escape")

    def test_cancelling_while_games_are_looked_for_leaves_everything_as_it_was(self):
        app = self.start()
        app.play("h2e2")
        played = app.position()
        for leave in ("Escape", "Cancel"):
            dialog, _ = self.being_read(app)
            if leave == "Cancel":
                dialog.answer(leave)
            else:
                dialog.press(leave)
            self.eventually(lambda: self.is_busy(app), False, "a thread that reads on")
            self.assertEqual(app.position(), played)
        # It is from no file of many.
        app.key("ctrl+g")
        time.sleep(0.3)
        self.assertEqual(app.windows(), [app.window])

    def is_busy(self, app, seconds=0.3):
        """Whether the program takes as much time of the processor as a thread that reads a file."""

        def ticks():
            words = Path(f"/proc/{app.proc.pid}/stat").read_text().rpartition(")")[2].split()
            return int(words[11]) + int(words[12])

        before = ticks()
        time.sleep(seconds)
        return (ticks() - before) / os.sysconf("SC_CLK_TCK") > seconds / 3

    def test_a_narrow_window(self):
        app, dialog = self.browse(self.file())
        xdo("windowsize", dialog.window, 360, 600)
        until("the size", lambda: geometry(dialog.window)["WIDTH"] == 360)
        app.photograph("browser-narrow", dialog.window)
        self.assertEqual(len(dialog.buttons()), 2)
        dialog.press("Escape")

    def test_the_dark_list_in_a_narrow_window_while_games_are_looked_for(self):
        app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        dialog, _ = self.being_read(app)
        app.screenshot("browser-reading-dark", dialog.window)
        xdo("windowsize", dialog.window, 360, 600)
        until("the size", lambda: geometry(dialog.window)["WIDTH"] == 360)
        # A search that goes through the moves takes its time, too.
        app.type("h2e2")
        time.sleep(0.4)
        app.screenshot("browser-reading-narrow", dialog.window)
        dialog.press("Escape")


if __name__ == "__main__":
    case.main()
