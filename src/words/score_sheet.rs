//! What is printed on a score sheet beside the moves.

use super::catalogue::{labels, say, say_about, say_count};
use super::side;
use crate::record::Tags;
use crate::rules::Side;

/// What stands before the result.
pub fn sheet_result() -> &'static str {
    say_about!("score sheet", "Result")
}

/// What is printed under the diagram of the last position.
pub fn sheet_end() -> &'static str {
    // Translators: Under a printed diagram.
    say!("Final position")
}

/// In the place of a move that stands further up.
pub fn sheet_above() -> &'static str {
    "…"
}

/// Without diagrams, as it is offered.
pub fn no_diagrams() -> &'static str {
    say_about!("diagrams", "None")
}

/// With a diagram of the end alone, as it is offered.
pub fn last_diagram() -> &'static str {
    say_about!("diagrams", "Final position only")
}

labels! {
    /// Why there is no score sheet.
    cannot_print = say!("The game cannot be printed");
    /// The score sheet is with the printer, or in the file that was chosen instead.
    printed = say!("The score sheet has been printed.");
}

/// With diagrams after every so many rounds and of the end, as it is offered.
pub fn diagrams_every(rounds: u16) -> String {
    // Translators: How often a diagram is printed. A round is a move of Red and one of Black.
    say_count!("Every {rounds} rounds", "Every {rounds} rounds", rounds)
}

/// The facts of a game in the order in which they are printed: the name of the tag and what stands before it.
pub fn sheet_captions() -> [(&'static str, &'static str); 19] {
    [
        // Translators: These stand before the facts of a game on a printed score sheet, in a narrow column.
        (Tags::TITLE, say_about!("score sheet", "Title")),
        (Tags::EVENT, say_about!("score sheet", "Event")),
        (Tags::ROUND, say_about!("score sheet", "Round")),
        (Tags::GROUP, say_about!("score sheet", "Group")),
        // Translators: The number of the board that a game of an event was played at.
        (Tags::TABLE, say_about!("score sheet", "Board")),
        (Tags::DATE, say_about!("score sheet", "Date")),
        (Tags::SITE, say_about!("score sheet", "Place")),
        (Tags::RED_TEAM, say_about!("score sheet", "Red’s team")),
        (Tags::BLACK_TEAM, say_about!("score sheet", "Black’s team")),
        (Tags::RED_RATING, say_about!("score sheet", "Red’s rating")),
        (
            Tags::BLACK_RATING,
            say_about!("score sheet", "Black’s rating"),
        ),
        // Translators: The time for a game, such as “60 minutes and 30 seconds a move”.
        (Tags::TIME_CONTROL, say_about!("score sheet", "Time")),
        (Tags::HANDICAP, say_about!("score sheet", "Handicap")),
        // Translators: How much time Red has used.
        (Tags::RED_TIME, say_about!("score sheet", "Red’s time")),
        (Tags::BLACK_TIME, say_about!("score sheet", "Black’s time")),
        // Translators: How the game was opened, such as “Central cannon against screen horses”.
        (Tags::OPENING, say_about!("score sheet", "Opening")),
        // Translators: Which variation of the opening was played.
        (Tags::VARIATION, say_about!("score sheet", "Variation")),
        (Tags::REFEREE, say_about!("score sheet", "Referee")),
        // Translators: Who has written the comments on the game.
        (Tags::ANNOTATOR, say_about!("score sheet", "Comments by")),
    ]
}

/// The two players: `Hu Ronghua – Zhao Guorong`.
pub fn sheet_players(red: Option<&str>, black: Option<&str>) -> String {
    let (red, black) = (
        red.unwrap_or(side(Side::Red)),
        black.unwrap_or(side(Side::Black)),
    );
    // Translators: The two players over a score sheet: “Hu Ronghua – Zhao Guorong”.
    say_about!("players", "{red} – {black}", red, black)
}

/// What is printed under a diagram.
pub fn sheet_after(round: usize) -> String {
    // Translators: Under a printed diagram. A round is a move of Red and one of Black.
    say!("After round {round}", round)
}

/// The same under the first one of a game that does not begin with the ordinary start.
pub fn sheet_start(to_move: Side) -> String {
    // Translators: Under a printed diagram of a position that is not the ordinary start.
    say!("Start, {side} to move", side = side(to_move))
}

/// Of moves that were taken back nothing else is printed.
pub fn sheet_taken_back(moves: usize) -> String {
    say_count!(
        "One move that was taken back is not printed.",
        "{count} moves that were taken back are not printed.",
        count = moves
    )
}

/// Which page of how many.
pub fn sheet_page(page: usize, pages: usize) -> String {
    format!("{page} / {pages}")
}
