//! A game with a friend far away: one invites, and the other joins.

use super::new_game::time_chooser::TimeChooser;
use crate::far::{Invitation, InvitationError, NAME_LENGTH, Secret, tidy};
use crate::game::Agreement;
use crate::game::clock::TimeControl;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use crate::ui::session::far::{Invited, Target};
use crate::ui::toolkit::combo_row::{fill, select, selected};

mod imp {
    use super::*;

    template! {
        FarDialog "/io/github/chuhe/Chuhe/ui/far.ui" {
            start: gtk::Box,
            waiting: gtk::Box,
            name: adw::EntryRow,
            side: adw::ComboRow,
            time: TimeChooser,
            invitation: adw::EntryRow,
            code: adw::EntryRow,
            join: gtk::Button,
            told: gtk::Box,
            line: gtk::Label,
            by_code: gtk::Label,
            copy: gtk::Button,
        } {}
    }

    class!(FarDialog "XqFarDialog" adw::Window, template with closes, |klass| {
        klass.install_action("far.invite", None, |dialog, _, _| dialog.emit_by_name::<()>("invited", &[]));
        klass.install_action("far.join", None, |dialog, _, _| dialog.emit_by_name::<()>("joined", &[]));
        klass.install_action("far.copy", None, |dialog, _, _| {
            dialog.clipboard().set_text(&dialog.imp().line.text());
        });
    }; WidgetImpl AdwWindowImpl);

    impl ObjectImpl for FarDialog {
        signals!("invited", "joined", "given-up");

        fn constructed(&self) {
            self.parent_constructed();
            let dialog = self.obj();
            fill(
                &self.side,
                &Side::ALL.map(|side| words::side(side).to_owned()),
            );
            for row in [&self.name, &self.invitation] {
                row.connect_changed(weak!(dialog, |dialog, _| dialog.check()));
            }
            self.time
                .connect_changed(weak!(dialog, |dialog, _| dialog.check()));
        }
    }

    impl WindowImpl for FarDialog {
        fn close_request(&self) -> glib::Propagation {
            self.obj().emit_by_name::<()>("given-up", &[]);
            self.parent_close_request()
        }
    }
}

widget! {
    /// The dialog of a game with a friend far away.
    FarDialog Window
}

impl FarDialog {
    /// Creates the dialog over a window, with the last agreement.
    pub fn new(parent: &impl IsA<gtk::Window>, agreed: &Agreement) -> Self {
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = dialog.imp();
        let own = Side::ALL.map(|side| agreed.names[side].as_str());
        let system = glib::real_name();
        let system = system.to_string_lossy();
        let named = own.into_iter().find(|name| !name.is_empty());
        let named = named.unwrap_or(if system == "Unknown" { "" } else { &system });
        imp.name.set_text(&tidy(named, NAME_LENGTH));
        select(&imp.side, &Side::ALL, &Side::Red);
        imp.time.choose(agreed.time.as_ref());
        dialog.check();
        dialog
    }

    /// Lets the player invite or join once there is a name, and what else is needed.
    fn check(&self) {
        let has_name = !self.name().is_empty();
        let has_line = !self.imp().invitation.text().trim().is_empty();
        self.action_set_enabled("far.invite", has_name && self.imp().time.control().is_ok());
        self.action_set_enabled("far.join", has_name && has_line);
    }

    /// The player’s name.
    pub fn name(&self) -> String {
        tidy(&self.imp().name.text(), NAME_LENGTH)
    }

    /// The player’s side.
    pub fn side(&self) -> Side {
        selected(&self.imp().side, &Side::ALL).unwrap_or(Side::Red)
    }

    /// The time control.
    pub fn time(&self) -> Option<TimeControl> {
        self.imp().time.control().ok().flatten()
    }

    /// Where to join: by an invitation, or at an address with a code.
    pub fn target(&self) -> Result<Target, InvitationError> {
        let text = self.imp().invitation.text();
        match (
            text.parse::<Invitation>(),
            Secret::code(&self.imp().code.text()),
        ) {
            (Ok(invitation), _) => Ok((&invitation).into()),
            (Err(InvitationError::Missing), Some(secret)) => Ok(Target {
                hosts: vec![text.trim().to_owned()],
                secret,
            }),
            (Err(why), _) => Err(why),
        }
    }

    /// Shows an invitation, to be joined with a name.
    pub fn show_invitation(&self, line: &str) {
        let imp = self.imp();
        if self.waits() {
            return;
        }
        let line = line
            .parse::<Invitation>()
            .map_or_else(|_| line.to_owned(), |line| line.to_string());
        imp.invitation.set_text(&line);
        imp.code.set_text("");
        if self.name().is_empty() {
            imp.name.grab_focus();
        } else {
            imp.join.grab_focus();
        }
    }

    /// Waits for the friend, who needs either the invitation or the code.
    pub fn wait_with(&self, invited: &Invited) {
        let imp = self.imp();
        imp.line.set_text(&invited.invitation.to_string());
        let target = Target::from(&invited.invitation);
        let address = target.hosts.first().map_or("", String::as_str);
        imp.by_code
            .set_text(&words::invitation_code(address, &invited.code));
        imp.told.set_visible(true);
        self.show_waiting(true);
        imp.copy.grab_focus();
    }

    /// Waits for an answer.
    pub fn wait(&self) {
        self.imp().told.set_visible(false);
        self.show_waiting(true);
    }

    /// Whether it waits for the friend.
    pub fn waits(&self) -> bool {
        self.imp().waiting.get_visible()
    }

    /// Offers to invite and to join again.
    pub fn start_again(&self) {
        self.show_waiting(false);
    }

    fn show_waiting(&self, waits: bool) {
        self.imp().start.set_visible(!waits);
        self.imp().waiting.set_visible(waits);
    }

    connect! {
        connect_invited "invited";
        connect_joined "joined";
        /// Emitted when the dialog is closed.
        connect_given_up "given-up";
    }
}
