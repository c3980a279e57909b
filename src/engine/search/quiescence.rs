//! Quiescence search: captures, and at first checks, until a position is quiet enough to be evaluated.

use super::Search;
use super::alpha_beta::{SearchNode, tt_cutoff};
use super::ordering::{EQUAL, MovePicker, OrderingContext, gains, is_good_capture, value};
use super::score::{MATE, is_ruled, to_tt};
use super::transposition::{Bound, NewEntry};
use crate::rules::{Move, PointSet};

impl Search {
    /// Quiescence search: captures, and moves that give check in the first ply, until nothing worth capturing is left.
    pub(super) fn quiescence(&mut self, ply: usize, alpha: i32, beta: i32, distance: i32) -> i32 {
        self.stack.frames[ply].pv.clear();
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let key = self.stack.frames[ply].key;
        let entry = self.table.probe(key);
        let node = SearchNode {
            ply,
            depth: 0,
            alpha,
            beta,
            cut_node: false,
            excluded: None,
        };
        if let Some(score) = entry.and_then(|entry| tt_cutoff(&entry, &node)) {
            return score;
        }
        let in_check = self.stack.frames[ply].in_check;
        let stand_pat = if in_check {
            ply as i32 - MATE
        } else {
            self.corrected_evaluation(ply, entry)
        };
        self.stack.frames[ply].eval = stand_pat;
        if !in_check && stand_pat >= beta {
            return stand_pat;
        }
        let best = entry.and_then(|entry| entry.best);
        let (score, best) = self.try_quiescence_moves(&node, best, stand_pat, distance);
        if !self.is_stopped && !is_ruled(score) {
            let is_cut = score >= beta;
            let eval = self.stack.frames[ply].raw_eval;
            let found = NewEntry {
                best,
                score: to_tt(score, ply),
                eval: if in_check { 0 } else { eval as i16 },
                depth: 0,
                bound: if is_cut { Bound::Lower } else { Bound::Upper },
            };
            self.table.store(key, found);
        }
        score
    }

    /// Searches the moves of a quiescence node. Returns the score, and the move that raised alpha.
    fn try_quiescence_moves(
        &mut self,
        node: &SearchNode,
        best: Option<Move>,
        stand_pat: i32,
        distance: i32,
    ) -> (i32, Option<Move>) {
        let ply = node.ply;
        let in_check = self.stack.frames[ply].in_check;
        let mut score = stand_pat;
        let mut alpha = node.alpha.max(stand_pat);
        let mut raised = None;
        let mut moves = std::mem::take(&mut self.stack.frames[ply].moves);
        self.generate_quiescence(ply, best, distance, &mut moves);
        while let Some((mv, rank)) = moves.next(&self.stack.frames[ply].position) {
            let is_needless = if in_check {
                // In check at least one reply must be searched.
                self.misses(ply, mv) && !moves.is_empty()
            } else {
                self.misses(ply, mv)
                    || self.is_futile(ply, (mv, rank), stand_pat, alpha)
                    || !self.is_safe(ply, mv)
            };
            if is_needless {
                continue;
            }
            self.stack.play(ply, mv);
            let found = -self.quiescence(ply + 1, -node.beta, -alpha, distance + 1);
            if self.is_stopped {
                break;
            }
            if found > score {
                score = found;
                if found > alpha {
                    alpha = found;
                    raised = Some(mv);
                    self.update_pv(ply, mv);
                }
                if found >= node.beta {
                    break;
                }
            }
        }
        self.stack.frames[ply].moves = moves;
        (score, raised)
    }

    /// Delta pruning: whether a capture cannot raise the score near alpha; or a move that loses material.
    fn is_futile(&self, ply: usize, (mv, rank): (Move, i32), stand_pat: i32, alpha: i32) -> bool {
        let position = &self.stack.frames[ply].position;
        let captured = position.piece_at(mv.to);
        let cannot_raise = captured.is_some_and(|one| stand_pat + value(one.kind) + 180 < alpha);
        cannot_raise || !is_good_capture(rank) && !gains(position, mv, -EQUAL)
    }

    /// Whether a pseudo-legal move is legal.
    fn is_safe(&mut self, ply: usize, mv: Move) -> bool {
        let safety = self.stack.safety(ply);
        self.stack.frames[ply].position.is_safe(mv, &safety)
    }

    /// Generates the moves of a quiescence node: all evasions in check, otherwise captures, and checks in the first
    /// ply.
    fn generate_quiescence(
        &mut self,
        ply: usize,
        best: Option<Move>,
        distance: i32,
        moves: &mut MovePicker,
    ) {
        if self.stack.frames[ply].in_check {
            return self.score_moves(ply, best, moves);
        }
        // Of captures nobody asks.
        let threats = if distance == 0 {
            self.stack.threats(ply)
        } else {
            PointSet::EMPTY
        };
        let safety = (distance == 0).then(|| self.stack.safety(ply));
        let frame = &self.stack.frames[ply];
        moves.clear();
        let position = &frame.position;
        let context = OrderingContext {
            position,
            best,
            killers: [None; 2],
            before: self.stack.before(ply),
            threats,
        };
        let prey = position.board().of_side(!position.turn());
        position.each_pseudo_legal_capture(|mv| moves.push(mv, self.history.score(mv, &context)));
        if let Some(safety) = safety {
            for mv in position.checking_moves_within(&safety) {
                if !prey.contains(mv.to) {
                    moves.push(mv, self.history.score(mv, &context));
                }
            }
        }
    }
}
