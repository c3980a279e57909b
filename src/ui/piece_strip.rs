//! A row of small pieces: what a player has captured, or whose card it is.

use crate::paint;
use crate::rules::Piece;
use crate::ui::board_view::theme;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{glib, graphene};

mod imp {
    use super::*;
    use std::cell::{Cell, RefCell};

    #[derive(Debug)]
    pub struct PieceStrip {
        pub(super) pieces: RefCell<Vec<Piece>>,
        /// The distance of two lines of a board with pieces as large as these, in pixels.
        pub(super) cell: Cell<f64>,
    }

    impl Default for PieceStrip {
        fn default() -> Self {
            Self {
                pieces: RefCell::default(),
                cell: Cell::new(26.0),
            }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PieceStrip {
        const NAME: &'static str = "XqPieceStrip";
        type Type = super::PieceStrip;
        type ParentType = gtk::Widget;

        fn class_init(klass: &mut Self::Class) {
            klass.set_css_name("pieces");
            klass.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for PieceStrip {}

    impl WidgetImpl for PieceStrip {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let cell = self.cell.get();
            let count = self.pieces.borrow().len().max(1) as f64;
            match orientation {
                gtk::Orientation::Horizontal => (cell as i32, (cell * count) as i32, -1, -1),
                // Shadows fall a little below.
                _ => ((cell * 1.14) as i32, (cell * 1.14) as i32, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let strip = self.obj();
            let pieces = self.pieces.borrow();
            if pieces.is_empty() {
                return;
            }
            let (width, height) = (f64::from(strip.width()), f64::from(strip.height()));
            let area = graphene::Rect::new(0.0, 0.0, width as f32, height as f32);
            let cr = snapshot.append_cairo(&area);
            let cell = self.cell.get();
            // Where there is too little room they overlap like coins.
            let room = (width - cell) / (pieces.len() as f64 - 1.0).max(1.0);
            let step = room.min(cell * 0.92);
            let theme = theme(adw::StyleManager::default().is_dark());
            for (count, piece) in pieces.iter().enumerate() {
                let x = cell / 2.0 + step * count as f64;
                if paint::piece(&cr, x, cell / 2.0, cell, *piece, 0.0, &theme).is_err() {
                    return;
                }
            }
        }
    }
}

glib::wrapper! {
    /// A row of small pieces.
    pub struct PieceStrip(ObjectSubclass<imp::PieceStrip>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl PieceStrip {
    /// An empty strip for pieces as large as on a board with such cells.
    pub(super) fn new(cell: f64) -> Self {
        let strip: Self = glib::Object::new();
        strip.set_cell(cell);
        strip
    }

    /// Shows these pieces in this order.
    pub(super) fn set_pieces(&self, pieces: Vec<Piece>) {
        if *self.imp().pieces.borrow() != pieces {
            self.imp().pieces.replace(pieces);
            self.queue_resize();
        }
    }

    /// Sets how large a piece is: the cell of a board that has such pieces.
    pub(super) fn set_cell(&self, cell: f64) {
        self.imp().cell.set(cell);
        self.queue_resize();
    }
}
