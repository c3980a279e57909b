//! Title of a game, used as its file name.

use super::side;
use crate::game::Sitting;
use crate::record::Tags;
use crate::rules::Side;

/// Maximum number of bytes of a player's name in a file name, which is limited to 255.
const MAX_NAME: usize = 60;

/// Date and players of a game, without characters unsafe in file names.
pub fn title(sitting: &Sitting) -> String {
    title_of(&sitting.game.record().tags)
}

/// Date and players of a game with these tags, likewise.
pub fn title_of(tags: &Tags) -> String {
    let tag = |name, other: &str| harmless(tags.get(name).unwrap_or(other));
    let moment = format!("{} {}", tag(Tags::DATE, ""), tag(Tags::TIME, ""));
    let [red, black] = Side::ALL.map(side);
    let players = format!("{} – {}", tag(Tags::RED, red), tag(Tags::BLACK, black));
    format!("{} {players}", moment.trim()).trim().to_owned()
}

/// Part of a file name: limited in length, and without unsafe characters.
fn harmless(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        if name.len() + letter.len_utf8() > MAX_NAME {
            break;
        }
        name.push(match letter {
            ':' => '.',
            '/' | '\\' => '-',
            letter if letter.is_control() => ' ',
            letter => letter,
        });
    }
    name.trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_harmless() {
        assert_eq!(harmless("../..\n:"), "-.. .".trim_start_matches('.'));
        let long = "帥".repeat(200);
        assert!(harmless(&long).len() <= MAX_NAME);
        assert!(long.starts_with(&harmless(&long)));
    }

    #[test]
    fn it_tells_the_moment_and_the_players() {
        let mut sitting = Sitting::default();
        assert_eq!(title(&sitting), "Red – Black");
        sitting.game.edit_tags(|tags| {
            tags.set(Tags::DATE, "2026-11-20");
            tags.set(Tags::TIME, "14:05:33");
            tags.set(Tags::BLACK, "A/B");
        });
        assert_eq!(title(&sitting), "2026-11-20 14.05.33 Red – A-B");
    }
}
