//! Verdicts on positions of the players’ own files, kept in the cache folder so that they are worked out only once.

use crate::files;
use crate::record::format;
use crate::studies::{KnownVerdicts, Study};
use crate::ui::platform::disk;
use crate::ui::platform::prelude::*;

/// The verdicts, as they are in the file.
#[derive(Debug)]
pub struct StudyVerdicts {
    file: PathBuf,
    known: RefCell<KnownVerdicts>,
}

impl StudyVerdicts {
    /// Reads the file. Without it, or if it is damaged, they are worked out again.
    pub async fn load() -> Self {
        let file = glib::user_cache_dir().join("chuhe/studies.tsv");
        let path = file.clone();
        let read = gio::spawn_blocking(move || format::read_file(&path)).await;
        let bytes = read.ok().and_then(Result::ok).unwrap_or_default();
        Self {
            file,
            known: KnownVerdicts::read(&String::from_utf8_lossy(&bytes)).into(),
        }
    }

    /// A study with its verdict, if that is known.
    pub fn apply(&self, study: &Study) -> Option<Study> {
        self.known.borrow().apply(study)
    }

    /// Notes the verdict on a study, and starts to write it. A failure costs nothing but time, the next time.
    pub fn add(&self, judged: &Study) {
        self.known.borrow_mut().add(judged);
        let (file, known) = (self.file.clone(), self.known.borrow().clone());
        disk::DURABLE.write(&self.file, move || {
            let folder = file.parent().map_or(Ok(()), files::make_folder);
            let _ = folder.and_then(|()| files::replace_own(&file, known.to_text().as_bytes()));
        });
    }
}
