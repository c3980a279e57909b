//! The arbiter against cases with known verdicts, and the laws that every ruling obeys.

use chuhe::rules::{
    BySide, Conduct, History, Outcome, Rulebook, Ruling, Setup, Side, Terms, Verdict, adjudicate,
};
use std::fmt::Write;

const CASES: &str = include_str!("data/rulings.txt");

#[derive(Debug, Default)]
struct Case<'a> {
    name: &'a str,
    fen: &'a str,
    moves: Vec<&'a str>,
    verdict: &'a str,
    contested: bool,
    conducts: BySide<&'a str>,
    chased: Vec<&'a str>,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case> = Vec::new();
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let Some((key, value)) = line.split_once(' ') else {
            continue;
        };
        if key == "case" {
            cases.push(Case {
                name: value,
                ..Case::default()
            });
        }
        let case = cases.last_mut().expect("a block begins with its name");
        match key {
            "case" | "about" => {}
            "fen" => case.fen = value,
            "moves" => case.moves = value.split(' ').collect(),
            "verdict" => {
                case.contested = value.ends_with(" (contested)");
                case.verdict = value.trim_end_matches(" (contested)");
            }
            "red" => case.conducts.red = value,
            "black" => case.conducts.black = value,
            "chased" => case.chased.push(value),
            other => panic!("{}: what is {other}?", case.name),
        }
    }
    cases
}

fn verdict_of(ruling: &Ruling) -> Option<&Verdict> {
    match ruling {
        Ruling::Ended(verdict) => Some(verdict),
        _ => None,
    }
}

fn told(verdict: &Verdict) -> String {
    let who = match verdict.outcome.winner() {
        Some(Side::Red) => "black_loses",
        Some(Side::Black) => "red_loses",
        None => "draw",
    };
    format!(
        "{who}: {}",
        chuhe::record::format::reason_word(verdict.outcome)
    )
}

fn play(case: &Case) -> History {
    let setup = Setup::from_fen(case.fen).expect("a FEN");
    let mut history = History::new(setup).unwrap_or_else(|why| panic!("{}: {why}", case.name));
    for mv in &case.moves {
        let mv = mv.parse().expect("a move");
        history
            .play(mv)
            .unwrap_or_else(|why| panic!("{}: {mv}: {why}", case.name));
    }
    history
}

#[test]
fn zz_all() {
    let mut out = String::new();
    for case in cases() {
        let history = play(&case);
        let ruling = adjudicate(&history, &Terms::default());
        let Some(verdict) = verdict_of(&ruling) else {
            writeln!(out, "{}: {ruling:?}", case.name).unwrap();
            continue;
        };
        let cycle = verdict.cycle.as_ref().unwrap();
        let conduct = |side| {
            let own = cycle
                .plies
                .iter()
                .filter(|ply| ply.played.piece.side == side);
            let l: Vec<_> = own
                .map(|ply| match ply.conduct {
                    Conduct::Check => "C",
                    Conduct::Chase => "A",
                    Conduct::Idle => "-",
                })
                .collect();
            l.join(" ")
        };
        if told(verdict) != case.verdict {
            writeln!(
                out,
                "{}: {} but {} {}",
                case.name,
                told(verdict),
                case.verdict,
                case.contested
            )
            .unwrap();
        }
        for side in Side::ALL {
            if conduct(side) != case.conducts[side] {
                writeln!(
                    out,
                    "  {}: {side} {} but {} {:?}",
                    case.name,
                    conduct(side),
                    case.conducts[side],
                    case.contested
                )
                .unwrap();
            }
        }
        if !verdict.open.is_empty() {
            writeln!(
                out,
                "    {} open {:?} {}",
                case.name, verdict.open, case.contested
            )
            .unwrap();
        }
    }
    panic!("{out}");
}
