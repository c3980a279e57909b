//! The studies that come with the program: every position, every line, and some proofs.

use chuhe::engine::{Limits, Solver, SolverVerdict};
use chuhe::rules::{History, Move, Position, Rulebook, Ruling, Terms, adjudicate};
use chuhe::studies::{self, Attempt, Book, Judgement, Mate, Study};
use std::collections::HashSet;

/// Most nodes of a mate that is proved again each time, and one of so many of those.
const FEW_NODES: u64 = 20_000;
const SHARE: usize = 3;

fn mates() -> impl Iterator<Item = (&'static Study, &'static Mate)> {
    studies::all().filter_map(|study| Some((study, study.verdict().mate()?)))
}

/// The position after some legal moves.
fn after(position: &Position, moves: &[Move]) -> Position {
    let play = |position: Position, mv: &Move| position.play(*mv).expect("a legal move");
    moves.iter().fold(position.clone(), play)
}

#[test]
fn every_position_is_there_once() {
    let counts: Vec<_> = { Book::all().iter() }
        .map(|book| (book.id(), book.studies().len()))
        .collect();
    assert_eq!(counts, [("shiqing-yaqu", 551), ("mengru-shenji", 133)]);
    let ids: HashSet<_> = studies::all().map(Study::id).collect();
    assert_eq!(ids.len(), 684);
    for study in studies::all() {
        assert_eq!(studies::find(&study.id()), Some(study));
        assert!(study.position().has_legal_move(), "{}", study.id());
        assert!(!study.title().is_empty(), "{}", study.id());
    }
    for wrong in [
        "",
        "shiqing-yaqu",
        "shiqing-yaqu:0",
        "shiqing-yaqu:12b",
        ":12",
        "12",
    ] {
        assert_eq!(studies::find(wrong), None, "{wrong}");
    }
}

#[test]
fn a_title_has_four_forms() {
    let study = studies::find("shiqing-yaqu:1").expect("a study");
    for (form, title) in [
        ("traditional", "氣吞關右"),
        ("simplified", "气吞关右"),
        ("pinyin", "Qì tūn guān yòu"),
        ("Vietnamese", "Khí thôn quan hữu"),
        ("", ""),
    ] {
        assert_eq!(study.title_in(form), title);
    }
}

#[test]
fn every_title_has_a_vietnamese_syllable_for_each_character() {
    for study in studies::all() {
        let syllables = study.sino_vietnamese().split(|c: char| !c.is_alphabetic());
        let syllables = syllables.filter(|one| !one.is_empty()).count();
        let characters = study.title().chars().filter(|c| c.is_alphabetic()).count();
        assert_eq!(syllables, characters, "{}", study.id());
    }
}

/// Whether the last of these moves wins for the side that solves a study, and no position occurs twice before.
fn is_won_by_arbiter(study: &Study, line: &[Move]) -> bool {
    let mut game = History::new(study.setup().clone()).expect("a position");
    for (ply, mv) in line.iter().enumerate() {
        game.play(*mv).expect("a legal move");
        match adjudicate(&game, &Terms::default()) {
            Ruling::Continue => {}
            Ruling::Warned(_) | Ruling::Undecided(_) | Ruling::Awaited { .. } => return false,
            Ruling::Ended(verdict) => {
                let is_mate = verdict.cycle.is_none() && !game.position().has_legal_move();
                let is_last = ply + 1 == line.len();
                return is_mate && is_last && verdict.outcome.winner() == Some(study.turn());
            }
        }
    }
    false
}

#[test]
fn every_line_mates_in_as_many_moves_as_are_told() {
    let mut count = 0;
    for (study, mate) in mates() {
        assert!(is_won_by_arbiter(study, &mate.line), "{}", study.id());
        assert_eq!(mate.line.len() + 1, 2 * mate.moves, "{}", study.id());
        assert!(mate.ways > 0, "{}", study.id());
        count += 1;
    }
    assert!(count > 300, "{count}");
}

fn prove(study: &Study, mate: &Mate) {
    let limits = Limits {
        nodes: mate.nodes,
        checks_only: false,
    };
    let mut solver = Solver::new(&study.position(), limits).under(Rulebook::default());
    let SolverVerdict::Mate(proof) = solver.run() else {
        panic!("{}", study.id());
    };
    let found = (proof.moves, proof.ways, proof.by_rule, &proof.line);
    let told = (mate.moves, mate.ways, mate.by_rule, &mate.line);
    assert_eq!(found, told, "{}", study.id());
}

#[test]
fn some_mates_are_proved_again() {
    let few = mates().filter(|(_, mate)| mate.nodes <= FEW_NODES);
    let some: Vec<_> = few.step_by(SHARE).collect();
    assert!(some.len() >= 15, "{}", some.len());
    for (study, mate) in some {
        prove(study, mate);
    }
}

#[test]
#[ignore = "takes minutes"]
fn all_mates_are_proved_again() {
    for (study, mate) in mates() {
        prove(study, mate);
    }
}

fn judge(study: &'static Study, mv: Move, nodes: u64) -> Judgement {
    let judging = Attempt::new(study.clone()).judge(mv, nodes);
    judging.expect("a legal move").run().judgement
}

fn first_moves(id: &str) -> (&'static Study, Vec<Move>) {
    let study = studies::find(id).expect("a study");
    (study, study.position().legal_moves())
}

#[test]
fn every_first_move_with_a_proved_mate_is_accepted() {
    let (study, moves) = first_moves("shiqing-yaqu:92");
    let mate = study.verdict().mate().expect("a mate");
    let right: Vec<_> = { moves.into_iter() }
        .filter(|mv| mv.to_string() == "i7i9" || mv.to_string() == "d8e8")
        .collect();
    assert!(right.len() == mate.ways && right.contains(&mate.line[0]));
    for mv in right {
        let judgement = judge(study, mv, FEW_NODES);
        let Judgement::Right { left, line } = judgement else {
            panic!("{mv}: {judgement:?}");
        };
        let next = after(&study.position(), &[mv]);
        assert!(!after(&next, &line).has_legal_move(), "{mv}");
        assert_eq!((left, line.len()), (mate.moves - 1, 2 * left), "{mv}");
    }
}

#[test]
fn a_longer_mate_is_told_as_one() {
    let (study, _) = first_moves("shiqing-yaqu:93");
    let longer = judge(study, "f6d6".parse().expect("a move"), 2 * FEW_NODES);
    let Judgement::Longer { total, line } = longer else {
        panic!("{longer:?}");
    };
    assert!(total > study.verdict().mate().expect("a mate").moves);
    assert_eq!(line.len(), 2 * (total - 1));
}

#[test]
fn every_other_first_move_is_refuted() {
    let (study, moves) = first_moves("mengru-shenji:1");
    let mate = study.verdict().mate().expect("a mate");
    for mv in moves.into_iter().filter(|mv| *mv != mate.line[0]) {
        let judgement = judge(study, mv, FEW_NODES);
        let Judgement::Wrong { refutation } = judgement else {
            panic!("{mv}: {judgement:?}");
        };
        let next = after(&study.position(), &[mv]);
        // All of it is legal, and no mate in time is left after the reply.
        after(&next, &refutation);
        let limits = Limits {
            nodes: FEW_NODES,
            checks_only: false,
        };
        let replied = after(&next, &refutation[..1]);
        let verdict = Solver::new(&replied, limits).within(mate.moves - 1).run();
        assert_eq!(verdict, SolverVerdict::NoMate, "{mv}: {refutation:?}");
    }
}

#[test]
fn where_the_win_is_by_rule_only_a_mate_refutes_a_move() {
    let (study, moves) = first_moves("shiqing-yaqu:95");
    let mate = study.verdict().mate().expect("a win");
    assert!(mate.by_rule && !mate.is_exact);
    for mv in moves {
        match judge(study, mv, 2_000) {
            Judgement::Wrong { refutation } => {
                let next = after(&study.position(), &[mv]);
                assert!(!after(&next, &refutation).has_legal_move(), "{mv}");
            }
            Judgement::Right { .. } | Judgement::Undecided => {}
            other => panic!("{mv}: {other:?}"),
        }
    }
    assert!(matches!(
        judge(study, mate.line[0], 0),
        Judgement::Right { .. }
    ));
}

#[test]
fn a_judgement_in_steps_is_like_that_in_one() {
    let (study, moves) = first_moves("mengru-shenji:2");
    for mv in moves.into_iter().step_by(6) {
        let attempt = Attempt::new(study.clone());
        let mut judging = attempt.judge(mv, FEW_NODES).expect("a legal move");
        let judged = (0..1_000).find_map(|_| judging.step(100));
        assert_eq!(
            judged.map(|judged| judged.judgement),
            Some(judge(study, mv, FEW_NODES))
        );
    }
}
