//! Real files outside the project: the environment variable `CHUHE_RECORDS` names a folder with them and a manifest of their
//! contents. `tests/run` asks for this test where it does.
//!
//! The manifest lists for every game its start, main line, result, the size of its tree and a hash of it.

use crate::common::line;
use chuhe::record::format::{self, Target};
use chuhe::record::{Record, Tags};
use chuhe::rules::{Outcome, Setup};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::Path;

/// Hash of the lines `depth move` of the whole tree, each line before its alternatives.
fn tree_hash(record: &Record) -> String {
    let mut text = String::new();
    for id in record.walk() {
        let node = record.node(id);
        if let Some(played) = node.played() {
            writeln!(text, "{} {}", node.ply(), played.mv).expect("a text");
        }
    }
    hash(&text)
}

fn hash(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Number of comments, without and with blank ones: the manifest leaves open whether those count, and XQStudio writes
/// them.
fn comments(record: &Record) -> RangeInclusive<u64> {
    let mut said = vec![record.comment.clone()];
    said.extend(record.walk().map(|id| {
        let notes = record.node(id).notes();
        [&notes.before[..], &notes.comment[..]].concat()
    }));
    said.retain(|text| !text.is_empty());
    let all = said.len() as u64;
    said.retain(|text| !text.trim().is_empty());
    said.len() as u64..=all
}

/// The comment after so many plies of the main line.
fn comment_at(record: &Record, ply: usize) -> String {
    let text = match ply.checked_sub(1) {
        None => &record.comment,
        Some(index) => match record.main_line().nth(index) {
            Some(id) => &record.node(id).notes().comment,
            None => return "no such ply".into(),
        },
    };
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

/// The visible games of a file. The manifest includes those deleted from a library, whose bytes are still there: their
/// entries have the flag 5 instead of 7.
fn games(entry: &Value) -> Vec<&Value> {
    let games = entry["games"].as_array().into_iter().flatten();
    games.filter(|game| game["entry_flag"] != 5).collect()
}

/// Differences between a game and the manifest.
fn differences(record: &Record, game: &Value, is_cut: [bool; 2]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |what: &str, found: String, expected: Option<String>| {
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            wrong.push(format!("{what} {found:?} instead of {expected:?}"));
        }
    };
    let text = |key: &str| game[key].as_str().map(str::to_owned);
    let number = |key: &str| game[key].as_u64().map(|number| number.to_string());
    let start = text("start_fen").and_then(|fen| Setup::from_fen(&fen).ok());
    let board = |setup: &Setup| format!("{} {}", setup.board, setup.turn);
    compare("start", board(record.start()), start.as_ref().map(board));
    let [cut_main, cut_any] = is_cut;
    // The manifest lists the moves in the file, even illegal ones. A line ends before such a move, and a game thus
    // truncated has no result.
    let legal = game["legal_plies"].as_u64().filter(|_| cut_main);
    let moves = text("main_line").map(|line| match legal {
        Some(legal) => first_words(&line, legal as usize),
        None => line,
    });
    compare("main line", line(record), moves);
    if !cut_main {
        let result = record.outcome.map_or("*", Outcome::score);
        compare("result", result.to_owned(), text("result"));
    }
    if !cut_any {
        compare("nodes", record.move_count().to_string(), number("nodes"));
        compare("tree", tree_hash(record), text("tree_sha256"));
        let said = comments(record);
        let expected = game["comments"].as_u64();
        if expected.is_some_and(|count| !said.contains(&count)) {
            wrong.push(format!("{said:?} comments instead of {expected:?}"));
        }
    }
    wrong.extend(other_texts(record, game));
    wrong
}

fn first_words(text: &str, count: usize) -> String {
    let words: Vec<_> = text.split(' ').take(count).collect();
    words.join(" ")
}

/// Tags and comments that differ.
fn other_texts(record: &Record, game: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, key) in [
        (Tags::RED, "red"),
        (Tags::BLACK, "black"),
        (Tags::EVENT, "event"),
    ] {
        let found = record.tags.get(name).unwrap_or_default();
        // The manifest shows half a character at the end of a field as a replacement character.
        let expected = game[key]
            .as_str()
            .map(|text| text.trim_end_matches('\u{fffd}'));
        if expected.is_some_and(|expected| expected != found) {
            wrong.push(format!("{key} {found:?} instead of {expected:?}"));
        }
    }
    for probe in game["comment_probes"].as_array().into_iter().flatten() {
        let ply = probe["ply"].as_u64().unwrap_or_default() as usize;
        let starts = probe["starts"].as_str().unwrap_or_default();
        let found = comment_at(record, ply);
        if !found.starts_with(starts) {
            wrong.push(format!("the comment at {ply} is {found:?}, not {starts:?}"));
        }
    }
    wrong
}

/// Faults of a file, one per line.
fn faults(folder: &Path, entry: &Value) -> Vec<String> {
    let name = entry["file"].as_str().expect("a name");
    let bytes = std::fs::read(folder.join(name)).expect("a file of the manifest");
    let loaded = match format::read(&bytes) {
        Ok(loaded) => loaded,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let mut faults = Vec::new();
    let hidden = entry["games"].as_array().map_or(0, Vec::len) - games(entry).len();
    let count = entry["n_games"].as_u64().expect("a count") as usize - hidden;
    if count != loaded.records.len() {
        let found = loaded.records.len();
        faults.push(format!("{name}: {found} games instead of {count}"));
    }
    // For a large file only some games are listed, but the main lines of all are covered by a hash.
    if let Some(expected) = entry["all_main_lines_sha256"].as_str() {
        let lines = loaded.records.iter().map(|record| line(record) + "\n");
        if hash(&lines.collect::<String>()) != expected {
            faults.push(format!("{name}: other main lines"));
        }
    }
    for game in games(entry) {
        let index = game["index"].as_u64().expect("an index") as usize;
        let warnings = loaded.warnings.iter();
        let warnings: Vec<_> = warnings.filter(|warning| warning.game == index).collect();
        let is_cut = [
            warnings.iter().any(|warning| warning.truncates_main_line()),
            warnings.iter().any(|warning| warning.what.is_loss()),
        ];
        let wrong = match loaded.records.get(index) {
            Some(record) => {
                let mut found = differences(record, game, is_cut);
                found.extend(is_lost_in_ccbridge(record).then(|| "not the same as CBR".into()));
                found
            }
            None => vec!["there is no such game".into()],
        };
        let tell = |what: String| format!("{name}, game {index}: {what}");
        faults.extend(wrong.into_iter().map(tell));
        let must_warn = !game["first_illegal"].is_null() || !game["stopped_at"].is_null();
        if must_warn && warnings.is_empty() {
            faults.push(tell("no warning of an illegal move".into()));
        }
        // If only main lines were checked, the variations are taken on trust.
        if !must_warn && is_cut[0] {
            faults.push(tell(format!("cut short: {:?}", warnings[0].what)));
        }
    }
    faults
}

/// Whether a game differs once it was a record of CCBridge.
fn is_lost_in_ccbridge(record: &Record) -> bool {
    let tree = |record: &Record| {
        let nodes = crate::common::told(record).into_iter();
        let nodes = nodes.map(|(ply, mv, notes)| {
            let parts = [notes.before, notes.comment];
            let said: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            (ply, mv, said.join("\n"))
        });
        let nodes: Vec<_> = nodes.collect();
        let board = record.start().board.clone();
        (board, record.comment.clone(), nodes, record.outcome)
    };
    let file = format::write(record, Target::Cbr);
    let again = format::read(&file).expect("a game");
    tree(&again.records[0]) != tree(record)
}

#[test]
#[ignore = "needs real files: CHUHE_RECORDS names their folder"]
fn every_file_holds_what_the_manifest_says() {
    let folder = std::env::var_os("CHUHE_RECORDS").expect("a folder");
    let folder = Path::new(&folder);
    let manifest = std::fs::read(folder.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    let entries = manifest["entries"].as_array().expect("entries");
    assert!(!entries.is_empty());
    // For work on one format: `CHUHE_RECORDS_OF=xqf`.
    let only = std::env::var("CHUHE_RECORDS_OF").ok();
    let wanted = |entry: &&Value| only.is_none() || entry["format"].as_str() == only.as_deref();
    let faults: Vec<_> = entries
        .iter()
        .filter(wanted)
        .flat_map(|entry| faults(folder, entry))
        .collect();
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
