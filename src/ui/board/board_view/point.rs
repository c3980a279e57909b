//! One of the ninety points as an invisible widget with a name, focus and an action.

use crate::rules::Point;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct PointView {
        pub(super) point: OnceCell<Point>,
        /// Whether assistive technology knows the point.
        pub(super) is_known: Cell<bool>,
        label: RefCell<String>,
        about: RefCell<String>,
    }

    class!(PointView "XqPointView" gtk::Widget, css "point", role GridCell, |klass| {
        klass.install_action("point.activate", None, |point, _, _| {
            point.emit_activated();
        });
        let none = gtk::gdk::ModifierType::empty();
        for key in [
            gtk::gdk::Key::Return,
            gtk::gdk::Key::KP_Enter,
            gtk::gdk::Key::ISO_Enter,
            gtk::gdk::Key::space,
            gtk::gdk::Key::KP_Space,
        ] {
            klass.add_binding_action(key, none, "point.activate");
        }
    }; WidgetImpl);

    impl ObjectImpl for PointView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let point = self.obj();
            point.set_focusable(true);
            // The board handles presses itself, so that a drag can start anywhere on a piece.
            point.set_can_target(false);
        }
    }

    impl PointView {
        pub(super) fn set_label(&self, label: &str) {
            if *self.label.borrow() == label {
                return;
            }
            label.clone_into(&mut self.label.borrow_mut());
            a11y::set_label(&*self.obj(), label);
        }

        /// Sets the description. A focused point keeps its old one until it loses the focus, since a change would be
        /// read out.
        pub(super) fn set_about(&self, about: &str) {
            if *self.about.borrow() == about {
                return;
            }
            about.clone_into(&mut self.about.borrow_mut());
            let point = self.obj();
            if point.has_focus() {
                a11y::keep_description(&*point, about);
                a11y::clear_description(&*point);
            } else {
                a11y::set_description(&*point, about);
            }
        }
    }
}

widget! {
    /// A focusable point of the board.
    PointView Widget
}

impl PointView {
    signals! {
        "activated" connect_activated emit_activated;
    }

    pub(super) fn new(point: Point) -> Self {
        let view: Self = glib::Object::new();
        once(&view.imp().point, point);
        view
    }

    pub(super) fn point(&self) -> Point {
        *self.imp().point.get().expect("a point has its place")
    }

    pub(super) fn set_label(&self, label: &str) {
        self.imp().set_label(label);
    }

    pub(super) fn set_about(&self, about: &str) {
        self.imp().set_about(about);
    }

    /// Must be called before the point gets the focus.
    pub(super) fn introduce(&self) {
        if !self.imp().is_known.replace(true) {
            a11y::introduce(self);
        }
    }
}
