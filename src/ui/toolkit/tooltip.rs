//! Tooltips that are set only on change.
//!
//! When a widget gets a tooltip, GTK queries the pointer position from the display server, and blocks on the answer.

use gtk::prelude::*;

/// Sets or removes the tooltip of a widget, if it differs.
pub fn set_text(widget: &impl IsA<gtk::Widget>, text: Option<&str>) {
    if widget.tooltip_text().as_deref() != text {
        widget.set_tooltip_text(text);
    }
}

/// Sets the tooltip of a widget in Pango markup, if it differs.
pub fn set_markup(widget: &impl IsA<gtk::Widget>, markup: &str) {
    if widget.tooltip_markup().as_deref() != Some(markup) {
        widget.set_tooltip_markup(Some(markup));
    }
}
