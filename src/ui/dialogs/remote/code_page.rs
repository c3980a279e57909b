//! The six digits that the host has told.

use crate::remote::Secret;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        CodePage "/io/github/chuhe/Chuhe/ui/remote_code.ui" {
            about: gtk::Label,
            code: gtk::Entry,
            told: gtk::Label,
        } {}
    }

    class!(CodePage "XqRemoteCodePage" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for CodePage {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.code.connect_changed(weak!(page, |page, _| {
                page.imp().told.set_text("");
                if page.secret().is_some() {
                    page.emit_complete();
                }
            }));
            self.code
                .connect_activate(weak!(page, |page, _| match page.secret() {
                    Some(_) => page.emit_complete(),
                    // Nothing has been typed since a code was refused.
                    None if page.is_refused() => {}
                    None => page.tell(words::code_too_short()),
                }));
        }
    }
}

widget! {
    /// The page for the code.
    CodePage Box
}

impl CodePage {
    /// Asks for the code of a host, whose name may be empty.
    pub fn ask(&self, name: &str) {
        let imp = self.imp();
        let about = words::ask_code(name);
        imp.about.set_text(&about);
        announce(self, Importance::Answer, &about);
        imp.code.set_text("");
        imp.told.set_text("");
        self.focus_first();
    }

    /// Focuses the place for the code.
    pub fn focus_first(&self) {
        self.imp().code.grab_focus();
    }

    /// Asks again after a wrong code, and says why.
    pub fn refuse(&self, why: &str) {
        self.imp().code.set_text("");
        self.focus_first();
        self.tell(why);
    }

    fn is_refused(&self) -> bool {
        let imp = self.imp();
        imp.code.text().is_empty() && !imp.told.text().is_empty()
    }

    fn tell(&self, why: &str) {
        self.imp().told.set_text(why);
        announce(self, Importance::Refusal, why);
    }

    /// The code, once it is complete.
    pub fn secret(&self) -> Option<Secret> {
        Secret::code(&self.imp().code.text())
    }

    signals! {
        /// Emitted when the sixth digit is typed.
        "complete" connect_complete emit_complete;
    }
}
