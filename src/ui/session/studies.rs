//! What was seen and solved of the studies, in a file of its own in the data folder.

use super::keeper::quarantine;
use crate::files;
use crate::record::format;
use crate::studies::{Progress, ProgressError};
use crate::ui::platform::disk;
use futures_channel::oneshot;
use gtk::{gio, glib};
use std::cell::{Ref, RefCell};
use std::io;
use std::path::{Path, PathBuf};

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

/// What is wrong with the file.
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
            let (file, text) = (self.file.clone(), self.known.borrow().to_json());
            disk::DURABLE.write(&self.file, move || {
                if let Err(error) = write(&file, &text) {
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

fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        files::make_folder(folder)?;
    }
    files::replace_own(file, text.as_bytes())
}
