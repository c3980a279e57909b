//! A look as a small live picture: a corner of the board with the generals and horses of both sides.

use crate::paint::{self, Theme};
use crate::rules::{Board, Piece, PieceKind, Point, Side};
use crate::scene::{Layout, Look, Placed, Scene};
use crate::ui::appearance;
use crate::ui::pixels::Kept;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{cairo, glib, graphene};

/// The part of the board that is seen, in cells from its lower left corner, and its least and usual width in pixels.
const SEEN: (f64, f64) = (2.76, 2.42);
const WIDTHS: (i32, i32) = (84, 104);

mod imp {
    use super::*;
    use std::cell::Cell;

    #[derive(Debug, Default)]
    pub struct LookPicture {
        pub(super) look: Cell<Look>,
        /// For a size in device pixels, and some colours.
        pub(super) kept: Kept<((i32, i32), Theme)>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for LookPicture {
        const NAME: &'static str = "XqLookPicture";
        type Type = super::LookPicture;
        type ParentType = gtk::Widget;

        fn class_init(klass: &mut Self::Class) {
            klass.set_css_name("look");
            klass.set_accessible_role(gtk::AccessibleRole::Presentation);
        }
    }

    impl ObjectImpl for LookPicture {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_overflow(gtk::Overflow::Hidden);
            appearance::follow(&*self.obj());
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
                    let width = if for_size < 0 { WIDTHS.1 } else { for_size };
                    let height = (f64::from(width) * SEEN.1 / SEEN.0).round() as i32;
                    (height, height, -1, -1)
                }
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let (width, height) = (picture.width(), picture.height());
            let scale = picture.scale_factor();
            let theme = Theme::new(self.look.get(), adw::StyleManager::default().is_dark());
            let wanted = ((width * scale, height * scale), theme);
            let area = graphene::Rect::new(0.0, 0.0, width as f32, height as f32);
            self.kept
                .append(snapshot, &*picture, area, wanted, |(size, theme)| {
                    drawn(*size, f64::from(scale), theme)
                });
        }
    }
}

glib::wrapper! {
    /// A look as a small picture.
    pub struct LookPicture(ObjectSubclass<imp::LookPicture>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
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

/// The lower left corner of a board, as wide as the picture.
fn drawn(
    (columns, rows): (i32, i32),
    scale: f64,
    theme: &Theme,
) -> Result<cairo::ImageSurface, cairo::Error> {
    let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, columns, rows)?;
    surface.set_device_scale(scale, scale);
    let cr = cairo::Context::new(&surface)?;
    let (width, height) = (f64::from(columns) / scale, f64::from(rows) / scale);
    // A board of which this is the corner; its cell is a little smaller, on whole pixels.
    let whole = width / SEEN.0 * 9.72;
    let layout = Layout::fit(whole, whole * Layout::ASPECT, scale, Side::Red);
    let (left, top, _, board_height) = layout.bounds();
    let snap = |length: f64| (length * scale).round() / scale;
    cr.translate(snap(-left), snap(height - top - board_height));
    paint::scene(&cr, &layout, &scene(), theme)?;
    drop(cr);
    Ok(surface)
}

/// Red's general and horse on the lowest rank, Black's above them.
fn scene() -> Scene {
    let mut scene = Scene::of_board(&Board::empty(), Side::Red);
    let kinds = [PieceKind::General, PieceKind::Horse];
    for (rank, side) in Side::ALL.into_iter().enumerate() {
        for (file, kind) in kinds.into_iter().enumerate() {
            if let Some(point) = Point::from_index(rank * 9 + file) {
                let piece = Piece::new(side, kind);
                scene.pieces.push(Placed::standing(piece, point));
            }
        }
    }
    scene
}
