//! The preferences: their choices, the appearance of board and pieces, and errors when reading or saving them.

use super::catalogue::{labels, say, say_about, say_count};
use super::files::system_message;
use super::row;
use crate::scene::{BoardLook, EdgeLabels, PieceSet};
use std::io;
use std::path::Path;

labels! {
    colors_of_desktop = say!("Follow system");
    light_colors = say!("Light");
    dark_colors = say!("Dark");
    animation_about = say!("Pieces glide into place, and the board fades when it turns");
    animation_off = say!("Animations are turned off in the system settings");
    script_about = say!("For moves written in Chinese");
    script_of_no_use = say!("Only used with Chinese notation");
    preferences_broken = say!("Could Not Read Preferences");
    preferences_partly_broken = say!("Some Preferences Were Invalid");
    show_details = say!("Show _Details");
    search = say_about!("button", "Search");
    dismiss = say!("Dismiss");
}

/// I/O error of one of the program's own files. The path is fixed, so choosing another one is no remedy.
pub(super) fn reason(error: &io::Error) -> String {
    let known = match error.kind() {
        io::ErrorKind::PermissionDenied => {
            say!("You do not have permission to access it or its folder.")
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => say!("The disk is full."),
        io::ErrorKind::ReadOnlyFilesystem => say!("The disk is read-only."),
        io::ErrorKind::NotADirectory => say!("There is a file where its folder should be."),
        io::ErrorKind::IsADirectory => say!("There is a folder in its place."),
        io::ErrorKind::NotSeekable => say!("There is a pipe or a device in its place."),
        _ => return system_message(&error.to_string()),
    };
    known.to_owned()
}

/// Error if the preferences file exists but cannot be read.
pub fn preferences_unreadable(file: &Path, error: &io::Error) -> String {
    let (file, reason) = (file.display(), reason(error));
    say!(
        "Your preferences in {file} could not be read. {reason}",
        file,
        reason
    )
}

/// Error if the preferences file has invalid syntax.
pub fn preferences_garbled(file: &Path) -> String {
    let file = file.display();
    say!("Your preferences in {file} are damaged.", file)
}

/// Error if the preferences file has some invalid values.
pub fn preferences_wrong(file: &Path, names: &[String]) -> String {
    let (file, count, listed) = (file.display(), names.len(), row(names));
    say_count!(
        "Your preferences in {file} have an invalid value: {listed}.",
        "Your preferences in {file} have {count} invalid values: {listed}.",
        count,
        file,
        listed
    )
}

/// Notice that an invalid file was quarantined, with its new path.
pub fn preferences_quarantined(aside: &Path) -> String {
    let aside = aside.display();
    say!(
        "All preferences were reset to their defaults; choose them again as you like. Nothing was deleted: the original file was kept as {aside}.",
        aside
    )
}

/// Notice that a partly invalid file was quarantined in a copy, with its path.
pub fn preferences_partly_quarantined(aside: &Path) -> String {
    let aside = aside.display();
    say!(
        "Their defaults are used instead; choose them again as you like. All other preferences are unchanged, and the original file was kept as {aside}.",
        aside
    )
}

/// Notice that a broken file could not even be quarantined.
pub fn preferences_not_quarantined(error: &io::Error) -> String {
    let reason = reason(error);
    say!(
        "The file could not be moved aside and is unchanged: preferences you choose now last until you quit. {reason} Move the file away and start Chuhe again.",
        reason
    )
}

/// Warning that changes are in effect but could not be saved.
pub fn preferences_unsafe(error: &io::Error) -> String {
    let reason = reason(error);
    say!(
        "This change could not be saved and ends when you quit. {reason} Fix this and choose again.",
        reason
    )
}

/// Confirmation that sound was turned on or off.
pub fn sound(is_on: bool) -> &'static str {
    if is_on {
        say!("Sound is on.")
    } else {
        say!("Sound is off.")
    }
}

/// Label of a piece set in a choice.
pub fn piece_set(set: PieceSet) -> &'static str {
    match set {
        // Translators: Pieces with traditional Chinese characters: 帥, 俥, 馬.
        PieceSet::Traditional => say_about!("pieces", "Traditional"),
        // Translators: Pieces with simplified Chinese characters: 帅, 车, 马.
        PieceSet::Simplified => say_about!("pieces", "Simplified"),
        // Translators: Pieces with pictures and letters, for people who read no Chinese.
        PieceSet::International => say_about!("pieces", "International"),
        // Translators: Pieces with heavy, simple characters, for people who see little.
        PieceSet::LargePrint => say_about!("pieces", "Large print"),
    }
}

/// Description of a piece set.
pub fn piece_set_about(set: PieceSet) -> &'static str {
    match set {
        PieceSet::Traditional => say!("Traditional characters, carved the classic way"),
        PieceSet::Simplified => say!("Simplified characters; Black’s pieces have a second ring"),
        PieceSet::International => {
            say!("Pictures with the letters of WXF notation; Black’s pieces are dark")
        }
        PieceSet::LargePrint => {
            say!("Bold characters with few strokes; Black’s pieces are dark")
        }
    }
}

/// Label of a board in a choice.
pub fn board_look(board: BoardLook) -> &'static str {
    match board {
        // Translators: What the board is made of.
        BoardLook::Wood => say_about!("board", "Wood"),
        // Translators: What the board is made of.
        BoardLook::Paper => say_about!("board", "Paper"),
        // Translators: What the board is made of: a dark stone.
        BoardLook::Slate => say_about!("board", "Slate"),
        // Translators: A board in black and white.
        BoardLook::HighContrast => say_about!("board", "High contrast"),
    }
}

/// Description of a board.
pub fn board_look_about(board: BoardLook) -> &'static str {
    match board {
        BoardLook::Wood => say!("A wooden board with carved pieces"),
        BoardLook::Paper => say!("Plain paper with printed pieces"),
        BoardLook::Slate => say!("Dark stone with pale lines"),
        BoardLook::HighContrast => {
            say!("Black and white; automatic with high contrast")
        }
    }
}

/// Label of edge labels in a choice.
pub fn edge_labels(labels: EdgeLabels) -> &'static str {
    match labels {
        // Translators: The numbers of the files along the edges of the board.
        EdgeLabels::FileNumbers => say_about!("edge labels", "File numbers"),
        // Translators: Letters and digits along the edges of the board.
        EdgeLabels::Coordinates => say_about!("edge labels", "Coordinates"),
        // Translators: Nothing along the edges of the board.
        EdgeLabels::None => say_about!("edge labels", "None"),
    }
}

/// Description of edge labels.
pub fn edge_labels_about(labels: EdgeLabels) -> &'static str {
    match labels {
        EdgeLabels::FileNumbers => say!("Each side counts the files from its own right"),
        EdgeLabels::Coordinates => say!("The letters and digits of ICCS notation, as in H2-E2"),
        EdgeLabels::None => say!("No labels along the edges"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_value_is_not_counted() {
        let file = Path::new("/config/settings.json");
        let told = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            preferences_wrong(file, &names)
        };
        assert_eq!(
            told(&["muted"]),
            "Your preferences in /config/settings.json have an invalid value: muted."
        );
        assert_eq!(
            told(&["muted", "script"]),
            "Your preferences in /config/settings.json have 2 invalid values: muted, script."
        );
    }
}
