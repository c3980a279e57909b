//! Pasted texts of several games, one below the other, split by position, by head and by number; every byte belongs to a
//! game.

use super::super::pgn::{begins_game, begins_with_move, ends_with_result, first_move, is_heading};
use super::super::{Loaded, ReadError, Warning, offset, results};
use super::head_lines::{before_wxf_end, begins_wxf, has_wxf, label, wxf_start};
use super::{MOVES, fen, read_game, unquoted, variations};
use crate::rules::Setup;
use std::borrow::Cow;
use std::ops::Range;

/// Maximum length of the text beside a position, in bytes.
const MAX_TITLE_LEN: usize = 300;
/// Minimum number of repeated head lines that begin another game; fewer may be comments.
const REPEATED_LINES: usize = 2;
/// Maximum number of restarts tried in one game; each has it read once more.
const MAX_DOUBTS: usize = 8;
/// Maximum length of a text of two games that is read both ways, in bytes.
const MAX_LEN: usize = 32 << 10;

/// Splits a text with several positions, such as a list of puzzles; `None` if it has not several.
///
/// A title is beside its position, or on the lines above it with the head of the game; the moves of a solution are behind
/// or below it.
pub(super) fn by_fen(text: &str) -> Option<Vec<&str>> {
    if has_wxf(text) {
        return None;
    }
    let places = fens(text);
    let (first, others) = places.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let titles = Titles::of(text, first);
    let mut found = Vec::new();
    let (mut start, mut end) = (0, first.end);
    for place in others {
        let border = game_start(text, end, place.start, titles);
        found.push(&text[start..border]);
        (start, end) = (border, place.end);
    }
    found.push(&text[start..]);
    Some(found)
}

/// A game without the words beside its position, and its title: these words, or else those above.
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

/// The positions of a text, except those in comments between braces, and repetitions without a title before any moves.
fn fens(text: &str) -> Vec<Range<usize>> {
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

/// Placement of titles, as shown by the first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Titles {
    /// Beside the positions, or nowhere.
    Beside,
    /// On the lines above, possibly with a blank line above them.
    Above,
    /// On the lines above, between blank lines.
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

/// Offset of the game whose position is at `place`: its line, or the title and head above it. The position before it
/// ends at `end`.
fn game_start(text: &str, end: usize, place: usize, titles: Titles) -> usize {
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

/// The words beside a position, up to the first move, if there are any; and the range from the first of them to the
/// last, with the position.
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

/// Words without a trailing `position fen` or the like.
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

/// Words before the first move or the label of moves.
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

/// Splits a text at results, headings such as 第２局, and heads like that of the game above. The first move of a game has
/// the number 1 and can be played. Each block of WXF is a game, whatever is in it.
pub(super) fn by_head(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut signs = GameSigns::default();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let end = at + line.len();
        if let Some(border) = signs.line(text, at..end) {
            found.push(&text[start..border]);
            start = border;
        }
        at = end;
    }
    found.push(&text[start..]);
    found
}

/// The game of the lines so far, as far as its borders depend on it.
#[derive(Debug, Default)]
struct GameSigns {
    /// Offset of its beginning.
    start: usize,
    has_moves: bool,
    /// Whether it has a start of its own.
    has_start: bool,
    /// Tags of its head.
    labels: Vec<&'static str>,
    /// Offset of the next game, if its first move follows.
    border: Option<usize>,
    /// Offset of the first line that repeats the head, and the number of such lines.
    repeated: Option<(usize, usize)>,
    /// Whether the current lines are a variation below the moves.
    is_variation: bool,
    /// Whether it is a block of WXF.
    is_block: bool,
    /// Offset of the text behind the block.
    behind_block: Option<usize>,
}

impl GameSigns {
    /// Processes a line; returns the offset of the next game if this is its first move.
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

    /// Handles the first line of the moves of WXF, which begins another game if the block above has had one.
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

    /// Records the end of a block, or the head of another one below a block without an end.
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

/// Splits a text where the number 1 begins again.
///
/// Numbers may begin again within a game too, and in a comment on it, so the text is read both ways: another game begins
/// if one game cannot go on there and a game from the start can. If both can, it stays one, and the reader warns about
/// the number.
pub(super) fn by_number(text: &str) -> Vec<&str> {
    let restarts = match fen(text) {
        // The number 1 may as well begin another solution.
        Some(_) => Vec::new(),
        None => restarts(text),
    };
    let ends = restarts.iter().skip(1).map(|next| next.at);
    let ends = ends.chain([text.len()]);
    let (mut found, mut start, mut doubts) = (Vec::new(), 0, 0);
    for (restart, end) in restarts.iter().zip(ends) {
        if doubts == MAX_DOUBTS {
            break;
        }
        if restart.begins_game(text, start, end) {
            found.push(&text[start..restart.at]);
            (start, doubts) = (restart.at, 0);
        } else {
            doubts += 1;
        }
    }
    found.push(&text[start..]);
    found
}

/// A number 1 below moves, before a move that can be played from the start.
#[derive(Debug)]
struct Restart {
    /// Offset of the number, or of the head above it.
    at: usize,
    /// Whether the number is inside a line of moves.
    is_on_line: bool,
    /// Whether the number follows words, so that it may be part of a comment.
    follows_words: bool,
}

fn restarts(text: &str) -> Vec<Restart> {
    let mut found = Vec::new();
    let (mut has_moves, mut head, mut follows_words) = (false, None, false);
    let (mut at, mut is_variation) = (0, false);
    for line in text.split_inclusive(['\n', '\r']) {
        let shown = unquoted(line);
        is_variation = variations::is_heading(shown) || is_variation && label(shown).is_none();
        if is_variation {
            // Numbers begin anew in a variation.
        } else if begins_with_move(shown) {
            if has_moves && begins_game(shown) {
                found.push(Restart {
                    at: head.unwrap_or(at),
                    is_on_line: false,
                    follows_words,
                });
            }
            found.extend(restarts_on_line(line).map(|place| Restart {
                at: at + place,
                is_on_line: true,
                follows_words: false,
            }));
            (has_moves, head, follows_words) = (true, None, false);
        } else if has_moves && label(shown).is_some() {
            head.get_or_insert(at);
        } else if head.is_none() {
            follows_words |= shown.contains(char::is_alphabetic);
        }
        at += line.len();
    }
    found
}

/// Offsets of restarts behind the first word of a line.
fn restarts_on_line(line: &str) -> impl Iterator<Item = usize> {
    /// Maximum length of a first move with its number, in bytes.
    const MOVE_LEN: usize = 48;
    let mut last = "";
    let words = line.split_inclusive([' ', '\t']);
    let words = words.filter(move |word| {
        // Of several numbers, the first is looked at.
        let before = std::mem::replace(&mut last, word.trim_end());
        !matches!(before, "" | ">" | "1") && !before.ends_with('.')
    });
    let places = words.map(|word| offset(line, word));
    places.filter(|place| {
        let rest = &line[*place..];
        begins_game(&rest[..rest.floor_char_boundary(MOVE_LEN)])
    })
}

impl Restart {
    /// Whether another game begins here, where the one before begins at `start`; no text beyond `end` is read.
    fn begins_game(&self, text: &str, start: usize, end: usize) -> bool {
        /// Minimum number of plies of a game; on a line there must be more, since each of two columns may begin with a
        /// round.
        const ROUND: usize = 2;
        if end - start > MAX_LEN {
            return false;
        }
        let before = ReadLength::of(&read_game(&text[start..self.at]));
        let least = if self.is_on_line { ROUND + 1 } else { ROUND };
        if !before.is_whole || before.plies < least {
            return false;
        }
        let alone = ReadLength::of(&read_game(&text[self.at..end]));
        // The number is one of Red's moves.
        if before.plies % 2 == 1 && alone.is_whole {
            return true;
        }
        let both = ReadLength::of(&read_game(&text[start..end]));
        let more = both.plies.saturating_sub(before.plies);
        match both.is_whole {
            true => more == 0 && alone.is_whole && !self.follows_words,
            false => alone.plies > more,
        }
    }
}

/// Length of the game that a text can be read as.
#[derive(Clone, Copy, Debug, Default)]
struct ReadLength {
    plies: usize,
    is_whole: bool,
}

impl ReadLength {
    fn of(read: &Result<Loaded, ReadError>) -> Self {
        let Ok(loaded) = read else {
            return Self::default();
        };
        let plies = loaded.records.first();
        Self {
            plies: plies.map_or(0, |record| record.main_moves().count()),
            is_whole: !loaded.warnings.iter().any(Warning::truncates_main_line),
        }
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
            let found: Vec<_> = by_head(&text).into_iter().map(str::trim).collect();
            assert_eq!(found, [first.trim(), second.trim()], "{text:?}");
            let end = " 0-1\n";
            assert_eq!(by_head(&format!("{text}{end}\n{two}")).len(), 3, "{text:?}");
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
            assert_eq!(by_head(&text).len(), 1, "{text:?}");
        }
        let with_start = format!("{one} 1-0\n4k4/9/9/9/9/9/9/R8/9/4K4 w\n1. A2-A4 1-0\n{two}");
        assert_eq!(by_head(&with_start).len(), 2);
    }
}
