//! Pasted texts of several games with nothing between them but the number 1, which begins again.
//!
//! Numbers may begin again within a game too, and in a comment on it. So the text is read both ways: it is another
//! game where one game cannot go on so, and a game from the start can. Where both can, it stays one, and the reader
//! tells of the number.

use super::super::pgn::{begins_game, begins_with_move};
use super::super::{Loaded, ReadError, Warning, offset};
use super::head_lines::label;
use super::variations;
use super::{fen, read_game, unquoted};

/// Number of places in one game at which it is sought whether another one begins; each has it read once more.
const MAX_DOUBTS: usize = 8;
/// Length of the longest text of two games that is read both ways, in bytes.
const MAX_LEN: usize = 32 << 10;

/// The games of a text, in order; every byte belongs to one.
pub(super) fn games(text: &str) -> Vec<&str> {
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

/// A place below moves where the number 1 stands before a move that can be played from the start.
#[derive(Debug)]
struct Restart {
    /// Its offset, or that of the head above it.
    at: usize,
    /// Whether it is inside a line of moves.
    is_on_line: bool,
    /// Whether it follows words, so that it may be part of a comment.
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

/// Offsets of such places behind the first word of a line.
fn restarts_on_line(line: &str) -> impl Iterator<Item = usize> {
    /// More of a line than any first move takes, in bytes.
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
    /// Whether another game begins here, the one before having begun at `start`; nothing is looked at beyond `end`.
    fn begins_game(&self, text: &str, start: usize, end: usize) -> bool {
        /// Least number of plies with one number; on a line, two columns may each begin with a round.
        const ROUND: usize = 2;
        if end - start > MAX_LEN {
            return false;
        }
        let before = Extent::of(&read_game(&text[start..self.at]));
        let least = if self.is_on_line { ROUND + 1 } else { ROUND };
        if !before.is_whole || before.plies < least {
            return false;
        }
        let alone = Extent::of(&read_game(&text[self.at..end]));
        // The number is one of Red's moves.
        if before.plies % 2 == 1 && alone.is_whole {
            return true;
        }
        let both = Extent::of(&read_game(&text[start..end]));
        let more = both.plies.saturating_sub(before.plies);
        match both.is_whole {
            true => more == 0 && alone.is_whole && !self.follows_words,
            false => alone.plies > more,
        }
    }
}

/// How far a text can be read as one game.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    plies: usize,
    is_whole: bool,
}

impl Extent {
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
