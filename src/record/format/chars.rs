//! Characters that no text of a game may have: the border between a file and everything that shows its texts.
//!
//! Left out are control characters, which end a text too early or command a terminal; embeddings, overrides and isolates
//! of writing direction, which let a text pose as another one; noncharacters; placeholders of objects that are not there;
//! and characters for private use, which are left over where half a character was decoded. Line ends become LF, and so
//! does the separator of lines, which PGN has in place of them. Joiners, variation selectors and direction marks stay:
//! names and emoji need them.

use super::{Caution, Loaded, Warning};

/// Whether a character is stripped from every text.
pub fn is_stripped(letter: char) -> bool {
    match letter {
        '\n' | '\t' | '\u{20}'..='\u{7e}' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => true,
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => true,
        '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{fff9}'..='\u{fffc}' => true,
        _ => letter.is_control() || u32::from(letter) & 0xfffe == 0xfffe,
    }
}

/// Strips a text; returns the number of characters removed.
pub(super) fn clean(text: &mut String) -> usize {
    if !text.contains(|letter| is_stripped(letter) || letter == '\u{2028}') {
        return 0;
    }
    let mut lost = 0;
    let mut letters = text.chars().peekable();
    let mut clean = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' | '\u{2028}' => clean.push('\n'),
            // The mark of a file that was put behind another one.
            '\u{feff}' => {}
            _ if is_stripped(letter) => lost += 1,
            _ => clean.push(letter),
        }
    }
    *text = clean;
    lost
}

impl Loaded {
    /// Strips all texts, with one caution for each game that lost characters.
    pub(super) fn cleaned(mut self) -> Self {
        for (game, record) in self.records.iter_mut().enumerate() {
            let mut count = 0;
            let mut edit = |text: &mut String| {
                let length = text.len();
                count += clean(text);
                text.len() != length
            };
            record.tags.edit(&mut edit);
            for comment in record.comments_mut() {
                edit(comment);
            }
            if count > 0 {
                let what = Caution::LostLetters { count };
                let line = Some(0);
                self.warnings.push(Warning { game, line, what });
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Collection, Tags, format};

    #[test]
    fn what_people_write_stays_and_what_poses_or_commands_goes() {
        let kept = "胡荣华 Nguyễn 👩\u{200d}🚀 ❤\u{fe0f} می\u{200c}خواهم \u{200f}א\u{200e} 葛\u{e0100}\ta\nb\u{fffd}\u{ad}";
        let mut text = kept.to_owned();
        assert_eq!((clean(&mut text), text.as_str()), (0, kept));
        let lost = "\0\u{1b}\u{7}\u{8}\u{7f}\u{85}\u{9b}\u{202e}\u{2066}\u{e027}\u{f8ff}\u{fdd0}\u{fffc}\u{fffe}\u{1ffff}\u{100000}";
        for letter in lost.chars() {
            let mut text = format!("a{letter}b");
            assert_eq!((clean(&mut text), text.as_str()), (1, "ab"), "{letter:?}");
        }
        for breaks in ["\u{feff}a\r\nb\rc", "a\u{2028}b\u{2028}c"] {
            let mut text = breaks.to_owned();
            assert_eq!((clean(&mut text), text.as_str()), (0, "a\nb\nc"));
        }
    }

    #[test]
    fn no_reader_lets_them_in_and_each_game_tells_once() {
        let moves = r#"[{"move":"h2e2","before":"b\u0000","comment":"c\u001b[2J"}]"#;
        let ours = format!(
            r#"{{"format":"chuhe-game","version":1,"tags":{{"red":"a\u202e","a\u0000":"1","a":"2"}},
            "comment":"precious\u0000text","moves":{moves}}}"#
        );
        let dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_red]a&#27;[/DhtmlXQ_red][DhtmlXQ_title]&#x202e;\u{9b}[/DhtmlXQ_title]\n\
            [DhtmlXQ_comment1]c\0[/DhtmlXQ_comment1][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
        let pgn = "[Red \"a\0\u{1b}\"]\n[Event \"\u{7}\"]\n\n1. h2e2 {c\u{202d}} *\n";
        let pasted = "红方：a\u{1b}\u{7f}\n1. 炮二平五 {c\u{1b}} 马8进7";
        for text in [&ours, dhtmlxq, pgn, pasted] {
            let games = Collection::open(text.as_bytes().to_vec())
                .unwrap_or_else(|why| panic!("{text:?}: {why}"));
            assert_eq!(
                games.head(0).map(|head| head.red.as_str()),
                Some("a"),
                "{text}"
            );
            let loaded = games.read(0).expect("a game");
            let record = &loaded.records[0];
            let first = record.main_line().next().expect("a move");
            assert!(
                record.node(first).notes().comment.starts_with('c'),
                "{text}"
            );
            for letter in ["1b", "9b", "202e"] {
                let letter = format!("\\u{{{letter}}}");
                assert!(!format!("{record:?}").contains(&letter), "{text}");
            }
            let told = loaded
                .warnings
                .iter()
                .filter(|one| matches!(one.what, Caution::LostLetters { .. }));
            assert_eq!(told.count(), 1, "{text}");
            let written = format::write(record, format::Target::Json);
            let again = format::read(&written).expect("a game").warnings;
            let lost = |one: &Warning| matches!(one.what, Caution::LostLetters { .. });
            assert!(!again.iter().any(lost), "{again:?}");
        }
        let loaded = format::read(ours.as_bytes()).expect("a game");
        let record = &loaded.records[0];
        assert_eq!(record.comment, "precioustext");
        assert_eq!(record.tags.get("a"), Some("1"));
        let told = loaded.warnings.last().map(|one| &one.what);
        assert_eq!(told, Some(&Caution::LostLetters { count: 5 }));
        let two = format!("{pgn}\n{pgn}");
        let games = Collection::open(two.into_bytes()).expect("games");
        assert_eq!(games.head(1).map(|head| head.red.as_str()), Some("a"));
        assert_eq!(
            games.read(1).expect("a game").records[0]
                .tags
                .get(Tags::EVENT),
            Some("")
        );
    }

    #[test]
    fn half_a_pair_of_surrogates_becomes_a_visible_sign() {
        let text = r#"{"format":"chuhe-game","version":1,"comment":"a\ud800b\\ud800\ud83d\ude00\uDC00","moves":[]}"#;
        let loaded = format::read(text.as_bytes()).expect("a game");
        assert_eq!(loaded.records[0].comment, "a\u{fffd}b\\ud800😀\u{fffd}");
    }
}
