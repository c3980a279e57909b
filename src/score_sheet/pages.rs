//! Layout of moves in columns on pages of any size.

use super::columns::{Block, Kind, Placed, Rest, end};
use super::head::PageHead;
use super::text::{self, BODY, FAINT, SMALL, Type};
use super::{Item, ScoreSheet, WrittenMove};
use crate::paint::{self, Theme};
use crate::rules::Side;
use crate::scene::{Layout, Scene};
use crate::words;
use cairo::{Context, Error};
use pangocairo::pango;

/// A printed page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Full width.
    pub width: f64,
    /// Full height.
    pub height: f64,
    /// Blank margins: top, right, bottom and left.
    pub margins: [f64; 4],
}

impl Paper {
    /// Default margin: 15 mm.
    pub const MARGIN: f64 = 42.5;
    /// ISO A4, 210 mm by 297 mm.
    pub const A4: Self = Self {
        width: 595.28,
        height: 841.89,
        margins: [Self::MARGIN; 4],
    };
    /// US Letter, 8.5 by 11 inches.
    pub const LETTER: Self = Self {
        width: 612.0,
        height: 792.0,
        margins: [Self::MARGIN; 4],
    };
}

/// Minimum width of a column with moves in two notations and in one, and the space between columns.
const WIDE_COLUMN: f64 = 215.0;
const COLUMN: f64 = 150.0;
const GUTTER: f64 = 24.0;
const MAX_COLUMNS: f64 = 4.0;
/// Height of a round and of a line of a note, and the offset of their baselines.
const ROUND: f64 = 14.6;
const ROUND_BASE: f64 = 10.6;
const NOTE: f64 = 11.6;
const NOTE_BASE: f64 = 8.8;
/// Space above and below a note.
const NOTE_GAP: f64 = 2.2;
/// Width of the round numbers and the space right of them.
const NUMBER: f64 = 21.0;
const NUMBER_GAP: f64 = 8.0;
/// Width of a move in Chinese, with the space right of it.
const CHINESE: f64 = 4.0 * BODY + 8.0;
/// A board: its width as a fraction of the column, its maximum width, and the space above, for the caption, and below.
const BOARD: f64 = 0.84;
const WIDEST_BOARD: f64 = 196.0;
const BOARD_ABOVE: f64 = 8.0;
const CAPTION: f64 = 15.0;
const BOARD_BELOW: f64 = 9.0;
/// Height of the side names above a column, and of the page number at the foot.
const COLUMN_HEAD: f64 = 18.0;
const FOOT: f64 = 24.0;

/// Content of a block.
#[derive(Debug)]
enum Content {
    Round(usize),
    /// A line of a note.
    Line(pango::Layout, i32),
    Board(usize),
}

#[derive(Debug)]
struct Page {
    columns: Vec<Vec<Placed>>,
}

/// A score sheet laid out on paper.
#[derive(Debug)]
pub struct Pages {
    sheet: ScoreSheet,
    paper: Paper,
    types: Type,
    heads: [PageHead; 2],
    blocks: Vec<Block>,
    contents: Vec<Content>,
    column_width: f64,
    columns: usize,
    /// Number of items that are in blocks.
    done: usize,
    pages: Vec<Page>,
}

impl Pages {
    /// Lays out a score sheet.
    pub fn new(sheet: ScoreSheet, paper: Paper) -> Self {
        let mut pages = Self::begin(sheet, paper);
        pages.go_on(usize::MAX, usize::MAX);
        pages
    }

    /// Begins to lay out a score sheet; [`Pages::go_on`] does the rest.
    pub fn begin(sheet: ScoreSheet, paper: Paper) -> Self {
        let [_, right, _, left] = paper.margins;
        let width = (paper.width - left - right).max(1.0);
        let narrowest = if sheet.is_wide { WIDE_COLUMN } else { COLUMN };
        let columns = ((width + GUTTER) / (narrowest + GUTTER)).floor();
        let columns = columns.clamp(1.0, MAX_COLUMNS);
        let column_width = (width - (columns - 1.0) * GUTTER) / columns;
        let types = Type::new();
        let heads = [
            PageHead::first(&sheet, &types, width),
            PageHead::running(&sheet, &types, width),
        ];
        Self {
            sheet,
            paper,
            types,
            heads,
            blocks: Vec::new(),
            contents: Vec::new(),
            column_width,
            columns: columns as usize,
            done: 0,
            pages: Vec::new(),
        }
    }

    /// Lays out more rounds, notes and diagrams, until there are so many or so many bytes of notes. Returns whether all
    /// pages are there.
    pub fn go_on(&mut self, items: usize, bytes: usize) -> bool {
        let end = self.done.saturating_add(items).min(self.sheet.items.len());
        let mut laid_out = 0;
        while self.done < end && laid_out < bytes {
            if let Item::Note(note) = &self.sheet.items[self.done] {
                laid_out += note.text.len();
            }
            self.add_item(self.done);
            self.done += 1;
        }
        let is_done = self.done == self.sheet.items.len();
        if is_done {
            self.fill();
        }
        is_done
    }

    /// Number of pages.
    pub fn count(&self) -> usize {
        self.pages.len()
    }

    fn fill(&mut self) {
        let [top, _, bottom, _] = self.paper.margins;
        let height = self.paper.height - top - bottom;
        let mut rest = Rest::default();
        while self.pages.is_empty() || !rest.is_empty(&self.blocks) {
            let head = self.head(self.pages.len()).height;
            let room = height - head - COLUMN_HEAD - FOOT;
            let columns = rest.fill_page(&self.blocks, self.columns, room);
            self.pages.push(Page { columns });
        }
    }

    fn head(&self, page: usize) -> &PageHead {
        &self.heads[page.min(1)]
    }

    fn add_item(&mut self, index: usize) {
        match &self.sheet.items[index] {
            Item::Round { .. } => {
                // Remarks on a move stay below it.
                let next = self.sheet.items.get(index + 1);
                let kind = match next {
                    Some(Item::Note(_)) => Kind::Keep,
                    _ => Kind::Free,
                };
                self.add(ROUND, kind, Content::Round(index));
            }
            Item::Note(note) => {
                let width = (self.column_width - NUMBER - NUMBER_GAP).max(40.0);
                let layout = self.types.paragraph(&note.text, SMALL, width);
                text::keep_whole(&layout, &note.moves);
                self.add_note(&layout);
            }
            Item::Diagram { .. } => {
                let board = self.board_width() * Layout::ASPECT;
                let height = BOARD_ABOVE + board + CAPTION + BOARD_BELOW;
                self.add(height, Kind::Float, Content::Board(index));
            }
        }
    }

    /// Adds the lines of a note, keeping the first two and the last two together.
    fn add_note(&mut self, note: &pango::Layout) {
        let lines = note.line_count();
        for line in 0..lines {
            let is_edge = line == 0 || line + 2 == lines;
            let kind = if is_edge && line + 1 < lines {
                Kind::Keep
            } else {
                Kind::Free
            };
            let gap = f64::from(u8::from(line == 0) + u8::from(line + 1 == lines)) * NOTE_GAP;
            self.add(NOTE + gap, kind, Content::Line(note.clone(), line));
        }
    }

    fn add(&mut self, height: f64, kind: Kind, content: Content) {
        self.blocks.push(Block { height, kind });
        self.contents.push(content);
    }

    fn board_width(&self) -> f64 {
        (self.column_width * BOARD).min(WIDEST_BOARD)
    }

    /// Draws a page (the first is 0), with the upper left corner of the paper at the origin.
    ///
    /// # Errors
    ///
    /// Returns any Cairo error.
    pub fn draw(&self, cr: &Context, page: usize) -> Result<(), Error> {
        let Some(shown) = self.pages.get(page) else {
            return Ok(());
        };
        let [top, right, bottom, left] = self.paper.margins;
        cr.save()?;
        cr.translate(left, top);
        self.head(page).draw(cr)?;
        let number = words::sheet_page(page + 1, self.pages.len());
        let number = self.types.line(&number, SMALL);
        let middle = (self.paper.width - left - right - text::size(&number).0) / 2.0;
        cr.set_source_rgb(FAINT, FAINT, FAINT);
        text::draw(cr, &number, middle, self.paper.height - top - bottom - 2.0);
        cr.translate(0.0, self.head(page).height);
        self.draw_columns(cr, shown)?;
        cr.restore()
    }

    fn draw_columns(&self, cr: &Context, page: &Page) -> Result<(), Error> {
        let ends = page.columns.iter().map(|column| end(&self.blocks, column));
        let height = ends.fold(0.0, f64::max) + COLUMN_HEAD;
        for (index, column) in page.columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            cr.save()?;
            let x = index as f64 * (self.column_width + GUTTER);
            cr.translate(x, 0.0);
            if index > 0 {
                cr.set_source_rgb(0.7, 0.7, 0.7);
                cr.set_line_width(0.4);
                cr.move_to(-GUTTER / 2.0, 0.0);
                cr.line_to(-GUTTER / 2.0, height);
                cr.stroke()?;
            }
            // Above a board they would be mistaken for its caption.
            let has_board_first = column.first().is_some_and(|placed| self.is_board(placed));
            if !has_board_first && column.iter().any(|placed| self.is_round(placed)) {
                self.draw_column_head(cr);
            }
            cr.translate(0.0, COLUMN_HEAD);
            for placed in column {
                self.draw_block(cr, placed)?;
            }
            cr.restore()?;
        }
        Ok(())
    }

    fn is_round(&self, placed: &Placed) -> bool {
        matches!(self.contents[placed.block], Content::Round(_))
    }

    fn is_board(&self, placed: &Placed) -> bool {
        matches!(self.contents[placed.block], Content::Board(_))
    }

    /// Left edge of the moves of a side.
    fn moves_at(&self, side: Side) -> f64 {
        let first = NUMBER + NUMBER_GAP;
        match side {
            Side::Red => first,
            Side::Black => first + (self.column_width - first) / 2.0,
        }
    }

    fn draw_column_head(&self, cr: &Context) {
        cr.set_source_rgb(FAINT, FAINT, FAINT);
        for side in Side::ALL {
            let name = self.types.line(words::side(side), SMALL);
            text::draw(cr, &name, self.moves_at(side), ROUND_BASE);
        }
    }

    fn draw_block(&self, cr: &Context, placed: &Placed) -> Result<(), Error> {
        let top = placed.top;
        match &self.contents[placed.block] {
            Content::Round(item) => self.draw_round(cr, *item, top + ROUND_BASE),
            Content::Line(note, line) => {
                let gap = if *line == 0 { NOTE_GAP } else { 0.0 };
                let x = NUMBER + NUMBER_GAP;
                cr.set_source_rgb(0.0, 0.0, 0.0);
                text::draw_line(cr, note, *line, x, top + gap + NOTE_BASE);
            }
            Content::Board(item) => {
                if let Item::Diagram { caption, scene } = &self.sheet.items[*item] {
                    return self.draw_board(cr, caption, scene, top + BOARD_ABOVE);
                }
            }
        }
        Ok(())
    }

    fn draw_round(&self, cr: &Context, item: usize, baseline: f64) {
        let Item::Round { number, moves } = &self.sheet.items[item] else {
            return;
        };
        let number = self.types.line(&format!("{number}."), BODY);
        cr.set_source_rgb(FAINT, FAINT, FAINT);
        text::draw(cr, &number, NUMBER - text::size(&number).0, baseline);
        cr.set_source_rgb(0.0, 0.0, 0.0);
        for side in Side::ALL {
            let Some(WrittenMove { first, second }) = &moves[side] else {
                continue;
            };
            let x = self.moves_at(side);
            text::draw(cr, &self.types.line(first, BODY), x, baseline);
            if !second.is_empty() {
                let second = self.types.line(second, BODY);
                text::draw(cr, &second, x + CHINESE, baseline);
            }
        }
    }

    fn draw_board(
        &self,
        cr: &Context,
        caption: &str,
        scene: &Scene,
        top: f64,
    ) -> Result<(), Error> {
        let width = self.board_width();
        cr.save()?;
        cr.translate((self.column_width - width) / 2.0, top);
        paint::inset(cr, scene, width, &Theme::printed(self.sheet.look))?;
        cr.restore()?;
        let caption = self.types.line(caption, SMALL);
        let middle = (self.column_width - text::size(&caption).0) / 2.0;
        cr.set_source_rgb(0.0, 0.0, 0.0);
        let below = top + width * Layout::ASPECT + CAPTION - 4.0;
        text::draw(cr, &caption, middle, below);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::record::notation::MoveStyle;
    use crate::rules::{Setup, Side};
    use crate::scene::Look;
    use crate::score_sheet::{Diagrams, PrintOptions};

    fn sheet() -> ScoreSheet {
        let mut record = Record::new(Setup::start()).expect("the start");
        record.comment = "Words ".repeat(60);
        let mut at = record.root();
        for mv in "h2e2 h9g7 h0g2 i9h9 i0h0".split(' ') {
            let mv = mv.parse().expect("a move");
            at = record.add(at, mv).expect("legal");
        }
        let choice = PrintOptions {
            style: MoveStyle::default(),
            diagrams: Diagrams::Every(1),
            bottom: Side::Red,
            look: Look::default(),
        };
        ScoreSheet::new(&record, at, &choice)
    }

    #[test]
    fn every_paper_has_an_end() {
        let lying = Paper {
            width: Paper::A4.height,
            height: Paper::A4.width,
            ..Paper::A4
        };
        let card = Paper {
            width: 298.0,
            height: 420.0,
            margins: [20.0; 4],
        };
        let stamp = Paper {
            width: 60.0,
            height: 70.0,
            margins: [42.5; 4],
        };
        let columns = |paper| {
            let pages = Pages::new(sheet(), paper);
            let placed = pages.pages.iter().flat_map(|page| &page.columns);
            assert_eq!(placed.flatten().count(), pages.blocks.len());
            pages.pages[0].columns.len()
        };
        assert_eq!([lying, Paper::A4, card, stamp].map(columns), [4, 3, 1, 1]);
    }
}
