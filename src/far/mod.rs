//! A game between two programs, without a server: by letter.
//!
//! Nothing here reads a clock, opens a socket or rolls dice. `data/FAR.md` describes what goes from one program to the
//! other.
#![forbid(unsafe_code)]

mod letter;
mod limits;

pub use letter::{Correspondence, Finding, Letter, LetterError, Reply, Said, Seal, Unsuitable};
pub use limits::{NAME_LENGTH, WORD_LENGTH, tidy};

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
