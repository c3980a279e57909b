//! Files of several games.

use chuhe::record::Record;
use chuhe::record::format::{self, Target};
use chuhe::record::notation::Notation;

/// A file of these games in PGN.
pub fn pgn(records: &[Record], notation: Notation) -> String {
    let games = records
        .iter()
        .map(|record| format::write(record, Target::Pgn(notation)));
    let games: Vec<_> = games.collect();
    String::from_utf8(games.join(&b'\n')).expect("UTF-8")
}
