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

pub use answer::{Finding, Unsuitable};
pub use correspondence::Correspondence;
pub use read::LetterError;

use super::{GameId, Hash};
use crate::game::{Act, Agreement, Ask, Command, Game, Now, Refusal};
use crate::rules::{Move, Setup, Side};

/// Acts of a letter besides its move, and their words.
const WORDS: [(Act, &str); 4] = [
    (OFFERS, "offers a draw"),
    (ACCEPTS, "accepts the draw"),
    (Act::Agree, "accepts the ruling"),
    (Act::Resign, "resigns"),
];
const OFFERS: Act = Act::Ask(Ask::Draw);
const ACCEPTS: Act = Act::Answer {
    to: Ask::Draw,
    yes: true,
};

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
    /// The writer's act besides the move, one of [`WORDS`].
    said: Option<Act>,
    word: String,
    /// Seal of the letter before; zero before the first one.
    after: Hash,
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

    /// The acts that this letter adds.
    fn acts(&self) -> impl Iterator<Item = Act> {
        let mv = self.moves.last().filter(|_| !self.is_last_word());
        mv.map(|mv| Act::Play(*mv)).into_iter().chain(self.said)
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
        let mut apply = |command: Command| game.apply(command, Now::default());
        for mv in &self.moves {
            apply(Act::Play(*mv).into())?;
        }
        // The offer is in the letter before.
        let offered = (self.said == Some(ACCEPTS)).then(|| OFFERS.by(!self.from));
        for command in offered
            .into_iter()
            .chain(self.said.map(|act| act.by(self.from)))
        {
            apply(command)?;
        }
        Ok(game)
    }

    /// Whether the letter ends the game without a move.
    fn is_last_word(&self) -> bool {
        self.said.is_some_and(|act| act != OFFERS)
    }

    /// Whether the number, the writer and the moves fit one another, and all of them the rules.
    fn is_sound(&self) -> bool {
        if self.moves.len() > MOVES || (self.number == 1) != (self.after == Hash::default()) {
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
