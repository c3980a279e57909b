//! Reading files on a worker thread. The first games of a collection file are shown while it is read.

use super::FlowError;
use crate::record::format::{self, InPlace, Loaded, ReadError};
use crate::record::{Collection, FileList, Opening};
use crate::ui::platform::on_worker;
use crate::ui::toolkit::prelude::*;
use futures_channel::mpsc::{self, UnboundedSender};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

/// The first games are sent once this many are known, or this time after the first one.
const FIRST_GAMES: usize = 100;
const FIRST_WAIT: Duration = Duration::from_millis(50);
/// Interval between the later updates.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Contents of a file.
pub(super) enum FileContents {
    One(SingleGame),
    Many(Collection),
}

/// The only game of a file.
pub(super) struct SingleGame {
    pub(super) loaded: Loaded,
    /// Fingerprint of the file, if the game can be saved in it.
    pub(super) fingerprint: Option<String>,
}

/// Games read so far, and the fraction of the file that they cover, from 0 to 1.
pub(super) struct ReadProgress(pub(super) Collection, pub(super) f64);

/// Reads and parses a file.
pub(super) async fn load(file: &gio::File) -> Result<FileContents, FlowError> {
    let (sender, _progress) = mpsc::unbounded();
    read(std::slice::from_ref(file), sender).await
}

/// Reads a file, or lists the games of several files or of a folder, and sends those of many as they are read. The
/// worker stops when the receiver is dropped.
pub(super) async fn read(
    files: &[gio::File],
    progress: UnboundedSender<ReadProgress>,
) -> Result<FileContents, FlowError> {
    if let [file] = files
        && file.path().is_none()
    {
        let loaded = file.load_contents_future().await;
        let (bytes, _) = loaded.map_err(FlowError::System)?;
        return on_worker(move || parse(bytes.to_vec(), progress)).await;
    }
    let paths: Vec<_> = files.iter().filter_map(gio::File::path).collect();
    on_worker(move || match &*paths {
        [path] if !path.is_dir() => {
            let state = FileList::of(std::slice::from_ref(path)).state();
            let bytes = format::read_file(path).map_err(FlowError::Reading)?;
            Ok(match parse(bytes, progress)? {
                FileContents::Many(games) => FileContents::Many(games.with_state(state)),
                one @ FileContents::One(_) => one,
            })
        }
        paths => list(paths, progress),
    })
    .await
}

/// Lists the games of several files.
fn list(
    paths: &[PathBuf],
    progress: UnboundedSender<ReadProgress>,
) -> Result<FileContents, FlowError> {
    let mut throttle = Throttle::new(progress);
    let files = FileList::of(paths);
    let state = files.state();
    let found = files.read(|found, part| {
        let games = || ReadProgress(Collection::of_files(found.clone()), part);
        throttle.step(found.count(), games).is_continue()
    });
    let found = found.ok_or(FlowError::Interrupted)?;
    if found.count() == 0 {
        return Err(FlowError::NoGames);
    }
    let games = Collection::of_files(found).with_state(state);
    Ok(FileContents::Many(games))
}

fn parse(
    bytes: Vec<u8>,
    progress: UnboundedSender<ReadProgress>,
) -> Result<FileContents, FlowError> {
    let mut throttle = Throttle::new(progress);
    // A file of many games may be large, and is not saved as a whole.
    let mut copy = Some(bytes.clone());
    // Games of chess alone are no list to choose from.
    let (mut has_xiangqi, mut other) = (false, None);
    let games = Collection::open_watched(bytes, &mut |mut opening: Opening<'_>| {
        if opening.known() > 1 {
            copy = None;
        }
        if !has_xiangqi && let Some(name) = opening.other_kind() {
            other.get_or_insert(name);
            return Continue(());
        }
        has_xiangqi = true;
        let (known, part) = (opening.known(), opening.part());
        throttle.step(known, || ReadProgress(opening.so_far(), part))
    });
    let games = games.map_err(FlowError::Read)?;
    let mut games = games.ok_or(FlowError::Interrupted)?;
    if let Some(name) = other.filter(|_| !has_xiangqi) {
        return Err(FlowError::Read(ReadError::OtherGame(name)));
    }
    if games.count() > 1 {
        return Ok(FileContents::Many(games));
    }
    let copy = copy.filter(|bytes| InPlace::is_possible(bytes));
    let fingerprint = copy.map(|bytes| format::fingerprint(&bytes));
    let loaded = games.take(0).map_err(FlowError::Read)?;
    Ok(FileContents::One(SingleGame {
        loaded,
        fingerprint,
    }))
}

/// Sends games at intervals.
struct Throttle {
    progress: UnboundedSender<ReadProgress>,
    last: Instant,
    is_first: bool,
}

impl Throttle {
    fn new(progress: UnboundedSender<ReadProgress>) -> Self {
        Self {
            progress,
            last: Instant::now(),
            is_first: true,
        }
    }

    /// Sends the games read so far if it is time; breaks if the receiver is gone.
    fn step(&mut self, known: usize, games: impl FnOnce() -> ReadProgress) -> ControlFlow<()> {
        // Reading the bytes and detecting their encoding has taken its time; games come fast from now on.
        if known == 1 {
            self.last = Instant::now();
        }
        let waited = self.last.elapsed();
        let is_time = if self.is_first {
            known >= FIRST_GAMES || known > 1 && waited >= FIRST_WAIT
        } else {
            waited >= PROGRESS_INTERVAL
        };
        if is_time {
            (self.last, self.is_first) = (Instant::now(), false);
            if self.progress.unbounded_send(games()).is_err() {
                return Break(());
            }
        }
        Continue(())
    }
}
