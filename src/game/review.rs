//! Review of a game in its record: evaluations, signs of bad moves, and better lines.

use super::Game;
use crate::engine::{Advice, BetterMoves, Review, Score, ScoreKind};
use crate::record::{Advantage, Evaluation, NodeId, Record};
use crate::rules::{Move, Played, Side};

/// Maximum number of plies of a better line that is kept.
const MAX_LINE_PLIES: usize = 9;
/// Maximum number of turning points.
const MAX_TURNING_POINTS: usize = 3;

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

    /// Its sign in a record.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
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
        Some(score_of(evaluation, mover).expectation())
    };
    Some([expected(parent)?, expected(id)?])
}

/// The turning points of the main line: its costliest blunders, at most three, in the order of the game.
pub fn turning_points(record: &Record) -> Vec<NodeId> {
    let nodes = record.main_line().enumerate();
    let mut costs: Vec<_> = nodes
        .filter_map(|(ply, id)| {
            let [before, after] = expectations(record, id)?;
            let is_blunder = MoveQuality::of_cost(before - after) == Some(MoveQuality::Blunder);
            is_blunder.then_some((ply, id, before - after))
        })
        .collect();
    costs.sort_by(|one, other| other.2.total_cmp(&one.2));
    costs.truncate(MAX_TURNING_POINTS);
    costs.sort_by_key(|(ply, ..)| *ply);
    costs.into_iter().map(|(_, id, _)| id).collect()
}

/// A review of the line of play to a position, up to the first move that breaks a rule; and that line.
pub fn review_of(record: &Record, to: NodeId, nodes: u64) -> (Review, Vec<NodeId>) {
    let mut line = record.line_to(to);
    let is_playable = record.start().position().is_ok();
    let broken = |id: &NodeId| !is_playable || record.node(*id).breaks().is_some();
    line.truncate(line.iter().position(broken).unwrap_or(line.len()));
    let last = line.last().copied().unwrap_or(record.root());
    let is_end = record.node(last).children().is_empty();
    let outcome = record.outcome.filter(|_| is_end);
    let review = Review::new(&record.history(last), &record.terms, outcome, nodes);
    (review, line)
}

/// Keeps what is known so far in the record, along the line of play that was reviewed: [evaluations and
/// signs](keep_evaluations), and [better lines](keep_better_lines).
pub fn keep_review(review: &Review, record: &mut Record, line: &[NodeId]) {
    keep_evaluations(review, record, line);
    keep_better_lines(review, record, line);
}

/// The positions of a review that the record still has, from the start: the game may have changed meanwhile.
fn reviewed_nodes(review: &Review, record: &Record, line: &[NodeId]) -> Vec<NodeId> {
    let is_same = |(id, played): &(&NodeId, &Played)| {
        record.contains(**id) && record.node(**id).played() == Some(**played)
    };
    let same = line.iter().zip(review.game().plies()).take_while(is_same);
    let same = same.map(|(id, _)| *id);
    std::iter::once(record.root()).chain(same).collect()
}

/// Keeps what is known so far about bad moves as variations.
fn keep_better_lines(review: &Review, record: &mut Record, line: &[NodeId]) {
    let nodes = reviewed_nodes(review, record, line);
    for (ply, at) in nodes[..nodes.len() - 1].iter().enumerate() {
        let is_bad = review.cost(ply).and_then(MoveQuality::of_cost).is_some();
        let better = review.best(ply).filter(|_| is_bad);
        if let Some(better) = better.filter(|best| best.best() != review.game().plies()[ply].mv) {
            add_line(record, *at, better);
        }
    }
}

/// Keeps the evaluations that are known so far, and the signs of bad moves. Signs that people gave stay.
fn keep_evaluations(review: &Review, record: &mut Record, line: &[NodeId]) {
    let nodes = reviewed_nodes(review, record, line);
    let old: Vec<_> = nodes
        .iter()
        .map(|id| MoveQuality::in_record(record, *id))
        .collect();
    for (ply, id) in nodes.iter().enumerate() {
        let turn = record.node(*id).position().turn();
        let found = review.best(ply).filter(|_| !review.keeps_score(ply));
        let evaluation = found.and_then(|line| evaluation_of(line, turn));
        if evaluation.is_some() {
            record.node_mut(*id).notes_mut().evaluation = evaluation;
        }
    }
    for (ply, id) in nodes[1..].iter().enumerate() {
        let cost = review.cost(ply);
        // An engine that finds no fault with a move does not acquit it of the score of another.
        let is_judged = review.best(ply).is_some() && !review.keeps_score(ply);
        if cost.is_some() || is_judged {
            set_sign(
                record,
                *id,
                old[ply + 1],
                cost.and_then(MoveQuality::of_cost),
            );
        }
    }
}

/// The better line beside a move, as a review or somebody else has evaluated it: its first move in the record, and the
/// line.
pub fn better_line(record: &Record, id: NodeId) -> Option<(NodeId, Advice)> {
    let parent = record.node(id).parent()?;
    let mover = record.node(parent).position().turn();
    let [_, played] = expectations(record, id)?;
    let others = record.node(parent).children().iter();
    let evaluated = others.filter(|other| **other != id).filter_map(|other| {
        let evaluation = record.node(*other).notes().evaluation?;
        Some((*other, score_of(evaluation, mover)))
    });
    let best = evaluated.max_by(|one, other| one.1.cmp(&other.1));
    let (first, score) = best.filter(|(_, score)| score.expectation() > played)?;
    let rest = record.line_after(first).take(MAX_LINE_PLIES - 1);
    let moves = moves_of(record, std::iter::once(first).chain(rest));
    Some((first, Advice::new(moves, score)))
}

/// A bad move of a review as a drill: the better line, and other moves about as good; `None` for a small mistake.
pub fn better_moves(record: &Record, id: NodeId) -> Option<BetterMoves> {
    let is_clear = MoveQuality::in_record(record, id)? >= MoveQuality::Mistake;
    let (first, better) = better_line(record, id).filter(|_| is_clear)?;
    let least = better.score.expectation() - MoveQuality::Inaccuracy.min_cost();
    let parent = record.node(first).parent()?;
    let others = record.node(parent).children().iter().copied();
    let as_good = others.filter(|other| {
        let known = expectations(record, *other);
        *other != first && *other != id && known.is_some_and(|[_, after]| after >= least)
    });
    Some(BetterMoves {
        as_good: as_good
            .filter_map(|other| Some(record.node(other).played()?.mv))
            .collect(),
        line: better.moves,
    })
}

/// The best answer to a move: the better line beside the one that was given, or else that one, as long as both sides
/// played well.
pub fn best_answer(record: &Record, id: NodeId) -> Option<Advice> {
    let next = record.line_after(id).next()?;
    if let Some((_, better)) = better_line(record, next) {
        return Some(better);
    }
    let evaluation = record.node(id).notes().evaluation?;
    let is_good = |id: &NodeId| MoveQuality::in_record(record, *id).is_none();
    let played = record.line_after(id).take_while(is_good);
    let moves = moves_of(record, played.take(MAX_LINE_PLIES));
    let score = score_of(evaluation, record.node(id).position().turn());
    (!moves.is_empty()).then(|| Advice::new(moves, score))
}

fn moves_of(record: &Record, line: impl Iterator<Item = NodeId>) -> Vec<Move> {
    let moves = line.map_while(|id| record.node(id).played());
    moves.map(|played| played.mv).collect()
}

/// Goes on with an earlier review, of which a record has the evaluations along a line of play. They stay, whoever made
/// them; bad moves without a better line get one.
pub fn resume_review(review: Review, record: &Record, line: &[NodeId]) -> Review {
    let nodes = std::iter::once(record.root()).chain(line.iter().copied());
    let known = nodes.map(|id| {
        let node = record.node(id);
        let evaluation = node.notes().evaluation;
        evaluation.map(|known| score_of(known, node.position().turn()))
    });
    let lacks_line = |id: &NodeId| {
        MoveQuality::in_record(record, *id).is_some() && better_line(record, *id).is_none()
    };
    let bad = line.iter().enumerate().filter(|(_, id)| lacks_line(id));
    let without_line: Vec<_> = bad.map(|(ply, _)| ply).collect();
    review.resumed(known.collect::<Vec<_>>(), &without_line)
}

/// Red's winning chances by a recorded evaluation, from 0 to 1.
pub fn red_chances(evaluation: Evaluation) -> f64 {
    score_of(evaluation, Side::Red).expectation()
}

/// Score of a recorded evaluation for a side.
fn score_of(evaluation: Evaluation, side: Side) -> Score {
    match evaluation.advantage {
        Advantage::Points(points) => Score::advantage(sign(side) * points),
        Advantage::Mate(moves) => Score::mate(sign(side) * moves),
    }
}

/// Evaluation to be recorded of the best line of the side to move; `None` for a mate on the board.
pub fn evaluation_of(best: &Advice, turn: Side) -> Option<Evaluation> {
    let advantage = match best.score.kind() {
        ScoreKind::Mate(moves) => Advantage::mate(sign(turn) * moves)?,
        ScoreKind::Advantage(_) | ScoreKind::Ruled(_) => {
            Advantage::points(sign(turn) * best.score.points())
        }
    };
    let depth = u16::try_from(best.depth).ok().filter(|depth| *depth > 0);
    Some(Evaluation { advantage, depth })
}

impl Game {
    /// Whether there are moves to review, and nobody is playing: the game is over, or was read from a file.
    pub fn can_be_reviewed(&self) -> bool {
        let is_played = self.outcome().is_none() && (self.is_live || self.house.is_elsewhere)
            || self.is_end_unsent();
        self.present != self.record.root() && self.can_be_played() && !is_played
    }

    /// The bad moves of the game that are drills, but not those of the computer.
    pub fn drills(&self) -> Vec<(NodeId, BetterMoves)> {
        let record = &self.record;
        let is_own = |id: &NodeId| {
            let mover = !record.node(*id).position().turn();
            self.computer().is_none_or(|known| known.side != mover)
        };
        let line = record.line_to(self.present).into_iter().filter(is_own);
        line.filter_map(|id| Some((id, better_moves(record, id)?)))
            .collect()
    }

    /// A review of the game, at this many nodes a move: of everything anew, or only of what nobody has reviewed, since an
    /// earlier review may be that of a stronger engine.
    pub fn review(&self, nodes: u64, is_new: bool) -> Review {
        let (review, line) = review_of(&self.record, self.present, nodes);
        if is_new {
            review
        } else {
            resume_review(review, &self.record, &line)
        }
    }

    /// Keeps a review of the game in its record; see [`keep_review`]. The better lines come with its end.
    pub fn keep_review(&mut self, review: &Review, is_end: bool) {
        let line = self.record.line_to(self.present);
        keep_evaluations(review, &mut self.record, &line);
        if is_end {
            keep_better_lines(review, &mut self.record, &line);
        }
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
            record.node_mut(next).notes_mut().evaluation = evaluation_of(better, turn);
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

/// Sign of a side's advantage in a record.
const fn sign(side: Side) -> i32 {
    match side {
        Side::Red => 1,
        Side::Black => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Memory, Search};
    use crate::game::tests::{apply, mv};
    use crate::game::{Act, Command, SessionState};
    use crate::record::Tags;
    use crate::rules::{Setup, Terms};

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
        keep_review(&review, &mut record, &line);
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
        keep_review(&review, &mut record, &line);
        assert_eq!(told(&record), before);
    }

    #[test]
    fn a_stopped_review_keeps_what_is_done_and_goes_on_from_there() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        for _ in 0..40 {
            review.step(100);
        }
        keep_review(&review, &mut record, &line);
        let half = evaluations(&record);
        assert!(half > 0 && half <= line.len(), "{half}");
        let mut rest = resume_review(review_of(&record, &line), &record, &line);
        assert!(rest.progress() > 0.0);
        while rest.step(10_000) {}
        keep_review(&rest, &mut record, &line);
        assert_eq!(evaluations(&record), line.len() + 1);
        assert_eq!(record.node(line[5]).notes().signs, [4]);
        assert_eq!(turning_points(&record), [line[5]]);
        // With everything known, nothing is left to be done.
        let again = resume_review(review_of(&record, &line), &record, &line);
        assert!(again.question().is_none() && !again.has_findings());
    }

    #[test]
    fn a_review_that_was_cut_off_gets_its_better_lines_later() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        while review.step(10_000) {}
        keep_evaluations(&review, &mut record, &line);
        assert!(better_line(&record, line[5]).is_none());
        let told = |record: &Record| {
            let notes = line.iter().map(|id| record.node(*id).notes());
            let told = notes.map(|notes| (notes.evaluation, notes.signs.clone()));
            told.collect::<Vec<_>>()
        };
        let before = told(&record);
        let mut rest = resume_review(review_of(&record, &line), &record, &line);
        assert!(rest.progress() > 0.0);
        while rest.step(10_000) {}
        keep_review(&rest, &mut record, &line);
        let (first, _) = better_line(&record, line[5]).expect("a better line");
        assert_eq!(record.node(first).parent(), Some(line[4]));
        assert_eq!(told(&record), before);
    }

    #[test]
    fn evaluations_of_another_engine_stay_unless_all_is_to_be_reviewed_anew() {
        let (mut record, line) = record(LOSES_A_CANNON);
        // It thinks little of what our own engine likes, and has not told everything.
        let known = |ply: usize| [Some("-0.90"), Some("0.00"), None][ply % 3];
        for (ply, id) in line.iter().enumerate() {
            let known = known(ply).map(|text| text.parse().expect("an evaluation"));
            record.node_mut(*id).notes_mut().evaluation = known;
        }
        let evaluation = |game: &Game, ply: usize| {
            let notes = game.record().node(line[ply]).notes();
            notes.evaluation.map(|known| known.to_string())
        };
        let begun = Game::from_record(record);
        for is_new in [false, true] {
            let mut game = begun.clone();
            let mut review = game.review(500, is_new);
            while review.step(10_000) {}
            game.keep_review(&review, true);
            for ply in 0..line.len() {
                let now = evaluation(&game, ply);
                match known(ply).filter(|_| !is_new) {
                    Some(known) => assert_eq!(now.as_deref(), Some(known), "{ply}"),
                    None => assert_ne!(now.as_deref(), known(ply), "{ply}"),
                }
            }
        }
    }

    #[test]
    fn at_most_three_blunders_are_turning_points() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let evaluations = [
            "-3.00", "0.00", "-9.00", "9.00", "-8.00", "-1.00", "-5.00", "-4.80",
        ];
        for (id, text) in line.iter().zip(evaluations) {
            record.node_mut(*id).notes_mut().evaluation = text.parse().ok();
        }
        // The second, the sixth and the seventh move cost less.
        assert_eq!(turning_points(&record), [line[2], line[3], line[4]]);
    }

    #[test]
    fn a_bad_move_has_a_better_line_and_an_answer_in_the_record() {
        let (mut record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        while review.step(10_000) {}
        assert!(better_line(&record, line[5]).is_none());
        keep_review(&review, &mut record, &line);
        let (first, better) = better_line(&record, line[5]).expect("a better line");
        assert_eq!(record.node(line[4]).children(), [line[5], first]);
        assert_eq!(Some(better.best()), review.best(5).map(Advice::best));
        let answer = best_answer(&record, line[5]).expect("an answer");
        assert_eq!(answer.best().to_string(), "h0h3");
        assert!(answer.score > better.score);
        assert!(better_line(&record, record.root()).is_none());
        let drills = Game::from_record(record.clone()).drills();
        let (id, moves) = drills.first().expect("a drill");
        assert_eq!((*id, &moves.line), (line[5], &better.moves));
        assert!(moves.as_good.is_empty());
        let mut others = record.clone();
        for text in ["a6a5", "a9a8"] {
            let other = others.add(line[4], mv(text)).expect("legal");
            let like = if text == "a6a5" { first } else { line[5] };
            let evaluation = others.node(like).notes().evaluation;
            others.node_mut(other).notes_mut().evaluation = evaluation;
        }
        let moves = better_moves(&others, line[5]).expect("a drill");
        assert!(moves.contain(mv("a6a5")) && moves.contain(better.best()));
        assert!(!moves.contain(mv("a9a8")));
    }

    #[test]
    fn games_that_nobody_plays_are_reviewed() {
        let (record, _) = record(LOSES_A_CANNON);
        let read = Game::from_record(record.clone());
        assert!(read.can_be_reviewed());
        let again =
            SessionState::read(&SessionState::new(read.clone()).write()).expect("a session");
        assert!(again.game.can_be_reviewed());
        let mut played = read;
        apply(&mut played, Command::Play(mv("b0c2"))).expect("legal");
        assert!(!played.can_be_reviewed());
        let mut later = SessionState::read(&SessionState::new(played).write()).expect("a session");
        assert!(!later.game.can_be_reviewed());
        // Earlier versions did not tell; a game without a file may be one that is played.
        let text = String::from_utf8(SessionState::new(later.game.clone()).write()).expect("text");
        let earlier: Vec<_> = text
            .lines()
            .filter(|line| !line.contains("\"live\"") && !line.contains("\"checksum\""))
            .collect();
        let earlier = earlier.join("\n").replace(",\n  }", "\n  }");
        let earlier = SessionState::read(earlier.as_bytes()).expect("a session");
        assert!(!earlier.game.can_be_reviewed());
        apply(&mut later.game, Act::Resign.by(Side::Red)).expect("in progress");
        assert!(later.game.can_be_reviewed());
        assert!(!Game::ordinary().can_be_reviewed());
        let mut elsewhere = Game::from_record(record);
        elsewhere.edit_tags(|tags| tags.set(Tags::REMOTE, "anything"));
        assert!(!elsewhere.can_be_reviewed());
    }

    #[test]
    fn an_unfinished_review_goes_on_and_a_finished_one_begins_anew_if_asked() {
        let (record, line) = record(LOSES_A_CANNON);
        let mut game = Game::from_record(record);
        let mut review = game.review(500, false);
        for _ in 0..40 {
            review.step(100);
        }
        game.keep_review(&review, false);
        assert_eq!(game.record().move_count(), line.len());
        assert!(game.review(500, false).progress() > 0.0);
        assert_eq!(game.review(500, true).progress(), 0.0);
        while review.step(10_000) {}
        game.keep_review(&review, true);
        assert!(game.record().move_count() > line.len());
        assert!(game.review(500, false).question().is_none());
        assert_eq!(game.review(500, true).progress(), 0.0);
    }

    #[test]
    fn of_a_game_that_changed_meanwhile_only_the_same_moves_are_judged() {
        let (record, line) = record(LOSES_A_CANNON);
        let mut review = review_of(&record, &line);
        while review.step(10_000) {}
        let (mut other, other_line) = self::record("h2e2 h9g7 h0g2 b9c7 i0h0 h7h3");
        keep_review(&review, &mut other, &other_line);
        assert_eq!(evaluations(&other), 4);
        assert!(other.node(other_line[5]).notes().signs.is_empty());
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
        keep_review(&review, &mut record, &line);
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
    fn a_recorded_score_is_that_of_red() {
        let recorded = |score: Score, turn| {
            let advice = Advice::new(Vec::new(), score);
            evaluation_of(&advice, turn)
        };
        for turn in Side::ALL {
            let advantages = [35, -7, 0, 20_000].map(Score::advantage);
            let mates = [1, 2, 250, -1, -3].map(Score::mate);
            for score in advantages.into_iter().chain(mates) {
                let evaluation = recorded(score, turn).expect("no mate on the board");
                assert_eq!(score_of(evaluation, turn), score, "{turn:?}");
                let is_better = score > Score::EVEN;
                let is_red = red_chances(evaluation) > 0.5;
                assert!(score == Score::EVEN || (is_better == is_red) == (turn == Side::Red));
            }
            assert_eq!(recorded(Score::MATED, turn), None);
        }
    }
}
