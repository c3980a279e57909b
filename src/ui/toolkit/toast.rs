//! Toasts, and fixes to libadwaita's: their buttons have neither name nor mnemonic, and their text has only one line.

use super::actions::{shortcut, tooltip};
use super::announce::announce;
use super::{a11y, descendants};
use crate::ui::platform::prelude::*;

/// Type of libadwaita's toast widget.
const WIDGET: &str = "AdwToastWidget";

/// A window that can show toasts.
pub trait Tells: IsA<gtk::Widget> {
    fn toasts(&self) -> adw::ToastOverlay;

    /// Shows a toast.
    fn show_toast(&self, toast: &adw::Toast) {
        let toasts = self.toasts();
        toasts.add_toast(toast.clone());
        finish(&toasts);
    }

    /// Shows and announces a short message.
    fn tell(&self, text: &str) {
        announce(self, Importance::Answer, text);
        self.show_toast(&adw::Toast::new(text));
    }
}

/// Names the buttons of the toasts shown inside a widget, and wraps their text. Must be called after a toast is added.
pub fn finish(within: &impl IsA<gtk::Widget>) {
    let within = within.upcast_ref::<gtk::Widget>();
    // At once: frames come before idle work.
    name_buttons(within);
    // A queued toast has no widget yet, and a new window no width.
    glib::idle_add_local_once(weak!(within, |within| {
        name_buttons(&within);
        for toast in toasts(&within) {
            for label in descendants::find(&toast, is_text) {
                if let Some(label) = label.downcast_ref() {
                    fold(label, within.width(), &toast);
                }
            }
        }
    }));
}

fn toasts(within: &gtk::Widget) -> Vec<gtk::Widget> {
    descendants::find(within, |widget| widget.type_().name() == WIDGET)
}

fn name_buttons(within: &gtk::Widget) {
    for toast in toasts(within) {
        for button in descendants::find(&toast, gtk::Widget::is::<gtk::Button>) {
            if let Some(button) = button.downcast_ref() {
                name(button);
            }
        }
    }
}

/// Whether a widget is a label outside a button.
fn is_text(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::Label>() && widget.ancestor(gtk::Button::static_type()).is_none()
}

/// Wraps the text. Libadwaita gives a toast the height of its text in one line, however long, so the text has to prefer
/// a narrow width.
fn fold(label: &gtk::Label, room: i32, toast: &gtk::Widget) {
    label.set_ellipsize(gtk::pango::EllipsizeMode::None);
    label.set_wrap(true);
    label.set_max_width_chars(-1);
    let natural = |widget: &gtk::Widget| widget.measure(gtk::Orientation::Horizontal, -1).1;
    let beside = natural(toast) - natural(label.upcast_ref());
    let metrics = label.pango_context().metrics(None, None);
    let letter = metrics
        .approximate_char_width()
        .max(metrics.approximate_digit_width());
    label.set_max_width_chars((room - beside) * gtk::pango::SCALE / letter.max(1));
}

/// Adds the mnemonic to the dismiss button, once.
fn give_key(button: &gtk::Button) {
    let about = tooltip(words::dismiss(), words::DISMISS_KEY);
    if button.tooltip_text().is_some_and(|known| known == about) {
        return;
    }
    button.set_tooltip_text(Some(&about));
    let dismiss = gtk::CallbackAction::new(|button, _| {
        button.activate();
        glib::Propagation::Stop
    });
    let keys = gtk::ShortcutController::new();
    keys.set_scope(gtk::ShortcutScope::Managed);
    keys.add_shortcut(shortcut(words::DISMISS_KEY, dismiss));
    button.add_controller(keys);
}

fn name(button: &gtk::Button) {
    match button.label() {
        Some(label) if !label.is_empty() => {
            a11y::name_button(button, &label);
            button.set_tooltip_text(Some(&words::without_key(&label)));
        }
        // The one with an icon; or it has been named already.
        _ if button.icon_name().is_some() => {
            a11y::set_label(button, words::dismiss());
            give_key(button);
        }
        _ => {}
    }
}
