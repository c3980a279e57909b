//! A mark in the data folder while the program starts. If one is found, the last start did not finish: the game may be
//! the reason, and the player is asked before it is loaded again.

use super::Session;
use crate::ui::platform::on_worker;
use crate::ui::platform::prelude::*;
use std::fs::{self, File};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The mark of this start, and that of the last one.
#[derive(Debug)]
pub(super) struct StartMark {
    file: PathBuf,
    /// Whether this start is marked.
    is_set: AtomicBool,
    /// Whether the program ends, and with it the start, even if the game has not been loaded yet.
    is_given_up: AtomicBool,
}

impl StartMark {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            file: folder.join("session.starting"),
            is_set: AtomicBool::default(),
            is_given_up: AtomicBool::default(),
        }
    }

    /// Sets the mark. Returns whether there was one already, of another start, which then stays. It is not synced: a
    /// start that a power cut ends is not to blame on the game.
    pub(super) fn set(&self) -> bool {
        if self.is_set.load(Ordering::SeqCst) || self.is_given_up.load(Ordering::SeqCst) {
            return false;
        }
        if let Err(error) = File::create_new(&self.file) {
            return error.kind() == io::ErrorKind::AlreadyExists;
        }
        self.is_set.store(true, Ordering::SeqCst);
        // The program may have ended while the disk made it wait; one of the two sees the other.
        if self.is_given_up.load(Ordering::SeqCst)
            && let Some(remove) = self.take()
        {
            remove();
        }
        false
    }

    /// Takes over the mark of the last start.
    fn take_over(&self) {
        self.is_set.store(true, Ordering::SeqCst);
    }

    /// Gives up this start, if it has not finished yet, and returns the removal of its mark.
    fn give_up(&self) -> Option<impl FnOnce() + Send + use<>> {
        self.is_given_up.store(true, Ordering::SeqCst);
        self.take()
    }

    /// Takes the mark of this start, which has finished, and returns its removal.
    fn take(&self) -> Option<impl FnOnce() + Send + use<>> {
        let file = self.file.clone();
        self.is_set
            .swap(false, Ordering::SeqCst)
            .then_some(move || {
                // If it stays, there is a question too many.
                let _ = fs::remove_file(file);
            })
    }
}

impl Session {
    /// Notes that the game has been shown.
    pub fn note_shown(&self) {
        if let Some(remove) = self.store.start.take() {
            gio::spawn_blocking(remove);
        }
    }

    /// Like [`Session::note_shown`], at the end of the program.
    pub(super) fn end_start(&self) {
        if let Some(remove) = self.store.start.give_up() {
            remove();
        }
    }

    /// Takes over from a start that did not finish: the session may be loaded and is saved.
    pub fn take_over_start(&self) {
        self.store.start.take_over();
        self.saving.enable();
    }

    /// Puts aside the session with which the last start did not finish, and returns the name of its newest state. From
    /// then on the game on the board is saved.
    pub async fn put_aside(self: &Rc<Self>) -> io::Result<Option<PathBuf>> {
        let aside = on_worker(self.store.putting_aside()).await?;
        self.take_over_start();
        self.note_shown();
        self.save_session();
        Ok(aside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_finds_the_mark_of_one_that_did_not_finish() {
        let dir = tempfile::tempdir().expect("a folder");
        let mark = || StartMark::new(dir.path());
        let first = mark();
        assert!(!first.set());
        assert!(!first.set(), "it is its own");
        first.take().expect("a mark")();
        let killed = mark();
        assert!(!killed.set());
        let next = mark();
        assert!(next.set() && next.set(), "until it is taken over");
        assert!(next.take().is_none(), "it stays while the player is asked");
        next.take_over();
        assert!(!next.set());
        next.take().expect("a mark")();
        assert!(!mark().set());
    }

    #[test]
    fn a_start_that_is_given_up_leaves_no_mark() {
        let dir = tempfile::tempdir().expect("a folder");
        let late = StartMark::new(dir.path());
        assert!(late.give_up().is_none());
        assert!(!late.set());
        let marked = StartMark::new(dir.path());
        assert!(!marked.set());
        marked.give_up().expect("a mark")();
        assert!(!StartMark::new(dir.path()).set());
    }

    #[test]
    fn no_mark_is_no_reason_to_ask() {
        let dir = tempfile::tempdir().expect("a folder");
        let mark = StartMark::new(&dir.path().join("missing"));
        assert!(!mark.set());
        assert!(mark.take().is_none());
    }
}
