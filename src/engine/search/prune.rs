//! Judgement of a position before its moves are tried, and the moves that need not be tried.

use super::Search;
use super::order::NOWHERE;
use super::score::{INFINITE, LEAST_RULED, seen};
use super::table::{Bound, Entry};
use super::tree::{Node, Task, Tried};
use crate::rules::{Piece, PieceKind};

impl Search {
    pub(super) fn look_at(&mut self, task: &Task, entry: Option<Entry>) -> Node {
        let ply = task.ply;
        let in_check = self.way.frames[ply].in_check;
        let eval = if in_check {
            -INFINITE
        } else if task.without.is_some() {
            self.way.frames[ply].eval
        } else {
            match entry {
                Some(entry) => i32::from(entry.eval),
                None => self.way.judge(ply),
            }
        };
        self.way.frames[ply].eval = eval;
        let before = ply.checked_sub(2).map(|ply| self.way.frames[ply].eval);
        let improves = !in_check && before.is_none_or(|before| eval > before);
        // A score from the table is better than one at first sight, where it may be used.
        let better = entry.map(|entry| (seen(entry.score, ply), entry.bound));
        let better = better.filter(|(score, bound)| match bound {
            Bound::Exact => true,
            Bound::Lower => *score > eval,
            Bound::Upper => *score < eval,
        });
        let eval = match better {
            Some((score, _)) if !in_check && score.abs() < LEAST_RULED => score,
            _ => eval,
        };
        if ply + 2 < self.way.frames.len() {
            self.way.frames[ply + 2].killers = [None; 2];
        }
        Node {
            best: entry.and_then(|entry| entry.best),
            eval,
            improves,
            singular: 0,
        }
    }

    /// Returns a score where the moves need not be tried: so good that even a pass would do, or so bad that nothing helps.
    pub(super) fn cut_early(&mut self, task: &Task, node: &Node) -> Option<i32> {
        let &Task {
            ply,
            depth,
            beta,
            alpha,
            ..
        } = task;
        let is_quiet = !self.way.frames[ply].in_check && !task.is_main() && task.without.is_none();
        if !is_quiet || beta.abs() >= LEAST_RULED {
            return None;
        }
        if depth <= 8 && node.eval - 85 * (depth - i32::from(node.improves)) >= beta {
            return Some((node.eval + beta) / 2);
        }
        if depth <= 3 && node.eval + 280 * depth < alpha {
            let score = self.quiet(ply, alpha, alpha + 1, 0);
            if score <= alpha || self.is_stopped {
                return Some(score);
            }
        }
        if depth >= 3 && node.eval >= beta && self.may_pass(ply) {
            return self.pass(task, node);
        }
        None
    }

    /// Whether a pass proves anything: with few great pieces, having to move may be what loses.
    fn may_pass(&self, ply: usize) -> bool {
        let frame = &self.way.frames[ply];
        let turn = frame.position.turn();
        let great = [PieceKind::Horse, PieceKind::Chariot, PieceKind::Cannon];
        let count = great.into_iter().map(|kind| {
            let piece = Piece::new(turn, kind);
            frame.position.board().of_piece(piece).len()
        });
        frame.place != NOWHERE && count.sum::<usize>() >= 2 || ply == 0
    }

    fn pass(&mut self, task: &Task, node: &Node) -> Option<i32> {
        let reduction = 3 + task.depth / 4 + ((node.eval - task.beta) / 200).min(3);
        self.way.pass(task.ply);
        let score = -self.search(Task {
            ply: task.ply + 1,
            depth: task.depth - reduction,
            alpha: -task.beta,
            beta: 1 - task.beta,
            cut: !task.cut,
            without: None,
        });
        if self.is_stopped {
            return Some(0);
        }
        // A mate that follows a pass is none.
        (score >= task.beta).then_some(if score >= LEAST_RULED {
            task.beta
        } else {
            score
        })
    }

    /// Whether the best move of the table is much better than all others: it is searched deeper then. If others are
    /// good enough as well, their score is returned as an error.
    pub(super) fn single_out(&mut self, task: &Task, entry: &Entry) -> Result<i32, i32> {
        let score = seen(entry.score, task.ply);
        let is_candidate = task.depth >= 7
            && task.ply > 0
            && entry.best.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= task.depth - 3
            && score.abs() < LEAST_RULED
            && self.way.frames[task.ply].extended < 2 * self.aim;
        if !is_candidate {
            return Ok(0);
        }
        let limit = score - 2 * task.depth;
        let others = self.search(Task {
            depth: (task.depth - 1) / 2,
            alpha: limit - 1,
            beta: limit,
            without: entry.best,
            ..*task
        });
        if self.is_stopped {
            return Err(0);
        }
        if others < limit {
            Ok(1)
        } else if limit >= task.beta {
            Err(limit)
        } else {
            Ok(if score >= task.beta { -1 } else { 0 })
        }
    }
}

/// Whether a late move that gives no check is passed over: there were better ones, and it takes nothing.
pub fn is_hopeless(task: &Task, node: &Node, so_far: &Tried, rank: i32, is_capture: bool) -> bool {
    let depth = task.depth;
    if task.ply == 0 || task.is_main() && depth > 4 {
        return false;
    }
    if is_capture {
        return rank < 0 && depth <= 3;
    }
    let most = (4 + depth * depth) / if node.improves { 1 } else { 2 };
    let is_late = depth <= 8 && so_far.count > most + 3;
    let is_futile = depth <= 6 && node.eval + 120 + 90 * depth <= so_far.alpha;
    let is_unliked = depth <= 4 && rank < -2500 * depth;
    is_late || is_futile || is_unliked
}
