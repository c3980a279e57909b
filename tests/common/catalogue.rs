//! The translations as they lie in data/po, read without a library: each message with what stands for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The languages that the program speaks beside its own.
pub const LANGUAGES: [&str; 4] = ["vi", "zh_CN", "zh_HK", "zh_TW"];

/// What each message is in a language. One that is said about several things has one of its meanings.
pub fn catalogue(language: &str) -> BTreeMap<String, String> {
    let po = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/po");
    let text = fs::read_to_string(po.join(language).with_extension("po")).expect("a catalogue");
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
