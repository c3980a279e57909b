//! A cycle of perpetual check that loses, move by move.

use crate::rules::{History, Rulebook, Ruling, Setup, Terms, Verdict, adjudicate};

/// A cycle of perpetual check, to be stepped through: a chariot drives the general to and fro, because the other
/// chariot threatens mate.
#[derive(Clone, Debug)]
pub struct Demonstration {
    history: History,
    verdict: Box<Verdict>,
}

/// Start and moves of the demonstration.
const PERPETUAL: &str = "3k5/9/9/9/4R4/9/9/9/r8/5K3 r";
const PERPETUAL_MOVES: [&str; 8] = [
    "e5d5", "d9e9", "d5e5", "e9d9", "e5d5", "d9e9", "d5e5", "e9d9",
];

impl Demonstration {
    /// Plays the demonstration to its end.
    pub fn perpetual_check() -> Self {
        let start = Setup::from_fen(PERPETUAL).expect("the FEN of a lesson");
        let mut history = History::new(start).expect("the position of a lesson");
        for mv in PERPETUAL_MOVES {
            let mv = mv.parse().expect("a move of a lesson");
            history.play(mv).expect("a legal move of a lesson");
        }
        let terms = Terms {
            rulebook: Rulebook::Asian,
            ..Terms::default()
        };
        let Ruling::Ended(verdict) = adjudicate(&history, &terms) else {
            unreachable!("the lesson ends with a ruling");
        };
        Self { history, verdict }
    }

    /// The positions with the moves that led to them.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The verdict of the arbiter at the end.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Side, WinReason};

    #[test]
    fn perpetual_check_loses() {
        let shown = Demonstration::perpetual_check();
        let loses = Outcome::Win {
            winner: Side::Black,
            by: WinReason::PerpetualCheck,
        };
        assert_eq!(shown.verdict().outcome, loses);
        let plies = shown
            .verdict()
            .cycle
            .as_ref()
            .map(|cycle| cycle.plies.len());
        assert_eq!(plies, Some(shown.history().plies().len()));
    }
}
