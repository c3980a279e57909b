//! Hints: first the piece, then the move, then its purpose.

use super::Window;
use crate::engine::Line;
use crate::game::{Ask, HintRule};
use crate::studies::Hint;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Gives the next part of a hint, or asks the opponent to agree to hints.
    pub(super) fn hint(&self) {
        let rule = self.sitting().game.hint_rule();
        match rule {
            HintRule::Allowed => self.give_hint(),
            HintRule::Ask => self.dispatch(Ask::Hints.by(self.speaker())),
            HintRule::Never => {}
        }
    }

    fn give_hint(&self) {
        let given = self.imp().view.borrow().hint;
        let line = self.imp().hint.borrow().clone();
        let (Some(given), Some(line)) = (given, line) else {
            return self.look_for_hint();
        };
        let mv = line.moves[0];
        let (told, aloud) = {
            let sitting = self.sitting();
            let position = sitting.game.shown_position();
            let how = self.settings().move_style().main();
            let told = match given {
                Hint::Piece(_) => words::hint_move(position, mv, how),
                Hint::Move(_) => words::hint_reason(position, &line, how),
            };
            (told, words::spoken_move(position, mv))
        };
        self.show_hint(Hint::Move(mv), told);
        // A written move is hard to follow by ear.
        self.announce(Importance::Answer, &aloud);
    }

    fn look_for_hint(&self) {
        if self.session().is_advising() {
            return;
        }
        self.session().remark_done(words::looking_for_hint());
        let window = self.downgrade();
        let session = self.session().clone();
        glib::spawn_future_local(async move {
            let found = session.find_hint().await;
            let Some(window) = window.upgrade() else {
                return;
            };
            match found {
                Ok(Some(line)) => window.begin_hint(line),
                Ok(None) => {}
                Err(_) => session.remark_refused(words::no_hint()),
            }
        });
    }

    fn begin_hint(&self, line: Line) {
        let from = line.moves[0].from;
        let told = words::hint_piece(self.sitting().game.shown_position(), from, labels());
        self.imp().hint.replace(Some(line));
        self.show_hint(Hint::Piece(from), told);
    }

    fn show_hint(&self, hint: Hint, told: String) {
        {
            let mut view = self.imp().view.borrow_mut();
            view.answer(told);
            view.hint = Some(hint);
        }
        self.update();
    }
}
