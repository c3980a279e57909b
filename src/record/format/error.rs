//! What can be wrong with a file: why it is no record, and what in it could not be taken as it stood.

use super::limit_number;
use crate::record::notation::NotationError;
use crate::rules::{FenError, IllegalMove, PositionError, Rulebook, Setup, Side};
use std::fmt;

/// Something in a file that could not be taken as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which of the games that were read, from 0; for one that was not, the next one or the last.
    pub game: usize,
    /// Which line of it: 0 is the main line, or the game as a whole, other numbers are variations; `None` if it is said of
    /// the file.
    pub line: Option<usize>,
    /// What.
    pub what: Caution,
}

/// What could not be taken as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caution {
    /// A move that cannot be made; the game was read up to the move before it.
    IllegalMove {
        /// Which move: its round, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// The rule against it.
        why: IllegalMove,
    },
    /// A move that is no move at all; the game was read up to the move before it.
    NotAMove {
        /// Which move: its round, from 1, and its side.
        at: (usize, Side),
        /// What stands there.
        text: String,
    },
    /// A move that leaves its own general attacked; it was kept, and the game read on.
    LeftInCheck {
        /// Which move: its round, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// The rule against it.
        why: IllegalMove,
    },
    /// A variation that leaves no line of the game; it was left out.
    LostVariation {
        /// Its number in the file, from 1.
        number: usize,
    },
    /// The result is none that the reason can give; the reason was dropped.
    ReasonDoesNotFit {
        /// The result as written.
        result: String,
        /// The reason as written.
        reason: String,
    },
    /// A rulebook that is not known here; it is kept, and another judges the game meanwhile.
    UnknownRulebook {
        /// The word for it.
        word: String,
        /// The one that judges.
        instead: Rulebook,
    },
    /// A limit without captures that cannot be agreed on here; it is kept, and another holds meanwhile.
    UnknownLimit {
        /// The number as written.
        number: String,
        /// The one that holds, in rounds.
        instead: Option<u16>,
    },
    /// A text that has the form of a move and names no one move; the game was read up to the move before it.
    Unclear {
        /// Which move: its round, from 1, and its side.
        at: (usize, Side),
        /// The move as written.
        text: String,
        /// Why it is none.
        why: NotationError,
    },
    /// The file says that the other side moves first, whose move the first one cannot be.
    WrongSide {
        /// Who moves first.
        turn: Side,
    },
    /// The start cannot arise in a game; it was kept, and is played on.
    OddStart(PositionError),
    /// The result is said twice, differently; the one of the head was kept.
    TwoResults {
        /// The result in the head.
        head: String,
        /// The result after the moves.
        moves: String,
    },
    /// The result is none that is known; it was left out.
    UnknownResult {
        /// The result as written.
        text: String,
    },
    /// A game of the file cannot be read; it was left out.
    LostGame {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        why: Box<ReadError>,
    },
    /// There are more games than are read at once; these were left out.
    TooManyGames {
        /// How many were left out.
        left: usize,
    },
    /// The start cannot be played; it can be looked at, and the moves too.
    Unplayable(PositionError),
    /// The file ends in the middle of the game; everything before was read.
    EndsEarly,
    /// There are more moves than a game can have; so many were read.
    TooManyMoves {
        /// How many.
        most: usize,
    },
    /// More is wrong with the game than is told one by one.
    AndMore {
        /// How many times.
        count: usize,
    },
    /// The list of games in a library is damaged; the games were searched for, and deleted ones may be among them.
    DamagedIndex,
    /// The list of games in a library has one that is not there; it was left out.
    MissingGame {
        /// What the list calls it.
        title: String,
    },
}

/// Why bytes are no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is nothing in the file.
    Empty,
    /// The bytes are in no format that is read here.
    Unknown,
    /// The text breaks the rules of JSON, or a field has a value of the wrong type.
    Json {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1; 0 at the start of a line.
        column: usize,
        /// What the parser says, in English.
        what: String,
    },
    /// The text ends in the middle.
    Truncated {
        /// The line on which it ends, from 1.
        line: usize,
    },
    /// JSON, but not a game of this program.
    ForeignJson,
    /// Written by a newer version of the program.
    NewerVersion {
        /// The version that the file states.
        found: u64,
        /// The newest version that is read here.
        known: u64,
    },
    /// The start position is no FEN.
    Fen(FenError),
    /// The start position cannot be played.
    Position(PositionError),
    /// The result is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// A game other than Xiangqi; what it is called.
    OtherGame(String),
    /// No move was found that can be played from the start, and no position.
    NoMoves,
    /// The file ends before its start position is complete.
    NoBoard,
    /// A library of CCBridge 2, whose layout differs from that of later versions.
    OldLibrary,
    /// A record of a newer CCBridge, in a layout that is not known.
    NewerCcBridge {
        /// The kind of record that it states.
        kind: u8,
    },
    /// A library without any game.
    NoGames,
    /// It is larger than any game.
    TooLarge,
}

/// Why the bytes of a file are not even read, within the error of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A folder.
    Folder,
    /// A device, a pipe or the like.
    NoFile,
    /// More than any file of games has.
    TooLarge,
}

impl Warning {
    /// About a line of a file's only game.
    pub(super) const fn of_line(line: usize, what: Caution) -> Self {
        Self {
            game: 0,
            line: Some(line),
            what,
        }
    }

    /// Whether moves of the main line are missing from what was read.
    #[must_use]
    pub const fn cuts_the_game(&self) -> bool {
        matches!(self.line, Some(0)) && self.what.is_loss()
    }
}

impl Caution {
    /// What there is to say of a start. An empty board without moves is a heading, as libraries have them.
    pub(super) fn of_start(start: &Setup, has_moves: bool) -> Option<Self> {
        let is_heading = !has_moves && start.board.occupied().is_empty();
        let error = start.position().err().filter(|_| !is_heading)?;
        Some(match start.position_to_study() {
            Ok(_) => Self::OddStart(error),
            Err(_) => Self::Unplayable(error),
        })
    }

    /// Whether moves are missing from what was read.
    #[must_use]
    pub const fn is_loss(&self) -> bool {
        match self {
            Self::IllegalMove { .. }
            | Self::NotAMove { .. }
            | Self::LostVariation { .. }
            | Self::Unclear { .. }
            | Self::LostGame { .. }
            | Self::TooManyGames { .. }
            | Self::EndsEarly
            | Self::TooManyMoves { .. }
            | Self::AndMore { .. }
            | Self::MissingGame { .. } => true,
            Self::LeftInCheck { .. }
            | Self::Unplayable(_)
            | Self::DamagedIndex
            | Self::ReasonDoesNotFit { .. }
            | Self::UnknownRulebook { .. }
            | Self::UnknownLimit { .. }
            | Self::WrongSide { .. }
            | Self::OddStart(_)
            | Self::TwoResults { .. }
            | Self::UnknownResult { .. } => false,
        }
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove {
                at: (round, side),
                text,
                why,
            } => {
                write!(
                    f,
                    "{side}'s move {round} ({text}) is illegal: {why}; read up to there"
                )
            }
            Self::NotAMove {
                at: (round, side),
                text,
            } => {
                write!(
                    f,
                    "{side}'s move {round} ({text:?}) is not a move; read up to there"
                )
            }
            Self::LeftInCheck {
                at: (round, side),
                text,
                why,
            } => {
                write!(
                    f,
                    "{side}'s move {round} ({text}) is illegal: {why}; kept as it stands"
                )
            }
            Self::LostVariation { number } => {
                write!(f, "variation {number} leaves no line of the game; left out")
            }
            Self::Unclear {
                at: (round, side),
                text,
                why,
            } => {
                write!(
                    f,
                    "{side}'s move {round} ({text:?}): {why}; read up to there"
                )
            }
            _ => self.tell_about_head(f),
        }
    }
}

impl Caution {
    /// What is to be said about anything else than moves.
    fn tell_about_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { .. }
            | Self::NotAMove { .. }
            | Self::LeftInCheck { .. }
            | Self::LostVariation { .. }
            | Self::Unclear { .. } => Ok(()),
            Self::ReasonDoesNotFit { result, reason } => {
                write!(
                    f,
                    "the reason {reason:?} does not fit the result {result:?}"
                )
            }
            Self::UnknownRulebook { word, instead } => {
                write!(
                    f,
                    "the rulebook {word:?} is not known; {instead} is used instead"
                )
            }
            Self::UnknownLimit { number, instead } => {
                let instead = limit_number(*instead);
                write!(
                    f,
                    "{number} is no limit of rounds without a capture; {instead} is used instead"
                )
            }
            Self::WrongSide { turn } => {
                write!(f, "the file says otherwise, but {turn} moves first")
            }
            Self::OddStart(error) => write!(f, "the start cannot arise in a game: {error}"),
            Self::TwoResults { head, moves } => {
                write!(
                    f,
                    "the result is {head} in the head and {moves} after the moves"
                )
            }
            Self::UnknownResult { text } => write!(f, "{text:?} is no result; left out"),
            Self::LostGame { number, why } => {
                write!(f, "game {number} of the file was left out: {why}")
            }
            Self::TooManyGames { left } => {
                write!(f, "the last {left} games of the file were left out")
            }
            Self::Unplayable(error) => write!(f, "the start cannot be played: {error}"),
            Self::EndsEarly => f.write_str("the file ends in the middle of the game"),
            Self::TooManyMoves { most } => write!(f, "there are more than {most} moves"),
            Self::AndMore { count } => write!(f, "{count} more faults"),
            Self::DamagedIndex => f.write_str("the list of games is damaged; searched for games"),
            Self::MissingGame { title } => write!(f, "the game {title:?} is not in the file"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::Unknown => f.write_str("not a game file"),
            Self::Json { line, column, what } => {
                write!(f, "line {line}, column {column}: {what}")
            }
            Self::Truncated { line } => write!(f, "the file ends in the middle, on line {line}"),
            Self::ForeignJson => f.write_str("JSON, but not a Chuhe game"),
            Self::NewerVersion { found, known } => {
                write!(
                    f,
                    "format version {found} is newer than {known}, the newest known"
                )
            }
            Self::Fen(error) => write!(f, "the start position is no FEN: {error}"),
            Self::Position(error) => write!(f, "the start position cannot be played: {error}"),
            Self::Result(text) => write!(f, "{text:?} is no result"),
            Self::OtherGame(name) => write!(f, "a game of {name}, not of Xiangqi"),
            Self::NoMoves => f.write_str("no legal first move and no position"),
            Self::NoBoard => f.write_str("the file ends before its start position is complete"),
            Self::OldLibrary => f.write_str("a library of CCBridge 2, which is not read"),
            Self::NewerCcBridge { kind } => {
                write!(f, "a CCBridge record of the unknown kind {kind}")
            }
            Self::NoGames => f.write_str("a library without games"),
            Self::TooLarge => f.write_str("the game is too large"),
        }
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Folder => "this is a folder",
            Self::NoFile => "this is not a regular file",
            Self::TooLarge => "this file is too large to hold games",
        })
    }
}

impl std::error::Error for Unfit {}
