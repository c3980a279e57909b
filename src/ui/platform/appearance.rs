//! How boards and pieces look in every window: as the players have chosen, and as the desktop asks for.
//!
//! One value for the whole program, beside libadwaita's for light and dark: whatever draws a board reads it when it
//! draws, and is drawn again when it changes.

use super::settings::LookChoice;
use crate::paint::Theme;
use crate::scene::{EdgeLabels, Look};
use crate::ui::platform::prelude::*;
use std::cell::Cell;

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
        signals!("changed");
    }
}

glib::wrapper! {
    /// Chosen look, and the callbacks to run when it changes.
    pub struct Appearance(ObjectSubclass<imp::Appearance>);
}

thread_local! {
    static APPEARANCE: Appearance = glib::Object::new();
}

fn shared() -> Appearance {
    APPEARANCE.with(Appearance::clone)
}

/// How boards and pieces look now.
pub fn look() -> Look {
    let style = adw::StyleManager::default();
    shared().imp().choice.get().look(style.is_high_contrast())
}

/// Labels along the edges of boards, by which points are named.
pub fn labels() -> EdgeLabels {
    look().labels
}

/// The colors for that, in the light that the desktop has.
pub fn theme() -> Theme {
    Theme::new(look(), adw::StyleManager::default().is_dark())
}

/// Shows another choice everywhere.
pub fn choose(choice: LookChoice) {
    let shared = shared();
    if shared.imp().choice.replace(choice) != choice {
        shared.emit_by_name::<()>("changed", &[]);
    }
}

/// Has a widget drawn again whenever any of that changes, for as long as there is the widget.
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
        move |_: &Appearance| widget.queue_draw()
    );
    shared().connect_closure("changed", false, draw);
}
