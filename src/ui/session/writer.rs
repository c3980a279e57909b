//! Writes the session and the matches: each state at once where it survives the end of the process, and then to the disk
//! on a worker thread. Of queued states only the newest is written.

use crate::files;
use crate::game::{Matches, Sitting};
use gtk::gio;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time that the window waits for the disk if a state could not be stored in memory.
const DISK_WAIT: Duration = Duration::from_millis(5);

/// Maximum number of moves in a record that is written while the window waits.
const MAX_INLINE_MOVES: usize = 600;

/// Pending writes, and the thread that does them.
#[derive(Debug)]
pub struct Writer {
    pub session: PathBuf,
    /// Path of a state that is not yet on the disk.
    pub ahead: PathBuf,
    pub matches: PathBuf,
    queue: Mutex<Queue>,
    /// Notified when no write is pending.
    done: Condvar,
    /// Held by the one thread that writes.
    turn: Mutex<()>,
}

#[derive(Debug, Default)]
struct Queue {
    /// The newest state, until a thread writes it.
    next: Option<Job>,
    /// Number of states that a caller waits for.
    waited_for: usize,
    /// Whether the last state could not be written.
    has_failed: bool,
}

#[derive(Debug)]
struct Job {
    state: State,
    matches: Option<Vec<u8>>,
}

#[derive(Debug)]
enum State {
    Written(Vec<u8>),
    Large(Arc<Sitting>),
}

impl Writer {
    pub fn new(folder: &Path) -> Self {
        Self {
            session: folder.join("session.xiangqi"),
            ahead: folder.join("session.ahead.xiangqi"),
            matches: folder.join("matches.json"),
            queue: Mutex::default(),
            done: Condvar::new(),
            turn: Mutex::default(),
        }
    }

    /// Stores the session and starts to write it, along with the matches if they have changed; the future resolves to
    /// the result.
    pub fn keep(
        self: &Arc<Self>,
        sitting: &Arc<Sitting>,
        matches: Option<&Matches>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        let is_down = self.stage(sitting, matches);
        let writer = self.clone();
        let writing = gio::spawn_blocking(move || {
            let written = writer.write();
            lock(&writer.queue).waited_for -= 1;
            writer.done.notify_all();
            written
        });
        if !is_down {
            let (queue, done) = (lock(&self.queue), &self.done);
            drop(done.wait_timeout_while(queue, DISK_WAIT, |queue| queue.waited_for > 0));
        }
        async move {
            writing
                .await
                .unwrap_or_else(|_| Err(io::Error::other("the writer stopped")))
        }
    }

    /// Queues a state as the next to be written. Returns whether it survives a crash from here on.
    pub fn stage(&self, sitting: &Arc<Sitting>, matches: Option<&Matches>) -> bool {
        let matches = matches.map(Matches::write);
        let is_large = sitting.game.record().move_count() > MAX_INLINE_MOVES;
        let state = if is_large {
            State::Large(sitting.clone())
        } else {
            State::Written(sitting.write())
        };
        let mut queue = lock(&self.queue);
        let put = match &state {
            State::Written(bytes) => files::put_own(&self.ahead, bytes),
            State::Large(_) => Err(io::ErrorKind::FileTooLarge.into()),
        };
        if put.is_err() {
            // An older state must not be taken for the newest. The write error is reported by the writer.
            let _ = fs::remove_file(&self.ahead);
        }
        let earlier = queue.next.take().and_then(|job| job.matches);
        queue.next = Some(Job {
            state,
            matches: matches.or(earlier),
        });
        queue.waited_for += 1;
        put.is_ok()
    }

    /// Whether a session is being written.
    pub fn is_busy(&self) -> bool {
        lock(&self.queue).waited_for > 0
    }

    /// Whether the last state could not be written.
    pub fn has_failed(&self) -> bool {
        lock(&self.queue).has_failed
    }

    /// Waits until everything is on disk.
    pub fn settle(&self) {
        let queue = lock(&self.queue);
        let waited = self.done.wait_while(queue, |queue| queue.waited_for > 0);
        drop(waited);
    }

    /// Syncs a stored file to the disk.
    pub fn secure(self: &Arc<Self>, file: PathBuf) {
        lock(&self.queue).waited_for += 1;
        let writer = self.clone();
        gio::spawn_blocking(move || {
            // A failing disk is also reported for the session, which holds the same game.
            let _ = files::secure(&file);
            lock(&writer.queue).waited_for -= 1;
            writer.done.notify_all();
        });
    }

    /// Writes the newest state. If another thread has taken it, that thread reports the result.
    fn write(&self) -> io::Result<()> {
        let _turn = lock(&self.turn);
        let Some(job) = lock(&self.queue).next.take() else {
            return Ok(());
        };
        let matches = job
            .matches
            .map(|bytes| files::replace_own(&self.matches, &bytes));
        let written = match job.state {
            State::Written(bytes) => files::replace_own(&self.session, &bytes),
            State::Large(sitting) => files::replace_own(&self.session, &sitting.write()),
        };
        let is_written = written.is_ok();
        let written = written.and(matches.unwrap_or(Ok(())));
        let mut queue = lock(&self.queue);
        if is_written && queue.next.is_none() {
            let _ = fs::remove_file(&self.ahead);
        }
        queue.has_failed = written.is_err();
        drop(queue);
        written
    }
}

pub(super) fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}
