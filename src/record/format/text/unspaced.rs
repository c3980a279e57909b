//! Moves without gaps, as engines' pages and chats have them: in coordinates, `h2e2h9g7…`, `c3c4-c6c5-…` or `h2e2/h9g7/…`, and in WXF,
//! `C2.5H8+7…` or `1.C2.5H8+72.H2+3…`.

use crate::record::notation::chinese_length;
use std::borrow::Cow;

/// Minimum number of points of a run; fewer are a single move, which stays as it is.
const LEAST: usize = 4;

/// The text with a space between the moves of every run.
pub(in super::super) fn spaced(text: &str) -> Cow<'_, str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/');
    let mut spaced = Cow::Borrowed("");
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((words, length)) = wxf(rest) {
            spaced.to_mut().push_str(&words.join(" "));
            rest = &rest[length..];
            continue;
        }
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match points(word) {
            Some(points) => spaced.to_mut().push_str(&in_moves(&points)),
            None => spaced += word,
        }
        let end = after.find(is_part).unwrap_or(after.len());
        spaced += &after[..end];
        rest = &after[end..];
    }
    spaced
}

/// The text without the marks of dpxq.com behind Chinese moves: `*` for a note, `B` or `m` for variations. A star alone
/// may be a result.
pub(super) fn without_marks(text: &str) -> Cow<'_, str> {
    /// Number of letters of a move.
    const MOVE: usize = 4;
    let is_mark = |c: char| matches!(c, '*' | 'B' | 'm');
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['B', 'm']) {
        let before = rest[..at].strip_suffix('*').unwrap_or(&rest[..at]);
        let marks = &rest[before.len()..];
        let after = &marks[marks.find(|c| !is_mark(c)).unwrap_or(marks.len())..];
        let length = marks.len() - after.len();
        let last = before.char_indices().rev().nth(MOVE - 1);
        let last = last.map_or("", |(place, _)| &before[place..]);
        let is_behind_move = chinese_length(last) == Some(last.len());
        let is_end = after.chars().next().is_none_or(char::is_whitespace);
        if is_behind_move && is_end && length <= 2 {
            plain.push_str(before);
        } else {
            plain.push_str(&rest[..before.len() + length]);
        }
        rest = after;
    }
    if plain.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(plain + rest)
}

fn in_moves(points: &[&str]) -> String {
    let moves: Vec<_> = points.chunks(2).map(<[&str]>::concat).collect();
    moves.join(" ")
}

/// The points of a word that consists of several moves.
fn points(word: &str) -> Option<Vec<&str>> {
    let mut rest = word;
    let mut points = Vec::new();
    while !rest.is_empty() {
        let is_file = |c: char| matches!(c, 'a'..='i' | 'A'..='I');
        let digits = rest.strip_prefix(is_file)?;
        let length = match digits.as_bytes() {
            [b'1', b'0', ..] => 3,
            [b'0'..=b'9', ..] => 2,
            _ => return None,
        };
        let (point, after) = rest.split_at(length);
        points.push(point);
        rest = after.strip_prefix(['-', '/']).unwrap_or(after);
    }
    let is_run = points.len() >= LEAST && points.len().is_multiple_of(2);
    is_run.then_some(points)
}

/// Two or more moves in WXF at the beginning of a text, with the numbers between them, and their total length.
fn wxf(text: &str) -> Option<(Vec<&str>, usize)> {
    let mut words = Vec::new();
    let (mut rest, mut moves) = (text, 0);
    loop {
        let length = match number_length(rest) {
            Some(length) if moves > 0 => length,
            _ if is_wxf(rest.as_bytes()) => {
                moves += 1;
                WXF
            }
            _ => break,
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after;
    }
    let is_end = !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || SIGNS.contains(&c));
    (moves > 1 && is_end).then(|| (words, text.len() - rest.len()))
}

/// Length of a move in WXF.
const WXF: usize = 4;
const SIGNS: [char; 5] = ['+', '-', '=', '.', '/'];

/// Whether a text begins with a move in WXF: a letter, a file or a sign, a sign, a digit.
fn is_wxf(text: &[u8]) -> bool {
    match text {
        [letter, place, sign, b'1'..=b'9', ..] => {
            let is_place = matches!(place, b'1'..=b'9' | b'+' | b'-');
            letter.is_ascii_alphabetic() && is_place && SIGNS.contains(&char::from(*sign))
        }
        _ => false,
    }
}

/// Length of the number before a move in WXF.
fn number_length(text: &str) -> Option<usize> {
    let digits = text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let after = text[digits..].strip_prefix('.')?;
    (digits > 0 && is_wxf(after.as_bytes())).then_some(digits + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_behind_moves_are_left_out() {
        for (text, plain) in [
            ("3.兵七进一*　 卒７进１*m", "3.兵七进一*　 卒７进１"),
            ("马八进七B 前車進1B* 卒３进１m", "马八进七 前車進1 卒３进１"),
        ] {
            assert_eq!(without_marks(text), plain);
        }
        for text in ["B7-C7 m", "马八进七Bm8", "马八进B ", "马八进七 B", "mB*"] {
            assert_eq!(without_marks(text), text);
        }
    }

    #[test]
    fn only_runs_of_moves_are_split() {
        for (run, expected) in [
            ("h2e2h9g7h0g2", "h2e2 h9g7 h0g2"),
            ("H2E2H9G7", "H2E2 H9G7"),
            ("c3c4-c6c5-", "c3c4 c6c5"),
            ("H2-E2-H9-G7", "H2E2 H9G7"),
            ("h2-e2/h9-g7", "h2e2 h9g7"),
            ("(h3e3h10g8,b1c3)", "(h3e3 h10g8,b1c3)"),
            ("红a0a1b0c2黑", "红a0a1 b0c2黑"),
            ("C2=5H8+7", "C2=5 H8+7"),
            (
                "1.c2.5h8+72.H2+3R+-210.C-.4",
                "1.c2.5 h8+7 2. H2+3 R+-2 10. C-.4",
            ),
            ("P2-5M8.7, X9/1", "P2-5 M8.7, X9/1"),
        ] {
            assert_eq!(spaced(run), expected);
        }
        for other in [
            "",
            "h2e2",
            "H2-E2",
            "h2e2 h9g7",
            "h2e2h9",
            "a1b2c3",
            "炮二平五马8进7",
            "C2=5",
            "C2=5 H8+7",
            "C2=5H8+",
            "C2=5H8+77",
            "3k5/9/9/9/9/9/9/4C4/9/4K4",
            "h2e2h9gx",
        ] {
            assert_eq!(spaced(other), other);
        }
    }
}
