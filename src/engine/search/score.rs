//! Scores, from nothing to mate.

use std::fmt;

/// The score of a mate on the board.
pub(super) const MATE: i32 = 30_000;
/// More than any score.
pub(super) const INFINITE: i32 = MATE + 1;
/// The least score of a mate: none is longer.
pub(super) const MIN_MATE: i32 = MATE - 500;
/// The score of a game won because the other side gave check for ever.
pub(super) const RULED: i32 = MIN_MATE - 500;
/// The least score of a game won by a ruling.
pub(super) const MIN_RULED: i32 = RULED - 500;
/// The highest score of a position that is not decided.
pub(super) const MAX_EVAL: i32 = 20_000;

/// How good a position is for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub(super) i32);

/// The meaning of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// An advantage in hundredths of a soldier; below nothing it is the other side's.
    Advantage(i32),
    /// A mate in so many own moves; by the other side if it is not positive: nothing is left to be played at 0.
    Mate(i32),
    /// Won, or lost, by a ruling on repeated moves.
    Ruled(bool),
}

impl Score {
    /// Neither side is better.
    pub const EVEN: Self = Self(0);

    /// The side to move is mated.
    pub const MATED: Self = Self(-MATE);

    /// An advantage in hundredths of a soldier.
    #[cfg(test)]
    pub const fn advantage(points: i32) -> Self {
        Self(points)
    }

    /// Its meaning.
    pub const fn kind(self) -> ScoreKind {
        let Self(score) = self;
        let plies = MATE - score.abs();
        if score >= MIN_MATE {
            ScoreKind::Mate((plies + 1) / 2)
        } else if score <= -MIN_MATE {
            ScoreKind::Mate(-(plies / 2))
        } else if score.abs() >= MIN_RULED {
            ScoreKind::Ruled(score > 0)
        } else {
            ScoreKind::Advantage(score)
        }
    }

    /// As a number, the higher the better: hundredths of a soldier, or close to 30,000 for a mate.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// Score for the other side.
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }

    /// Expected part of a point, from 0 to 1.
    pub fn expectation(self) -> f64 {
        let scale = f64::from(crate::engine::nnue::SCALE);
        1.0 / (1.0 + (-f64::from(self.0) / scale).exp())
    }
}

impl fmt::Display for Score {
    /// Formats as engines do: `cp 35`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Mate(moves) => write!(f, "mate {moves}"),
            ScoreKind::Advantage(_) | ScoreKind::Ruled(_) => write!(f, "cp {}", self.0),
        }
    }
}

/// Converts a score for the transposition table: a mate counts from the position instead of from the root.
pub(super) const fn to_tt(score: i32, ply: usize) -> i16 {
    if score >= MIN_MATE {
        (score + ply as i32) as i16
    } else if score <= -MIN_MATE {
        (score - ply as i32) as i16
    } else {
        score as i16
    }
}

/// Converts a score of the transposition table: a mate counts from the root.
pub(super) const fn from_tt(score: i16, ply: usize) -> i32 {
    let score = score as i32;
    if score >= MIN_MATE {
        score - ply as i32
    } else if score <= -MIN_MATE {
        score + ply as i32
    } else {
        score
    }
}

/// Whether a score rests on a repetition, so on the way to the position.
pub(super) const fn is_ruled(score: i32) -> bool {
    score.abs() >= MIN_RULED && score.abs() < MIN_MATE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_own_moves() {
        let mate = |score| Score(score).kind();
        assert_eq!(mate(MATE - 1), ScoreKind::Mate(1));
        assert_eq!(mate(MATE - 3), ScoreKind::Mate(2));
        assert_eq!(mate(-MATE), ScoreKind::Mate(0));
        assert_eq!(mate(2 - MATE), ScoreKind::Mate(-1));
        assert_eq!(mate(RULED), ScoreKind::Ruled(true));
        assert_eq!(mate(-35), ScoreKind::Advantage(-35));
        assert_eq!(Score(MATE - 3).to_string(), "mate 2");
        assert_eq!(Score(-35).to_string(), "cp -35");
    }

    #[test]
    fn a_stored_mate_counts_from_its_position() {
        for score in [MATE - 7, 7 - MATE, 300, -300, RULED] {
            assert_eq!(from_tt(to_tt(score, 5), 5), score);
        }
        assert_eq!(from_tt(to_tt(MATE - 7, 5), 1), MATE - 3);
    }
}
