//! The moves that decided a finished game: found by a thread, shown in a dialog, and added to the game if the players say so.

use super::Flows;
use crate::engine::TurningPoint;
use crate::game::{Command, SessionState};
use crate::ui::dialogs::review::{ReviewDialog, Told};
use crate::ui::session::{Edit, SideLine};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::words::Players;

/// Maximum number of plies of a line that is added.
const MAX_LINE_PLIES: usize = 9;

impl Flows {
    /// Goes through the finished game on the board.
    pub async fn review(&self) {
        let state = self.session.settled();
        let guard = self.session.guard();
        let (reviewing, found) = match self.session.review() {
            Ok(started) => started,
            Err(_) => return self.tell_cannot_review(),
        };
        let dialog = ReviewDialog::new(&self.window, reviewing);
        let shown = dialog.downgrade();
        announce::present(&dialog);
        drop(dialog);
        let points = found.await;
        let Some(dialog) = shown.upgrade() else {
            return;
        };
        let Ok(points) = points else {
            dialog.close();
            return self.tell_cannot_review();
        };
        let (told, lines) = self.told(&state, points);
        dialog.show_points(&told, state.bottom);
        let later = self.later();
        dialog.connect_accepted(move |dialog| {
            dialog.close();
            let Some(flows) = later().filter(|_| guard.is_same_game()) else {
                return;
            };
            flows.add_lines(lines.clone());
        });
    }

    fn tell_cannot_review(&self) {
        tell(
            &self.window,
            words::cannot_review(),
            words::cannot_review_about(),
        );
    }

    /// The words about the moves, and the lines that were better.
    fn told(&self, state: &SessionState, points: Vec<TurningPoint>) -> (Vec<Told>, Vec<SideLine>) {
        let how = self.settings.move_style().main();
        let game = &state.game;
        let record = game.record();
        let line = record.line_to(game.present());
        let who = Players::of_game(game);
        let told = points.into_iter().map(|point| {
            let position = game.history().positions()[point.ply].clone();
            let node = line[point.ply];
            let (round, _) = record.round(node);
            let words = words::turning_point(&position, &point, round, &who, how);
            let variation = SideLine {
                at: record.node(node).parent().unwrap_or(record.root()),
                moves: point
                    .better
                    .moves
                    .iter()
                    .take(MAX_LINE_PLIES)
                    .copied()
                    .collect(),
                comment: words.comment.clone(),
            };
            let told = Told {
                better: point.better.moves[0],
                words,
                position,
            };
            (told, variation)
        });
        told.unzip()
    }

    /// Adds the better lines to the game on the board, and shows the first.
    fn add_lines(&self, lines: Vec<SideLine>) {
        let (count, first) = (lines.len(), lines[0].at);
        self.session.edit(&Edit::Variations(lines));
        // The position is part of the game.
        let _ = self.session.apply(Command::Show(first));
        self.session.remark_done(&words::lines_added(count));
    }
}
