//! The computer as an opponent: its levels and its name.

use super::catalogue::{labels, say, say_about};
use crate::engine::Level;

labels! {
    // Translators: These four are opponents in a new game: somebody at this screen, and others.
    person_here = say!("Someone Here");
    the_computer = say!("The Computer");
    friend_far_away = say!("A Friend Far Away");
    by_letter = say!("By Letter");
    // Translators: Accessible name of the field for the name of the computer’s opponent.
    own_name = say!("Your name");
    cannot_think = say!("The computer cannot move, since the system could not start a thread.");
}

/// Name of a level.
pub fn level_name(level: Level) -> &'static str {
    match level.number() {
        // Translators: These eight are levels of the computer, from the weakest to the strongest.
        1 => say_about!("level", "Beginner"),
        2 => say_about!("level", "Learner"),
        3 => say_about!("level", "Casual"),
        4 => say_about!("level", "Regular"),
        5 => say_about!("level", "Experienced"),
        6 => say_about!("level", "Advanced"),
        7 => say_about!("level", "Strong"),
        _ => say_about!("level", "Strongest"),
    }
}

/// Description of a level.
pub fn level_about(level: Level) -> &'static str {
    match level.number() {
        // Translators: These eight say how the computer plays, from the weakest level to the strongest.
        1 => say!("Misses most threats"),
        2 => say!("Misses many replies"),
        3 => say!("Sees most threats of one move"),
        4 => say!("Punishes simple mistakes"),
        5 => say!("Overlooks little and looks ahead"),
        6 => say!("Rarely misses anything"),
        7 => say!("Looks far ahead"),
        _ => say!("Full strength"),
    }
}

/// Label of a level in a choice: `1 · Beginner`.
pub fn level_choice(level: Level) -> String {
    // Translators: A level of the computer: its number and its name, such as “1 · Beginner”.
    say!(
        "{number} · {name}",
        number = level.number(),
        name = level_name(level)
    )
}

/// Name of the computer as a player.
pub fn computer_name(level: Level) -> String {
    // Translators: The name of the computer among the players of a game; {level} is a number from 1 to 8.
    say!("Computer (level {level})", level = level.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_level_has_a_name_and_a_sentence_of_its_own() {
        let names: HashSet<_> = Level::all().map(level_name).collect();
        let about: HashSet<_> = Level::all().map(level_about).collect();
        assert_eq!((names.len(), about.len()), (8, 8));
        let first = Level::all().next().expect("a level");
        assert_eq!(level_choice(first), "1 · Beginner");
        assert_eq!(computer_name(first), "Computer (level 1)");
    }
}
