//! Reading a text and looking at what came of it.

use chuhe::record::Record;
use chuhe::record::format::{self, Caution, Loaded};
use chuhe::rules::Side;

/// A tag: what follows is read as PGN.
pub const HEAD: &str = "[Event \"x\"]\n\n";

#[track_caller]
pub fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {text:?}"))
}

/// The main line, in ICCS.
pub fn line(record: &Record) -> String {
    let played = record.main_moves();
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    moves.join(" ")
}

/// The main line of the first game, and what is told.
#[track_caller]
pub fn told(text: &str) -> (String, Vec<Caution>) {
    let loaded = read(text);
    let told = loaded.warnings.into_iter().map(|warning| warning.what);
    (line(&loaded.records[0]), told.collect())
}

/// The caution that tells of a word that was passed over.
pub fn skipped(at: (usize, Side), text: &str) -> Caution {
    let text = text.to_owned();
    Caution::Skipped { at, text }
}

/// The caution that tells of a text that the rest of the game contradicts.
pub fn contradicted(at: (usize, Side), text: &str) -> Caution {
    let text = text.to_owned();
    Caution::Contradicted { at, text }
}
