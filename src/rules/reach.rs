//! How each piece goes: leg, eye, screen, palace, river; who attacks a point.

use super::{Board, Piece, PieceKind, Point, PointSet, Side};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The points that the piece on `from` may go to by its way of moving, own pieces excepted.
///
/// Whether the own general is then attacked is not asked.
pub(super) fn targets(board: &Board, from: Point) -> PointSet {
    let Some(piece) = board.piece_at(from) else {
        return PointSet::EMPTY;
    };
    reach(board, from, piece) - board.of_side(piece.side)
}

/// The points that a piece on `from` reaches, whoever stands there.
fn reach(board: &Board, from: Point, piece: Piece) -> PointSet {
    let side = piece.side;
    let free = |point: &Point| board.piece_at(*point).is_none();
    match piece.kind {
        PieceKind::General => {
            let steps = ORTHOGONAL.iter().filter_map(|&(f, r)| from.offset(f, r));
            steps.filter(|to| to.in_palace(side)).collect()
        }
        PieceKind::Advisor => {
            let steps = DIAGONAL.iter().filter_map(|&(f, r)| from.offset(f, r));
            steps.filter(|to| to.in_palace(side)).collect()
        }
        PieceKind::Elephant => DIAGONAL
            .iter()
            .filter(|&&(f, r)| from.offset(f, r).is_some_and(|eye| free(&eye)))
            .filter_map(|&(f, r)| from.offset(2 * f, 2 * r))
            .filter(|to| !to.across_river(side))
            .collect(),
        PieceKind::Horse => ORTHOGONAL
            .iter()
            .filter(|&&(f, r)| from.offset(f, r).is_some_and(|leg| free(&leg)))
            .flat_map(|&(f, r)| [(2 * f + r, 2 * r + f), (2 * f - r, 2 * r - f)])
            .filter_map(|(f, r)| from.offset(f, r))
            .collect(),
        PieceKind::Chariot => ORTHOGONAL
            .iter()
            .flat_map(|&way| line(board, from, way, 0))
            .collect(),
        PieceKind::Cannon => ORTHOGONAL
            .iter()
            .flat_map(|&way| {
                let quiet = line(board, from, way, 0).filter(free);
                quiet.chain(line(board, from, way, 1).filter(|to| board.piece_at(*to).is_some()))
            })
            .collect(),
        PieceKind::Soldier => {
            let ahead = from.offset(0, side.forward());
            let beside = [from.offset(1, 0), from.offset(-1, 0)];
            let beside = beside.into_iter().filter(|_| from.across_river(side));
            beside.chain([ahead]).flatten().collect()
        }
    }
}

/// The points along a line that have just `screens` pieces between them and `from`.
fn line(
    board: &Board,
    from: Point,
    (files, ranks): (i8, i8),
    screens: usize,
) -> impl Iterator<Item = Point> + '_ {
    let mut passed = 0;
    std::iter::successors(from.offset(files, ranks), move |point| {
        point.offset(files, ranks)
    })
    .map(move |point| {
        let before = passed;
        passed += usize::from(board.piece_at(point).is_some());
        (point, before)
    })
    .take_while(move |&(_, before)| before <= screens)
    .filter(move |&(_, before)| before == screens)
    .map(|(point, _)| point)
}

/// The pieces of `side` that could capture on `point`, the general along the open file included.
pub(super) fn attackers(board: &Board, point: Point, side: Side) -> PointSet {
    board
        .pieces()
        .filter(|(_, piece)| piece.side == side)
        .filter(|&(from, piece)| {
            reach(board, from, piece).contains(point)
                || piece.kind == PieceKind::General && faces(board, from, point)
        })
        .map(|(from, _)| from)
        .collect()
}

/// Whether the opponent's general stands on `point`, on the same file with nothing between.
fn faces(board: &Board, general: Point, point: Point) -> bool {
    let ways = [(0, 1), (0, -1)];
    board
        .piece_at(point)
        .is_some_and(|piece| piece.kind == PieceKind::General)
        && ways
            .into_iter()
            .any(|way| line(board, general, way, 0).any(|seen| seen == point))
}

/// Whether the generals stand on one file with nothing between.
pub(super) fn generals_face(board: &Board) -> bool {
    match (board.general(Side::Red), board.general(Side::Black)) {
        (Some(red), Some(black)) => faces(board, red, black),
        _ => false,
    }
}

/// The pieces strictly between two points of one line; empty where they share none.
pub(super) fn between(board: &Board, from: Point, to: Point) -> PointSet {
    ORTHOGONAL
        .iter()
        .map(|&(files, ranks)| {
            std::iter::successors(from.offset(files, ranks), move |point| {
                point.offset(files, ranks)
            })
        })
        .find(|way| way.clone().any(|point| point == to))
        .map_or(PointSet::EMPTY, |way| {
            way.take_while(|&point| point != to).collect()
        })
        & board.occupied()
}
