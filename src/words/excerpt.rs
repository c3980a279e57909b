//! Excerpts: bounded forms of texts of a record, since laying out a text takes time.
//!
//! Records come from anywhere, and may hold a name of a megabyte or a word of a thousand lines. The record keeps its
//! texts whole; labels, tooltips and accessible names get excerpts.

use std::borrow::Cow;

/// Maximum number of letters of a name, an event, a result or the like.
pub const MAX_VALUE: usize = 200;
/// Maximum number of letters of a player's name in a sentence.
pub(super) const MAX_NAME: usize = 60;
/// Maximum number of letters of a comment in the list of moves, which lays out two hundred rows at once.
pub const MAX_LISTED: usize = 300;
/// Maximum number of letters of the excerpt from a comment that is too long to be edited.
pub const MAX_READ: usize = 4000;
/// Maximum number of letters of a part of a sentence.
pub(super) const MAX_PART: usize = 4000;

/// Maximum number of letters in an editable comment, and in each of its lines: an edited line is laid out anew with
/// every letter.
const MAX_EDITED: usize = 50_000;
const MAX_EDITED_LINE: usize = 4000;

/// Length of a word that is never broken, as in the path of a file: breaking a word anywhere takes quadratic time.
const MAX_WORD: usize = 200;
/// Length of a word's parts between possible line breaks.
const PIECE: usize = 30;
const MAX_EDITED_WORD: usize = 500;

/// Zero-width space: an invisible line break opportunity.
pub const BREAK: char = '\u{200b}';
const ELLIPSIS: char = '…';

/// Excerpt of at most `most` letters including the ellipsis, with line break opportunities in long words.
pub fn excerpt(text: &str, most: usize) -> Cow<'_, str> {
    let is_whole = text.len() <= most || text.chars().nth(most).is_none();
    if is_whole && longest_word(text) <= MAX_WORD {
        return text.into();
    }
    let kept = if is_whole { most } else { most - 1 };
    let mut shown = String::new();
    let mut word = 0;
    for letter in text.chars().take(kept) {
        word = if ends_word(letter) { 0 } else { word + 1 };
        if word > PIECE {
            shown.push(BREAK);
            word = 1;
        }
        shown.push(letter);
    }
    if !is_whole {
        shown.truncate(shown.trim_end().len());
        shown.push(ELLIPSIS);
    }
    shown.into()
}

/// Excerpt of a name, an event, a result or the like.
pub fn value(text: &str) -> Cow<'_, str> {
    excerpt(text, MAX_VALUE)
}

/// Whether a comment is short enough to be edited.
pub fn is_editable(text: &str) -> bool {
    let is_short =
        |line: &str| line.len() <= MAX_EDITED_LINE || line.chars().nth(MAX_EDITED_LINE).is_none();
    (text.len() <= MAX_EDITED || text.chars().nth(MAX_EDITED).is_none())
        && text.lines().all(is_short)
        && longest_word(text) <= MAX_EDITED_WORD
}

/// Whether a line breaks after a letter. A no-break space is white space, too.
fn ends_word(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{3000}' | BREAK)
}

fn longest_word(text: &str) -> usize {
    let words = text.split(ends_word);
    words
        .map(|word| word.chars().count())
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_breaks_anywhere() {
        let blank = "a b ".repeat(5000);
        for text in [
            "x".repeat(20_000),
            "馬".repeat(20_000),
            "a\u{a0}".repeat(10_000),
            blank,
        ] {
            for most in [MAX_VALUE, MAX_LISTED, MAX_READ] {
                let shown = excerpt(&text, most);
                assert!(shown.ends_with(ELLIPSIS));
                assert!(longest_word(&shown) <= PIECE);
                let letters = shown.chars().filter(|letter| *letter != BREAK);
                assert!(letters.count() <= most);
                assert_eq!(excerpt(&shown, 2 * most), shown, "it needs no more breaks");
            }
        }
    }

    #[test]
    fn an_ordinary_text_is_left_alone() {
        for text in ["", "Hu Ronghua", "炮二平五\n马8进7", &"x".repeat(MAX_WORD)] {
            assert!(matches!(value(text), Cow::Borrowed(whole) if whole == text));
        }
        let just = "a ".repeat(MAX_VALUE / 2);
        assert_eq!(value(&just), just);
        assert_eq!(value(&(just.clone() + "b")).chars().count(), MAX_VALUE);
    }

    #[test]
    fn a_chapter_can_be_edited_and_a_flood_cannot() {
        let line = "a word ".repeat(MAX_EDITED_LINE / 7) + "\n";
        assert!(is_editable(&line.repeat(12)));
        assert!(!is_editable(&line.repeat(13)));
        assert!(!is_editable(&line.replace('\n', "a word ")));
        assert!(is_editable(&"x".repeat(MAX_EDITED_WORD)));
        assert!(!is_editable(&"x".repeat(MAX_EDITED_WORD + 1)));
    }
}
