//! Questions to the player besides the offers of the game.

use super::lag::MAX_LAG;
use super::{Phase, RemoteSession};
use crate::game::clock::Millis;
use crate::remote::{Presence, Role};
use crate::rules::Side;

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
