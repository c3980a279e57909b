//! Score sheets: the printed content of a game, its layout into columns and pages, and its drawing.
//!
//! A [`ScoreSheet`] is plain data made from a record; [`Pages`] are laid out for a [`Paper`] and drawn one by one with
//! Cairo: into a PDF, or onto the context of a print operation.

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

/// Positions with a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagrams {
    /// None.
    None,
    /// The last one.
    Last,
    /// The position after every so many rounds, and the last one.
    Every(u16),
}

impl Diagrams {
    /// Choices in the print dialog.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::Last,
        Self::Every(5),
        Self::Every(10),
        Self::Every(15),
        Self::Every(20),
    ];

    /// Parses the keyword `none` or `last`, or a number of rounds.
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

    /// Keyword used in settings and on the command line.
    pub fn word(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Last => "last".to_owned(),
            Self::Every(rounds) => rounds.to_string(),
        }
    }

    /// Whether there is a diagram after a round.
    const fn has(self, round: usize) -> bool {
        matches!(self, Self::Every(rounds) if rounds > 0 && round.is_multiple_of(rounds as usize))
    }
}

/// Print options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// Notation of moves: one, or two side by side.
    pub style: MoveStyle,
    /// Positions with a diagram.
    pub diagrams: Diagrams,
    /// Side at the bottom of the diagrams.
    pub bottom: Side,
    /// Piece set and edge labels of the diagrams; their board is always paper.
    pub look: Look,
}

/// Content of the score sheet of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSheet {
    /// Names of the players.
    players: String,
    /// Event, date and the like, each with its caption.
    facts: Vec<(&'static str, String)>,
    items: Vec<Item>,
    /// Whether moves are in two notations.
    is_wide: bool,
    look: Look,
}

/// An item of the sheet, below the previous one.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    /// A round, or half of one.
    Round {
        number: usize,
        moves: BySide<Option<WrittenMove>>,
    },
    /// Text between the moves: comments and variations.
    Note(Note),
    /// A board with its caption.
    Diagram { caption: String, scene: Box<Scene> },
}

/// A paragraph of a comment, or a variation.
#[derive(Clone, Debug, Default, PartialEq)]
struct Note {
    text: String,
    /// Byte ranges of moves, which are not broken across lines.
    moves: Vec<Range<usize>>,
}

/// A move as text.
#[derive(Clone, Debug, Default, PartialEq)]
struct WrittenMove {
    /// In the first notation.
    first: String,
    /// In the second one, with its annotation.
    second: String,
}

impl ScoreSheet {
    /// Creates the sheet of the line that leads to `last`, including its comments and variations.
    pub fn new(record: &Record, last: NodeId, choice: &PrintOptions) -> Self {
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
