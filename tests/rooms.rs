//! The rooms import only from those above them, and only the library's table of contents knows features.

use std::fs;
use std::path::{Path, PathBuf};

/// Every room with the rooms that it may import from.
const ROOMS: [(&str, &[&str]); 7] = [
    ("rules", &[]),
    ("record", &["rules"]),
    ("game", &["rules", "record"]),
    ("scene", &["rules"]),
    ("paint", &["rules", "scene"]),
    ("cli", &["rules", "record", "game", "scene", "paint"]),
    ("ui", &["rules", "record", "game", "scene", "paint", "cli"]),
];
/// Rooms that are built without a window; they know nothing of these crates.
const PURE: [&str; 4] = ["rules", "record", "game", "scene"];
const WINDOW_CRATES: [&str; 7] = ["gtk", "adw", "gdk", "gio", "glib", "cairo", "clap"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            found.push(path);
        }
    }
    found
}

fn each_line(mut check: impl FnMut(&str, &Path, usize, &str)) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, _) in ROOMS {
        let files = sources(&src.join(room));
        assert!(!files.is_empty(), "the room {room} is empty");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source");
            for (number, line) in text.lines().enumerate() {
                check(room, &file, number + 1, line);
            }
        }
    }
}

#[test]
fn imports_only_go_up() {
    each_line(|room, file, number, line| {
        let code = line.split("//").next().unwrap_or_default();
        for (place, _) in code.match_indices("crate::") {
            let rest = &code[place + "crate::".len()..];
            let name: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let allowed = ROOMS
                .iter()
                .find(|(known, _)| *known == room)
                .map(|(_, up)| *up);
            assert!(
                name == room || allowed.is_some_and(|up| up.contains(&name.as_str())),
                "{}:{number}: {room} may not import from {name}",
                file.display()
            );
        }
    });
}

#[test]
fn pure_rooms_know_no_window() {
    each_line(|room, file, number, line| {
        let code = line.split("//").next().unwrap_or_default().trim_start();
        for name in WINDOW_CRATES.iter().filter(|_| PURE.contains(&room)) {
            let used =
                code.starts_with(&format!("use {name}::")) || code.contains(&format!(" {name}::"));
            assert!(
                !used,
                "{}:{number}: {room} may not use {name}",
                file.display()
            );
        }
    });
}

#[test]
fn features_are_asked_for_in_one_place() {
    each_line(|_, file, number, line| {
        assert!(
            !line.contains("feature ="),
            "{}:{number}: a feature is asked for outside src/lib.rs",
            file.display()
        );
    });
}

#[test]
fn pure_rooms_forbid_unsafe_code() {
    for room in PURE {
        let file = format!("{}/src/{room}/mod.rs", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(file).expect("a room");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{room}");
    }
}

#[test]
fn files_stay_small() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src) {
        let lines = fs::read_to_string(&file).expect("a source").lines().count();
        assert!(lines <= 500, "{} has {lines} lines", file.display());
    }
}
