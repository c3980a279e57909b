//! Answers to questions: each label says what it does, and has a unique access key, in every language.
//!
//! Every question is asked through `Answer`, in calls that this test finds in the sources; the labels come from `words`.

use super::catalogue::{access_key, catalogues};
use super::messages::code;
use super::sources::texts;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Verbs for answers and buttons of dialogs.
const VERBS: [&str; 32] = [
    "Add",
    "Adjust",
    "Begin",
    "Cancel",
    "Close",
    "Continue",
    "Copy",
    "Delete",
    "Discard",
    "Go",
    "Invite",
    "Join",
    "Keep",
    "Leave",
    "Make",
    "Open",
    "Play",
    "Print",
    "Replace",
    "Reset",
    "Resign",
    "Resigns",
    "Save",
    "Set",
    "Show",
    "Start",
    "Stop",
    "Swap",
    "Take",
    "Undo",
    "Accept",
    "Overwrite",
];

/// The source files of `words`, one after the other.
static WORDS: LazyLock<String> =
    LazyLock::new(|| texts("src/words").map(|(_, text)| text).collect());

/// The code from its first bracket of a kind to the one that closes it.
fn enclosed(code: &str, [open, close]: [char; 2]) -> &str {
    let begun = &code[code.find(open).expect("a bracket")..];
    let mut depth = 0;
    let end = begun.find(|c| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth == 0
    });
    &begun[..end.unwrap_or_else(|| panic!("there is no end of {begun:.80}"))]
}

/// The bodies of the functions in a piece of code.
fn bodies(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("fn ")
        .map(|(at, _)| enclosed(&code[at..], ['{', '}']))
}

/// The arguments of every call whose name begins so.
fn calls<'a>(name: &'a str, code: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(name)
        .map(|(at, _)| enclosed(&code[at..], ['(', ')']))
}

/// The functions of `words` with the labels of each question, question by question.
fn questions() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (_, text) in texts("src/ui") {
        for body in bodies(&code(&text)) {
            let asked = calls("Answer::", body);
            let said = asked.flat_map(|call| call.split("words::").skip(1));
            let names = said.map(|call| call.split(['(', ',', ')']).next().unwrap_or_default());
            let labeled = names.filter(|name| !labels(name).is_empty());
            let mut answers: Vec<_> = labeled.map(str::to_owned).collect();
            if !answers.is_empty() {
                // Every question can be canceled.
                answers.push("cancel".to_owned());
                found.push(answers);
            }
        }
    }
    found
}

/// The texts that a function of `words` may return, with their access keys.
fn labels(function: &str) -> Vec<String> {
    // A function of its own, or one of `labels!`.
    let (start, label) = (format!("pub fn {function}("), format!("    {function} = "));
    let body = |start: &str, end| WORDS.split_once(start)?.1.split(end).next();
    let body = body(&start, "\n}").or_else(|| body(&label, ";\n"));
    let body = body.unwrap_or_else(|| panic!("there is no {function} in words"));
    let lines = body
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let literals = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    literals
        .filter(|text| text.contains('_'))
        .map(str::to_owned)
        .collect()
}

/// Labels of the buttons of dialogs defined in interface files.
fn buttons() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/ui");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a file");
        for button in text.split("<object class=\"GtkButton\"").skip(1) {
            let button = button.split("</object>").next().unwrap_or_default();
            let label = button.split("name=\"label\" translatable=\"yes\">").nth(1);
            let label = label.and_then(|rest| rest.split('<').next());
            found.extend(label.filter(|label| label.contains('_')).map(str::to_owned));
        }
    }
    found
}

/// Whether a label names an action.
fn is_a_deed(label: &str) -> bool {
    let plain = label.replace(['_', '…'], "");
    plain.split(' ').any(|word| VERBS.contains(&word))
}

#[test]
fn an_answer_and_a_button_of_a_dialog_say_what_they_do() {
    let asked = questions();
    assert!(asked.len() > 8, "only {} questions are found", asked.len());
    let answers: Vec<_> = asked.concat().iter().flat_map(|one| labels(one)).collect();
    let buttons = buttons();
    assert!(
        answers.len() > 20 && buttons.len() > 10,
        "{answers:?} {buttons:?}"
    );
    let mute: Vec<_> = answers
        .iter()
        .chain(&buttons)
        .filter(|label| !is_a_deed(label))
        .collect();
    assert!(mute.is_empty(), "these are no verbs: {mute:?}");
    for bare in ["_OK", "_Yes", "_No", "_New Match"] {
        assert!(!is_a_deed(bare), "{bare}");
    }
}

#[test]
fn no_two_answers_have_one_key_in_any_language() {
    let mut faults = Vec::new();
    let translated = catalogues().into_iter();
    let translated = translated.map(|(language, catalogue)| (language, Some(catalogue)));
    let english = std::iter::once(("en".to_owned(), None));
    let asked = questions();
    for (language, catalogue) in english.chain(translated) {
        for question in &asked {
            let mut taken: BTreeMap<char, String> = BTreeMap::new();
            for function in question {
                for label in labels(function) {
                    let said = match &catalogue {
                        Some(known) => known
                            .get(&label)
                            .unwrap_or_else(|| panic!("{language} lacks {label}")),
                        None => &label,
                    };
                    let key =
                        access_key(said).unwrap_or_else(|| panic!("{language}: {said} has no key"));
                    // The labels for both resigning sides are shown together; of the others only one is.
                    let other = taken.insert(key, function.clone());
                    if other.is_some_and(|other| other != *function || function == "side_resigns") {
                        faults.push(format!("{language}: {key} in {function}: {said}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
