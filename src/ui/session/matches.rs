//! The match of the two players, which counts the games that end on the board.

use super::Session;
use crate::game::Event;
use crate::rules::Side;

impl Session {
    /// Counts a game whose end was saved and not counted any more, and does not count one that goes on.
    pub(super) fn count_what_ended(&self) {
        let sitting = self.sitting();
        let record = sitting.game.record();
        let mut matches = self.matches.borrow_mut();
        let changed = if record.outcome.is_some() {
            !matches.counts(record) && matches.finish(record, None)
        } else {
            matches.reopen(record)
        };
        if changed {
            self.saving.matches_changed();
        }
    }

    /// Counts a game that was decided, or reopened, by `events`. `file` has the finished game.
    pub(super) fn count(&self, events: &[Event], file: Option<String>) {
        let sitting = self.sitting();
        let record = sitting.game.record();
        let mut matches = self.matches.borrow_mut();
        let changed = if record.outcome.is_some() {
            has_ended(events) && matches.finish(record, file)
        } else {
            matches.reopen(record)
        };
        if changed {
            self.saving.matches_changed();
        }
    }

    pub(super) fn rename_in_match(&self, side: Side, name: &str) {
        let sitting = self.sitting();
        let mut matches = self.matches.borrow_mut();
        if matches.rename(sitting.game.record(), side, name) {
            self.saving.matches_changed();
        }
    }

    /// Ends the match: the next game of its players begins another.
    pub fn close_match(self: &std::rc::Rc<Self>) {
        self.matches.borrow_mut().close();
        self.saving.matches_changed();
        self.keep();
    }
}

pub(super) fn has_ended(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Ended(_)))
}
