//! A line of digits that changes every second, redrawn in place.
//!
//! A label would queue a resize of all its ancestors, up to the window manager, whenever its text changes. For a clock,
//! that would wake up the program some thirty times a second.

use crate::ui::toolkit::prelude::*;
use gtk::pango;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Digits {
        pub(super) text: RefCell<String>,
    }

    class!(Digits "XqDigits" gtk::Widget, css "digits", role Presentation; ObjectImpl);

    impl WidgetImpl for Digits {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let (width, height) = self.obj().pixels(&self.text.borrow());
            let size = if orientation == gtk::Orientation::Horizontal {
                width
            } else {
                height
            };
            (size, size, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let digits = self.obj();
            let layout = digits.written(&self.text.borrow());
            let (width, height) = layout.pixel_size();
            let x = f64::from(digits.width() - width) / 2.0;
            let y = f64::from(digits.height() - height) / 2.0;
            snapshot.render_layout(&digits.style_context(), x.floor(), y.floor(), &layout);
        }
    }
}

widget! {
    /// A line of digits.
    Digits Widget
}

impl Digits {
    pub fn text(&self) -> String {
        self.imp().text.borrow().clone()
    }

    /// Shows other digits; the layout is recomputed only if their width changes.
    pub fn set_text(&self, text: &str) {
        let before = self.imp().text.replace(text.to_owned());
        if self.pixels(&before) == self.pixels(text) {
            self.queue_draw();
        } else {
            self.queue_resize();
        }
    }

    fn pixels(&self, text: &str) -> (i32, i32) {
        self.written(text).pixel_size()
    }

    /// Creates the layout with tabular digits; style sheets can request those only for labels.
    fn written(&self, text: &str) -> pango::Layout {
        let layout = self.create_pango_layout(Some(text));
        let attributes = pango::AttrList::new();
        attributes.insert(pango::AttrFontFeatures::new("tnum"));
        layout.set_attributes(Some(&attributes));
        layout
    }
}
