//! Whole records as bytes: format detection, reading, writing, and errors.
//!
//! | Module | |
//! |---|---|
//! | `target`, `in_place`, `loss` | writing, writing back into a file, and what a format has no place for |
//! | `error`, `batch` | cautions and errors; the games of a file that holds several |
//! | `charset`, `chars`, `binary` | character sets, characters left out, fields at fixed offsets and the pieces of a set |
//! | `json`, `lines`, `terms`, `reasons`, `serde_text` | the program's own format |
//! | `pgn` | PGN, and the reader of moves in any notation that other texts share |
//! | `text` | text for people: heads, several games in one text, variations, moves without spaces |
//! | `branches` | move trees as binary formats list them |
//! | `xqf`, `ccbridge` | XQStudio and CCBridge |
//! | `dhtmlxq`, `xml`, `web_json` | boards on the web, CBF and PFC, JSON of other programs |
//! | `ccm`, `che` | lists of moves of two servers |
//! | `html`, `results` | markup of pages, and words for results, in all of them |

mod batch;
mod binary;
mod branches;
pub mod ccbridge;
mod ccm;
pub mod chars;
mod charset;
mod che;
mod dhtmlxq;
mod error;
mod html;
mod in_place;
mod json;
mod lines;
mod loss;
pub mod pgn;
mod reasons;
mod results;
pub mod serde_text;
mod target;
mod terms;
mod text;
mod web_json;
mod xml;
mod xqf;

pub use charset::{Charset, MissingLetters};
pub use error::{Caution, ReadError, UnsupportedFile, Warning};
pub use in_place::InPlace;
pub use json::{is_newer, write_own};
pub use loss::{Loss, losses, losses_in};
pub use reasons::{outcome_of, reason_word};
pub(super) use target::write_one;
pub use target::{Target, write, write_in};
pub use terms::{LIMITS, limit_number};

use super::{NodeId, Record};
use crate::rules::{Move, Side};
use charset::Decoded;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// A file format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The program's own format: JSON, described in `docs/FORMAT.md`.
    Json,
    /// Portable Game Notation, one game or many.
    Pgn,
    /// XQStudio.
    Xqf,
    /// The tags of dpxq.com and other boards, alone or in a page, or only the digits of their moves.
    DhtmlXq,
    /// A record of CCBridge.
    Cbr,
    /// A library of CCBridge: many records.
    Cbl,
    /// A record of CCBridge as XML.
    Cbf,
    /// A record of PengFei, XML of another kind.
    Pfc,
    /// The moves of a game at the China Game Center.
    Ccm,
    /// A game of QQ Xiangqi, as numbers.
    Che,
    /// JSON of other programs with a FEN, moves or both.
    WebJson,
    /// Moves pasted as text, with or without a head; a FEN, with or without moves.
    Pasted,
}

/// The facts about a format.
struct FormatRow {
    format: Format,
    /// Usual file suffix, without the dot.
    suffix: &'static str,
    largest_game: usize,
    parse: Parse,
}

/// The reader of a format, of bytes or of decoded text.
enum Parse {
    Bytes(fn(&[u8]) -> Result<Loaded, ReadError>),
    Text(fn(&str) -> Result<Loaded, ReadError>),
}

const fn row(format: Format, suffix: &'static str, largest_game: usize, parse: Parse) -> FormatRow {
    FormatRow {
        format,
        suffix,
        largest_game,
        parse,
    }
}

/// All formats, in the order of [`Format`].
const FORMATS: [FormatRow; 12] = {
    use Parse::{Bytes, Text};
    /// Our own format has to hold games of any other format.
    const OURS: usize = 3 * MAX_GAME_SIZE;
    /// Parsed JSON takes sixteen times the size of its text.
    const VALUES: usize = MAX_GAME_SIZE / 4;
    [
        row(Format::Json, "xiangqi", OURS, Bytes(json::read)),
        row(Format::Pgn, "pgn", MAX_GAME_SIZE, Text(pgn::read)),
        row(Format::Xqf, "xqf", MAX_GAME_SIZE, Bytes(xqf::read)),
        row(Format::DhtmlXq, "ubb", MAX_GAME_SIZE, Text(dhtmlxq::read)),
        row(
            Format::Cbr,
            "cbr",
            MAX_GAME_SIZE,
            Bytes(ccbridge::read_record),
        ),
        row(
            Format::Cbl,
            "cbl",
            MAX_FILE_SIZE as usize,
            Bytes(ccbridge::read_library),
        ),
        row(Format::Cbf, "cbf", MAX_GAME_SIZE, Text(xml::cbf::read)),
        row(Format::Pfc, "pfc", MAX_GAME_SIZE, Text(xml::pfc::read)),
        row(
            Format::Ccm,
            "ccm",
            MAX_GAME_SIZE,
            Bytes(|bytes| Ok(ccm::read(bytes))),
        ),
        row(
            Format::Che,
            "che",
            MAX_GAME_SIZE,
            Text(|text| Ok(che::read(text))),
        ),
        row(Format::WebJson, "json", VALUES, Text(web_json::read)),
        row(Format::Pasted, "txt", MAX_GAME_SIZE, Text(text::read)),
    ]
};

/// A file with its format, and with its text unless it is binary.
struct Detected<'a> {
    format: Option<Format>,
    text: Option<Decoded<'a>>,
}

impl<'a> Detected<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        if let Some(format) = Format::of_bytes(bytes) {
            return Self {
                format: Some(format),
                text: None,
            };
        }
        let file = Decoded::of(bytes);
        Self {
            format: Format::of_text(&file.text),
            text: Some(file),
        }
    }
}

/// Offset of a slice in its text, in bytes.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Length of the prefix searched for the keywords of our own format.
const OUR_HEAD: usize = 1 << 20;

impl Format {
    /// All formats that can be read.
    pub const ALL: [Self; FORMATS.len()] = {
        let mut all = [Self::Json; FORMATS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = FORMATS[index].format;
            index += 1;
        }
        all
    };

    const fn row(self) -> &'static FormatRow {
        &FORMATS[self as usize]
    }

    /// Detects the format of these bytes from their content, never from a file's name.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        Detected::of(bytes).format
    }

    /// Detects the format of a binary file.
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
        ccm::is_file(bytes).then_some(Self::Ccm)
    }

    /// Detects the format of a text.
    fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if web_json::is_text(text) {
            return Some(Self::WebJson);
        }
        if is_json(text) {
            return Some(Self::Json);
        }
        if xml::cbf::is_text(text) {
            return Some(Self::Cbf);
        }
        if xml::pfc::is_text(text) {
            return Some(Self::Pfc);
        }
        if che::is_text(text) {
            return Some(Self::Che);
        }
        // Each may quote the others in a comment, behind its own beginning.
        let places = [
            (place_in_ours(text), Self::Json),
            (dhtmlxq::place(text), Self::DhtmlXq),
            (pgn::place(text), Self::Pgn),
        ];
        let found = places
            .into_iter()
            .filter_map(|(place, format)| Some((place?, format)));
        if let Some((_, format)) = found.min_by_key(|(place, _)| *place) {
            return Some(format);
        }
        (!text.is_empty()).then_some(Self::Pasted)
    }

    /// Usual file suffix, without the dot.
    pub const fn suffix(self) -> &'static str {
        self.row().suffix
    }

    /// Maximum size of a game in this format.
    const fn largest_game(self) -> usize {
        self.row().largest_game
    }
}

/// Whether a text is an object in JSON, possibly damaged, rather than one that begins with a comment.
fn is_json(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    let is_object = |inside: &str| inside.is_empty() || inside.starts_with(['"', '}']);
    inside.is_some_and(|inside| is_object(inside) || place_in_ours(text).is_some())
}

/// Offset of a file of our own in a text, by two of the words that it begins with. A damaged one is still one, and its
/// FEN is not a pasted position.
fn place_in_ours(text: &str) -> Option<usize> {
    let head = &text[..text.floor_char_boundary(OUR_HEAD)];
    let words = ["\"chuhe-game\"", "\"version\"", "\"moves\""];
    let mut places: Vec<_> = words.iter().filter_map(|word| head.find(word)).collect();
    places.sort_unstable();
    // A script of a page has such words, too, and a text may quote it.
    let before = &head[..*places.first()?];
    let is_beginning = match head.contains(words[0]) {
        true => !before.contains('<'),
        false => !before.contains(char::is_alphanumeric),
    };
    places.get(1).copied().filter(|_| is_beginning)
}

/// The content of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The games, in the order of the file; at least one.
    pub records: Vec<Record>,
    /// Warnings about parts that could not be read as written.
    pub warnings: Vec<Warning>,
}

/// Maximum size of a file. Collections of a hundred thousand games have 60 to 160 MiB, and libraries some hundreds;
/// separating the games of a file of this size takes less than 2 GiB of memory.
const MAX_FILE_SIZE: u64 = 512 << 20;

/// Maximum size of a text read as one game: the maximum number of moves takes 5 to 20 MiB. Text crafted to exhaust
/// memory takes thirty times its size while being read, and a program that runs out of memory cannot report why.
const MAX_GAME_SIZE: usize = 64 << 20;

/// Reads the bytes of a regular file.
///
/// # Errors
///
/// Returns the system's error, or [`UnsupportedFile`] for a folder, a non-regular file, or one too large to hold games.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let about = std::fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other(UnsupportedFile::Folder));
    }
    if !about.is_file() {
        return Err(io::Error::other(UnsupportedFile::NotRegularFile));
    }
    if about.len() > MAX_FILE_SIZE {
        return Err(io::Error::other(UnsupportedFile::TooLarge));
    }
    std::fs::read(path)
}

/// Reads the bytes of a pipe, such as standard input.
///
/// # Errors
///
/// Returns the system's error, or [`UnsupportedFile`] for more than any file of games has.
pub fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(io::Error::other(UnsupportedFile::TooLarge));
    }
    Ok(bytes)
}

/// Fingerprint for detecting later whether the bytes have changed, up to chance: 64-bit FNV-1a in 16 hexadecimal
/// digits.
pub fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A file that may hold many games.
#[derive(Debug)]
pub(super) enum Opened {
    /// The games of a PGN file.
    Pgn(pgn::PgnFile),
    /// A file in another format.
    Other(Option<Format>, Vec<u8>),
    /// Stopped by the callback.
    Stopped,
}

/// Separates the games of a file if it is PGN, calling `watch` along the way.
pub(super) fn open(bytes: Vec<u8>, watch: pgn::GameWatch<'_>) -> Result<Opened, ReadError> {
    let bytes = Arc::new(bytes);
    let Detected { format, text } = Detected::of(&bytes);
    if let (Some(Format::Pgn), Some(file)) = (format, &text) {
        let games = pgn::PgnFile::of_text(&bytes, file, watch)?;
        return Ok(games.map_or(Opened::Stopped, Opened::Pgn));
    }
    drop(text);
    Ok(Opened::Other(format, Arc::unwrap_or_clone(bytes)))
}

/// Reads a file, regardless of its name.
///
/// # Errors
///
/// Returns the error, with its location.
pub fn read(bytes: &[u8]) -> Result<Loaded, ReadError> {
    let marks: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    let mark = marks.into_iter().find_map(|mark| bytes.strip_prefix(mark));
    if mark.unwrap_or(bytes).trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    let Detected { format, text } = Detected::of(bytes);
    let format = format.ok_or(ReadError::Unknown)?;
    // The games of PGN are measured one by one.
    if format != Format::Pgn && bytes.len() > format.largest_game() {
        return Err(ReadError::TooLarge);
    }
    let loaded = match (&format.row().parse, text) {
        (Parse::Bytes(read), _) => read(bytes),
        (Parse::Text(read), Some(file)) => read(&file.text),
        (Parse::Text(_), None) => Err(ReadError::Unknown),
    };
    loaded.map(Loaded::cleaned)
}

/// Reads a game as [`read`] does, with the state of its session, which only the program's own format has.
///
/// # Errors
///
/// Returns an error if no game can be read.
pub fn read_session(bytes: &[u8]) -> Result<(Loaded, Option<serde_json::Value>), ReadError> {
    let is_own = Detected::of(bytes).format == Some(Format::Json);
    if !is_own || bytes.len() > Format::Json.largest_game() {
        return read(bytes).map(|loaded| (loaded, None));
    }
    json::read_session(bytes).map(|(loaded, session)| (loaded.cleaned(), session))
}

/// Maximum number of moves read of one game; the largest tree in use has less than half of them. A move takes four
/// bytes in a file and half a kilobyte in memory, so a malicious file could exhaust memory.
const MAX_MOVES: usize = 500_000;

/// The caution about a game that has reached its maximum number of moves.
fn too_many_moves(record: &Record) -> Option<Caution> {
    let is_full = record.move_count() >= MAX_MOVES;
    is_full.then_some(Caution::TooManyMoves { most: MAX_MOVES })
}

/// Plays a move of a file after a node; `None` is no move, and `text` is the text in the file. Returns the node, with a
/// caution if the move leaves its own general attacked; the error is the caution about a move that cannot be played.
fn play(
    record: &mut Record,
    after: NodeId,
    mv: Option<Move>,
    text: impl FnOnce() -> String,
) -> Result<(NodeId, Option<Caution>), Caution> {
    let at = place_after(record, after);
    let Some(mv) = mv else {
        return Err(Caution::NotAMove { at, text: text() });
    };
    match record.add_lenient(after, mv) {
        Ok(node) => {
            let broken = record.node(node).breaks();
            let caution = broken.map(|why| Caution::LeftInCheck {
                at,
                text: text(),
                why,
            });
            Ok((node, caution))
        }
        Err(why) => Err(Caution::IllegalMove {
            at,
            text: text(),
            why,
        }),
    }
}

/// Round and side of a move played after a node.
fn place_after(record: &Record, node: NodeId) -> (usize, Side) {
    let node = record.node(node);
    let round = record.start().round_of(node.ply() + 1);
    (round, node.position().turn())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The main line of a file's first game, and the cautions about the file.
    pub(super) fn line(format: Format, bytes: &[u8]) -> (String, Vec<Caution>) {
        assert_eq!(Format::detect(bytes), Some(format));
        let loaded = read(bytes).expect("a game");
        let told = loaded.warnings.into_iter().map(|warning| warning.what);
        (main_line(&loaded.records[0]), told.collect())
    }

    /// The moves of the main line.
    pub(super) fn main_line(record: &Record) -> String {
        let played = record.main_moves();
        let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
        moves.join(" ")
    }

    #[test]
    fn the_table_has_a_row_for_each_format_in_their_order() {
        for (index, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, index, "{format:?}");
        }
    }
}
