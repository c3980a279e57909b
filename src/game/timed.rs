//! The clock of a game: the effects of time on the game, and of the game on the clock.
//!
//! The tag `time_control` holds the agreed control, and the notes of each move the time its mover had left; the clock
//! at any position follows from these, see [`Clock::replay`].

use super::clock::{Clock, Millis, Now, TimeControl};
use super::{Event, Game, Pause, Refusal};
use crate::record::{NodeId, Record};
use crate::rules::{DrawReason, Outcome, WinReason};

impl Game {
    /// The clock; `None` in a game without one.
    ///
    /// A record has a clock if its time control can be parsed and its moves, if any, state their times. The clock rests
    /// when the record is opened.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether the players have paused the game: moves are blocked and the board is hidden.
    pub fn is_paused(&self) -> bool {
        self.clock().is_some_and(Clock::is_paused)
    }

    /// Whether the clock is running, or would be if not paused.
    pub(super) fn is_timing(&self) -> bool {
        self.clock()
            .is_some_and(|clock| clock.is_running() || clock.is_paused())
    }

    /// Restores a game whose clock was running, as paused.
    pub(super) fn restore_pause(&mut self) {
        if self.goes_on()
            && let Some(clock) = &mut self.clock
        {
            clock.pause(Now::default());
        }
    }

    /// The clock at a position of a record.
    pub(super) fn clock_at(record: &Record, at: NodeId) -> Option<Clock> {
        let control = TimeControl::of_game(&record.tags)?;
        let has_time = |id| record.node(id).notes().clock.is_some();
        let has_times = record.move_count() == 0 || record.main_line().any(has_time);
        let mut clock = Clock::replay(control, record.start().turn, times(record, at));
        if record.outcome.is_some_and(is_on_time) {
            clock.drop_flag();
        }
        has_times.then_some(clock)
    }

    /// Updates the time: the flag may have fallen, or the machine may have slept.
    pub(super) fn tick(&mut self, now: Now) -> Vec<Event> {
        let Some(clock) = &mut self.clock else {
            return Vec::new();
        };
        if clock.tell(now) {
            return vec![Event::Paused(Pause::Slept)];
        }
        if clock.is_running() && clock.fallen(now).is_some() {
            return self.end_on_time(now);
        }
        Vec::new()
    }

    /// Ends the game because the side to move has run out of time.
    pub(super) fn end_on_time(&mut self, now: Now) -> Vec<Event> {
        let position = self.history.position();
        let outcome = Outcome::on_time(position.turn(), position.board());
        self.end(outcome, now);
        vec![Event::Ended(outcome)]
    }

    pub(super) fn pause(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let was_paused = clock.is_paused();
        clock.pause(now);
        let paused = (!was_paused).then_some(Event::Paused(Pause::Asked));
        Ok(paused.into_iter().collect())
    }

    pub(super) fn resume(&mut self, now: Now) -> Result<Vec<Event>, Refusal> {
        self.check_open()?;
        let clock = self.clock.as_mut().ok_or(Refusal::NoClock)?;
        let was_running = clock.is_running();
        clock.resume(now);
        let resumed = (!was_running).then_some(Event::Resumed);
        Ok(resumed.into_iter().collect())
    }

    /// Stops the clock if the game is over or a ruling is pending.
    pub(super) fn hold_clock(&mut self, now: Now) {
        if !self.goes_on()
            && let Some(clock) = &mut self.clock
        {
            clock.stop(now);
        }
    }

    /// Sets the clock to the present after it moved along the record.
    pub(super) fn set_clock(&mut self, now: Now) {
        if let Some(clock) = &mut self.clock {
            clock.set_to(times(&self.record, self.present), now);
            if self.record.outcome.is_some_and(is_on_time) {
                clock.drop_flag();
            }
        }
        self.hold_clock(now);
    }

    /// Sets the clock to the present of another line, at rest.
    ///
    /// Variation moves cost no time; this is written into the notes, so that the record says so too.
    pub(super) fn set_clock_to_other_line(&mut self) {
        let Some(clock) = &mut self.clock else {
            return;
        };
        let was_paused = clock.is_paused();
        let mut other = Clock::new(clock.control().clone(), self.record.start().turn);
        for id in self.record.line_to(self.present) {
            let left = other.step(self.record.node(id).notes().clock);
            self.record.node_mut(id).notes_mut().clock = Some(left);
        }
        *clock = other;
        if was_paused {
            clock.pause(Now::default());
        }
        self.hold_clock(Now::default());
    }
}

/// Times the movers of the plies up to a position had left.
fn times(record: &Record, at: NodeId) -> impl Iterator<Item = Option<Millis>> {
    let line = record.line_to(at).into_iter();
    line.map(|id| record.node(id).notes().clock)
}

/// Whether the game was lost on time.
const fn is_on_time(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Draw(DrawReason::Time)
            | Outcome::Win {
                by: WinReason::Time,
                ..
            }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::tests::control;
    use crate::game::tests::{mv, played};
    use crate::game::{Agreement, Command, Sitting};
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;
    use crate::record::{Record, Tags};
    use crate::rules::{BySide, Setup, Side};

    fn begin(text: &str, start: Setup) -> Game {
        let mut record = Record::new(start).expect("a start");
        TimeControl::set_in(Some(&control(text)), &mut record.tags);
        Game::from_record(record)
    }

    /// A game whose clock runs since 0, with moves at these moments.
    fn timed(text: &str, moves: &[(&str, Millis)]) -> Game {
        let mut game = begin(text, Setup::start());
        game.apply(Command::Resume, Now::at(0)).expect("a clock");
        for (text, at) in moves {
            let events = game.apply(Command::Play(mv(text)), Now::at(*at));
            assert!(
                matches!(events.as_deref(), Ok([Event::Played(_), ..])),
                "{text}"
            );
        }
        game
    }

    const MOVES: [(&str, Millis); 3] = [("h2e2", 5_000), ("h9g7", 12_345), ("h0g2", 20_000)];

    /// Time left on both sides.
    fn left(game: &Game, at: Millis) -> [Millis; 2] {
        let clock = game.clock().expect("a clock");
        Side::ALL.map(|side| clock.left(side, Now::at(at)))
    }

    #[test]
    fn the_record_keeps_what_each_mover_had_left() {
        let game = timed("60+10", &MOVES);
        let notes = |game: &Game| {
            let record = game.record();
            let kept = record.main_line().map(|id| record.node(id).notes().clock);
            kept.collect::<Vec<_>>()
        };
        assert_eq!(notes(&game), [Some(65_000), Some(62_655), Some(67_345)]);
        for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
            let written = format::write(&game.to_record(), target);
            let mut loaded = format::read(&written).expect("a game");
            assert_eq!(loaded.warnings, []);
            let again = Game::from_record(loaded.records.remove(0));
            assert_eq!(notes(&again), notes(&game));
            let clock = again.clock().expect("a clock");
            assert_eq!(clock.control(), &control("60+10"));
            assert!(clock.is_resting());
            assert_eq!(left(&again, 99_999), left(&game, 20_000));
        }
        let text = String::from_utf8(format::write(game.record(), Target::Pgn(Notation::Iccs)));
        let text = text.expect("text");
        assert!(text.contains("[TimeControl \"60+10\"]") && text.contains("[%clk 0:01:02.655]"));
    }

    #[test]
    fn a_move_after_the_flag_has_fallen_does_not_count() {
        let mut game = timed("60", &MOVES);
        let late = Command::Play(mv("b9c7"));
        let outcome = Outcome::win(Side::Red, WinReason::Time);
        let moment = 20_000 + 60_000 - 7_345;
        assert_eq!(
            game.apply(Command::Tick, Now::at(moment - 1)),
            Ok(Vec::new())
        );
        let events = game.apply(late, Now::at(moment));
        assert_eq!(events, Ok(vec![Event::Ended(outcome)]));
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(game.record().move_count(), 3);
        assert_eq!(
            game.apply(late, Now::at(moment)),
            Err(Refusal::Over(outcome))
        );
        assert_eq!(left(&game, 99_999), [47_345, 0]);
        let again = Sitting::read(&Sitting::new(game.clone()).write()).expect("a session");
        assert_eq!(again.game.outcome(), Some(outcome));
        assert_eq!(left(&again.game, 0), [47_345, 0]);
        // The players may go on all the same, with the time left after the last move.
        let events = game.apply(Command::TakeBack, Now::at(100_000));
        assert_eq!(events, Ok(vec![Event::Reopened]));
        assert_eq!(left(&game, 200_000), [47_345, 52_655]);
        assert!(game.clock().is_some_and(Clock::is_resting));
    }

    #[test]
    fn nobody_wins_on_time_who_has_no_attackers() {
        let start = Setup::from_fen("3k1r3/9/9/9/9/9/9/9/9/4K4 b").expect("a FEN");
        let mut game = begin("60", start);
        game.apply(Command::Resume, Now::at(0)).expect("a clock");
        let drawn = Outcome::Draw(DrawReason::Time);
        let events = game.apply(Command::Tick, Now::at(60_000));
        assert_eq!(events, Ok(vec![Event::Ended(drawn)]));
        let written = format::write(&game.to_record(), Target::Json);
        let again = format::read(&written).expect("a game");
        assert_eq!(again.records[0].outcome, Some(drawn));
    }

    #[test]
    fn nothing_is_played_in_a_paused_game() {
        let mut game = timed("60", &MOVES);
        let paused = game.apply(Command::Pause, Now::at(21_000));
        assert_eq!(paused, Ok(vec![Event::Paused(Pause::Asked)]));
        assert_eq!(
            game.apply(Command::Pause, Now::at(22_000)),
            Ok(vec![]),
            "it is paused"
        );
        let next = Command::Play(mv("b9c7"));
        assert!(game.is_paused());
        assert_eq!(game.apply(next, Now::at(23_000)), Err(Refusal::Paused));
        let first = game.record().main_line().next().expect("a move");
        game.apply(Command::Show(first), Now::at(24_000))
            .expect("a position");
        assert_eq!(
            game.apply(next, Now::at(25_000)),
            Err(Refusal::Paused),
            "nor beside the game"
        );
        game.apply(Command::Show(game.present()), Now::at(26_000))
            .expect("a position");
        assert_eq!(
            game.apply(Command::Resume, Now::at(500_000)),
            Ok(vec![Event::Resumed])
        );
        game.apply(next, Now::at(501_000)).expect("legal");
        assert_eq!(left(&game, 501_000), [47_345, 60_000 - 7_345 - 2_000]);
    }

    #[test]
    fn what_is_taken_back_and_made_again_has_its_time() {
        let mut game = timed("60b3x10", &MOVES);
        // Black thinks into the second period.
        game.apply(Command::Play(mv("b9c7")), Now::at(90_000))
            .expect("legal");
        let expected = [
            [90_000, 90_000],
            [85_000, 90_000],
            [85_000, 82_655],
            [77_345, 82_655],
            [77_345, 20_000],
        ];
        let mut now = 91_000;
        for plies in (0..4).rev() {
            now += 1_000;
            game.apply(Command::TakeBack, Now::at(now)).expect("a move");
            assert_eq!(left(&game, now), expected[plies], "back to {plies}");
        }
        assert!(
            game.clock().is_some_and(Clock::is_resting),
            "as before the first move"
        );
        for (plies, there) in expected.iter().enumerate().skip(1) {
            game.apply(Command::Redo, Now::at(now)).expect("a move");
            assert_eq!(left(&game, now), *there, "on to {plies}");
        }
        // The next move takes its own time; the later ones are not forgotten.
        game.apply(Command::TakeBack, Now::at(now)).expect("a move");
        game.apply(Command::Resume, Now::at(now)).expect("a clock");
        game.apply(Command::TakeBack, Now::at(now)).expect("a move");
        assert!(game.clock().is_some_and(Clock::is_running));
        game.apply(Command::Play(mv("h0g2")), Now::at(now + 5_000))
            .expect("legal");
        assert_eq!(left(&game, now + 5_000), [80_000, 82_655]);
        game.apply(Command::Redo, Now::at(now + 9_000))
            .expect("a move");
        assert_eq!(left(&game, now + 9_000), [80_000, 20_000]);
    }

    #[test]
    fn a_machine_that_slept_pauses_the_game_and_no_command_counts() {
        let mut game = timed("60", &MOVES);
        game.apply(Command::Tick, Now::at(21_000)).expect("no flag");
        let awake = Now {
            monotonic: 21_400,
            since_boot: 9_000_000,
        };
        let events = game.apply(Command::Play(mv("b9c7")), awake);
        assert_eq!(events, Ok(vec![Event::Paused(Pause::Slept)]));
        assert!(game.is_paused());
        assert_eq!(left(&game, 0), [47_345, 51_655]);
    }

    #[test]
    fn a_session_comes_back_paused_with_the_clocks_of_the_last_move() {
        let mut sitting = Sitting::new(timed("60", &MOVES));
        for take_backs in 0..2 {
            let again = Sitting::read(&sitting.write()).expect("a session");
            assert!(again.game.is_paused());
            assert_eq!(again.write(), sitting.write());
            assert_eq!(
                left(&again.game, 700_000),
                [[47_345, 52_655], [55_000, 52_655]][take_backs]
            );
            let back = sitting.game.apply(Command::TakeBack, Now::at(30_000));
            back.expect("a move");
        }
        // A game opened for viewing is not hidden.
        let resting = Sitting::new(Game::from_record(timed("60", &MOVES).to_record()));
        let again = Sitting::read(&resting.write()).expect("a session");
        assert!(again.game.clock().is_some_and(Clock::is_resting));
        // Nor is one without a move.
        let agreed = Agreement {
            time: TimeControl::read("60").expect("a time control"),
            ..Agreement::default()
        };
        let fresh = Sitting::new(agreed.begin());
        let again = Sitting::read(&fresh.write()).expect("a session");
        assert!(again.game.clock().is_some_and(Clock::is_resting) && !again.game.is_paused());
    }

    #[test]
    fn a_game_has_a_clock_if_its_record_says_what_the_clocks_showed() {
        let with = |control: &str| {
            let mut record = played("h2e2 h9g7").to_record();
            record.tags.set(Tags::TIME_CONTROL, control);
            record
        };
        assert!(Game::from_record(with("60")).clock().is_none());
        let mut record = with("60");
        let last = record.main_line().last().expect("a move");
        record.node_mut(last).notes_mut().clock = Some(50_000);
        assert_eq!(
            left(&Game::from_record(record.clone()), 0),
            [60_000, 50_000]
        );
        record.tags.set(Tags::TIME_CONTROL, "一小时");
        let mut game = Game::from_record(record);
        assert!(game.clock().is_none());
        assert_eq!(
            game.apply(Command::Pause, Now::at(0)),
            Err(Refusal::NoClock)
        );
        assert_eq!(game.apply(Command::Tick, Now::at(9)), Ok(Vec::new()));
        let written = format::write(&game.to_record(), Target::Json);
        let again = format::read(&written).expect("a game");
        assert_eq!(
            again.records[0].tags.get(Tags::TIME_CONTROL),
            Some("一小时")
        );
    }

    #[test]
    fn a_clock_whose_record_leaves_nothing_loses_with_the_next_move() {
        let mut record = timed("60", &MOVES[..2]).to_record();
        let last = record.main_line().next().expect("a move");
        record.node_mut(last).notes_mut().clock = Some(0);
        let mut game = Game::from_record(record);
        let events = game.apply(Command::Play(mv("h0g2")), Now::at(0));
        let lost = Outcome::win(Side::Black, WinReason::Time);
        assert_eq!(events, Ok(vec![Event::Ended(lost)]));
    }

    #[test]
    fn the_clock_stands_still_when_the_game_does() {
        let start = Setup::from_fen("4k4/R8/9/9/9/9/9/9/9/3K4R").expect("a FEN");
        let mut mate = begin("60", start);
        mate.apply(Command::Play(mv("i0i9")), Now::at(0))
            .expect("legal");
        let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
        let moves: Vec<_> = shuffle.split(' ').map(|text| (text, 100)).collect();
        let mut ruled = timed("60", &moves);
        assert!(ruled.pending().is_some());
        let mut resigned = timed("60", &MOVES);
        resigned
            .apply(Command::Resign(Side::Red), Now::at(30_000))
            .expect("in progress");
        for game in [&mut mate, &mut ruled, &mut resigned] {
            let before = left(game, 0);
            assert_eq!(left(game, 900_000), before);
            let refused = game.apply(Command::Pause, Now::at(900_000));
            assert!(matches!(refused, Err(Refusal::Over(_) | Refusal::Ruled(_))));
            assert_eq!(
                game.clock().and_then(|clock| clock.next_change(Now::at(0))),
                None
            );
            game.apply(Command::TakeBack, Now::at(900_000))
                .expect("a move");
            assert!(game.clock().is_some_and(Clock::is_resting));
        }
        assert_eq!(left(&resigned, 0), [47_345, 52_655]);
    }

    #[test]
    fn a_line_that_becomes_the_game_has_cost_nothing_beside_it() {
        let mut game = timed("60+10", &MOVES);
        let first = game.record().main_line().next().expect("a move");
        let now = Now::at(21_000);
        game.apply(Command::Show(first), now).expect("a position");
        game.apply(Command::Play(mv("b9c7")), now).expect("legal");
        game.apply(Command::Promote(game.shown()), now)
            .expect("a position");
        assert!(game.clock().is_some_and(Clock::is_resting));
        assert_eq!(left(&game, 99_000), [65_000, 70_000]);
        let again = Game::from_record(game.to_record());
        assert_eq!(left(&again, 99_000), [65_000, 70_000]);
    }

    #[test]
    fn each_side_s_own_time_survives_a_session() {
        let sides = BySide {
            red: "40/60:30+5",
            black: "90b2x30c60",
        };
        let text = format!("{}|{}", sides.red, sides.black);
        let sitting = Sitting::new(timed(&text, &MOVES));
        let again = Sitting::read(&sitting.write()).expect("a session");
        let clock = again.game.clock().expect("a clock");
        assert_eq!(
            clock.control().of_side(Side::Black).to_string(),
            sides.black
        );
        assert_eq!(left(&again.game, 0), [47_345, 142_655]);
    }
}
