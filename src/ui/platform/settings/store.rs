//! The settings file: validation, reports of damage, and updates.
//!
//! Nothing in it is lost silently. An unusable file is kept under another name before it is replaced, and values
//! written by a newer version of the program are preserved.

use crate::files;
use crate::ui::platform::own_file::{self, Contents};
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

/// Damage of the settings file.
#[derive(Debug)]
pub enum Fault {
    /// The file exists but cannot be read.
    Unreadable(io::Error),
    /// It contains no JSON object.
    Garbled,
    /// The values of these names are invalid; all others were read.
    Values(Vec<String>),
}

/// Broken settings file, with its quarantine.
#[derive(Debug)]
pub struct Broken {
    pub file: PathBuf,
    pub fault: Fault,
    /// Path of the quarantined copy; after an error the original is left alone, and no settings are written.
    pub quarantined: io::Result<PathBuf>,
}

/// Reads the file. Returns its contents and the fault found.
pub(super) fn read(file: &Path) -> (Map<String, Value>, Option<Fault>) {
    match own_file::load(file, |bytes| serde_json::from_slice(bytes)) {
        Contents::Sound(map) => (map, None),
        // The first run.
        Contents::Missing => (Map::new(), None),
        Contents::Unreadable(error) => (Map::new(), Some(Fault::Unreadable(error))),
        Contents::Damaged(_) => (Map::new(), Some(Fault::Garbled)),
    }
}

/// Quarantines the file under another name: renamed, or copied if parts of it are usable.
pub(super) fn quarantine(file: &Path, fault: &Fault) -> io::Result<PathBuf> {
    match fault {
        Fault::Values(_) => files::copy_aside(file, "damaged"),
        Fault::Unreadable(_) | Fault::Garbled => files::set_aside(file, "damaged"),
    }
}

/// Returns the names of invalid values: those not read as they are in the file.
pub(super) fn refused(file: &Map<String, Value>, taken: &Map<String, Value>) -> Vec<String> {
    let wrong = taken.iter().filter(|(name, taken)| {
        let there = file.get(*name);
        there.is_some_and(|there| !agrees(there, taken))
    });
    wrong.map(|(name, _)| name.clone()).collect()
}

/// Whether a value of the file agrees with the value read from it. Missing parts, and parts of a newer version, are no
/// disagreement.
fn agrees(there: &Value, taken: &Value) -> bool {
    match (there, taken) {
        (Value::Object(there), Value::Object(taken)) => there
            .iter()
            .all(|(name, part)| taken.get(name).is_none_or(|taken| agrees(part, taken))),
        (Value::Number(there), Value::Number(taken)) => there.as_f64() == taken.as_f64(),
        _ => there == taken,
    }
}

/// Merges values into the contents of the file recursively, and keeps all others.
pub(super) fn put(values: Map<String, Value>, file: &mut Map<String, Value>) {
    for (name, value) in values {
        match (file.get_mut(&name), value) {
            (Some(Value::Object(there)), Value::Object(parts)) => put(parts, there),
            (_, value) => {
                file.insert(name, value);
            }
        }
    }
}

/// Replaces the file atomically.
pub(super) fn write(file: &Path, map: &Map<String, Value>) -> io::Result<()> {
    let bytes = serde_json::to_vec_pretty(map)?;
    files::replace_own(file, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            other => panic!("{other} is no object"),
        }
    }

    #[test]
    fn what_a_newer_version_wrote_stays() {
        let mut file =
            map(json!({"later": [1], "window": {"width": 1, "corner": "round"}, "muted": 7}));
        put(
            map(json!({"window": {"width": 2}, "muted": true, "new": null})),
            &mut file,
        );
        let expected = json!({
            "later": [1], "window": {"width": 2, "corner": "round"}, "muted": true, "new": null
        });
        assert_eq!(file, map(expected));
    }

    #[test]
    fn only_what_was_not_taken_is_named() {
        let taken = map(json!({"a": 1.0, "b": "x", "c": {"d": true, "e": 2}, "f": null}));
        for right in [
            json!({}),
            json!({"a": 1, "b": "x", "c": {"d": true}, "f": null, "later": 3}),
            json!({"c": {"d": true, "e": 2.0, "later": []}}),
        ] {
            assert_eq!(refused(&map(right.clone()), &taken), [""; 0], "{right}");
        }
        let wrong = map(json!({"a": "1", "b": null, "c": {"d": true, "e": 3}, "f": 0}));
        assert_eq!(refused(&wrong, &taken), ["a", "b", "c", "f"]);
        assert_eq!(refused(&map(json!({"c": []})), &taken), ["c"]);
    }

    #[test]
    fn what_is_broken_is_kept_each_time_under_another_name() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("settings.json");
        for name in ["settings.damaged-1.json", "settings.damaged-2.json"] {
            std::fs::write(&file, name).expect("written");
            let (map, fault) = read(&file);
            assert!(map.is_empty());
            let aside = quarantine(&file, &fault.expect("a fault")).expect("renamed");
            assert_eq!(aside, dir.path().join(name));
            assert_eq!(std::fs::read_to_string(&aside).expect("kept"), name);
            assert!(!file.exists());
        }
        std::fs::write(&file, "{}").expect("written");
        quarantine(&file, &Fault::Values(Vec::new())).expect("copied");
        assert!(file.exists() && dir.path().join("settings.damaged-3.json").exists());
    }
}
