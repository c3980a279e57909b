//! A property row with a caption and a selectable value.
//!
//! Goes with libadwaita 1.4, whose action rows look like this with the style class `property`; their subtitle has been
//! selectable since 1.3.

use super::a11y;
use crate::ui::platform::prelude::*;

mod imp {
    use super::*;

    template! {
        DetailRow "/io/github/chuhe/Chuhe/ui/detail_row.ui" {
            value: gtk::Label,
            about: gtk::Label,
        }
    }

    class!(DetailRow "XqDetailRow" adw::PreferencesRow, template; ObjectImpl WidgetImpl ListBoxRowImpl PreferencesRowImpl);
}

glib::wrapper! {
    /// A row with a caption, a value and an optional explanation.
    pub struct DetailRow(ObjectSubclass<imp::DetailRow>)
        @extends adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl DetailRow {
    /// Shows a value; an empty one hides the row.
    pub fn show_value(&self, value: &str) {
        self.set_visible(!value.is_empty());
        let label = &self.imp().value;
        label.set_label(value);
        // The caption beside it is not read when the value is focused.
        a11y::set_label(&**label, &words::detail(&self.title(), value));
        // With a GTK that supports announcements, screen readers read only a label's text and its description.
        if a11y::can_announce() {
            a11y::set_description(&**label, &self.title());
        }
    }

    /// Shows an explanation of the value.
    pub fn show_about(&self, about: &str) {
        let label = &self.imp().about;
        label.set_visible(!about.is_empty());
        label.set_label(about);
    }
}
