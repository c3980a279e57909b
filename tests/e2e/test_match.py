"""A match: the score beside the names, rematch with the colors swapped, the games listed, copied and opened again."""

import json
import re

import case
import tree
from case import START, board_of, info
from waiting import until
from words import either_side, exact, pattern, say, ui
from x11 import clipboard

# What is said of the points of a player, and how they are written.
POINTS = {
    say("points_of", "1"): "½",
    **{say("points_of", count=whole): str(whole) for whole in range(5)},
    **{say("points_of", points=f"{whole}½"): f"{whole}½" for whole in range(1, 5)},
}
PLAYER = re.compile(pattern("name_of", side=either_side()))


def called(red, black):
    """What the names of the players are called."""
    return [say("name_of", side="Red", name=red), say("name_of", side="Black", name=black)]


class Match(case.Case):
    def points(self):
        """What is said beside the names, Red's first; nothing before a game is over."""
        nodes = self.app.frame().walk()
        cards = [(node.area(), POINTS[name]) for node, name in zip(nodes, tree.names(nodes)) if name in POINTS]
        shown = [(area.y, points) for area, points in cards if area.width > 0]
        return [points for _, points in sorted(shown, reverse=True)]

    def resign(self, side):
        self.app.activate("resign")
        name = self.player(side)
        label = say("side_resigns", side) if name == side else say("side_resigns", name=name)
        self.app.dialog(say("ask_who_resigns")).answer(label)

    def turn(self, side):
        """Waits until a side is to move, by the name of its player."""
        said = lambda: say("turn", side=self.player(side))
        self.eventually(lambda: self.app.headline() == said(), True, f"{side} to move")

    def player(self, side):
        """What the player of a side is called."""
        known = re.compile(pattern("name_of", side=side, name="(.+)"))
        found = (known.fullmatch(name or "") for name in tree.names(self.app.frame().walk()))
        return next(one[1] for one in found if one)

    def names(self):
        names = {name for name in tree.names(self.app.frame().walk()) if PLAYER.fullmatch(name or "")}
        return sorted(names, reverse=True)

    def rematch(self):
        self.app.key("ctrl+r")
        self.eventually(self.app.position, board_of(START), "position")
        self.turn("Red")

    def begin(self, red="Hu", black="Lü"):
        self.home.prefer(red_name=red, black_name=black)
        return self.start()

    def listed(self):
        """The rows of the finished games in the dialog."""
        dialog = self.app.dialog(ui("match_window"))
        rows = [row for row in dialog.node.find("list item", ".+ – .+")]
        return [(row.name, row.description) for row in rows]

    def test_an_evening(self):
        app = self.begin()
        self.assertEqual(self.points(), [])
        app.play("h2e2")
        self.resign("Black")
        self.status(say("outcome", "Resignation", loser="Lü", winner="Hu"))
        self.eventually(self.points, ["1", "0"])
        app.photograph("match-after-one")
        self.rematch()
        self.assertEqual(self.names(), called("Lü", "Hu"))
        self.eventually(self.points, ["0", "1"])
        app.play("h2e2 h9g7")
        # Agreed: half a point for each.
        app.press_seat("offer_draw", "Red")
        app.activate("accept-offer")
        self.status(say("draw", "Agreement"))
        self.eventually(self.points, ["½", "1½"])
        app.click(app.status_button())
        self.turn("Red")
        self.assertEqual(self.names(), called("Hu", "Lü"))
        app.play("c3c4")
        self.resign("Red")
        app.key("ctrl+m")
        self.assertEqual([name for name, _ in self.listed()], ["Hu – Lü", "Lü – Hu", "Hu – Lü"])
        results = [re.fullmatch(pattern("finished_told", result="(.+)"), about)[1] for _, about in self.listed()]
        self.assertEqual(results, ["1–0", "½–½", "0–1"])
        dialog = app.dialog(ui("match_window"))
        self.assertTrue(dialog.node.find("label", "Hu\u00a01½\nLü\u00a01½"))
        app.photograph("match", "root")
        dialog.leave("ctrl+c")
        text = until("text", clipboard)
        lines = text.splitlines()
        self.assertEqual(lines[0], "Hu 1½ – 1½ Lü")
        for line, number, players, result, end in (
            (lines[2], "1", "Hu – Lü", "1–0", "Resignation"),
            (lines[3], "2", "Lü – Hu", "½–½", "Agreement"),
        ):
            # The first game has one move, the second two: a round each.
            about = pattern("finished_about", count="1", end=exact("outcome_in_short", end))
            line_of = pattern("match_text", number=number, players=players, result=result, about=about)
            self.assertRegex(line, rf"\A{line_of}\Z", lines)
        # A finished game is opened again from the list.
        app.key("ctrl+m")
        dialog = app.dialog(ui("match_window"))
        row = dialog.node.find("list item", "Hu – Lü")[0]
        dialog.click(row)
        self.status(say("outcome", "Resignation", loser="Lü", winner="Hu"))
        self.assertEqual(app.piece("e2"), "red cannon")
        kept = sorted((info(file)["tags"] for file in self.home.history()), key=lambda tags: tags["round"])
        self.assertEqual([tags["round"] for tags in kept], ["1", "2", "3"])
        self.assertEqual([tags["score"] for tags in kept], ["0-0", "0-1", "1.5-0.5"])
        self.assertEqual(len({tags["match"] for tags in kept}), 1)

    def test_an_evening_is_a_picture_and_counts_with_the_others(self):
        app = self.begin()
        for number in (1, 2):
            app.play("h2e2 h9g7")
            self.resign("Red")
            if number == 1:
                self.rematch()
        app.key("ctrl+m")
        dialog = app.dialog(ui("match_window"))
        dialog.click(dialog.node.named("button", ui("match_window", "picture"))[0])
        file = self.home.games / "evening.png"
        app.choose_file(file)
        until("a picture", lambda: file.exists() and file.read_bytes().startswith(b"\x89PNG"))
        app.activate("finished")
        dialog = app.dialog(ui("finished"))
        until("the score", lambda: dialog.node.find("label", "(Hu|Lü) [0-9] – [0-9] (Hu|Lü), 2 games"))

    def test_the_score_survives_the_program_and_a_word_taken_back(self):
        app = self.begin()
        app.play("h2e2")
        self.resign("Red")
        self.eventually(self.points, ["0", "1"])
        app.kill()
        app = self.start()
        self.eventually(self.points, ["0", "1"])
        app.key("ctrl+z")
        self.turn("Black")
        self.assertEqual(self.points(), [])
        self.resign("Black")
        self.eventually(self.points, ["1", "0"])
        self.rematch()
        app.play("h2e2")
        app.kill()
        app = self.start()
        self.eventually(self.points, ["0", "1"])
        self.assertEqual(self.names(), called("Lü", "Hu"))

    def test_a_score_that_was_written_before_or_after_its_game_is_put_right(self):
        app = self.begin()
        app.play("h2e2")
        matches, session = self.home.data / "chuhe" / "matches.json", self.home.session
        kept = until("kept", lambda: matches.exists() and "h2e2" in session.read_text() and matches.read_text())
        going_on = session.read_text()
        self.resign("Red")
        self.eventually(self.points, ["0", "1"])
        app.kill()
        counted = matches.read_text()
        matches.write_text(kept)
        app = self.start()
        self.eventually(self.points, ["0", "1"])
        app.kill()
        matches.write_text(counted)
        session.write_text(going_on)
        self.start()
        self.turn("Black")
        self.assertEqual(self.points(), [])

    def test_players_without_names_change_places_too(self):
        app = self.start()
        app.play("h2e2")
        self.resign("Black")
        self.rematch()
        self.eventually(self.points, ["0", "1"])
        self.resign("Black")
        self.eventually(self.points, ["1", "1"])

    def test_colors_that_stay(self):
        app = self.begin()
        app.key("ctrl+m")
        dialog = app.dialog(ui("match_window"))
        [switch] = dialog.node.named("switch", ui("match_window", "swap_row"))
        dialog.click(switch)
        until("no swap", lambda: "checked" not in switch.states())
        dialog.leave("Escape")
        app.play("h2e2")
        self.resign("Black")
        self.rematch()
        self.assertEqual(self.names(), called("Hu", "Lü"))
        self.eventually(self.points, ["1", "0"])

    def test_a_new_match_begins_at_nought(self):
        app = self.begin()
        app.play("h2e2")
        self.resign("Black")
        app.key("ctrl+m")
        dialog = app.dialog(ui("match_window"))
        dialog.click(dialog.node.named("button", ui("match_window", "match.close"))[0])
        question = app.dialog(say("ask_new_match"))
        app.photograph("match-new", "root")
        question.answer(say("new_match"))
        # It is so from now on, whatever becomes of the program.
        matches = self.home.data / "chuhe" / "matches.json"
        until("a closed match", lambda: json.loads(matches.read_text())["matches"][-1].get("closed"))
        app.dialog(ui("new_game")).leave("Return")
        app.alone()
        self.turn("Red")
        self.assertEqual(self.points(), [])
        app.key("ctrl+m")
        self.assertEqual(self.listed(), [])

    def test_a_game_that_goes_on_is_finished_first(self):
        app = self.begin()
        app.play("h2e2")
        app.key("ctrl+r")
        self.status(say("no_rematch_yet"))
        self.assertEqual(app.piece("e2"), "red cannon")

    def test_a_position_that_was_set_up_is_played_again(self):
        study = "4k4/9/9/9/9/9/9/9/3R5/3K5 w"
        app = self.start(self.game(start=study, moves="d1d2", tags={"red": "Hu", "black": "Lü"}))
        self.resign("Black")
        app.key("ctrl+r")
        app.dialog(say("ask_save")).answer(say("discard"))
        self.eventually(app.position, board_of(study), "position")
        self.assertEqual(self.names(), called("Lü", "Hu"))
        app.play("d1d2")

    def test_a_file_of_others_is_no_part_of_it(self):
        app = self.begin()
        app.play("h2e2")
        self.resign("Black")
        app.open(self.game(moves="h2e2"))
        self.turn("Black")
        self.assertEqual(self.points(), [])
        self.resign("Red")
        self.assertEqual(self.points(), [])

    def test_looks(self):
        app = self.begin("Wang Tianyi of the Hangzhou team", "")
        app.kill()
        app = self.start(settings={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        app.play("h2e2")
        self.resign("Black")
        app.key("ctrl+m")
        app.dialog(ui("match_window"))
        app.photograph("match-dark", "root")
        app.key("Escape")
        app.alone()
        app.resize(360, 640)
        app.key("F9")
        app.settle()
        app.photograph("match-narrow")


if __name__ == "__main__":
    case.main()
