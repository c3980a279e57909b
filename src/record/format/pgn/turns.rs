//! The side that moves: first, if the start says otherwise, and in variations that stand before the move they replace.

use super::super::{Caution, place_after};
use super::ahead::Way;
use super::count;
use super::labels::Mark;
use super::movetext::{OpenLine, Reader};
use super::tokens::{Token, Tokens};
use crate::record::Record;
use crate::rules::{PositionFault, Setup, Side};

impl<'a> Reader<'a> {
    /// Whether no move has been read, and the next one is in the main line.
    fn is_first(&self) -> bool {
        self.record.move_count() == 0 && self.line.number == 0 && !self.line.has_moves
    }

    /// Whether the very first move, just read, is said to be the other side's: by a label, or by dots in place of Red's.
    fn is_said_to_be_others(&mut self) -> bool {
        let turn = self.record.start().turn;
        let mark = self.line.mark;
        if let Some(side) = mark.side {
            return side != turn;
        }
        let is_of_black = turn == Side::Red && mark.is_of_black();
        self.line.count.has_leaders = is_of_black && self.has_leaders();
        is_of_black && !self.line.count.has_leaders
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

    /// Switches the side to move if the very first move is impossible or said to be the other side's, who can play it.
    pub(super) fn turns_round(&mut self, text: &str, is_impossible: bool) -> bool {
        if !self.is_first() || !self.is_said_to_be_others() && !is_impossible {
            return false;
        }
        let start = self.record.start().swap_turn();
        let turn = start.turn;
        let (mut record, None) = record_from(start) else {
            return false;
        };
        let root = record.root();
        if self.readings(record.node(root).position(), text).is_empty() {
            return false;
        }
        record.comment = std::mem::take(&mut self.record.comment);
        self.line.at = root;
        self.record = record;
        self.warn(Caution::WrongSide { turn });
        true
    }

    /// Makes a variation branch a ply later if its first number says so: `1. h2e2 (1... b9c7) h9g7`.
    pub(super) fn branches_later(&mut self, text: &str) -> bool {
        let mark = self.line.mark;
        let Some(&OpenLine {
            at: from, count, ..
        }) = self.waiting.last()
        else {
            return false;
        };
        let at = place_after(&self.record, from);
        let is_sure = mark.is_of_black() || count.counts_rounds();
        if self.line.has_moves || !is_sure || count.ply_of(mark) != Some(count::ply_of(at)) {
            return false;
        }
        let can_follow = !self
            .readings(self.record.node(from).position(), text)
            .is_empty();
        if !can_follow || !self.goes_on_outside() {
            return false;
        }
        self.line.at = from;
        if let Some(outer) = self.waiting.last_mut() {
            outer.is_overtaken = true;
        }
        true
    }

    /// Whether a move follows the parenthesis being read: a variation without it would be the line itself.
    fn goes_on_outside(&mut self) -> bool {
        if self.sight == 0 {
            return false;
        }
        let (inside, end) = self.tokens.rest_of_parenthesis();
        self.sight = self.sight.saturating_sub(inside.len());
        let mut ahead = self.tokens.clone();
        ahead.close_at(end);
        self.has_next(Way::new(ahead, self.position().clone()))
    }
}

/// The marks before the moves that follow in a line.
fn marks(mut ahead: Tokens<'_>) -> impl Iterator<Item = Mark> {
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

/// Creates a record from a start; if the side not to move is in check, the other side to move must be meant.
pub(super) fn record_from(start: Setup) -> (Record, Option<Caution>) {
    let in_check = |fault: &PositionFault| matches!(fault, PositionFault::OpponentInCheck { .. });
    let mut faults = start.position().err().map(|error| error.faults);
    if let Some(faults) = &mut faults {
        faults.retain(|fault| !fault.is_oddity());
    }
    if faults.is_some_and(|faults| faults.iter().all(in_check)) {
        let other = start.swap_turn();
        let turn = other.turn;
        if let Ok(record) = Record::new(other) {
            return (record, Some(Caution::WrongSide { turn }));
        }
    }
    (Record::from_any(start), None)
}
