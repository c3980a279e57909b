//! Speed of perft, compared with Fairy-Stockfish if available.
//!
//! `cargo bench --no-default-features --bench perft` prints a table; depth and rounds may follow as in `-- 5 3`. Every
//! round measures each position with both programs, one right after the other, each on one thread and without a
//! transposition table, so that a busy machine slows both. The figures are medians over the rounds and the ratio of the
//! medians. The other program is looked up on `PATH`; Debian installs it in its directory for games, which is often
//! missing there.
#![allow(clippy::print_stdout)] // The table is for a terminal.

mod figures;

use crate::figures::program::Program;
use crate::figures::{Figure, Figures, Goal, median};
use chuhe::rules::{Position, Setup, perft};
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

const FACTS: &str = include_str!("../tests/data/perft.txt");
/// The start and the middlegames of the facts.
const NAMES: [&str; 10] = [
    "start",
    "wiki midgame cannons",
    "horses hobbled both",
    "elephants eyes blocked",
    "random play 009",
    "random play 014",
    "random play 019",
    "random play 024",
    "random play 052",
    "random play 060",
];
const RIVAL: &str = "fairy-stockfish";
const UNIT: &str = "Mn/s";
/// A single count of ours is too short to be timed; it is repeated for at least this time.
const MIN_TIME: Duration = Duration::from_millis(60);

/// A position with its measurements.
struct Case {
    name: &'static str,
    fen: &'static str,
    position: Position,
    ours: Vec<f64>,
    theirs: Vec<f64>,
}

fn main() -> io::Result<()> {
    let start = Instant::now();
    let moves = black_box(Position::start()).legal_moves().len();
    let first = start.elapsed();
    let numbers = std::env::args().filter_map(|word| word.parse::<u32>().ok());
    let numbers: Vec<u32> = numbers.collect();
    let depth = numbers.first().copied().unwrap_or(4).max(1);
    let rounds = numbers.get(1).copied().unwrap_or(7).max(1);
    println!("First {moves} moves after the program starts: {first:?}; all tables are constants.");

    let mut rival = Program::start_uci(RIVAL);
    if let Err(error) = &rival {
        println!("{RIVAL} cannot be run ({error}): only our own counts are timed.");
    }
    let mut cases = cases();
    for _ in 0..rounds {
        for case in &mut cases {
            let (nodes, speed) = time_ours(&case.position, depth);
            case.ours.push(speed);
            if let Ok(rival) = &mut rival {
                let (their_nodes, speed) = time_theirs(rival, case.fen, depth)?;
                assert_eq!(nodes, their_nodes, "{}: the counts differ", case.name);
                case.theirs.push(speed);
            }
        }
    }
    println!("Depth {depth}, medians of {rounds} rounds, millions of nodes in a second:");
    publish(&cases)
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in FACTS.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let (Some(fen), Some(_), Some(name)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        if NAMES.contains(&name) {
            let setup = Setup::from_fen(fen).expect("the facts are FENs");
            cases.push(Case {
                name,
                fen,
                position: setup.position().expect("the facts can be played"),
                ours: Vec::new(),
                theirs: Vec::new(),
            });
        }
    }
    cases
}

/// Our node count, and millions of nodes per second.
fn time_ours(position: &Position, depth: u32) -> (u64, f64) {
    let start = Instant::now();
    let mut times = 0;
    loop {
        let nodes = black_box(perft(black_box(position), depth));
        times += 1;
        let elapsed = start.elapsed();
        if elapsed >= MIN_TIME {
            return (nodes, speed(nodes * times, elapsed));
        }
    }
}

fn speed(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64() / 1e6
}

/// The node count of Fairy-Stockfish, and millions of nodes per second.
fn time_theirs(rival: &mut Program, fen: &str, depth: u32) -> io::Result<(u64, f64)> {
    rival.say(&format!("position fen {fen}\nisready"))?;
    rival.hear("readyok")?;
    let start = Instant::now();
    rival.say(&format!("go perft {depth}"))?;
    let nodes = rival.hear("Nodes searched:")?;
    let elapsed = start.elapsed();
    let nodes = nodes.parse().map_err(io::Error::other)?;
    Ok((nodes, speed(nodes, elapsed)))
}

/// The goal is a ratio over all positions.
fn publish(cases: &[Case]) -> io::Result<()> {
    let mut figures = Figures::new("perft");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for case in cases {
        let speed = median(&case.ours).unwrap_or_default();
        let rival = median(&case.theirs);
        figures.add(Figure::new(case.name, UNIT, speed).beside(RIVAL, rival));
        ours.push(speed);
        theirs.extend(rival);
    }
    let mean = geometric_mean(&ours).unwrap_or_default();
    let all = Figure::new("geometric mean", UNIT, mean).beside(RIVAL, geometric_mean(&theirs));
    figures.add(all.goal(Goal::RatioAtLeast(30.0)));
    figures.publish()
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (logs / values.len() as f64).exp())
}
