//! Questions answered aloud, as in the list of keys.

use super::catalogue::{labels, say};

labels! {
    /// Heading of these keys.
    reading_keys = say!("Reading Aloud");
    /// Title of the question about the last move.
    ask_last_move = say!("Read the last move");
    /// Title of the question about the times.
    ask_times = say!("Read the clock times");
    /// Title of the question about the moves of the piece under the cursor.
    ask_possible_moves = say!("Read where the piece under the cursor can go");
    /// Title of the question about attackers and protectors.
    ask_attackers = say!("Read what attacks and protects this point");
    /// Title of the question about a file.
    ask_file = say!("Read a file, counted from Red’s right");
    /// Title of the question about a rank.
    ask_rank = say!("Read this rank, or a rank by its number from Red’s side (0 for the tenth)");
    /// Title of the question about captured pieces.
    ask_captured = say!("Read the captured pieces");
}
