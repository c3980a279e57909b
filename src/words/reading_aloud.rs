//! Commands that read something aloud, as in the list of shortcuts.

use super::catalogue::{labels, say};

labels! {
    reading_keys = say!("Reading Aloud");
    read_last_move_title = say!("Read the last move");
    read_times_title = say!("Read the clock times");
    read_possible_moves_title = say!("Read where the piece under the cursor can go");
    read_attackers_title = say!("Read what attacks and protects this point");
    read_file_title = say!("Read this file, or a file by its number from Red’s right");
    read_rank_title = say!("Read this rank, or a rank by its number from Red’s side (0 for the tenth)");
    read_own_pieces_title = say!("Read the pieces of the side to move");
    read_other_pieces_title = say!("Read the opponent’s pieces");
    read_captured_title = say!("Read the captured pieces");
}
