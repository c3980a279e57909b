//! What is said about where the players sit.

use super::catalogue::say;
use crate::game::Seating;

/// The heading of the choice.
#[must_use]
pub fn seating_title() -> &'static str {
    say!("Seating")
}

/// A seating as one of several to choose from.
#[must_use]
pub fn seating(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => "Fixed",
        Seating::SideBySide => "Side by side",
        Seating::AcrossTable => "Across the table",
    }
}

/// What it means for the board.
#[must_use]
pub fn seating_about(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => "The board stays as you put it",
        Seating::SideBySide => "After each move the board turns to the other player",
        Seating::AcrossTable => "For a screen that lies flat: the far side is turned to its player",
    }
}
