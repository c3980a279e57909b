//! New games: agreed on in a dialog, begun once the game on the board may go; and the names of the players.

use super::Window;
use crate::game::{Agreement, Colors};
use crate::ui::dialogs::details::Details;
use crate::ui::dialogs::new_game::NewGame;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::prelude::*;
use crate::ui::session::Edit;
use crate::ui::toolkit::announce;

impl Window {
    /// A player has written another name.
    pub(super) fn rename(&self, card: &PlayerCard) {
        let Some(side) = card.side() else { return };
        let name = card.name();
        let mut agreed = self.settings().agreement();
        agreed.names[side].clone_from(&name);
        self.session().edit(&Edit::Name(side, name));
        self.settings().remember(|known| known.agreed = agreed);
    }

    /// Takes over a name that is being written.
    pub(super) fn finish_names(&self) {
        self.imp().top_card.finish_name();
        self.imp().bottom_card.finish_name();
    }

    /// Asks who plays and by which rules, in the dialog that is there already if there is one.
    pub fn new_game(&self) {
        self.finish_names();
        let dialog = self.imp().dialogs.new_game.upgrade().unwrap_or_else(|| {
            let dialog = NewGame::new(self, &self.settings().agreement());
            dialog.connect_started(weak!(self, |window, dialog| window.begin(dialog.agreement())));
            self.imp().dialogs.new_game.set(Some(&dialog));
            dialog
        });
        announce::present(&dialog);
    }

    /// Sets up the game that was asked for. Nothing of the choice is kept unless it comes to that.
    fn begin(&self, agreed: Agreement) {
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                let game = agreed.begin();
                window.settings().remember(|known| known.agreed = agreed);
                window.session().begin(game, Colors::AsNamed);
            }
        });
    }

    /// Tells everything about the game on the board.
    pub fn show_details(&self) {
        self.finish_names();
        let details = self.imp().dialogs.details.upgrade().unwrap_or_else(|| {
            let details = Details::new(self);
            self.imp().dialogs.details.set(Some(&details));
            details
        });
        details.show(&self.sitting());
        announce::present(&details);
    }
}
