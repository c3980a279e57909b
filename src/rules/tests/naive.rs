//! The rules in their plainest form, point by point, as a reference for the fast implementation. Used by tests only.

use super::movegen;
use super::reach as fast;
use super::{Board, Move, Piece, PieceKind, Point, PointSet, Position, Setup, Side, perft};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The pseudo-legal targets of the piece on `from`, excluding own pieces.
///
/// Does not check whether the own general is attacked afterward.
pub(super) fn targets(board: &Board, from: Point) -> PointSet {
    let Some(piece) = board.piece_at(from) else {
        return PointSet::EMPTY;
    };
    let own = |to: &Point| {
        board
            .piece_at(*to)
            .is_some_and(|other| other.side == piece.side)
    };
    reach(board, from, piece).filter(|to| !own(to)).collect()
}

/// The points a piece on `from` reaches, occupied or not.
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

/// The points along a line with exactly `screens` pieces between them and `from`.
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

/// The pieces of `side` that could capture on `point`, including the general along the open file.
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

/// The point of the side's first general.
pub(super) fn general(board: &Board, side: Side) -> Option<Point> {
    let piece = Some(Piece::new(side, PieceKind::General));
    Point::all().find(|&point| board.piece_at(point) == piece)
}

/// The legal targets of the piece on `from`, each found by trying it.
pub(super) fn legal(board: &Board, from: Point) -> PointSet {
    let Some(Piece { side, .. }) = board.piece_at(from) else {
        return PointSet::EMPTY;
    };
    let is_safe = |to: &Point| {
        let mut next = board.clone();
        let moved = next.set(from, None);
        next.set(*to, moved);
        general(&next, side).is_none_or(|at| attackers(&next, at, !side).is_empty())
    };
    targets(board, from).filter(is_safe).collect()
}

/// All legal moves of the side, sorted.
fn legal_moves(board: &Board, side: Side) -> Vec<Move> {
    let own = board.pieces().filter(|(_, piece)| piece.side == side);
    let mut moves: Vec<Move> = own
        .flat_map(|(from, _)| legal(board, from).map(move |to| Move::new(from, to)))
        .collect();
    moves.sort();
    moves
}

/// Compares every result of the fast implementation for a position with the naive one.
fn compare(position: &Position) {
    let (board, turn) = (position.board(), position.turn());
    let expected = legal_moves(board, turn);
    let mut moves = position.legal_moves();
    moves.sort();
    assert_eq!(moves, expected, "{board}{turn} to move");
    assert_eq!(position.count_legal_moves(), expected.len(), "{board}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{board}");
    let checkers = general(board, turn).map(|at| attackers(board, at, !turn));
    assert_eq!(Some(position.checkers()), checkers, "{board}");
    for from in Point::all() {
        let own = board.piece_at(from).is_some_and(|piece| piece.side == turn);
        let expected = if own {
            legal(board, from)
        } else {
            PointSet::EMPTY
        };
        assert_eq!(position.targets(from), expected, "{board}{from}");
    }
    let replies = expected.iter().map(|&mv| {
        let next = position.play(mv).expect("a legal move");
        legal_moves(next.board(), !turn).len() as u64
    });
    assert_eq!(
        replies.sum::<u64>(),
        perft(position, 2),
        "{board}{turn} to move"
    );
}

/// A small pseudorandom generator with a fixed seed, so that every run tests the same.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// Number of test rounds: unoptimized code is forty times slower.
pub(super) const ROUNDS: usize = if cfg!(debug_assertions) { 1 } else { 40 };

#[test]
fn random_play_has_the_same_moves() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    // An unoptimized comparison takes 40 ms.
    let stride = if cfg!(debug_assertions) { 8 } else { 1 };
    for _ in 0..4 * ROUNDS {
        let mut position = Position::start();
        for ply in 0..120 {
            if ply % stride == 0 {
                compare(&position);
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.roll(moves.len())];
            position = position.play(mv).expect("a legal move");
        }
    }
}

/// A playable arrangement with up to `pieces` pieces besides the generals, clustered near them.
pub(super) fn arrangement(dice: &mut Dice, pieces: usize) -> Option<Position> {
    let mut board = Board::empty();
    for side in Side::ALL {
        let at = |point: &Point| point.in_palace(side);
        let palace: Vec<Point> = Point::all().filter(at).collect();
        let piece = Piece::new(side, PieceKind::General);
        board.set(palace[dice.roll(9)], Some(piece));
    }
    let all: Vec<Piece> = Piece::all().collect();
    for _ in 0..pieces {
        let piece = all[dice.roll(14)];
        let at = Point::from_index(dice.roll(90)).expect("a point");
        if board.piece_at(at).is_some() || piece.kind == PieceKind::General {
            continue;
        }
        board.set(at, Some(piece));
        let setup = Setup {
            board: board.clone(),
            ..Setup::start()
        };
        // Misplaced and surplus pieces are removed again.
        let refused = setup.faults().iter().any(|fault| {
            use super::PositionFault::{Misplaced, SameFile, TooMany};
            matches!(fault, Misplaced { .. } | SameFile { .. } | TooMany { .. })
        });
        if refused {
            board.set(at, None);
        }
    }
    let turn = Side::ALL[dice.roll(2)];
    Setup {
        board,
        turn,
        ..Setup::start()
    }
    .position()
    .ok()
}

#[test]
fn random_arrangements_have_the_same_moves() {
    let mut dice = Dice(0xd1b5_4a32_d192_ed03);
    let mut compared = 0;
    while compared < 250 * ROUNDS {
        let pieces = 4 + dice.roll(36);
        if let Some(position) = arrangement(&mut dice, pieces) {
            compare(&position);
            compared += 1;
        }
    }
}

#[test]
fn impossible_arrangements_are_no_obstacle() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let all: Vec<Piece> = Piece::all().collect();
    for _ in 0..50 * ROUNDS {
        let mut board = Board::empty();
        let pieces = dice.roll(91);
        for _ in 0..pieces {
            let at = Point::from_index(dice.roll(90)).expect("a point");
            let piece = all[dice.roll(14)];
            board.set(at, Some(piece));
        }
        for side in Side::ALL {
            let own = board.pieces().filter(|(_, piece)| piece.side == side);
            let own: PointSet = own.map(|(at, _)| at).collect();
            assert_eq!(board.of_side(side), own);
            assert_eq!(board.general(side), general(&board, side));
            // A crowd of generals and chariots around a general must not overflow anything.
            movegen::each_piece(board.bitboards(), side).for_each(drop);
        }
        for at in Point::all() {
            assert_eq!(
                fast::targets(&board, at),
                targets(&board, at),
                "{board}{at}"
            );
            for side in Side::ALL {
                let expected = attackers(&board, at, side);
                assert_eq!(fast::attackers(&board, at, side), expected, "{board}{at}");
            }
        }
    }
}
