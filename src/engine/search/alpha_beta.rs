//! Alpha-beta search: principal variation search with a transposition table, late move reductions and extensions.

use super::Search;
use super::ordering::{HASH_MOVE, KILLER, MovePicker, OrderingContext};
use super::pruning::is_prunable;
use super::score::{INFINITE, MATE, MIN_RULED, from_tt, is_ruled, to_tt};
use super::stack::UNBOUNDED;
use super::transposition::{Bound, NewEntry, TtEntry};
use crate::rules::{Move, PointSet};

/// Node of the search tree: ply, depth and window.
#[derive(Clone, Copy, Debug)]
pub struct SearchNode {
    pub ply: usize,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Whether a beta cutoff is expected.
    pub cut_node: bool,
    /// Move excluded by a singular extension search.
    pub excluded: Option<Move>,
}

impl SearchNode {
    /// Whether the node is on the principal variation: its window is open.
    pub const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Static evaluation of a node.
pub struct NodeInfo {
    pub best: Option<Move>,
    pub eval: i32,
    /// Whether the evaluation is higher than two plies ago.
    pub improving: bool,
    /// Singular extension of the best move, in plies.
    pub singular: i32,
}

/// Result of the moves searched so far.
pub struct SearchedMoves {
    pub best: Option<Move>,
    pub score: i32,
    pub alpha: i32,
    pub count: i32,
}

impl SearchedMoves {
    fn new(alpha: i32) -> Self {
        Self {
            best: None,
            score: -INFINITE,
            alpha,
            count: 0,
        }
    }
}

impl Search {
    /// Score of a node for the side to move, fail-soft: an upper bound if at most alpha, a lower bound if at least
    /// beta. It is meaningless once the search was stopped.
    pub(super) fn search(&mut self, mut node: SearchNode) -> i32 {
        if node.depth <= 0 {
            return self.quiescence(node.ply, node.alpha, node.beta, 0);
        }
        self.stack.frames[node.ply].pv.clear();
        if let Some(score) = self.enter(node.ply) {
            return score;
        }
        // Mate distance pruning: a shorter mate than what is already found is impossible.
        node.alpha = node.alpha.max(node.ply as i32 - MATE);
        node.beta = node.beta.min(MATE - 1 - node.ply as i32);
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let key = self.stack.frames[node.ply].key;
        let entry = self.table.probe(key).filter(|_| node.excluded.is_none());
        if let Some(score) = entry.and_then(|entry| tt_cutoff(&entry, &node)) {
            return score;
        }
        let info = self.static_evaluation(&node, entry);
        if let Some(score) = self.prune_node(&node, &info) {
            return score;
        }
        // Internal iterative reduction: a shallower search finds a move to begin with, for the next time.
        if info.best.is_none() && node.depth >= 4 && (node.cut_node || node.is_pv()) {
            node.depth -= 1;
        }
        let mut info = info;
        if let Some(entry) = entry {
            match self.singular_extension(&node, &entry) {
                Ok(extension) => info.singular = extension,
                Err(score) => return score,
            }
        }
        let result = self.try_moves(&node, &info);
        self.finish_node(&node, &info, &result)
    }

    /// Counts a node, and returns its score if nothing has to be searched: a repetition, the maximum ply, or a stopped
    /// search.
    pub(super) fn enter(&mut self, ply: usize) -> Option<i32> {
        if self.is_stopped || self.should_stop() {
            self.is_stopped = true;
            return Some(0);
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        // The arbiter has judged the moves of the root.
        if let Some(score) = (ply > 1).then(|| self.stack.repetition(ply)).flatten() {
            return Some(score);
        }
        (ply >= super::stack::MAX_PLY).then(|| self.stack.evaluate(ply))
    }

    fn try_moves(&mut self, node: &SearchNode, info: &NodeInfo) -> SearchedMoves {
        let ply = node.ply;
        let mut moves = std::mem::take(&mut self.stack.frames[ply].moves);
        let mut tried = std::mem::take(&mut self.stack.frames[ply].tried);
        tried.clear();
        let mut result = SearchedMoves::new(node.alpha);
        let mut first = self.hash_move(node, info, &mut moves);
        if first.is_none() {
            self.score_moves(ply, info.best, &mut moves);
        }
        loop {
            let Some((mv, rank)) = moves.next(&self.stack.frames[ply].position) else {
                if first.is_none() {
                    break;
                }
                self.score_moves(ply, None, &mut moves);
                moves.remove(std::mem::take(&mut first));
                continue;
            };
            let is_only = result.count == 0 && moves.is_empty();
            if node.excluded == Some(mv) || self.misses(ply, mv) && !is_only {
                continue;
            }
            result.count += 1;
            let Some(score) = self.try_move(node, info, &result, (mv, rank)) else {
                continue;
            };
            if self.is_stopped {
                break;
            }
            if score > result.score {
                result.score = score;
                if score > result.alpha {
                    result.best = Some(mv);
                    result.alpha = score;
                    self.update_pv(ply, mv);
                }
                if score >= node.beta {
                    self.update_history(node, mv, &tried);
                    break;
                }
            }
            tried.push(mv);
        }
        self.stack.frames[ply].moves = moves;
        self.stack.frames[ply].tried = tried;
        result
    }

    /// The hash move, if it can be tried before other moves are generated: it often suffices.
    fn hash_move(
        &mut self,
        node: &SearchNode,
        info: &NodeInfo,
        moves: &mut MovePicker,
    ) -> Option<Move> {
        let is_wanted = node.ply > 1 && node.excluded.is_none();
        let first = info.best.filter(|_| is_wanted)?;
        let safety = self.stack.safety(node.ply);
        if !self.stack.frames[node.ply]
            .position
            .is_legal(first, &safety)
        {
            return None;
        }
        moves.clear();
        moves.push(first, HASH_MOVE);
        Some(first)
    }

    /// Generates the moves of a position and scores them for the move picker.
    pub(super) fn score_moves(&mut self, ply: usize, best: Option<Move>, moves: &mut MovePicker) {
        moves.clear();
        let threats = self.stack.threats(ply);
        let safety = self.stack.safety(ply);
        let frame = &self.stack.frames[ply];
        let context = OrderingContext {
            position: &frame.position,
            best,
            killers: frame.killers,
            before: self.stack.before(ply),
            threats,
        };
        frame.position.each_move_to(PointSet::ALL, &safety, |mv| {
            moves.push(mv, self.history.score(mv, &context));
        });
    }

    /// Searches a move; `None` if it is pruned.
    fn try_move(
        &mut self,
        node: &SearchNode,
        info: &NodeInfo,
        so_far: &SearchedMoves,
        (mv, rank): (Move, i32),
    ) -> Option<i32> {
        let ply = node.ply;
        let frame = &self.stack.frames[ply];
        let is_capture = frame.position.piece_at(mv.to).is_some();
        let may_prune = so_far.score > -MIN_RULED && !frame.in_check;
        let may_check = frame.position.may_check(mv);
        let is_prunable = |search: &Self| {
            let position = &search.stack.frames[ply].position;
            is_prunable(node, info, so_far, (mv, rank), position)
        };
        // Before it is made, if it surely gives no check.
        if may_prune && !may_check && is_prunable(self) {
            return None;
        }
        self.stack.play(ply, mv);
        let checks = self.stack.frames[ply + 1].in_check;
        if may_prune && may_check && !checks && is_prunable(self) {
            return None;
        }
        let extension = if so_far.count == 1 && info.best == Some(mv) && info.singular != 0 {
            info.singular
        } else {
            i32::from(checks && self.stack.frames[ply].extended < self.target_depth)
        };
        self.stack.frames[ply + 1].extended += extension.max(0);
        let depth = node.depth - 1 + extension;
        let next = SearchNode {
            ply: ply + 1,
            depth,
            alpha: -so_far.alpha - 1,
            beta: -so_far.alpha,
            cut_node: true,
            excluded: None,
        };
        if so_far.count == 1 {
            let (alpha, cut_node) = (-node.beta, !node.is_pv() && !node.cut_node);
            return Some(-self.search(SearchNode {
                alpha,
                cut_node,
                ..next
            }));
        }
        let may_reduce = node.depth >= 3 && so_far.count > 2 && rank < KILLER;
        let reduction = if may_reduce {
            self.late_move_reduction(node, info, so_far.count, rank, is_capture, checks)
        } else {
            0
        };
        Some(self.search_late_move(node, next, so_far.alpha, reduction))
    }

    /// Searches a move after the first with a zero window and a reduced depth, and again where it exceeds `alpha`.
    fn search_late_move(
        &mut self,
        node: &SearchNode,
        next: SearchNode,
        alpha: i32,
        reduction: i32,
    ) -> i32 {
        let depth = next.depth - reduction;
        let mut score = -self.search(SearchNode { depth, ..next });
        if score > alpha && reduction > 0 {
            let cut_node = !node.cut_node;
            score = -self.search(SearchNode { cut_node, ..next });
        }
        if score > alpha && score < node.beta && node.is_pv() {
            let (alpha, cut_node) = (-node.beta, false);
            score = -self.search(SearchNode {
                alpha,
                cut_node,
                ..next
            });
        }
        score
    }

    /// Late move reduction, in plies.
    fn late_move_reduction(
        &self,
        node: &SearchNode,
        info: &NodeInfo,
        count: i32,
        rank: i32,
        is_capture: bool,
        checks: bool,
    ) -> i32 {
        let row = &self.reductions[(node.depth as usize).min(63)];
        let mut reduction = i32::from(row[(count as usize).min(63)]);
        if is_capture {
            reduction /= 2;
        } else {
            reduction -= rank.clamp(-16_000, 16_000) / 6000;
        }
        reduction += i32::from(!info.improving) + i32::from(node.cut_node)
            - i32::from(node.is_pv())
            - i32::from(checks);
        reduction.clamp(0, node.depth - 2)
    }

    /// Prepends a move to the principal variation of the child.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let [frame, next] = &mut self.stack.frames[ply..ply + 2] else {
            return;
        };
        frame.pv.clear();
        frame.pv.push(mv);
        frame.pv.extend(&next.pv);
    }

    /// Updates killers and history after a beta cutoff.
    fn update_history(&mut self, node: &SearchNode, mv: Move, tried: &[Move]) {
        let frame = &mut self.stack.frames[node.ply];
        if frame.position.piece_at(mv.to).is_none() && frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        let before = self.stack.before(node.ply);
        let threats = self.stack.threats(node.ply);
        let context = OrderingContext {
            position: &self.stack.frames[node.ply].position,
            best: None,
            killers: [None; 2],
            before,
            threats,
        };
        self.history.update(mv, tried, node.depth, &context);
    }

    /// Score of a node after its last move: mate, stalemate or the best score, stored in the transposition table.
    fn finish_node(&mut self, node: &SearchNode, info: &NodeInfo, result: &SearchedMoves) -> i32 {
        if self.is_stopped {
            return 0;
        }
        if result.count == 0 {
            // Mate and stalemate both lose. Without the move that is left out, this is no end.
            return match node.excluded {
                Some(_) => node.alpha,
                None => node.ply as i32 - MATE,
            };
        }
        if node.excluded.is_none() && !is_ruled(result.score) {
            let bound = if result.score >= node.beta {
                Bound::Lower
            } else if result.best.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let frame = &self.stack.frames[node.ply];
            let eval = if frame.in_check { 0 } else { frame.raw_eval };
            let best = result.best.or(info.best);
            let found = NewEntry {
                best,
                score: to_tt(result.score, node.ply),
                eval: eval as i16,
                depth: node.depth.clamp(0, 120) as i8,
                bound,
            };
            self.table.store(frame.key, found);
            self.learn_correction(node, result, bound);
        }
        result.score
    }

    /// Learns how far the static evaluation was from the score, unless a capture made the difference, the score is a bound
    /// on the other side, or the material bounds the evaluation.
    fn learn_correction(&mut self, node: &SearchNode, result: &SearchedMoves, bound: Bound) {
        let frame = &self.stack.frames[node.ply];
        let takes = |mv: Move| frame.position.piece_at(mv.to).is_some();
        let error = result.score - frame.eval;
        let is_known = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        let is_usual = !frame.in_check && result.score.abs() < MIN_RULED;
        let teaches = is_usual && is_known && !result.best.is_some_and(takes);
        if teaches && self.stack.material_bounds(node.ply) == UNBOUNDED {
            self.corrections
                .learn(frame.correction_keys, error, node.depth);
        }
    }
}

/// Score of a transposition table entry that cuts the node off.
pub fn tt_cutoff(entry: &TtEntry, node: &SearchNode) -> Option<i32> {
    if node.is_pv() || i32::from(entry.depth) < node.depth {
        return None;
    }
    let score = from_tt(entry.score, node.ply);
    let fits = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    fits.then_some(score)
}
