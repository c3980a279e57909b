//! Messages about the saved session.

use super::catalogue::{labels, say};
use super::preferences::reason;
use super::{caution, read_error, writing_error};
use crate::game::SessionStateError;
use crate::record::format::Caution;
use std::io;
use std::path::Path;

labels! {
    session_damaged_title = say!("Could Not Restore Last Game");
}

/// Notice that an unusable session was quarantined.
pub fn session_damaged(error: &SessionStateError, aside: &Path) -> String {
    let why = match error {
        SessionStateError::Read(error) => read_error(error),
        SessionStateError::Loss(what) => caution(what),
        SessionStateError::Field => {
            say!("It does not say which position the game has reached.").into()
        }
        SessionStateError::Checksum => say!("Part of it is no longer as it was written.").into(),
    };
    // Translators: {reason} is a sentence or two; {file} the name of the file.
    say!(
        "{reason}\n\nNothing was deleted: the file was kept as {file}; open it to see what is left of the game. A new game has been set up.",
        reason = why,
        file = aside.display()
    )
}

labels! {
    loading_title = say!("Opening Last Game…");
    loading = say!("The disk is slow to answer. Your game appears as soon as it has been read.");
    quit_now = say!("_Quit");
    ask_begin_without = say!("Start Without Last Game?");
    ask_begin_without_body =
        say!("Chuhe did not finish starting the last time, and the last game may be the reason. Without it, Chuhe begins a new game and keeps the last one as a file.");
    begin_without = say!("_Start Without It");
    try_again = say!("_Try Again");
    put_aside_title = say!("Last Game Kept as a File");
    session_newer_title = say!("Could Not Restore Everything");
}

/// Notice that the session has parts of a newer version, and where a copy of it is.
pub fn session_newer(copy: Option<&Path>) -> String {
    let sentences = [Some(caution(&Caution::NewerFields)), copy.map(put_aside)];
    Vec::from_iter(sentences.into_iter().flatten()).join(" ")
}

/// Notice with the path of the last game, which was not loaded.
pub fn put_aside(file: &Path) -> String {
    // Translators: {file} is the name of a file.
    say!(
        "It was kept as {file}; open it to go on with it.",
        file = file.display()
    )
}

labels! {
    newest_state_damaged_title = say!("Could Not Restore Last Moves");
}

/// Notice that the newest saved state of the game was damaged, and an older one is used.
pub fn newest_state_damaged(aside: &Path) -> String {
    // Translators: {file} is the name of a file.
    say!(
        "Moves at the end of the game may be missing: their file is damaged. Nothing was deleted: it was kept as {file}; open it to see what is left.",
        file = aside.display()
    )
}

labels! {
    matches_damaged_title = say!("Could Not Restore Score");
}

/// Notice that the file of the matches was damaged.
pub fn matches_damaged(aside: &Path) -> String {
    // Translators: {file} is the name of a file.
    say!(
        "The file with the score of your matches is damaged, so a new match begins. Finished games are still in the history. Nothing was deleted: the file was kept as {file}.",
        file = aside.display()
    )
}

/// Notice that locking is unavailable, so that two instances could write the same session.
pub fn session_unlocked(folder: &Path) -> String {
    // Translators: {folder} is the path of a folder.
    say!(
        "Files cannot be locked in {folder}. Run Chuhe only once at a time: another window would write over this game.",
        folder = folder.display()
    )
}

/// Warning that the game on the board could not be saved to disk.
pub fn session_not_saved(error: &io::Error) -> String {
    // Translators: {reason} is a sentence or two.
    say!(
        "The game is not being saved automatically: save it yourself with Ctrl+S. {reason}",
        reason = writing_error(error)
    )
}

/// Error if the last session exists but cannot be read at the moment.
pub fn session_unreadable(error: &io::Error) -> String {
    // Translators: {reason} is a sentence.
    say!(
        "The file with the last game cannot be read. {reason} Fix this and start Chuhe again to get the game back. The new game on the board is not kept until you save it.",
        reason = reason(error)
    )
}

labels! {
    session_in_use_title = say!("Chuhe Is Already Running");
    session_in_use =
        say!("The last game is in the other window. The game in this window is not kept until you save it with Ctrl+S.");
}

/// Warning that a finished game could not be added to the history.
pub fn history_not_saved(error: &io::Error) -> String {
    // Translators: {reason} is a sentence or two.
    say!(
        "The finished game could not be added to the history: save it yourself with Ctrl+S. {reason}",
        reason = writing_error(error)
    )
}
