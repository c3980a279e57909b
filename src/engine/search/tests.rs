use super::*;
use crate::rules::{Position, Setup};

fn history(fen: &str, moves: &str) -> History {
    let setup = Setup::from_fen(fen).expect("a FEN");
    let mut history = History::new(setup).expect("a position");
    for text in moves.split_whitespace() {
        let mv = text.parse().expect("a move");
        history.play(mv).expect("a legal move");
    }
    history
}

fn search(history: &History) -> Search {
    Search::new(history, &Terms::default(), Memory::new(1))
}

/// The principal variation after this many nodes, searched in steps.
fn answer(history: &History, nodes: u64, step: u64) -> Advice {
    let mut search = search(history);
    while search.nodes() < nodes && search.step(step) {}
    search.best().expect("a move")
}

#[test]
fn the_same_steps_give_the_same_answer() {
    let start = History::new(Setup::start()).expect("a position");
    let first = answer(&start, 30_000, 1_000);
    assert_eq!(first, answer(&start, 30_000, 1_000));
    assert!(first.depth >= 4, "{first:?}");
    assert!((30_000..32_000).contains(&first.nodes));
}

#[test]
fn lines_can_be_played() {
    let fens = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w",
        "3k5/4P4/4b4/9/9/9/9/4B4/4A4/4K4 b",
        "4k4/9/9/9/9/9/9/9/4A4/4K4 w",
    ];
    for fen in fens {
        let history = history(fen, "");
        let mut search = search(&history).with_multi_pv(3);
        search.step(20_000);
        let lines = search.best_lines();
        assert_eq!(lines.len(), 3.min(history.position().legal_moves().len()));
        for pair in lines.windows(2) {
            assert!(pair[0].moves[0] != pair[1].moves[0]);
        }
        for line in lines {
            let mut position = history.position().clone();
            for mv in line.moves {
                position = position.play(mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn mates_are_found_and_counted() {
    let cases = [
        ("4k4/R8/9/9/9/9/9/9/9/1R1K5 w", 1),
        ("3k5/9/9/9/9/9/9/9/R8/4K3R w", 1),
        ("2RNk4/9/1N7/9/1n7/9/C7r/9/2c1p4/2c2K3 w", 3),
    ];
    for (fen, moves) in cases {
        let line = answer(&history(fen, ""), 200_000, 10_000);
        assert_eq!(line.score.kind(), ScoreKind::Mate(moves), "{fen} {line:?}");
        assert_eq!(line.moves.len(), 2 * moves as usize - 1);
    }
}

#[test]
fn who_has_no_move_has_no_best_one() {
    let mut search = search(&history("3k5/3P5/9/9/9/9/9/9/9/3K5 b", ""));
    assert!(!search.step(100) || search.best().is_some());
    let mut search = self::search(&history("R3k4/1R7/9/9/9/9/9/9/9/3K5 b", ""));
    assert!(!search.step(100));
    assert_eq!(search.best(), None);
    assert_eq!(search.nodes(), 0);
}

#[test]
fn a_piece_that_hangs_is_taken() {
    let history = history("4k4/9/9/9/2n6/9/9/9/9/2RK5 w", "");
    let line = answer(&history, 5_000, 5_000);
    assert_eq!(line.moves[0].to_string(), "c0c5", "{line:?}");
}

#[test]
fn perpetual_check_is_not_chosen_and_a_repetition_is_a_draw() {
    // Red would lose by going on to give check: the arbiter says so at the root, the tree before.
    let fen = "3k5/9/9/9/9/9/9/9/4r4/R4K3 w";
    let history = history(fen, "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8");
    let line = answer(&history, 20_000, 20_000);
    assert_ne!(line.moves[0].to_string(), "a9a8", "{line:?}");
    // Another engine is not even asked for it, unless it is the only one.
    let legal = history.position().legal_moves();
    let kept = without_ruled_losses(&history, &Terms::default(), &legal);
    let lost: Move = "a9a8".parse().expect("a move");
    assert_eq!(kept.len(), legal.len() - 1);
    assert!(!kept.contains(&lost));
    let only = without_ruled_losses(&history, &Terms::default(), &[lost]);
    assert_eq!(only, [lost]);
}

#[test]
fn to_be_mated_is_no_reason_to_lose_by_a_ruling() {
    // Black mates at once unless Red goes on to give check, after which a reply repeats the position a third time.
    let fen = "3kn4/R8/9/9/6r2/9/9/9/4r4/5K3 w";
    let history = history(fen, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8");
    let line = answer(&history, 20_000, 20_000);
    assert_ne!(line.moves[0].to_string(), "a9a8", "{line:?}");
}

#[test]
fn a_bare_side_never_wins() {
    // All that Red has left stays on its bank.
    let line = answer(
        &history("4ka3/4a4/9/9/9/9/9/r8/4A4/4K4 w", ""),
        5_000,
        5_000,
    );
    assert!(line.score <= Score::EVEN);
    let line = answer(&history("4k4/9/9/9/9/9/9/9/4A4/3K1A3 w", ""), 1_000, 1_000);
    assert_eq!(line.score, Score::EVEN);
}

#[test]
fn no_correction_undoes_what_the_material_decides() {
    let bare = history("4k4/9/9/9/9/9/9/9/4A4/3K1A3 w", "");
    let mut search = search(&bare);
    let keys = search.stack.correction_keys(0);
    for _ in 0..100 {
        search.corrections.learn(keys, 500, 8);
    }
    assert!(search.corrections.correction(keys) > 50);
    assert_eq!(search.corrected_evaluation(0, None), 0);
    // Nor is anything learned where the evaluation is bounded.
    let weak = history("4ka3/4a4/9/9/9/9/9/r8/4A4/4K4 w", "");
    let mut search = self::search(&weak);
    search.step(20_000);
    let keys = search.stack.correction_keys(0);
    assert_eq!(search.corrections.correction(keys), 0);
}

#[test]
fn the_tables_of_reductions_are_those_of_logarithms() {
    for number in 1..64_usize {
        let exact = (number as f64).log2() * 256.0;
        assert!((logarithm(number) as f64 - exact).abs() < 25.0, "{number}");
    }
    let table = reductions();
    assert_eq!((table[1][1], table[4][4]), (0, 1));
    assert!(
        table[20][30] >= 4 && table[20][30] <= 6,
        "{}",
        table[20][30]
    );
}

#[test]
fn a_game_against_itself_ends_by_the_rules() {
    let terms = Terms::default();
    let mut line = History::new(Setup::start()).expect("a position");
    let mut memory = Memory::new(1);
    for _ in 0..40 {
        let mut search = Search::new(&line, &terms, memory);
        search.step(300);
        let Some(best) = search.best() else { break };
        line.play(best.moves[0]).expect("a legal move");
        memory = search.into_memory();
    }
    assert!(line.plies().len() == 40 || !Position::has_legal_move(line.position()));
}
