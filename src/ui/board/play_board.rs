//! A board one plays on: presses and drags become moves, and what is not allowed is refused.

use super::board_view::{BoardView, Drag};
use crate::rules::{IllegalMove, Move, Point, Position};
use crate::scene::{Press, Selection};
use crate::ui::toolkit::prelude::*;
use gtk::glib::clone::Downgrade;
use gtk::glib::object::ObjectType;

/// A view with a board on which single moves are tried.
pub trait PlayBoard: ObjectType + Downgrade<Weak = glib::WeakRef<Self>> {
    /// Reason for refusing a move.
    type Why: Copy + From<IllegalMove>;

    fn board(&self) -> BoardView;

    fn selection(&self) -> &Cell<Selection<Self::Why>>;

    /// The position on the board, if there is one.
    fn position(&self) -> Option<Position>;

    /// Puts a wrong try back, which uses up the input. Returns whether there was one.
    fn takes_back_wrong(&self) -> bool;

    /// Whether the person may move now.
    fn can_move(&self) -> bool {
        true
    }

    /// Answers a press while the person may not move.
    fn repeat_told(&self) {}

    /// Makes a move, or refuses it.
    fn play(&self, mv: Move);

    /// Handles Escape without a selected piece.
    fn leave(&self);

    /// Shows the board.
    fn refresh(&self);

    /// Connects presses, drags and Escape on the board.
    fn connect_input(&self) {
        let board = self.board();
        board.connect_point_pressed(weak!(self, |view, _, point| view.press(point)));
        board.connect_piece_dropped(weak!(self, |view, _, drag| view.drop_piece(drag)));
        board.connect_cancelled(weak!(self, |view, _| view.cancel()));
    }

    /// Changes the selection.
    fn select<T>(&self, change: impl FnOnce(&mut Selection<Self::Why>) -> T) -> T {
        let mut selection = self.selection().get();
        let changed = change(&mut selection);
        self.selection().set(selection);
        changed
    }

    fn press(&self, point: Point) {
        self.select(Selection::clear_refusal);
        if self.takes_back_wrong() {
            return;
        }
        if !self.can_move() {
            self.refresh();
            return self.repeat_told();
        }
        let Some(position) = self.position() else {
            return;
        };
        match self.select(|selection| selection.press(point, &position)) {
            Press::Move(mv) => self.play(mv),
            Press::NotYours(_) | Press::Chose(_) | Press::LetGo | Press::Nothing => self.refresh(),
        }
    }

    fn drop_piece(&self, drag: Drag) {
        self.select(Selection::clear_refusal);
        match drag.as_move() {
            Some(_) if self.takes_back_wrong() => {}
            Some(mv) if self.can_move() => self.play(mv),
            _ => self.refresh(),
        }
    }

    fn cancel(&self) {
        if self.select(Selection::let_go) {
            self.refresh();
        } else {
            self.leave();
        }
    }

    fn refuse(&self, mv: Move, why: Self::Why) {
        self.select(|selection| selection.refuse(mv, why));
        self.refresh();
    }
}
