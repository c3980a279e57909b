//! The side that moves first, if the start says otherwise: files are often wrong there.

use super::super::Caution;
use super::marks::Mark;
use super::movetext::Reader;
use super::tokens::Token;
use crate::record::Record;
use crate::rules::{PositionFault, Setup, Side};

impl Reader<'_> {
    /// Whether no move has been read, and the next one is in the main line.
    fn is_first(&self) -> bool {
        self.record.move_count() == 0 && self.line.number == 0 && !self.line.has_moves
    }

    /// Whether the very first move, just read, is said to be the other side's: by a label, or by dots in place of Red's.
    pub(super) fn is_said_to_be_others(&self) -> bool {
        let turn = self.record.start().turn;
        let mark = self.tokens.mark;
        self.is_first()
            && match mark.side {
                Some(side) => side != turn,
                None => turn == Side::Red && mark.is_of_black() && !self.has_leaders(),
            }
    }

    /// Whether dots before the first move, just read, are ornaments: `1......炮二平五......马8进7`.
    ///
    /// If Black moves first, the next number precedes the second move.
    fn has_leaders(&self) -> bool {
        let mark = self.tokens.mark;
        let mut ahead = self.marks_ahead();
        match (ahead.next(), ahead.next()) {
            (Some(second), _) if second.number.is_some() => false,
            (Some(second), _) if second.is_of_black() => true,
            (_, Some(third)) if third.number.is_some() && third.is_of_black() => true,
            _ => mark.number.is_none() || mark.is_blank,
        }
    }

    /// The marks before the moves that follow the last one read, in its line.
    fn marks_ahead(&self) -> impl Iterator<Item = Mark> {
        let mut ahead = self.tokens.clone();
        std::iter::from_fn(move || {
            loop {
                match ahead.next()? {
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

    /// Switches the side to move if that makes the very first move possible.
    pub(super) fn turns_round(&mut self, text: &str) -> bool {
        if !self.is_first() {
            return false;
        }
        let start = self.record.start();
        let turn = !start.turn;
        let other = Setup {
            turn,
            ..start.clone()
        };
        let (mut record, None) = record_from(other) else {
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
}

/// Creates a record from a start; if the side not to move is in check, the other side to move must be meant.
pub(super) fn record_from(start: Setup) -> (Record, Option<Caution>) {
    let in_check = |fault: &PositionFault| matches!(fault, PositionFault::OpponentInCheck { .. });
    let mut faults = start.position().err().map(|error| error.faults);
    if let Some(faults) = &mut faults {
        faults.retain(|fault| !fault.is_oddity());
    }
    if faults.is_some_and(|faults| faults.iter().all(in_check)) {
        let turn = !start.turn;
        let other = Setup {
            turn,
            ..start.clone()
        };
        if let Ok(record) = Record::new(other) {
            return (record, Some(Caution::WrongSide { turn }));
        }
    }
    (Record::from_any(start), None)
}
