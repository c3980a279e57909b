//! The page that waits for the friend, with the code and the line to pass on.

use crate::remote::{FriendsLine, InvitationError, Invited};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        WaitingPage "/io/github/chuhe/Chuhe/ui/remote_waiting.ui" {
            spinner: gtk::Spinner,
            state: gtk::Label,
            nearby: adw::PreferencesGroup,
            code: gtk::Label,
            address: gtk::Label,
            elsewhere: adw::PreferencesGroup,
            line: gtk::Label,
            copy: gtk::Button,
            outlook: gtk::Label,
            answer: adw::EntryRow,
            tried: gtk::Label,
        } {}
    }

    class!(WaitingPage "XqRemoteWaitingPage" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for WaitingPage {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            let name = words::without_key(&self.answer.title());
            naming::expose_entry(&self.answer, &name);
            self.answer.connect_changed(weak!(page, |page, _| {
                // A line that is whole is not asked about again.
                if matches!(page.answer(), Ok(FriendsLine::Answer(_))) {
                    page.emit_answered();
                }
            }));
            self.answer
                .connect_entry_activated(weak!(page, |page, _| page.emit_answered()));
        }
    }
}

widget! {
    /// The page that waits for the friend.
    WaitingPage Box
}

impl WaitingPage {
    /// Shows an invitation.
    pub fn wait_with(&self, invited: &Invited) {
        let imp = self.imp();
        let line = invited.invitation.to_string();
        imp.nearby.set_visible(true);
        imp.code.set_text(&invited.code);
        a11y::set_label(&*imp.code, &words::spelled_code(&invited.code));
        imp.line.set_text(&line);
        let nearby = invited.invitation.nearby_address();
        let address = nearby.map_or_else(String::new, |address| address.to_string());
        imp.address.set_text(&words::address_to_type(&address));
        let port = nearby.map_or(0, |address| address.port());
        let is_only_nearby = invited.invitation.is_only_nearby();
        let router = invited.router.map(|router| router.outcome());
        let has_asked = router.is_some();
        imp.outlook
            .set_text(&words::outlook(port, is_only_nearby, router));
        imp.state.set_text(words::waiting());
        imp.answer.set_text("");
        imp.tried.set_visible(false);
        imp.spinner.start();
        self.tell_uses(&invited.code);
        if has_asked {
            announce(self, Importance::Answer, &imp.outlook.text());
        }
    }

    /// Says what the line and the code are for, which stand beside them.
    fn tell_uses(&self, code: &str) {
        let imp = self.imp();
        let about = |group: &adw::PreferencesGroup| group.description().unwrap_or_default();
        a11y::set_description(&*imp.copy, &about(&imp.elsewhere));
        let told = words::sentences(&about(&imp.nearby), &words::spelled_code(code));
        announce(self, Importance::Answer, &told);
    }

    /// Hides the code, which is no longer valid.
    pub fn withdraw_code(&self) {
        self.imp().nearby.set_visible(false);
    }

    /// Focuses the button that copies.
    pub fn focus_first(&self) {
        self.imp().copy.grab_focus();
    }

    /// Ends the waiting.
    pub fn stop_waiting(&self) {
        self.imp().spinner.stop();
    }

    /// Reads the line with which the friend has answered.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is none.
    pub fn answer(&self) -> Result<FriendsLine, InvitationError> {
        self.imp().answer.text().parse()
    }

    /// Says that the friend who has answered is being dialed.
    pub fn call(&self) {
        let imp = self.imp();
        imp.state.set_text(words::connecting());
        imp.tried.set_visible(false);
        announce(self, Importance::State, words::connecting());
    }

    /// Says at which addresses the friend has not answered. They are tried again.
    pub fn tell_tried(&self, hosts: &[String]) {
        let imp = self.imp();
        let told = words::unreached(hosts);
        if !imp.tried.is_visible() || imp.tried.text() != told {
            imp.tried.set_text(&told);
            imp.tried.set_visible(true);
            announce(self, Importance::Answer, &told);
        }
    }

    signals! {
        /// Emitted when the line of an answer was entered, or something in its place.
        "answered" connect_answered emit_answered;
    }

    /// The line to be sent.
    pub fn line(&self) -> String {
        self.imp().line.text().into()
    }
}
