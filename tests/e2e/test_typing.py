#!/usr/bin/python3
"""Moves that are typed: an entry that opens under the keys, what is understood, lit on the board, and played by Enter."""

import subprocess

import case
from case import START, board_of
from waiting import until
from words import listed, named, on_file, read_file, read_rank, row, say
from x11 import put_on_clipboard, xdo

HINT = say("understood", "Interpretation::Nothing =>")


def spoken(piece, way, file, **to):
    """A move in words, of `red cannon`."""
    return say("spoken_move", way, piece=say("named_piece", *piece.title().split()), file=file, **to)


class Typing(case.Case):
    glides = False

    def entry(self):
        found = self.app.named("text box", say("type_move"))
        return next((node for node in found if node.area().width > 1), None)

    def is_open(self):
        return self.entry() is not None

    def opens(self, text):
        until("an entry", self.is_open)
        self.eventually(lambda: self.entry().text(), text, "text")

    def closed(self):
        until("no entry", lambda: not self.is_open())

    def understands(self, sentence):
        self.eventually(lambda: self.entry().description, sentence, "what is understood")

    def plays(self, words):
        """Waits until Enter would play a move, which is told in these words."""
        self.understands(say("understood", move_in_words=words))

    def paste(self, text):
        put_on_clipboard(text)
        self.app.key("ctrl+v")
        self.opens(text)

    def arrives(self, move, piece):
        self.eventually(lambda: (self.app.piece(move[:2]), self.app.piece(move[2:])), ("empty", piece), move)
        self.closed()
        self.eventually(self.app.focused, [f"{move[2:]} {piece}"], "focus")


class Games(Typing):
    def test_a_game_to_checkmate_with_nothing_but_letters(self):
        app = self.start()
        app.type("b2c2")
        self.plays(spoken("red cannon", "Level", 8, goal=7))
        app.key("Return")
        self.arrives("b2c2", "red cannon")
        # Black’s left advisor, in WXF.
        app.type("A6+5")
        app.key("Return")
        self.arrives("f9e8", "black advisor")
        # 炮七进四 by its pinyin.
        app.type("p7j4")
        app.key("Return")
        self.arrives("c2c6", "red cannon")
        app.key("ctrl+t")
        self.opens("")
        self.paste("砲2平3")
        app.key("Return")
        self.arrives("b7c7", "black cannon")
        app.type("C7+3")
        self.plays(spoken("red cannon", "Forward", 7, count=3))
        app.key("Return")
        self.status(say("outcome", "Checkmate", winner="Red"))
        self.assertEqual(len(app.moves()), 5)
        # The game is over, and nothing opens.
        app.key("b", "ctrl+t")
        self.assertFalse(self.is_open())

    def test_an_earlier_position_gets_a_variation(self):
        app = self.start()
        app.play("h2e2 h9g7")
        app.key("Page_Up")
        self.eventually(lambda: app.piece("h9"), "black horse")
        app.click("e5")
        app.type("h7e7")
        app.key("Return")
        self.arrives("h7e7", "black cannon")
        self.assertEqual(len(app.lines()), 1)
        self.assertEqual(len(app.moves()), 2)


class Understood(Typing):
    def test_candidates_are_lit_and_named(self):
        app = self.start()
        bare = {point: app.still(point) for point in ("h2", "b2", "e2", "h4")}
        looks = lambda: {point for point in bare if app.pixels(point) != bare[point]}
        size = app.board.area()
        app.click("h2")
        until("marks", lambda: "h2" in looks())
        app.key("ctrl+t")
        self.opens("")
        self.understands(HINT)
        self.eventually(looks, set(), "marks")
        app.photograph("typing-empty")
        app.type("p2p")
        self.understands(say("typing.several", "if", count=6, moves=row("C2=7", "C2=6", "C2=5")))
        until("marks", lambda: looks() == {"h2", "e2"})
        self.assertEqual(tuple(app.board.area()), tuple(size))
        app.photograph("typing-candidates")
        # Enter does not guess.
        app.key("Return")
        self.understands(say("which", count=6))
        self.assertEqual(app.position(), board_of(START))
        app.type("5")
        self.plays(spoken("red cannon", "Level", 2, goal=5))
        self.eventually(looks, {"h2", "e2"}, "marks")
        app.photograph("typing-meant")
        app.key("BackSpace", "BackSpace", "BackSpace", "BackSpace")
        self.opens("")
        self.understands(HINT)
        self.eventually(looks, set(), "marks")
        app.key("Escape")
        self.closed()
        self.turn("Red")
        self.eventually(app.focused, ["h2 red cannon"], "focus")

    def test_what_is_no_move_is_told_why(self):
        app = self.start()
        app.type("b0d1")
        self.understands(say("refused", "HobbledLeg", piece=named("red elephant", 7, 1)))
        app.photograph("typing-illegal")
        app.key("Return")
        self.opens("b0d1")
        self.assertEqual(app.position(), board_of(START))
        app.key("ctrl+a")
        app.type("zz")
        self.understands(say("understood", "NoMove", text="zz"))
        app.key("ctrl+a")
        app.type("i0")
        app.key("Return")
        self.understands(say("which", moves=say("either", rest="R1+1", last="R1+2")))

    def test_a_move_against_the_rules_keeps_its_letters_and_gets_the_rule(self):
        app = self.start()
        app.click("e5")
        # 炮八进六 by its pinyin.
        app.type("p8j6")
        self.opens("p8j6")
        self.understands(say("refused", "WayBlocked", pieces=named("black cannon", 2, 8)))
        app.key("Escape")
        self.closed()
        for text in ("p9", "m9", "c3=5"):
            app.type(text)
            self.opens(text)
            app.key("Escape")
            self.closed()
        self.turn("Red")

    def test_a_click_closes_it_and_chooses(self):
        app = self.start()
        app.type("h2")
        self.opens("h2")
        app.click("b2")
        self.closed()
        app.click("e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.assertEqual(app.piece("b2"), "empty")
        # So does going elsewhere with the keyboard.
        app.key("h")
        self.opens("h")
        app.key("Tab")
        self.closed()
        self.turn("Black")

    def test_stepping_through_the_game_reads_it_anew(self):
        app = self.start()
        app.play("h2e2")
        app.type("h7")
        self.opens("h7")
        before = self.entry().description
        app.key("alt+Left")
        until("another sentence", lambda: self.entry().description != before)
        self.opens("h7")

    def test_a_narrow_window_has_room(self):
        for scheme in ("prefer-light", "prefer-dark"):
            app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": scheme})
            app.resize(360, 640)
            size = tuple(app.board.area())
            for text, name in (("p2p", "candidates"), ("p2p5", "meant"), ("b0d1", "illegal")):
                app.type(text)
                self.opens(text)
                app.photograph(f"typing-narrow-{name}-{scheme[7:]}")
                self.assertEqual(tuple(app.board.area()), size)
                app.key("Escape")
                self.closed()
            app.resize(980, 800)
            app.type("p2p")
            self.opens("p2p")
            app.photograph(f"typing-wide-{scheme[7:]}")
            app.key("Escape")
            self.closed()
            app.quit()


class Chinese(Typing):
    """Characters that keys or an input method give."""

    def test_a_move_is_typed_on_the_board(self):
        app = self.start()
        app.click("e5")
        app.type("炮二平五")
        self.opens("炮二平五")
        app.key("Return")
        self.arrives("h2e2", "red cannon")

    def test_what_an_input_method_composes_is_shown_and_goes_on_in_the_entry(self):
        app = self.start()
        app.click("e5")
        # The simplest one composes a character from its number in Unicode.
        compose = lambda: (app.key("ctrl+shift+u"), app.type("70ae"))
        compose()
        self.opens("u70ae")
        self.understands(HINT)
        app.photograph("typing-composed")
        app.key("Escape")
        self.closed()
        self.eventually(app.focused, ["e5 empty"], "focus")
        compose()
        self.opens("u70ae")
        app.key("space")
        self.opens("炮")
        app.type("2平5")
        self.opens("炮2平5")
        app.key("Return")
        self.arrives("h2e2", "red cannon")
        compose()
        self.opens("u70ae")
        app.click("h9")
        self.closed()
        app.key("space")
        self.turn("Black")


# Keys of a US keyboard, by the code of the first in each row.
ROWS = {10: "1234567890", 24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
KEYS = {letter: code for first, row in ROWS.items() for code, letter in enumerate(row, first)}


class OtherScripts(Typing):
    """Where a layout has no Latin letters, its keys are those of another layout, or of a US keyboard."""

    def layout(self, names):
        subprocess.run(["setxkbmap", names], check=True)
        self.addCleanup(subprocess.run, ["setxkbmap", "us"], check=True)

    def press(self, letters):
        # By their names it would choose another layout.
        xdo("key", "--delay", 30, *(KEYS[letter] for letter in letters))

    def test_letters_and_moves_are_those_of_the_keys(self):
        app = self.start()
        for at, (layout, move, piece) in enumerate((
            ("ru,us", "h2e2", "red cannon"),
            ("gr,us", "h9g7", "black horse"),
            ("il,us", "h0g2", "red horse"),
            ("ara,us", "i9h9", "black chariot"),
            ("bg", "g3g4", "red soldier"),
        )):
            with self.subTest(layout=layout):
                self.layout(layout)
                app.click("e5")
                self.press("w")
                pieces = say("read_pieces", side=("Red", "Black")[at % 2], pieces="")[:-1]
                until("an answer", lambda: app.status().startswith(pieces))
                self.press(move)
                self.opens(move)
                app.key("Return")
                self.arrives(move, piece)
                self.assertEqual(len(app.moves()), at + 1)
        # What is selected is replaced, and what stands behind the cursor stays.
        self.press("h7")
        self.opens("h7")
        app.key("Home", "shift+Right")
        self.press("b")
        self.opens("b7")


class Pasted(Typing):
    def paste_on_board(self, text):
        put_on_clipboard(text)
        self.app.key("ctrl+v")

    def test_one_move_is_played_in_the_game(self):
        app = self.start()
        app.play("h2e2")
        self.paste_on_board("馬8進7")
        self.eventually(lambda: app.piece("g7"), "black horse", "the move")
        self.assertEqual(len(app.moves()), 2)
        self.paste_on_board("C5=1")
        self.eventually(lambda: app.piece("i2"), "red cannon", "the move")
        self.paste_on_board("马2进4")
        self.status(say("refused", "HobbledLeg", piece=on_file("Black", "Elephant", 3)))
        self.assertEqual(len(app.moves()), 3)


class Vietnamese(Typing):
    """Where moves are in Vietnamese, P is the cannon and - goes across."""

    def listed(self):
        return [name.rpartition(": ")[2] for name in self.app.moves()]

    def test_letters_mean_what_they_do_in_vietnam(self):
        app = self.start(settings={"LANGUAGE": "vi"})
        app.key("ctrl+t")
        self.opens("")
        self.understands(say("understood", "Vietnamese"))
        app.key("Escape")
        for text, how, move, piece in (
            ("P2-5", dict(way="Level", file=2, goal=5), "h2e2", "red cannon"),
            ("M8.7", dict(way="Forward", file=8, goal=7), "h9g7", "black horse"),
            ("B7.1", dict(way="Forward", file=7, count=1), "c3c4", "red soldier"),
            ("c3.1", dict(way="Forward", file=3, count=1), "c6c5", "black soldier"),
            ("Tg5.1", dict(way="Forward", file=5, count=1), "e0e1", "red general"),
            ("T3.5", dict(way="Forward", file=3, goal=5), "c9e7", "black elephant"),
            ("Tg5/1", dict(way="Back", file=5, count=1), "e1e0", "red general"),
            ("x9.2", dict(way="Forward", file=9, count=2), "i9i7", "black chariot"),
        ):
            app.type(text)
            self.plays(spoken(piece, **how))
            app.key("Return")
            self.arrives(move, piece)
        self.eventually(self.listed, ["P2-5", "M8.7", "B7.1", "B3.1", "Tg5.1", "T3.5", "Tg5/1", "X9.2"])

    def test_a_move_that_is_said_in_full_is_pasted_and_typed(self):
        app = self.start(settings={"LANGUAGE": "vi"})
        app.key("ctrl+t")
        self.opens("")
        self.paste("Pháo 2 bình 5")
        self.plays(spoken("red cannon", "Level", 2, goal=5))
        app.key("Return")
        self.arrives("h2e2", "red cannon")
        app.type("ma 8 tan 7")
        app.key("Return")
        self.arrives("h9g7", "black horse")

    def test_elsewhere_p_is_a_soldier(self):
        app = self.start()
        app.type("P2-5")
        self.understands(say("unplayable", side="Red"))
        app.key("ctrl+a")
        # Nothing else has these letters.
        app.type("X9.1")
        self.plays(spoken("red chariot", "Forward", 9, count=1))


class Commands(Typing):
    """Letters that read something aloud do so at once, and begin a move all the same."""

    def test_keys_that_change_something_begin_no_move(self):
        app = self.start()
        app.click("e5")
        left = lambda: app.at("a0")[0] < app.at("i0")[0]
        self.assertTrue(left())
        app.key("F2")
        until("the board turned", lambda: not left())
        app.settle()
        app.key("F2")
        until("the board turned back", left)
        app.settle()
        app.type("f0e1")
        app.key("Return")
        self.arrives("f0e1", "red advisor")
        app.key("F8")
        self.status(say("sound", "else"))
        app.key("F8")
        self.status(say("sound", "if"))
        app.type("m2j3")
        self.opens("m2j3")
        app.key("Escape")
        self.closed()
        self.assertTrue(left())

    def test_questions_are_answered_and_begin_moves_all_the_same(self):
        app = self.start()
        app.click("h2")
        app.key("Escape")
        self.turn("Red")
        for typed, rest, text in (
            ("c", "2", "c2"), ("p", "2", "p2"), ("a", "4", "a4"), ("r", "1+", "r1+"),
            ("lc", "2", "c2"), ("pa", "4", "a4"), ("lt", "", None), ("f3", "", None),
        ):
            app.key(*typed)
            until(f"an answer to {typed}", lambda: app.status() != "")
            self.assertFalse(self.is_open())
            if text:
                app.type(rest)
                self.opens(text)
                app.key("Escape")
                self.closed()
                self.turn("Red")

    def test_f_and_a_digit_read_a_file_and_begin_a_move_of_that_point(self):
        # A soldier of Red on f3, that is on its fourth file and rank.
        fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1PP2P/1C5C1/9/RNBAKABNR w"
        app = self.start(self.game(start=fen))
        app.click("e5")
        app.key("f")
        self.status(read_file(5, {1: "red general", 4: "red soldier", 7: "black soldier", 10: "black general"}))
        app.key("3")
        self.status(read_file(3, {1: "red elephant", 7: "black soldier", 10: "black elephant"}))
        self.assertFalse(self.is_open())
        app.type("f4")
        self.opens("f3f4")
        app.key("Return")
        self.arrives("f3f4", "red soldier")
        app.type("r0")
        kinds = ["chariot", "horse", "elephant", "advisor"]
        home = enumerate([*kinds, "general", *kinds[::-1]], 1)
        self.status(read_rank(10, {file: f"black {kind}" for file, kind in home}))

    def test_p_does_not_pause_any_more(self):
        game = self.game(moves=[{"move": "h2e2", "clock": 600000}], tags={"time_control": "600"})
        app = self.start(game)
        app.click("h7")
        app.key("Escape")
        app.key("p")
        ranks = listed(say("numbers", first=2, last=7), "9")
        files = listed(say("numbers", first=3, last=7), "9")
        on_file, on_rank = say("places", file=8, ranks=ranks), say("on_one_rank", rank=8, files=files)
        places = say("one_after_the_other", first=on_file, next=on_rank)
        told = say("goals", places=places)
        self.status(say("possible_moves", piece=say("named_piece", "Black", "Cannon"), told=told))
        app.key("Pause")
        until("a running clock", self.runs)
        app.key("Pause")
        until("a pause", lambda: not app.named("group", say("board")))
        app.key("c", "ctrl+t")
        self.assertFalse(self.is_open())
        app.key("Return")
        until("the board", lambda: app.named("group", say("board")))

    def runs(self):
        return bool(self.app.named("button", say("pause")))


if __name__ == "__main__":
    case.main()
