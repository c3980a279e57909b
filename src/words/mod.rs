//! User-facing text: every sentence composed at run time, for all front ends.
//!
//! The window and the command line use the same words because both take them from here. Errors and refusals carry data,
//! which this module turns into prose. Static labels are in the window's interface files.
#![forbid(unsafe_code)]

mod about;
pub mod actions;
mod aids;
mod analysis;
mod ask;
mod attacks;
mod book;
mod browser;
mod catalogue;
mod cautions;
mod clause;
mod clock;
mod computer;
mod connection;
mod details;
mod editor;
mod engines;
mod excerpt;
mod files;
mod finished;
mod guessing;
mod handicap;
mod help;
mod hint;
mod invite;
mod lessons;
mod matches;
mod material;
pub mod move_rows;
mod moves;
mod new_game;
mod notation;
mod numbers;
mod offers;
mod outcome;
mod players;
mod points;
mod preferences;
mod remote;
mod replay;
mod ruling;
mod score_sheet;
mod session;
mod spoken;
pub mod status;
mod steps;
mod studies;
mod title;
mod typing;
mod variations;

pub use about::*;
pub use aids::*;
pub use analysis::*;
pub use ask::*;
pub use book::*;
pub use browser::*;
pub use catalogue::{Catalog, speak};
pub use cautions::*;
pub use clause::*;
pub use clock::*;
pub use computer::*;
pub use connection::*;
pub use details::*;
pub use editor::*;
pub use engines::*;
pub use excerpt::{BREAK, MAX_LISTED, MAX_READ, MAX_VALUE, excerpt, is_editable, value};
pub use files::*;
pub use finished::*;
pub use guessing::*;
pub use handicap::*;
pub use help::*;
pub use hint::*;
pub use invite::*;
pub use lessons::*;
pub use matches::*;
pub use material::*;
pub use moves::*;
pub use new_game::*;
pub use notation::*;
pub use numbers::grouped;
pub use offers::*;
pub use outcome::*;
use players::escaped;
pub use players::{Players, change_name, plates, player};
pub use points::*;
pub use preferences::*;
pub use remote::*;
pub use replay::*;
pub use ruling::*;
pub use score_sheet::*;
pub use session::*;
pub use spoken::*;
pub use steps::*;
pub use studies::*;
pub use title::*;
pub use typing::*;
pub use variations::*;

use crate::rules::{Piece, PieceKind, Point, PointSet, Position, Side};
use crate::scene::EdgeLabels;
use catalogue::{labels, say, say_about};
use clock::duration;
use files::{position_fault, position_faults};
use outcome::outcome_in_short;

labels! {
    board = say!("Xiangqi board");
    menu = say!("Menu");
}

/// `"Red"` or `"Black"`.
pub fn side(side: Side) -> &'static str {
    match side {
        // Translators: one of the two sides. It stands alone, and in sentences as {side}, {winner} or the like.
        Side::Red => say_about!("side", "Red"),
        // Translators: one of the two sides. It stands alone, and in sentences as {side}, {winner} or the like.
        Side::Black => say_about!("side", "Black"),
    }
}

/// Name of a piece whose side is known: in Chinese the generals of the two sides have different names.
fn kind_of(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => say_about!("red piece", "general"),
        (Side::Red, PieceKind::Advisor) => say_about!("red piece", "advisor"),
        (Side::Red, PieceKind::Elephant) => say_about!("red piece", "elephant"),
        (Side::Red, PieceKind::Horse) => say_about!("red piece", "horse"),
        (Side::Red, PieceKind::Chariot) => say_about!("red piece", "chariot"),
        (Side::Red, PieceKind::Cannon) => say_about!("red piece", "cannon"),
        (Side::Red, PieceKind::Soldier) => say_about!("red piece", "soldier"),
        (Side::Black, PieceKind::General) => say_about!("black piece", "general"),
        (Side::Black, PieceKind::Advisor) => say_about!("black piece", "advisor"),
        (Side::Black, PieceKind::Elephant) => say_about!("black piece", "elephant"),
        (Side::Black, PieceKind::Horse) => say_about!("black piece", "horse"),
        (Side::Black, PieceKind::Chariot) => say_about!("black piece", "chariot"),
        (Side::Black, PieceKind::Cannon) => say_about!("black piece", "cannon"),
        (Side::Black, PieceKind::Soldier) => say_about!("black piece", "soldier"),
    }
}

/// Spoken name of a piece: `red cannon`.
fn piece(piece: Piece) -> String {
    let kind = kind_of(piece);
    match piece.side {
        // Translators: {piece} is a kind of piece, such as “cannon”.
        Side::Red => say!("red {piece}", piece = kind),
        // Translators: {piece} is a kind of piece, such as “cannon”.
        Side::Black => say!("black {piece}", piece = kind),
    }
}

/// A piece and its point, within a sentence, as in the edge labels: `the chariot on e6` with coordinates, otherwise by
/// its file as its owner counts: `the red chariot on file 5`.
fn placed(piece: Piece, point: Point, labels: EdgeLabels) -> String {
    match labels {
        // Translators: a piece within a sentence: “the chariot on e6”.
        EdgeLabels::Coordinates => say!("the {piece} on {point}", piece = kind_of(piece), point),
        // A file may hold pieces of both sides.
        EdgeLabels::FileNumbers | EdgeLabels::None => {
            let file = point.file().number(piece.side);
            // Translators: a piece within a sentence: “the red chariot on file 5”.
            say!(
                "the {piece} on file {file}",
                piece = self::piece(piece),
                file
            )
        }
    }
}

/// The pieces on these points: `the chariot on e6`, `the chariot on e6 and the horse on f7`.
fn pieces(position: &Position, points: PointSet, labels: EdgeLabels) -> String {
    let named = points.filter_map(|point| Some(placed(position.piece_at(point)?, point, labels)));
    let mut named: Vec<_> = named.collect();
    attacks::dedup(&mut named);
    if named.is_empty() {
        return another_piece().to_owned();
    }
    list(&named)
}

fn another_piece() -> &'static str {
    // Translators: within a sentence, where a piece stands in the way and is not known: “The way is blocked by …”.
    say!("another piece")
}

/// Conjunction of items: `a`, `a and b`, `a, b and c`.
fn list(things: &[String]) -> String {
    ended(things, |rest, last| {
        // Translators: the end of a list of pieces, moves or the like: “a, b and c”. {rest} is “a, b”.
        say_about!("list", "{rest} and {last}", rest, last)
    })
}

/// Disjunction of items: `a`, `a or b`, `a, b or c`.
fn either(things: &[String]) -> String {
    ended(things, |rest, last| {
        // Translators: the end of a list of pieces, moves or the like: “a, b or c”. {rest} is “a, b”.
        say_about!("list", "{rest} or {last}", rest, last)
    })
}

/// Items separated by commas, the last one added by `join`.
fn ended(things: &[String], join: fn(&str, &str) -> String) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => join(&row(rest), last),
    }
}

/// Items separated by commas: `a`, `a, b`, `a, b, c`.
fn row(things: &[String]) -> String {
    joined(things, |rest, next| {
        // Translators: the beginning of a list: “a, b”, and then “a, b, c”.
        say_about!("list", "{rest}, {next}", rest, next)
    })
}

/// Short notes in sequence: `Red’s clock: 12:34, 5 periods, running`.
pub fn notes(things: &[String]) -> String {
    joined(things, |rest, next| {
        // Translators: short notes side by side: “12:34, 5 periods”, and then “12:34, 5 periods, running”.
        say_about!("notes", "{rest}, {next}", rest, next)
    })
}

/// Items joined from left to right.
fn joined(things: &[String], join: fn(&str, &str) -> String) -> String {
    let all = things.iter().cloned();
    all.reduce(|rest, next| join(&rest, &next))
        .unwrap_or_default()
}

/// Two sentences in sequence.
pub fn sentences(first: &str, second: &str) -> String {
    // Translators: two whole sentences and what stands between them: Chinese has no blank there.
    say_about!("sentences", "{first} {second}", first, second)
}

/// Sentences in sequence, skipping empty ones.
fn paragraph(all: impl IntoIterator<Item = String>) -> String {
    let said = all.into_iter().filter(|sentence| !sentence.is_empty());
    said.reduce(|first, next| sentences(&first, &next))
        .unwrap_or_default()
}

/// A text with a full stop added to make it a sentence.
fn as_sentence(text: &str) -> String {
    // Translators: what ends a sentence: {text} is all of it but the full stop.
    say_about!("sentence", "{text}.", text)
}

/// A decimal number, `2.5`, in the language's format.
pub fn decimal(number: &str) -> String {
    // Translators: what stands between a number and its fraction: 2.5 seconds.
    number.replace('.', say_about!("decimal separator", "."))
}

/// Label without its access key: `Offer Draw` for `_Offer Draw`, and 提和 for `提和(_O)`, the form used in Chinese and
/// where no letter is left.
pub fn without_key(label: &str) -> String {
    if let Some(key) = bracketed_key(label) {
        let (before, rest) = label
            .split_once(&format!("(_{key})"))
            .unwrap_or((label, ""));
        return format!("{}{rest}", before.trim_end());
    }
    label.replace('_', "")
}

/// Access key in brackets of a label, where no letter of the text is the key: `O` of 提和(_O).
pub fn bracketed_key(label: &str) -> Option<char> {
    let (_, after) = label.split_once("(_")?;
    let (key, _) = after.split_once(')')?;
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// A player's name, as spoken.
pub fn name_of(of: Side, name: &str) -> String {
    // Translators: read out of the field in which a player’s name stands: “Red player: Hu”.
    say!("{side} player: {name}", side = side(of), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_of_a_list_has_an_and() {
        let things = ["a", "b", "c"].map(str::to_owned);
        let listed: Vec<_> = (0..=3).map(|count| list(&things[..count])).collect();
        assert_eq!(listed, ["", "a", "a and b", "a, b and c"]);
        assert_eq!(either(&things), "a, b or c");
        assert_eq!(row(&things), "a, b, c");
    }

    #[test]
    fn a_label_is_read_out_without_its_key() {
        assert_eq!(without_key("_Offer Draw"), "Offer Draw");
        assert_eq!(without_key("提和(_O)"), "提和");
        assert_eq!(without_key("另存为(_A)…"), "另存为…");
        assert_eq!(without_key("Chỗ ngồi (_Z)"), "Chỗ ngồi");
        assert_eq!(without_key("Plain (FEN)"), "Plain (FEN)");
        assert_eq!(bracketed_key("另存为(_A)…"), Some('A'));
        assert_eq!(bracketed_key("_Offer Draw"), None);
    }

    #[test]
    fn a_piece_is_named_by_its_side_and_kind() {
        for side in Side::ALL {
            for one in PieceKind::ALL {
                let told = piece(Piece::new(side, one));
                assert_eq!(told, format!("{} {one}", side.to_string().to_lowercase()));
                assert_eq!(kind_of(Piece::new(side, one)), one.to_string());
            }
        }
    }
}
