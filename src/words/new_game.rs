//! The dialog for a new game. An underscore precedes the access key of a choice.

use super::catalogue::{labels, say, say_about};
use super::{clock, side};
use crate::game::clock::TimeControl;
use crate::rules::{Rulebook, Side};

labels! {
    /// Tooltip of the button that begins the game.
    start_about = say!("Start a game with these settings");
}

/// Short names of [`TimeControl::presets`], in that order.
pub fn time_presets() -> [&'static str; 5] {
    [
        // Translators: Short for 60 minutes plus 30 seconds per move, as at events of the World Xiangqi Federation.
        say!("60 min + 30 s (WXF)"),
        // Translators: Short for 10 minutes, at most 45 seconds per move.
        say!("10 min, max 45 s/move"),
        // Translators: Short for 5 minutes plus 3 seconds per move.
        say!("5 min + 3 s"),
        say!("20 min + 10 s"),
        // Translators: No clock.
        say_about!("clock", "None"),
    ]
}

labels! {
    /// Label of a custom time control.
    // Translators: A time of the players’ own.
    custom_time = say_about!("clock", "Custom");
    /// Accessible name of the choice of a custom time.
    custom_time_about = say!("Custom time control");
    /// Label of the last game's time control, if it is beyond the entry fields.
    last_time = say!("Last used");
    /// Accessible name of the choice of the last game's time.
    last_time_about = say!("Time control of the last game");
    /// Label of the switch for different times on both sides.
    different_times = say!("Unequal times");
    /// Label of the switch that repeats the last stage.
    time_comes_again = say!("Keep adding time every period");
}

/// Labels of the effects of a move on the time.
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

/// A time control being chosen: `60 minutes plus 30 seconds per move, as at WXF events`.
pub fn time_choice(control: Option<&TimeControl>) -> String {
    let time = clock::time_control(control);
    if control.is_some() && control == TimeControl::presets()[0].as_ref() {
        // Translators: {time} such as “60 minutes plus 30 seconds per move”; WXF is the World Xiangqi Federation.
        return say!("{time}, as at WXF events", time);
    }
    time
}

/// Label of a rulebook in a choice: its name with an access key.
pub fn rulebook_choice(book: Rulebook) -> &'static str {
    match book {
        // Translators: The rules about repeated moves, of the Asian and the World Xiangqi Federation.
        Rulebook::Asian => say!("_Asian rules (AXF and WXF)"),
        // Translators: The simple rules about repeated moves.
        Rulebook::Casual => say!("Cas_ual"),
        // Translators: No rules about repeated moves.
        Rulebook::Off => say_about!("rulebook", "_Off"),
    }
}

/// A player's name as entered; empty if it equals the side's own.
pub fn given_name(of: Side, written: &str) -> &str {
    let name = written.trim();
    if name == side(of) { "" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_the_rulebook_s_name_with_a_key_of_its_own() {
        let mut keys: Vec<char> = Vec::new();
        for book in Rulebook::ALL {
            let choice = rulebook_choice(book);
            assert_eq!(choice.replace('_', ""), super::super::rulebook(book));
            let key = choice
                .split('_')
                .nth(1)
                .and_then(|rest| rest.chars().next());
            keys.extend(key.expect("a key").to_lowercase());
        }
        assert_eq!(keys, ['a', 'u', 'o']);
    }

    #[test]
    fn a_preset_is_told_in_full() {
        let presets = TimeControl::presets();
        let told = presets
            .each_ref()
            .map(|preset| time_choice(preset.as_ref()));
        let wxf = "60 minutes plus 30 seconds per move, as at WXF events";
        let capped = "10 minutes, at most 45 seconds per move";
        let few = [
            "5 minutes plus 3 seconds per move",
            "20 minutes plus 10 seconds per move",
        ];
        assert_eq!(told, [wxf, capped, few[0], few[1], "No clock"]);
    }

    #[test]
    fn a_side_s_own_name_is_no_name() {
        assert_eq!(given_name(Side::Red, " Red "), "");
        assert_eq!(given_name(Side::Black, "Red"), "Red");
    }
}
