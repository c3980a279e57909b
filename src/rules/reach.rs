//! Pseudo-legal moves of each kind of piece (leg, eye, screen, palace, river), and the attackers of a point.

use super::bitboards::Bitboards;
use super::tables::{
    self, ADVISOR, BANK, CROSS, ELEPHANT, GENERAL, HORSE, ON_FILE, POINT_BITS, SOLDIER,
};
use super::{Board, File, PieceKind, Point, PointSet, Side};

/// The pseudo-legal targets of the piece on `from`, excluding own pieces.
///
/// Does not check whether the own general is attacked afterward.
pub(super) fn targets(board: &Board, from: Point) -> PointSet {
    board.piece_at(from).map_or(PointSet::EMPTY, |piece| {
        reach(board.bitboards(), piece.side, piece.kind, from) - board.of_side(piece.side)
    })
}

/// The points a piece on `from` reaches, occupied or not.
#[inline]
pub(super) fn reach(bitboards: &Bitboards, side: Side, kind: PieceKind, from: Point) -> PointSet {
    let (side, at) = (side.index(), from.index());
    match kind {
        PieceKind::General => GENERAL[side][at],
        PieceKind::Advisor => ADVISOR[side][at],
        PieceKind::Elephant => ELEPHANT[at][tables::eyes(bitboards.occupied(), from)] & BANK[side],
        PieceKind::Horse => HORSE[at][tables::legs(bitboards.occupied(), from)],
        PieceKind::Chariot => bitboards.chariot(from).points(from),
        PieceKind::Cannon => bitboards.cannon(from).points(from),
        PieceKind::Soldier => SOLDIER[side][at],
    }
}

/// The pieces of `side` that could capture on `point`, including the general along the open file.
pub(super) fn attackers(board: &Board, point: Point, side: Side) -> PointSet {
    let bitboards = board.bitboards();
    let seen = |from: &Point, kind| {
        reach(bitboards, side, kind, *from).contains(point)
            || kind == PieceKind::General && faces(board, *from, point)
    };
    PieceKind::ALL
        .into_iter()
        .flat_map(|kind| {
            bitboards
                .of(side, kind)
                .filter(move |from| seen(from, kind))
        })
        .collect()
}

/// Whether a general stands on `point`, on the file of `general` with nothing between.
pub(super) fn faces(board: &Board, general: Point, point: Point) -> bool {
    board
        .piece_at(point)
        .is_some_and(|piece| piece.kind == PieceKind::General)
        && general != point
        && general.file() == point.file()
        && pieces_between(board, general, point).is_empty()
}

/// The pieces strictly between two points of one line; empty if they share no line.
pub(super) fn pieces_between(board: &Board, from: Point, to: Point) -> PointSet {
    if CROSS[from.index()].contains(to) {
        line_between(from, to) & board.occupied()
    } else {
        PointSet::EMPTY
    }
}

/// The points strictly between two different points of one line.
#[inline]
pub(super) const fn line_between(one: Point, other: Point) -> PointSet {
    let (low, high) = if one.index() < other.index() {
        (one.index(), other.index())
    } else {
        (other.index(), one.index())
    };
    let all = POINT_BITS[high].bit - 2 * POINT_BITS[low].bit;
    if high - low < File::COUNT {
        PointSet::from_bits(all)
    } else {
        PointSet::from_bits(all & ON_FILE[low].bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_between_two_points_is_what_both_ends_have_between_them() {
        for one in Point::all() {
            for other in CROSS[one.index()] {
                let same_line = |point: &Point| {
                    let (file, rank) = (point.file(), point.rank());
                    let (files, ranks) = ([one.file(), other.file()], [one.rank(), other.rank()]);
                    let inside_file =
                        files.iter().min() < Some(&file) && Some(&file) < files.iter().max();
                    let inside_rank =
                        ranks.iter().min() < Some(&rank) && Some(&rank) < ranks.iter().max();
                    files == [file; 2] && inside_rank || ranks == [rank; 2] && inside_file
                };
                let expected: PointSet = Point::all().filter(same_line).collect();
                assert_eq!(line_between(one, other), expected, "{one} {other}");
                assert_eq!(line_between(other, one), expected, "{other} {one}");
            }
        }
    }
}
