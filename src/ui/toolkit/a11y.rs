//! Tells assistive technology what a widget is and says.
//!
//! The bindings hide `GtkAccessible` below GTK 4.10, though its functions are as old as GTK 4.0.
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
pub fn set_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    set(widget, gtk::AccessibleProperty::Label, text);
}

/// Sets the name of a widget that has been given a label to be named by, as GTK does with a button's own: GTK 4.8 would
/// read out both, and newer ones only the label.
pub fn replace_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    reset(widget, gtk::AccessibleRelation::LabelledBy);
    set_label(widget, text);
}

fn reset(widget: &impl IsA<gtk::Widget>, relation: gtk::AccessibleRelation) {
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible; a relation that is not there may be reset.
    unsafe { gtk_accessible_reset_relation(widget.cast(), relation.into_glib()) };
}

/// Names the row that a list has made for one of its items: what the arrow keys go to.
///
/// Since GTK 4.12 the place in the list does that. The row around its child has no owner yet while it is filled, and
/// whoever asked for it then would be the only one, and end it by letting it go.
pub fn name_row(place: &impl IsA<glib::Object>, child: &impl IsA<gtk::Widget>, text: &str) {
    if !name_place(place, text)
        && child.as_ref().root().is_some()
        && let Some(row) = child.as_ref().parent()
    {
        set_label(&row, text);
    }
}

/// Names a place in a list or a row of a table; `false` before GTK 4.12, where places have no names.
pub fn name_place(place: &impl IsA<glib::Object>, text: &str) -> bool {
    const LABEL: &str = "accessible-label";
    let can = place.has_property(LABEL);
    if can {
        place.set_property(LABEL, text);
    }
    can
}

/// Gives a button a label with a key. GTK 4.8 would read a button's own label out with the underscore before its key.
pub fn name_button(button: &gtk::Button, label: &str) {
    button.set_child(Some(&gtk::Label::with_mnemonic(label)));
    set_label(button, &words::without_key(label));
}

/// Sets whether a widget counts as marked, for one that has the role of a mark without being one.
pub fn set_checked(widget: &impl IsA<gtk::Widget>, on: bool) {
    set_state(
        widget,
        gtk::AccessibleState::Checked,
        &i32::from(on).to_value(),
    );
}

/// Keeps a widget, with all that is in it, from those who listen: there is nothing to be heard of it.
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

/// Under this name a widget keeps what is said about it.
const ABOUT: &str = "chuhe-about";

/// Description of a widget, and its momentary announcement.
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
///
/// Newer rows of libadwaita name a label that describes them, which GTK prefers, and of which it makes nothing.
pub fn set_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    reset(widget, gtk::AccessibleRelation::DescribedBy);
    keep_description(widget, text);
    tell(widget, text, false);
}

/// The same for a widget that is not to be heard just now: the change comes with [`tell_description`].
pub fn keep_description(widget: &impl IsA<gtk::Widget>, text: &str) {
    let own = text.to_owned();
    let before = about(widget.as_ref());
    keep(widget.as_ref(), About { own, ..before });
}

/// Has a widget tell what is said about it, if it tells something else.
pub fn tell_description(widget: &impl IsA<gtk::Widget>) {
    let About { own, told, .. } = about(widget.as_ref());
    if own != told {
        tell(widget, &own, false);
    }
}

/// Has a widget tell something else for a while: an announcement.
pub fn tell_instead(widget: &impl IsA<gtk::Widget>, text: &str) {
    tell(widget, text, true);
}

/// Has a widget tell nothing but its name, unless that would cut an announcement short.
pub fn tell_nothing(widget: &impl IsA<gtk::Widget>) {
    if !about(widget.as_ref()).is_instead {
        tell(widget, "", false);
    }
}

/// Ends an announcement; until [`tell_description`] nothing else is told but the name.
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

/// Tells assistive technology of a widget that is about to have the focus for the first time. GTK makes it known to
/// others only then, and would report name and description as changes that have just happened: they were read out
/// twice.
pub fn introduce(widget: &impl IsA<gtk::Widget>) {
    // A change of what a widget is makes it known; what it has to tell goes along with the next thing that it tells.
    widget.as_ref().set_focusable(false);
    widget.as_ref().set_focusable(true);
    let told = about(widget.as_ref()).told;
    set(widget, gtk::AccessibleProperty::Description, &told);
}

/// Functions that GTK 4.14 and newer announce with.
#[derive(Clone, Copy)]
struct Announcer {
    /// `gtk_accessible_announce`: widget, text, how urgent it is.
    announce: unsafe extern "C" fn(*mut c_void, *const c_char, c_int),
    /// `gtk_accessible_get_at_context`: the one through which a widget is known to others, to be let go.
    context: unsafe extern "C" fn(*mut c_void) -> *mut glib::gobject_ffi::GObject,
}

/// `GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM`: goes before announcements of low priority.
const URGENT: c_int = 1;
/// Type of the context that GTK has where there is no bus for assistive technology. It cannot announce, and GTK calls
/// it all the same.
const NOBODY: &str = "GtkTestATContext";

/// The functions of GTK 4.14 and newer, where that is what runs.
fn announcer() -> Option<Announcer> {
    static ANNOUNCER: OnceLock<Option<Announcer>> = OnceLock::new();
    *ANNOUNCER.get_or_init(|| {
        let gtk = Library::this();
        // SAFETY: the names belong to GTK, and its functions have had these parameters from the first on. What the
        // program itself has loaded is never unloaded.
        unsafe {
            Some(Announcer {
                announce: *gtk.get(b"gtk_accessible_announce\0").ok()?,
                context: *gtk.get(b"gtk_accessible_get_at_context\0").ok()?,
            })
        }
    })
}

/// Whether GTK can be asked to announce something.
pub fn can_announce() -> bool {
    announcer().is_some()
}

/// Has GTK announce a text for a widget; `false` where it is too old for that.
pub fn announce(widget: &impl IsA<gtk::Widget>, text: &str) -> bool {
    let (Some(announcer), Ok(text)) = (announcer(), CString::new(text)) else {
        return false;
    };
    let widget: *mut gtk::ffi::GtkWidget = widget.as_ref().as_ptr();
    // SAFETY: every GtkWidget implements GtkAccessible, and a context is an object or none.
    let context: Option<glib::Object> =
        unsafe { from_glib_full((announcer.context)(widget.cast())) };
    if context.is_some_and(|context| context.type_().name() != NOBODY) {
        // SAFETY: widget and text live until the call returns.
        unsafe { (announcer.announce)(widget.cast(), text.as_ptr(), URGENT) };
    }
    true
}
