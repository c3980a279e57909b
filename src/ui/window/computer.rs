//! The computer: as an opponent, when it may move, and what the person does not do for it; and its hints, first the
//! piece, then the move, then its purpose.

use super::Window;
use crate::engine::Advice;
use crate::game::{Ask, Command, Computer, Duty, HintRule};
use crate::studies::Hint;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Tells the session whether the window is on the screen.
    pub(super) fn watch_visibility(&self) {
        self.connect_map(Self::tell_visibility);
        self.connect_unmap(|window| window.session().set_shown(false));
        self.connect_realize(|window| {
            let Some(toplevel) = window.surface().and_downcast::<gdk::Toplevel>() else {
                return;
            };
            toplevel.connect_state_notify(weak!(window, |window, _| window.tell_visibility()));
        });
    }

    fn tell_visibility(&self) {
        self.session().set_shown(self.is_on_screen());
    }

    fn is_on_screen(&self) -> bool {
        let toplevel = self.surface().and_downcast::<gdk::Toplevel>();
        let state = toplevel.as_ref().map(ToplevelExt::state);
        let is_minimized = state.is_some_and(|state| state.contains(gdk::ToplevelState::MINIMIZED));
        self.is_mapped()
            && !is_minimized
            && !toplevel.is_some_and(|toplevel| is_suspended(&toplevel))
    }

    /// Lets the computer move, once no piece that is seen moves.
    pub(super) fn reply_when_still(&self) {
        let board = &self.imp().board;
        if !board.is_moving() || !self.is_on_screen() {
            return self.session().reply();
        }
        let session = self.session().clone();
        board.add_tick_callback(move |board, _| {
            if board.is_moving() {
                return glib::ControlFlow::Continue;
            }
            session.reply();
            glib::ControlFlow::Break
        });
    }

    /// Whether a command would move a piece of the computer, on its turn.
    pub(super) fn is_for_computer(&self, command: Command) -> bool {
        let state = self.state();
        let game = &state.game;
        let moves = matches!(command, Command::Play(_)) && game.shows_present();
        moves
            && game
                .computer()
                .is_some_and(|known| known.side == game.position().turn())
            && game.is_ongoing()
    }

    /// The command that takes back a move: against the computer the person’s last one, with its reply.
    pub(super) fn take_back_command(&self) -> Command {
        match self.state().game.computer() {
            Some(Computer { side, .. }) => Ask::TakeBack.by(!side),
            None => Command::from(Ask::TakeBack),
        }
    }

    /// Makes the computer’s reply again that was taken back with the move before it.
    pub(super) fn redo_reply(&self) {
        let replies = {
            let game = &self.state().game;
            game.computer_duty() == Some(Duty::Move) && game.can_redo()
        };
        if replies {
            self.dispatch(Command::Redo);
        }
    }
}

impl Window {
    /// Gives the next part of a hint, or asks the opponent to agree to hints.
    pub(super) fn hint(&self) {
        let rule = self.state().game.hint_rule();
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
            let state = self.state();
            let position = state.game.shown_position();
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

    fn begin_hint(&self, line: Advice) {
        if self.is_guessing() {
            return;
        }
        let from = line.best().from;
        let told = words::hint_piece(self.state().game.shown_position(), from, labels());
        self.imp().hint.replace(Some(line));
        self.show_hint(Hint::Piece(from), told);
    }

    fn show_hint(&self, hint: Hint, told: String) {
        {
            let mut view = self.imp().view.borrow_mut();
            view.answer(told);
            view.preview = None;
            view.hint = Some(hint);
        }
        self.update();
    }
}

/// Whether the desktop shows nothing of a window, which GTK 4.12 and newer tell.
fn is_suspended(toplevel: &gdk::Toplevel) -> bool {
    let state = toplevel.property_value("state");
    let known = glib::FlagsValue::from_value(&state);
    known.is_some_and(|(_, set)| set.iter().any(|flag| flag.nick() == "suspended"))
}
