//! Conversion of single moves to text and back.
//!
//! One move from the start in every [`Notation`]:
//!
//! ```text
//! Chinese       炮二平五
//! WXF           C2=5
//! Vietnamese    P2-5
//! ICCS          H2-E2
//! coordinates   h2e2, or h3e3 with ranks from 1
//! ```
//!
//! Chinese, WXF (World Xiangqi Federation) and Vietnamese state the piece, its file, the direction and the
//! distance from the mover's view, so they need the position. Writing is strict: each move has one spelling, and no two
//! moves share one.
//!
//! Reading is lenient but never guesses: a text names a move only if that is the one legal move it fits. Accepted in
//! every notation:
//! - full-width forms of all ASCII characters, and dashes and dots of every kind;
//! - spaces inside, including U+3000 and invisible ones;
//! - a file with several equal pieces, if only one of them has a legal move of this kind.
//!
//! Further leniencies are listed with each notation: `coordinate`, `wxf`, `chinese`, `vietnamese`. Algebraic
//! notation is read, but not written: `algebraic`.

mod algebraic;
mod chinese;
mod completion;
mod coordinate;
mod error;
mod relative;
mod style;
mod vietnamese;
mod wildcard;
mod wrap;
mod wxf;

pub use completion::{Completions, complete, why_no_move};
pub use coordinate::Ranks;
pub use error::NotationError;
pub use relative::{Direction, Disambiguation, RelativeMove};
pub use style::{MoveStyle, MoveText, Script};

pub(in crate::record) use wildcard::{expand_wildcard, has_wildcard};

use super::{NodeId, Record};
use crate::rules::{IllegalMove, Move, Position};

/// A notation for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Notation {
    /// Uppercase points with a dash, as in a PGN with `Format "ICCS"`: `H2-E2`.
    Iccs,
    /// Engine coordinates, ranks 0 to 9 (UCCI): `h2e2`.
    Coordinate,
    /// Engine coordinates, ranks 1 to 10: `h3e3`. Only a text with a rank 10 is recognized as such; any other must be
    /// read as this notation explicitly.
    Coordinate10,
    /// The letters and signs of the World Xiangqi Federation, as in its rules of 2018: `C2=5`.
    Wxf,
    /// Simplified characters, full-width digits for Black: 炮二平五, 车１平２. Pieces on one file are distinguished as in
    /// article 7.5 of the Chinese competition rules of 2020.
    ChineseSimplified,
    /// Traditional characters, full-width digits for Black: 炮二平五, 車１平２.
    ChineseTraditional,
    /// The letters and signs used in Vietnam: `P2-5`, where `P` is the cannon and `-` is sideways.
    Vietnamese,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 7] = [
        Self::Iccs,
        Self::Coordinate,
        Self::Coordinate10,
        Self::Wxf,
        Self::ChineseSimplified,
        Self::ChineseTraditional,
        Self::Vietnamese,
    ];
}

/// Writes the move that leads to a node of a record; `None` for the start.
pub fn write_node(record: &Record, id: NodeId, how: Notation) -> Option<String> {
    let (before, played) = record.move_to(id)?;
    Some(write(before, played.mv, how))
}

/// Writes a move in the position.
///
/// The move need be neither legal nor by the side to move. A move that cannot be described, because its starting point
/// is empty or no such piece moves this way on an empty board, is written in coordinates.
pub fn write(position: &Position, mv: Move, how: Notation) -> String {
    let relative = |spell: fn(&RelativeMove) -> String| {
        RelativeMove::describe(position.board(), mv).map_or_else(|| mv.to_string(), |mv| spell(&mv))
    };
    match how {
        Notation::Iccs => coordinate::write_iccs(mv),
        Notation::Coordinate => mv.to_string(),
        Notation::Coordinate10 => coordinate::write_from_1(mv),
        Notation::Wxf => relative(wxf::write),
        Notation::ChineseSimplified => relative(|mv| chinese::write(mv, Script::Simplified)),
        Notation::ChineseTraditional => relative(|mv| chinese::write(mv, Script::Traditional)),
        Notation::Vietnamese => relative(vietnamese::write),
    }
}

/// Reads a move of the side to move.
///
/// Coordinates with and without a dash are read alike, as are both scripts of Chinese.
///
/// ```
/// use chuhe::record::notation::{Notation, read, write};
/// use chuhe::rules::Position;
///
/// let start = Position::start();
/// let mv = read(&start, "砲2平5", Notation::ChineseTraditional)?;
/// assert_eq!(write(&start, mv, Notation::Iccs), "H2-E2");
/// # Ok::<(), chuhe::record::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// Returns the reason why the text does not name exactly one legal move.
pub fn read(position: &Position, text: &str, how: Notation) -> Result<Move, NotationError> {
    let plain = &normalize(text);
    match how {
        Notation::Iccs | Notation::Coordinate => read_coordinate(position, plain),
        Notation::Coordinate10 => read_coordinate_from_1(position, plain),
        Notation::Wxf => read_wxf(position, plain),
        Notation::ChineseSimplified | Notation::ChineseTraditional => read_chinese(position, plain),
        Notation::Vietnamese => read_vietnamese(position, text),
    }
}

/// Reads a move in any notation. No text has the form of two, except for Vietnamese ones in the form of WXF, `P2-5`:
/// they are read as WXF, legal or not.
///
/// Coordinates have ranks from 0 to 9, unless a 10 among them indicates otherwise. Algebraic notation has ranks from 1 to
/// 10, or from 0 if only that makes the move legal.
///
/// # Errors
///
/// Returns the reason why the text does not name exactly one legal move.
pub fn read_any(position: &Position, text: &str) -> Result<Move, NotationError> {
    let plain = &normalize(text);
    let readers = [
        read_coordinate,
        read_coordinate_with_ten,
        read_wxf,
        read_chinese,
        read_algebraic,
    ];
    readers
        .into_iter()
        .map(|read| read(position, plain))
        .chain(std::iter::once_with(|| read_vietnamese(position, text)))
        .find(|result| *result != Err(NotationError::NotAMove))
        .unwrap_or(Err(NotationError::NotAMove))
}

/// Reads a move in any notation. A text in the form of `how`, the notation of the player, is read as that.
///
/// ```
/// use chuhe::record::notation::{Notation, read_among};
/// use chuhe::rules::Position;
///
/// let start = Position::start();
/// let cannon = read_among(&start, "P2-5", Notation::Vietnamese);
/// assert_eq!(cannon, Ok("h2e2".parse()?));
/// assert!(read_among(&start, "P2-5", Notation::Wxf).is_err(), "a soldier back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the reason why the text does not name exactly one legal move.
pub fn read_among(position: &Position, text: &str, how: Notation) -> Result<Move, NotationError> {
    match read(position, text, how) {
        Err(NotationError::NotAMove) => read_any(position, text),
        read => read,
    }
}

fn read_coordinate(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let mv = coordinate::parse(text, Ranks::From0).ok_or(NotationError::NotAMove)?;
    only_legal(position, &[mv])
}

fn read_coordinate_from_1(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let mv = coordinate::parse(text, Ranks::From1).ok_or(NotationError::NotAMove)?;
    only_legal(position, &[mv])
}

fn read_coordinate_with_ten(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let mv = coordinate::parse_with_ten(text).ok_or(NotationError::NotAMove)?;
    only_legal(position, &[mv])
}

fn read_wxf(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let spec = wxf::parse(&uppercase(text)).ok_or(NotationError::NotAMove)?;
    spec.resolve(position)
}

fn read_algebraic(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let from_1 = algebraic::read(position, text, Ranks::From1);
    if from_1.is_ok() {
        return from_1;
    }
    match algebraic::read(position, text, Ranks::From0) {
        Ok(mv) => Ok(mv),
        from_0 if from_1 == Err(NotationError::NotAMove) => from_0,
        _ => from_1,
    }
}

fn read_chinese(position: &Position, text: &[char]) -> Result<Move, NotationError> {
    let spec = chinese::parse(text).ok_or(NotationError::NotAMove)?;
    spec.resolve(position)
}

fn read_vietnamese(position: &Position, text: &str) -> Result<Move, NotationError> {
    let (specs, side) = vietnamese::parse(text).ok_or(NotationError::NotAMove)?;
    if side.is_some_and(|side| side != position.turn()) {
        return Err(NotationError::NoSuchMove);
    }
    let mut moves = Vec::new();
    for mv in specs.iter().flat_map(|spec| spec.moves(position)) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    only_legal(position, &moves)
}

/// Reads a move in coordinates, WXF, Chinese or algebraic notation, with a known numbering of ranks; no text has the
/// form of two of them.
///
/// # Errors
///
/// Returns the reason why the text does not name exactly one legal move.
pub fn read_ranked(position: &Position, text: &str, ranks: Ranks) -> Result<Move, NotationError> {
    let text = &normalize(text);
    if let Some(mv) = coordinate::parse(text, ranks) {
        return only_legal(position, &[mv]);
    }
    if let Some(spec) = wxf::parse(&uppercase(text)).or_else(|| chinese::parse(text)) {
        return spec.resolve(position);
    }
    algebraic::read(position, text, ranks)
}

/// Byte length of the prefix in the form of a move in Chinese, including spaces and one line end with blank lines.
///
/// A move has a fixed number of characters, so it can be split off even if the next one follows without a space.
pub fn chinese_length(text: &str) -> Option<usize> {
    chinese::length(text)
}

/// Byte length of the prefix in the form of a move in Vietnamese, including spaces and one line end with blank lines.
pub(in crate::record) fn vietnamese_length(text: &str) -> Option<usize> {
    vietnamese::length(text)
}

/// Whether a text has the form of a move in Vietnamese.
pub(in crate::record) fn is_vietnamese(text: &str) -> bool {
    vietnamese::parse(text).is_some()
}

/// Whether a text has the form of a move in any notation that [`read_ranked`] knows.
pub(in crate::record) fn is_move(text: &str) -> bool {
    let text = &normalize(text);
    wxf::parse(&uppercase(text)).is_some()
        || chinese::parse(text).is_some()
        || [Ranks::From0, Ranks::From1].iter().any(|ranks| {
            coordinate::parse(text, *ranks).is_some() || algebraic::is_move(text, *ranks)
        })
}

/// Whether a word that is not a move could be a damaged move, in ASCII or in Chinese, or several moves without spaces.
pub(in crate::record) fn resembles_move(word: &str) -> bool {
    if begins_or_ends_with_move(word) {
        return true;
    }
    if !word.is_ascii() {
        return chinese::resembles_move(word);
    }
    let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
    (3..=6).contains(&word.len()) && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

/// Whether a word in Chinese is prose: several of its characters occur in no move.
pub(in crate::record) fn is_phrase(word: &str) -> bool {
    chinese::is_phrase(word)
}

/// Whether a short word has a move in coordinates or WXF at either end.
fn begins_or_ends_with_move(word: &str) -> bool {
    /// Maximum length: two moves with something between them.
    const MAX_LEN: usize = 20;
    let is_move = |letters: Option<&[u8]>| match letters {
        Some(
            &[
                b'a'..=b'i' | b'A'..=b'I',
                b'0'..=b'9',
                b'a'..=b'i' | b'A'..=b'I',
                b'0'..=b'9',
            ],
        ) => true,
        Some(
            &[
                letter,
                b'1'..=b'9' | b'+' | b'-',
                b'+' | b'-' | b'=' | b'.',
                b'1'..=b'9',
            ],
        ) => letter.is_ascii_alphabetic(),
        _ => false,
    };
    let bytes: Vec<u8> = word.bytes().take(MAX_LEN + 1).collect();
    // A move in ICCS has a dash between its points.
    let plain: Vec<u8> = match bytes[..] {
        [_, _, b'-', ..] => [&bytes[..2], &bytes[3..]].concat(),
        _ => bytes.clone(),
    };
    let is_in = |bytes: &[u8]| {
        is_move(bytes.get(..4)) || is_move(bytes.len().checked_sub(4).map(|at| &bytes[at..]))
    };
    bytes.len() <= MAX_LEN && (is_in(&bytes) || is_in(&plain))
}

/// The text without spaces, with wide and typographic characters converted to ASCII.
fn normalize(text: &str) -> Vec<char> {
    text.chars()
        .filter(|c| is_visible(*c))
        .map(to_ascii)
        .collect()
}

/// The text in uppercase.
fn uppercase(text: &[char]) -> Vec<char> {
    text.iter().map(char::to_ascii_uppercase).collect()
}

/// Whether a character is visible: neither white space nor zero-width nor a control character, such as the end of a DOS
/// file.
pub(in crate::record) fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(
            c,
            '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
        )
}

/// The ASCII form of a wide or typographic character.
pub(in crate::record) fn to_ascii(c: char) -> char {
    match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' => '-',
        '。' | '｡' | '·' | '・' | '．' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// The only legal move among those a text fits.
///
/// If none is legal, but one only leaves the mover's general attacked, the error names that one: old records hold such
/// moves.
fn only_legal(position: &Position, moves: &[Move]) -> Result<Move, NotationError> {
    let mut legal = Vec::new();
    let mut exposing = Vec::new();
    let mut refused = None;
    for &mv in moves {
        match position.check_move(mv) {
            Ok(()) => legal.push(mv),
            Err(why @ (IllegalMove::LeavesInCheck { .. } | IllegalMove::FlyingGeneral { .. })) => {
                exposing.push(mv);
                refused = Some(NotationError::Illegal { mv, why });
            }
            Err(why) => {
                refused.get_or_insert(NotationError::Illegal { mv, why });
            }
        }
    }
    match (&legal[..], &exposing[..]) {
        (&[mv], _) => Ok(mv),
        ([], [] | [_]) => Err(refused.unwrap_or(NotationError::NoSuchMove)),
        ([], _) => Err(NotationError::Ambiguous(exposing)),
        _ => Err(NotationError::Ambiguous(legal)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::mv;
    use crate::rules::{PointSet, Setup};

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    #[test]
    fn what_has_no_words_is_written_in_coordinates() {
        let start = Position::start();
        for text in ["e4e5", "a0b2", "b0b2", "e0e0", "c0c2"] {
            for how in [Notation::Wxf, Notation::ChineseTraditional] {
                assert_eq!(write(&start, mv(text), how), text);
            }
        }
        assert_eq!(write(&start, mv("a0a5"), Notation::Wxf), "R9+5");
    }

    #[test]
    fn wide_spaced_and_typographic_texts_are_read() {
        let start = Position::start();
        for text in [
            "C2=5",
            "c2.5",
            "Ｃ２＝５",
            "ｃ２．５",
            " C 2 = 5 ",
            "C2　=\u{a0}5",
            "C25",
            "C2。5",
            "H2-E2",
            "h2e2",
            "Ｈ２－Ｅ２",
            "h2–e2",
            "\u{feff}H2−E2",
            "炮二平五",
            "砲2平5",
            "包２平５",
            "炮　二　平　五",
            "炮二\u{200b}平五",
        ] {
            assert_eq!(read_any(&start, text), Ok(mv("h2e2")), "{text}");
        }
    }

    #[test]
    fn only_a_single_legal_move_is_meant() {
        let pair = position("5k3/9/9/9/4R4/9/9/9/4R4/3K5 w");
        let refused = |text: &str| read_any(&pair, text).expect_err("not a move");
        let both = vec![mv("e1i1"), mv("e5i5")];
        let mut named = refused("R5=1");
        if let NotationError::Ambiguous(moves) = &mut named {
            moves.sort();
        }
        assert_eq!(named, NotationError::Ambiguous(both));
        assert_eq!(read_any(&pair, "R5-2"), Ok(mv("e5e3")));
        for text in ["R4=1", "R+=5", "R5-9"] {
            assert_eq!(refused(text), NotationError::NoSuchMove, "{text}");
        }
        for text in ["", "R+", "R+5", "R5=0", "炮二", "前炮平", "h2e2h2"] {
            assert_eq!(refused(text), NotationError::NotAMove, "{text}");
        }
        let (mv, why) = (mv("e5e1"), IllegalMove::OwnPiece);
        assert_eq!(refused("R5-4"), NotationError::Illegal { mv, why });
    }

    #[test]
    fn a_move_that_only_exposes_the_general_is_named() {
        let pinned = position("3k5/9/9/9/9/5N3/5R3/9/9/4KR2r w");
        let refused = |text: &str| match read_any(&pinned, text) {
            Err(NotationError::Illegal { mv, why }) => Some((mv.to_string(), why)),
            _ => None,
        };
        let by = PointSet::of("i0".parse().expect("a point"));
        let exposed = ("f0f1".to_owned(), IllegalMove::LeavesInCheck { by });
        assert_eq!(refused("R4+1"), Some(exposed.clone()));
        assert_eq!(refused("后车进一"), Some(exposed));
        let blocked = ("f3f4".to_owned(), IllegalMove::OwnPiece);
        assert_eq!(refused("R++1"), Some(blocked));
    }
}
