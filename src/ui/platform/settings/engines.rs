//! Engines of the player: programs with what was chosen for each, and those that are found on this machine.

use crate::engine::uci::Protocol;
use crate::ui::platform::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::sync::LazyLock;

/// Most engines that are remembered.
const MAX_ENGINES: usize = 20;
/// Names of the programs of known engines for this game.
const KNOWN: [&str; 8] = [
    "fairy-stockfish",
    "fairy-stockfish-largeboard",
    "pikafish",
    "eleeye",
    "ElephantEye",
    "cyclone",
    "binghewusi",
    "xqwlight",
];
/// Folders of games that the search path of a desktop may lack.
const FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A program of the player’s that plays, and what was chosen for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineProgram {
    /// URI of its file.
    pub file: String,
    /// Its name for itself; empty until it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// URI of its working folder; the folder of its file unless chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Options with other values than its defaults, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Whether it spoke UCCI when it was added. That is tried first, since some keep silent at the greeting of UCI, which
    /// takes seconds to notice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub speaks_ucci: bool,
}

impl EngineProgram {
    /// A program with nothing chosen for it.
    pub fn new(file: &gio::File) -> Self {
        Self {
            file: file.uri().into(),
            ..Self::default()
        }
    }

    /// Path of its file; empty if it is not on this machine.
    pub fn path(&self) -> PathBuf {
        gio::File::for_uri(&self.file).path().unwrap_or_default()
    }

    /// Protocol that it is greeted in first.
    pub const fn protocol(&self) -> Protocol {
        if self.speaks_ucci {
            Protocol::Ucci
        } else {
            Protocol::Uci
        }
    }

    /// Name for people: its own, or that of its file.
    pub fn label(&self) -> String {
        if self.name.is_empty() {
            let path = self.path();
            path.file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        } else {
            self.name.clone()
        }
    }

    /// Folder that it is started in; many read a network or a book from there.
    pub fn working_folder(&self) -> Option<PathBuf> {
        let chosen = self.folder.as_ref();
        let chosen = chosen.and_then(|uri| gio::File::for_uri(uri).path());
        chosen.or_else(|| self.path().parent().map(Path::to_path_buf))
    }
}

/// Reads the engines; an invalid one costs no other.
pub(super) fn read(map: &Map<String, Value>) -> Vec<EngineProgram> {
    let list = map.get("engines").and_then(Value::as_array);
    let mut engines: Vec<EngineProgram> = Vec::new();
    for one in list.into_iter().flatten() {
        let Ok(one) = serde_json::from_value::<EngineProgram>(one.clone()) else {
            continue;
        };
        let is_known = engines.iter().any(|known| known.file == one.file);
        if one.path().is_absolute() && !is_known && engines.len() < MAX_ENGINES {
            engines.push(one);
        }
    }
    engines
}

/// Programs of known engines in the search path and where games are.
pub fn found_engines() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(FOLDERS.map(PathBuf::from));
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders.filter(|folder| folder.is_absolute()) {
        for name in KNOWN {
            let file = folder.join(name);
            // One program may be in several folders under links.
            let Ok(real) = fs::canonicalize(&file) else {
                continue;
            };
            let is_same = |known: &PathBuf| fs::canonicalize(known).is_ok_and(|one| one == real);
            if real.is_file() && !found.iter().any(is_same) {
                found.push(file);
            }
        }
    }
    found
}

/// Whether the program runs in a sandbox, where it cannot start programs of the system.
pub fn is_sandboxed() -> bool {
    static IS_SANDBOXED: LazyLock<bool> = LazyLock::new(|| {
        let is_set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
        ["FLATPAK_ID", "SNAP"].iter().any(is_set) || Path::new("/.flatpak-info").exists()
    });
    *IS_SANDBOXED
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_invalid_engine_costs_no_other() {
        let engine = json!({"file": "file:///usr/games/one", "name": "One", "options": {"Hash": "8"}, "speaks_ucci": true});
        let list = json!({"engines": [
            7, {"name": "no file"}, {"file": "one"}, {"file": "http://x/y"}, {"file": "file:///a", "options": 3},
            engine, engine, {"file": "file:///usr/games/two"},
        ]});
        let Value::Object(map) = list else {
            panic!("an object");
        };
        let engines = read(&map);
        let labels: Vec<_> = engines.iter().map(EngineProgram::label).collect();
        assert_eq!(labels, ["One", "two"]);
        assert_eq!(serde_json::to_value(&engines[0]).expect("written"), engine);
        let protocols = [Protocol::Ucci, Protocol::Uci];
        assert_eq!([engines[0].protocol(), engines[1].protocol()], protocols);
        let folder = engines[1].working_folder();
        assert_eq!(folder.as_deref(), Some(Path::new("/usr/games")));
        let many: Vec<_> = (0..50)
            .map(|number| json!({"file": format!("file:///{number}")}))
            .collect();
        let Value::Object(map) = json!({"engines": many}) else {
            panic!("an object");
        };
        assert_eq!(read(&map).len(), MAX_ENGINES);
        assert_eq!(read(&Map::new()), []);
    }
}
