//! What is written about a move.

use serde_json::{Map, Value};

/// Comments and signs at a position of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Said before the move; at the start it is empty.
    pub before: String,
    /// Said after the move, about the position it led to. Lines end in LF.
    pub comment: String,
    /// Numeric annotations as PGN counts them: 1 is a good move, 2 a bad one.
    pub signs: Vec<u8>,
    /// What the mover's clock showed after the move, in milliseconds: how long it would have been until the flag
    /// fell, with all that the move gave back.
    pub clock: Option<u64>,
    /// Fields of the move that this version of the program does not know, kept for those that do.
    pub unknown: Map<String, Value>,
}

impl Notes {
    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
