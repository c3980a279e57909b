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

/// Name of a file for one of many games: its number, and its players or, without them, its title.
pub fn numbered_title(number: usize, tags: &Tags) -> String {
    let has_players = [Tags::RED, Tags::BLACK]
        .iter()
        .any(|name| tags.get(name).is_some());
    let title = tags.get(Tags::TITLE).filter(|_| !has_players);
    let title = title.map_or_else(|| title_of(tags), harmless);
    format!("{number:04} {title}")
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
    fn one_of_many_is_numbered() {
        let mut tags = Tags::default();
        assert_eq!(numbered_title(7, &tags), "0007 Red – Black");
        tags.set(Tags::TITLE, "适情雅趣/1");
        assert_eq!(numbered_title(12345, &tags), "12345 适情雅趣-1");
        tags.set(Tags::RED, "A");
        assert_eq!(numbered_title(1, &tags), "0001 A – Black");
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
