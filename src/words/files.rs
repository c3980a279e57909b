//! Files: what they are called where one is chosen, what is wrong with one, and what became of it.

use super::side;
use crate::record::format::{Caution, ReadError};
use crate::rules::PositionFault;
use std::io;

/// The title over the choice of a file to open.
pub const OPEN: &str = "Open a Game";
/// The title over the choice of a file to save to.
pub const SAVE_AS: &str = "Save the Game";
/// The files to choose from: those of the program.
pub const GAME_FILES: &str = "Chuhe games";
/// The files to choose from: any.
pub const ALL_FILES: &str = "All files";
/// In the place of the files opened last when there are none.
pub const NO_RECENT: &str = "(none)";
/// The work on a file ended before its time, through no fault of the file.
pub const INTERRUPTED: &str = "The work was interrupted. Try again.";

/// A file could not be read: what is wrong with it, where, and what to do.
#[must_use]
pub fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Empty => "The file is empty.".into(),
        ReadError::Unknown => {
            "This is not a game that Chuhe can read. Chuhe reads its own files, which end in .xiangqi.".into()
        }
        ReadError::Json { line, column, what } => format!(
            "The file is damaged at line {line}, column {column}: {what}. A text editor can repair it there."
        ),
        ReadError::Truncated { line } => format!(
            "The file ends in the middle, on line {line}. It was probably not copied or saved to its end."
        ),
        ReadError::ForeignJson => "This is a JSON file, but not a game of Chuhe.".into(),
        ReadError::NewerVersion { found, known } => format!(
            "The file was written by a newer version of Chuhe (file format {found}; this program reads up to {known}). Update Chuhe to open it."
        ),
        ReadError::Fen(error) => format!("The start position is not readable: {error}."),
        ReadError::Position(error) => {
            let faults: Vec<_> = error.faults.iter().map(|fault| position_fault(*fault)).collect();
            format!("The start position cannot be played. {}", faults.join(" "))
        }
        ReadError::Result(text) => format!(
            "The result “{text}” is none of 1-0, 0-1, 1/2-1/2 and *."
        ),
    }
}

/// Why an arrangement cannot be played.
#[must_use]
pub fn position_fault(fault: PositionFault) -> String {
    match fault {
        PositionFault::NoGeneral(of) => format!("{} has no general.", side(of)),
        PositionFault::TooMany { piece, count } => {
            let most = piece.kind.full_count();
            format!(
                "There are {count} {}s; a set has {most}.",
                super::piece(piece)
            )
        }
        PositionFault::Misplaced { piece, at } => {
            format!("The {} can never stand on {at}.", super::piece(piece))
        }
        PositionFault::GeneralsFace => "The generals face each other.".into(),
        PositionFault::OpponentInCheck { side: of, .. } => {
            format!("{} is in check, but it is not {0}’s turn.", side(of))
        }
    }
}

/// Something in a file could not be taken as it stood.
#[must_use]
pub fn caution(caution: &Caution) -> String {
    match caution {
        Caution::IllegalMove { ply, text, why } => {
            format!("Move {ply} ({text}) breaks the rules: {why}.")
        }
        Caution::NotAMove { ply, text } => {
            let text: String = text.chars().take(40).collect();
            format!("Move {ply} (“{text}”) is not a move.")
        }
        Caution::LeftInCheck { ply, text, why } => {
            format!("Move {ply} ({text}) breaks the rules: {why}. It was kept.")
        }
        Caution::LostVariation { number } => {
            format!("Variation {number} does not begin anywhere in the game and was left out.")
        }
        Caution::ReasonDoesNotFit { result, reason } => {
            format!("The reason “{reason}” does not fit the result {result} and was left out.")
        }
        Caution::UnknownRulebook { word, instead } => {
            let word: String = word.chars().take(40).collect();
            let instead = super::rulebook(*instead);
            format!(
                "The rulebook “{word}” is not known here. Meanwhile this one judges: {instead}."
            )
        }
        Caution::UnknownLimit { number, instead } => {
            let draw = super::no_capture(*instead).to_lowercase();
            format!(
                "The file has a limit of {number} rounds without a capture, which is not known here. Meanwhile such \
                 a game is a draw {draw}."
            )
        }
    }
}

/// The heading over the reason why a file cannot be opened.
#[must_use]
pub fn cannot_open(name: &str) -> String {
    format!("“{name}” cannot be opened")
}

/// The heading over the reason why a file cannot be saved.
#[must_use]
pub fn cannot_save(name: &str) -> String {
    format!("“{name}” cannot be saved")
}

/// The heading over what is wrong with a file that can be read in part.
#[must_use]
pub fn partly_readable(name: &str) -> String {
    format!("“{name}” is damaged")
}

/// A game is in its file.
#[must_use]
pub fn saved(name: &str) -> String {
    format!("Saved “{name}”")
}

/// What the system says about a file, and what to do.
#[must_use]
pub fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "There is no such file. It may have been moved or renamed.".into()
        }
        io::ErrorKind::PermissionDenied => {
            "You do not have permission for this file or its folder. Choose another place.".into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "The disk is full. Make room or choose another place.".into()
        }
        io::ErrorKind::ReadOnlyFilesystem => "The disk is read-only. Choose another place.".into(),
        _ => {
            // Without the system's number, which tells a player nothing.
            let text = error.to_string();
            format!("{}.", text.split(" (os error").next().unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_told() {
        let error = io::Error::from_raw_os_error(5);
        assert!(error.to_string().contains("os error"));
        assert!(!io_error(&error).contains("os error"));
    }
}
