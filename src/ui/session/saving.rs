//! Debounced saving: moves at once, and frequent changes after a delay.

use super::history::FinishedRecord;
use super::matches::has_ended;
use super::session_store::HistoryWrite;
use super::{Guard, News, Session, Timer};
use crate::files::disk;
use crate::game::{Event, EventScope, SessionState};
use crate::record::Record;
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::io;
use std::sync::{Arc, OnceLock};

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
    /// Whether it was reported that the folder cannot be locked.
    is_unlocked_reported: Cell<bool>,
    /// Whether the matches have unwritten changes.
    has_new_matches: Cell<bool>,
    /// Finished games on their way into the history.
    ended: RefCell<Vec<EndedGame>>,
    /// The file that has the game on the board with an earlier end, and the number of the game.
    last_ended: RefCell<Option<(u64, String)>>,
    /// The file that the game on the board has made there, and the number of the game.
    made: RefCell<Option<(u64, Arc<OnceLock<PathBuf>>)>>,
}

/// A finished game, and the name of its file once it has one.
#[derive(Debug)]
struct EndedGame {
    then: Guard,
    record: Record,
    name: oneshot::Receiver<io::Result<String>>,
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
    pub(super) fn save_events(self: &Rc<Self>, events: &[Event]) {
        match EventScope::of(events) {
            EventScope::View => self.save_view(),
            // A pending offer survives a crash.
            EventScope::Talk => self.save_session(),
            EventScope::Clock => {
                let why = events.iter().find_map(|event| match event {
                    Event::Paused(why) => Some(*why),
                    _ => None,
                });
                self.pause.set(why);
                // The game is restored paused, or at rest.
                self.save_session();
            }
            EventScope::Game => {
                self.touch();
                if has_ended(events) {
                    self.save_finished();
                }
                self.count(events);
                self.save_session();
                // A line that takes the place of a finished game was tried out beside it.
                let is_taken_back = !events.contains(&Event::Promoted);
                if events.contains(&Event::Reopened) && is_taken_back {
                    self.withdraw_finished();
                }
            }
        }
    }

    /// Writes the session. A failing disk is reported once, until it works again.
    pub(super) fn save_session(self: &Rc<Self>) {
        let saving = &self.saving;
        saving.timer.cancel();
        if saving.is_disabled.get() {
            return;
        }
        let has_new = saving.has_new_matches.take();
        let written = {
            let matches = self.matches.borrow();
            let matches = has_new.then_some(&*matches);
            self.store.save(&self.state(), matches)
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
            match (written, session.store.unlocked_folder()) {
                (Err(error), _) if !is_known => session.emit(&News::SessionNotSaved(&error)),
                (Ok(()), Some(folder)) if !saving.is_unlocked_reported.replace(true) => {
                    session.emit(&News::SessionUnlocked(folder));
                }
                _ => {}
            }
        });
    }

    /// Schedules a write. Further changes do not postpone it.
    pub(super) fn save_soon(self: &Rc<Self>) {
        if !self.has_pending_changes() {
            self.save_after(EDIT_DEBOUNCE, true);
        }
    }

    /// Saves the shown position; in a large record only after a debounce.
    fn save_view(self: &Rc<Self>) {
        let is_large = self.state().game.record().move_count() > MAX_MOVES_PER_STEP;
        if !is_large {
            self.save_session();
        } else if !self.has_pending_changes() {
            self.save_after(STEP_DEBOUNCE, false);
        }
    }

    fn has_pending_changes(&self) -> bool {
        self.saving.timer.is_pending() && self.saving.has_changes.get()
    }

    fn save_after(self: &Rc<Self>, time: Duration, has_changes: bool) {
        self.saving.has_changes.set(has_changes);
        let timer = &self.saving.timer;
        timer.start(time, weak!(self, |session| session.save_session()));
    }

    /// Writes pending changes at once.
    pub fn save_pending(self: &Rc<Self>) {
        if self.saving.timer.is_pending() {
            self.save_session();
        }
    }

    /// Notes the time of the current turn, at each change of the clock display.
    pub(super) fn note_time(&self) {
        if !self.saving.is_disabled.get() {
            self.store.note_time(&self.state().game);
        }
    }

    /// Waits until everything is on the disk, the time of the current turn included, or for as long as this.
    pub fn flush(self: &Rc<Self>, wait: Duration) {
        if self.tell_time() {
            self.save_session();
        }
        self.save_pending();
        if let Some(remote) = self.remote_game_on_board() {
            remote.flush();
        }
        self.end_start();
        disk::flush(wait);
        if self.note_ended() {
            disk::flush(wait);
        }
    }

    /// Whether the session will be restored in the next run, as far as is known.
    pub fn is_restorable(&self) -> bool {
        !self.saving.is_disabled.get() && !self.has_failed()
    }

    /// Whether the last attempt to write the session failed.
    pub fn has_failed(&self) -> bool {
        self.store.has_failed()
    }

    /// Takes a game that goes on out of the history folder, if it came there in this run and the session is saved.
    fn withdraw_finished(&self) {
        let made = self.saving.made.take();
        let game = self.revision().game;
        if let Some((_, made)) = made.filter(|(of, _)| *of == game && self.is_restorable()) {
            self.store.withdraw_finished(made);
        }
    }

    /// Starts to write a game that is over, or was left, into the history folder.
    pub(super) fn save_finished(self: &Rc<Self>) {
        let state = self.state();
        let record = state.game.to_record();
        let now = glib::DateTime::now_local().and_then(|now| now.format("%Y-%m-%d %H.%M.%S"));
        let last = self.saving.last_ended.borrow();
        let of_this = last
            .as_ref()
            .filter(|(game, _)| *game == self.revision().game);
        let HistoryWrite { name, done } = self.store.save_finished(FinishedRecord {
            record: record.clone(),
            title: words::title(&state),
            now: now.unwrap_or_default().into(),
            earlier: of_this.map(|(_, name)| name.clone()),
            made: self.made_by_this(),
        });
        drop(last);
        let then = self.guard();
        let ended = EndedGame { then, record, name };
        self.saving.ended.borrow_mut().push(ended);
        let session = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            // It never resolves to anything else than its end.
            let _ = done.await;
            if let Some(session) = session.upgrade() {
                session.note_ended();
            }
        });
    }

    /// The file of the game on the board in the history folder, once it is made.
    fn made_by_this(&self) -> Arc<OnceLock<PathBuf>> {
        let (game, mut made) = (self.revision().game, self.saving.made.borrow_mut());
        match &*made {
            Some((of, file)) if *of == game => file.clone(),
            _ => made.insert((game, Arc::default())).1.clone(),
        }
    }

    /// Notes the files of the finished games that are in the history now. Such a game is safe, unless its own file has
    /// an older state. Returns whether there were any.
    fn note_ended(self: &Rc<Self>) -> bool {
        let ended = self.saving.ended.take();
        let mut has_new = false;
        for mut game in ended {
            match game.name.try_recv() {
                Ok(Some(Ok(name))) => {
                    has_new = true;
                    self.note_file(&game.record, &name);
                    if game.then.is_same_game() {
                        let number = self.revision().game;
                        self.saving.last_ended.replace(Some((number, name)));
                    }
                    if game.then.holds() {
                        self.change(|state| state.unsaved &= state.file.is_some());
                    }
                }
                Ok(Some(Err(error))) => self.emit(&News::HistoryNotSaved(&error)),
                Ok(None) => self.saving.ended.borrow_mut().push(game),
                // The worker was stopped, with the program.
                Err(oneshot::Canceled) => {}
            }
        }
        if has_new {
            self.save_session();
            self.emit(&News::Saved);
        }
        has_new
    }

    /// Records that the game was written to a file as of `then`. `note` stores where.
    pub fn note_saved(self: &Rc<Self>, then: &Guard, note: impl FnOnce(&mut SessionState)) {
        let is_saved = then.holds();
        self.change(|state| {
            note(state);
            state.unsaved &= !is_saved;
        });
        self.save_session();
        self.emit(&News::Saved);
    }
}
