//! Where the friend is found: in the list of those who invite on this network, or by the line that they have sent.

use crate::remote::{FoundGame, Invitation, InvitationError, JoinTarget};
use crate::ui::session::Timer;
use crate::ui::session::remote::Reach;
use crate::ui::session::remote::discovery::{self, HostSearch};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use std::net::SocketAddr;

/// Time after which a search that has found nobody says what else can be done.
const ADVICE_DELAY: Duration = Duration::from_secs(5);

mod imp {
    use super::*;

    template! {
        JoinPage "/io/github/chuhe/Chuhe/ui/remote_join.ui" {
            spinner: gtk::Spinner,
            list: gtk::ListBox,
            state: gtk::Label,
            invitation: adw::EntryRow,
            join: gtk::Button,
        } {
            search: RefCell<Option<HostSearch>>,
            /// The game that was chosen from the list.
            chosen: RefCell<Option<FoundGame>>,
            count: Cell<u32>,
            advice: Timer,
        }
    }

    class!(JoinPage "XqRemoteJoinPage" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for JoinPage {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            let name = words::without_key(&self.invitation.title());
            naming::expose_entry(&self.invitation, &name);
            self.invitation.set_activates_default(true);
            self.invitation
                .connect_changed(weak!(page, |page, _| page.emit_changed()));
            self.list.connect_row_activated(weak!(page, |page, _, row| {
                page.pick(row.index());
            }));
        }
    }
}

widget! {
    /// The page on which a friend is joined.
    JoinPage Box
}

/// Text that the player has entered.
#[derive(Debug)]
pub enum JoinText {
    /// The line of an invitation.
    Invitation(JoinTarget),
    /// The address of a host, whose code is needed, too.
    Address(String),
}

impl JoinPage {
    /// Begins to look for friends on the network.
    pub fn start_search(&self, reach: Reach) {
        let imp = self.imp();
        if imp.search.borrow().is_some() {
            return;
        }
        imp.spinner.start();
        self.tell(words::looking_for_friends());
        let ended = weak!(self, |page| page.give_up());
        let search = HostSearch::new(reach, ended);
        let games = search.games().clone();
        imp.list.bind_model(Some(&games), |item| {
            let game = discovery::read(item);
            row(&game.expect("a list of games")).upcast()
        });
        games.connect_items_changed(weak!(self, |page, games: &gio::ListStore, _, _, _| {
            page.follow(games.n_items());
        }));
        imp.search.replace(Some(search));
        let advise = weak!(self, |page| page.tell(words::no_friends_found()));
        imp.advice.start(ADVICE_DELAY, advise);
    }

    /// Stops looking.
    pub fn stop_search(&self) {
        let imp = self.imp();
        imp.advice.cancel();
        imp.search.take();
        imp.spinner.stop();
        imp.list
            .bind_model(gio::ListModel::NONE, |_| gtk::ListBoxRow::new().upcast());
        self.follow(0);
    }

    /// Reports that the network cannot be searched any more.
    fn give_up(&self) {
        self.imp().advice.cancel();
        self.imp().spinner.stop();
        self.tell(words::cannot_look());
    }

    fn tell(&self, state: &str) {
        self.imp().state.set_text(state);
        announce(self, Importance::State, state);
    }

    /// Shows the list while there is one, and says who is new in it.
    fn follow(&self, count: u32) {
        let imp = self.imp();
        imp.list.set_visible(count > 0);
        imp.state.set_visible(count == 0);
        let before = imp.count.replace(count);
        if count > before {
            let newest = self.game(count as i32 - 1);
            let told = newest.map(|game| words::invites_you(&game.name));
            announce(self, Importance::Answer, &told.unwrap_or_default());
        }
    }

    fn game(&self, at: i32) -> Option<FoundGame> {
        let search = self.imp().search.borrow();
        let games = search.as_ref()?.games();
        let item = games.item(u32::try_from(at).ok()?)?;
        discovery::read(&item)
    }

    fn pick(&self, at: i32) {
        if let Some(game) = self.game(at) {
            self.imp().chosen.replace(Some(game));
            self.emit_picked();
        }
    }

    /// The game that was chosen from the list.
    pub fn chosen(&self) -> Option<FoundGame> {
        self.imp().chosen.borrow().clone()
    }

    /// Fills in an invitation that came from outside.
    pub fn write(&self, line: &str) {
        let line = line
            .parse::<Invitation>()
            .map_or_else(|_| line.to_owned(), |line| line.to_string());
        self.imp().invitation.set_text(&line);
    }

    /// Whether the entry has text.
    pub fn has_text(&self) -> bool {
        !self.imp().invitation.text().trim().is_empty()
    }

    /// Reads what is written.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is neither an invitation nor an address.
    pub fn written(&self) -> Result<JoinText, InvitationError> {
        let text = self.imp().invitation.text();
        match text.parse::<Invitation>() {
            Ok(invitation) => Ok(JoinText::Invitation((&invitation).into())),
            Err(InvitationError::Missing) if is_address(text.trim()) => {
                Ok(JoinText::Address(text.trim().to_owned()))
            }
            Err(why) => Err(why),
        }
    }

    /// Button that joins by the entered invitation or address.
    pub fn button(&self) -> gtk::Button {
        self.imp().join.get()
    }

    /// Focuses what comes first: the button if there is an invitation, or else the place for one.
    pub fn focus_first(&self) {
        if self.has_text() {
            self.imp().join.grab_focus();
        } else {
            self.imp().invitation.grab_focus();
        }
    }

    signals! {
        "changed" connect_changed emit_changed;
        /// Emitted when a game is chosen from the list.
        "picked" connect_picked emit_picked;
    }
}

/// Whether a text is an address with a port: of a computer by its number or by its name.
fn is_address(text: &str) -> bool {
    let named = text.rsplit_once(':').is_some_and(|(computer, port)| {
        let is_name = |letter: char| letter.is_alphanumeric() || ".-".contains(letter);
        !computer.is_empty() && computer.chars().all(is_name) && port.parse::<u16>().is_ok()
    });
    named || text.parse::<SocketAddr>().is_ok()
}

fn row(game: &FoundGame) -> adw::ActionRow {
    let host = game.hosts.first().map_or("", String::as_str);
    super::next_row(&words::invites_you(&game.name), host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port() {
        for text in [
            "192.168.1.7:40123",
            "[fe80::1]:40123",
            "annas-laptop.local:40123",
        ] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "192.168.1.7",
            "Anna",
            "",
            ":40123",
            "192.168.1.7:",
            "a b:1",
            "a:65536",
            "::1",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
