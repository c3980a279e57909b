//! Long lists that are on the screen at once.
//!
//! A `GtkListView` makes 200 rows before it shows the first, whatever its height. Here it is given a few, and some
//! more with each frame; once it has all it makes, the rest cost nothing.

use crate::ui::platform::prelude::*;

/// Rows before the first frame, and with each further one. They fill more than a common window.
const STEP: u32 = 8;
/// Rows after which a list view makes no more.
const MADE: u32 = 224;

/// The beginning of a model for a list view, until [`grow`].
pub fn of(model: &impl IsA<gio::ListModel>) -> gtk::SliceListModel {
    gtk::SliceListModel::new(Some(model.clone()), 0, STEP)
}

/// Shows the beginning of a model, and with each frame of its list view more of it.
pub fn grow(view: &impl IsA<gtk::Widget>, slice: &gtk::SliceListModel) {
    slice.set_size(STEP);
    let slice = slice.downgrade();
    view.add_tick_callback(move |_, _| {
        let Some(slice) = slice.upgrade().filter(|slice| slice.size() < MADE) else {
            return glib::ControlFlow::Break;
        };
        let more = slice.size() + STEP;
        slice.set_size(if more < MADE { more } else { u32::MAX });
        glib::ControlFlow::Continue
    });
}
