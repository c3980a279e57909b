//! Search for the verdict on a study, from the classical books or a user's own.

use super::{Estimate, Mate, Study, StudyVerdict};
use crate::engine::{self, Limits, Memory, Search, Solver};
use crate::rules::{History, Rulebook, Terms};

/// Node limits of the solver, one after the other. Most mates are proved within the first.
const SOLVED: [u64; 3] = [20_000, 300_000, 1_000_000];
/// Node limits of the two engine searches, which have to agree.
const SEARCHED: [u64; 2] = [500_000, 1_000_000];
/// Score from which the side to move is estimated to win, and below which neither side is, in hundredths of a soldier.
const WIN: i32 = 600;
const DRAW: i32 = 80;
/// Size of the memory of the searches, in mebibytes.
const MEMORY: usize = 16;

/// Search for the verdict on a study: first by the solver, then by the engine if no mate is proved. All limits are
/// numbers of nodes, so that the verdict is the same on every machine. Plain data, to be worked on in a thread of its
/// own.
///
/// ```
/// use chuhe::record::format;
/// use chuhe::studies::{OwnBook, VerdictSearch};
///
/// let mut book = OwnBook::new("two chariots");
/// book.add(format::read(b"4k4/R8/9/9/9/9/9/9/9/1R1K5 w"), None);
/// let mut proving = VerdictSearch::new(&book.studies()[0]);
/// let judged = loop {
///     if let Some(judged) = proving.step(10_000) {
///         break judged;
///     }
/// };
/// assert_eq!(judged.verdict().mate().map(|mate| mate.moves), Some(1));
/// ```
#[derive(Debug)]
pub struct VerdictSearch {
    study: Study,
    solved: &'static [u64],
    solver: Option<Solver>,
    /// A proved mate, for which the solver may find a shorter one within larger limits.
    mate: Option<Mate>,
    searched: &'static [u64],
    search: Option<Search>,
    /// Scores of the engine searches, for the side to move.
    points: Vec<i32>,
}

impl VerdictSearch {
    /// Creates the search for a verdict.
    pub fn new(study: &Study) -> Self {
        Self {
            study: study.clone(),
            solved: &SOLVED,
            solver: None,
            mate: None,
            searched: &SEARCHED,
            search: None,
            points: Vec::new(),
        }
    }

    /// Searches about this many nodes more. Returns the study with its verdict; `None` if more are needed.
    pub fn step(&mut self, nodes: u64) -> Option<Study> {
        if let [limit, ..] = self.solved {
            self.solve(*limit, nodes);
            if !self.solved.is_empty() {
                return None;
            }
        }
        let verdict = match (self.mate.take(), self.searched) {
            (Some(mate), _) => Some(StudyVerdict::Mate(mate)),
            (None, [limit, ..]) => self.estimate(*limit, nodes),
            (None, []) => Some(StudyVerdict::Unknown),
        };
        Some(self.study.with_verdict(verdict?))
    }

    /// Continues with the solver within this limit, which becomes the last one if the solver finishes.
    fn solve(&mut self, limit: u64, nodes: u64) {
        let solver = self.solver.get_or_insert_with(|| {
            let limits = Limits {
                nodes: limit,
                checks_only: false,
            };
            Solver::new(&self.study.position(), limits).under(Rulebook::default())
        });
        let Some(verdict) = solver.step(nodes) else {
            return;
        };
        self.solver = None;
        let is_settled = match verdict {
            engine::SolverVerdict::Mate(proof) => {
                let is_exact = proof.is_exact;
                self.mate = Some(Mate {
                    moves: proof.moves,
                    is_exact,
                    ways: proof.ways,
                    by_rule: proof.by_rule,
                    nodes: limit,
                    line: proof.line,
                });
                is_exact
            }
            engine::SolverVerdict::NoMate => true,
            engine::SolverVerdict::Unknown => false,
        };
        self.solved = if is_settled { &[] } else { &self.solved[1..] };
    }

    /// Continues with an engine search of this many nodes. Returns the verdict after the last one.
    fn estimate(&mut self, limit: u64, nodes: u64) -> Option<StudyVerdict> {
        let search = self.search.get_or_insert_with(|| {
            let game = History::new(self.study.setup().clone());
            let game = game.expect("it is a position");
            Search::new(&game, &Terms::default(), Memory::new(MEMORY))
        });
        let left = limit.saturating_sub(search.nodes());
        if left > 0 && search.step(nodes.min(left)) {
            return None;
        }
        let points = search.best().map_or(0, |line| line.score.points());
        self.points.push(points);
        self.search = None;
        self.searched = &self.searched[1..];
        self.searched.is_empty().then(|| agreed(&self.points))
    }
}

/// The verdict that all scores agree on. A loss of the side to move is never estimated: studies are composed for it to
/// win, and its way may be too deep for the engine.
fn agreed(points: &[i32]) -> StudyVerdict {
    let all = |is_so: fn(i32) -> bool| points.iter().all(|points| is_so(*points));
    if all(|points| points >= WIN) {
        StudyVerdict::Estimated(Estimate::Win)
    } else if all(|points| points.abs() < DRAW) {
        StudyVerdict::Estimated(Estimate::Draw)
    } else {
        StudyVerdict::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format;
    use crate::studies::{OwnBook, find};

    /// The verdict within the first limits alone.
    fn proved(fen: &str) -> Study {
        let mut book = OwnBook::new("own");
        book.add(format::read(fen.as_bytes()), None);
        let mut proving = VerdictSearch {
            solved: &[20_000],
            searched: &[2_000, 4_000],
            ..VerdictSearch::new(&book.studies()[0])
        };
        loop {
            if let Some(judged) = proving.step(1_000) {
                return judged;
            }
        }
    }

    #[test]
    fn the_verdicts_of_the_books_come_out_again() {
        for id in ["mengru-shenji:1", "mengru-shenji:50"] {
            let known = find(id).expect("a study");
            let again = proved(&known.setup().to_fen());
            assert_eq!(again.verdict(), known.verdict(), "{id}");
        }
    }

    #[test]
    fn without_a_mate_the_engine_estimates() {
        let estimate = |fen: &str| proved(fen).verdict().clone();
        // A chariot against a bare general, before the general can be reached in time; the same without the chariot’s side.
        assert_eq!(
            estimate("3ak4/4a4/4b4/9/2b6/9/9/9/9/3K5 w"),
            StudyVerdict::Estimated(Estimate::Draw)
        );
        assert_eq!(
            estimate("3ak4/4a4/4b4/9/2b6/9/9/9/R8/2RK5 b"),
            StudyVerdict::Unknown
        );
    }

    #[test]
    fn scores_that_disagree_say_nothing() {
        assert_eq!(agreed(&[900, 700]), StudyVerdict::Estimated(Estimate::Win));
        assert_eq!(agreed(&[-79, 79]), StudyVerdict::Estimated(Estimate::Draw));
        for points in [[900, 500], [900, -900], [80, 0], [-900, -600]] {
            assert_eq!(agreed(&points), StudyVerdict::Unknown);
        }
    }
}
