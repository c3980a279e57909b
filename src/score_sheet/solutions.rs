//! Solutions of studies in columns, on the last pages.

use super::columns::{self, Block, Columns, FOOT, Kind, Placed, Rest, end, note};
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
struct Line {
    layout: pango::Layout,
    line: i32,
    baseline: f64,
}

/// The pages with the solutions of studies.
#[derive(Debug)]
pub(super) struct Solutions {
    how: Notation,
    heads: [PageHead; 2],
    columns: Columns,
    blocks: Vec<Block>,
    lines: Vec<Line>,
    pages: Vec<Vec<Vec<Placed>>>,
}

impl Solutions {
    /// Begins with no solution.
    pub(super) fn new(how: Notation, types: &Type, width: f64) -> Self {
        let title = words::printed_solutions();
        Self {
            how,
            heads: [
                PageHead::first(title, &[], types, width),
                PageHead::running(title, types, width),
            ],
            columns: Columns::fit(width, COLUMN),
            blocks: Vec::new(),
            lines: Vec::new(),
            pages: Vec::new(),
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
        let layout = types.paragraph(title, size, self.columns.width);
        text::make_bold(&layout);
        for line in 0..layout.line_count() {
            let above = if line == 0 { above } else { 0.0 };
            let height = above + size * 1.4;
            self.blocks.push(Block {
                height,
                kind: Kind::Keep,
            });
            self.lines.push(Line {
                layout: layout.clone(),
                line,
                baseline: height - size * 0.35,
            });
        }
    }

    /// Adds a paragraph whose words are not broken across lines.
    pub(super) fn add_note(&mut self, types: &Type, told: &str) {
        let layout = types.paragraph(told, SMALL, self.columns.width);
        text::keep_whole(&layout, &words_of(told));
        for (line, block) in (0..).zip(note(layout.line_count())) {
            let gap = if line == 0 { NOTE_GAP } else { 0.0 };
            self.blocks.push(block);
            self.lines.push(Line {
                layout: layout.clone(),
                line,
                baseline: gap + NOTE_BASE,
            });
        }
    }

    /// Fills pages of this height with all that was added.
    pub(super) fn fill(&mut self, height: f64) {
        let mut rest = Rest::default();
        while !rest.is_empty(&self.blocks) {
            let room = height - self.head(self.pages.len()).height - FOOT;
            let page = rest.fill_page(&self.blocks, self.columns.count, room);
            self.pages.push(page);
        }
    }

    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.pages.len()
    }

    fn head(&self, page: usize) -> &PageHead {
        &self.heads[page.min(1)]
    }

    /// Draws a page (the first is 0) with the corner of the margins at the origin.
    pub(super) fn draw(&self, cr: &Context, page: usize) -> Result<(), Error> {
        self.head(page).draw(cr)?;
        cr.translate(0.0, self.head(page).height);
        let columns = &self.pages[page];
        let ends = columns.iter().map(|column| end(&self.blocks, column));
        let height = ends.fold(0.0, f64::max);
        for (index, column) in columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            cr.save()?;
            cr.translate(self.columns.left(index), 0.0);
            if index > 0 {
                columns::draw_rule(cr, height)?;
            }
            cr.set_source_rgb(0.0, 0.0, 0.0);
            for Placed { block, top } in column {
                let Line {
                    layout,
                    line,
                    baseline,
                } = &self.lines[*block];
                text::draw_line(cr, layout, *line, 0.0, top + baseline);
            }
            cr.restore()?;
        }
        Ok(())
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
