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
    /// Where the drag ended.
    pub end: DragEnd,
}

/// End of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragEnd {
    /// Point under the pointer.
    On(Point),
    /// Beside the board.
    OffBoard,
    /// Something else took the drag over.
    Cancelled,
}

impl Drag {
    /// Move that the drag makes; `None` where the piece goes back.
    pub fn as_move(self) -> Option<Move> {
        match self.end {
            DragEnd::On(to) if to != self.from => Some(Move::new(self.from, to)),
            DragEnd::On(_) | DragEnd::OffBoard | DragEnd::Cancelled => None,
        }
    }
}
