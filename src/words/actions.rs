//! Names of the actions in the list of keys, and the headings of that list.

use super::catalogue::{labels, say, say_about};

labels! {
    /// Heading of the keys of the game.
    // Translators: A heading over keys in the list of all keys.
    game_group = say_about!("heading", "Game");
    /// Heading of the keys of files.
    files_group = say!("Files and Clipboard");
    /// Heading of the keys of the board.
    // Translators: A heading over keys in the list of all keys.
    board_group = say_about!("heading", "Board");
    /// Heading of the keys of moves.
    // Translators: A heading over keys in the list of all keys.
    moves_group = say_about!("heading", "Moves");
    /// Heading of the keys for display and sound.
    view_group = say!("View and Sound");
    /// Heading of all other keys.
    // Translators: A heading over keys in the list of all keys.
    general_group = say_about!("heading", "General");
    /// Title of the action that moves the focus to the move list and back.
    move_list = say!("Go to the move list, or back to the board");
    /// Title of the action that moves the focus to the chat and back.
    chat = say!("Chat with a friend far away, or go back to the board");
    /// Title of the action that toggles learning aids.
    aids = say!("Turn learning aids on or off");
    /// Title of the action that begins a game.
    new_game = say!("New game");
    /// Title of the action that begins another game of the same players.
    // Translators: Another game of the same players, the colors changed.
    rematch = say_about!("key", "Rematch");
    /// Title of the action that shows the match.
    // Translators: A match is several games of the same players.
    the_match = say!("Show the match and score");
    /// Title of the action that opens the position editor.
    set_up = say!("Set up a position");
    /// Title of the action that opens a file.
    open = say!("Open a game");
    /// Title of the action that lists the games of a folder.
    open_folder = say!("Open the games of a folder");
    /// Title of the action that lists the games of the file.
    games = say!("Choose another game in the file");
    /// Title of the action that opens the next game of the file.
    next_game = say!("Open the next game in the file");
    /// Title of the action that opens the previous game of the file.
    previous_game = say!("Open the previous game in the file");
    /// Title of the action that saves the game.
    save = say!("Save the game");
    /// Title of the action that saves to another file.
    save_as = say!("Save the game to another file");
    /// Title of the action that prints the game.
    print = say!("Print the game");
    /// Title of the action that shows the details.
    details = say!("Show the game details");
    /// Title of the action that copies the game.
    copy = say!("Copy the game");
    /// Title of the action that copies the position.
    copy_position = say!("Copy the position");
    /// Title of the action that pastes.
    paste = say!("Paste a game, a position or a move");
    /// Title of the action that pauses or resumes the clock.
    pause = say!("Pause or resume the game");
    /// Title of the action that has the computer move at once.
    move_now = say!("Have the computer stop thinking and move");
    /// Title of the action that gives a hint.
    hint = say!("Get a hint: the piece, the move, and why");
    /// Title of the action that takes a move back.
    undo = say!("Take back a move");
    /// Title of the action that replays a move.
    // Translators: The move that was taken back.
    redo = say!("Redo the move");
    /// Title of the action that enters a move as text.
    // Translators: Any letter that is typed on the board begins to write a move, too.
    type_move = say!("Type a move; any letter on the board also starts one");
    /// Title of the action that shows the start.
    first = say!("Show the start of the game");
    /// Title of the action that shows the previous position.
    previous = say!("Show the previous position");
    /// Title of the action that shows the next position.
    next = say!("Show the next position");
    /// Title of the action that shows the end.
    last = say!("Show the end of the game or variation");
    /// Title of the action that edits the comment.
    comment = say!("Comment on the position");
    /// Title of the action that turns the board.
    // Translators: Show it from the other side.
    flip = say!("Flip the board");
    /// Title of the action that toggles the side panel.
    panel = say!("Show or hide the sidebar");
    /// Title of the action that toggles full screen.
    full_screen = say!("Fullscreen");
    /// Title of the action that toggles sound.
    sound = say!("Turn sound on or off");
    /// Title of the action that shows the preferences.
    preferences = say!("Preferences");
    /// Title of the action that shows the help.
    help = say!("Rules and help");
    /// Title of the action that lists the keys.
    shortcuts = say!("Keyboard shortcuts");
    /// Title of the action that closes the window.
    close = say!("Close the window");
    /// Title of the action that quits the program.
    // Translators: Leave the program.
    quit = say_about!("key", "Quit");
    /// Title of the action that undoes a change in the editor.
    // Translators: A change of the position that is set up.
    undo_change = say!("Undo a change");
    /// Title of the action that redoes a change in the editor.
    // Translators: The change of the position that was taken back.
    redo_change = say!("Redo the change");
    /// Title of the action that sets up the starting position.
    // Translators: Put the pieces as a game begins.
    start = say!("Set up the starting position");
    /// Title of the action that removes all pieces but the generals.
    clear = say!("Clear the board");
    /// Title of the action that mirrors the board.
    mirror = say!("Mirror left and right");
    /// Title of the action that swaps the sides of the pieces.
    // Translators: The pieces change their color.
    swap = say!("Swap sides");
    /// Title of the action that changes the side to move.
    turn = say!("Change the side to move");
    /// Title of the action that pastes a position.
    paste_position = say!("Paste a position");
    /// Title of the action that begins a game from the position.
    // Translators: Begin a game from the position that was set up.
    play = say!("Play from here");
    /// Title of the action that chooses who plays the game from the position.
    choose_opponent = say!("Choose the opponent, and play from here");
}
