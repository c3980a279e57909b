//! Classification of a move for repetition rulings.

use std::fmt;

/// Class of a move when a repetition is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conduct {
    /// 將: attacks the general, whatever else it does.
    Check,
    /// 捉: newly attacks a piece that may not be chased perpetually.
    Chase,
    /// 閒: anything else, including offers, exchanges, blocks and threats of mate.
    Idle,
}

impl Conduct {
    /// All classes, the heaviest first.
    pub const ALL: [Self; 3] = [Self::Check, Self::Chase, Self::Idle];
}

impl fmt::Display for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Chase => "chase",
            Self::Idle => "idle",
        })
    }
}
