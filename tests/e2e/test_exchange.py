#!/usr/bin/python3
"""Games and positions from and to other programs: the clipboard, and files in other formats."""

import struct
import subprocess

import case
from case import START, board_of, info
from words import listed, say
from x11 import put_on_clipboard

FEN = "3k5/9/9/9/9/4R4/9/9/9/4K4 b - - 3 7"
PGN = """[Game "Chinese Chess"]
[Event "An invented evening"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]

1. 炮二平五 {中炮} 马8进7 2. 马二进三 (2. 炮八平六 车9平8) 2... 车9平8 1-0
"""


class Clipboard(case.Case):
    @case.smoke
    def test_a_game_is_copied_and_pasted(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        after = app.position()
        app.key("ctrl+c")
        self.status(say("copied_game"))
        app.key("ctrl+z", "ctrl+z")
        self.eventually(lambda: app.piece("g2"), "empty")
        app.key("ctrl+v")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.position, after, "position")
        self.assertEqual(len(app.moves()), 3)

    def test_a_position_is_copied_and_pasted(self):
        app = self.start(self.game(start=FEN))
        app.play("d9d8")
        app.key("ctrl+shift+c")
        self.status(say("copied_position"))
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("d9"), "black general")
        app.key("ctrl+v")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(lambda: app.piece("d8"), "black general")
        self.eventually(app.moves, [], "moves")
        self.turn("Red")

    def test_of_several_pasted_games_the_first_is_shown(self):
        app = self.start()
        put_on_clipboard(PGN + "\n" + PGN.replace("甲", "丙"))
        app.key("ctrl+v")
        self.eventually(lambda: len(app.moves()), 4, "moves")
        self.status(say("pasted_first", count=2))

    def test_the_position_is_copied_as_a_picture(self):
        app = self.start()
        app.play("h2e2")
        app.activate("copy-picture")
        self.status(say("copied_picture"))
        read = ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
        picture = subprocess.run(read, check=True, capture_output=True, timeout=20).stdout
        self.assertEqual(struct.unpack(">II", picture[16:24]), (960, 1059))

    def test_the_position_is_saved_as_a_picture(self):
        app = self.start()
        app.play("h2e2")
        for name, begin in (("a.svg", b"<?xml"), ("b.pdf", b"%PDF"), ("c.png", b"\x89PNG"), ("d", b"<?xml")):
            with self.subTest(name=name):
                app.activate("save-picture")
                app.choose_file(self.home.games / name)
                path = self.home.games / (name if "." in name else name + ".svg")
                self.status(say("saved", name=path.name))
                self.assertTrue(path.read_bytes().startswith(begin))
        self.assertEqual(len(list(self.home.games.iterdir())), 4)

    def test_a_picture_has_the_names(self):
        app = self.start(self.game(moves="h2e2", tags={"red": "甲"}))
        app.activate("save-picture")
        app.choose_file(self.home.games / "a.png")
        self.status(say("saved", name="a.png"))
        width, height = struct.unpack(">II", (self.home.games / "a.png").read_bytes()[16:24])
        self.assertEqual(width, 960)
        self.assertGreater(height, 1059 + 100)

    def test_what_is_no_game_is_told(self):
        app = self.start()
        app.key("ctrl+v")
        question = app.dialog(say("cannot_paste"))
        self.assertEqual(question.body, say("nothing_to_paste"))
        question.press("Escape")
        self.assertEqual(app.position(), board_of(START))


class Formats(case.Case):
    def foreign(self, name="foreign.pgn", text=PGN):
        path = self.home.games / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_foreign_game_opens_and_a_copy_leaves_it_alone(self):
        path = self.foreign()
        app = self.start(path)
        self.eventually(lambda: len(app.moves()), 4, "moves")
        app.key("ctrl+shift+s")
        app.choose_file(self.home.games / "copy.xiangqi")
        self.status(say("saved", name="copy.xiangqi"))
        self.assertEqual(path.read_text(encoding="utf-8"), PGN)
        told = info(self.home.games / "copy.xiangqi")
        self.assertEqual((told["tags"]["red"], told["result"], told["nodes"]), ("甲", "1-0", 6))

    def test_a_game_is_saved_in_every_format_that_is_written(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        for name in ("game.pgn", "game.ubb"):
            path = self.home.games / name
            app.key("ctrl+shift+s")
            app.choose_file(path)
            self.status(say("saved", name=name))
            self.assertEqual(info(path)["moves"], "h2e2 h9g7 h0g2".split())

    def test_what_a_format_cannot_hold_is_asked_first(self):
        app = self.start()
        app.play("h2e2")
        path = self.home.games / "game.xqf"
        app.key("ctrl+shift+s")
        app.choose_file(path)
        question = app.dialog(say("ask_lose", format="XQStudio"))
        self.assertIn(say("loss", "Tags", names=listed("time", "round", "score")), question.body)
        question.answer(say("cancel"))
        self.assertFalse(path.exists())
        app.key("ctrl+shift+s")
        app.choose_file(path)
        app.dialog(say("ask_lose", format="XQStudio")).answer(say("save"))
        self.status(say("saved", name="game.xqf"))
        self.assertEqual(info(path)["moves"], ["h2e2"])

    def test_international_chess_is_refused_by_name(self):
        text = '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'
        app = self.start(self.foreign(text=text))
        question = app.dialog(say("cannot_open", name="foreign.pgn"))
        self.assertEqual(question.body, say("read_error", "OtherGame", name="chess"))
        question.press("Escape")
        self.assertEqual(app.position(), board_of(START))


if __name__ == "__main__":
    case.main()
