//! Review of a game: an evaluation of every position, signs for bad moves, and the moves that decided it.

use super::{Advice, Memory, Score, Search};
use crate::record::{Evaluation, NodeId, Record};
use crate::rules::{History, Move, Outcome, Ruling, Side, Terms, adjudicate};

/// Maximum number of turning points.
const MAX_TURNING_POINTS: usize = 3;
/// Number of moves searched in the second pass.
const SUSPECTS: usize = 6;
/// Factor of nodes from the first pass to the second.
const SECOND_PASS_FACTOR: u64 = 8;
/// Maximum number of plies of a better line that is kept.
const MAX_LINE_PLIES: usize = 9;

/// Quality of a bad move, by its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveQuality {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MoveQuality {
    /// All of them, the worst first.
    const ALL: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// Minimum cost, in expected points: half of the thresholds that lichess uses on a scale from -1 to 1.
    const fn min_cost(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// Quality of a move with this cost in expected points; `None` if it is good enough.
    pub fn of_cost(cost: f64) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|quality| cost >= quality.min_cost())
    }

    /// Quality of the move to a node, by the evaluations before and after it that the record has.
    pub fn in_record(record: &Record, id: NodeId) -> Option<Self> {
        let [before, after] = expectations(record, id)?;
        Self::of_cost(before - after)
    }

    /// Its numeric annotation.
    pub const fn sign(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// Expected points of the mover before and after the move to a node, by the evaluations that the record has.
pub fn expectations(record: &Record, id: NodeId) -> Option<[f64; 2]> {
    let parent = record.node(id).parent()?;
    let mover = record.node(parent).position().turn();
    let expected = |id| {
        let evaluation = record.node(id).notes().evaluation?;
        Some(Score::of_evaluation(evaluation, mover).expectation())
    };
    Some([expected(parent)?, expected(id)?])
}

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
/// let points = review.turning_points();
/// assert_eq!(points[0].ply, 5);
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
    /// Scores of positions that were searched in an earlier review, for the side to move.
    known: Vec<Option<Score>>,
    /// Plies of the costliest moves of the first pass, the only ones searched in the second.
    suspects: Option<Vec<usize>>,
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

/// A move that changed the course of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// Number of plies before the move.
    pub ply: usize,
    /// The move that was made.
    pub played: Move,
    /// The line that was better.
    pub better: Advice,
    /// The best answer to the move that was made; `None` if that ended the game.
    pub answer: Option<Advice>,
    /// Score for the side that moved, after the move.
    pub score: Score,
}

impl TurningPoint {
    /// Cost of the move, in expected points.
    pub fn cost(&self) -> f64 {
        self.better.score.expectation() - self.score.expectation()
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
            suspects: None,
            done: 0,
        };
        review.queue(0..count, nodes);
        review
    }

    /// Goes on with an earlier review, of which a record has the evaluations along this line of play.
    #[must_use]
    pub fn resumed(mut self, record: &Record, line: &[NodeId]) -> Self {
        let nodes = std::iter::once(record.root()).chain(line.iter().copied());
        for ((id, position), known) in nodes.zip(self.game.positions()).zip(&mut self.known) {
            let evaluation = record.node(id).notes().evaluation;
            *known = evaluation.map(|known| Score::of_evaluation(known, position.turn()));
        }
        let before = self.tasks.len();
        let known = &self.known;
        self.tasks.retain(|(ply, _)| known[*ply].is_none());
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
        if self.tasks.is_empty() && self.suspects.is_none() {
            self.start_second_pass();
        }
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

    /// The costliest moves, at most three, in the order of the game, as far as they are known.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let mut points = self.mistakes();
        let suspects = self.suspects.as_deref();
        points.retain(|point| {
            suspects.is_none_or(|suspects| suspects.contains(&point.ply))
                && point.cost() >= MoveQuality::Blunder.min_cost()
        });
        points.truncate(MAX_TURNING_POINTS);
        points.sort_by_key(|point| point.ply);
        points
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
        let suspects: Vec<_> = costs.iter().map(|(ply, _)| *ply).take(SUSPECTS).collect();
        let mut plies: Vec<_> = suspects.iter().flat_map(|ply| [*ply, ply + 1]).collect();
        plies.sort_unstable();
        plies.dedup();
        self.suspects = Some(suspects);
        self.queue(plies, self.nodes * SECOND_PASS_FACTOR);
    }

    /// Moves that were not the best, the costliest first.
    fn mistakes(&self) -> Vec<TurningPoint> {
        let plies = self.game.plies().iter().enumerate();
        let mut points: Vec<_> = plies
            .filter_map(|(ply, played)| {
                let better = self.lines[ply].clone()?;
                let score = self.score_after(ply)?;
                let is_other = better.best() != played.mv;
                is_other.then(|| TurningPoint {
                    ply,
                    played: played.mv,
                    score,
                    answer: self.lines[ply + 1].clone(),
                    better,
                })
            })
            .collect();
        points.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
        points
    }

    /// Cost of the move after this many plies, in expected points; `None` for the best move, or if it is not known.
    fn cost(&self, ply: usize) -> Option<f64> {
        let played = self.game.plies().get(ply)?.mv;
        let is_best = |line: &Advice| line.best() == played;
        if self.lines[ply].as_ref().is_some_and(is_best) {
            return None;
        }
        let (before, after) = (self.score(ply)?, self.score_after(ply)?);
        Some(before.expectation() - after.expectation())
    }

    /// Quality of the move after this many plies.
    pub fn quality(&self, ply: usize) -> Option<MoveQuality> {
        MoveQuality::of_cost(self.cost(ply)?)
    }

    /// Score after this many plies, for the side to move, as far as it is known.
    fn score(&self, ply: usize) -> Option<Score> {
        let line = self.lines[ply].as_ref();
        line.map(|line| line.score).or(self.known[ply])
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

    /// Keeps what is known so far in the record, along the line of play that was reviewed: evaluations, signs of bad
    /// moves, and better lines as variations. Signs that people gave stay.
    pub fn keep(&self, record: &mut Record, line: &[NodeId]) {
        let root = record.root();
        let nodes: Vec<_> = std::iter::once(root).chain(line.iter().copied()).collect();
        let old: Vec<_> = nodes
            .iter()
            .map(|id| MoveQuality::in_record(record, *id))
            .collect();
        for (ply, advice) in self.lines.iter().enumerate().take(nodes.len()) {
            let Some(advice) = advice else {
                continue;
            };
            let turn = self.game.positions()[ply].turn();
            if let Some(evaluation) = advice.evaluation(turn) {
                record.node_mut(nodes[ply]).notes_mut().evaluation = Some(evaluation);
            }
        }
        for (ply, played) in self.game.plies().iter().enumerate().take(line.len()) {
            let quality = self.quality(ply);
            if self.cost(ply).is_some() || self.lines[ply].is_some() {
                set_sign(record, line[ply], old[ply + 1], quality);
            }
            let better = self.lines[ply].as_ref();
            let better = better.filter(|better| better.best() != played.mv);
            if let Some(better) = better.filter(|_| quality.is_some()) {
                add_line(record, nodes[ply], better);
            }
        }
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

/// Adds the better line to a position, with its score.
fn add_line(record: &mut Record, at: NodeId, better: &Advice) {
    let turn = record.node(at).position().turn();
    let mut last = at;
    for mv in better.moves.iter().take(MAX_LINE_PLIES) {
        let Ok(next) = record.add(last, *mv) else {
            break;
        };
        if last == at && record.node(next).notes().evaluation.is_none() {
            record.node_mut(next).notes_mut().evaluation = better.evaluation(turn);
        }
        last = next;
    }
}

/// Signs that judge a move, from `!` to `?!`.
const JUDGMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// Replaces the sign of an earlier review. The sign that somebody else gave stays.
fn set_sign(record: &mut Record, id: NodeId, old: Option<MoveQuality>, new: Option<MoveQuality>) {
    let mut signs = record.node(id).notes().signs.clone();
    let judgment = signs.iter().position(|sign| JUDGMENTS.contains(sign));
    match judgment {
        Some(place) if old.is_some_and(|old| old.sign() == signs[place]) => {
            signs.remove(place);
        }
        Some(_) => return,
        None => {}
    }
    if let Some(new) = new {
        signs.insert(0, new.sign());
    }
    if signs != record.node(id).notes().signs {
        record.node_mut(id).notes_mut().signs = signs;
    }
}

impl Advice {
    /// Its score for a record, if this is the side to move.
    pub fn evaluation(&self, turn: Side) -> Option<Evaluation> {
        let depth = u16::try_from(self.depth).ok().filter(|depth| *depth > 0);
        Some(Evaluation {
            advantage: self.score.advantage_of_red(turn)?,
            depth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ScoreKind;
    use crate::rules::Setup;

    fn reviewed(fen: &str, moves: &str, nodes: u64) -> Vec<TurningPoint> {
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
        review.turning_points()
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn a_cannon_that_is_left_to_be_captured_is_a_turning_point() {
        let points = reviewed(START, "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3", 2_000);
        assert_eq!(points.len(), 1, "{points:#?}");
        let point = &points[0];
        assert_eq!(
            (point.ply, point.played.to_string()),
            (5, "h7h3".to_owned())
        );
        assert!(point.cost() > 0.2, "{point:?}");
    }

    #[test]
    fn a_quiet_game_has_none_and_so_has_an_empty_one() {
        assert_eq!(reviewed(START, "h2e2 h9g7 h0g2 i9h9 i0h0", 2_000), []);
        assert_eq!(reviewed(START, "", 1_000), []);
    }

    #[test]
    fn a_mate_that_is_missed_is_a_turning_point_and_a_longer_one_is_not() {
        // Black mates next.
        let fen = "3k5/R8/9/9/9/9/9/4p4/3p1p3/4K3R w";
        let points = reviewed(fen, "a8a7", 3_000);
        let [point] = &points[..] else {
            panic!("{points:?}");
        };
        assert!(matches!(point.better.score.kind(), ScoreKind::Mate(1)));
        // Mate in two instead of one costs nothing.
        let fen = "3k5/R8/9/9/9/9/9/9/9/4K3R w";
        assert_eq!(reviewed(fen, "i0i1", 3_000), []);
    }

    #[test]
    fn a_game_that_ends_by_mate_ends_well_for_the_winner() {
        let fen = "3k5/R8/9/9/9/9/9/9/9/4K3R w";
        assert_eq!(reviewed(fen, "i0i9", 1_000), []);
    }

    fn record(moves: &str) -> (Record, Vec<NodeId>) {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mut at = record.root();
        for text in moves.split_whitespace() {
            at = record
                .add(at, text.parse().expect("a move"))
                .expect("legal");
        }
        let line = record.main_line().collect();
        (record, line)
    }

    fn review_of(record: &Record, line: &[NodeId]) -> Review {
        let last = line.last().copied().unwrap_or(record.root());
        Review::new(&record.history(last), &record.terms, record.outcome, 1_500)
    }

    fn evaluations(record: &Record) -> usize {
        let nodes = std::iter::once(record.root()).chain(record.main_line());
        nodes
            .filter(|id| record.node(*id).notes().evaluation.is_some())
            .count()
    }

    const LOSES_A_CANNON: &str = "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3 b9c7";

    #[test]
    fn a_review_is_kept_with_signs_and_better_lines() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        while review.step(10_000) {}
        let thanks = record.node_mut(line[0]).notes_mut();
        (thanks.signs, thanks.comment) = (vec![1, 10], "An opening".into());
        review.keep(&mut record, &line);
        assert_eq!(evaluations(&record), line.len() + 1);
        let bad = record.node(line[5]);
        assert_eq!(bad.notes().signs, [MoveQuality::Blunder.sign()]);
        assert_eq!(
            MoveQuality::in_record(&record, line[5]),
            Some(MoveQuality::Blunder)
        );
        let alternatives = record.node(line[4]).children();
        assert_eq!(alternatives.len(), 2);
        assert!(record.node(alternatives[1]).notes().evaluation.is_some());
        let first = record.node(line[0]).notes();
        assert_eq!(
            (&first.signs[..], first.comment.as_str()),
            (&[1, 10][..], "An opening")
        );
        // Kept again, it changes nothing.
        let told = |record: &Record| {
            let nodes = record.walk().map(|id| record.node(id).notes().clone());
            nodes.collect::<Vec<_>>()
        };
        let before = told(&record);
        review.keep(&mut record, &line);
        assert_eq!(told(&record), before);
    }

    #[test]
    fn a_stopped_review_keeps_what_is_done_and_goes_on_from_there() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        for _ in 0..40 {
            review.step(100);
        }
        review.keep(&mut record, &line);
        let half = evaluations(&record);
        assert!(half > 0 && half <= line.len(), "{half}");
        let mut rest = review_of(&record, &line).resumed(&record, &line);
        assert!(rest.progress() > 0.0);
        while rest.step(10_000) {}
        rest.keep(&mut record, &line);
        assert_eq!(evaluations(&record), line.len() + 1);
        assert_eq!(record.node(line[5]).notes().signs, [4]);
        assert_eq!(rest.turning_points().len(), 1);
        // With everything known, only the suspects are searched once more.
        let again = review_of(&record, &line).resumed(&record, &line);
        assert!(again.progress() < 1.0 && again.question().is_some());
    }

    #[test]
    fn another_engine_reviews_as_well_as_our_own() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        let mut asked = 0;
        while let Some(question) = review.question() {
            let mut search = Search::new(&question.history, &Terms::default(), Memory::new(1));
            while search.nodes() < question.nodes && search.step(500) {}
            // One answer is lost.
            review.answer(search.best().filter(|_| asked != 1));
            asked += 1;
        }
        assert_eq!(review.progress(), 1.0);
        assert!(asked > line.len());
        review.keep(&mut record, &line);
        assert!(evaluations(&record) >= line.len());
        assert_eq!(record.node(line[5]).notes().signs, [4]);
    }

    #[test]
    fn signs_of_an_earlier_review_are_replaced_and_those_of_people_stay() {
        for (signs, old, new, expected) in [
            (vec![], None, Some(MoveQuality::Mistake), vec![2]),
            (vec![2, 10], Some(MoveQuality::Mistake), None, vec![10]),
            (
                vec![10, 2],
                Some(MoveQuality::Mistake),
                Some(MoveQuality::Blunder),
                vec![4, 10],
            ),
            (vec![1], None, Some(MoveQuality::Blunder), vec![1]),
            (vec![6], Some(MoveQuality::Mistake), None, vec![6]),
        ] {
            let (mut record, line) = record("h2e2");
            record.node_mut(line[0]).notes_mut().signs = signs;
            set_sign(&mut record, line[0], old, new);
            assert_eq!(record.node(line[0]).notes().signs, expected);
        }
    }

    #[test]
    fn quality_is_a_matter_of_cost() {
        for (cost, quality) in [
            (-0.5, None),
            (0.049, None),
            (0.05, Some(MoveQuality::Inaccuracy)),
            (0.1, Some(MoveQuality::Mistake)),
            (0.9, Some(MoveQuality::Blunder)),
        ] {
            assert_eq!(MoveQuality::of_cost(cost), quality);
        }
    }

    #[test]
    fn at_most_three_are_told_in_the_order_of_the_game() {
        let moves = "h2h9 i9h9 b2b9 a9b9 i0i2 h9h8 a0a2 b9b8 a2b2 h8d8 b2b7 b8b7";
        let points = reviewed(START, moves, 2_000);
        assert!(points.len() <= MAX_TURNING_POINTS);
        assert!(points.is_sorted_by_key(|point| point.ply));
        assert!(
            points
                .iter()
                .all(|point| point.cost() >= MoveQuality::Blunder.min_cost())
        );
    }
}
