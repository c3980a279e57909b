//! Delimiters of comments: `{` to `}`, `｛` to `｝` or `}`, `;` to the end of the line.
//!
//! Comments do not nest. In a comment opened by an ASCII brace, a wide closing brace is an ordinary character: the
//! writer substitutes it for the narrow one.

use super::tags::of_line;
use std::ops::Range;

/// A comment at some offset of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// The content without its delimiters.
    pub text: &'a str,
    /// Offset of the text after the comment.
    pub end: usize,
}

/// The comment that begins exactly at `at`, if any; an unclosed one extends to the end.
pub(super) fn at(text: &str, at: usize) -> Option<Comment<'_>> {
    let opener = text[at..].chars().next()?;
    let start = at + opener.len_utf8();
    let body = &text[start..];
    let length = match opener {
        '{' | '｛' => closer(body, opener),
        ';' => body.find(['\n', '\r']),
        _ => return None,
    };
    let length = length.unwrap_or(body.len());
    let closer = match (opener, body[length..].chars().next()) {
        ('{' | '｛', Some(closer)) => closer.len_utf8(),
        _ => 0,
    };
    // The end of a file is no part of a comment that is never closed.
    let text = match closer {
        0 => body[..length].trim_end(),
        _ => &body[..length],
    };
    Some(Comment {
        text,
        end: start + length + closer,
    })
}

/// Finds the ends of lines outside of comments, and detects unclosed comments at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closers {
    /// The last offsets in the text at which comments can end.
    all: LastBraces,
    /// The last such offsets before `limit`, which no comment crosses.
    near: LastBraces,
    limit: usize,
    /// The most recently found offsets; the next ones are never closer, so no part of a text is searched twice.
    next: LastBraces,
}

/// Offset of a narrow closing brace, and of a brace of any kind.
#[derive(Clone, Copy, Debug, Default)]
struct LastBraces {
    narrow: usize,
    any: usize,
}

impl LastBraces {
    /// The last ones in a part of a text; 0 if it has none.
    fn last(text: &str, part: Range<usize>) -> Self {
        let of = |found: Option<usize>| found.map_or(0, |at| part.start + at);
        Self {
            narrow: of(text[part.clone()].rfind('}')),
            any: of(text[part.clone()].rfind(['}', '｝'])),
        }
    }

    /// The offset of the brace that closes `opener`.
    fn of(&mut self, opener: char) -> &mut usize {
        match opener {
            '{' => &mut self.narrow,
            _ => &mut self.any,
        }
    }
}

impl Closers {
    pub fn of(text: &str) -> Self {
        let all = LastBraces::last(text, 0..text.len());
        Self {
            all,
            near: all,
            limit: text.len(),
            next: LastBraces::default(),
        }
    }

    /// The end of the line continuing at `from`, outside of comments; an unclosed comment hides nothing.
    pub fn line_end(&mut self, text: &str, from: usize) -> usize {
        let mut here = from;
        while let Some(step) = text.as_bytes()[here..].iter().position(is_of_note) {
            let place = here + step;
            // The first byte of a wide delimiter occurs inside no other character.
            match text[place..].chars().next() {
                Some(opener @ ('{' | '｛')) => {
                    here = self.end_of(text, place, opener);
                }
                Some(';') => {
                    here = at(text, place).map_or(text.len(), |comment| comment.end);
                }
                Some(letter) if !matches!(letter, '\n' | '\r') => here = place + letter.len_utf8(),
                _ => return place,
            }
        }
        text.len()
    }

    /// The end of the comment opened by a brace, or of the brace itself if it is never closed.
    fn end_of(&mut self, text: &str, place: usize, opener: char) -> usize {
        if place >= self.limit {
            (self.near, self.limit) = (self.all, text.len());
        }
        let open = place + opener.len_utf8();
        if place > *self.near.of(opener) {
            return open;
        }
        let next = self.next.of(opener);
        if *next < open {
            let Some(found) = closer(&text[open..], opener) else {
                return open;
            };
            *next = open + found;
        }
        let closer = *next;
        match hidden_game(&text[open..closer]) {
            Some(game) => {
                // Looked up only once for all braces before it, so that many of them do not take long.
                self.limit = open + game;
                self.near = LastBraces::last(text, open..self.limit);
                open
            }
            None => closer + text[closer..].chars().next().map_or(0, char::len_utf8),
        }
    }
}

/// Offset of the delimiter that closes `opener`. A search for one character is many times faster than for several.
fn closer(text: &str, opener: char) -> Option<usize> {
    match opener {
        '{' => text.find('}'),
        _ => text.find(['}', '｝']),
    }
}

/// Whether a byte ends a line or begins a delimiter of comments: `{`, `;` or a wide one.
fn is_of_note(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'{' | b';' | 0xef)
}

/// Offset in a comment of the head of a whole game: its closing brace is then missing, and the next one closes a
/// comment of another game.
pub(super) fn hidden_game(comment: &str) -> Option<usize> {
    if !comment.contains('[') {
        return None;
    }
    let mut after_blank = false;
    let mut lines = comment.split_inclusive('\n').peekable();
    let mut at = 0;
    while let Some(line) = lines.next() {
        let first = |line: &str| Some(of_line(line)?.0.first()?.0.to_ascii_lowercase());
        if after_blank
            && matches!(first(line).as_deref(), Some("event" | "game"))
            && lines.peek().is_some_and(|next| first(next).is_some())
        {
            return Some(at);
        }
        after_blank = line.trim().is_empty();
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_comment_has_its_end() {
        for (text, says, rest) in [
            ("{a {b} c}", "a {b", " c}"),
            ("｛a｝b", "a", "b"),
            ("｛a}b", "a", "b"),
            ("{a｝b}c", "a｝b", "c"),
            (";a {\nb", "a {", "\nb"),
            (";a\r\nb", "a", "\r\nb"),
            ("{a", "a", ""),
            ("{", "", ""),
        ] {
            let comment = at(text, 0).expect("a comment");
            assert_eq!((comment.text, &text[comment.end..]), (says, rest), "{text}");
        }
        assert_eq!(at("a{b}", 0), None);
        assert_eq!(at("", 0), None);
    }
}
