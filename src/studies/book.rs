//! The books that come with the program.

use super::Study;
use std::fmt;
use std::sync::OnceLock;

static BOOKS: [Book; 2] = [
    // By 徐芝, 1570.
    Book {
        classic: Classic::ShiqingYaqu,
        id: "shiqing-yaqu",
        title: "适情雅趣",
        traditional_title: "適情雅趣",
        rows: include_str!("../../resources/studies/shiqing-yaqu.tsv"),
        studies: OnceLock::new(),
    },
    // Of the Ming dynasty; by whom is not known.
    Book {
        classic: Classic::MengruShenji,
        id: "mengru-shenji",
        title: "梦入神机",
        traditional_title: "夢入神機",
        rows: include_str!("../../resources/studies/mengru-shenji.tsv"),
        studies: OnceLock::new(),
    },
];

/// A collection of studies.
pub struct Book {
    classic: Classic,
    id: &'static str,
    title: &'static str,
    traditional_title: &'static str,
    /// The file with its studies.
    rows: &'static str,
    /// Parsed on first use, so that the program starts as fast as without them.
    studies: OnceLock<Vec<Study>>,
}

/// The classical books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classic {
    /// 適情雅趣.
    ShiqingYaqu,
    /// 夢入神機.
    MengruShenji,
}

impl Book {
    /// The books, the largest first.
    pub fn all() -> &'static [Self] {
        &BOOKS
    }

    /// The book with this [id](Self::id).
    pub fn find(id: &str) -> Option<&'static Self> {
        BOOKS.iter().find(|book| book.id == id)
    }

    /// The classical book.
    pub const fn classic(&self) -> Classic {
        self.classic
    }

    /// Identifier in files and on the command line: pinyin in ASCII.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Title in simplified characters.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Title in traditional characters.
    pub const fn traditional_title(&self) -> &'static str {
        self.traditional_title
    }

    /// The studies in their order. The first call parses them all.
    pub fn studies(&'static self) -> &'static [Study] {
        self.studies.get_or_init(|| {
            let rows = self.rows.lines().filter(|row| !row.starts_with('#'));
            let studies =
                rows.map(|row| Study::read(self, row).expect("built-in studies are valid"));
            studies.collect()
        })
    }

    /// The study with this number, which may end in a letter.
    pub fn study(&'static self, number: &str) -> Option<&'static Study> {
        let mut studies = self.studies().iter();
        studies.find(|study| study.number() == number)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Book").field(&self.id).finish()
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Book {}
