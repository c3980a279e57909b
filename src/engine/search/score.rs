//! Scores: centipawns, mates and wins by ruling in one integer.

use std::fmt;

/// The score of a mate on the board.
pub(super) const MATE: i32 = 30_000;
/// Bound above every score.
pub(super) const INFINITE: i32 = MATE + 1;
/// Minimum score of a mate; no mate is longer.
pub(super) const MIN_MATE: i32 = MATE - 500;
/// Score of a win by perpetual check of the opponent.
pub(super) const RULED: i32 = MIN_MATE - 500;
/// Minimum score of a win by ruling.
pub(super) const MIN_RULED: i32 = RULED - 500;
/// Number of moves of the longest mate.
const LONGEST_MATE: i32 = (MATE - MIN_MATE) / 2;
/// Maximum static evaluation.
pub(super) const MAX_EVAL: i32 = 20_000;

/// Score of a position for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub(super) i32);

/// Kind of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Advantage in hundredths of a soldier; negative if the opponent is better.
    Advantage(i32),
    /// Mate in this many own moves; zero or negative if the opponent mates, 0 on the board.
    Mate(i32),
    /// Win (`true`) or loss by a ruling on repetitions.
    Ruled(bool),
}

impl Score {
    /// Neither side is better.
    pub const EVEN: Self = Self(0);

    /// The side to move is mated.
    pub const MATED: Self = Self(-MATE);

    /// An advantage in hundredths of a soldier; at most as large as any that is not a win yet.
    pub fn advantage(points: i32) -> Self {
        Self(points.clamp(-MAX_EVAL, MAX_EVAL))
    }

    /// Mate in this many own moves; zero or negative if the opponent mates. No mate is longer than 250 moves.
    pub fn mate(moves: i32) -> Self {
        let moves = moves.clamp(-LONGEST_MATE, LONGEST_MATE);
        if moves > 0 {
            Self(MATE - 2 * moves + 1)
        } else {
            Self(-MATE - 2 * moves)
        }
    }

    /// Kind of the score.
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

    /// The score as a number, the higher the better: hundredths of a soldier, or close to 30,000 for a mate.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// Score for the other side.
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }

    /// Expected points, from 0 to 1.
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

/// Converts a score for the transposition table: mates count from the position, not from the root.
pub(super) const fn to_tt(score: i32, ply: usize) -> i16 {
    if score >= MIN_MATE {
        (score + ply as i32) as i16
    } else if score <= -MIN_MATE {
        (score - ply as i32) as i16
    } else {
        score as i16
    }
}

/// Converts a score from the transposition table: mates count from the root again.
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

/// Whether a score stems from a repetition, so that it depends on the path to the position.
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
        for moves in [-250, -3, 0, 1, 2, 250] {
            assert_eq!(Score::mate(moves).kind(), ScoreKind::Mate(moves));
        }
        assert_eq!(Score::mate(i32::MIN), Score::mate(-250));
        assert_eq!(
            Score::advantage(i32::MAX).kind(),
            ScoreKind::Advantage(MAX_EVAL)
        );
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
