//! Stars: results, ornaments, and characters of moves that a program could not show.

use super::super::{Caution, place_after, results};
use super::lexer::{MAX_MOVE_LEN, Token, Tokens, ends_word};
use super::movetext::MovetextReader;
use crate::record::notation::{NotationError, expand_wildcard, has_wildcard, is_move};
use crate::rules::Move;

impl<'a> Tokens<'a> {
    /// A result, or stars as an ornament: `***`, `* * *`, `*-*-*`.
    pub(super) fn stars(&mut self) -> Token<'a> {
        let rest = self.rest();
        let run = |is_part: fn(char) -> bool| {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            rest[..end].trim_end()
        };
        let stars = run(|c| matches!(c, '*' | ' ' | '\u{3000}'));
        let signs = run(|c| matches!(c, '*' | '~' | '=' | '-' | '_' | '+' | '#'));
        let ornament = if signs.len() > stars.len() {
            signs
        } else {
            stars
        };
        self.eat(ornament.len());
        match ornament {
            "*" => Token::Result("*"),
            _ => Token::Rule,
        }
    }

    /// A word with a star in place of a character of a move.
    pub(super) fn starred_word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let mut ends = rest.char_indices().map(|(at, c)| (at + c.len_utf8(), c));
        let is_inside = |(_, c): &(usize, char)| *c == '*' || !ends_word(*c);
        let mut has_star = false;
        let mut found = None;
        for (end, c) in ends.by_ref().take_while(is_inside).take(MAX_MOVE_LEN + 1) {
            has_star |= c == '*';
            // Only moves in Chinese end by themselves.
            found = found.filter(|before: &usize| !rest[..*before].is_ascii());
            if found.is_none() && has_star && is_damaged(&rest[..end]) {
                found = Some(end);
            }
        }
        let length = found?;
        Some(Token::Word(self.eat(length)))
    }
}

/// Whether a text is a move with a star in place of a character, not a move or a result beside a star.
fn is_damaged(text: &str) -> bool {
    let mut parts = text.split('*');
    // Three characters may be a move in algebraic notation, but one with a star has another form.
    let is_whole =
        |part: &str| part.len() > 3 && is_move(part) || results::in_moves(part).is_some();
    has_wildcard(text) && !parts.any(is_whole)
}

impl<'a> MovetextReader<'a> {
    /// Plays a word with a star in place of a character, if only one move fits.
    pub(super) fn play_wildcard(&mut self, word: &'a str) {
        let mut moves: Vec<Move> = Vec::new();
        for mv in expand_wildcard(word).flat_map(|text| self.readings(self.position(), &text)) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let at = place_after(&self.record, self.line.at);
        match moves[..] {
            [] => self.play_move(word, Err(NotationError::NotAMove)),
            [mv] => {
                let text = "*".to_owned();
                self.warn(Caution::Skipped { at, text });
                self.play_move(word, Ok(mv));
            }
            // The game may well go on after another of them.
            _ => {
                let (text, why) = (word.to_owned(), NotationError::Ambiguous(moves));
                self.check_number();
                self.end_line(Caution::Unclear { at, text, why });
            }
        }
    }
}
