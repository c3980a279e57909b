//! Questions and their answers. An underscore stands before the key of an answer.

use super::catalogue::say;
use super::side;
use crate::rules::Side;
use std::path::PathBuf;

/// Nothing shall be done.
#[must_use]
pub fn cancel() -> &'static str {
    say!("_Cancel")
}
/// What was told has been read.
#[must_use]
pub fn close() -> &'static str {
    say!("_Close")
}
/// What is on the board may be lost.
#[must_use]
pub fn discard() -> &'static str {
    say!("_Discard")
}
/// What is on the board shall be kept.
#[must_use]
pub fn save() -> &'static str {
    say!("_Save")
}
/// What is in the file may be lost.
#[must_use]
pub fn replace() -> &'static str {
    say!("_Replace")
}
/// The game is given up.
#[must_use]
pub fn resign() -> &'static str {
    say!("_Resign")
}

/// The button that opens the readable part of a damaged game.
#[must_use]
pub fn open_part(has_moves: bool) -> &'static str {
    if has_moves {
        // Translators: A button that opens what can be read of a damaged game.
        say!("_Open What Can Be Read")
    } else {
        // Translators: A button that opens what can be read of a damaged game.
        say!("_Open Without Moves")
    }
}

/// Asked before another game takes the place of one that is not saved.
#[must_use]
pub fn ask_save() -> &'static str {
    say!("Save the game?")
}
/// What is lost without saving; `file` is the name that the game was saved under before.
#[must_use]
pub fn ask_save_body(file: Option<PathBuf>) -> String {
    match file {
        None => {
            say!("The game on the board is in no file. If it is not saved, it will be lost.").into()
        }
        // Translators: {file} is the name of a file.
        Some(name) => say!(
            "The last changes are not in “{file}” yet. If they are not saved, they will be lost.",
            file = super::file_name(&name)
        ),
    }
}

/// Asked before a file is written over.
#[must_use]
pub fn ask_replace(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Replace “{name}”?", name)
}
/// What is lost by writing over it.
#[must_use]
pub fn ask_replace_body() -> &'static str {
    say!("There is a file of this name already. What it holds will be lost.")
}

/// The same where the game was opened from this file, or saved there.
#[must_use]
pub fn ask_replace_changed_body() -> &'static str {
    say!(
        "Another program has changed this file since. What it holds now will be lost; to keep both, cancel and save the game under another name, with Ctrl+Shift+S."
    )
}

/// Asked before a side gives up.
#[must_use]
pub fn ask_resign(by: Side) -> String {
    say!("Does {side} resign?", side = side(by))
}
/// Asked where it is not known which side gives up.
#[must_use]
pub fn ask_who_resigns() -> &'static str {
    say!("Who resigns?")
}
/// What comes of it.
#[must_use]
pub fn ask_who_resigns_body() -> &'static str {
    say!("The other side wins the game.")
}
/// The answer of a side that gives up.
#[must_use]
pub fn side_resigns(side: Side) -> &'static str {
    match side {
        Side::Red => say!("_Red Resigns"),
        Side::Black => say!("_Black Resigns"),
    }
}

/// What comes of it.
#[must_use]
pub fn ask_resign_body(winner: Side) -> String {
    say!("{side} wins the game.", side = side(winner))
}
