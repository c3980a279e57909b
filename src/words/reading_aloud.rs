//! Commands that read something aloud, as in the list of shortcuts.

use super::catalogue::{labels, say};

labels! {
    /// Heading of these keys.
    reading_keys = say!("Reading Aloud");
    /// Title of the command that reads the last move.
    read_last_move_title = say!("Read the last move");
    /// Title of the command that reads the times.
    read_times_title = say!("Read the clock times");
    /// Title of the command that reads the moves of the piece under the cursor.
    read_possible_moves_title = say!("Read where the piece under the cursor can go");
    /// Title of the command that reads attackers and protectors.
    read_attackers_title = say!("Read what attacks and protects this point");
    /// Title of the command that reads a file.
    read_file_title = say!("Read this file, or a file by its number from Red’s right");
    /// Title of the command that reads a rank.
    read_rank_title = say!("Read this rank, or a rank by its number from Red’s side (0 for the tenth)");
    /// Title of the command that reads where the pieces of the side to move stand.
    read_own_pieces_title = say!("Read the pieces of the side to move");
    /// Title of the command that reads where the pieces of the other side stand.
    read_other_pieces_title = say!("Read the opponent’s pieces");
    /// Title of the command that reads captured pieces.
    read_captured_title = say!("Read the captured pieces");
}
