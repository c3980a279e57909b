//! The root: its moves, judged by the arbiter, and aspiration windows.

use super::Search;
use super::alpha_beta::SearchNode;
use super::score::{INFINITE, MATE, RULED, Score};
use crate::rules::{History, Move, Ruling, Side, Terms, Verdict, adjudicate};

/// Score of a move that loses the game by ruling: no better than being mated.
const LOST: i32 = 1 - MATE;
/// Score of a repetition that must not be played once more.
const WARNED: i32 = -RULED;
/// Half width of the first aspiration window around the last score.
const ASPIRATION_WINDOW: i32 = 18;

/// Legal move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Score by the rules on repetition and on games without captures, if they decide.
    ruled: Option<i32>,
    score: i32,
    pv: Vec<Move>,
    depth: i32,
    /// Number of nodes searched after the move.
    pub nodes: u64,
}

impl RootMove {
    pub const fn score(&self) -> Score {
        Score(self.score)
    }

    /// The principal variation that begins with the move.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    pub const fn depth(&self) -> i32 {
        self.depth
    }
}

/// The legal moves, each scored by the ruling that it leads to, or would lead to if repeated once more.
pub fn root_moves(history: &History, terms: &Terms) -> Vec<RootMove> {
    let turn = history.position().turn();
    let mut line = history.clone();
    let moves = history.position().legal_moves().into_iter();
    let has_repeated = has_repeated(history);
    moves
        .map(|mv| {
            let played = line.play(mv).is_ok();
            let mut ruled = ruled(&adjudicate(&line, terms), turn);
            if has_repeated
                && matches!(ruled, None | Some(WARNED))
                && loses_by_reply(&mut line, terms)
            {
                ruled = Some(LOST);
            }
            if played {
                line.take_back();
            }
            RootMove {
                mv,
                ruled,
                score: ruled.unwrap_or(0),
                pv: vec![mv],
                depth: 0,
                nodes: 0,
            }
        })
        .collect()
}

/// The moves among these after which no ruling goes against the side to move, at once or at the reply; all of them if
/// there is no other.
pub fn without_ruled_losses(history: &History, terms: &Terms, moves: &[Move]) -> Vec<Move> {
    let is_kept = |one: &RootMove| {
        let is_lost = one.ruled.is_some_and(|score| score <= WARNED);
        moves.contains(&one.mv) && !is_lost
    };
    let known = root_moves(history, terms).into_iter();
    let kept: Vec<_> = known.filter(is_kept).map(|one| one.mv).collect();
    if kept.is_empty() {
        moves.to_vec()
    } else {
        kept
    }
}

/// Whether a position with this side to move has occurred twice, so that the opponent's reply may repeat it a third
/// time.
fn has_repeated(history: &History) -> bool {
    let lately = history.positions().iter().rev();
    let own: Vec<_> = { lately.take(history.idle_plies() + 1) }
        .step_by(2)
        .collect();
    { own.iter().enumerate() }.any(|(index, one)| own[..index].contains(one))
}

/// Whether some reply ends the game by a ruling against the side that has just moved.
fn loses_by_reply(line: &mut History, terms: &Terms) -> bool {
    let replier = line.position().turn();
    let replies = line.position().legal_moves();
    replies.into_iter().any(|reply| {
        if line.play(reply).is_err() {
            return false;
        }
        let ruling = adjudicate(line, terms);
        line.take_back();
        let ended = |verdict: &Verdict| {
            verdict.cycle.is_some() && verdict.outcome.winner() == Some(replier)
        };
        matches!(ruling, Ruling::Ended(verdict) if ended(&verdict))
    })
}

/// Score of a ruling for `turn`; `None` if the game goes on normally.
fn ruled(ruling: &Ruling, turn: Side) -> Option<i32> {
    let (outcome, won) = match ruling {
        Ruling::Ended(verdict) => (verdict.outcome, -LOST),
        // The other side would have to stop, and will: that is not won yet.
        Ruling::Warned(verdict) if verdict.outcome.winner() == Some(turn) => return None,
        Ruling::Warned(verdict) => (verdict.outcome, -WARNED),
        Ruling::Continue | Ruling::Undecided(_) | Ruling::Awaited { .. } => return None,
    };
    Some(match outcome.winner() {
        Some(winner) if winner == turn => won,
        Some(_) => -won,
        None => 0,
    })
}

impl Search {
    /// Searches all principal variations to the current depth.
    pub(super) fn search_root(&mut self) {
        for line in 0..self.multi_pv {
            self.search_with_aspiration(line);
            if self.is_stopped {
                return;
            }
        }
    }

    /// Searches for the best move after the first `first` ones, in aspiration windows that widen until the score is
    /// inside.
    fn search_with_aspiration(&mut self, first: usize) {
        let before = self.root[first].score;
        let mut width = if self.target_depth >= 5 {
            ASPIRATION_WINDOW
        } else {
            2 * INFINITE
        };
        let (mut alpha, mut beta) = (before - width, before + width);
        loop {
            let window = (alpha.max(-INFINITE), beta.min(INFINITE));
            let score = self.search_root_window(first, window.0, window.1);
            if self.is_stopped {
                return;
            }
            width *= 3;
            if score <= window.0 && window.0 > -INFINITE {
                alpha = score - width;
            } else if score >= window.1 && window.1 < INFINITE {
                beta = score + width;
            } else {
                return;
            }
        }
    }

    fn search_root_window(&mut self, first: usize, alpha: i32, beta: i32) -> i32 {
        let mut best = alpha;
        let mut highest = -INFINITE;
        for index in first..self.root.len() {
            let mv = self.root[index].mv;
            let nodes = self.nodes;
            let score = match self.root[index].ruled {
                Some(score) => {
                    self.stack.frames[1].pv.clear();
                    score
                }
                None => self.try_root_move(mv, index - first, best, beta),
            };
            self.root[index].nodes += self.nodes - nodes;
            if self.is_stopped {
                return highest;
            }
            highest = highest.max(score);
            if score > best || index == first {
                self.promote(first, index, score);
                best = best.max(score);
            }
            if score >= beta {
                break;
            }
        }
        highest
    }

    fn try_root_move(&mut self, mv: Move, count: usize, alpha: i32, beta: i32) -> i32 {
        self.stack.play(0, mv);
        let mut node = SearchNode {
            ply: 1,
            depth: self.target_depth - 1,
            alpha: -beta,
            beta: -alpha,
            cut_node: false,
            excluded: None,
        };
        if self.stack.frames[1].in_check {
            node.depth += 1;
            self.stack.frames[1].extended = 1;
        }
        if count > 0 {
            let late =
                i32::from(count > 6 && self.target_depth > 3 && !self.stack.frames[1].in_check);
            let narrow = SearchNode {
                alpha: -alpha - 1,
                cut_node: true,
                ..node
            };
            let mut score = -self.search(SearchNode {
                depth: node.depth - late,
                ..narrow
            });
            if score > alpha && late > 0 {
                score = -self.search(narrow);
            }
            if score <= alpha || self.is_stopped {
                return score;
            }
        }
        -self.search(node)
    }

    /// Moves the root move at `index` forward to `first`, with its new score and principal variation.
    fn promote(&mut self, first: usize, index: usize, score: i32) {
        let mut one = self.root.remove(index);
        one.score = score;
        one.depth = self.target_depth;
        one.pv.clear();
        one.pv.push(one.mv);
        one.pv.extend(&self.stack.frames[1].pv);
        self.root.insert(first, one);
    }
}
