//! Saves the game on the board to disk after every move, so that nothing is ever lost.
//!
//! Each state is first stored at once where it survives the end of the process, and then synced by a worker thread, so
//! that it survives a power cut. Nothing waits for that, and of queued states only the newest is written. Finished
//! games go to a separate folder.

use super::clock_file::ClockFile;
use super::start::StartMark;
use super::writer::Writer;
use crate::files;
use crate::game::{Game, Matches, Sitting, SittingError};
use crate::record::format::{self, Target};
use crate::record::{Record, Tags};
use gtk::glib;
use std::cell::OnceCell;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Time for a terminating instance to release the folder.
const LOCK_WAIT: Duration = Duration::from_millis(500);

/// Maximum number of files looked through for an earlier state of a game without a date.
const MAX_EARLIER: usize = 8;

/// The store of the game on the board.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    writer: Arc<Writer>,
    clock_file: ClockFile,
    pub(super) start: StartMark,
    /// The folder, locked against other instances until this one ends.
    hold: OnceCell<File>,
}

/// Session of the last run.
#[derive(Debug)]
pub enum Found {
    /// No session: this is the first run.
    Nothing,
    /// The game as it was left.
    Sitting(Box<Sitting>),
    /// An unusable session, and the name under which it is kept.
    Damaged(SittingError, PathBuf),
    /// The session cannot be read at the moment, and must not be overwritten.
    Unreadable(io::Error),
    /// Another instance keeps its game there.
    InUse,
    /// The last start did not finish, and the session has not been loaded again.
    Suspect,
}

impl Default for Keeper {
    /// A keeper for this user's data folder.
    fn default() -> Self {
        Self::new(glib::user_data_dir().join("chuhe"))
    }
}

impl Keeper {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            clock_file: ClockFile::new(folder.join("session.clock")),
            start: StartMark::new(&folder),
            writer: Arc::new(Writer::new(&folder)),
            folder,
            hold: OnceCell::new(),
        }
    }

    /// Loads the match history. An unreadable one is renamed, and a new one started.
    pub fn load_matches(&self) -> Matches {
        let file = &self.writer.matches;
        let read = match format::read_file(file) {
            Ok(bytes) => Matches::read(&bytes).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Matches::default(),
            Err(error) => Err(error),
        };
        read.unwrap_or_else(|error| {
            glib::g_debug!("chuhe", "the matches cannot be read: {error}");
            // If that fails, the file is overwritten: the games themselves are in separate files.
            let _ = quarantine(file, "damaged");
            Matches::default()
        })
    }

    /// Folder of finished games.
    pub fn history(&self) -> PathBuf {
        self.folder.join("history")
    }

    /// Locks the folder. Returns whether no other instance holds it. A session bus allows only one instance; without
    /// one, or with two sessions of one user, only this lock keeps them apart. The system releases it however the
    /// process ends.
    fn lock_folder(&self) -> bool {
        if self.hold.get().is_some() {
            return true;
        }
        // A folder that cannot be created or locked is reported when something is to be written there, if ever.
        let made = fs::create_dir_all(&self.folder).and_then(|()| File::open(&self.folder));
        let Ok(folder) = made else { return true };
        let since = Instant::now();
        loop {
            match folder.try_lock() {
                Err(TryLockError::WouldBlock) if since.elapsed() < LOCK_WAIT => {
                    thread::sleep(LOCK_WAIT / 20);
                }
                Err(TryLockError::WouldBlock) => return false,
                Ok(()) | Err(TryLockError::Error(_)) => break,
            }
        }
        let _ = self.hold.set(folder);
        self.sweep();
        true
    }

    /// Removes temporary files of an instance that was killed while writing.
    fn sweep(&self) {
        let left = fs::read_dir(&self.folder).into_iter().flatten();
        for entry in left.filter_map(Result::ok) {
            let name = entry.file_name();
            if name
                .as_encoded_bytes()
                .starts_with(files::TEMP_PREFIX.as_bytes())
            {
                // A leftover that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Reads the session of the last run. A damaged one is renamed, never deleted.
    pub fn load(&self) -> Found {
        let mut found = self.load_session();
        if let Found::Sitting(sitting) = &mut found {
            self.clock_file.restore(&mut sitting.game);
        }
        found
    }

    fn load_session(&self) -> Found {
        if !self.lock_folder() {
            return Found::InUse;
        }
        let has_session = [&self.writer.ahead, &self.writer.session]
            .into_iter()
            .any(|file| file.exists());
        if has_session && self.start.set() {
            return Found::Suspect;
        }
        // It exists only if it is newer; after a power cut it may contain anything.
        let ahead = format::read_file(&self.writer.ahead).ok();
        if let Some(Ok(sitting)) = ahead.map(|bytes| Sitting::read(&bytes)) {
            return Found::Sitting(Box::new(sitting));
        }
        let session = &self.writer.session;
        let bytes = match format::read_file(session) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Nothing,
            Err(error) => return Found::Unreadable(error),
        };
        match Sitting::read(&bytes) {
            Ok(sitting) => Found::Sitting(Box::new(sitting)),
            Err(error) => match quarantine(session, "damaged") {
                Ok(aside) => Found::Damaged(error, aside),
                Err(error) => Found::Unreadable(error),
            },
        }
    }

    /// Stores the session and starts to write it, along with the matches if they have changed; the future resolves to
    /// the result.
    pub fn keep(
        &self,
        sitting: &Arc<Sitting>,
        matches: Option<&Matches>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        self.note_time(&sitting.game);
        self.writer.keep(sitting, matches)
    }

    /// Whether a session is being written.
    pub fn is_busy(&self) -> bool {
        self.writer.is_busy()
    }

    /// Whether the last state could not be written.
    pub fn has_failed(&self) -> bool {
        self.writer.has_failed()
    }

    /// Waits until everything is on disk.
    pub fn settle(&self) {
        self.writer.settle();
        self.clock_file.settle();
    }

    /// Notes the time of the current turn, which a killed process would lose.
    pub fn note_time(&self, game: &Game) {
        self.clock_file.note(game);
    }

    /// Writes a finished game into the history folder. A game that is finished again keeps its file, which no other
    /// game ever takes. The name begins with the date of the game, or else with `now`. Returns the name of the file.
    pub fn keep_finished(&self, record: &Record, title: &str, now: &str) -> io::Result<String> {
        let bytes = format::write(record, Target::Json);
        let name = if is_dated(record) {
            self.free_name(record, title)?
        } else {
            match self.earlier_name(record, title) {
                Some(name) => name,
                None => self.free_name(record, &format!("{now} {title}"))?,
            }
        };
        let file = self.history().join(&name);
        files::put_own(&file, &bytes)?;
        self.writer.secure(file);
        Ok(name)
    }

    /// Returns the first name that a finished game may have.
    fn free_name(&self, record: &Record, title: &str) -> io::Result<String> {
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{title}.xiangqi"),
                _ => format!("{title} ({number}).xiangqi"),
            };
            if may_take(&self.history().join(&name), record)? {
                return Ok(name);
            }
            number += 1;
        }
    }

    /// Returns the name under which a game without a date was kept before, at another time.
    fn earlier_name(&self, record: &Record, title: &str) -> Option<String> {
        let end = format!("{title}.xiangqi");
        let entries = fs::read_dir(self.history()).ok()?.filter_map(Result::ok);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<_> = names.filter(|name| name.ends_with(&end)).collect();
        names.sort_unstable_by(|one, other| other.cmp(one));
        let mut newest = names.into_iter().take(MAX_EARLIER);
        newest.find(|name| {
            let bytes = format::read_file(&self.history().join(name));
            bytes.is_ok_and(|there| is_same_game(&there, record, |there| !is_dated(there)))
        })
    }
}

/// Whether a finished game may have this name: it is free, or belongs to an earlier state of the same game.
///
/// # Errors
///
/// Errors of the folder, which would affect every other name too.
fn may_take(file: &Path, record: &Record) -> io::Result<bool> {
    match file.symlink_metadata() {
        Ok(_) => {
            let there = format::read_file(file);
            Ok(there.is_ok_and(|there| is_same_game(&there, record, |_| true)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Whether a game says on which day it began.
fn is_dated(record: &Record) -> bool {
    record.tags.get(Tags::DATE).is_some()
}

/// Whether a file holds an earlier state of this game, so that overwriting it loses nothing, and fits otherwise.
fn is_same_game(file: &[u8], record: &Record, fits: impl Fn(&Record) -> bool) -> bool {
    let moves = |of: &Record| -> Vec<_> {
        let played = of.main_line().filter_map(|id| of.node(id).played());
        played.map(|played| played.mv).collect()
    };
    let ours = moves(record);
    format::read(file).is_ok_and(|loaded| {
        loaded.records.iter().all(|there| {
            let theirs = moves(there);
            fits(there) && there.start() == record.start() && ours.starts_with(&theirs)
        })
    })
}

impl Keeper {
    /// Returns a function that renames the session, and returns the new name of its newest state.
    pub(super) fn putting_aside(
        &self,
    ) -> impl FnOnce() -> io::Result<Option<PathBuf>> + Send + use<> {
        let states = [self.writer.session.clone(), self.writer.ahead.clone()];
        move || {
            let mut newest = None;
            for state in states.into_iter().filter(|state| state.exists()) {
                newest = Some(quarantine(&state, "aside")?);
            }
            Ok(newest)
        }
    }
}

/// Renames a file to the first free name of the kind `session.damaged-2.xiangqi`.
fn quarantine(session: &Path, why: &str) -> io::Result<PathBuf> {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, suffix) = (part(session.file_stem()), part(session.extension()));
    let names = (1..1000).map(|number| format!("{stem}.{why}-{number}.{suffix}"));
    let aside = files::free_name(names.map(|name| session.with_file_name(name)))?;
    fs::rename(session, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Command, Game, Now};

    fn keeper() -> (tempfile::TempDir, Keeper) {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("chuhe");
        (dir, Keeper::new(folder))
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
        fs::read_dir(keeper.history()).expect("a folder").count()
    }

    fn dated(moves: &str) -> Record {
        let mut record = game(moves).to_record();
        record.tags.set(Tags::DATE, "2026-11-20");
        record
    }

    #[test]
    fn a_longer_state_of_a_game_takes_its_file_and_another_game_never() {
        let (_dir, keeper) = keeper();
        let keep = |moves: &str| keeper.keep_finished(&dated(moves), "title", "now");
        keep("h2e2 h9g7").expect("kept");
        keep("h2e2 h9g7 h0g2").expect("kept");
        assert_eq!(kept(&keeper), 1);
        keep("h2e2 b9c7").expect("kept");
        keep("h2e2 h9g7").expect("kept");
        assert_eq!(kept(&keeper), 3);
    }

    #[test]
    fn a_game_without_a_date_is_named_after_the_moment_and_keeps_that_name() {
        let (_dir, keeper) = keeper();
        let keep = |moves: &str, now: &str| {
            let record = game(moves).to_record();
            keeper.keep_finished(&record, "title", now).expect("kept")
        };
        assert_eq!(keep("h2e2", "10.05"), "10.05 title.xiangqi");
        assert_eq!(keep("h2e2 h9g7", "10.06"), "10.05 title.xiangqi");
        assert_eq!(keep("c3c4", "10.07"), "10.07 title.xiangqi");
        // As it was named by earlier versions of the program.
        let old = keeper.history().join("title.xiangqi");
        fs::rename(keeper.history().join("10.07 title.xiangqi"), old).expect("renamed");
        assert_eq!(keep("c3c4 c6c5", "10.08"), "title.xiangqi");
        // A game that says when it began is another one.
        let shorter = keeper.keep_finished(&dated("b2b4"), "10.09 title", "now");
        assert_eq!(shorter.expect("kept"), "10.09 title.xiangqi");
        assert_eq!(keep("b2b4 h9g7", "10.10"), "10.10 title.xiangqi");
    }

    #[test]
    fn a_folder_that_cannot_be_entered_is_an_error_and_no_endless_search() {
        let (dir, keeper) = keeper();
        fs::write(dir.path().join("chuhe"), b"in the way").expect("written");
        let record = game("h2e2").to_record();
        assert!(keeper.keep_finished(&record, "title", "now").is_err());
    }

    #[test]
    fn what_is_there_and_cannot_be_read_is_left_alone() {
        let (_dir, keeper) = keeper();
        let taken = keeper.history().join("title.xiangqi");
        fs::create_dir_all(&taken).expect("a folder of that name");
        keeper
            .keep_finished(&dated("h2e2"), "title", "now")
            .expect("kept");
        assert!(taken.is_dir());
        assert!(keeper.history().join("title (2).xiangqi").is_file());
    }

    #[test]
    fn a_damaged_session_is_put_aside_each_time_under_another_name() {
        let (_dir, keeper) = keeper();
        assert!(matches!(keeper.load(), Found::Nothing));
        for number in 1..3 {
            files::replace_own(&keeper.writer.session, b"{").expect("written");
            let Found::Damaged(_, aside) = keeper.load() else {
                panic!("a damaged session");
            };
            assert!(aside.ends_with(format!("session.damaged-{number}.xiangqi")));
            assert_eq!(fs::read(&aside).expect("kept"), b"{");
        }
        assert!(matches!(keeper.load(), Found::Nothing));
    }

    #[test]
    fn damaged_matches_are_put_aside_and_new_ones_begun() {
        let (dir, keeper) = keeper();
        assert_eq!(keeper.load_matches(), Matches::default());
        files::replace_own(&keeper.writer.matches, b"{\"matches\":7}").expect("written");
        assert_eq!(keeper.load_matches(), Matches::default());
        assert!(dir.path().join("chuhe/matches.damaged-1.json").is_file());
        assert!(!keeper.writer.matches.exists());
        // Any read error will do: here the path is a folder.
        fs::create_dir(&keeper.writer.matches).expect("a folder");
        assert_eq!(keeper.load_matches(), Matches::default());
        assert!(dir.path().join("chuhe/matches.damaged-2.json").is_dir());
    }

    #[test]
    fn one_run_at_a_time_has_the_folder() {
        let (_dir, keeper) = keeper();
        let again = Keeper::new(keeper.folder.clone());
        assert!(matches!(keeper.load(), Found::Nothing));
        assert!(matches!(again.load(), Found::InUse));
        drop(keeper);
        assert!(matches!(again.load(), Found::Nothing));
    }

    #[test]
    fn what_the_disk_did_not_have_yet_comes_back_and_what_a_power_cut_left_of_it_does_no_harm() {
        let (_dir, keeper) = keeper();
        let old = Sitting::new(game("h2e2"));
        files::replace_own(&keeper.writer.session, &old.write()).expect("written");
        let new = Arc::new(Sitting::new(game("h2e2 h9g7")));
        keeper.writer.stage(&new, None);
        let found = |keeper: &Keeper| match keeper.load() {
            Found::Sitting(sitting) => sitting.game.record().move_count(),
            other => panic!("{other:?}"),
        };
        assert_eq!(found(&keeper), 2);
        let torn = &new.write()[..40];
        fs::write(&keeper.writer.ahead, torn).expect("written");
        assert_eq!(found(&keeper), 1);
    }

    #[test]
    fn a_session_comes_back() {
        let (_dir, keeper) = keeper();
        let sitting = Sitting::new(game("h2e2 h9g7"));
        files::replace_own(&keeper.writer.session, &sitting.write()).expect("written");
        let Found::Sitting(again) = keeper.load() else {
            panic!("a session");
        };
        assert_eq!(again.game.position(), sitting.game.position());
    }
}
