//! Properties of widgets that are set only on change; Enter as the key that does what a dialog is for, and keys that were
//! meant for something else.

use super::actions::on_key;
use crate::scene::card_layout::{SCALES, SMALLER};
use crate::ui::platform::prelude::*;
use gtk::gdk::Key;
use std::time::Instant;

/// Time without a key after which the next one is meant for what is shown.
const QUIET: Duration = Duration::from_millis(500);

/// Adds or removes a style class.
pub fn set_css_class(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

/// Sets the text size of a widget, in hundredths: one of the sizes of the cards.
pub fn set_text_scale(widget: &impl IsA<gtk::Widget>, scale: u32) {
    for known in SMALLER.into_iter().chain(SCALES) {
        set_css_class(widget, &format!("scale-{known}"), known == scale);
    }
}

/// Sets or removes the tooltip of a widget, if it differs: when a widget gets a tooltip, GTK queries the pointer position
/// from the display server, and blocks on the answer.
pub fn set_tooltip(widget: &impl IsA<gtk::Widget>, text: Option<&str>) {
    if widget.tooltip_text().as_deref() != text {
        widget.set_tooltip_text(text);
    }
}

/// Sets the tooltip of a widget in Pango markup, if it differs.
pub fn set_tooltip_markup(widget: &impl IsA<gtk::Widget>, markup: &str) {
    if widget.tooltip_markup().as_deref() != Some(markup) {
        widget.set_tooltip_markup(Some(markup));
    }
}

/// Lets Enter act from anywhere in a dialog, except where it does what the focused widget is for: another button, or a
/// choice that is not made yet. `act` returns whether it has.
pub fn activate_on_enter(dialog: &adw::Window, act: impl Fn(&adw::Window) -> bool + 'static) {
    let capture = gtk::PropagationPhase::Capture;
    dialog.add_controller(on_key(dialog, capture, move |dialog, key, state| {
        let is_enter = is_enter(key) && !state.intersects(gtk::accelerator_get_default_mod_mask());
        let focus = GtkWindowExt::focus(dialog);
        is_enter && !focus.is_some_and(|focus| needs_enter(&focus)) && act(dialog)
    }));
}

/// Whether a key is one of those that activate.
pub fn is_enter(key: Key) -> bool {
    matches!(key, Key::Return | Key::KP_Enter | Key::ISO_Enter)
}

/// Ignores keys in a window that appears, or has just changed, under somebody’s typing: until none has been pressed for a
/// moment, they are meant for what was there before.
#[derive(Clone, Debug, Default)]
pub struct KeyGuard(Rc<Cell<Option<Instant>>>);

impl KeyGuard {
    /// Watches the keys of a window; of those, only some need to be ignored.
    pub fn watch(&self, window: &impl IsA<gtk::Window>, needs_guard: fn(Key) -> bool) {
        let window = window.upcast_ref::<gtk::Window>();
        let last = self.0.clone();
        let capture = gtk::PropagationPhase::Capture;
        window.add_controller(on_key(window, capture, move |_, key, _| {
            let is_early = last.get().is_some_and(|last| last.elapsed() < QUIET);
            if needs_guard(key) {
                last.set(is_early.then(Instant::now));
            }
            is_early && needs_guard(key)
        }));
    }

    /// Ignores keys from now on.
    pub fn arm(&self) {
        self.0.set(Some(Instant::now()));
    }
}

/// Whether the focused widget has a use for Enter.
fn needs_enter(focus: &gtk::Widget) -> bool {
    let is_open_list = focus.ancestor(gtk::Popover::static_type()).is_some();
    // An entry takes what is typed in it first.
    let is_entry = focus.is::<gtk::Text>();
    let is_button = match focus.downcast_ref::<gtk::ToggleButton>() {
        Some(choice) => !choice.is_active(),
        None => focus.is::<gtk::Button>(),
    };
    let row = focus.downcast_ref::<adw::ActionRow>();
    let check = row.and_then(ActionRowExt::activatable_widget);
    let check = check.and_downcast::<gtk::CheckButton>();
    let is_choice = check.is_some_and(|check| !check.is_active());
    is_open_list || is_entry || is_button || is_choice
}
