//! The preferences: what can be chosen there, and what is said when they cannot be read or kept.

use super::catalogue::{labels, say, say_about, say_count};
use super::files::system_message;
use super::row;
use std::io;
use std::path::Path;

labels! {
    /// The colours of the window are those of the desktop.
    colours_of_desktop = say!("As the desktop");
    /// The window is light, whatever the desktop is.
    light_colours = say!("Light");
    /// The window is dark, whatever the desktop is.
    dark_colours = say!("Dark");
    /// Description of the animation setting.
    animation_about = say!("Pieces glide to where they go, and a board that turns fades");
    /// Description of the animation setting where the desktop has turned off animations.
    animation_off = say!("The desktop has turned off all animations");
    /// Description of the choice of characters.
    script_about = say!("In which Chinese moves are written");
    /// Description of the choice of characters where no Chinese is shown.
    script_of_no_use = say!("Of use where the notation is Chinese");
    /// All preferences are as they were on the first day.
    preferences_reset = say!("Preferences reset");
    /// The button that takes that back.
    undo_reset = say!("_Undo");
    /// The heading over what was wrong with the preferences at the start.
    preferences_broken = say!("Preferences could not be read");
    /// Heading where only some preferences were wrong.
    preferences_partly_broken = say!("Some preferences were wrong");
    /// The button that tells more about a message.
    show_details = say!("Show _Details");
}

/// The button that opens a search.
pub fn search() -> &'static str {
    say_about!("button", "Search")
}

/// The button that has a message go.
pub fn dismiss() -> &'static str {
    say!("Dismiss")
}

/// Why a file of the program's own can be neither read nor written. It has its place, so that no other can be chosen.
pub(super) fn reason(error: &io::Error) -> String {
    let known = match error.kind() {
        io::ErrorKind::PermissionDenied => say!("You have no permission for it or its folder."),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => say!("The disk is full."),
        io::ErrorKind::ReadOnlyFilesystem => say!("The disk is read-only."),
        io::ErrorKind::NotADirectory => say!("There is a file where its folder should be."),
        io::ErrorKind::IsADirectory => say!("There is a folder in its place."),
        _ => return system_message(&error.to_string()),
    };
    known.to_owned()
}

/// Something is in the place of the file with the preferences that cannot be read, and why.
pub fn preferences_unreadable(file: &Path, error: &io::Error) -> String {
    let (file, reason) = (file.display(), reason(error));
    say!(
        "Your preferences should be in {file}, but that cannot be read. {reason}",
        file,
        reason
    )
}

/// What is in the file with the preferences is none.
pub fn preferences_garbled(file: &Path) -> String {
    let file = file.display();
    say!(
        "Your preferences should be in {file}, but what is written there is damaged.",
        file
    )
}

/// Some values in the file with the preferences are none that the program knows.
pub fn preferences_wrong(file: &Path, names: &[String]) -> String {
    let (file, count, listed) = (file.display(), names.len(), row(names));
    say_count!(
        "Your preferences in {file} have a value that Chuhe does not know: {listed}.",
        "Your preferences in {file} have {count} values that Chuhe does not know: {listed}.",
        count,
        file,
        listed
    )
}

/// What was done about a file that is of no use: where it is now.
pub fn preferences_kept(aside: &Path) -> String {
    let aside = aside.display();
    say!(
        "Nothing was deleted: it is kept as {aside}. All preferences are as on the first day; choose anew what you want otherwise.",
        aside
    )
}

/// What was done about a file of which only a part is wrong: where it is kept as it was.
pub fn preferences_partly_kept(aside: &Path) -> String {
    let aside = aside.display();
    say!(
        "In their place are the usual ones: choose anew what you want otherwise. All others are as you left them, and the file as it was is kept as {aside}.",
        aside
    )
}

/// What was done about a broken file that cannot even be moved out of the way.
pub fn preferences_not_kept(error: &io::Error) -> String {
    let reason = reason(error);
    say!(
        "It could not be put aside and is left as it is: what you choose now holds until you quit. {reason} Move it away and start Chuhe again.",
        reason
    )
}

/// What was chosen holds, but could not be written to the disk.
pub fn preferences_unsafe(error: &io::Error) -> String {
    let reason = reason(error);
    say!(
        "This holds until you quit, but cannot be kept. {reason} Put that right and choose again.",
        reason
    )
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
            "Your preferences in /config/settings.json have a value that Chuhe does not know: muted."
        );
        assert_eq!(
            told(&["muted", "script"]),
            "Your preferences in /config/settings.json have 2 values that Chuhe does not know: muted, script."
        );
    }
}
