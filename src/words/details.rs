//! The details of a game.

use super::catalogue::{labels, say, say_about, say_count};
use super::value;
use crate::rules::Outcome;

/// Name of a month, from 1.
fn month_name(month: u8) -> Option<&'static str> {
    Some(match month {
        // Translators: The name of the month within a date; see the message “{day} {month} {year}”.
        1 => say_about!("in a date", "January"),
        2 => say_about!("in a date", "February"),
        3 => say_about!("in a date", "March"),
        4 => say_about!("in a date", "April"),
        5 => say_about!("in a date", "May"),
        6 => say_about!("in a date", "June"),
        7 => say_about!("in a date", "July"),
        8 => say_about!("in a date", "August"),
        9 => say_about!("in a date", "September"),
        10 => say_about!("in a date", "October"),
        11 => say_about!("in a date", "November"),
        12 => say_about!("in a date", "December"),
        _ => return None,
    })
}

labels! {
    no_name = say!("No name given");
}

/// Accessible name of a detail: `Red: Hu Ronghua`.
pub fn detail(caption: &str, value: &str) -> String {
    // Translators: Read out: what a detail of a game is, and what it says, such as “Red: Hu Ronghua”.
    say!("{caption}: {value}", caption, value)
}

/// Start of a game, from the tags of its file: `31 January 2026, 14:05`. Other formats are shown verbatim.
pub fn begun(date: Option<&str>, time: Option<&str>) -> String {
    let date = date.map(|date| day(date).unwrap_or_else(|| date.to_owned()));
    let time = time.map(|time| minute(time).unwrap_or(time).to_owned());
    let [date, time] = [date, time].map(|one| one.map(|one| value(&one).into_owned()));
    match (date, time) {
        // Translators: When a game began: “31 January 2026, 14:05”.
        (Some(date), Some(time)) => say_about!("moment", "{date}, {time}", date, time),
        (date, time) => date.or(time).unwrap_or_default(),
    }
}

/// Formats `2026-01-31` as `31 January 2026`.
fn day(date: &str) -> Option<String> {
    let mut parts = date.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, month, day): (u16, u8, u8) =
        (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let month = month_name(month)?;
    if !(1..=31).contains(&day) {
        return None;
    }
    // Translators: A date such as 31 January 2026; {month} is the name of the month as you have translated it.
    Some(say_about!("date", "{day} {month} {year}", day, month, year))
}

/// Shortens `14:05:33` to `14:05`.
fn minute(time: &str) -> Option<&str> {
    let (minute, seconds) = time.rsplit_once(':')?;
    let is_time = minute.len() == 5 && seconds.len() == 2;
    is_time.then_some(minute)
}

/// File of a game. `safe` means that nothing is lost when the game is closed.
pub fn file(name: Option<&str>, safe: bool, over: bool) -> String {
    match (name, safe, over) {
        (Some(name), true, _) => name.to_owned(),
        // Translators: {name} is the name of a file.
        (Some(name), false, _) => say!("{name} (unsaved changes)", name),
        (None, true, true) => say!("Stored with the finished games").into(),
        (None, _, _) => say!("Not saved").into(),
    }
}

/// Number of rounds of this number of plies, the last of which may be half a round.
pub(super) const fn rounds(plies: usize) -> usize {
    plies.div_ceil(2)
}

/// Length of a game, and the number of moves taken back.
pub fn move_count(played: usize, taken_back: usize) -> String {
    let moves = match played {
        // Translators: How many moves a game has.
        0 => say_about!("moves", "None yet").into(),
        // Translators: how long a game is; a round is one move of each side.
        _ => say_count!("{count} round", "{count} rounds", count = rounds(played)),
    };
    match taken_back {
        0 => moves,
        // Translators: {moves} such as “7 rounds”; {count} moves more were taken back.
        _ => say_count!(
            "{moves}, {count} taken back",
            "{moves}, {count} taken back",
            count = taken_back,
            moves
        ),
    }
}

/// Result of a game, or that it has none yet.
pub fn result(outcome: Option<Outcome>, who: &super::Players) -> String {
    match outcome {
        Some(outcome) => super::outcome(outcome, who),
        // Translators: Of a game.
        None => say!("In progress").into(),
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
        assert_eq!(move_count(1, 0), "1 round");
        assert_eq!(move_count(7, 2), "4 rounds, 2 taken back");
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
