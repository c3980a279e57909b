//! What the keys do, as the list of them says it, and the headings of that list.

use super::catalogue::{say, say_about};

/// The heading over the keys of the game.
#[must_use]
pub fn game_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Game")
}
/// The heading over the keys of files.
#[must_use]
pub fn files_group() -> &'static str {
    say!("Files and the clipboard")
}
/// The heading over the keys of the board.
#[must_use]
pub fn board_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Board")
}
/// The heading over the keys of moves.
#[must_use]
pub fn moves_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "Moves")
}
/// The heading over the keys of what is shown and heard.
#[must_use]
pub fn view_group() -> &'static str {
    say!("View and sound")
}
/// The heading over the keys of everything else.
#[must_use]
pub fn general_group() -> &'static str {
    // Translators: A heading over keys in the list of all keys.
    say_about!("heading", "General")
}

/// The keyboard goes to the list of moves, and from there back.
#[must_use]
pub fn move_list() -> &'static str {
    say!("Go to the list of moves, or back to the board")
}

/// Learning aids on or off, for the list of keys.
#[must_use]
pub fn aids() -> &'static str {
    say!("Learning aids on or off")
}

/// A game begins.
#[must_use]
pub fn new_game() -> &'static str {
    say!("New game")
}
/// The same players play again.
#[must_use]
pub fn rematch() -> &'static str {
    // Translators: Another game of the same players, the colours changed.
    say_about!("key", "Rematch")
}
/// The match is shown.
#[must_use]
pub fn the_match() -> &'static str {
    // Translators: A match is several games of the same players.
    say!("The match and its score")
}
/// A position is arranged.
#[must_use]
pub fn set_up() -> &'static str {
    say!("Set up a position")
}
/// A file is opened.
#[must_use]
pub fn open() -> &'static str {
    say!("Open a game")
}
/// The games of the file are listed.
#[must_use]
pub fn games() -> &'static str {
    say!("Choose another game of the file")
}
/// The next game of the file is opened.
#[must_use]
pub fn next_game() -> &'static str {
    say!("Open the next game of the file")
}
/// The one before is opened.
#[must_use]
pub fn previous_game() -> &'static str {
    say!("Open the game before in the file")
}
/// The game is saved.
#[must_use]
pub fn save() -> &'static str {
    say!("Save the game")
}
/// It is saved elsewhere.
#[must_use]
pub fn save_as() -> &'static str {
    say!("Save the game to another file")
}
/// It is printed.
#[must_use]
pub fn print() -> &'static str {
    say!("Print the game")
}
/// What is known about it is shown.
#[must_use]
pub fn details() -> &'static str {
    say!("Game details")
}
/// It is copied.
#[must_use]
pub fn copy() -> &'static str {
    say!("Copy the game")
}
/// Its position is copied.
#[must_use]
pub fn copy_position() -> &'static str {
    say!("Copy the position")
}
/// What was copied elsewhere is taken.
#[must_use]
pub fn paste() -> &'static str {
    say!("Paste a game or a position")
}
/// The clock stops, or runs on.
#[must_use]
pub fn pause() -> &'static str {
    say!("Pause the game, or go on")
}
/// A move is taken back.
#[must_use]
pub fn undo() -> &'static str {
    say!("Take a move back")
}
/// It is made again.
#[must_use]
pub fn redo() -> &'static str {
    // Translators: The move that was taken back.
    say!("Make the move again")
}
/// A move is written.
#[must_use]
pub fn type_move() -> &'static str {
    // Translators: Any letter that is typed on the board begins to write a move, too.
    say!("Type a move, as any letter on the board does")
}
/// The start is shown.
#[must_use]
pub fn first() -> &'static str {
    say!("Show the start of the game")
}
/// The position before is shown.
#[must_use]
pub fn previous() -> &'static str {
    say!("Show the position before")
}
/// The position after is shown.
#[must_use]
pub fn next() -> &'static str {
    say!("Show the position after")
}
/// The end is shown.
#[must_use]
pub fn last() -> &'static str {
    say!("Show the end of the game or variation")
}
/// A comment is written.
#[must_use]
pub fn comment() -> &'static str {
    say!("Comment on the position")
}
/// The board is turned.
#[must_use]
pub fn flip() -> &'static str {
    // Translators: Show it from the other side.
    say!("Flip the board")
}
/// The panel beside the board comes or goes.
#[must_use]
pub fn panel() -> &'static str {
    say!("Show or hide the side panel")
}
/// The window fills the screen.
#[must_use]
pub fn full_screen() -> &'static str {
    say!("Full screen")
}
/// Moves are heard, or not.
#[must_use]
pub fn sound() -> &'static str {
    say!("Sound on or off")
}
/// The preferences are shown.
#[must_use]
pub fn preferences() -> &'static str {
    say!("Preferences")
}
/// The help is shown.
#[must_use]
pub fn help() -> &'static str {
    say!("Rules and help")
}
/// The keys are listed.
#[must_use]
pub fn shortcuts() -> &'static str {
    say!("Keyboard shortcuts")
}
/// The window goes.
#[must_use]
pub fn close() -> &'static str {
    say!("Close the window")
}
/// The program ends.
#[must_use]
pub fn quit() -> &'static str {
    // Translators: Leave the program.
    say_about!("key", "Quit")
}

/// A change is taken back.
#[must_use]
pub fn undo_change() -> &'static str {
    // Translators: A change of the position that is set up.
    say!("Take a change back")
}
/// It is made again.
#[must_use]
pub fn redo_change() -> &'static str {
    // Translators: The change of the position that was taken back.
    say!("Make the change again")
}
/// The pieces stand as a game begins.
#[must_use]
pub fn start() -> &'static str {
    // Translators: Put the pieces as a game begins.
    say!("The start of a game")
}
/// All pieces but the generals go.
#[must_use]
pub fn clear() -> &'static str {
    say!("Clear the board")
}
/// Left and right change places.
#[must_use]
pub fn mirror() -> &'static str {
    say!("Mirror left and right")
}
/// The pieces change sides.
#[must_use]
pub fn swap() -> &'static str {
    // Translators: The pieces change their colour.
    say!("Swap the sides")
}
/// The other side is to move.
#[must_use]
pub fn turn() -> &'static str {
    say!("Change the side to move")
}
/// A position is taken that was copied elsewhere.
#[must_use]
pub fn paste_position() -> &'static str {
    say!("Paste a position")
}
/// A game begins from the position.
#[must_use]
pub fn play() -> &'static str {
    // Translators: Begin a game from the position that was set up.
    say!("Play from here")
}
