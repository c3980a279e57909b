//! The search of the tree: principal variation search with a transposition table, reductions and extensions.

use super::Search;
use super::order::{BEST, KILLER, Moves, Situation};
use super::prune::is_hopeless;
use super::score::{INFINITE, LEAST_RULED, MATE, is_ruled, kept, seen};
use super::table::{Bound, Entry, Found};
use crate::rules::{Move, PointSet};

/// A position to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub ply: usize,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Whether a move is expected that refutes the position.
    pub cut: bool,
    /// A move that is left out, to see what the others are worth.
    pub without: Option<Move>,
}

impl Task {
    /// Whether a line that both sides would play may lead here.
    pub const fn is_main(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Judgement of a position before its moves are tried.
pub struct Node {
    pub best: Option<Move>,
    pub eval: i32,
    /// Whether the side to move stands better than before its last move.
    pub improves: bool,
    /// Plies by which the best move is extended, being the only good one.
    pub singular: i32,
}

/// Result of the moves tried so far.
pub struct Tried {
    pub best: Option<Move>,
    pub score: i32,
    pub alpha: i32,
    pub count: i32,
}

impl Tried {
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
    /// The score of a position for the side to move; at most alpha or at least beta if it lies outside. Whatever is returned
    /// after the search was stopped means nothing.
    pub(super) fn search(&mut self, mut task: Task) -> i32 {
        if task.depth <= 0 {
            return self.quiet(task.ply, task.alpha, task.beta, 0);
        }
        self.way.frames[task.ply].line.clear();
        if let Some(score) = self.enter(task.ply) {
            return score;
        }
        // A shorter mate than what is already found is impossible.
        task.alpha = task.alpha.max(task.ply as i32 - MATE);
        task.beta = task.beta.min(MATE - 1 - task.ply as i32);
        if task.alpha >= task.beta {
            return task.alpha;
        }
        let key = self.way.frames[task.ply].key;
        let entry = self.table.look_up(key).filter(|_| task.without.is_none());
        if let Some(score) = entry.and_then(|entry| decided(&entry, &task)) {
            return score;
        }
        let node = self.look_at(&task, entry);
        if let Some(score) = self.cut_early(&task, &node) {
            return score;
        }
        // Without a move to begin with, a shallower search finds one for the next time.
        if node.best.is_none() && task.depth >= 4 && (task.cut || task.is_main()) {
            task.depth -= 1;
        }
        let mut node = node;
        if let Some(entry) = entry {
            match self.single_out(&task, &entry) {
                Ok(extension) => node.singular = extension,
                Err(score) => return score,
            }
        }
        let result = self.try_moves(&task, &node);
        self.conclude(&task, &node, &result)
    }

    /// Counts a node, and returns its score if nothing has to be searched.
    pub(super) fn enter(&mut self, ply: usize) -> Option<i32> {
        if self.is_stopped || self.is_over() {
            self.is_stopped = true;
            return Some(0);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        // The arbiter has judged the moves of the root.
        if let Some(score) = (ply > 1).then(|| self.way.repetition(ply)).flatten() {
            return Some(score);
        }
        (ply >= super::frame::MAX_PLY).then(|| self.way.judge(ply))
    }

    fn try_moves(&mut self, task: &Task, node: &Node) -> Tried {
        let ply = task.ply;
        let mut moves = std::mem::take(&mut self.way.frames[ply].moves);
        let mut tried = std::mem::take(&mut self.way.frames[ply].tried);
        tried.clear();
        let mut result = Tried::new(task.alpha);
        let mut first = self.first(task, node, &mut moves);
        if first.is_none() {
            self.order(ply, node.best, &mut moves);
        }
        loop {
            let Some((mv, rank)) = moves.next() else {
                if first.is_none() {
                    break;
                }
                self.order(ply, None, &mut moves);
                moves.remove(std::mem::take(&mut first));
                continue;
            };
            let is_only = result.count == 0 && moves.is_empty();
            if task.without == Some(mv) || self.overlooks(ply, mv) && !is_only {
                continue;
            }
            result.count += 1;
            let Some(score) = self.try_move(task, node, &result, (mv, rank)) else {
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
                    self.extend_line(ply, mv);
                }
                if score >= task.beta {
                    self.note_cut(task, mv, &tried);
                    break;
                }
            }
            tried.push(mv);
        }
        self.way.frames[ply].moves = moves;
        self.way.frames[ply].tried = tried;
        result
    }

    /// The best move of the table, if it can be tried before the others are looked for: it often suffices.
    fn first(&self, task: &Task, node: &Node, moves: &mut Moves) -> Option<Move> {
        let position = &self.way.frames[task.ply].position;
        let is_legal = |mv: &Move| position.targets(mv.from).contains(mv.to);
        let is_wanted = task.ply > 1 && task.without.is_none();
        let first = node.best.filter(|mv| is_wanted && is_legal(mv))?;
        moves.clear();
        moves.push(first, BEST);
        Some(first)
    }

    /// Collects the moves of a position in their order.
    pub(super) fn order(&self, ply: usize, best: Option<Move>, moves: &mut Moves) {
        moves.clear();
        let frame = &self.way.frames[ply];
        let situation = Situation {
            position: &frame.position,
            best,
            killers: frame.killers,
            before: self.way.before(ply),
        };
        frame
            .position
            .each_move_to(PointSet::ALL, &frame.safety, |mv| {
                moves.push(mv, self.history.score(mv, &situation));
            });
    }

    /// Searches a move; `None` if it is passed over as hopeless.
    fn try_move(
        &mut self,
        task: &Task,
        node: &Node,
        so_far: &Tried,
        (mv, rank): (Move, i32),
    ) -> Option<i32> {
        let ply = task.ply;
        let is_capture = self.way.frames[ply].position.piece_at(mv.to).is_some();
        self.way.play(ply, mv);
        let checks = self.way.frames[ply + 1].in_check;
        let may_pass_over =
            so_far.score > -LEAST_RULED && !checks && !self.way.frames[ply].in_check;
        if may_pass_over && is_hopeless(task, node, so_far, rank, is_capture) {
            return None;
        }
        let extension = if so_far.count == 1 && node.best == Some(mv) && node.singular != 0 {
            node.singular
        } else {
            i32::from(checks && self.way.frames[ply].extended < self.aim)
        };
        self.way.frames[ply + 1].extended += extension.max(0);
        let depth = task.depth - 1 + extension;
        let next = Task {
            ply: ply + 1,
            depth,
            alpha: -so_far.alpha - 1,
            beta: -so_far.alpha,
            cut: true,
            without: None,
        };
        if so_far.count == 1 {
            let (alpha, cut) = (-task.beta, !task.is_main() && !task.cut);
            return Some(-self.search(Task { alpha, cut, ..next }));
        }
        let may_reduce = task.depth >= 3 && so_far.count > 2 && rank < KILLER;
        let reduction = if may_reduce {
            self.reduction(task, node, so_far.count, rank, is_capture, checks)
        } else {
            0
        };
        Some(self.try_late(task, next, so_far.alpha, reduction))
    }

    /// Searches a move after the first: less deep and with an empty window, as long as it proves no better than `alpha`.
    fn try_late(&mut self, task: &Task, next: Task, alpha: i32, reduction: i32) -> i32 {
        let depth = next.depth - reduction;
        let mut score = -self.search(Task { depth, ..next });
        if score > alpha && reduction > 0 {
            let cut = !task.cut;
            score = -self.search(Task { cut, ..next });
        }
        if score > alpha && score < task.beta && task.is_main() {
            let (alpha, cut) = (-task.beta, false);
            score = -self.search(Task { alpha, cut, ..next });
        }
        score
    }

    /// Plies by which a late move is searched less deep.
    fn reduction(
        &self,
        task: &Task,
        node: &Node,
        count: i32,
        rank: i32,
        is_capture: bool,
        checks: bool,
    ) -> i32 {
        let row = &self.reductions[(task.depth as usize).min(63)];
        let mut reduction = i32::from(row[(count as usize).min(63)]);
        if is_capture {
            reduction /= 2;
        } else {
            reduction -= rank.clamp(-16_000, 16_000) / 6000;
        }
        reduction += i32::from(!node.improves) + i32::from(task.cut)
            - i32::from(task.is_main())
            - i32::from(checks);
        reduction.clamp(0, task.depth - 2)
    }

    /// Puts a move before the best line of the position it leads to.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let [frame, next] = &mut self.way.frames[ply..ply + 2] else {
            return;
        };
        frame.line.clear();
        frame.line.push(mv);
        frame.line.extend(&next.line);
    }

    /// Learns that a move refuted the position.
    fn note_cut(&mut self, task: &Task, mv: Move, tried: &[Move]) {
        let frame = &mut self.way.frames[task.ply];
        if frame.position.piece_at(mv.to).is_none() && frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        let before = self.way.before(task.ply);
        let situation = Situation {
            position: &self.way.frames[task.ply].position,
            best: None,
            killers: [None; 2],
            before,
        };
        self.history.learn(mv, tried, task.depth, &situation);
    }

    /// The score once all moves were tried, kept in the table.
    fn conclude(&mut self, task: &Task, node: &Node, result: &Tried) -> i32 {
        if self.is_stopped {
            return 0;
        }
        if result.count == 0 {
            // Mate and stalemate both lose. Without the move that is left out, this is no end.
            return match task.without {
                Some(_) => task.alpha,
                None => task.ply as i32 - MATE,
            };
        }
        if task.without.is_none() && !is_ruled(result.score) {
            let bound = if result.score >= task.beta {
                Bound::Lower
            } else if result.best.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let frame = &self.way.frames[task.ply];
            let eval = if frame.in_check { 0 } else { frame.eval };
            let best = result.best.or(node.best);
            let found = Found {
                best,
                score: kept(result.score, task.ply),
                eval: eval as i16,
                depth: task.depth.clamp(0, 120) as i8,
                bound,
            };
            self.table.keep(frame.key, found);
        }
        result.score
    }
}

/// The score of a position that the table decides.
pub fn decided(entry: &Entry, task: &Task) -> Option<i32> {
    if task.is_main() || i32::from(entry.depth) < task.depth {
        return None;
    }
    let score = seen(entry.score, task.ply);
    let fits = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= task.beta,
        Bound::Upper => score <= task.alpha,
    };
    fits.then_some(score)
}
