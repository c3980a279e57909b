//! Mates of old books, proved again: those of the studies.
//!
//! A debug build proves some of those that take few nodes, a release build all of them; of those that take many, which
//! are minutes of work, one in ten, and all if asked for: `cargo test --release --test pure mates -- --ignored`.

use chuhe::engine::{Limits, Proof, Solver, SolverVerdict};
use chuhe::rules::{Move, Position, Rulebook};
use chuhe::studies::{self, Mate, Study};

/// Most nodes of a mate that takes few.
const FEW_NODES: u64 = if cfg!(debug_assertions) {
    20_000
} else {
    300_000
};
/// Of the mates that take few nodes, one in so many is proved.
const SHARE_OF_FEW: usize = if cfg!(debug_assertions) { 3 } else { 1 };
/// Of those that take more, one in so many is proved by a release build.
const SHARE_OF_MANY: usize = 10;
/// Within this many moves, every defense is tried.
const MAX_TRIED: usize = 3;

/// A proved mate of a study.
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

/// The facts that this build proves every time.
fn facts() -> impl Iterator<Item = Fact> {
    let (few, many): (Vec<_>, Vec<_>) = all_facts().partition(|fact| fact.nodes <= FEW_NODES);
    let few = few.into_iter().step_by(SHARE_OF_FEW);
    let many = many.into_iter().filter(|_| !cfg!(debug_assertions));
    few.chain(many.step_by(SHARE_OF_MANY))
}

fn all_facts() -> impl Iterator<Item = Fact> {
    let mates = studies::all().filter_map(|study| Some((study, study.verdict().mate()?)));
    mates.map(|(study, mate)| Fact {
        name: study.id(),
        position: study.position(),
        moves: mate.moves,
        by_checks: is_by_checks(study, mate),
        nodes: mate.nodes,
    })
}

fn is_by_checks(study: &Study, mate: &Mate) -> bool {
    let mut position = study.position();
    mate.line.iter().enumerate().all(|(ply, mv)| {
        position = position.play(*mv).expect("a legal move");
        ply % 2 == 1 || position.is_check()
    })
}

impl Fact {
    fn prove(&self, checks_only: bool) -> Proof {
        let limits = Limits {
            nodes: self.nodes,
            checks_only,
        };
        let mut solver = Solver::new(&self.position, limits).under(Rulebook::default());
        let verdict = solver.run();
        let SolverVerdict::Mate(proof) = verdict else {
            panic!("{}: {verdict:?}", self.name);
        };
        assert_eq!(proof.moves, self.moves, "{}", self.name);
        proof
    }

    /// Proves it with all moves, and with checks only if they are enough, and replays both proofs.
    fn prove_and_replay(&self) {
        self.replay(&self.prove(false), false);
        if self.by_checks {
            self.replay(&self.prove(true), true);
        }
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
        fact.prove_and_replay();
        proved += 1;
    }
    assert!(proved >= 15, "{proved}");
}

#[test]
#[ignore = "takes minutes"]
fn every_mate_that_takes_many_nodes_is_proved_again() {
    for fact in all_facts().filter(|fact| fact.nodes > FEW_NODES) {
        fact.prove_and_replay();
    }
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
