//! Tables that depend on geometry alone, computed at compile time.
//!
//! A line (a file or a rank) is a word with one bit per point, from Red's home or from file `a`. The line tables are
//! indexed by a point and the pieces on its line; they take 100 KiB, all tables together 175 KiB, and cost no startup
//! time.

use super::{File, Point, PointSet, Rank, Side};

/// A step: files to Red's right, ranks up.
pub(super) type Delta = (i8, i8);

/// The four orthogonal directions, in the order of the bits of [`legs`].
pub(super) const ORTHOGONAL: [Delta; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four diagonal directions, in the order of the bits of [`eyes`].
pub(super) const DIAGONAL: [Delta; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The points seen from a point in both directions of one line.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// The points up to and including the first piece.
    pub near: u16,
    /// The second piece in each direction, which a cannon may capture.
    pub second: u16,
    /// The points up to and including the second piece.
    pub far: u16,
}

/// A point in every form used by bitboards.
#[derive(Clone, Copy)]
pub(super) struct PointBits {
    /// Its bit in a set of points.
    pub bit: u128,
    /// Its bit in its file's word.
    pub on_file: u16,
    /// Its bit in its rank's word.
    pub on_rank: u16,
    /// Index of its file.
    pub file: u8,
    /// Index of its rank.
    pub rank: u8,
}

/// Maps every point of the board to a value computed at compile time.
macro_rules! by_point {
    ($point:ident => $value:expr) => {{
        let mut table = [PointSet::EMPTY; Point::COUNT];
        let mut index = 0;
        while let Some($point) = Point::from_index(index) {
            table[index] = $value;
            index += 1;
        }
        table
    }};
}

pub(super) use by_point;

/// Every point in every form.
pub(super) static POINT_BITS: [PointBits; Point::COUNT] = point_bits();

/// The view along a file, by the point's rank and the file's pieces.
pub(super) static FILE_LINES: [[Ray; 1 << Rank::COUNT]; Rank::COUNT] = lines();
/// The view along a rank, by the point's file and the rank's pieces.
pub(super) static RANK_LINES: [[Ray; 1 << File::COUNT]; File::COUNT] = lines();
/// A word of file `a` as a set of points.
pub(super) static FILE_POINTS: [PointSet; 1 << Rank::COUNT] = file_points();
/// Number of bits set in a line's word: many processors that run this have no such instruction.
pub(super) static LENGTHS: [u8; 1 << Rank::COUNT] = lengths();

/// The orthogonally adjacent points: legs.
pub(super) static NEXT: [PointSet; Point::COUNT] = by_point!(at => steps(at, &ORTHOGONAL));
/// The diagonally adjacent points: eyes.
pub(super) static DIAGONAL_NEIGHBORS: [PointSet; Point::COUNT] =
    by_point!(at => steps(at, &DIAGONAL));
/// The other points of the same file or rank.
pub(super) static CROSS: [PointSet; Point::COUNT] = by_point!(at => cross(at));
/// The other points of the same file.
pub(super) static ON_FILE: [PointSet; Point::COUNT] =
    by_point!(at => both(cross(at), PointSet::from_bits(FILE_A << at.file().index())));

/// A general's steps.
pub(super) static GENERAL: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => both(steps(at, &ORTHOGONAL), palace(Side::Red))),
    by_point!(at => both(steps(at, &ORTHOGONAL), palace(Side::Black))),
];
/// An advisor's steps.
pub(super) static ADVISOR: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => both(steps(at, &DIAGONAL), palace(Side::Red))),
    by_point!(at => both(steps(at, &DIAGONAL), palace(Side::Black))),
];
/// A soldier's steps.
pub(super) static SOLDIER: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => soldier(at, Side::Red)),
    by_point!(at => soldier(at, Side::Black)),
];
/// The points from which a soldier steps to the point.
pub(super) static SOLDIER_FROM: [[PointSet; Point::COUNT]; 2] = [
    by_point!(at => soldier_from(at, Side::Red)),
    by_point!(at => soldier_from(at, Side::Black)),
];
/// A horse's steps, by the blocked [`legs`].
pub(super) static HORSE: [[PointSet; 16]; Point::COUNT] = steps_by_blockers(&HORSE_STEPS);
/// An elephant's steps, by the blocked [`eyes`], ignoring the river.
pub(super) static ELEPHANT: [[PointSet; 16]; Point::COUNT] = steps_by_blockers(&ELEPHANT_STEPS);
/// The points on each side's own bank of the river.
pub(super) static BANK: [PointSet; 2] = [bank(Side::Red), bank(Side::Black)];

/// The points of file `a`.
const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < Rank::COUNT {
        bits |= 1 << (rank * File::COUNT);
        rank += 1;
    }
    bits
};

/// The points of rank 0.
const RANK_0: u128 = (1 << File::COUNT) - 1;

/// The blocked legs of a horse on the point: one bit for each of [`ORTHOGONAL`].
///
/// At the edge a bit reflects an unrelated point; [`HORSE`] has no move there to block.
pub(super) const fn legs(occupied: PointSet, at: Point) -> usize {
    let near = (occupied.bits() << 9 >> at.index()) as usize;
    near >> 10 & 1 | near >> 7 & 2 | near >> 16 & 4 | near << 3 & 8
}

/// The blocked eyes of an elephant on the point: one bit for each of [`DIAGONAL`].
pub(super) const fn eyes(occupied: PointSet, at: Point) -> usize {
    let near = (occupied.bits() << 10 >> at.index()) as usize;
    near >> 20 & 1 | near >> 1 & 2 | near >> 16 & 4 | near << 3 & 8
}

const fn both(one: PointSet, other: PointSet) -> PointSet {
    PointSet::from_bits(one.bits() & other.bits())
}

const fn either(one: PointSet, other: PointSet) -> PointSet {
    PointSet::from_bits(one.bits() | other.bits())
}

const fn point_bits() -> [PointBits; Point::COUNT] {
    let nowhere = PointBits {
        bit: 0,
        on_file: 0,
        on_rank: 0,
        file: 0,
        rank: 0,
    };
    let mut table = [nowhere; Point::COUNT];
    let mut index = 0;
    while let Some(point) = Point::from_index(index) {
        let (file, rank) = (point.file().index(), point.rank().index());
        table[index] = PointBits {
            bit: 1 << index,
            on_file: 1 << rank,
            on_rank: 1 << file,
            file: file as u8,
            rank: rank as u8,
        };
        index += 1;
    }
    table
}

const fn lines<const LENGTH: usize, const WORDS: usize>() -> [[Ray; WORDS]; LENGTH] {
    let nothing = Ray {
        near: 0,
        second: 0,
        far: 0,
    };
    let mut table = [[nothing; WORDS]; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let mut pieces = 0;
        while pieces < WORDS {
            table[at][pieces] = line(LENGTH, at, pieces as u16);
            pieces += 1;
        }
        at += 1;
    }
    table
}

/// Computes the view both ways along a line from `at`.
const fn line(length: usize, at: usize, pieces: u16) -> Ray {
    let mut seen = Ray {
        near: 0,
        second: 0,
        far: 0,
    };
    let mut step = 1;
    let mut way = 0;
    while way < 2 {
        let mut met = 0;
        let mut next = at.wrapping_add(step);
        while next < length && met < 2 {
            let bit = 1 << next;
            seen.far |= bit;
            if met == 0 {
                seen.near |= bit;
            }
            if pieces & bit != 0 {
                if met == 1 {
                    seen.second |= bit;
                }
                met += 1;
            }
            next = next.wrapping_add(step);
        }
        step = usize::MAX;
        way += 1;
    }
    seen
}

const fn file_points() -> [PointSet; 1 << Rank::COUNT] {
    let mut table = [PointSet::EMPTY; 1 << Rank::COUNT];
    let mut rank = 0;
    while rank < Rank::COUNT {
        let point = PointSet::from_bits(1 << (rank * File::COUNT));
        let mut word = 0;
        while word < 1 << rank {
            table[word | 1 << rank] = either(table[word], point);
            word += 1;
        }
        rank += 1;
    }
    table
}

const fn lengths() -> [u8; 1 << Rank::COUNT] {
    let mut table = [0; 1 << Rank::COUNT];
    let mut word = 1;
    while word < table.len() {
        table[word] = table[word >> 1] + (word & 1) as u8;
        word += 1;
    }
    table
}

const fn steps(from: Point, ways: &[Delta]) -> PointSet {
    let mut set = PointSet::EMPTY;
    let mut way = 0;
    while way < ways.len() {
        if let Some(to) = from.offset(ways[way].0, ways[way].1) {
            set.insert(to);
        }
        way += 1;
    }
    set
}

const fn cross(at: Point) -> PointSet {
    let rank = RANK_0 << (at.rank().index() * File::COUNT);
    let mut set = PointSet::from_bits(FILE_A << at.file().index() | rank);
    set.remove(at);
    set
}

const fn palace(side: Side) -> PointSet {
    by_bit(side, true)
}

const fn bank(side: Side) -> PointSet {
    by_bit(side, false)
}

/// The palace or the bank of a side.
const fn by_bit(side: Side, palace: bool) -> PointSet {
    let mut set = PointSet::EMPTY;
    let mut index = 0;
    while let Some(point) = Point::from_index(index) {
        let inside = if palace {
            point.in_palace(side)
        } else {
            !point.across_river(side)
        };
        if inside {
            set.insert(point);
        }
        index += 1;
    }
    set
}

const fn soldier(from: Point, side: Side) -> PointSet {
    let ahead = steps(from, &[(0, side.forward())]);
    if from.across_river(side) {
        either(ahead, steps(from, &[(1, 0), (-1, 0)]))
    } else {
        ahead
    }
}

const fn soldier_from(to: Point, side: Side) -> PointSet {
    let behind = steps(to, &[(0, -side.forward())]);
    if to.across_river(side) {
        either(behind, steps(to, &[(1, 0), (-1, 0)]))
    } else {
        behind
    }
}

/// Two steps of a horse for each of its legs, in the order of [`ORTHOGONAL`].
const HORSE_STEPS: [[Delta; 2]; 4] = [
    [(2, 1), (2, -1)],
    [(-2, 1), (-2, -1)],
    [(1, 2), (-1, 2)],
    [(1, -2), (-1, -2)],
];
/// One step of an elephant for each of its eyes, in the order of [`DIAGONAL`].
const ELEPHANT_STEPS: [[Delta; 1]; 4] = [[(2, 2)], [(2, -2)], [(-2, 2)], [(-2, -2)]];

/// The remaining steps for each set of blocked legs or eyes.
const fn steps_by_blockers<const N: usize>(
    ways: &[[Delta; N]; 4],
) -> [[PointSet; 16]; Point::COUNT] {
    let mut table = [[PointSet::EMPTY; 16]; Point::COUNT];
    let mut index = 0;
    while let Some(from) = Point::from_index(index) {
        let mut taken = 0;
        while taken < 16 {
            let mut way = 0;
            while way < 4 {
                if taken >> way & 1 == 0 {
                    let goals = steps(from, &ways[way]);
                    table[index][taken] = either(table[index][taken], goals);
                }
                way += 1;
            }
            taken += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_sees_what_one_step_after_the_other_sees() {
        for (at, words) in FILE_LINES.iter().enumerate() {
            for (pieces, line) in words.iter().enumerate() {
                let up: Vec<usize> = (at + 1..Rank::COUNT).collect();
                let down: Vec<usize> = (0..at).rev().collect();
                let (mut near, mut second, mut far) = (0, 0, 0);
                for way in [up, down] {
                    let mut met = 0;
                    for bit in way.into_iter().map(|point| 1 << point) {
                        near |= if met == 0 { bit } else { 0 };
                        far |= if met <= 1 { bit } else { 0 };
                        second |= if met == 1 && pieces & bit != 0 {
                            bit
                        } else {
                            0
                        };
                        met += usize::from(pieces & bit != 0);
                    }
                }
                let seen = [line.near, line.second, line.far].map(usize::from);
                assert_eq!(seen, [near, second, far], "{at} on {pieces:b}");
            }
        }
    }

    #[test]
    fn a_soldier_comes_from_where_it_goes_to() {
        for side in Side::ALL {
            let (to, from) = (SOLDIER[side.index()], SOLDIER_FROM[side.index()]);
            for one in Point::all() {
                for other in Point::all() {
                    let goes = to[one.index()].contains(other);
                    assert_eq!(goes, from[other.index()].contains(one));
                }
            }
        }
    }

    #[test]
    fn only_the_leg_on_its_way_hinders_a_horse() {
        for at in Point::all() {
            for taken in NEXT[at.index()] {
                let steps_by_blockers = HORSE[at.index()][legs(PointSet::of(taken), at)];
                let free = HORSE[at.index()][0];
                for to in free {
                    let passes = DIAGONAL_NEIGHBORS[to.index()].contains(taken);
                    assert_eq!(steps_by_blockers.contains(to), !passes, "{at} {taken} {to}");
                }
            }
            let elsewhere = PointSet::ALL - NEXT[at.index()] - PointSet::of(at);
            let free = HORSE[at.index()][legs(elsewhere, at)];
            assert_eq!(free, HORSE[at.index()][0], "{at}");
            let eyeless = PointSet::ALL - DIAGONAL_NEIGHBORS[at.index()];
            assert_eq!(
                ELEPHANT[at.index()][eyes(eyeless, at)],
                ELEPHANT[at.index()][0]
            );
        }
    }
}
