//! Faults of a file: errors that prevent reading it, and warnings about parts that could not be read as written.

use super::{Loaded, limit_number, place_after};
use crate::record::Record;
use crate::record::notation::NotationError;
use crate::rules::{
    FenError, IllegalMove, PositionError, Rulebook, Setup, Side, unknown_counter, unknown_side,
};
use std::fmt;
use thiserror::Error;

/// A warning about a part of a file that could not be read as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Index of the game among those read, from 0; for a game that was not read, the next one or the last.
    pub game: usize,
    /// Number of the line: 0 is the main line, or the game as a whole, other numbers are variations; `None` if the
    /// warning is about the file.
    pub line: Option<usize>,
    /// The caution itself.
    pub what: Caution,
}

/// A part of a file that could not be read as written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Caution {
    /// An illegal move; the game was read up to the move before it.
    #[error("{}'s move {} ({text}) is illegal: {why}; read up to there", at.1, at.0)]
    IllegalMove {
        /// Round of the move, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// The rule that forbids it.
        why: IllegalMove,
    },
    /// A text that is not a move; the game was read up to the move before it.
    #[error("{}'s move {} ({text:?}) is not a move; read up to there", at.1, at.0)]
    NotAMove {
        /// Round of the move, from 1, and its side.
        at: (usize, Side),
        /// The text as written.
        text: String,
    },
    /// A move that leaves its own general attacked; it was kept, and reading continued.
    #[error("{}'s move {} ({text}) is illegal: {why}; kept as it stands", at.1, at.0)]
    LeftInCheck {
        /// Round of the move, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// The rule that forbids it.
        why: IllegalMove,
    },
    /// A text between moves that means nothing known; it was dropped, and reading continued.
    #[error("{text:?} before {}'s move {} is not known; left out", at.1, at.0)]
    Skipped {
        /// Round of the next move, from 1, and its side.
        at: (usize, Side),
        /// The text as written.
        text: String,
    },
    /// A result, a label of a side, or moves behind a result, that the rest of the game contradicts; it was dropped, and
    /// reading continued.
    #[error("{text:?} before {}'s move {} does not fit the rest of the game; left out", at.1, at.0)]
    Contradicted {
        /// Round of the next move, from 1, and its side.
        at: (usize, Side),
        /// The text as written.
        text: String,
    },
    /// Words between the moves of PGN; they were kept as a comment, and reading continued.
    #[error("{text:?} before {}'s move {} is not a move; kept as a comment", at.1, at.0)]
    KeptWords {
        /// Round of the next move, from 1, and its side.
        at: (usize, Side),
        /// The words as written.
        text: String,
    },
    /// A number does not fit the moves and numbers before it; a move may be missing.
    #[error("the number {number} stands before {}'s move {}; a move may be missing", at.1, at.0)]
    EarlyNumber {
        /// Round of the next move as played, from 1, and its side.
        at: (usize, Side),
        /// The number.
        number: usize,
    },
    /// The numbers begin again at 1, though the move after them can be played; another game may begin there.
    #[error("the numbers begin again at 1 before {}'s move {}", at.1, at.0)]
    NumberedAnew {
        /// Round of the next move as played, from 1, and its side.
        at: (usize, Side),
    },
    /// A comment or variation has no end, so the rest of the game was read as part of it.
    #[error("{sign:?} before {}'s move {} is never closed", at.1, at.0)]
    NeverClosed {
        /// Round of the next move outside of it, from 1, and its side.
        at: (usize, Side),
        /// The sign that opens it.
        sign: char,
    },
    /// A variation that branches from no line of the game; it was dropped.
    #[error("variation {number} leaves no line of the game; left out")]
    LostVariation {
        /// Its number in the file, from 1.
        number: usize,
    },
    /// The reason does not fit the result; the reason was dropped.
    #[error("the reason {reason:?} does not fit the result {result:?}")]
    ReasonDoesNotFit {
        /// The result as written.
        result: String,
        /// The reason as written.
        reason: String,
    },
    /// Fields that a newer version of the program has written; they were left out.
    #[error("fields of a newer version were left out")]
    NewerFields,
    /// An unknown rulebook; another applies meanwhile.
    #[error("the rulebook {word:?} is not known; {instead} is used instead")]
    UnknownRulebook {
        /// Keyword of the rulebook.
        word: String,
        /// The rulebook that applies.
        instead: Rulebook,
    },
    /// An unsupported no-capture limit; another applies meanwhile.
    #[error("{number} is no limit of rounds without a capture; {} is used instead", limit_number(*instead))]
    UnknownLimit {
        /// The number as written.
        number: String,
        /// The limit that applies, in rounds.
        instead: Option<u16>,
    },
    /// A text in the form of a move that names no single move; the game was read up to the move before it.
    #[error("{}'s move {} ({text:?}): {why}; read up to there", at.1, at.0)]
    Unclear {
        /// Round of the move, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// The reason it cannot be read.
        why: NotationError,
    },
    /// The stated side to move contradicts the first move.
    #[error("the file says otherwise, but {turn} moves first")]
    WrongSide {
        /// The side that moves first.
        turn: Side,
    },
    /// The start cannot arise in a game; it was kept and can be played on.
    #[error("the start cannot arise in a game: {0}")]
    OddStart(PositionError),
    /// Two different results are stated; the one in the head was kept.
    #[error("the result is {head} in the head and {moves} after the moves")]
    TwoResults {
        /// The result in the head.
        head: String,
        /// The result after the moves.
        moves: String,
    },
    /// The result is unknown; it was dropped.
    #[error("{text:?} is no result; left out")]
    UnknownResult {
        /// The result as written.
        text: String,
    },
    /// A game of the file cannot be read; it was dropped.
    #[error("game {number} of the file was left out: {why}")]
    LostGame {
        /// Its number in the file, from 1.
        number: usize,
        /// The error.
        why: Box<ReadError>,
    },
    /// There are more games than are read at once; the rest were dropped.
    #[error("the last {left} games of the file were left out")]
    TooManyGames {
        /// Number of games dropped.
        left: usize,
    },
    /// The start is not playable; it and the moves can only be viewed.
    #[error("the start cannot be played: {0}")]
    Unplayable(PositionError),
    /// The file ends in the middle of the game; everything before was read.
    #[error("the file ends in the middle of the game")]
    EndsEarly,
    /// The head tells of a game that was played, but there are no moves.
    #[error("there are no moves, although the head tells of a game")]
    MissingMoves,
    /// There are more moves than a game can have; the rest were dropped.
    #[error("there are more than {most} moves")]
    TooManyMoves {
        /// Number of moves read.
        most: usize,
    },
    /// There are more tags than a game can have; the rest were dropped.
    #[error("there are more than {most} tags")]
    TooManyTags {
        /// Number of tags read.
        most: usize,
    },
    /// A null move, which Xiangqi does not have; it and the rest of its line were kept as a comment.
    #[error("{}'s move {} ({text:?}) is a null move; kept as a comment from there on", at.1, at.0)]
    NullMove {
        /// Round of the move, from 1, and its side.
        at: (usize, Side),
        /// The null move as written.
        text: String,
    },
    /// There are more warnings about the game than are reported one by one.
    #[error("{count} more faults")]
    Omitted {
        /// Number of further warnings.
        count: usize,
    },
    /// Characters that cannot be shown were left out of the texts; see [`chars`](super::chars).
    #[error("{count} characters that cannot be shown were left out")]
    LostLetters {
        /// Their number.
        count: usize,
    },
    /// The character set of the texts is not known for certain; some characters may be others.
    #[error("the character set of the texts is uncertain")]
    UnknownCharset,
    /// The list of games in a library is damaged; the games were searched for and may include deleted ones.
    #[error("the list of games is damaged; searched for games")]
    DamagedIndex,
    /// The list of games in a library names a game that does not exist; it was dropped.
    #[error("the game {title:?} is not in the file")]
    MissingGame {
        /// The game's title in the list.
        title: String,
    },
}

/// The reason why bytes cannot be read as a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The bytes are in no supported format.
    #[error("not a game file")]
    Unknown,
    /// The text is invalid JSON, or a field has a value of the wrong type.
    #[error("line {line}, column {column}: this is not valid")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1; 0 at the start of a line.
        column: usize,
    },
    /// The text is truncated.
    #[error("the file ends in the middle, on line {line}")]
    Truncated {
        /// The last line, from 1.
        line: usize,
    },
    /// JSON, but not a game of this program.
    #[error("JSON, but not a Chuhe game")]
    ForeignJson,
    /// Written by a newer version of the program.
    #[error("format version {found} is newer than {known}, the newest known")]
    NewerVersion {
        /// The version that the file states.
        found: u64,
        /// The newest supported version.
        known: u64,
    },
    /// The start position is not a valid FEN.
    #[error("the start position is not a valid FEN: {0}")]
    Fen(FenError),
    /// The start position is not playable.
    #[error("the start position cannot be played: {0}")]
    Position(PositionError),
    /// The result is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    #[error("{0:?} is not a valid result")]
    Result(String),
    /// A game other than Xiangqi, by name.
    #[error("a game of {0}, not of Xiangqi")]
    OtherGame(String),
    /// No move that is playable from the start was found, and no position.
    #[error("no legal first move and no position")]
    NoMoves,
    /// The file ends before its start position is complete.
    #[error("the file ends before its start position is complete")]
    NoBoard,
    /// A library of CCBridge 2, whose layout differs from that of later versions.
    #[error("a library of CCBridge 2, which is not read")]
    OldLibrary,
    /// A record of a newer CCBridge, in an unknown layout.
    #[error("a CCBridge record of the unknown kind {kind}")]
    NewerCcBridge {
        /// The stated kind of record.
        kind: u8,
    },
    /// A library without games.
    #[error("a library without games")]
    NoGames,
    /// The file is larger than any game.
    #[error("the game is too large")]
    TooLarge,
}

/// The reason why a file is rejected before reading, wrapped in the system's error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnsupportedFile {
    /// A folder.
    #[error("this is a folder")]
    Folder,
    /// A device, a pipe or the like.
    #[error("this is not a regular file")]
    NotRegularFile,
    /// Larger than any file of games.
    #[error("this file is too large to hold games")]
    TooLarge,
}

impl Warning {
    /// Creates a warning about a line of a file's only game.
    pub(super) const fn of_line(line: usize, what: Caution) -> Self {
        Self {
            game: 0,
            line: Some(line),
            what,
        }
    }

    /// The number of the variation whose move this is about, if it is about one.
    pub fn variation(&self) -> Option<usize> {
        let is_of_move = matches!(
            self.what,
            Caution::IllegalMove { .. }
                | Caution::NotAMove { .. }
                | Caution::LeftInCheck { .. }
                | Caution::NullMove { .. }
                | Caution::Unclear { .. }
        );
        self.line.filter(|line| is_of_move && *line > 0)
    }

    /// Whether moves of the main line were dropped.
    pub const fn truncates_main_line(&self) -> bool {
        matches!(self.line, Some(0)) && self.what.is_loss()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.variation() {
            write!(f, "variation {number}: ")?;
        }
        self.what.fmt(f)
    }
}

impl Loaded {
    /// Adds the caution about the FEN of the only game, if there is one.
    pub(super) fn with_side_of(mut self, fen: Option<&str>) -> Self {
        let record = self.records.first();
        if let Some(what) = fen
            .zip(record)
            .and_then(|(fen, record)| Caution::of_side(fen, record))
        {
            self.warnings.insert(0, Warning::of_line(0, what));
        }
        self
    }
}

impl Caution {
    /// Returns the caution about a start. An empty board without moves is a heading, as in libraries.
    pub(super) fn of_start(start: &Setup, has_moves: bool) -> Option<Self> {
        let is_heading = !has_moves && start.board.occupied().is_empty();
        match start.position() {
            Err(_) if is_heading => None,
            Err(error) => Some(Self::Unplayable(error)),
            Ok(_) => start.oddities().map(Self::OddStart),
        }
    }

    /// Returns the caution about a FEN with a word in place of the side to move that names neither, or with a counter
    /// that is too large.
    pub(super) fn of_side(fen: &str, record: &Record) -> Option<Self> {
        let at = place_after(record, record.root());
        let text = unknown_side(fen)
            .or_else(|| unknown_counter(fen))?
            .to_owned();
        Some(Self::Skipped { at, text })
    }

    /// Whether moves were dropped, or read as a comment or variation that has no end.
    pub const fn is_loss(&self) -> bool {
        match self {
            Self::IllegalMove { .. }
            | Self::NotAMove { .. }
            | Self::NullMove { .. }
            | Self::LostVariation { .. }
            | Self::Unclear { .. }
            | Self::LostGame { .. }
            | Self::TooManyGames { .. }
            | Self::EndsEarly
            | Self::MissingMoves
            | Self::TooManyMoves { .. }
            | Self::Omitted { .. }
            | Self::NeverClosed { .. }
            | Self::MissingGame { .. } => true,
            Self::LeftInCheck { .. }
            | Self::Skipped { .. }
            | Self::Contradicted { .. }
            | Self::KeptWords { .. }
            | Self::EarlyNumber { .. }
            | Self::NumberedAnew { .. }
            | Self::Unplayable(_)
            | Self::DamagedIndex
            | Self::LostLetters { .. }
            | Self::UnknownCharset
            | Self::ReasonDoesNotFit { .. }
            | Self::NewerFields
            | Self::UnknownRulebook { .. }
            | Self::UnknownLimit { .. }
            | Self::TooManyTags { .. }
            | Self::WrongSide { .. }
            | Self::OddStart(_)
            | Self::TwoResults { .. }
            | Self::UnknownResult { .. } => false,
        }
    }
}
