//! What the details of a game say.

use super::catalogue::say;
use crate::rules::{Outcome, Verdict};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A player who is not named.
#[must_use]
pub fn no_name() -> &'static str {
    say!("No name given")
}

/// A detail as it is read out: `Red: Hu Ronghua`.
#[must_use]
pub fn detail(caption: &str, value: &str) -> String {
    format!("{caption}: {value}")
}

/// When a game began, from the tags of its file: `31 January 2026, 14:05`. What another program wrote in
/// its own way is shown as it is.
#[must_use]
pub fn begun(date: Option<&str>, time: Option<&str>) -> String {
    let date = date.map(|date| day(date).unwrap_or_else(|| date.to_owned()));
    let time = time.map(|time| minute(time).unwrap_or(time).to_owned());
    let parts: Vec<_> = [date, time].into_iter().flatten().collect();
    parts.join(", ")
}

/// `2026-01-31` as `31 January 2026`.
fn day(date: &str) -> Option<String> {
    let mut parts = date.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, month, day): (u16, usize, u8) =
        (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let month = MONTHS.get(month.checked_sub(1)?)?;
    (1..=31)
        .contains(&day)
        .then(|| format!("{day} {month} {year}"))
}

/// `14:05:33` as `14:05`.
fn minute(time: &str) -> Option<&str> {
    let (minute, seconds) = time.rsplit_once(':')?;
    let is_time = minute.len() == 5 && seconds.len() == 2;
    is_time.then_some(minute)
}

/// Where a game is kept. `safe` is one that nothing of would be lost.
#[must_use]
pub fn file(name: Option<&str>, safe: bool, over: bool) -> String {
    match (name, safe, over) {
        (Some(name), true, _) => name.to_owned(),
        (Some(name), false, _) => format!("{name} (with unsaved changes)"),
        (None, true, true) => "Kept among the finished games".into(),
        (None, _, _) => "Not saved".into(),
    }
}

/// How many moves there are.
#[must_use]
pub fn move_count(played: usize, taken_back: usize) -> String {
    let moves = match played {
        0 => "None yet".into(),
        1 => "1 move".into(),
        _ => format!("{played} moves"),
    };
    match taken_back {
        0 => moves,
        _ => format!("{moves}, {taken_back} taken back"),
    }
}

/// How a game ended, or that it has not.
#[must_use]
pub fn result(outcome: Option<Outcome>, pending: Option<&Verdict>) -> String {
    match (outcome, pending) {
        (Some(outcome), _) => super::outcome(outcome),
        (None, Some(verdict)) => super::ruled(verdict).into(),
        (None, None) => "In progress".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_spelled_out_and_anything_else_left_alone() {
        let both = begun(Some("2026-01-31"), Some("14:05:33"));
        assert_eq!(both, "31 January 2026, 14:05");
        assert_eq!(begun(Some("2026-12-01"), None), "1 December 2026");
        assert_eq!(begun(None, Some("morning")), "morning");
        assert_eq!(begun(None, None), "");
        for odd in [
            "????-??-??",
            "2026",
            "2026-13-01",
            "2026-00-01",
            "2026-01-32",
            "-",
        ] {
            assert_eq!(begun(Some(odd), None), odd);
        }
    }

    #[test]
    fn moves_are_counted_in_words() {
        assert_eq!(move_count(0, 0), "None yet");
        assert_eq!(move_count(1, 0), "1 move");
        assert_eq!(move_count(7, 2), "7 moves, 2 taken back");
    }

    #[test]
    fn only_what_is_lost_is_called_unsaved() {
        assert_eq!(file(Some("a.xiangqi"), true, false), "a.xiangqi");
        assert!(file(Some("a.xiangqi"), false, true).contains("unsaved"));
        assert_eq!(file(None, true, false), "Not saved");
        assert_eq!(file(None, false, true), "Not saved");
        assert!(file(None, true, true).contains("finished games"));
    }
}
