//! How fast games are read and written, in every format that is written here.
//!
//! `cargo bench --no-default-features --bench records` prints a table with plies per second. The goal is that the
//! largest trees in use (226,491 plies) are there in well under a second. Every input is made by the writers.

use chuhe::record::Record;
use chuhe::record::format::{self, Target};
use chuhe::record::notation::Notation;
use chuhe::rules::Setup;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::fmt;

/// A game, a book about one, and as much as the largest file of a collection of 28,177.
const SIZES: [usize; 3] = [100, 32_124, 226_491];
/// What to read and write; notations that need a position are slower than those that need none.
const TARGETS: [Target; 5] = [
    Target::Json,
    Target::Xqf,
    Target::DhtmlXq,
    Target::Pgn(Notation::Iccs),
    Target::Pgn(Notation::ChineseSimplified),
];

/// A tree of so many plies in a format.
#[derive(Clone, Copy)]
struct Case {
    target: Target,
    plies: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {}", self.target, self.plies)
    }
}

fn main() {
    divan::main();
}

#[divan::bench(args = cases(), sample_count = 10, sample_size = 1)]
fn read(bencher: Bencher, case: &Case) {
    let bytes = format::write(&tree(case.plies), case.target);
    bencher
        .counter(ItemsCount::new(case.plies))
        .bench_local(|| format::read(black_box(&bytes)));
}

#[divan::bench(args = cases(), sample_count = 10, sample_size = 1)]
fn write(bencher: Bencher, case: &Case) {
    let record = tree(case.plies);
    bencher
        .counter(ItemsCount::new(case.plies))
        .bench_local(|| format::write(black_box(&record), case.target));
}

/// Everything that is read as it was written.
fn cases() -> Vec<Case> {
    let small = tree(SIZES[0]);
    let works = |target: &Target| {
        let again = format::read(&format::write(&small, *target));
        again.is_ok_and(|loaded| loaded.records[0].move_count() == SIZES[0])
    };
    let targets: Vec<_> = TARGETS.into_iter().filter(works).collect();
    let of_size = |plies| targets.iter().map(move |&target| Case { target, plies });
    SIZES.into_iter().flat_map(of_size).collect()
}

/// A game with variations of some dozen plies, every tenth move with a remark, always the same.
fn tree(plies: usize) -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut nodes = vec![record.root()];
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    while record.move_count() < plies {
        let mut at = nodes[random(nodes.len())];
        for _ in 0..20 + random(80) {
            let moves = record.node(at).position().legal_moves();
            if moves.is_empty() || record.move_count() == plies {
                break;
            }
            at = record.add(at, moves[random(moves.len())]).expect("legal");
            if random(10) == 0 {
                record.node_mut(at).notes_mut().comment = "红方多一兵，稍好。".into();
            }
            nodes.push(at);
        }
    }
    record
}
