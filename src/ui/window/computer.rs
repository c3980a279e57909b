//! The computer as an opponent in this window: when it may move, and what the person does not do for it.

use super::Window;
use crate::game::{Ask, Command, Computer, Duty};
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
        let state = toplevel.map(|toplevel| toplevel.state());
        self.is_mapped()
            && !state.is_some_and(|state| state.contains(gdk::ToplevelState::MINIMIZED))
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
        let sitting = self.sitting();
        let game = &sitting.game;
        let moves = matches!(command, Command::Play(_)) && game.shows_present();
        moves
            && game
                .computer()
                .is_some_and(|known| known.side == game.position().turn())
            && game.is_ongoing()
    }

    /// The command that takes back a move: against the computer the person’s last one, with its reply.
    pub(super) fn take_back_command(&self) -> Command {
        match self.sitting().game.computer() {
            Some(Computer { side, .. }) => Ask::TakeBack.by(!side),
            None => Command::from(Ask::TakeBack),
        }
    }

    /// Makes the computer’s reply again that was taken back with the move before it.
    pub(super) fn redo_reply(&self) {
        let replies = {
            let game = &self.sitting().game;
            game.computer_duty() == Some(Duty::Move) && game.can_redo()
        };
        if replies {
            self.dispatch(Command::Redo);
        }
    }
}
