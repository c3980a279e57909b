//! The second occurrence of a position warns of the third.

use super::cases::{self, Case, ended, play};
use chuhe::rules::{Ruling, Side, adjudicate};
use chuhe::words;

/// The ruling at the second occurrence of the position that a case ends with, and the number of plies up to then.
fn warned(case: &Case) -> (usize, Ruling) {
    let second = case.played().occurrences()[1];
    let mut line = case.start();
    for &mv in &case.moves[..second] {
        play(&mut line, mv);
    }
    (second, adjudicate(&line, &case.terms))
}

/// Whether the moves from the second occurrence to the third repeat those from the first to the second.
fn goes_round_twice(case: &Case) -> bool {
    let stood = case.played().occurrences();
    case.moves[stood[0]..stood[1]] == case.moves[stood[1]..stood[2]]
}

#[test]
fn whoever_goes_round_once_more_is_ruled_as_warned() {
    let mut count = 0;
    let cases = cases::asian().into_iter().chain(cases::composed());
    for case in cases.filter(goes_round_twice) {
        let (plies, Ruling::Warned(warning)) = warned(&case) else {
            panic!("{}: no warning", case.name);
        };
        let last = case.ruling();
        let verdict = ended(&last).expect("a verdict");
        assert_eq!(warning.outcome, verdict.outcome, "{}", case.name);
        assert_eq!(warning.clause, verdict.clause, "{}", case.name);
        let cycle = warning.cycle.as_ref().expect("a cycle");
        assert_eq!(cycle.occurrences, 2, "{}", case.name);
        let first = plies - cycle.plies.len();
        assert_eq!(
            case.played().occurrences()[..2],
            [first, plies],
            "{}",
            case.name
        );
        count += 1;
    }
    assert!(count > 200, "only {count} cases go round twice");
}

#[test]
fn a_warning_names_who_must_vary() {
    for case in cases::asian() {
        let (_, Ruling::Warned(verdict)) = warned(&case) else {
            panic!("{}: no warning", case.name);
        };
        let text = words::warning(&verdict, &words::Players::nameless());
        for side in Side::ALL {
            let loses = verdict.outcome.winner() == Some(!side);
            let must = format!("{side} has ");
            assert_eq!(text.contains(&must), loses, "{}: {text}", case.name);
        }
        let is_draw = verdict.outcome.winner().is_none();
        assert_eq!(text.contains("draw"), is_draw, "{}: {text}", case.name);
    }
}
