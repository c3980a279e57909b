//! Pasted texts of several positions, such as lists of puzzles: each is a game.
//!
//! A title stands beside a position, or on the lines above it, with the head of the game; the moves of a solution stand
//! behind or below it.

use super::super::pgn::{begins_with_move, is_heading};
use super::super::{offset, results};
use super::head_lines::{has_wxf, label};
use super::{MOVES, fen, unquoted};
use crate::rules::Setup;
use std::borrow::Cow;
use std::ops::Range;

/// Length of the longest text beside a position that is looked at, in bytes.
const MAX_TITLE_LEN: usize = 300;

/// The games of a text with several positions, in order; every byte belongs to one. `None` if there are not several.
pub(super) fn games(text: &str) -> Option<Vec<&str>> {
    if has_wxf(text) {
        return None;
    }
    let places = places(text);
    let (first, others) = places.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let titles = Titles::of(text, first);
    let mut found = Vec::new();
    let (mut start, mut end) = (0, first.end);
    for place in others {
        let border = border(text, end, place.start, titles);
        found.push(&text[start..border]);
        (start, end) = (border, place.end);
    }
    found.push(&text[start..]);
    Some(found)
}

/// Such a game without the words beside its position, and its title: these words, or else those above.
///
/// A title may look like a move that cannot be read, such as 下车伏谒.
pub(super) fn without_title(game: &str) -> (Cow<'_, str>, Option<String>) {
    let Some(place) = fen(game) else {
        return (game.into(), None);
    };
    let above = &game[..line_start(game, place.start)];
    let (text, title) = match beside(game, &place) {
        Some((title, words)) => {
            let parts = [above, &game[place], " ", &game[words.end..]];
            (parts.concat().into(), title)
        }
        None => (game.into(), words_above(above).join(" ")),
    };
    let words: Vec<_> = title.split_whitespace().collect();
    (text, has_letters(&title).then(|| words.join(" ")))
}

/// The positions of a text, except for those in comments between braces, and those that are there again before any moves,
/// without a title.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(step) = fen(&text[at..]) {
        let place = at + step.start..at + step.end;
        let between = &text[at..place.start];
        for sign in between.bytes() {
            match sign {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let last = found.last().map(|last| &text[last.clone()]);
        let is_again = last.is_some_and(|last| is_same(last, &text[place.clone()]))
            && beside(&text[at..], &step).is_none()
            && !between.lines().any(|line| begins_with_move(unquoted(line)));
        at = place.end;
        if found.is_empty() || depth == 0 && !is_again {
            found.push(place);
        }
    }
    found
}

fn is_same(one: &str, other: &str) -> bool {
    match (Setup::from_fen(one), Setup::from_fen(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Where titles stand, as those of the first position show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Titles {
    /// Beside the positions, or nowhere.
    Beside,
    /// On the lines above, with or without a blank line above them.
    Above,
    /// There, with blank lines around them.
    Apart,
}

impl Titles {
    fn of(text: &str, first: &Range<usize>) -> Self {
        let above = &text[..line_start(text, first.start)];
        if beside(text, first).is_some() || words_above(above).is_empty() {
            return Self::Beside;
        }
        let last = above.lines().next_back().map(unquoted);
        match last.is_some_and(str::is_empty) {
            true => Self::Apart,
            false => Self::Above,
        }
    }
}

/// Where the game with the position at `place` begins, the position before it having ended at `end`: with its line, and
/// what belongs to it above.
fn border(text: &str, end: usize, place: usize, titles: Titles) -> usize {
    let between = &text[end..place];
    let start = end + line_start(between, between.len());
    if start == end {
        // Both are on one line.
        return place;
    }
    let line_end = text[end..]
        .find(['\n', '\r'])
        .map_or(start, |step| end + step);
    let (mut border, mut at) = (start, start);
    // Where the title begins, and whether there is a blank line above it.
    let (mut words, mut is_apart) = (None, false);
    for line in text[line_end..start].split_inclusive(['\n', '\r']).rev() {
        at -= line.len();
        let shown = unquoted(line);
        if shown.is_empty() {
            is_apart |= words.is_some();
        } else if label(shown).is_some() || is_heading(shown) {
            border = at;
        } else if titles != Titles::Beside && !is_apart && is_title(shown) {
            words = Some(at);
        } else {
            break;
        }
    }
    let words = words.filter(|_| is_apart || titles == Titles::Above);
    words.map_or(border, |words| words.min(border))
}

/// The last lines of words in a text, up to a blank line.
fn words_above(text: &str) -> Vec<&str> {
    let lines = text.lines().rev().map(unquoted);
    let lines = lines.filter(|line| label(line).is_none());
    let lines = lines.skip_while(|line| line.is_empty());
    let mut found: Vec<_> = lines.take_while(|line| is_title(line)).collect();
    found.reverse();
    found
}

fn is_title(line: &str) -> bool {
    let is_result = results::in_moves(line).is_some();
    !line.is_empty() && line.len() <= MAX_TITLE_LEN && !is_result && !begins_with_move(line)
}

fn line_start(text: &str, place: usize) -> usize {
    text[..place].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// The words beside a position, if there are any: up to the first move. With them, the range from the first of them to the
/// last, and the position in between.
fn beside(text: &str, place: &Range<usize>) -> Option<(String, Range<usize>)> {
    let start = line_start(text, place.start);
    let before = &text[start..place.start];
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(MAX_TITLE_LEN))..];
    let after = &text[place.end..];
    let after = &after[..after.floor_char_boundary(MAX_TITLE_LEN)];
    let after = until_move(after.lines().next().unwrap_or_default());
    let words = [without_label(unquoted(before)), after];
    let words = words.map(|words| words.trim_matches(is_separator));
    let words = words.into_iter().filter(|words| !words.is_empty());
    let title = words.collect::<Vec<_>>().join(" ");
    let is_title = has_letters(&title) && !title.contains("://");
    is_title.then(|| (title, start..place.end + after.len()))
}

/// Words without `position fen` and the like at their end.
fn without_label(words: &str) -> &str {
    let mut words = words.trim_end_matches(is_separator);
    for label in ["fen", "position"] {
        let start = words.len().saturating_sub(label.len());
        let is_label = words
            .get(start..)
            .is_some_and(|end| end.eq_ignore_ascii_case(label));
        if is_label && !words[..start].ends_with(char::is_alphanumeric) {
            words = words[..start].trim_end_matches(is_separator);
        }
    }
    words
}

/// Words up to the first move, or the label of moves.
fn until_move(words: &str) -> &str {
    let starts = words.split(is_separator);
    let mut starts = starts.map(|word| (offset(words, word), word));
    let is_move = |(at, word): &(usize, &str)| {
        MOVES.contains(&word.to_lowercase().as_str()) || begins_with_move(&words[*at..])
    };
    let end = starts.find(|start| !start.1.is_empty() && is_move(start));
    end.map_or(words, |(at, _)| &words[..at])
}

fn has_letters(words: &str) -> bool {
    words.contains(char::is_alphabetic)
}

/// Whether a character separates a title from a position.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || ".,;:|-–—=#*>\"'、，；：。·[]{}".contains(c)
}
