//! Guessing the moves of a game that is over or only read: which of them are still hidden, the answer to each guess, and
//! its points. The record stays as it is.

use super::review::expectations;
use super::{Game, HintRule, MoveQuality, Refusal, SessionState};
use crate::engine::{Memory, Search, Watch};
use crate::record::{NodeId, Notes, Record, Tags};
use crate::rules::{History, Move, Outcome, Ruling, Side, Terms, named};
use std::sync::Arc;

/// Points for the move of the game, or for a better one.
pub const FULL_POINTS: u32 = 3;
/// Number of positions searched to compare a guess with the move of the game.
const NODES: u64 = 40_000;
/// Size of the memory of that search, in mebibytes.
const MEMORY: usize = 8;
/// Tags that would have the visible part of a game played on: by two players, a clock, the computer or a friend.
const TAGS_IN_PLAY: [&str; 9] = [
    Tags::TIME_CONTROL,
    Tags::THINKING_TIME,
    Tags::COMPUTER,
    Tags::ENGINE,
    Tags::LETTER,
    Tags::REMOTE,
    Tags::HINTS,
    Tags::TAKE_BACKS,
    Tags::SEATING,
];

named! {
    /// The sides whose moves are guessed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum GuessedSides {
        /// Red.
        Red = "red",
        /// Black.
        Black = "black",
        /// Both.
        Both = "both",
    }
}

impl GuessedSides {
    /// Whether the moves of a side are guessed.
    fn contains(self, side: Side) -> bool {
        match self {
            Self::Red => side == Side::Red,
            Self::Black => side == Side::Black,
            Self::Both => true,
        }
    }
}

impl From<Side> for GuessedSides {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }
}

/// The next thing to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuessPhase {
    /// The next move is guessed.
    Guessing,
    /// A guess is compared with the move of the game.
    Comparing(Move),
    /// The answer is seen until the person goes on.
    Answered,
    /// The next move is shown: nobody guesses it.
    Replying,
    /// There are no more moves.
    Over,
}

/// Answer to a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuessAnswer {
    /// The move of the game.
    pub node: NodeId,
    /// The guess; `None` if the person wished to see the move.
    pub guess: Option<Move>,
    /// Points for it.
    pub points: u32,
}

/// Score of all guesses so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuessScore {
    /// Points.
    pub points: u32,
    /// Number of moves that were guessed or shown.
    pub moves: u32,
    /// Number of guesses that were the move of the game.
    pub hits: u32,
}

impl GuessScore {
    /// Maximum number of points so far.
    pub const fn possible(self) -> u32 {
        self.moves * FULL_POINTS
    }
}

/// A game whose moves are being guessed.
#[derive(Clone, Debug)]
pub struct Guessing {
    /// The positions of the game, from its start to the last that follows the rules.
    line: Arc<[NodeId]>,
    /// Index of the last visible position.
    at: usize,
    sides: GuessedSides,
    phase: GuessPhase,
    answer: Option<GuessAnswer>,
    score: GuessScore,
}

impl Guessing {
    /// Begins after the shown position if the game goes on there, and else at the start; `None` if the moves of the game
    /// may not be guessed. The side at the bottom guesses where nobody won.
    pub fn begin(game: &Game, bottom: Side) -> Option<Self> {
        if !game.can_be_guessed() {
            return None;
        }
        let record = game.record();
        let moves = record.line_to(game.present());
        let legal = moves
            .into_iter()
            .take_while(|id| record.node(*id).breaks().is_none());
        let line: Arc<[_]> = std::iter::once(record.root()).chain(legal).collect();
        let ahead = &line[..line.len() - 1];
        let shown = ahead.iter().position(|id| *id == game.shown());
        let winner = game.outcome().and_then(Outcome::winner);
        let mut guessing = Self {
            at: shown.unwrap_or_default(),
            line,
            sides: winner.unwrap_or(bottom).into(),
            phase: GuessPhase::Over,
            answer: None,
            score: GuessScore::default(),
        };
        guessing.look_ahead(record);
        Some(guessing)
    }

    /// The last visible position.
    pub fn position(&self) -> NodeId {
        self.line[self.at]
    }

    /// The next move of the game.
    fn next(&self) -> Option<NodeId> {
        self.line.get(self.at + 1).copied()
    }

    /// The next thing to happen.
    pub const fn phase(&self) -> GuessPhase {
        self.phase
    }

    /// Whether moves are still hidden.
    pub fn is_open(&self) -> bool {
        self.phase != GuessPhase::Over
    }

    /// The answer to the last guess.
    pub const fn answer(&self) -> Option<GuessAnswer> {
        self.answer
    }

    /// The score.
    pub const fn score(&self) -> GuessScore {
        self.score
    }

    /// The sides whose moves are guessed.
    pub const fn sides(&self) -> GuessedSides {
        self.sides
    }

    /// Changes the sides whose moves are guessed from now on.
    pub fn choose(&mut self, sides: GuessedSides, record: &Record) {
        self.sides = sides;
        if matches!(self.phase, GuessPhase::Guessing | GuessPhase::Replying) {
            self.look_ahead(record);
        }
    }

    /// Decides what happens with the next move.
    fn look_ahead(&mut self, record: &Record) {
        let turn = record.node(self.position()).position().turn();
        self.phase = match self.next() {
            None => GuessPhase::Over,
            Some(_) if self.sides.contains(turn) => GuessPhase::Guessing,
            Some(_) => GuessPhase::Replying,
        };
    }

    /// Takes a guess that is a legal move. The move of the game is made at once; another one has to be compared with it. Returns whether it is
    /// the move of the game.
    pub fn guess(&mut self, guess: Move, record: &Record) -> bool {
        let next = self.next().filter(|_| self.phase == GuessPhase::Guessing);
        let Some(node) = next else {
            return false;
        };
        let is_hit = move_to(record, node) == Some(guess);
        if is_hit {
            self.take(node, Some(guess), FULL_POINTS);
            self.score.hits += 1;
            self.go_on(record);
        } else {
            self.phase = GuessPhase::Comparing(guess);
        }
        is_hit
    }

    /// Loss in expected points by a guess against the move of the game, where a review has evaluated both.
    pub fn known_loss(&self, record: &Record) -> Option<f64> {
        let (GuessPhase::Comparing(guess), Some(node)) = (self.phase, self.next()) else {
            return None;
        };
        let other = record.child(self.position(), guess)?;
        let [_, played] = expectations(record, node)?;
        let [_, guessed] = expectations(record, other)?;
        Some(played - guessed)
    }

    /// The comparison that gives the loss elsewhere.
    pub fn comparison(&self, record: &Record) -> Option<GuessComparison> {
        let GuessPhase::Comparing(guess) = self.phase else {
            return None;
        };
        Some(GuessComparison {
            history: record.history(self.position()),
            terms: record.terms,
            guess,
            played: move_to(record, self.next()?)?,
        })
    }

    /// Answers the guess that was compared. There are no points without a loss.
    pub fn judge(&mut self, loss: Option<f64>) {
        if let (GuessPhase::Comparing(guess), Some(node)) = (self.phase, self.next()) {
            self.take(node, Some(guess), loss.map_or(0, points_for));
        }
    }

    /// Shows the move that was to be guessed, without points.
    pub fn show_move(&mut self) {
        if let (GuessPhase::Guessing, Some(node)) = (self.phase, self.next()) {
            self.take(node, None, 0);
        }
    }

    fn take(&mut self, node: NodeId, guess: Option<Move>, points: u32) {
        self.answer = Some(GuessAnswer {
            node,
            guess,
            points,
        });
        self.score.points += points;
        self.score.moves += 1;
        self.phase = GuessPhase::Answered;
    }

    /// Makes the move of the game that was guessed or shown, or that nobody guesses. Returns its node; `None` while it is
    /// still to be guessed.
    pub fn go_on(&mut self, record: &Record) -> Option<NodeId> {
        let is_known = matches!(self.phase, GuessPhase::Answered | GuessPhase::Replying);
        let node = self.next().filter(|_| is_known)?;
        self.at += 1;
        self.look_ahead(record);
        Some(node)
    }

    /// The moves that are compared on the board: that of the game, once it is known, and the guess.
    pub fn compared(&self, record: &Record) -> Vec<Move> {
        match (self.phase, self.answer) {
            (GuessPhase::Comparing(guess), _) => vec![guess],
            (GuessPhase::Answered, Some(answer)) => {
                let played = move_to(record, answer.node);
                played.into_iter().chain(answer.guess).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The visible part of the game: its main line so far, as a game that two people could play on, without comments,
    /// variations and the end.
    pub fn visible(&self, state: &SessionState) -> SessionState {
        let record = state.game.record();
        let is_seen = self.line[..=self.at].contains(&state.game.shown());
        let shown = if is_seen {
            state.game.shown()
        } else {
            self.position()
        };
        let record = bare(record, &self.line[..=self.at]);
        let mut game = Game::at(record, self.position(), shown);
        // Whatever a rulebook says of repeated moves, the game went on.
        game.ruling = Ruling::Continue;
        SessionState {
            game,
            file: state.file.clone(),
            fingerprint: state.fingerprint.clone(),
            origin: state.origin.clone(),
            unsaved: state.unsaved,
            bottom: state.bottom,
            lacks_newer_fields: state.lacks_newer_fields,
        }
    }
}

/// A record of nothing but some of the first moves of its main line.
fn bare(record: &Record, line: &[NodeId]) -> Record {
    let mut bare = record.clone();
    let following = line.iter().skip(1).map(Some).chain([None]);
    for (id, next) in line.iter().zip(following) {
        let others = bare.node(*id).children().iter().copied();
        let others: Vec<_> = others.filter(|other| Some(other) != next).collect();
        others.into_iter().for_each(|other| bare.remove(other));
        if !bare.node(*id).notes().is_empty() {
            *bare.node_mut(*id).notes_mut() = Notes::default();
        }
    }
    for tag in TAGS_IN_PLAY {
        bare.tags.set(tag, "");
    }
    bare.comment.clear();
    bare.outcome = None;
    bare
}

fn move_to(record: &Record, node: NodeId) -> Option<Move> {
    record.node(node).played().map(|played| played.mv)
}

/// Points for a guess that was not the move of the game, by its loss in expected points.
fn points_for(loss: f64) -> u32 {
    let is_better = MoveQuality::of_cost(-loss).is_some();
    match MoveQuality::of_cost(loss) {
        None if is_better => FULL_POINTS,
        None => 2,
        Some(MoveQuality::Inaccuracy) => 1,
        Some(MoveQuality::Mistake | MoveQuality::Blunder) => 0,
    }
}

/// Comparison of a guess with the move of the game by the built-in engine.
#[derive(Clone, Debug)]
pub struct GuessComparison {
    history: History,
    terms: Terms,
    guess: Move,
    played: Move,
}

impl GuessComparison {
    /// Loss in expected points by the guess, as far as the watch lets the search go; `None` without both moves.
    pub fn loss(&self, watch: Watch) -> Option<f64> {
        let mut search = Search::new(&self.history, &self.terms, Memory::new(MEMORY))
            .with_moves(&[self.guess, self.played])
            .with_multi_pv(2)
            .with_watch(watch);
        search.step(NODES);
        let lines = search.best_lines();
        let expected = |mv| {
            let line = lines.iter().find(|line| line.best() == mv)?;
            Some(line.score.expectation())
        };
        Some(expected(self.played)? - expected(self.guess)?)
    }
}

impl Game {
    /// Whether the moves of the game may be guessed: it has some, and nobody plays it any more.
    pub fn can_be_guessed(&self) -> bool {
        self.can_be_reviewed() && self.may_analyze() == HintRule::Allowed
    }

    /// Checks a guess in the shown position of the visible part of a game.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is no move there.
    pub fn check_guess(&self, mv: Move) -> Result<(), Refusal> {
        let illegal = |why| Refusal::Illegal { mv, why };
        self.shown_position().check_move(mv).map_err(illegal)?;
        if self.allows(mv) {
            Ok(())
        } else {
            Err(Refusal::TwoMoves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::tests::{apply, mv, played};
    use crate::game::{Act, Command, GameTerms, keep_review, review_of};
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;

    const MOVES: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";

    /// A game that Red has won.
    fn over(moves: &str) -> Game {
        let mut game = played(moves);
        apply(&mut game, Act::Resign.by(Side::Black)).expect("a game in progress");
        game
    }

    fn begin(game: &Game) -> Guessing {
        Guessing::begin(game, Side::Black).expect("a game that is over")
    }

    /// Lets the opponent reply.
    fn reply(guessing: &mut Guessing, game: &Game) {
        assert_eq!(guessing.phase(), GuessPhase::Replying);
        guessing.go_on(game.record()).expect("a reply");
    }

    fn visible_moves(guessing: &Guessing, game: &Game) -> Vec<String> {
        let seen = guessing.visible(&SessionState::new(game.clone()));
        let moves = seen.game.record().main_moves();
        moves.map(|played| played.mv.to_string()).collect()
    }

    #[test]
    fn the_moves_of_the_winner_are_guessed_and_the_opponent_replies() {
        let game = over(MOVES);
        let mut guessing = begin(&game);
        assert_eq!(guessing.sides(), GuessedSides::Red);
        assert!(visible_moves(&guessing, &game).is_empty());
        for text in ["h2e2", "h0g2", "i0h0"] {
            assert_eq!(guessing.phase(), GuessPhase::Guessing);
            assert!(guessing.guess(mv(text), game.record()));
            reply(&mut guessing, &game);
        }
        assert_eq!(guessing.phase(), GuessPhase::Over);
        let score = guessing.score();
        assert_eq!((score.points, score.possible(), score.hits), (9, 9, 3));
    }

    #[test]
    fn another_move_is_compared_and_the_game_goes_on_with_its_own() {
        let game = over(MOVES);
        let mut guessing = begin(&game);
        assert!(!guessing.guess(mv("b2e2"), game.record()));
        assert_eq!(guessing.phase(), GuessPhase::Comparing(mv("b2e2")));
        assert_eq!(guessing.compared(game.record()), [mv("b2e2")]);
        // Nothing else is taken meanwhile.
        assert!(!guessing.guess(mv("h2e2"), game.record()));
        assert_eq!(guessing.go_on(game.record()), None);
        assert!(visible_moves(&guessing, &game).is_empty());
        guessing.judge(Some(0.01));
        let answer = guessing.answer().expect("an answer");
        assert_eq!((answer.guess, answer.points), (Some(mv("b2e2")), 2));
        assert_eq!(guessing.compared(game.record()), [mv("h2e2"), mv("b2e2")]);
        guessing.go_on(game.record()).expect("the move of the game");
        reply(&mut guessing, &game);
        assert_eq!(visible_moves(&guessing, &game), ["h2e2", "h9g7"]);
        assert!(guessing.compared(game.record()).is_empty());
        assert_eq!(guessing.score().hits, 0);
    }

    #[test]
    fn a_move_that_is_shown_has_no_points() {
        let game = over(MOVES);
        let mut guessing = begin(&game);
        guessing.show_move();
        assert_eq!(guessing.phase(), GuessPhase::Answered);
        assert_eq!(guessing.compared(game.record()), [mv("h2e2")]);
        guessing.go_on(game.record()).expect("the move of the game");
        let score = guessing.score();
        assert_eq!((score.points, score.possible(), score.hits), (0, 3, 0));
        // A reply is not to be guessed.
        guessing.show_move();
        assert_eq!(guessing.phase(), GuessPhase::Replying);
    }

    #[test]
    fn points_fall_with_the_loss() {
        let points = [-0.2, -0.01, 0.04, 0.06, 0.11, 0.5].map(points_for);
        assert_eq!(points, [3, 2, 2, 1, 0, 0]);
        let game = over(MOVES);
        let mut guessing = begin(&game);
        guessing.guess(mv("b2e2"), game.record());
        guessing.judge(None);
        assert_eq!(guessing.answer().map(|answer| answer.points), Some(0));
    }

    #[test]
    fn sides_can_be_changed_on_the_way() {
        let game = over(MOVES);
        let mut guessing = begin(&game);
        guessing.choose(GuessedSides::Black, game.record());
        reply(&mut guessing, &game);
        assert_eq!(guessing.phase(), GuessPhase::Guessing);
        guessing.choose(GuessedSides::Both, game.record());
        for text in MOVES.split_whitespace().skip(1) {
            assert!(guessing.guess(mv(text), game.record()));
        }
        assert!(!guessing.is_open());
        assert_eq!(guessing.score().moves, 5);
    }

    #[test]
    fn it_begins_where_one_looks_unless_that_is_the_end() {
        let mut game = over(MOVES);
        let line: Vec<_> = game.record().main_line().collect();
        assert_eq!(begin(&game).position(), game.record().root());
        game.show(line[1]);
        assert_eq!(begin(&game).position(), line[1]);
        game.show(line[5]);
        assert_eq!(begin(&game).position(), game.record().root());
    }

    #[test]
    fn nothing_ahead_is_visible_and_nothing_else_than_moves() {
        let mut game = over(MOVES);
        let line: Vec<_> = game.record().main_line().collect();
        game.show(line[0]);
        apply(&mut game, Command::Play(mv("b9c7"))).expect("a variation");
        game.set_comment(line[1], "Now the horse goes to file 3.");
        game.edit_tags(|tags| {
            tags.set(Tags::RED, "Hu");
            tags.set(Tags::TIME_CONTROL, "600");
            tags.set(Tags::COMPUTER, "black 3");
        });
        game.show(line[1]);
        let before = format::write(&game.to_record(), Target::Pgn(Notation::Iccs));
        let guessing = begin(&game);
        let seen = guessing.visible(&SessionState::new(game.clone())).game;
        assert_eq!(seen.record().move_count(), 2);
        assert_eq!(seen.record().tags.get(Tags::RED), Some("Hu"));
        assert_eq!(seen.comment(line[1]), "");
        assert_eq!((seen.outcome(), seen.computer()), (None, None));
        assert_eq!(seen.check_guess(mv("h0g2")), Ok(()));
        assert!(matches!(
            seen.check_guess(mv("b0d1")),
            Err(Refusal::Illegal { .. })
        ));
        assert!(seen.clock().is_none() && seen.takes_moves() && seen.shows_present());
        assert_eq!(seen.shown_position(), game.shown_position());
        let after = format::write(&game.to_record(), Target::Pgn(Notation::Iccs));
        assert_eq!(before, after);
    }

    #[test]
    fn a_position_before_the_guess_can_be_looked_at() {
        let mut game = over(MOVES);
        let line: Vec<_> = game.record().main_line().collect();
        game.show(line[3]);
        let guessing = begin(&game);
        game.show(line[1]);
        let seen = guessing.visible(&SessionState::new(game.clone())).game;
        assert_eq!((seen.shown(), seen.present()), (line[1], line[3]));
        // One that is hidden cannot.
        game.show(line[4]);
        let seen = guessing.visible(&SessionState::new(game)).game;
        assert_eq!(seen.shown(), line[3]);
    }

    #[test]
    fn a_game_in_progress_is_not_guessed() {
        let live = played(MOVES);
        assert!(Guessing::begin(&live, Side::Red).is_none());
        let read = Game::from_record(live.to_record());
        let guessing = Guessing::begin(&read, Side::Black).expect("a game that is only read");
        assert_eq!(guessing.sides(), GuessedSides::Black);
        assert!(Guessing::begin(&over(""), Side::Red).is_none());
        let terms = GameTerms {
            time: TimeControl::read("600").expect("a time control"),
            ..GameTerms::default()
        };
        let mut timed = terms.begin();
        apply(&mut timed, Act::Resume).expect("a clock");
        apply(&mut timed, Command::Play(mv("h2e2"))).expect("a move");
        let timed = Game::from_record(timed.to_record());
        assert!(timed.clock().is_some());
        assert!(Guessing::begin(&timed, Side::Red).is_none());
    }

    #[test]
    fn repeated_moves_do_not_end_the_visible_game() {
        let mut game = played(&"h2e2 h7e7 e2h2 e7h7 ".repeat(2));
        apply(&mut game, Act::Agree)
            .or_else(|_| apply(&mut game, Act::Resign.by(Side::Red)))
            .expect("an end");
        let last = game.present();
        let before = game.record().node(last).parent().expect("a move");
        game.show(before);
        let guessing = begin(&game);
        let seen = guessing.visible(&SessionState::new(game.clone())).game;
        assert!(seen.is_ongoing() && seen.takes_moves());
    }

    #[test]
    fn the_engine_tells_a_lost_cannon_from_a_mirrored_move() {
        // The cannon that captures the horse is captured itself.
        let game = over(MOVES);
        let mut guessing = begin(&game);
        guessing.guess(mv("h2h9"), game.record());
        let compared = guessing.comparison(game.record()).expect("a comparison");
        let loss = compared.loss(Box::new(|| true)).expect("both moves");
        assert!(loss > 0.1, "{loss}");
        guessing.judge(Some(loss));
        assert_eq!(guessing.answer().map(|answer| answer.points), Some(0));
        let mut other = begin(&game);
        other.guess(mv("b2e2"), game.record());
        let mirrored = other.comparison(game.record()).expect("a comparison");
        let loss = mirrored.loss(Box::new(|| true)).expect("both moves");
        assert!(loss.abs() < 0.05, "{loss}");
    }

    #[test]
    fn a_review_spares_the_search() {
        let mut record = over("h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3 b9c7").to_record();
        let last = record.main_line().last().expect("a move");
        let (mut review, line) = review_of(&record, last, 1_500);
        while review.step(10_000) {}
        keep_review(&review, &mut record, &line);
        let is_bad = |id: &NodeId| MoveQuality::in_record(&record, *id).is_some();
        let bad = line.iter().copied().find(is_bad).expect("a bad move");
        let before = record.node(bad).parent().expect("a position");
        let better = record.node(before).children()[1];
        let mut game = Game::from_record(record);
        game.show(before);
        let mut guessing = begin(&game);
        guessing.choose(GuessedSides::Both, game.record());
        assert_eq!(guessing.known_loss(game.record()), None);
        let guess = move_to(game.record(), better).expect("a move");
        assert!(!guessing.guess(guess, game.record()));
        let loss = guessing.known_loss(game.record()).expect("an evaluation");
        assert!(loss < 0.0, "{loss}");
        guessing.judge(Some(loss));
        assert_eq!(
            guessing.answer().map(|answer| answer.points),
            Some(FULL_POINTS)
        );
    }
}
