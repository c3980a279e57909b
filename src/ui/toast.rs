//! Messages that come and go. The buttons of libadwaita’s own have no name, and no key.

use super::a11y;
use crate::words;
use gtk::glib;
use gtk::prelude::*;

/// The widget that libadwaita shows a message in.
const WIDGET: &str = "AdwToastWidget";

/// Gives the buttons of the messages that are shown somewhere in a widget their names. To be called once a message is
/// added.
pub(super) fn name_buttons(within: &impl IsA<gtk::Widget>) {
    // A message that waits for another has no widget yet.
    glib::idle_add_local_once(glib::clone!(
        #[weak(rename_to = within)]
        within.upcast_ref::<gtk::Widget>(),
        move || {
            let mut toasts = Vec::new();
            find(
                &within,
                &|widget| widget.type_().name() == WIDGET,
                &mut toasts,
            );
            for toast in toasts {
                let mut buttons = Vec::new();
                find(&toast, &|widget| widget.is::<gtk::Button>(), &mut buttons);
                buttons
                    .iter()
                    .filter_map(|it| it.downcast_ref())
                    .for_each(name);
            }
        }
    ));
}

fn name(button: &gtk::Button) {
    match button.label() {
        Some(label) if !label.is_empty() => a11y::name_button(button, &label),
        // The one with a picture; or it has been named already.
        _ if button.icon_name().is_some() => {
            a11y::set_label(button, words::dismiss());
            button.set_tooltip_text(Some(words::dismiss()));
        }
        _ => {}
    }
}

/// Gathers the widgets below one that are of a kind; below those it does not look.
fn find(
    below: &gtk::Widget,
    is_wanted: &dyn Fn(&gtk::Widget) -> bool,
    found: &mut Vec<gtk::Widget>,
) {
    let mut child = below.first_child();
    while let Some(widget) = child {
        child = widget.next_sibling();
        if is_wanted(&widget) {
            found.push(widget);
        } else {
            find(&widget, is_wanted, found);
        }
    }
}
