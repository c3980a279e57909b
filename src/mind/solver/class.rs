//! Which moves the winner may use.

use crate::mind::zobrist::salted;

/// The moves of the winner that are searched, from few to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Checks only.
    Checks,
    /// Checks, and quiet moves that threaten to mate by checks.
    Threats,
    /// All moves.
    Any,
}

impl Class {
    /// The key of a position from which these moves may be used.
    pub const fn salt(self, key: u64) -> u64 {
        salted(key, self as u8)
    }
}
