//! How the parts of the editor lie: the board between its trays, and the panel beside them or, in a narrow window,
//! below.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// How wide the desk has to be for the panel to lie beside the board.
const WIDE: i32 = 660;
/// How wide the panel is there.
const PANEL: i32 = 312;
/// Between two parts.
const GAP: i32 = 6;
/// Between the board and a panel beside it.
const WIDE_GAP: i32 = 18;
/// The least height of the board.
const LEAST_BOARD: i32 = 240;

mod imp {
    use super::*;
    use crate::scene::Layout;

    #[derive(Debug, Default)]
    pub struct Desk {}

    #[glib::object_subclass]
    impl ObjectSubclass for Desk {
        const NAME: &'static str = "XqEditorDesk";
        type Type = super::Desk;
        type ParentType = gtk::Widget;

        fn class_init(klass: &mut Self::Class) {
            klass.set_css_name("desk");
        }
    }

    impl ObjectImpl for Desk {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Desk {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let [upper, lower, panel, board] = self.parts();
            let least = |part: &gtk::Widget, along, across| part.measure(along, across).0;
            if orientation == gtk::Orientation::Horizontal {
                let parts = [&upper, &lower, &panel, &board];
                let widest = parts.map(|part| least(part, orientation, -1));
                let widest = widest.into_iter().max().unwrap_or_default();
                return (widest, WIDE + PANEL, -1, -1);
            }
            let trays = least(&upper, orientation, -1) + least(&lower, orientation, -1) + 2 * GAP;
            let (least, natural) = if for_size >= WIDE {
                let beside = least(&panel, orientation, PANEL);
                let board = (f64::from(for_size - PANEL - WIDE_GAP) * Layout::ASPECT) as i32;
                let table = trays + LEAST_BOARD;
                (table.max(beside), (trays + board).max(beside))
            } else {
                let below = least(&panel, orientation, for_size) + GAP;
                let width = if for_size < 0 { 360 } else { for_size };
                let board = (f64::from(width) * Layout::ASPECT) as i32;
                (trays + LEAST_BOARD + below, trays + board + below)
            };
            (least, natural.max(least), -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let [upper, lower, panel, board] = self.parts();
            let vertical = gtk::Orientation::Vertical;
            let [above, below] = [&upper, &lower].map(|tray| tray.measure(vertical, -1).0);
            let trays = above + below + 2 * GAP;
            let is_wide = width >= WIDE;
            let (table, room) = if is_wide {
                (width - PANEL - WIDE_GAP, height - trays)
            } else {
                let least = panel.measure(vertical, width).0 + GAP;
                (width, height - trays - least)
            };
            // The board is as large as there is room for, and what it leaves lies around it or goes to the panel.
            let tall = (f64::from(table) * Layout::ASPECT).ceil() as i32;
            let board_height = tall.min(room).max(1);
            let top = if is_wide {
                (room - board_height) / 2
            } else {
                0
            };
            let bottom = top + above + GAP + board_height + GAP + below;
            place(&upper, (0, top, table, above));
            place(&board, (0, top + above + GAP, table, board_height));
            place(&lower, (0, bottom - below, table, below));
            if is_wide {
                place(&panel, (table + WIDE_GAP, top, PANEL, height - top));
            } else {
                place(&panel, (0, bottom + GAP, width, height - bottom - GAP));
            }
        }
    }

    impl Desk {
        /// The tray above, the tray below, the panel, and last, over all of them, the board: a piece that is
        /// carried from it is seen beside it, too.
        fn parts(&self) -> [gtk::Widget; 4] {
            let mut next = self.obj().first_child();
            std::array::from_fn(|_| {
                let part = next.take().expect("a desk has four parts");
                next = part.next_sibling();
                part
            })
        }
    }

    fn place(part: &gtk::Widget, (x, y, width, height): (i32, i32, i32, i32)) {
        part.measure(gtk::Orientation::Horizontal, -1);
        part.measure(gtk::Orientation::Vertical, width);
        part.size_allocate(&gtk::Allocation::new(x, y, width, height.max(1)), -1);
    }
}

glib::wrapper! {
    /// The parts of the editor, laid out by the room there is.
    pub struct Desk(ObjectSubclass<imp::Desk>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}
