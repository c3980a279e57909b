//! The mate solver: does the side to move mate by force, in how many moves, and how? The search is depth-first
//! proof-number search, in `dfpn`.
//!
//! Checks alone are searched first. Then come quiet moves: those that threaten mate by checks, those that threaten mate
//! with such threats, and finally all. Once a mate is proved, the remaining nodes are spent on shorter ones, with all
//! moves and from the smallest number on, until it is proved that there are none. A stalemate wins like a mate, as in
//! the game.
//!
//! Each proof is for a number of moves, so a defender who can give check for ever is not mated in any number. [Under a
//! rulebook](Solver::under) that forbids perpetual check, such checks lose: a win by mate or ruling is searched for
//! too, and reported if no mate is proved. The winner's own checks never need to go on for ever.

mod class;
mod dfpn;
mod path;
mod proof;
mod proof_numbers;
mod refutation;
mod ruling;
mod table;

use crate::rules::zobrist::key;
use crate::rules::{Move, Position, Rulebook};
use class::MoveClass;
use dfpn::{DfpnSearch, ProofNode};
use proof_numbers::{NEVER, ProofNumbers};
use std::fmt;
use table::ProofTable;

/// Maximum number of the winner's moves.
const MAX_MOVES: u8 = 60;

/// Minimum number of nodes for improving a proof, if only a mate [within](Solver::within) a number of moves is asked
/// for.
const MIN_EFFORT: u64 = 3_000;

/// Minimum number of nodes of a step: each begins at the root again and has to get further than the one before.
const MIN_STEP: u64 = 1_000;

/// Stage of the search: a class of moves with its share of the nodes.
#[derive(Clone, Copy, Debug)]
struct Stage {
    class: MoveClass,
    /// Initial number of the winner's moves.
    first: u8,
    /// Number of moves added in each iteration.
    growth: u8,
    /// Percentage of the nodes after which the next stage begins.
    percent: u64,
}

/// The only stage with checks alone.
const CHECKS: [Stage; 1] = [stage(MoveClass::Checks, 1, 1, 100)];
/// Stages from few to all moves. Nodes that a stage does not need go to the later ones.
const ALL: [Stage; 4] = [
    stage(MoveClass::Checks, 1, 1, 25),
    stage(MoveClass::Threats, 6, 2, 90),
    stage(MoveClass::SlowThreats, 4, 2, 97),
    stage(MoveClass::Any, 6, 2, 100),
];
/// Stages under a rulebook in which perpetual check loses.
const RULED: [Stage; 5] = [
    stage(MoveClass::Checks, 1, 1, 25),
    stage(MoveClass::Threats, 6, 2, 85),
    stage(MoveClass::Ruled, 6, 2, 90),
    stage(MoveClass::SlowThreats, 4, 2, 97),
    stage(MoveClass::Any, 6, 2, 100),
];

/// Search for a shorter mate: classes of moves, each with the percentage of the nodes left after the proof at which the
/// next one follows. With all moves, no shorter mate is missed.
const SHORTER: [(MoveClass, u64); 4] = [
    (MoveClass::Any, 20),
    (MoveClass::Threats, 45),
    (MoveClass::SlowThreats, 55),
    (MoveClass::Any, 85),
];
/// Search for a shorter mate with checks alone.
const SHORTER_CHECKS: [(MoveClass, u64); 1] = [(MoveClass::Checks, 85)];
/// Percentage of the nodes left after the proof until the longest defense has to be found; the rest counts the winning
/// moves.
const DEFENSE: u64 = 93;

const fn stage(class: MoveClass, first: u8, growth: u8, percent: u64) -> Stage {
    Stage {
        class,
        first,
        growth,
        percent,
    }
}

/// Limits of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of nodes: positions whose moves are generated.
    pub nodes: u64,
    /// Whether each move of the winner has to give check.
    pub checks_only: bool,
}

/// Verdict of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverVerdict {
    /// The side to move mates whatever the other side does.
    Mate(Proof),
    /// No mate with the moves allowed, or none [within](Solver::within) the given number.
    NoMate,
    /// The node limit was reached before either was proved.
    Unknown,
}

/// Proof of a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Number of the winner's moves.
    pub moves: usize,
    /// Whether it is proved that no mate is shorter, with the moves allowed.
    pub is_exact: bool,
    /// The main line: moves of both sides, with the longest defense.
    pub line: Vec<Move>,
    /// Number of first moves with a proved mate of the same length; 0 if the defender is to move.
    pub ways: usize,
    /// Whether the defender can also give check for ever, and loses by ruling if it does: then the number of moves is that of
    /// the longest line without a repetition.
    pub by_rule: bool,
}

/// A search for a mate by the side to move, or by the other one [after its move](Solver::after_move).
///
/// ```
/// use chuhe::engine::{Limits, Solver, SolverVerdict};
/// use chuhe::rules::Setup;
///
/// let setup = Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/1R1K5 w")?;
/// let limits = Limits { nodes: 1000, checks_only: false };
/// let SolverVerdict::Mate(proof) = Solver::new(&setup.position()?, limits).run() else {
///     panic!("a mate");
/// };
/// assert_eq!((proof.moves, proof.line[0].to_string()), (1, "b0b9".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    root: ProofNode,
    search: DfpnSearch,
    limits: Limits,
    stages: &'static [Stage],
    /// Number of the winner's moves in the next iteration.
    moves: u8,
    /// Largest number of moves disproved, with all moves allowed.
    too_few: u8,
    /// Number of nodes at which a mate was proved.
    proved_at: Option<u64>,
    /// A win by mate or ruling, reported if no mate is proved.
    ruled: Option<Proof>,
    /// Remaining searches for a shorter mate.
    shorter: &'static [(MoveClass, u64)],
    /// Maximum number of the winner's moves.
    most: u8,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("limits", &self.limits)
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a search for a mate by the side to move.
    pub fn new(position: &Position, limits: Limits) -> Self {
        Self::begin(position, limits, true)
    }

    /// Creates a search for a mate by the side that has just moved, against every reply.
    ///
    /// The line of a proof begins with the reply; if the last move has mated, it is empty and the mate is in 0 moves.
    pub fn after_move(position: &Position, limits: Limits) -> Self {
        Self::begin(position, limits, false)
    }

    fn begin(position: &Position, limits: Limits, attacks: bool) -> Self {
        let root = ProofNode {
            position: position.clone(),
            key: key(position),
            class: MoveClass::Checks,
            attacks,
        };
        Self {
            root,
            search: DfpnSearch::new(ProofTable::new(limits.nodes)),
            limits,
            stages: if limits.checks_only { &CHECKS } else { &ALL },
            moves: 1,
            too_few: 0,
            proved_at: None,
            ruled: None,
            shorter: if limits.checks_only {
                &SHORTER_CHECKS
            } else {
                &SHORTER
            },
            most: MAX_MOVES,
        }
    }

    /// Limits the winner's moves to this number, at least one. With all moves allowed, the verdict may then be that
    /// there is no mate.
    #[must_use]
    pub fn within(mut self, moves: usize) -> Self {
        self.most = u8::try_from(moves).map_or(MAX_MOVES, |moves| moves.clamp(1, MAX_MOVES));
        self
    }

    /// Searches for wins by mate or ruling too, if the rulebook forbids the defender to give check for ever; not with a
    /// limit of [moves](Self::within), nor with checks alone.
    #[must_use]
    pub fn under(mut self, rulebook: Rulebook) -> Self {
        if rulebook.forbids_perpetual_check() && !self.limits.checks_only {
            self.stages = &RULED;
        }
        self
    }

    /// Number of nodes searched so far.
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Searches to the end.
    pub fn run(&mut self) -> SolverVerdict {
        loop {
            if let Some(verdict) = self.step(u64::MAX) {
                return verdict;
            }
        }
    }

    /// Searches about this many nodes more; `None` if more are needed for a verdict.
    pub fn step(&mut self, nodes: u64) -> Option<SolverVerdict> {
        if !self.root.position.has_legal_move() {
            return Some(self.ended());
        }
        let pause = self.nodes().saturating_add(nodes.max(MIN_STEP));
        if self.proved_at.is_some() {
            return self
                .shorten(pause)
                .then(|| SolverVerdict::Mate(self.proof()));
        }
        while let [stage, later @ ..] = self.stages {
            if stage.class == MoveClass::Ruled && self.most < MAX_MOVES {
                self.stages = later;
                continue;
            }
            let end = part(self.limits.nodes, stage.percent);
            self.search.stop = end.min(pause);
            self.root.class = stage.class;
            self.moves = self.moves.max(stage.first).min(self.most);
            let found = self.search.solve(&self.root, self.moves);
            if found.is_mate() && stage.class == MoveClass::Ruled {
                self.ruled = self.proof_by_ruling(found.bound);
                (self.stages, self.moves) = (later, 1);
                continue;
            }
            if found.is_mate() {
                self.moves = found.bound;
                self.proved_at = Some(self.nodes());
                return self
                    .shorten(pause)
                    .then(|| SolverVerdict::Mate(self.proof()));
            }
            let is_exhausted = found.is_none() && (found.bound == NEVER || self.moves == self.most);
            if is_exhausted && self.is_refuted_by(found) {
                return Some(SolverVerdict::NoMate);
            }
            if found.is_none() && self.has_all_moves() {
                self.too_few = self.moves;
            }
            if is_exhausted || !found.is_none() && self.nodes() >= end {
                self.stages = later;
                self.moves = 1;
            } else if found.is_none() {
                self.moves = (self.moves + stage.growth).min(self.most);
            } else {
                return None;
            }
        }
        Some(
            self.ruled
                .clone()
                .map_or(SolverVerdict::Unknown, SolverVerdict::Mate),
        )
    }

    /// The verdict where the side to move has no move left.
    const fn ended(&self) -> SolverVerdict {
        if self.root.attacks {
            return SolverVerdict::NoMate;
        }
        SolverVerdict::Mate(Proof {
            moves: 0,
            is_exact: true,
            line: Vec::new(),
            ways: 0,
            by_rule: false,
        })
    }

    /// Whether a disproof for the maximum number of moves proves that there is no mate: that number was asked for and
    /// no move left out, or the defender escapes all checks for ever.
    fn is_refuted_by(&mut self, found: ProofNumbers) -> bool {
        if self.most < MAX_MOVES {
            return self.has_all_moves();
        }
        let has_all = self.limits.checks_only && self.root.attacks;
        has_all && (found.bound == NEVER || self.is_refuted() == Some(true))
    }

    /// Whether the current class contains all moves allowed.
    fn has_all_moves(&self) -> bool {
        self.limits.checks_only || self.root.class == MoveClass::Any
    }

    /// Continues the search for a shorter mate. Returns whether it is finished: there is none, or its nodes are spent.
    fn shorten(&mut self, pause: u64) -> bool {
        while let [(class, percent), later @ ..] = self.shorter {
            if self.is_exact() {
                return true;
            }
            let end = self.node_limit(*percent);
            self.search.stop = end.min(pause);
            let node = self.root.with(*class);
            let moves = if *class == MoveClass::Any {
                self.too_few + 1
            } else {
                self.moves - 1
            };
            let found = self.search.solve(&node, moves);
            if found.is_mate() {
                (self.root, self.moves) = (node, found.bound);
            } else if found.is_none() && (*class == MoveClass::Any || self.limits.checks_only) {
                self.too_few = moves;
            } else if found.is_none() || self.nodes() >= end {
                self.shorter = later;
            } else {
                return false;
            }
        }
        true
    }

    /// Whether it is proved that no mate is shorter.
    const fn is_exact(&self) -> bool {
        self.too_few + 1 >= self.moves
    }

    /// Node count at which this percentage of the nodes left after the proof is spent.
    fn node_limit(&self, percent: u64) -> u64 {
        let proved_at = self.proved_at.unwrap_or(0);
        let limit = if self.most < MAX_MOVES {
            let effort = proved_at.max(MIN_EFFORT);
            self.limits.nodes.min(proved_at.saturating_add(effort))
        } else {
            self.limits.nodes
        };
        proved_at + part(limit.saturating_sub(proved_at), percent)
    }
}

/// A percentage of a number of nodes.
fn part(nodes: u64, percent: u64) -> u64 {
    (u128::from(nodes) * u128::from(percent) / 100) as u64
}

#[cfg(test)]
mod tests;
