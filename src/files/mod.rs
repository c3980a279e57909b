//! Atomic file replacement.
#![forbid(unsafe_code)]

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Prefix of the names of temporary files.
pub const TEMP_PREFIX: &str = ".chuhe-";

/// Replaces the contents of a file, so that after a crash or power cut it holds either the old or the new ones.
///
/// Symbolic links are followed and kept; permissions are kept, and a read-only file is not replaced. Pipes and devices,
/// which cannot be replaced, are written to.
///
/// # Errors
///
/// Returns any I/O error; the old file is then untouched.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// Events that a file survives once the write has returned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Safe {
    /// A crash of the program. As fast as memory.
    FromCrashes,
    /// A power cut as well. As slow as the disk.
    FromPowerCuts,
}

/// Like [`replace`], for contents written piece by piece that are too large to hold in memory.
///
/// # Errors
///
/// Returns any I/O error, including those of `write`; the old file is then untouched, and the temporary file is
/// removed.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    replace_until(path, Safe::FromPowerCuts, write)
}

fn replace_until(
    path: &Path,
    when: Safe,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let target = resolve(path)?;
    let mode = match fs::metadata(&target) {
        Ok(about) if !about.is_file() => {
            return write(&mut File::options().write(true).open(&target)?);
        }
        Ok(about) if about.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Reduced by the user's umask.
    let fresh = Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new()
        .prefix(TEMP_PREFIX)
        .permissions(fresh)
        .tempfile_in(folder)?;
    write(file.as_file_mut())?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    if when == Safe::FromPowerCuts {
        file.as_file().sync_all()?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    if when == Safe::FromCrashes {
        return Ok(());
    }
    sync_folder(folder);
    Ok(())
}

/// Like [`replace`], for one of the program's own files, whose missing folders are created.
///
/// # Errors
///
/// Returns any I/O error.
pub fn replace_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_folder(path)?;
    replace(path, bytes)
}

/// Like [`replace_own`], without waiting for the disk: the file survives a crash, but may hold anything after a power
/// cut.
///
/// # Errors
///
/// Returns any I/O error.
pub fn put_own(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_folder(path)?;
    replace_until(path, Safe::FromCrashes, |file| file.write_all(bytes))
}

/// Waits until a file written by [`put_own`] survives power cuts as well.
///
/// # Errors
///
/// Returns any I/O error.
pub fn secure(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()?;
    path.parent().map(sync_folder);
    Ok(())
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

/// Syncs a folder to make a new name durable; not every file system supports that.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Resolves a chain of symbolic links, even if its target does not exist.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    const MAX_LEN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LEN {
        match fs::read_link(&path) {
            Ok(next) => {
                path = path
                    .parent()
                    .map_or(next.clone(), |folder| folder.join(&next));
            }
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_new_file_and_its_folders_are_made() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("a/b/game.xiangqi");
        assert!(
            replace(&file, b"one").is_err(),
            "a player's folder is not made"
        );
        replace_own(&file, b"one").expect("written");
        assert_eq!(fs::read(&file).expect("read"), b"one");
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_ne!(
            mode & 0o777,
            0o600,
            "the umask decides, not the temporary file"
        );
        assert_eq!(
            fs::read_dir(dir.path().join("a/b"))
                .expect("a folder")
                .count(),
            1
        );
    }

    #[test]
    fn a_name_is_free_that_no_file_and_no_link_has() {
        let dir = tempfile::tempdir().expect("a folder");
        let names = ["one", "two", "three"].map(|name| dir.path().join(name));
        fs::write(&names[0], b"").expect("written");
        symlink("nowhere", &names[1]).expect("linked");
        assert_eq!(free_name(names.clone()).expect("one"), names[2]);
        fs::write(&names[2], b"").expect("written");
        assert!(free_name(names).is_err());
    }

    #[test]
    fn permissions_and_links_stay() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, link) = (dir.path().join("game"), dir.path().join("link"));
        fs::write(&file, b"old").expect("written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("changed");
        symlink("game", &link).expect("linked");
        replace(&link, b"new").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read(&file).expect("read"), b"new");
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn a_link_to_nothing_yet_and_a_circle() {
        let dir = tempfile::tempdir().expect("a folder");
        let (link, circle) = (dir.path().join("link"), dir.path().join("circle"));
        symlink("later", &link).expect("linked");
        replace(&link, b"new").expect("written");
        assert_eq!(fs::read(dir.path().join("later")).expect("read"), b"new");
        symlink("circle", &circle).expect("linked");
        assert!(replace(&circle, b"new").is_err());
    }

    #[test]
    fn a_protected_file_is_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("game");
        fs::write(&file, b"old").expect("written");
        fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("changed");
        let refused = replace(&file, b"new").expect_err("protected");
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&file).expect("read"), b"old");
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("game");
        fs::write(&file, b"old").expect("written");
        // A folder cannot be replaced by a file.
        let folder = dir.path().join("folder");
        fs::create_dir(&folder).expect("made");
        assert!(replace(&folder, b"new").is_err());
        fs::remove_dir(&folder).expect("empty");
        let names = fs::read_dir(dir.path()).expect("a folder");
        let names: Vec<_> = names.map(|entry| entry.expect("a file").path()).collect();
        assert_eq!(names, [&*file]);
    }

    #[test]
    fn what_was_begun_and_given_up_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("game");
        fs::write(&file, b"old").expect("written");
        let given_up = replace_with(&file, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::Interrupted.into())
        });
        assert!(given_up.is_err());
        assert_eq!(fs::read(&file).expect("read"), b"old");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_device_is_written_to() {
        replace(Path::new("/dev/null"), b"new").expect("written");
    }
}
