//! A position as one line of text: the Xiangqi dialect of FEN.
//!
//! Written as: ten ranks from Black's home, side `w` or `b`, two dashes, plies since the last capture, round:
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`.
//!
//! Also accepted:
//! - `r` for Red and any case of the side letter; a missing side or any other word means Red, see [`unknown_side`], or
//!   Black if only Black can be to move;
//! - the letters `H` for a horse, `E` and `M` for an elephant, `G` for an advisor, `S` for a soldier;
//! - missing fields after the board; counters that are not numbers, or too large, default to 0 and 1, see
//!   [`unknown_counter`];
//! - ranks separated by spaces instead of slashes, adjacent digits (`45` is nine empty points);
//! - `fen` or `position fen` before it, `moves …` after it, and `startpos` for the board.

use super::{Board, File, Piece, Point, Rank, Setup, Side};
use std::fmt;

/// An error in parsing a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The board does not have ten rows.
    RowCount(usize),
    /// A row does not add up to nine points.
    RowLength {
        /// Number of the row as written, from 1 at Black's home.
        row: usize,
        /// Number of points it describes.
        points: usize,
    },
    /// A letter that names no piece.
    Letter {
        /// Number of the row as written, from 1 at Black's home.
        row: usize,
        /// The letter.
        letter: char,
    },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RowCount(count) => write!(f, "the board has {count} rows instead of 10"),
            Self::RowLength { row, points } => {
                write!(f, "row {row} of the FEN has {points} points instead of 9")
            }
            Self::Letter { row, letter } => {
                write!(f, "row {row} of the FEN has {letter:?}, which is no piece")
            }
        }
    }
}

impl std::error::Error for FenError {}

impl Setup {
    /// Parses a FEN, with the leniencies listed in the module documentation.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not describe a board. Whether the board is playable is not checked; see
    /// [`Setup::position`].
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let (rows, fields) = parts(text);
        let Some(rows) = rows else {
            return Ok(Self::start());
        };
        let board = read_board(&rows)?;
        let named = fields.first().and_then(|word| side_of(word));
        let mut counters = counters(&fields).map(str::parse::<u16>);
        let idle_plies = counters.next().and_then(Result::ok).unwrap_or(0);
        let round = counters.next().and_then(Result::ok).unwrap_or(1).max(1);
        let setup = Self {
            board,
            turn: named.unwrap_or(Side::Red),
            idle_plies,
            round,
        };
        let is_blacks = named.is_none() && setup.position().is_err();
        let other = setup.swap_turn();
        Ok(if is_blacks && other.position().is_ok() {
            other
        } else {
            setup
        })
    }

    /// Writes the FEN with all its six fields.
    pub fn to_fen(&self) -> String {
        let mut fen = String::with_capacity(96);
        for rank in Rank::all().rev() {
            if !fen.is_empty() {
                fen.push('/');
            }
            write_rank(&self.board, rank, &mut fen);
        }
        let side = match self.turn {
            Side::Red => 'w',
            Side::Black => 'b',
        };
        fen + &format!(" {side} - - {} {}", self.idle_plies, self.round)
    }
}

/// The side to move that a FEN names.
pub fn named_side(text: &str) -> Option<Side> {
    side_of(parts(text).1.first()?)
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "b" | "B" => Some(Side::Black),
        word => names_side(word).then_some(Side::Red),
    }
}

/// Both counters among the fields of a FEN. In place of the side to move, a number is the first counter.
fn counters<'a>(fields: &[&'a str]) -> impl Iterator<Item = &'a str> {
    let has_side = fields.first().is_some_and(|word| !is_number(word));
    let counters = fields.iter().skip(usize::from(has_side)).copied();
    counters.filter(|word| *word != "-")
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The first counter of a FEN that is too large to be stored.
pub fn unknown_counter(text: &str) -> Option<&str> {
    let (_, fields) = parts(text);
    let mut counters = counters(&fields).take(2);
    counters.find(|word| is_number(word) && word.parse::<u16>().is_err())
}

/// The unknown word in place of a FEN's side to move, which is read as Red's turn.
pub fn unknown_side(text: &str) -> Option<&str> {
    let side = parts(text).1.into_iter().next()?;
    let is_missing = side == "-" || is_number(side);
    (!names_side(side) && !is_missing).then_some(side)
}

/// Whether a word is the letter of a side in a FEN.
pub fn names_side(word: &str) -> bool {
    matches!(word, "w" | "W" | "r" | "R" | "b" | "B")
}

/// The ranks of a FEN, `None` for those of the start of the game, and the fields after them.
fn parts(text: &str) -> (Option<Vec<&str>>, Vec<&str>) {
    let mut words = text.split_whitespace().peekable();
    for prefix in ["position", "fen"] {
        words.next_if(|word| word.eq_ignore_ascii_case(prefix));
    }
    let is_start = |word: &&str| word.eq_ignore_ascii_case("startpos");
    if words.next_if(is_start).is_some() {
        return (None, Vec::new());
    }
    let mut rows: Vec<&str> = Vec::new();
    while rows.len() < Rank::COUNT {
        // A single letter is not a rank but the side to move.
        let is_rank = |word: &&str| word.len() > 1 || !word.starts_with(char::is_alphabetic);
        let Some(word) = words.next_if(is_rank) else {
            break;
        };
        let word = word.strip_suffix("[]").unwrap_or(word);
        rows.extend(word.split('/').filter(|row| !row.is_empty()));
    }
    let fields = words.take_while(|word| !word.eq_ignore_ascii_case("moves"));
    (Some(rows), fields.collect())
}

/// Parses ten ranks, from Black's home to Red's.
fn read_board(rows: &[&str]) -> Result<Board, FenError> {
    if rows.len() != Rank::COUNT {
        return Err(FenError::RowCount(rows.len()));
    }
    let mut board = Board::empty();
    for (number, (text, rank)) in rows.iter().zip(Rank::all().rev()).enumerate() {
        let number = number + 1;
        let mut points = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                points += empty as usize;
                continue;
            }
            let piece = Piece::from_fen_letter(letter).ok_or(FenError::Letter {
                row: number,
                letter,
            })?;
            if let Some(file) = u8::try_from(points).ok().and_then(File::new) {
                board.set(Point::new(file, rank), Some(piece));
            }
            points += 1;
        }
        if points != File::COUNT {
            return Err(FenError::RowLength {
                row: number,
                points,
            });
        }
    }
    Ok(board)
}

/// Writes one rank: letters, and digits for runs of empty points.
fn write_rank(board: &Board, rank: Rank, fen: &mut String) {
    let mut empty = 0;
    for file in File::all() {
        match board.piece_at(Point::new(file, rank)) {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                }
                empty = 0;
                fen.push(piece.fen_letter());
            }
        }
    }
    if empty > 0 {
        fen.push_str(&empty.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn a_side_that_is_neither_is_known() {
        let board = "4k4/9/9/9/9/9/9/9/9/4K4";
        for (fields, side, named) in [
            (" x - - 0 1", Some("x"), None),
            (" 黑", Some("黑"), None),
            (" black - -", Some("black"), None),
            ("[] W", None, Some(Side::Red)),
            (" b - - 0 1", None, Some(Side::Black)),
            (" r moves e0e1", None, Some(Side::Red)),
            (" moves e0e1", None, None),
            (" - - 0 1", None, None),
            (" 0 1", None, None),
            ("", None, None),
        ] {
            let text = format!("position fen {board}{fields}");
            assert_eq!(unknown_side(&text), side, "{text}");
            assert_eq!(named_side(&text), named, "{text}");
        }
        assert_eq!(unknown_side("startpos moves h2e2"), None);
    }

    #[test]
    fn the_start_is_written_and_read() {
        assert_eq!(Setup::start().to_fen(), START);
        assert_eq!(Setup::from_fen(START), Ok(Setup::start()));
    }

    #[test]
    fn other_spellings_mean_the_same() {
        let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for text in [
            board.to_owned(),
            format!("{board} r - - 0 1"),
            format!("{board} R"),
            format!("{board}[] w - - 0 1"),
            format!("fen {board} w - - 0 1 moves h2e2 h9g7"),
            format!("position fen {board} w moves h2e2"),
            "position startpos moves h2e2".to_owned(),
            "startpos".to_owned(),
            board.replace('/', " ") + " w",
            board
                .replace('N', "H")
                .replace('n', "h")
                .replace('B', "E")
                .replace('b', "e"),
            board.replace("/9/", "/45/"),
        ] {
            assert_eq!(Setup::from_fen(&text), Ok(Setup::start()), "{text}");
        }
        let black = Setup::from_fen(&format!("{board} b - - 7 12")).expect("a FEN");
        assert_eq!(
            (black.turn, black.idle_plies, black.round),
            (Side::Black, 7, 12)
        );
        assert_eq!(black.to_fen(), format!("{board} b - - 7 12"));
        for fields in ["5 10", "- - 5 10", "w 5 10", "r 5 10", "w - 5 10", "x 5 10"] {
            let setup = Setup::from_fen(&format!("{board} {fields}")).expect("a FEN");
            assert_eq!(setup.to_fen(), format!("{board} w - - 5 10"), "{fields}");
        }
        for (fields, large) in [
            ("w - - 65535 65535", None),
            ("w - - 0 65536", Some("65536")),
            ("65536 1", Some("65536")),
            ("b - - 99999999999999999999 1", Some("99999999999999999999")),
            ("w - - 0 1 65536", None),
        ] {
            assert_eq!(
                unknown_counter(&format!("{board} {fields}")),
                large,
                "{fields}"
            );
        }
        // Red could capture the general.
        let check = Setup::from_fen("4k4/9/9/9/4R4/9/9/9/9/3K5").expect("a FEN");
        assert_eq!(check.turn, Side::Black);
        let stated = Setup::from_fen("4k4/9/9/9/4R4/9/9/9/9/3K5 w").expect("a FEN");
        assert_eq!(stated.turn, Side::Red);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let error = |text: &str| Setup::from_fen(text).expect_err("not a FEN");
        assert_eq!(error(""), FenError::RowCount(0));
        for board in ["9/9/9/9/9/9/9/9/9", "9 9 9 9 9 9 9 9 9"] {
            for rest in ["", " w", " b - - 0 1"] {
                assert_eq!(error(&format!("{board}{rest}")), FenError::RowCount(9));
            }
        }
        assert_eq!(
            error("rnbakabnr/8/9/9/9/9/9/9/9/9"),
            FenError::RowLength { row: 2, points: 8 }
        );
        assert_eq!(
            error("rnbakabnr/9/9/9/9/9/9/9/9/RNBAKXBNR"),
            FenError::Letter {
                row: 10,
                letter: 'X'
            }
        );
        assert_eq!(
            error("rnbakabnrr/9/9/9/9/9/9/9/9/9"),
            FenError::RowLength { row: 1, points: 10 }
        );
    }
}
