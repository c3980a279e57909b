//! Where words end, and which of them may be moves.

use super::labels::{is_digit, is_number};
use super::lexer::{Syntax, Token, Tokens};
use super::marks::{is_left_over, is_space};
use crate::record::notation::{chinese_length, is_move, is_vietnamese, narrow, vietnamese_length};

/// Number of letters of the longest move: `H2-E2`, `h10g8`, 前兵九平八.
pub(super) const MAX_MOVE_LEN: usize = 5;
/// Signs of check and mate, after moves in notations that have none.
pub(super) const MATE: [char; 4] = ['+', '#', '†', '‡'];
/// Length of `1/2-1/2`.
pub(super) const MAX_RESULT_LEN: usize = 7;

/// The usual word for a null move, which is an ornament, too.
pub(super) const NULL_MOVE: &str = "--";

/// Whether a word is a null move, as programs for other games write it.
pub(super) fn is_null_move(word: &str) -> bool {
    let words = [NULL_MOVE, "Z0", "@@@@", "null", "pass", "0000", "a0a0"];
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a character ends a word that does not end by itself.
pub(super) fn ends_word(c: char) -> bool {
    is_space(c)
        || matches!(
            c,
            '{' | '｛'
                | ';'
                | '('
                | ')'
                | '（'
                | '）'
                | '$'
                | '*'
                | '!'
                | '?'
                | '！'
                | '？'
                | '<'
                | '&'
        )
        || is_number(c)
}

impl<'a> Tokens<'a> {
    /// The last word read, extended by ever more of the words after it, since texts have spaces inside moves too, and one
    /// line end and blank lines, where a mail program wrapped them. Each comes with the offset after it.
    pub fn longer_words(&self, word: &'a str) -> Vec<(&'a str, usize)> {
        let end = self.at;
        let start = end - word.len();
        let mut ahead = self.clone();
        let mut found = Vec::new();
        let mut letters = word.chars().count();
        let (mut is_wrapped, mut has_round) = (false, false);
        while letters < MAX_MOVE_LEN && !has_round {
            ahead.eat_while(is_line_space);
            let is_line_start = !is_wrapped && ahead.rest().starts_with(['\n', '\r']);
            if is_line_start {
                is_wrapped = true;
                ahead.eat_while(is_space);
            }
            let Some(more) = short_word(ahead.rest(), MAX_MOVE_LEN - letters) else {
                break;
            };
            letters += ahead.eat(more.len()).chars().count();
            // A number at the beginning of a line may be that of a round.
            has_round = is_line_start
                && more.chars().all(is_digit)
                && ahead.rest().starts_with(['、', ')', '）']);
            let text = &self.text[start..ahead.at];
            if !has_round && (!is_wrapped || is_joined(text)) {
                found.push((text, ahead.at));
            }
        }
        found
    }

    /// The text in the form of a move that begins with the last word read, and the offset after it.
    pub fn move_text(&self, word: &'a str) -> Option<(&'a str, usize)> {
        let is_move = |text: &str| match self.is_vietnamese {
            true => is_vietnamese(text),
            false => is_move(text),
        };
        // No other word has a star.
        if is_move(word) || word.contains('*') {
            return Some((word, self.at));
        }
        let longer = self.longer_words(word).into_iter();
        let found = longer
            .filter(|(text, _)| is_joined(text))
            .find(|(text, _)| is_move(text));
        let bare = [word.trim_end_matches(MATE), unquoted(word)];
        let bare = bare.into_iter().find(|text| is_move(text));
        found.or_else(|| Some((bare?, self.at)))
    }

    /// Whether all words up to the next semicolon are moves, and there are any.
    pub fn are_moves(mut self) -> bool {
        let mut has_moves = false;
        loop {
            match self.next() {
                None | Some(Token::LineComment(_)) => return has_moves,
                Some(Token::Word(word)) => {
                    let Some((_, place)) = self.move_text(word) else {
                        return false;
                    };
                    self.at = place;
                    has_moves = true;
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether a line begins with a move, with or without a number.
pub(in super::super) fn begins_with_move(line: &str) -> bool {
    let mut tokens = Tokens::of(line, Syntax::Pgn);
    loop {
        match tokens.next() {
            Some(Token::Number | Token::NullMove(_)) => {}
            Some(Token::Word(word)) => {
                let rest = &line[tokens.place() - word.len()..];
                return is_move(word) || vietnamese_length(rest).is_some();
            }
            _ => return false,
        }
    }
}

/// Whether a word is what is left of letters that a character set lacks.
pub(super) fn has_lost_chars(word: &str) -> bool {
    word.contains(is_left_over) || word.chars().all(|c| matches!(c, '?' | '？'))
}

/// A word without the quotation marks or brackets around it, and the full stop behind it.
pub(super) fn unquoted(word: &str) -> &str {
    word.trim_matches([
        '"', '\'', '`', '“', '”', '‘', '’', '「', '」', '[', ']', '【', '】', '_', '>',
    ])
    .trim_end_matches('.')
}

/// Whether a word is the first half of a move in WXF or coordinates.
pub(super) fn is_half(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, b'0'..=b'9'] if letter.is_ascii_alphabetic())
}

/// Whether several words may be one move: two points with nothing between them are two moves, `e4 e5`.
pub(super) fn is_joined(text: &str) -> bool {
    text.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, ' ' | '\n' | '\r'))
}

/// Whether a character separates words on a line.
fn is_line_space(c: char) -> bool {
    is_space(c) && !matches!(c, '\n' | '\r')
}

/// Length of the word at the beginning of a text: up to a character that ends it, a move in Chinese, or behind the end of
/// a sentence.
pub(super) fn word_length(text: &str) -> usize {
    let mut is_end = false;
    let mut ends = |(at, c): &(usize, char)| {
        let was_end = std::mem::replace(&mut is_end, *c == '。');
        was_end
            || ends_word(*c)
            || *at > 0 && !c.is_ascii() && chinese_length(&text[*at..]).is_some()
    };
    let end = text.char_indices().find(&mut ends);
    // A character that ends words is a word of its own where nothing else is expected.
    end.map_or(
        text.len(),
        |(at, c)| if at == 0 { c.len_utf8() } else { at },
    )
}

/// The word at the beginning of a text, if it has at most `most` letters. No more of the text is examined, however long
/// it is.
pub(super) fn short_word(text: &str, most: usize) -> Option<&str> {
    let mut letters = text.char_indices();
    let end = letters.by_ref().take(most + 1).find(|(_, c)| ends_word(*c));
    match end {
        Some((0, _)) => None,
        Some((at, _)) => Some(&text[..at]),
        None => (!text.is_empty() && letters.next().is_none() && text.chars().count() <= most)
            .then_some(text),
    }
}

/// Whether a word is a WXF move that begins with a digit: place or file of a soldier, sign or file, direction, number.
pub(super) fn is_soldiers_move(word: &str) -> bool {
    let mut letters = word.chars().map(narrow);
    let letters = [
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
    ];
    matches!(
        letters,
        [
            Some('1'..='9'),
            Some('1'..='9' | '+' | '-'),
            Some('+' | '-' | '=' | '.'),
            Some('1'..='9'),
            None
        ]
    )
}
