//! A game in progress: its record, clock, commands and end.
//!
//! [`Game::apply`] is the only entry point for changes: a [`Command`] either changes the game and returns the events,
//! or is refused and changes nothing. It also takes the time, which is processed first.
#![forbid(unsafe_code)]

mod analysis;
mod by_letter;
pub mod choices;
pub mod clock;
mod command;
mod computer;
mod demonstration;
mod game_terms;
mod guessing;
mod hand_clock;
mod handicap;
mod hints;
mod interpretation;
mod lesson;
mod matches;
mod offers;
mod review;
mod running_score;
mod session_state;
mod sound_effect;
mod timed;
mod turning;
mod two_moves;
mod typed_keys;
mod variations;
mod viewing;

pub use analysis::{
    AnalysisChoice, AnalysisCourse, AnalysisFacts, AnalysisOrder, AnalysisState, MAX_LINES,
};
pub use by_letter::ByLetter;
pub use choices::OpponentChoice;
pub use clock::Now;
pub use command::{Act, Ask, Command, Event, EventScope, Pause, Refusal};
pub use computer::{Computer, Duty, EnginePlayer};
pub use demonstration::{Demonstration, Repetition};
pub use game_terms::{GameTerms, Seating, TakeBacks, player_name, player_tag};
pub use guessing::{
    FULL_POINTS, GuessAnswer, GuessComparison, GuessPhase, GuessScore, GuessedSides, Guessing,
};
pub use hand_clock::{ClockPress, GIVEN};
pub use handicap::{Handicap, Odds};
pub use hints::HintRule;
pub use interpretation::Interpretation;
pub use lesson::{Goal, Lesson, Miss, NotTried, Task, Trial, Tried};
pub use matches::{Colors, Finished, Match, Matches, Player};
pub use offers::Offer;
pub use review::{
    MoveQuality, best_answer, better_line, better_moves, evaluation_of, expectations, keep_review,
    red_chances, resume_review, review_of, turning_points,
};
pub use running_score::RunningScore;
pub use session_state::{CollectionPlace, SessionState, SessionStateError};
pub use sound_effect::SoundEffect;
pub use turning::{TURN_PAUSE, Turn, TurnFacts, Turning};
pub use typed_keys::{BoardLine, KeyMeaning, TypedKeys};
pub use viewing::Trail;

use crate::arbiter;
use crate::record::{NodeId, Record, Tags};
use crate::rules::{
    Cycle, History, Move, Outcome, Position, PositionError, Ruling, Setup, Side, Terms, Verdict,
    WinReason,
};
use clock::Clock;
use game_terms::HouseRules;

/// A game between two people, or of one against the computer.
///
/// The game stands at one position of its record, the *present*. Moves taken back stay behind the present until another
/// move is made. A different position may be *shown* meanwhile.
#[derive(Clone, Debug)]
pub struct Game {
    record: Record,
    /// The line that leads to the present.
    history: History,
    /// The ruling on this line.
    ruling: Ruling,
    present: NodeId,
    shown: NodeId,
    clock: Option<Clock>,
    /// The open offer.
    offer: Option<Offer>,
    /// Record after the first of two moves, for redo while that one is taken back.
    stashed_record: Option<Box<Record>>,
    /// House rules parsed from the tags.
    house: HouseRules,
    /// Whether a move was made in it at this board, and not only read from a file.
    is_live: bool,
}

impl Game {
    /// Creates a game from an arrangement.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrangement cannot be played.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        Ok(Self::from_record(Record::new(start)?))
    }

    /// Creates an ordinary game, Red to move.
    pub fn ordinary() -> Self {
        Self::new(Setup::start()).expect("the start can be played")
    }

    /// Continues a record at the end of its main line.
    ///
    /// A record without a result whose last position is mate is over.
    pub fn from_record(record: Record) -> Self {
        let last = record.main_line().last().unwrap_or(record.root());
        let mut game = Self::at(record, last, last);
        game.end_by_mate();
        game
    }

    /// Resumes a record where a session left it; its result is left unchanged.
    fn at(mut record: Record, present: NodeId, shown: NodeId) -> Self {
        let history = record.history(present);
        let mut game = Self {
            clock: Self::clock_of(&mut record, present),
            ruling: arbiter::known(&history, &record.terms),
            history,
            present,
            shown,
            record,
            offer: None,
            stashed_record: None,
            house: HouseRules::default(),
            is_live: false,
        };
        game.house = HouseRules::of(&game.record);
        game.hold_clock(Now::default());
        game
    }

    /// The record, including moves that were taken back.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Edits the tags, such as names, dates and terms, which may change at any time.
    pub fn edit_tags<T>(&mut self, edit: impl FnOnce(&mut Tags) -> T) -> T {
        let done = edit(&mut self.record.tags);
        self.house = HouseRules::of(&self.record);
        done
    }

    /// House rule on taking moves back.
    pub const fn take_back_rule(&self) -> TakeBacks {
        self.house.take_backs
    }

    /// Seating of the players.
    pub const fn seating(&self) -> Seating {
        self.house.seating
    }

    /// Handicap the game really began with; `None` for an even game.
    pub const fn handicap(&self) -> Option<Handicap> {
        self.house.handicap
    }

    /// The record up to the present, as it is saved.
    pub fn to_record(&self) -> Record {
        let mut record = self.record.clone();
        record.remove_after(self.present);
        self.note_thinking_time(&mut record.tags);
        record
    }

    /// The present: the node at which the game stands.
    pub const fn present(&self) -> NodeId {
        self.present
    }

    /// The shown node.
    pub const fn shown(&self) -> NodeId {
        self.shown
    }

    /// Whether the present is shown.
    pub fn shows_present(&self) -> bool {
        self.shown == self.present
    }

    /// The line that leads to the present.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The shown position.
    pub fn shown_position(&self) -> &Position {
        self.record.node(self.shown).position()
    }

    /// Result of the game; `None` while it is in progress.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.record.outcome
    }

    /// Terms the players agreed on before the game.
    pub const fn terms(&self) -> Terms {
        self.record.terms
    }

    /// Has the arbiter rule on the present line, as far as nothing has to be searched.
    fn ask_arbiter(&mut self) {
        self.ruling = arbiter::known(&self.history, &self.record.terms);
    }

    /// The line and the terms on which the arbiter has yet to rule, by [`arbiter::adjudicate`] on another thread.
    pub fn unruled(&self) -> Option<(History, Terms)> {
        let is_awaited = matches!(self.ruling, Ruling::Awaited { .. });
        is_awaited.then(|| (self.history.clone(), self.record.terms))
    }

    /// Whether no move can be made before the arbiter has ruled on the last one.
    pub fn awaits_arbiter(&self) -> bool {
        matches!(self.ruling, Ruling::Awaited { may_end: true }) && self.may_be_ruled()
    }

    /// Takes the ruling on a line, for which the game may have waited. Returns the events; `None` if another line is played
    /// by now.
    pub fn settle(&mut self, line: &History, ruling: Ruling, now: Now) -> Option<Vec<Event>> {
        if self.unruled()?.0.plies() != line.plies() || self.history.start() != line.start() {
            return None;
        }
        self.ruling = ruling;
        self.hold_clock(now);
        let ruled = self.pending().map(|verdict| Event::Ruled(verdict.outcome));
        let events: Vec<_> = ruled.into_iter().collect();
        self.lapse(&events);
        Some(events)
    }

    /// Has the arbiter rule at once if the game waits for that, as in the replay of a saved one.
    pub fn settle_at_once(&mut self, now: Now) {
        if self.awaits_arbiter()
            && let Some((line, terms)) = self.unruled()
        {
            let ruling = arbiter::adjudicate(&line, &terms);
            self.settle(&line, ruling, now);
        }
    }

    /// The ruling on the present position and the moves that led to it.
    pub const fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    /// The arbiter's ruling, while it awaits the players' answer.
    pub fn pending(&self) -> Option<&Verdict> {
        match &self.ruling {
            Ruling::Ended(verdict) if self.may_be_ruled() => Some(verdict),
            _ => None,
        }
    }

    /// Whether a ruling concerns the game: if it went on after this move, it goes on, whatever a rulebook says.
    fn may_be_ruled(&self) -> bool {
        let is_last = self.record.node(self.present).children().is_empty();
        is_last && self.outcome().is_none() && self.can_be_played()
    }

    /// Reason the game is over or about to be, if the arbiter ruled on it.
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.ruling {
            Ruling::Ended(verdict) if self.outcome() == Some(verdict.outcome) => Some(verdict),
            _ => self.pending(),
        }
    }

    /// The repeated moves, ongoing or ended by the arbiter.
    pub fn cycle(&self) -> Option<&Cycle> {
        let verdict = match &self.ruling {
            Ruling::Undecided(cycle) if self.outcome().is_none() => return Some(cycle),
            Ruling::Warned(verdict) if self.outcome().is_none() => Some(&**verdict),
            _ => self.verdict(),
        };
        verdict.and_then(|verdict| verdict.cycle.as_ref())
    }

    /// The repeated moves on which the arbiter has ruled, or on which it cannot decide.
    pub fn ruled_cycle(&self) -> Option<&Cycle> {
        let is_warned = matches!(self.ruling, Ruling::Warned(_));
        self.cycle().filter(|_| !is_warned)
    }

    /// Number of times the present position has occurred in this game.
    pub fn occurrences(&self) -> usize {
        self.history.occurrences().len()
    }

    /// Whether the game began with a playable arrangement; headings and studies in old files need not.
    fn can_be_played(&self) -> bool {
        self.record.start().position().is_ok()
    }

    /// Carries out a command at a moment.
    ///
    /// If the flag has fallen by then, or the machine has slept, only that takes effect, and the command comes too
    /// late.
    ///
    /// # Errors
    ///
    /// Returns the reason for a refusal; apart from the time passed, the game is then unchanged.
    pub fn apply(&mut self, command: impl Into<Command>, now: Now) -> Result<Vec<Event>, Refusal> {
        let happened = self.tick(now);
        let done = if happened.is_empty() {
            self.carry_out(command.into(), now)
        } else {
            Ok(happened)
        };
        if let Ok(events) = &done {
            self.lapse(events);
        }
        done
    }

    fn carry_out(&mut self, command: Command, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_by_letter(command)?;
        self.check_pause(command)?;
        match command {
            Command::Tick => Ok(Vec::new()),
            Command::Act(by, act) => self.act(by, act, now),
            Command::Play(mv) => self.play(mv, now),
            Command::Answer(yes) => self.answer(yes, now),
            Command::Press => self.press(now),
            Command::GiveTime(to) => self.give_time(to, now),
            Command::SetTime(of, time) => self.set_time(of, time, now),
            Command::Pause(why) => self.pause(why, now),
            Command::Redo => self.redo(now),
            Command::Show(id) if self.show(id) => Ok(vec![Event::Shown(id)]),
            Command::Promote(id) if self.record.contains(id) => Ok(self.promote(id)),
            Command::Delete(id) if self.record.contains(id) => self.delete(id),
            Command::Show(_) | Command::Promote(_) | Command::Delete(_) => Err(Refusal::Gone),
        }
    }

    fn act(&mut self, by: Option<Side>, act: Act, now: Now) -> Result<Vec<Event>, Refusal> {
        match act {
            Act::Play(mv) => self.play_at_present(mv, now),
            Act::Ask(ask) => self.ask(by, ask, now),
            Act::Answer { to, yes } if self.offer.is_some_and(|offer| offer.ask == to) => {
                self.answer(yes, now)
            }
            Act::Answer { .. } => Err(Refusal::NoOffer),
            Act::Agree => self.accept(now),
            Act::Resign => {
                let loser = by.unwrap_or(self.position().turn());
                self.declare(Outcome::win(!loser, WinReason::Resignation), now)
            }
            // The time has passed already.
            Act::Flag => Ok(Vec::new()),
            Act::Resume => self.resume(now),
        }
    }

    fn play(&mut self, mv: Move, now: Now) -> Result<Vec<Event>, Refusal> {
        if !self.can_be_played() {
            return Err(Refusal::Unplayable);
        }
        let illegal = |why| Refusal::Illegal { mv, why };
        self.shown_position().check_move(mv).map_err(illegal)?;
        if !self.allows(mv) {
            return Err(Refusal::TwoMoves);
        }
        if !self.shows_present() {
            return self.vary(mv);
        }
        self.check_open()?;
        self.check_pressed()?;
        if let Some(events) = self.play_first(mv, now) {
            return Ok(events);
        }
        if (self.clock()).is_some_and(|clock| clock.is_flag_down(now)) {
            return Ok(self.end_by_flag(now));
        }
        let known = self.record.child(self.present, mv);
        let tail = self.record.line_after(self.present).next();
        // Another move discards the moves taken back; variations stay.
        if let Some(tail) = tail.filter(|tail| known != Some(*tail)) {
            self.record.remove(tail);
        }
        let events = self.step(mv)?;
        let is_pressed = !self.is_pressed_by_hand() || self.is_decided();
        let clock = self.clock.as_mut().filter(|_| is_pressed);
        let left = clock.and_then(|clock| clock.press(now));
        if self.clock.is_some() {
            self.record.node_mut(self.present).notes_mut().clock = left;
        }
        self.hold_clock(now);
        Ok(events)
    }

    fn play_at_present(&mut self, mv: Move, now: Now) -> Result<Vec<Event>, Refusal> {
        let looked_at = std::mem::replace(&mut self.shown, self.present);
        let was_present = looked_at == self.present;
        let done = self.play(mv, now);
        // The end of the game, or a ruling on it, is shown.
        if !was_present && self.is_ongoing() {
            self.show(looked_at);
        }
        done
    }

    /// Shows a position, unless it is gone. Returns whether it did.
    pub fn show(&mut self, id: NodeId) -> bool {
        let is_there = self.record.contains(id);
        if is_there {
            self.shown = id;
        }
        is_there
    }

    /// Whether nothing has been chosen or done yet in a game of two people at this screen.
    pub fn is_untouched(&self) -> bool {
        let start = self.record.node(self.record.root());
        let is_blank = start.children().is_empty()
            && start.notes().is_empty()
            && *self.record.start() == Setup::start();
        let choices = [Tags::RED, Tags::BLACK, Tags::TIME_CONTROL, Tags::HANDICAP];
        let is_chosen = choices
            .into_iter()
            .any(|tag| self.record.tags.get(tag).is_some());
        let is_of_two = self.computer().is_none() && ByLetter::of(&self.record.tags).is_none();
        is_blank && !is_chosen && is_of_two && self.is_ongoing()
    }

    /// Whether moves can be made at the present: the game is not over, and no ruling is pending or awaited.
    pub fn is_ongoing(&self) -> bool {
        self.check_open().is_ok()
    }

    /// Checks whether moves can be made at the present.
    ///
    /// # Errors
    ///
    /// Returns the reason if there are none.
    pub fn check_open(&self) -> Result<(), Refusal> {
        match (self.outcome(), self.pending()) {
            (Some(outcome), _) => Err(Refusal::Over(outcome)),
            (None, Some(verdict)) => Err(Refusal::Ruled(verdict.outcome)),
            (None, None) if self.awaits_arbiter() => Err(Refusal::Awaited),
            (None, None) => Ok(()),
        }
    }

    /// Whether the game is over, or will be once a ruling is accepted.
    fn is_decided(&self) -> bool {
        self.outcome().is_some() || self.pending().is_some()
    }

    /// The move that led to a node.
    fn played_at(&self, id: NodeId) -> Option<Move> {
        self.record.node(id).played().map(|played| played.mv)
    }

    /// Makes a move that is legal at the present, and rules on the result.
    fn step(&mut self, mv: Move) -> Result<Vec<Event>, Refusal> {
        let illegal = |why| Refusal::Illegal { mv, why };
        let played = self.history.play(mv).map_err(illegal)?;
        self.present = self.record.add(self.present, mv).map_err(illegal)?;
        self.record.promote(self.present);
        self.shown = self.present;
        self.is_live = true;
        self.ask_arbiter();
        self.end_by_mate();
        let mut events = vec![Event::Played(played)];
        events.extend(self.outcome().map(Event::Ended));
        events.extend(self.pending().map(|verdict| Event::Ruled(verdict.outcome)));
        Ok(events)
    }

    /// Ends the game after mate or stalemate; any other ruling must be accepted first. An arrangement that cannot be
    /// played, as in the headings of old libraries, is not lost for lack of moves.
    fn end_by_mate(&mut self) {
        if let Ruling::Ended(verdict) = &self.ruling
            && self.record.outcome.is_none()
            && is_mate(verdict.outcome)
            && self.can_be_played()
        {
            self.record.outcome = Some(verdict.outcome);
        }
    }

    fn accept(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        let outcome = self.pending().ok_or(Refusal::NoRuling)?.outcome;
        self.end(outcome, now);
        Ok(vec![Event::Ended(outcome)])
    }

    /// Ends the game at the present.
    fn end(&mut self, outcome: Outcome, now: Now) {
        self.record.outcome = Some(outcome);
        self.shown = self.present;
        self.hold_clock(now);
    }

    /// Ends the game by declaration of the players. Moves taken back are kept, in case the declaration is taken back.
    fn declare(&mut self, outcome: Outcome, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        self.end(outcome, now);
        Ok(vec![Event::Ended(outcome)])
    }
}

/// Whether the game ended by declaration (including an accepted ruling) rather than by the last move.
const fn is_declared(outcome: Outcome) -> bool {
    !is_mate(outcome)
}

/// Whether the game ended without any declaration.
const fn is_mate(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Win {
            by: WinReason::Checkmate | WinReason::Stalemate,
            ..
        }
    )
}

#[cfg(test)]
pub(crate) mod tests;
