//! A move as two points, and the result of playing it.

use super::{NotAPoint, Piece, Point};
use std::fmt;
use std::str::FromStr;

/// A move from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Starting point.
    pub from: Point,
    /// Target point.
    pub to: Point,
}

impl Move {
    /// A move between two points.
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }
}

impl fmt::Display for Move {
    /// Formats engine coordinates: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = NotAPoint;

    /// Parses engine coordinates: `h2e2`, in either case.
    fn from_str(text: &str) -> Result<Self, NotAPoint> {
        let (from, to) = text.split_at_checked(2).ok_or(NotAPoint)?;
        Ok(Self {
            from: from.parse()?,
            to: to.parse()?,
        })
    }
}

/// A legal move with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// The move's two points.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The captured piece.
    pub captured: Option<Piece>,
    /// Whether the move gives check.
    pub gives_check: bool,
}

/// A move in tests.
#[cfg(test)]
pub(crate) fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_two_points() {
        let mv: Move = "h2e2".parse().expect("a move");
        assert_eq!(mv.to_string(), "h2e2");
        assert_eq!("H2E2".parse(), Ok(mv));
        for text in ["", "h2", "h2e", "h2e22", "帥五", "五h2"] {
            assert_eq!(text.parse::<Move>(), Err(NotAPoint), "{text}");
        }
    }
}
