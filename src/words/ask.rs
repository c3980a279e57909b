//! Questions and their answers. An underscore stands before the key of an answer.

use super::catalogue::{labels, say};
use super::side;
use crate::rules::Side;
use std::path::PathBuf;

labels! {
    /// Nothing shall be done.
    cancel = say!("_Cancel");
    /// Answer that closes a message.
    close = say!("_Close");
    /// Answer that gives up the game on the board.
    discard = say!("_Discard");
    /// Answer that saves the game on the board.
    save = say!("_Save");
    /// Answer that replaces a file.
    replace = say!("_Replace");
    /// The game is given up.
    resign = say!("_Resign");
}

/// The button that opens the readable part of a damaged game.
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
pub fn ask_save() -> &'static str {
    say!("Save the game?")
}

/// What is lost without saving; `file` is the name that the game was saved under before.
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
pub fn ask_replace(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Replace “{name}”?", name)
}

labels! {
    /// Warning about a file that would be replaced.
    ask_replace_body = say!("There is a file of this name already. What it holds will be lost.");
    /// Warning about the game's own file, which another program has changed.
    ask_replace_changed_body =
        say!("Another program has changed this file since. What it holds now will be lost; to keep both, cancel and save the game under another name, with Ctrl+Shift+S.");
}

/// Asked before a side gives up.
pub fn ask_resign(by: Side) -> String {
    say!("Does {side} resign?", side = side(by))
}

labels! {
    /// Asked where it is not known which side gives up.
    ask_who_resigns = say!("Who resigns?");
    /// Consequence of a resignation.
    ask_who_resigns_body = say!("The other side wins the game.");
}

/// The answer of a side that gives up.
pub fn side_resigns(side: Side) -> &'static str {
    match side {
        Side::Red => say!("_Red Resigns"),
        Side::Black => say!("_Black Resigns"),
    }
}

/// What comes of it.
pub fn ask_resign_body(winner: Side) -> String {
    say!("{side} wins the game.", side = side(winner))
}
