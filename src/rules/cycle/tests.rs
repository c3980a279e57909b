use super::*;
use crate::rules::chase_rule::{ASIAN, alternatives};
use crate::rules::{Board, Piece, Setup, naive};

const CASES: &str = include_str!("../../../tests/data/rulings.txt");

fn played(fen: &str, moves: &str) -> History {
    let mut history = History::new(Setup::from_fen(fen).expect("a FEN")).expect("a position");
    for mv in moves.split_whitespace() {
        history
            .play(mv.parse().expect("a move"))
            .expect("a legal move");
    }
    history
}

/// Calls `check` with each case of the federations and the plies after which its last position occurred.
fn each_case(mut check: impl FnMut(&str, &History, [usize; 3])) {
    let mut count = 0;
    for block in CASES.split("\n\n") {
        let bitboards = |key: &str| block.lines().find_map(|line| line.strip_prefix(key));
        if let (Some(name), Some(fen), Some(moves)) =
            (bitboards("case "), bitboards("fen "), bitboards("moves "))
        {
            let history = played(fen, moves);
            let stood = history.occurrences();
            check(name, &history, stood.try_into().expect("three occurrences"));
            count += 1;
        }
    }
    assert!(count > 200, "{count} cases");
}

fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

#[test]
fn a_chariot_on_the_leg_of_a_horse_is_pinned_from_all_eight_sides() {
    let general = point("e7");
    let horses = ["c6", "c8", "d5", "d9", "f5", "f9", "g6", "g8"].map(point);
    let ends = ["d6", "d8", "e6", "e8", "f6", "f8", "d7", "f7"].map(point);
    for horse in horses {
        let mut pinned = Vec::new();
        for leg in ends {
            let mut board = Board::empty();
            board.set(point("e0"), Some(Piece::new(Side::Red, PieceKind::General)));
            board.set(point("e4"), Some(Piece::new(Side::Red, PieceKind::Soldier)));
            board.set(general, Some(Piece::new(Side::Black, PieceKind::General)));
            board.set(horse, Some(Piece::new(Side::Red, PieceKind::Horse)));
            let without = board.clone();
            board.set(leg, Some(Piece::new(Side::Black, PieceKind::Chariot)));
            let attackers = |board: &Board| naive::attackers(board, general, Side::Red);
            assert!(attackers(&without).contains(horse), "{without}");
            let setup = Setup {
                board,
                turn: Side::Black,
                ..Setup::start()
            };
            let position = setup.position().expect("a position");
            let expected = attackers(&setup.board).is_empty();
            let found = horse_pinned(&position, Side::Red);
            assert_eq!(found.contains(leg), expected, "{}", setup.board);
            assert!(horse_pinned(&position, Side::Black).is_empty());
            pinned.extend(found);
        }
        // Each horse has one leg toward the general, directly beside it.
        assert_eq!(pinned.len(), 1, "{horse}: {pinned:?}");
    }
}

#[test]
fn only_chariots_of_the_other_side_are_pinned_by_horses() {
    let pinned = |letter: char| {
        let fen = format!("9/4k4/2N{letter}5/9/9/4P4/9/9/9/4K4 b");
        let setup = Setup::from_fen(&fen).expect("a FEN");
        horse_pinned(&setup.position().expect("a position"), Side::Red)
    };
    assert_eq!(pinned('r'), PointSet::of(point("d7")));
    for letter in ['R', 'c', 'n', 'a'] {
        assert_eq!(pinned(letter), PointSet::EMPTY, "{letter}");
    }
}

#[test]
fn the_chased_piece_is_known_by_where_it_stood_at_the_start() {
    let history = played(
        "3k4n/9/9/9/9/9/9/9/9/4K2R1 w",
        "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9",
    );
    let window = CycleWindow::new(&history, 0, 8);
    let facts = window.facts();
    let (offense, chased) = facts.offense(Side::Red, &ASIAN);
    assert_eq!(offense, Offense::PerpetualChase);
    let pieces = history.positions()[0].board().pieces();
    let horse = pieces.map(|(at, _)| at).position(|at| at == point("i9"));
    assert_eq!(chased, 1 << horse.expect("a horse"));
    assert_eq!(facts.offense(Side::Black, &ASIAN), (Offense::None, 0));
}

#[test]
fn another_piece_of_the_same_kind_is_not_the_same_piece() {
    // The chariot attacks the horse on i9, the one on a9, then the first one again.
    let history = played("n2k4n/9/9/9/9/9/9/9/4K4/7R1 w", "h0i0 i9h7 i0a0 h7i9 a0i0");
    let window = CycleWindow::new(&history, 0, 5);
    let facts = window.facts();
    let [first, second, third] = [0, 2, 4].map(|index| facts.chased(index, &ASIAN));
    assert_eq!([first, second].map(PieceMask::count_ones), [1, 1]);
    assert_eq!(first, third);
    assert_ne!(first, second);
    assert_eq!(facts.offense(Side::Red, &ASIAN), (Offense::None, 0));
}

#[test]
fn an_attack_that_stands_is_idle() {
    // The chariot attacks the horse all the time while the general walks.
    let history = played(
        "3k5/9/n8/9/9/R8/9/9/9/4K4 w",
        "e0e1 d9d8 e1e0 d8d9 e0e1 d9d8 e1e0 d8d9",
    );
    let window = CycleWindow::new(&history, 0, 8);
    let facts = window.facts();
    for (snapshot, index) in facts.snapshots.iter().zip(0..8) {
        assert_eq!(snapshot.attacked(Side::Red, &ASIAN).count_ones(), 1);
        assert_eq!(facts.chased(index, &ASIAN), 0);
    }
}

#[test]
fn the_chased_pieces_are_attacked_after_own_moves_and_never_after_replies() {
    each_case(|name, history, [first, _, last]| {
        let window = CycleWindow::new(history, first, last);
        let facts = window.facts();
        for side in Side::ALL {
            let (offense, chased) = facts.offense(side, &ASIAN);
            let attacked = |index: usize| facts.snapshots[index].attacked(side, &ASIAN);
            let own = || facts.own_plies(side);
            let checks = own().any(|index| facts.plies[index].gives_check);
            let expected = if checks {
                0
            } else {
                let after = own().fold(PieceMask::MAX, |all, index| all & attacked(index + 1));
                after & !own().fold(0, |all, index| all | attacked(index))
            };
            match offense {
                Offense::PinnedChariotChase => assert_eq!(chased & !expected, 0, "{name}"),
                _ => assert_eq!(chased, expected, "{name}"),
            }
        }
    });
}

#[test]
fn a_part_of_a_window_has_the_facts_of_its_own() {
    each_case(|name, history, [first, second, third]| {
        let all = CycleWindow::new(history, first, third);
        let rules = || alternatives(ASIAN).map(|(_, rule)| rule).chain([ASIAN]);
        for (from, to) in [(first, second), (second, third), (first, third)] {
            let alone = CycleWindow::new(history, from, to);
            for rule in rules() {
                let (part, alone) = (all.part(from, to), alone.facts());
                assert_eq!(part.offenses(&rule), alone.offenses(&rule), "{name}");
                assert_eq!(part.cycle(3, &rule), alone.cycle(3, &rule), "{name}");
            }
        }
    });
}
