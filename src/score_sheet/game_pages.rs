//! Layout of a game’s moves in columns on pages of any size.

use super::columns::{BlockPlacement, ColumnBlock, ColumnPages, PageColumns, note};
use super::head::PageHead;
use super::text::{self, BODY, FAINT, NOTE_BASE, NOTE_GAP, SMALL, Type};
use super::{Item, Pages, Paper, ScoreSheet, WrittenMove};
use crate::paint::{self, Theme};
use crate::rules::Side;
use crate::scene::{Layout, Scene};
use crate::words;
use cairo::{Context, Error};
use pangocairo::pango;

/// Number of rounds and notes, and of bytes of notes, that are laid out in a step.
const ITEMS_AT_ONCE: usize = 100;
const BYTES_AT_ONCE: usize = 16_000;
/// Minimum width of a column with moves in two notations and in one.
const WIDE_COLUMN: f64 = 215.0;
const COLUMN: f64 = 150.0;
/// Height of a round, and the offset of its baseline.
const ROUND: f64 = 14.6;
const ROUND_BASE: f64 = 10.6;
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
/// Height of the side names above a column.
const COLUMN_HEAD: f64 = 18.0;

/// Content of a block.
#[derive(Debug)]
enum GameBlock {
    Round(usize),
    /// A line of a note.
    Line(pango::Layout, i32),
    Board(usize),
}

/// A score sheet laid out on paper.
#[derive(Debug)]
pub(super) struct GamePages {
    sheet: ScoreSheet,
    paper: Paper,
    types: Type,
    /// Number of items that are in the pages.
    done: usize,
    pages: ColumnPages<GameBlock>,
}

impl GamePages {
    /// Begins to lay out a score sheet.
    pub(super) fn begin(sheet: ScoreSheet, paper: Paper) -> Self {
        let (width, _) = paper.area();
        let narrowest = if sheet.is_wide { WIDE_COLUMN } else { COLUMN };
        let types = Type::new();
        let heads = [
            PageHead::first(&sheet.players, &sheet.facts, &types, width),
            PageHead::running(&sheet.players, &types, width),
        ];
        Self {
            sheet,
            paper,
            types,
            done: 0,
            pages: ColumnPages::new(heads, PageColumns::fit(width, narrowest), COLUMN_HEAD),
        }
    }

    fn add_item(&mut self, index: usize) {
        match &self.sheet.items[index] {
            Item::Round { .. } => {
                // Remarks on a move stay below it.
                let next = self.sheet.items.get(index + 1);
                let kind = match next {
                    Some(Item::Note(_)) => BlockPlacement::Keep,
                    _ => BlockPlacement::Free,
                };
                self.add(ROUND, kind, GameBlock::Round(index));
            }
            Item::Note(note) => {
                let width = (self.pages.columns.width - NUMBER - NUMBER_GAP).max(40.0);
                let layout = self.types.paragraph(&note.text, SMALL, width);
                text::keep_whole(&layout, &note.moves);
                self.add_note(&layout);
            }
            Item::Diagram { .. } => {
                let board = self.board_width() * Layout::ASPECT;
                let height = BOARD_ABOVE + board + CAPTION + BOARD_BELOW;
                self.add(height, BlockPlacement::Float, GameBlock::Board(index));
            }
        }
    }

    fn add_note(&mut self, layout: &pango::Layout) {
        for (line, block) in (0..).zip(note(layout.line_count())) {
            self.pages.add(block, GameBlock::Line(layout.clone(), line));
        }
    }

    fn add(&mut self, height: f64, kind: BlockPlacement, content: GameBlock) {
        self.pages.add(ColumnBlock { height, kind }, content);
    }

    fn board_width(&self) -> f64 {
        (self.pages.columns.width * BOARD).min(WIDEST_BOARD)
    }

    /// Left edge of the moves of a side.
    fn moves_at(&self, side: Side) -> f64 {
        let first = NUMBER + NUMBER_GAP;
        match side {
            Side::Red => first,
            Side::Black => first + (self.pages.columns.width - first) / 2.0,
        }
    }

    fn draw_column_head(&self, cr: &Context) {
        cr.set_source_rgb(FAINT, FAINT, FAINT);
        for side in Side::ALL {
            let name = self.types.line(words::side(side), SMALL);
            text::draw(cr, &name, self.moves_at(side), ROUND_BASE);
        }
    }

    fn draw_block(&self, cr: &Context, content: &GameBlock, top: f64) -> Result<(), Error> {
        match content {
            GameBlock::Round(item) => self.draw_round(cr, *item, top + ROUND_BASE),
            GameBlock::Line(note, line) => {
                let gap = if *line == 0 { NOTE_GAP } else { 0.0 };
                let x = NUMBER + NUMBER_GAP;
                cr.set_source_rgb(0.0, 0.0, 0.0);
                text::draw_line(cr, note, *line, x, top + gap + NOTE_BASE);
            }
            GameBlock::Board(item) => {
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
        cr.translate((self.pages.columns.width - width) / 2.0, top);
        paint::inset(cr, scene, width, &Theme::printed(self.sheet.look))?;
        cr.restore()?;
        let caption = self.types.line(caption, SMALL);
        let middle = (self.pages.columns.width - text::size(&caption).0) / 2.0;
        cr.set_source_rgb(0.0, 0.0, 0.0);
        let below = top + width * Layout::ASPECT + CAPTION - 4.0;
        text::draw(cr, &caption, middle, below);
        Ok(())
    }
}

impl Pages for GamePages {
    fn go_on(&mut self) -> bool {
        let end = (self.done + ITEMS_AT_ONCE).min(self.sheet.items.len());
        let mut laid_out = 0;
        while self.done < end && laid_out < BYTES_AT_ONCE {
            if let Item::Note(note) = &self.sheet.items[self.done] {
                laid_out += note.text.len();
            }
            self.add_item(self.done);
            self.done += 1;
        }
        let is_done = self.done == self.sheet.items.len();
        if is_done && self.pages.count() == 0 {
            self.pages.fill(self.paper.area().1, 1);
        }
        is_done
    }

    fn count(&self) -> usize {
        self.pages.count()
    }

    fn draw(&self, cr: &Context, page: usize) -> Result<(), Error> {
        if page >= self.count() {
            return Ok(());
        }
        let [top, _, _, left] = self.paper.margins;
        cr.save()?;
        cr.translate(left, top);
        self.paper.draw_foot(cr, &self.types, page, self.count());
        self.pages.draw(
            cr,
            page,
            |column| {
                // Above a board they would be mistaken for its caption.
                let has_board_first = matches!(column.first(), Some(GameBlock::Board(_)));
                let is_round = |content: &&GameBlock| matches!(content, GameBlock::Round(_));
                if !has_board_first && column.iter().any(is_round) {
                    self.draw_column_head(cr);
                }
            },
            |content, top| self.draw_block(cr, content, top),
        )?;
        cr.restore()
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
            let mut pages = GamePages::begin(sheet(), paper);
            while !pages.go_on() {}
            let [columns, placed, all] = pages.pages.counts();
            assert_eq!(placed, all);
            columns
        };
        assert_eq!([lying, Paper::A4, card, stamp].map(columns), [4, 3, 1, 1]);
    }
}
