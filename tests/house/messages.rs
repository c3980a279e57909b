//! All user-facing text is translatable: every sentence of the program is in `words`, inside a translating macro.

use super::sources::texts;

/// Folders whose text is displayed in a window, a picture or on paper.
const SHOWN: [&str; 4] = ["ui", "score_sheet", "paint", "scene"];
/// The macros that translate.
const MESSAGES: [&str; 3] = ["say!", "say_about!", "say_count!"];
/// Text for programmers: reasons for an impossibility, log lines, attributes.
const INTERNAL: [&str; 10] = [
    "expect",
    "unreachable!",
    "assert!",
    "assert_eq!",
    "debug_assert!",
    "g_debug!",
    "g_warning!",
    "g_critical!",
    "other",
    "#[",
];
/// Text without translation: names of formats and of keys without modifiers, and the system's error suffix.
const NAMES: [&str; 15] = [
    "PGN",
    "XQStudio",
    "DhtmlXQ",
    "CBF",
    "PFC",
    "CCM",
    "CHE",
    "JSON",
    "WXF",
    "Left Right Up Down",
    "Return space",
    "Escape",
    "k a b n r c p",
    "Delete BackSpace",
    " (os error",
];
/// Pronunciation of the characters on the pieces, independent of the language.
const PINYIN: [&str; 5] = ["shuài", "jiàng", "shì", "xiàng", "bīng"];
/// Attributions required verbatim by licenses.
const LICENSES: [&str; 2] = [
    "The outlines of the characters",
    "The outlines of the pieces in large print",
];
/// Fallback list of fonts.
const FONTS: &str = "Adwaita Sans, ";

/// A string literal, its place, and the macro or function it is passed to.
struct Literal {
    text: String,
    line: usize,
    taker: String,
}

/// State of scanning a source file.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Callee of every open bracket, such as `say!` or `expect`.
    open: Vec<String>,
    /// The last name before the current place.
    word: String,
    found: Vec<Literal>,
    /// The source without its literals and comments.
    code: String,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    fn new(source: &'a str) -> Self {
        Self {
            rest: source,
            line: 1,
            open: Vec::new(),
            word: String::new(),
            found: Vec::new(),
            code: String::new(),
        }
    }

    fn read(mut self) -> Self {
        while let Some(next) = self.rest.chars().next() {
            if self.rest.starts_with("//") {
                self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("r\"") || self.rest.starts_with("r#\"") {
                self.raw();
            } else if next == '"' {
                self.quoted();
            } else if next == '\'' {
                self.character();
            } else {
                self.code(next);
            }
        }
        self
    }

    fn code(&mut self, next: char) {
        match next {
            '(' | '[' | '{' => self.open.push(std::mem::take(&mut self.word)),
            ')' | ']' | '}' => {
                self.open.pop();
                self.word.clear();
            }
            '#' => self.word = "#".to_owned(),
            '!' => self.word.push('!'),
            _ if next.is_alphanumeric() || next == '_' => {
                let end = |c: char| !(c.is_alphanumeric() || c == '_');
                let length = self.rest.find(end).unwrap_or(self.rest.len());
                self.word = self.rest[..length].to_owned();
                self.code.push_str(&self.rest[..length]);
                return self.skip(length);
            }
            _ if next.is_whitespace() => {}
            _ => self.word.clear(),
        }
        self.code.push(next);
        self.skip(next.len_utf8());
    }

    fn quoted(&mut self) {
        let mut escaped = false;
        let end = self.rest[1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let end = end.expect("a text has an end") + 1;
        self.take(1, end, 1);
    }

    fn raw(&mut self) {
        let hashes = self.rest[1..].find('"').expect("a quotation mark");
        let mark = format!("\"{}", "#".repeat(hashes));
        let start = 2 + hashes;
        let end = self.rest[start..].find(&mark).expect("an end");
        self.take(start, start + end, mark.len());
    }

    fn take(&mut self, start: usize, end: usize, mark: usize) {
        let opener = self.open.last().cloned().unwrap_or_default();
        let is_attribute = self.open.iter().any(|one| one == "#" || one == "#!");
        self.found.push(Literal {
            text: self.rest[start..end].to_owned(),
            line: self.line,
            taker: if is_attribute {
                "#[".to_owned()
            } else {
                opener
            },
        });
        self.skip(end + mark);
    }

    /// Skips a character literal, or the quote of a lifetime.
    fn character(&mut self) {
        let after = &self.rest[1..];
        let length = match after.chars().next() {
            Some('\\') => after[2..].find('\'').map(|end| end + 4),
            Some(only) if after[only.len_utf8()..].starts_with('\'') => Some(only.len_utf8() + 2),
            _ => None,
        };
        self.skip(length.unwrap_or(1));
    }
}

/// A source without the tests at its end.
fn program(source: &str) -> &str {
    source.split("#[cfg(test)]\nmod ").next().unwrap_or(source)
}

fn literals(source: &str) -> Vec<Literal> {
    Reader::new(program(source)).read().found
}

/// A source without its literals, comments and tests: whatever stands in it is code.
pub fn code(source: &str) -> String {
    Reader::new(program(source)).read().code
}

/// Whether a text lists keys in GTK's syntax, at least one with modifiers.
fn is_keys(text: &str) -> bool {
    let plain =
        |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_key = |key: &str| {
        let (modifiers, key) = key.rsplit_once('>').unwrap_or(("", key));
        let mut modifiers = modifiers.split('>').filter(|one| !one.is_empty());
        plain(key) && modifiers.all(|one| one.strip_prefix('<').is_some_and(plain))
    };
    text.contains('<') && text.split(' ').all(is_key)
}

/// Untranslated texts of a folder, each with its place.
fn untranslated(room: &str, is_suspect: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (file, source) in texts(&format!("src/{room}")) {
        let name = file.file_name().and_then(|name| name.to_str());
        if name == Some("tests.rs") {
            continue;
        }
        for Literal { text, line, taker } in literals(&source) {
            let known = MESSAGES.contains(&taker.as_str()) || INTERNAL.contains(&taker.as_str());
            let mut names = NAMES.iter().chain(&PINYIN);
            let named = names.any(|name| *name == text) || is_keys(&text);
            let mut untouched = LICENSES.iter().chain([&FONTS]);
            let begun = untouched.any(|of| text.starts_with(of));
            if !known && !named && !begun && is_suspect(&text) {
                found.push(format!("{}:{line}: {text:?}", file.display()));
            }
        }
    }
    found
}

/// Whether a text begins like a sentence and continues with a word.
fn is_like_a_sentence(text: &str) -> bool {
    let text = text.trim_start_matches(['_', '“', ' ']);
    let is_ongoing =
        |(place, _): (usize, &str)| text[place + 1..].starts_with(|c: char| c.is_ascii_lowercase());
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.match_indices(' ').any(is_ongoing)
}

/// Whether a text has a word other than the names of its parts and of markup.
fn has_a_word(text: &str) -> bool {
    let mut plain = String::new();
    let mut depth = 0;
    for (place, c) in text.char_indices() {
        match c {
            '{' | '<' => depth += 1,
            '}' | '>' => depth -= 1,
            // The character after a backslash is not a letter.
            _ if text[..place].ends_with('\\') => plain.push(' '),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
        .as_bytes()
        .windows(2)
        .any(|two| two.iter().all(u8::is_ascii_alphabetic))
}

#[test]
fn only_the_words_room_says_anything() {
    let found: Vec<_> = SHOWN
        .iter()
        .flat_map(|room| untranslated(room, is_like_a_sentence))
        .collect();
    assert!(
        found.is_empty(),
        "these belong into words:\n{}",
        found.join("\n")
    );
}

#[test]
fn whatever_the_words_room_says_can_be_translated() {
    let found = untranslated("words", has_a_word);
    assert!(
        found.is_empty(),
        "these are not translated:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_sentence_that_nobody_translates_is_seen() {
    let source = r##"
        #[doc = "An attribute"] // "A comment"
        fn it<'a>(c: char) -> &'a str {
            if c == '"' || c == '\'' { return say!("It is {told}.", told = side("Red one")); }
            say_about!(
                "A context", "It too."
            );
            known.expect("Cannot fail");
            let raw = r#"<a b="Raw text">"#;
            "Not \"this\" one"
        }
        #[cfg(test)]
        mod tests { "In a test"; }
    "##;
    let source = source.replace("\n        ", "\n");
    let all: Vec<_> = literals(&source)
        .into_iter()
        .map(|one| (one.text, one.line, one.taker))
        .collect();
    let expected = [
        ("An attribute", 2, "#["),
        ("It is {told}.", 4, "say!"),
        ("Red one", 4, "side"),
        ("A context", 6, "say_about!"),
        ("It too.", 6, "say_about!"),
        ("Cannot fail", 8, "expect"),
        ("<a b=\"Raw text\">", 9, ""),
        ("Not \\\"this\\\" one", 10, ""),
    ];
    let expected = expected.map(|(text, line, taker)| (text.to_owned(), line, taker.to_owned()));
    assert_eq!(all[..6], expected[..6]);
    assert_eq!((&all[6].0, all[6].1), (&expected[6].0, 9));
    assert_eq!((&all[7].0, all[7].1), (&expected[7].0, 10));
    let code = code(&source);
    assert!(
        code.contains("if c ==  || c ==  { return say!(, told = side()); }"),
        "{code}"
    );
    assert!(!code.contains("comment") && !code.contains("mod tests"));
    assert!(is_like_a_sentence("_Save it") && !is_like_a_sentence("Adwaita Sans, Cantarell"));
    assert!(has_a_word("at {point}") && !has_a_word("{point}…") && !has_a_word("\\n{a}\\n"));
    assert!(has_a_word("<b>at</b>") && !has_a_word("<b>{point}</b>"));
}
