//! Layout of studies: diagrams in a grid, six on a common page, then the solutions.

use super::columns::{FOOT, PageColumns};
use super::head::PageHead;
use super::solutions::Solutions;
use super::studies::{StudySheet, caption, task};
use super::text::{self, BODY, FAINT, SMALL, Type};
use super::{Pages, Paper};
use crate::paint::{DiagramCache, Theme};
use crate::scene::Layout;
use crate::studies::Study;
use crate::words;
use cairo::{Context, Error};
use pangocairo::pango;
use std::ops::Range;

/// Number of solutions that are laid out in a step.
const SOLUTIONS_AT_ONCE: usize = 20;
/// Minimum width and height of the place of a diagram with its texts.
const PLACE: (f64, f64) = (200.0, 200.0);
/// Height of a title of two lines above a board, and of the line below, both with the space around them.
const CAPTION: f64 = 33.0;
const CAPTION_GAP: f64 = 3.0;
const TASK: f64 = 26.0;
const TASK_BASE: f64 = 12.0;
/// Maximum width of a board.
const WIDEST_BOARD: f64 = 220.0;

/// A page of diagrams: studies of one part.
#[derive(Debug)]
struct DiagramPage {
    part: usize,
    studies: Range<usize>,
}

/// Places of the diagrams on a page.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: PageColumns,
    rows: usize,
    row_height: f64,
}

impl Grid {
    fn fit(width: f64, height: f64) -> Self {
        let rows = (height / PLACE.1).floor().max(1.0);
        Self {
            columns: PageColumns::fit(width, PLACE.0),
            rows: rows as usize,
            row_height: height / rows,
        }
    }

    /// Number of diagrams on a page.
    const fn count(self) -> usize {
        self.columns.count * self.rows
    }

    fn board_width(self) -> f64 {
        let height = (self.row_height - CAPTION - TASK).max(1.0);
        let width = (height / Layout::ASPECT).min(self.columns.width);
        width.min(WIDEST_BOARD)
    }
}

/// Studies laid out on paper.
#[derive(Debug)]
pub(super) struct StudyPages {
    sheet: StudySheet,
    paper: Paper,
    types: Type,
    /// The first and the running head of each part.
    heads: Vec<[PageHead; 2]>,
    grid: Grid,
    boards: DiagramCache,
    pages: Vec<DiagramPage>,
    solutions: Option<Solutions>,
    /// Part and number in it of the study whose solution is next, and how many of the part have one so far.
    next: (usize, usize),
    solved: usize,
}

impl StudyPages {
    /// Begins to lay out a sheet.
    pub(super) fn begin(sheet: StudySheet, paper: Paper) -> Self {
        let (width, height) = paper.area();
        let types = Type::new();
        let heads: Vec<_> = { sheet.parts.iter() }
            .map(|part| {
                [
                    PageHead::first(&part.title(), &[], &types, width),
                    PageHead::running(&part.title(), &types, width),
                ]
            })
            .collect();
        let tallest = heads.iter().map(|heads| heads[0].height);
        let grid = Grid::fit(width, height - tallest.fold(0.0, f64::max) - FOOT);
        let mut pages = Vec::new();
        for (part, studies) in sheet.parts.iter().enumerate() {
            let count = studies.studies.len();
            pages.extend((0..count).step_by(grid.count()).map(|first| DiagramPage {
                part,
                studies: first..(first + grid.count()).min(count),
            }));
        }
        let theme = Theme::printed(sheet.choice.look);
        let solutions = sheet.choice.solutions;
        let solutions = solutions.map(|how| Solutions::new(how, &types, width));
        Self {
            sheet,
            paper,
            types,
            heads,
            grid,
            boards: DiagramCache::new(grid.board_width(), theme),
            pages,
            solutions,
            next: (0, 0),
            solved: 0,
        }
    }

    /// Lays out the next solution. Returns whether there is one.
    fn add_solution(&mut self) -> bool {
        let (part, study) = self.next;
        let (Some(solutions), Some(here)) = (&mut self.solutions, self.sheet.parts.get(part))
        else {
            return false;
        };
        if study == 0 && self.sheet.parts.len() > 1 {
            solutions.add_book(&self.types, &here.title());
        }
        if let Some(study) = here.studies.get(study) {
            self.solved += usize::from(solutions.add(&self.types, study));
            self.next.1 += 1;
            return true;
        }
        if self.solved == 0 {
            solutions.add_note(&self.types, words::no_printed_solution());
        } else if self.solved < here.studies.len() {
            solutions.add_note(&self.types, words::no_other_printed_solution());
        }
        (self.next, self.solved) = ((part + 1, 0), 0);
        true
    }

    fn draw_diagrams(&self, cr: &Context, page: &DiagramPage) -> Result<(), Error> {
        let head = &self.heads[page.part][usize::from(page.studies.start > 0)];
        head.draw(cr)?;
        cr.translate(0.0, head.height);
        let studies = &self.sheet.parts[page.part].studies[page.studies.clone()];
        for (place, study) in studies.iter().enumerate() {
            let (row, column) = (
                place / self.grid.columns.count,
                place % self.grid.columns.count,
            );
            cr.save()?;
            let x = self.grid.columns.left(column);
            cr.translate(x, row as f64 * self.grid.row_height);
            self.draw_diagram(cr, study)?;
            cr.restore()?;
        }
        Ok(())
    }

    fn draw_diagram(&self, cr: &Context, study: &Study) -> Result<(), Error> {
        let caption = self.caption(study);
        let (_, height) = text::size(&caption);
        cr.set_source_rgb(0.0, 0.0, 0.0);
        cr.move_to(0.0, CAPTION - CAPTION_GAP - height);
        pangocairo::functions::show_layout(cr, &caption);
        cr.save()?;
        let left = (self.grid.columns.width - self.boards.width()) / 2.0;
        cr.translate(left, CAPTION);
        let board = &study.setup().board;
        self.boards.draw(cr, board, study.turn())?;
        cr.restore()?;
        let task = self.centered(&task(study), SMALL, 1);
        let below = CAPTION + self.boards.height() + TASK_BASE;
        cr.set_source_rgb(0.0, 0.0, 0.0);
        let (left, _) = line_start(&task);
        text::draw(cr, &task, left, below);
        Ok(())
    }

    /// Number and title of a study, with the subtitle behind or else below them: two lines at most.
    fn caption(&self, study: &Study) -> pango::Layout {
        let title = caption(study);
        let subtitle = words::study_subtitle(study);
        if subtitle.is_empty() {
            let layout = self.centered(&title, BODY, 2);
            text::make_bold(&layout);
            return layout;
        }
        let width = self.grid.columns.width;
        let told = |between| {
            let layout = self.centered(&format!("{title}{between}{subtitle}"), BODY, 2);
            mark(&layout, title.len());
            layout
        };
        let behind = told("   ");
        let alone = self.types.line(subtitle, SMALL);
        // One that is too long for a line begins behind the title.
        if behind.line_count() == 1 || text::size(&alone).0 > width {
            return behind;
        }
        // A line separator begins no new paragraph, whose lines would be counted anew.
        told("\u{2028}")
    }

    fn centered(&self, told: &str, size: f64, lines: i32) -> pango::Layout {
        let layout = (self.types).paragraph(told, size, self.grid.columns.width);
        layout.set_alignment(pango::Alignment::Center);
        layout.set_height(-lines);
        layout.set_ellipsize(pango::EllipsizeMode::End);
        layout
    }
}

impl Pages for StudyPages {
    fn go_on(&mut self) -> bool {
        if (0..SOLUTIONS_AT_ONCE).all(|_| self.add_solution()) {
            return false;
        }
        let (_, height) = self.paper.area();
        if let Some(solutions) = self.solutions.as_mut().filter(|all| all.count() == 0) {
            solutions.fill(height);
        }
        true
    }

    fn count(&self) -> usize {
        let solutions = self.solutions.as_ref();
        self.pages.len() + solutions.map_or(0, Solutions::count)
    }

    fn draw(&self, cr: &Context, page: usize) -> Result<(), Error> {
        let [top, _, _, left] = self.paper.margins;
        cr.save()?;
        cr.translate(left, top);
        (self.paper).draw_foot(cr, &self.types, page, self.count());
        if let Some(shown) = self.pages.get(page) {
            self.draw_diagrams(cr, shown)?;
        } else if let Some(solutions) = &self.solutions {
            solutions.draw(cr, page - self.pages.len())?;
        }
        cr.restore()
    }
}

/// Makes a text bold up to here, and small and faint from here.
fn mark(layout: &pango::Layout, title: usize) {
    let attributes = layout.attributes().unwrap_or_default();
    let title = title as u32;
    let mut bold = pango::AttrInt::new_weight(pango::Weight::Bold);
    bold.set_end_index(title);
    attributes.insert(bold);
    let gray = (FAINT * f64::from(u16::MAX)) as u16;
    let mut faint = pango::AttrColor::new_foreground(gray, gray, gray);
    faint.set_start_index(title);
    attributes.insert(faint);
    let mut small = pango::AttrSize::new_size_absolute((SMALL * f64::from(pango::SCALE)) as i32);
    small.set_start_index(title);
    attributes.insert(small);
    layout.set_attributes(Some(&attributes));
}

/// Where the first line of a layout begins.
fn line_start(layout: &pango::Layout) -> (f64, f64) {
    let (_, place) = layout.iter().line_extents();
    let scale = f64::from(pango::SCALE);
    (f64::from(place.x()) / scale, f64::from(place.y()) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format;
    use crate::record::notation::Notation;
    use crate::scene::Look;
    use crate::score_sheet::StudyOptions;
    use crate::studies::{OwnBook, all};

    fn pages<'a>(
        studies: impl IntoIterator<Item = &'a Study>,
        solutions: Option<Notation>,
        paper: Paper,
    ) -> StudyPages {
        let look = Look::default();
        let sheet = StudySheet::new(studies, &StudyOptions { solutions, look });
        let mut pages = StudyPages::begin(sheet, paper);
        while !pages.go_on() {}
        assert!(pages.go_on());
        pages
    }

    #[test]
    fn six_studies_are_on_a_page_and_each_book_begins_on_a_new_one() {
        for paper in [Paper::A4, Paper::LETTER] {
            let pages = pages(all(), None, paper);
            // 551 and 133 studies.
            assert_eq!(pages.count(), 92 + 23);
            let shown = pages.pages.iter().map(|page| page.studies.len());
            assert_eq!(shown.sum::<usize>(), all().count());
        }
    }

    #[test]
    fn every_paper_has_a_place_for_a_study() {
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
        let count = |paper| {
            pages(all().take(12), Some(Notation::Wxf), paper)
                .pages
                .len()
        };
        assert_eq!([lying, card, stamp].map(count), [2, 12, 12]);
    }

    #[test]
    fn solutions_follow_where_there_are_any() {
        let solved = |studies: Vec<&Study>| {
            let pages = pages(studies, Some(Notation::Wxf), Paper::A4);
            let solutions = pages.solutions.as_ref().expect("solutions");
            (pages.pages.len(), solutions.count())
        };
        let (mates, others): (Vec<_>, Vec<_>) =
            all().partition(|study| study.verdict().mate().is_some());
        let (diagrams, solutions) = solved(mates);
        assert!(diagrams > 60 && (5..20).contains(&solutions), "{solutions}");
        // They are told to be without.
        assert_eq!(solved(others[..6].to_vec()), (1, 1));
        assert_eq!(solved(Vec::new()), (0, 0));
    }

    #[test]
    fn titles_have_two_lines_at_most() {
        let pages = pages(all(), None, Paper::LETTER);
        let mut longest = 0;
        for study in all() {
            let caption = pages.caption(study);
            assert!(!caption.is_ellipsized(), "{}", study.id());
            let (width, height) = text::size(&caption);
            assert!(width <= pages.grid.columns.width + 1.0, "{}", study.id());
            assert!(height <= CAPTION - CAPTION_GAP, "{}: {height}", study.id());
            longest = longest.max(caption.line_count());
        }
        assert_eq!(longest, 2);
    }

    #[test]
    fn endless_titles_of_ones_own_are_cut_short() {
        let mut book = OwnBook::new(&"name".repeat(200));
        for title in ["chariots".repeat(100), "車".repeat(300), String::new()] {
            let pgn = format!("[FEN \"4k4/R8/9/9/9/9/9/9/9/1R1K5 b\"]\n[Title \"{title}\"]\n\n*\n");
            book.add(format::read(pgn.as_bytes()), None);
        }
        let pages = pages(book.studies(), Some(Notation::Wxf), Paper::LETTER);
        assert_eq!(pages.count(), 2);
        for study in book.studies() {
            let caption = pages.caption(study);
            assert!(caption.line_count() <= 2);
            assert!(text::size(&caption).1 <= CAPTION - CAPTION_GAP);
            // The side is named, since nothing else is known.
            assert!(task(study).contains("Black"));
        }
        assert_eq!(pages.grid.count(), 6);
    }
}
