//! The dialog for a new game. An underscore precedes the access key of a choice.

use super::catalogue::{labels, say, say_about};
use super::{clock, odds_given, side};
use crate::game::clock::{Bonus, TimeControl};
use crate::game::{GameTerms, Seating};
use crate::rules::{BySide, Side};

labels! {
    start_about = say!("Start a game with these settings");
    // Translators: Where the two players sit.
    seating_title = say!("Seat_ing");
}

/// Short names of [`TimeControl::presets`], in that order.
pub fn time_presets() -> [&'static str; 5] {
    [
        // Translators: No clock.
        say_about!("clock", "None"),
        // Translators: Short for 5 minutes plus 3 seconds per move.
        say!("5 min + 3 s"),
        // Translators: Short for 10 minutes, at most 45 seconds per move.
        say!("10 min, max 45 s/move"),
        say!("20 min + 10 s"),
        // Translators: Short for 60 minutes plus 30 seconds per move, as at events of the World Xiangqi Federation.
        say!("60 min + 30 s (WXF)"),
    ]
}

labels! {
    // Translators: A time of the players’ own.
    custom_time = say_about!("clock", "Custom");
    custom_time_about = say!("Custom time control");
    // Translators: Label of the last game's time control, if it is beyond the entry fields.
    last_time = say!("Last used");
    last_time_about = say!("Time control of the last game");
}

/// Labels of the bonuses of a time control.
pub fn time_for_moves() -> [&'static str; 5] {
    [
        // Translators: These five are choices under “For each move”.
        say!("No extra time"),
        say!("Increment"),
        say!("Delay"),
        say!("Byoyomi"),
        say!("Limit per move"),
    ]
}

/// Summary of a new game: players, Red first, time and odds.
pub fn to_begin(terms: &GameTerms) -> String {
    let (red, black) = (called(terms, Side::Red), called(terms, Side::Black));
    let players = if terms.names.red.is_empty() {
        // Translators: the players of a game, Red first: “Red – Hu”.
        say!("{red} – {black}", red, black)
    } else {
        // Translators: the players of a game, Red first: “Lan (Red) – Hu”.
        say!("{red} (Red) – {black}", red, black)
    };
    let mut parts = vec![players];
    parts.extend(time_and_odds(terms));
    parts.join(" · ")
}

fn called(terms: &GameTerms, by: Side) -> &str {
    match terms.names[by].as_str() {
        "" => side(by),
        name => name,
    }
}

/// Summary of the time of a new game, and its odds if any.
pub(super) fn time_and_odds(terms: &GameTerms) -> Vec<String> {
    let time = terms.time.as_ref().and_then(brief_time);
    let time = time.unwrap_or_else(|| clock::time_control(terms.time.as_ref()));
    let given = terms.handicap;
    let odds = given.map(|given| odds_given(given.odds(), called(terms, given.giver())));
    [Some(time), odds].into_iter().flatten().collect()
}

/// Short name of a time control, `15 min + 10 s`, if it is that simple.
fn brief_time(control: &TimeControl) -> Option<String> {
    let TimeControl(BySide { red, black }) = control;
    let [stage] = red.stages() else { return None };
    let Bonus::Increment(more) = stage.bonus else {
        return None;
    };
    let is_simple = red == black && red.cap().is_none() && stage.moves.is_none();
    let is_whole = stage.time % 60_000 == 0 && more % 1_000 == 0;
    (is_simple && is_whole).then(|| {
        // Translators: Short for 15 minutes plus 10 seconds per move.
        say!(
            "{minutes} min + {seconds} s",
            minutes = stage.time / 60_000,
            seconds = more / 1_000
        )
    })
}

/// Accessible name of the field for a player’s name.
pub fn name_field(of: Side) -> String {
    // Translators: the field in which a player’s name is written: “Red’s name”.
    say!("{side}’s name", side = side(of))
}

/// A player's name as entered; empty if it equals the side's own.
pub fn given_name(of: Side, written: &str) -> &str {
    let name = written.trim();
    if name == side(of) { "" } else { name }
}

/// Label of a seating in a choice.
pub fn seating(seating: Seating) -> &'static str {
    match seating {
        // Translators: The board stays as it lies.
        Seating::Fixed => say_about!("seating", "Fixed"),
        // Translators: Both players sit at the same side of the screen.
        Seating::SideBySide => say_about!("seating", "Side by side"),
        // Translators: The players face each other over a screen that lies flat.
        Seating::AcrossTable => say_about!("seating", "Across the table"),
    }
}

/// Effect of a seating on the board.
pub fn seating_about(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => say!("The board does not turn"),
        Seating::SideBySide => say!("After each move the board turns to the other player"),
        Seating::AcrossTable => {
            say!("Lay the screen flat: each side faces its player")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Handicap, Odds};

    #[test]
    fn what_begins_is_told_in_one_line() {
        let mut terms = GameTerms::default();
        assert_eq!(to_begin(&terms), "Red – Black · No clock");
        terms.names.black = "Ming".to_owned();
        assert_eq!(to_begin(&terms), "Red – Ming · No clock");
        terms.names.red = "Lan".to_owned();
        terms.time = TimeControl::read("900+10").expect("a time");
        terms.handicap = Some(Handicap::usual(Odds::Horse));
        let told = "Lan (Red) – Ming · 15 min + 10 s · Lan gives horse odds";
        assert_eq!(to_begin(&terms), told);
        terms.names = BySide::default();
        terms.handicap = Some(Handicap::new(Odds::TwoMoves, Side::Black, Side::Red));
        assert!(to_begin(&terms).ends_with("10 s · Black gives two-move odds"));
        terms.time = TimeControl::read("600c45").expect("a time");
        let told =
            "Red – Black · 10 minutes, at most 45 seconds per move · Black gives two-move odds";
        assert_eq!(to_begin(&terms), told);
    }

    #[test]
    fn a_side_s_own_name_is_no_name() {
        assert_eq!(given_name(Side::Red, " Red "), "");
        assert_eq!(given_name(Side::Black, "Red"), "Red");
    }
}
