//! Keeps the game on the board on disk after every move, so that nothing is ever lost.
//!
//! The session is written by a worker thread; the next command waits for it. On a disk that answers within a
//! few milliseconds the move is safe before it is seen. Finished games go to a folder of their own.

use crate::files;
use crate::game::{Matches, Sitting, SittingError};
use crate::record::Record;
use crate::record::format::{self, Target};
use gtk::{gio, glib};
use std::cell::OnceCell;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the window waits for the disk before it shows the move.
const PATIENCE: Duration = Duration::from_millis(5);

/// How long a run of the program that has just ended may hold on to the folder.
const PARTING: Duration = Duration::from_millis(500);

/// The place where the game on the board is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    folder: PathBuf,
    /// Whether a session is being written.
    busy: Arc<(Mutex<bool>, Condvar)>,
    /// The folder, locked against other runs of the program for as long as this one goes on.
    hold: OnceCell<File>,
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
    /// Another run of the program keeps its game there.
    InUse,
}

impl Keeper {
    /// A keeper for this user's data folder.
    pub(super) fn new() -> Self {
        Self {
            folder: glib::user_data_dir().join("chuhe"),
            busy: Arc::default(),
            hold: OnceCell::new(),
        }
    }

    fn session(&self) -> PathBuf {
        self.folder.join("session.xiangqi")
    }

    fn matches(&self) -> PathBuf {
        self.folder.join("matches.json")
    }

    /// The matches that were played. What cannot be read is renamed, and new ones begun.
    pub(super) fn load_matches(&self) -> Matches {
        let file = self.matches();
        let read = match format::read_file(&file) {
            Ok(bytes) => Matches::read(&bytes).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Matches::default(),
            Err(error) => Err(error),
        };
        read.unwrap_or_else(|error| {
            glib::g_debug!("chuhe", "the matches cannot be read: {error}");
            // Should that fail, they are written over: the games themselves are in files of their own.
            let _ = put_aside(&file);
            Matches::default()
        })
    }

    /// Where finished games go.
    pub(super) fn history(&self) -> PathBuf {
        self.folder.join("history")
    }

    /// Whether the folder is not another run's. Where there is a session bus there is one run only; without one, and
    /// for two sessions of one user, nothing else keeps them apart. The system unlocks what a run has locked, however
    /// it ends.
    fn take_hold(&self) -> bool {
        if self.hold.get().is_some() {
            return true;
        }
        // A folder that cannot be made or locked is told of when something is to be written there, if ever.
        let made = std::fs::create_dir_all(&self.folder).and_then(|()| File::open(&self.folder));
        let Ok(folder) = made else { return true };
        let since = Instant::now();
        loop {
            match folder.try_lock() {
                Err(TryLockError::WouldBlock) if since.elapsed() < PARTING => {
                    thread::sleep(PARTING / 20);
                }
                Err(TryLockError::WouldBlock) => return false,
                Ok(()) | Err(TryLockError::Error(_)) => break,
            }
        }
        let _ = self.hold.set(folder);
        self.sweep();
        true
    }

    /// Clears away what a run has left that was killed while it wrote a file.
    fn sweep(&self) {
        let left = std::fs::read_dir(&self.folder).into_iter().flatten();
        for entry in left.filter_map(Result::ok) {
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(files::BEGUN.as_bytes()) {
                // What cannot be removed does no harm.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// Reads the session of the last run. A damaged one is renamed, never deleted.
    pub(super) fn load(&self) -> Found {
        if !self.take_hold() {
            return Found::InUse;
        }
        let session = self.session();
        let bytes = match format::read_file(&session) {
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

    /// Starts to write the session, and the matches if there is anything new in them, and waits a moment for it; the
    /// future tells how it went.
    pub(super) fn keep(
        &self,
        sitting: &Sitting,
        matches: Option<&Matches>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        self.settle();
        *lock(&self.busy.0) = true;
        let (busy, session, sitting) = (self.busy.clone(), self.session(), sitting.clone());
        let matches = matches.map(|matches| (self.matches(), matches.write()));
        let writing = gio::spawn_blocking(move || {
            let matches = matches.map(|(file, bytes)| files::replace_own(&file, &bytes));
            let written = files::replace_own(&session, &sitting.write());
            let written = written.and(matches.unwrap_or(Ok(())));
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

    /// Whether a session is being written.
    pub(super) fn is_busy(&self) -> bool {
        *lock(&self.busy.0)
    }

    /// Waits until everything is on disk.
    pub(super) fn settle(&self) {
        let (flag, signal) = &*self.busy;
        let waited = signal.wait_while(lock(flag), |busy| *busy);
        drop(waited);
    }

    /// Writes a finished game into the history folder. The same game, finished once more, keeps its file;
    /// another one never takes it. Gives the name of the file.
    pub(super) fn keep_finished(&self, record: &Record, title: &str) -> io::Result<String> {
        let bytes = format::write(record, Target::Json);
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{title}.xiangqi"),
                _ => format!("{title} ({number}).xiangqi"),
            };
            let file = self.history().join(&name);
            if may_take(&file, record)? {
                files::replace_own(&file, &bytes)?;
                return Ok(name);
            }
            number += 1;
        }
    }
}

/// Whether a finished game may have this name: nothing has it, or an earlier state of the same game.
///
/// # Errors
///
/// What the system reports of the folder: then no other name would do either.
fn may_take(file: &Path, record: &Record) -> io::Result<bool> {
    match file.symlink_metadata() {
        Ok(_) => Ok(format::read_file(file).is_ok_and(|there| is_same_game(&there, record))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Whether a file holds an earlier state of this very game, and so nothing that would be lost.
fn is_same_game(file: &[u8], record: &Record) -> bool {
    let moves = |of: &Record| -> Vec<_> {
        let played = of.main_line().filter_map(|id| of.node(id).played());
        played.map(|played| played.mv).collect()
    };
    let ours = moves(record);
    format::read(file).is_ok_and(|loaded| {
        loaded.records.iter().all(|there| {
            let theirs = moves(there);
            there.start() == record.start() && ours.starts_with(&theirs)
        })
    })
}

fn lock(flag: &Mutex<bool>) -> std::sync::MutexGuard<'_, bool> {
    flag.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renames a file to the first free name of the kind `session.damaged-2.xiangqi`.
fn put_aside(session: &Path) -> io::Result<PathBuf> {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, suffix) = (part(session.file_stem()), part(session.extension()));
    let names =
        (1..).map(|number| session.with_file_name(format!("{stem}.damaged-{number}.{suffix}")));
    let free = names.into_iter().find(|name| !name.exists());
    let aside = free.ok_or_else(|| io::Error::other("no free name"))?;
    std::fs::rename(session, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Command, Game, Now};

    fn keeper() -> (tempfile::TempDir, Keeper) {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("chuhe");
        (
            dir,
            Keeper {
                folder,
                busy: Arc::default(),
                hold: OnceCell::new(),
            },
        )
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::ordinary();
        for text in moves.split_whitespace() {
            let mv = text.parse().expect("a move");
            game.apply(Command::Play(mv), Now::default())
                .expect("a legal move");
        }
        game
    }

    fn kept(keeper: &Keeper) -> usize {
        std::fs::read_dir(keeper.history())
            .expect("a folder")
            .count()
    }

    #[test]
    fn a_longer_state_of_a_game_takes_its_file_and_another_game_never() {
        let (_dir, keeper) = keeper();
        let keep = |moves: &str| keeper.keep_finished(&game(moves).to_record(), "title");
        keep("h2e2 h9g7").expect("kept");
        keep("h2e2 h9g7 h0g2").expect("kept");
        assert_eq!(kept(&keeper), 1);
        keep("h2e2 b9c7").expect("kept");
        keep("h2e2 h9g7").expect("kept");
        assert_eq!(kept(&keeper), 3);
    }

    #[test]
    fn a_folder_that_cannot_be_entered_is_an_error_and_no_endless_search() {
        let (dir, keeper) = keeper();
        std::fs::write(dir.path().join("chuhe"), b"in the way").expect("written");
        let record = game("h2e2").to_record();
        assert!(keeper.keep_finished(&record, "title").is_err());
    }

    #[test]
    fn what_is_there_and_cannot_be_read_is_left_alone() {
        let (_dir, keeper) = keeper();
        let taken = keeper.history().join("title.xiangqi");
        std::fs::create_dir_all(&taken).expect("a folder of that name");
        keeper
            .keep_finished(&game("h2e2").to_record(), "title")
            .expect("kept");
        assert!(taken.is_dir());
        assert!(keeper.history().join("title (2).xiangqi").is_file());
    }

    #[test]
    fn a_damaged_session_is_put_aside_each_time_under_another_name() {
        let (_dir, keeper) = keeper();
        assert!(matches!(keeper.load(), Found::Nothing));
        for number in 1..3 {
            files::replace_own(&keeper.session(), b"{").expect("written");
            let Found::Damaged(_, aside) = keeper.load() else {
                panic!("a damaged session");
            };
            assert!(aside.ends_with(format!("session.damaged-{number}.xiangqi")));
            assert_eq!(std::fs::read(&aside).expect("kept"), b"{");
        }
        assert!(matches!(keeper.load(), Found::Nothing));
    }

    #[test]
    fn damaged_matches_are_put_aside_and_new_ones_begun() {
        let (dir, keeper) = keeper();
        assert_eq!(keeper.load_matches(), Matches::default());
        files::replace_own(&keeper.matches(), b"{\"matches\":7}").expect("written");
        assert_eq!(keeper.load_matches(), Matches::default());
        assert!(dir.path().join("chuhe/matches.damaged-1.json").is_file());
        assert!(!keeper.matches().exists());
        // Of any kind: here what is read is a folder.
        std::fs::create_dir(keeper.matches()).expect("a folder");
        assert_eq!(keeper.load_matches(), Matches::default());
        assert!(dir.path().join("chuhe/matches.damaged-2.json").is_dir());
    }

    #[test]
    fn one_run_at_a_time_has_the_folder() {
        let (_dir, keeper) = keeper();
        let again = Keeper {
            folder: keeper.folder.clone(),
            busy: Arc::default(),
            hold: OnceCell::new(),
        };
        assert!(matches!(keeper.load(), Found::Nothing));
        assert!(matches!(again.load(), Found::InUse));
        drop(keeper);
        assert!(matches!(again.load(), Found::Nothing));
    }

    #[test]
    fn a_session_comes_back() {
        let (_dir, keeper) = keeper();
        let sitting = Sitting::new(game("h2e2 h9g7"));
        files::replace_own(&keeper.session(), &sitting.write()).expect("written");
        let Found::Sitting(again) = keeper.load() else {
            panic!("a session");
        };
        assert_eq!(again.game.position(), sitting.game.position());
    }
}
