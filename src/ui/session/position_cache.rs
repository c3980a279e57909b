//! The games of the book of positions: read and indexed on a worker. The index is kept in the cache of the program beside
//! the state of the files that it was made from.

use crate::files;
use crate::record::format::{self, ReadError};
use crate::record::{Collection, FileList, FilesState};
use crate::ui::platform::own_file::cache_folder;
use crate::ui::platform::prelude::*;
use futures_channel::mpsc::UnboundedSender;
use std::fs::{self, Metadata};
use std::io;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

/// Number and total size of the indexes that are kept.
const MAX_KEPT: usize = 8;
const MAX_SIZE: u64 = 512 << 20;
/// Interval between reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// Number of games indexed between looks at the clock.
const BATCH: usize = 16;
/// Fraction of the work after which the games have been read.
const READ_PART: f64 = 0.3;

/// Progress of the work on the games of a book.
#[derive(Clone, Debug)]
pub enum BookProgress {
    /// The games have been read, and can be asked for positions.
    Opened(Arc<Collection>),
    /// Fraction of the work that is done.
    Part(f64),
}

/// Reason why a book has no games.
#[derive(Debug)]
pub enum BookError {
    Reading(io::Error),
    Read(ReadError),
    NoGames,
    /// The work was stopped.
    Stopped,
}

/// Folder of the indexes.
fn folder() -> PathBuf {
    cache_folder().join("positions")
}

/// Reads the games of files and folders, unless `known` has them already, and indexes their positions.
///
/// # Errors
///
/// Returns an error if there are no games, or the work was stopped.
pub fn open_book(
    paths: &[PathBuf],
    known: Option<Arc<Collection>>,
    progress: &UnboundedSender<BookProgress>,
    stop: &AtomicBool,
) -> Result<(), BookError> {
    open_in(&folder(), paths, known, progress, stop)
}

fn open_in(
    folder: &Path,
    paths: &[PathBuf],
    known: Option<Arc<Collection>>,
    progress: &UnboundedSender<BookProgress>,
    stop: &AtomicBool,
) -> Result<(), BookError> {
    // Nobody may be listening any more.
    let tell = |step| drop(progress.unbounded_send(step));
    let list = FileList::of(paths);
    let state = list.state();
    let mut last = Instant::now();
    let mut is_time = || {
        let is_time = last.elapsed() >= PROGRESS_INTERVAL;
        if is_time {
            last = Instant::now();
        }
        is_time
    };
    let games = match known.filter(|known| known.state() == Some(&state)) {
        Some(known) => known,
        None => {
            let watch = |part: f64| {
                if is_time() {
                    tell(BookProgress::Part(READ_PART * part));
                }
                !stop.load(Ordering::Relaxed)
            };
            Arc::new(read(&list, paths, watch)?.with_state(state))
        }
    };
    tell(BookProgress::Opened(games.clone()));
    if games.is_indexed() || read_index(folder, &games) {
        return Ok(());
    }
    while !games.is_indexed() {
        if stop.load(Ordering::Relaxed) {
            return Err(BookError::Stopped);
        }
        let part = games.index_more(BATCH);
        if is_time() {
            tell(BookProgress::Part(READ_PART + (1.0 - READ_PART) * part));
        }
    }
    // An index that cannot be kept is made again.
    let _ = write_index(folder, &games);
    Ok(())
}

fn read(
    list: &FileList,
    paths: &[PathBuf],
    mut watch: impl FnMut(f64) -> bool,
) -> Result<Collection, BookError> {
    let games = match paths {
        [path] if !path.is_dir() => {
            let bytes = format::read_file(path).map_err(BookError::Reading)?;
            let games = Collection::open_watched(bytes, &mut |opening| {
                if watch(opening.part()) {
                    Continue(())
                } else {
                    Break(())
                }
            });
            games.map_err(BookError::Read)?
        }
        _ => list.read(|_, part| watch(part)).map(Collection::of_files),
    };
    let games = games.ok_or(BookError::Stopped)?;
    match games.count() {
        0 => Err(BookError::NoGames),
        _ => Ok(games),
    }
}

/// Takes over the kept index of games, if there is one.
pub fn use_kept_index(games: &Collection) {
    if !games.is_indexed() {
        read_index(&folder(), games);
    }
}

/// The file of an index.
fn file(folder: &Path, state: &FilesState) -> PathBuf {
    folder.join(state.name())
}

fn read_index(folder: &Path, games: &Collection) -> bool {
    let bytes = games.state().map(|state| fs::read(file(folder, state)));
    matches!(bytes, Some(Ok(bytes)) if games.read_index(&bytes))
}

fn write_index(folder: &Path, games: &Collection) -> io::Result<()> {
    if let Some((state, bytes)) = games.state().zip(games.write_index()) {
        files::put_own(&file(folder, state), &bytes)?;
        prune(folder, MAX_KEPT, MAX_SIZE)?;
    }
    Ok(())
}

/// Removes the oldest files beyond a number and a total size, and those that a killed run has left.
fn prune(folder: &Path, max_kept: usize, max_size: u64) -> io::Result<()> {
    files::sweep(folder, SystemTime::now() - files::ABANDONED_AFTER);
    let entries = fs::read_dir(folder)?.filter_map(Result::ok);
    let entries = entries.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?)));
    let mut kept: Vec<(PathBuf, Metadata)> = entries.filter(|(_, about)| about.is_file()).collect();
    kept.sort_by_key(|(_, about)| std::cmp::Reverse(about.modified().ok()));
    let mut size = 0;
    for (number, (path, about)) in kept.iter().enumerate() {
        size += about.len();
        if number > 0 && (number >= max_kept || size > max_size) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use futures_channel::mpsc;

    const GAMES: &str = "[Red \"A\"]\n\n1. h2e2 h9g7 *\n\n[Red \"B\"]\n\n1. h2e2 b9c7 *\n";

    /// The games of a book, or the error.
    fn opened(
        folder: &Path,
        paths: &[PathBuf],
        known: Option<Arc<Collection>>,
    ) -> Result<Arc<Collection>, BookError> {
        let (sender, mut progress) = mpsc::unbounded();
        open_in(folder, paths, known, &sender, &AtomicBool::new(false))?;
        match progress.try_recv() {
            Ok(BookProgress::Opened(games)) => Ok(games),
            other => panic!("{other:?}"),
        }
    }

    fn kept(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    }

    #[test]
    fn an_index_is_kept_until_the_files_change_and_damage_is_mended() {
        let dir = tempfile::tempdir().expect("a folder");
        let (cache, file) = (dir.path().join("cache"), dir.path().join("games.pgn"));
        fs::write(&file, GAMES).expect("written");
        let paths = [file.clone()];
        let moves = |games: &Collection| games.book(&Position::start()).moves.len();
        assert_eq!(moves(&opened(&cache, &paths, None).expect("games")), 1);
        let [index] = &kept(&cache)[..] else {
            panic!("one index");
        };
        let whole = fs::read(index).expect("an index");
        // The games are read from the file, but the index is not made.
        let again = Collection::open(GAMES.into()).expect("games");
        let again = again.with_state(FileList::of(&paths).state());
        assert!(read_index(&cache, &again));
        for damage in [&b""[..], &whole[..whole.len() / 2], b"chuhe"] {
            fs::write(index, damage).expect("written");
            assert_eq!(moves(&opened(&cache, &paths, None).expect("games")), 1);
            assert_eq!(fs::read(index).expect("an index"), whole);
        }
        fs::write(&file, GAMES.replacen("h2e2", "c3c4", 1) + "\n").expect("written");
        assert_eq!(moves(&opened(&cache, &paths, None).expect("games")), 2);
        assert_eq!(kept(&cache).len(), 1);
        assert_ne!(fs::read(index).expect("an index"), whole);
    }

    #[test]
    fn games_that_are_open_are_not_read_again() {
        let dir = tempfile::tempdir().expect("a folder");
        let (cache, file) = (dir.path().join("cache"), dir.path().join("games.pgn"));
        fs::write(&file, GAMES).expect("written");
        let paths = [dir.path().to_owned()];
        let games = opened(&cache, &paths, None).expect("games");
        let again = opened(&cache, &paths, Some(games.clone())).expect("games");
        assert!(Arc::ptr_eq(&games, &again));
        fs::write(dir.path().join("more.pgn"), GAMES).expect("written");
        let again = opened(&cache, &paths, Some(games)).expect("games");
        assert_eq!(again.count(), 4);
    }

    #[test]
    fn no_games_a_missing_file_and_a_stop_are_told_apart() {
        let dir = tempfile::tempdir().expect("a folder");
        let cache = dir.path().join("cache");
        let none = opened(&cache, &[dir.path().to_owned()], None);
        assert!(matches!(none, Err(BookError::NoGames)));
        let missing = opened(&cache, &[dir.path().join("none.pgn")], None);
        assert!(matches!(missing, Err(BookError::Reading(_))));
        let file = dir.path().join("games.pgn");
        fs::write(&file, GAMES).expect("written");
        let (sender, _progress) = mpsc::unbounded();
        let stopped = open_in(&cache, &[file], None, &sender, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(BookError::Stopped)));
        assert!(!cache.exists());
    }

    #[test]
    fn the_oldest_indexes_are_removed() {
        let dir = tempfile::tempdir().expect("a folder");
        let made = SystemTime::now();
        for age in 0..4_u64 {
            let path = dir.path().join(age.to_string());
            fs::write(&path, [0; 10]).expect("written");
            let file = fs::File::options().write(true).open(path).expect("a file");
            file.set_modified(made - Duration::from_secs(age))
                .expect("a time");
        }
        let names = || {
            let mut names: Vec<_> = kept(dir.path())
                .iter()
                .map(|path| path.file_name().expect("a name").to_owned())
                .collect();
            names.sort();
            names
        };
        prune(dir.path(), 3, 1000).expect("removed");
        assert_eq!(names(), ["0", "1", "2"]);
        prune(dir.path(), 3, 20).expect("removed");
        assert_eq!(names(), ["0", "1"]);
        prune(dir.path(), 1, 1).expect("removed");
        assert_eq!(names(), ["0"]);
    }
}
