//! Paths that name an open descriptor, such as `/dev/stdout` and `/dev/fd/3`. Their links lead on to a file, but the
//! program that opened it goes on writing there, perhaps at its end: a file has to be written through the descriptor.

#[cfg(target_os = "linux")]
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
use std::fs::File;
use std::io;
use std::path::Path;

/// An open descriptor of a process.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Descriptor {
    process: Pid,
    number: i32,
}

#[cfg(target_os = "linux")]
impl Descriptor {
    /// The descriptor whose entry in `/proc` is at a path.
    pub fn at(path: &Path) -> Option<Self> {
        let number = path.file_name()?.to_str()?.parse().ok()?;
        let folder = std::fs::canonicalize(path.parent()?).ok()?;
        let mut parts = folder.strip_prefix("/proc").ok()?.iter();
        let process = parts.next()?.to_str()?.parse().ok()?;
        let is_entry = parts.next_back()? == "fd";
        let process = Pid::from_raw(process).filter(|_| is_entry)?;
        Some(Self { process, number })
    }

    /// Opens another descriptor of the same open file, with the same place in it.
    pub fn open(self) -> io::Result<File> {
        use std::os::fd::AsFd;
        let is_own = self.process == getpid();
        // These need neither a recent kernel nor its permission.
        let owned = match self.number {
            1 if is_own => io::stdout().as_fd().try_clone_to_owned()?,
            2 if is_own => io::stderr().as_fd().try_clone_to_owned()?,
            number => {
                let process = pidfd_open(self.process, PidfdFlags::empty())?;
                pidfd_getfd(process, number, PidfdGetfdFlags::empty())?
            }
        };
        Ok(owned.into())
    }
}

/// There is none elsewhere: descriptors have no entries to be found by.
#[cfg(not(target_os = "linux"))]
#[derive(Clone, Copy, Debug)]
pub(super) enum Descriptor {}

#[cfg(not(target_os = "linux"))]
impl Descriptor {
    pub fn at(_path: &Path) -> Option<Self> {
        None
    }

    pub fn open(self) -> io::Result<File> {
        match self {}
    }
}
