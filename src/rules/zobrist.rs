//! Zobrist keys: hash keys of positions, updated by exclusive ors.

use super::{Move, Piece, Point, Position, Side};

/// Number of different pieces.
const PIECES: usize = 14;

/// A random number for each piece on each point.
static KEYS: [[u64; Point::COUNT]; PIECES] = keys();
/// Key of Black to move.
const BLACK: u64 = mixed(0x7c15);

/// The key of a position.
pub fn key(position: &Position) -> u64 {
    let pieces = position.board().pieces();
    let pieces = pieces.map(|(point, piece)| piece_key(piece, point));
    pieces.fold(of_turn(position.turn()), |key, piece| key ^ piece)
}

/// The key of a position mirrored left to right.
pub fn mirrored_key(position: &Position) -> u64 {
    let pieces = position.board().pieces();
    let pieces = pieces.map(|(point, piece)| piece_key(piece, point.mirrored()));
    pieces.fold(of_turn(position.turn()), |key, piece| key ^ piece)
}

/// The key after a move of the position with this key.
pub fn key_after(key: u64, position: &Position, mv: Move) -> u64 {
    let moved = position.piece_at(mv.from);
    let moved = moved.map_or(0, |piece| {
        piece_key(piece, mv.from) ^ piece_key(piece, mv.to)
    });
    let captured = position.piece_at(mv.to);
    let captured = captured.map_or(0, |piece| piece_key(piece, mv.to));
    passed(key ^ moved ^ captured)
}

/// The key after a null move: the other side is to move.
pub const fn passed(key: u64) -> u64 {
    key ^ BLACK
}

/// Derives a separate key for each purpose.
pub const fn salted(key: u64, purpose: u8) -> u64 {
    key ^ if purpose == 0 {
        0
    } else {
        mixed(purpose as u64)
    }
}

const fn of_turn(turn: Side) -> u64 {
    match turn {
        Side::Red => 0,
        Side::Black => BLACK,
    }
}

/// The key of a piece on a point.
pub const fn piece_key(piece: Piece, point: Point) -> u64 {
    KEYS[piece.side.index() * (PIECES / 2) + piece.kind.index()][point.index()]
}

const fn keys() -> [[u64; Point::COUNT]; PIECES] {
    let mut keys = [[0; Point::COUNT]; PIECES];
    let mut index = 0;
    while index < PIECES * Point::COUNT {
        keys[index / Point::COUNT][index % Point::COUNT] = mixed(0x1_0000 + index as u64);
        index += 1;
    }
    keys
}

/// Mixes the bits of a number (the finalizer of SplitMix64 by Steele, Lea and Flood).
pub const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_move_changes_the_key_as_its_position_does() {
        let mut seen = HashMap::new();
        let mut positions = vec![Position::start()];
        for _ in 0..3 {
            let next: Vec<_> = positions
                .iter()
                .flat_map(|position| {
                    let here = key(position);
                    position.legal_moves().into_iter().map(move |mv| {
                        let next = position.after(mv);
                        assert_eq!(key_after(here, position, mv), key(&next));
                        next
                    })
                })
                .step_by(3)
                .collect();
            positions = next;
            for position in &positions {
                let known = seen.insert(key(position), position.clone());
                assert!(known.is_none_or(|known| known == *position));
            }
        }
        for position in &positions {
            let setup = crate::rules::Setup::from(position);
            let mirrored = setup.mirrored().position().expect("a position");
            assert_eq!(mirrored_key(position), key(&mirrored));
        }
        let start = Position::start();
        let other = start.passed().expect("no check");
        assert_eq!(passed(key(&start)), key(&other));
    }
}
