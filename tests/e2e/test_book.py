#!/usr/bin/python3
"""The book of positions: moves and games of a file, a folder, or all finished games, and the kept index."""

import case
from waiting import until
from words import notes, say, ui

GAMES = """[Red "Hu"]
[Black "Liu"]
[Date "1980.10.01"]
[Result "1-0"]

1. h2e2 h9g7 2. h0g2 1-0

[Red "Lü"]
[Black "Xu"]
[Date "1999.05.02"]
[Result "0-1"]

1. b2e2 b9c7 2. b0c2 a9b9 0-1

[Red "Li"]
[Black "Tao"]
[Date "1990.01.01"]
[Result "1/2-1/2"]

1. h2e2 b9c7 1/2-1/2

"""


def move(text, count, results, last):
    """A move of the book as it is read out."""
    red, draws, black = results
    told = say("book.of", red=red, draws=draws, black=black)
    facts = [text, say("games_shown", count=count), told]
    return notes(*facts, say("book.of", player=last)) if last else notes(*facts)


class Book(case.Case):
    glides = False

    def file(self, text=GAMES):
        path = self.home.games / "games.pgn"
        path.write_text(text, encoding="utf-8")
        return path

    def browse(self, path):
        """Opens the first game of a file, at its start."""
        app = self.start(path)
        app.dialog(say("games_in", name=path.name)).press("Return")
        self.eventually(lambda: len(app.moves()), 3, "moves")
        app.key("alt+Home")
        return app

    def rows(self, *expected):
        """Waits for these moves, as they are read out."""

        def told():
            lists = self.app.named("list", say("book_moves"))
            return [row.name for top in lists for row in top.find("list item", ".+")]

        self.eventually(told, list(expected), "moves of the book")

    def row(self, text):
        return until(text, lambda: self.app.named("list item", text))[0]

    def index(self):
        """The kept indexes."""
        return sorted((self.home.path / "cache" / "chuhe" / "positions").glob("[0-9a-f]*"))

    @case.smoke
    def test_moves_are_shown_and_games_opened_where_the_position_is(self):
        app = self.browse(self.file())
        self.assertEqual(self.index(), [])
        app.key("ctrl+b")
        self.rows(move("C2=5", 2, (1, 1, 0), "Li 1990"), move("C8=5", 1, (0, 0, 1), "Lü 1999"))
        app.photograph("book")
        # The record has this move.
        app.click(self.row(move("C2=5", 2, (1, 1, 0), "Li 1990")))
        replies = move("H8+7", 2, (1, 0, 1), "Xu 1999"), move("H2+3", 1, (0, 1, 0), "Tao 1990")
        self.rows(*replies)
        until("the games", lambda: app.named("label", say("book.of", games=say("games_shown", count=3), mirrored=1)))
        self.assertEqual(len(app.moves()), 3)
        # And this one not.
        app.click(self.row(replies[1]))
        until("a variation", lambda: app.piece("c7") == "black horse")
        self.rows()
        app.key("Page_Up")
        self.rows(*replies)
        # A game with the mirror image, after a question about the variation.
        app.click(self.row("Game 2: Lü against Xu, Black wins, 1999-05-02"))
        app.dialog().answer(say("discard"))
        self.eventually(lambda: len(app.moves()), 4, "moves")
        self.assertEqual((app.piece("e2"), app.piece("b2"), app.piece("b9")), ("red cannon", "empty", "black horse"))

    def test_the_index_is_kept_and_made_anew_after_damage_and_changes(self):
        path = self.file()
        app = self.browse(path)
        app.key("ctrl+b")
        rows = move("C2=5", 2, (1, 1, 0), "Li 1990"), move("C8=5", 1, (0, 0, 1), "Lü 1999")
        self.rows(*rows)
        (index,) = until("an index", self.index)
        kept = index.read_bytes()
        app.quit()
        for damage in (kept, b"damage", kept[:-5]):
            index.write_bytes(damage)
            app = self.start()
            # The files opened last are remembered.
            app.key("ctrl+b")
            self.rows(*rows)
            self.eventually(index.read_bytes, kept, "index")
            app.quit()
        self.file(GAMES + GAMES)
        app = self.start()
        app.key("ctrl+b")
        self.rows(move("C2=5", 4, (2, 2, 0), "Li 1990"), move("C8=5", 2, (0, 0, 2), "Lü 1999"))
        app.key("ctrl+b")
        self.eventually(lambda: app.named("list", say("book_moves")), [], "moves")

    def test_all_games_of_a_position_of_the_finished_games_are_listed(self):
        self.home.prefer(book={"source": "finished"})
        app = self.start()
        app.key("ctrl+b")
        until("a word about it", lambda: app.named("label", say("book_is_empty")))
        folder = self.home.data / "chuhe" / "history"
        folder.mkdir(parents=True, exist_ok=True)
        case.write_game(folder / "2026-11-20 Lan – Minh.xiangqi", moves="h2e2 h9g7", result="1-0", reason="resignation")
        app.key("ctrl+b", "ctrl+b")
        self.rows(move("C2=5", 1, (1, 0, 0), ""))
        app.click(until("all games", lambda: app.named("button", ui("book_section", "all")))[0])
        dialog = app.dialog(say("games_in", name="history"))
        until("one game", lambda: dialog.node.named("label", say("games_shown", count=1)))
        dialog.press("Escape")


if __name__ == "__main__":
    case.main()
