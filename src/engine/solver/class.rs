//! Which moves the winner may use.

use crate::engine::zobrist::salted;

/// The moves of the winner that are searched, from few to all.
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
    /// Those of [`Threats`](Self::Threats), where quiet moves out of check cost none of the moves that are left: a defender who
    /// gives check for ever loses by ruling.
    Ruled,
}

impl MoveClass {
    const ALL: [Self; 4] = [Self::Checks, Self::Threats, Self::SlowThreats, Self::Any];

    /// The key of a position from which these moves may be used.
    pub const fn salt(self, key: u64) -> u64 {
        salted(key, self as u8)
    }

    /// Classes with fewer moves, from few to many.
    pub fn lower(self) -> &'static [Self] {
        let count = match self {
            Self::Ruled => Self::SlowThreats as usize,
            Self::Checks | Self::Threats | Self::SlowThreats | Self::Any => self as usize,
        };
        &Self::ALL[..count]
    }

    /// The moves by which a quiet move has to threaten mate, if it has to.
    pub const fn threat(self) -> Option<Self> {
        match self {
            Self::Threats | Self::Ruled => Some(Self::Checks),
            Self::SlowThreats => Some(Self::Threats),
            Self::Checks | Self::Any => None,
        }
    }

    /// Most moves in which a threat has to mate, where the winner has so many left. Slow threats have to be quicker: those
    /// that take longer are many, and seldom the way to mate.
    pub fn moves_of_threat(self, left: u8) -> u8 {
        match self {
            Self::SlowThreats => (left / 2 + 1).max(4).min(left),
            Self::Checks | Self::Threats | Self::Any | Self::Ruled => left,
        }
    }
}
