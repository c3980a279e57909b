//! Speed of reading and writing games, in every format that can be written.
//!
//! `cargo bench --no-default-features --bench records` prints a table; a number of rounds may follow as in `-- 3`. The
//! goal is to load the largest trees in use (226,491 plies) in well under a second. Every input is made by the writers.

mod figures;

use crate::figures::{Figure, Figures, Goal, time};
use chuhe::record::Record;
use chuhe::record::format::{self, Target};
use chuhe::record::notation::Notation;
use chuhe::rules::Setup;
use std::fmt;
use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;

/// Sizes of a game, a book about one, and the largest file in a collection of 28,177.
const SIZES: [usize; 3] = [100, 32_124, 226_491];
/// Formats to read and write; notations that depend on a position are slower than the others.
const TARGETS: [Target; 6] = [
    Target::Json,
    Target::Xqf,
    Target::Cbr,
    Target::DhtmlXq,
    Target::Pgn(Notation::Iccs),
    Target::Pgn(Notation::ChineseSimplified),
];

/// A tree of this many plies in a format.
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

fn main() -> io::Result<()> {
    let mut figures = Figures::new("records");
    let rounds = figures::rounds(9);
    for case in cases() {
        let record = tree(case.plies);
        let bytes = format::write(&record, case.target);
        let read = time(rounds, || format::read(black_box(&bytes)));
        let mut figure = Figure::new(format!("read {case}"), "ms", read);
        if case.plies == SIZES[2] {
            figure = figure.goal(Goal::AtMost(1000.0));
        }
        figures.add(figure);
        let write = time(rounds, || format::write(black_box(&record), case.target));
        figures.add(Figure::new(format!("write {case}"), "ms", write));
    }
    open_largest(rounds, &mut figures)?;
    figures.publish()
}

/// Times loading from the file to the record, as the program opens it.
fn open_largest(rounds: usize, figures: &mut Figures) -> io::Result<()> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("largest.xiangqi");
    let bytes = format::write(&tree(SIZES[2]), Target::Json);
    fs::write(&path, bytes)?;
    let opened = time(rounds, || {
        let bytes = format::read_file(&path).expect("it has just been written");
        format::read(&bytes)
    });
    fs::remove_file(&path)?;
    let name = format!("open a file of {} plies", SIZES[2]);
    figures.add(Figure::new(name, "ms", opened).goal(Goal::AtMost(1000.0)));
    Ok(())
}

/// Cases for everything that is read as it was written.
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

/// A fixed game with variations of some dozen plies and a comment on every tenth move.
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
