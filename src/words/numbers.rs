//! Formatting of numbers.

use super::catalogue::{say_about, say_count};
use crate::rules::{Piece, PieceKind, Side};
use std::fmt::{self, Display, Formatter, Write};

/// A number with thousands separators: `40,000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grouped(pub(super) usize);

impl Display for Grouped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (place, digit) in digits.char_indices() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                // Translators: What stands between the thousands of a number, as in 40,000.
                f.write_str(say_about!("thousands", ","))?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

impl From<Grouped> for u64 {
    fn from(number: Grouped) -> Self {
        number.0 as Self
    }
}

/// A number with thousands separators: `40,000`.
pub fn grouped(number: usize) -> String {
    Grouped(number).to_string()
}

/// A number of pieces: `1 red chariot`, `3 black soldiers`.
pub(super) fn counted_pieces(piece: Piece, count: usize) -> String {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => {
            say_count!("{count} red general", "{count} red generals", count)
        }
        (Side::Red, PieceKind::Advisor) => {
            say_count!("{count} red advisor", "{count} red advisors", count)
        }
        (Side::Red, PieceKind::Elephant) => {
            say_count!("{count} red elephant", "{count} red elephants", count)
        }
        (Side::Red, PieceKind::Horse) => {
            say_count!("{count} red horse", "{count} red horses", count)
        }
        (Side::Red, PieceKind::Chariot) => {
            say_count!("{count} red chariot", "{count} red chariots", count)
        }
        (Side::Red, PieceKind::Cannon) => {
            say_count!("{count} red cannon", "{count} red cannons", count)
        }
        (Side::Red, PieceKind::Soldier) => {
            say_count!("{count} red soldier", "{count} red soldiers", count)
        }
        (Side::Black, PieceKind::General) => {
            say_count!("{count} black general", "{count} black generals", count)
        }
        (Side::Black, PieceKind::Advisor) => {
            say_count!("{count} black advisor", "{count} black advisors", count)
        }
        (Side::Black, PieceKind::Elephant) => {
            say_count!("{count} black elephant", "{count} black elephants", count)
        }
        (Side::Black, PieceKind::Horse) => {
            say_count!("{count} black horse", "{count} black horses", count)
        }
        (Side::Black, PieceKind::Chariot) => {
            say_count!("{count} black chariot", "{count} black chariots", count)
        }
        (Side::Black, PieceKind::Cannon) => {
            say_count!("{count} black cannon", "{count} black cannons", count)
        }
        (Side::Black, PieceKind::Soldier) => {
            say_count!("{count} black soldier", "{count} black soldiers", count)
        }
    }
}
