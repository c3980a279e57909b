//! Tells assistive technology what a widget is and says.
//!
//! The bindings hide `GtkAccessible` below GTK 4.10, though its functions are as old as GTK 4.0.
#![allow(unsafe_code)]

use gtk::glib::{self, translate::IntoGlib};
use gtk::prelude::*;
use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn gtk_accessible_update_property_value(
        accessible: *mut c_void,
        count: c_int,
        properties: *mut c_int,
        values: *const glib::gobject_ffi::GValue,
    );
    fn gtk_accessible_update_state_value(
        accessible: *mut c_void,
        count: c_int,
        states: *mut c_int,
        values: *const glib::gobject_ffi::GValue,
    );
}

fn set(widget: &impl IsA<gtk::Widget>, property: gtk::AccessibleProperty, text: &str) {
    let mut property = property.into_glib();
    let value = text.to_value();
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible; one property and one value are passed, and both
    // live until the call returns.
    unsafe {
        gtk_accessible_update_property_value(
            widget.cast(),
            1,
            &raw mut property,
            value.as_ptr().cast_const(),
        );
    }
}

/// Sets the name by which a widget is called.
pub(super) fn set_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    set(widget, gtk::AccessibleProperty::Label, text);
}

/// Gives a button a label with a key. GTK 4.8 would read a button's own label out with the underscore before its key.
pub(super) fn name_button(button: &gtk::Button, label: &str) {
    button.set_child(Some(&gtk::Label::with_mnemonic(label)));
    set_label(button, &label.replace('_', ""));
}

/// Sets whether a widget counts as marked, for one that has the role of a mark without being one.
pub(super) fn set_checked(widget: &impl IsA<gtk::Widget>, on: bool) {
    let mut state = gtk::AccessibleState::Checked.into_glib();
    let value = i32::from(on).to_value();
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: as above; the value of this state is an integer.
    unsafe {
        gtk_accessible_update_state_value(
            widget.cast(),
            1,
            &raw mut state,
            value.as_ptr().cast_const(),
        );
    }
}

/// Sets what is said about a widget after its name. A change is read out while it has the focus.
pub(super) fn set_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    set(widget, gtk::AccessibleProperty::Description, text);
}
