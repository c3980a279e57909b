//! What a player who listens can ask, as the list of keys has it.

use super::catalogue::{labels, say};

labels! {
    /// The heading over these keys.
    reading_keys = say!("Reading aloud");
    /// Which move was made last.
    ask_last_move = say!("Tell the last move");
    /// How much time there is.
    ask_times = say!("Tell the times");
    /// Where the piece under the cursor can go.
    ask_possible_moves = say!("Tell the moves of the piece under the cursor");
    /// Title of the question about attackers and protectors.
    ask_attackers = say!("Tell what attacks and protects this point");
    /// Who stands on a file.
    ask_file = say!("Read a file, counted from Red’s right");
    /// Who stands on a rank.
    ask_rank = say!("Read this rank, or one from Red’s side; 0 is the tenth");
    /// Title of the question about captured pieces.
    ask_captured = say!("Tell the captured pieces");
}
