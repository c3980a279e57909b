//! Import rules: each folder imports only from those it may depend on, and only the root of the library knows features.

use super::sources::texts;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Every folder with the folders it may import from.
const ROOMS: [(&str, &[&str]); 15] = [
    ("rules", &[]),
    ("record", &["rules"]),
    ("engine", &["rules"]),
    ("arbiter", &["rules", "engine"]),
    ("studies", &["rules", "record", "engine"]),
    ("game", &["rules", "record", "engine", "arbiter"]),
    ("remote", &["rules", "record", "arbiter", "game"]),
    ("scene", &["rules", "record", "studies", "game"]),
    ("sound", &["game"]),
    (
        "words",
        &[
            "rules", "record", "engine", "studies", "game", "remote", "scene",
        ],
    ),
    ("files", &[]),
    ("paint", &["rules", "scene"]),
    (
        "score_sheet",
        &[
            "rules", "record", "arbiter", "studies", "game", "words", "scene", "paint",
        ],
    ),
    (
        "cli",
        &[
            "rules",
            "record",
            "engine",
            "arbiter",
            "studies",
            "game",
            "remote",
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
            "engine",
            "arbiter",
            "studies",
            "game",
            "remote",
            "words",
            "files",
            "scene",
            "paint",
            "score_sheet",
            "sound",
            "cli",
        ],
    ),
];
/// Folders compiled without a window.
const PURE: [&str; 10] = [
    "rules", "record", "engine", "arbiter", "studies", "game", "remote", "words", "scene", "sound",
];

fn each_line(mut check: impl FnMut(&str, &Path, usize, &str)) {
    for (room, _) in ROOMS {
        for (file, text) in texts(&format!("src/{room}")) {
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

/// Folders of `ui`, lowest first. Each may import from those before it.
const FLOORS: [&str; 9] = [
    "platform", "toolkit", "session", "board", "panel", "bars", "dialogs", "flows", "window",
];

/// Path of a module below `ui`, from the path of its file.
fn module(file: &Path, ui: &Path) -> Vec<String> {
    let path = file.strip_prefix(ui).expect("a file of ui");
    let path = path.with_extension("");
    let names = path.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

/// Modules below `ui` that a file refers to by their path from the root, or as siblings.
fn named(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let path = |text: &str| -> Vec<String> {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let path = &text[..end.unwrap_or(text.len())];
        path.split("::").map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, root) in code.match_indices("crate::ui::") {
            found.push(path(&code[at + root.len()..]));
        }
        if let Some(sibling) = code.strip_prefix("use super::") {
            let parent = module[..module.len() - 1].iter().cloned();
            found.push(parent.chain(path(sibling)).collect());
        }
    }
    found
}

#[test]
fn imports_inside_ui_only_go_up() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui");
    let floor = |name: &str| FLOORS.iter().position(|known| *known == name);
    for (file, text) in texts("src/ui") {
        let module = module(&file, &ui);
        // The module file and the application are above all folders.
        let Some(own) = module.first().and_then(|name| floor(name)) else {
            assert!(module.is_empty() || module == ["application"], "{module:?}");
            continue;
        };
        for path in named(&text, &module) {
            let other = floor(&path[0]);
            assert!(
                other.is_some_and(|other| other <= own),
                "{}: {} may not import from {}",
                file.display(),
                module[0],
                path[0]
            );
        }
    }
}

#[test]
fn no_circle_of_imports_in_a_folder_of_ui() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui");
    let mut imports: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for (file, text) in texts("src/ui") {
        let module = module(&file, &ui);
        for path in named(&text, &module) {
            if module.len() > 1 && path.len() > 1 && module[..2] != path[..2] {
                let own = imports.entry(module[..2].to_vec()).or_default();
                own.insert(path[..2].to_vec());
            }
        }
    }
    // Modules without remaining imports are removed until nothing, or a cycle, is left.
    while let Some(done) = imports
        .iter()
        .find(|(_, others)| others.iter().all(|other| !imports.contains_key(other)))
        .map(|(module, _)| module.clone())
    {
        imports.remove(&done);
    }
    assert!(imports.is_empty(), "a circle among {imports:#?}");
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
fn errors_are_values_until_they_are_said() {
    for (file, text) in ["src/ui", "src/cli"].into_iter().flat_map(texts) {
        for (line, number) in text.lines().zip(1..) {
            let is_text = line.contains("Result<") && line.contains(", String>");
            assert!(!is_text, "{}:{number}: an error is a text", file.display());
        }
    }
}
