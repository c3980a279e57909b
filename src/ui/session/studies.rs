//! Progress in the studies and verdicts on them, each in a file of its own.

use crate::files;
use crate::record::format;
use crate::studies::{Progress, ProgressError, Study, VerdictCache};
use crate::ui::platform::on_worker;
use crate::ui::platform::own_file::{self, Contents, cache_folder, data_folder};
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use std::cell::Ref;
use std::io;

/// The progress, as it is in the file.
#[derive(Debug)]
pub struct StudyProgress {
    file: PathBuf,
    known: RefCell<Progress>,
    /// Whether changes are written: a file that cannot be read is not overwritten.
    is_writable: bool,
}

/// Reason that the progress is not known, with the quarantined file; `None` if the file stays in its place.
#[derive(Debug)]
pub struct LostProgress {
    pub why: ProgressFault,
    pub quarantined: Option<PathBuf>,
}

/// A fault of the file.
#[derive(Debug)]
pub enum ProgressFault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is something else, or damaged, or newer.
    Unknown(ProgressError),
}

impl StudyProgress {
    /// Reads the file, which need not exist. A damaged one is renamed, never deleted.
    pub async fn load() -> (Self, Option<LostProgress>) {
        let file = data_folder().join("studies.json");
        let path = file.clone();
        let read = on_worker(move || read(&path)).await;
        let (known, lost) = match read {
            Ok(known) => (known, None),
            Err(lost) => (Progress::default(), Some(lost)),
        };
        let is_writable = lost.as_ref().is_none_or(|lost| lost.quarantined.is_some());
        let progress = Self {
            file,
            known: known.into(),
            is_writable,
        };
        (progress, lost)
    }

    /// The progress.
    pub fn known(&self) -> Ref<'_, Progress> {
        self.known.borrow()
    }

    /// Changes the progress, and starts to write it. An error follows if that fails.
    pub fn change(&self, change: impl FnOnce(&mut Progress)) -> oneshot::Receiver<io::Error> {
        change(&mut self.known.borrow_mut());
        if !self.is_writable {
            return oneshot::channel().1;
        }
        let known = self.known.borrow().clone();
        own_file::save(&self.file, |file| merged(file, known))
    }
}

fn read(file: &Path) -> Result<Progress, LostProgress> {
    let (why, quarantined) = match own_file::load(file, Progress::from_json) {
        Contents::Missing => return Ok(Progress::default()),
        Contents::Sound(known) => return Ok(known),
        Contents::Unreadable(error) => (ProgressFault::Unreadable(error), None),
        // It is still good in the newer version.
        Contents::Damaged(error @ ProgressError::Newer(_)) => (ProgressFault::Unknown(error), None),
        Contents::Damaged(error) => {
            let quarantined = files::set_aside(file, "damaged").ok();
            (ProgressFault::Unknown(error), quarantined)
        }
    };
    Err(LostProgress { why, quarantined })
}

/// The progress as text, with that which another window or program has written meanwhile.
fn merged(file: &Path, mut known: Progress) -> Vec<u8> {
    if let Contents::Sound(there) = own_file::load(file, Progress::from_json) {
        known.merge(&there);
    }
    known.to_json().into_bytes()
}

/// Verdicts on positions of the players’ own files, in the cache folder, so that they are worked out only once.
#[derive(Debug)]
pub struct StudyVerdicts {
    file: PathBuf,
    known: RefCell<VerdictCache>,
}

impl StudyVerdicts {
    /// Reads the file. Without it, or if it is damaged, they are worked out again.
    pub async fn load() -> Self {
        let file = cache_folder().join("studies.tsv");
        let path = file.clone();
        let bytes = on_worker(move || format::read_file(&path)).await;
        let bytes = bytes.unwrap_or_default();
        Self {
            file,
            known: VerdictCache::read(&String::from_utf8_lossy(&bytes)).into(),
        }
    }

    /// A study with its verdict, if that is known.
    pub fn apply(&self, study: &Study) -> Option<Study> {
        self.known.borrow().apply(study)
    }

    /// Notes the verdict on a study, and starts to write it. A failure costs nothing but time, the next time.
    pub fn add(&self, judged: &Study) {
        self.known.borrow_mut().add(judged);
        let known = self.known.borrow().clone();
        drop(own_file::save(&self.file, move |_| {
            known.to_text().into_bytes()
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::disk;
    use crate::studies::{Solved, find};

    #[test]
    fn what_another_window_has_solved_meanwhile_is_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("chuhe/studies.json");
        let solved = |id| {
            let mut known = Progress::default();
            let how = Solved {
                moves: 3,
                first_try: true,
            };
            known.solve(find(id).expect("a study"), how, 7);
            known
        };
        for id in ["mengru-shenji:1", "mengru-shenji:2"] {
            let known = solved(id);
            drop(own_file::save(&file, move |file| merged(file, known)));
            disk::flush(disk::END_WAIT);
        }
        let known = read(&file).expect("progress");
        for id in ["mengru-shenji:1", "mengru-shenji:2"] {
            assert!(known.is_solved(find(id).expect("a study")));
        }
    }

    #[test]
    fn a_damaged_file_is_put_aside_and_a_newer_one_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("studies.json");
        assert!(read(&file).is_ok());
        std::fs::write(&file, "{").expect("written");
        let lost = read(&file).expect_err("a damaged file");
        assert!(lost.quarantined.is_some_and(|file| file.exists()) && !file.exists());
        std::fs::write(&file, "{\"version\":9}").expect("written");
        let lost = read(&file).expect_err("a newer file");
        assert!(lost.quarantined.is_none() && file.exists());
    }
}
