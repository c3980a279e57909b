//! Questions and their answers. An underscore precedes the access key of an answer.

use super::catalogue::{labels, say};
use super::{Players, escaped};
use crate::rules::Side;
use std::path::PathBuf;

labels! {
    cancel = say!("_Cancel");
    close = say!("_Close");
    discard = say!("_Discard");
    save = say!("_Save");
    replace = say!("_Replace");
    resign = say!("_Resign");
}

labels! {
    set_up_refused = say!("_Set Up This Position");
}

/// Button that opens the readable part of a damaged game.
pub fn open_part(has_moves: bool) -> &'static str {
    if has_moves {
        // Translators: A button that opens what can be read of a damaged game.
        say!("_Open Readable Part")
    } else {
        // Translators: A button that opens what can be read of a damaged game.
        say!("_Open Without Moves")
    }
}

labels! {
    ask_save = say!("Save Game?");
}

/// Consequence of not saving; `file` is the name of the last save.
pub fn ask_save_body(file: Option<PathBuf>) -> String {
    match file {
        None => say!("This game has not been saved. If you discard it, it will be lost.").into(),
        // Translators: {file} is the name of a file.
        Some(name) => say!(
            "The latest changes have not been saved to “{file}”. If you discard them, they will be lost.",
            file = super::file_name(&name)
        ),
    }
}

/// Question before overwriting a file in place, which cannot be replaced atomically.
pub fn ask_overwrite(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Overwrite “{name}”?", name)
}

labels! {
    overwrite = say!("_Overwrite");
    ask_overwrite_in_folder = say!("You can change this file but not its folder, so the new file cannot be made beside the old one. If saving is interrupted, the file may be incomplete.");
    ask_overwrite_with_links = say!("This file has another name, too, which a new file would not have. To keep both, the file has to be written over. If saving is interrupted, it may be incomplete.");
    ask_overwrite_with_access = say!("This file has an owner or access rights that a new file would not have. To keep them, the file has to be written over. If saving is interrupted, it may be incomplete.");
}

/// Question before a file is overwritten.
pub fn ask_replace(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Replace “{name}”?", name)
}

labels! {
    ask_replace_body = say!("A file with this name already exists. Replacing it will overwrite its contents.");
    ask_replace_changed_body =
        say!("Another program has changed this file since. Replacing it discards those changes; to keep both, cancel and save the game under another name with Ctrl+Shift+S.");
}

/// Question before a side resigns.
pub fn ask_resign(player: &str) -> String {
    say!("Resign as {side}?", side = player)
}

labels! {
    ask_who_resigns = say!("Who Resigns?");
    ask_who_resigns_body = say!("The other side will win the game.");
}

/// Answer that names the side that resigns.
pub fn side_resigns(by: Side, players: &Players) -> String {
    match (players.name(by), by) {
        // Translators: a button; {name} is the name of a player.
        (Some(name), _) => say!("{name} Resigns", name = escaped(name)),
        (None, Side::Red) => say!("_Red Resigns").into(),
        (None, Side::Black) => say!("_Black Resigns").into(),
    }
}

/// Consequence of the resignation of a side.
pub fn ask_resign_body(winner: &str) -> String {
    say!("{side} will win the game.", side = winner)
}
