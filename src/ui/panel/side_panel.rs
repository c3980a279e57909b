//! The side panel: as wide as its parts need, and where the window has room to spare, wider.

use crate::ui::platform::prelude::*;
use std::cell::Cell;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SidePanel {
        pub(super) wanted: Cell<i32>,
    }

    class!(SidePanel "XqSidePanel" gtk::Widget, css "sidepanel");

    impl ObjectImpl for SidePanel {
        fn dispose(&self) {
            if let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for SidePanel {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            let child = self.obj().first_child();
            child.map_or(gtk::SizeRequestMode::ConstantSize, |child| {
                child.request_mode()
            })
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let Some(child) = self.obj().first_child() else {
                return (0, 0, -1, -1);
            };
            let (least, natural, ..) = child.measure(orientation, for_size);
            // A flap gets no more than it needs at least.
            let wanted = match orientation {
                gtk::Orientation::Horizontal => self.wanted.get(),
                _ => 0,
            };
            (least.max(wanted), natural.max(wanted), -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            if let Some(child) = self.obj().first_child() {
                child.allocate(width, height, baseline, None);
            }
        }
    }
}

widget! {
    /// The side panel.
    SidePanel Widget
}

impl SidePanel {
    /// Sets the width of the panel, unless its parts need more.
    pub fn set_wanted_width(&self, width: i32) {
        if self.imp().wanted.replace(width) != width {
            self.queue_resize();
        }
    }

    /// The width last set.
    pub fn wanted_width(&self) -> i32 {
        self.imp().wanted.get()
    }
}
