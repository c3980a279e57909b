//! What one program accepts from the other: sizes, and the letters of a text.

use crate::record::format::letters::is_lost;

/// Greatest length of a player's name, in characters.
pub const NAME_LENGTH: usize = 40;
/// Greatest length of the word to the friend in a letter, in characters.
pub const WORD_LENGTH: usize = 100;

/// A text from elsewhere as one line of at most `length` characters, without those that command or pose.
pub fn tidy(text: &str, length: usize) -> String {
    let kept = text.chars().filter(|c| c.is_whitespace() || !is_lost(*c));
    // Whatever is longer has been sent by another program: as much of it is read as may be of use.
    let kept: String = kept.take(4 * length).collect();
    let words: Vec<_> = kept.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(length).collect();
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_one_short_line_of_harmless_letters() {
        assert_eq!(tidy(" An\u{202e}na\n\0 \t胡 ", 40), "Anna 胡");
        assert_eq!(tidy("one two", 4), "one");
        let marks = format!("a{}", "\u{301}".repeat(100_000));
        assert_eq!(tidy(&marks, NAME_LENGTH).chars().count(), NAME_LENGTH);
    }
}
