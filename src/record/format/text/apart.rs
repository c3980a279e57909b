//! Pasted texts of several games, one below the other.
//!
//! Each but the first begins behind a result, with a heading, 第２局, or with a head like that of the one before; its first
//! move has the number 1, and can be played. Each block of WXF is a game, whatever is in it.

use super::super::pgn::{begins_game, begins_with_move, ends_with_result, first_move, is_heading};
use super::super::results;
use super::head_lines::{before_wxf_end, begins_wxf, label, wxf_start};
use super::variations;
use super::{fen, unquoted};
use std::ops::Range;

/// Least number of lines of a head that are seen again at the beginning of another game, not in a comment.
const REPEATED_LINES: usize = 2;

/// The games of a text, in order; every byte belongs to one.
pub(super) fn games(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut seen = Seen::default();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let end = at + line.len();
        if let Some(border) = seen.line(text, at..end) {
            found.push(&text[start..border]);
            start = border;
        }
        at = end;
    }
    found.push(&text[start..]);
    found
}

/// Signs of a game in its lines so far.
#[derive(Debug, Default)]
struct Seen {
    /// Offset of its beginning.
    start: usize,
    has_moves: bool,
    /// Whether it has a start of its own.
    has_start: bool,
    /// Tags of its head.
    labels: Vec<&'static str>,
    /// Where the next one begins, if its first move follows.
    border: Option<usize>,
    /// The first of the lines that repeat the head, and their number.
    repeated: Option<(usize, usize)>,
    /// Whether this is a variation below its moves.
    is_variation: bool,
    /// Whether it is a block of WXF.
    is_block: bool,
    /// Where the text behind such a block begins.
    behind_block: Option<usize>,
}

impl Seen {
    /// Processes a line; returns where another game begins, if this is its first move.
    fn line(&mut self, text: &str, place: Range<usize>) -> Option<usize> {
        let shown = unquoted(&text[place.clone()]);
        if wxf_start(shown).is_some() {
            return self.block(place.start);
        }
        if self.is_block {
            self.see_block_end(shown, &place);
        }
        if variations::is_heading(shown) {
            (self.is_variation, self.border) = (true, None);
        }
        if begins_with_move(shown) {
            return self.moves(text, shown, place);
        }
        if let Some(label) = label(shown) {
            self.head(label, place.start);
        } else if self.has_moves && is_heading(shown) {
            self.border.get_or_insert(place.start);
        } else if self.has_moves && !self.is_variation && results::in_moves(shown).is_some() {
            self.border.get_or_insert(place.end);
        }
        None
    }

    /// Handles the first line of a block of WXF below its head, which is another game if there is one above.
    fn block(&mut self, start: usize) -> Option<usize> {
        if !self.is_block {
            self.is_block = true;
            return None;
        }
        let border = self.behind_block.unwrap_or(start);
        *self = Self {
            start: border,
            is_block: true,
            ..Self::default()
        };
        Some(border)
    }

    /// Notes the end of a block, or the head of another one below a block without an end.
    fn see_block_end(&mut self, shown: &str, place: &Range<usize>) {
        if before_wxf_end(shown).is_some() {
            self.behind_block.get_or_insert(place.end);
        } else if begins_wxf(shown) {
            self.behind_block.get_or_insert(place.start);
        }
    }

    fn head(&mut self, label: &'static str, start: usize) {
        let is_known = self.labels.contains(&label);
        if !self.has_moves && !is_known {
            self.labels.push(label);
        } else if self.has_moves && is_known {
            let (first, count) = self.repeated.unwrap_or((start, 0));
            self.repeated = Some((first, count + 1));
            if count + 1 == REPEATED_LINES {
                self.border.get_or_insert(first);
            }
        }
    }

    fn moves(&mut self, text: &str, shown: &str, place: Range<usize>) -> Option<usize> {
        let border = self.border.take().filter(|border| {
            let has_start = fen(&text[*border..place.start]).is_some();
            let is_first = match has_start {
                true => first_move(shown).is_some(),
                false => !self.has_start && begins_game(shown),
            };
            self.has_start |= is_first && has_start;
            is_first
        });
        self.repeated = None;
        if let Some(border) = border {
            self.start = border;
            self.is_variation = false;
        } else if !self.has_moves {
            self.has_start = fen(&text[self.start..place.start]).is_some();
        }
        self.has_moves = true;
        let is_last = !self.is_variation && ends_with_result(shown);
        self.border = is_last.then_some(place.end);
        border
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_behind_results_and_with_headings() {
        let one = "1. H2-E2 H9-G7";
        let two = "1. C3-C4 G6-G5";
        let head = "红方: 甲\n黑方: 乙\n";
        for (first, second) in [
            (format!("{one} 1-0\n"), two.to_owned()),
            (format!("{one}\n红胜\n"), format!("\n{two}")),
            (format!("第1局\n{one}\n\n"), format!("第2局\n{two}")),
            (
                format!("{one} *\r\n"),
                format!("\r\n红方: 丙\n结果: 黑胜\n{two}"),
            ),
            (
                format!("{head}{one}\n\nhttp://example.org/\n"),
                format!("{head}{two}"),
            ),
            (format!("> {one} 1-0\n"), format!("> {two}")),
        ] {
            let text = format!("{first}{second}");
            let found: Vec<_> = games(&text).into_iter().map(str::trim).collect();
            assert_eq!(found, [first.trim(), second.trim()], "{text:?}");
            let end = " 0-1\n";
            assert_eq!(games(&format!("{text}{end}\n{two}")).len(), 3, "{text:?}");
        }
        for text in [
            format!("{one}\n{two}"),
            format!("1-0\n{one}"),
            format!("甲 先胜 乙\n第2局\n{one}"),
            format!("{one} 1-0\n2. H0-G2\n{two}"),
            format!("{head}{one}\n红方: 好\n{two}"),
            format!("{one} 1-0\n1. H2-E4"),
            format!("4k4/9/9/9/9/9/P8/9/9/4K4 w\n1. A3-A4 1-0\n{two}"),
        ] {
            assert_eq!(games(&text).len(), 1, "{text:?}");
        }
        let with_start = format!("{one} 1-0\n4k4/9/9/9/9/9/9/R8/9/4K4 w\n1. A2-A4 1-0\n{two}");
        assert_eq!(games(&with_start).len(), 2);
    }
}
