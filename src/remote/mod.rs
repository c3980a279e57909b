//! A game between two programs, without a server: over a connection, or by letter.
//!
//! Pure: no clock, socket or random number generator. `docs/PROTOCOL.md` specifies the protocol.
#![forbid(unsafe_code)]

mod addresses;
mod channel;
mod chat;
mod close_reason;
mod handshake;
mod invitation;
mod letter;
mod limits;
mod log;
mod match_key;
mod message;
mod port_mapping;
mod proposal;
mod session;
#[cfg(test)]
mod tests;

pub use addresses::{
    FIRST_PORT, MAX_ADDRESSES, is_listener, is_unicast, rank_addresses, read_addresses,
};
pub use channel::{Channel, Role};
pub use chat::{Chat, ChatMessage, MAX_MESSAGES};
pub use close_reason::CloseReason;
pub use handshake::{Acceptor, Handshake, Secret, Step};
pub use invitation::{FriendsLine, HostError, Invitation, InvitationAnswer, InvitationError};
pub use letter::{Correspondence, Finding, Letter, LetterError, Unsuitable};
pub use limits::{CHAT_LENGTH, NAME_LENGTH, WORD_LENGTH, tidy};
pub use log::{Hash, Log, LogEntry, Rejection};
pub use match_key::{KeyId, MatchKey};
pub use port_mapping::{
    LEASE, MAX_DATAGRAM, MappingExchange, MappingNonce, MappingProtocol, MappingRequest,
    PortMapping, PortMappingError, ROUTER_PORT,
};
pub use proposal::Proposal;
pub use session::{Effect, Order, Presence, Question, RemoteSession, RestoreError, SavedSession};

use std::fmt;
use std::str::FromStr;

/// Id of a game in both programs, chosen at random by the one that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId(pub u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u32::from_str_radix(text, 16).map(Self)
    }
}
