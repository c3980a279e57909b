//! Content of a sheet with studies: positions to be solved, book by book, and their solutions at the end.

use super::study_pages::StudyPages;
use super::{Pages, Paper, Printable, text};
use crate::record::notation::Notation;
use crate::scene::Look;
use crate::studies::{Estimate, Study, StudyOrigin, StudyVerdict, Variations};
use crate::words;

/// Maximum number of letters of a book’s title, so that it leaves room for six diagrams.
const MAX_BOOK: usize = 60;

/// Print options for studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyOptions {
    /// Notation of the solutions; `None` leaves them out.
    pub solutions: Option<Notation>,
    /// Piece set and edge labels of the diagrams; their board is always paper.
    pub look: Look,
}

/// Studies to be printed.
#[derive(Clone, Debug)]
pub struct StudySheet {
    pub(super) parts: Vec<BookPart>,
    pub(super) choice: StudyOptions,
}

/// Consecutive studies of one book, which begin on a page of their own.
#[derive(Clone, Debug)]
pub(super) struct BookPart {
    origin: StudyOrigin,
    pub(super) studies: Vec<Study>,
}

impl BookPart {
    /// Title of the book.
    pub(super) fn title(&self) -> String {
        words::excerpt(words::origin_title(&self.origin), MAX_BOOK).into_owned()
    }
}

impl StudySheet {
    /// Creates the sheet of some studies, in their order.
    pub fn new<'a>(studies: impl IntoIterator<Item = &'a Study>, choice: &StudyOptions) -> Self {
        let mut parts: Vec<BookPart> = Vec::new();
        for study in studies {
            match parts.last_mut() {
                Some(part) if part.origin == *study.origin() => part.studies.push(study.clone()),
                _ => parts.push(BookPart {
                    origin: study.origin().clone(),
                    studies: vec![study.clone()],
                }),
            }
        }
        Self {
            parts,
            choice: *choice,
        }
    }
}

impl Printable for StudySheet {
    fn title(&self) -> String {
        match &self.parts[..] {
            [only] => only.title(),
            _ => words::studies().to_owned(),
        }
    }

    fn begin(&self, paper: Paper) -> Box<dyn Pages> {
        Box::new(StudyPages::begin(self.clone(), paper))
    }
}

/// Number and title of a study; without a title, the number in words.
pub(super) fn caption(study: &Study) -> String {
    let title = words::study_title(study);
    if study.title().is_empty() {
        return title.into_owned();
    }
    format!("{}. {}", study.number(), text::fact(&title))
}

/// The task under the diagram of a study. It always names the side that moves first.
pub(super) fn task(study: &Study) -> String {
    match study.verdict() {
        verdict @ (StudyVerdict::Mate(_)
        | StudyVerdict::Estimated(Estimate::Win)
        | StudyVerdict::Better(_)) => words::study_verdict(study.turn(), verdict),
        StudyVerdict::Estimated(Estimate::Draw) | StudyVerdict::Unknown => words::study_task(study),
    }
}

/// The moves of a solution, which are not broken across lines, with spaces between them; `None` if no mate is proved.
pub(super) fn solution(study: &Study, how: Notation) -> Option<String> {
    // Its main line, without a search for variations.
    let solution = Variations::new(study, 0)?;
    let told = words::solution(solution.record(), how, None);
    // A number stays on the line of its move, and apart from the move before.
    let told = told.replace(". ", ".\u{a0}");
    let mut apart = String::new();
    for word in told.split(' ') {
        if !apart.is_empty() {
            apart += if word.contains('\u{a0}') { "  " } else { " " };
        }
        apart += word;
    }
    Some(apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{all, find};

    fn study(id: &str) -> &'static Study {
        find(id).expect("a study")
    }

    #[test]
    fn each_book_is_a_part_of_its_own() {
        let choice = StudyOptions {
            solutions: None,
            look: Look::default(),
        };
        let sheet = StudySheet::new(all(), &choice);
        let counts: Vec<_> = { sheet.parts.iter() }
            .map(|part| part.studies.len())
            .collect();
        assert_eq!(counts, [551, 133]);
        assert_eq!(sheet.title(), "Studies");
        let one = StudySheet::new([study("mengru-shenji:1")], &choice);
        assert_eq!(one.title(), "Mengru Shenji (Dream of Divine Strategy)");
    }

    #[test]
    fn each_study_is_told_with_its_number_title_and_task() {
        let first = study("mengru-shenji:1");
        assert_eq!(caption(first), "1. 由中應外");
        assert_eq!(task(first), "Red mates in 3");
        assert_eq!(
            solution(first, Notation::Coordinate).as_deref(),
            Some("1.\u{a0}d8e8 e9d9  2.\u{a0}e8e9 d9e9  3.\u{a0}c9d7")
        );
        for study in all() {
            assert!(task(study).contains("Red"), "{}", study.id());
        }
    }
}
