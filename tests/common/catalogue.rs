//! The translations as they lie in data/po, read without a library: each message with what stands for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where they are.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/po")
}

/// Every language that the program speaks beside its own, with its catalogue.
pub fn catalogues() -> BTreeMap<String, BTreeMap<String, String>> {
    let files = fs::read_dir(folder()).expect("the catalogues");
    let names = files.map(|file| file.expect("an entry").file_name().into_string());
    let names = names.map(|name| name.expect("a plain name"));
    let languages = names.filter_map(|name| Some(name.strip_suffix(".po")?.to_owned()));
    let found: BTreeMap<_, _> = languages
        .map(|language| {
            let catalogue = catalogue(&language);
            (language, catalogue)
        })
        .collect();
    assert!(found.len() >= 4, "only {} catalogues", found.len());
    found
}

/// What each message is in a language. One that is said about several things has one of its meanings.
fn catalogue(language: &str) -> BTreeMap<String, String> {
    let file = folder().join(language).with_extension("po");
    let text = fs::read_to_string(file).expect("a catalogue");
    let mut found = BTreeMap::new();
    for entry in text.split("\n\n") {
        // A message and its plural, and then what stands for them.
        let (mut messages, mut translation) = (Vec::new(), String::new());
        let mut in_translation = false;
        for line in entry.lines() {
            let Some((name, value)) = line.split_once('"') else {
                continue;
            };
            let value = unquoted(value);
            match (name.trim_end(), messages.last_mut()) {
                ("msgid" | "msgid_plural", _) => messages.push(value),
                ("", Some(message)) if !in_translation => *message += &value,
                ("msgstr" | "msgstr[0]" | "", _) => {
                    in_translation = true;
                    translation += &value;
                }
                _ => {}
            }
        }
        found.extend(
            messages
                .into_iter()
                .map(|message| (message, translation.clone())),
        );
    }
    assert!(
        found.len() > 500,
        "{language} has only {} messages",
        found.len()
    );
    found
}

/// A text without the quotation mark at its end, and with the signs that stand for others.
fn unquoted(text: &str) -> String {
    let inner = text.strip_suffix('"').unwrap_or(text);
    inner
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
}

/// The access key in a label: the letter or digit behind an underscore.
pub fn access_key(label: &str) -> Option<char> {
    let (_, rest) = label.split_once('_')?;
    rest.chars().next()?.to_lowercase().next()
}
