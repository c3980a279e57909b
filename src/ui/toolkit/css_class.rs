//! Style classes that come and go with what a widget shows.

use gtk::prelude::*;

/// Gives a widget a style class, or takes it away.
pub fn set(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}
