//! Writes the session and the matches: each state at once where it survives the end of the process, and then where it
//! survives a power cut. Of states that wait for the disk only the newest is written.

use crate::files;
use crate::game::{Matches, Sitting};
use crate::record::format;
use crate::ui::platform::disk::{DURABLE, QUICK, lock};
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::fs;
use std::io;
use std::sync::{Arc, Condvar, Mutex};

/// Time that the window waits for a state to survive a crash, unless an earlier one has taken longer and still does.
const PUT_WAIT: Duration = Duration::from_millis(50);

/// Whether other runs may write the session, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// The session is locked.
    Locked,
    /// Locks are impossible: the session is written only over the state with this fingerprint, if any.
    Unlocked(Option<String>),
}

/// Where and how states are written.
#[derive(Debug)]
pub struct Writer {
    pub session: PathBuf,
    /// Path of a state that is not yet on the disk.
    pub ahead: PathBuf,
    pub matches: PathBuf,
    progress: Mutex<Progress>,
    /// Notified when a state survives crashes.
    is_put: Condvar,
    disk: Mutex<Disk>,
}

#[derive(Debug, Default)]
struct Progress {
    /// Number of states handed over.
    asked: usize,
    /// Number of the newest state that survives crashes, or could not be put down.
    put: usize,
}

#[derive(Debug)]
struct Disk {
    sharing: Sharing,
    /// File of the session, once another run has taken the place of the common one.
    own: Option<PathBuf>,
    /// Whether the last state could not be written.
    has_failed: bool,
}

/// Result of writing: the file, if it is not the common one from here on.
pub type Written = io::Result<Option<PathBuf>>;

impl Writer {
    pub fn new(folder: &Path) -> Self {
        Self {
            session: folder.join("session.xiangqi"),
            ahead: folder.join("session.ahead.xiangqi"),
            matches: folder.join("matches.json"),
            progress: Mutex::default(),
            is_put: Condvar::new(),
            disk: Mutex::new(Disk {
                sharing: Sharing::Locked,
                own: None,
                has_failed: false,
            }),
        }
    }

    /// Says whether the session is shared with other runs.
    pub fn share(&self, sharing: Sharing) {
        lock(&self.disk).sharing = sharing;
    }

    /// Starts to write the session, along with the matches if they have changed; the future resolves to the result.
    pub fn keep(
        self: &Arc<Self>,
        sitting: &Arc<Sitting>,
        matches: Option<&Matches>,
    ) -> impl Future<Output = Written> + use<> {
        let (sender, written) = oneshot::channel();
        let number = {
            let mut progress = lock(&self.progress);
            progress.asked += 1;
            progress.asked
        };
        let (writer, sitting) = (self.clone(), sitting.clone());
        QUICK.write(&self.session, move || {
            let bytes = sitting.write();
            // The next move need not copy the game.
            drop(sitting);
            writer.put(number, &bytes);
            let then = writer.clone();
            DURABLE.write(&writer.session, move || {
                // Nobody waits for it if the window is closed.
                let _ = sender.send(then.write(number, &bytes));
            });
        });
        let matches = matches.map(|matches| self.keep_matches(matches));
        self.wait_until_put(number);
        async move {
            // What was replaced by a newer state has no result of its own.
            let written = written.await.unwrap_or(Ok(None));
            match matches {
                Some(matches) => matches.await.unwrap_or(Ok(())).and(written),
                None => written,
            }
        }
    }

    fn keep_matches(&self, matches: &Matches) -> oneshot::Receiver<io::Result<()>> {
        let (sender, written) = oneshot::channel();
        let (file, bytes) = (self.matches.clone(), matches.write());
        DURABLE.write(&self.matches, move || {
            let _ = sender.send(files::replace_own(&file, &bytes));
        });
        written
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
        let is_locked = lock(&self.disk).sharing == Sharing::Locked;
        if !is_locked || files::put_own(&self.ahead, bytes).is_err() {
            // An older state must not be taken for the newest. The error is reported by `write`.
            let _ = is_locked.then(|| fs::remove_file(&self.ahead));
        }
        lock(&self.progress).put = number;
        self.is_put.notify_all();
    }

    /// Writes a state to the disk.
    fn write(self: &Arc<Self>, number: usize, bytes: &[u8]) -> Written {
        let (sharing, own) = {
            let disk = lock(&self.disk);
            (disk.sharing.clone(), disk.own.clone())
        };
        let written = match (&sharing, own) {
            (_, Some(own)) => files::replace_own(&own, bytes).map(|()| None),
            (Sharing::Locked, None) => files::replace_own(&self.session, bytes).map(|()| None),
            (Sharing::Unlocked(known), None) => self.write_unlocked(known.as_deref(), bytes),
        };
        let mut disk = lock(&self.disk);
        disk.has_failed = written.is_err();
        match &written {
            Ok(Some(own)) => disk.own = Some(own.clone()),
            Ok(None) if sharing != Sharing::Locked => {
                disk.sharing = Sharing::Unlocked(Some(format::fingerprint(bytes)));
            }
            _ => {}
        }
        drop(disk);
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

    /// Writes a state, unless another run has written one since: then to a file of its own, which is returned.
    fn write_unlocked(&self, known: Option<&str>, bytes: &[u8]) -> Written {
        let there = match format::read_file(&self.session) {
            Ok(there) => Some(format::fingerprint(&there)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if there.is_none() || there.as_deref() == known {
            return files::replace_own(&self.session, bytes).map(|()| None);
        }
        let names = (2..1000).map(|number| format!("session-{number}.xiangqi"));
        let own = files::free_name(names.map(|name| self.session.with_file_name(name)))?;
        files::replace_own(&own, bytes)?;
        Ok(Some(own))
    }

    /// Whether the last state could not be written.
    pub fn has_failed(&self) -> bool {
        lock(&self.disk).has_failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::played;
    use crate::ui::platform::disk;

    fn sitting(moves: &str) -> Arc<Sitting> {
        Arc::new(Sitting::new(played(moves)))
    }

    fn keep(writer: &Arc<Writer>, moves: &str) {
        drop(writer.keep(&sitting(moves), None));
        disk::flush(disk::END_WAIT);
    }

    fn moves(file: &Path) -> usize {
        let bytes = fs::read(file).expect("a session");
        let sitting = Sitting::read(&bytes).expect("a sitting");
        sitting.game.record().move_count()
    }

    #[test]
    fn a_state_that_is_on_the_disk_is_nowhere_else() {
        let dir = tempfile::tempdir().expect("a folder");
        let writer = Arc::new(Writer::new(dir.path()));
        keep(&writer, "h2e2 h9g7");
        assert_eq!(moves(&writer.session), 2);
        assert!(!writer.ahead.exists());
    }

    #[test]
    fn without_locks_two_runs_never_write_over_each_other() {
        let dir = tempfile::tempdir().expect("a folder");
        let [one, other] = [(), ()].map(|()| {
            let writer = Arc::new(Writer::new(dir.path()));
            writer.share(Sharing::Unlocked(None));
            writer
        });
        keep(&one, "h2e2");
        keep(&one, "h2e2 h9g7 h0g2");
        let read = fs::read(&one.session).expect("a session");
        other.share(Sharing::Unlocked(Some(format::fingerprint(&read))));
        keep(&other, "h2e2 b9c7");
        keep(&one, "h2e2 h9g7 h0g2 i9h9");
        keep(&one, "h2e2 h9g7 h0g2 i9h9 b2c2");
        assert_eq!(moves(&other.session), 2);
        assert_eq!(moves(&dir.path().join("session-2.xiangqi")), 5);
    }
}
