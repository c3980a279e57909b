//! A lock between runs of the program, on one machine or several.

use super::own_options;
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::io::Errno;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Result of locking a file.
#[derive(Debug)]
pub enum Lock {
    /// Locked until the file is closed; the system does that however the process ends.
    Held(File),
    /// Another process has locked it.
    Taken,
    /// The file system has no locks, or the file cannot be made.
    Impossible,
}

/// Locks a file, which is created if it is missing. Waits for a terminating process to release it.
///
/// It is a file and not its folder, since network file systems lock only files opened for writing.
pub fn lock(path: &Path, wait: Duration) -> Lock {
    let Ok(file) = own_options().truncate(false).open(path) else {
        return Lock::Impossible;
    };
    let since = Instant::now();
    loop {
        match try_lock(&file) {
            Some(true) => return Lock::Held(file),
            None => return Lock::Impossible,
            Some(false) if since.elapsed() >= wait => return Lock::Taken,
            Some(false) => thread::sleep(wait / 20),
        }
    }
}

/// Whether a file could be locked; `None` if its file system has neither of the two kinds of locks.
fn try_lock(file: &File) -> Option<bool> {
    match file.try_lock() {
        Ok(()) => Some(true),
        Err(TryLockError::WouldBlock) => Some(false),
        Err(TryLockError::Error(_)) => {
            match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => Some(true),
                Err(Errno::AGAIN | Errno::ACCESS) => Some(false),
                Err(_) => None,
            }
        }
    }
}
