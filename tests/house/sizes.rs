//! Sizes: of files, functions and the window; and what a function of the window may return.

use super::sources::texts;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

const MOST_LINES: usize = 500;
const MOST_OF_FUNCTION: usize = 50;
const MOST_FIELDS: usize = 30;
/// Functions that are lists of cases, which no division makes easier to read.
const LISTS_OF_CASES: [&str; 7] = [
    "src/far/session/receive.rs: dispatch",
    "src/ui/toolkit/actions/enabled.rs: is_enabled",
    "src/ui/window/actions.rs: run",
    "src/ui/window/friend.rs: follow_far_game",
    "src/words/cautions.rs: about_head",
    "src/words/course.rs: word_list",
    "src/words/lessons.rs: task",
];

/// Names and lengths of the functions in a formatted source.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<_> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some((before, after)) = code.split_once("fn ") else {
            continue;
        };
        let words = ["pub", "const", "async", "unsafe"];
        let is_word = |word: &str| words.contains(&word) || word.starts_with("pub(");
        if !before
            .replace("pub(in ", "pub(")
            .split(' ')
            .all(|word| word.is_empty() || is_word(word))
        {
            continue;
        }
        let indent = &line[..line.len() - code.len()];
        let end = lines[at..].iter().position(|last| {
            let last = last.strip_prefix(indent);
            last.is_some_and(|last| last == "}" || last.ends_with(';') && !last.starts_with(' '))
        });
        let name = after.split(['(', '<']).next().unwrap_or_default();
        found.push((name, end.expect("an end of the function") + 1));
    }
    found
}

#[test]
fn files_stay_small() {
    for (file, text) in ["src", "tests", "benches"].into_iter().flat_map(texts) {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", file.display());
    }
}

#[test]
fn functions_stay_small() {
    let mut long = BTreeSet::new();
    for (file, text) in texts("src") {
        let place = file
            .strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .expect("a source");
        let is_test = |part: &OsStr| part == "tests" || part == "tests.rs";
        if place.iter().any(is_test) {
            continue;
        }
        // Tests are lists of cases too.
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        let functions = functions(code).into_iter();
        let too_long = functions.filter(|(_, lines)| *lines > MOST_OF_FUNCTION);
        long.extend(too_long.map(|(name, _)| format!("{}: {name}", place.display())));
    }
    let known = LISTS_OF_CASES.map(str::to_owned);
    assert_eq!(
        long,
        BTreeSet::from(known),
        "more than {MOST_OF_FUNCTION} lines"
    );
}

#[test]
fn a_function_is_measured_with_its_signature() {
    let text = "impl A {\n    pub(in crate::a) fn b<T>(\n        t: T,\n    ) {\n        f();\n    }\n\n    fn c();\n}\n";
    assert_eq!(functions(text), [("b", 5), ("c", 1)]);
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

#[test]
fn the_window_has_few_fields() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui/window/mod.rs");
    let text = fs::read_to_string(file).expect("a source");
    let (_, fields) = text.split_once("template! {").expect("the template");
    let (fields, _) = fields.split_once("\n    }\n").expect("its end");
    let fields = fields.lines().map(str::trim);
    let count = fields
        .filter(|line| line.ends_with(',') && line.contains(": "))
        .count();
    assert!(
        (1..=MOST_FIELDS).contains(&count),
        "the window has {count} fields"
    );
}
