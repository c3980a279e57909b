//! Static evaluation of a node, pruning before and among its moves, and singular extensions.

use super::Search;
use super::alpha_beta::{NodeInfo, SearchNode, SearchedMoves};
use super::ordering::{NO_MOVE, gains};
use super::score::{INFINITE, MIN_RULED, from_tt};
use super::transposition::{Bound, TtEntry};
use crate::rules::{Move, Piece, PieceKind, Position};

/// Points below the limit of a singular extension from which the extension is doubled.
const DOUBLE_MARGIN: i32 = 25;

impl Search {
    /// Static evaluation, replaced by the score of the transposition table where its bound allows.
    pub(super) fn static_evaluation(
        &mut self,
        node: &SearchNode,
        entry: Option<TtEntry>,
    ) -> NodeInfo {
        let ply = node.ply;
        let in_check = self.stack.frames[ply].in_check;
        let eval = if in_check {
            -INFINITE
        } else if node.excluded.is_some() {
            self.stack.frames[ply].eval
        } else {
            self.corrected_evaluation(ply, entry)
        };
        self.stack.frames[ply].eval = eval;
        let before = ply.checked_sub(2).map(|ply| self.stack.frames[ply].eval);
        let improving = !in_check && before.is_none_or(|before| eval > before);
        let better = entry.map(|entry| (from_tt(entry.score, ply), entry.bound));
        let better = better.filter(|(score, bound)| match bound {
            Bound::Exact => true,
            Bound::Lower => *score > eval,
            Bound::Upper => *score < eval,
        });
        let eval = match better {
            Some((score, _)) if !in_check && score.abs() < MIN_RULED => score,
            _ => eval,
        };
        if ply + 2 < self.stack.frames.len() {
            self.stack.frames[ply + 2].killers = [None; 2];
        }
        NodeInfo {
            best: entry.and_then(|entry| entry.best),
            eval,
            improving,
            singular: 0,
        }
    }

    /// Static evaluation of a position without check, as far as the transposition table does not know it, corrected by what
    /// searches of similar positions found.
    pub(super) fn corrected_evaluation(&mut self, ply: usize, entry: Option<TtEntry>) -> i32 {
        let raw = match entry {
            Some(entry) => i32::from(entry.eval),
            None => self.stack.evaluate(ply),
        };
        let keys = self.stack.correction_keys(ply);
        let frame = &mut self.stack.frames[ply];
        frame.raw_eval = raw;
        frame.correction_keys = keys;
        let corrected = raw + self.corrections.correction(keys);
        let bounds = self.stack.material_bounds(ply);
        corrected.clamp(*bounds.start(), *bounds.end())
    }

    /// Score of a node that is pruned before its moves are searched: reverse futility, razoring or null move.
    pub(super) fn prune_node(&mut self, node: &SearchNode, info: &NodeInfo) -> Option<i32> {
        let &SearchNode {
            ply,
            depth,
            beta,
            alpha,
            ..
        } = node;
        let is_quiet = !self.stack.frames[ply].in_check && !node.is_pv() && node.excluded.is_none();
        if !is_quiet || beta.abs() >= MIN_RULED {
            return None;
        }
        // Reverse futility: the evaluation is above beta by a margin.
        if depth <= 8 && info.eval - 85 * (depth - i32::from(info.improving)) >= beta {
            return Some((info.eval + beta) / 2);
        }
        // Razoring: it is far below alpha, and captures do not help.
        if depth <= 3 && info.eval + 280 * depth < alpha {
            let score = self.quiescence(ply, alpha, alpha + 1, 0);
            if score <= alpha || self.is_stopped {
                return Some(score);
            }
        }
        if depth >= 3 && info.eval >= beta && self.may_null_move(ply) {
            return self.null_move(node, info);
        }
        None
    }

    /// Whether null move pruning is sound: with few major pieces, zugzwang is likely.
    fn may_null_move(&self, ply: usize) -> bool {
        let frame = &self.stack.frames[ply];
        let turn = frame.position.turn();
        let great = [PieceKind::Horse, PieceKind::Chariot, PieceKind::Cannon];
        let count = great.into_iter().map(|kind| {
            let piece = Piece::new(turn, kind);
            frame.position.board().of_piece(piece).len()
        });
        frame.piece_to != NO_MOVE && count.sum::<usize>() >= 2 || ply == 0
    }

    /// Null move pruning: if passing fails high in a reduced search, so does the node.
    fn null_move(&mut self, node: &SearchNode, info: &NodeInfo) -> Option<i32> {
        let reduction = 3 + node.depth / 4 + ((info.eval - node.beta) / 200).min(3);
        self.stack.make_null_move(node.ply);
        let score = -self.search(SearchNode {
            ply: node.ply + 1,
            depth: node.depth - reduction,
            alpha: -node.beta,
            beta: 1 - node.beta,
            cut_node: !node.cut_node,
            excluded: None,
        });
        if self.is_stopped {
            return Some(0);
        }
        // A mate behind a null move is not proved.
        (score >= node.beta).then_some(if score >= MIN_RULED { node.beta } else { score })
    }

    /// Singular extension of the hash move, in plies: none of the other moves comes near its score.
    ///
    /// # Errors
    ///
    /// Returns the score of a multi-cut: other moves exceed beta as well.
    pub(super) fn singular_extension(
        &mut self,
        node: &SearchNode,
        entry: &TtEntry,
    ) -> Result<i32, i32> {
        let score = from_tt(entry.score, node.ply);
        let is_candidate = node.depth >= 6
            && node.ply > 0
            && entry.best.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= node.depth - 3
            && score.abs() < MIN_RULED
            && self.stack.frames[node.ply].extended < 2 * self.target_depth;
        if !is_candidate {
            return Ok(0);
        }
        let limit = score - 2 * node.depth;
        let others = self.search(SearchNode {
            depth: (node.depth - 1) / 2,
            alpha: limit - 1,
            beta: limit,
            excluded: entry.best,
            ..*node
        });
        if self.is_stopped {
            return Err(0);
        }
        if others < limit {
            // Far from its score: two plies.
            let is_alone = !node.is_pv() && others < limit - DOUBLE_MARGIN;
            let may_double = self.stack.frames[node.ply].extended < self.target_depth;
            Ok(1 + i32::from(is_alone && may_double))
        } else if limit >= node.beta {
            Err(limit)
        } else if score >= node.beta {
            Ok(-2)
        } else {
            Ok(-i32::from(node.cut_node))
        }
    }
}

/// Whether a late move that gives no check is pruned: by move count, futility, history, or because it loses material.
pub fn is_prunable(
    node: &SearchNode,
    info: &NodeInfo,
    so_far: &SearchedMoves,
    (mv, rank): (Move, i32),
    position: &Position,
) -> bool {
    let depth = node.depth;
    if node.ply == 0 || node.is_pv() && depth > 4 {
        return false;
    }
    if position.piece_at(mv.to).is_some() {
        return rank < 0 && depth <= 6 && !gains(position, mv, -90 * depth);
    }
    let most = (4 + depth * depth) / if info.improving { 1 } else { 2 };
    let is_late = depth <= 8 && so_far.count > most + 3;
    let is_futile = depth <= 6 && info.eval + 120 + 90 * depth <= so_far.alpha;
    let is_unliked = depth <= 4 && rank < -2500 * depth;
    let hangs = || depth <= 6 && !gains(position, mv, -30 * depth * depth);
    is_late || is_futile || is_unliked || hangs()
}
