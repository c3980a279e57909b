//! Errors in another program's commands.

use super::super::output::quoted;
use super::LONGEST_LINE;
use super::options::Setting;
use crate::rules::{FenError, IllegalMove, Move, PositionError, Rulebook};
use std::fmt;
use thiserror::Error;

/// Reason that a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("a line has at most {LONGEST_LINE} bytes")]
    TooLong,
    #[error("unknown command: {0}")]
    Unknown(QuotedWord),
    #[error("position: startpos or fen is missing")]
    NoPosition,
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("move {ply} is not a move: {word}")]
    NotAMove { ply: usize, word: QuotedWord },
    #[error("move {ply}, {mv}, is not legal: {why}")]
    Illegal {
        ply: usize,
        mv: Move,
        why: IllegalMove,
    },
    #[error("go: unknown limit {0}")]
    UnknownLimit(QuotedWord),
    #[error("go {0}: a number is missing")]
    NoNumber(QuotedWord),
    #[error("go searchmoves: {0} is no legal move")]
    NoSearchMove(QuotedWord),
    #[error("setoption: name is missing")]
    NoName,
    #[error("setoption: there is no option {0}")]
    NoSuchOption(QuotedWord),
    #[error("option {name}: a number from 1 to {most}")]
    NotANumber { name: &'static str, most: usize },
    #[error("option {name}: {used} instead, from 1 to {most}")]
    OutOfRange {
        name: &'static str,
        used: usize,
        most: usize,
    },
    #[error("option {name}: the system has no {size} MiB of memory left; {used} instead", name = Setting::HASH)]
    NoMemory { size: usize, used: usize },
    #[error("go: the system could not start a thread")]
    NoThread,
    #[error("option {}: one of {}", Setting::RULES, Rulebook::ALL.map(Rulebook::word).join(", "))]
    NoSuchRules,
    #[error("option {}: xiangqi is the only game", Setting::VARIANT)]
    OtherGame,
}

/// A word of the other program, displayed on one line and not at any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedWord(String);

impl QuotedWord {
    const LENGTH: usize = 40;
}

impl From<&str> for QuotedWord {
    fn from(word: &str) -> Self {
        Self(word.chars().take(Self::LENGTH).collect())
    }
}

impl fmt::Display for QuotedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(&self.0))
    }
}
