//! Errors of the flows.

use crate::files::Obstacle;
use crate::record::NotAdded;
use crate::record::format::pgn::NotReplaced;
use crate::record::format::{MissingLetters, ReadError};
use crate::rules::PositionError;
use crate::ui::toolkit::prelude::*;
use std::io;

/// Reason why a game was not opened, saved or drawn.
#[derive(Debug)]
pub(super) enum FlowError {
    /// The file cannot be read.
    Reading(io::Error),
    /// The file contains no game.
    Read(ReadError),
    /// The file cannot be written.
    Writing(io::Error),
    /// A file system accessible only through GIO has failed.
    System(glib::Error),
    /// Another program has changed the file in the meantime.
    Changed,
    /// The game does not fit into its file.
    NotReplaced(NotReplaced),
    /// The games do not fit at the end of the file.
    NotAdded(NotAdded),
    /// The chosen character set lacks letters.
    MissingLetters(MissingLetters),
    /// No file of a folder, or of several, has games.
    NoGames,
    /// The user has stopped it.
    Interrupted,
}

impl FlowError {
    /// Returns the error message, with advice.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Reading(error) => words::reading_error(error),
            Self::Read(ReadError::Position(error)) if self.refused().is_some() => {
                words::refused_position(error)
            }
            Self::Read(error) => words::read_error(error),
            Self::Writing(error) => words::writing_error(error),
            Self::System(error) => words::system_error(error.message()),
            Self::Changed => words::file_changed().to_owned(),
            Self::NotReplaced(why) => words::not_replaced(why),
            Self::NotAdded(why) => words::not_added(why),
            Self::MissingLetters(missing) => words::missing_letters(missing),
            Self::NoGames => words::no_games_here().to_owned(),
            Self::Interrupted => words::interrupted().to_owned(),
        }
    }

    /// The reason why a file can only be written over.
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        match self {
            Self::Writing(error) => Obstacle::of(error),
            _ => None,
        }
    }

    /// The position that was refused though all of it could be read, unless it has no pieces.
    pub(super) fn refused(&self) -> Option<&PositionError> {
        match self {
            Self::Read(ReadError::Position(error)) => {
                Some(error).filter(|error| error.setup.board.pieces().count() > 0)
            }
            _ => None,
        }
    }
}
