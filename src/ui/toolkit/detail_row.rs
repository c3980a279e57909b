//! A row that shows one fact under its caption, to be read and copied.

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
    /// A row with a caption, a value and perhaps an explanation.
    pub struct DetailRow(ObjectSubclass<imp::DetailRow>)
        @extends adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl DetailRow {
    /// Shows a value; without one the whole row goes.
    pub fn show_value(&self, value: &str) {
        self.set_visible(!value.is_empty());
        let label = &self.imp().value;
        label.set_label(value);
        // The caption beside it is not read when the value is stepped to.
        a11y::set_label(&**label, &words::detail(&self.title(), value));
        // Where GTK can announce, of a text only the text itself is read out, and what describes it.
        if a11y::can_announce() {
            a11y::set_description(&**label, &self.title());
        }
    }

    /// Shows what the value means.
    pub fn show_about(&self, about: &str) {
        let label = &self.imp().about;
        label.set_visible(!about.is_empty());
        label.set_label(about);
    }
}
