//! Clocks: time controls, remaining times, and the reasons a clock is stopped.

use super::catalogue::{labels, say, say_about, say_count};
use super::{decimal, side};
use crate::game::Pause;
use crate::game::clock::{
    Allowance, Bonus, Clock, ClockReading, Millis, TimeControl, TimeControlError, TimeStage,
    seconds_text,
};
use crate::rules::{BySide, Side};
use std::ops::RangeInclusive;

/// Name of a game without a clock.
fn no_clock() -> &'static str {
    // Translators: what was agreed on is a game without a clock.
    say!("No clock")
}

labels! {
    // Translators: a button that stops the clock and hides the board.
    pause = say!("Pause");
    // Translators: a button that lets the clock run on after a pause.
    resume = say!("Resume");
    start_clock = say!("Start Clock");
    // Translators: in a list of programs that do something before the computer is suspended, why this one does.
    why_delay_sleep = say!("The game clock has to be stopped");
    // Translators: a heading in the place of the board while the game is paused.
    paused_title = say!("Paused");
    // Translators: a button of a paused game: an arbiter sets the time that is left of the players.
    adjust_clocks = say!("Adjust Clocks…");
}

/// Note beside a clock whose time is used up.
fn flag_down() -> &'static str {
    // Translators: beside a clock whose time is used up.
    say!("flag down")
}

/// Description of a time control: `60 minutes plus 30 seconds per move`, `10 minutes, then 5 periods of 30 seconds`.
pub fn time_control(control: Option<&TimeControl>) -> String {
    let Some(TimeControl(BySide { red, black })) = control else {
        return no_clock().into();
    };
    if red == black {
        return allowance(red);
    }
    let (red, black) = (allowance(red), allowance(black));
    // Translators: the times of two players who do not have the same: “Red: 5 minutes. Black: 1 minute.”
    say!("Red: {red}. Black: {black}.", red, black)
}

fn allowance(allowance: &Allowance) -> String {
    let stages = allowance.stages().iter().map(stage).reduce(|first, next| {
        // Translators: stages of a game’s time: “2 hours for 40 moves, then 60 minutes”. {next} is one of them.
        say_about!("time", "{first}, then {next}", first, next)
    });
    let stages = stages.unwrap_or_default();
    let repeated = allowance.stages().last().is_some_and(is_repeated);
    match (repeated, allowance.cap().map(duration)) {
        (false, None) => stages,
        // Translators: after the last of a game’s stages it begins anew: “1 hour for 20 moves, repeating”.
        (true, None) => say!("{stages}, repeating", stages),
        // Translators: a game’s time and the limit for each move: “10 minutes, at most 45 seconds per move”.
        (false, Some(limit)) => say!("{stages}, at most {limit} per move", stages, limit),
        // Translators: a game’s time, whose last stage begins anew, and the limit for each move.
        (true, Some(limit)) => say!(
            "{stages}, repeating, at most {limit} per move",
            stages,
            limit
        ),
    }
}

/// Whether the last stage repeats.
fn is_repeated(stage: &TimeStage) -> bool {
    stage.moves.is_some()
}

fn stage(stage: &TimeStage) -> String {
    let time = duration(stage.time);
    let time = match stage.moves {
        None => time,
        // Translators: a stage of a game’s time: “2 hours for 40 moves”.
        Some(moves) => say_count!("{time} for a move", "{time} for {moves} moves", moves, time),
    };
    match stage.bonus {
        Bonus::None => time,
        // Translators: “60 minutes plus 30 seconds per move”, which are added for each move.
        Bonus::Increment(more) => say!("{time} plus {more} per move", time, more = duration(more)),
        // Translators: “5 minutes with a delay of 3 seconds”, which gives back up to that much of what a move took.
        Bonus::Delay(delay) => say!(
            "{time} with a delay of {delay}",
            time,
            delay = duration(delay)
        ),
        Bonus::Periods { count, length } => {
            // Translators: periods of byoyomi: “5 periods of 30 seconds”.
            let periods = say_count!(
                "one period of {length}",
                "{count} periods of {length}",
                count,
                length = duration(length)
            );
            match stage.time {
                0 => periods,
                // Translators: “10 minutes, then 5 periods of 30 seconds”.
                _ => say_about!("time", "{time}, then {periods}", time, periods),
            }
        }
    }
}

/// A length of time in milliseconds: `45 seconds`, `60 minutes`, `2 hours and 30 minutes`.
pub(super) fn duration(time: Millis) -> String {
    let minutes = time / 60_000;
    // Up to ninety minutes or seconds, no larger unit is customary.
    let (hours, minutes) = if minutes > 90 {
        (minutes / 60, minutes % 60)
    } else {
        (0, minutes)
    };
    let (minutes, rest) = if time <= 90_000 && time != 60_000 {
        (0, time)
    } else {
        (minutes, time % 60_000)
    };
    let hours = (hours > 0).then(|| in_hours(hours));
    let minutes = (minutes > 0).then(|| in_minutes(minutes));
    let units = [hours, minutes, rest_in_seconds(rest)];
    let units: Vec<_> = units.into_iter().flatten().collect();
    match &units[..] {
        [] => in_seconds(0),
        [only] => only.clone(),
        [larger, smaller] => {
            // Translators: a length of time in two units: “2 hours and 30 minutes”.
            say_about!("length of time", "{larger} and {smaller}", larger, smaller)
        }
        // Translators: a length of time in three units: “2 hours, 30 minutes and 5 seconds”.
        [hours, minutes, seconds, ..] => say_about!(
            "length of time",
            "{hours}, {minutes} and {seconds}",
            hours,
            minutes,
            seconds
        ),
    }
}

/// A number of hours.
pub(super) fn in_hours(count: u64) -> String {
    say_count!("{count} hour", "{count} hours", count)
}

/// A number of minutes.
pub(super) fn in_minutes(count: u64) -> String {
    say_count!("{count} minute", "{count} minutes", count)
}

/// A number of seconds.
pub(super) fn in_seconds(count: u64) -> String {
    say_count!("{count} second", "{count} seconds", count)
}

fn rest_in_seconds(time: Millis) -> Option<String> {
    match (time / 1000, time % 1000) {
        (0, 0) => None,
        (count, 0) => Some(in_seconds(count)),
        (whole, part) => {
            let number = format!("{whole}.{part:03}");
            let number = decimal(number.trim_end_matches('0'));
            // Translators: {number} has a fraction: “2.5 seconds”.
            Some(say!("{number} seconds", number))
        }
    }
}

/// Reason an entry is not a valid time control.
pub fn time_control_error(error: TimeControlError) -> String {
    let (times, of_move) = (Allowance::TIMES, Allowance::MOVE_TIMES);
    let (moves, periods) = (Allowance::MOVES, Allowance::PERIODS);
    let between =
        |times: RangeInclusive<Millis>| (duration(*times.start()), duration(*times.end()));
    match error {
        TimeControlError::NotRecorded => {
            say!("The time control is not known. Choose one in New Game.").into()
        }
        TimeControlError::Syntax => {
            say!("This is not a time control. Choose one in New Game.").into()
        }
        TimeControlError::Stages => {
            say!("Enter a number of moves for every period except the last.").into()
        }
        TimeControlError::Time(_) => {
            let (least, most) = between(times);
            // Translators: {least} and {most} are lengths of time, such as “24 hours”.
            say!(
                "Choose a time for the game from {least} to {most}.",
                least,
                most
            )
        }
        TimeControlError::MoveTime(_) => {
            let (least, most) = between(of_move);
            // Translators: {least} and {most} are lengths of time, such as “60 minutes”.
            say!(
                "Choose a time per move from {least} to {most}.",
                least,
                most
            )
        }
        TimeControlError::Moves(_) => {
            say!(
                "Choose a number of moves from {least} to {most}.",
                least = moves.start(),
                most = moves.end()
            )
        }
        TimeControlError::Periods(_) => {
            say!(
                "Choose a number of periods from {least} to {most}.",
                least = periods.start(),
                most = periods.end()
            )
        }
    }
}

/// Reason for a pause.
pub fn paused(why: Pause) -> &'static str {
    match why {
        Pause::Asked => say!("Both clocks are stopped, and the board is hidden."),
        Pause::Slept => {
            say!("Paused because the computer was suspended. That time is not counted.")
        }
    }
}

/// The time of a player, set by an arbiter.
pub fn time_set(player: &str, [before, after]: [Millis; 2]) -> String {
    let [before, after] = [before, after].map(|time| seconds_text(time.div_ceil(1000)));
    // Translators: {before} and {after} are clock times: “Red’s time was 4:10 and is now 6:10.”
    say!(
        "{player}’s time was {before} and is now {after}.",
        player,
        before,
        after
    )
}

/// An arbiter's acts and remark, for the players and for the record.
pub fn arbiter_says(acts: Vec<String>, remark: &str) -> String {
    let said = super::paragraph(acts.into_iter().chain([remark.to_owned()]));
    // Translators: {said} is what the arbiter of a game has done or written: “Arbiter: Red’s time was 4:10 and is now 6:10.”
    say!("Arbiter: {said}", said)
}

/// Note beside a clock with periods: `5 periods`, and while one runs `3 periods left`, `last period`.
fn periods(face: &ClockReading) -> Option<String> {
    // A period is the time for one move, and is lost when the move takes longer.
    Some(match (face.periods?, face.in_period) {
        // Translators: beside a clock: there are no periods of byoyomi any more.
        (0, _) => say!("no periods left").into(),
        // Translators: beside a clock: the last period of byoyomi runs.
        (1, true) => say!("last period").into(),
        // Translators: beside a clock: how many periods of byoyomi are left, the one that runs included.
        (count, true) => say_count!("{count} period left", "{count} periods left", count),
        // Translators: beside a clock: how many periods of byoyomi will come.
        (count, false) => say_count!("{count} period", "{count} periods", count),
    })
}

/// Notes beside a side’s clock, one per line: other time left, and the reason it is stopped on its turn.
pub fn clock_notes(of: Side, clock: &Clock, face: &ClockReading) -> Vec<String> {
    let is_mine = clock.turn() == of;
    let cap = face.cap.as_ref().filter(|_| is_mine);
    // Translators: beside a clock: what is left of the time for this move, as in “move 0:20”.
    let cap = cap.map(|cap| say!("move {time}", time = decimal(cap)));
    if face.is_flag_down {
        let cap = cap.filter(|_| clock.exceeded_cap().is_some());
        return cap.into_iter().chain([flag_down().into()]).collect();
    }
    let state = match clock {
        _ if !is_mine => None,
        clock if clock.is_paused() => Some(stands()),
        clock if clock.is_resting() => Some(waits(clock)),
        _ => None,
    };
    let notes = [periods(face), to_go(face), cap, state.map(Into::into)];
    notes.into_iter().flatten().collect()
}

/// Note beside a clock of a stage with a number of moves: `4 moves to go`.
fn to_go(face: &ClockReading) -> Option<String> {
    // Translators: beside a clock: how many moves are still to be made until more time comes.
    let to_go = |count: usize| say_count!("{count} move to go", "{count} moves to go", count);
    face.moves_to_go.map(to_go)
}

fn runs() -> &'static str {
    // Translators: beside a clock: what it does.
    say_about!("clock", "running")
}

fn stands() -> &'static str {
    // Translators: beside a clock: what it does.
    say_about!("clock", "paused")
}

/// Note beside a stopped clock, before its first start or a restart.
fn waits(clock: &Clock) -> &'static str {
    if clock.is_at_start() {
        rests()
    } else {
        stopped()
    }
}

fn rests() -> &'static str {
    // Translators: beside a clock: what it does.
    say_about!("clock", "not started")
}

fn stopped() -> &'static str {
    // Translators: beside a clock: what it does.
    say_about!("clock", "stopped")
}

/// Accessible name of a clock with its state: `Red’s clock: 12:34, 5 periods, running`.
pub fn live_clock(of: Side, live: &Clock, face: &ClockReading) -> String {
    let state = match live {
        _ if face.is_flag_down => Some(flag_down()),
        live if live.turn() != of => None,
        live if live.is_running() => Some(runs()),
        live if live.is_paused() => Some(stands()),
        live if live.is_resting() => Some(waits(live)),
        _ => None,
    };
    told(of, face, state)
}

fn told(of: Side, face: &ClockReading, state: Option<&str>) -> String {
    // Translators: read out of a clock: “0:49 for this move”.
    let of_move = |time: &str| say!("{time} for this move", time = decimal(time));
    let cap = face.cap.as_deref().map(of_move);
    let notes = [
        Some(decimal(&face.text)),
        periods(face),
        to_go(face),
        cap,
        state.map(Into::into),
    ];
    let notes: Vec<_> = notes.into_iter().flatten().collect();
    // Translators: read out of a clock; {notes} is the time that is left and more: “12:34, 5 periods, running”.
    say!(
        "{side}’s clock: {notes}",
        side = side(of),
        notes = super::notes(&notes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Now;
    use crate::game::clock::Clock;

    #[test]
    fn a_time_control_is_said_in_words() {
        for (text, words) in [
            ("-", "No clock"),
            ("300", "5 minutes"),
            ("3600+30", "60 minutes plus 30 seconds per move"),
            ("5400+30", "90 minutes plus 30 seconds per move"),
            ("600c45", "10 minutes, at most 45 seconds per move"),
            ("300d3", "5 minutes with a delay of 3 seconds"),
            ("600b5x30", "10 minutes, then 5 periods of 30 seconds"),
            ("0b1x30", "one period of 30 seconds"),
            ("40/7200:3600", "2 hours for 40 moves, then 60 minutes"),
            (
                "40/9000+1",
                "2 hours and 30 minutes for 40 moves plus 1 second per move, repeating",
            ),
            (
                "300|60+2.5",
                "Red: 5 minutes. Black: 1 minute plus 2.5 seconds per move.",
            ),
        ] {
            let control = TimeControl::read(text).expect("a control");
            assert_eq!(time_control(control.as_ref()), words, "{text}");
        }
    }

    #[test]
    fn a_length_of_time_has_units_of_its_size() {
        for (time, words) in [
            (0, "0 seconds"),
            (1_000, "1 second"),
            (1_050, "1.05 seconds"),
            (60_000, "1 minute"),
            (90_000, "90 seconds"),
            (91_000, "1 minute and 31 seconds"),
            (5_400_000, "90 minutes"),
            (7_201_000, "2 hours and 1 second"),
            (86_400_000, "24 hours"),
        ] {
            assert_eq!(duration(time), words);
        }
    }

    #[test]
    fn an_arbiter_tells_what_was_set_and_why() {
        let set = time_set("Red", [249_001, 370_000]);
        assert_eq!(
            arbiter_says(vec![set], "Illegal move."),
            "Arbiter: Red’s time was 4:10 and is now 6:10. Illegal move."
        );
        assert_eq!(arbiter_says(Vec::new(), "A claim"), "Arbiter: A claim");
    }

    #[test]
    fn the_limits_are_told() {
        let fault = |text| time_control_error(TimeControl::read(text).expect_err("a fault"));
        assert_eq!(
            fault("0"),
            "Choose a time for the game from 1 second to 24 hours."
        );
        assert_eq!(
            fault("60b100x9"),
            "Choose a number of periods from 1 to 99."
        );
    }

    #[test]
    fn a_clock_is_read_out_with_its_periods() {
        let control = TimeControl::read("60b2x30c50").expect("a control");
        let mut live = Clock::new(control.expect("a clock"), Side::Red);
        live.resume(Now::at(0));
        let said =
            |live: &Clock, now| live_clock(Side::Red, live, &live.face(Side::Red, Now::at(now)));
        assert_eq!(
            said(&live, 1_000),
            "Red’s clock: 0:59, 2 periods, 0:49 for this move, running"
        );
        for now in [40_000, 40_000] {
            live.press(Now::at(now));
        }
        assert_eq!(
            said(&live, 70_000),
            "Red’s clock: 0:20, 2 periods left, 0:20 for this move, running"
        );
        assert!(said(&live, 89_000).starts_with("Red’s clock: 1.0, 2 periods left"));
    }

    #[test]
    fn what_a_clock_does_stands_beside_it_where_it_is_that_side_s_turn() {
        let control = TimeControl::read("2/60:30c20").expect("a control");
        let mut live = Clock::new(control.expect("a clock"), Side::Red);
        let told = |live: &Clock, side, now| {
            let face = live.face(side, Now::at(now));
            (
                clock_notes(side, live, &face).join(", "),
                live_clock(side, live, &face),
            )
        };
        let notes = |live: &Clock, side, now| told(live, side, now).0;
        let opened = Clock::replay(live.control().clone(), Side::Red, [Some(55_000)]);
        assert!(notes(&opened, Side::Black, 0).ends_with("stopped"));
        let waits = "2 moves to go, move 0:20, not started";
        assert_eq!(notes(&live, Side::Red, 0), waits);
        assert_eq!(notes(&live, Side::Black, 0), "2 moves to go");
        live.press(Now::at(0));
        let (_, said) = told(&live, Side::Black, 5_000);
        assert_eq!(
            said,
            "Black’s clock: 0:55, 2 moves to go, 0:15 for this move, running"
        );
        assert_eq!(notes(&live, Side::Red, 5_000), "1 move to go");
        live.pause(Now::at(5_000));
        assert!(notes(&live, Side::Black, 9_000).ends_with("move 0:15, paused"));
        live.resume(Now::at(9_000));
        assert_eq!(notes(&live, Side::Black, 60_000), "flag down");
        assert!(told(&live, Side::Black, 60_000).1.ends_with(", flag down"));
    }
}
