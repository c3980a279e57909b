//! What is said about time: what was agreed on, what is left, and why the clock stands still.

use super::catalogue::say;
use super::{list, side};
use crate::game::Pause;
use crate::game::clock::{
    Allowance, Bonus, Clock, Face, Millis, Stage, TimeControl, TimeControlError,
};
use crate::rules::{BySide, Side};

/// A game without a clock.
#[must_use]
pub fn no_clock() -> &'static str {
    say!("No clock")
}
/// Stops the clock and hides the board.
#[must_use]
pub fn pause() -> &'static str {
    say!("Pause")
}
/// Lets the clock run on.
#[must_use]
pub fn resume() -> &'static str {
    say!("Resume")
}
/// Lets a clock run that has not run yet.
#[must_use]
pub fn start_clock() -> &'static str {
    say!("Start the Clock")
}
/// What stands in the place of the board meanwhile.
#[must_use]
pub fn paused_title() -> &'static str {
    say!("Paused")
}
/// What stands beside a clock whose time is used up.
fn flag_down() -> &'static str {
    say!("flag down")
}

/// What was agreed on: `60 minutes and 30 seconds a move`, `10 minutes, then 5 periods of 30 seconds`.
#[must_use]
pub fn time_control(control: Option<&TimeControl>) -> String {
    let Some(TimeControl(BySide { red, black })) = control else {
        return no_clock().into();
    };
    if red == black {
        return allowance(red);
    }
    let (red, black) = (allowance(red), allowance(black));
    format!("Red: {red}. Black: {black}.")
}

fn allowance(allowance: &Allowance) -> String {
    let stages: Vec<_> = allowance.stages().iter().map(stage).collect();
    let mut text = stages.join(", then ");
    if allowance.stages().last().is_some_and(is_repeated) {
        text += ", again and again";
    }
    if let Some(cap) = allowance.cap() {
        text += &format!(", and no move longer than {}", duration(cap));
    }
    text
}

/// Whether a stage that is the last begins anew.
fn is_repeated(stage: &Stage) -> bool {
    stage.moves.is_some()
}

fn stage(stage: &Stage) -> String {
    let time = duration(stage.time);
    let time = match stage.moves {
        None => time,
        Some(1) => format!("{time} for a move"),
        Some(moves) => format!("{time} for {moves} moves"),
    };
    match stage.bonus {
        Bonus::None => time,
        Bonus::Increment(more) => format!("{time} and {} a move", duration(more)),
        Bonus::Delay(delay) => {
            format!(
                "{time}, of which a move gives back up to {}",
                duration(delay)
            )
        }
        Bonus::Periods { count, length } => {
            let periods = match count {
                1 => format!("one period of {}", duration(length)),
                _ => format!("{count} periods of {}", duration(length)),
            };
            match stage.time {
                0 => periods,
                _ => format!("{time}, then {periods}"),
            }
        }
    }
}

/// A length of time in milliseconds: `45 seconds`, `60 minutes`, `2 hours and 30 minutes`.
#[must_use]
pub fn duration(time: Millis) -> String {
    let minutes = time / 60_000;
    // Up to ninety minutes, and ninety seconds, nobody counts in anything larger.
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
    let unit = |count: u64, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let seconds = match rest % 1000 {
        0 => unit(rest / 1000, "second"),
        part => {
            let part = format!("{part:03}");
            let part = part.trim_end_matches('0');
            Some(format!("{}.{part} seconds", rest / 1000))
        }
    };
    let units = [unit(hours, "hour"), unit(minutes, "minute"), seconds];
    let units: Vec<_> = units.into_iter().flatten().collect();
    if units.is_empty() {
        "0 seconds".into()
    } else {
        list(&units)
    }
}

/// Why what was entered is no time control.
#[must_use]
pub fn time_control_error(error: TimeControlError) -> String {
    let (times, of_move) = (Allowance::TIMES, Allowance::MOVE_TIMES);
    let within =
        |what: &str, least: String, most: String| format!("{what} from {least} to {most}.");
    match error {
        TimeControlError::Unsaid => "The time control is not known.".into(),
        TimeControlError::Syntax => "This is not a time control.".into(),
        TimeControlError::Stages => "These stages do not follow one another.".into(),
        TimeControlError::Time(_) => within(
            "The time for a game can be",
            duration(*times.start()),
            duration(*times.end()),
        ),
        TimeControlError::MoveTime(_) => within(
            "The time for a move can be",
            duration(*of_move.start()),
            duration(*of_move.end()),
        ),
        TimeControlError::Moves(_) => within(
            "The number of moves can be",
            Allowance::MOVES.start().to_string(),
            Allowance::MOVES.end().to_string(),
        ),
        TimeControlError::Periods(_) => within(
            "The number of periods can be",
            Allowance::PERIODS.start().to_string(),
            Allowance::PERIODS.end().to_string(),
        ),
    }
}

/// Why the game does not go on.
#[must_use]
pub fn paused(why: Pause) -> &'static str {
    match why {
        Pause::Asked => "No clock runs, and the board is hidden from both players.",
        Pause::Slept => {
            "The computer was asleep: the game is paused, and the time before it fell asleep is \
             what counts."
        }
    }
}

/// What stands beside a clock with periods: `5 periods`, and while one runs `3 periods left`, `last period`.
#[must_use]
pub fn periods(face: &Face) -> Option<String> {
    let text = match (face.periods?, face.in_period) {
        (0, _) => "no period left".into(),
        (1, true) => "last period".into(),
        (1, false) => "1 period".into(),
        (count, true) => format!("{count} periods left"),
        (count, false) => format!("{count} periods"),
    };
    Some(text)
}

/// What a button says that stops the clock or lets it run, with its key.
#[must_use]
pub fn pause_tooltip(label: &str) -> String {
    format!("{label} (P)")
}

/// What stands beside a side’s clock, a line each: what else is left, and why it does not run on its turn.
#[must_use]
pub fn clock_notes(of: Side, clock: &Clock, face: &Face) -> Vec<String> {
    if face.is_down {
        return vec![flag_down().into()];
    }
    let is_mine = clock.turn() == of;
    let cap = face.cap.as_ref().filter(|_| is_mine);
    let state = match clock {
        _ if !is_mine => None,
        clock if clock.is_paused() => Some("paused"),
        clock if clock.is_resting() => Some("not running"),
        _ => None,
    };
    let to_go = face.moves_to_go.map(|count| match count {
        1 => "1 move to go".to_owned(),
        _ => format!("{count} moves to go"),
    });
    let cap = cap.map(|cap| format!("move {cap}"));
    let notes = [periods(face), to_go, cap, state.map(Into::into)];
    notes.into_iter().flatten().collect()
}

/// A clock as it is read out, with what it does: `Red’s clock: 12:34, 5 periods, running`.
#[must_use]
pub fn live_clock(of: Side, live: &Clock, face: &Face) -> String {
    let state = match live {
        _ if face.is_down => flag_down(),
        live if live.turn() != of => return clock(of, face),
        live if live.is_running() => "running",
        live if live.is_paused() => "paused",
        live if live.is_resting() => "not running",
        _ => return clock(of, face),
    };
    format!("{}, {state}", clock(of, face))
}

/// A clock as it is read out: `Red’s clock: 12:34, 5 periods`.
#[must_use]
pub fn clock(of: Side, face: &Face) -> String {
    let mut text = format!("{}’s clock: {}", side(of), face.text);
    if let Some(periods) = periods(face) {
        text += &format!(", {periods}");
    }
    if let Some(cap) = &face.cap {
        text += &format!(", for this move {cap}");
    }
    text
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
            ("3600+30", "60 minutes and 30 seconds a move"),
            ("5400+30", "90 minutes and 30 seconds a move"),
            ("600c45", "10 minutes, and no move longer than 45 seconds"),
            (
                "300d3",
                "5 minutes, of which a move gives back up to 3 seconds",
            ),
            ("600b5x30", "10 minutes, then 5 periods of 30 seconds"),
            ("0b1x30", "one period of 30 seconds"),
            ("40/7200:3600", "2 hours for 40 moves, then 60 minutes"),
            (
                "40/9000+1",
                "2 hours and 30 minutes for 40 moves and 1 second a move, again and again",
            ),
            (
                "300|60+2.5",
                "Red: 5 minutes. Black: 1 minute and 2.5 seconds a move.",
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
    fn the_limits_are_told() {
        let fault = |text| time_control_error(TimeControl::read(text).expect_err("a fault"));
        assert_eq!(
            fault("0"),
            "The time for a game can be from 1 second to 24 hours."
        );
        assert_eq!(
            fault("60b100x9"),
            "The number of periods can be from 1 to 99."
        );
    }

    #[test]
    fn a_clock_is_read_out_with_its_periods() {
        let control = TimeControl::read("60b2x30c50").expect("a control");
        let mut live = Clock::new(control.expect("a clock"), Side::Red);
        live.resume(Now::at(0));
        let said = |live: &Clock, now| clock(Side::Red, &live.face(Side::Red, Now::at(now)));
        assert_eq!(
            said(&live, 1_000),
            "Red’s clock: 0:59, 2 periods, for this move 0:49"
        );
        for now in [40_000, 40_000] {
            live.press(Now::at(now));
        }
        assert_eq!(
            said(&live, 70_000),
            "Red’s clock: 0:20, 2 periods left, for this move 0:20"
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
        let waits = "2 moves to go, move 0:20, not running";
        assert_eq!(notes(&live, Side::Red, 0), waits);
        assert_eq!(notes(&live, Side::Black, 0), "2 moves to go");
        live.press(Now::at(0));
        let (_, said) = told(&live, Side::Black, 5_000);
        assert_eq!(said, "Black’s clock: 0:55, for this move 0:15, running");
        assert_eq!(notes(&live, Side::Red, 5_000), "1 move to go");
        live.pause(Now::at(5_000));
        assert!(notes(&live, Side::Black, 9_000).ends_with("move 0:15, paused"));
        live.resume(Now::at(9_000));
        assert_eq!(notes(&live, Side::Black, 60_000), "flag down");
        assert!(told(&live, Side::Black, 60_000).1.ends_with(", flag down"));
    }
}
