//! Tooltips that may be the same as before.
//!
//! When a widget gets a tooltip, GTK asks the display server at once where the pointer is, and waits for the answer.

use gtk::prelude::*;

/// Gives a widget a tooltip, or none, if it has another one.
pub fn set_text(widget: &impl IsA<gtk::Widget>, text: Option<&str>) {
    if widget.tooltip_text().as_deref() != text {
        widget.set_tooltip_text(text);
    }
}

/// Gives a widget a tooltip in Pango’s markup, if it has another one.
pub fn set_markup(widget: &impl IsA<gtk::Widget>, markup: &str) {
    if widget.tooltip_markup().as_deref() != Some(markup) {
        widget.set_tooltip_markup(Some(markup));
    }
}
