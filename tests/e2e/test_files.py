#!/usr/bin/python3
"""Games in files: saving, opening, the question before a game is lost, recent files, files that are no games."""

import json
import os
import re
import stat
import subprocess
import zlib

from gi.repository import GLib

import case
import driver
from case import RED_MATES, START, board_of, info, write_game
from waiting import until
from words import exact, menu, pattern, say, sentences, ui


class Saving(case.Case):
    @case.smoke
    def test_save_as_quit_and_open_again(self):
        path = self.home.games / "our game.xiangqi"
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        played = app.position()
        app.key("ctrl+shift+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="our game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(info(path)["moves"], ["h2e2", "h9g7", "h0g2"])
        self.assertEqual(info(path)["result"], "*")
        app.play("b9c7")
        self.title(say("turn_in_file", file="•our game.xiangqi", turn=say("turn", side="Red")))
        # It has its file now: no question.
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="our game.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(len(info(path)["moves"]), 4)
        app.key("ctrl+z")
        self.eventually(app.position, played, "position")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="our game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(len(info(path)["moves"]), 3)
        app.quit()
        self.home.session.unlink()
        app = self.start(path)
        self.eventually(app.position, played, "position")
        self.title(say("turn_in_file", file="our game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(len(app.moves()), 3)

    def test_the_suffix_is_added_and_a_file_is_not_overwritten_unasked(self):
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+s")
        app.choose_file(self.home.games / "plain")
        path = self.home.games / "plain.xiangqi"
        self.eventually(path.exists, True)
        self.title(say("turn_in_file", file="plain.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+shift+s")
        app.choose_file(path)
        question = until("a question about the file", lambda: [w for w in app.windows() if w != app.window][1:])
        app.photograph("dialog-replace", question[-1])
        self.assertEqual(len(info(path)["moves"]), 1)
        app.key("Escape")
        until("the chooser alone", lambda: len(app.windows()) == 2)
        app.key("Escape")
        app.alone()
        self.assertEqual(len(info(path)["moves"]), 1)

    def test_the_suffix_does_not_hide_that_a_file_is_there(self):
        path = self.game("known.xiangqi", moves="a0a1")
        before = path.read_bytes()
        app = self.start()
        app.play("h2e2")
        app.key("ctrl+s")
        app.choose_file(self.home.games / "known")
        app.dialog(say("ask_replace", name="known.xiangqi")).answer(say("cancel"))
        self.assertEqual(path.read_bytes(), before, "a file was overwritten without a question")
        app.key("ctrl+s")
        app.choose_file(self.home.games / "known")
        app.dialog(say("ask_replace", name="known.xiangqi")).answer(say("replace"))
        self.title(say("turn_in_file", file="known.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(info(path)["moves"], ["h2e2"])

    def test_permissions_and_links_stay(self):
        path = self.game("kept.xiangqi", moves="h2e2")
        path.chmod(0o640)
        link = self.home.games / "link.xiangqi"
        link.symlink_to("kept.xiangqi")
        app = self.start(link)
        self.title(say("turn_in_file", file="link.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="link.xiangqi", turn=say("turn", side="Red")))
        self.assertTrue(link.is_symlink())
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        self.assertEqual(len(info(path)["moves"]), 2)
        self.assertEqual(sorted(os.listdir(self.home.games)), ["kept.xiangqi", "link.xiangqi"])

    def test_fields_of_newer_versions_are_told_before_they_go(self):
        moves = [{"move": "h2e2", "seconds": 4.5}, {"move": "h9g7"}]
        tags = {"red": "Hu", "club": "Beijing", "elo": 2500}
        path = self.game(mood={"red": ["calm", 1]}, tags=tags)
        path.write_text(json.dumps({**json.loads(path.read_text()), "moves": moves}))
        before = path.read_text()
        app = self.start(path)
        self.status(f"{say('caution', 'NewerFields')}\n{say('cautions')}")
        app.play("h0g2")
        app.key("ctrl+s")
        question = app.dialog(say("ask_lose", format=say("format_name", "Json")))
        self.assertIn(say("loss", "NewerFields"), question.body)
        self.assertEqual(path.read_text(), before)
        question.answer(say("save_all_the_same"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        game = json.loads(path.read_text())
        self.assertNotIn("mood", game)
        self.assertEqual(game["moves"][0], {"move": "h2e2"})
        self.assertEqual(game["tags"], {"red": "Hu", "club": "Beijing"})
        self.assertEqual(len(game["moves"]), 3)
        self.assertNotIn("sitting", game)

    def test_a_place_that_takes_no_file(self):
        path = self.game()
        app = self.start(path)
        app.play("h2e2")
        folder = self.home.games
        path.unlink()
        folder.rename(self.home.path / "away")
        folder.write_text("not a folder")
        app.key("ctrl+s")
        message = app.dialog(say("cannot_save", name="game.xiangqi"))
        self.assertTrue(message.body)
        message.press("Escape")
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("turn", side="Black")))
        self.assertEqual(app.piece("e2"), "red cannon")
        # Another place is a button away.
        app.key("ctrl+s")
        app.dialog(say("cannot_save", name="game.xiangqi")).answer(say("save_elsewhere"))
        elsewhere = self.home.path / "elsewhere.xiangqi"
        app.choose_file(elsewhere)
        until("the file", elsewhere.exists)
        self.status(say("saved", name="elsewhere.xiangqi"))


class OtherFormats(case.Case):
    """Files of other programs: what they are, they stay."""

    def test_save_writes_back_to_the_file(self):
        path = self.home.games / "old.pgn"
        text = '[Event "杯"]\r\n[Site "马甲"]\r\n\r\n1. 炮二平五 *\r\n; 网上得来\r\n'
        path.write_bytes(text.encode("gb18030"))
        app = self.start(path)
        self.eventually(lambda: len(app.moves()), 1, "moves")
        app.play("h9g7")
        self.title(say("turn_in_file", file="•old.pgn", turn=say("turn", side="Red")))
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="old.pgn", turn=say("turn", side="Red")))
        changed = path.read_bytes().decode("gb18030")
        # A comment behind the result is one on the move that was the last.
        self.assertIn("1. 炮二平五 {网上得来} 1... 马８进７ *\r\n", changed)
        self.assertIn('[Site "马甲"]\r\n', changed)

    def test_losses_are_told_once(self):
        path = self.home.games / "old.pgn"
        path.write_text('[Event "Cup"]\n[Ecco "B"]\n\n1. h2e2 *\n', encoding="utf-8")
        app = self.start(path)
        self.eventually(lambda: len(app.moves()), 1, "moves")
        xqf = self.home.games / "old.xqf"
        app.key("ctrl+shift+s")
        app.choose_file(xqf)
        question = app.dialog(say("ask_lose", format="XQStudio"))
        app.photograph("dialog-losses", app.windows()[-1])
        self.assertEqual(len(question.buttons()), 3)
        question.answer(say("save_all_the_same"))
        self.title(say("turn_in_file", file="old.xqf", turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="old.xqf", turn=say("turn", side="Red")))
        self.assertEqual(info(xqf)["moves"], ["h2e2", "h9g7"])
        # What was accepted is no reason to ask again.
        app.new_game()
        self.eventually(app.position, board_of(START), "position")

    def test_a_game_is_added_to_a_file_of_games(self):
        path = self.home.games / "games.pgn"
        old = '[Event "A"]\n\n1. h2e2 *\n\n[Event "B"]\n\n1. c3c4 *\n'
        path.write_text(old, encoding="utf-8")
        app = self.start()
        app.play("b2e2 h9g7")
        for key, answer in (("Return", "add_to_it"), ("Delete", "replace")):
            app.key("ctrl+shift+s")
            app.choose_file(path)
            until("GTK's question", lambda: len(app.windows()) == 3)
            app.key("alt+r")
            question = app.dialog(say("ask_add_to", name="games.pgn"))
            app.photograph("dialog-add", app.windows()[-1])
            question.answer(say(answer))
            app.alone()
            if answer == "add_to_it":
                self.status(say("added", name="games.pgn"))
                now = path.read_text(encoding="utf-8")
                self.assertTrue(now.startswith(old))
                self.assertIn("1. b2e2 h9g7", now[len(old):])
            else:
                self.eventually(lambda: "c3c4" in path.read_text(encoding="utf-8"), False, "old games")


class Losing(case.Case):
    def begin(self):
        app = self.start()
        app.play("h2e2")
        return app, app.position()

    def test_new_asks_and_cancel_keeps(self):
        app, played = self.begin()
        question = app.new_game(asks=True)
        self.assertEqual(sorted(question.buttons()), sorted([say("cancel"), say("discard"), say("save")]))
        question.answer(say("cancel"))
        self.assertEqual(app.position(), played)
        self.turn("Black")

    def test_new_asks_and_discard_gives_up(self):
        app, _ = self.begin()
        app.click(app.button(ui("window", "win.new")))
        app.dialog(ui("new_game")).leave("Return")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(app.moves(), [])

    def test_new_asks_and_save_saves(self):
        app, played = self.begin()
        path = self.home.games / "first.xiangqi"
        app.new_game(asks=True).answer(say("save"))
        app.choose_file(path)
        self.eventually(app.position, board_of(START), "position")
        self.assertEqual(info(path)["moves"], ["h2e2"])
        self.title(say("turn", side="Red"))

    def test_save_and_then_no_file_keeps_the_game(self):
        app, played = self.begin()
        app.new_game(asks=True).answer(say("save"))
        app.other_window()
        app.key("Escape")
        app.alone()
        self.assertEqual(app.position(), played)

    def test_opening_asks_too(self):
        app, played = self.begin()
        other = self.game("other.xiangqi", moves="b2b4")
        app.open(other)
        app.dialog(say("ask_save")).answer(say("cancel"))
        self.assertEqual(app.position(), played)
        self.title(say("turn", side="Black"))
        app.open(other)
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(lambda: app.piece("b4"), "red cannon")
        self.title(say("turn_in_file", file="other.xiangqi", turn=say("turn", side="Black")))

    def test_a_game_that_is_safe_goes_without_a_question(self):
        app = self.start(self.game(moves="h2e2"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.new_game()
        self.eventually(app.position, board_of(START), "position")
        # A finished game is in the history.
        app.play(RED_MATES)
        until("the game in the history", self.home.history)
        app.new_game()
        self.eventually(app.position, board_of(START), "position")


class Opening(case.Case):
    def test_the_file_chooser_opens(self):
        path = self.game("chosen.xiangqi", moves="h2e2 h9g7")
        app = self.start()
        app.key("ctrl+o")
        app.choose_file(path)
        self.title(say("turn_in_file", file="chosen.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(app.piece("g7"), "black horse")

    def test_a_second_start_hands_its_file_over(self):
        app = self.start()
        app.open(self.game("second.xiangqi", moves="h2e2"))
        self.title(say("turn_in_file", file="second.xiangqi", turn=say("turn", side="Black")))
        app.open("games/second.xiangqi")
        app.open()
        self.title(say("turn_in_file", file="second.xiangqi", turn=say("turn", side="Black")))

    def test_a_name_with_odd_letters(self):
        path = self.game("第一局 100% #1 _x_.xiangqi", moves="h2e2")
        app = self.start(path)
        self.title(say("turn_in_file", file=path.name, turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file=path.name, turn=say("turn", side="Red")))
        self.assertEqual(len(info(path)["moves"]), 2)

    def test_recent_files_are_in_the_menu(self):
        first, second = self.game("one.xiangqi", moves="h2e2"), self.game("two.xiangqi", moves="b2b4")
        app = self.start(first)
        self.title(say("turn_in_file", file="one.xiangqi", turn=say("turn", side="Black")))
        app.open(second)
        self.title(say("turn_in_file", file="two.xiangqi", turn=say("turn", side="Black")))
        until("a list on disk", lambda: (self.home.data / "recently-used.xbel").exists())
        app.quit()
        app = self.start()
        self.title(say("turn_in_file", file="two.xiangqi", turn=say("turn", side="Black")))
        app.key("F10")
        self.choose(re.escape(menu("recent_menu")))
        found = until("recent files", lambda: self.items(r"(one|two)\.xiangqi"))
        self.assertEqual([item.name for item in found], ["two.xiangqi", "one.xiangqi"])
        self.choose(r"one\.xiangqi")
        self.title(say("turn_in_file", file="one.xiangqi", turn=say("turn", side="Black")))

    def test_a_file_that_is_no_game_is_not_among_the_recent_ones(self):
        game, note = self.game("game.xiangqi", moves="h2e2"), self.home.games / "note.pgn"
        note.write_bytes(bytes(range(256)))
        broken = self.home.games / "broken.xiangqi"
        broken.write_text("{")
        app = self.start()
        for path in (game, note, broken):
            app.key("ctrl+o")
            app.choose_file(path)
            if path != game:
                app.dialog(say("cannot_open", name=path.name)).press("Escape")
                app.alone()
            self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        # What was a game once stays there when it is broken for a while.
        game.write_text("{")
        app.open(game)
        app.dialog(say("cannot_open", name="game.xiangqi")).press("Escape")
        app.alone()
        app.key("F10")
        self.choose(re.escape(menu("recent_menu")))
        until("the game", lambda: self.items(r"game\.xiangqi"))
        self.assertEqual([item.name for item in self.items(r"(note|broken)\..*")], [])

    def items(self, name):
        return self.app.find("menu item", name)

    def choose(self, name):
        """Steps through an open menu to an item and takes it."""

        def cursor():
            return [item.name for item in self.items(".*") if "focused" in item.states()]

        def step():
            """Goes one item down, and sees the cursor there: a busy program would go further than was looked."""
            before = cursor()
            if any(re.fullmatch(name, one) for one in before):
                return True
            self.app.key("Down")
            until("another item", lambda: cursor() != before)
            return False

        until(f"the menu's cursor on {name}", step)
        self.app.key("Return")


class NoGames(case.Case):
    """Files that hold no game: a message names the file and the reason, and the board stays as it was."""

    def setUp(self):
        super().setUp()
        self.start()
        self.app.play("h2e2")
        self.before = self.app.position(), self.app.title(), self.app.moves()

    def refuse(self, name, content, reason):
        path = self.home.games / name
        if content is not None:
            path.write_bytes(content)
        with self.subTest(name):
            self.app.open(path)
            message = self.app.dialog(say("cannot_open", name=name))
            self.assertRegex(message.body, rf"\A(?:{reason})\Z")
            if name == "truncated.xiangqi":
                self.app.photograph("dialog-truncated", message.window)
            message.press("Escape")
            self.assertEqual((self.app.position(), self.app.title(), self.app.moves()), self.before)

    def test_broken_games(self):
        game = write_game(self.home.games / "whole.xiangqi", moves="h2e2 h9g7").read_bytes()
        self.refuse("empty.xiangqi", b"", exact("read_error", "Empty"))
        self.refuse("truncated.xiangqi", game[: len(game) // 2], exact("read_error", "Truncated", line=1))
        broken = game.replace(b'"moves":', b'\n"moves";')
        self.refuse("broken.xiangqi", broken, pattern("read_error", "Json", line="2", column="8"))
        newer = exact("read_error", "NewerVersion", found=7, known=1)
        self.refuse("newer.xiangqi", game.replace(b'"version": 1', b'"version": 7'), newer)
        start = sentences(say("unreadable_start"), say("fen_error", count=3))
        self.refuse("start.xiangqi", game.replace(START.encode(), b"9/9/4k4"), re.escape(start))

    def test_a_start_that_cannot_be_played_is_looked_at(self):
        app = self.app
        app.open(self.game(start="9/9/9/9/4R4/9/9/9/9/9 w"))
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(lambda: re.match(pattern("caution", "Unplayable"), app.status()) is not None, True, "status")
        app.press_move("e5e6")
        self.status(say("only_viewed", reason=say("position_fault", "NoGeneral", side="Red")))
        self.assertEqual(app.piece("e5"), "red chariot")

    def test_other_files(self):
        self.refuse("foreign.json", b'{"name": "package", "version": "1.0"}', exact("read_error", "ForeignJson"))
        self.refuse("list.json", b"[1, 2, 3]", ".+")
        noise = bytes(zlib.crc32(bytes([n % 256, n // 256])) % 256 for n in range(5000))
        self.refuse("noise.xiangqi", noise, exact("read_error", "Unknown"))
        picture = (driver.ROOT / "tests" / "golden" / "marks.png").read_bytes()
        self.refuse("picture.png", picture, exact("read_error", "Unknown"))
        self.refuse("deep.xiangqi", b"[" * 200_000, ".+")
        (self.home.games / "folder").mkdir()
        self.refuse("folder", None, exact("no_games_here"))

    def test_a_file_that_has_gone(self):
        path = self.home.games / "gone.xiangqi"
        self.app.activate("open-uri", GLib.Variant("s", path.as_uri()))
        message = self.app.dialog(say("cannot_open", name="gone.xiangqi"))
        self.assertEqual(message.body, say("reading_error", "NotFound"))
        message.press("Escape")
        self.assertEqual(self.app.position(), self.before[0])


class PartsOfGames(case.Case):
    def test_an_illegal_move_offers_what_comes_before(self):
        path = self.game("odd.xiangqi", moves="h2e2 h9g7 a0a5 b9c7", result="1-0", reason="resignation")
        before = path.read_bytes()
        app = self.start()
        app.open(path)
        question = app.dialog(say("partly_readable", name="odd.xiangqi"))
        self.assertRegex(question.body, r"\A" + pattern("caution", "IllegalMove", side="Red", round="2", text="a0a5"))
        app.photograph("dialog-damaged", question.window)
        question.answer(say("cancel"))
        self.assertEqual(app.position(), board_of(START))
        app.open(path)
        app.dialog(say("partly_readable", name="odd.xiangqi")).answer(say("open_part", "if"))
        self.eventually(lambda: app.piece("g7"), "black horse")
        self.turn("Red")
        # Saving asks for a file: the damaged one is not written over by accident.
        app.key("ctrl+s")
        app.other_window()
        app.key("Escape")
        app.alone()
        self.assertEqual(path.read_bytes(), before)

    def test_a_first_move_that_is_none(self):
        app = self.start(self.game("nonsense.xiangqi", moves="hello"))
        question = app.dialog(say("partly_readable", name="nonsense.xiangqi"))
        self.assertRegex(question.body, r"\A" + exact("caution", "NotAMove", side="Red", round=1, text="hello"))
        question.answer(say("open_part", "else"))
        self.assertEqual(app.position(), board_of(START))


class CommandLine(case.Case):
    def run_it(self, *words, **variables):
        command = [driver.BINARY, *words]
        environment = {**os.environ, **self.home.environment(), **variables}
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=20, cwd=self.home.path)

    def test_a_missing_file_is_told_without_a_window(self):
        done = self.run_it("missing.xiangqi")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.xiangqi", done.stderr)

    def test_without_a_display_one_sentence_says_so(self):
        done = self.run_it(DISPLAY=":4711", WAYLAND_DISPLAY="")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, f"chuhe: {say('no_display')}\n")

    def test_wrong_words_are_told(self):
        self.assertEqual(self.run_it("--nonsense").returncode, 2)
        self.assertEqual(self.run_it("--version").returncode, 0)
        self.assertEqual(self.run_it("info", "missing.xiangqi").returncode, 1)


if __name__ == "__main__":
    case.main()
