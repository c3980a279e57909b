//! A game between two programs, without a server: over a connection, or by letter.
//!
//! Pure: no clock, socket or random number generator. `docs/PROTOCOL.md` specifies the protocol.
#![forbid(unsafe_code)]

mod addresses;
mod board;
/// Writes and reads a number as so many hexadecimal digits, as text and in files and messages.
macro_rules! hexadecimal {
    ($name:ident, $number:ty, $digits:literal) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:0width$x}", self.0, width = $digits)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                <$number>::from_str_radix(text, 16).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                crate::record::format::serde_text::in_text::serialize(self, to)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::record::format::serde_text::in_text::deserialize(from)
            }
        }
    };
}

mod channel;
mod chat;
mod choice;
mod close_reason;
mod found_games;
mod handshake;
mod invitation;
mod letter;
mod limits;
mod log;
mod match_key;
mod message;
mod port_mapping;
mod proposal;
mod router;
mod session;
#[cfg(test)]
mod tests;

pub use addresses::{
    FIRST_PORT, MAX_ADDRESSES, distinct, is_listener, is_own_computer, own_addresses,
    rank_addresses, read_addresses,
};
pub use board::{BoardCommand, MatchTag, common_node, noted};
pub use channel::{Channel, Role};
pub use chat::{Chat, ChatMessage, MAX_MESSAGES};
pub use choice::{Access, RemoteChoice};
pub use close_reason::CloseReason;
pub use found_games::{Announced, FoundGame, FoundGames};
pub use handshake::{Acceptor, Connector, Handshake, Secret, Step};
pub use invitation::{FriendsLine, HostError, Invitation, InvitationAnswer, InvitationError};
pub use invitation::{Invited, JoinTarget};
pub use letter::{Correspondence, Finding, Letter, LetterError, Unsuitable};
pub use limits::{CHAT_LENGTH, MAX_WRONG_CODES, NAME_LENGTH, WORD_LENGTH, tidy};
pub use log::{Hash, Log, LogEntry, Rejection};
pub use match_key::{KeyId, MatchKey};
pub use port_mapping::{
    LEASE, MAX_DATAGRAM, MappingCourse, MappingExchange, MappingNonce, MappingProtocol,
    MappingRequest, PortMapping, PortMappingError, ROUTER_PORT,
};
pub use proposal::{HostTerms, Proposal};
pub use router::{
    Family, KnownMapping, RouterReplies, RouterReply, default_gateway, default_gateway_six,
};
pub use session::{Effect, Order, Presence, Question, RemoteSession, RestoreError, SavedSession};

/// Id of a game in both programs, chosen at random by the one that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId(pub u32);

hexadecimal!(GameId, u32, 8);
