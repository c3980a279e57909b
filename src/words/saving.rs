//! Saving games in other files: character sets, and files that have games already.

use super::catalogue::{labels, say, say_count};
use super::notes;
use super::numbers::Grouped;
use crate::record::format::Charset;

/// Question before a game is saved over a file of games.
pub fn ask_add_to(name: &str) -> String {
    say!("Add to “{name}”, or Replace It?", name)
}

/// Number of games that are lost if a file is replaced.
pub fn ask_replace_games(count: usize) -> String {
    say_count!(
        "The file has {count} game, which would be deleted if you replace the file.",
        "The file has {count} games, which would all be deleted if you replace the file.",
        count = Grouped(count)
    )
}

/// Confirmation that a game was added to a file.
pub fn added(name: &str) -> String {
    say!("Added to “{name}”", name)
}

/// Character set in the file chooser, with the programs that need it.
pub fn charset(charset: Charset) -> &'static str {
    match charset {
        Charset::Utf8 => say!("All current programs (UTF-8)"),
        Charset::Gb18030 => say!("Older Windows programs, simplified (GB18030)"),
        Charset::Big5 => say!("Older Windows programs, traditional (Big5)"),
    }
}

/// Confirmation that several games were saved, with the number of those of which only a part could be read, and of those
/// that could not be read at all.
pub fn games_saved(count: usize, name: &str, parts: usize, unread: usize) -> String {
    let saved = say_count!(
        "{count} game saved in “{name}”",
        "{count} games saved in “{name}”",
        count = Grouped(count),
        name
    );
    let parts = (parts > 0).then(|| {
        // Translators: Of the games just saved; the rest of them could not be read.
        say_count!(
            "{count} of them incomplete",
            "{count} of them incomplete",
            count = Grouped(parts)
        )
    });
    let unread = (unread > 0).then(|| {
        say_count!(
            "{count} game could not be read",
            "{count} games could not be read",
            count = Grouped(unread)
        )
    });
    let all = [Some(saved), parts, unread];
    notes(&all.into_iter().flatten().collect::<Vec<_>>())
}

labels! {
    charset_choice = say!("Text for:");
    open_folder = say!("Open Folder");
    no_games_here = say!("No games were found. Choose another folder or file.");
    save_each_game = say!("Save Each Game");
    format_choice = say!("File type:");
    cannot_save_games = say!("Could Not Save the Games");
    // Translators: Answer that adds a game to a file.
    add_to_it = say!("_Add to It");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_not_saved_as_a_whole_are_told() {
        for (parts, unread, told) in [
            (0, 0, "3 games saved in “a”"),
            (1, 0, "3 games saved in “a”, 1 of them incomplete"),
            (
                2,
                1,
                "3 games saved in “a”, 2 of them incomplete, 1 game could not be read",
            ),
        ] {
            assert_eq!(games_saved(3, "a", parts, unread), told);
        }
    }
}
