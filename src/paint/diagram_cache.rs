//! Diagrams of many positions in one document.

use super::{Theme, board, piece, piece_extent};
use crate::rules::{Board, Side};
use crate::scene::{Layout, PieceFace};
use cairo::{Content, Context, Error, RecordingSurface, Rectangle};
use std::cell::RefCell;
use std::collections::HashMap;

/// Cache for diagrams of one size, without marks: boards and pieces are recorded once, so that a PDF contains each once
/// and refers to it afterwards.
#[derive(Debug)]
pub struct DiagramCache {
    width: f64,
    theme: Theme,
    boards: RefCell<HashMap<Side, RecordingSurface>>,
    pieces: RefCell<HashMap<PieceFace, RecordingSurface>>,
}

impl DiagramCache {
    /// Creates an empty cache for boards of this width.
    pub fn new(width: f64, theme: Theme) -> Self {
        Self {
            width,
            theme,
            boards: RefCell::default(),
            pieces: RefCell::default(),
        }
    }

    /// Width of a board.
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// Height of a board.
    pub fn height(&self) -> f64 {
        self.width * Layout::ASPECT
    }

    /// Draws a position, its upper left corner at the origin.
    ///
    /// # Errors
    ///
    /// Returns any Cairo error.
    pub fn draw(&self, cr: &Context, position: &Board, bottom: Side) -> Result<(), Error> {
        let layout = Layout::fit(self.width, self.height(), super::diagram::FINE, bottom);
        let area = Rectangle::new(0.0, 0.0, self.width, self.height());
        let empty = recorded(&self.boards, bottom, area, |cr| {
            board(cr, &layout, None, &self.theme)
        })?;
        cr.set_source_surface(&empty, 0.0, 0.0)?;
        cr.paint()?;
        let extent = piece_extent(layout.cell());
        let area = Rectangle::new(-extent, -extent, 2.0 * extent, 2.0 * extent);
        for (point, piece) in position.pieces() {
            let face = PieceFace::from(piece);
            let piece = recorded(&self.pieces, face, area, |cr| {
                self::piece(cr, 0.0, 0.0, layout.cell(), face, 0.0, &self.theme)
            })?;
            let (x, y) = layout.center(point);
            cr.set_source_surface(&piece, x, y)?;
            cr.paint()?;
        }
        Ok(())
    }
}

/// The recording with this key, drawn on first use.
fn recorded<K: std::hash::Hash + Eq>(
    known: &RefCell<HashMap<K, RecordingSurface>>,
    key: K,
    area: Rectangle,
    draw: impl FnOnce(&Context) -> Result<(), Error>,
) -> Result<RecordingSurface, Error> {
    if let Some(recording) = known.borrow().get(&key) {
        return Ok(recording.clone());
    }
    let recording = RecordingSurface::create(Content::ColorAlpha, Some(area))?;
    draw(&Context::new(&recording)?)?;
    known.borrow_mut().insert(key, recording.clone());
    Ok(recording)
}
