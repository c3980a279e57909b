//! The side that moves: first, if the start says otherwise, and in variations that stand before the move they replace.

use super::super::{Caution, offset, place_after};
use super::lexer::{NULL_MOVE, Token, Tokens};
use super::lookahead::Candidate;
use super::movetext::{MovetextReader, OpenLine};
use super::numbers::{MoveMark, ply_of};
use crate::record::Record;
use crate::rules::{Position, PositionFault, Setup, Side};

impl<'a> MovetextReader<'a> {
    /// Whether no move has been read, and the next one is in the main line.
    fn is_first(&self) -> bool {
        self.record.move_count() == 0 && self.line.number == 0 && !self.line.has_moves
    }

    /// Whether a label, or dots in place of Red's move, assign the first move, just read, to the other side.
    fn is_said_to_be_others(&mut self) -> bool {
        let turn = self.record.start().turn;
        let mark = self.line.mark;
        if let Some(side) = mark.side {
            return side != turn;
        }
        let is_of_black = turn == Side::Red && mark.is_of_black();
        self.line.numbering.has_leaders = is_of_black && self.has_leaders();
        is_of_black && !self.line.numbering.has_leaders
    }

    /// Whether dots before the first move, just read, are ornaments: `1......炮二平五......马8进7`.
    ///
    /// If Black moves first, the next number precedes the second move.
    fn has_leaders(&self) -> bool {
        let mark = self.line.mark;
        let mut ahead = marks(self.tokens.clone());
        match (ahead.next(), ahead.next()) {
            (Some(second), _) if second.number.is_some() => false,
            (Some(second), _) if second.is_of_black() => true,
            (_, Some(third)) if third.number.is_some() && third.is_of_black() => true,
            _ => mark.number.is_none() || mark.is_blank,
        }
    }

    /// Whether the game goes on longer if the other side makes the first move, just read.
    fn goes_on_only_as(&mut self, other: &Position, text: &str) -> bool {
        let stated = self.position().clone();
        let candidate = |position: &Position| {
            let mv = self.readings(position, text).into_iter().next()?;
            let after = position.play(mv).ok()?;
            Some(Candidate::new(self.tokens.clone(), after))
        };
        let candidates = [&stated, other].into_iter().filter_map(candidate).collect();
        self.only_viable(candidates) == Some(1)
    }

    /// Switches the side to move if the first move is impossible or assigned to the other side, which can play it; or
    /// if that side is in check and the game goes on only so.
    pub(super) fn switches_side(&mut self, text: &str, is_impossible: bool) -> bool {
        if !self.is_first() {
            return false;
        }
        let is_others = self.is_said_to_be_others() || is_impossible;
        let start = self.record.start().swap_turn();
        let turn = start.turn;
        // Where the move fits both sides, a start that can be played is meant.
        let is_worse = leaves_in_check(&start) && !is_impossible;
        if is_worse || !is_others && !leaves_in_check(self.record.start()) {
            return false;
        }
        let mut record = Record::from_any(start);
        let root = record.root();
        let other = record.node(root).position();
        if self.readings(other, text).is_empty() || !is_others && !self.goes_on_only_as(other, text)
        {
            return false;
        }
        record.comment = std::mem::take(&mut self.record.comment);
        self.line.at = root;
        self.record = record;
        self.warn(Caution::WrongSide { turn });
        true
    }

    /// Keeps a null move and the rest of its line as a comment, with a warning. Dashes may be an ornament, or in place
    /// of the move of the side that does not begin; lists have words for an empty place.
    pub(super) fn null_move(&mut self, text: &'a str) {
        if self.line.is_cut {
            return;
        }
        if self.is_first() || self.is_no_null_move(text) {
            if text != NULL_MOVE {
                self.word(text);
            }
            return;
        }
        let at = place_after(&self.record, self.line.at);
        let start = offset(self.tokens.text, text);
        self.note_prose();
        self.store_waiting_comments();
        self.after_number = false;
        let is_in_main = self.open_lines.is_empty();
        let end = match is_in_main {
            true => self.tokens.place_of_result(),
            false => self.tokens.place() + self.tokens.rest_of_parenthesis().0.len(),
        };
        let rest = self.tokens.text[start..end].trim_end();
        // In a line without moves it is said of the move that the line replaces.
        let number = self.line.number;
        if !is_in_main && !self.line.has_moves {
            self.close_variation();
            self.append_comment(rest);
            self.open_lines.push(self.line);
            self.line.number = number;
        } else {
            self.append_comment(rest);
        }
        self.end_line(Caution::NullMove {
            at,
            text: text.to_owned(),
        });
        self.tokens.go_to(end);
    }

    /// Whether a word that looks like a null move is none: the next move can be played without one and not with one, or
    /// it is dashes at the end of the main line.
    fn is_no_null_move(&mut self, text: &str) -> bool {
        let position = self.position().clone();
        let passed = Setup::from(&position).swap_turn();
        let passed = Candidate::new(self.tokens.clone(), passed.position_unchecked()).a_ply_later();
        if self.goes_on(passed) {
            return false;
        }
        let next = Candidate::new(self.tokens.clone(), position);
        let is_last =
            text == NULL_MOVE && self.open_lines.is_empty() && !self.has_next(next.clone());
        is_last || self.goes_on(next)
    }

    /// Moves the start of a variation one ply later if its first number says so: `1. h2e2 (1... b9c7) h9g7`.
    pub(super) fn branches_later(&mut self, text: &str) -> bool {
        let mark = self.line.mark;
        let Some(&OpenLine {
            at: from,
            numbering,
            ..
        }) = self.open_lines.last()
        else {
            return false;
        };
        let at = place_after(&self.record, from);
        let is_sure = mark.is_of_black() || numbering.counts_rounds();
        if self.line.has_moves || !is_sure || numbering.ply_of(mark) != Some(ply_of(at)) {
            return false;
        }
        let can_follow = !self
            .readings(self.record.node(from).position(), text)
            .is_empty();
        if !can_follow || !self.goes_on_outside() {
            return false;
        }
        self.line.at = from;
        if let Some(outer) = self.open_lines.last_mut() {
            outer.variation_came_first = true;
        }
        true
    }

    /// Whether a move follows the current parenthesis. Otherwise the parenthesis would be the line itself.
    fn goes_on_outside(&mut self) -> bool {
        if self.lookahead_budget == 0 {
            return false;
        }
        let (inside, end) = self.tokens.rest_of_parenthesis();
        self.lookahead_budget = self.lookahead_budget.saturating_sub(inside.len());
        let mut ahead = self.tokens.clone();
        ahead.close_at(end);
        self.has_next(Candidate::new(ahead, self.position().clone()))
    }
}

impl Tokens<'_> {
    /// Offset of the next result outside of comments and parentheses, or of the end.
    fn place_of_result(&self) -> usize {
        let mut ahead = self.clone();
        let mut depth = 0_usize;
        while let Some(token) = ahead.next() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Result(_) if depth == 0 => return ahead.start,
                _ => {}
            }
        }
        self.text.len()
    }
}

/// The marks before the moves that follow in a line.
fn marks(mut ahead: Tokens<'_>) -> impl Iterator<Item = MoveMark> {
    std::iter::from_fn(move || {
        loop {
            match ahead.next()? {
                Token::Close | Token::Result(_) => return None,
                Token::Open => {
                    let (_, end) = ahead.rest_of_parenthesis();
                    ahead.close_at(end);
                }
                Token::Word(word) => {
                    if let Some((_, place)) = ahead.move_text(word) {
                        ahead.go_to(place);
                        return Some(ahead.mark);
                    }
                }
                _ => {}
            }
        }
    })
}

/// Whether the side not to move is in check at the start.
fn leaves_in_check(start: &Setup) -> bool {
    let in_check = |fault: &PositionFault| matches!(fault, PositionFault::OpponentInCheck { .. });
    start.faults().iter().any(in_check)
}
