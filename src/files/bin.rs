//! Files that can be brought back after they were deleted.

use super::disk::{DURABLE, QUICK, lock};
use futures_channel::oneshot;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use std::{fs, io};

/// Files that were deleted, and can be brought back. They are in memory only, so that nothing of
/// them is left when the program ends.
#[derive(Clone, Debug, Default)]
pub struct Bin(Arc<Mutex<HashMap<PathBuf, Deleted>>>);

#[derive(Debug)]
struct Deleted {
    bytes: Vec<u8>,
    modified: Option<SystemTime>,
}

impl Bin {
    /// Does something with a file, after everything that was asked for before. The end of the program waits for it.
    pub fn work(
        &self,
        path: PathBuf,
        what: &str,
        work: fn(&Self, &Path) -> io::Result<()>,
    ) -> impl Future<Output = io::Result<()>> + use<> {
        let (bin, (sender, done)) = (self.clone(), oneshot::channel());
        QUICK.write(&path.join(what), move || {
            // Nobody may wait for it any more.
            let _ = sender.send(work(&bin, &path));
        });
        // A job that another one has replaced has nothing to tell.
        async move { done.await.unwrap_or(Ok(())) }
    }

    /// Deletes a file; one that is gone already is not missed.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn delete(&self, path: &Path) -> io::Result<()> {
        let removed = fs::read(path).and_then(|bytes| {
            let modified = fs::metadata(path).and_then(|about| about.modified()).ok();
            fs::remove_file(path)?;
            lock(&self.0).insert(path.to_owned(), Deleted { bytes, modified });
            Ok(())
        });
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Brings a deleted file back, under another name if its own is taken.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn restore(&self, path: &Path) -> io::Result<()> {
        let mut bin = lock(&self.0);
        let Some(deleted) = bin.get(path) else {
            return Ok(());
        };
        // Another file may have been made under its name.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let others =
            (2..1000).map(|number| path.with_file_name(format!("{stem} ({number}).xiangqi")));
        let free = super::free_name(std::iter::once(path.to_owned()).chain(others))?;
        super::put_own(&free, &deleted.bytes)?;
        if let Some(modified) = deleted.modified {
            // Without it, a game without a date is listed under another one.
            let _ = fs::File::options()
                .write(true)
                .open(&free)
                .and_then(|file| file.set_modified(modified));
        }
        bin.remove(path);
        DURABLE.write(&free.clone(), move || {
            // It is there; only a power cut could still take it.
            let _ = super::secure(&free);
        });
        Ok(())
    }

    /// Forgets the files.
    pub fn clear(&self) {
        lock(&self.0).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_deleted_file_is_gone_at_once_and_comes_back_as_it_was() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("A – B.xiangqi");
        fs::write(&path, "a game").expect("written");
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let file = fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_modified(long_ago))
            .expect("a file");
        let bin = Bin::default();
        bin.delete(&path).expect("deleted");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
        bin.delete(&path).expect("gone already");
        bin.restore(&path).expect("restored");
        assert_eq!(fs::read(&path).expect("there"), b"a game");
        let about = fs::metadata(&path).expect("there");
        assert_eq!(about.modified().ok(), Some(long_ago));
        // A name that was taken meanwhile stays taken.
        bin.delete(&path).expect("deleted");
        fs::write(&path, "another").expect("written");
        bin.restore(&path).expect("restored");
        bin.restore(&path).expect("nothing left");
        assert_eq!(fs::read(&path).expect("there"), b"another");
        let other = dir.path().join("A – B (2).xiangqi");
        assert_eq!(fs::read(other).expect("there"), b"a game");
    }
}
