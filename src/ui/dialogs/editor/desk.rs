//! Layout of the editor: the board between its trays, and the panel beside them or, in a narrow window, below.

use crate::ui::toolkit::prelude::*;

/// Width of the panel beside the board.
const PANEL: i32 = 312;
/// Gap between two parts.
const GAP: i32 = 6;
/// Gap between the board and a panel beside it.
const WIDE_GAP: i32 = 18;
/// Minimum height of the board.
const MIN_BOARD: i32 = 240;

mod imp {
    use super::*;
    use crate::scene::Layout;

    #[derive(Debug, Default)]
    pub struct EditorLayout {}

    class!(EditorLayout "XqEditorDesk" gtk::Widget, css "desk");

    impl ObjectImpl for EditorLayout {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for EditorLayout {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let [upper, lower, panel, board] = self.parts();
            let least = |part: &gtk::Widget, across| part.measure(orientation, across).0;
            if orientation == gtk::Orientation::Horizontal {
                let parts = [&upper, &lower, &panel, &board];
                let widest = parts.map(|part| least(part, -1));
                let widest = widest.into_iter().max().unwrap_or_default();
                return (widest, widest + WIDE_GAP + PANEL, -1, -1);
            }
            let table = least(&upper, -1) + least(&lower, -1) + 2 * GAP + MIN_BOARD;
            let beside = table.max(least(&panel, PANEL));
            let below = table + GAP + least(&panel, for_size);
            let height = match for_size {
                // For any width.
                ..0 => beside.min(below),
                width if width >= self.least_wide() => beside,
                _ => below,
            };
            (height, height, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let [upper, lower, panel, board] = self.parts();
            let vertical = gtk::Orientation::Vertical;
            let [above, below] = [&upper, &lower].map(|tray| tray.measure(vertical, -1).0);
            let trays = above + below + 2 * GAP;
            let least = panel.measure(vertical, width).0 + GAP;
            let beside = width - PANEL - WIDE_GAP;
            let fits = |table: i32, room: i32| {
                let tall = (f64::from(table) * Layout::ASPECT).ceil() as i32;
                tall.min(room).max(1)
            };
            // At whichever width the panel leaves more room for the board, as far as the trays fit.
            let (stacked, wide) = (
                fits(width, height - trays - least),
                fits(beside, height - trays),
            );
            let is_wide = width >= self.least_wide() && wide >= stacked;
            let (table, tall) = if is_wide {
                (beside, wide)
            } else {
                (width, stacked)
            };
            let top = if is_wide {
                (height - trays - tall) / 2
            } else {
                0
            };
            let bottom = top + trays + tall;
            // The trays are as wide as the board, but not below their minimum width.
            let broad = (f64::from(tall) / Layout::ASPECT) as i32;
            let broad = broad.max(self.least_tray()).min(table);
            let left = (table - broad) / 2;
            place(&upper, (left, top, broad, above));
            place(&board, (0, top + above + GAP, table, tall));
            place(&lower, (left, bottom - below, broad, below));
            if is_wide {
                place(&panel, (table + WIDE_GAP, top, PANEL, bottom - top));
            } else {
                place(&panel, (0, bottom + GAP, width, height - bottom - GAP));
            }
        }
    }

    impl EditorLayout {
        /// Returns the minimum width of a tray.
        fn least_tray(&self) -> i32 {
            let [upper, lower, ..] = self.parts();
            let widths =
                [upper, lower].map(|tray| tray.measure(gtk::Orientation::Horizontal, -1).0);
            widths[0].max(widths[1])
        }

        /// Returns the minimum width at which the panel lies beside the board.
        fn least_wide(&self) -> i32 {
            self.least_tray() + WIDE_GAP + PANEL
        }

        /// Returns the tray above, the tray below, the panel, and the board. The board is last, so that a piece dragged
        /// off it is drawn above the others.
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

widget! {
    /// The parts of the editor in an adaptive layout.
    EditorLayout Widget
}
