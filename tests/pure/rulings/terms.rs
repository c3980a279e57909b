//! Terms beside the rulebook, and the precedence of the rules.

use super::cases::{self, Case, ended, play, terms};
use chuhe::rules::{Clause, History, Move, Rulebook, Ruling, Setup, Terms, adjudicate};

fn history(fen: &str) -> History {
    History::new(Setup::from_fen(fen).expect("a FEN")).expect("a position")
}

/// Repeats `moves` for at most `most` plies; returns the number of plies and the rule that ended the game.
fn end(history: &mut History, moves: &str, terms: &Terms, most: usize) -> Option<(usize, Clause)> {
    let moves = moves
        .split(' ')
        .map(|text| text.parse::<Move>().expect("a move"));
    let moves: Vec<_> = moves.collect();
    for (count, &mv) in moves.iter().cycle().take(most).enumerate() {
        play(history, mv);
        if let Some(verdict) = ended(&adjudicate(history, terms)) {
            return Some((count + 1, verdict.clause));
        }
    }
    None
}

const fn limited(no_capture: Option<u16>) -> Terms {
    Terms {
        rulebook: Rulebook::Off,
        no_capture,
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const SHUTTLE: &str = "a0a1 a9a8 a1a0 a8a9";
/// Red checks on every move, whatever Black plays.
const CHECKS: &str = "4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1";
const CHECKING: &str = "d5e5 e9d9 e5d5 d9e9";

#[test]
fn repetition_never_ends_a_game_without_rulebook() {
    for case in cases::asian() {
        let Case { moves, .. } = &case;
        let mut line = case.start();
        for (count, &mv) in moves.iter().chain(moves).enumerate() {
            if line.position().check_move(mv).is_err() {
                // The loop does not end at the case's start.
                assert!(count >= moves.len(), "{}", case.name);
                break;
            }
            play(&mut line, mv);
            let ruling = adjudicate(&line, &terms(Rulebook::Off));
            assert_eq!(ruling, Ruling::Continue, "{}", case.name);
        }
        assert!(line.occurrences().len() >= 2, "{}", case.name);
    }
    let mut line = history(START);
    for times in 2..=10 {
        let over = end(&mut line, SHUTTLE, &terms(Rulebook::Off), 4);
        assert_eq!((over, line.occurrences().len()), (None, times));
    }
}

#[test]
fn the_limit_is_what_was_agreed() {
    for limit in [Some(40), Some(50), Some(60), Some(1)] {
        let expected = limit.map(|rounds| (2 * usize::from(rounds), Clause::NoCapture));
        let over = end(&mut history(START), SHUTTLE, &limited(limit), 400);
        assert_eq!(over, expected, "{limit:?}");
    }
    assert_eq!(end(&mut history(START), SHUTTLE, &limited(None), 400), None);
}

#[test]
fn the_count_begins_with_the_plies_before_the_start() {
    let start = START.replace(" 0 1", " 110 56");
    let over = end(&mut history(&start), SHUTTLE, &limited(Some(60)), 400);
    assert_eq!(over, Some((10, Clause::NoCapture)));
}

#[test]
fn a_capture_begins_the_count_anew() {
    let mut line = history(&START.replace(" 0 1", " 100 51"));
    play(&mut line, "h2h9".parse().expect("a move"));
    play(&mut line, "i9h9".parse().expect("a move"));
    assert_eq!(line.counted_idle_plies(), 0);
    let over = end(&mut line, SHUTTLE, &limited(Some(60)), 400);
    assert_eq!(over, Some((120, Clause::NoCapture)));
}

#[test]
fn ten_checks_of_a_side_count_and_no_more() {
    let mut line = history(CHECKS);
    let over = end(&mut line, CHECKING, &limited(Some(11)), 400);
    assert_eq!((over, line.counted_idle_plies()), (None, 20));
    // Quiet moves are counted again.
    let over = end(&mut line, "d5c5 e9e8", &limited(Some(11)), 400);
    assert_eq!(over, Some((2, Clause::NoCapture)));
    // Ply by ply: each check and its reply count up to the tenth.
    let mut line = history(CHECKS);
    for (count, mv) in CHECKING.split(' ').cycle().take(40).enumerate() {
        play(&mut line, mv.parse().expect("a move"));
        assert_eq!(line.counted_idle_plies(), (count + 1).min(20));
    }
}

#[test]
fn each_side_has_ten_checks_of_its_own() {
    // Both check on every move, Black in reply.
    let fen = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w - - 0 1";
    let mut line = history(fen);
    play(&mut line, "e6e7".parse().expect("a move"));
    let moves = "f8e8 e7f7 e8f8 f7e7";
    assert_eq!(end(&mut line, moves, &limited(Some(11)), 400), None);
    assert_eq!(line.counted_idle_plies(), 20);
}

#[test]
fn repetition_comes_before_material() {
    // A game would have ended before, but a line can get there.
    let mut line = history("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    let clause = |line: &History| ended(&adjudicate(line, &Terms::default())).map(|one| one.clause);
    for mv in "e0e1 d9d8 e1e0 d8d9 e0e1 d9d8 e1e0".split(' ') {
        let expected = match line.occurrences().len() {
            3 => Clause::NothingForbidden,
            _ => Clause::InsufficientMaterial,
        };
        assert_eq!(clause(&line), Some(expected));
        play(&mut line, mv.parse().expect("a move"));
    }
    play(&mut line, "d8d9".parse().expect("a move"));
    assert_eq!(clause(&line), Some(Clause::NothingForbidden));
}
