//! The program itself: its name, authors, and the keys not bound to actions.

use super::catalogue::{labels, say};

labels! {
    // Translators: The name of the program: 楚河, one side of the river on the board.
    app_name = say!("Chuhe");
    developers = say!("The Chuhe developers");
    about = say!("Xiangqi (Chinese chess) with a friend or against the computer.");
    // Translators: Written in a terminal. The command stays as it is.
    no_display = say!("No display is available. Start Chuhe in a desktop session; chuhe --help lists the commands that need no display.");
    // Translators: Your names, one per line, each with an address if you like: “Hu Ronghua https://example.org”.
    translator_credits = say!("translator-credits");
    glyphs = say!("Carved characters");
}

/// Attribution required by the license of the outlines.
pub const GLYPH_NOTICE: &str = "The outlines of the characters on pieces and board are made from TW-Kai (全字庫正楷體) 98.1, \
     © 2018 National Development Council, under the Open Government Data License, version 1.0 \
     (https://data.gov.tw/en/license).";

labels! {
    heavy_glyphs = say!("Large print and letters");
}

/// Attribution for the outlines of a second font.
pub const HEAVY_GLYPH_NOTICE: &str = "The outlines of the pieces in large print and of the letters on international pieces \
     are made from Noto Sans CJK 2.004, © 2014–2021 Adobe, under the SIL Open Font License, version 1.1 \
     (https://openfontlicense.org).";

/// Keys of the board, with their effects.
pub fn board_keys() -> [(&'static str, &'static str); 5] {
    [
        ("Left Right Up Down", say!("Move the cursor on the board")),
        ("Return space", say!("Lift the piece or put it down")),
        ("Escape", say!("Put the piece back")),
        (
            "<Shift>Left <Shift>Right <Shift>Up <Shift>Down",
            say!("Draw an arrow"),
        ),
        (
            "<Shift>Return",
            say!("Draw a circle; press again for another color"),
        ),
    ]
}

labels! {
    editor = say!("Setting Up a Position");
}

/// Keys of the board in the position editor, with their effects.
pub fn editor_keys() -> [(&'static str, &'static str); 2] {
    [
        // Translators: The keys are the letters of pieces: k, a, b, n, r, c, p.
        (
            "k a b n r c p",
            say!("Place a black piece; with Shift, a red one"),
        ),
        ("Delete BackSpace", say!("Remove the piece")),
    ]
}

/// Key that dismisses a message.
pub const DISMISS_KEY: &str = "<Control>d";
/// Key that stops a search in the list of games.
pub const STOP_KEY: &str = "<Alt>s";
/// Key that swaps the names of a new game.
pub const SWAP_KEY: &str = "<Alt>x";

/// Key that focuses the search of a list.
pub const SEARCH_KEY: &str = "<Control>f";

/// Keys common to all windows, with their effects.
pub fn window_keys() -> [(&'static str, &'static str); 6] {
    [
        ("F10", say!("Main menu")),
        (SEARCH_KEY, say!("Search a list")),
        (
            "Tab <Shift>Tab",
            say!("Go to the next or previous part of the window"),
        ),
        ("Left Right Up Down", say!("Move between choices")),
        ("Escape", say!("Close a dialog")),
        (DISMISS_KEY, say!("Dismiss a message")),
    ]
}

/// Keys of the move list, with their effects.
pub fn list_keys() -> [(&'static str, &'static str); 2] {
    [
        ("Menu <Shift>F10", say!("Open a move’s menu")),
        (
            "<Control>1 <Control>2 <Control>3 <Control>4 <Control>5",
            say!("Choose a notation"),
        ),
    ]
}

/// Keys of the list of games, with their effects.
pub fn games_keys() -> [(&'static str, &'static str); 1] {
    [(
        STOP_KEY,
        say!("Stop reading or searching the list of games"),
    )]
}

/// Keys of the study window, with their effects.
pub fn study_keys() -> [(&'static str, &'static str); 5] {
    [
        ("<Control>h", say!("Hint")),
        ("<Alt>Left", say!("One move back")),
        ("<Alt>Right", say!("One move forward")),
        ("<Alt>Page_Down", say!("Next study")),
        ("<Control>p", say!("Print the listed studies")),
    ]
}

/// Keys of the dialog for a new game, with their effects.
pub fn new_game_keys() -> [(&'static str, &'static str); 1] {
    [(SWAP_KEY, say!("Swap the names in New Game"))]
}

labels! {
    no_key_found = say!("No Shortcuts Found");
    how_to_find_keys = say!("Search by what a shortcut does or by its keys, such as Ctrl+S.");
}

/// Tooltip of a button, followed by its key.
pub fn with_key(about: &str, key: &str) -> String {
    // Translators: What a button is for, and the key that does the same, such as “Undo (Ctrl+Z)”.
    say!("{about} ({key})", about, key)
}

/// Splits a tooltip into its text and the key added by [`with_key`]; the key is empty if there is none.
pub fn without_shortcut(tooltip: &str) -> (&str, &str) {
    let open = tooltip.rfind(['(', '（']);
    match open.zip(tooltip.strip_suffix([')', '）'])) {
        Some((open, rest)) => {
            let (about, key) = rest.split_at(open);
            (about.trim_end(), key.trim_start_matches(['(', '（']))
        }
        None => (tooltip, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tooltip_is_parted_from_its_key() {
        for tooltip in [&with_key("Undo", "Ctrl+Z"), "Undo（Ctrl+Z）"] {
            assert_eq!(without_shortcut(tooltip), ("Undo", "Ctrl+Z"));
        }
        assert_eq!(without_shortcut("Undo"), ("Undo", ""));
    }
}
