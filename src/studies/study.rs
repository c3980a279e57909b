//! A position to be solved.

use super::{Book, StudyVerdict};
use crate::rules::{Position, Setup, Side};
use std::borrow::Cow;
use std::sync::Arc;

/// Origin of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyOrigin {
    /// One of the books that come with the program.
    Book(&'static Book),
    /// A user's own file or folder: its displayed name.
    Own(Arc<str>),
}

/// A position to be solved, with its title. Clones share their data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study(Arc<Facts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    origin: StudyOrigin,
    number: Cow<'static, str>,
    title: Cow<'static, str>,
    traditional_title: Cow<'static, str>,
    pinyin: &'static str,
    vietnamese: &'static str,
    setup: Setup,
    verdict: StudyVerdict,
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
            vietnamese,
            fen,
            ref verdict @ ..,
        ] = fields[..]
        else {
            return None;
        };
        let setup = Setup::from_fen(fen).ok()?;
        setup.position().ok()?;
        Some(Self(Arc::new(Facts {
            origin: StudyOrigin::Book(book),
            number: number.into(),
            title: title.into(),
            traditional_title: traditional_title.into(),
            pinyin,
            vietnamese,
            setup,
            verdict: StudyVerdict::read(verdict)?,
        })))
    }

    /// Creates a user's own study: number and title in the file with the displayed name, and a playable setup.
    pub(super) fn own(name: &Arc<str>, number: usize, title: String, setup: Setup) -> Self {
        Self(Arc::new(Facts {
            origin: StudyOrigin::Own(name.clone()),
            number: number.to_string().into(),
            traditional_title: title.clone().into(),
            title: title.into(),
            pinyin: "",
            vietnamese: "",
            setup,
            verdict: StudyVerdict::Unknown,
        }))
    }

    /// This study with the verdict on another one of the same position.
    #[must_use]
    pub fn judged_as(&self, other: &Self) -> Self {
        self.with_verdict(other.verdict().clone())
    }

    /// This study with another verdict.
    pub(super) fn with_verdict(&self, verdict: StudyVerdict) -> Self {
        Self(Arc::new(Facts {
            verdict,
            ..Facts::clone(&self.0)
        }))
    }

    /// Origin of the study.
    pub fn origin(&self) -> &StudyOrigin {
        &self.0.origin
    }

    /// The classical book that it is from; `None` for a user's own.
    pub fn book(&self) -> Option<&'static Book> {
        match self.origin() {
            StudyOrigin::Book(book) => Some(book),
            StudyOrigin::Own(_) => None,
        }
    }

    /// Identifier: the book’s id and the number, as in `shiqing-yaqu:12`. A user's own study is identified by its
    /// position, as in `own:4k4/9/9/9/9/9/9/9/4R4/4K4 w`, so that it is the same in every file. A drill has `drill` there:
    /// it asks for another solution.
    pub fn id(&self) -> String {
        match self.origin() {
            StudyOrigin::Book(book) => format!("{}:{}", book.id(), self.number()),
            StudyOrigin::Own(_) if self.verdict().better().is_some() => {
                format!("drill:{}", self.place())
            }
            StudyOrigin::Own(_) => format!("own:{}", self.place()),
        }
    }

    /// Board and side to move, as in a FEN.
    fn place(&self) -> String {
        let fen = self.setup().to_fen();
        let fields: Vec<_> = fen.split(' ').take(2).collect();
        fields.join(" ")
    }

    /// Number in the book or file, from 1; `228b` is a restored form of `228`.
    pub fn number(&self) -> &str {
        &self.0.number
    }

    /// Title in simplified characters, often an idiom; a user's own as in the file, empty if it has none.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// Title in traditional characters.
    pub fn traditional_title(&self) -> &str {
        &self.0.traditional_title
    }

    /// The title in pinyin with tones; empty if it is not known.
    pub fn pinyin(&self) -> &str {
        self.0.pinyin
    }

    /// The title as Vietnamese readers pronounce its characters; empty if it is not known.
    pub fn sino_vietnamese(&self) -> &str {
        self.0.vietnamese
    }

    /// The title in the form with a keyword; empty if there is none.
    pub fn title_in(&self, form: &str) -> &str {
        match form {
            "traditional" => self.traditional_title(),
            "simplified" => self.title(),
            "pinyin" => self.pinyin(),
            "Vietnamese" => self.sino_vietnamese(),
            _ => "",
        }
    }

    /// The arrangement.
    pub fn setup(&self) -> &Setup {
        &self.0.setup
    }

    /// The arrangement as a position.
    pub fn position(&self) -> Position {
        self.setup().position().expect("it was checked when read")
    }

    /// The side that solves it: the one to move.
    pub fn turn(&self) -> Side {
        self.setup().turn
    }

    /// Number of pieces on the board, both generals included.
    pub fn pieces(&self) -> usize {
        self.setup().board.pieces().count()
    }

    /// Order by difficulty: short mates before long ones and before what is not proved, few pieces before many.
    pub fn difficulty(&self) -> (usize, usize) {
        let mate = self.verdict().mate();
        (mate.map_or(usize::MAX, |mate| mate.moves), self.pieces())
    }

    /// The verdict.
    pub fn verdict(&self) -> &StudyVerdict {
        &self.0.verdict
    }
}
