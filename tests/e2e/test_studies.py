#!/usr/bin/python3
"""The room of studies: the list, a study tried, solved and kept, hints, the solution, two people, a game from there."""

import json

from beside import Beside
from case import main
from listening import Listening
from printing import Printing, about, text_of
from waiting import until
from words import exact, say, sentences, ui
from x11 import xdo

# A mate in three, the first study of its book, and the moves of both sides.
TITLE, ID = say("spoken_title", title="由中應外", pinyin="Yóu zhōng yìng wài"), "mengru-shenji:1"
LINE = ["d8e8", "e9d9", "e8e9", "d9e9", "c9d7"]
# Number of all studies.
ALL = 684
# Positions of one's own: a mate in one, a whole game, and one without a mate.
OWN = """[Title "Two chariots"]
[FEN "4k4/R8/9/9/9/9/9/9/9/1R1K5 w"]

*

[Event "Cup"]

1. C2=5 *

[Title "Nothing there"]
[FEN "3ak4/4a4/4b4/9/2b6/9/9/9/9/3K5 w"]

*
"""


class Room(Printing, Beside, Listening):
    def begin(self, **options):
        app = self.start(**options)
        app.activate("studies")
        self.meet(app, ui("studies"))
        return app

    def search(self, text):
        self.app.key("ctrl+a", "Delete")
        self.app.type(text)

    def rows(self):
        return [row.name for row in self.top.find("list item", ".+")]

    def choose(self):
        """Opens the study of these tests by a search in pinyin."""
        self.search("youzhong")
        until("one row", lambda: len(self.rows()) == 1)
        self.app.key("Return")
        self.look_at(exact("study_board", title=TITLE, task="") + ".*")
        if self.announcements:
            # Newer screen readers do not read the name of the board.
            self.hears(say("study_board", title=TITLE, task=say("mate_task", "is_exact", side="Red", count=3)))

    def pick(self, action):
        """Chooses an entry of the menu of the study."""
        more = self.find("button", ui("studies", "more"))
        self.app.choose_from_menu("studies", action, lambda: self.press(more))

    def pick_for_list(self, action):
        """Chooses an entry of the menu of the list."""
        self.app.choose_from_menu("studies", action, lambda: xdo("key", "F10"))

    def click_button(self, name):
        self.press(self.find("button", exact(name)))

    def play(self, move):
        self.click(move[:2], move[2:])

    def solve(self, line=LINE):
        for own, reply in zip(line[::2], [*line[1::2], None]):
            piece = self.points[own[:2]].name.split(",")[0]
            self.play(own)
            if reply:
                self.empties(reply[:2])
            else:
                self.holds(own[2:], piece)

    def empties(self, square):
        self.holds(square, "Empty")

    def progress(self):
        file = self.home.data / "chuhe" / "studies.json"
        return json.loads(file.read_text(encoding="utf-8"))["studies"]

    def test_studies_are_found(self):
        app = self.begin()
        self.says(say("studies_solved", solved=0, all=ALL))
        until("rows", self.rows)
        app.photograph("studies", self.window)
        self.search("1 youzhong")
        told = say("study_about", number="1", verdict=say("study_verdict", "is_exact", side="Red", count=3))
        self.eventually(self.rows, [sentences(TITLE, told)], "rows")
        self.hears(say("studies_listed", listed=1, all=ALL))
        app.key("ctrl+f")
        app.type("nothing like it")
        self.says("No Studies Found")

    def test_a_wrong_move_is_refuted_and_the_solution_found_and_kept(self):
        app = self.begin()
        self.choose()
        self.says(say("mate_task", "is_exact", side="Red", count=3))
        self.play("i8i7")
        self.says(say("wrong", "if", reply="R3=4"))
        self.empties("c0")
        app.photograph("studies-wrong", self.window)
        until("the try in the file", lambda: self.progress()[ID].get("first_try") is False)
        self.click_button("try_again")
        self.holds("i8", say("named_piece", "Red", "Cannon"))
        self.solve()
        self.says(say("study_solved", "told =", count=3))
        app.photograph("studies-solved", self.window)
        self.says(say("studies_solved", solved=1, all=ALL))
        until("it in the file", lambda: "solved" in self.progress()[ID])
        self.assertIs(self.progress()[ID]["first_try"], False)
        app.kill()
        app = self.begin()
        self.says(say("studies_solved", solved=1, all=ALL))
        self.search("youzhong")
        solved = until("one row", lambda: len(self.rows()) == 1 and self.rows()[0])
        self.assertTrue(solved.endswith(say("spoken_study", "if")), solved)

    def test_letters_ask_and_moves_are_typed(self):
        app = self.begin()
        self.choose()
        app.points = self.points
        for key, side in (("w", "Red"), ("o", "Black")):
            xdo("key", key)
            self.hears(say("read_pieces", side=side, pieces="")[:-1])
        xdo("key", "l")
        self.hears(say("last_move"))
        app.type(LINE[0])
        self.find("text box", exact("type_move"))
        app.photograph("studies-typing", self.window)
        xdo("key", "Return")
        self.holds("e8", say("named_piece", "Red", "Soldier"))
        self.empties(LINE[1][:2])
        xdo("key", "l")
        self.hears(say("last_move", moved="")[:-1])

    def test_hints_the_solution_and_a_second_person(self):
        app = self.begin()
        self.choose()
        self.click_button("study_hint")
        self.find("label", "Hint: think about .+")
        self.click_button("study_hint")
        app.photograph("studies-hint", self.window)
        self.pick("study.solution")
        app.key("alt+Right")
        self.holds("e8", say("named_piece", "Red", "Soldier"))
        self.says("1. P6=5 K5=4 (1... K5=6 2. P5+1 K6=5 3. H7-6) 2. P5+1 K4=5 3. H7-6")
        app.photograph("studies-solution", self.window)
        app.key("alt+Left")
        self.empties("e8")
        self.pick("study.solution")
        # The second person makes the reply.
        self.pick("study.defend")
        self.play(LINE[0])
        self.says(say("judged", "Right", count=2))
        self.play("e9f9")
        self.empties("e9")
        self.holds("f9", say("named_piece", "Black", "General"))

    def test_a_study_is_played_on(self):
        app = self.begin()
        self.choose()
        self.pick("study.play-computer")
        app.alone()
        self.eventually(lambda: app.piece("b9"), "red chariot", "piece")
        tags = self.home.kept()["tags"]
        self.assertEqual((tags["computer"], tags["black"]), ("black 1", say("computer_name", level=1)))

    def test_what_was_solved_and_is_damaged_is_put_aside(self):
        file = self.home.data / "chuhe" / "studies.json"
        file.parent.mkdir(parents=True)
        known = {"version": 1, "studies": {ID: {"seen": 1, "solved": 2, "best": 3}}}
        file.write_text(json.dumps(known), encoding="utf-8")
        app = self.begin()
        self.says(say("studies_solved", solved=1, all=ALL))
        app.kill()
        file.write_text("{", encoding="utf-8")
        app = self.start()
        app.activate("studies")
        app.dialog(say("progress_lost_title")).press("Escape")
        self.meet(app, ui("studies"))
        self.says(say("studies_solved", solved=0, all=ALL))
        self.assertEqual(file.with_name("studies.damaged-1.json").read_text(encoding="utf-8"), "{")

    def add(self, own):
        """Adds a file of positions; the second of its games is none."""
        self.pick_for_list("studies.add-file")
        self.app.choose_file(own)
        told = self.app.dialog(say("left_out_title", count=1))
        why = say("numbered", number=2, why=say("why_left_out", "WholeGame"))
        self.assertIn(why, told.node.names_of("label"))
        told.leave("Escape")
        # As a window manager would.
        xdo("windowfocus", self.window)

    def test_positions_of_ones_own_are_judged_solved_and_removed(self):
        own = self.home.games / "endings.pgn"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(OWN, encoding="utf-8")
        app = self.begin()
        self.add(own)
        mate = say("study_verdict", "is_exact", side="Red", count=1)
        title, about = "Two chariots", say("study_about", number="1", verdict=mate)
        self.eventually(lambda: self.rows()[:1], [sentences(title, about)], "rows")
        self.assertEqual(len(self.rows()), 2)
        self.says(say("studies_solved", solved=0, all=2))
        app.photograph("studies-own", self.window)
        # All are judged.
        until("no more work", lambda: not self.shown("button", exact("stop_proving")))
        # By keys: GTK 4.8 sometimes drops clicks after a dialog in X11 without a window manager.
        self.search("two chariots")
        self.eventually(lambda: len(self.rows()), 1, "rows")
        app.key("Return")
        self.look_at(exact("study_board", title=title, task="") + ".*")
        self.play("b0b9")
        self.says(say("studies_solved", solved=1, all=2))
        app.kill()
        app = self.begin()
        self.says(say("studies_solved", solved=1, all=ALL + 2))
        self.search("chariots")
        self.eventually(lambda: len(self.rows()), 1, "rows")
        self.search("")
        # The same book again, which is then the chosen one.
        self.add(own)
        self.pick_for_list("studies.remove")
        self.says(say("book_removed", name="endings.pgn"))
        self.says(say("studies_solved", solved=0, all=ALL))
        self.assertEqual(own.read_text(encoding="utf-8"), OWN)

    def ask_to_print(self):
        """Opens the dialog, whose list then has the keyboard."""
        self.app.key("ctrl+p")
        dialog = self.app.dialog(say("print_studies"))
        self.assertEqual(dialog.focused(), [("button", ui("print", "print"))])
        return dialog

    def print_studies(self):
        """Takes the dialog as it is, prints to a file and gives its text."""
        self.app.key("Return")
        return self.print_to_file(lambda: self.says(say("studies_printed")))

    def test_studies_are_printed_with_their_solutions(self):
        app = self.begin()
        self.choose()
        dialog = self.ask_to_print()
        self.assertIn(say("print_this_study"), dialog.node.names_of("label"))
        app.key("alt+o")
        until("the switch", lambda: "checked" in dialog.node.find("switch", ".*")[0].states())
        app.photograph("studies-print", dialog.window)
        path = self.print_studies()
        text = text_of(path)
        for known in ("1. 由中應外 Yóu zhōng yìng wài", say("study_verdict", "is_exact", side="Red", count=3), "P6=5 K5=4"):
            self.assertIn(known, text)
        self.assertEqual(about(path)["Pages"], "2")

    def test_all_studies_of_the_list_are_printed(self):
        app = self.begin()
        until("rows", self.rows)
        # No study is open, so that only the list is there.
        dialog = self.ask_to_print()
        self.assertIn(say("print_listed_studies", count=ALL), dialog.node.names_of("label"))
        path = self.print_studies()
        # Six on a page, and each book on pages of its own.
        self.assertEqual(about(path)["Pages"], "115")
        self.search("nothing like it")
        self.says("No Studies Found")
        app.key("ctrl+p")
        self.search("youzhong")
        until("one row", lambda: len(self.rows()) == 1)
        self.assertEqual([top.name for top in app.over()], [ui("studies")])


if __name__ == "__main__":
    main()
