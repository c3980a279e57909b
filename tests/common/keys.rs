//! Keys of the manual page, as GTK writes them.

use std::fs;
use std::path::Path;

/// Words in the manual page for several keys, or for none that can be named.
const WORDS: [(&str, &str); 5] = [
    (
        "Shift+Arrow keys",
        "Shift+Left, Shift+Right, Shift+Up, Shift+Down",
    ),
    ("Arrow keys", "Left, Right, Up, Down"),
    ("Any letter or digit", ""),
    ("an underlined letter", ""),
    (" and ", ", "),
];
/// What keys are called, and what GTK calls them.
const NAMES: [(&str, &str); 9] = [
    ("Ctrl+", "<Control>"),
    ("Shift+", "<Shift>"),
    ("Alt+", "<Alt>"),
    ("Page ", "Page_"),
    ("Enter", "Return"),
    ("Space", "space"),
    ("Backspace", "BackSpace"),
    ("?", "question"),
    ("/", "slash"),
];

/// All keys in the manual page, with repetitions.
pub fn told() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/chuhe.6");
    let text = fs::read_to_string(path).expect("the manual page");
    let text = text.replace("\\-", "-");
    let (_, chapter) = text.split_once("\n.SH KEYS\n").expect("the chapter");
    let (chapter, _) = chapter.split_once("\n.SH ").expect("its end");
    let entries = chapter.lines().filter_map(|line| line.strip_prefix(".B "));
    entries.flat_map(keys).collect()
}

/// Keys of one entry.
fn keys(cell: &str) -> Vec<String> {
    let replace = |text: String, (word, keys): &(&str, &str)| text.replace(word, keys);
    let cell = WORDS.iter().fold(cell.to_owned(), replace);
    let parts = cell.split(", ").filter(|part| !["", "Alt"].contains(part));
    parts.flat_map(range).map(|key| accelerator(&key)).collect()
}

/// Each key of `Ctrl+1 to Ctrl+5`; of `1–9`, which is the second of two keys, only the ends.
fn range(part: &str) -> Vec<String> {
    if let Some((first, last)) = part.split_once('–') {
        return vec![first.to_owned(), last.to_owned()];
    }
    let Some((first, last)) = part.split_once(" to ") else {
        return vec![part.to_owned()];
    };
    let digit = |key: &str| key.chars().last().expect("a digit");
    let before = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = digit(first)..=digit(last);
    digits.map(|digit| format!("{before}{digit}")).collect()
}

fn accelerator(key: &str) -> String {
    let replace = |text: String, (name, gtk): &(&str, &str)| text.replace(name, gtk);
    let key = NAMES.iter().fold(key.to_owned(), replace);
    match key.rsplit_once('>') {
        Some((before, ",")) => format!("{before}>comma"),
        Some((before, letter)) if letter.len() == 1 => {
            format!("{before}>{}", letter.to_lowercase())
        }
        None if key.len() == 1 => key.to_lowercase(),
        _ => key,
    }
}
