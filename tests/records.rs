//! Real files that are not part of the project, if a folder with them and a manifest of what is in them is named
//! by the environment variable `CHUHE_RECORDS`.
//!
//! The manifest tells for every game its start, main line, result, the size of its tree and a hash of it.

use chuhe::record::format;
use chuhe::record::{Record, Tags};
use chuhe::rules::{Outcome, Setup};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

fn main_line(record: &Record) -> String {
    let played = record.main_line().filter_map(|id| record.node(id).played());
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    moves.join(" ")
}

/// The hash of the lines `depth move` of the whole tree, a whole line before its alternatives.
fn tree_hash(record: &Record) -> String {
    let mut text = String::new();
    for id in record.walk() {
        let node = record.node(id);
        if let Some(played) = node.played() {
            writeln!(text, "{} {}", node.ply(), played.mv).expect("a text");
        }
    }
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn comments(record: &Record) -> usize {
    let noted = |id: &chuhe::record::NodeId| {
        let notes = record.node(*id).notes();
        !notes.comment.trim().is_empty() || !notes.before.trim().is_empty()
    };
    record.walk().filter(noted).count() + usize::from(!record.comment.trim().is_empty())
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

/// Everything in which a game differs from what the manifest says.
fn differences(record: &Record, game: &Value) -> Vec<String> {
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
    compare("main line", main_line(record), text("main_line"));
    let result = record.outcome.map_or("*", Outcome::score);
    compare("result", result.to_owned(), text("result"));
    compare("nodes", record.move_count().to_string(), number("nodes"));
    compare("tree", tree_hash(record), text("tree_sha256"));
    compare("comments", comments(record).to_string(), number("comments"));
    let tag = |name| record.tags.get(name).unwrap_or_default().to_owned();
    for (name, key) in [
        (Tags::RED, "red"),
        (Tags::BLACK, "black"),
        (Tags::EVENT, "event"),
    ] {
        compare(key, tag(name), text(key));
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

/// What is wrong with a file, a line each.
fn faults(folder: &Path, entry: &Value) -> Vec<String> {
    let name = entry["file"].as_str().expect("a name");
    let bytes = std::fs::read(folder.join(name)).expect("a file of the manifest");
    let loaded = match format::read(&bytes) {
        Ok(loaded) => loaded,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let mut faults = Vec::new();
    let count = loaded.records.len() as u64;
    if Some(count) != entry["n_games"].as_u64() {
        faults.push(format!(
            "{name}: {count} games instead of {}",
            entry["n_games"]
        ));
    }
    for game in entry["games"].as_array().into_iter().flatten() {
        let index = game["index"].as_u64().expect("an index") as usize;
        match loaded.records.get(index) {
            Some(record) => {
                let wrong = differences(record, game);
                faults.extend(
                    wrong
                        .iter()
                        .map(|what| format!("{name}, game {index}: {what}")),
                );
            }
            None => faults.push(format!("{name}: there is no game {index}")),
        }
        let warned = loaded.warnings.iter().any(|warning| warning.game == index);
        if !game["first_illegal"].is_null() && !warned {
            faults.push(format!(
                "{name}, game {index}: no warning of an illegal move"
            ));
        }
    }
    faults
}

#[test]
fn every_file_holds_what_the_manifest_says() {
    let Some(folder) = std::env::var_os("CHUHE_RECORDS") else {
        eprintln!("skipped: CHUHE_RECORDS names no folder with real files");
        return;
    };
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
