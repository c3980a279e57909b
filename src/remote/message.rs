//! Messages between two programs: one JSON object each, with its kind in `t`.

use super::limits::MAX_DEPTH;
use super::log::{Hash, LogEntry};
use super::proposal::Proposal;
use super::{CloseReason, GameId, KeyId};
use crate::game::Act;
use crate::game::clock::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A claim to have a game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchClaim {
    /// The match.
    pub id: KeyId,
    /// [Proof](super::MatchKey::proof) of knowing its key.
    pub proof: String,
}

/// A message to the other program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message {
    /// The first message of each side, the host’s before the guest’s.
    Identify {
        /// The player's name.
        name: String,
        /// Revision of the rulings.
        rules: u32,
        /// The match that the sender has a game of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<MatchClaim>,
        /// Addresses with ports at which the sender listens, best first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
    },
    /// A proposal of a game.
    Terms(Proposal),
    /// The guest has begun the proposed game.
    Accept {
        /// The game.
        id: GameId,
    },
    /// The proposal is declined.
    Decline {
        /// The proposed game.
        id: GameId,
    },
    /// Request to enter an act into the log or, from the host, to say how much time its move is charged.
    Request {
        /// Turn that the act is made for.
        n: u32,
        /// The act.
        act: Act,
        /// Thinking time as measured by the sender.
        spent: Millis,
    },
    /// Time that a move of the host is charged.
    Charge {
        /// Turn of the move.
        n: u32,
        /// The time.
        used: Millis,
    },
    /// A new entry of the log.
    Entry {
        /// Number of entries before it.
        n: usize,
        /// The entry.
        entry: LogEntry,
        /// Hash after it.
        h: Hash,
    },
    /// The oldest pending request has no effect.
    Reject,
    /// A chat message.
    Chat {
        /// The text.
        text: String,
    },
    /// Keep-alive request.
    Ping {
        /// Returned in the answer.
        nonce: u64,
    },
    /// Keep-alive answer.
    Pong {
        /// Nonce of the ping.
        nonce: u64,
    },
    /// Length and hash of the sender’s log.
    Resume {
        /// The game.
        id: GameId,
        /// Number of entries.
        n: usize,
        /// Hash after them.
        h: Hash,
    },
    /// Acknowledgment of the guest’s log up to this number of entries.
    Ack {
        /// Number of entries.
        n: usize,
    },
    /// Entries that the guest’s log lacks.
    Entries {
        /// Number of entries before them.
        n: usize,
        /// The entries, at most [`MAX_ENTRIES_IN_MESSAGE`].
        entries: Vec<LogEntry>,
    },
    /// All hashes of the sender’s log, since the two logs differ.
    Hashes {
        /// The hashes, as text.
        all: Vec<String>,
    },
    /// Consent to go back to this number of entries.
    GoBack {
        /// Number of entries.
        n: usize,
    },
    /// The player has left.
    Bye,
    /// A message of an unknown kind was ignored.
    Unknown {
        /// The kind.
        kind: String,
    },
}

/// Maximum number of entries in one message.
pub const MAX_ENTRIES_IN_MESSAGE: usize = 256;

/// Kinds of messages, as in `t`.
const KINDS: [&str; 18] = [
    "identify", "terms", "accept", "decline", "request", "charge", "entry", "reject", "chat",
    "ping", "pong", "resume", "ack", "entries", "hashes", "go_back", "bye", "unknown",
];

impl Message {
    /// The message as one JSON object.
    pub fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }

    /// Reads a message. `Err(Ok(kind))` is an unknown kind that may be ignored.
    pub fn read(bytes: &[u8]) -> Result<Self, Result<String, CloseReason>> {
        let malformed = Err(CloseReason::Malformed);
        if is_too_deep(bytes) {
            return Err(malformed);
        }
        let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
            return Err(malformed);
        };
        let kind = value.get("t").and_then(Value::as_str).unwrap_or_default();
        if KINDS.contains(&kind) {
            return serde_json::from_value(value).map_err(|_| malformed);
        }
        let kind: String = kind.chars().take(20).collect();
        match kind.chars().next() {
            Some('a'..='z') => Err(Ok(kind)),
            Some('A'..='Z') => Err(Err(CloseReason::UnknownCritical)),
            _ => Err(malformed),
        }
    }
}

/// Whether objects and arrays are nested deeper than any message needs.
fn is_too_deep(json: &[u8]) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}
