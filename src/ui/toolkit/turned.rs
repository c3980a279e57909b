//! A container for the player at the far side, which rotates its child by 180°, for drawing and for input. GTK keeps
//! its popups, such as menus and tooltips, upright.

use crate::ui::platform::prelude::*;
use gtk::{graphene, gsk};

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Turned {
        pub(super) is_turned: Cell<bool>,
    }

    class!(Turned "XqTurned" gtk::Widget, css "turned");

    impl ObjectImpl for Turned {
        fn dispose(&self) {
            self.obj().set_child(None);
        }
    }

    impl WidgetImpl for Turned {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            let child = self.obj().first_child();
            child.map_or(gtk::SizeRequestMode::ConstantSize, |child| {
                child.request_mode()
            })
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let Some(child) = self.obj().first_child().filter(WidgetExt::should_layout) else {
                return (0, 0, -1, -1);
            };
            let (least, natural, ..) = child.measure(orientation, for_size);
            // Upside-down text has no baseline to align to.
            (least, natural, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let Some(child) = self.obj().first_child().filter(WidgetExt::should_layout) else {
                return;
            };
            let half_a_circle = self.is_turned.get().then(|| {
                let far_corner = graphene::Point::new(width as f32, height as f32);
                gsk::Transform::new().translate(&far_corner).rotate(180.0)
            });
            child.allocate(width, height, -1, half_a_circle);
        }
    }
}

widget! {
    /// A container that can rotate its child by 180°.
    Turned Widget
}

impl Turned {
    /// Sets or removes the child.
    pub fn set_child(&self, child: Option<&gtk::Widget>) {
        if let Some(before) = self.first_child() {
            before.unparent();
        }
        if let Some(child) = child {
            child.set_parent(self);
        }
    }

    /// Sets whether the child is rotated.
    pub fn set_turned(&self, turned: bool) {
        if self.imp().is_turned.replace(turned) != turned {
            self.queue_allocate();
        }
    }
}
