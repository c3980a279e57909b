//! Heading of a section of the side panel.

use crate::ui::toolkit::actions::{Action, tooltip};
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        SectionHeading "/io/github/chuhe/Chuhe/ui/section_heading.ui" {
            title: gtk::Label,
            about: gtk::Label,
            close: gtk::Button,
        }
    }

    class!(SectionHeading "XqSectionHeading" gtk::Box, template; ObjectImpl WidgetImpl BoxImpl);
}

widget! {
    /// Heading of a section: its title, a word about its contents, and the button that closes it.
    SectionHeading Box
}

impl SectionHeading {
    /// Sets the title, and the action that closes the section, with its name.
    pub fn set_section(&self, title: &str, close: Action, name: &str) {
        let imp = self.imp();
        imp.title.set_label(title);
        imp.close.set_action_name(Some(&close.in_window()));
        let key = close.keys().first().copied().unwrap_or_default();
        imp.close.set_tooltip_text(Some(&tooltip(name, key)));
        a11y::set_label(&*imp.close, name);
    }

    /// Shows a few words beside the title.
    pub fn show_about(&self, about: &str) {
        let label = &self.imp().about;
        label.set_label(about);
        set_tooltip(&**label, Some(about).filter(|about| !about.is_empty()));
    }

    /// Puts a button before the one that closes the section.
    pub fn add(&self, button: &impl IsA<gtk::Widget>) {
        let imp = self.imp();
        button.insert_before(self, Some(&*imp.close));
    }
}
