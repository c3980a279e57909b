//! A row of small pieces: a player's captures, or the side of a card.

use super::pixels::{self, CachedNode, surface};
use crate::paint::{self, Theme};
use crate::rules::Piece;
use crate::scene::PieceFace;
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::cairo;

/// Distance of neighboring pieces, in cells, if there is enough width.
const APART: f64 = 0.92;
/// Minimum distance of pieces of one kind, in cells, before other kinds are moved closer too.
const STACKED: f64 = 0.36;
/// Natural width of a strip, in cells, above which pieces of a kind are stacked.
const WIDE: f64 = 4.0;

mod imp {
    use super::*;

    #[derive(Debug)]
    pub struct PieceStrip {
        pub(super) pieces: RefCell<Vec<Piece>>,
        /// Distance of two board lines at this piece size, in pixels.
        pub(super) cell: Cell<f64>,
        /// Whether the strip requests only the width of one piece and fits into what it gets.
        pub(super) modest: Cell<bool>,
        /// Whether it is shown upside down.
        pub(super) turned: Cell<bool>,
        pub(super) node: CachedNode<ImageKey>,
    }

    /// Parameters of the image.
    #[derive(Debug, PartialEq)]
    pub(super) struct ImageKey {
        size: (f64, f64),
        pieces: Vec<Piece>,
        cell: f64,
        turned: bool,
        /// Device pixels per logical pixel.
        scale: f64,
        theme: Theme,
    }

    impl Default for PieceStrip {
        fn default() -> Self {
            Self {
                pieces: RefCell::default(),
                cell: Cell::new(26.0),
                modest: Cell::new(false),
                turned: Cell::new(false),
                node: CachedNode::default(),
            }
        }
    }

    class!(PieceStrip "XqPieceStrip" gtk::Widget, css "pieces", role Img);

    impl ObjectImpl for PieceStrip {
        fn constructed(&self) {
            self.parent_constructed();
            appearance::follow(&*self.obj());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for PieceStrip {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let cell = self.cell.get();
            match orientation {
                gtk::Orientation::Horizontal => {
                    let natural = if self.modest.get() {
                        1.0
                    } else {
                        natural_width(&self.pieces.borrow())
                    };
                    (cell as i32, (cell * natural).ceil() as i32, -1, -1)
                }
                // Shadows extend slightly below.
                _ => ((cell * 1.14) as i32, (cell * 1.14) as i32, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let strip = self.obj();
            let wanted = ImageKey {
                size: (f64::from(strip.width()), f64::from(strip.height())),
                pieces: self.pieces.borrow().clone(),
                cell: self.cell.get(),
                turned: self.turned.get(),
                scale: pixels::scale(&*strip),
                theme: appearance::theme(),
            };
            if wanted.pieces.is_empty() {
                return;
            }
            self.node.append(snapshot, &*strip, wanted, ImageKey::drawn);
        }
    }

    impl ImageKey {
        fn drawn(&self) -> Result<cairo::ImageSurface, cairo::Error> {
            let (width, height) = self.size;
            let area = (0.0, 0.0, width, height);
            surface(area, self.scale, |cr| {
                if self.turned {
                    // Upright again for the right lighting; the pieces are rotated one by one.
                    cr.translate(width, height);
                    cr.scale(-1.0, -1.0);
                }
                let places = places(&self.pieces, width / self.cell);
                for (&piece, place) in self.pieces.iter().zip(places) {
                    self.draw_piece(cr, piece, place, width)?;
                }
                Ok(())
            })
        }

        fn draw_piece(
            &self,
            cr: &cairo::Context,
            piece: Piece,
            place: f64,
            width: f64,
        ) -> Result<(), cairo::Error> {
            let (cell, turned) = (self.cell, self.turned);
            let x = cell * (place + 0.5);
            let x = if turned { width - x } else { x };
            let face = PieceFace { piece, turned };
            paint::piece(cr, x, cell / 2.0, cell, face, 0.0, &self.theme)
        }
    }
}

/// Returns the numbers of pieces that follow one of their own kind, and of another.
fn neighbors(pieces: &[Piece]) -> (f64, f64) {
    let alike = pieces.windows(2).filter(|two| two[0] == two[1]).count();
    let others = pieces.len().saturating_sub(1) - alike;
    (alike as f64, others as f64)
}

/// Returns the width, in cells, that shows every piece: side by side if they are few, otherwise with each kind stacked.
fn natural_width(pieces: &[Piece]) -> f64 {
    let (alike, others) = neighbors(pieces);
    let spread = 1.0 + (alike + others) * APART;
    let stacked = 1.0 + alike * STACKED + others * APART;
    spread.min(WIDE).max(stacked)
}

/// Returns the left edge of each piece in a strip of this width, all in cells. If the width is too small, pieces of a
/// kind overlap first, like coins in a stack, and then all of them.
fn places(pieces: &[Piece], width: f64) -> Vec<f64> {
    let (alike, others) = neighbors(pieces);
    let room = (width - 1.0).max(0.0);
    let step = ((room - others * APART) / alike.max(1.0)).clamp(STACKED, APART);
    let asked = alike * step + others * APART;
    let squeeze = if asked > room { room / asked } else { 1.0 };
    let steps = pieces.windows(2).map(|two| {
        let step = if two[0] == two[1] { step } else { APART };
        step * squeeze
    });
    let sums = steps.scan(0.0, |sum, step| {
        *sum += step;
        Some(*sum)
    });
    let first = pieces.first().map(|_| 0.0);
    first.into_iter().chain(sums).collect()
}

widget! {
    /// A row of small pieces.
    PieceStrip Widget
}

impl PieceStrip {
    /// Creates an empty strip with pieces of the size for a board with such cells.
    pub fn new(cell: f64) -> Self {
        let strip: Self = glib::Object::new();
        strip.set_cell(cell);
        strip
    }

    /// Shows these pieces in this order.
    pub fn set_pieces(&self, pieces: Vec<Piece>) {
        if *self.imp().pieces.borrow() != pieces {
            self.imp().pieces.replace(pieces);
            self.queue_resize();
        }
    }

    /// Makes the strip request only the width of one piece; it shows all of them in whatever it gets.
    pub fn set_modest(&self) {
        self.imp().modest.set(true);
    }

    /// Sets whether the strip is shown upside down. Its pieces are rotated, but their lighting is not.
    pub fn set_turned(&self, turned: bool) {
        if self.imp().turned.replace(turned) != turned {
            self.queue_draw();
        }
    }

    /// Sets the size of the pieces, as the cell of a board that has such pieces.
    pub fn set_cell(&self, cell: f64) {
        self.imp().cell.set(cell);
        self.queue_resize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PieceKind, Side};

    fn pieces(letters: &str) -> Vec<Piece> {
        let kinds = letters.chars().filter_map(PieceKind::from_fen_letter);
        kinds.map(|kind| Piece::new(Side::Red, kind)).collect()
    }

    #[test]
    fn pieces_of_a_kind_are_stacked_before_others_come_closer() {
        let three = pieces("RPP");
        assert_eq!(places(&three, 9.0), [0.0, APART, 2.0 * APART]);
        let tight = places(&three, 1.0 + APART + STACKED);
        assert!((tight[1] - APART).abs() < 1e-9, "{tight:?}");
        assert!((tight[2] - APART - STACKED).abs() < 1e-9, "{tight:?}");
        assert_eq!(places(&[], 3.0), [0.0; 0]);
        assert_eq!(places(&pieces("K"), 0.5), [0.0]);
    }

    #[test]
    fn every_piece_stays_inside_and_in_its_order() {
        let whole = pieces("RRCCNNBBAAPPPPP");
        for width in [0.5, 1.0, 2.0, 5.0, natural_width(&whole), 20.0] {
            let places = places(&whole, width);
            assert!(places.is_sorted());
            assert!(places.iter().all(|at| at + 1.0 <= width.max(1.0) + 1e-9));
        }
        // The panel has room for a few more pieces than can be captured.
        assert!(natural_width(&whole) < 9.0);
    }
}
