//! The rooms import only from those above them, and only the library's table of contents knows features.

#[path = "common/sources.rs"]
mod sources;

use sources::sources;
use std::fs;
use std::path::Path;

/// Every room with the rooms that it may import from.
const ROOMS: [(&str, &[&str]); 10] = [
    ("rules", &[]),
    ("record", &["rules"]),
    ("game", &["rules", "record"]),
    ("scene", &["rules"]),
    ("words", &["rules", "record", "game", "scene"]),
    ("files", &[]),
    ("paint", &["rules", "scene"]),
    (
        "score_sheet",
        &["rules", "record", "game", "words", "scene", "paint"],
    ),
    (
        "cli",
        &[
            "rules",
            "record",
            "game",
            "words",
            "files",
            "scene",
            "paint",
            "score_sheet",
        ],
    ),
    (
        "ui",
        &[
            "rules",
            "record",
            "game",
            "words",
            "files",
            "scene",
            "paint",
            "score_sheet",
            "cli",
        ],
    ),
];
/// Rooms that are built without a window.
const PURE: [&str; 5] = ["rules", "record", "game", "words", "scene"];

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
                !name.is_empty(),
                "{}:{number}: one room for each `use`",
                file.display()
            );
            assert!(
                name == room || allowed.is_some_and(|up| up.contains(&name.as_str())),
                "{}:{number}: {room} may not import from {name}",
                file.display()
            );
        }
    });
}

#[test]
fn features_are_asked_for_in_one_place() {
    let asks = |line: &str| line.replace(' ', "").contains("feature=\"");
    each_line(|_, file, number, line| {
        let place = file.display();
        assert!(
            !asks(line),
            "{place}:{number}: a feature is asked for outside src/lib.rs"
        );
    });
    let lib = format!("{}/src/lib.rs", env!("CARGO_MANIFEST_DIR"));
    let lib = fs::read_to_string(lib).expect("a source");
    assert_eq!(lib.lines().filter(|line| asks(line)).count(), 5);
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
    for folder in ["src", "tests", "benches"] {
        for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let lines = fs::read_to_string(&file).expect("a source").lines().count();
            assert!(lines <= 500, "{} has {lines} lines", file.display());
        }
    }
}
