//! A game on paper: what is printed of it, how that falls into columns and pages, and the ink.
//!
//! A [`ScoreSheet`] is plain data, made of a record; [`Pages`] are laid out for a [`Paper`] and drawn one by one with
//! Cairo: into a PDF, or onto whatever a print operation gives.

mod columns;
mod content;
mod head;
mod line;
mod pages;
mod pdf;
mod text;

pub use pages::{Pages, Paper};
pub use pdf::pdf;

use crate::record::notation::MoveStyle;
use crate::record::{NodeId, Record};
use crate::rules::{BySide, Side};
use crate::scene::{Look, Scene};
use std::ops::Range;

/// Of which positions there are diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagrams {
    /// Of none.
    None,
    /// Of the last one.
    Last,
    /// Of that after every so many rounds, and of the last one.
    Every(u16),
}

impl Diagrams {
    /// What is offered.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::Last,
        Self::Every(5),
        Self::Every(10),
        Self::Every(15),
        Self::Every(20),
    ];

    /// The ones that a word stands for: `none`, `last`, or a number of rounds.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "last" => Some(Self::Last),
            _ => {
                let rounds = word.parse().ok().filter(|rounds| *rounds > 0);
                rounds.map(Self::Every)
            }
        }
    }

    /// The word that stands for them in settings and on the command line.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Last => "last".to_owned(),
            Self::Every(rounds) => rounds.to_string(),
        }
    }

    /// Whether there is one after a round.
    const fn has(self, round: usize) -> bool {
        matches!(self, Self::Every(rounds) if rounds > 0 && round.is_multiple_of(rounds as usize))
    }
}

/// How a game is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How moves are written: in one notation, or in two side by side.
    pub style: MoveStyle,
    /// Which diagrams there are.
    pub diagrams: Diagrams,
    /// Whose home rank is at the bottom of them.
    pub bottom: Side,
    /// What is on their pieces and along their edges; their board is paper.
    pub look: Look,
}

/// What is printed of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSheet {
    /// Who plays.
    players: String,
    /// Event, date and the like, each with what it is.
    facts: Vec<(&'static str, String)>,
    items: Vec<Item>,
    /// Whether moves stand in two notations.
    is_wide: bool,
    look: Look,
}

/// Something that stands below the one before.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    /// A round, or the half of one.
    Round {
        number: usize,
        moves: BySide<Option<Written>>,
    },
    /// Words between the moves: comments and variations.
    Note(Note),
    /// A board with what is said about it.
    Diagram { caption: String, scene: Box<Scene> },
}

/// A paragraph of a comment, or a variation.
#[derive(Clone, Debug, Default, PartialEq)]
struct Note {
    text: String,
    /// Which bytes of it are moves; a line does not end within one.
    moves: Vec<Range<usize>>,
}

/// A move as it is written.
#[derive(Clone, Debug, Default, PartialEq)]
struct Written {
    /// In the first notation.
    first: String,
    /// In the second one, and what is thought of it.
    second: String,
}

impl ScoreSheet {
    /// The sheet of the game that leads to `last`. Its comments and variations are on it too.
    #[must_use]
    pub fn new(record: &Record, last: NodeId, choice: &Choice) -> Self {
        content::sheet(record, last, choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered_has_a_word_that_is_read_again() {
        for diagrams in Diagrams::ALL {
            assert_eq!(Diagrams::from_word(&diagrams.word()), Some(diagrams));
        }
        for nonsense in ["0", "", "-5", "often", "70000"] {
            assert_eq!(Diagrams::from_word(nonsense), None);
        }
    }
}
