//! The connection to the friend, as the players see it.

use crate::game::clock::Millis;

/// State of the connection to the friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The friend’s program is connected.
    Here,
    /// It is connected, but does not answer: the clocks stand.
    Waiting,
    /// It is connected, and the two logs differ.
    Disputed,
    /// It has been disconnected for this time.
    Away(Millis),
    /// It has been disconnected for this time, and is being dialed.
    Calling(Millis),
    /// It has been disconnected for this time, and needs a new invitation.
    Moved(Millis),
    /// Nothing is sent to it, since the game cannot be saved.
    Unsaved,
    /// The friend has left for good.
    Left,
}

impl Presence {
    /// The state without the time, by which changes are told: one that calls is away.
    pub const fn kind(self) -> Self {
        match self {
            Self::Away(_) | Self::Calling(_) => Self::Away(0),
            Self::Moved(_) => Self::Moved(0),
            _ => self,
        }
    }
}
