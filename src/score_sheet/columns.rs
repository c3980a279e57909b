//! Layout into columns: related blocks stay together, and diagrams float to a place where they fit.

use super::head::PageHead;
use super::text::{NOTE, NOTE_GAP};
use cairo::{Context, Error};
use std::collections::VecDeque;

/// Space between columns, and their maximum number.
const GUTTER: f64 = 24.0;
const MAX_COLUMNS: f64 = 4.0;
/// Height of the page number below them.
pub(super) const FOOT: f64 = 24.0;

/// Columns of equal width side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageColumns {
    pub(super) count: usize,
    pub(super) width: f64,
}

impl PageColumns {
    /// As many columns as there is room for, unless they get narrower than that.
    pub(super) fn fit(width: f64, narrowest: f64) -> Self {
        let count = ((width + GUTTER) / (narrowest + GUTTER)).floor();
        let count = count.clamp(1.0, MAX_COLUMNS);
        Self {
            count: count as usize,
            width: (width - (count - 1.0) * GUTTER) / count,
        }
    }

    /// Left edge of a column.
    pub(super) fn left(self, index: usize) -> f64 {
        index as f64 * (self.width + GUTTER)
    }
}

/// Draws the rule left of a column whose upper left corner is at the origin.
fn draw_rule(cr: &Context, height: f64) -> Result<(), Error> {
    cr.set_source_rgb(0.7, 0.7, 0.7);
    cr.set_line_width(0.4);
    cr.move_to(-GUTTER / 2.0, 0.0);
    cr.line_to(-GUTTER / 2.0, height);
    cr.stroke()
}

/// An unbreakable block of some height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ColumnBlock {
    pub(super) height: f64,
    pub(super) kind: BlockPlacement,
}

/// Placement of a block in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockPlacement {
    /// Anywhere.
    Free,
    /// In the column of the next block.
    Keep,
    /// Anywhere near: before or after the adjacent blocks.
    Float,
}

/// A block and its offset from the top of its column.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlacedBlock {
    block: usize,
    top: f64,
}

/// Blocks not placed yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RemainingBlocks {
    next: usize,
    /// Floating blocks without a place yet.
    waiting: VecDeque<usize>,
}

impl RemainingBlocks {
    fn is_empty(&self, blocks: &[ColumnBlock]) -> bool {
        self.next >= blocks.len() && self.waiting.is_empty()
    }

    /// Fills the columns of a page.
    fn fill_page(
        &mut self,
        blocks: &[ColumnBlock],
        columns: usize,
        height: f64,
    ) -> Vec<Vec<PlacedBlock>> {
        let before = self.clone();
        let filled = self.fill(blocks, columns, height);
        if !self.is_empty(blocks) {
            return filled;
        }
        // The columns of the last page are of equal length: the shortest that hold everything.
        let (mut least, mut most) = (0.0, height);
        let mut best = filled;
        while most - least > 1.0 {
            let tried = f64::midpoint(least, most);
            let mut remaining = before.clone();
            let filled = remaining.fill(blocks, columns, tried);
            if remaining.is_empty(blocks)
                && filled.iter().all(|column| end(blocks, column) <= tried)
            {
                (most, best) = (tried, filled);
            } else {
                least = tried;
            }
        }
        best
    }

    fn fill(
        &mut self,
        blocks: &[ColumnBlock],
        columns: usize,
        height: f64,
    ) -> Vec<Vec<PlacedBlock>> {
        let fill = |_| self.fill_column(blocks, height);
        (0..columns).map(fill).collect()
    }

    /// Fills a column with at least one block, which guarantees termination.
    fn fill_column(&mut self, blocks: &[ColumnBlock], height: f64) -> Vec<PlacedBlock> {
        let mut column: Vec<PlacedBlock> = Vec::new();
        let mut top = 0.0;
        while let Some(taken) = self.take(blocks, height - top, column.is_empty()) {
            for block in taken {
                column.push(PlacedBlock { block, top });
                top += blocks[block].height;
            }
        }
        column
    }

    /// Takes the next blocks that fit into the remaining space.
    fn take(
        &mut self,
        blocks: &[ColumnBlock],
        room: f64,
        is_first: bool,
    ) -> Option<std::ops::Range<usize>> {
        if let Some(waiting) = self.waiting.front().copied()
            && (is_first || blocks[waiting].height <= room)
        {
            self.waiting.pop_front();
            return Some(waiting..waiting + 1);
        }
        while let Some(block) = blocks.get(self.next) {
            let first = self.next;
            if block.kind == BlockPlacement::Float {
                self.next += 1;
                if self.waiting.is_empty() && (is_first || block.height <= room) {
                    return Some(first..self.next);
                }
                self.waiting.push_back(first);
                continue;
            }
            let kept = |block: &&ColumnBlock| block.kind == BlockPlacement::Keep;
            let together = blocks[first..].iter().take_while(kept).count() + 1;
            let end = (first + together).min(blocks.len());
            let needed: f64 = blocks[first..end].iter().map(|block| block.height).sum();
            if needed <= room {
                self.next = end;
                return Some(first..end);
            }
            if is_first {
                self.next += 1;
                return Some(first..self.next);
            }
            return None;
        }
        // Only floating blocks are left; an empty column takes one regardless of its height.
        let waiting = self.waiting.front().copied().filter(|_| is_first)?;
        self.waiting.pop_front();
        Some(waiting..waiting + 1)
    }
}

/// Content in columns on pages with heads.
#[derive(Debug)]
pub(super) struct ColumnPages<Content> {
    /// Heads of the first page and of the others.
    heads: [PageHead; 2],
    pub(super) columns: PageColumns,
    /// Space above each column.
    above: f64,
    blocks: Vec<ColumnBlock>,
    contents: Vec<Content>,
    pages: Vec<Vec<Vec<PlacedBlock>>>,
}

impl<Content> ColumnPages<Content> {
    pub(super) const fn new(heads: [PageHead; 2], columns: PageColumns, above: f64) -> Self {
        Self {
            heads,
            columns,
            above,
            blocks: Vec::new(),
            contents: Vec::new(),
            pages: Vec::new(),
        }
    }

    /// Adds a block after the others.
    pub(super) fn add(&mut self, block: ColumnBlock, content: Content) {
        self.blocks.push(block);
        self.contents.push(content);
    }

    /// Fills pages of this height with all that was added; `least` pages even if there is nothing.
    pub(super) fn fill(&mut self, height: f64, least: usize) {
        let mut remaining = RemainingBlocks::default();
        while self.pages.len() < least || !remaining.is_empty(&self.blocks) {
            let head = self.head(self.pages.len()).height;
            let room = height - head - self.above - FOOT;
            let page = remaining.fill_page(&self.blocks, self.columns.count, room);
            self.pages.push(page);
        }
    }

    /// Number of filled pages.
    pub(super) const fn count(&self) -> usize {
        self.pages.len()
    }

    fn head(&self, page: usize) -> &PageHead {
        &self.heads[page.min(1)]
    }

    /// Draws a page (the first is 0) with the corner of the margins at the origin. `draw_above` draws in the space above a
    /// column, of which it gets the contents, and `draw` a content in a column at some height.
    pub(super) fn draw(
        &self,
        cr: &Context,
        page: usize,
        draw_above: impl Fn(&[&Content]),
        draw: impl Fn(&Content, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let head = self.head(page);
        head.draw(cr)?;
        cr.translate(0.0, head.height);
        let columns = &self.pages[page];
        let ends = columns.iter().map(|column| end(&self.blocks, column));
        let height = ends.fold(0.0, f64::max) + self.above;
        for (index, column) in columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            cr.save()?;
            cr.translate(self.columns.left(index), 0.0);
            if index > 0 {
                draw_rule(cr, height)?;
            }
            let contents: Vec<_> = { column.iter() }
                .map(|placed| &self.contents[placed.block])
                .collect();
            draw_above(&contents);
            cr.translate(0.0, self.above);
            for (content, placed) in contents.into_iter().zip(column) {
                draw(content, placed.top)?;
            }
            cr.restore()?;
        }
        Ok(())
    }

    /// Numbers of columns of the first page, of placed blocks and of all.
    #[cfg(test)]
    pub(super) fn counts(&self) -> [usize; 3] {
        let placed = self.pages.iter().flatten().flatten().count();
        [self.pages[0].len(), placed, self.blocks.len()]
    }
}

/// The lines of a note, of which the first two and the last two stay together.
pub(super) fn note(lines: i32) -> impl Iterator<Item = ColumnBlock> {
    (0..lines).map(move |line| {
        let is_edge = line == 0 || line + 2 == lines;
        let kind = if is_edge && line + 1 < lines {
            BlockPlacement::Keep
        } else {
            BlockPlacement::Free
        };
        let gap = f64::from(u8::from(line == 0) + u8::from(line + 1 == lines)) * NOTE_GAP;
        ColumnBlock {
            height: NOTE + gap,
            kind,
        }
    })
}

/// Height of a filled column.
fn end(blocks: &[ColumnBlock], column: &[PlacedBlock]) -> f64 {
    column
        .last()
        .map_or(0.0, |last| last.top + blocks[last.block].height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use BlockPlacement::{Float, Free, Keep};

    fn blocks(all: &[(f64, BlockPlacement)]) -> Vec<ColumnBlock> {
        let block = |(height, kind): &(f64, BlockPlacement)| ColumnBlock {
            height: *height,
            kind: *kind,
        };
        all.iter().map(block).collect()
    }

    /// Indices of the blocks in each column, page after page.
    fn columns(blocks: &[ColumnBlock], columns: usize, height: f64) -> Vec<Vec<Vec<usize>>> {
        let (mut remaining, mut pages) = (RemainingBlocks::default(), Vec::new());
        while !remaining.is_empty(blocks) {
            let page = remaining.fill_page(blocks, columns, height);
            let numbers = |column: &Vec<PlacedBlock>| column.iter().map(|one| one.block).collect();
            pages.push(page.iter().map(numbers).collect());
        }
        pages
    }

    #[test]
    fn what_belongs_together_is_not_parted() {
        let blocks = blocks(&[
            (6.0, Free),
            (3.0, Keep),
            (3.0, Keep),
            (3.0, Free),
            (3.0, Free),
        ]);
        assert_eq!(
            columns(&blocks, 1, 10.0),
            [[vec![0]], [vec![1, 2, 3]], [vec![4]]]
        );
    }

    #[test]
    fn a_board_waits_for_room_while_moves_go_on() {
        let blocks = blocks(&[
            (4.0, Free),
            (8.0, Float),
            (3.0, Free),
            (3.0, Free),
            (3.0, Float),
        ]);
        // The second board does not overtake the first.
        assert_eq!(columns(&blocks, 1, 11.0), [[vec![0, 2, 3]], [vec![1, 4]]]);
    }

    #[test]
    fn the_last_page_has_equal_columns() {
        let blocks = blocks(&[(2.0, Free); 9]);
        let pages = columns(&blocks, 2, 12.0);
        assert_eq!(pages, [[vec![0, 1, 2, 3, 4], vec![5, 6, 7, 8]]]);
    }

    #[test]
    fn what_fits_nowhere_stands_alone() {
        let blocks = blocks(&[(30.0, Keep), (2.0, Free), (40.0, Float)]);
        assert_eq!(columns(&blocks, 1, 10.0), [[vec![0]], [vec![1]], [vec![2]]]);
        assert!(columns(&[], 2, 10.0).is_empty());
    }
}
