//! Ninety points and who stands on them.

use super::{Piece, PieceKind, Point, PointSet, Side};
use std::fmt;

/// An arrangement of pieces, possible in a game or not.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [Option<Piece>; Point::COUNT],
}

impl Board {
    /// A board with no pieces.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            cells: [None; Point::COUNT],
        }
    }

    /// Who stands on the point.
    #[must_use]
    pub const fn piece_at(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()]
    }

    /// Puts a piece on the point, or clears it; gives back who stood there.
    pub const fn set(&mut self, point: Point, piece: Option<Piece>) -> Option<Piece> {
        std::mem::replace(&mut self.cells[point.index()], piece)
    }

    /// Every piece with its point, in the order of [`Point::all`].
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        Point::all().filter_map(|point| Some((point, self.piece_at(point)?)))
    }

    /// The points that are not empty.
    #[must_use]
    pub fn occupied(&self) -> PointSet {
        self.pieces().map(|(point, _)| point).collect()
    }

    /// Where the pieces of `side` stand.
    #[must_use]
    pub fn of_side(&self, side: Side) -> PointSet {
        self.pieces()
            .filter(|(_, piece)| piece.side == side)
            .map(|(point, _)| point)
            .collect()
    }

    /// Where pieces equal to this one stand.
    #[must_use]
    pub fn of_piece(&self, piece: Piece) -> PointSet {
        self.pieces()
            .filter(|(_, other)| *other == piece)
            .map(|(point, _)| point)
            .collect()
    }

    /// Where the general of `side` stands; the first one where an impossible arrangement has several.
    #[must_use]
    pub fn general(&self, side: Side) -> Option<Point> {
        self.of_piece(Piece::new(side, PieceKind::General)).first()
    }
}

impl fmt::Display for Board {
    /// Ten lines of text, Black's home rank first, with the letters of a FEN and dots.
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
