#!/usr/bin/python3
"""Files of many games: the list of them, searches, opening one after another, saving one into its place."""

import os
import re
import time
from pathlib import Path

import case
import tree
from waiting import until
from words import notes, pattern, say, ui
from x11 import geometry, xdo

RED = ["胡荣华", "柳大华", "Lü Qin", "楊官璘", "李來群"]
BLACK = ["徐天红", "Zhao Guorong", "陶汉明", "蔣川"]
LINES = [
    ("炮二平五 马８进７ 马二进三 车９平８", "h2e2 h9g7 h0g2 i9h9"),
    ("兵七进一 马８进７", "c3c4 h9g7"),
    ("相三进五 炮８平５", "g0e2 h7e7"),
]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]

GAME = re.compile(pattern("listed_game", number=r"\d+"))
# How many games are told, and how many of how many, while the file is read as well.
READ, READ_OF = (
    re.compile(f"{shown}|(?P<reading>{pattern('games_read', games=shown)})")
    for shown in (
        pattern("games_shown", count=r"[\d,]+"),
        pattern("games_shown", shown=r"[\d,]+", all=r"[\d,]+"),
    )
)


def listed(number, red, black, *others):
    """A game as it is read out."""
    return say("listed_game", number=number, facts=notes(say("listed_game", red=red, black=black), *others))


def is_game(number, row):
    """Whether a row is that of the game with this number."""
    return re.fullmatch(pattern("listed_game", number=str(number), facts=".+"), row) is not None


FIRST = listed(1, "胡荣华", "徐天红", say("listed_game", 'Some("1-0")'), "1980-01-10", "Cup 1980")
NOBODY = listed(20, "Nobody Else", "蔣川", "1985-02-11", "Cup 1985")


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
    glides = False

    def file(self, count=36, name="games.pgn", encoding="utf-8"):
        path = self.home.games / name
        path.write_bytes(pgn(count).encode(encoding))
        return path

    def browse(self, path):
        app = self.start(path)
        return app, app.dialog(say("games_in", name=path.name))

    def rows(self, dialog):
        """What the rows say as they are read out."""
        return [name for name in tree.names(dialog.node.walk()) if GAME.match(name or "")]

    def heading(self, dialog):
        title = dialog.node.first("label", pattern("games_in"))
        return title.parent.children()[1].name

    def shown(self, dialog, text):
        self.eventually(lambda: self.heading(dialog), text, "games")

    def moves(self, *expected):
        """The moves in the list, in coordinates."""
        self.eventually(lambda: len(self.app.moves()), len(expected), "moves")

    @case.smoke
    def test_all_games_are_listed_and_one_is_opened(self):
        app, dialog = self.browse(self.file())
        self.shown(dialog, say("games_shown", count=36))
        rows = until("rows", lambda: self.rows(dialog))
        self.assertEqual(rows[0], FIRST)
        draw = say("listed_game", "Some(_)")
        self.assertEqual(rows[2], listed(3, "Lü Qin", "陶汉明", draw, "1982-03-12", "Cup 1982"))
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
        self.shown(dialog, say("games_shown", count=36))
        app.type("nobody")
        self.shown(dialog, say("games_shown", shown=1, all=36))
        app.type(" cup")
        app.type(" 1985")
        self.eventually(lambda: self.rows(dialog)[:1], [NOBODY], "rows")
        app.type(" 1984")
        self.shown(dialog, say("games_shown", shown=0, all=36))
        until("a word about it", lambda: dialog.node.named("label", ui("browser", "AdwStatusPage")))
        app.key("Return")
        self.assertFalse(dialog.is_gone_within(0.5), "there is nothing to open")
        app.key("ctrl+a")
        # The list is still empty when the game is asked for.
        app.type("nobody")
        app.key("Return")
        dialog.gone()
        self.moves(*LINES[1][1].split())
        self.assertIn("Nobody Else", "\n".join(app.labels()))

    def test_passport_spellings_are_searched_and_counted(self):
        app, dialog = self.browse(self.file())
        self.shown(dialog, say("games_shown", count=36))
        for typed in ("lyu qin", "lyuqin", "LVQIN", "吕钦"):
            app.type(typed)
            self.shown(dialog, say("games_shown", shown=7, all=36))
            app.key("ctrl+a")

    def test_titles_have_the_room_of_empty_columns(self):
        title = "第23局 红先进三兵去卒 之 象3进5 红马七进六 黑炮8平6 红车一平二"
        studies = "\n".join(f'[Title "{title} {number}"]\n\n1. h2e2 *\n' for number in (1, 2))
        path = self.home.games / "studies.pgn"
        path.write_text(studies, encoding="utf-8")
        app, dialog = self.browse(path)
        self.shown(dialog, say("games_shown", count=2))
        until("rows", lambda: self.rows(dialog))
        names = tree.names(dialog.node.walk())
        for empty in ("result_title", "date_title", "event_title"):
            self.assertNotIn(say(empty), names)
        self.assertIn(say("number_title"), names)
        # The column of players says what it has.
        self.assertIn(say("name_title"), names)
        self.assertNotIn(say("side", "Side::Red"), names)
        app.photograph("titles", dialog.window)

    def test_games_that_have_only_files_tell_them_once(self):
        for name in "ab":
            self.game(f"{name}.xiangqi", moves="h2e2")
        _, dialog = self.browse(self.home.games)
        self.shown(dialog, say("games_shown", count=2))
        until("rows", lambda: self.rows(dialog))
        names = tree.names(dialog.node.walk())
        self.assertEqual([names.count(one) for one in (say("file_title"), "a.xiangqi", "b.xiangqi")], [1, 1, 1])

    def test_a_file_of_chess_alone_is_refused_by_name(self):
        chess = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n'
        path, mixed = self.home.games / "chess.pgn", self.home.games / "mixed.pgn"
        path.write_text(chess * 400, encoding="utf-8")
        mixed.write_text(chess * 2 + pgn(1), encoding="utf-8")
        app = self.start(path)
        question = app.dialog(say("cannot_open", name=path.name))
        self.assertEqual(question.body, say("read_error", "OtherGame", name="chess"))
        question.press("Escape")
        app.alone()
        app.open(mixed)
        self.shown(app.dialog(say("games_in", name=mixed.name)), say("games_shown", count=3))

    def test_openings_are_searched(self):
        app, dialog = self.browse(self.file())
        app.type("h2e2 h9g7")
        self.shown(dialog, say("games_shown", shown=12, all=36))
        app.key("ctrl+a")
        app.type("C2.5 1-0")
        self.shown(dialog, say("games_shown", shown=3, all=36))
        app.key("Down", "Down")
        self.eventually(lambda: is_game(13, dialog.focused()[-1][1]), True, "focus")
        app.key("Return")
        dialog.gone()
        self.eventually(lambda: len(app.moves()), 4, "moves")

    def test_the_position_on_the_board_is_searched(self):
        path = self.file()
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        app.key("Page_Up")
        app.open(path)
        dialog = app.dialog(say("games_in", name="games.pgn"))
        self.shown(dialog, say("games_shown", count=36))
        app.key("alt+p")
        self.shown(dialog, say("games_shown", shown=12, all=36))
        app.key("alt+p")
        self.shown(dialog, say("games_shown", count=36))
        dialog.press("Escape")

    def test_cancel_keeps_the_game_on_the_board(self):
        path = self.file()
        app = self.start()
        app.play("h2e2")
        played = app.position()
        app.open(path)
        app.dialog(say("games_in", name="games.pgn")).answer(say("cancel"))
        self.assertEqual(app.position(), played)
        self.turn("Black")
        # It is from no file of many.
        app.key("ctrl+g", "ctrl+Page_Down")
        time.sleep(0.3)
        self.assertEqual(app.windows(), [app.window])
        self.assertEqual(app.position(), played)

    def test_the_list_can_be_shown_again(self):
        app, dialog = self.browse(self.file())
        app.type("nobody")
        self.shown(dialog, say("games_shown", shown=1, all=36))
        dialog.press("Return")
        app.key("ctrl+g")
        again = app.dialog(say("games_in", name="games.pgn"))
        self.shown(again, say("games_shown", count=36))
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
        self.shown(dialog, say("games_shown", shown=1, all=36))
        dialog.press("Return")
        self.moves(*LINES[1][1].split())
        app.play("h2e2")
        return path, before, app

    def test_an_edited_game_is_saved_into_its_place(self):
        path, before, app = self.edited()
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="games.pgn")).press("Escape")
        self.assertEqual(path.read_bytes(), before)
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="games.pgn")).press("Return")
        self.status(say("saved", name="games.pgn"))
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
        app.dialog(say("ask_save_into", name="games.pgn")).press("Return")
        self.status(say("saved", name="games.pgn"))
        changed = path.read_bytes()
        self.assertTrue(changed.endswith(b"\n[Event \"New\"]\n*\n"))
        changed = changed.replace(b"Nobody Else", b"Nobody At All")
        path.write_bytes(changed)
        app.play("h0g2")
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="games.pgn")).leave("Return")
        app.dialog(say("cannot_save", name="games.pgn")).press("Escape")
        self.assertEqual(path.read_bytes(), changed)

    def test_after_a_restart_a_game_is_still_one_of_its_file(self):
        path, before, app = self.edited()
        app.quit()
        app = self.start()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="games.pgn")).press("Return")
        self.status(say("saved", name="games.pgn"))
        after = path.read_bytes()
        start, end = before.index(b'[Event "Cup 1985"]\n[Date "1985.02.11"]'), before.index(b'[Event "Cup 1986"]\n[Date "1986.03.12"]')
        self.assertEqual(after[:start], before[:start])
        self.assertTrue(after.endswith(before[end:]))
        self.assertIn("2. 炮二平五 *".encode("gb18030"), after[start:])
        app.quit()
        # Its neighbors, and the list of them all, are there as before.
        app = self.start()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("ctrl+Page_Down")
        self.moves(*LINES[2][1].split())
        app.quit()
        app = self.start()
        self.moves(*LINES[2][1].split())
        app.key("ctrl+g")
        dialog = app.dialog(say("games_in", name="games.pgn"))
        self.shown(dialog, say("games_shown", count=36))
        until("the game that is open", lambda: [row for row in self.rows(dialog) if is_game(21, row)])
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
        app.comment("So")
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="games.pgn")).leave("Return")
        asked = app.dialog(say("cannot_save", name="games.pgn"))
        self.assertEqual(asked.body, say("file_changed"))
        asked.press("Escape")
        self.assertEqual(path.read_text(encoding="utf-8"), "[Event" + changed)
        path.unlink()
        app.key("ctrl+Page_Down")
        app.dialog(say("cannot_open", name="games.pgn")).press("Escape")

    def test_a_folder_is_one_list(self):
        folder = self.home.games / "study"
        (folder / "old").mkdir(parents=True)
        (folder / "two.pgn").write_text(pgn(2), encoding="utf-8")
        for name, red in (("a.pgn", "吕钦"), ("old/b.pgn", "許銀川")):
            text = pgn(1).replace("胡荣华", red)
            (folder / name).write_text(text, encoding="utf-8")
        (folder / "broken.xqf").write_bytes(b"XQ")
        app = self.start(folder)
        dialog = app.dialog(say("games_in", name="study"))
        self.shown(dialog, notes(say("games_shown", count=4), say("games_of_files", count=1)))
        app.photograph("folder", app.windows()[-1])
        app.type("xyc")
        self.shown(dialog, notes(say("games_shown", shown=1, all=4), say("games_of_files", count=1)))
        dialog.press("Return")
        self.moves(*LINES[0][1].split())
        # It goes back to its own file, and its neighbors are those of the list.
        app.comment("So")
        app.key("ctrl+s")
        saved = folder / "old/b.pgn"
        self.eventually(lambda: "{So}" in saved.read_text(encoding="utf-8"), True, "the comment in the file")
        app.key("ctrl+Page_Up")
        self.moves(*LINES[1][1].split())
        app.comment("So")
        app.key("ctrl+s")
        app.dialog(say("ask_save_into", name="two.pgn")).press("Return")
        self.status(say("saved", name="two.pgn"))
        app.key("ctrl+g")
        dialog = app.dialog(say("games_in", name="study"))
        dialog.press("Escape")

    def ask(self, action):
        """Chooses from the menu of the list."""
        self.app.choose_from_menu("browser", action, lambda: self.app.key("F10"))

    def test_listed_games_are_merged_split_and_added_to(self):
        path, merged, folder = self.file(8), self.home.games / "all.pgn", self.home.games / "each"
        folder.mkdir()
        app = self.start()
        app.play("b2e2")
        app.open(path)
        dialog = app.dialog(say("games_in", name="games.pgn"))
        app.type("柳大华")
        self.shown(dialog, say("games_shown", shown=2, all=8))
        self.ask("browser.save-all")
        app.choose_file(merged)
        self.shown(dialog, say("games_saved", count=2, name="all.pgn"))
        self.assertEqual(merged.read_text(encoding="utf-8").count("柳大华"), 2)
        self.ask("browser.save-each")
        app.choose_file(folder)
        self.shown(dialog, say("games_saved", count=2, name="each"))
        self.assertEqual(len(list(folder.glob("*.xiangqi"))), 2)
        app.photograph("list-saved", app.windows()[-1])
        before = path.read_text(encoding="utf-8")
        self.ask("browser.add")
        self.status(say("added", name="games.pgn"))
        now = path.read_text(encoding="utf-8")
        self.assertTrue(now.startswith(before) and "炮八平五" in now[len(before):], now[-300:])

    def test_nothing_is_replaced_without_a_question(self):
        western = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n'
        there = {
            "one.pgn": western.encode(),
            "notes.pgn": b"notes",
            "bytes.pgn": bytes(range(256)),
            "two.pgn": f"{western}\n{western}".encode(),
        }
        path = self.file(3)
        for name, text in there.items():
            (self.home.games / name).write_bytes(text)
        app = self.start()
        app.open(path)
        dialog = app.dialog(say("games_in", name="games.pgn"))
        for name, text in there.items():
            file = self.home.games / name
            for answer in ("cancel", "replace"):
                self.ask("browser.save-all")
                app.choose_file(file.with_suffix(""))
                question = app.dialog(say("ask_replace", name=name))
                self.assertEqual(sorted(question.buttons()), sorted([say("cancel"), say("replace")]))
                self.assertEqual(file.read_bytes(), text)
                question.answer(say(answer))
            self.shown(dialog, say("games_saved", count=3, name=name))
            self.assertNotEqual(file.read_bytes(), text)
        dialog.press("Escape")

    def test_several_files_are_one_list(self):
        paths = [self.file(2, name) for name in ("a.pgn", "b.pgn")]
        app = self.start(*paths)
        dialog = app.dialog(say("games_in_files", count=2))
        self.shown(dialog, say("games_shown", count=4))
        dialog.press("Escape")

    def test_thousands_of_games_are_there_at_once(self):
        path = self.file(3000, "thousands.pgn")
        app = self.start()
        began = time.monotonic()
        app.open(path)
        self.eventually(lambda: len(app.windows()), 2, "windows")
        self.assertLess(time.monotonic() - began, 2)
        dialog = app.dialog(say("games_in", name="thousands.pgn"))
        self.shown(dialog, say("games_shown", count="3,000"))
        until("rows", lambda: self.rows(dialog))
        app.type("h2e2")
        self.shown(dialog, say("games_shown", shown="1,000", all="3,000"))
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
            nodes += node.children() if node.name != say("games") else []

    def being_read(self, app):
        """The dialog over a file that is still being read, however fast that goes here; and how large the file is."""
        for thousands in (6, 20, 60, 80):
            path = self.large_file(thousands)
            app.open(path)
            dialog = app.dialog(say("games_in", name="large.pgn"))
            told = until("games", lambda: READ.fullmatch(self.heading(dialog)))
            if told["reading"]:
                return dialog, thousands
            dialog.press("Escape")
            app.alone()
        self.fail("no file takes long enough")

    def test_the_first_games_are_there_while_the_others_are_looked_for(self):
        app = self.start()
        dialog, thousands = self.being_read(app)
        first = self.rows(dialog)[0]
        self.assertEqual(first, FIRST)
        bars = lambda: [node.name for node in self.around_the_rows(dialog) if node.role == "progress bar"]
        until("a bar", lambda: bars() == [say("reading_progress")])
        app.screenshot("browser-reading", dialog.window)
        # What is typed now goes through the games that are known, and on through those that follow.
        app.type("nobody 1985")
        until("some of the games", lambda: READ_OF.fullmatch(self.heading(dialog)))
        app.screenshot("browser-reading-search", dialog.window)
        until("the end of the file", lambda: not bars(), 60 + 3 * thousands)
        self.shown(dialog, say("games_shown", shown=thousands, all=f"{thousands},000"))
        self.assertTrue(is_game(1020, self.rows(dialog)[1]), self.rows(dialog)[1])
        dialog.press("Escape")

    def test_a_game_is_opened_before_all_are_known(self):
        app = self.start()
        dialog, thousands = self.being_read(app)
        app.key("Down", "Down", "Down", "Down", "Return")
        dialog.gone()
        self.moves(*LINES[0][1].split())
        self.turn(RED[3])
        self.eventually(lambda: self.is_busy(app), False, "a thread that reads on")
        app.key("ctrl+Page_Down")
        self.moves(*LINES[1][1].split())
        app.key("ctrl+Page_Up")
        self.moves(*LINES[0][1].split())
        # The rest of the file is read when it is asked for, and the game is pointed out.
        app.key("ctrl+g")
        again = app.dialog(say("games_in", name="large.pgn"))
        again.press("Return")
        self.turn(RED[3])
        app.play("i0h0")
        app.key("ctrl+s")
        file = self.home.games / "large.pgn"
        before = file.stat().st_ino
        app.dialog(say("ask_save_into", name="large.pgn")).press("Return")
        # The whole file is written anew. The program, which is busy with that, is not asked all the time.
        until("the end of saving", lambda: file.stat().st_ino != before, 60 + 3 * thousands)
        self.status(say("saved", name="large.pgn"))
        app.key("ctrl+g")
        whole = app.dialog(say("games_in", name="large.pgn"))
        self.shown(whole, say("games_shown", count=f"{thousands},000"))
        whole.press("Escape")

    def test_cancelling_while_games_are_looked_for_leaves_everything_as_it_was(self):
        app = self.start()
        app.play("h2e2")
        played = app.position()
        for leave in ("Escape", ui("browser", "window.close")):
            dialog, _ = self.being_read(app)
            if leave == "Escape":
                dialog.press(leave)
            else:
                dialog.answer(leave)
            self.eventually(lambda: self.is_busy(app), False, "a thread that reads on")
            self.assertEqual(app.position(), played)
        # It is from no file of many.
        app.key("ctrl+g")
        time.sleep(0.3)
        self.assertEqual(app.windows(), [app.window])

    def test_reading_is_stopped_and_what_is_there_is_kept(self):
        app = self.start()
        dialog, thousands = self.being_read(app)
        app.screenshot("browser-stop", dialog.window)
        name = ui("browser", "browser.stop")
        stop = until(name, lambda: [node for node in self.around_the_rows(dialog) if node.name == name])
        dialog.click(stop[0])
        games = pattern("games_shown", count=r"([\d,]+)")
        stopped = re.compile(pattern("games_shown_so_far", games=games))
        told = until("an end", lambda: stopped.fullmatch(self.heading(dialog)))
        known = next(filter(None, told.groups()))
        self.assertLess(int(known.replace(",", "")), thousands * 1000)
        self.eventually(lambda: self.is_busy(app), False, "a thread that reads on")
        self.assertEqual(self.heading(dialog), told[0])
        app.screenshot("browser-stopped", dialog.window)
        dialog.press("Return")
        self.moves(*LINES[0][1].split())

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
