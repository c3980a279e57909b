//! Errors of the subcommands.

use super::output::quoted_path;
use crate::engine::uci::EngineFault;
use crate::record::NotAdded;
use crate::record::format::{MissingLetters, ReadError};
use crate::words;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error of a subcommand, displayed on one line.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error("{}", words::reading_error(.0))]
    Reading(io::Error),
    #[error("{}: {}", quoted_path(.0), words::writing_error(.1))]
    Writing(PathBuf, io::Error),
    #[error("{}", words::read_error(.0))]
    Read(#[from] ReadError),
    #[error("--fen: {}", words::read_error(.0))]
    Fen(ReadError),
    #[error("there is no game {number}; the file holds {count} {}", if *count == 1 { "game" } else { "games" })]
    NoSuchGame { number: usize, count: usize },
    #[error("there is no ply {ply}; the game has {plies}")]
    NoSuchPly { ply: usize, plies: usize },
    #[error(
        "there are {0} games; choose one with --game, write each with --split, or write .pgn or .cbl"
    )]
    SeveralGames(usize),
    #[error("{}", words::missing_letters(.0))]
    MissingLetters(#[from] MissingLetters),
    #[error("{}", words::not_added(.0))]
    NotAdded(#[from] NotAdded),
    #[error("the file already exists; choose another folder")]
    Exists,
    #[error("no game can be read; nothing was written")]
    NoGame,
    #[error("{0}: there is no such study")]
    NoSuchStudy(String),
    #[error("there is no solution, since no mate is proved")]
    NoSolution,
    #[error("no study is found; nothing was written")]
    NoStudies,
    #[error("there is neither a file nor a FEN")]
    NoInput,
    /// A ply that cannot be played, with the reason.
    #[error("ply {0}, {1}: {2}")]
    Unplayable(usize, String, String),
    #[error("{}: {}", quoted_path(.0), words::engine_fault(.1))]
    Engine(PathBuf, EngineFault),
    #[error("{}: {}", quoted_path(.0), .1)]
    In(PathBuf, Box<CliError>),
}

impl CliError {
    /// Names the file that an error is about.
    pub(super) fn of(file: &Path) -> impl Fn(Self) -> Self {
        let file = file.to_owned();
        move |why| Self::In(file.clone(), Box::new(why))
    }

    /// Error of writing a file.
    pub(super) fn writing(file: &Path) -> impl Fn(io::Error) -> Self {
        let file = file.to_owned();
        move |why| Self::Writing(file.clone(), why)
    }
}
