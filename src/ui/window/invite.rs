//! Inviting and joining a friend far away, until the game begins.

use super::Window;
use crate::game::{Agreement, Colors};
use crate::remote::{CloseReason, Role};
use crate::rules::Side;
use crate::ui::dialogs::remote::RemoteDialog;
use crate::ui::platform::settings::RemoteChoice;
use crate::ui::session::remote::{Access, HostTerms, Invited, Reach};
use crate::ui::toolkit::ask::{Answer, tell, tell_and_offer};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Shows the dialog that invites or joins a friend, or invites the friend of the game on the board again.
    pub fn play_with_friend(&self) {
        self.finish_names();
        let remote = self.session().remote_game_on_board();
        let is_away = remote.is_some_and(|remote| remote.away().is_some());
        let access = access_of(&self.settings().remote());
        if is_away && let Some(invited) = self.session().invite_again(access) {
            return match invited {
                Ok(invited) => self.show_new_invitation(&invited),
                Err(error) => tell(self, words::no_connection(), error.message()),
            };
        }
        self.show_remote_dialog();
    }

    fn show_remote_dialog(&self) {
        announce::present(&self.remote_dialog());
    }

    /// The dialog for a game with a friend far away, which may not be shown yet.
    fn remote_dialog(&self) -> RemoteDialog {
        open_once(&self.imp().dialogs.remote, || {
            let settings = self.settings();
            let (agreed, known) = (settings.agreement(), settings.remote());
            let dialog = RemoteDialog::new(self, &agreed, &known, Reach::default());
            dialog.connect_invited(weak!(self, |window, dialog| window.invite(dialog)));
            dialog.connect_joined(weak!(self, |window, dialog| window.join(dialog)));
            dialog.connect_given_up(weak!(self, |window, _| window.give_up()));
            dialog.connect_letter(weak!(self, |window, dialog| window.write_instead(dialog)));
            dialog
        })
    }

    /// Shows the dialog with an invitation that came from outside.
    pub(super) fn accept_invitation(&self, line: &str) {
        self.finish_names();
        let dialog = self.remote_dialog();
        // Before it is seen: a page that slides away still takes the keys of its buttons.
        dialog.show_invitation(line);
        announce::present(&dialog);
    }

    /// Shows a new invitation to the game on the board.
    pub(super) fn show_new_invitation(&self, invited: &Invited) {
        let dialog = self.remote_dialog();
        dialog.wait_with(invited);
        announce::present(&dialog);
    }

    /// Waits for a friend. What was chosen is remembered for the next invitation.
    fn invite(&self, dialog: &RemoteDialog) {
        let Ok(terms) = dialog.terms() else {
            return;
        };
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                return;
            }
            window.remember_invitation(&dialog, &terms);
            let access = access_of(&dialog.choice());
            match window.session().invite(&dialog.name(), terms, access) {
                Ok(invited) => dialog.wait_with(&invited),
                Err(error) if error.matches(gio::IOErrorEnum::AddressInUse) => {
                    let why = words::port_taken(access.port);
                    tell(&dialog, words::no_connection(), &why);
                }
                Err(error) => tell(&dialog, words::no_connection(), error.message()),
            }
        });
    }

    fn remember_invitation(&self, dialog: &RemoteDialog, terms: &HostTerms) {
        let (choice, agreed) = (dialog.choice(), terms.agreed.clone());
        self.settings().remember(|known| {
            known.remote = choice;
            known.agreed = Agreement {
                names: known.agreed.names.clone(),
                seating: known.agreed.seating,
                ..agreed
            };
        });
    }

    fn join(&self, dialog: &RemoteDialog) {
        let Some(target) = dialog.target() else {
            return;
        };
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |flows| {
            let continues = window.session().game_without_host().is_some();
            if continues || flows.may_be_replaced().await {
                let choice = dialog.choice();
                window.settings().remember(|known| known.remote = choice);
                dialog.call();
                window.session().join(&dialog.name(), target);
            }
        });
    }

    /// Withdraws an invitation, or stops connecting, unless the game has begun: one to continue it stays valid, but is no
    /// longer announced.
    pub(super) fn give_up(&self) {
        let session = self.session();
        match session.remote_game_on_board() {
            Some(remote) => remote.stop_announcing(),
            None => session.leave_remote_game(),
        }
    }

    /// Begins the game by letter instead, which has no clock.
    fn write_instead(&self, dialog: &RemoteDialog) {
        let own = dialog.choice().side.unwrap_or(Side::Red);
        let agreed = Agreement {
            time: None,
            ..dialog.agreement()
        };
        self.give_up();
        self.close_remote_dialog();
        let window = self.clone();
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                return;
            }
            let game = agreed.begin();
            let writes_first = game.position().turn() == own;
            window.session().begin(game, Colors::AsNamed);
            if writes_first {
                window.session().remark_done(words::begin_letter());
            } else {
                flows.write_letter();
            }
        });
    }

    /// Tells why nothing came of a call; in a game the title says enough. An invitation stands, whoever has gone.
    pub(super) fn report_failure(&self, why: &str) {
        if !self.invites() {
            self.end_waiting(why);
        }
    }

    /// Tells why nothing came of an invitation or a call.
    pub(super) fn end_waiting(&self, why: &str) {
        if let Some(dialog) = self.stop_waiting(why) {
            tell(&dialog, words::no_connection(), why);
        }
    }

    /// Tells that no address has answered, where a letter may help.
    pub(super) fn report_unreached(&self, hosts: &[String]) {
        let why = words::unreached(hosts);
        let Some(dialog) = self.stop_waiting(&why) else {
            return;
        };
        let window = self.clone();
        self.start(async move |_| {
            let letter = Answer::new((), words::letter_instead());
            if tell_and_offer(&dialog, words::no_connection(), &why, letter).await {
                window.write_instead(&dialog);
            }
        });
    }

    /// Reports why a connection was closed. A wrong code is asked for again.
    pub(super) fn report_closed(&self, why: CloseReason) {
        let is_wrong = why == CloseReason::WrongCode && !self.invites();
        let dialog = self.imp().dialogs.remote.upgrade();
        if is_wrong && dialog.is_some_and(|dialog| dialog.refuse_code()) {
            return self.give_up();
        }
        self.report_failure(words::connection_closed(why));
    }

    /// Whether an invitation waits for a friend.
    fn invites(&self) -> bool {
        let remote = self.session().remote_game();
        let is_host = remote.is_some_and(|remote| remote.session().role() == Role::Host);
        let dialog = self.imp().dialogs.remote.upgrade();
        is_host && dialog.is_some_and(|dialog| dialog.waits())
    }

    /// Ends an invitation or a call for a reason. Returns the dialog in which it has to be told.
    fn stop_waiting(&self, why: &str) -> Option<RemoteDialog> {
        let is_on_board = self.session().remote_game_on_board().is_some();
        let dialog = self
            .imp()
            .dialogs
            .remote
            .upgrade()
            .filter(RemoteDialog::waits);
        if let Some(dialog) = &dialog {
            self.give_up();
            dialog.start_again();
        } else if !is_on_board {
            self.session().remark_refused(why);
        }
        dialog
    }

    pub(super) fn close_remote_dialog(&self) {
        // Whoever writes to the friend meanwhile goes on writing.
        if let Some(dialog) = self.imp().dialogs.remote.upgrade() {
            dialog.close();
            self.imp().board.grab_focus();
        }
    }
}

/// How guests find this program, by what was chosen.
fn access_of(choice: &RemoteChoice) -> Access {
    Access {
        port: choice.port,
        public: choice.public(),
        shows_name: choice.shows_name,
    }
}
