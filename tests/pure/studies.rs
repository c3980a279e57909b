//! The studies that come with the program: every position, every line, and some proofs.

use chuhe::mind::{Limits, Solver, Verdict};
use chuhe::rules::{Move, Position};
use chuhe::studies::{self, Book, Mate, Study};
use std::collections::HashSet;

/// Most nodes of a mate that is proved again, and one of so many of those.
const FEW_NODES: u64 = 20_000;
const SHARE: usize = 24;

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
fn every_line_mates_in_as_many_moves_as_are_told() {
    let mut count = 0;
    for (study, mate) in mates() {
        let end = after(&study.position(), &mate.line);
        assert!(!end.has_legal_move(), "{}", study.id());
        assert_eq!(mate.line.len() + 1, 2 * mate.moves, "{}", study.id());
        assert!(mate.ways > 0, "{}", study.id());
        count += 1;
    }
    assert!(count > 300, "{count}");
}

#[test]
fn some_mates_are_proved_again() {
    let few = mates().filter(|(_, mate)| mate.nodes <= FEW_NODES);
    for (study, mate) in few.step_by(SHARE) {
        let limits = Limits {
            nodes: mate.nodes,
            checks_only: false,
        };
        let Verdict::Mate(proof) = Solver::new(&study.position(), limits).run() else {
            panic!("{}", study.id());
        };
        let found = (proof.moves, proof.ways, &proof.line);
        assert_eq!(found, (mate.moves, mate.ways, &mate.line), "{}", study.id());
    }
}
