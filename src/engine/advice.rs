//! Advice: what the search, the mate solver or another program says of a position.

use super::{Proof, Score};
use crate::rules::Move;
use std::time::Duration;

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The moves of both sides; at least one.
    pub moves: Vec<Move>,
    /// Score for the side to move.
    pub score: Score,
    /// Number of plies searched.
    pub depth: i32,
    /// Rank among the principal variations of the position (MultiPV), from 1.
    pub rank: usize,
    /// Number of nodes searched for all of them.
    pub nodes: u64,
    /// Time that the search took; zero unless somebody measured it, since nothing here reads a clock.
    pub time: Duration,
}

impl Advice {
    /// A line with its score, of which nothing else is known.
    pub const fn new(moves: Vec<Move>, score: Score) -> Self {
        Self {
            moves,
            score,
            depth: 0,
            rank: 1,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// The advice with the move that an engine has chosen in the end, which need not be that of its last line.
    #[must_use]
    pub fn choosing(self, best: Move) -> Self {
        if self.best() == best {
            return self;
        }
        Self {
            moves: vec![best],
            ..self
        }
    }

    /// The main line of a proved mate by the side to move, found in this many nodes.
    pub fn of_mate(proof: &Proof, nodes: u64) -> Self {
        let moves = i32::try_from(proof.moves).unwrap_or(i32::MAX);
        Self {
            depth: i32::try_from(proof.line.len()).unwrap_or(i32::MAX),
            nodes,
            ..Self::new(proof.line.clone(), Score::mate(moves))
        }
    }

    /// The move that is advised.
    ///
    /// # Panics
    ///
    /// Panics if there are no moves.
    pub fn best(&self) -> Move {
        self.moves[0]
    }

    /// The line of the protocol UCI that tells it, with more words and numbers of the search.
    pub fn info(&self, more: &[(&str, usize)]) -> String {
        let mut line = format!("info depth {}", self.depth);
        for (word, number) in more {
            line += &format!(" {word} {number}");
        }
        line += &format!(
            " multipv {} score {} nodes {}",
            self.rank, self.score, self.nodes
        );
        if let Some(speed) = self.speed() {
            line += &format!(" nps {speed}");
        }
        line += &format!(" time {} pv", self.time.as_millis());
        for mv in &self.moves {
            line += &format!(" {mv}");
        }
        line
    }

    /// Nodes a second; `None` if the time is not known.
    pub fn speed(&self) -> Option<u64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0).then(|| (self.nodes as f64 / seconds) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, ScoreKind, Solver, SolverVerdict};
    use crate::rules::Setup;

    #[test]
    fn a_proved_mate_is_advice_as_well() {
        let setup = Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/1R1K5 w").expect("a FEN");
        let limits = Limits {
            nodes: 1_000,
            checks_only: false,
        };
        let mut solver = Solver::new(&setup.position().expect("a position"), limits);
        let SolverVerdict::Mate(proof) = solver.run() else {
            panic!("a mate");
        };
        let advice = Advice::of_mate(&proof, 10);
        assert_eq!(advice.score.kind(), ScoreKind::Mate(1));
        assert_eq!((advice.best(), advice.depth), (proof.line[0], 1));
        assert_eq!(advice.speed(), None);
        let timed = Advice {
            time: Duration::from_millis(500),
            ..advice
        };
        assert_eq!(timed.speed(), Some(20));
        assert_eq!(
            timed.info(&[("hashfull", 3)]),
            "info depth 1 hashfull 3 multipv 1 score mate 1 nodes 10 nps 20 time 500 pv b0b9"
        );
    }
}
