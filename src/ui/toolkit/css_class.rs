//! Conditional style classes.

use gtk::prelude::*;

/// Adds or removes a style class.
pub fn set(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}
