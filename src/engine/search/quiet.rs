//! The search of captures and checks, until a position is quiet enough to be judged.

use super::Search;
use super::order::{Moves, Situation, is_losing, value};
use super::score::{MATE, is_ruled, kept};
use super::table::{Bound, Found};
use super::tree::{Task, decided};
use crate::rules::Move;

impl Search {
    /// Searches until no capture is left that matters; at first also moves that give check.
    pub(super) fn quiet(&mut self, ply: usize, alpha: i32, beta: i32, distance: i32) -> i32 {
        self.way.frames[ply].line.clear();
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let key = self.way.frames[ply].key;
        let entry = self.table.look_up(key);
        let task = Task {
            ply,
            depth: 0,
            alpha,
            beta,
            cut: false,
            without: None,
        };
        if let Some(score) = entry.and_then(|entry| decided(&entry, &task)) {
            return score;
        }
        let in_check = self.way.frames[ply].in_check;
        let stand = match entry {
            _ if in_check => ply as i32 - MATE,
            Some(entry) => i32::from(entry.eval),
            None => self.way.judge(ply),
        };
        self.way.frames[ply].eval = stand;
        if !in_check && stand >= beta {
            return stand;
        }
        let best = entry.and_then(|entry| entry.best);
        let (score, best) = self.try_quietly(&task, best, stand, distance);
        if !self.is_stopped && !is_ruled(score) {
            let is_cut = score >= beta;
            let found = Found {
                best,
                score: kept(score, ply),
                eval: if in_check { 0 } else { stand as i16 },
                depth: 0,
                bound: if is_cut { Bound::Lower } else { Bound::Upper },
            };
            self.table.keep(key, found);
        }
        score
    }

    /// Tries the moves that matter; the score, and the move that raised it above alpha.
    fn try_quietly(
        &mut self,
        task: &Task,
        best: Option<Move>,
        stand: i32,
        distance: i32,
    ) -> (i32, Option<Move>) {
        let ply = task.ply;
        let in_check = self.way.frames[ply].in_check;
        let mut score = stand;
        let mut alpha = task.alpha.max(stand);
        let mut raised = None;
        let mut moves = std::mem::take(&mut self.way.frames[ply].moves);
        self.order_quiet(ply, best, distance, &mut moves);
        while let Some((mv, _)) = moves.next() {
            let is_needless = if in_check {
                // Some reply there is.
                self.overlooks(ply, mv) && !moves.is_empty()
            } else {
                self.overlooks(ply, mv) || self.is_futile(ply, mv, stand, alpha)
            };
            if is_needless {
                continue;
            }
            self.way.play(ply, mv);
            let found = -self.quiet(ply + 1, -task.beta, -alpha, distance + 1);
            if self.is_stopped {
                break;
            }
            if found > score {
                score = found;
                if found > alpha {
                    alpha = found;
                    raised = Some(mv);
                    self.extend_line(ply, mv);
                }
                if found >= task.beta {
                    break;
                }
            }
        }
        self.way.frames[ply].moves = moves;
        (score, raised)
    }

    /// Whether a capture cannot bring the score near alpha, or seems to lose.
    fn is_futile(&self, ply: usize, mv: Move, stand: i32, alpha: i32) -> bool {
        let position = &self.way.frames[ply].position;
        let Some(captured) = position.piece_at(mv.to) else {
            return false;
        };
        stand + value(captured.kind) + 180 < alpha || is_losing(position, mv)
    }

    /// Collects the moves that are tried where the position has to become quiet: all in check, otherwise captures, and at
    /// first checks.
    fn order_quiet(&self, ply: usize, best: Option<Move>, distance: i32, moves: &mut Moves) {
        let frame = &self.way.frames[ply];
        if frame.in_check {
            return self.order(ply, best, moves);
        }
        moves.clear();
        let position = &frame.position;
        let situation = Situation {
            position,
            best,
            killers: [None; 2],
            before: self.way.before(ply),
        };
        let prey = position.board().of_side(!position.turn());
        position.each_move_to(prey, &frame.safety, |mv| {
            moves.push(mv, self.history.score(mv, &situation));
        });
        if distance == 0 {
            for mv in position.checking_moves() {
                if !prey.contains(mv.to) {
                    moves.push(mv, self.history.score(mv, &situation));
                }
            }
        }
    }
}
