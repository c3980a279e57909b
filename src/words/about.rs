//! The program about itself: its name, its makers, and the keys that no action is bound to.

use super::catalogue::{labels, say};

/// What the program is called.
pub fn app_name() -> &'static str {
    // Translators: The name of the program: 楚河, one side of the river on the board.
    say!("Chuhe")
}

labels! {
    /// Who made it.
    developers = say!("The Chuhe developers");
    /// Short description of the program.
    about = say!("Xiangqi (Chinese chess) for two people at one screen.");
}

/// Why there is no window.
pub fn no_display() -> &'static str {
    // Translators: Written in a terminal. The command stays as it is.
    say!(
        "There is no display to open a window on. Start it on a desktop; chuhe --help tells what needs none."
    )
}

/// The heading over [`GLYPH_NOTICE`].
pub fn glyphs() -> &'static str {
    say!("Carved characters")
}

/// The attribution that the licence of the outlines asks for.
pub const GLYPH_NOTICE: &str = "The outlines of the characters on pieces and board are made from TW-Kai (全字庫正楷體) 98.1, \
     © 2018 National Development Council, under the Open Government Data License, version 1.0 \
     (https://data.gov.tw/en/license).";

/// The heading over [`HEAVY_GLYPH_NOTICE`].
pub fn heavy_glyphs() -> &'static str {
    say!("Large print and letters")
}

/// The attribution for the outlines of a second font.
pub const HEAVY_GLYPH_NOTICE: &str = "The outlines of the pieces in large print and of the letters on international pieces \
     are made from Noto Sans CJK 2.004, © 2014–2021 Adobe, under the SIL Open Font License, version 1.1 \
     (https://openfontlicense.org).";

/// Keys that the board itself understands, and what they do.
pub fn board_keys() -> [(&'static str, &'static str); 3] {
    [
        ("Left Right Up Down", say!("Move the cursor on the board")),
        ("Return space", say!("Lift the piece, or put it down")),
        ("Escape", say!("Let the piece go")),
    ]
}

/// The heading over the keys of the position editor.
pub fn editor() -> &'static str {
    say!("Setting up a position")
}

/// Keys that the board understands while a position is set up, and what they do.
pub fn editor_keys() -> [(&'static str, &'static str); 2] {
    [
        // Translators: The keys are the letters of pieces: k, a, b, n, r, c, p.
        (
            "k a b n r c p",
            say!("Put a piece of Black; with Shift, of Red"),
        ),
        ("Delete BackSpace", say!("Take the piece away")),
    ]
}

/// The key that has a message go.
pub const DISMISS_KEY: &str = "<Control>d";
/// The key that stops a search in the list of games.
pub const STOP_KEY: &str = "<Alt>s";
/// The key that swaps the names of a new game.
pub const SWAP_KEY: &str = "<Alt>x";

/// Keys that do the same in every window, and what they do.
pub fn window_keys() -> [(&'static str, &'static str); 5] {
    [
        ("F10", say!("Main menu")),
        (
            "Tab <Shift>Tab",
            say!("Go on to the next part of the window, or back"),
        ),
        (
            "Left Right Up Down",
            say!("Go from one of several choices to the next"),
        ),
        ("Escape", say!("Close a window that lies over the board")),
        (DISMISS_KEY, say!("Dismiss a message")),
    ]
}

/// Keys of the list of moves, and what they do.
pub fn list_keys() -> [(&'static str, &'static str); 2] {
    [
        (
            "Menu <Shift>F10",
            say!("What can be done with a move of the list"),
        ),
        (
            "<Control>1 <Control>2 <Control>3 <Control>4 <Control>5",
            say!("Choose one of the notations over the list"),
        ),
    ]
}

/// Keys of the list of games, and what they do.
pub fn games_keys() -> [(&'static str, &'static str); 1] {
    [(STOP_KEY, say!("Stop the search in the list of games"))]
}

/// Keys of the window that a new game is agreed on in, and what they do.
pub fn new_game_keys() -> [(&'static str, &'static str); 1] {
    [(SWAP_KEY, say!("Swap the names of a new game"))]
}

labels! {
    /// The heading where a search in the list of keys finds nothing.
    no_key_found = say!("No Key Found");
    /// Placeholder of the search for keys.
    how_to_find_keys = say!("Search for what a key does, or for the key itself, such as Ctrl+S.");
}

/// What a button is for, with the key that does the same.
pub fn with_key(about: &str, key: &str) -> String {
    // Translators: What a button is for, and the key that does the same, such as “Undo (Ctrl+Z)”.
    say!("{about} ({key})", about, key)
}
