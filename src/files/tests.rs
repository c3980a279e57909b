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
    let given_up = write_with(&file, |file| {
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

#[test]
fn owner_mode_and_attributes_stay_and_nobody_else_reads_it_meanwhile() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("game");
    fs::write(&file, b"old").expect("written");
    fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("changed");
    let flags = rustix::fs::XattrFlags::empty();
    // Not every file system has them.
    let has_attribute = rustix::fs::setxattr(&file, "user.note", b"mine", flags).is_ok();
    let is_root = fs::metadata(&file).expect("there").uid() == 0;
    if is_root {
        std::os::unix::fs::chown(&file, Some(1234), Some(1235)).expect("changed");
    }
    let modes = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder).expect("a folder");
        let modes = entries.map(|entry| entry.expect("a file").metadata().expect("there").mode());
        modes.map(|mode| mode & 0o777).collect()
    };
    write_with(&file, |to| {
        assert_eq!(modes(dir.path()), [0o600, 0o600]);
        to.write_all(b"new")
    })
    .expect("written");
    let about = fs::metadata(&file).expect("there");
    assert_eq!(modes(dir.path()), [0o600]);
    assert!(!is_root || (about.uid(), about.gid()) == (1234, 1235));
    if has_attribute {
        let mut value = [0; 9];
        let length = rustix::fs::getxattr(&file, "user.note", &mut value[..]).expect("kept");
        assert_eq!(&value[..length], b"mine");
    }
}

#[test]
fn what_a_killed_run_left_is_swept_and_nothing_else() {
    let dir = tempfile::tempdir().expect("a folder");
    let names = [
        ".chuhe-aB3xyZ",
        ".chuhe-notes.txt",
        ".chuhe-abcde",
        "chuhe-abcdef",
    ];
    for name in names {
        fs::write(dir.path().join(name), b"half").expect("written");
    }
    fs::create_dir(dir.path().join(".chuhe-folder")).expect("made");
    let left = || fs::read_dir(dir.path()).expect("a folder").count();
    sweep(dir.path(), SystemTime::now() - Duration::from_secs(60));
    assert_eq!(left(), 5, "these may be in use");
    sweep(dir.path(), SystemTime::now() + Duration::from_secs(60));
    assert_eq!(left(), 4);
    assert!(!dir.path().join(names[0]).exists());
}

#[test]
fn what_has_just_been_begun_is_not_swept() {
    let dir = tempfile::tempdir().expect("a folder");
    let begun = dir.path().join(".chuhe-aB3xyZ");
    for _ in 0..100 {
        let now = SystemTime::now();
        fs::write(&begun, b"half").expect("written");
        sweep(dir.path(), now);
        fs::remove_file(&begun).expect("still there");
    }
}

#[test]
fn a_folder_is_swept_when_a_file_is_saved_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let left = File::create(dir.path().join(".chuhe-aB3xyZ")).expect("made");
    left.set_modified(SystemTime::now() - 2 * ABANDONED_AFTER)
        .expect("set");
    replace(&dir.path().join("game"), b"new").expect("written");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
}

#[test]
fn an_obstacle_is_an_error_until_it_is_accepted() {
    let error = io::Error::from(Obstacle::Access);
    assert_eq!(Obstacle::of(&error), Some(Obstacle::Access));
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    assert_eq!(Obstacle::of(&io::ErrorKind::PermissionDenied.into()), None);
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("game");
    fs::write(&file, b"a longer old one").expect("written");
    let of_folder = obstacle(&Errno::ACCESS.into(), &file);
    assert_eq!(of_folder, Some(Obstacle::Folder));
    assert_eq!(obstacle(&Errno::NOSPC.into(), &file), None);
    assert_eq!(
        obstacle(&Errno::ACCESS.into(), &dir.path().join("none")),
        None
    );
    write_over(&file, |file| file.write_all(b"new")).expect("written");
    assert_eq!(fs::read(&file).expect("read"), b"new");
}

#[test]
fn all_names_of_a_file_get_the_new_contents_once_that_is_accepted() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, other) = (dir.path().join("game"), dir.path().join("other"));
    fs::write(&file, b"old").expect("written");
    fs::hard_link(&file, &other).expect("linked");
    let refused = replace(&file, b"new").expect_err("linked");
    assert_eq!(Obstacle::of(&refused), Some(Obstacle::Links));
    assert_eq!(fs::read(&file).expect("read"), b"old");
    accept(&file);
    replace(&file, b"new").expect("written");
    assert_eq!(fs::read(&other).expect("read"), b"new");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 2);
}

#[test]
fn own_files_are_regular_ones() {
    let refused = |path: &Path| put_own(path, b"new").expect_err("refused").kind();
    assert_eq!(refused(Path::new("/dev/null")), io::ErrorKind::NotSeekable);
    let dir = tempfile::tempdir().expect("a folder");
    assert_eq!(refused(dir.path()), io::ErrorKind::IsADirectory);
    write_own_at_start(&dir.path().join("clock"), b"12").expect("written");
    write_own_at_start(&dir.path().join("clock"), b"3").expect("written");
    assert_eq!(fs::read(dir.path().join("clock")).expect("read"), b"32");
}

#[test]
fn a_lock_is_one_runs_until_it_ends() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("lock");
    let held = lock(&path, Duration::ZERO);
    assert!(matches!(held, Lock::Held(_)));
    assert!(matches!(lock(&path, Duration::ZERO), Lock::Taken));
    drop(held);
    assert!(matches!(lock(&path, Duration::ZERO), Lock::Held(_)));
    assert!(matches!(lock(dir.path(), Duration::ZERO), Lock::Impossible));
}

#[test]
fn an_open_descriptor_is_written_on_and_its_file_never_replaced() {
    use std::os::fd::AsRawFd;
    let dir = tempfile::tempdir().expect("a folder");
    let (file, link) = (dir.path().join("all.pgn"), dir.path().join("link"));
    fs::write(&file, b"old ").expect("written");
    let open = File::options().append(true).open(&file).expect("open");
    symlink(format!("/dev/fd/{}", open.as_raw_fd()), &link).expect("linked");
    assert!(is_descriptor(&link) && is_descriptor(Path::new("/dev/stdout")));
    assert!(!is_descriptor(&file) && !is_descriptor(&dir.path().join("1")));
    let mut expected = "old ".to_owned();
    for _ in 0..2 {
        // A sandbox may not let it have the descriptor.
        if write(&link, b"new ").is_ok() {
            expected += "new ";
        }
        assert_eq!(fs::read_to_string(&file).expect("read"), expected);
    }
    assert!(replace_own(&link, b"new").is_err());
    assert_eq!(fs::read_to_string(&file).expect("read"), expected);
}
