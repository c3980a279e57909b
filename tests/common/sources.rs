//! The program's own source files, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file below a folder of the project, with its text.
pub fn texts(folder: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    assert!(!files.is_empty(), "{folder} is empty");
    files.into_iter().map(|file| {
        let text = fs::read_to_string(&file).expect("a source");
        (file, text)
    })
}

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
