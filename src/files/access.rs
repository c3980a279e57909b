//! Owner and access rights of a file, carried over to the one that takes its place.

use rustix::fs::{Gid, Uid, XattrFlags, fchown, fremovexattr, fsetxattr, getxattr, listxattr};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::{File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Access rights of single users and groups.
const ACL: &CStr = c"system.posix_acl_access";
/// Maximum size of a list of extended attributes, and of the value of one.
const MAX_SIZE: usize = 1 << 16;

/// Gives a new file the owner, permissions and extended attributes of another, as far as possible. Returns whether the
/// same people can access it.
pub fn copy(from: &Path, about: &Metadata, to: &File) -> bool {
    let Ok(new) = to.metadata() else { return false };
    let others_equal = (about.mode() >> 3) & 7 == about.mode() & 7;
    let is_owned = (new.uid(), new.gid()) == (about.uid(), about.gid())
        || own(to, Some(about.uid()), Some(about.gid()))
        // A group that may do what anybody may is not missed.
        || (new.uid() == about.uid() && (others_equal || own(to, None, Some(about.gid()))));
    if !is_owned {
        return false;
    }
    if new.mode() != about.mode() {
        // On network folders and sticks, permissions may not be changed at all.
        let _ = to.set_permissions(about.permissions());
    }
    copy_attributes(from, to)
}

fn own(file: &File, owner: Option<u32>, group: Option<u32>) -> bool {
    fchown(file, owner.map(Uid::from_raw), group.map(Gid::from_raw)).is_ok()
}

/// Copies all extended attributes that belong to the user. Returns whether the access rights are the same.
fn copy_attributes(from: &Path, to: &File) -> bool {
    let mut names = vec![0; MAX_SIZE];
    // Most file systems have no attributes, or none are set.
    let Ok(length) = listxattr(from, &mut names[..]) else {
        return true;
    };
    let mut has_acl = false;
    let mut is_same = true;
    for name in names[..length].split_inclusive(|byte| *byte == 0) {
        let Ok(name) = CStr::from_bytes_with_nul(name).map(CString::from) else {
            continue;
        };
        // The system labels files by itself.
        if name.as_bytes().starts_with(b"security.") {
            continue;
        }
        let mut value = vec![0; MAX_SIZE];
        let read = getxattr(from, &*name, &mut value[..]);
        let set =
            read.and_then(|length| fsetxattr(to, &*name, &value[..length], XattrFlags::empty()));
        if *name == *ACL {
            has_acl = true;
            is_same = set.is_ok();
        }
    }
    if !has_acl {
        // One that the folder gives to new files would let others in.
        is_same = !matches!(fremovexattr(to, ACL), Err(Errno::PERM | Errno::ACCESS));
    }
    is_same
}
