//! The choice of how pieces and board look, which every window shows at once.

use super::Window;
use crate::ui::appearance;
use crate::ui::look_chooser::LookChooser;
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;

impl Window {
    /// Shows the choice, in the window that is there already if there is one.
    pub(in crate::ui) fn show_look(&self) {
        let known = self.imp().look.upgrade();
        let preferences = known.unwrap_or_else(|| {
            let preferences = self.look_window();
            self.imp().look.set(Some(&preferences));
            preferences
        });
        preferences.present();
    }

    fn look_window(&self) -> adw::PreferencesWindow {
        let chooser = LookChooser::new(self.settings().look());
        chooser.connect_chosen(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |chooser| {
                window.settings().choose_look(chooser.choice());
                appearance::choose(chooser.choice());
            }
        ));
        let preferences = adw::PreferencesWindow::builder()
            .transient_for(self)
            .destroy_with_parent(true)
            .modal(false)
            .title(words::look())
            .search_enabled(false)
            .accessible_role(gtk::AccessibleRole::Dialog)
            .default_width(600)
            .default_height(660)
            .build();
        preferences.add(&chooser);
        preferences
    }
}
