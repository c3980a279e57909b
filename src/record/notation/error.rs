//! Errors in reading a text as a move.

use crate::rules::{IllegalMove, Move};
use std::fmt;

/// The reason why a text does not name exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// The text does not have the form of a move.
    NotAMove,
    /// A move by its form, but no matching piece of the side to move has such a move, even on an empty board.
    NoSuchMove,
    /// The text fits these moves: all legal, or none legal and all forbidden only because the mover's general would be
    /// attacked.
    Ambiguous(Vec<Move>),
    /// The text fits a move forbidden by the rules.
    Illegal {
        /// The move; if the text fits several, the one forbidden only because the mover's general would be attacked, or
        /// else the first.
        mv: Move,
        /// The rule that forbids it.
        why: IllegalMove,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove => f.write_str("this is not a move"),
            Self::NoSuchMove => f.write_str("no piece can make this move"),
            Self::Ambiguous(moves) => {
                f.write_str("this could be ")?;
                for (count, mv) in moves.iter().enumerate() {
                    write!(f, "{}{mv}", if count == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            Self::Illegal { mv, why } => write!(f, "{mv} is not allowed: {why}"),
        }
    }
}

impl std::error::Error for NotationError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Illegal { why, .. } => Some(why),
            Self::NotAMove | Self::NoSuchMove | Self::Ambiguous(_) => None,
        }
    }
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
