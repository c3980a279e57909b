//! The book of positions: the moves that were played in the shown one, with their results, and the games.

use super::catalogue::{labels, say, say_about};
use super::numbers::Grouped;
use super::{games_shown, listed_game, listed_red, notes, result_sign, value};
use crate::record::notation::{self, Notation};
use crate::record::{BookMove, BookPage, Collection, Head};
use crate::rules::{Move, Position, Side};

labels! {
    game_book = say!("Game Book");
    close_game_book = say!("Close Game Book");
    // Translators: Accessible name of a list of moves.
    book_moves = say!("Moves played in this position");
    // Translators: Games in which this position was reached.
    book_games = say!("Latest games with this position");
    // Translators: The book of positions has no games to look into.
    book_is_empty = say!("Open a file of games, or choose a folder, to see how its games went on from here.");
    not_in_book = say!("None of these games reached this position.");
    // Translators: The games that the book of positions is made from are those of a file that was opened.
    book_of_open_games = say!("Games _Opened Last");
    book_of_finished_games = say!("_Finished Games");
    choose_book_folder = say!("_Choose Folder…");
    choose_book_folder_title = say!("Choose Folder");
}

/// Menu item of the book of a folder that was chosen before.
pub fn book_of_folder(name: &str) -> String {
    // Translators: Menu item; {name} is the name of a folder.
    say!("Fo_lder “{name}”", name = name.replace('_', "__"))
}

/// State of the book while its games are read and indexed; `part` is a fraction.
pub fn book_progress(part: f64) -> String {
    // Translators: Progress; {percent} such as 45.
    say!("Reading: {percent}%", percent = (part * 100.0) as u8)
}

/// A page of the book in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookText {
    /// Number of games, and how many of them are mirror images.
    pub summary: String,
    /// The moves, the most frequent first.
    pub moves: Vec<BookMoveText>,
    /// The latest games.
    pub games: Vec<BookGameText>,
}

/// A move of the book in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMoveText {
    /// The move.
    pub mv: Move,
    /// The move in notation.
    pub text: String,
    /// Number of games.
    pub count: String,
    /// The player who played it last, with the year.
    pub last: String,
    /// Number of games that Red won, that were drawn, and that Black won.
    pub results: [usize; 3],
    /// Accessible name.
    pub spoken: String,
}

/// A game of the book in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookGameText {
    /// The game, counted from 0.
    pub game: usize,
    /// The players, Red first; without players, the title of the game or its file.
    pub players: String,
    /// Year and result.
    pub about: String,
    /// Accessible name.
    pub spoken: String,
}

impl BookText {
    /// Texts of the page of a position.
    pub fn of(page: &BookPage, games: &Collection, position: &Position, how: Notation) -> Self {
        let moves = page.moves.iter();
        let moves = moves.map(|of_move| BookMoveText::of(of_move, games, position, how));
        let listed = page.latest.iter();
        let listed = listed.filter_map(|game| {
            let file = games.file_name(*game).unwrap_or_default();
            Some(BookGameText::of(*game, games.head(*game)?, file))
        });
        let count = games_shown(page.games.len(), page.games.len());
        let mirrored = page.moves.iter().map(|of_move| of_move.mirrored).sum();
        Self {
            summary: match mirrored {
                0 => count,
                // Translators: {games} such as “12 games”; {mirrored} of them have left and right exchanged.
                _ => say!(
                    "{games}, {mirrored} mirrored",
                    games = count,
                    mirrored = Grouped(mirrored)
                ),
            },
            moves: moves.collect(),
            games: listed.collect(),
        }
    }
}

/// Year of a date as files have it; empty if there is none.
fn year(date: &str) -> &str {
    let year = date.get(..4).unwrap_or_default();
    match year.bytes().all(|byte| byte.is_ascii_digit()) {
        true => year,
        false => "",
    }
}

impl BookMoveText {
    fn of(of_move: &BookMove, games: &Collection, position: &Position, how: Notation) -> Self {
        let text = notation::write(position, of_move.mv, how);
        let count = of_move.games.len();
        let head = of_move.latest.and_then(|game| games.head(game));
        let last = head.map(|head| {
            let player = match position.turn() {
                Side::Red => &head.red,
                Side::Black => &head.black,
            };
            let known = [value(player), value(year(&head.date))];
            let known = known.into_iter().filter(|text| !text.is_empty());
            known.map(String::from).collect::<Vec<_>>().join(" ")
        });
        let last = last.unwrap_or_default();
        let results = [of_move.red_wins, of_move.draws, of_move.black_wins];
        let mut spoken = vec![text.clone(), games_shown(count, count)];
        if results != [0; 3] {
            let [red, draws, black] = results.map(Grouped);
            // Translators: Results of some games: how many Red has won, how many were drawn, how many Black has won.
            let told = say!(
                "Red won {red}, drawn {draws}, Black won {black}",
                red,
                draws,
                black
            );
            spoken.push(told);
        }
        if !last.is_empty() {
            // Translators: {player} played a move last; such as “Hu Ronghua 1980”.
            spoken.push(say!("last by {player}", player = last));
        }
        Self {
            mv: of_move.mv,
            text,
            count: Grouped(count).to_string(),
            last,
            results,
            spoken: notes(&spoken),
        }
    }
}

impl BookGameText {
    fn of(game: usize, head: &Head, file: &str) -> Self {
        let players = if head.red.is_empty() || head.black.is_empty() {
            let known = [listed_red(head, file), &head.black];
            let known = known.into_iter().find(|text| !text.is_empty());
            known.map_or_else(
                // Translators: A game by its number in a file.
                || say_about!("listed", "Game {number}", number = game + 1),
                str::to_owned,
            )
        } else {
            format!("{} – {}", head.red, head.black)
        };
        let about = [year(&head.date), result_sign(head.result)];
        let about = about.into_iter().filter(|text| !text.is_empty());
        Self {
            game,
            players: value(&players).into_owned(),
            about: about.collect::<Vec<_>>().join(" · "),
            spoken: listed_game(game + 1, head, file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::mv;

    fn text(pgn: &str, after: &[&str]) -> BookText {
        let games = Collection::open(pgn.into()).expect("games");
        games.index_more(usize::MAX);
        let start = Position::start();
        let position = after
            .iter()
            .fold(start, |at, text| at.play(mv(text)).expect("legal"));
        let page = games.book(&position);
        BookText::of(&page, &games, &position, Notation::Wxf)
    }

    const GAMES: &str = "[Red \"Hu\"]\n[Black \"Liu\"]\n[Date \"1980.10.01\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n\n\
        [Red \"Lu\"]\n[Date \"????.??.??\"]\n[Result \"0-1\"]\n\n1. b2e2 b9c7 0-1\n\n\
        [Event \"Cup\"]\n\n1. h2e2 *\n";

    #[test]
    fn a_page_tells_how_often_with_which_results_and_by_whom() {
        let page = text(GAMES, &["h2e2"]);
        assert_eq!(page.summary, "3 games, 1 mirrored");
        let [only] = &page.moves[..] else {
            panic!("{:?}", page.moves);
        };
        assert_eq!((only.mv, only.results), (mv("h9g7"), [1, 0, 1]));
        assert_eq!(
            (&*only.text, &*only.count, &*only.last),
            ("H8+7", "2", "Liu 1980")
        );
        assert_eq!(
            only.spoken,
            "H8+7, 2 games, Red won 1, drawn 0, Black won 1, last by Liu 1980"
        );
    }

    #[test]
    fn games_are_told_by_players_and_year() {
        let page = text(GAMES, &[]);
        assert_eq!(page.summary, "3 games");
        let games = page.games.iter();
        let games = games.map(|game| (&*game.players, &*game.about));
        let games: Vec<_> = games.collect();
        assert_eq!(
            games,
            [("Hu – Liu", "1980 · 1–0"), ("Game 3", ""), ("Lu", "0–1")]
        );
        assert_eq!(
            page.games[0].spoken,
            "Game 1: Hu against Liu, Red wins, 1980-10-01"
        );
        assert_eq!(page.moves[0].last, "Hu 1980");
        assert_eq!(page.moves[1].last, "Lu");
    }

    #[test]
    fn a_position_of_no_game_has_an_empty_page() {
        let page = text(GAMES, &["a3a4"]);
        assert!(page.moves.is_empty() && page.games.is_empty());
    }
}
