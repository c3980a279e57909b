//! Files that are replaced as a whole or not at all, and the lock that keeps two runs of the program apart.
#![forbid(unsafe_code)]

mod access;
mod bin;
mod descriptor;
pub mod disk;
mod lock;

pub use bin::Bin;
pub use lock::{Lock, lock};

use descriptor::Descriptor;
use rustix::fs::OFlags;
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;
use thiserror::Error;

/// Prefix of the names of temporary files; six letters or digits follow.
const TEMP_PREFIX: &str = ".chuhe-";
/// Age from which a temporary file in a shared folder belongs to a run that was killed.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(600);
/// Time by which the clock of files may be late: it shows the kernel's last tick, which is ten milliseconds at most.
const LATE_BY: Duration = Duration::from_millis(50);

/// Folders with new subfolders that a power cut may still take away.
static UNSYNCED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Reason why a file can only be written over, so that a crash may leave a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Obstacle {
    /// No other file can be made beside it.
    #[error("its folder cannot be changed")]
    Folder,
    /// Another file would have another owner, or other access rights.
    #[error("its access rights would be lost")]
    Access,
    /// Its other names, which are hard links, would keep the old contents.
    #[error("its other names would keep the old contents")]
    Links,
}

impl Obstacle {
    /// The obstacle in an error of [`replace`].
    pub fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Obstacle> for io::Error {
    fn from(obstacle: Obstacle) -> Self {
        Self::new(io::ErrorKind::PermissionDenied, obstacle)
    }
}

/// Folders of the user without temporary files of killed runs.
static SWEPT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Files that the user lets the program write over.
static ACCEPTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Replaces the contents of a file, so that after a crash or power cut it holds either the old or the new ones.
///
/// Symbolic links are followed and kept; owner and access rights are kept, and a read-only file is not replaced. Pipes
/// and devices, which cannot be replaced, are written to, and so are open descriptors, whatever is behind them.
///
/// # Errors
///
/// Returns any I/O error, or an [`Obstacle`] that is not [accepted](accept); the old file is then untouched.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, Kind::Precious, |file| file.write_all(bytes))
}

/// Lets a file be written over if it cannot be [replaced](replace).
pub fn accept(path: &Path) {
    lock_list(&ACCEPTED).push(path.to_owned());
}

/// Like [`replace`], for a file that can be made again: if there is an [`Obstacle`], writes over the old file.
///
/// # Errors
///
/// Returns any I/O error.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Like [`write()`], for contents written piece by piece that are too large to hold in memory.
///
/// # Errors
///
/// Returns any I/O error, including those of `write`; a temporary file is removed.
pub fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    put(path, Kind::Any, write)
}

/// Like [`replace`], for one of the program's own files, whose missing folders are created, and whose place nothing
/// but a regular file can take.
///
/// # Errors
///
/// Returns any I/O error.
pub fn replace_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), make_folder)?;
    put(path, Kind::Own, |file| file.write_all(bytes))
}

/// Like [`replace_own`], without waiting for the disk: the file survives a crash, but may hold anything after a power
/// cut.
///
/// # Errors
///
/// Returns any I/O error.
pub fn put_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), make_folder)?;
    put(path, Kind::Unsynced, |file| file.write_all(bytes))
}

/// Like [`put_own`], for a file that nobody else may read.
///
/// # Errors
///
/// Returns any I/O error.
pub fn put_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), make_folder)?;
    // A file that is replaced keeps its permissions.
    own_options().truncate(false).mode(0o600).open(path)?;
    put(path, Kind::Unsynced, |file| file.write_all(bytes))
}

/// Kinds of files, by what is promised of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A file of the user that can be made again.
    Any,
    /// A file of the user, written over only if that was accepted.
    Precious,
    /// The program's own.
    Own,
    /// The program's own, which need not survive a power cut yet.
    Unsynced,
}

fn put(path: &Path, kind: Kind, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let is_own = matches!(kind, Kind::Own | Kind::Unsynced);
    let may_write_over = match kind {
        Kind::Any => true,
        Kind::Precious => lock_list(&ACCEPTED).iter().any(|one| one == path),
        Kind::Own | Kind::Unsynced => false,
    };
    let target = match resolve(path)? {
        Target::File(target) => target,
        Target::Open(_) if is_own => return Err(io::ErrorKind::NotSeekable.into()),
        Target::Open(descriptor) => return write(&mut descriptor.open()?),
    };
    let old = replaced(&target)?;
    if let Some(about) = old.as_ref().filter(|about| !about.is_file()) {
        return if is_own {
            Err(wrong_type(about))
        } else {
            write(&mut File::options().write(true).open(&target)?)
        };
    }
    let folder = folder_of(&target);
    let mut file = match begin(&target, folder, old.as_ref(), is_own) {
        Ok(file) => file,
        Err(error) if may_write_over && Obstacle::of(&error).is_some() => {
            return write_over(&target, write);
        }
        Err(error) => return Err(error),
    };
    write(file.as_file_mut())?;
    if kind != Kind::Unsynced {
        file.as_file().sync_all()?;
    }
    if let Err(error) = file.persist(&target) {
        let (error, mut file) = (error.error, error.file);
        return match obstacle(&error, &target) {
            Some(_) if may_write_over => copy_over(&target, file.as_file_mut()),
            Some(obstacle) if kind == Kind::Precious => Err(obstacle.into()),
            _ => Err(error),
        };
    }
    match kind {
        Kind::Unsynced => Ok(()),
        Kind::Own => sync_folder(folder),
        Kind::Any | Kind::Precious => {
            sweep_once(folder);
            sync_folder(folder)
        }
    }
}

/// Metadata of the file that is to be replaced, if there is one.
///
/// # Errors
///
/// Returns that a file may not be written, and any I/O error.
fn replaced(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(about) if about.is_file() && about.permissions().readonly() => {
            Err(io::ErrorKind::PermissionDenied.into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        about => about.map(Some),
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Creates the file that is to take the place of another, never more accessible than that one.
fn begin(
    target: &Path,
    folder: &Path,
    old: Option<&Metadata>,
    is_own: bool,
) -> io::Result<NamedTempFile> {
    // Reduced by the user's umask.
    let mode = old.map_or(0o666, |old| old.mode() & 0o700);
    let made = tempfile::Builder::new()
        .prefix(TEMP_PREFIX)
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder);
    let Some(old) = old else { return made };
    if old.nlink() > 1 && !is_own {
        return Err(Obstacle::Links.into());
    }
    match made {
        Ok(file) if access::copy(target, old, file.as_file()) || is_own => Ok(file),
        Ok(_) => Err(Obstacle::Access.into()),
        Err(error) => Err(obstacle(&error, target).map_or(error, Into::into)),
    }
}

/// The obstacle in an error of the folder, if the file itself can be written.
fn obstacle(error: &io::Error, target: &Path) -> Option<Obstacle> {
    let is_of_folder = matches!(
        Errno::from_io_error(error)?,
        Errno::ACCESS | Errno::PERM | Errno::ROFS | Errno::BUSY | Errno::XDEV
    );
    let can_write = || File::options().write(true).open(target).is_ok();
    (is_of_folder && can_write()).then_some(Obstacle::Folder)
}

/// Writes a file over. Whatever interrupts that may leave a part of the new contents.
fn write_over(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::options().write(true).truncate(true).open(path)?;
    write(&mut file)?;
    file.sync_all()
}

/// Writes a file over with the contents of another.
fn copy_over(path: &Path, from: &mut File) -> io::Result<()> {
    from.rewind()?;
    write_over(path, |to| io::copy(from, to).map(|_| ()))
}

/// Writes the beginning of one of the program's own files in place, without waiting for the disk.
///
/// # Errors
///
/// Returns any I/O error.
pub fn write_own_at_start(path: &Path, bytes: &[u8]) -> io::Result<()> {
    own_options().truncate(false).open(path)?.write_all(bytes)
}

/// Options to open one of the program's own files, without waiting for the other end of a pipe in its place.
fn own_options() -> fs::OpenOptions {
    let mut options = File::options();
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    options.write(true).create(true).custom_flags(flags);
    options
}

/// The error for what is in the place of one of the program's own files.
fn wrong_type(about: &Metadata) -> io::Error {
    if about.is_dir() {
        io::ErrorKind::IsADirectory.into()
    } else {
        // Pipes, sockets and devices are written in order only.
        io::ErrorKind::NotSeekable.into()
    }
}

/// Waits until a file written by [`put_own`] survives power cuts as well.
///
/// # Errors
///
/// Returns any I/O error.
pub fn secure(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Returns the first of these names that is not taken. A broken symbolic link takes its name, too.
///
/// # Errors
///
/// Returns an error if all of them are taken.
pub fn free_name(names: impl IntoIterator<Item = PathBuf>) -> io::Result<PathBuf> {
    let free = names
        .into_iter()
        .find(|name| name.symlink_metadata().is_err());
    free.ok_or_else(|| io::Error::other("no free name"))
}

/// Renames a file to the first free name of the kind `session.damaged-2.xiangqi`, and returns that.
///
/// # Errors
///
/// Returns any I/O error; the file then stays in its place.
pub fn set_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let aside = name_aside(file, why)?;
    fs::rename(file, &aside)?;
    Ok(aside)
}

/// Copies a file to a name as of [`set_aside`].
///
/// # Errors
///
/// Returns any I/O error.
pub fn copy_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let aside = name_aside(file, why)?;
    fs::copy(file, &aside)?;
    Ok(aside)
}

fn name_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, suffix) = (part(file.file_stem()), part(file.extension()));
    let names = (1..1000).map(|number| format!("{stem}.{why}-{number}.{suffix}"));
    free_name(names.map(|name| file.with_file_name(name)))
}

/// Removes the temporary files that a killed run of this user left in a folder, those last written before a moment.
pub fn sweep(folder: &Path, before: SystemTime) {
    let Ok(user) = fs::metadata("/proc/self").map(|about| about.uid()) else {
        return;
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    for entry in entries.filter_map(Result::ok) {
        let is_old = |about: &Metadata| {
            about.is_file()
                && about.uid() == user
                && about
                    .modified()
                    .is_ok_and(|written| written + LATE_BY < before)
        };
        if is_temporary(&entry.file_name()) && entry.metadata().is_ok_and(|about| is_old(&about)) {
            // One that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes what killed runs left in a folder of the user, once in each run: such a folder may be large.
fn sweep_once(folder: &Path) {
    let mut swept = lock_list(&SWEPT);
    if !swept.iter().any(|one| one == folder) {
        swept.push(folder.to_owned());
        drop(swept);
        sweep(folder, SystemTime::now() - ABANDONED_AFTER);
    }
}

/// Whether a file has the name of a temporary one.
fn is_temporary(name: &OsStr) -> bool {
    let rest = name
        .to_str()
        .and_then(|name| name.strip_prefix(TEMP_PREFIX));
    rest.is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Creates a folder of the program, with those above it.
///
/// # Errors
///
/// Returns any I/O error.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let missing = folder.ancestors().take_while(|folder| !folder.exists());
    let parents: Vec<_> = missing
        .filter_map(Path::parent)
        .map(Path::to_owned)
        .collect();
    fs::create_dir_all(folder)?;
    if !parents.is_empty() {
        lock_list(&UNSYNCED).extend(parents);
    }
    Ok(())
}

fn lock_list(list: &Mutex<Vec<PathBuf>>) -> MutexGuard<'_, Vec<PathBuf>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes new names in a folder survive power cuts, and new folders.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let new = std::mem::take(&mut *lock_list(&UNSYNCED));
    for folder in new.iter().map(PathBuf::as_path).chain([folder]) {
        // A folder without read permission cannot be synced.
        let Ok(open) = File::open(folder) else {
            continue;
        };
        match open.sync_all() {
            Err(error) if !is_unsupported(&error) => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Whether an error says that a file system lacks an operation.
fn is_unsupported(error: &io::Error) -> bool {
    let lacking = [
        Errno::INVAL,
        Errno::NOSYS,
        Errno::NOTSUP,
        Errno::BADF,
        Errno::ROFS,
    ];
    Errno::from_io_error(error).is_some_and(|error| lacking.contains(&error))
}

/// The end of a chain of symbolic links.
enum Target {
    /// A file, or the place for one.
    File(PathBuf),
    /// An open descriptor.
    Open(Descriptor),
}

/// Whether a path names an open descriptor, such as `/dev/stdout`.
pub fn is_descriptor(path: &Path) -> bool {
    matches!(resolve(path), Ok(Target::Open(_)))
}

/// Resolves a chain of symbolic links, even if its target does not exist.
fn resolve(path: &Path) -> io::Result<Target> {
    const MAX_LEN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LEN {
        if let Some(descriptor) = Descriptor::at(&path) {
            return Ok(Target::Open(descriptor));
        }
        match fs::read_link(&path) {
            Ok(next) => {
                path = path
                    .parent()
                    .map_or(next.clone(), |folder| folder.join(&next));
            }
            Err(_) => return Ok(Target::File(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(test)]
mod tests;
