//! Repetitions that show what the rulebooks forbid, move by move.

use crate::arbiter;
use crate::rules::{History, Rulebook, Ruling, Setup, Terms, Verdict};

/// A repetition on which the rulebooks differ, in the order of the table that compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// A chariot drives the general to and fro, because the other chariot threatens mate. It loses under all.
    Check,
    /// A chariot runs after an unprotected horse. It loses under the Asian and the Chinese rules.
    Chase,
    /// Chase and check in turn, diagram F08: it loses under the Chinese rules.
    Mixture,
    /// Both sides chase, diagram F10: under the Chinese rules, the one that does so with less loses.
    Both,
}

impl Repetition {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Check, Self::Chase, Self::Mixture, Self::Both];

    /// Start and moves of the loop, and the rulebook that forbids it.
    const fn loops(self) -> (&'static str, [&'static str; 4], Rulebook) {
        match self {
            Self::Check => (
                "3k5/9/9/9/4R4/9/9/9/r8/5K3 r",
                ["e5d5", "d9e9", "d5e5", "e9d9"],
                Rulebook::Asian,
            ),
            Self::Chase => (
                "2b1k1r2/9/4b4/9/9/2P3P2/1R7/2n1B4/4A4/4KABC1 r",
                ["b3c3", "c2b0", "c3b3", "b0c2"],
                Rulebook::Asian,
            ),
            Self::Mixture => (
                "3a3R1/3Nck3/3ab4/P4r3/9/8p/2p5n/C3BA2B/4A4/4K4 r",
                ["h9h3", "f8f9", "h3h9", "f9f8"],
                Rulebook::Chinese,
            ),
            Self::Both => (
                "2b1ka3/4a4/n1c1b1n2/p1r1p3p/6p2/5N1R1/P3P3P/2N1B2C1/4A4/2BAK4 r",
                ["c2d4", "c6c4", "d4c2", "c4c6"],
                Rulebook::Chinese,
            ),
        }
    }
}

/// A repetition with the verdict on it.
#[derive(Clone, Debug)]
pub struct Demonstration {
    history: History,
    verdict: Box<Verdict>,
}

impl Demonstration {
    /// Plays a repetition to its end. The arbiter may have to search for a moment.
    pub fn new(of: Repetition) -> Self {
        let shown = Self::ruled(of, arbiter::adjudicate);
        shown.expect("the lesson ends with a ruling")
    }

    /// Plays a repetition to its end; `None` if the arbiter has to search for that.
    pub fn known(of: Repetition) -> Option<Self> {
        Self::ruled(of, arbiter::known)
    }

    fn ruled(of: Repetition, rule: fn(&History, &Terms) -> Ruling) -> Option<Self> {
        let (start, moves, rulebook) = of.loops();
        let start = Setup::from_fen(start).expect("the FEN of a lesson");
        let mut history = History::new(start).expect("the position of a lesson");
        for mv in moves.into_iter().chain(moves) {
            let mv = mv.parse().expect("a move of a lesson");
            history.play(mv).expect("a legal move of a lesson");
        }
        let terms = Terms {
            rulebook,
            ..Terms::default()
        };
        match rule(&history, &terms) {
            Ruling::Ended(verdict) => Some(Self { history, verdict }),
            _ => None,
        }
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
    use crate::rules::Side;

    #[test]
    fn each_repetition_loses_under_fewer_books_than_the_one_before() {
        let books = [Rulebook::Casual, Rulebook::Asian, Rulebook::Chinese];
        let losing = [[true; 3], [false, true, true], [false, false, true]];
        for (of, losing) in Repetition::ALL
            .into_iter()
            .zip([losing[0], losing[1], losing[2], losing[2]])
        {
            let shown = Demonstration::new(of);
            let cycle = shown.verdict().cycle.as_ref().expect("a cycle");
            assert_eq!(cycle.plies.len(), shown.history().plies().len());
            for (rulebook, loses) in books.into_iter().zip(losing) {
                let terms = Terms {
                    rulebook,
                    ..Terms::default()
                };
                let Ruling::Ended(verdict) = arbiter::adjudicate(shown.history(), &terms) else {
                    panic!("{of:?}: no ruling");
                };
                let winner = loses.then_some(Side::Black);
                assert_eq!(verdict.outcome.winner(), winner, "{of:?} {rulebook}");
            }
        }
    }
}
