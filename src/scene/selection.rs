//! Interpretation of a press on a point: select a piece, move it, or deselect it.

use crate::rules::{IllegalMove, Move, Piece, Point, PointSet, Position};

/// The selected piece, and the last refused move until the next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection<Why = IllegalMove> {
    point: Option<Point>,
    refused: Option<(Move, Why)>,
}

impl<Why> Default for Selection<Why> {
    fn default() -> Self {
        Self {
            point: None,
            refused: None,
        }
    }
}

/// Effect of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// A piece of the side to move was selected, possibly replacing another.
    Chose(Point),
    /// The selected piece was deselected.
    LetGo,
    /// The selected piece is to move; legality is not checked here.
    Move(Move),
    /// No piece was selected and a piece of the other side was pressed.
    NotYours(Point),
    /// No piece was selected and the point is empty.
    Nothing,
}

impl<Why: Copy + From<IllegalMove>> Selection<Why> {
    /// Point of the selected piece.
    pub const fn point(&self) -> Option<Point> {
        self.point
    }

    /// The selected piece, and the points it can go to.
    pub fn targets(&self, position: &Position) -> Option<(Point, PointSet)> {
        self.point.map(|point| (point, position.targets(point)))
    }

    /// The last refused move, and the reason.
    pub const fn refused(&self) -> Option<(Move, Why)> {
        self.refused
    }

    /// Refuses a move; its piece stays selected, so that another destination can be tried.
    pub const fn refuse(&mut self, mv: Move, why: Why) {
        self.refused = Some((mv, why));
    }

    /// Forgets the last refused move.
    pub const fn clear_refusal(&mut self) {
        self.refused = None;
    }

    /// Deselects the piece and forgets the last refused move. Returns whether a piece was selected.
    pub const fn let_go(&mut self) -> bool {
        self.refused = None;
        self.point.take().is_some()
    }

    /// Presses a point. After [`Press::Move`] the piece stays selected, so that another destination can be tried. A press
    /// on a piece of the other side is refused.
    pub fn press(&mut self, point: Point, position: &Position) -> Press {
        self.refused = None;
        let turn = position.turn();
        let piece = position.piece_at(point);
        let is_own = piece.is_some_and(|piece: Piece| piece.side == turn);
        match self.point {
            Some(chosen) if chosen == point => {
                self.point = None;
                Press::LetGo
            }
            _ if is_own => {
                self.point = Some(point);
                Press::Chose(point)
            }
            Some(chosen) => Press::Move(Move::new(chosen, point)),
            None if piece.is_some() => {
                self.refuse(
                    Move::new(point, point),
                    IllegalMove::NotYourTurn { turn }.into(),
                );
                Press::NotYours(point)
            }
            None => Press::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    #[test]
    fn presses_choose_move_choose_another_and_let_go() {
        let position = Position::start();
        let mut selection = Selection::<IllegalMove>::default();
        assert_eq!(selection.press(at("e5"), &position), Press::Nothing);
        assert_eq!(
            selection.press(at("e6"), &position),
            Press::NotYours(at("e6"))
        );
        assert!(selection.refused().is_some());
        assert_eq!(selection.press(at("h2"), &position), Press::Chose(at("h2")));
        assert_eq!(selection.refused(), None);
        assert_eq!(selection.press(at("b2"), &position), Press::Chose(at("b2")));
        let mv = Move::new(at("b2"), at("b9"));
        assert_eq!(selection.press(at("b9"), &position), Press::Move(mv));
        assert_eq!(selection.point(), Some(at("b2")));
        assert_eq!(selection.press(at("b2"), &position), Press::LetGo);
        assert_eq!(selection.point(), None);
    }
}
