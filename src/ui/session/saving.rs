//! Debounced saving: moves at once, and frequent changes after a delay.

use super::matches::has_ended;
use super::{Guard, News, Session, Timer};
use crate::game::{Change, Event, Sitting};
use crate::ui::platform::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Maximum time for which an edited comment exists only in memory.
const EDIT_DEBOUNCE: Duration = Duration::from_millis(400);
/// Debounce of saving the shown position of a larger record.
const STEP_DEBOUNCE: Duration = Duration::from_millis(1000);
/// Maximum number of moves in a record that is written at every step through it.
const MAX_MOVES_PER_STEP: usize = 2000;

/// Storage state of the session.
#[derive(Debug, Default)]
pub(super) struct Saving {
    timer: Timer,
    /// Whether the pending write contains real changes.
    has_changes: Cell<bool>,
    /// Whether writing is disabled, since the file is unreadable or belongs to another instance.
    is_disabled: Cell<bool>,
    /// Whether a failure to write was reported; reset once writing succeeds.
    is_reported: Cell<bool>,
    /// Whether the matches have unwritten changes.
    has_new_matches: Cell<bool>,
}

impl Saving {
    pub(super) fn disable(&self) {
        self.is_disabled.set(true);
    }

    pub(super) fn enable(&self) {
        self.is_disabled.set(false);
    }

    pub(super) fn matches_changed(&self) {
        self.has_new_matches.set(true);
    }
}

impl Session {
    /// Saves the changes of events, and counts a game that they ended.
    pub(super) fn keep_events(self: &Rc<Self>, events: &[Event]) {
        match Change::of(events) {
            Change::View => self.keep_view(),
            // A pending offer survives a crash.
            Change::Talk => self.keep(),
            Change::Clock => {
                let why = events.iter().find_map(|event| match event {
                    Event::Paused(why) => Some(*why),
                    _ => None,
                });
                self.pause.set(why);
                // The game is restored paused, or at rest.
                self.keep();
            }
            Change::Game => {
                self.touch();
                let file = has_ended(events).then(|| self.keep_finished()).flatten();
                self.count(events, file);
                self.keep();
            }
        }
    }

    /// Writes the session. A failing disk is reported once, until it works again.
    pub(super) fn keep(self: &Rc<Self>) {
        let saving = &self.saving;
        saving.timer.cancel();
        if saving.is_disabled.get() {
            return;
        }
        let has_new = saving.has_new_matches.take();
        let written = {
            let matches = self.matches.borrow();
            let matches = has_new.then_some(&*matches);
            self.keeper.keep(&self.sitting(), matches)
        };
        let session = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            let written = written.await;
            let Some(session) = session.upgrade() else {
                return;
            };
            let saving = &session.saving;
            let is_known = saving.is_reported.replace(written.is_err());
            // Failed writes are retried the next time.
            let is_new = saving.has_new_matches.get() || (has_new && written.is_err());
            saving.has_new_matches.set(is_new);
            if let Err(error) = written
                && !is_known
            {
                session.emit(&News::SessionUnsafe(&error));
            }
        });
    }

    /// Schedules a write. Further changes do not postpone it.
    pub(super) fn keep_soon(self: &Rc<Self>) {
        if !self.has_pending_changes() {
            self.keep_after(EDIT_DEBOUNCE, true);
        }
    }

    /// Saves the shown position; in a large record only after a debounce.
    fn keep_view(self: &Rc<Self>) {
        let is_large = self.sitting().game.record().move_count() > MAX_MOVES_PER_STEP;
        if !is_large {
            self.keep();
        } else if !self.has_pending_changes() {
            self.keep_after(STEP_DEBOUNCE, false);
        }
    }

    fn has_pending_changes(&self) -> bool {
        self.saving.timer.is_pending() && self.saving.has_changes.get()
    }

    fn keep_after(self: &Rc<Self>, time: Duration, has_changes: bool) {
        let session = Rc::downgrade(self);
        self.saving.has_changes.set(has_changes);
        self.saving.timer.start(time, move || {
            let Some(session) = session.upgrade() else {
                return;
            };
            // The window does not wait for a disk that is still writing the previous state.
            if session.keeper.is_busy() {
                session.keep_after(time, has_changes);
            } else {
                session.keep();
            }
        });
    }

    /// Writes pending changes at once.
    pub fn keep_pending(self: &Rc<Self>) {
        if self.saving.timer.is_pending() {
            self.keep();
        }
    }

    /// Notes the time of the current turn, at each change of the clock display.
    pub(super) fn note_time(&self) {
        if !self.saving.is_disabled.get() {
            self.keeper.note_time(&self.sitting().game);
        }
    }

    /// Waits until everything is on the disk, the time of the current turn included.
    pub fn flush(self: &Rc<Self>) {
        if self.tell_time() {
            self.keep();
        }
        self.keep_pending();
        self.end_start();
        self.keeper.settle();
    }

    /// Whether the session will be restored in the next run, as far as is known.
    pub fn is_kept(&self) -> bool {
        !self.saving.is_disabled.get() && !self.has_failed()
    }

    /// Whether the last attempt to write the session failed.
    pub fn has_failed(&self) -> bool {
        self.keeper.has_failed()
    }

    /// Writes a finished game into the history folder, and returns its file name. The game is then safe, unless its own
    /// file has an older state.
    fn keep_finished(&self) -> Option<String> {
        let sitting = self.sitting();
        let record = sitting.game.to_record();
        let title = words::title(&sitting);
        let now = glib::DateTime::now_local().and_then(|now| now.format("%Y-%m-%d %H.%M.%S"));
        let kept = self
            .keeper
            .keep_finished(&record, &title, now.as_deref().unwrap_or_default());
        drop(sitting);
        match kept {
            Ok(name) => {
                self.change(|sitting| sitting.unsaved &= sitting.file.is_some());
                Some(name)
            }
            Err(error) => {
                self.emit(&News::HistoryUnsafe(&error));
                None
            }
        }
    }

    /// Records that the game was written to a file as of `then`. `note` stores where.
    pub fn note_saved(self: &Rc<Self>, then: &Guard, note: impl FnOnce(&mut Sitting)) {
        let is_saved = then.holds();
        self.change(|sitting| {
            note(sitting);
            sitting.unsaved &= !is_saved;
        });
        self.keep();
        self.emit(&News::Saved);
    }
}
