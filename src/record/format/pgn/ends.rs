//! Results after and between the moves, and the moves that stand behind one.
//!
//! A game goes on after a result if the next move can be played, stands on the same line, or has the next number; the
//! result is told then, unless it is a mere star. Other moves behind it are none of the game, and told.

use super::super::{offset, place_after};
use super::ahead::Way;
use super::labels::Mark;
use super::movetext::Reader;
use super::tokens::{Kind, Token, Tokens};

/// The move behind a result, if nothing but numbers and comments stands between them.
#[derive(Debug)]
struct Next<'a> {
    text: &'a str,
    mark: Mark,
    /// Offset of what stands between the result and the move.
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

    /// Whether it is meant as the next move of a game in which this round is due, possible or not.
    fn continues(&self, due: usize) -> bool {
        match self.mark.number {
            Some(number) => number == due || self.is_on_line && number != 1,
            None => self.is_on_line,
        }
    }
}

impl Tokens<'_> {
    /// Whether nothing stands before the token just read on its line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.start].split(['\n', '\r']).next_back();
        before.is_none_or(|before| before.trim().is_empty())
    }

    /// Offset of the first of the following lines that begins with a numbered move or holds nothing but moves.
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

impl<'a> Reader<'a> {
    /// Handles a result; the flag returned is whether it ends the game.
    pub(super) fn ends_with(&mut self, result: &'static str) -> bool {
        // A variation's result is not the game's result.
        if !self.waiting.is_empty() {
            return false;
        }
        // Pasted text may have a title that contains the result.
        let is_title = self.manner.kind == Kind::Text && !self.line.has_moves;
        if self.line.is_cut || is_title {
            // The one that stands where the game was cut is its result.
            let known = self.result.filter(|_| self.line.is_cut);
            self.result = known.or(Some(result));
            return self.line.is_cut;
        }
        let next = Next::of(self.tokens.clone());
        let mut rest = Way::new(self.tokens.clone(), self.position().clone());
        if self.manner.kind == Kind::Movetext {
            rest = rest.of_moves_only();
        }
        // A star may be an ornament, and a word of the prose may be a result.
        if self.goes_on(rest) {
            self.leave_out_result(result, next.as_ref());
            return false;
        }
        let (due, _) = place_after(&self.record, self.line.at);
        if let Some(next) = next.as_ref().filter(|next| next.continues(due)) {
            match self.readings(self.position(), next.text).is_empty() {
                true => self.result = Some(result),
                false => self.leave_out_result(result, Some(next)),
            }
            return false;
        }
        self.result = Some(result);
        let start = next.map(|next| next.start);
        if let Some(start) = start.or_else(|| self.tokens.next_line_of_moves()) {
            self.contradict(self.tokens.text[start..].trim());
        }
        true
    }

    /// Reports a result behind which the game goes on. A star tells nothing, unless it ends a line of moves, so that
    /// those of the next line may be another game's.
    fn leave_out_result(&mut self, result: &str, next: Option<&Next<'a>>) {
        let is_apart = next.is_none_or(|next| !next.is_on_line && next.mark.number.is_none());
        let is_end = self.line.has_moves && is_apart && !self.tokens.begins_line();
        if result != "*" || is_end {
            self.contradict(&self.tokens.text[self.tokens.start..self.tokens.place()]);
        }
    }
}
