//! New games: agreed on in a dialog, and started once the game on the board may be replaced; and the names of the
//! players.

use super::Window;
use crate::game::{Agreement, Colors};
use crate::ui::dialogs::details::Details;
use crate::ui::dialogs::new_game::NewGame;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::prelude::*;
use crate::ui::session::Edit;
use crate::ui::toolkit::announce;

impl Window {
    /// Renames a player after an edit on the card.
    pub(super) fn rename(&self, card: &PlayerCard) {
        let Some(side) = card.side() else { return };
        let name = card.name();
        if self.session().edit(&Edit::Name(side, name.clone())) {
            self.settings()
                .remember(|known| known.agreed.names[side] = name);
        }
    }

    /// Commits the names being edited.
    pub(super) fn finish_names(&self) {
        self.imp().top_card.finish_name();
        self.imp().bottom_card.finish_name();
    }

    /// Shows the new game dialog, reusing an open one.
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

    /// Starts the requested game. The agreement is remembered only if that succeeds.
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

    /// Shows the details of the game on the board.
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
