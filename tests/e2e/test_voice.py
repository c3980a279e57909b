#!/usr/bin/python3
"""A player who does not see the board: a whole game over the accessibility bus alone, one by keys, one typed; what is
announced, what keys read, and that nothing in any window is without a name."""

import itertools
import re
import time
import unittest

import case
import driver
import preload
import tree
from case import RED_MATES
from driver import file_number, named_points, point_name
from listening import Listening
from waiting import until
from words import either_side, exact, listed, named, pattern, read_file, read_rank, say, sentences, ui
from x11 import lent_clipboard, put_on_clipboard, xdo

END = say("outcome", "Checkmate", winner="Red")
CANNON, SOLDIER = say("named_piece", "Red", "Cannon"), say("named_piece", "Black", "Soldier")
# The last move of the game that is played everywhere here, and what it captures.
LAST = say("spoken_move", "Forward", piece=CANNON, file=7, count=3)
CAPTURED = say("moved", words=LAST, piece=say("named_piece", "Black", "Elephant"))
ACROSS = say("spoken_move", "Level", piece=CANNON, file=2, goal=5)
HORSE_GOES = say(
    "goals", places=say("one_after_the_other", first=say("place", file=7, rank=8), next=say("place", file=9, rank=8))
)
# How the points are told that a piece can go to: one, those on its file, and those on its rank.
GOALS = re.compile(pattern("goals", places="(.+)"))
PLACE = re.compile(pattern("place", file=r"(\d)", rank=r"(\d+)"))
ON_FILE = re.compile(pattern("places", file=r"(\d)", ranks="(.+)"))
ON_RANK = re.compile(pattern("on_one_rank", rank=r"(\d+)", files="(.+)"))
PLACES = say("one_after_the_other", first="", next="")
NUMBERS = re.compile(f"{re.escape(say('row', rest='', next=''))}|{re.escape(say('list', rest='', last=''))}")
RUN = re.compile(pattern("numbers", first=r"(\d+)", last=r"(\d+)"))
# What has the keyboard, by its name: of a seat, or of the moves.
SEATS = re.compile(f"{pattern('name_of', side=either_side())}|{pattern('seat_button', side=either_side())}")
MOVES = re.compile(pattern("listed_move", round=r"\d+", side=either_side()))


def in_check(file):
    """The name of the point where Black's general is in check at home, with the file as Black counts."""
    return say("point", "is_check", file=file, rank=10, piece=say("named_piece", "Black", "General"))


class Bus(Listening):
    """No key and no mouse: names, descriptions and actions, as a screen reader or a switch has them."""

    def nodes(self):
        return {node.name: node for node in self.app.board.children()}

    def goals(self, about):
        """The points that a description names: files and ranks, single or in a row."""
        found = set()
        told = GOALS.search(about)
        for part in told[1].split(PLACES) if told else []:
            if single := PLACE.fullmatch(part):
                found.add((int(single[1]), int(single[2])))
            elif line := ON_FILE.fullmatch(part):
                found.update((int(line[1]), number) for number in self.numbers(line[2]))
            elif line := ON_RANK.fullmatch(part):
                found.update((number, int(line[1])) for number in self.numbers(line[2]))
        return found

    def numbers(self, text):
        for part in NUMBERS.split(text):
            run = RUN.fullmatch(part)
            first, last = (int(run[1]), int(run[2])) if run else (int(part), int(part))
            yield from range(first, last + 1)

    def test_a_whole_game_to_mate(self):
        app = self.start()
        for move in RED_MATES.split():
            piece = app.piece(move[:2])
            nodes = self.nodes()
            start = nodes[point_name(move[:2], piece)]
            captured = app.piece(move[2:])
            goal = nodes[point_name(move[2:], captured)]
            rank = int(move[3]) + 1
            if captured == "empty":
                # What is told of the piece says that it can go there.
                until(f"{move} told", lambda: (file_number(move[2:], piece), rank) in self.goals(start.description))
            else:
                taken = named(captured, file_number(move[2:], captured), rank)
                until(f"{taken} told", lambda: taken in start.description)
            self.assertTrue(start.act())
            self.assertTrue(goal.act())
            until(f"{move} made", lambda: point_name(move[2:], piece) in self.nodes())
        self.hears(END, CAPTURED)
        general = [name for name in self.nodes() if say("named_piece", "Black", "General") in name]
        self.assertEqual(general, [in_check(5)])
        labels = app.frame().names_of("label")
        self.assertIn(END, labels)

    def test_what_is_told_of_points_follows_the_game(self):
        app = self.start()
        horse = app.points["h9"]
        until("an attack", lambda: horse.description.startswith(say("point_about", pieces=named("red cannon", 2, 3))))
        self.assertIn(HORSE_GOES, horse.description)
        app.act("h2")
        app.act("e2")
        until("no attack", lambda: horse.description == HORSE_GOES)
        danger = say("point_about", pieces=named("red cannon", 5, 3))
        until("the soldier in danger", lambda: app.points["e6"].description.startswith(danger))


class Keys(Listening):
    def move_cursor(self, square):
        """Goes there from the point that has the keyboard."""
        at = self.app.focused()[0][:2]
        files, ranks = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        keys = ["Right" if files > 0 else "Left"] * abs(files) + ["Up" if ranks > 0 else "Down"] * abs(ranks)
        if keys:
            self.app.key(*keys)
        until(square, lambda: "focused" in self.app.points[square].states())

    def by_arrows(self, move):
        self.move_cursor(move[:2])
        self.app.key("Return")
        self.move_cursor(move[2:])
        self.app.key("Return")

    def test_a_whole_game_by_arrows_and_enter(self):
        app = self.start()
        until("the board", app.is_on_board)
        app.play(RED_MATES, self.by_arrows)
        self.status(END)
        self.hears(END, LAST)

    def test_a_whole_game_typed_in_every_spelling(self):
        app = self.start()
        typed = ["b2c2", "A6+5", "p7j4", "砲2平3", "C7+3"]
        for text, move in zip(typed, RED_MATES.split()):
            if text.isascii():
                app.type(text)
            else:
                put_on_clipboard(text)
                app.key("ctrl+t", "ctrl+v")
            entry = lambda: [node for node in app.named("text box", say("type_move")) if node.area().width > 1]
            until(text, lambda: entry() and entry()[0].text() == text)
            app.key("Return")
            self.eventually(lambda: app.piece(move[:2]), "empty", move)
        self.status(END)
        self.hears(END, CAPTURED)

    @case.smoke
    def test_what_is_said_while_a_game_is_played(self):
        app = self.start()
        until("the board", app.is_on_board)
        self.move_cursor("h2")
        app.key("Return")
        self.hears(say("lifted", piece=CANNON, count=12))
        app.key("Escape")
        self.hears(say("put_back", piece=CANNON))
        app.key("Return")
        self.move_cursor("e2")
        app.key("Return")
        self.hears(say("moved", words=ACROSS), say("turn", side="Black"))
        self.move_cursor("b9")
        app.key("Return")
        self.move_cursor("d8")
        app.key("Return")
        self.hears(say("refused", "HobbledLeg", piece=named("black elephant", 3, 10)))
        app.key("Escape")
        app.key("ctrl+z")
        self.hears(say("said_taken_back", words=ACROSS), say("turn", side="Red"))

    def test_a_check_is_said_after_the_move(self):
        fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
        forward = say("spoken_move", "Forward", piece=say("named_piece", "Red", "Chariot"), file=9, count=9)
        app = self.start(self.game(start=fen))
        app.type("a0a9")
        app.key("Return")
        self.hears(
            say("moved", words=forward),
            say("checked_by", "Black", attackers=named("red chariot", 9, 10)),
        )
        self.assertEqual(app.points["d9"].name, in_check(4))

    def test_a_page_of_the_course_and_the_result_of_a_try_are_said(self):
        app = self.start()
        until("the board", app.is_on_board)
        app.key("shift+F1")
        app.other_window()
        app.key("Return")
        self.listen_to_board(say("beginning", 0))
        self.hears(say("beginning", 1), say("beginning", 3))
        app.key("Return", "Right", "Return")
        self.hears(say("missed", "(Miss::Unsolved, _)"), say("tried", "Missed"))
        app.key("Return")
        self.hears(say("task", "AimMove"))
        app.key("Return", *["Right"] * 5, "Return")
        self.hears(say("solved", "Reach"))
        for task in ("AimCapture", "AimTrap"):
            app.key("alt+t")
            self.hears(say("task", task))
        app.key("alt+n")
        self.listen_to_board(say("beginning", 4))
        self.hears(say("beginning", 5))

    def listen_to_board(self, page):
        """The keyboard is on the board of a page of the help from now on."""
        name = exact("lesson_board", title=page) + ".*"
        boards = lambda: [node for top in self.app.over() for node in top.find("group", name)]
        points = until("a board", lambda: boards()[0].children()[89:] and boards()[0].children())
        self.app.points = dict(enumerate(points))

    def test_an_offer_and_its_answer_are_said(self):
        app = self.start()
        until("the board", app.is_on_board)
        app.activate("offer-draw")
        self.hears(say("offer", "Draw", who="Red"), say("how_to_answer", accept="Alt+E", decline="Alt+D"))
        app.activate("decline-offer")
        self.hears(say("declined", "Draw", who="Black"))
        app.activate("offer-draw")
        app.activate("accept-offer")
        self.hears(say("draw", "Agreement"))

    def test_low_time_is_said_wherever_the_keyboard_is(self):
        game = self.game(moves=[{"move": "h2e2", "clock": 11500}], tags={"time_control": "11.5"})
        app = self.start(game)
        until("the board", app.is_on_board)
        app.key("Tab")
        until("the keyboard elsewhere", lambda: app.focused() and not app.is_on_board())
        app.key("Pause")
        self.hears(say("low_time", "TenSeconds", side="Black"))

    def test_questions(self):
        moves = [{"move": move, "clock": 600_000} for move in ("h2e2", "h9g7", "e2e6")]
        app = self.start(self.game(moves=moves, tags={"time_control": "600"}))
        until("the board", app.is_on_board)
        self.move_cursor("e6")
        forward = say("spoken_move", "Forward", piece=CANNON, file=5, count=4)
        last = say("last_move", moved=say("moved", words=forward, piece=SOLDIER))
        taken = say("captured", side="Red", pieces=say("kind_of", "Black", "Soldier"))
        minutes = say("in_minutes", count=10)
        captures = (named("black soldier", file, 7) for file in (1, 9))
        attacked = say("point_about", pieces=named("black horse", 7, 8))
        soldiers = {file: "red cannon" if file == 5 else "black soldier" for file in range(1, 10, 2)}
        fifth = read_file(5, {1: "red general", 4: "red soldier", 7: "red cannon", 10: "black general"})
        for key, answer in (
            ("l", last),
            ("c", say("both_captured", red=taken, black=say("captured", side="Black"))),
            ("p", say("possible_moves", piece=CANNON, told=say("goals", pieces=listed(*captures)))),
            ("a", say("points.attacks", point=point_name("e6", "red cannon"), told=attacked)),
            ("t", say("times", "else", one="Black", left=minutes, other="Red", rest=minutes)),
            ("r", read_rank(7, soldiers)),
            ("f", fifth),
            ("w", say("read_pieces", side="Black", pieces="")[:-1]),
            ("o", say("read_pieces", side="Red", pieces="")[:-1]),
        ):
            app.key(key)
            self.hears(answer)
        app.type("f8")
        self.hears(read_file(8, {1: "red horse", 3: "red cannon", 8: "black cannon", 10: "black horse"}))
        kinds = ["chariot", "horse", "elephant", "advisor"]
        home = enumerate([*kinds, "general", *kinds[::-1]], 1)
        app.type("r1")
        self.hears(read_rank(1, {file: f"red {kind}" for file, kind in home}))
        # What was asked is asked again with the same words.
        app.key("l")
        self.hears(last)
        until("silence", lambda: not self.said())
        app.key("l")
        self.hears(last)

    def test_an_announcement_goes_and_the_point_tells_of_itself_again(self):
        app = self.start()
        until("the board", app.is_on_board)
        self.move_cursor("h2")
        app.key("l")
        self.hears(say("last_move"))
        app.key("Left")
        capture = say("goals", pieces=named("black horse", 8, 10))
        until("the point as it was", lambda: app.points["h2"].description.startswith(capture))


class Dialogs(Listening):
    """What opens over the board is read out, and the board speaks again afterwards."""

    KEYS = ("ctrl+n", "ctrl+e", "ctrl+m", "alt+Return", "F1", "shift+F1", "ctrl+p", "ctrl+comma", "ctrl+question")
    ACTIONS = ("save-replay", "about", "resign")

    def opens(self, windows):
        """Waits until a window has told that it is active and then that something in it has the keyboard."""
        self.app.other_window()
        focused = lambda: {node.path for node in windows.focused()}
        told = lambda: [top for top in self.app.over() if focused() & {node.path for node in self.all_of(top)}]
        (top,) = until("its focus told", told)
        self.assertTrue(top.name.strip())
        return top

    def all_of(self, top):
        """All in a window, and the points of its board."""
        nodes = top.walk()
        boards = [node for node, name in zip(nodes, tree.names(nodes)) if name == say("board")]
        return [*nodes, *(point for board in boards for point in board.children())]

    def test_every_dialog_is_read_out_and_mutes_nothing(self):
        app = self.start(self.game(moves="h2e2 h9g7"))
        until("the board", app.is_on_board)
        windows = tree.Windows()
        opened = [lambda key=key: app.key(key) for key in self.KEYS]
        opened += [lambda action=action: app.activate(action) for action in self.ACTIONS]
        for name, opens in zip(self.KEYS + self.ACTIONS, opened):
            with self.subTest(window=name):
                opens()
                top = self.opens(windows)
                if name == "resign":
                    self.assertEqual(top.description, say("ask_who_resigns_body"))
                app.key("Escape")
                app.alone()
        until("the board", app.is_on_board)
        app.key("t")
        self.hears(say("no_times"))

    def test_a_point_says_nothing_anew_while_a_window_opens(self):
        app = self.start()
        until("the board", app.is_on_board)
        point = next(point for point in app.points.values() if "focused" in point.states())
        for key in ("ctrl+n", "ctrl+e"):
            # What has just been said would go with the keyboard.
            app.key("l")
            self.hears(say("last_move"))
            changes = tree.Changes()
            app.key(key)
            app.other_window()
            is_focus = lambda: [what == "focused" for what, _ in changes.told()]
            until("its focus", lambda: any(is_focus()))
            before = changes.told()[: is_focus().index(True)]
            described = [node.path for _, node in before]
            self.assertNotIn(point.path, described, key)
            app.key("Escape")
            app.alone()
            until("the board", app.is_on_board)

    def test_a_question_at_the_end_of_a_dialog_is_read_out(self):
        app = self.start(self.game(moves="h2e2"))
        until("the board", app.is_on_board)
        app.play("h9g7", app.drag)
        windows = tree.Windows()
        dialog = app.new_game(asks=True)
        top = self.opens(windows)
        self.assertEqual((top.name, top.description), (dialog.heading, dialog.body))
        dialog.press("Escape")


class Changes(Listening):
    """What changes is said, though the keyboard stays where it is."""

    def test_the_board_the_sidebar_and_the_clock(self):
        app = self.start(self.game(tags={"time_control": "600"}))
        until("the board", app.is_on_board)
        app.key("F2")
        self.hears(say("at_bottom", "Black"))
        app.key("F9")
        self.hears(say("sidebar", "else"))
        app.key("F9")
        self.hears(say("sidebar", "if"))
        app.key("Pause")
        app.key("Pause")
        until("a pause", lambda: not app.named("group", say("board")))
        app.key("Pause")
        self.hears(say("resumed"))
        app.attach_board()
        with lent_clipboard("3k5/9/9/9/9/9/9/9/9/4K3R w"):
            app.key("ctrl+v")
            self.hears(say("pasted", "else"), say("turn", side="Red"))

    def test_a_lifted_piece_is_remembered_at_each_point(self):
        app = self.start()
        app.act("h2")
        for square, told in (
            ("h4", say("point_about_lifted", "None")),
            ("h9", say("point_about_lifted", "if targets", piece=say("kind_of", "Black", "Horse"))),
            ("a4", say("point_about_lifted", "_")),
        ):
            self.eventually(lambda: app.points[square].description, told)
        app.act("h2")
        self.eventually(lambda: app.points["h4"].description, "")

    def test_the_editor(self):
        app = self.start(self.game(start="3k5/9/9/9/9/9/9/9/9/4K3R w"))
        app.key("ctrl+e")
        editor = app.dialog(ui("editor")).node
        board = until("a board", lambda: editor.named("group", say("board"))[0])
        self.app.points = until("ninety named points", lambda: named_points(board))
        app.key("t")
        self.hears(say("turn", side="Black"))
        app.key("ctrl+Delete", "t", "Delete")
        app.key("ctrl+Return")
        self.hears(say("objection", "NoGeneral"))
        app.key("Escape")


class Round(Listening):
    """Tab goes round the window."""

    def go(self, key):
        """What has the keyboard, one after the other, until the board has it again."""
        seen, before = [], self.app.focused()
        other = lambda: [focus for focus in [self.app.focused()] if focus not in ([], before)]
        while True:
            self.app.key(key)
            (before,) = until("another focus", other)
            if self.app.is_on_board():
                return seen
            seen.append(before[-1])

    def part(self, name):
        if SEATS.fullmatch(name):
            return "seats"
        if MOVES.match(name):
            return "moves"
        return "header"

    def test_from_the_board_through_the_sidebar_to_the_header(self):
        app = self.start(self.game(moves="h2e2 h9g7 h0g2 b9c7 i0h0"))
        until("the board", app.is_on_board)
        there = self.go("Tab")
        parts = [self.part(name) for name in there]
        self.assertEqual([part for part, _ in itertools.groupby(parts)], ["seats", "moves", "seats", "header"])
        # Of the moves only the one that is shown is on the way.
        moves = [name for name in there if MOVES.match(name)]
        self.assertEqual(moves, [say("listed_move", round=3, side="Red", move_text="R1=2")])
        self.assertIn(ui("main_menu"), there)
        back = self.go("shift+Tab")
        self.assertEqual(back, there[::-1])


@unittest.skipIf(driver.gtk_minor() >= 14, "this GTK can announce: every other test here hears it")
class Newer(Listening):
    """With a GTK that can announce."""

    def test_gtk_is_asked_to_announce(self):
        log = self.home.path / "said"
        app = self.start(settings={"LD_PRELOAD": preload.library("announce"), "SAID": str(log)})
        until("the board", app.is_on_board)
        app.play("h2e2", app.drag)
        announced = sentences(say("moved", words=ACROSS), say("turn", side="Black"))
        until("an announcement", lambda: announced in log.read_text())
        # What there is to say of the points themselves stays.
        self.assertEqual([one for one in app.points.values() if say("turn", side="Black") in one.description], [])


@unittest.skipIf(driver.gtk_minor() >= 14, "this GTK tells of each widget before it has the keyboard")
class Once(Listening):
    """What describes a widget is read out once when the keyboard comes there for the first time."""

    glides = False
    STEPS = 12

    def read_again(self):
        """What is told anew of widgets that have just got the keyboard with Tab."""
        changes, again, seen = tree.Changes(), [], 0
        for _ in range(self.STEPS):
            xdo("key", "Tab")
            time.sleep(0.3)
            told = changes.told()[seen:]
            focus = next((node for what, node in told if what == "focused"), None)
            again += [
                (node.name, node.description)
                for what, node in told
                if focus and what != "focused" and node.path == focus.path and node.description
            ]
            seen += len(told)
        return again

    def test_the_window_and_dialogs(self):
        app = self.start()
        until("the board", app.is_on_board)
        # After all that is said at the start.
        app.key("l")
        self.hears(say("last_move"))
        for action in ("", "new", "print"):
            if action:
                app.activate(action)
                until(f"a window of {action}", app.over)
                app.other_window()
                # With the window its focus is read out.
                time.sleep(0.5)
            with self.subTest(window=action):
                self.assertEqual(self.read_again(), [])
            if action:
                app.key("Escape")
                app.alone()


class Names(case.Case):
    """Nothing is without a name in any window, nor called by more than it."""

    ACTIONS = (
        "new remote match finished studies set-up details print save-replay preferences help learn shortcuts about resign letter"
    ).split()

    NAMED = {"button", "toggle button", "check box", "radio", "text box", "combo box", "spin button", "switch", "slider"}

    # What else is called by the title over it, which has an access key.
    TITLED = {"list", "group", "grid", "tab"}

    # What a widget is called that has no name: its class. Nobody hears of those that only arrange others, nor of labels
    # without a text.
    CLASS = re.compile("(Gtk|Adw|Xq)[A-Z]")
    UNHEARD = {"widget", "filler", "generic", "label"}

    # What may be called as what is around it: a list by the box that opens it; what leads to a window, and is in it too.
    ALIKE = {("combo box", "list"), ("window", "list item")}

    # Keys as newer releases of GTK call them in the window that shows them all.
    KEYS = re.compile("Page_(Up|Down)|KP_Enter")

    def is_misnamed(self, name, role):
        """Whether it is called with the underscore of an access key, or by its name twice."""
        words = self.KEYS.sub("key", name).split()
        half = len(words) // 2
        return role in self.NAMED | self.TITLED and (any("_" in word for word in words) or half > 0 and words[:half] == words[half:])

    def is_unnamed(self, name, role):
        return role in self.NAMED and not name.strip() or self.CLASS.match(name) and role not in self.UNHEARD

    @staticmethod
    def is_told_twice(name, about):
        """Whether a description says no more than the name, but for a key."""
        return re.sub(r" \([^()]+\)$", "", about).lower() in (name.lower(), f"{name} the window".lower())

    def unnamed(self, top):
        found = []
        nodes = top.walk()
        for node, name, about, role in zip(nodes, tree.names(nodes), tree.descriptions(nodes), tree.roles(nodes)):
            twice = role in self.NAMED and name and self.is_told_twice(name, about)
            # What a list opens has its name before it is seen.
            if twice or self.is_misnamed(name, role) or self.is_unnamed(name, role) and node.area().width > 1:
                found.append((role, name, about, [one.name for one in node.children()], node.parent.name))
        return found

    def repeated(self, top):
        """What is called by one name as is something around it, both of which are read out where the keyboard comes in."""
        nodes = top.walk()
        heard = dict(zip((node.path for node in nodes), zip(tree.roles(nodes), tree.names(nodes))))
        found = set()
        for node, states, area in zip(nodes, tree.states(nodes), tree.areas(nodes)):
            around, is_there = {}, "focusable" in states and area and area.width > 1
            while node and is_there:
                role, name = heard.get(node.path, ("widget", ""))
                within = around.get(name, role)
                if name and role not in self.UNHEARD:
                    # A widget and its own inner part are one.
                    if within != role and (role, within) not in self.ALIKE:
                        found.add((name, role, within))
                    around[name] = role
                node = node.above
        return found

    def test_the_window(self):
        app = self.start(self.game(moves="h2e2 h9g7", tags={"time_control": "600", "red": "Hu"}))
        names = [point.name for point in app.board.children()]
        self.assertEqual((len(names), len(set(names)), "" in names), (90, 90, False))
        self.assertEqual(self.unnamed(app.frame()), [])
        app.type("h")
        self.assertEqual(self.unnamed(app.frame()), [])
        app.key("Escape")
        app.key("Pause")
        until("a pause", lambda: not app.named("group", say("board")) or True)
        self.assertEqual(self.unnamed(app.frame()), [])

    def test_the_end(self):
        app = self.start()
        app.play(RED_MATES)
        app.button(say("rematch"))
        self.assertEqual(self.unnamed(app.frame()), [])

    def test_every_dialog(self):
        app = self.start()
        for action in self.ACTIONS:
            app.activate(action)
            app.other_window()
            for top in until(f"a window of {action}", app.over):
                with self.subTest(window=action):
                    self.assertEqual(self.unnamed(top), [])
                    self.assertEqual(self.repeated(top), set())
            app.key("Escape")
            app.alone()

    def test_the_menu_and_a_row_that_opens(self):
        app = self.start()
        app.key("F10")
        until("the menu", lambda: len(app.windows()) > 1)
        self.assertEqual(self.unnamed(app.frame()), [])
        app.key("Escape")


if __name__ == "__main__":
    case.main()
