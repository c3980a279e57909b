//! Seating of the players.

use super::catalogue::{labels, say, say_about};
use crate::game::Seating;

labels! {
    // Translators: Where the two players sit.
    seating_title = say!("Seat_ing");
}

/// Label of a seating in a choice.
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

/// Effect of a seating on the board.
pub fn seating_about(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => say!("The board does not turn"),
        Seating::SideBySide => say!("After each move the board turns to the other player"),
        Seating::AcrossTable => {
            say!("Lay the screen flat: each side faces its player")
        }
    }
}
