//! What a move does in the eyes of an arbiter.

use std::fmt;

/// How a move counts when a repetition is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conduct {
    /// 將: it attacks the general, whatever else it does.
    Check,
    /// 捉: it makes an attack on a piece that may not be chased without end.
    Chase,
    /// 閒: anything else, an offer, an exchange, a block and a threat of mate among them.
    Idle,
}

impl Conduct {
    /// All of them, the heaviest first.
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
