//! Accessible names, descriptions and states of widgets.
//!
//! The bindings hide `GtkAccessible` below GTK 4.10, though its functions are as old as GTK 4.0.
//!
//! Goes with GTK 4.10. The names of rows go with GTK 4.12, whose list items have `accessible-label`, and the
//! announcements with GTK 4.14, which has `gtk_accessible_announce`.
#![allow(unsafe_code)]

use crate::ui::platform::prelude::*;
use gtk::glib::{
    self,
    translate::{IntoGlib, from_glib_full},
};
use libloading::os::unix::Library;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::OnceLock;

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
    fn gtk_accessible_reset_relation(accessible: *mut c_void, relation: c_int);
}

fn set(widget: &impl IsA<gtk::Widget>, property: gtk::AccessibleProperty, text: &str) {
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    set_property(widget.cast(), property, text);
}

fn set_property(accessible: *mut c_void, property: gtk::AccessibleProperty, text: &str) {
    let mut property = property.into_glib();
    let value = text.to_value();
    // SAFETY: every GtkWidget and GtkStackPage implements GtkAccessible; one property and one value are passed, and
    // both live until the call returns.
    unsafe {
        gtk_accessible_update_property_value(
            accessible,
            1,
            &raw mut property,
            value.as_ptr().cast_const(),
        );
    }
}

/// Sets the accessible name of a widget.
pub fn set_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    set(widget, gtk::AccessibleProperty::Label, text);
}

/// Replaces the accessible name of a widget that is labeled by another, as GTK does for a button's own label: GTK 4.8
/// would read out both, and newer versions only the label.
pub fn replace_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    reset(widget, gtk::AccessibleRelation::LabelledBy);
    set_label(widget, text);
}

fn reset(widget: &impl IsA<gtk::Widget>, relation: gtk::AccessibleRelation) {
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible; a relation that is not there may be reset.
    unsafe { gtk_accessible_reset_relation(widget.cast(), relation.into_glib()) };
}

/// Names the row that a list has created for an item: the widget that the arrow keys go to.
///
/// Since GTK 4.12 the list item does that. While it is being bound, the row around its child has no owner yet, so that
/// taking and dropping a reference to it would destroy it.
pub fn name_row(place: &impl IsA<glib::Object>, child: &impl IsA<gtk::Widget>, text: &str) {
    if !name_place(place, text)
        && child.as_ref().root().is_some()
        && let Some(row) = child.as_ref().parent()
    {
        set_label(&row, text);
    }
}

/// Names a list item or column view row. Returns `false` before GTK 4.12, where they have no names.
pub fn name_place(place: &impl IsA<glib::Object>, text: &str) -> bool {
    const LABEL: &str = "accessible-label";
    let can = place.has_property(LABEL);
    if can {
        place.set_property(LABEL, text);
    }
    can
}

/// Names a page of a stack, which is accessible though it is no widget.
pub fn name_page(page: &gtk::StackPage, text: &str) {
    set_property(page.as_ptr().cast(), gtk::AccessibleProperty::Label, text);
}

/// Labels a button with a mnemonic. GTK 4.8 would read out a button's own label with the underscore.
pub fn name_button(button: &gtk::Button, label: &str) {
    button.set_child(Some(&gtk::Label::with_mnemonic(label)));
    set_label(button, &words::without_key(label));
}

/// Labels a button that was named before, if its label is another one.
pub fn rename_button(button: &gtk::Button, label: &str) {
    let shown = button.child().and_downcast::<gtk::Label>();
    if shown.is_none_or(|shown| shown.label() != label) {
        name_button(button, label);
    }
}

/// Sets the checked state of a widget with the role of a check or radio button.
pub fn set_checked(widget: &impl IsA<gtk::Widget>, on: bool) {
    set_state(
        widget,
        gtk::AccessibleState::Checked,
        &i32::from(on).to_value(),
    );
}

/// Sets whether a row that unfolds is unfolded.
pub fn set_expanded(widget: &impl IsA<gtk::Widget>, on: bool) {
    set_state(
        widget,
        gtk::AccessibleState::Expanded,
        &i32::from(on).to_value(),
    );
}

/// Hides a widget and its children from assistive technology.
pub fn hide(widget: &impl IsA<gtk::Widget>) {
    set_state(widget, gtk::AccessibleState::Hidden, &true.to_value());
}

fn set_state(widget: &impl IsA<gtk::Widget>, state: gtk::AccessibleState, value: &glib::Value) {
    let mut state = state.into_glib();
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: as above; the value is of the type that this state has.
    unsafe {
        gtk_accessible_update_state_value(
            widget.cast(),
            1,
            &raw mut state,
            value.as_ptr().cast_const(),
        );
    }
}

/// Key of the widget data that holds its description.
const ABOUT: &str = "chuhe-about";

/// Description of a widget, and its temporary announcement.
#[derive(Clone, Default)]
struct About {
    own: String,
    told: String,
    /// Whether an announcement replaces the description.
    is_instead: bool,
}

fn about(widget: &gtk::Widget) -> About {
    known(widget).unwrap_or_default()
}

fn known(widget: &gtk::Widget) -> Option<About> {
    // SAFETY: only this type is stored under this key, and the value is copied before it can be replaced.
    unsafe {
        widget
            .data::<About>(ABOUT)
            .map(|about| about.as_ref().clone())
    }
}

fn keep(widget: &gtk::Widget, about: About) {
    // SAFETY: as above.
    unsafe { widget.set_data(ABOUT, about) };
}

/// Sets the description of a widget, read after its name. A change is read out while the widget has the focus.
///
/// Newer libadwaita rows are described by a label, which GTK prefers but computes as empty.
pub fn set_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    reset(widget, gtk::AccessibleRelation::DescribedBy);
    keep_description(widget, text);
    tell(widget, text, false);
}

/// Whether a widget has a description of its own.
pub fn is_described(widget: &impl IsA<gtk::Widget>) -> bool {
    !about(widget.as_ref()).own.is_empty()
}

/// Stores the description of a widget without exposing it, until [`restore_description`] does.
pub fn keep_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    let own = text.to_owned();
    let before = about(widget.as_ref());
    keep(widget.as_ref(), About { own, ..before });
}

/// Restores the description of a widget, if something else replaces it.
pub fn restore_description(widget: &impl IsA<gtk::Widget>) {
    let About { own, told, .. } = about(widget.as_ref());
    if own != told {
        tell(widget, &own, false);
    }
}

/// Replaces the description of a widget by an announcement.
pub fn override_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    tell(widget, text, true);
}

/// Clears the description of a widget, unless that would interrupt an announcement.
pub fn clear_description(widget: &impl IsA<gtk::Widget>) {
    if !about(widget.as_ref()).is_instead {
        tell(widget, "", false);
    }
}

/// Ends an announcement; the description stays empty until [`restore_description`].
pub fn end_announcement(widget: &impl IsA<gtk::Widget>) {
    tell(widget, "", false);
}

fn tell(widget: &impl IsA<gtk::Widget>, text: &str, is_instead: bool) {
    let told = text.to_owned();
    let own = about(widget.as_ref()).own;
    let about = About {
        own,
        told,
        is_instead,
    };
    keep(widget.as_ref(), about);
    set(widget, gtk::AccessibleProperty::Description, text);
}

/// Exposes a widget that is about to get its first focus. GTK would expose it only on focus, and report name and
/// description as changes, so that they were read out twice.
pub fn introduce(widget: &impl IsA<gtk::Widget>) {
    // A changed state exposes the widget; pending properties follow with its next change.
    widget.as_ref().set_focusable(false);
    widget.as_ref().set_focusable(true);
    let told = known(widget.as_ref()).map(|about| about.told);
    // By itself GTK describes a widget by its tooltip.
    let told = told.or_else(|| widget.as_ref().tooltip_text().map(String::from));
    let told = told.unwrap_or_default();
    set(widget, gtk::AccessibleProperty::Description, &told);
}

/// Functions for announcements in GTK 4.14 and newer.
#[derive(Clone, Copy)]
struct Announcer {
    /// `gtk_accessible_announce`: accessible, message, priority.
    announce: unsafe extern "C" fn(*mut c_void, *const c_char, c_int),
    /// `gtk_accessible_get_at_context`: the context that exposes a widget, as an owned reference.
    context: unsafe extern "C" fn(*mut c_void) -> *mut glib::gobject_ffi::GObject,
}

/// `GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM`: precedes announcements of low priority.
const URGENT: c_int = 1;
/// Type of the context without an accessibility bus. It does not implement announcements, and GTK calls it all the
/// same.
const TEST_CONTEXT: &str = "GtkTestATContext";

/// Returns the functions of GTK 4.14 and newer; `None` at runtime with an older one.
fn announcer() -> Option<Announcer> {
    static ANNOUNCER: OnceLock<Option<Announcer>> = OnceLock::new();
    *ANNOUNCER.get_or_init(|| {
        let gtk = Library::this();
        // SAFETY: the names belong to GTK, whose functions have always had these parameters. Libraries that the program
        // is linked to are never unloaded.
        unsafe {
            Some(Announcer {
                announce: *gtk.get(b"gtk_accessible_announce\0").ok()?,
                context: *gtk.get(b"gtk_accessible_get_at_context\0").ok()?,
            })
        }
    })
}

/// Whether GTK supports announcements.
pub fn can_announce() -> bool {
    announcer().is_some()
}

/// Announces a text for a widget. Returns `false` if GTK is too old.
pub fn announce(widget: &impl IsA<gtk::Widget>, text: &str) -> bool {
    let (Some(announcer), Ok(text)) = (announcer(), CString::new(text)) else {
        return false;
    };
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible, and a context is an object or none.
    let context: Option<glib::Object> =
        unsafe { from_glib_full((announcer.context)(widget.cast())) };
    if context.is_some_and(|context| context.type_().name() != TEST_CONTEXT) {
        // SAFETY: widget and text live until the call returns.
        unsafe { (announcer.announce)(widget.cast(), text.as_ptr(), URGENT) };
    }
    true
}
