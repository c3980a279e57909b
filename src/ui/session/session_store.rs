//! The store of the session: the game on the board is saved to disk after every move, so that nothing is ever lost.
//!
//! Each state is first stored at once where it survives the end of the process, and then where it survives a power cut.
//! The window's thread writes nothing itself; see [`crate::files::disk`]. Finished games go to a separate folder.

use super::clock_file::ClockFile;
use super::history::FinishedRecord;
use super::start::StartMark;
use super::writer::SessionWriter;
use crate::files::disk::{DURABLE, QUICK};
use crate::files::{self, Lock, copy_aside, set_aside};
use crate::game::{Game, Matches, SessionState, SessionStateError};
use crate::ui::platform::own_file::{self, Contents, data_folder};
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::convert::Infallible;
use std::fs;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

/// Time for a terminating instance to release the folder.
const LOCK_WAIT: Duration = Duration::from_millis(500);

/// The store of the game on the board.
#[derive(Debug)]
pub struct SessionStore {
    folder: PathBuf,
    writer: Arc<SessionWriter>,
    clock_file: ClockFile,
    pub(super) start: StartMark,
    /// The lock against other instances, if it is possible, until this one ends.
    hold: OnceLock<Lock>,
}

/// A finished game that is being saved in the history.
#[derive(Debug)]
pub struct HistoryWrite {
    pub name: oneshot::Receiver<io::Result<String>>,
    /// Canceled once the name is there.
    pub done: oneshot::Receiver<Infallible>,
}

/// Session of the last run.
#[derive(Debug)]
pub enum FoundSession {
    /// No session: this is the first run.
    Nothing,
    /// The session as it was saved.
    Intact(Box<SessionState>),
    /// An unusable session, and its quarantined file.
    Damaged(SessionStateError, PathBuf),
    /// The session cannot be read at the moment, and must not be overwritten.
    Unreadable(io::Error),
    /// Another instance has locked it.
    InUse,
    /// The last start did not finish, and the session has not been loaded again.
    Suspect,
    /// The disk has not answered yet.
    Late,
}

/// Loss at restoring the last run besides a damaged session, and the quarantined file.
#[derive(Debug)]
pub enum RestoreLoss {
    /// The newest state of the game, which was not in the session yet.
    Ahead(PathBuf),
    /// The matches.
    Matches(PathBuf),
    /// Parts of the session that a newer version has saved; `None` if the file could not be copied.
    NewerFields(Option<PathBuf>),
}

impl Default for SessionStore {
    /// The store in this user's data folder.
    fn default() -> Self {
        Self::new(data_folder())
    }
}

impl SessionStore {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            clock_file: ClockFile::new(folder.join("session.clock")),
            start: StartMark::new(&folder),
            writer: Arc::new(SessionWriter::new(&folder)),
            folder,
            hold: OnceLock::new(),
        }
    }

    /// Loads the match history. An unreadable one is renamed, and a new one started.
    pub fn load_matches(&self) -> (Matches, Option<RestoreLoss>) {
        let file = &self.writer.matches;
        match own_file::load(file, Matches::read) {
            Contents::Sound(matches) => (matches, None),
            Contents::Missing => (Matches::default(), None),
            // If it cannot be renamed, it is overwritten: the games themselves are in separate files.
            Contents::Unreadable(_) | Contents::Damaged(_) => (
                Matches::default(),
                set_aside(file, "damaged").ok().map(RestoreLoss::Matches),
            ),
        }
    }

    /// Folder of finished games.
    pub fn history(&self) -> PathBuf {
        self.folder.join("history")
    }

    /// Folder of games by letter.
    pub fn letters(&self) -> PathBuf {
        self.folder.join("letters")
    }

    /// Folder of games with friends far away, which holds their keys.
    pub fn remote_games(&self) -> PathBuf {
        self.folder.join("far")
    }

    /// Locks the session. Returns whether no other instance holds it. A session bus allows only one instance; without
    /// one, or with two sessions of one user, only this lock keeps them apart.
    fn lock(&self) -> bool {
        if self.hold.get().is_some() {
            return true;
        }
        // A folder that cannot be created is reported when something is to be written there, if ever.
        let _ = files::make_folder(&self.folder);
        let lock = files::lock(&self.folder.join("session.lock"), LOCK_WAIT);
        match &lock {
            Lock::Taken => return false,
            Lock::Impossible => {}
            Lock::Held(_) => {
                let now = SystemTime::now();
                let folders = [self.folder.clone(), self.history()];
                QUICK.write(&self.history(), move || {
                    folders.iter().for_each(|folder| files::sweep(folder, now));
                });
            }
        }
        let _ = self.hold.set(lock);
        true
    }

    /// The folder, if it cannot be locked, so that nothing keeps two instances apart.
    pub fn unlocked_folder(&self) -> Option<&Path> {
        matches!(self.hold.get(), Some(Lock::Impossible)).then_some(&*self.folder)
    }

    /// Reads the session of the last run, and says what else was damaged. What is damaged is renamed, never deleted.
    pub fn load(&self) -> (FoundSession, Vec<RestoreLoss>) {
        let (mut found, lost) = self.load_session();
        let mut lost = Vec::from_iter(lost);
        if let FoundSession::Intact(state) = &mut found {
            self.clock_file.restore(&mut state.game);
            if state.lacks_newer_fields {
                // The next save would drop them.
                let files = [&self.writer.ahead, &self.writer.session];
                let file = files.into_iter().find(|file| file.exists());
                let copy = file.and_then(|file| copy_aside(file, "newer").ok());
                lost.push(RestoreLoss::NewerFields(copy));
            }
        }
        (found, lost)
    }

    fn load_session(&self) -> (FoundSession, Option<RestoreLoss>) {
        if !self.lock() {
            return (FoundSession::InUse, None);
        }
        let has_session = [&self.writer.ahead, &self.writer.session]
            .into_iter()
            .any(|file| file.exists());
        if has_session && self.start.set() {
            return (FoundSession::Suspect, None);
        }
        // It exists only if it is newer; after a power cut it may contain anything.
        let ahead = &self.writer.ahead;
        let lost = match own_file::load(ahead, SessionState::read) {
            Contents::Missing => None,
            Contents::Sound(state) => return (FoundSession::Intact(Box::new(state)), None),
            Contents::Unreadable(_) | Contents::Damaged(_) => match set_aside(ahead, "damaged") {
                Ok(aside) => Some(RestoreLoss::Ahead(aside)),
                Err(error) => return (FoundSession::Unreadable(error), None),
            },
        };
        (self.load_written(), lost)
    }

    /// Reads the newest state that was on the disk.
    fn load_written(&self) -> FoundSession {
        let session = &self.writer.session;
        match own_file::load(session, SessionState::read) {
            Contents::Missing => FoundSession::Nothing,
            Contents::Sound(state) => FoundSession::Intact(Box::new(state)),
            Contents::Unreadable(error) => FoundSession::Unreadable(error),
            Contents::Damaged(error) => match set_aside(session, "damaged") {
                Ok(aside) => FoundSession::Damaged(error, aside),
                Err(error) => FoundSession::Unreadable(error),
            },
        }
    }

    /// Starts to write the session, along with the matches if they have changed; the future resolves to the result.
    pub fn save(
        &self,
        state: &Arc<SessionState>,
        matches: Option<&Matches>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        self.note_time(&state.game);
        self.writer.save(state, matches)
    }

    /// Whether the last state could not be written.
    pub fn has_failed(&self) -> bool {
        self.writer.has_failed()
    }

    /// Notes the time of the current turn, which a killed process would lose.
    pub fn note_time(&self, game: &Game) {
        self.clock_file.note(game);
    }

    /// Starts to write a finished game into the history folder.
    pub fn save_finished(&self, ended: FinishedRecord) -> HistoryWrite {
        let folder = self.history();
        let (sender, name) = oneshot::channel();
        let (at_end, done) = oneshot::channel();
        // Two games that end in one second are both kept.
        let key = folder
            .join(&ended.title)
            .join(ended.record.move_count().to_string());
        QUICK.write(&key, move || {
            let _ = sender.send(ended.save(&folder));
            drop(at_end);
        });
        HistoryWrite { name, done }
    }

    /// Removes the file that a finished game has made in the history folder: it has been reopened.
    pub fn withdraw_finished(&self, made: Arc<OnceLock<PathBuf>>) {
        let key = self.history().join(format!("{:p}", Arc::as_ptr(&made)));
        QUICK.write(&key, move || {
            if let Some(file) = made.get() {
                // Instead of a later state that may still wait for the disk.
                DURABLE.write(file, || {});
                // If it stays, a finished game is listed that was reopened.
                let _ = fs::remove_file(file);
            }
        });
    }

    /// Returns a function that renames the session, and returns the new name of its newest state.
    pub(super) fn putting_aside(
        &self,
    ) -> impl FnOnce() -> io::Result<Option<PathBuf>> + Send + use<> {
        let states = [self.writer.session.clone(), self.writer.ahead.clone()];
        move || {
            let mut newest = None;
            for state in states.into_iter().filter(|state| state.exists()) {
                newest = Some(set_aside(&state, "aside")?);
            }
            Ok(newest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::played;

    fn store() -> (tempfile::TempDir, SessionStore) {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("chuhe");
        (dir, SessionStore::new(folder))
    }

    #[test]
    fn a_damaged_session_is_put_aside_each_time_under_another_name() {
        let (_dir, store) = store();
        assert!(matches!(store.load().0, FoundSession::Nothing));
        for number in 1..3 {
            files::replace_own(&store.writer.session, b"{").expect("written");
            let FoundSession::Damaged(_, aside) = store.load().0 else {
                panic!("a damaged session");
            };
            assert!(aside.ends_with(format!("session.damaged-{number}.xiangqi")));
            assert_eq!(fs::read(&aside).expect("kept"), b"{");
        }
        assert!(matches!(store.load().0, FoundSession::Nothing));
    }

    #[test]
    fn damaged_matches_are_put_aside_and_new_ones_begun() {
        let (dir, store) = store();
        assert!(store.load_matches().1.is_none());
        files::replace_own(&store.writer.matches, b"{\"matches\":7}").expect("written");
        let (matches, lost) = store.load_matches();
        assert_eq!(matches, Matches::default());
        let aside = dir.path().join("chuhe/matches.damaged-1.json");
        assert!(
            matches!(lost, Some(RestoreLoss::Matches(name)) if name == aside && aside.is_file())
        );
        assert!(!store.writer.matches.exists());
        // Any read error will do: here the path is a folder.
        fs::create_dir(&store.writer.matches).expect("a folder");
        assert!(store.load_matches().1.is_some());
        assert!(dir.path().join("chuhe/matches.damaged-2.json").is_dir());
    }

    #[test]
    fn one_run_at_a_time_has_the_folder() {
        let (_dir, store) = store();
        let again = SessionStore::new(store.folder.clone());
        assert!(matches!(store.load().0, FoundSession::Nothing));
        assert!(matches!(again.load().0, FoundSession::InUse));
        drop(store);
        assert!(matches!(again.load().0, FoundSession::Nothing));
    }

    #[test]
    fn what_the_disk_did_not_have_yet_comes_back_and_what_a_power_cut_left_of_it_is_told() {
        let (dir, store) = store();
        let old = SessionState::new(played("h2e2"));
        files::replace_own(&store.writer.session, &old.write()).expect("written");
        let new = SessionState::new(played("h2e2 h9g7")).write();
        let found = |ahead: &[u8]| {
            fs::write(&store.writer.ahead, ahead).expect("written");
            match store.load() {
                (FoundSession::Intact(state), lost) => (state.game.record().move_count(), lost),
                (other, _) => panic!("{other:?}"),
            }
        };
        assert!(matches!(found(&new), (2, lost) if lost.is_empty()));
        let text = String::from_utf8(new.clone()).expect("text");
        let flipped = text.replacen("h2e2", "h2d2", 1);
        let damages = [&new[..40], &[], flipped.as_bytes(), &vec![0; new.len()]];
        for (number, damage) in (1..).zip(damages) {
            let (count, lost) = found(damage);
            let name = format!("chuhe/session.ahead.damaged-{number}.xiangqi");
            let aside = dir.path().join(name);
            assert!(matches!(&lost[..], [RestoreLoss::Ahead(name)] if *name == aside));
            assert_eq!(
                (count, fs::read(&aside).expect("kept")),
                (1, damage.to_vec())
            );
        }
    }

    #[test]
    fn a_flipped_move_in_the_session_is_noticed_and_one_of_an_earlier_version_has_no_checksum() {
        let (_dir, store) = store();
        let written = SessionState::new(played("h2e2 h9g7")).write();
        let text = String::from_utf8(written).expect("text");
        let put = |text: &str| {
            files::replace_own(&store.writer.session, text.as_bytes()).expect("written");
            store.load().0
        };
        let flipped = put(&text.replacen("h2e2", "h2d2", 1));
        assert!(matches!(
            flipped,
            FoundSession::Damaged(SessionStateError::Checksum, _)
        ));
        let earlier: Vec<_> = text
            .lines()
            .filter(|line| !line.contains("checksum"))
            .collect();
        let earlier = earlier.join("\n").replace(",\n  }", "\n  }");
        assert!(
            matches!(put(&earlier), FoundSession::Intact(_)),
            "{earlier}"
        );
    }

    #[test]
    fn a_session_of_a_newer_version_is_copied_before_it_is_replaced() {
        let (dir, store) = store();
        let written = SessionState::new(played("h2e2 h9g7")).write();
        let text = String::from_utf8(written).expect("text");
        let unsealed = text.lines().filter(|line| !line.contains("checksum"));
        let unsealed = Vec::from_iter(unsealed).join("\n");
        let newer = unsealed.replace(",\n  }", ", \"weather\": 1\n  }");
        files::replace_own(&store.writer.session, newer.as_bytes()).expect("written");
        let (found, lost) = store.load();
        assert!(matches!(found, FoundSession::Intact(_)), "{found:?}");
        let copy = dir.path().join("chuhe/session.newer-1.xiangqi");
        assert!(matches!(&lost[..], [RestoreLoss::NewerFields(Some(name))] if *name == copy));
        assert_eq!(fs::read_to_string(&copy).expect("a copy"), newer);
        assert!(store.writer.session.exists());
    }

    #[test]
    fn what_is_no_file_holds_nobody_up() {
        let (_dir, store) = store();
        store.load();
        let mkfifo = |path: &Path| {
            let made = std::process::Command::new("mkfifo").arg(path).status();
            assert!(made.expect("mkfifo").success());
        };
        mkfifo(&store.writer.ahead);
        let (found, lost) = store.load();
        assert!(matches!(found, FoundSession::Nothing));
        assert!(matches!(&lost[..], [RestoreLoss::Ahead(_)]));
        mkfifo(&store.writer.session);
        assert!(matches!(store.load().0, FoundSession::Unreadable(_)));
        let refused = files::put_own(&store.writer.session, b"").expect_err("a pipe");
        assert_eq!(refused.kind(), io::ErrorKind::NotSeekable);
    }

    #[test]
    fn a_session_comes_back() {
        let (_dir, store) = store();
        let state = SessionState::new(played("h2e2 h9g7"));
        files::replace_own(&store.writer.session, &state.write()).expect("written");
        let FoundSession::Intact(again) = store.load().0 else {
            panic!("a session");
        };
        assert_eq!(again.game.position(), state.game.position());
    }
}
