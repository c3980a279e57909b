//! What is kept between two runs of the program, and what became of it.

use super::catalogue::{labels, say};
use super::preferences::reason;
use super::{caution, read_error, writing_error};
use crate::game::SittingError;
use std::io;
use std::path::Path;

/// The heading over the reason why the last game is not on the board.
pub fn session_damaged_title() -> &'static str {
    say!("The last game cannot be restored")
}

/// A session that cannot be taken up again was put aside.
pub fn session_damaged(error: &SittingError, aside: &Path) -> String {
    let why = match error {
        SittingError::Read(error) => read_error(error),
        SittingError::Loss(what) => caution(what),
        SittingError::Field => say!("It does not say where the game stands.").into(),
    };
    // Translators: {reason} is a sentence or two; {file} the name of the file.
    say!(
        "{reason}\n\nNothing was deleted: the file is kept as {file}; open it to see what is left of the game. A new one has been set up.",
        reason = why,
        file = aside.display()
    )
}

/// The game on the board could not be written to disk.
pub fn session_unsafe(error: &io::Error) -> String {
    // Translators: {reason} is a sentence or two.
    say!(
        "The game is not being kept on the disk: save it yourself, with Ctrl+S. {reason}",
        reason = writing_error(error)
    )
}

/// The session of the last run is there but cannot be read just now.
pub fn session_unreadable(error: &io::Error) -> String {
    // Translators: {reason} is a sentence.
    say!(
        "The file with the last game cannot be read. {reason} Put that right and start Chuhe again to have it back. The new game on the board is not kept until you save it.",
        reason = reason(error)
    )
}

labels! {
    /// The heading over why the last game is not in this window.
    session_in_use_title = say!("Chuhe is open already");
    /// Another run of the program has the last game.
    session_in_use =
        say!("The last game is in its other window. The game in this window is not kept until you save it, with Ctrl+S.");
}

/// A finished game could not be put into the history.
pub fn history_unsafe(error: &io::Error) -> String {
    // Translators: {reason} is a sentence or two.
    say!(
        "The finished game could not be put into the history: save it yourself, with Ctrl+S. {reason}",
        reason = writing_error(error)
    )
}
