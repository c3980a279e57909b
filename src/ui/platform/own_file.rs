//! The program's own files and folders. Each file is replaced atomically; a damaged one is renamed, never deleted.

use super::prelude::*;
use crate::files;
use crate::files::disk;
use crate::record::format;
use futures_channel::oneshot;
use std::io;

/// Contents of a file, or the reason why there are none.
#[derive(Debug)]
pub enum Contents<T, E> {
    Missing,
    Sound(T),
    /// It cannot be read at the moment.
    Unreadable(io::Error),
    Damaged(E),
}

/// Folder of the user's preferences.
pub fn config_folder() -> PathBuf {
    glib::user_config_dir().join("chuhe")
}

/// Folder of the user's data: games, scores and progress.
pub fn data_folder() -> PathBuf {
    glib::user_data_dir().join("chuhe")
}

/// Folder of the cache: results that can be computed again.
pub fn cache_folder() -> PathBuf {
    glib::user_cache_dir().join("chuhe")
}

/// Reads a file.
pub fn load<T, E>(file: &Path, parse: impl FnOnce(&[u8]) -> Result<T, E>) -> Contents<T, E> {
    match format::read_file(file) {
        Ok(bytes) => parse(&bytes).map_or_else(Contents::Damaged, Contents::Sound),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Contents::Missing,
        Err(error) => Contents::Unreadable(error),
    }
}

/// Begins an atomic, durable replacement of a file, whose folder may be missing. The future resolves to an error if it
/// fails.
pub fn save(
    file: &Path,
    write: impl FnOnce(&Path) -> Vec<u8> + Send + 'static,
) -> oneshot::Receiver<io::Error> {
    let (sender, failed) = oneshot::channel();
    let path = file.to_owned();
    disk::DURABLE.write(file, move || {
        let folder = path.parent().map_or(Ok(()), files::make_folder);
        let bytes = write(&path);
        if let Err(error) = folder.and_then(|()| files::replace_own(&path, &bytes)) {
            // The error may no longer be of interest.
            let _ = sender.send(error);
        }
    });
    failed
}
