//! The search for the best move: iterative deepening, alpha-beta, quiescence.
//!
//! [`Search`] deepens iteratively from the last position of a game. It advances by a number of nodes at a time and has
//! neither clock nor thread, so that the same steps give the same answer on every machine, and the caller can stop
//! between two of them. At the root, repetitions are judged by the arbiter of the game; further on, perpetual check
//! loses and every other repetition draws.

mod alpha_beta;
mod correction;
mod ordering;
mod pruning;
mod quiescence;
mod root;
mod score;
mod stack;
mod transposition;

pub(super) use ordering::value;
pub use root::without_ruled_losses;
pub use score::{Score, ScoreKind};

use super::nnue::Network;
use super::{Advice, DepthResult};
use crate::rules::zobrist::mixed;
use crate::rules::{History, Move, Point, Terms};
use correction::CorrectionTables;
use ordering::HistoryTables;
use root::{RootMove, root_moves};
use stack::SearchStack;
use std::fmt;
use transposition::TranspositionTable;

/// Maximum depth, without extensions.
pub const MAX_DEPTH: i32 = 64;
/// Number of nodes between polls of the [watch](Search::with_watch).
const WATCH_NODES: u64 = 2_000;

/// Callback that is polled during a search; it returns whether to go on.
pub type Watch = Box<dyn FnMut() -> bool + Send>;

/// A search of a position.
///
/// ```
/// use chuhe::engine::{Memory, Search};
/// use chuhe::rules::{History, Setup, Terms};
///
/// let setup = Setup::from_fen("3k5/9/9/9/9/9/9/9/R8/4K3R w")?;
/// let history = History::new(setup)?;
/// let mut search = Search::new(&history, &Terms::default(), Memory::new(1));
/// while search.depth() < 4 && search.step(1000) {}
/// let best = search.best().expect("a move");
/// assert_eq!((best.moves[0].to_string(), best.score.to_string()), ("i0i8".to_owned(), "mate 1".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    stack: SearchStack,
    table: TranspositionTable,
    history: HistoryTables,
    corrections: CorrectionTables,
    /// Late move reductions in plies, by depth and number of moves tried.
    reductions: Vec<[u8; 64]>,
    root: Vec<RootMove>,
    /// Number of principal variations searched (MultiPV).
    multi_pv: usize,
    /// Percentage of the replies to root moves that a weak player misses, and the seed that decides which.
    missed: (u8, u64),
    /// Depth at which the search ends.
    max_depth: i32,
    /// Depth that is being searched.
    target_depth: i32,
    /// Last completed depth.
    depth: i32,
    selective_depth: usize,
    nodes: u64,
    /// Number of nodes at which the step ends.
    node_limit: u64,
    watch: Option<Watch>,
    /// Number of nodes at which the watch is polled next.
    next_watch: u64,
    is_stopped: bool,
}

/// Transposition table, history and correction tables, handed from one search of a game to the next.
pub struct Memory {
    table: TranspositionTable,
    history: HistoryTables,
    corrections: CorrectionTables,
}

impl Memory {
    /// An empty memory with a transposition table of about this many mebibytes; at least one.
    pub fn new(mebibytes: usize) -> Self {
        Self::try_new(mebibytes).expect("the system has that much memory")
    }

    /// Like [`Memory::new`]; `None` if the system does not have that much memory.
    pub fn try_new(mebibytes: usize) -> Option<Self> {
        Some(Self {
            table: TranspositionTable::try_new(mebibytes.max(1) << 20)?,
            history: HistoryTables::default(),
            corrections: CorrectionTables::default(),
        })
    }

    /// Clears all tables, for another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = HistoryTables::default();
        self.corrections = CorrectionTables::default();
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Search {
    /// A search of the last position of a game, played on these terms.
    pub fn new(history: &History, terms: &Terms, memory: Memory) -> Self {
        Self::with_network(history, terms, memory, Network::standard())
    }

    /// Like [`Search::new`], with another evaluation network.
    pub fn with_network(
        history: &History,
        terms: &Terms,
        memory: Memory,
        network: &'static Network,
    ) -> Self {
        let Memory {
            mut table,
            history: mut known,
            corrections,
        } = memory;
        table.begin();
        known.age();
        let idle = history.idle_plies();
        let limit = terms.no_capture.map(|rounds| 2 * usize::from(rounds));
        let stack = SearchStack::new(network, history.positions(), idle, limit);
        Self {
            stack,
            table,
            history: known,
            corrections,
            reductions: reductions(),
            root: root_moves(history, terms),
            multi_pv: 1,
            missed: (0, 0),
            max_depth: MAX_DEPTH,
            target_depth: 1,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            node_limit: 0,
            watch: None,
            next_watch: 0,
            is_stopped: false,
        }
    }

    /// Searches this many principal variations (MultiPV) instead of one.
    #[must_use]
    pub fn with_multi_pv(mut self, lines: usize) -> Self {
        self.multi_pv = lines.clamp(1, self.root.len().max(1));
        self
    }

    /// Limits the depth, in plies without extensions.
    #[must_use]
    pub fn with_depth(mut self, depth: i32) -> Self {
        self.max_depth = depth.clamp(1, MAX_DEPTH);
        self
    }

    /// Limits the root moves to the legal ones of these; without any, nothing is found.
    #[must_use]
    pub fn with_moves(mut self, moves: &[Move]) -> Self {
        self.root.retain(|one| moves.contains(&one.mv));
        self.multi_pv = self.multi_pv.clamp(1, self.root.len().max(1));
        self
    }

    /// Polls the watch every 2,000 nodes, within a step as well, once the first depth is finished.
    #[must_use]
    pub fn with_watch(mut self, watch: Watch) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Ignores this percentage of the replies to root moves, as a weak player does; the seed decides which.
    #[must_use]
    pub(super) const fn missing_replies(mut self, percentage: u8, seed: u64) -> Self {
        self.missed = (percentage, seed);
        self
    }

    /// Whether a reply to a root move is ignored.
    fn misses(&self, ply: usize, mv: Move) -> bool {
        let (percentage, seed) = self.missed;
        if ply != 1 || percentage == 0 {
            return false;
        }
        let place = u64::from(self.stack.frames[1].piece_to) << 16;
        let number = place | (mv.from.index() * Point::COUNT + mv.to.index()) as u64;
        mixed(mixed(seed) ^ number) % 100 < u64::from(percentage)
    }

    /// Memory of this search.
    pub fn into_memory(self) -> Memory {
        Memory {
            table: self.table,
            history: self.history,
            corrections: self.corrections,
        }
    }

    /// Number of nodes searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Last completed depth, in plies.
    pub const fn depth(&self) -> i32 {
        self.depth
    }

    /// Selective depth: plies of the longest line searched.
    pub const fn selective_depth(&self) -> usize {
        self.selective_depth
    }

    /// Occupancy of the transposition table by this search, in permill.
    pub fn fill(&self) -> usize {
        self.table.fill()
    }

    /// The principal variation so far; `None` if there is no legal move.
    pub fn best(&self) -> Option<Advice> {
        self.advice(0)
    }

    /// Result of the last completed depth; `None` before the first.
    pub fn depth_result(&self) -> Option<DepthResult> {
        let best = self.root.first().filter(|_| self.depth > 0)?;
        let share = 100 * best.nodes / self.nodes.max(1);
        Some(DepthResult {
            best: best.mv,
            score: best.score(),
            node_percent: u32::try_from(share).unwrap_or(100),
            is_forced: self.root.len() == 1,
        })
    }

    /// The principal variations found so far, the best first; at most as many as are searched.
    pub fn best_lines(&self) -> Vec<Advice> {
        let lines = (0..self.multi_pv).filter_map(|index| self.advice(index));
        lines
            .filter(|line| line.rank == 1 || line.depth > 0)
            .collect()
    }

    /// The principal variation at this place among the root moves.
    fn advice(&self, index: usize) -> Option<Advice> {
        self.root.get(index).map(|one| Advice {
            depth: one.depth(),
            rank: index + 1,
            nodes: self.nodes,
            ..Advice::new(one.pv().to_vec(), one.score())
        })
    }

    /// Searches about this many nodes more. Returns whether anything is left to be found.
    ///
    /// A step too short to finish a depth begins it again, guided by the tables: a few long steps find more than many
    /// short ones.
    pub fn step(&mut self, nodes: u64) -> bool {
        let end = self.nodes.saturating_add(nodes.max(1));
        while self.has_more() {
            if !self.deepen(end.saturating_sub(self.nodes)) {
                return true;
            }
        }
        false
    }

    /// Searches one ply deeper, with at most about this many nodes. Returns whether the depth was completed.
    pub fn deepen(&mut self, nodes: u64) -> bool {
        if !self.has_more() {
            return false;
        }
        self.node_limit = self.nodes.saturating_add(nodes.max(1));
        self.is_stopped = false;
        self.search_root();
        if self.is_stopped {
            return false;
        }
        self.depth = self.target_depth;
        self.target_depth += 1;
        true
    }

    /// Whether there is anything left to be found.
    fn has_more(&self) -> bool {
        !self.root.is_empty() && self.target_depth <= self.max_depth && !self.is_decided()
    }

    /// Whether the search ends here, in the middle of a depth.
    fn should_stop(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            return true;
        }
        if self.depth == 0 || self.nodes < self.next_watch {
            return false;
        }
        self.next_watch = self.nodes + WATCH_NODES;
        self.watch.as_mut().is_some_and(|goes_on| !goes_on())
    }

    /// Whether a deeper search cannot change anything: the shortest possible mate is found.
    fn is_decided(&self) -> bool {
        let mate = |score: Score| match score.kind() {
            ScoreKind::Mate(moves) => self.depth >= 2 * moves.abs() + 2,
            ScoreKind::Advantage(_) | ScoreKind::Ruled(_) => false,
        };
        self.depth > 0
            && self
                .root
                .iter()
                .take(self.multi_pv)
                .all(|one| mate(one.score()))
    }
}

/// Table of late move reductions: log2(depth) · log2(moves) / 4.6, rounded.
fn reductions() -> Vec<[u8; 64]> {
    let row = |depth: usize| {
        std::array::from_fn(|count| {
            let product = logarithm(depth) * logarithm(count) * 10 / 46;
            ((product + (1 << 15)) >> 16) as u8
        })
    };
    (0..64).map(row).collect()
}

/// Binary logarithm in 256ths, linear between powers of two: integers are the same on every machine.
const fn logarithm(number: usize) -> usize {
    match number.checked_ilog2() {
        Some(power) => (power as usize) * 256 + (number << 8 >> power) - 256,
        None => 0,
    }
}

#[cfg(test)]
mod tests;
