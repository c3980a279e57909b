//! The saved form of a session.

use super::lag::LagQuota;
use super::{Pending, RemoteSession};
use crate::game::Act;
use crate::game::clock::Millis;
use crate::remote::channel::{KEY_LENGTH, Role};
use crate::remote::log::{Log, LogEntry};
use crate::remote::proposal::Proposal;
use serde::{Deserialize, Serialize};

/// Saved session. It holds the resume keys, so a reader of the file could play in the player's name.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedSession {
    role: Role,
    name: String,
    friend: String,
    own_proposal: Option<Proposal>,
    game: Option<Proposal>,
    entries: Vec<LogEntry>,
    pending: Vec<Pending>,
    charged: Option<(u32, Act, Millis)>,
    keys: Vec<[u8; KEY_LENGTH]>,
    #[serde(rename = "thought")]
    elapsed: Millis,
    #[serde(rename = "claims")]
    peer_quota: LagQuota,
    #[serde(rename = "charges")]
    own_quota: LagQuota,
}

impl RemoteSession {
    /// Returns the state to save.
    pub fn snapshot(&self, now: Millis) -> SavedSession {
        SavedSession {
            role: self.role,
            name: self.name.clone(),
            friend: self.friend.clone(),
            own_proposal: self.own_proposal.clone(),
            game: self.log().map(|log| log.proposal().clone()),
            entries: self
                .log()
                .map_or_else(Vec::new, |log| log.entries().to_vec()),
            pending: self.pending.clone(),
            charged: self.charged,
            keys: self.keys.clone(),
            elapsed: self.elapsed(now),
            peer_quota: self.peer_quota,
            own_quota: self.own_quota,
        }
    }

    /// Restores a session, disconnected; `None` if it is damaged.
    pub fn restore(saved: SavedSession) -> Option<Self> {
        let mut session = Self::new(saved.role, &saved.name);
        if let Some(game) = saved.game {
            let mut log = Log::new(game)?;
            for entry in saved.entries {
                log.add(entry).ok()?;
            }
            session.timed = log.turn();
            session.unmeasured = Some(log.turn());
            session.log = Some(log);
        }
        Some(Self {
            friend: saved.friend,
            own_proposal: saved.own_proposal,
            pending: saved.pending,
            charged: saved.charged,
            keys: saved.keys,
            elapsed: saved.elapsed,
            peer_quota: saved.peer_quota,
            own_quota: saved.own_quota,
            ..session
        })
    }
}
