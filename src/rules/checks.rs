//! The moves that give check, found without trying most of the others.

use super::safety::Safety;
use super::tables::{CROSS, DIAGONAL_NEIGHBORS, HORSE};
use super::{Move, Piece, PieceKind, PointSet, Position, movegen};

impl Position {
    /// All legal moves that give check, in the order of [`Position::legal_moves`].
    ///
    /// A move gives check only if it leaves a line of the opposing general or the leg of a horse beside it, or enters a
    /// line or a point from which a horse attacks it. Only such moves are tried.
    pub fn checking_moves(&self) -> Vec<Move> {
        let field = self.board().field();
        let turn = self.turn();
        let mut moves = Vec::new();
        let Some(general) = field.general(!turn) else {
            return moves;
        };
        let at = general.index();
        for (kind, from, targets) in movegen::each_piece(field, turn) {
            let is_tried = if (CROSS[at] | DIAGONAL_NEIGHBORS[at]).contains(from) {
                PointSet::ALL
            } else if kind == PieceKind::Horse {
                CROSS[at] | HORSE[at][0]
            } else {
                CROSS[at]
            };
            for to in (targets - PointSet::of(general)) & is_tried {
                let piece = Piece::new(turn, kind);
                let mut next = *field;
                next.toggle(from, piece);
                if let Some(captured) = self.piece_at(to) {
                    next.toggle(to, captured);
                }
                next.toggle(to, piece);
                if !Safety::new(&next, !turn).checkers.is_empty() {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves
    }

    /// This arrangement with the other side to move, as after a pass; `None` in check, when nobody may pass.
    pub fn passed(&self) -> Option<Self> {
        let passed = Self::new_unchecked(self.board().clone(), !self.turn());
        (!self.is_check()).then_some(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Side};

    #[test]
    fn checks_are_the_legal_moves_after_which_there_is_a_check() {
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w",
            "2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w",
            "1rbckaP2/3PaP1r1/1P2b4/1R7/Nn7/CRBp1n3/4C4/9/4p1p2/1c3K3 w",
        ];
        for fen in fens {
            let setup = Setup::from_fen(fen).expect("a FEN");
            let mut line = vec![setup.position().expect("a position")];
            // Wherever the first moves of either side lead.
            for depth in 0..3 {
                let next = line.iter().flat_map(|position| {
                    let moves = position.legal_moves().into_iter().step_by(depth + 1);
                    moves.map(|mv| position.after(mv))
                });
                let next: Vec<_> = next.take(3000).collect();
                for position in &line {
                    let mut checks = position.legal_moves();
                    checks.retain(|mv| position.after(*mv).is_check());
                    assert_eq!(position.checking_moves(), checks, "{}", position.board());
                }
                line = next;
            }
        }
    }

    #[test]
    fn nobody_passes_in_check() {
        let start = Position::start();
        assert_eq!(
            start.passed().map(|passed| passed.turn()),
            Some(Side::Black)
        );
        let check = Setup::from_fen("4k4/9/9/9/9/9/9/9/4r4/3K5 w").expect("a FEN");
        assert!(check.position().expect("a position").passed().is_some());
        let check = Setup::from_fen("4k4/9/9/9/9/9/9/9/3r5/3K5 w").expect("a FEN");
        assert_eq!(check.position().expect("a position").passed(), None);
    }
}
