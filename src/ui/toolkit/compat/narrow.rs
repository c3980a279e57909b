//! A container that can be narrower than its child: contents that fit a wide window must not keep it from shrinking,
//! since they are rearranged only once it has.
//!
//! Goes with libadwaita 1.4, which has `AdwBreakpointBin`.

use crate::ui::platform::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Narrow {
        /// Maximum width requested for the child.
        pub(super) least: Cell<i32>,
    }

    class!(Narrow "XqNarrow" gtk::Widget, css "narrow");

    impl Narrow {
        fn child(&self) -> Option<gtk::Widget> {
            self.obj().first_child().filter(WidgetExt::should_layout)
        }
    }

    impl ObjectImpl for Narrow {
        fn dispose(&self) {
            if let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Narrow {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let Some(child) = self.child() else {
                return (0, 0, -1, -1);
            };
            let (width, natural_width, ..) = child.measure(gtk::Orientation::Horizontal, -1);
            if orientation == gtk::Orientation::Horizontal {
                return (width.min(self.least.get()), natural_width, -1, -1);
            }
            let for_size = if for_size < 0 {
                for_size
            } else {
                for_size.max(width)
            };
            let (height, natural, ..) = child.measure(orientation, for_size);
            (height, natural, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            if let Some(child) = self.child() {
                let (least, ..) = child.measure(gtk::Orientation::Horizontal, -1);
                child.allocate(width.max(least), height, -1, None);
            }
        }
    }
}

widget! {
    /// A container that can be narrower than its child, whose end is then cut off.
    Narrow Widget
}

impl Narrow {
    /// A container that can be as narrow as `least` pixels.
    pub fn around(child: &impl IsA<gtk::Widget>, least: i32) -> Self {
        let narrow = Self::default();
        narrow.imp().least.set(least);
        narrow.set_overflow(gtk::Overflow::Hidden);
        child.set_parent(&narrow);
        narrow
    }
}
