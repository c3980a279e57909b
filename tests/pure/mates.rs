//! Mates of old books, proved again: the facts are in `data/mates.tsv`.
//!
//! A debug build proves some of those that take few nodes, a release build all of them.

use chuhe::mind::{Limits, Proof, Solver, Verdict};
use chuhe::rules::{Move, Position, Setup};

const FACTS: &str = include_str!("../data/mates.tsv");

/// Mates that take more nodes are skipped.
const NODE_LIMIT: u64 = if cfg!(debug_assertions) {
    20_000
} else {
    u64::MAX
};
/// Of the others, one in so many is proved.
const SHARE: usize = if cfg!(debug_assertions) { 8 } else { 1 };
/// Within this many moves, every defense is tried.
const MAX_TRIED: usize = 3;

/// One line of the facts.
struct Fact {
    /// The book and the number in it.
    name: String,
    position: Position,
    moves: usize,
    /// Whether every move of the winner gives check.
    by_checks: bool,
    /// A limit within which the mate is proved.
    nodes: u64,
}

/// The facts that this build proves.
fn facts() -> impl Iterator<Item = Fact> {
    let lines = FACTS.lines().filter(|line| !line.starts_with('#'));
    let facts = lines.map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [book, number, fen, moves, how, nodes] = fields[..] else {
            panic!("six fields: {line}");
        };
        let setup = Setup::from_fen(fen).expect("a FEN");
        Fact {
            name: format!("{book} {number}"),
            position: setup.position().expect("a position"),
            moves: moves.parse().expect("a number of moves"),
            by_checks: how == "checks",
            nodes: nodes.parse().expect("a number of nodes"),
        }
    });
    facts.filter(|fact| fact.nodes <= NODE_LIMIT).step_by(SHARE)
}

impl Fact {
    fn prove(&self, checks_only: bool) -> Proof {
        let limits = Limits {
            nodes: self.nodes,
            checks_only,
        };
        let mut solver = Solver::new(&self.position, limits);
        let verdict = solver.run();
        let Verdict::Mate(proof) = verdict else {
            panic!("{}: {verdict:?}", self.name);
        };
        assert_eq!(proof.moves, self.moves, "{}", self.name);
        proof
    }

    /// Plays the line, which ends the game after as many moves as the proof says.
    fn replay(&self, proof: &Proof, checks_only: bool) {
        let mut position = self.position.clone();
        for (ply, mv) in proof.line.iter().enumerate() {
            position = position.play(*mv).expect("a legal move");
            let may_be_quiet = ply % 2 == 1 || !checks_only;
            assert!(may_be_quiet || position.is_check(), "{}: {mv}", self.name);
        }
        assert!(!position.has_legal_move(), "{}", self.name);
        assert_eq!(proof.line.len() + 1, 2 * self.moves, "{}", self.name);
    }
}

/// Whether some move mates within so many, by trying all of them.
fn wins(position: &Position, moves: usize, checks_only: bool) -> bool {
    let mut tried = position.legal_moves();
    let gives_check = |mv: &Move| position.play(*mv).is_ok_and(|next| next.is_check());
    if checks_only {
        tried.retain(gives_check);
    } else {
        tried.sort_by_key(|mv| !gives_check(mv));
    }
    let next = tried.iter().filter_map(|mv| position.play(*mv).ok());
    let mut next = next.filter(|next| loses(next, moves - 1, checks_only));
    next.next().is_some()
}

/// Whether every reply leads to a mate within so many moves, or there is none.
fn loses(position: &Position, moves: usize, checks_only: bool) -> bool {
    let replies = position.legal_moves();
    let next = replies.iter().filter_map(|mv| position.play(*mv).ok());
    replies.is_empty() || moves > 0 && { next }.all(|next| wins(&next, moves, checks_only))
}

#[test]
fn every_mate_is_proved_again() {
    let mut proved = 0;
    for fact in facts() {
        fact.replay(&fact.prove(false), false);
        if fact.by_checks {
            fact.replay(&fact.prove(true), true);
        }
        proved += 1;
    }
    assert!(proved >= 30, "{proved}");
}

#[test]
fn no_defense_holds_against_a_short_mate() {
    let mut tried = 0;
    for fact in facts().filter(|fact| fact.moves <= MAX_TRIED) {
        let proof = fact.prove(false);
        let next = fact.position.play(proof.line[0]).expect("a legal move");
        assert!(loses(&next, fact.moves - 1, false), "{}", fact.name);
        if fact.by_checks {
            let is_shorter = (1..fact.moves).any(|moves| wins(&fact.position, moves, true));
            assert!(!is_shorter, "{}", fact.name);
        }
        tried += 1;
    }
    assert!(tried > 0);
}
