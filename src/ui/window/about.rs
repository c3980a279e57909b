//! Help and the About window.

use super::Window;
use crate::ui::platform::APP_ID;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::announce;
use crate::ui::toolkit::below;

impl Window {
    /// Shows the rules and help, reusing an open window.
    pub fn show_help(&self) {
        let help = self.imp().dialogs.help.upgrade().unwrap_or_else(|| {
            let help = crate::ui::dialogs::help::window(self, self.settings());
            self.imp().dialogs.help.set(Some(&help));
            help
        });
        announce::present(&help);
    }

    pub fn show_about(&self) {
        let about = adw::AboutWindow::builder()
            .transient_for(self)
            .modal(true)
            .application_icon(APP_ID)
            .application_name(words::app_name())
            .version(env!("CARGO_PKG_VERSION"))
            .developer_name(words::developers())
            .license_type(gtk::License::Gpl30)
            .comments(words::about())
            .build();
        about.add_legal_section(
            words::glyphs(),
            None,
            gtk::License::Custom,
            Some(words::GLYPH_NOTICE),
        );
        below::let_be_narrow(&about);
        about.add_legal_section(
            words::heavy_glyphs(),
            None,
            gtk::License::Custom,
            Some(words::HEAVY_GLYPH_NOTICE),
        );
        announce::present(&about);
    }
}
