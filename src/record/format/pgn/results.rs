//! Results after and between the moves, and the moves that stand behind one.
//!
//! A game goes on after a result if the next move can be played, stands on the same line, or has the next number; the
//! result is told then, unless it is a mere star. Other moves behind it are none of the game, and told.

use super::super::html::without_markup;
use super::super::{offset, place_after};
use super::lexer::{Syntax, Token, Tokens};
use super::lookahead::Candidate;
use super::movetext::MovetextReader;
use super::numbers::MoveMark;
use super::prose::is_credit;
use std::ops::ControlFlow::{self, Break, Continue};

/// The move behind a result, with only numbers and comments between them.
#[derive(Debug)]
struct Next<'a> {
    text: &'a str,
    mark: MoveMark,
    /// Offset of the text between the result and the move.
    start: usize,
    /// Whether it is on the line of the result.
    is_on_line: bool,
}

impl<'a> Next<'a> {
    fn of(mut ahead: Tokens<'a>) -> Option<Self> {
        let end = ahead.place();
        loop {
            match ahead.next()? {
                Token::Number | Token::Comment(_) | Token::Sign(_) => {}
                Token::Word(word) => {
                    let (text, _) = ahead.move_text(word)?;
                    let between = &ahead.text[end..ahead.start];
                    return Some(Self {
                        text,
                        mark: ahead.mark,
                        start: end,
                        is_on_line: !between.contains(['\n', '\r']),
                    });
                }
                _ => return None,
            }
        }
    }

    /// Whether it is meant as the next move of a game in which round `due` is next, playable or not.
    fn continues(&self, due: usize) -> bool {
        match self.mark.number {
            Some(number) => number == due || self.is_on_line && number != 1,
            None => self.is_on_line,
        }
    }
}

impl Tokens<'_> {
    /// Whether the token just read begins its line.
    pub(super) fn begins_line(&self) -> bool {
        self.begins_line_at(self.start)
    }

    /// Offset of the next line that begins with a numbered move or consists of moves.
    fn next_line_of_moves(&self) -> Option<usize> {
        let mut lines = self.rest().split(['\n', '\r']).skip(1);
        let found = lines.find(|line| {
            let mut tokens = self.of_line(line);
            let mut has_number = false;
            loop {
                match tokens.next() {
                    Some(Token::NullMove(_)) => {}
                    Some(Token::Number) => has_number = true,
                    Some(Token::Word(word)) if tokens.move_text(word).is_some() => {
                        return has_number || self.of_line(line).are_moves();
                    }
                    _ => return false,
                }
            }
        });
        found.map(|line| offset(self.text, line))
    }
}

impl<'a> MovetextReader<'a> {
    /// Handles a result; breaks if it ends the game.
    pub(super) fn ends_with(&mut self, result: &'static str) -> ControlFlow<()> {
        // A variation's result is not the game's result.
        if !self.open_lines.is_empty() {
            return Continue(());
        }
        // Pasted text may have a title that contains the result.
        let is_title = self.options.syntax == Syntax::Prose && !self.line.has_moves;
        if self.line.is_cut || is_title {
            // The one that stands where the game was cut is its result.
            let known = self.result.filter(|_| self.line.is_cut);
            self.result = known.or(Some(result));
            if !self.line.is_cut {
                return Continue(());
            }
            // Nothing more is added to a game that was cut, but its end is behind it.
            self.read_behind(None);
            return Break(());
        }
        let next = Next::of(self.tokens.clone());
        let mut rest = Candidate::new(self.tokens.clone(), self.position().clone());
        if self.options.syntax == Syntax::Pgn {
            rest = rest.of_moves_only();
        }
        // A star may be an ornament, and a word of the prose may be a result.
        if self.goes_on(rest) {
            self.leave_out_result(result, next.as_ref());
            return Continue(());
        }
        let (due, _) = place_after(&self.record, self.line.at);
        if let Some(next) = next.as_ref().filter(|next| next.continues(due)) {
            match self.readings(self.position(), next.text).is_empty() {
                true => self.result = Some(result),
                false => self.leave_out_result(result, Some(next)),
            }
            return Continue(());
        }
        self.result = Some(result);
        let moves = next.map(|next| next.start);
        let moves = moves.or_else(|| self.tokens.next_line_of_moves());
        if let Some(start) = moves {
            self.contradict(self.tokens.text[start..].trim());
        }
        self.read_behind(moves);
        Break(())
    }

    /// Adds the comments, signs and variations behind the result to the last move. In PGN, reports other words up to
    /// `moves`, the offset of moves already reported.
    fn read_behind(&mut self, moves: Option<usize>) {
        self.after_number = false;
        let is_pgn = self.options.syntax == Syntax::Pgn;
        loop {
            let before = self.tokens.clone();
            match self.tokens.next() {
                Some(Token::Comment(text)) => {
                    self.check_comment_end(text);
                    self.comment(text);
                }
                Some(Token::LineComment(text)) if is_pgn => self.comment(text.trim()),
                Some(Token::Sign(sign)) if is_pgn => self.sign(sign),
                Some(Token::Open) if is_pgn => {
                    self.open_variation();
                    while !self.open_lines.is_empty()
                        && let Some(token) = self.next_token()
                        && self.take_token(token, 0).is_continue()
                    {}
                }
                _ => {
                    self.tokens = before;
                    break;
                }
            }
        }
        let start = self.tokens.place();
        let end = moves.unwrap_or(self.tokens.text.len());
        if is_pgn && start < end {
            self.skip_words(&without_markup(&self.tokens.text[start..end]));
        }
    }

    /// Reports skipped words, except paragraphs that name a program or a site, and lines for programs only.
    pub(super) fn skip_words(&mut self, text: &str) {
        let is_word = |line: &&str| line.contains(char::is_alphanumeric) && !line.starts_with('%');
        let (mut words, mut paragraph) = (Vec::new(), Vec::new());
        for line in text.lines().map(str::trim).chain([""]) {
            if !line.is_empty() {
                paragraph.push(line);
            } else if !paragraph.iter().copied().any(is_credit) {
                words.extend(paragraph.drain(..).filter(is_word));
            } else {
                paragraph.clear();
            }
        }
        if !words.is_empty() {
            self.skip(&words.join("\n"));
        }
    }

    /// Reports a result in the middle of the game. A star is not reported, unless it ends a line of moves, so that the
    /// next line may be another game.
    fn leave_out_result(&mut self, result: &str, next: Option<&Next<'a>>) {
        let is_apart = next.is_none_or(|next| !next.is_on_line && next.mark.number.is_none());
        let is_end = self.line.has_moves && is_apart && !self.tokens.begins_line();
        if result != "*" || is_end {
            self.contradict(&self.tokens.text[self.tokens.start..self.tokens.place()]);
        }
    }
}
