//! The match of the two players, with the results of their games.

use super::Session;
use crate::game::{Event, Matches};
use crate::record::Record;
use crate::rules::Side;
use std::rc::Rc;

impl Session {
    /// Changes the matches, and records whether that made a difference.
    fn count_with(&self, change: impl FnOnce(&mut Matches, &Record) -> bool) {
        let state = self.state();
        if change(&mut self.matches.borrow_mut(), state.game.record()) {
            self.saving.matches_changed();
        }
    }

    /// Corrects the score: counts a game whose end was saved but not counted, and uncounts one that goes on.
    pub(super) fn count_what_ended(&self) {
        self.count_with(|matches, record| match record.outcome {
            Some(_) => !matches.counts(record) && matches.finish(record),
            None => matches.reopen(record),
        });
    }

    /// Counts a game that `events` decided, or uncounts one that they reopened.
    pub(super) fn count(&self, events: &[Event]) {
        self.count_with(|matches, record| match record.outcome {
            Some(_) => has_ended(events) && matches.finish(record),
            None => matches.reopen(record),
        });
    }

    /// Notes the file that a finished game is in.
    pub(super) fn note_file(&self, record: &Record, file: &str) {
        if self.matches.borrow_mut().note_file(record, file) {
            self.saving.matches_changed();
        }
    }

    pub(super) fn rename_in_match(&self, side: Side, name: &str) {
        self.count_with(|matches, record| matches.rename(record, side, name));
    }

    /// Closes the match: the next game of its players starts another.
    pub fn close_match(self: &Rc<Self>) {
        self.matches.borrow_mut().close();
        self.saving.matches_changed();
        self.save_session();
    }
}

/// Whether events ended the game.
pub fn has_ended(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Ended(_)))
}
