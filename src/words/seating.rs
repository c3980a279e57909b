//! What is said about where the players sit.

use crate::game::Seating;

/// The heading of the choice.
pub const SEATING: &str = "Seating";

/// A seating as one of several to choose from.
#[must_use]
pub const fn seating(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => "Fixed",
        Seating::SideBySide => "Side by side",
        Seating::AcrossTable => "Across the table",
    }
}

/// What it means for the board.
#[must_use]
pub const fn seating_about(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => "The board stays as you put it",
        Seating::SideBySide => "After each move the board turns to the other player",
        Seating::AcrossTable => "For a screen that lies flat: the far side is turned to its player",
    }
}
