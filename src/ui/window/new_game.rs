//! New games: agreed on in a dialog, and started once the game on the board may be replaced; and the names of the
//! players.

use super::Window;
use crate::game::Colors;
use crate::rules::Side;
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
            let computer = self.sitting().game.computer();
            self.settings().remember(|known| match computer {
                None => known.agreed.names[side] = name,
                Some(computer) if computer.side == side => {}
                Some(_) => known.opponent.name = name,
            });
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
            let settings = self.settings();
            let dialog = NewGame::new(self, &settings.agreement(), &settings.opponent());
            dialog.connect_started(weak!(self, |window, dialog| window.begin(dialog)));
            self.imp().dialogs.new_game.set(Some(&dialog));
            dialog
        });
        announce::present(&dialog);
    }

    /// Starts the requested game. The agreement is remembered only if that succeeds.
    fn begin(&self, dialog: &NewGame) {
        let opponent = dialog.opponent();
        let by_chance = || Side::ALL[glib::random_int_range(0, 2) as usize];
        let agreed = dialog.agreement(opponent.side.unwrap_or_else(by_chance));
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                let game = agreed.begin();
                window.settings().remember_agreement(agreed);
                window
                    .settings()
                    .remember(|known| known.opponent = opponent);
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
