//! Choices and switches as assistive technology hears them: by role and state.

use super::a11y;
use crate::ui::platform::prelude::*;

/// Exposes a toggle button of a group as a radio button: GTK exposes it as a plain button, whose state is not read out.
pub fn speak_as_radio(button: &gtk::ToggleButton) {
    button.set_property("accessible-role", gtk::AccessibleRole::Radio);
    a11y::set_checked(button, button.is_active());
    button.connect_active_notify(|button| a11y::set_checked(button, button.is_active()));
}

/// Exposes a row with a switch as a switch.
pub fn speak_as_switch(row: &adw::ActionRow, switch: &gtk::Switch) {
    row.set_property("accessible-role", gtk::AccessibleRole::Switch);
    a11y::set_description(row, &row.subtitle().unwrap_or_default());
    follow_mark(row, switch, gtk::Switch::is_active);
}

/// Exposes the state of a row's check button or switch on the row, which has the focus.
pub fn follow_mark<M: IsA<gtk::Widget>>(row: &adw::ActionRow, mark: &M, is_set: fn(&M) -> bool) {
    a11y::set_checked(row, is_set(mark));
    let tell = weak!(row, |row, mark: &M, _: &glib::ParamSpec| a11y::set_checked(
        &row,
        is_set(mark)
    ));
    mark.connect_notify_local(Some("active"), tell);
}
