//! The clock face: its text, and the time of its next change.
//!
//! Times are rounded up, so that a clock shows zero only once its flag is down. Whole seconds are shown down to ten,
//! tenths below: `0:10`, which is shown while more than 9.9 seconds are left, is followed by `9.9`.

use super::control::SECOND;
use super::side_time::Remaining;
use super::{Bonus, Clock, Millis, Now, Run};
use crate::rules::Side;

/// Tenths are shown from this time down.
pub(super) const TENTHS: Millis = 9_900;
const TENTH: Millis = 100;

/// The face of one side's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left in the stage or in the running period: `1:02:03`, `12:34`, `0:10`, `9.4`.
    pub text: String,
    /// Number of periods left, including the running one; `None` if the control has none.
    pub periods: Option<u16>,
    /// Whether a period is running rather than the main time.
    pub in_period: bool,
    /// Time left of the cap for the next move, if there is a cap.
    pub cap: Option<String>,
    /// Number of moves to make before more time is added; `None` if none will be.
    pub moves_to_go: Option<usize>,
    /// Whether the time in [`ClockReading::text`] is running out.
    pub is_short: bool,
    /// Whether the cap for the next move is running out.
    pub is_cap_short: bool,
    /// Whether the flag is down.
    pub is_flag_down: bool,
}

/// Formats a time as a clock shows it, rounded up: `1:02:03`, `12:34`, `0:10`, `9.4`.
pub fn clock_text(time: Millis) -> String {
    if time <= TENTHS {
        let tenths = time.div_ceil(TENTH);
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    seconds_text(time.div_ceil(SECOND))
}

/// Formats a time in seconds: `1:02:03`, `12:34`, `0:10`.
pub fn seconds_text(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Reads a time as [`seconds_text`] writes it; a lone number counts minutes. `None` if it is none.
pub fn read_seconds_text(text: &str) -> Option<u64> {
    let parts: Vec<_> = text.trim().split(':').collect();
    let number = |text: &str, most| {
        let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let number = is_number.then(|| text.parse::<u64>().ok()).flatten();
        number.filter(|number| *number <= most)
    };
    let most = u64::MAX / 7200;
    let (hours, minutes, seconds) = match parts[..] {
        [minutes] => (0, number(minutes, most)?, 0),
        [minutes, seconds] => (0, number(minutes, most)?, number(seconds, 59)?),
        [hours, minutes, seconds] => (
            number(hours, most)?,
            number(minutes, 59)?,
            number(seconds, 59)?,
        ),
        _ => return None,
    };
    Some(hours * 3600 + minutes * 60 + seconds)
}

/// Whether a time is running out: tenths are shown, and of a time that each move has anew no more than a third is left.
fn is_short(time: Millis, whole: Option<Millis>) -> bool {
    let third = |whole: Millis| whole / 3 / TENTH * TENTH;
    time <= whole.map_or(TENTHS, |whole| TENTHS.min(third(whole)))
}

/// Time until the text of a running clock changes; `None` at zero.
fn until_change(time: Millis) -> Option<Millis> {
    let last = time.checked_sub(1)?;
    let next = if time <= TENTHS {
        last / TENTH * TENTH
    } else {
        TENTHS.max(last / SECOND * SECOND)
    };
    Some(time - next)
}

impl Clock {
    /// Face of a side's clock.
    pub fn face(&self, side: Side, now: Now) -> ClockReading {
        let allowance = self.control.of_side(side);
        let side_time = self.times[side];
        let used = self.used(side, now);
        let (time, periods, in_period) = match side_time.remaining(allowance, used) {
            Remaining::Main { time, periods } => (time, periods, false),
            Remaining::Period { time, periods } => (time, Some(periods), true),
        };
        let cap = allowance.cap().map(|cap| (cap.saturating_sub(used), cap));
        let whole = match allowance.stage_after(side_time.moves).0.bonus {
            Bonus::Periods { length, .. } if in_period => Some(length),
            _ => None,
        };
        ClockReading {
            text: clock_text(time),
            periods,
            in_period,
            cap: cap.map(|(left, _)| clock_text(left)),
            moves_to_go: side_time.moves_to_go(allowance),
            is_short: is_short(time, whole),
            is_cap_short: cap.is_some_and(|(left, cap)| is_short(left, Some(cap))),
            is_flag_down: used >= side_time.limit(allowance),
        }
    }

    /// The cap for one move, if exceeding it made the flag fall although game time is left.
    pub fn exceeded_cap(&self) -> Option<Millis> {
        let cap = self.control.of_side(self.turn).cap()?;
        let Run::Stopped { used, .. } = self.run else {
            return None;
        };
        (used >= cap && cap < self.times[self.turn].left).then_some(cap)
    }

    /// Time of the stage or period on a side's face, without what is left of the cap.
    pub fn stage_time(&self, side: Side, now: Now) -> Millis {
        self.times(side, now).0
    }

    /// Times on a side's face: that of the stage or period, and what is left of the cap.
    fn times(&self, side: Side, now: Now) -> (Millis, Option<Millis>) {
        let allowance = self.control.of_side(side);
        let used = self.used(side, now);
        let (Remaining::Main { time, .. } | Remaining::Period { time, .. }) =
            self.times[side].remaining(allowance, used);
        (time, allowance.cap().map(|cap| cap.saturating_sub(used)))
    }

    /// Shortest of the times on a side's face.
    pub fn shown_time(&self, side: Side, now: Now) -> Millis {
        let (time, cap) = self.times(side, now);
        cap.map_or(time, |cap| cap.min(time))
    }

    /// Monotonic time, in milliseconds, of the next change of a face or the fall of the flag; `now` if the flag is
    /// already down, `None` while no clock runs. A timer need not fire earlier.
    pub fn next_change(&self, now: Now) -> Option<Millis> {
        if !self.is_running() {
            return None;
        }
        let (time, cap) = self.times(self.turn, now);
        // The flag is down when either reaches zero.
        let change = until_change(time).zip(cap.map_or(Some(Millis::MAX), until_change));
        let change = change.map_or(0, |(rest, cap)| rest.min(cap));
        Some(now.monotonic.saturating_add(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up() {
        for (time, text) in [
            (0, "0.0"),
            (1, "0.1"),
            (100, "0.1"),
            (101, "0.2"),
            (9_301, "9.4"),
            (9_900, "9.9"),
            (9_901, "0:10"),
            (10_000, "0:10"),
            (10_001, "0:11"),
            (60_000, "1:00"),
            (753_001, "12:34"),
            (3_599_000, "59:59"),
            (3_599_001, "1:00:00"),
            (3_723_000, "1:02:03"),
            (86_400_000, "24:00:00"),
        ] {
            assert_eq!(clock_text(time), text, "{time}");
        }
    }

    #[test]
    fn a_time_is_read_as_it_is_written() {
        for seconds in (0..100_000).step_by(7) {
            assert_eq!(read_seconds_text(&seconds_text(seconds)), Some(seconds));
        }
        for (text, seconds) in [
            (" 5 ", Some(300)),
            ("90", Some(5_400)),
            ("0:07", Some(7)),
            ("0:60", None),
            ("1:60:00", None),
            ("1:2:3:4", None),
            ("-1:00", None),
            ("1:", None),
            ("", None),
            ("18446744073709551615", None),
            ("99999999999999999999:00", None),
        ] {
            assert_eq!(read_seconds_text(text), seconds, "{text}");
        }
    }

    #[test]
    fn a_time_looks_the_same_until_it_changes_and_differs_then() {
        for time in 1..=15_000 {
            let change = until_change(time).expect("not yet zero");
            assert_eq!(clock_text(time - change + 1), clock_text(time), "{time}");
            assert_ne!(clock_text(time - change), clock_text(time), "{time}");
        }
        assert_eq!(until_change(0), None);
        // One face a second from 1:00 to 0:10, then one a tenth from 9.9 to 0.0.
        let all = std::iter::successors(Some(60_000), |time| {
            until_change(*time).map(|change| *time - change)
        });
        assert_eq!(all.count(), 51 + 100);
    }
}
