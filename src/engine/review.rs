//! Review of a game: the cost of every move.

use super::{Advice, Memory, Score, Search};
use crate::rules::{History, Move, Outcome, Ruling, Side, Terms, adjudicate};

/// Number of moves searched in the second pass.
const SUSPECTS: usize = 6;
/// Factor of nodes from the first pass to the second.
const SECOND_PASS_FACTOR: u64 = 8;

/// Search of all positions of a game, from its end to its start: results of later positions help to judge earlier ones.
///
/// The positions are searched by [`Review::step`], or by another engine, which is told [which one is
/// next](Review::question).
///
/// ```
/// use chuhe::engine::Review;
/// use chuhe::rules::{History, Setup, Terms};
///
/// let mut game = History::new(Setup::start())?;
/// for text in ["h2e2", "h9g7", "h0g2", "i9i8", "i0h0", "h7h3", "h0h3"] {
///     game.play(text.parse()?)?;
/// }
/// let mut review = Review::new(&game, &Terms::default(), None, 3_000);
/// while review.step(10_000) {}
/// assert!(review.cost(5) > Some(0.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Review {
    game: History,
    terms: Terms,
    outcome: Option<Outcome>,
    /// Number of nodes for each move.
    nodes: u64,
    /// Queue of positions to be searched, the last one first: ply and node limit.
    tasks: Vec<(usize, u64)>,
    search: Option<Search>,
    memory: Option<Memory>,
    /// The advice for each position, by ply; `None` where the game is over.
    lines: Vec<Option<Advice>>,
    /// Scores of positions that somebody has evaluated before, for the side to move. They stay.
    known: Vec<Option<Score>>,
    /// Whether the costliest moves of the first pass are queued for the second.
    is_second_pass: bool,
    done: u64,
}

/// A position for another engine to search.
#[derive(Clone, Debug)]
pub struct ReviewQuestion {
    /// The game up to the position.
    pub history: History,
    /// Number of nodes.
    pub nodes: u64,
}

/// The moves that were better than the one that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetterMoves {
    /// The better line.
    pub line: Vec<Move>,
    /// Other first moves that are about as good.
    pub as_good: Vec<Move>,
}

impl BetterMoves {
    /// Whether a first move is good enough.
    pub fn contain(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv) || self.as_good.contains(&mv)
    }
}

impl Review {
    /// A review of a game with its outcome, at this many nodes a move.
    pub fn new(game: &History, terms: &Terms, outcome: Option<Outcome>, nodes: u64) -> Self {
        let count = game.positions().len();
        let mut review = Self {
            game: game.clone(),
            terms: *terms,
            outcome,
            nodes,
            tasks: Vec::new(),
            search: None,
            memory: None,
            lines: vec![None; count],
            known: vec![None; count],
            is_second_pass: false,
            done: 0,
        };
        review.queue(0..count, nodes);
        review
    }

    /// Goes on with an earlier review, of which the scores are known by ply, for the side to move. They stay; such a
    /// position is only searched if its ply is among those whose better lines are missing.
    #[must_use]
    pub fn resumed(
        mut self,
        known: impl IntoIterator<Item = Option<Score>>,
        without_line: &[usize],
    ) -> Self {
        for (place, known) in self.known.iter_mut().zip(known) {
            *place = known;
        }
        let before = self.tasks.len();
        let known = &self.known;
        self.tasks
            .retain(|(ply, _)| known[*ply].is_none() || without_line.contains(ply));
        self.done += self.nodes * (before - self.tasks.len()) as u64;
        if self.tasks.is_empty() {
            self.start_second_pass();
        }
        self
    }

    /// Queues the positions in which a move can be made.
    fn queue(&mut self, plies: impl IntoIterator<Item = usize>, nodes: u64) {
        for ply in plies {
            if self.game.positions()[ply].has_legal_move() {
                self.tasks.push((ply, nodes));
            } else {
                self.done += nodes;
            }
        }
    }

    /// Uses this memory instead of a small one of its own.
    #[must_use]
    pub fn with_memory(mut self, memory: Memory) -> Self {
        self.memory = Some(memory);
        self
    }

    /// Searches this many nodes more. Returns whether anything is left to be done.
    pub fn step(&mut self, nodes: u64) -> bool {
        let Some(&(ply, least)) = self.tasks.last() else {
            return false;
        };
        let mut search = match self.search.take() {
            Some(search) => search,
            None => self.begin(ply),
        };
        let before = search.nodes();
        let left = least.saturating_sub(before);
        let goes_on = left > 0 && search.step(nodes.min(left));
        self.done += search.nodes() - before;
        if goes_on && search.nodes() < least {
            self.search = Some(search);
            return true;
        }
        self.done += least.saturating_sub(search.nodes());
        let best = search.best();
        self.memory = Some(search.into_memory());
        self.end_task(ply, best);
        !self.tasks.is_empty()
    }

    /// The position that another engine has to search next; `None` if the review is finished.
    pub fn question(&self) -> Option<ReviewQuestion> {
        let (ply, nodes) = self.tasks.last()?;
        Some(ReviewQuestion {
            history: self.up_to(*ply),
            nodes: *nodes,
        })
    }

    /// Takes the answer to the last question. Without one, the position stays as little known as it was.
    pub fn answer(&mut self, advice: Option<Advice>) {
        if let Some(&(ply, nodes)) = self.tasks.last() {
            self.done += nodes;
            self.end_task(ply, advice);
        }
    }

    fn end_task(&mut self, ply: usize, advice: Option<Advice>) {
        if advice.is_some() {
            self.lines[ply] = advice;
        }
        self.tasks.pop();
        if self.tasks.is_empty() && !self.is_second_pass {
            self.start_second_pass();
        }
    }

    /// Whether anything has been found.
    pub fn has_findings(&self) -> bool {
        self.lines.iter().any(Option::is_some)
    }

    /// Progress from 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.tasks.is_empty() {
            return 1.0;
        }
        let closer = 2 * SUSPECTS as u64 * SECOND_PASS_FACTOR;
        let all = self.nodes * (self.lines.len() as u64 + closer);
        (self.done as f64 / all as f64).min(1.0)
    }

    fn begin(&mut self, ply: usize) -> Search {
        let game = self.up_to(ply);
        let memory = self.memory.take().unwrap_or_else(|| Memory::new(1));
        Search::new(&game, &self.terms, memory)
    }

    fn up_to(&self, ply: usize) -> History {
        let mut game = self.game.clone();
        while game.plies().len() > ply {
            game.take_back();
        }
        game
    }

    /// Queues the positions before and after the costliest moves for a longer search.
    fn start_second_pass(&mut self) {
        let mut costs: Vec<_> = (0..self.game.plies().len())
            .filter_map(|ply| Some((ply, self.cost(ply)?)))
            .collect();
        costs.sort_by(|one, other| other.1.total_cmp(&one.1));
        let suspects = costs.iter().map(|(ply, _)| *ply).take(SUSPECTS);
        let mut plies: Vec<_> = suspects.flat_map(|ply| [ply, ply + 1]).collect();
        plies.sort_unstable();
        plies.dedup();
        plies.retain(|ply| !self.keeps_score(*ply));
        self.is_second_pass = true;
        self.queue(plies, self.nodes * SECOND_PASS_FACTOR);
    }

    /// The game that is reviewed.
    pub const fn game(&self) -> &History {
        &self.game
    }

    /// Cost of the move after this many plies, in expected points; `None` for the best move, or if it is not known.
    pub fn cost(&self, ply: usize) -> Option<f64> {
        let played = self.game.plies().get(ply)?.mv;
        let is_best = |line: &Advice| line.best() == played;
        if self.lines[ply].as_ref().is_some_and(is_best) {
            return None;
        }
        let (before, after) = (self.score(ply)?, self.score_after(ply)?);
        Some(before.expectation() - after.expectation())
    }

    /// The advice after this many plies, if the position was searched.
    pub fn best(&self, ply: usize) -> Option<&Advice> {
        self.lines.get(ply)?.as_ref()
    }

    /// Whether the position after this many plies was evaluated before the review, which leaves it so.
    pub fn keeps_score(&self, ply: usize) -> bool {
        self.known.get(ply).is_some_and(Option::is_some)
    }

    /// Score after this many plies, for the side to move, as far as it is known.
    fn score(&self, ply: usize) -> Option<Score> {
        let line = self.lines[ply].as_ref();
        self.known[ply].or(line.map(|line| line.score))
    }

    /// Score after a move, for the side that made it.
    fn score_after(&self, ply: usize) -> Option<Score> {
        let mover = self.game.positions()[ply].turn();
        let is_last = ply + 1 == self.game.plies().len();
        if let Some(score) = is_last.then(|| self.score_at_end(mover)).flatten() {
            return Some(score);
        }
        if let Some(score) = self.score(ply + 1) {
            return Some(score.reversed());
        }
        // A side without a legal move has lost.
        let is_over = !self.game.positions()[ply + 1].has_legal_move();
        is_over.then(|| Score::MATED.reversed())
    }

    /// Score of a game that the last move ended by the rules, for a side.
    fn score_at_end(&self, side: Side) -> Option<Score> {
        let ended = match adjudicate(&self.game, &self.terms) {
            Ruling::Ended(verdict) => Some(verdict.outcome),
            Ruling::Continue
            | Ruling::Warned(_)
            | Ruling::Undecided(_)
            | Ruling::Awaited { .. } => None,
        };
        let outcome = ended.filter(|ended| self.outcome.is_none_or(|known| known == *ended))?;
        Some(match outcome.winner() {
            Some(winner) if winner == side => Score::MATED.reversed(),
            Some(_) => Score::MATED,
            None => Score::EVEN,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ScoreKind;
    use crate::rules::Setup;

    fn reviewed(fen: &str, moves: &str, nodes: u64) -> Review {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let mut game = History::new(setup).expect("a position");
        for text in moves.split_whitespace() {
            let mv = text.parse().expect("a move");
            game.play(mv).expect("a legal move");
        }
        let mut review = Review::new(&game, &Terms::default(), None, nodes);
        let mut last = review.progress();
        while review.step(1_000) {
            assert!(review.progress() >= last);
            last = review.progress();
        }
        assert_eq!(review.progress(), 1.0);
        review
    }

    /// Plies of the moves that cost much.
    fn blunders(review: &Review) -> Vec<usize> {
        let plies = 0..review.game().plies().len();
        plies
            .filter(|ply| review.cost(*ply) >= Some(0.15))
            .collect()
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn a_cannon_that_is_left_to_be_captured_costs_much() {
        let review = reviewed(START, "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3", 2_000);
        assert_eq!(blunders(&review), [5]);
        assert!(review.cost(5) > Some(0.2), "{:?}", review.cost(5));
    }

    #[test]
    fn a_quiet_game_has_no_blunder_and_neither_has_an_empty_one() {
        for moves in ["h2e2 h9g7 h0g2 i9h9 i0h0", ""] {
            assert_eq!(blunders(&reviewed(START, moves, 2_000)), [0; 0]);
        }
    }

    #[test]
    fn a_mate_that_is_missed_costs_much_and_a_longer_one_does_not() {
        // Black mates next.
        let fen = "3k5/R8/9/9/9/9/9/4p4/3p1p3/4K3R w";
        let review = reviewed(fen, "a8a7", 3_000);
        assert_eq!(blunders(&review), [0]);
        let better = review.best(0).map(|better| better.score.kind());
        assert_eq!(better, Some(ScoreKind::Mate(1)));
        // Mate in two instead of one costs nothing.
        let fen = "3k5/R8/9/9/9/9/9/9/9/4K3R w";
        assert_eq!(blunders(&reviewed(fen, "i0i1", 3_000)), [0; 0]);
    }

    #[test]
    fn a_game_that_ends_by_mate_ends_well_for_the_winner() {
        let fen = "3k5/R8/9/9/9/9/9/9/9/4K3R w";
        assert_eq!(blunders(&reviewed(fen, "i0i9", 1_000)), [0; 0]);
    }
}
