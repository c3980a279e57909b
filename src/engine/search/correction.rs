//! Correction history: how far searches of similar positions were from their static evaluations.
//!
//! Positions are similar if all soldiers stand alike, or all guards (advisors and elephants), or all major pieces, or if
//! the last two moves were the same. Each of these gives a key to a table of its own.

use super::ordering::PieceTo;
use crate::rules::zobrist::{mixed, piece_key};
use crate::rules::{Piece, PieceKind, Point, Position, Side};

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

/// Zobrist keys of the soldiers, of the guards and of the major pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupKeys([u64; 3]);

impl GroupKeys {
    /// The keys of a position.
    pub fn new(position: &Position) -> Self {
        let mut keys = Self::default();
        for (at, piece) in position.board().pieces() {
            keys.toggle(piece, at);
        }
        keys
    }

    /// Puts a piece on a point, or removes it.
    pub const fn toggle(&mut self, piece: Piece, at: Point) {
        let group = match piece.kind {
            PieceKind::Soldier => 0,
            PieceKind::Advisor | PieceKind::Elephant => 1,
            PieceKind::Horse | PieceKind::Chariot | PieceKind::Cannon => 2,
            PieceKind::General => return,
        };
        self.0[group] ^= piece_key(piece, at);
    }
}

/// Keys of a position with these pieces and side to move that was reached by these moves, the last one first.
pub fn correction_keys(groups: GroupKeys, turn: Side, before: [PieceTo; 3]) -> CorrectionKeys {
    let key = |hash: u64| ((hash >> 50) as usize + turn.index() * SIZE) as u16;
    let [soldiers, guards, majors] = groups.0;
    let moves = u64::from(before[0]) << 16 | u64::from(before[1]);
    [key(soldiers), key(guards), key(majors), key(mixed(moves))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::ordering::NO_MOVE;

    #[test]
    fn similar_positions_are_corrected_alike() {
        let start = Position::start();
        let before = [NO_MOVE; 3];
        let keys_of = |position: &Position, before| {
            correction_keys(GroupKeys::new(position), position.turn(), before)
        };
        let keys = keys_of(&start, before);
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
        let similar = tables.correction(keys_of(&similar, [1, 2, 3]));
        assert_eq!(similar, corrected / 2);
        // The other side judges for itself.
        let passed = start.passed().expect("no check");
        assert_eq!(tables.correction(keys_of(&passed, before)), 0);
    }
    #[test]
    fn a_group_has_a_key_of_its_own_wherever_it_stands() {
        let mut seen = std::collections::HashSet::new();
        // Two soldiers on any two points.
        for first in Point::all() {
            for second in Point::all().filter(|second| second.index() > first.index()) {
                let mut keys = GroupKeys::default();
                keys.toggle(Piece::new(Side::Red, PieceKind::Soldier), first);
                keys.toggle(Piece::new(Side::Red, PieceKind::Soldier), second);
                assert!(seen.insert(keys.0), "{first} {second}");
            }
        }
        assert_eq!(seen.len(), Point::COUNT * (Point::COUNT - 1) / 2);
    }
}
