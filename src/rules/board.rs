//! The ninety points and their occupants.

use super::field::Field;
use super::{Piece, Point, PointSet, Side};
use std::fmt;
use std::hash::{Hash, Hasher};

/// An arrangement of pieces, possible in a game or not. Boards are equal if they have the same pieces on the same
/// points.
#[derive(Clone)]
pub struct Board {
    cells: [Option<Piece>; Point::COUNT],
    /// The arrangement in the form used by move generation.
    field: Field,
}

impl Board {
    /// A board with no pieces.
    pub const fn empty() -> Self {
        Self {
            cells: [None; Point::COUNT],
            field: Field::EMPTY,
        }
    }

    /// The occupant of the point.
    pub const fn piece_at(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()]
    }

    /// Sets or clears the point and returns the previous occupant.
    pub const fn set(&mut self, point: Point, piece: Option<Piece>) -> Option<Piece> {
        let before = std::mem::replace(&mut self.cells[point.index()], piece);
        if let Some(before) = before {
            self.field.toggle(point, before);
        }
        if let Some(piece) = piece {
            self.field.toggle(point, piece);
        }
        before
    }

    /// All pieces with their points, in the order of [`Point::all`].
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        Point::all().filter_map(|point| Some((point, self.piece_at(point)?)))
    }

    /// The occupied points.
    pub fn occupied(&self) -> PointSet {
        self.field.occupied()
    }

    /// The points occupied by `side`.
    pub fn of_side(&self, side: Side) -> PointSet {
        self.field.of_side(side)
    }

    /// The points occupied by pieces equal to this one.
    pub fn of_piece(&self, piece: Piece) -> PointSet {
        self.field.of(piece.side, piece.kind)
    }

    /// The point of `side`'s general; the first one if an impossible arrangement has several.
    pub fn general(&self, side: Side) -> Option<Point> {
        self.field.general(side)
    }

    /// The form used by move generation.
    pub(super) const fn field(&self) -> &Field {
        &self.field
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.field.same(&other.field)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells.hash(state);
    }
}

impl fmt::Display for Board {
    /// Formats ten lines of text, Black's home rank first, with FEN letters and dots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in super::Rank::all().rev() {
            for file in super::File::all() {
                let letter = self
                    .piece_at(Point::new(file, rank))
                    .map_or('.', Piece::fen_letter);
                if file.index() > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{letter}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use std::hash::DefaultHasher;

    fn hash(board: &Board) -> u64 {
        let mut hasher = DefaultHasher::new();
        board.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn only_who_stands_where_makes_boards_equal() {
        let start = Setup::start().board;
        let mut board = start.clone();
        for (point, piece) in start.pieces() {
            assert_eq!(board.set(point, None), Some(piece));
            assert_ne!(board, start);
        }
        assert_eq!(board, Board::empty());
        assert_eq!(hash(&board), hash(&Board::empty()));
        let pieces: Vec<(Point, Piece)> = start.pieces().collect();
        for &(point, piece) in pieces.iter().rev() {
            // An intermediate occupant leaves no trace.
            board.set(
                point,
                Some(Piece {
                    side: !piece.side,
                    ..piece
                }),
            );
            board.set(point, Some(piece));
        }
        assert_eq!(board, start);
        assert_eq!(hash(&board), hash(&start));
    }

    #[test]
    fn the_sets_agree_with_the_points() {
        let board = Setup::start().board;
        for piece in Piece::all() {
            let points = board.pieces().filter(|(_, other)| *other == piece);
            let points: PointSet = points.map(|(point, _)| point).collect();
            assert_eq!(board.of_piece(piece), points);
        }
        for side in Side::ALL {
            assert_eq!(board.of_side(side).len(), 16);
            assert!(board.general(side).is_some_and(|at| at.in_palace(side)));
        }
        assert_eq!(board.occupied().len(), 32);
    }
}
