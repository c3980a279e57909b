//! What of a session outlives the program.

use super::lag::Quota;
use super::{Pending, Session};
use crate::far::link::{KEY, Role};
use crate::far::log::{Act, Entry, Log};
use crate::far::proposal::Proposal;
use crate::game::clock::Millis;
use serde::{Deserialize, Serialize};

/// A session as it is saved. Whoever reads it can play in the player's name.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    role: Role,
    name: String,
    friend: String,
    proposal: Option<Proposal>,
    game: Option<Proposal>,
    entries: Vec<Entry>,
    pending: Vec<Pending>,
    charged: Option<(u32, Act, Millis)>,
    keys: Vec<[u8; KEY]>,
    thought: Millis,
    claims: Quota,
    charges: Quota,
}

impl Session {
    /// Returns what is to be saved.
    pub fn kept(&self, now: Millis) -> Kept {
        Kept {
            role: self.role,
            name: self.name.clone(),
            friend: self.friend.clone(),
            proposal: self.proposal.clone(),
            game: self.log().map(|log| log.proposal().clone()),
            entries: self
                .log()
                .map_or_else(Vec::new, |log| log.entries().to_vec()),
            pending: self.pending.clone(),
            charged: self.charged,
            keys: self.keys.clone(),
            thought: self.thought(now),
            claims: self.claims,
            charges: self.charges,
        }
    }

    /// Restores a session, without a line; `None` if it cannot be restored as a whole.
    pub fn restore(kept: Kept) -> Option<Self> {
        let mut session = Self::new(kept.role, &kept.name);
        if let Some(game) = kept.game {
            let mut log = Log::new(game)?;
            for entry in kept.entries {
                log.add(entry).ok()?;
            }
            session.timed = log.turn();
            session.unmeasured = Some(log.turn());
            session.log = Some(log);
        }
        Some(Self {
            friend: kept.friend,
            proposal: kept.proposal,
            pending: kept.pending,
            charged: kept.charged,
            keys: kept.keys,
            thought: kept.thought,
            claims: kept.claims,
            charges: kept.charges,
            ..session
        })
    }
}
