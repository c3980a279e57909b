//! Writes the session and the matches: each state at once where it survives the end of the process, and then where it
//! survives a power cut. Of states that wait for the disk only the newest is written.

use crate::files;
use crate::files::disk::{DURABLE, QUICK, lock};
use crate::game::{Matches, SessionState};
use crate::ui::platform::own_file;
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// Time that the window waits for a state to survive a crash, unless an earlier one has taken longer and still does.
const PUT_WAIT: Duration = Duration::from_millis(50);

/// Where and how states are written.
#[derive(Debug)]
pub struct SessionWriter {
    pub session: PathBuf,
    /// Path of a state that is not yet on the disk.
    pub ahead: PathBuf,
    pub matches: PathBuf,
    progress: Mutex<Progress>,
    /// Notified when a state survives crashes.
    is_put: Condvar,
    /// Whether the last state could not be written.
    has_failed: AtomicBool,
}

#[derive(Debug, Default)]
struct Progress {
    /// Number of states handed over.
    asked: usize,
    /// Number of the newest state that survives crashes, or could not be put down.
    put: usize,
}

impl SessionWriter {
    pub fn new(folder: &Path) -> Self {
        Self {
            session: folder.join("session.xiangqi"),
            ahead: folder.join("session.ahead.xiangqi"),
            matches: folder.join("matches.json"),
            progress: Mutex::default(),
            is_put: Condvar::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Starts to write the session, along with the matches if they have changed; the future resolves to the result.
    pub fn save(
        self: &Arc<Self>,
        state: &Arc<SessionState>,
        matches: Option<&Matches>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        let (sender, written) = oneshot::channel();
        let number = {
            let mut progress = lock(&self.progress);
            progress.asked += 1;
            progress.asked
        };
        let (writer, state) = (self.clone(), state.clone());
        QUICK.write(&self.session, move || {
            let bytes = state.write();
            // The next move need not copy the game.
            drop(state);
            writer.put(number, &bytes);
            let then = writer.clone();
            DURABLE.write(&writer.session, move || {
                // Nobody waits for it if the window is closed.
                let _ = sender.send(then.write(number, &bytes));
            });
        });
        let matches = matches.map(|matches| {
            let bytes = matches.write();
            own_file::save(&self.matches, |_| bytes)
        });
        self.wait_until_put(number);
        async move {
            // A state that was replaced by a newer one has no result of its own.
            let written = written.await.unwrap_or(Ok(()));
            match matches {
                Some(failed) => failed.await.map_or(written, Err),
                None => written,
            }
        }
    }

    /// Waits a moment until a state survives crashes. Does not wait for a disk that is behind already.
    fn wait_until_put(&self, number: usize) {
        let progress = lock(&self.progress);
        if progress.put + 1 >= number {
            let behind = |progress: &mut Progress| progress.put < number;
            drop(self.is_put.wait_timeout_while(progress, PUT_WAIT, behind));
        }
    }

    /// Puts a state down where it survives a crash.
    fn put(&self, number: usize, bytes: &[u8]) {
        if files::put_own(&self.ahead, bytes).is_err() {
            // An older state must not be taken for the newest. The error is reported by `write`.
            let _ = fs::remove_file(&self.ahead);
        }
        lock(&self.progress).put = number;
        self.is_put.notify_all();
    }

    /// Writes a state to the disk.
    fn write(self: &Arc<Self>, number: usize, bytes: &[u8]) -> io::Result<()> {
        let written = files::replace_own(&self.session, bytes);
        self.has_failed.store(written.is_err(), Ordering::Relaxed);
        if written.is_ok() {
            let writer = self.clone();
            QUICK.write(&self.ahead, move || {
                if lock(&writer.progress).put == number {
                    // A state that stays is as good as the other.
                    let _ = fs::remove_file(&writer.ahead);
                }
            });
        }
        written
    }

    /// Whether the last state could not be written.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::disk;
    use crate::game::tests::played;

    fn state(moves: &str) -> Arc<SessionState> {
        Arc::new(SessionState::new(played(moves)))
    }

    fn save(writer: &Arc<SessionWriter>, moves: &str) {
        drop(writer.save(&state(moves), None));
        disk::flush(disk::END_WAIT);
    }

    fn moves(file: &Path) -> usize {
        let bytes = fs::read(file).expect("a session");
        let state = SessionState::read(&bytes).expect("a session");
        state.game.record().move_count()
    }

    #[test]
    fn a_state_that_is_on_the_disk_is_nowhere_else() {
        let dir = tempfile::tempdir().expect("a folder");
        let writer = Arc::new(SessionWriter::new(dir.path()));
        save(&writer, "h2e2 h9g7");
        assert_eq!(moves(&writer.session), 2);
        assert!(!writer.ahead.exists());
    }
}
