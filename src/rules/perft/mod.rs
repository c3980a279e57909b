//! Counting lines of play: the classic test of a move generator's correctness and speed.

mod replies;

use super::{Move, Position};

/// Number of lines of exactly `depth` legal moves from here; 1 at depth 0.
///
/// # Panics
///
/// Panics if a general is missing, as in a position made only for viewing.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        2 => replies::count(position.board().bitboards(), position.turn()),
        _ => {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| perft(&position.after(mv), depth - 1)).sum()
        }
    }
}

/// The legal moves, each with the number of lines of exactly `depth` moves that begin with it; none at depth 0.
///
/// # Panics
///
/// Panics like [`perft`].
pub fn perft_divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> + '_ {
    let rest = depth.checked_sub(1);
    let moves = rest.map(|rest| (position.legal_moves(), rest));
    moves.into_iter().flat_map(move |(moves, rest)| {
        let moves = moves.into_iter();
        moves.map(move |mv| (mv, perft(&position.after(mv), rest)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_known_counts() {
        let start = Position::start();
        let counts = (0..4).map(|depth| perft(&start, depth));
        assert!(counts.eq([1, 44, 1920, 79_666]));
        assert_eq!(perft_divide(&start, 2).count(), 44);
        let lines = perft_divide(&start, 2).map(|(_, lines)| lines);
        assert_eq!(lines.sum::<u64>(), 1920);
    }
}
