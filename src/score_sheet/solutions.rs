//! Solutions of studies in columns, on the last pages.

use super::columns::{BlockPlacement, ColumnBlock, ColumnPages, PageColumns, note};
use super::head::PageHead;
use super::studies;
use super::text::{self, BODY, NOTE_BASE, NOTE_GAP, SMALL, Type};
use crate::record::notation::Notation;
use crate::studies::Study;
use crate::words;
use cairo::{Context, Error};
use pangocairo::pango;
use std::ops::Range;

/// Minimum width of a column.
const COLUMN: f64 = 215.0;
/// Space above the title of a study, and above that of a book.
const ABOVE_TITLE: f64 = 6.0;
const ABOVE_BOOK: f64 = 12.0;

/// A line of text, with the offset of its baseline.
#[derive(Debug)]
struct SolutionLine {
    layout: pango::Layout,
    line: i32,
    baseline: f64,
}

/// The pages with the solutions of studies.
#[derive(Debug)]
pub(super) struct Solutions {
    how: Notation,
    pages: ColumnPages<SolutionLine>,
}

impl Solutions {
    /// Begins with no solution.
    pub(super) fn new(how: Notation, types: &Type, width: f64) -> Self {
        let title = words::printed_solutions();
        let heads = [
            PageHead::first(title, &[], types, width),
            PageHead::running(title, types, width),
        ];
        Self {
            how,
            pages: ColumnPages::new(heads, PageColumns::fit(width, COLUMN), 0.0),
        }
    }

    /// Adds the title of a book.
    pub(super) fn add_book(&mut self, types: &Type, title: &str) {
        self.add_title(types, title, BODY + 1.0, ABOVE_BOOK);
    }

    /// Adds the solution of a study. Returns whether there is one.
    pub(super) fn add(&mut self, types: &Type, study: &Study) -> bool {
        let Some(moves) = studies::solution(study, self.how) else {
            return false;
        };
        self.add_title(types, &studies::caption(study), BODY, ABOVE_TITLE);
        self.add_note(types, &moves);
        true
    }

    /// Adds a title, which stays with the text below it.
    fn add_title(&mut self, types: &Type, title: &str, size: f64, above: f64) {
        let layout = types.paragraph(title, size, self.pages.columns.width);
        text::make_bold(&layout);
        for line in 0..layout.line_count() {
            let above = if line == 0 { above } else { 0.0 };
            let height = above + size * 1.4;
            let block = ColumnBlock {
                height,
                kind: BlockPlacement::Keep,
            };
            let line = SolutionLine {
                layout: layout.clone(),
                line,
                baseline: height - size * 0.35,
            };
            self.pages.add(block, line);
        }
    }

    /// Adds a paragraph whose words are not broken across lines.
    pub(super) fn add_note(&mut self, types: &Type, told: &str) {
        let layout = types.paragraph(told, SMALL, self.pages.columns.width);
        text::keep_whole(&layout, &words_of(told));
        for (line, block) in (0..).zip(note(layout.line_count())) {
            let gap = if line == 0 { NOTE_GAP } else { 0.0 };
            let line = SolutionLine {
                layout: layout.clone(),
                line,
                baseline: gap + NOTE_BASE,
            };
            self.pages.add(block, line);
        }
    }

    /// Fills pages of this height with all that was added.
    pub(super) fn fill(&mut self, height: f64) {
        self.pages.fill(height, 0);
    }

    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.pages.count()
    }

    /// Draws a page (the first is 0) with the corner of the margins at the origin.
    pub(super) fn draw(&self, cr: &Context, page: usize) -> Result<(), Error> {
        let draw = |line: &SolutionLine, top| {
            cr.set_source_rgb(0.0, 0.0, 0.0);
            text::draw_line(cr, &line.layout, line.line, 0.0, top + line.baseline);
            Ok(())
        };
        self.pages.draw(cr, page, |_| {}, draw)
    }
}

/// Places of the words of a text between its spaces.
fn words_of(told: &str) -> Vec<Range<usize>> {
    let mut begin = 0;
    let place = |word: &str| {
        let end = begin + word.len();
        let place = begin..end;
        begin = end + 1;
        place
    };
    told.split(' ').map(place).collect()
}
