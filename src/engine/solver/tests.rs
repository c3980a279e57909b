use super::*;
use crate::rules::Setup;

fn position(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).expect("a FEN");
    setup.position().expect("a position")
}

fn solver(fen: &str, nodes: u64, checks_only: bool) -> Solver {
    Solver::new(&position(fen), Limits { nodes, checks_only })
}

#[track_caller]
fn proof(fen: &str, nodes: u64, checks_only: bool) -> Proof {
    match solver(fen, nodes, checks_only).run() {
        SolverVerdict::Mate(proof) => proof,
        other => panic!("{fen}: {other:?}"),
    }
}

/// Number of first moves that mate within `moves`, by brute force over all lines; with `checks_only` the winner only
/// gives check.
fn count_ways(position: &Position, moves: u8, checks_only: bool) -> usize {
    let tried = if checks_only {
        position.checking_moves()
    } else {
        position.legal_moves()
    };
    let mates = |mv: &&Move| loses(&position.after(**mv), moves - 1, checks_only);
    tried.iter().filter(mates).count()
}

fn loses(position: &Position, moves: u8, checks_only: bool) -> bool {
    let replies = position.legal_moves();
    replies.is_empty()
        || moves > 0
            && replies
                .iter()
                .all(|mv| count_ways(&position.after(*mv), moves, checks_only) > 0)
}

/// Plays the line, in which no position occurs twice, and says whether it ends in mate or stalemate after as many moves as
/// the proof says.
fn ends_the_game(fen: &str, proof: &Proof, checks_only: bool) -> bool {
    let mut position = position(fen);
    let mut seen = vec![key(&position)];
    for (ply, mv) in proof.line.iter().enumerate() {
        position = position.play(*mv).expect("a legal move");
        assert!(!seen.contains(&key(&position)), "{fen}: {:?}", proof.line);
        seen.push(key(&position));
        let is_attack = ply % 2 == 0;
        assert!(
            !(checks_only && is_attack) || position.is_check(),
            "{fen}: {mv}"
        );
    }
    !position.has_legal_move() && proof.line.len() == 2 * proof.moves - 1
}

/// Positions of 適情雅趣 (1570) and 夢入神機, with the moves to a mate by checks.
const BY_CHECKS: [(&str, usize); 7] = [
    ("1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w", 3),
    ("3akab2/Rc1Pn4/7C1/6pN1/1r7/9/9/9/2pC5/3K2B1r w", 3),
    ("2RNk4/9/1N7/9/1n7/9/C7r/9/2c1p4/2c2K3 w", 3),
    ("2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w", 7),
    ("3k5/7R1/6R2/9/9/9/9/9/9/4K4 w", 1),
    ("4k4/R8/9/9/9/9/9/9/9/1R1K5 w", 1),
    ("3k5/9/3P5/9/9/9/9/9/9/4KR3 w", 1),
];

#[test]
fn mates_by_checks_are_as_short_as_trying_all_lines_finds_them() {
    for (fen, moves) in BY_CHECKS {
        for checks_only in [true, false] {
            let proof = proof(fen, 100_000, checks_only);
            assert_eq!(proof.moves, moves, "{fen}");
            assert!(ends_the_game(fen, &proof, true), "{fen}: {:?}", proof.line);
        }
        let (position, moves) = (position(fen), moves.min(3) as u8);
        let shorter = (1..moves).map(|moves| count_ways(&position, moves, true));
        assert_eq!(shorter.sum::<usize>(), 0, "{fen}");
        if usize::from(moves) == proof(fen, 100_000, true).moves {
            let ways = count_ways(&position, moves, true);
            assert_eq!(proof(fen, 100_000, true).ways, ways, "{fen}");
        }
    }
}

#[test]
fn a_quiet_move_may_mate() {
    // The chariot takes the file, and nothing moves any more: a stalemate wins.
    let still = "3k5/9/9/9/9/9/9/9/4R4/4K4 w";
    assert_eq!(proof(still, 10_000, false).moves, 1);
    // The general is driven to where it has no move left.
    let quiet = "4k4/9/9/9/9/9/9/9/4A4/3K4R w";
    let found = proof(quiet, 10_000, false);
    assert!(ends_the_game(quiet, &found, false));
    let position = position(quiet);
    for moves in 1..found.moves as u8 {
        assert_eq!(count_ways(&position, moves, false), 0);
    }
    assert_eq!(count_ways(&position, found.moves as u8, false), found.ways);
    // From 適情雅趣: two moves that threaten and two answers to checks.
    let threats = "2r2a3/c2C1k3/7P1/9/2b2N3/9/9/9/1p1p5/4K4 w";
    let found = proof(threats, 200_000, false);
    assert_eq!(found.moves, 5);
    assert!(ends_the_game(threats, &found, false));
}

/// Positions with a mate by checks and a shorter one that begins with a quiet move or has one, with the moves to the latter
/// and the number of first moves that mate as soon.
const SHORTER_THAN_BY_CHECKS: [(&str, usize, usize); 3] = [
    ("1r1k5/6R2/3a2N2/p2N5/1P4p2/9/1c6P/4B4/4A4/4KAB2 w", 3, 1),
    ("3rka3/2P1a4/9/p1R5p/3cR4/9/P4p2P/4B4/2nrA4/4KAB2 b", 4, 1),
    ("5k3/4a4/3a5/9/9/9/9/3K5/4C4/5C3 w", 5, 4),
];

#[test]
fn what_a_proof_leaves_goes_into_shorter_mates() {
    for (fen, moves, ways) in SHORTER_THAN_BY_CHECKS {
        let found = proof(fen, 300_000, false);
        assert!(found.is_exact, "{fen}");
        assert_eq!((found.moves, found.ways), (moves, ways), "{fen}");
        assert!(ends_the_game(fen, &found, false), "{fen}");
    }
    let (fen, moves, _) = SHORTER_THAN_BY_CHECKS[0];
    let hasty = proof(fen, 4_000, false);
    assert!(!hasty.is_exact && hasty.moves > moves, "{hasty:?}");
    // Of checks alone, the first mate is a shortest one.
    assert!(proof(fen, 4_000, true).is_exact);
}

/// From 適情雅趣: no quiet move on the way threatens to mate by checks alone, and among all moves there are too many.
#[test]
fn a_slow_threat_is_found() {
    let fen = "9/3Pak3/5aP2/9/9/3N1p1p1/9/5p3/4p4/3K5 w";
    let found = proof(fen, 100_000, false);
    assert_eq!(found.moves, 7);
    assert!(ends_the_game(fen, &found, false));
}

#[test]
fn a_slow_threat_has_half_of_the_moves_left_and_some_at_least() {
    let moves = |class: MoveClass| [0, 3, 4, 6, 7, 10].map(|left| class.moves_of_threat(left));
    assert_eq!(moves(MoveClass::SlowThreats), [0, 3, 4, 4, 4, 6]);
    assert_eq!(moves(MoveClass::Threats), [0, 3, 4, 6, 7, 10]);
}

#[test]
fn endless_checks_are_no_mate() {
    for fen in [
        // No check at all, a few, and one that can be given for ever.
        "3aka3/9/9/9/9/9/9/9/9/3K5 w",
        "4k4/4a4/4P4/9/9/9/9/9/9/3K5 w",
        "4k4/9/9/9/9/9/9/9/4A4/3K4R w",
    ] {
        assert_eq!(
            solver(fen, 100_000, true).run(),
            SolverVerdict::NoMate,
            "{fen}"
        );
    }
    let bare = "3aka3/9/9/9/9/9/9/9/9/3K5 w";
    assert_eq!(solver(bare, 20_000, false).run(), SolverVerdict::Unknown);
    // Red is mated already.
    let mated = "3k5/9/9/9/9/9/9/9/3r5/3rK4 w";
    assert_eq!(solver(mated, 100, false).run(), SolverVerdict::NoMate);
}

#[test]
fn a_limit_holds_and_steps_come_to_the_same_verdict() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let mut short = solver(start, 5_000, false);
    assert_eq!(short.run(), SolverVerdict::Unknown);
    assert!(short.nodes() < 6_000, "{}", short.nodes());
    for (fen, moves) in BY_CHECKS {
        let mut solver = solver(fen, 100_000, false);
        let verdict = (0..).find_map(|_| solver.step(10)).expect("a verdict");
        let found = match verdict {
            SolverVerdict::Mate(proof) => Some(proof.moves),
            SolverVerdict::NoMate | SolverVerdict::Unknown => None,
        };
        assert_eq!(found, Some(moves), "{fen}");
    }
    let again = || proof(BY_CHECKS[3].0, 100_000, true);
    assert_eq!(again(), again());
}

#[test]
fn a_number_of_nodes_may_be_as_small_or_as_large_as_it_likes() {
    assert_eq!(
        solver(BY_CHECKS[0].0, 0, true).run(),
        SolverVerdict::Unknown
    );
    assert_eq!(proof(BY_CHECKS[0].0, u64::MAX, true).moves, 3);
}

fn after_move(fen: &str, mv: Move, nodes: u64) -> Solver {
    let next = position(fen).play(mv).expect("a legal move");
    let limits = Limits {
        nodes,
        checks_only: false,
    };
    Solver::after_move(&next, limits)
}

#[test]
fn after_the_first_move_the_rest_is_proved() {
    for (fen, moves) in BY_CHECKS {
        let first = proof(fen, 100_000, true).line[0];
        let SolverVerdict::Mate(rest) = after_move(fen, first, 100_000).run() else {
            panic!("{fen}: a mate");
        };
        assert_eq!((rest.moves, rest.ways), (moves - 1, 0), "{fen}");
        let line = [&[first][..], &rest.line].concat();
        let ways = 1;
        assert!(
            ends_the_game(
                fen,
                &Proof {
                    moves,
                    is_exact: rest.is_exact,
                    line,
                    ways,
                    by_rule: false,
                },
                false
            ),
            "{fen}"
        );
    }
}

#[test]
fn a_first_move_mates_within_so_many_moves_or_is_refuted() {
    for (fen, moves) in BY_CHECKS.into_iter().filter(|(_, moves)| *moves <= 2) {
        judge_all_first_moves(fen, moves as u8);
    }
    // A mate in three by checks, of which the moves to the last two are judged.
    let fen = "2RNk4/9/1N7/9/1n7/9/C7r/9/2c1p4/2c2K3 w";
    let line = proof(fen, 100_000, true).line;
    let play = |position: Position, mv: &Move| position.play(*mv).expect("a legal move");
    let later = line[..2].iter().fold(position(fen), play);
    let later = Setup {
        board: later.board().clone(),
        ..Setup::from_fen(fen).expect("a FEN")
    };
    judge_all_first_moves(&later.to_fen(), 2);
}

/// Compares the verdict on each first move with that of trying all lines.
fn judge_all_first_moves(fen: &str, moves: u8) {
    for mv in position(fen).legal_moves() {
        let next = position(fen).after(mv);
        let mut solver = after_move(fen, mv, 100_000).within(usize::from(moves) - 1);
        let verdict = solver.run();
        if moves == 1 && next.has_legal_move() {
            // At least one more move is searched.
            continue;
        }
        let is_mate = matches!(verdict, SolverVerdict::Mate(_));
        assert_eq!(
            is_mate,
            loses(&next, moves - 1, false),
            "{fen} {mv}: {verdict:?}"
        );
        if !is_mate {
            assert_eq!(verdict, SolverVerdict::NoMate, "{fen} {mv}");
            let reply = solver.refutation().expect("a refutation");
            let ways = count_ways(&next.after(reply), moves - 1, false);
            assert_eq!(ways, 0, "{fen} {mv} {reply}");
        }
    }
}
