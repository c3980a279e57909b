//! Move classes: restrictions on the winner's moves.

use crate::rules::zobrist::salted;

/// Class of the winner's moves that are searched, from few to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Checks only.
    Checks,
    /// Checks, and quiet moves that threaten to mate by checks.
    Threats,
    /// Checks, and quiet moves that threaten to mate with threats.
    SlowThreats,
    /// All moves.
    Any,
    /// Those of [`Threats`](Self::Threats), but quiet moves out of check do not count: a defender who gives check for
    /// ever loses by ruling.
    Ruled,
}

impl MoveClass {
    const ALL: [Self; 4] = [Self::Checks, Self::Threats, Self::SlowThreats, Self::Any];

    /// Key of a position in the table, separate for each class.
    pub const fn salt(self, key: u64) -> u64 {
        salted(key, self as u8)
    }

    /// Classes that are contained in this one, from few moves to many.
    pub fn lower(self) -> &'static [Self] {
        let count = match self {
            Self::Ruled => Self::SlowThreats as usize,
            Self::Checks | Self::Threats | Self::SlowThreats | Self::Any => self as usize,
        };
        &Self::ALL[..count]
    }

    /// Class of the moves by which a quiet move has to threaten mate; `None` if it need not threaten any.
    pub const fn threat(self) -> Option<Self> {
        match self {
            Self::Threats | Self::Ruled => Some(Self::Checks),
            Self::SlowThreats => Some(Self::Threats),
            Self::Checks | Self::Any => None,
        }
    }

    /// Number of moves within which a threat has to mate, where the winner has `left` moves. Slow threats have to be
    /// quicker: long ones are many, and seldom the way to mate.
    pub fn moves_of_threat(self, left: u8) -> u8 {
        match self {
            Self::SlowThreats => (left / 2 + 1).max(4).min(left),
            Self::Checks | Self::Threats | Self::Any | Self::Ruled => left,
        }
    }
}
