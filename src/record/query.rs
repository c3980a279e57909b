//! Search queries for the games of a file: words, a result, first moves, a position.

use super::names::{Word, fold};
use super::notation::{Ranks, chinese_length, read_any, read_ranked};
use super::{Head, Record, Summary};
use crate::rules::{Move, Outcome, Position};

/// Words that are results.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A search query; a game must match all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<Word>,
    /// The result, separate from the words, since dates contain the same characters.
    result: Option<&'static str>,
    opening: Vec<Move>,
    position: Option<Position>,
}

impl Query {
    /// Parses a query: moves from the standard start, in any notation, with or without numbers, a result, and other
    /// words. The position must occur anywhere in the game.
    pub fn new(text: &str, position: Option<Position>) -> Self {
        let mut query = Self {
            position,
            ..Self::default()
        };
        let mut at = Position::start();
        for word in text.split_whitespace() {
            if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
                query.result = Some(result);
                continue;
            }
            match moves_of(&at, word) {
                Some((moves, after)) => {
                    query.opening.extend(moves);
                    at = after;
                }
                None => query.words.push(Word::new(word)),
            }
        }
        query
    }

    /// A query of words only, none of them taken for a result or a move.
    pub fn of_words(text: &str) -> Self {
        Self {
            words: text.split_whitespace().map(Word::new).collect(),
            ..Self::default()
        }
    }

    /// Whether the query matches every game.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.result.is_none() && !self.reads_moves()
    }

    /// Whether matching requires the moves of a game.
    const fn reads_moves(&self) -> bool {
        self.reads_opening() || self.position.is_some()
    }

    pub(super) const fn reads_opening(&self) -> bool {
        !self.opening.is_empty()
    }

    /// The position that must occur in the game.
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    pub(super) fn fits_head(&self, head: &Head, file: &str) -> bool {
        self.fits_result(head.result)
            && (self.words.is_empty() || self.fits_text(&[&head.text(), file].join("\n")))
    }

    /// Whether a summarized game matches, with `text` as its entry in the list; `None` is a damaged game. A summary has
    /// no positions to search.
    pub fn fits(&self, game: Option<&Summary>, text: &str) -> bool {
        let fits_game = match game {
            Some(game) => self.fits_opening(&game.start, game.moves.iter().copied()),
            None => self.opening.is_empty(),
        };
        let outcome = game.and_then(|game| game.outcome);
        self.fits_result(outcome.map(Outcome::score))
            && self.fits_text(text)
            && fits_game
            && self.position.is_none()
    }

    fn fits_result(&self, result: Option<&str>) -> bool {
        self.result.is_none() || self.result == result
    }

    /// Whether a text has all of the words.
    fn fits_text(&self, text: &str) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let text = fold(text);
        self.words.iter().all(|word| word.is_in(&text))
    }

    fn fits_opening(&self, start: &Position, moves: impl Iterator<Item = Move>) -> bool {
        let first = moves.take(self.opening.len());
        self.opening.is_empty()
            || *start == Position::start() && first.eq(self.opening.iter().copied())
    }

    pub(super) fn fits_opening_of(&self, record: &Record) -> bool {
        let played = record.main_moves();
        let start = record.node(record.root()).position();
        self.fits_opening(start, played.map(|played| played.mv))
    }
}

/// The moves in a word, and the resulting position. Chinese without spaces may have several.
fn moves_of(start: &Position, word: &str) -> Option<(Vec<Move>, Position)> {
    let (mut moves, mut at) = (Vec::new(), start.clone());
    let mut rest = without_number(word);
    while !rest.is_empty() {
        let (text, left) = rest.split_at(chinese_length(rest).unwrap_or(rest.len()));
        let read = read_any(&at, text).or_else(|_| read_ranked(&at, text, Ranks::From1));
        let mv = read.ok()?;
        at = at.play(mv).ok()?;
        moves.push(mv);
        rest = without_number(left);
    }
    Some((moves, at))
}

/// A text without a leading round number: `12.`
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=3).contains(&(text.len() - rest.len()));
    let after = rest.trim_start_matches(['.', '．', '、']);
    if is_number && after.len() < rest.len() {
        after
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Side, WinReason};

    #[test]
    fn a_game_in_short_is_found_by_its_text_result_and_first_moves() {
        let mut record = Record::new(Setup::start()).expect("a position");
        let mv = "h2e2".parse().expect("a move");
        record.add(record.root(), mv).expect("legal");
        record.outcome = Some(Outcome::win(Side::Red, WinReason::Resignation));
        let game = Summary::of(&record);
        let found =
            |text: &str| Query::new(text, None).fits(Some(&game), "lan – minh\n21 november 2026");
        for text in ["", "LAN 1-0", "nov minh", "h2e2", "炮二平五 lan"] {
            assert!(found(text), "{text}");
        }
        for text in ["0-1", "lan tuan", "b2e2", "h2e2 h9g7"] {
            assert!(!found(text), "{text}");
        }
        let position = Some(Position::start());
        assert!(!Query::new("", position).fits(Some(&game), ""));
        for (text, is_found) in [("damaged", true), ("1-0", false), ("h2e2", false)] {
            let query = Query::new(text, None);
            assert_eq!(query.fits(None, "damaged file"), is_found, "{text}");
        }
    }
}
