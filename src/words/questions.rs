//! What a player who listens can ask, as the list of keys has it.

use super::catalogue::say;

/// The heading over these keys.
#[must_use]
pub fn reading_keys() -> &'static str {
    say!("Reading aloud")
}

/// Which move was made last.
#[must_use]
pub fn ask_last_move() -> &'static str {
    say!("Tell the last move")
}

/// How much time there is.
#[must_use]
pub fn ask_times() -> &'static str {
    say!("Tell the times")
}

/// Where the piece under the cursor can go.
#[must_use]
pub fn ask_possible_moves() -> &'static str {
    say!("Tell the moves of the piece under the cursor")
}

/// What attacks the point under the cursor.
#[must_use]
pub fn ask_attackers() -> &'static str {
    say!("Tell what attacks and protects this point")
}

/// Who stands on a file.
#[must_use]
pub fn ask_file() -> &'static str {
    say!("Read a file, counted from Red’s right")
}

/// Who stands on a rank.
#[must_use]
pub fn ask_rank() -> &'static str {
    say!("Read this rank, or one from Red’s side; 0 is the tenth")
}

/// What either side has captured.
#[must_use]
pub fn ask_captured() -> &'static str {
    say!("Tell the captured pieces")
}
