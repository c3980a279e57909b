//! Conditional style classes.

use crate::scene::card_layout::{SCALES, SMALLER};
use gtk::prelude::*;

/// Adds or removes a style class.
pub fn set(widget: &impl IsA<gtk::Widget>, class: &str, on: bool) {
    if on {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

/// Sets the size of a widget's text, in hundredths: one of the sizes of the cards.
pub fn set_scale(widget: &impl IsA<gtk::Widget>, scale: u32) {
    for known in SMALLER.into_iter().chain(SCALES) {
        set(widget, &format!("scale-{known}"), known == scale);
    }
}
