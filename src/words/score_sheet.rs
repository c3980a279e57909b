//! What is printed on a score sheet beside the moves.

use super::catalogue::say;
use super::side;
use crate::record::Tags;
use crate::rules::Side;

/// What stands before the facts of a game, by the names of their tags.
const CAPTIONS: [(&str, &str); 19] = [
    (Tags::TITLE, "Title"),
    (Tags::EVENT, "Event"),
    (Tags::ROUND, "Round"),
    (Tags::GROUP, "Group"),
    (Tags::TABLE, "Board"),
    (Tags::DATE, "Date"),
    (Tags::SITE, "Place"),
    (Tags::RED_TEAM, "Red’s team"),
    (Tags::BLACK_TEAM, "Black’s team"),
    (Tags::RED_RATING, "Red’s rating"),
    (Tags::BLACK_RATING, "Black’s rating"),
    (Tags::TIME_CONTROL, "Time"),
    (Tags::HANDICAP, "Handicap"),
    (Tags::RED_TIME, "Red’s time"),
    (Tags::BLACK_TIME, "Black’s time"),
    (Tags::OPENING, "Opening"),
    (Tags::VARIATION, "Variation"),
    (Tags::REFEREE, "Referee"),
    (Tags::ANNOTATOR, "Comments by"),
];
/// What stands before the result.
#[must_use]
pub fn sheet_result() -> &'static str {
    say!("Result")
}
/// What is printed over the diagram of the start, if a game has one of its own.
#[must_use]
pub fn sheet_start_title() -> &'static str {
    say!("Start")
}
/// What is printed under the diagram of the last position.
#[must_use]
pub fn sheet_end() -> &'static str {
    say!("Final position")
}
/// In the place of a move that stands further up.
#[must_use]
pub fn sheet_above() -> &'static str {
    say!("…")
}

/// Without diagrams, as it is offered.
#[must_use]
pub fn no_diagrams() -> &'static str {
    say!("None")
}
/// With a diagram of the end alone, as it is offered.
#[must_use]
pub fn last_diagram() -> &'static str {
    say!("Final position only")
}
/// Why there is no score sheet.
#[must_use]
pub fn cannot_print() -> &'static str {
    say!("The game cannot be printed")
}
/// The score sheet is with the printer, or in the file that was chosen instead.
#[must_use]
pub fn printed() -> &'static str {
    say!("The score sheet has been printed.")
}

/// With diagrams after every so many rounds and of the end, as it is offered.
#[must_use]
pub fn diagrams_every(rounds: u16) -> String {
    format!("Every {rounds} rounds")
}

/// The facts of a game in the order in which they are printed: the name of the tag and what stands before it.
pub fn sheet_captions() -> impl Iterator<Item = (&'static str, &'static str)> {
    CAPTIONS.into_iter()
}

/// The two players: `Hu Ronghua – Zhao Guorong`.
#[must_use]
pub fn sheet_players(red: Option<&str>, black: Option<&str>) -> String {
    let (red, black) = (
        red.unwrap_or(side(Side::Red)),
        black.unwrap_or(side(Side::Black)),
    );
    format!("{red} – {black}")
}

/// What is printed under a diagram.
#[must_use]
pub fn sheet_after(round: usize) -> String {
    format!("After round {round}")
}

/// The same under the first one of a game that does not begin with the ordinary start.
#[must_use]
pub fn sheet_start(to_move: Side) -> String {
    format!("{}, {} to move", sheet_start_title(), side(to_move))
}

/// Of moves that were taken back nothing else is printed.
#[must_use]
pub fn sheet_taken_back(moves: usize) -> String {
    match moves {
        1 => "One move that was taken back is not printed.".into(),
        _ => format!("{moves} moves that were taken back are not printed."),
    }
}

/// Which page of how many.
#[must_use]
pub fn sheet_page(page: usize, pages: usize) -> String {
    format!("{page} / {pages}")
}
