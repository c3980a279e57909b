//! The filters of the list, as rows with choices.

use super::imp;
use crate::studies::{Book, Filter};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::combo_row;
use std::ops::RangeInclusive;

/// Offered lengths of mates.
const LENGTHS: [RangeInclusive<usize>; 4] = [1..=3, 4..=6, 7..=10, 11..=usize::MAX];
/// Offered numbers of pieces.
const PIECES: [usize; 4] = [8, 12, 16, 20];

/// Choices of the rows, in their order.
#[derive(Debug, Default)]
pub(super) struct Filters {
    books: Vec<Option<&'static Book>>,
}

impl Filters {
    /// Fills the rows.
    pub(super) fn new(rows: &imp::Studies) -> Self {
        let books = Book::all().iter().map(Some);
        let books: Vec<_> = std::iter::once(None).chain(books).collect();
        let names = { books.iter() }.map(|book| book.map_or(words::all_books(), words::book_title));
        combo_row::fill(&rows.book, &names.map(str::to_owned).collect::<Vec<_>>());
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
        Self { books }
    }

    /// The chosen filter.
    pub(super) fn chosen(&self, rows: &imp::Studies) -> Filter {
        let place = |row: &adw::ComboRow| (row.selected() as usize).checked_sub(1);
        Filter {
            book: combo_row::selected(&rows.book, &self.books).flatten(),
            solved: combo_row::selected(&rows.progress, &[None, Some(false), Some(true)]).flatten(),
            mate: place(&rows.length).and_then(|place| LENGTHS.get(place).cloned()),
            pieces: place(&rows.pieces).and_then(|place| PIECES.get(place).copied()),
            text: String::new(),
        }
    }
}
