//! The filters of the list, as rows with choices.

use super::imp;
use crate::studies::{Book, Filter, StudyOrigin};
use crate::ui::toolkit::combo_row;
use crate::ui::toolkit::prelude::*;
use std::ops::RangeInclusive;

/// Offered lengths of mates.
const LENGTHS: [RangeInclusive<usize>; 4] = [1..=3, 4..=6, 7..=10, 11..=usize::MAX];
/// Offered numbers of pieces.
const PIECES: [usize; 4] = [8, 12, 16, 20];

/// Choices of the rows, in their order.
#[derive(Debug, Default)]
pub(super) struct Filters {
    /// Not borrowed while a row changes, which asks what is chosen.
    origins: RefCell<Vec<Option<StudyOrigin>>>,
}

impl Filters {
    /// Fills the rows.
    pub(super) fn new(rows: &imp::Studies) -> Self {
        let origins = origins(Vec::new());
        combo_row::fill(&rows.book, &names(&origins));
        let progress = [
            words::any_progress(),
            words::only_unsolved(),
            words::only_solved(),
        ];
        combo_row::fill(&rows.progress, &progress.map(str::to_owned));
        let lengths = LENGTHS.iter().map(words::mates_in);
        let lengths = std::iter::once(words::any_length().to_owned()).chain(lengths);
        combo_row::fill(&rows.length, &lengths.collect::<Vec<_>>());
        let pieces = PIECES.iter().map(|count| words::at_most_pieces(*count));
        let pieces = std::iter::once(words::any_pieces().to_owned()).chain(pieces);
        combo_row::fill(&rows.pieces, &pieces.collect::<Vec<_>>());
        Self {
            origins: RefCell::new(origins),
        }
    }

    /// Offers these books of one’s own beside the others. A chosen one that is still there stays chosen.
    pub(super) fn set_books(&self, rows: &imp::Studies, own: Vec<StudyOrigin>) {
        let chosen = self.chosen(rows).origin;
        let offered = origins(own);
        let names = names(&offered);
        self.origins.replace(offered);
        combo_row::offer(&rows.book, &names);
        self.select_book(rows, &chosen);
    }

    /// Chooses a book, or all of them.
    pub(super) fn select_book(&self, rows: &imp::Studies, origin: &Option<StudyOrigin>) {
        let offered = self.origins.borrow().clone();
        combo_row::select(&rows.book, &offered, origin);
    }

    /// The chosen filter.
    pub(super) fn chosen(&self, rows: &imp::Studies) -> Filter {
        let place = |row: &adw::ComboRow| (row.selected() as usize).checked_sub(1);
        Filter {
            origin: combo_row::selected(&rows.book, &self.origins.borrow()).flatten(),
            solved: combo_row::selected(&rows.progress, &[None, Some(false), Some(true)]).flatten(),
            mate: place(&rows.length).and_then(|place| LENGTHS.get(place).cloned()),
            pieces: place(&rows.pieces).and_then(|place| PIECES.get(place).copied()),
            text: String::new(),
        }
    }
}

/// The books to choose from: at first all, then each of them.
fn origins(own: Vec<StudyOrigin>) -> Vec<Option<StudyOrigin>> {
    let books = Book::all().iter().map(StudyOrigin::Book).chain(own);
    std::iter::once(None).chain(books.map(Some)).collect()
}

fn names(origins: &[Option<StudyOrigin>]) -> Vec<String> {
    let name = |origin: &Option<StudyOrigin>| {
        let title = origin.as_ref().map(words::origin_title);
        title.unwrap_or(words::all_books()).to_owned()
    };
    origins.iter().map(name).collect()
}
