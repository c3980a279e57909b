//! CCBridge: single records, and libraries of thousands of them.
//!
//! Read generously: headings, which are records with an empty board; any side to move, decided by the first move;
//! texts and trees that the file ends in; libraries whose list of games is damaged. Libraries of CCBridge 2 and
//! records of a newer kind than is known are refused by name.

mod library;
mod record;

pub use library::{Entry, Library};

use super::branches::Grown;
use super::{Caution, Loaded, ReadError, Warning};
use record::Head;

/// How files begin: a single record, a library, and a library of CCBridge 2.
pub(super) const RECORD: &[u8] = b"CCBridge Record\0";
pub(super) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
pub(super) const OLD_LIBRARY: &[u8] = b"CCBridge\x15";

/// More than this of a library is too much for one reading.
const MOST_MOVES: usize = 1_000_000;

pub(super) fn read_record(bytes: &[u8]) -> Result<Loaded, ReadError> {
    let grown = Head::read(bytes)?.grow(0);
    Ok(Loaded {
        records: vec![grown.record],
        warnings: grown.warnings,
    })
}

/// Reads a library with all its games; [`Library`] reads one of them.
pub(super) fn read_library(bytes: &[u8]) -> Result<Loaded, ReadError> {
    let library = Library::of(bytes)?;
    if library.games().is_empty() {
        return Err(ReadError::NoGames);
    }
    let mut loaded = Loaded {
        records: Vec::new(),
        warnings: library.warnings().to_vec(),
    };
    let mut moves = 0;
    for game in 0..library.games().len() {
        if moves >= MOST_MOVES {
            loaded.warnings.push(Warning {
                game: game - 1,
                line: usize::MAX,
                what: Caution::TooManyMoves { most: MOST_MOVES },
            });
            break;
        }
        let Grown {
            record, warnings, ..
        } = library.grow(game);
        moves += record.move_count();
        loaded.records.push(record);
        loaded.warnings.extend(warnings);
    }
    // What is missing after the last game is told with it.
    for warning in &mut loaded.warnings {
        warning.game = warning.game.min(loaded.records.len() - 1);
    }
    Ok(loaded)
}
