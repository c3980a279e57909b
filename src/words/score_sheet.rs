//! Score sheets: printed text other than the moves.

use super::catalogue::{labels, say, say_about, say_count};
use super::side;
use crate::record::Tags;
use crate::rules::Side;

labels! {
    sheet_result = say_about!("score sheet", "Result");
    // Translators: Under a printed diagram.
    sheet_end = say!("Final position");
}

/// Placeholder of a move printed further up.
pub fn sheet_above() -> &'static str {
    "…"
}

labels! {
    no_diagrams = say_about!("diagrams", "None");
    last_diagram = say_about!("diagrams", "Final position only");
    cannot_print = say!("Could Not Print Game");
    printed = say!("The score sheet has been printed.");
    print_studies = say!("Print Studies");
    print_this_study = say!("This study");
    cannot_print_studies = say!("Could Not Print Studies");
    studies_printed = say!("The studies have been printed.");
    printed_solutions = say_about!("studies", "Solutions");
    // Translators: Printed below the title of a book of studies, in place of their solutions.
    no_printed_solution = say!("No mate is proved.");
    // Translators: Printed below the solutions of some studies.
    no_other_printed_solution = say!("For the other studies, no mate is proved.");
}

/// Label of the option for diagrams after every few rounds and at the end.
pub fn diagrams_every(rounds: u16) -> String {
    // Translators: How often a diagram is printed. A round is a move of Red and one of Black.
    say_count!("Every {rounds} rounds", "Every {rounds} rounds", rounds)
}

/// Label of the option for all listed studies.
pub fn print_listed_studies(count: usize) -> String {
    // Translators: A choice of what is printed: all studies that are in the list at the moment.
    say_count!("The only one in the list", "All {count} in the list", count)
}

/// Captions of the facts of a game, in printing order, each with the name of its tag.
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
        // Translators: The time for a game, such as “60 minutes plus 30 seconds per move”.
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

/// Both players: `Hu Ronghua – Zhao Guorong`.
pub fn sheet_players(red: Option<&str>, black: Option<&str>) -> String {
    let (red, black) = (
        red.unwrap_or(side(Side::Red)),
        black.unwrap_or(side(Side::Black)),
    );
    // Translators: The two players over a score sheet: “Hu Ronghua – Zhao Guorong”.
    say_about!("players", "{red} – {black}", red, black)
}

/// Caption of a diagram.
pub fn sheet_after(round: usize) -> String {
    // Translators: Under a printed diagram. A round is a move of Red and one of Black.
    say!("After round {round}", round)
}

/// Caption of the first diagram of a game with a custom start.
pub fn sheet_start(to_move: Side) -> String {
    // Translators: Under a printed diagram of a position that is not the ordinary start.
    say!("Start, {side} to move", side = side(to_move))
}

/// Note that moves were taken back; they are not printed otherwise.
pub fn sheet_taken_back(moves: usize) -> String {
    say_count!(
        "One move that was taken back is not printed.",
        "{count} moves that were taken back are not printed.",
        count = moves
    )
}

/// Page number and number of pages.
pub fn sheet_page(page: usize, pages: usize) -> String {
    format!("{page} / {pages}")
}
