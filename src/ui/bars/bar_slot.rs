//! The place of the bars below the board. Its height never changes, or the board would move: a bar that needs more
//! lies over the lower edge of the board. Of several only the last is shown.

use crate::ui::toolkit::prelude::*;
use gtk::pango;

/// Lines of text with room in the slot, and the height around them.
const LINES: i32 = 2;
const AROUND: i32 = 20;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct BarSlot;

    class!(BarSlot "XqBarSlot" gtk::Widget, css "barslot");

    impl ObjectImpl for BarSlot {
        fn dispose(&self) {
            while let Some(bar) = self.obj().first_child() {
                bar.unparent();
            }
        }
    }

    impl WidgetImpl for BarSlot {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let size = match orientation {
                gtk::Orientation::Horizontal => 0,
                _ => LINES * height_of_line(self.obj().upcast_ref()) + AROUND,
            };
            (size, size, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let bars: Vec<_> = self.obj().bars().filter(WidgetExt::get_visible).collect();
            let Some((bar, covered)) = bars.split_last() else {
                return;
            };
            covered.iter().for_each(|bar| bar.set_child_visible(false));
            bar.set_child_visible(true);
            let width = width.max(bar.measure(gtk::Orientation::Horizontal, -1).0);
            let (_, natural, ..) = bar.measure(gtk::Orientation::Vertical, width);
            let high = natural.max(height);
            bar.size_allocate(&gtk::Allocation::new(0, height - high, width, high), -1);
        }
    }
}

widget! {
    /// The place of the bars below the board.
    BarSlot Widget
}

/// The height of a line of text in the font of a widget.
fn height_of_line(widget: &gtk::Widget) -> i32 {
    widget.pango_context().metrics(None, None).height() / pango::SCALE
}

impl BarSlot {
    fn bars(&self) -> impl Iterator<Item = gtk::Widget> {
        std::iter::successors(self.first_child(), WidgetExt::next_sibling)
    }

    /// The height of the slot at scale 1, which depends on nothing but the font of the desktop.
    pub fn reserved(&self) -> i32 {
        LINES * self.line_height() + AROUND
    }

    /// The height of a line of text at scale 1.
    pub fn line_height(&self) -> i32 {
        let top = self.root().and_upcast::<gtk::Widget>();
        height_of_line(top.as_ref().unwrap_or(self.upcast_ref()))
    }
}
