//! Whole records as bytes: which format they are in, reading, writing, and what can be wrong with them.

mod branches;
mod bytes;
mod cbf;
pub mod ccbridge;
mod dhtmlxq;
mod error;
mod gathered;
mod json;
mod lines;
mod pasted;
pub mod pgn;
mod reasons;
mod results;
mod set;
mod terms;
mod text;
mod xqf;

pub use error::{Caution, ReadError, Unfit, Warning};
pub use reasons::{outcome_of, reason_word};
pub use terms::{LIMITS, limit_number};

use super::notation::Notation;
use super::{NodeId, Record};
use crate::rules::Side;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A way to write games down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The program's own: JSON, described in `data/FORMAT.md`.
    Json,
    /// Portable Game Notation, one game or many.
    Pgn,
    /// XQStudio.
    Xqf,
    /// The tags of dpxq.com and other boards, alone or in a page.
    DhtmlXq,
    /// A record of CCBridge.
    Cbr,
    /// A library of CCBridge: many records.
    Cbl,
    /// A record of CCBridge as XML.
    Cbf,
    /// Moves as people paste them, with or without a head; a FEN, with or without moves.
    Pasted,
}

/// How far into one of our own files the words stand by which it is known; larger ones are not searched to their end.
const OUR_HEAD: usize = 1 << 20;

impl Format {
    /// All formats that are read.
    pub const ALL: [Self; 8] = [
        Self::Json,
        Self::Pgn,
        Self::Xqf,
        Self::DhtmlXq,
        Self::Cbf,
        Self::Cbr,
        Self::Cbl,
        Self::Pasted,
    ];

    /// The format that these bytes are in, judged by what they hold and never by a file's name.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        Self::of_bytes(bytes).or_else(|| Self::of_text(&text::decode(bytes)))
    }

    /// The format of a file that is no text.
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"XQ") && bytes.len() >= 1024 {
            return Some(Self::Xqf);
        }
        if bytes.starts_with(ccbridge::RECORD) {
            return Some(Self::Cbr);
        }
        if bytes.starts_with(ccbridge::LIBRARY) || bytes.starts_with(ccbridge::OLD_LIBRARY) {
            return Some(Self::Cbl);
        }
        None
    }

    /// The format that a text is in.
    fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        // A damaged file of our own is still one, and its FEN no position that somebody pasted.
        let ours = ["\"chuhe-game\"", "\"version\"", "\"moves\""];
        let head = &text[..text.floor_char_boundary(OUR_HEAD)];
        let has_two = || ours.iter().filter(|word| head.contains(**word)).count() >= 2;
        if text.starts_with('{') || has_two() {
            return Some(Self::Json);
        }
        if cbf::is_text(text) {
            return Some(Self::Cbf);
        }
        if dhtmlxq::is_text(text) {
            return Some(Self::DhtmlXq);
        }
        if pgn::is_text(text) {
            return Some(Self::Pgn);
        }
        (!text.is_empty()).then_some(Self::Pasted)
    }

    /// The usual suffix of such files, without the dot.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Json => "xiangqi",
            Self::Pgn => "pgn",
            Self::Xqf => "xqf",
            Self::DhtmlXq => "ubb",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
            Self::Cbf => "cbf",
            Self::Pasted => "txt",
        }
    }
}

/// A format to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// See [`Format::Json`].
    Json,
    /// See [`Format::Pgn`]; the moves are in this notation.
    Pgn(Notation),
    /// See [`Format::Xqf`].
    Xqf,
    /// See [`Format::DhtmlXq`].
    DhtmlXq,
}

impl Target {
    /// Every format, PGN with the notation that needs no position to be read.
    pub const ALL: [Self; 4] = [
        Self::Json,
        Self::Pgn(Notation::Iccs),
        Self::Xqf,
        Self::DhtmlXq,
    ];

    /// The format that it is.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Self::Json => Format::Json,
            Self::Pgn(_) => Format::Pgn,
            Self::Xqf => Format::Xqf,
            Self::DhtmlXq => Format::DhtmlXq,
        }
    }

    /// The format that a file with this suffix is to be written in.
    #[must_use]
    pub fn for_suffix(suffix: &str) -> Option<Self> {
        let fits = |target: &Self| target.format().suffix().eq_ignore_ascii_case(suffix);
        Self::ALL.into_iter().find(fits)
    }
}

/// Something of a game that a format has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Of the start: its counters, or pieces that a set does not have.
    Start,
    /// What the players agreed on before the game.
    Terms,
    /// Why the game ended so.
    Reason,
    /// Tags; their names.
    Tags(Vec<String>),
    /// A tag that is longer than its field; its name.
    ShortenedTag(String),
    /// Letters that the character set of the format lacks.
    Letters,
    /// Signs such as `!` at moves.
    Signs,
    /// What the clocks showed.
    Clocks,
    /// Fields that a newer version of the program has written.
    Unknown,
}

/// What a file held.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The games, in the order of the file; at least one.
    pub records: Vec<Record>,
    /// What could not be taken as it stood.
    pub warnings: Vec<Warning>,
}

/// The largest file that is read. Collections of a hundred thousand games have 60 to 160 MiB, and libraries some
/// hundreds; a file of this size takes less than 2 GiB of memory while its games are told apart.
const LARGEST: u64 = 512 << 20;

/// The largest text that is read as one game: as many moves as are read have 5 to 20 MiB. What was made to use memory
/// up takes thirty times its size while it is read, and a program that gets none cannot tell why.
const LARGEST_GAME: usize = 64 << 20;

impl Format {
    /// How long a game may be in this format. Ours has to hold what is read in any other.
    const fn largest_game(self) -> usize {
        match self {
            Self::Json => 3 * LARGEST_GAME,
            Self::Cbl => LARGEST as usize,
            Self::Pgn | Self::Xqf | Self::DhtmlXq | Self::Cbr | Self::Cbf | Self::Pasted => {
                LARGEST_GAME
            }
        }
    }
}

/// The bytes of a regular file.
///
/// # Errors
///
/// What the system reports; that it is a folder or no regular file, or is too large to hold games.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let about = std::fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other(Unfit::Folder));
    }
    if !about.is_file() {
        return Err(io::Error::other(Unfit::NoFile));
    }
    if about.len() > LARGEST {
        return Err(io::Error::other(Unfit::TooLarge));
    }
    std::fs::read(path)
}

/// What tells later whether these bytes are still the same, as far as chance goes: FNV-1a with 64 bits, in 16
/// hexadecimal digits.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A file that may hold many games.
#[derive(Debug)]
pub(super) enum Opened {
    /// The games of a file in PGN.
    Pgn(pgn::Collection),
    /// A file in another format.
    Other(Option<Format>, Vec<u8>),
    /// Whoever looked on has stopped it.
    Stopped,
}

/// Tells the games of a file apart if it is in PGN, while somebody looks on.
pub(super) fn open(bytes: Vec<u8>, watch: pgn::Watch<'_>) -> Result<Opened, ReadError> {
    if let Some(format) = Format::of_bytes(&bytes) {
        return Ok(Opened::Other(Some(format), bytes));
    }
    let bytes = Arc::new(bytes);
    let file = text::Decoded::of(&bytes);
    let format = Format::of_text(&file.text);
    if format == Some(Format::Pgn) {
        let games = pgn::Collection::of_text(&bytes, &file, watch)?;
        return Ok(games.map_or(Opened::Stopped, Opened::Pgn));
    }
    drop(file);
    Ok(Opened::Other(format, Arc::unwrap_or_clone(bytes)))
}

/// Reads a file, whatever its name.
///
/// # Errors
///
/// What is wrong with it, and where.
pub fn read(bytes: &[u8]) -> Result<Loaded, ReadError> {
    if bytes.trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    let format = Format::detect(bytes);
    // The games of PGN are measured one by one.
    if format.is_some_and(|one| one != Format::Pgn && bytes.len() > one.largest_game()) {
        return Err(ReadError::TooLarge);
    }
    match format {
        Some(Format::Json) => json::read(bytes),
        Some(Format::Pgn) => pgn::read(&text::decode(bytes)),
        Some(Format::Xqf) => xqf::read(bytes),
        Some(Format::DhtmlXq) => dhtmlxq::read(&text::decode(bytes)),
        Some(Format::Cbr) => ccbridge::read_record(bytes),
        Some(Format::Cbl) => ccbridge::read_library(bytes),
        Some(Format::Cbf) => cbf::read(&text::decode(bytes)),
        Some(Format::Pasted) => pasted::read(&text::decode(bytes)),
        None => Err(ReadError::Unknown),
    }
}

/// How many moves of one game are read: the largest tree in use has less than half of them. A move is four bytes in a
/// file and half a kilobyte in memory, and a file that is made to be a nuisance could have more than there is memory for.
const MOST_MOVES: usize = if cfg!(test) { 20_000 } else { 500_000 };

/// Why no further move of a game is read, where it has too many.
fn too_many_moves(record: &Record) -> Option<Caution> {
    let is_full = record.move_count() >= MOST_MOVES;
    is_full.then_some(Caution::TooManyMoves { most: MOST_MOVES })
}

/// Where a move after a node would be in the list of moves: its round, and its side.
fn place_after(record: &Record, node: NodeId) -> (usize, Side) {
    let node = record.node(node);
    let round = record.start().round_of(node.ply() + 1);
    (round, node.position().turn())
}

/// Writes a game.
#[must_use]
pub fn write(record: &Record, target: Target) -> Vec<u8> {
    match target {
        Target::Json => json::write(record),
        Target::Pgn(notation) => pgn::write(record, notation).into_bytes(),
        Target::Xqf => xqf::write(record),
        Target::DhtmlXq => dhtmlxq::write(record).into_bytes(),
    }
}

/// What writing a game in this format loses.
#[must_use]
pub fn losses(record: &Record, target: Target) -> Vec<Loss> {
    match target {
        Target::Json => Vec::new(),
        Target::Pgn(_) => pgn::losses(record),
        Target::Xqf => xqf::losses(record),
        Target::DhtmlXq => dhtmlxq::losses(record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More moves than anybody plays, and all of them can be made; what comes after them is left out, and that is told
    /// once.
    #[test]
    fn a_game_without_measure_is_read_up_to_a_limit() {
        let rounds = MOST_MOVES / 4 + 2;
        let json = [r#"{"move":"a0a1"},{"move":"a9a8"},{"move":"a1a0"},{"move":"a8a9"}"#];
        let json = json.repeat(rounds).join(",");
        for text in [
            format!(
                "[Event \"x\"]\n{}(a0a2) (a0a2) *",
                "R9+1 R9+1 R9-1 R9-1\n".repeat(rounds)
            ),
            format!("1. {}", "R9+1 R9+1 R9-1 R9-1\n".repeat(rounds)),
            format!(
                "[DhtmlXQ_movelist]{}[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]0907[/DhtmlXQ_move_0_1_1]",
                "0908000108090100".repeat(rounds)
            ),
            format!(
                r#"{{"format":"chuhe-game","version":1,"moves":[{json}],
                "variations":[{{"line":0,"ply":1,"moves":[{{"move":"a0a2"}}]}}]}}"#
            ),
        ] {
            let loaded = read(text.as_bytes()).expect("a game");
            assert_eq!(loaded.records[0].move_count(), MOST_MOVES);
            let told: Vec<_> = loaded
                .warnings
                .into_iter()
                .map(|warning| warning.what)
                .collect();
            assert_eq!(told, [Caution::TooManyMoves { most: MOST_MOVES }]);
        }
    }
}
