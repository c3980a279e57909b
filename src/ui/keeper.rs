//! Keeps the game on the board on disk after every move, so that nothing is ever lost.
//!
//! The session is written by a worker thread; the next command waits for it. On a disk that answers within a
//! few milliseconds the move is safe before it is seen. Finished games go to a folder of their own.

use super::files;
use crate::game::{Sitting, SittingError};
use crate::record::format::{self, Format};
use crate::record::{Record, Tags};
use gtk::{gio, glib};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long the window waits for the disk before it shows the move.
const PATIENCE: Duration = Duration::from_millis(5);

/// The place where the game on the board is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    folder: PathBuf,
    /// Whether a session is being written.
    busy: Arc<(Mutex<bool>, Condvar)>,
}

/// What was found of the last run.
#[derive(Debug)]
pub(super) enum Found {
    /// No session: this is the first run.
    Nothing,
    /// The game as it was left.
    Sitting(Box<Sitting>),
    /// Something that cannot be taken up again, and the name under which it is kept.
    Damaged(SittingError, PathBuf),
    /// The session cannot be read at the moment, and must not be written over.
    Unreadable(io::Error),
}

impl Keeper {
    /// A keeper for this user's data folder.
    pub(super) fn new() -> Self {
        Self {
            folder: glib::user_data_dir().join("chuhe"),
            busy: Arc::default(),
        }
    }

    fn session(&self) -> PathBuf {
        self.folder.join("session.xiangqi")
    }

    /// Where finished games go.
    pub(super) fn history(&self) -> PathBuf {
        self.folder.join("history")
    }

    /// Reads the session of the last run. A damaged one is renamed, never deleted.
    pub(super) fn load(&self) -> Found {
        let session = self.session();
        let bytes = match files::read(&session) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Nothing,
            Err(error) => return Found::Unreadable(error),
        };
        match Sitting::read(&bytes) {
            Ok(sitting) => Found::Sitting(Box::new(sitting)),
            Err(error) => match put_aside(&session) {
                Ok(aside) => Found::Damaged(error, aside),
                Err(error) => Found::Unreadable(error),
            },
        }
    }

    /// Starts to write the session and waits a moment for it; the future tells how it went.
    pub(super) fn keep(&self, sitting: &Sitting) -> impl Future<Output = io::Result<()>> + use<> {
        self.settle();
        *lock(&self.busy.0) = true;
        let (busy, session, bytes) = (self.busy.clone(), self.session(), sitting.write());
        let writing = gio::spawn_blocking(move || {
            let written = files::replace(&session, &bytes);
            *lock(&busy.0) = false;
            busy.1.notify_all();
            written
        });
        let (flag, signal) = &*self.busy;
        let waited = signal.wait_timeout_while(lock(flag), PATIENCE, |busy| *busy);
        drop(waited);
        async move {
            writing
                .await
                .unwrap_or_else(|_| Err(io::Error::other("the writer stopped")))
        }
    }

    /// Waits until everything is on disk.
    pub(super) fn settle(&self) {
        let (flag, signal) = &*self.busy;
        let waited = signal.wait_while(lock(flag), |busy| *busy);
        drop(waited);
    }

    /// Writes a finished game into the history folder. The same game, finished once more, keeps its file;
    /// another one never takes it.
    pub(super) fn keep_finished(&self, record: &Record, title: &str) -> io::Result<()> {
        let bytes = format::write(record, Format::Json);
        let names = (1..).map(|number| match number {
            1 => format!("{title}.xiangqi"),
            _ => format!("{title} ({number}).xiangqi"),
        });
        let files = names.into_iter().map(|name| self.history().join(name));
        let free = |file: &PathBuf| match files::read(file) {
            Ok(there) => is_same_game(&there, record),
            Err(_) => true,
        };
        let file = files.into_iter().find(free);
        files::replace(&file.expect("numbers do not end"), &bytes)
    }
}

/// Whether a file holds the game that began at the same moment between the same players.
fn is_same_game(file: &[u8], record: &Record) -> bool {
    let moment =
        |of: &Record| [Tags::DATE, Tags::TIME].map(|name| of.tags.get(name).map(str::to_owned));
    format::read(file).is_ok_and(|loaded| {
        loaded.records.iter().any(|there| {
            format::write(there, Format::Json) == format::write(record, Format::Json)
                || moment(record)[1].is_some() && moment(there) == moment(record)
        })
    })
}

fn lock(flag: &Mutex<bool>) -> std::sync::MutexGuard<'_, bool> {
    flag.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renames a file to the first free name of the kind `session.damaged-2.xiangqi`.
fn put_aside(session: &Path) -> io::Result<PathBuf> {
    let names =
        (1..).map(|number| session.with_file_name(format!("session.damaged-{number}.xiangqi")));
    let free = names.into_iter().find(|name| !name.exists());
    let aside = free.ok_or_else(|| io::Error::other("no free name"))?;
    std::fs::rename(session, &aside)?;
    Ok(aside)
}
