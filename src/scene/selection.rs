//! Interpretation of a press on a point: select a piece, move it, or deselect it.

use crate::rules::{Move, Piece, Point, Position};

/// The selected piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection(Option<Point>);

/// Meaning of a press.
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

impl Selection {
    /// Point of the selected piece.
    pub const fn point(self) -> Option<Point> {
        self.0
    }

    /// Selects the piece on a point, if it belongs to the side to move.
    pub fn choose(&mut self, point: Point, position: &Position) -> bool {
        let own = |piece: Piece| piece.side == position.turn();
        let mine = position.piece_at(point).is_some_and(own);
        if mine {
            self.0 = Some(point);
        }
        mine
    }

    /// Presses a point. After [`Press::Move`] the piece stays selected, so that another destination can be tried.
    pub fn press(&mut self, point: Point, position: &Position) -> Press {
        let before = self.0;
        match before {
            Some(chosen) if chosen == point => {
                self.0 = None;
                Press::LetGo
            }
            _ if self.choose(point, position) => Press::Chose(point),
            Some(chosen) => Press::Move(Move::new(chosen, point)),
            None if position.piece_at(point).is_some() => Press::NotYours(point),
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
        let mut selection = Selection::default();
        assert_eq!(selection.press(at("e5"), &position), Press::Nothing);
        assert_eq!(
            selection.press(at("e6"), &position),
            Press::NotYours(at("e6"))
        );
        assert_eq!(selection.press(at("h2"), &position), Press::Chose(at("h2")));
        assert_eq!(selection.press(at("b2"), &position), Press::Chose(at("b2")));
        let mv = Move::new(at("b2"), at("b9"));
        assert_eq!(selection.press(at("b9"), &position), Press::Move(mv));
        assert_eq!(selection.point(), Some(at("b2")));
        assert_eq!(selection.press(at("b2"), &position), Press::LetGo);
        assert_eq!(selection.point(), None);
    }
}
