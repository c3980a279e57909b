//! Speed of reading and writing games, in every format that can be written.
//!
//! `cargo bench --no-default-features --bench records` prints a table; a number of rounds may follow as in `-- 3`. The
//! goals are to load the largest trees in use (226,491 plies) in well under a second, and to index the positions of the
//! largest collections (55,000 games) within 20 seconds. Every input is made by the writers, or of random games.

mod figures;

use crate::figures::{Figure, Figures, Goal, time};
use chuhe::record::format::{self, Target};
use chuhe::record::notation::Notation;
use chuhe::record::{Collection, FilesState, Record};
use chuhe::rules::{Position, Setup};
use std::fmt::{self, Write as _};
use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Instant;

/// Sizes of a game, a book about one, and the largest file in a collection of 28,177.
const SIZES: [usize; 3] = [100, 32_124, 226_491];
/// Number of games of a large collection, of which each has so many plies; one in ten is another.
const GAMES: usize = 55_000;
const PLIES: usize = 80;

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
    index_games(&mut figures);
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

/// Times the book of positions: the index of a collection, made and read again, and the page of the start.
fn index_games(figures: &mut Figures) {
    let pgn = games();
    let fresh = || {
        let games = Collection::open(pgn.clone().into_bytes()).expect("games");
        games.with_state(FilesState {
            fingerprint: "0123456789abcdef".into(),
            ..FilesState::default()
        })
    };
    let games = fresh();
    let begun = Instant::now();
    games.index_more(usize::MAX);
    let made = begun.elapsed().as_secs_f64() * 1000.0;
    let name = format!("index {GAMES} games");
    figures.add(Figure::new(name, "ms", made).goal(Goal::AtMost(20_000.0)));
    let kept = games.write_index().expect("all are indexed");
    let again = fresh();
    let read = time(1, || again.read_index(&kept));
    figures.add(Figure::new(
        format!("read the index of {GAMES} games"),
        "ms",
        read,
    ));
    let start = Position::start();
    let found = time(9, || again.book(black_box(&start)));
    figures.add(Figure::new("look up the start", "ms", found).goal(Goal::AtMost(50.0)));
}

/// A PGN of random games.
fn games() -> String {
    let mut random = generator();
    let mut pgn = String::new();
    let mut text = String::new();
    for game in 0..GAMES {
        if game % 10 == 0 {
            text.clear();
            let mut at = Position::start();
            for ply in 0..PLIES {
                let moves = at.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random(moves.len())];
                let number = if ply % 2 == 0 {
                    format!("{}. ", ply / 2 + 1)
                } else {
                    String::new()
                };
                write!(text, "{number}{mv} ").expect("a text");
                at = at.play(mv).expect("legal");
            }
        }
        let (year, result) = (1950 + random(70), ["1-0", "0-1", "1/2-1/2"][random(3)]);
        let names = format!("[Red \"{}\"]\n[Black \"{}\"]", random(2000), random(2000));
        write!(
            pgn,
            "[Event \"Cup\"]\n[Date \"{year}.01.01\"]\n{names}\n[Result \"{result}\"]\n\n{text}{result}\n\n"
        )
        .expect("a text");
    }
    pgn
}

/// Numbers below a limit, the same in each run.
fn generator() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    }
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
    let mut random = generator();
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
