//! Score sheets: the printed content of a game, its layout into columns and pages, and its drawing. Studies are printed
//! in the same way.
//!
//! A [`ScoreSheet`] is plain data made from a record; a [`StudySheet`] holds studies. Both are [`Printable`]: their
//! [`Pages`] are laid out for a [`Paper`] and drawn one by one with Cairo, into a PDF, or onto the context of a print
//! operation.

mod columns;
mod content;
mod game_pages;
mod head;
mod line;
mod paper;
mod print_choice;
mod solutions;
mod studies;
mod study_pages;
mod text;

pub use paper::{Paper, pdf};
pub use print_choice::PrintChoice;
pub use studies::{StudyOptions, StudySheet};

use crate::record::notation::MoveStyle;
use crate::record::{NodeId, Record};
use crate::rules::{BySide, Side};
use crate::scene::{Look, Scene};
use cairo::{Context, Error};
use game_pages::GamePages;
use std::fmt;
use std::ops::Range;

/// Content that can be laid out on paper.
pub trait Printable: fmt::Debug {
    /// Title of a file with the pages.
    fn title(&self) -> String;

    /// Begins to lay out the pages; [`Pages::go_on`] does the rest.
    fn begin(&self, paper: Paper) -> Box<dyn Pages>;
}

/// Pages that are laid out in steps, so that a window can do other work in between, and then drawn one by one.
pub trait Pages: fmt::Debug {
    /// Lays out some more. Returns whether all pages are there.
    fn go_on(&mut self) -> bool;

    /// Number of pages.
    fn count(&self) -> usize;

    /// Draws a page (the first is 0), with the upper left corner of the paper at the origin.
    ///
    /// # Errors
    ///
    /// Returns any Cairo error.
    fn draw(&self, cr: &Context, page: usize) -> Result<(), Error>;
}

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

impl Printable for ScoreSheet {
    fn title(&self) -> String {
        self.players.clone()
    }

    fn begin(&self, paper: Paper) -> Box<dyn Pages> {
        Box::new(GamePages::begin(self.clone(), paper))
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
