//! A clock that is pressed by hand, as on a table: a move is made, but the time of its player runs on until the clock is
//! pressed, and only then can the opponent move. And the time that one player gives the other, or an arbiter sets.
//!
//! The record says so without a word of its own: in such a game, the last move has no clock time until the clock is
//! pressed. A move that ends the game needs no press.

use super::clock::{Allowance, Millis, Now};
use super::{ByLetter, Computer, Event, Game, Refusal, hints};
use crate::record::{NodeId, Record, TagValue, Tags};
use crate::rules::{Side, named};

/// Time that one press gives a player.
pub const GIVEN: Millis = 60_000;

named! {
    /// Manner in which a turn ends on the clock.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum ClockPress {
        /// A move presses the clock.
        #[default]
        ByMove = "by move",
        /// The player presses the clock after the move.
        ByHand = "by hand",
    }
}

impl TagValue for ClockPress {
    const TAG: &str = Tags::CLOCK_PRESS;

    fn of_tag(text: &str) -> Option<Self> {
        Self::from_word(text)
    }

    fn to_tag(&self) -> String {
        let is_default = *self == Self::default();
        (if is_default { "" } else { self.word() }).to_owned()
    }
}

impl ClockPress {
    /// Manner of a game: by move unless both players are at this board.
    pub(super) fn of(tags: &Tags) -> Self {
        let is_between_two = !hints::is_elsewhere(tags)
            && Computer::of_game(tags).is_none()
            && ByLetter::of(tags).is_none();
        tags.typed().filter(|_| is_between_two).unwrap_or_default()
    }
}

/// The position of a record up to which the clock was pressed, if the game stands at `at`.
pub(super) fn pressed_until(record: &Record, at: NodeId) -> NodeId {
    let node = record.node(at);
    let is_pressed = node.notes().clock.is_some()
        || record.outcome.is_some()
        || ClockPress::of(&record.tags) == ClockPress::ByMove;
    node.parent().filter(|_| !is_pressed).unwrap_or(at)
}

impl Game {
    /// Whether this game has a clock that is pressed by hand.
    pub fn is_pressed_by_hand(&self) -> bool {
        self.house.clock_press == ClockPress::ByHand && self.clock.is_some()
    }

    /// Side that has moved and has to press the clock, on which its time still runs.
    pub fn due_to_press(&self) -> Option<Side> {
        let is_due = self.is_pressed_by_hand()
            && !self.is_decided()
            && pressed_until(&self.record, self.present) != self.present;
        is_due.then(|| !self.position().turn())
    }

    /// Side whose turn it is: that of the clock, as long as it has not been pressed.
    pub fn turn(&self) -> Side {
        self.due_to_press().unwrap_or(self.position().turn())
    }

    /// Refuses a move of the opponent before the clock is pressed.
    pub(super) fn check_pressed(&self) -> Result<(), Refusal> {
        self.due_to_press()
            .map_or(Ok(()), |side| Err(Refusal::PressFirst(side)))
    }

    /// Ends the turn of the side that has moved.
    pub(super) fn press(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        let side = self.due_to_press().ok_or(Refusal::NothingToPress)?;
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let Some(left) = clock.press(now) else {
            // A ruling on a move that was made in time comes first.
            return if self.awaits_arbiter() {
                Err(Refusal::Awaited)
            } else {
                Ok(self.end_by_flag(now))
            };
        };
        self.record.node_mut(self.present).notes_mut().clock = Some(left);
        Ok(vec![Event::Pressed(side)])
    }

    /// The last move whose clock time says what a side has left.
    fn last_timed(&self, side: Side) -> Option<NodeId> {
        let mut line = self.record.line_to(self.present).into_iter().rev();
        line.find(|id| {
            let node = self.record.node(*id);
            node.notes().clock.is_some() && node.position().turn() != side
        })
    }

    /// Whether a side can be given time: between two at one board, once its own first move is made.
    pub fn can_give_time(&self, to: Side) -> bool {
        let is_between_two = !self.house.is_elsewhere
            && self.house.computer.is_none()
            && self.house.by_letter.is_none();
        is_between_two && self.clock.is_some() && self.is_ongoing() && self.last_timed(to).is_some()
    }

    /// Whether an arbiter may set the clocks: during a pause, between two at one board.
    pub fn may_set_clocks(&self) -> bool {
        self.is_paused() && Side::ALL.iter().any(|side| self.can_give_time(*side))
    }

    /// Gives a side a minute.
    pub(super) fn give_time(&mut self, to: Side, now: Now) -> Result<Vec<Event>, Refusal> {
        self.change_time(to, now, |time| time.saturating_add(GIVEN))?;
        Ok(vec![Event::TimeGiven(to)])
    }

    /// Sets the time of a side's stage or period, within the limits of time controls.
    pub(super) fn set_time(
        &mut self,
        of: Side,
        time: Millis,
        now: Now,
    ) -> Result<Vec<Event>, Refusal> {
        if !self.may_set_clocks() {
            return Err(Refusal::NoTimeYet);
        }
        let (least, most) = (*Allowance::TIMES.start(), *Allowance::TIMES.end());
        self.change_time(of, now, |_| time.clamp(least, most))?;
        Ok(vec![Event::TimeSet(of)])
    }

    /// Changes the time of a side's stage or period. The clock time of its last move says so.
    fn change_time(
        &mut self,
        of: Side,
        now: Now,
        change: impl FnOnce(Millis) -> Millis,
    ) -> Result<(), Refusal> {
        self.check_open()?;
        let can_change = self.can_give_time(of);
        let last = self.last_timed(of);
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let last = last.filter(|_| can_change).ok_or(Refusal::NoTimeYet)?;
        let time = change(clock.stage_time(of, now));
        let left = clock.set_stage_time(of, time, now);
        self.record.node_mut(last).notes_mut().clock = Some(left);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::tests::mv;
    use crate::game::{Act, Ask, Command, GameTerms, Pause, SessionState};
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;
    use crate::rules::{Outcome, Setup, WinReason};

    fn terms(time: &str) -> GameTerms {
        GameTerms {
            time: TimeControl::read(time).expect("a control"),
            clock_press: ClockPress::ByHand,
            ..GameTerms::default()
        }
    }

    fn play(game: &mut Game, text: &str, at: Millis) -> Result<Vec<Event>, Refusal> {
        game.apply(Command::Play(mv(text)), Now::at(at))
    }

    fn press(game: &mut Game, at: Millis) -> Result<Vec<Event>, Refusal> {
        game.apply(Command::Press, Now::at(at))
    }

    fn left(game: &Game, at: Millis) -> [Millis; 2] {
        let clock = game.clock().expect("a clock");
        Side::ALL.map(|side| clock.left(side, Now::at(at)) / 1000)
    }

    /// A game of one minute each, running since 0, in which Red has moved after 10 seconds.
    fn unpressed() -> Game {
        let mut game = terms("60").begin();
        game.apply(Act::Resume, Now::at(0)).expect("a clock");
        play(&mut game, "h2e2", 10_000).expect("a move");
        game
    }

    #[test]
    fn the_time_of_the_mover_runs_until_the_clock_is_pressed() {
        let mut game = unpressed();
        assert_eq!(
            (game.due_to_press(), game.turn()),
            (Some(Side::Red), Side::Red)
        );
        assert_eq!(left(&game, 15_000), [45, 60]);
        assert_eq!(
            play(&mut game, "h9g7", 15_000),
            Err(Refusal::PressFirst(Side::Red))
        );
        assert_eq!(
            press(&mut game, 20_000),
            Ok(vec![Event::Pressed(Side::Red)])
        );
        assert_eq!(press(&mut game, 20_000), Err(Refusal::NothingToPress));
        assert_eq!((game.due_to_press(), game.turn()), (None, Side::Black));
        assert_eq!(left(&game, 25_000), [40, 55]);
    }

    #[test]
    fn the_first_move_needs_a_press_too_which_starts_the_clock() {
        let mut game = terms("60").begin();
        play(&mut game, "h2e2", 10_000).expect("a move");
        assert!(
            game.clock()
                .is_some_and(crate::game::clock::Clock::is_resting)
        );
        assert_eq!(left(&game, 90_000), [60, 60]);
        press(&mut game, 90_000).expect("a press");
        assert_eq!(left(&game, 95_000), [60, 55]);
    }

    #[test]
    fn whoever_forgets_the_clock_loses_on_time() {
        let mut game = unpressed();
        let lost = Outcome::win(Side::Black, WinReason::Time);
        assert_eq!(press(&mut game, 60_000), Ok(vec![Event::Ended(lost)]));
        assert_eq!(game.outcome(), Some(lost));
    }

    #[test]
    fn an_unpressed_move_survives_every_file_and_can_be_taken_back() {
        let game = unpressed();
        let mut game_at = game.clone();
        game_at
            .apply(Command::Tick, Now::at(25_000))
            .expect("a tick");
        let session = SessionState::read(&SessionState::new(game_at.clone()).write());
        let mut files = vec![session.expect("a session").game];
        for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
            let read = format::read(&format::write(&game_at.to_record(), target)).expect("a game");
            assert_eq!(read.warnings, []);
            files.push(Game::from_record(
                read.records.into_iter().next().expect("a game"),
            ));
        }
        for mut again in files {
            assert_eq!(again.due_to_press(), Some(Side::Red));
            assert_eq!(left(&again, 0), [35, 60]);
            again.apply(Act::Resume, Now::at(0)).expect("a clock");
            press(&mut again, 5_000).expect("a press");
            assert_eq!(left(&again, 5_000), [30, 60]);
        }
        let mut game = game;
        game.apply(Act::Ask(Ask::TakeBack), Now::at(12_000))
            .expect("a take-back");
        assert_eq!((game.due_to_press(), game.turn()), (None, Side::Red));
        game.apply(Command::Redo, Now::at(12_000))
            .expect("the move");
        assert_eq!(game.due_to_press(), Some(Side::Red));
    }

    #[test]
    fn a_move_made_anew_is_pressed_anew() {
        let mut game = unpressed();
        press(&mut game, 20_000).expect("a press");
        game.apply(Act::Ask(Ask::TakeBack), Now::at(21_000))
            .expect("a take-back");
        play(&mut game, "h2e2", 22_000).expect("the same move");
        assert_eq!(game.due_to_press(), Some(Side::Red));
    }

    #[test]
    fn a_move_that_ends_the_game_needs_no_press() {
        let fen = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
        let start = Setup::from_fen(fen).expect("a FEN");
        let mut game = terms("60").begin_from(start).expect("a game");
        game.apply(Act::Resume, Now::at(0)).expect("a clock");
        play(&mut game, "b7b9", 10_000).expect("mate");
        assert_eq!(
            game.outcome(),
            Some(Outcome::win(Side::Red, WinReason::Checkmate))
        );
        assert_eq!(press(&mut game, 11_000), Err(Refusal::NothingToPress));
        assert_eq!(left(&game, 99_000), [50, 60]);
    }

    #[test]
    fn during_a_pause_an_arbiter_sets_the_time_that_is_shown() {
        let mut game = unpressed();
        let set = |game: &mut Game, of, time: Millis| {
            game.apply(Command::SetTime(of, time * 1000), Now::at(40_000))
        };
        press(&mut game, 20_000).expect("a press");
        play(&mut game, "h9g7", 30_000).expect("a move");
        press(&mut game, 30_000).expect("a press");
        assert_eq!(left(&game, 40_000), [30, 50]);
        assert_eq!(set(&mut game, Side::Red, 45), Err(Refusal::NoTimeYet));
        game.apply(Command::Pause(Pause::Asked), Now::at(40_000))
            .expect("a clock");
        assert!(game.may_set_clocks());
        assert_eq!(
            set(&mut game, Side::Red, 45),
            Ok(vec![Event::TimeSet(Side::Red)])
        );
        set(&mut game, Side::Black, 5).expect("a pause");
        assert_eq!(left(&game, 40_000), [45, 5]);
        // The ten seconds that Red has thought are not forgotten, and no flag falls by it.
        set(&mut game, Side::Red, 0).expect("a pause");
        assert_eq!(left(&game, 40_000), [1, 5]);
        set(&mut game, Side::Red, 100_000).expect("a pause");
        assert_eq!(left(&game, 40_000), [86_400, 5]);
        let again = Game::from_record(game.to_record());
        assert_eq!(left(&again, 0), [86_400, 5]);
        game.apply(Act::Resume, Now::at(50_000)).expect("a clock");
        assert_eq!(left(&game, 60_000), [86_390, 5]);
        assert!(set(&mut game, Side::Red, 45).is_err());
    }

    #[test]
    fn time_that_is_set_is_that_of_the_period_which_runs() {
        let terms = GameTerms {
            time: TimeControl::read("10b3x30").expect("a control"),
            ..GameTerms::default()
        };
        let mut game = terms.begin();
        for (text, at) in [("h2e2", 0), ("h9g7", 0)] {
            play(&mut game, text, at).expect("a move");
        }
        // Ten seconds, one period, and five seconds of the second.
        game.apply(Command::Tick, Now::at(45_000)).expect("in time");
        game.apply(Command::Pause(Pause::Asked), Now::at(45_000))
            .expect("a clock");
        let face = |game: &Game| {
            let clock = game.clock().expect("a clock");
            let face = clock.face(Side::Red, Now::at(45_000));
            (face.text, face.periods)
        };
        assert_eq!(face(&game), ("0:25".to_owned(), Some(2)));
        game.apply(Command::SetTime(Side::Red, 30_000), Now::at(45_000))
            .expect("a pause");
        assert_eq!(face(&game), ("0:30".to_owned(), Some(2)));
    }

    #[test]
    fn given_time_is_in_the_record() {
        let mut game = unpressed();
        let give = |game: &mut Game, to| game.apply(Command::GiveTime(to), Now::at(20_000));
        assert_eq!(give(&mut game, Side::Red), Err(Refusal::NoTimeYet));
        assert_eq!(give(&mut game, Side::Black), Err(Refusal::NoTimeYet));
        press(&mut game, 20_000).expect("a press");
        assert_eq!(
            give(&mut game, Side::Red),
            Ok(vec![Event::TimeGiven(Side::Red)])
        );
        assert_eq!(left(&game, 20_000), [100, 60]);
        play(&mut game, "h9g7", 30_000).expect("a move");
        press(&mut game, 30_000).expect("a press");
        assert_eq!(left(&game, 30_000), [100, 50]);
        assert!(give(&mut game, Side::Black).is_ok());
        let again = Game::from_record(game.to_record());
        assert_eq!(left(&again, 0), [100, 110]);
        game.apply(Act::Ask(Ask::TakeBack), Now::at(30_000))
            .expect("a take-back");
        assert_eq!(left(&game, 30_000), [100, 60]);
    }
}
