//! The session as its player sees it: the connection to the friend, and questions besides the offers of the game.

use super::lag::MAX_LAG;
use super::{Phase, RemoteSession};
use crate::game::clock::Millis;
use crate::remote::Role;
use crate::rules::Side;

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

/// A question to the player. It holds as long as [`RemoteSession::question`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// To go back to this many entries, on which both logs agree.
    GoBack(usize),
    /// To play this side in another game, which the friend proposes.
    Rematch(Side),
}

impl RemoteSession {
    /// The question that the player has not answered yet.
    pub fn question(&self) -> Option<Question> {
        if let Some(difference) = self.difference() {
            return (!difference.agrees[0]).then_some(Question::GoBack(difference.length()));
        }
        let proposal = self.friends_proposal.as_ref();
        let host = proposal.filter(|_| self.connection.is_some())?.host;
        Some(Question::Rematch(match self.role {
            Role::Host => host,
            Role::Guest => !host,
        }))
    }

    /// State of the connection while the friend’s program is connected.
    pub fn presence(&self, now: Millis) -> Presence {
        let is_late = |(since, _)| now.saturating_sub(since) >= MAX_LAG;
        match self.phase {
            Phase::Disputed => Presence::Disputed,
            _ if self.awaiting_ack.is_some_and(is_late) || self.is_silent(now) => Presence::Waiting,
            _ => Presence::Here,
        }
    }

    /// Whether learning aids and moves that are only tried may help the player: not in a game that goes on.
    pub fn allows_aids(&self) -> bool {
        self.game().is_none_or(|game| game.outcome().is_some())
    }
}
