//! One position of a book.

use super::{Book, Verdict};
use crate::rules::{Position, Setup, Side};

/// A position to be solved, with its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    book: &'static Book,
    number: &'static str,
    title: &'static str,
    traditional_title: &'static str,
    pinyin: &'static str,
    setup: Setup,
    verdict: Verdict,
}

impl Study {
    /// Reads a row of a file; `None` if it is not as `resources/studies/README.md` describes it.
    pub(super) fn read(book: &'static Book, row: &'static str) -> Option<Self> {
        let fields: Vec<_> = row.split('\t').collect();
        let [
            number,
            title,
            traditional_title,
            pinyin,
            fen,
            ref verdict @ ..,
        ] = fields[..]
        else {
            return None;
        };
        let setup = Setup::from_fen(fen).ok()?;
        setup.position().ok()?;
        Some(Self {
            book,
            number,
            title,
            traditional_title,
            pinyin,
            setup,
            verdict: Verdict::read(verdict)?,
        })
    }

    /// The book that it is from.
    pub const fn book(&self) -> &'static Book {
        self.book
    }

    /// Its name among all studies: the book's id and the number, as in `shiqing-yaqu:12`.
    pub fn id(&self) -> String {
        format!("{}:{}", self.book.id(), self.number)
    }

    /// Its number in the book, from 1; `228b` is a restored form of `228`.
    pub const fn number(&self) -> &'static str {
        self.number
    }

    /// Title in simplified characters, often an idiom.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Title in traditional characters.
    pub const fn traditional_title(&self) -> &'static str {
        self.traditional_title
    }

    /// The title in pinyin with tones.
    pub const fn pinyin(&self) -> &'static str {
        self.pinyin
    }

    /// The arrangement.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The arrangement as a position.
    pub fn position(&self) -> Position {
        self.setup.position().expect("it was checked when read")
    }

    /// The side that solves it: the one to move.
    pub const fn turn(&self) -> Side {
        self.setup.turn
    }

    /// Number of pieces on the board, both generals included.
    pub fn pieces(&self) -> usize {
        self.setup.board.pieces().count()
    }

    /// The answer, as far as it is known.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}
