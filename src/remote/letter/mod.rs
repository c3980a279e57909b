//! A game by letter: each letter holds the whole game so far, and the next one plays a move.
//!
//! ```text
//! Chuhe letter 3 of game 3f9c2b7d from Red
//! Red [Anna] Black [Bo (小)]
//! Rules asian 60
//! 1. h2e2 h9g7 h0g2
//! Red offers a draw
//! Red says [your elephant › mine]
//! After ff9623277f22e4c5 seal 431a9ed1c208bb74
//! ```
//!
//! The one who begins decides names, rules and handicap. Who is to move begins with a move; the other invites with none.
//! After that the players write in turn, and every letter adds one move, except one that ends the game otherwise.
//!
//! The seal is a hash of all words of the letter, the seal of the letter before among them, and so of all letters before.
//! It keeps no secret and proves no author: it finds what was altered on the way or in the past. Nobody can make my
//! moves, since my program knows my last letter and takes only what follows it.

mod answer;
mod correspondence;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use answer::{Finding, Reply, Unsuitable};
pub use correspondence::Correspondence;
pub use read::LetterError;

use super::GameId;
use crate::game::{Agreement, Command, Game, Now, Refusal};
use crate::rules::{Move, Setup, Side, named};
use sha2::{Digest, Sha256};
use std::fmt;

named! {
    /// Words of a letter besides its moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Said {
        /// The writer offers a draw along with the move.
        Offers = "offers a draw",
        /// The writer accepts the draw that the letter before offers.
        Accepts = "accepts the draw",
        /// The writer accepts the arbiter's ruling.
        Agrees = "accepts the ruling",
        /// The writer resigns.
        Resigns = "resigns",
    }
}

/// Hash of a letter and of all letters before it; zero before the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seal(u64);

impl Seal {
    fn of(words: &[&str]) -> Self {
        let hash = Sha256::digest(words.join(" "));
        let start = hash.first_chunk().expect("32 bytes");
        Self(u64::from_be_bytes(*start))
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Most moves in a letter: more than any game by letter lasts, few enough to be looked at without delay.
const MOVES: usize = 1000;

/// One letter of a game. Its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    id: GameId,
    /// From 1.
    number: u32,
    from: Side,
    /// Without a clock and without taking back, neither of which works by letter.
    agreement: Agreement,
    /// Where the game begins, if neither at the ordinary start nor at that of the handicap.
    start: Option<Setup>,
    moves: Vec<Move>,
    said: Option<Said>,
    word: String,
    after: Seal,
}

impl Letter {
    /// The game it belongs to.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// Its number, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Side that wrote it.
    pub const fn from(&self) -> Side {
        self.from
    }

    /// Terms of the game.
    pub const fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// All moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The words besides the moves.
    pub const fn said(&self) -> Option<Said> {
        self.said
    }

    /// The word to the friend; may be empty.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The game as it stands after this letter.
    pub fn game(&self) -> Game {
        self.replay().expect("a letter is checked when it is made")
    }

    fn begun(&self) -> Option<Game> {
        match &self.start {
            Some(start) => self.agreement.begin_from(start.clone()).ok(),
            None => Some(self.agreement.begin()),
        }
    }

    fn replay(&self) -> Result<Game, Refusal> {
        let mut game = self.begun().ok_or(Refusal::Unplayable)?;
        let mut apply = |command| game.apply(command, Now::default());
        for mv in &self.moves {
            apply(Command::Play(*mv))?;
        }
        match self.said {
            Some(Said::Offers) => drop(apply(Command::OfferDraw(self.from))?),
            Some(Said::Accepts) => {
                apply(Command::OfferDraw(!self.from))?;
                apply(Command::OfferDraw(self.from))?;
            }
            Some(Said::Agrees) => drop(apply(Command::AcceptRuling)?),
            Some(Said::Resigns) => drop(apply(Command::Resign(self.from))?),
            None => {}
        }
        Ok(game)
    }

    /// Whether the letter ends the game without a move.
    const fn is_last_word(&self) -> bool {
        matches!(
            self.said,
            Some(Said::Accepts | Said::Agrees | Said::Resigns)
        )
    }

    /// Whether the number, the writer and the moves fit one another, and all of them the rules.
    fn is_sound(&self) -> bool {
        if self.moves.len() > MOVES || (self.number == 1) != (self.after == Seal::default()) {
            return false;
        }
        let Ok(game) = self.replay() else {
            return false;
        };
        let last = usize::from(self.is_last_word());
        let letters = self.number as usize;
        // One letter more than moves if the game began with an invitation.
        let fits = (0..=1).any(|invited| self.moves.len() + invited + last == letters);
        let to_answer = if last == 1 { self.from } else { !self.from };
        fits && game.position().turn() == to_answer
    }
}
