//! Names of the actions in the list of keys, and the headings of that list.

use super::catalogue::{labels, say, say_about};

labels! {
    // Translators: A heading over keys in the list of all keys.
    game_group = say_about!("heading", "Game");
    files_group = say!("Files and Clipboard");
    // Translators: A heading over keys in the list of all keys.
    board_group = say_about!("heading", "Board");
    // Translators: A heading over keys in the list of all keys.
    moves_group = say_about!("heading", "Moves");
    view_group = say!("View and Sound");
    // Translators: A heading over keys in the list of all keys.
    general_group = say_about!("heading", "General");
    move_list = say!("Go to the move list, or back to the board");
    chat = say!("Chat with a friend far away, or go back to the board");
    aids = say!("Turn learning aids on or off");
    new_game = say!("New Game");
    play_computer = say!("Play the Computer");
    finished = say!("Finished Games");
    // Translators: Another game of the same players, the colors changed.
    rematch = say_about!("key", "Rematch");
    // Translators: A match is several games of the same players.
    the_match = say!("Show the match and score");
    set_up = say!("Set up a position");
    open = say!("Open a game");
    open_folder = say!("Open the games of a folder");
    games = say!("Choose another game in the file");
    next_game = say!("Open the next game in the file");
    previous_game = say!("Open the previous game in the file");
    save = say!("Save the game");
    save_as = say!("Save the game to another file");
    print = say!("Print the game");
    details = say!("Show the game details");
    copy = say!("Copy the game");
    copy_position = say!("Copy the position");
    paste = say!("Paste a game, a position or a move");
    pause = say!("Pause or resume the game");
    adjust_clocks = say!("Adjust the clocks of a paused game");
    press_clock = say!("Press the clock after a move");
    move_now = say!("Make the computer move now");
    hint = say!("Get a hint; press again for more");
    analyze = say!("Analyze the position, or stop");
    undo = say!("Take back a move");
    // Translators: The move that was taken back.
    redo = say!("Redo the move");
    // Translators: Any letter that is typed on the board begins to write a move, too.
    type_move = say!("Type a move; any letter on the board also starts one");
    first = say!("Show the start of the game");
    previous = say!("Show the previous position");
    next = say!("Show the next position");
    last = say!("Show the end of the game or variation");
    practice = say!("Practice the turning points");
    previous_turn = say!("Show the previous turning point");
    next_turn = say!("Show the next turning point");
    guess = say!("Guess the moves of the game, or stop");
    show_move = say!("Show the move that is to be guessed");
    comment = say!("Comment on the position");
    // Translators: Remove the arrows and circles from the board.
    erase_drawings = say!("Erase the drawings");
    book = say!("Show or hide the moves of the game book");
    // Translators: Show it from the other side.
    flip = say!("Flip the board");
    panel = say!("Show or hide the sidebar");
    full_screen = say!("Fullscreen");
    sound = say!("Turn sound on or off");
    preferences = say!("Preferences");
    shortcuts = say!("Keyboard Shortcuts");
    close = say!("Close the window");
    // Translators: Leave the program.
    quit = say_about!("key", "Quit");
    // Translators: A change of the position that is set up.
    undo_change = say!("Undo a change");
    // Translators: The change of the position that was taken back.
    redo_change = say!("Redo the change");
    // Translators: Put the pieces as a game begins.
    start = say!("Set up the starting position");
    clear = say!("Clear the board");
    mirror = say!("Mirror left and right");
    // Translators: The pieces change their color.
    swap = say!("Swap sides");
    turn = say!("Change the side to move");
    paste_position = say!("Paste a position");
    // Translators: Begin a game from the position that was set up.
    play = say!("Play from here");
    choose_opponent = say!("Choose the opponent, and play from here");
    reading_group = say!("Reading Aloud");
    read_last_move = say!("Read the last move");
    read_times = say!("Read the clock times");
    read_possible_moves = say!("Read where the piece under the cursor can go");
    read_attackers = say!("Read what attacks and protects this point");
    read_file = say!("Read this file, or a file by its number from Red’s right");
    read_rank = say!("Read this rank, or a rank by its number from Red’s side (0 for the tenth)");
    read_own_pieces = say!("Read the pieces of the side to move");
    read_other_pieces = say!("Read the opponent’s pieces");
    read_captured = say!("Read the captured pieces");
}
