//! Messages that come and go. The buttons of libadwaita’s own have no name, and no key; its text has one line.

use super::{a11y, below};
use crate::words;
use gtk::glib;
use gtk::prelude::*;

/// The widget that libadwaita shows a message in.
const WIDGET: &str = "AdwToastWidget";

/// Gives the buttons of the messages that are shown somewhere in a widget their names, and the text as many lines as it
/// takes. To be called once a message is added.
pub(super) fn finish(within: &impl IsA<gtk::Widget>) {
    // A message that waits for another has no widget yet.
    glib::idle_add_local_once(glib::clone!(
        #[weak(rename_to = within)]
        within.upcast_ref::<gtk::Widget>(),
        move || {
            for toast in below::find(&within, |widget| widget.type_().name() == WIDGET) {
                for button in below::find(&toast, gtk::Widget::is::<gtk::Button>) {
                    button.downcast_ref().map(name);
                }
                for label in below::find(&toast, is_text) {
                    label.downcast_ref().map(fold);
                }
            }
        }
    ));
}

/// Whether it is a label, and none of a button.
fn is_text(widget: &gtk::Widget) -> bool {
    widget.is::<gtk::Label>() && widget.ancestor(gtk::Button::static_type()).is_none()
}

fn fold(label: &gtk::Label) {
    label.set_ellipsize(gtk::pango::EllipsizeMode::None);
    label.set_wrap(true);
}

fn name(button: &gtk::Button) {
    match button.label() {
        Some(label) if !label.is_empty() => {
            a11y::name_button(button, &label);
            button.set_tooltip_text(Some(&words::without_key(&label)));
        }
        // The one with a picture; or it has been named already.
        _ if button.icon_name().is_some() => {
            a11y::set_label(button, words::dismiss());
            button.set_tooltip_text(Some(words::dismiss()));
        }
        _ => {}
    }
}
