//! Refresh of the whole window after every change.

use super::Window;
use crate::game::{Seating, player_tag};
use crate::rules::BySide;
use crate::ui::board::aids::{captions, explain_step};
use crate::ui::flows::display_name;
use crate::ui::panel::move_list::Edition;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::appearance::labels;
use crate::ui::session::Revision;
use crate::ui::toolkit::actions::{Action, ActionContext};
use crate::ui::toolkit::prelude::*;
use crate::words::status::{self, Style};

impl Window {
    /// Updates the board, the typing bar, the trail and what has been seen after a change, and refreshes the window.
    pub(super) fn update(&self) {
        self.turn_board();
        self.understand();
        self.imp().view.borrow_mut().follow(&self.sitting().game);
        self.see_chat();
        self.refresh();
    }

    /// Refreshes the window. Each part reads the game itself: a name that loses the focus during the refresh may change
    /// it, which triggers a nested refresh, and the remaining parts show the same.
    fn refresh(&self) {
        self.refresh_choices();
        self.place_cards();
        self.refresh_board();
        self.refresh_ruling();
        self.refresh_offer();
        self.refresh_status();
        self.refresh_cards();
        self.refresh_score();
        self.refresh_clock();
        self.refresh_moves();
        self.refresh_comment();
        self.refresh_chat();
        self.refresh_actions();
        self.refresh_seats();
        self.refresh_pause();
        self.refresh_input_method();
    }

    /// Refreshes the board and its marks.
    pub(super) fn refresh_board(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let captions = self.shows_aids().then(captions);
        let mut scene = imp.view.borrow().scene(&sitting, captions);
        let lifted = imp.view.borrow().lifted_targets(&sitting.game);
        if let Some(step) = sitting.game.shown_cycle_ply() {
            explain_step(&mut scene, step);
        }
        imp.board.set_scene(scene, true);
        let position = sitting.game.shown_position().clone();
        drop(sitting);
        imp.board.tell_position(position, lifted);
    }

    /// Refreshes the list of moves, and the saved state in the title.
    pub(super) fn refresh_moves(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let Revision { game, edit } = imp.session.revision();
        let edition = Edition {
            game,
            edit,
            style: self.settings().move_style(),
        };
        imp.panel.moves().update(&sitting.game, edition);
        imp.panel.moves().set_describes(self.shows_aids());
        let file = sitting.file.as_ref();
        let name = file.map(|uri| display_name(&gio::File::for_uri(uri)));
        let subtitle = status::subtitle(&sitting, name.as_deref());
        self.refresh_title(&subtitle);
    }

    fn refresh_status(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let game = &sitting.game;
        let view = imp.view.borrow().clone();
        let style = Style {
            notation: self.settings().move_style().main(),
            labels: labels(),
            has_aids: self.shows_aids(),
        };
        let is_match = imp.session.matches().of(game.record()).is_some();
        let is_across = game.seating() == Seating::AcrossTable && game.is_ongoing();
        imp.status
            .set_turned(is_across && game.position().turn() != sitting.bottom);
        let status = status::status(game, &view, is_match, style);
        if status.button.is_none() && imp.status.has_keyboard() {
            imp.board.grab_focus();
        }
        if !imp.status.show_status(&status) {
            return;
        }
        // Not focused, so not read out by itself. The status of the position is not repeated after a remark that
        // replaced it disappears.
        let (importance, told) = status::status_aloud(game, &view, &status.text, style);
        let is_of_position = view.remark.is_none() && view.refused().is_none();
        if !is_of_position || imp.status.note_announced(&told) {
            self.announce(importance, &told);
        }
    }

    fn refresh_cards(&self) {
        let imp = self.imp();
        let show = |card: &PlayerCard, is_top: bool| {
            let sitting = self.sitting();
            let game = &sitting.game;
            let side = if is_top {
                !sitting.bottom
            } else {
                sitting.bottom
            };
            let board = game.shown_position().board();
            let more = BySide::new(|side| board.surplus(side));
            let name = game.record().tags.get(player_tag(side)).unwrap_or_default();
            let is_computer = game.computer().is_some_and(|known| known.side == side);
            card.show_player(side, name, !is_computer, game.shown_turn() == Some(side));
            card.show_material(side, game.shown_captures()[side].clone(), &more);
        };
        show(&imp.top_card, true);
        show(&imp.bottom_card, false);
    }

    pub(super) fn refresh_actions(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let view = imp.view.borrow().clone();
        let context = ActionContext {
            neighbors: self.flows().neighbors(),
            is_asked: self.asked(&sitting.game).is_some(),
            is_remote: self.session().remote_game_on_board().is_some(),
            is_starting: self.is_starting(),
        };
        for action in Action::ALL {
            if let Some(known) = self.own_action(action.name()) {
                known.set_enabled(action.is_enabled(&sitting.game, &view, context));
            }
        }
    }
}
