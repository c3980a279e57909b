//! The ninety points and their occupants, and the comparison of material kind by kind: no two teachers give the pieces
//! the same values.

use super::bitboards::Bitboards;
use super::{Piece, PieceKind, Point, PointSet, Side};
use std::fmt;
use std::hash::{Hash, Hasher};

/// An arrangement of pieces, possible in a game or not. Boards are equal if they have the same pieces on the same
/// points.
#[derive(Clone)]
pub struct Board {
    cells: [Option<Piece>; Point::COUNT],
    /// The arrangement in the form used by move generation.
    bitboards: Bitboards,
}

impl Board {
    /// A board with no pieces.
    pub const fn empty() -> Self {
        Self {
            cells: [None; Point::COUNT],
            bitboards: Bitboards::EMPTY,
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
            self.bitboards.toggle(point, before);
        }
        if let Some(piece) = piece {
            self.bitboards.toggle(point, piece);
        }
        before
    }

    /// All pieces with their points, in the order of [`Point::all`].
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        Point::all().filter_map(|point| Some((point, self.piece_at(point)?)))
    }

    /// The occupied points.
    pub fn occupied(&self) -> PointSet {
        self.bitboards.occupied()
    }

    /// The points occupied by `side`.
    pub fn of_side(&self, side: Side) -> PointSet {
        self.bitboards.of_side(side)
    }

    /// The points occupied by pieces equal to this one.
    pub fn of_piece(&self, piece: Piece) -> PointSet {
        self.bitboards.of(piece.side, piece.kind)
    }

    /// The point of `side`'s general; the first one if an impossible arrangement has several.
    pub fn general(&self, side: Side) -> Option<Point> {
        self.bitboards.general(side)
    }

    /// The form used by move generation.
    pub(super) const fn bitboards(&self) -> &Bitboards {
        &self.bitboards
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.bitboards.same(&other.bitboards)
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

impl PieceKind {
    /// Order in which players set out pieces beside the board, the strongest first.
    pub const BY_WORTH: [Self; Self::COUNT] = [
        Self::Chariot,
        Self::Cannon,
        Self::Horse,
        Self::Elephant,
        Self::Advisor,
        Self::Soldier,
        Self::General,
    ];
}

impl Board {
    /// The pieces by which `side` outnumbers its opponent, the strongest first, each kind repeated by its excess.
    ///
    /// Generals are not counted: each side has one.
    ///
    /// ```
    /// use chuhe::rules::{PieceKind, Setup, Side};
    ///
    /// let ending = Setup::from_fen("2bak4/9/9/p8/9/9/2P3P1P/9/4K4/R8 w")?;
    /// let more = |side| ending.board.surplus(side);
    /// assert_eq!(more(Side::Red), [PieceKind::Chariot, PieceKind::Soldier, PieceKind::Soldier]);
    /// assert_eq!(more(Side::Black), [PieceKind::Elephant, PieceKind::Advisor]);
    /// # Ok::<(), chuhe::rules::FenError>(())
    /// ```
    pub fn surplus(&self, side: Side) -> Vec<PieceKind> {
        let count = |side, kind| self.of_piece(Piece::new(side, kind)).len();
        let kinds = PieceKind::BY_WORTH.into_iter();
        let compared = kinds.filter(|kind| *kind != PieceKind::General);
        compared
            .flat_map(|kind| {
                let more = count(side, kind).saturating_sub(count(!side, kind));
                std::iter::repeat_n(kind, more)
            })
            .collect()
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

    fn surplus(fen: &str) -> [Vec<PieceKind>; 2] {
        let setup = Setup::from_fen(fen).expect("a FEN");
        Side::ALL.map(|side| setup.board.surplus(side))
    }

    #[test]
    fn every_kind_has_its_place_in_the_order() {
        for kind in PieceKind::ALL {
            assert!(PieceKind::BY_WORTH.contains(&kind));
        }
    }

    #[test]
    fn equal_armies_have_nothing_more_wherever_they_stand() {
        let none = [vec![], vec![]];
        assert_eq!(surplus(&Setup::start().to_fen()), none);
        assert_eq!(surplus("3k5/9/9/2p6/9/9/6r2/9/R7P/3K5 b"), none);
    }

    #[test]
    fn what_one_has_more_is_not_set_off_against_another_kind() {
        // A chariot for a horse and a cannon, with nothing else different.
        let [red, black] = surplus("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKAB1R w");
        assert_eq!(
            (red.len(), black),
            (0, vec![PieceKind::Cannon, PieceKind::Horse])
        );
        let [red, black] = surplus("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKAB1R w");
        assert_eq!(red, [PieceKind::Chariot]);
        assert_eq!(black, [PieceKind::Cannon, PieceKind::Horse]);
    }
}
