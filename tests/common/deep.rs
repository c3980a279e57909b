//! A tree as deep as it is long.

use chuhe::record::{NodeId, Record};
use chuhe::rules::Setup;

/// A game of so many plies, in which every variation leaves the one before it.
pub fn tree(plies: usize) -> Record {
    let add = |record: &mut Record, at: NodeId, mv: &str| {
        record
            .add(at, mv.parse().expect("a move"))
            .expect("a legal move")
    };
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for ply in 0..plies {
        let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4];
        let aside = ["i0i1", "i9i8", "i0i1", "i9i8"][ply % 4];
        add(&mut record, at, aside);
        at = add(&mut record, at, there_and_back);
    }
    record
}
