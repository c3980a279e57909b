//! Errors in reading a text as a move.

use crate::rules::{IllegalMove, Move};
use thiserror::Error;

/// The reason why a text does not name exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text does not have the form of a move.
    #[error("this is not a move")]
    NotAMove,
    /// A move by its form, but no matching piece of the side to move has such a move, even on an empty board.
    #[error("no piece can make this move")]
    NoSuchMove,
    /// The text fits these moves: all legal, or none legal and all forbidden only because the mover's general would be
    /// attacked.
    #[error("this could be {}", alternatives(.0))]
    Ambiguous(Vec<Move>),
    /// The text fits a move forbidden by the rules.
    #[error("{mv} is not allowed: {why}")]
    Illegal {
        /// The move; if the text fits several, the one forbidden only because the mover's general would be attacked, or
        /// else the first.
        mv: Move,
        /// The rule that forbids it.
        #[source]
        why: IllegalMove,
    },
}

/// The moves as alternatives.
fn alternatives(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    moves.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_it_knows() {
        let moves = ["h2e2", "b2e2"].map(|text| text.parse().expect("a move"));
        let error = NotationError::Ambiguous(moves.to_vec());
        assert_eq!(error.to_string(), "this could be h2e2 or b2e2");
        let why = IllegalMove::NoPiece;
        let error = NotationError::Illegal { mv: moves[0], why };
        assert_eq!(
            error.to_string(),
            "h2e2 is not allowed: no piece stands there"
        );
    }
}
