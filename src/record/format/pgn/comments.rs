//! Where comments begin and end: `{` to `}`, `｛` to `｝` or `}`, `;` or `；` to the end of its line.
//!
//! Comments do not nest. In a comment that an ASCII brace opens, a wide closing brace is a letter like any other:
//! the writer puts it in the place of the narrow one.

use super::tags::of_line;
use std::ops::Range;

/// A comment that begins at some place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// What it says, without the signs around it.
    pub text: &'a str,
    /// Where the text goes on after it.
    pub end: usize,
}

/// The comment that begins exactly at `at`, if one does; one that is never closed reaches to the end.
pub(super) fn at(text: &str, at: usize) -> Option<Comment<'_>> {
    let opener = text[at..].chars().next()?;
    let start = at + opener.len_utf8();
    let body = &text[start..];
    let length = match opener {
        '{' | '｛' => closer(body, opener),
        ';' | '；' => body.find(['\n', '\r']),
        _ => return None,
    };
    let length = length.unwrap_or(body.len());
    let closer = match (opener, body[length..].chars().next()) {
        ('{' | '｛', Some(closer)) => closer.len_utf8(),
        _ => 0,
    };
    Some(Comment {
        text: &body[..length],
        end: start + length + closer,
    })
}

/// Finds the ends of lines outside of comments, and knows at once which comments are never closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closers {
    /// The last places where comments can end in the text.
    all: Places,
    /// The same before `limit`, over which no comment reaches.
    near: Places,
    limit: usize,
    /// The places that were found last; the next ones are no nearer, so that no part of a text is searched twice.
    next: Places,
}

/// A place of a narrow closing brace, and one of a brace of any kind.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    narrow: usize,
    any: usize,
}

impl Places {
    /// The last ones of a part of a text; 0 where it has none.
    fn last(text: &str, part: Range<usize>) -> Self {
        let of = |found: Option<usize>| found.map_or(0, |at| part.start + at);
        Self {
            narrow: of(text[part.clone()].rfind('}')),
            any: of(text[part.clone()].rfind(['}', '｝'])),
        }
    }

    /// The one that closes what such a brace opens.
    fn of(&mut self, opener: char) -> &mut usize {
        match opener {
            '{' => &mut self.narrow,
            _ => &mut self.any,
        }
    }
}

impl Closers {
    pub fn of(text: &str) -> Self {
        let all = Places::last(text, 0..text.len());
        Self {
            all,
            near: all,
            limit: text.len(),
            next: Places::default(),
        }
    }

    /// The end of the line that goes on from `from`, outside of comments; one that is never closed hides nothing.
    pub fn line_end(&mut self, text: &str, from: usize) -> usize {
        let mut here = from;
        while let Some(step) = text.as_bytes()[here..].iter().position(is_of_note) {
            let place = here + step;
            // What a wide sign begins with is in the middle of no other.
            match text[place..].chars().next() {
                Some(opener @ ('{' | '｛')) => {
                    here = self.end_of(text, place, opener);
                }
                Some(';' | '；') => {
                    here = at(text, place).map_or(text.len(), |comment| comment.end);
                }
                Some(letter) if !matches!(letter, '\n' | '\r') => here = place + letter.len_utf8(),
                _ => return place,
            }
        }
        text.len()
    }

    /// The end of the comment that a brace opens, or of the brace if the comment is never closed.
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
                // Looked up only once for all braces before it, lest many of them take long.
                self.limit = open + game;
                self.near = Places::last(text, open..self.limit);
                open
            }
            None => closer + text[closer..].chars().next().map_or(0, char::len_utf8),
        }
    }
}

/// Where a comment that such a brace opens is closed. One sign is found many times as fast as one of several.
fn closer(text: &str, opener: char) -> Option<usize> {
    match opener {
        '{' => text.find('}'),
        _ => text.find(['}', '｝']),
    }
}

/// Whether a byte ends a line, or begins a sign that a comment can begin with: `{`, `;` or a wide one.
fn is_of_note(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'{' | b';' | 0xef)
}

/// Where in a comment the head of a whole game stands: then its closing brace is missing, and the next one
/// closes a comment of another game.
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
            ("；a\r\nb", "a", "\r\nb"),
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
