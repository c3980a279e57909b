//! What is said about where the players sit.

use super::catalogue::{say, say_about};
use crate::game::Seating;

/// The heading of the choice. An underscore stands before its key.
pub fn seating_title() -> &'static str {
    // Translators: Where the two players sit.
    say!("Seat_ing")
}

/// A seating as one of several to choose from.
pub fn seating(seating: Seating) -> &'static str {
    match seating {
        // Translators: The board stays as it lies.
        Seating::Fixed => say_about!("seating", "Fixed"),
        // Translators: Both players sit at the same side of the screen.
        Seating::SideBySide => say_about!("seating", "Side by side"),
        // Translators: The players face each other over a screen that lies flat.
        Seating::AcrossTable => say_about!("seating", "Across the table"),
    }
}

/// What it means for the board.
pub fn seating_about(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => say!("The board stays as you put it"),
        Seating::SideBySide => say!("After each move the board turns to the other player"),
        Seating::AcrossTable => {
            say!("For a screen that lies flat: the far side is turned to its player")
        }
    }
}
