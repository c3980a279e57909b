//! The formats for writing.

use super::{Charset, Format, MissingLetters, ccbridge, dhtmlxq, json, pgn, xqf};
use crate::record::Record;
use crate::record::notation::Notation;

/// A format for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// See [`Format::Json`].
    Json,
    /// See [`Format::Pgn`]; moves are in this notation.
    Pgn(Notation),
    /// See [`Format::Xqf`].
    Xqf,
    /// See [`Format::DhtmlXq`].
    DhtmlXq,
    /// See [`Format::Cbr`].
    Cbr,
    /// See [`Format::Cbl`].
    Cbl,
}

impl Target {
    /// All formats, PGN with the notation that can be read without a position.
    pub const ALL: [Self; 6] = [
        Self::Json,
        Self::Pgn(Notation::Iccs),
        Self::Xqf,
        Self::DhtmlXq,
        Self::Cbr,
        Self::Cbl,
    ];

    /// Whether a file can hold several games.
    pub const fn holds_several(self) -> bool {
        matches!(self, Self::Pgn(_) | Self::Cbl)
    }

    /// The file format.
    pub const fn format(self) -> Format {
        match self {
            Self::Json => Format::Json,
            Self::Pgn(_) => Format::Pgn,
            Self::Xqf => Format::Xqf,
            Self::DhtmlXq => Format::DhtmlXq,
            Self::Cbr => Format::Cbr,
            Self::Cbl => Format::Cbl,
        }
    }

    /// Whether it is a text whose character set can be chosen.
    pub const fn has_charset(self) -> bool {
        match self {
            Self::Pgn(_) | Self::DhtmlXq => true,
            Self::Json | Self::Xqf | Self::Cbr | Self::Cbl => false,
        }
    }

    /// The format for writing a file with this suffix. Tags of DhtmlXQ are also shared as plain text.
    pub fn for_suffix(suffix: &str) -> Option<Self> {
        if suffix.eq_ignore_ascii_case("txt") {
            return Some(Self::DhtmlXq);
        }
        let fits = |target: &Self| target.format().suffix().eq_ignore_ascii_case(suffix);
        Self::ALL.into_iter().find(fits)
    }
}

/// Writes a game, texts as UTF-8.
pub fn write(record: &Record, target: Target) -> Vec<u8> {
    match target {
        Target::Json => json::write(record),
        Target::Pgn(notation) => pgn::write(record, notation).into_bytes(),
        Target::Xqf => xqf::write(record),
        Target::DhtmlXq => dhtmlxq::write(record).into_bytes(),
        Target::Cbr => ccbridge::write_record(record),
        Target::Cbl => ccbridge::write_library(&[ccbridge::write_record(record)]),
    }
}

/// Writes a game as one of several of a file: of a library, its record alone.
pub(in crate::record) fn write_one(record: &Record, target: Target) -> Vec<u8> {
    match target {
        Target::Cbl => ccbridge::write_record(record),
        target => write(record, target),
    }
}

/// Writes a game, texts in a character set.
///
/// # Errors
///
/// Returns the characters that the character set lacks; a move or a name without them would be another one.
pub fn write_in(
    record: &Record,
    target: Target,
    charset: Charset,
) -> Result<Vec<u8>, MissingLetters> {
    match target {
        Target::Pgn(notation) => charset.encode(&pgn::write(record, notation)),
        Target::DhtmlXq => charset.encode(&dhtmlxq::write(record)),
        Target::Json | Target::Xqf | Target::Cbr | Target::Cbl => Ok(write(record, target)),
    }
}
