//! A game between two programs, without a server: over a line, or by letter.
//!
//! Nothing here reads a clock, opens a socket or rolls dice. `data/FAR.md` describes what goes from one program to the
//! other.
#![forbid(unsafe_code)]

mod fault;
mod handshake;
mod invitation;
mod letter;
mod limits;
mod link;
mod log;
mod message;
mod proposal;
mod session;

pub use fault::Fault;
pub use handshake::{Door, Handshake, Secret, Step};
pub use invitation::{Invitation, InvitationError};
pub use letter::{Correspondence, Finding, Letter, LetterError, Reply, Said, Seal, Unsuitable};
pub use limits::{CHAT_LENGTH, NAME_LENGTH, WORD_LENGTH, tidy};
pub use link::{Link, Role};
pub use log::{Act, Ask, Entry, Hash, Log, Void};
pub use proposal::Proposal;
pub use session::{Effect, Kept, Order, Session};

use std::fmt;
use std::str::FromStr;

/// Identifies one game in both programs; chosen at random by the one that begins it.
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
