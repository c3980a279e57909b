//! Messages between two programs: one JSON object each, with its kind in `t`.

use super::limits::MAX_DEPTH;
use super::log::{Act, Entry, Hash};
use super::proposal::Proposal;
use super::{Fault, GameId};
use crate::game::clock::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message to the other program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message {
    /// Who speaks: name of the player, and revision of the rules.
    Meet {
        /// The player's name.
        name: String,
        /// Revision of the rulings.
        rules: u32,
    },
    /// The host proposes a game.
    Terms(Proposal),
    /// The guest accepts it.
    Accept,
    /// The guest declines it.
    Decline,
    /// A request: to enter an act into the log, or, from the host, to say what its move is charged.
    Do {
        /// Turn for which the act is made.
        n: u32,
        /// The act.
        act: Act,
        /// Time thought, as the sender measured it.
        spent: Millis,
    },
    /// What a move of the host is charged.
    Used {
        /// Turn of the move.
        n: u32,
        /// The time.
        used: Millis,
    },
    /// An act enters the log.
    Entry {
        /// Number of entries before it.
        n: usize,
        /// The entry.
        entry: Entry,
        /// Hash after it.
        #[serde(with = "in_text")]
        h: Hash,
    },
    /// A request has no effect.
    Void,
    /// A word to the friend.
    Chat {
        /// The text.
        text: String,
    },
    /// Asks for a sign of life.
    Ping {
        /// Returned with the answer.
        nonce: u64,
    },
    /// A sign of life.
    Pong {
        /// As it came.
        nonce: u64,
    },
    /// Where the sender's log stands.
    Resume {
        /// The game.
        #[serde(with = "in_text")]
        id: GameId,
        /// Number of entries.
        n: usize,
        /// Hash after them.
        #[serde(with = "in_text")]
        h: Hash,
    },
    /// The guest has this many entries.
    Seen {
        /// Number of entries.
        n: usize,
    },
    /// Entries that the other log lacks.
    Rest {
        /// Number of entries before them.
        n: usize,
        /// The entries, at most [`REST`].
        entries: Vec<Entry>,
    },
    /// All hashes of a log, since the two differ.
    Hashes {
        /// The hashes, in text.
        all: Vec<String>,
    },
    /// The player agrees to go back to this number of entries.
    Back {
        /// Number of entries.
        n: usize,
    },
    /// The player leaves.
    Bye,
    /// A message of this kind is not known and was ignored.
    Unknown {
        /// The kind.
        kind: String,
    },
}

/// Most entries in one message.
pub const REST: usize = 256;

/// Kinds of messages, as in `t`.
const KINDS: [&str; 18] = [
    "meet", "terms", "accept", "decline", "do", "used", "entry", "void", "chat", "ping", "pong",
    "resume", "seen", "rest", "hashes", "back", "bye", "unknown",
];

impl Message {
    /// The message as one JSON object.
    pub fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }

    /// Reads a message; `Err(Ok(kind))` is one of an unknown kind that may be ignored.
    pub fn read(bytes: &[u8]) -> Result<Self, Result<String, Fault>> {
        let malformed = Err(Fault::Malformed);
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
            Some('A'..='Z') => Err(Err(Fault::Critical)),
            _ => Err(malformed),
        }
    }
}

/// Whether objects and lists lie deeper in one another than any message needs.
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

/// A value as its text.
pub mod in_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    /// Only the very text that would be written is read: the logs would have other hashes.
    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: Display + FromStr,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        let value = text
            .parse()
            .ok()
            .filter(|value: &T| value.to_string() == text);
        value.ok_or_else(|| D::Error::custom("not as it is written"))
    }
}

/// A side as its keyword.
pub mod side_word {
    use crate::rules::Side;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    // Required by serde.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.word())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        let word = String::deserialize(from)?;
        Side::from_word(&word).ok_or_else(|| D::Error::custom("no side"))
    }
}
