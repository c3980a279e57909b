//! References in the guides exist: paths, types, functions, and targets of `make`.

use super::sources::texts;
use std::fs;
use std::path::Path;

const GUIDES: [&str; 2] = ["README.md", "CONTRIBUTING.md"];
/// The folders of the project, as prefixes of paths.
const FOLDERS: [&str; 6] = ["src", "tests", "data", "resources", "benches", ".ci"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a file of the project")
}

/// The text between backticks, and in code blocks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The paths into the project's folders mentioned in a text.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "._-/".contains(c)));
    let words = words.map(|word| word.trim_end_matches(['.', '/']));
    words.filter(|word| {
        let first = word.split_once('/').map(|(first, _)| first);
        first.is_some_and(|first| FOLDERS.contains(&first))
    })
}

#[test]
fn every_path_is_there() {
    let mut count = 0;
    for guide in GUIDES {
        let text = read(guide);
        for path in paths(&text) {
            assert!(root().join(path).exists(), "{guide} names {path}");
            count += 1;
        }
    }
    assert!(count > 40, "only {count} paths were found");
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    for guide in GUIDES {
        let text = read(guide);
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            if link.starts_with("https://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = root().join(file);
            assert!(file.exists(), "{guide} leads to {link}");
            if !heading.is_empty() {
                let text = fs::read_to_string(file).expect("a guide");
                let mut headings = text.lines().filter_map(|line| line.strip_prefix("## "));
                let found = headings.any(|title| title.to_lowercase().replace(' ', "-") == heading);
                assert!(found, "{guide} leads to {link}");
            }
        }
    }
}

#[test]
fn every_target_can_be_made() {
    let makefile = read("Makefile");
    let mut count = 0;
    for guide in GUIDES {
        let text = read(guide);
        for line in code(&text).flat_map(str::lines) {
            let words: Vec<_> = line.split_whitespace().collect();
            for pair in words.windows(2).filter(|pair| pair[0] == "make") {
                let target = pair[1];
                let is_name = target.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                // Installing the program `make` is not a use of it.
                if !is_name || line.contains("install gcc") || line.contains("--needed") {
                    continue;
                }
                let has = |line: &str| line.starts_with(&format!("{target}:"));
                assert!(makefile.lines().any(has), "{guide} names make {target}");
                count += 1;
            }
        }
    }
    assert!(count > 10, "only {count} targets were found");
}

/// Whether the program defines an item of this name.
fn is_defined(name: &str, program: &str) -> bool {
    if let Some(name) = name.strip_suffix('!') {
        return program.contains(&format!("macro_rules! {name} "));
    }
    let is_type = name.starts_with(char::is_uppercase);
    let kinds: &[&str] = if is_type {
        &["struct", "enum"]
    } else {
        &["fn", "mod"]
    };
    kinds.iter().any(|kind| {
        let definition = format!("{kind} {name}");
        program.match_indices(&definition).any(|(at, _)| {
            let rest = &program[at + definition.len()..];
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

/// The variants of an enum, as rustfmt writes them.
fn variants<'a>(name: &str, program: &'a str) -> Vec<&'a str> {
    let body = program.split_once(&format!("enum {name} {{\n"));
    let body = body.and_then(|(_, rest)| rest.split_once("\n}"));
    let lines = body.map_or("", |(body, _)| body).lines();
    let indented = lines.filter_map(|line| line.strip_prefix("    "));
    let names = indented.filter(|line| line.starts_with(char::is_uppercase));
    names
        .filter_map(|line| line.split(|c: char| !c.is_alphanumeric()).next())
        .collect()
}

#[test]
fn every_type_and_function_of_the_tour_is_there() {
    let program: String = texts("src").map(|(_, text)| text).collect();
    let tour = read("CONTRIBUTING.md");
    let mut count = 0;
    for word in code(&tour) {
        let named = word.strip_suffix('!').unwrap_or(word);
        let is_name = named
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
        let is_code = word.ends_with('!') || word.starts_with(char::is_uppercase);
        if !is_name || !is_code {
            continue;
        }
        let mut names = word.split("::");
        let is_there = names.all(|name| is_defined(name, &program));
        let is_variant = word.split_once("::").is_some_and(|(of, variant)| {
            is_defined(of, &program) && variants(of, &program).contains(&variant)
        });
        assert!(is_there || is_variant, "the tour names {word}");
        count += 1;
    }
    assert!(count > 20, "only {count} names were found");
}
