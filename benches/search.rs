//! Speed of the search, compared with Fairy-Stockfish if available: nodes a second, and the time to depth ten.
//!
//! `cargo bench --no-default-features --bench search` prints a table; a number of rounds may follow as in `-- 5`. Every
//! round measures each position with both programs, one right after the other, each on one thread with 16 mebibytes. A node and a
//! depth are not the same for both, since each reduces and extends in its own way.
#![allow(clippy::print_stdout)] // The table is for a terminal.

mod figures;

use crate::figures::program::Program;
use crate::figures::{Figure, Figures, Goal, median, milliseconds, rounds};
use chuhe::engine::{Memory, Search};
use chuhe::rules::{History, Setup, Terms};
use std::io;
use std::time::Instant;

/// The start, an opening, two middlegames with an attack, an endgame, and a mate.
const POSITIONS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "2bakab1r/9/r1n4cn/p1p1p1p1p/6c2/2P6/P3P1P1P/N1C1C1N2/9/R1BAKABR1 b - - 0 1",
    "r2akab1r/3nn4/4b3c/pC2p3p/2pc2p2/2P1R4/P5P1P/2N1C1N2/9/R1BAKAB2 w - - 0 1",
    "4kab2/4a4/4b4/p1p1p4/5n3/2P5P/P3N4/4B4/4A4/2BAK4 w - - 0 1",
    "1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w - - 0 1",
];
const RIVAL: &str = "fairy-stockfish";
const DEPTH: i32 = 10;
/// Nodes searched to measure their number in a second.
const NODES: u64 = 300_000;

fn main() -> io::Result<()> {
    let rounds = rounds(3);
    let mut rival = Program::start_uci(RIVAL);
    if let Err(error) = &rival {
        println!("{RIVAL} cannot be run ({error}): only our own search is timed.");
    }
    let mut figures = Figures::new("search");
    let (mut all, mut all_theirs) = (Vec::new(), Vec::new());
    for (number, fen) in (1..).zip(POSITIONS) {
        let (mut speeds, mut times) = (Vec::new(), Vec::new());
        let (mut their_speeds, mut their_times) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (speed, time) = ours(fen);
            speeds.push(speed);
            times.push(time);
            if let Ok(rival) = &mut rival {
                let (speed, time) = theirs(rival, fen)?;
                their_speeds.push(speed);
                their_times.push(time);
            }
        }
        let speed = median(&speeds).unwrap_or_default();
        let their_speed = median(&their_speeds);
        all.push(speed);
        all_theirs.extend(their_speed);
        let name = format!("position {number}, nodes");
        figures.add(Figure::new(name, "kn/s", speed).beside(RIVAL, their_speed));
        let name = format!("position {number}, depth {DEPTH}");
        let time = median(&times).unwrap_or_default();
        figures.add(Figure::new(name, "ms", time).beside(RIVAL, median(&their_times)));
    }
    let speed = median(&all).unwrap_or_default();
    let speed = Figure::new("median of the positions", "kn/s", speed);
    let speed = speed.beside(RIVAL, median(&all_theirs));
    figures.add(speed.goal(Goal::RatioAtLeast(4.0)));
    figures.publish()
}

fn search(fen: &str) -> Search {
    let setup = Setup::from_fen(fen).expect("a FEN");
    let history = History::new(setup).expect("a position");
    Search::new(&history, &Terms::default(), Memory::new(16))
}

/// Thousands of nodes in a second, and milliseconds to the depth.
fn ours(fen: &str) -> (f64, f64) {
    let mut fast = search(fen);
    let start = Instant::now();
    fast.step(NODES);
    let speed = fast.nodes() as f64 / milliseconds(start.elapsed());
    let mut deep = search(fen).with_depth(DEPTH);
    let start = Instant::now();
    while deep.step(u64::MAX) {}
    (speed, milliseconds(start.elapsed()))
}

fn theirs(rival: &mut Program, fen: &str) -> io::Result<(f64, f64)> {
    rival.say("ucinewgame")?;
    rival.say(&format!("position fen {fen}\nisready"))?;
    rival.hear("readyok")?;
    let start = Instant::now();
    rival.say(&format!("go nodes {NODES}"))?;
    let mut searched = 0.0;
    loop {
        let line = rival.hear("")?;
        let words: Vec<_> = line.split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "nodes") {
            searched = words
                .get(at + 1)
                .and_then(|word| word.parse().ok())
                .unwrap_or(searched);
        }
        if line.starts_with("bestmove") {
            break;
        }
    }
    let speed = searched / milliseconds(start.elapsed());
    rival.say("ucinewgame\nisready")?;
    rival.hear("readyok")?;
    let start = Instant::now();
    rival.say(&format!("go depth {DEPTH}"))?;
    rival.hear("bestmove")?;
    Ok((speed, milliseconds(start.elapsed())))
}
