//! Progress in the studies, in a file of its own in the data folder.

use super::keeper::quarantine;
use crate::files;
use crate::record::format;
use crate::studies::{Progress, ProgressError};
use crate::ui::platform::disk;
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
    is_kept: bool,
}

/// Reason that the progress is not known, with the name under which its file is kept; without one, it stays in its place.
#[derive(Debug)]
pub struct LostProgress {
    pub why: ProgressFault,
    pub kept: Option<PathBuf>,
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
    /// Reads the file, which need not exist. What is damaged is renamed, never deleted.
    pub async fn load() -> (Self, Option<LostProgress>) {
        let file = glib::user_data_dir().join("chuhe/studies.json");
        let path = file.clone();
        let read = gio::spawn_blocking(move || read(&path)).await;
        let read = read.unwrap_or_else(|_| {
            Err(LostProgress {
                why: ProgressFault::Unreadable(io::Error::other("the reading stopped")),
                kept: None,
            })
        });
        let (known, lost) = match read {
            Ok(known) => (known, None),
            Err(lost) => (Progress::default(), Some(lost)),
        };
        let is_kept = lost.as_ref().is_none_or(|lost| lost.kept.is_some());
        let progress = Self {
            file,
            known: known.into(),
            is_kept,
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
        let (sender, failed) = oneshot::channel();
        if self.is_kept {
            let (file, known) = (self.file.clone(), self.known.borrow().clone());
            disk::DURABLE.write(&self.file, move || {
                if let Err(error) = write(&file, known) {
                    // Nobody need be listening any more.
                    let _ = sender.send(error);
                }
            });
        }
        failed
    }
}

fn read(file: &Path) -> Result<Progress, LostProgress> {
    let bytes = match format::read_file(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Progress::default()),
        Err(error) => {
            return Err(LostProgress {
                why: ProgressFault::Unreadable(error),
                kept: None,
            });
        }
    };
    Progress::from_json(&bytes).map_err(|error| {
        // One of a newer version is still good there.
        let kept = match error {
            ProgressError::Newer(_) => None,
            ProgressError::NotJson(_) | ProgressError::NotProgress(_) => {
                quarantine(file, "damaged").ok()
            }
        };
        LostProgress {
            why: ProgressFault::Unknown(error),
            kept,
        }
    })
}

/// Writes the progress, and keeps what another window or program has written meanwhile.
fn write(file: &Path, mut known: Progress) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        files::make_folder(folder)?;
    }
    let there = format::read_file(file).ok();
    let there = there.and_then(|bytes| Progress::from_json(&bytes).ok());
    there.iter().for_each(|there| known.merge(there));
    files::replace_own(file, known.to_json().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
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
            write(&file, solved(id)).expect("written");
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
        assert!(lost.kept.is_some_and(|kept| kept.exists()) && !file.exists());
        std::fs::write(&file, "{\"version\":9}").expect("written");
        let lost = read(&file).expect_err("a newer file");
        assert!(lost.kept.is_none() && file.exists());
    }
}
