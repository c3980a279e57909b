//! The dialect of a game’s moves: their letters, and the numbering of ranks. Texts rarely state it, so each that is
//! possible is tried, and the one in which the game goes furthest is the right one.

use super::movetext::{MovetextReader, ParsedGame, ReadOptions};
use crate::record::notation::{self, Notation, NotationError, Ranks, read_ranked};
use crate::rules::{Move, Position, Setup};

/// A dialect of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Any notation but Vietnamese, with this numbering of ranks.
    Ranked(Ranks),
    /// Vietnamese, whose letters mean other pieces in WXF.
    Vietnamese,
}

impl Dialect {
    /// Reads a move.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        match self {
            Self::Ranked(ranks) => read_ranked(position, text, ranks),
            Self::Vietnamese => notation::read(position, text, Notation::Vietnamese),
        }
    }
}

/// Evidence in a text for the numbering of ranks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DialectEvidence {
    points: bool,
    /// Whether a piece is named beside a point, as in algebraic notation.
    letters: bool,
    zero: bool,
    ten: bool,
}

impl DialectEvidence {
    /// Inspects a word that may be a move in coordinates or in algebraic notation.
    pub fn see(&mut self, word: &str) {
        let word = word.trim_end_matches(['+', '#']);
        let Some(place) = word.rfind(|c: char| matches!(c, 'a'..='i' | 'A'..='I')) else {
            return;
        };
        let (origin, goal) = word.split_at(place);
        let is_number =
            |text: &str| text == "10" || text.len() == 1 && text.as_bytes()[0].is_ascii_digit();
        if !is_number(&goal[1..]) {
            return;
        }
        let origin = origin.trim_end_matches(['-', 'x']);
        let number = origin.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let numbers = [&goal[1..], number];
        self.points = true;
        let is_upper = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
        self.letters |= is_upper(origin) && !is_upper(goal);
        self.zero |= numbers.contains(&"0");
        self.ten |= numbers.contains(&"10");
    }
}

/// Minimum number of moves that count as evidence even if the rest of a game cannot be read.
const TELLING_MOVES: usize = 6;

/// Reads moves from a start.
///
/// A rank 0 or 10 decides whether ranks begin at 0 or at 1. If neither or both occur, the numbering that makes more
/// moves possible applies; in a tie 0, or 1 in algebraic notation, as most programs write it. What cannot be read to its
/// end is tried in Vietnamese.
pub(in super::super) fn read(text: &str, start: &Setup, options: ReadOptions) -> ParsedGame {
    let read = |dialect| MovetextReader::new(text, start.clone(), dialect, options).read();
    let moves = |reading: &ParsedGame| reading.record.move_count();
    let mut best = read(Dialect::Ranked(Ranks::From0));
    let DialectEvidence {
        points,
        letters,
        zero,
        ten,
    } = best.evidence;
    // What looks like prose shows no evidence.
    if points && (ten || !zero) || moves(&best) == 0 {
        let one = read(Dialect::Ranked(Ranks::From1));
        let is_tie = one.is_whole && moves(&one) == moves(&best);
        if ten && !zero || moves(&one) > moves(&best) || letters && is_tie {
            best = one;
        }
    }
    if !best.is_whole || moves(&best) == 0 {
        let other = read(Dialect::Vietnamese);
        let is_sure = other.is_whole || moves(&other) >= TELLING_MOVES;
        if is_sure && moves(&other) > moves(&best) {
            best = other;
        }
    }
    best
}

/// Reads moves declared to be in Vietnamese notation, whose letters mean other pieces in WXF.
pub(super) fn read_vietnamese(text: &str, start: &Setup, options: ReadOptions) -> ParsedGame {
    let said = MovetextReader::new(text, start.clone(), Dialect::Vietnamese, options).read();
    if said.is_whole {
        return said;
    }
    read(text, start, options)
}
