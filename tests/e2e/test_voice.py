#!/usr/bin/python3
"""A player who does not see the board: a whole game over the accessibility bus alone, one by keys, one typed; what is
announced, what keys read, and that nothing in any window is without a name."""

import itertools
import re
import subprocess
import unittest

import case
import driver
import preload
import tree
from case import RED_MATES
from driver import point_name
from waiting import until

END = "Checkmate (將死): Red wins."


class Listening(case.Case):
    """What is said is found where a screen reader finds it: among announcements, or before GTK 4.14 in the description of
    what has the keyboard."""

    def setUp(self):
        super().setUp()
        self.announcements = tree.Announcements() if driver.gtk_minor() >= 14 else None
        # How many of them have been listened to.
        self.known = 0

    def said(self):
        if self.announcements:
            return " ".join(self.announcements.heard()[self.known :])
        return self.described()

    def described(self):
        nodes = [*self.app.points.values(), *(node for top in self.app.root.children() for node in top.walk())]
        told = [node.description for node in nodes if "focused" in node.states()]
        return told[0] if told else ""

    def hears(self, *parts):
        """All of these, in this order, in one announcement."""
        heard = [""]

        def fits():
            heard[0] = self.said()
            places = [heard[0].find(part) for part in parts]
            return -1 not in places and places == sorted(places)

        until(lambda: f"{parts} said, but {heard[0]!r}", fits)
        if self.announcements:
            self.known = len(self.announcements.heard())
        return heard[0]


class Bus(Listening):
    """No key and no mouse: names, descriptions and actions, as a screen reader or a switch has them."""

    def nodes(self):
        return {node.name: node for node in self.app.board.children()}

    def goals(self, about):
        """The points that a description names: files and ranks, single or in a row."""
        found = set()
        for part in re.split(r"[;.]", about.split("Can go to ")[-1]) if "Can go to" in about else []:
            if single := re.fullmatch(r"\s*file (\d) rank (\d+)", part):
                found.add((int(single[1]), int(single[2])))
            elif line := re.fullmatch(r"\s*(file|rank) (\d+), (?:ranks|files) (.+)", part):
                for number in self.numbers(line[3]):
                    found.add((int(line[2]), number) if line[1] == "file" else (number, int(line[2])))
        return found

    def numbers(self, text):
        for part in re.split(r", | and ", text):
            first, _, last = part.partition(" to ")
            yield from range(int(first), int(last or first) + 1)

    def test_a_whole_game_to_mate(self):
        app = self.start()
        for move in RED_MATES.split():
            piece = app.piece(move[:2])
            nodes = self.nodes()
            start = nodes[point_name(move[:2], piece)]
            captured = app.piece(move[2:])
            goal = nodes[point_name(move[2:], captured)]
            file, rank = 9 - "abcdefghi".index(move[2]), int(move[3]) + 1
            if captured == "empty":
                # What is told of the piece says that it can go there.
                until(f"{move} told", lambda: (file, rank) in self.goals(start.description))
            else:
                taken = f"{captured[0].upper()}{captured[1:]} on file {file} rank {rank}"
                until(f"{taken} told", lambda: taken in start.description)
            self.assertTrue(start.act())
            self.assertTrue(goal.act())
            until(f"{move} made", lambda: point_name(move[2:], piece) in self.nodes())
        self.hears(END, "Red cannon from file 7 forward 3 ranks, capturing Black elephant.")
        general = [name for name in self.nodes() if "Black general" in name]
        self.assertEqual(general, ["file 5 from Red’s right, rank 10, Black general, in check"])
        labels = [node.name for node in app.frame().walk() if node.role == "label"]
        self.assertIn(END, labels)

    def test_what_is_told_of_points_follows_the_game(self):
        app = self.start()
        horse = app.points["h9"]
        until("an attack", lambda: horse.description.startswith("Attacked by Red cannon on file 2 rank 3."))
        self.assertIn("Can go to file 3 rank 8; file 1 rank 8.", horse.description)
        app.act("h2")
        app.act("e2")
        until("no attack", lambda: horse.description == "Can go to file 3 rank 8; file 1 rank 8.")
        until("the soldier in danger", lambda: app.points["e6"].description.startswith("Attacked by Red cannon"))


class Keys(Listening):
    def move_cursor(self, square):
        """Goes there from the point that has the keyboard."""
        at = self.app.focused()[0][:2]
        files, ranks = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        keys = ["Right" if files > 0 else "Left"] * abs(files) + ["Up" if ranks > 0 else "Down"] * abs(ranks)
        if keys:
            self.app.key(*keys)
        until(square, lambda: self.app.focused()[0][:2] == square)

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
        self.hears(END, "Red cannon from file 7 forward 3 ranks")

    def test_a_whole_game_typed_in_every_spelling(self):
        app = self.start()
        typed = ["b2c2", "A6+5", "p7j4", "砲2平3", "C7+3"]
        for text, move in zip(typed, RED_MATES.split()):
            if text.isascii():
                app.type(text)
            else:
                write = ["xclip", "-selection", "clipboard", "-in"]
                subprocess.run(write, input=text.encode(), check=True, timeout=20)
                app.key("ctrl+t", "ctrl+v")
            entry = lambda: [node for node in app.find("text box", "Type a move") if node.area().width > 1]
            until(text, lambda: entry() and entry()[0].text() == text)
            app.key("Return")
            self.eventually(lambda: app.piece(move[:2]), "empty", move)
        self.status(END)
        self.hears(END, "Red cannon from file 7 forward 3 ranks, capturing Black elephant.")

    @case.smoke
    def test_what_is_said_while_a_game_is_played(self):
        app = self.start()
        until("the board", app.is_on_board)
        self.move_cursor("h2")
        app.key("Return")
        self.hears("Red cannon lifted, 12 moves.")
        app.key("Escape")
        self.hears("Red cannon put back.")
        app.key("Return")
        self.move_cursor("e2")
        app.key("Return")
        self.hears("Red cannon from file 2 across to file 5.", "Black to move")
        self.move_cursor("b9")
        app.key("Return")
        self.move_cursor("d8")
        app.key("Return")
        self.hears("The horse")
        app.key("Escape")
        app.key("ctrl+z")
        self.hears("Taken back: Red cannon from file 2 across to file 5.", "Red to move")

    def test_a_check_is_said_after_the_move(self):
        fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
        app = self.start(self.game(start=fen))
        app.type("a0a9")
        app.key("Return")
        self.hears(
            "Red chariot from file 9 forward 9 ranks.",
            "Check! Black’s general is attacked by Red chariot on file 9 rank 10.",
        )
        self.assertIn(", in check", app.points["d9"].name)

    def test_an_offer_and_its_answer_are_said(self):
        app = self.start()
        until("the board", app.is_on_board)
        app.activate("offer-draw")
        self.hears("offers a draw")
        app.activate("decline-offer")
        self.hears("Black declines the draw.")
        app.activate("offer-draw")
        app.activate("accept-offer")
        self.hears("Draw by agreement.")

    def test_low_time_is_said_wherever_the_keyboard_is(self):
        game = self.game(moves=[{"move": "h2e2", "clock": 11500}], tags={"time_control": "11.5"})
        app = self.start(game)
        until("the board", app.is_on_board)
        app.key("Tab")
        until("the keyboard elsewhere", lambda: app.focused() and not app.is_on_board())
        app.key("Pause")
        self.hears("Black has less than ten seconds left.")

    def test_questions(self):
        moves = [{"move": move, "clock": 600_000} for move in ("h2e2", "h9g7", "e2e6")]
        app = self.start(self.game(moves=moves, tags={"time_control": "600"}))
        until("the board", app.is_on_board)
        self.move_cursor("e6")
        for key, answer in (
            ("l", "Last move: Red cannon from file 5 forward 4 ranks, capturing Black soldier."),
            ("c", "Red has captured: soldier. Black has captured nothing."),
            ("p", "Red cannon: Can capture Black soldier on file 9 rank 7"),
            ("a", "file 5 from Red’s right, rank 7, Red cannon. Attacked by Black horse on file 3 rank 8."),
            ("t", "Black to move: 10 minutes, not running. Red: 10 minutes."),
            ("r", "Rank 7 from Red’s side: file 1 Black soldier"),
        ):
            app.key(key)
            self.hears(answer)
        app.type("f5")
        self.hears("File 5 from Red’s right: rank 1 Red general, rank 4 Red soldier, rank 7 Red cannon")
        app.type("r1")
        self.hears("Rank 1 from Red’s side: file 1 Red chariot, file 2 Red horse")
        # What was asked is asked again with the same words.
        app.key("l")
        self.hears("Last move:")
        until("silence", lambda: not self.said())
        app.key("l")
        self.hears("Last move:")

    def test_an_announcement_goes_and_the_point_tells_of_itself_again(self):
        app = self.start()
        until("the board", app.is_on_board)
        self.move_cursor("h2")
        app.key("l")
        self.hears("No move has been made.")
        app.key("Left")
        until("the point as it was", lambda: app.points["h2"].description.startswith("Can capture Black horse"))


class Round(Listening):
    """Tab goes round the window."""

    def go(self, key):
        """What has the keyboard, one after the other, until the board has it again."""
        seen, before = [], self.app.focused()
        while True:
            self.app.key(key)
            until("another focus", lambda: self.app.focused() not in ([], before))
            before = self.app.focused()
            if self.app.is_on_board():
                return seen
            seen.append(before[-1])

    def part(self, name):
        if re.match(r"(Red|Black) player|.*\((Red|Black)\)$", name):
            return "seats"
        if re.match(r"Move \d", name) or name in ("Chinese", "Chinese and WXF", "WXF", "Coordinates"):
            return "moves"
        return "header"

    def test_from_the_board_to_the_seats_the_moves_and_the_header(self):
        app = self.start(self.game(moves="h2e2 h9g7 h0g2 b9c7 i0h0"))
        until("the board", app.is_on_board)
        there = self.go("Tab")
        parts = [self.part(name) for name in there]
        self.assertEqual([part for part, _ in itertools.groupby(parts)], ["seats", "moves", "header"])
        # Of the moves only the one that is shown is on the way.
        self.assertEqual([name for name in there if name.startswith("Move ")], ["Move 3, Red: R1=2"])
        self.assertIn("Main Menu", there)
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
        until("an announcement", lambda: "across to file 5. Black to move" in log.read_text())
        # What there is to say of the points themselves stays.
        self.assertEqual([one for one in app.points.values() if "Black to move" in one.description], [])


class Names(case.Case):
    """Nothing is without a name in any window, nor called by more than it."""

    NAMED = {"button", "toggle button", "check box", "radio button", "text box", "combo box", "spin button", "switch", "slider"}

    # What else is called by the title over it, which has an access key.
    TITLED = {"list", "group", "grid", "tab"}

    # Keys as newer releases of GTK call them in the window that shows them all.
    KEYS = re.compile("Page_(Up|Down)|KP_Enter")

    def is_misnamed(self, name, role):
        """Whether it is called with the underscore of an access key, or by its name twice."""
        words = self.KEYS.sub("key", name).split()
        half = len(words) // 2
        return role in self.NAMED | self.TITLED and (any("_" in word for word in words) or half > 0 and words[:half] == words[half:])

    def is_unnamed(self, name, role):
        return role in self.NAMED and not name.strip() or name.startswith("Gtk") and role != "widget"

    def unnamed(self, top):
        found = []
        for node in top.walk():
            name, role = node.name, node.role
            # What a list opens has its name before it is seen.
            if self.is_misnamed(name, role) or self.is_unnamed(name, role) and node.area().width > 1:
                found.append((role, name, [one.name for one in node.children()], node.parent.name))
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
        until("a pause", lambda: not app.find("group", "Xiangqi board") or True)
        self.assertEqual(self.unnamed(app.frame()), [])

    def test_every_dialog(self):
        app = self.start(self.game(moves="h2e2 h9g7"))
        for key in ("ctrl+n", "ctrl+e", "ctrl+m", "alt+Return", "F1", "ctrl+p", "ctrl+comma", "ctrl+question"):
            app.key(key)
            app.other_window()
            tops = until(f"a window after {key}", app.over)
            for top in tops:
                with self.subTest(window=key):
                    self.assertEqual(self.unnamed(top), [])
            app.key("Escape")
            app.alone()
        for action in ("save-replay", "about", "resign"):
            app.activate(action)
            app.other_window()
            for top in until(f"a window of {action}", app.over):
                with self.subTest(window=action):
                    self.assertEqual(self.unnamed(top), [])
            app.key("Escape")
            app.alone()


if __name__ == "__main__":
    case.main()
