//! The saved form of a session.

use super::lag::LagQuota;
use super::{Charge, Pending, RemoteSession, SAVE_INTERVAL};
use crate::game::clock::Millis;
use crate::remote::MatchKey;
use crate::remote::channel::Role;
use crate::remote::log::{Log, LogEntry};
use crate::remote::proposal::Proposal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Version of the protocol and of this form.
const VERSION: u32 = 2;

/// Saved session. It holds the key of the match, so a reader of the file could play in the player's name.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedSession {
    version: u32,
    role: Role,
    name: String,
    friend: String,
    own_proposal: Option<Proposal>,
    game: Option<Proposal>,
    entries: Vec<LogEntry>,
    pending: Vec<Pending>,
    charged: Option<Charge>,
    key: Option<MatchKey>,
    elapsed: Millis,
    /// Whether the player's thinking time was running, so that some of it may be missing.
    is_timed: bool,
    /// Milliseconds since 1970.
    saved_at: Millis,
    peer_quota: LagQuota,
    own_quota: LagQuota,
}

/// Reason a saved session cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// It was begun with another version of the protocol.
    #[error("another version of the protocol")]
    OtherVersion,
    /// It is damaged.
    #[error("damaged")]
    Damaged,
}

impl SavedSession {
    /// Reads a saved session.
    ///
    /// # Errors
    ///
    /// Returns an error if it is of another version, or damaged.
    pub fn read(saved: Value) -> Result<Self, RestoreError> {
        // The first version had no number.
        match saved.get("version").and_then(Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {
                serde_json::from_value(saved).map_err(|_| RestoreError::Damaged)
            }
            None if saved.get("role").is_none() => Err(RestoreError::Damaged),
            _ => Err(RestoreError::OtherVersion),
        }
    }

    /// Key of the match, once a game has begun.
    pub const fn key(&self) -> Option<MatchKey> {
        self.key
    }
}

impl RemoteSession {
    /// Returns the state to save at a time of the clock on the wall, in milliseconds since 1970.
    pub fn snapshot(&self, now: Millis, wall: Millis) -> SavedSession {
        SavedSession {
            version: VERSION,
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
            key: self.key,
            elapsed: self.elapsed(now),
            is_timed: self.is_player_timed(),
            saved_at: wall,
            peer_quota: self.peer_quota,
            own_quota: self.own_quota,
        }
    }

    /// Restores a session, disconnected, at a time of the clock on the wall.
    ///
    /// # Errors
    ///
    /// Returns an error if it is damaged.
    pub fn restore(saved: SavedSession, wall: Millis) -> Result<Self, RestoreError> {
        let mut session = Self::new(saved.role, &saved.name);
        if let Some(game) = saved.game {
            let mut log = Log::new(game).ok_or(RestoreError::Damaged)?;
            for entry in saved.entries {
                log.replay(entry).map_err(|_| RestoreError::Damaged)?;
            }
            session.timed = log.turn();
            // The program was killed: less than two intervals of the player's time can be missing, and no more than has
            // passed since.
            let unsaved = wall.saturating_sub(saved.saved_at).min(2 * SAVE_INTERVAL);
            session.unmeasured = saved.is_timed.then_some((log.turn(), unsaved));
            session.log = Some(log);
        }
        Ok(Self {
            friend: saved.friend,
            own_proposal: saved.own_proposal,
            pending: saved.pending,
            charged: saved.charged,
            key: saved.key,
            elapsed: saved.elapsed,
            peer_quota: saved.peer_quota,
            own_quota: saved.own_quota,
            ..session
        })
    }
}
