//! Counting lines of play: the classic proof that a move generator is right, and the measure of its speed.

use super::Position;

/// How many lines of just `depth` legal moves start here; 1 at depth 0.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else {
        return 1;
    };
    let moves = position.legal_moves();
    let next = |mv| position.play(mv).map_or(0, |next| perft(&next, rest));
    moves.into_iter().map(next).sum()
}
