//! Invariants of every game, tested on random ones.

use chuhe::rules::{Board, History, Move, Piece, Point, Position, Setup, perft};
use proptest::prelude::*;
use proptest::sample::Index;

/// A game that follows the choices: all its positions, the start first.
fn played(choices: &[Index]) -> History {
    let mut history = History::new(Setup::start()).expect("the start can be played");
    for choice in choices {
        let mut moves = history.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        moves.sort();
        history
            .play(*choice.get(&moves))
            .expect("a legal move is played");
    }
    history
}

/// A position as a setup with the pieces moved and changed.
fn changed(position: &Position, place: fn(Point) -> Point, swap: bool) -> Position {
    let mut board = Board::empty();
    for (point, piece) in position.board().pieces() {
        let side = if swap { !piece.side } else { piece.side };
        board.set(place(point), Some(Piece::new(side, piece.kind)));
    }
    let turn = position.turn();
    let setup = Setup {
        board,
        turn: if swap { !turn } else { turn },
        ..Setup::start()
    };
    setup
        .position()
        .expect("the other half of a possible position")
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

fn as_setup(position: &Position) -> Setup {
    Setup {
        board: position.board().clone(),
        turn: position.turn(),
        idle_plies: 0,
        round: 1,
    }
}

fn choices(most: usize) -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..most)
}

/// Every legal move of a position with both points mapped.
fn moves_with(position: &Position, change: impl Fn(Point) -> Point) -> impl Iterator<Item = Move> {
    let moves = position.legal_moves().into_iter();
    moves.map(move |mv| Move::new(change(mv.from), change(mv.to)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mirrored_positions_have_mirrored_moves(choices in choices(160)) {
        let history = played(&choices);
        let position = history.position();
        let other = changed(position, Point::mirrored, false);
        let expected = moves_with(position, Point::mirrored);
        prop_assert_eq!(sorted(other.legal_moves()), sorted(expected));
        prop_assert_eq!(perft(&other, 2), perft(position, 2));
    }

    #[test]
    fn turned_positions_have_turned_moves(choices in choices(160)) {
        let history = played(&choices);
        let position = history.position();
        let other = changed(position, Point::rotated, true);
        let expected = moves_with(position, Point::rotated);
        prop_assert_eq!(sorted(other.legal_moves()), sorted(expected));
        prop_assert_eq!(other.is_check(), position.is_check());
        prop_assert_eq!(perft(&other, 2), perft(position, 2));
    }

    #[test]
    fn a_fen_comes_back(choices in choices(160)) {
        let setup = as_setup(played(&choices).position());
        let read = Setup::from_fen(&setup.to_fen()).expect("our own FEN");
        prop_assert_eq!(&read, &setup);
        prop_assert_eq!(read.to_fen(), setup.to_fen());
    }

    #[test]
    fn a_legal_move_leaves_no_general_attacked(choices in choices(160)) {
        let history = played(&choices);
        let position = history.position();
        let legal = position.legal_moves();
        for from in Point::all() {
            for to in Point::all() {
                let mv = Move::new(from, to);
                let next = position.play(mv);
                prop_assert_eq!(next.is_ok(), legal.contains(&mv), "{}", mv);
                prop_assert_eq!(position.targets(from).contains(to), legal.contains(&mv));
                if let Ok(next) = next {
                    // A setup with the waiting side in check, or with facing generals, is not a position.
                    prop_assert_eq!(as_setup(&next).position(), Ok(next));
                }
            }
        }
    }

    #[test]
    fn what_a_move_tells_is_so(choices in choices(120)) {
        let history = played(&choices);
        let steps = history.positions().windows(2).zip(history.plies());
        for (pair, ply) in steps {
            prop_assert_eq!(Some(ply.piece), pair[0].piece_at(ply.mv.from));
            prop_assert_eq!(ply.captured, pair[0].piece_at(ply.mv.to));
            prop_assert_eq!(pair[1].piece_at(ply.mv.from), None);
            prop_assert_eq!(pair[1].piece_at(ply.mv.to), Some(ply.piece));
            prop_assert_eq!(ply.gives_check, pair[1].is_check());
            prop_assert_eq!(pair[1].turn(), !pair[0].turn());
        }
    }

    #[test]
    fn repetitions_are_counted_as_by_hand(choices in prop::collection::vec(0..3_usize, 0..80)) {
        // Two horses and two chariots that go back and forth: positions recur, and so do their FENs.
        let mut history = History::new(Setup::start()).expect("the start can be played");
        for choice in choices {
            let shuttles = ["h0g2", "g2h0", "a0a1", "a1a0", "b9c7", "c7b9", "i9i8", "i8i9"];
            let moves = shuttles.iter().map(|text| text.parse::<Move>().expect("a move"));
            let legal: Vec<Move> = moves.filter(|&mv| history.position().check_move(mv).is_ok()).collect();
            history.play(legal[choice % legal.len()]).expect("a legal move");
        }
        let fens: Vec<String> = history.positions().iter().map(|one| as_setup(one).to_fen()).collect();
        let last = fens.last().expect("the start at least");
        let expected: Vec<usize> = (0..fens.len()).filter(|&at| fens[at] == *last).collect();
        prop_assert_eq!(history.occurrences(), expected);
    }
}
