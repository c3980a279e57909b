//! Tells assistive technology what a widget is and says.
//!
//! The bindings hide `GtkAccessible` below GTK 4.10, though its functions are as old as GTK 4.0.
#![allow(unsafe_code)]

use crate::words;
use gtk::glib::{self, translate::IntoGlib};
use gtk::prelude::*;
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

/// Sets the name of a widget that has been given a label to be named by. GTK 4.8 would read out both.
pub(super) fn replace_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    let relation = gtk::AccessibleRelation::LabelledBy.into_glib();
    let named: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible; a relation that is not there may be reset.
    unsafe { gtk_accessible_reset_relation(named.cast(), relation) };
    set_label(widget, text);
}

/// Gives a button a label with a key. GTK 4.8 would read a button's own label out with the underscore before its key.
pub(super) fn name_button(button: &gtk::Button, label: &str) {
    button.set_child(Some(&gtk::Label::with_mnemonic(label)));
    set_label(button, &words::without_key(label));
}

/// Sets whether a widget counts as marked, for one that has the role of a mark without being one.
pub(super) fn set_checked(widget: &impl IsA<gtk::Widget>, on: bool) {
    set_state(
        widget,
        gtk::AccessibleState::Checked,
        &i32::from(on).to_value(),
    );
}

/// Keeps a widget, with all that is in it, from those who listen: there is nothing to be heard of it.
pub(super) fn hide(widget: &impl IsA<gtk::Widget>) {
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

/// Under this name a widget keeps what is said about it.
const ABOUT: &str = "chuhe-about";

/// What is said about a widget, and what it tells just now.
#[derive(Clone, Default)]
struct About {
    own: String,
    told: String,
    /// Whether it tells an announcement.
    is_instead: bool,
}

fn about(widget: &gtk::Widget) -> About {
    // SAFETY: nothing of another type is kept under this name, and it is copied before anything else can be.
    let about = unsafe {
        widget
            .data::<About>(ABOUT)
            .map(|about| about.as_ref().clone())
    };
    about.unwrap_or_default()
}

fn keep(widget: &gtk::Widget, about: About) {
    // SAFETY: as above.
    unsafe { widget.set_data(ABOUT, about) };
}

/// Sets what is said about a widget after its name. A change is read out while it has the focus.
pub(super) fn set_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    keep_description(widget, text);
    tell(widget, text, false);
}

/// The same for a widget that is not to be heard just now: the change comes with [`tell_description`].
pub(super) fn keep_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    let own = text.to_owned();
    let before = about(widget.as_ref());
    keep(widget.as_ref(), About { own, ..before });
}

/// Has a widget tell what is said about it, if it tells something else.
pub(super) fn tell_description(widget: &impl IsA<gtk::Widget>) {
    let About { own, told, .. } = about(widget.as_ref());
    if own != told {
        tell(widget, &own, false);
    }
}

/// Has a widget tell something else for a while: an announcement.
pub(super) fn tell_instead(widget: &impl IsA<gtk::Widget>, text: &str) {
    tell(widget, text, true);
}

/// Has a widget tell nothing but its name, unless that would cut an announcement short.
pub(super) fn tell_nothing(widget: &impl IsA<gtk::Widget>) {
    if !about(widget.as_ref()).is_instead {
        tell(widget, "", false);
    }
}

/// Ends an announcement; until [`tell_description`] nothing else is told but the name.
pub(super) fn end_announcement(widget: &impl IsA<gtk::Widget>) {
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

/// Tells assistive technology of a widget that is about to have the focus for the first time. GTK makes it known to
/// others only then, and would report name and description as changes that have just happened: they were read out
/// twice.
pub(super) fn introduce(widget: &impl IsA<gtk::Widget>) {
    // A change of what a widget is makes it known; what it has to tell goes along with the next thing that it tells.
    widget.as_ref().set_focusable(false);
    widget.as_ref().set_focusable(true);
    let told = about(widget.as_ref()).told;
    set(widget, gtk::AccessibleProperty::Description, &told);
}

/// `gtk_accessible_announce`: widget, text, how urgent it is.
type Announce = unsafe extern "C" fn(*mut c_void, *const c_char, c_int);
/// What is said before waits until this has been said.
const URGENT: c_int = 1;

/// The function of GTK 4.14 and newer, where that is what runs.
fn announcer() -> Option<Announce> {
    static ANNOUNCER: OnceLock<Option<Announce>> = OnceLock::new();
    *ANNOUNCER.get_or_init(|| {
        // SAFETY: the name belongs to GTK, and its function has had these parameters from the first on. What the
        // program itself has loaded is never unloaded.
        unsafe {
            let found = Library::this().get::<Announce>(b"gtk_accessible_announce\0");
            found.ok().map(|symbol| *symbol)
        }
    })
}

/// Whether GTK can be asked to announce something.
pub(super) fn can_announce() -> bool {
    announcer().is_some()
}

/// Has GTK announce a text for a widget; `false` where it is too old for that.
pub(super) fn announce(widget: &impl IsA<gtk::Widget>, text: &str) -> bool {
    let (Some(announce), Ok(text)) = (announcer(), CString::new(text)) else {
        return false;
    };
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible; widget and text live until the call returns.
    unsafe { announce(widget.cast(), text.as_ptr(), URGENT) };
    true
}
