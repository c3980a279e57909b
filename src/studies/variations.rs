//! Solution of a study as a tree: the main line, and the defenses of equal length.

use super::{Study, StudyOrigin};
use crate::engine::{Limits, Solver, SolverVerdict};
use crate::record::{NodeId, Record, Tags};
use crate::rules::Move;

/// Maximum number of variations.
const MAX_LINES: usize = 40;

/// Defense whose line is still to be found.
#[derive(Debug)]
struct Reply {
    at: NodeId,
    mv: Move,
    /// Number of own moves of the main line from here.
    left: usize,
}

/// Search for the solution of a study with its variations, in steps.
///
/// The main line is known from the beginning. At each of its positions, every other defense that lasts equally long
/// becomes a variation, as far as the nodes allow. Shorter defenses are left out.
#[derive(Debug)]
pub struct Variations {
    record: Record,
    /// Stack of defenses to be searched.
    replies: Vec<Reply>,
    solver: Option<Solver>,
    nodes: u64,
    lines: usize,
}

impl Variations {
    /// Creates the search, with at most about this many nodes for all variations; `None` if there is no solution. That of a
    /// drill has none.
    pub fn new(study: &Study, nodes: u64) -> Option<Self> {
        let line = study.verdict().line();
        if line.is_empty() {
            return None;
        }
        let mut record = Record::from_any(study.setup().clone());
        record.tags.set(Tags::TITLE, study.title());
        let book = match study.origin() {
            StudyOrigin::Book(book) => book.title(),
            StudyOrigin::Own(name) => name,
        };
        record.tags.set(Tags::EVENT, book);
        let mut at = record.root();
        let mut replies = Vec::new();
        for (ply, mv) in line.iter().enumerate() {
            let mate = study.verdict().mate().filter(|_| ply % 2 == 1);
            if let Some(mate) = mate {
                let left = mate.moves - ply.div_ceil(2);
                let others = record.node(at).position().legal_moves();
                let others = others.into_iter().filter(|other| other != mv);
                replies.extend(others.map(|mv| Reply { at, mv, left }));
            }
            at = record.add(at, *mv).ok()?;
        }
        replies.reverse();
        Some(Self {
            record,
            replies,
            solver: None,
            nodes,
            lines: 0,
        })
    }

    /// The solution found so far: at first the main line alone.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The solution found so far.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Searches about this many nodes more; returns whether anything is left to be done.
    pub fn step(&mut self, nodes: u64) -> bool {
        if self.lines == MAX_LINES {
            return false;
        }
        let Some(reply) = self.replies.last() else {
            return false;
        };
        let limits = Limits {
            nodes: self.nodes / self.replies.len() as u64,
            checks_only: false,
        };
        let solver = self.solver.get_or_insert_with(|| {
            let here = self.record.node(reply.at).position();
            let next = here.play(reply.mv).expect("a legal reply");
            Solver::new(&next, limits).within(reply.left)
        });
        let Some(verdict) = solver.step(nodes) else {
            return true;
        };
        self.nodes = self.nodes.saturating_sub(solver.nodes());
        self.solver = None;
        let reply = self.replies.pop().expect("it was looked at");
        if let SolverVerdict::Mate(proof) = verdict
            && proof.moves == reply.left
        {
            self.add(&reply, &proof.line);
        }
        true
    }

    fn add(&mut self, reply: &Reply, line: &[Move]) {
        let mut at = reply.at;
        for mv in std::iter::once(&reply.mv).chain(line) {
            at = self.record.add(at, *mv).expect("a proof is legal");
        }
        self.lines += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::{all, find};

    #[test]
    fn the_main_line_is_there_at_once_and_replies_as_long_follow() {
        let study = find("mengru-shenji:1").expect("a study");
        let mate = study.verdict().mate().expect("a mate");
        let mut solution = Variations::new(study, 40_000).expect("a solution");
        let main = |record: &Record| {
            record
                .main_moves()
                .map(|played| played.mv)
                .collect::<Vec<_>>()
        };
        assert_eq!(main(solution.record()), mate.line);
        while solution.step(1_000) {}
        let record = solution.into_record();
        assert_eq!(main(&record), mate.line);
        for id in record.walk() {
            let node = record.node(id);
            if node.children().is_empty() {
                assert!(!node.position().has_legal_move());
                assert_eq!(node.ply(), mate.line.len());
            }
        }
    }

    #[test]
    fn only_a_mate_has_a_solution() {
        for study in all().take(50) {
            let has_mate = study.verdict().mate().is_some();
            assert_eq!(Variations::new(study, 0).is_some(), has_mate);
        }
    }
}
