//! Playing: presses and drags become commands, and refusals become messages.

use super::Window;
use crate::game::{Command, Game, Refusal, SessionState};
use crate::record::NodeId;
use crate::rules::{Point, Side};
use crate::scene::{Intent, Remark, View};
use crate::ui::bars::typed_board::TypedBoard;
use crate::ui::board::board_view::Drag;
use crate::ui::platform::appearance::labels;
use crate::ui::session::Edit;
use crate::ui::toolkit::prelude::*;
use std::sync::Arc;

impl Window {
    /// Snapshot of the game on the board, unaffected by later changes: only the visible part while its moves are guessed.
    pub(super) fn state(&self) -> Arc<SessionState> {
        let session = self.session();
        let guess = &self.imp().guess;
        guess.visible(session.revision(), session.state())
    }

    /// Applies a command, or shows the reason for its refusal.
    pub(super) fn dispatch(&self, command: impl Into<Command>) {
        let command = command.into();
        if matches!(command, Command::Show(_)) {
            // Whoever goes elsewhere has done with the comment that is being written.
            self.imp().panel.comment().forget();
        }
        if self.is_guessing() {
            return self.guess_by(command);
        }
        if self.is_for_computer(command) {
            let told = words::not_your_turn(&self.player(self.turn()));
            return self.session().remark_refused(&told);
        }
        if let Err(refusal) = self.session().apply(command) {
            self.refuse(refusal);
        }
    }

    pub(super) fn refuse(&self, refusal: Refusal) {
        let why = words::refusal_in(&self.state().game, refusal, labels());
        {
            let mut view = self.imp().view.borrow_mut();
            match refusal {
                Refusal::Illegal { mv, why } => view.refuse(mv, why),
                _ => view.remark_refused(why),
            }
        }
        self.update();
    }

    /// Handles a point that was clicked, touched, or activated by a key.
    pub(super) fn press(&self, point: Point) {
        if self.close_ending() {
            return;
        }
        self.stop_typing();
        self.imp().typing.forget_keys();
        if self.refuses_to_lift() {
            return;
        }
        if !self.takes_guess() {
            return self.return_to_guess();
        }
        let state = self.state();
        let game = &state.game;
        let intent = self.imp().view.borrow_mut().press(point, game);
        match intent {
            Intent::Play(mv) => {
                // A snapshot would have the game copied.
                drop(state);
                return self.dispatch(Command::Play(mv));
            }
            Intent::Lift(from) => self.tell_lifted(from),
            Intent::PutBack(point) => self.tell_put_back(point),
            Intent::NotYourTurn => {
                let text = words::not_your_turn(&self.player(game.shown_position().turn()));
                self.imp().view.borrow_mut().remark = Some(Remark::Refused(text));
            }
            Intent::Over => {
                if let Err(why) = game.check_open() {
                    self.imp()
                        .view
                        .borrow_mut()
                        .remark_refused(words::refusal_in(game, why, labels()));
                }
            }
            Intent::Nothing => {}
        }
        drop(state);
        self.update();
    }

    /// Handles the drop of a dragged piece; outside the board it is put back.
    pub(super) fn drop_piece(&self, drag: Drag) {
        self.stop_typing();
        self.imp().typing.forget_keys();
        if self.refuses_to_lift() {
            return;
        }
        if !self.takes_guess() {
            return self.update();
        }
        let is_preview = {
            let mut view = self.imp().view.borrow_mut();
            view.clear_attempt();
            view.preview.take().is_some()
        };
        match drag.as_move().filter(|_| !is_preview) {
            Some(mv) => self.dispatch(Command::Play(mv)),
            None => self.update(),
        }
    }

    /// Puts the lifted piece back.
    pub(super) fn let_go(&self) {
        self.close_ending();
        self.stop_typing();
        let lifted = self.imp().view.borrow().lifted();
        if let Some(point) = lifted {
            self.tell_put_back(point);
        }
        self.imp().view.borrow_mut().forget();
        self.update();
    }

    /// Undoes the last step: a move, a drawing after it, or an edit of a focused comment or message.
    pub fn take_back(&self) {
        if !self.undo_writing(false) && !self.undo_drawing(false) {
            self.dispatch(self.take_back_command());
        }
    }

    pub fn redo(&self) {
        if !self.undo_writing(true) && !self.undo_drawing(true) {
            self.dispatch(Command::Redo);
            self.redo_reply();
        }
    }

    /// Undoes or redoes an edit of a focused comment or message. Returns whether one has the focus.
    fn undo_writing(&self, again: bool) -> bool {
        let imp = self.imp();
        if imp.panel.comment().is_being_written() {
            imp.panel.comment().undo(again);
        } else if imp.panel.chat().is_being_written() {
            imp.panel.chat().undo(again);
        } else {
            return false;
        }
        true
    }

    pub fn flip(&self) {
        let bottom = self.state().bottom;
        self.session().edit(&Edit::Bottom(!bottom));
    }

    /// The side whose turn it is in the game.
    pub(super) fn turn(&self) -> Side {
        self.state().game.turn()
    }

    /// The side that offers: the own one in a game by letter, or else the side to move.
    pub(super) fn speaker(&self) -> Side {
        self.own_side().unwrap_or_else(|| self.turn())
    }

    /// The side that plays here, if the friend plays elsewhere or is the computer.
    pub(super) fn own_side(&self) -> Option<Side> {
        let by_letter = self.state().game.by_letter().map(|known| known.own);
        by_letter.or_else(|| self.session().local_side())
    }

    pub(super) fn show_node(&self, find: impl FnOnce(&Game, &View) -> Option<NodeId>) {
        let node = find(&self.state().game, &self.imp().view.borrow());
        if let Some(node) = node {
            self.dispatch(Command::Show(node));
        }
    }

    pub fn show_present(&self) {
        self.imp().view.borrow_mut().leave_trail();
        self.show_node(|game, _| Some(game.present()));
    }
}
