//! A playable position: its legal moves, checks and ends.

use super::safety::Safety;
use super::{Board, IllegalMove, Move, Piece, PieceKind, Played, Point, PointSet, Setup, Side};
use super::{illegal, movegen, reach};

/// The arrangement and the side to move. Two equal positions are the same for the repetition rule.
///
/// A position is only ever created from a playable [`Setup`] or by a legal move, so both generals are present and the
/// side that has just moved is not in check. Positions from old files, created by [`Setup::position_unchecked`] and
/// [`Position::play_ignoring_check`], do not guarantee this.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    turn: Side,
}

impl Position {
    /// The standard starting position, Red to move.
    pub fn start() -> Self {
        let start = Setup::start();
        Self::new_unchecked(start.board, start.turn)
    }

    /// Creates a position without checks; the caller guarantees that there is no
    /// [`PositionFault`](super::PositionFault).
    pub(super) const fn new_unchecked(board: Board, turn: Side) -> Self {
        Self { board, turn }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The occupant of the point.
    pub const fn piece_at(&self, point: Point) -> Option<Piece> {
        self.board.piece_at(point)
    }

    /// All legal moves of the side to move. An empty list is mate or stalemate: both lose.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for (from, targets) in self.targets_of_each() {
            moves.extend(targets.map(|to| Move::new(from, to)));
        }
        moves
    }

    /// The pieces of the side to move with their targets.
    fn targets_of_each(&self) -> impl Iterator<Item = (Point, PointSet)> {
        let bitboards = self.board.bitboards();
        // After a move that left a general attacked, as found in old files, that general still cannot be captured.
        let general = bitboards.of(!self.turn, PieceKind::General);
        movegen::each_piece(bitboards, self.turn)
            .map(move |(_, from, targets)| (from, targets - general))
    }

    /// The legal targets of the piece on `from`; empty if it is not that side's turn.
    pub fn targets(&self, from: Point) -> PointSet {
        match self.board.piece_at(from) {
            Some(piece) if piece.side == self.turn => self.reachable(from),
            _ => PointSet::EMPTY,
        }
    }

    /// The legal targets of the piece on `from` if it were its side's turn.
    pub fn reachable(&self, from: Point) -> PointSet {
        let bitboards = self.board.bitboards();
        self.board
            .piece_at(from)
            .map_or(PointSet::EMPTY, |Piece { side, kind }| {
                // After a move that left a general attacked, as found in old files, that general still cannot be
                // captured.
                movegen::targets(bitboards, side, &Safety::new(bitboards, side), kind, from)
                    - bitboards.of(!side, PieceKind::General)
            })
    }

    /// The pieces of `by` that could capture an opposing piece on this point, regardless of its present occupant. Does
    /// not check whether their own general would then be attacked.
    pub fn attackers(&self, point: Point, by: Side) -> PointSet {
        if self
            .board
            .piece_at(point)
            .is_some_and(|piece| piece.side != by)
        {
            return reach::attackers(&self.board, point, by);
        }
        // A cannon's move to an empty point differs from its capture, and nothing captures its own side.
        let mut board = self.board.clone();
        let victim = Piece {
            side: !by,
            kind: PieceKind::Soldier,
        };
        board.set(point, Some(victim));
        reach::attackers(&board, point, by)
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.targets_of_each()
            .any(|(_, targets)| !targets.is_empty())
    }

    /// Number of legal moves.
    pub fn count_legal_moves(&self) -> usize {
        self.targets_of_each()
            .map(|(_, targets)| targets.len())
            .sum()
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.targets(mv.from).contains(mv.to) {
            return Ok(());
        }
        let piece = self.board.piece_at(mv.from).ok_or(IllegalMove::NoPiece)?;
        if piece.side != self.turn {
            return Err(IllegalMove::NotYourTurn { turn: self.turn });
        }
        if !reach::targets(&self.board, mv.from).contains(mv.to) {
            return Err(illegal::explain(&self.board, piece, mv));
        }
        if self.board.general(!self.turn) == Some(mv.to) {
            return Err(IllegalMove::CapturesGeneral);
        }
        let by = self.dangers(mv);
        let facing = |point: &Point| {
            self.board
                .piece_at(*point)
                .is_some_and(|piece| piece.kind == PieceKind::General)
        };
        if by.is_empty() {
            Ok(())
        } else if let Some(theirs) = by.into_iter().find(facing) {
            let own = if piece.kind == PieceKind::General {
                Some(mv.to)
            } else {
                self.general()
            };
            Err(IllegalMove::FlyingGeneral {
                generals: own.into_iter().chain([theirs]).collect(),
            })
        } else {
            Err(IllegalMove::LeavesInCheck { by })
        }
    }

    /// Returns the position after a legal move; this one is unchanged.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        self.check_move(mv)?;
        Ok(self.after(mv))
    }

    /// Returns the effect of a legal move and the position after it.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn play_with_effect(&self, mv: Move) -> Result<(Played, Self), IllegalMove> {
        let piece = self.board.piece_at(mv.from).ok_or(IllegalMove::NoPiece)?;
        let next = self.play(mv)?;
        let captured = self.board.piece_at(mv.to);
        let played = Played {
            mv,
            piece,
            captured,
            gives_check: next.is_check(),
        };
        Ok((played, next))
    }

    /// Like [`Position::play_with_effect`], for a move whose only fault is to leave the own general attacked, as found in
    /// old records.
    pub fn play_ignoring_check(&self, mv: Move) -> Option<(Played, Self)> {
        let piece = self.board.piece_at(mv.from)?;
        let captured = self.board.piece_at(mv.to);
        let is_general = |piece: Piece| piece.kind == PieceKind::General;
        let can_be_made = piece.side == self.turn
            && reach::targets(&self.board, mv.from).contains(mv.to)
            && !captured.is_some_and(is_general);
        let next = can_be_made.then(|| self.after(mv))?;
        let played = Played {
            mv,
            piece,
            captured,
            gives_check: next.is_check(),
        };
        Some((played, next))
    }

    /// The pieces giving check to the side to move.
    pub fn checkers(&self) -> PointSet {
        Safety::new(self.board.bitboards(), self.turn).checkers
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The point of the general of the side to move.
    fn general(&self) -> Option<Point> {
        self.board.general(self.turn)
    }

    /// The pieces that would attack the mover's general after an otherwise possible move.
    fn dangers(&self, mv: Move) -> PointSet {
        let mut board = self.board.clone();
        let moved = board.set(mv.from, None);
        board.set(mv.to, moved);
        board.general(self.turn).map_or(PointSet::EMPTY, |general| {
            reach::attackers(&board, general, !self.turn)
        })
    }

    /// The position after a move that the caller knows to be legal.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.advance(mv);
        next
    }

    /// Makes a move that the caller knows to be legal.
    pub(super) fn advance(&mut self, mv: Move) {
        let moved = self.board.set(mv.from, None);
        self.board.set(mv.to, moved);
        self.turn = !self.turn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    fn set(points: &str) -> PointSet {
        let points = points.split_whitespace();
        points
            .map(|point| point.parse::<Point>().expect("a point"))
            .collect()
    }

    fn attackers(position: &Position, point: &str, by: Side) -> PointSet {
        position.attackers(point.parse().expect("a point"), by)
    }

    #[test]
    fn a_point_is_attacked_by_what_could_capture_there() {
        let position = Position::start();
        // Behind its screen the cannon attacks the horse, in front of it nothing.
        assert_eq!(attackers(&position, "h9", Side::Red), set("h2"));
        assert_eq!(attackers(&position, "h4", Side::Red), PointSet::EMPTY);
        // The empty point behind a screen is attacked, and one's own piece is protected.
        assert_eq!(attackers(&position, "h8", Side::Red), set("h2"));
        assert_eq!(attackers(&position, "i8", Side::Black), set("i9"));
        assert_eq!(attackers(&position, "h2", Side::Red), PointSet::EMPTY);
        assert_eq!(attackers(&position, "e3", Side::Red), PointSet::EMPTY);
        assert_eq!(attackers(&position, "c0", Side::Red), PointSet::EMPTY);
        assert_eq!(attackers(&position, "e2", Side::Red), set("c0 g0"));
    }

    #[test]
    fn a_general_that_was_left_attacked_is_never_captured() {
        let setup = Setup::from_fen("4k4/9/9/9/4r4/9/9/9/4A4/4K4 w").expect("a FEN");
        let position = setup.position().expect("a position");
        let left = position.after("e1d2".parse().expect("a move"));
        let moves = left.legal_moves();
        assert!(moves.iter().all(|mv| left.check_move(*mv).is_ok()));
        assert_eq!(left.count_legal_moves(), moves.len());
        assert!(left.has_legal_move());
    }

    #[test]
    fn both_sides_reach_what_they_might_go_to() {
        let position = position("3k5/9/9/9/9/9/9/4r4/9/R3K4 w");
        let chariot: Point = "e2".parse().expect("a point");
        assert_eq!(position.targets(chariot), PointSet::EMPTY);
        assert!(
            position
                .reachable(chariot)
                .contains("e8".parse().expect("a point"))
        );
        for point in Point::all() {
            let own = position
                .piece_at(point)
                .is_some_and(|piece| piece.side == Side::Red);
            if own {
                assert_eq!(
                    position.targets(point),
                    position.reachable(point),
                    "{point}"
                );
            }
        }
    }
}
