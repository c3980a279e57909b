//! The arbiter's sentences on cases of every kind, compared with a reviewed file.
//!
//! `CHUHE_UPDATE=1 cargo test --test pure sentences` rewrites the file; review the difference.

use super::cases::{self, Case, ended, play};
use chuhe::rules::{Ruling, adjudicate};
use chuhe::scene::EdgeLabels;
use chuhe::words;
use std::fmt::Write;
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sentences.txt");
const HEAD: &str = "\
# What the arbiter says, one block a case of rulings.txt, rulings-composed.txt or rulings-terms.txt.
#
# warning   at the second occurrence of the position, if there is one
# ruling    at the end
# clause    the rule and where it is written
# step      what the last move of each side counts as
";

/// The cases included, by topic.
const TOLD: [(&str, &str); 33] = [
    ("perpetual check by one piece", "wxf-d003-1"),
    ("perpetual check by either of two chariots", "wxf-d003"),
    ("perpetual check, directly and by discovery", "wxf-d002"),
    ("perpetual check with double checks", "double-check"),
    ("perpetual check by Black", "axf-fs04"),
    ("a chariot chases an unprotected cannon", "wxf-d013-1"),
    (
        "a cannon chases a chariot that is protected at times",
        "wxf-d019",
    ),
    ("a horse chases a protected chariot", "axf-gen180"),
    ("two pieces in turn chase one", "wxf-d025"),
    ("two chariots in turn chase one piece", "wxf-d081"),
    (
        "an elephant and a horse in turn chase a soldier",
        "axf-gen182",
    ),
    ("two pieces chase one, at times together", "axf-gen200"),
    ("a chase by discovery", "wxf-d021"),
    ("a chase that a soldier opens", "wxf-d074"),
    ("a pinned chariot is chased", "wxf-d039"),
    ("a pinned chariot is chased on a bare board", "axf-fs20"),
    ("both sides check", "wxf-d004"),
    ("both sides chase", "wxf-d107-2"),
    ("both sides chase, a horse and a chariot", "axf-fs03"),
    ("check against chase", "axf-gen213"),
    ("plain repetition", "wxf-d009"),
    ("checks and chases in turn, which is allowed", "wxf-d014"),
    ("chases of two pieces in turn, which is allowed", "wxf-d026"),
    ("a check that attacks as well", "axf-fs08"),
    ("a second attacker", "axf-cdb8"),
    ("two loops, judged as one", "wxf-d107-1"),
    ("an elephant before a protected chariot", "axf-fs55a"),
    ("a whole game", "axf-game1"),
    ("a chase under the casual rulebook", "casual-chase"),
    (
        "a check under the casual rulebook",
        "casual-perpetual-check",
    ),
    ("no capture", "sixty-rounds"),
    ("dead material", "last-attacker-captured"),
    ("mate", "mate-before-the-limit"),
];

fn told() -> String {
    let files = [cases::asian(), cases::composed(), cases::other_terms()];
    let cases: Vec<Case> = files.into_iter().flatten().collect();
    let mut text = HEAD.to_owned();
    for (what, name) in TOLD {
        let case = cases.iter().find(|case| case.name == name);
        let case = case.unwrap_or_else(|| panic!("{name}: there is no such case"));
        writeln!(text, "\ncase {name}: {what}").expect("a string takes all");
        tell(case, &mut text).expect("a string takes all");
    }
    text
}

fn tell(case: &Case, text: &mut String) -> std::fmt::Result {
    let ruling = case.ruling();
    let verdict = ended(&ruling).expect("a verdict");
    let stood = case.played().occurrences();
    if let &[_, second, _] = &stood[..] {
        let mut line = case.start();
        for &mv in &case.moves[..second] {
            play(&mut line, mv);
        }
        if let Ruling::Warned(verdict) = adjudicate(&line, &case.terms) {
            writeln!(
                text,
                "warning {}",
                words::warning(&verdict, &words::Players::nameless())
            )?;
        }
    }
    writeln!(
        text,
        "ruling {}",
        words::ruling(verdict, &words::Players::nameless())
    )?;
    writeln!(text, "clause {}", words::clause(verdict))?;
    let plies = verdict
        .cycle
        .iter()
        .flat_map(|cycle| cycle.plies.iter().rev().take(2).rev());
    for ply in plies {
        writeln!(
            text,
            "step {}",
            words::cycle_step(ply, &ply.played.mv.to_string(), EdgeLabels::Coordinates)
        )?;
    }
    Ok(())
}

/// Lines that differ in place between two texts, in the form of `diff`.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let rows = (0..old.len().max(new.len())).filter(|&row| old.get(row) != new.get(row));
    let mut text = String::new();
    for row in rows {
        for (sign, lines) in [('-', &old), ('+', &new)] {
            if let Some(line) = lines.get(row) {
                text += &format!("{sign}{}: {line}\n", row + 1);
            }
        }
    }
    text
}

#[test]
fn sentences_are_those_that_were_read() {
    let text = told();
    if std::env::var_os("CHUHE_UPDATE").is_some_and(|value| value == "1") {
        fs::write(FILE, &text).expect("the file can be written");
    }
    let known = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        known == text,
        "the sentences have changed; CHUHE_UPDATE=1 takes them over:\n{}",
        difference(&known, &text)
    );
}
