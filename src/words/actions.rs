//! What the keys do, as the list of them says it, and the headings of that list.

use super::catalogue::{labels, say, say_about};

/// The heading over the keys of the game.
pub fn game_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Game")
}

/// The heading over the keys of files.
pub fn files_group() -> &'static str {
    say!("Files and the clipboard")
}

/// The heading over the keys of the board.
pub fn board_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Board")
}

/// The heading over the keys of moves.
pub fn moves_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Moves")
}

/// The heading over the keys of what is shown and heard.
pub fn view_group() -> &'static str {
    say!("View and sound")
}

/// The heading over the keys of everything else.
pub fn general_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "General")
}

labels! {
    /// The keyboard goes to the list of moves, and from there back.
    move_list = say!("Go to the list of moves, or back to the board");
    /// Learning aids on or off, for the list of keys.
    aids = say!("Learning aids on or off");
    /// A game begins.
    new_game = say!("New game");
}

/// The same players play again.
pub fn rematch() -> &'static str {
    // Translators: Another game of the same players, the colours changed.
    say_about!("key", "Rematch")
}

/// The match is shown.
pub fn the_match() -> &'static str {
    // Translators: A match is several games of the same players.
    say!("The match and its score")
}

labels! {
    /// A position is arranged.
    set_up = say!("Set up a position");
    /// A file is opened.
    open = say!("Open a game");
    /// The games of the file are listed.
    games = say!("Choose another game of the file");
    /// The next game of the file is opened.
    next_game = say!("Open the next game of the file");
    /// The one before is opened.
    previous_game = say!("Open the game before in the file");
    /// The game is saved.
    save = say!("Save the game");
    /// It is saved elsewhere.
    save_as = say!("Save the game to another file");
    /// It is printed.
    print = say!("Print the game");
    /// Title of the action that shows the details.
    details = say!("Game details");
    /// It is copied.
    copy = say!("Copy the game");
    /// Its position is copied.
    copy_position = say!("Copy the position");
    /// Title of the action that pastes.
    paste = say!("Paste a game or a position");
    /// The clock stops, or runs on.
    pause = say!("Pause the game, or go on");
    /// A move is taken back.
    undo = say!("Take a move back");
}

/// It is made again.
pub fn redo() -> &'static str {
    // Translators: The move that was taken back.
    say!("Make the move again")
}

/// A move is written.
pub fn type_move() -> &'static str {
    // Translators: Any letter that is typed on the board begins to write a move, too.
    say!("Type a move, as any letter on the board does")
}

labels! {
    /// The start is shown.
    first = say!("Show the start of the game");
    /// The position before is shown.
    previous = say!("Show the position before");
    /// The position after is shown.
    next = say!("Show the position after");
    /// The end is shown.
    last = say!("Show the end of the game or variation");
    /// A comment is written.
    comment = say!("Comment on the position");
}

/// The board is turned.
pub fn flip() -> &'static str {
    // Translators: Show it from the other side.
    say!("Flip the board")
}

labels! {
    /// The panel beside the board comes or goes.
    panel = say!("Show or hide the side panel");
    /// The window fills the screen.
    full_screen = say!("Full screen");
    /// Moves are heard, or not.
    sound = say!("Sound on or off");
    /// The preferences are shown.
    preferences = say!("Preferences");
    /// The help is shown.
    help = say!("Rules and help");
    /// The keys are listed.
    shortcuts = say!("Keyboard shortcuts");
    /// The window goes.
    close = say!("Close the window");
}

/// The program ends.
pub fn quit() -> &'static str {
    // Translators: Leave the program.
    say_about!("key", "Quit")
}

/// A change is taken back.
pub fn undo_change() -> &'static str {
    // Translators: A change of the position that is set up.
    say!("Take a change back")
}

/// It is made again.
pub fn redo_change() -> &'static str {
    // Translators: The change of the position that was taken back.
    say!("Make the change again")
}

/// The pieces stand as a game begins.
pub fn start() -> &'static str {
    // Translators: Put the pieces as a game begins.
    say!("The start of a game")
}

labels! {
    /// All pieces but the generals go.
    clear = say!("Clear the board");
    /// Left and right change places.
    mirror = say!("Mirror left and right");
}

/// The pieces change sides.
pub fn swap() -> &'static str {
    // Translators: The pieces change their colour.
    say!("Swap the sides")
}

labels! {
    /// The other side is to move.
    turn = say!("Change the side to move");
    /// A position is taken that was copied elsewhere.
    paste_position = say!("Paste a position");
}

/// A game begins from the position.
pub fn play() -> &'static str {
    // Translators: Begin a game from the position that was set up.
    say!("Play from here")
}
