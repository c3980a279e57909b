//! A bar beside the board: the winning chances of the side at the bottom fill it from below.

use crate::rules::Side;
use crate::ui::toolkit::prelude::*;
use gtk::graphene;

/// Width of the bar, in pixels.
pub const BAR_WIDTH: i32 = 8;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct EvaluationBar {
        pub(super) red: gtk::Box,
        /// Red’s winning chances, from 0 to 1.
        pub(super) chances: Cell<f64>,
        pub(super) is_red_above: Cell<bool>,
    }

    class!(EvaluationBar "XqEvaluationBar" gtk::Widget, css "evaluationbar", role Img);

    impl ObjectImpl for EvaluationBar {
        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            bar.set_overflow(gtk::Overflow::Hidden);
            bar.set_can_target(false);
            self.red.add_css_class("red");
            self.red.set_parent(&*bar);
        }

        fn dispose(&self) {
            self.red.unparent();
        }
    }

    impl WidgetImpl for EvaluationBar {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (BAR_WIDTH, BAR_WIDTH, -1, -1),
                _ => (0, 0, -1, -1),
            }
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let red = (f64::from(height) * self.chances.get()).round() as i32;
            let top = if self.is_red_above.get() {
                0
            } else {
                height - red
            };
            self.red.set_child_visible(red > 0);
            self.red.measure(gtk::Orientation::Vertical, -1);
            let place = gtk::Allocation::new(0, top, width, red);
            self.red.size_allocate(&place, -1);
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.parent_snapshot(snapshot);
            let bar = self.obj();
            // Where both sides have the same chances.
            let middle =
                graphene::Rect::new(0.0, (bar.height() / 2 - 1) as f32, bar.width() as f32, 2.0);
            snapshot.append_color(&gdk::RGBA::new(1.0, 1.0, 1.0, 0.75), &middle);
        }
    }
}

widget! {
    /// The bar.
    EvaluationBar Widget
}

impl EvaluationBar {
    /// Shows Red’s winning chances, from 0 to 1, with a side at the bottom.
    pub fn show_chances(&self, chances: f64, bottom: Side) {
        let imp = self.imp();
        let chances = chances.clamp(0.0, 1.0);
        let is_red_above = bottom == Side::Black;
        let was = (
            imp.chances.replace(chances),
            imp.is_red_above.replace(is_red_above),
        );
        if was != (chances, is_red_above) {
            self.queue_allocate();
            a11y::set_label(self, &words::red_chances_aloud(chances));
        }
    }
}
