//! Values of the board's signals.

use crate::rules::{Move, Point};
use gtk::glib;

/// Point that was clicked, touched or activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, glib::Boxed)]
#[boxed_type(name = "XqPressed")]
pub(super) struct Pressed(pub(super) Point);

/// Drag of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, glib::Boxed)]
#[boxed_type(name = "XqDrag")]
pub struct Drag {
    /// Point of the piece.
    pub from: Point,
    /// End point of the drag.
    pub end: DragEnd,
}

/// End of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragEnd {
    /// Point under the pointer.
    On(Point),
    /// Outside the board.
    OffBoard,
    /// The gesture was interrupted.
    Cancelled,
}

impl Drag {
    /// Returns the move of the drag; `None` if the piece goes back.
    pub fn as_move(self) -> Option<Move> {
        match self.end {
            DragEnd::On(to) if to != self.from => Some(Move::new(self.from, to)),
            DragEnd::On(_) | DragEnd::OffBoard | DragEnd::Cancelled => None,
        }
    }
}
