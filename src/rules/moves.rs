//! A move as a player says it, and as it turned out.

use super::{NotAPoint, Piece, Point};
use std::fmt;
use std::str::FromStr;

/// What a player says: from here to there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Point,
    /// Where it is to go.
    pub to: Point,
}

impl Move {
    /// A move between two points.
    #[must_use]
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }
}

impl fmt::Display for Move {
    /// Engine coordinates: `h2e2`.
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

    /// Reads engine coordinates: `h2e2`, in either case.
    fn from_str(text: &str) -> Result<Self, NotAPoint> {
        let (from, to) = text.split_at_checked(2).ok_or(NotAPoint)?;
        Ok(Self {
            from: from.parse()?,
            to: to.parse()?,
        })
    }
}

/// What a legal move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// From and to.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The piece that stood on the goal.
    pub captured: Option<Piece>,
    /// Whether the opponent's general is attacked after it.
    pub gives_check: bool,
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
