//! Title of a game, used as its file name.

use super::side;
use crate::game::SessionState;
use crate::record::Tags;
use crate::rules::Side;

/// Maximum number of bytes of a tag in a title.
const MAX_TAG: usize = 42;
/// Maximum number of bytes of a title: with a date before it, a number and a suffix after it, a name has 143, the limit
/// of encrypted folders.
pub(super) const MAX_TITLE: usize = 110;

/// Date and players of a game, fit for a file name in any file system.
pub fn title(state: &SessionState) -> String {
    title_of(&state.game.record().tags)
}

/// Date and players from the tags of a game, fit for a file name in any file system.
pub fn title_of(tags: &Tags) -> String {
    let tag = |name, other: &str| harmless(tags.get(name).unwrap_or(other), MAX_TAG);
    let moment = format!("{} {}", tag(Tags::DATE, ""), tag(Tags::TIME, ""));
    let [red, black] = Side::ALL.map(side);
    let players = format!("{} – {}", tag(Tags::RED, red), tag(Tags::BLACK, black));
    let title = harmless(&format!("{} {players}", moment.trim()), MAX_TITLE);
    let title = title.trim();
    let first = title.split(['.', ' ']).next().unwrap_or_default();
    if is_device(first) {
        return format!("_{title}");
    }
    title.to_owned()
}

/// Whether a name is reserved for a device on Windows.
fn is_device(name: &str) -> bool {
    matches!(
        name.to_ascii_lowercase().as_bytes(),
        [b'c', b'o', b'n']
            | [b'p', b'r', b'n']
            | [b'a', b'u', b'x']
            | [b'n', b'u', b'l']
            | [b'c', b'o', b'm', b'0'..=b'9']
            | [b'l', b'p', b't', b'0'..=b'9']
    )
}

/// Name of a file for one of many games: its number, and its players or, without them, its title.
pub fn numbered_title(number: usize, tags: &Tags) -> String {
    let has_players = [Tags::RED, Tags::BLACK]
        .iter()
        .any(|name| tags.get(name).is_some());
    let title = tags.get(Tags::TITLE).filter(|_| !has_players);
    let title = title.map_or_else(|| title_of(tags), |title| harmless(title, MAX_TAG));
    format!("{number:04} {title}")
}

/// Part of a file name: limited in length, and without characters that some file system refuses.
pub(super) fn harmless(text: &str, max_len: usize) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        if name.len() + letter.len_utf8() > max_len {
            break;
        }
        name.push(match letter {
            ':' => '.',
            '/' | '\\' | '|' | '?' | '*' | '<' | '>' => '-',
            '"' => '\'',
            letter if letter.is_control() => ' ',
            letter => letter,
        });
    }
    let name = name.trim_start_matches('.');
    name.trim_end_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_harmless() {
        assert_eq!(harmless("../..\n: x", 60), "-.. . x");
        assert_eq!(harmless("a<b>?*|\"c\". .", 60), "a-b----'c'");
        let long = "帥".repeat(200);
        assert_eq!(harmless(&long, MAX_TAG), "帥".repeat(MAX_TAG / 3));
        let mut state = SessionState::default();
        state.game.edit_tags(|tags| {
            for name in [Tags::DATE, Tags::TIME, Tags::RED, Tags::BLACK] {
                tags.set(name, &long);
            }
        });
        let name = format!("2026-11-20 14.05.33 {} (99).xiangqi", title(&state));
        assert!(name.len() <= 143, "{} bytes", name.len());
    }

    #[test]
    fn it_is_the_name_of_no_device() {
        for (red, expected) in [
            ("con", "_con – Black"),
            ("Lpt1.x", "_Lpt1.x – Black"),
            ("Conny", "Conny – Black"),
        ] {
            let mut state = SessionState::default();
            state.game.edit_tags(|tags| tags.set(Tags::RED, red));
            assert_eq!(title(&state), expected);
        }
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
        let mut state = SessionState::default();
        assert_eq!(title(&state), "Red – Black");
        state.game.edit_tags(|tags| {
            tags.set(Tags::DATE, "2026-11-20");
            tags.set(Tags::TIME, "14:05:33");
            tags.set(Tags::BLACK, "A/B");
        });
        assert_eq!(title(&state), "2026-11-20 14.05.33 Red – A-B");
    }
}
