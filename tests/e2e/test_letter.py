#!/usr/bin/python3
"""A game by letter: between two programs, and between one and a friend who writes letters by the book."""

import hashlib

import case
from case import RED_MATES
from friends import Pair
from words import say, ui
from x11 import clipboard, put_on_clipboard


def sealed(body):
    """A letter with its seal; see docs/PROTOCOL.md."""
    return f"{body} {hashlib.sha256(' '.join(body.split()).encode()).hexdigest()[:16]}"


def answer(letter, move="", said=""):
    """The friend's answer to a letter."""
    lines = letter.splitlines()
    _, _, number, *_, game, _, writer = lines[0].split()
    friend = {"Red": "Black", "Black": "Red"}[writer]
    moves = [line for line in lines if line[0].isdigit()]
    head = [line for line in lines[1:] if line.startswith(("Red [", "Rules"))]
    body = [f"Chuhe letter {int(number) + 1} of game {game} from {friend}", *head]
    played = [word for line in moves for word in line.split() if not word.endswith(".")] + move.split()
    for start in range(0, len(played), 10):
        body.append(" ".join([f"{start // 2 + 1}.", *played[start:start + 10]]))
    body += [f"{friend} {said}"] if said else []
    return sealed("\n".join([*body, f"After {letter.split()[-1]} seal"]))


class Letters(case.Case):
    def write(self, app, word=""):
        """Copies the next letter, and returns it."""
        app.activate("letter")
        dialog = app.dialog(ui("letter"))
        if word:
            app.key("alt+m")
            app.type(word)
        app.photograph("letter", app.windows()[-1])
        dialog.press("Return")
        self.status(say("copied_letter"))
        return clipboard()

    def paste(self, app, text):
        put_on_clipboard(text)
        app.key("ctrl+v")

    def refused(self, app, text, why):
        self.paste(app, text)
        told = app.dialog(say("cannot_read_letter"))
        self.assertEqual(told.body, why)
        told.press("Escape")

    def test_a_game_begins_goes_on_and_ends_by_letter(self):
        app = self.start()
        app.play("h2e2")
        first = self.write(app, "Hello")
        self.assertIn("1. h2e2\nRed says [Hello]\n", first)
        # The friend's pieces stay, and the sent move does.
        app.click("h9")
        app.click("g7")
        self.status(say("refusal", "FriendsTurn"))
        app.key("ctrl+z")
        self.status(say("refusal", "Sent"))
        self.refused(app, first, say("letter_finding", "Own"))
        second = answer(first, "h9g7", "offers a draw")
        self.refused(app, second.replace("h9g7", "h9i7"), say("letter_error", "Damaged"))
        # As a messenger quotes it.
        self.paste(app, "Anna wrote:\n> " + second.replace("\n", "\n> ") + "\n-- \nAnna")
        self.eventually(lambda: len(app.moves()), 2, "moves")
        self.refused(app, answer(second, "h0g2"), say("letter_finding", "Own"))
        app.activate("accept-offer")
        last = self.write(app)
        self.assertIn("Red accepts the draw", last)
        self.assertEqual(last.split()[-3], second.split()[-1])
        self.refused(app, answer(last, "h0g2"), say("letter_error", "Impossible"))

    def test_a_letter_finds_its_game(self):
        app = self.start()
        app.play("h2e2")
        first = self.write(app)
        app.new_game()
        self.eventually(app.moves, [], "moves")
        self.paste(app, answer(first, "h9g7"))
        self.eventually(lambda: len(app.moves()), 2, "moves")
        self.assertIn("1. h2e2 h9g7 h0g2", self.after(app, "h0g2"))
        # It is still a game by letter after a crash.
        app.kill()
        app = self.start()
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("ctrl+z")
        self.status(say("refusal", "Sent"))

    def after(self, app, move):
        app.play(move)
        return self.write(app)

    def test_an_invitation_is_answered_from_the_other_side(self):
        app = self.start()
        invitation = sealed(
            "Chuhe letter 1 of game 0000002a from Black\nRed [Lan] Black [Ming]\nRules asian 60\n"
            "Black says [you begin]\nAfter 0000000000000000 seal"
        )
        self.paste(app, invitation)
        self.status(say("friend_says", friend="Ming", word="you begin"))
        letter = self.after(app, "c3c4")
        self.assertTrue(letter.startswith("Chuhe letter 2 of game 0000002a from Red\n"), letter)


class Whole(Pair):
    def test_two_programs_play_to_mate(self):
        ends = self.anna(), self.friend()
        moves = RED_MATES.split()
        for ply, move in enumerate(moves):
            writer, reader = ends[ply % 2], ends[1 - ply % 2]
            writer.settle()
            writer.play(move)
            letter = writer.write_letter()
            changed = letter.replace(move, move[:2] + move[:2])
            self.assertEqual(reader.refuse_letter(changed), say("letter_error", "Damaged"))
            if ply in (2, 3):
                # Sealed anew, but with another past than the reader remembers.
                body = letter.replace(moves[1], "d9e8").rpartition(" ")[0]
                self.assertEqual(reader.refuse_letter(sealed(body)), say("letter_finding", "AlteredPast"))
            reader.paste(letter)
            self.see_moves(ends, ply + 1)
        self.both("title", ends, lambda one: one.title(), say("outcome_brief", "Red"))
        record = self.record(ends)
        self.assertEqual((record["reason"], [one["move"] for one in record["moves"]]), ("checkmate", moves))


if __name__ == "__main__":
    case.main()
