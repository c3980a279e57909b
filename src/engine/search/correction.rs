//! Correction history: how far searches of similar positions were from their static evaluations.
//!
//! Positions are similar if all soldiers stand alike, or all guards (advisors and elephants), or all major pieces, or if
//! the last two moves were the same. Each of these gives a key to a table of its own.

use super::ordering::PieceTo;
use crate::rules::zobrist::mixed;
use crate::rules::{Piece, PieceKind, Position, Side};

/// Number of entries of a table for a side.
const SIZE: usize = 1 << 14;
/// Number of tables.
const TABLES: usize = 4;
/// Maximum of an entry.
const LIMIT: i32 = 1024;
/// Sum of entries that corrects an evaluation by one point.
const PER_POINT: i32 = 32;

/// Entries that hold for a position, one of each table.
pub type CorrectionKeys = [u16; TABLES];

/// Correction tables.
pub struct CorrectionTables([Vec<i16>; TABLES]);

impl Default for CorrectionTables {
    fn default() -> Self {
        Self(std::array::from_fn(|_| vec![0; 2 * SIZE]))
    }
}

impl CorrectionTables {
    /// Points to be added to a static evaluation.
    pub fn correction(&self, keys: CorrectionKeys) -> i32 {
        let entries = self.0.iter().zip(keys);
        let entries = entries.map(|(table, key)| i32::from(table[usize::from(key)]));
        entries.sum::<i32>() / PER_POINT
    }

    /// Learns that a search of this depth found `error` points more than the evaluation.
    pub fn learn(&mut self, keys: CorrectionKeys, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, key) in self.0.iter_mut().zip(keys) {
            let entry = &mut table[usize::from(key)];
            let known = i32::from(*entry);
            *entry = (known + bonus - known * bonus.abs() / LIMIT) as i16;
        }
    }
}

/// Keys of a position that was reached by these moves, the last one first.
pub fn correction_keys(position: &Position, before: [PieceTo; 3]) -> CorrectionKeys {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse, Soldier};
    let key = |hash: u64| ((hash >> 50) as usize + position.turn().index() * SIZE) as u16;
    let of = |kinds: &[PieceKind]| {
        let mut hash = 0;
        for kind in kinds {
            for side in Side::ALL {
                let bits = position.board().of_piece(Piece::new(side, *kind)).bits();
                let word = bits as u64 ^ ((bits >> 64) as u64).rotate_left(33);
                hash = (hash ^ word)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29);
            }
        }
        key(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    let moves = u64::from(before[0]) << 16 | u64::from(before[1]);
    [
        of(&[Soldier]),
        of(&[Advisor, Elephant]),
        of(&[Chariot, Cannon, Horse]),
        key(mixed(moves)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::ordering::NO_MOVE;

    #[test]
    fn similar_positions_are_corrected_alike() {
        let start = Position::start();
        let before = [NO_MOVE; 3];
        let keys = correction_keys(&start, before);
        let mut tables = CorrectionTables::default();
        assert_eq!(tables.correction(keys), 0);
        for _ in 0..100 {
            tables.learn(keys, 80, 8);
        }
        let corrected = tables.correction(keys);
        assert!(corrected > 50 && corrected <= LIMIT * TABLES as i32 / PER_POINT);
        // A horse has moved: the soldiers and the guards stand as before.
        let moves = ["b0c2", "b9c7"].map(|text| text.parse().expect("a move"));
        let similar = moves
            .iter()
            .fold(start.clone(), |position, mv| position.after(*mv));
        let similar = tables.correction(correction_keys(&similar, [1, 2, 3]));
        assert_eq!(similar, corrected / 2);
        // The other side judges for itself.
        let passed = start.passed().expect("no check");
        assert_eq!(tables.correction(correction_keys(&passed, before)), 0);
    }
}
