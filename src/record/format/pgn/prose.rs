//! Lines of prose between moves, in text for people: comments as XQStudio exports them, titles, greetings.
//!
//! A line is prose if it begins with a word unlike any move, or, in a game with numbered rounds, if it follows a gap
//! without the next number. If it mentions moves that can be played, the rest of the game decides whether they were. Prose is
//! kept as a comment on the move before it; what precedes the moves is kept only below a head.
//!
//! In PGN, only words that take no move's place are prose. They are kept, too, and told, since comments stand in braces
//! there.

use super::super::{Caution, offset, place_after};
use super::lexer::{Syntax, Token, Tokens};
use super::lookahead::Candidate;
use super::movetext::MovetextReader;
use super::numbers::ply_of;
use crate::record::notation::{is_phrase, resembles_move};
use crate::rules::Side;

/// Knowledge of the lines read so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineState {
    /// Number of open parentheses, inside which lines are not prose.
    pub depth: usize,
    /// Whether lines begin with the numbers of rounds.
    is_numbered: bool,
    /// The last number.
    round: Option<usize>,
    /// Whether the last line was prose.
    after_prose: bool,
    /// Whether the last line that may be prose begins with a move directly below other moves.
    is_close: bool,
    /// Start of a line to be read word by word.
    apart: Option<usize>,
}

impl LineState {
    /// Notes the number of a round.
    pub fn see(&mut self, number: Option<usize>) {
        self.round = number;
    }
}

impl<'a> Tokens<'a> {
    /// Reads the line that begins here as prose, if it looks like it; `skipped` is the white space before it.
    pub(super) fn prose(&mut self, skipped: &str) -> Option<Token<'a>> {
        let begins_line = skipped.len() == self.at || skipped.contains('\n');
        let is_sought = self.syntax == Syntax::Prose && self.lines.depth == 0 && begins_line;
        if !is_sought || self.lines.apart == Some(self.at) {
            return None;
        }
        let line = self.rest().split('\n').next().unwrap_or_default();
        let after_gap = self.lines.after_prose || skipped.matches('\n').count() > 1;
        self.lines.after_prose = self.is_prose(line.len(), after_gap);
        if !self.lines.after_prose {
            return None;
        }
        self.at += line.len();
        Some(Token::Prose(line.trim()))
    }

    /// Whether the line of this length looks like prose. A move at its end may continue on the next non-blank line.
    fn is_prose(&mut self, length: usize, after_gap: bool) -> bool {
        let below = self.rest()[length..].trim_start();
        let next = below.split('\n').next().unwrap_or_default();
        let end = self.rest().len() - below.len() + next.len();
        let mut tokens = self.of_line(&self.rest()[..end]);
        let mut has_number = false;
        let word = loop {
            match tokens.next() {
                Some(Token::Number) => has_number = true,
                Some(Token::Rule | Token::NullMove(_)) => {}
                Some(Token::Word(word)) if tokens.at - word.len() < length => break word,
                _ => return false,
            }
        };
        let is_move = tokens.move_text(word).is_some();
        let last = self.lines.round.unwrap_or_default();
        let mark = tokens.mark;
        let is_next = |number| number == last + 1 || number == last && mark.is_of_black();
        let is_due = mark.round().is_none_or(is_next);
        let is_apart = self.lines.is_numbered && after_gap && !(has_number && is_due);
        let is_expected = has_number && is_due;
        self.lines.is_close = self.lines.is_numbered
            && is_move
            && !is_apart
            && !is_expected
            && Mentioned::of(self.of_line(&self.rest()[..length])).after;
        self.lines.is_numbered |= is_move && has_number;
        is_apart || self.lines.is_close || !is_move && !resembles_move(word)
    }

    /// The tokens of a line by itself.
    pub(super) fn of_line(&self, line: &'a str) -> Self {
        Self {
            is_vietnamese: self.is_vietnamese,
            line_end: line.len(),
            lines: self.lines,
            ..Self::of(line, Syntax::Pgn)
        }
    }

    /// Whether the word just read begins a line of text for people with numbered rounds, and is not merely a damaged
    /// move.
    pub(super) fn is_sentence(&self, word: &str) -> bool {
        let begins_line = self.begins_line_at(offset(self.text, word));
        self.syntax == Syntax::Prose && self.lines.round.is_some() && begins_line && is_phrase(word)
    }

    /// Offset of the end of the line reached.
    pub(super) fn line_end(&self) -> usize {
        let line = self.rest().split(['\n', '\r']).next().unwrap_or_default();
        self.at + line.len()
    }

    /// A copy of the lexer that reads the line at `start` word by word.
    fn apart_from(&self, start: usize) -> Self {
        let mut tokens = self.clone();
        tokens.at = start;
        tokens.lines.apart = Some(start);
        tokens
    }
}

/// The moves mentioned in a line of prose.
#[derive(Debug, Default)]
struct Mentioned<'a> {
    first: Option<&'a str>,
    /// Whether the first stands by itself.
    is_separate: bool,
    /// The number of a round before it.
    round: Option<usize>,
    /// Whether other words precede or follow it.
    before: bool,
    after: bool,
}

impl<'a> Mentioned<'a> {
    fn of(mut tokens: Tokens<'a>) -> Self {
        let mut found = Self::default();
        while let Some(token) = tokens.next() {
            let Token::Word(word) = token else {
                continue;
            };
            let start = tokens.at - word.len();
            match (tokens.move_text(word), found.first) {
                (Some((text, place)), None) => {
                    let before = tokens.text[..start].chars().next_back();
                    found.is_separate = before.is_none_or(|c| !c.is_alphanumeric());
                    found.first = Some(text);
                    found.round = tokens.mark.round();
                    tokens.at = place;
                }
                (Some((_, place)), Some(_)) => tokens.at = place,
                (None, None) => found.before = true,
                (None, Some(_)) => found.after = true,
            }
        }
        found
    }
}

/// Whether a line names the program or site that a game is from.
pub(super) fn is_credit(line: &str) -> bool {
    let marks = ["://", "www.", "棋谱由", "棋譜由"];
    marks.iter().any(|mark| line.contains(mark))
}

impl<'a> MovetextReader<'a> {
    /// Handles a line of prose that ends at the place reached.
    pub(super) fn prose(&mut self, line: &'a str) {
        if self.line.is_cut {
            return;
        }
        let start = offset(self.tokens.text, line);
        let mentioned = Mentioned::of(self.tokens.of_line(line));
        if mentioned.first.is_some() && self.is_played(&mentioned, start) {
            self.tokens = self.tokens.apart_from(start);
            return;
        }
        if !self.line.has_moves {
            // A title often states the result.
            let results = self.tokens.of_line(line).filter_map(|token| match token {
                Token::Result(result) => Some(result),
                _ => None,
            });
            self.result = results.last().or(self.result);
        }
        self.keep_prose(line, "\n");
    }

    /// Whether the moves of a line belong to the game.
    fn is_played(&mut self, line: &Mentioned<'a>, start: usize) -> bool {
        let position = self.position().clone();
        let skipped = Candidate::new(self.tokens.clone(), position.clone());
        let played = Candidate::new(self.tokens.apart_from(start), position);
        let first = line.first.unwrap_or_default();
        let only_moves = !line.before && !line.after;
        let is_close = self.tokens.lines.is_close;
        if self.readings(self.position(), first).is_empty() {
            if is_close {
                return self.place_of_number().is_none();
            }
            return only_moves && !self.goes_on(skipped);
        }
        // What is between this line and the last may be missing.
        let is_later = line.round > self.tokens.lines.round;
        if is_later && only_moves && !self.goes_on(skipped.clone()) {
            return true;
        }
        match self.only_viable(vec![skipped, played]) {
            Some(candidate) => candidate == 1,
            None => is_close || line.is_separate && !(line.after && self.line.has_moves),
        }
    }

    /// Whether a move just read may be a mention in prose, in a game with numbered rounds: it follows prose without the
    /// due number, or has the number of a footnote or of a move already made.
    pub(super) fn may_be_mentioned(&self) -> bool {
        let mark = self.tokens.mark;
        let at = place_after(&self.record, self.line.at);
        let is_due = mark.round() == Some(at.0) && mark.is_of_black() == (at.1 == Side::Black);
        let is_in_prose =
            !self.prose.is_empty() && !(self.is_numbered && (is_due || mark.round().is_none()));
        let numbering = self.line.numbering;
        // The first number may begin another game.
        let is_made = mark.round().is_some_and(|round| round > 1)
            && numbering.counts_rounds()
            && numbering.ply_of(mark) < Some(ply_of(at));
        self.options.syntax == Syntax::Prose
            && self.tokens.lines.round.is_some()
            && (is_in_prose || is_made || numbering.is_of_note(mark))
    }

    /// Keeps everything from the word just read, and the number before it, to a place as prose.
    pub(super) fn keep_prose_to(&mut self, place: usize, word: &'a str) {
        let text = self.tokens.text;
        let is_numbered = self.is_numbered || self.line.numbering.is_of_note(self.tokens.mark);
        let start = match is_numbered {
            true => self.number,
            false => offset(text, word),
        };
        let begins_line = text[..start].ends_with(|c: char| c != ' ' && c.is_whitespace());
        let separator = if begins_line { "\n" } else { " " };
        self.tokens.go_to(place);
        self.keep_prose(text[start..place].trim(), separator);
    }

    /// Adds words to the prose, after a separator from those before.
    pub(super) fn keep_prose(&mut self, words: &str, separator: &str) {
        self.follows_move = false;
        if !self.prose.is_empty() {
            self.prose.push_str(separator);
        }
        self.prose.push_str(words);
    }

    /// Stores the prose so far as a comment.
    pub(super) fn note_prose(&mut self) {
        let prose = std::mem::take(&mut self.prose);
        let is_preface = self.line.number == 0 && !self.line.has_moves;
        if prose.is_empty() || is_preface && !self.options.keeps_preface {
            return;
        }
        self.append_comment(&prose);
        if self.options.syntax == Syntax::Pgn {
            let at = place_after(&self.record, self.line.at);
            self.warn(Caution::KeptWords { at, text: prose });
        }
    }

    /// Stores the prose after the last move. Drops the names of programs and sites below games; drops and reports
    /// everything below a ruled line of PGN.
    pub(super) fn note_last_prose(&mut self) {
        if self.options.syntax == Syntax::Pgn && self.rule_at.is_none() {
            return self.note_prose();
        }
        let prose = std::mem::take(&mut self.prose);
        if self.options.syntax == Syntax::Pgn {
            self.skip_words(&prose);
        } else if self.line.has_moves {
            let kept: Vec<_> = prose.lines().filter(|line| !is_credit(line)).collect();
            self.prose = kept.join("\n");
            self.note_prose();
        }
    }
}
