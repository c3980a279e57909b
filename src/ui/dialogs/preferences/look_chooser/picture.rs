//! A look as a small live picture: a corner of the board with the generals and horses of both sides, and more pieces if
//! there is enough width.

use crate::paint::{self, Theme};
use crate::rules::{Board, Piece, PieceKind, Point, Side};
use crate::scene::{Layout, Look, PlacedPiece, Scene};
use crate::ui::board::pixels::{self, Kept};
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::{cairo, graphene};

/// The visible part of the board, in cells from its lower left corner, and its minimum and natural width in pixels.
const SEEN: (f64, f64) = (2.76, 2.42);
const WIDTHS: (i32, i32) = (84, 104);
/// The pieces of both sides from the left; the first two always fit.
const KINDS: [PieceKind; 5] = [
    PieceKind::General,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Cannon,
    PieceKind::Soldier,
];

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct LookPicture {
        pub(super) look: Cell<Look>,
        /// Keyed by size in device pixels and theme.
        pub(super) kept: Kept<((i32, i32), Theme)>,
    }

    class!(LookPicture "XqLookPicture" gtk::Widget, css "look", role Presentation);

    impl ObjectImpl for LookPicture {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_overflow(gtk::Overflow::Hidden);
            appearance::follow(&*self.obj());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for LookPicture {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (WIDTHS.0, WIDTHS.1, -1, -1),
                _ => {
                    // Extra width shows more of the board at the same height: the clamp around a page of libadwaita 1.7
                    // warns of a page that grows in both directions.
                    let width = match for_size {
                        ..0 => WIDTHS.1,
                        width => width.min(WIDTHS.1),
                    };
                    let height = (f64::from(width) * SEEN.1 / SEEN.0).round() as i32;
                    (height, height, -1, -1)
                }
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let (width, height) = (picture.width(), picture.height());
            let scale = pixels::scale(&*picture);
            let theme = Theme::new(self.look.get(), adw::StyleManager::default().is_dark());
            let device = |length: i32| (f64::from(length) * scale).round() as i32;
            let wanted = ((device(width), device(height)), theme);
            pixels::begin_on_pixel(snapshot, &*picture);
            let unit = |pixels: i32| (f64::from(pixels) / scale) as f32;
            let area = graphene::Rect::new(0.0, 0.0, unit(wanted.0.0), unit(wanted.0.1));
            self.kept
                .append(snapshot, &*picture, area, wanted, |(size, theme)| {
                    drawn(*size, scale, theme)
                });
        }
    }
}

widget! {
    /// A look as a small picture.
    LookPicture Widget
}

impl LookPicture {
    pub(super) fn new() -> Self {
        glib::Object::new()
    }

    /// Shows another look.
    pub(super) fn show(&self, look: Look) {
        if self.imp().look.replace(look) != look {
            self.queue_draw();
        }
    }
}

/// Draws the lower left corner of a board at the height of the picture.
fn drawn(
    (columns, rows): (i32, i32),
    scale: f64,
    theme: &Theme,
) -> Result<cairo::ImageSurface, cairo::Error> {
    let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, columns, rows)?;
    surface.set_device_scale(scale, scale);
    let cr = cairo::Context::new(&surface)?;
    let (width, height) = (f64::from(columns) / scale, f64::from(rows) / scale);
    // The board to which this corner belongs; its cell is rounded down to whole pixels.
    let whole = height / SEEN.1 * 9.72;
    let layout = Layout::fit(whole, whole * Layout::ASPECT, scale, Side::Red);
    let (left, top, _, board_height) = layout.bounds();
    let snap = |length: f64| (length * scale).round() / scale;
    cr.translate(snap(-left), snap(height - top - board_height));
    let room = width / height * SEEN.1 - (SEEN.0 - 2.0);
    paint::scene(&cr, &layout, &scene(room.max(2.0) as usize), theme)?;
    drop(cr);
    Ok(surface)
}

/// Returns a scene with this many of Red's pieces on the lowest rank, starting with the general, and Black's above
/// them.
fn scene(files: usize) -> Scene {
    let mut scene = Scene::of_board(&Board::empty(), Side::Red);
    for (rank, side) in Side::ALL.into_iter().enumerate() {
        for (file, kind) in KINDS.into_iter().take(files).enumerate() {
            if let Some(point) = Point::from_index(rank * 9 + file) {
                let piece = Piece::new(side, kind);
                scene.pieces.push(PlacedPiece::standing(piece, point));
            }
        }
    }
    scene
}
