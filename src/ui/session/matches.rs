//! The match of the two players, which counts the games that end on the board.

use super::Session;
use crate::game::{Event, Matches};
use crate::record::Record;
use crate::rules::Side;
use std::rc::Rc;

impl Session {
    /// Changes the matches, and notes whether that made a difference.
    fn count_with(&self, change: impl FnOnce(&mut Matches, &Record) -> bool) {
        let sitting = self.sitting();
        if change(&mut self.matches.borrow_mut(), sitting.game.record()) {
            self.saving.matches_changed();
        }
    }

    /// Counts a game whose end was saved and not counted any more, and does not count one that goes on.
    pub(super) fn count_what_ended(&self) {
        self.count_with(|matches, record| match record.outcome {
            Some(_) => !matches.counts(record) && matches.finish(record, None),
            None => matches.reopen(record),
        });
    }

    /// Counts a game that was decided, or reopened, by `events`. `file` has the finished game.
    pub(super) fn count(&self, events: &[Event], file: Option<String>) {
        self.count_with(|matches, record| match record.outcome {
            Some(_) => has_ended(events) && matches.finish(record, file),
            None => matches.reopen(record),
        });
    }

    pub(super) fn rename_in_match(&self, side: Side, name: &str) {
        self.count_with(|matches, record| matches.rename(record, side, name));
    }

    /// Ends the match: the next game of its players begins another.
    pub fn close_match(self: &Rc<Self>) {
        self.matches.borrow_mut().close();
        self.saving.matches_changed();
        self.keep();
    }
}

pub(super) fn has_ended(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Ended(_)))
}
