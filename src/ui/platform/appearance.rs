//! The look of boards and pieces in all windows, chosen by the players or by the desktop.
//!
//! One value for the whole process, like libadwaita's style manager for light and dark: widgets read it when they draw,
//! and are redrawn when it changes.

use crate::paint::Theme;
use crate::scene::LookChoice;
use crate::scene::{EdgeLabels, Look};
use crate::ui::platform::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Appearance {
        pub(super) choice: Cell<LookChoice>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Appearance {
        const NAME: &'static str = "XqAppearance";
        type Type = super::Appearance;
    }

    impl ObjectImpl for Appearance {
        signals!();
    }
}

glib::wrapper! {
    /// The chosen look, and the callbacks for its changes.
    pub struct Appearance(ObjectSubclass<imp::Appearance>);
}

thread_local! {
    static APPEARANCE: Appearance = glib::Object::new();
}

impl Appearance {
    signals! {
        "changed" connect_changed emit_changed;
    }
}

fn shared() -> Appearance {
    APPEARANCE.with(Appearance::clone)
}

/// Returns the current look of boards and pieces.
pub fn look() -> Look {
    let style = adw::StyleManager::default();
    shared().imp().choice.get().look(style.is_high_contrast())
}

/// Returns the edge labels of boards, which also name the points.
pub fn labels() -> EdgeLabels {
    look().labels
}

/// Returns the theme for the current look, light or dark like the desktop.
pub fn theme() -> Theme {
    Theme::new(look(), adw::StyleManager::default().is_dark())
}

/// Applies another choice everywhere.
pub fn choose(choice: LookChoice) {
    let shared = shared();
    if shared.imp().choice.replace(choice) != choice {
        shared.emit_changed();
    }
}

/// Redraws a widget on every change, as long as it exists.
pub fn follow(widget: &impl IsA<gtk::Widget>) {
    let widget = widget.upcast_ref::<gtk::Widget>();
    let style = adw::StyleManager::default();
    for property in ["notify::dark", "notify::high-contrast"] {
        let draw = glib::closure_local!(
            #[watch]
            widget,
            move |_: &adw::StyleManager, _: &glib::ParamSpec| widget.queue_draw()
        );
        style.connect_closure(property, false, draw);
    }
    let draw = glib::closure_local!(
        #[watch]
        widget,
        move |_: &Appearance, _: glib::BoxedAnyObject| widget.queue_draw()
    );
    shared().connect_closure("changed", false, draw);
}
