//! The match of the two players: score beside their names, match window, and rematch.

use super::Window;
use crate::game::{Agreement, Colors};
use crate::rules::Setup;
use crate::ui::dialogs::match_window::{MatchRequest, MatchWindow};
use crate::ui::toolkit::ask::{Answer, ask};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Updates the score of both players.
    pub(super) fn refresh_score(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let matches = imp.session.matches();
        let present = matches.of(sitting.game.record());
        let present = present.filter(|present| !present.games().is_empty());
        for card in [&imp.top_card, &imp.bottom_card] {
            let player = present.zip(card.side());
            card.show_points(
                player.map(|(present, side)| present.half_points(present.player(side))),
            );
        }
    }

    /// Starts a rematch, with the colors swapped unless that is turned off.
    pub fn rematch(&self) {
        self.finish_names();
        let agreed = {
            let sitting = self.sitting();
            let game = &sitting.game;
            let record = game.record();
            let again = || (Agreement::of(record), record.start().clone());
            game.outcome().map(|_| again())
        };
        let Some((agreed, start)) = agreed else {
            self.session().remark_refused(words::no_rematch_yet());
            return;
        };
        if self.proposes_remote_rematch(&agreed) {
            return;
        }
        // At odds, the handicap determines the colors.
        let swaps = self.settings().swaps_colors() && agreed.handicap.is_none();
        let (agreed, colors) = if swaps {
            (agreed.swapped(), Colors::Swapped)
        } else {
            (agreed, Colors::AsNamed)
        };
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                window.begin_rematch(agreed, start, colors);
            }
        });
    }

    /// Starts the rematch: a custom position is played again with swapped colors, and odds are applied anew.
    fn begin_rematch(&self, agreed: Agreement, start: Setup, colors: Colors) {
        let set_up = agreed.handicap.is_none().then_some(start);
        let game = set_up.and_then(|start| agreed.begin_from(start).ok());
        let game = game.unwrap_or_else(|| agreed.begin());
        self.settings().remember_agreement(agreed);
        self.session().begin(game, colors);
    }

    /// Shows the match window, reusing an open one.
    pub fn show_match(&self) {
        self.finish_names();
        let dialog = open_once(&self.imp().dialogs.match_window, || {
            let dialog = MatchWindow::new(self, self.settings().swaps_colors());
            dialog.connect_swap_chosen(weak!(self, |window, dialog| {
                let swaps = Some(dialog.swaps());
                window
                    .settings()
                    .remember(|known| known.swap_colors = swaps);
            }));
            dialog.connect_requested(weak!(self, |window, dialog, request| window
                .do_with_match(dialog, request)));
            dialog.connect_opened(weak!(self, |window, dialog, file| {
                dialog.close();
                let path = window.session().history().join(file);
                window.open_file(gio::File::for_path(path));
            }));
            dialog
        });
        let is_over = self.sitting().game.outcome().is_some();
        let last = self.session().matches().last().cloned();
        dialog.show_match(last.as_ref(), is_over);
        announce::present(&dialog);
    }

    fn do_with_match(&self, dialog: &MatchWindow, request: MatchRequest) {
        match request {
            MatchRequest::Copy => {
                let text = self.session().matches().last().map(words::match_text);
                dialog.close();
                let flows = self.flows();
                flows.copy_text(&text.unwrap_or_default(), words::copied_result());
            }
            MatchRequest::Rematch => {
                dialog.close();
                self.rematch();
            }
            MatchRequest::Close => self.close_match(dialog),
        }
    }

    fn close_match(&self, dialog: &MatchWindow) {
        let close = [Answer::suggested((), words::new_match())];
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |_| {
            let (heading, body) = (words::ask_new_match(), words::ask_new_match_body());
            if ask(&dialog, heading, body, &close).await.is_some() {
                window.session().close_match();
                dialog.close();
                window.new_game();
            }
        });
    }
}
