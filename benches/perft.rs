//! How fast lines of play are counted, beside Fairy-Stockfish if it is there.
//!
//! `cargo bench --no-default-features --bench perft` prints a table; depth and rounds may follow as in
//! `-- 5 3`. Every round measures each position with both programs, one right after the other, each on
//! one thread and without a table of positions seen, so that a busy machine slows both. The table shows
//! medians over the rounds and the ratio of the medians. The other program is looked for on `PATH`; Debian
//! has it in its directory for games, which is often not there.
#![allow(clippy::print_stdout)] // A table for a person at a terminal is what this is for.

use chuhe::rules::{Position, Setup, perft};
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const FACTS: &str = include_str!("../tests/data/perft.txt");
/// The start and the middle games of the facts.
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
/// One of our counts is over too soon to be timed alone; it is repeated for at least so long.
const SHORTEST: Duration = Duration::from_millis(60);

/// A position to count from, and what has been measured.
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

    let mut rival = Rival::start();
    if let Err(error) = &rival {
        println!("fairy-stockfish cannot be run ({error}): only our own counts are timed.");
    }
    let mut cases = cases();
    for _ in 0..rounds {
        for case in &mut cases {
            let (nodes, speed) = time_ours(&case.position, depth);
            case.ours.push(speed);
            if let Ok(rival) = &mut rival {
                let (their_nodes, speed) = rival.time(case.fen, depth)?;
                assert_eq!(nodes, their_nodes, "{}: the counts differ", case.name);
                case.theirs.push(speed);
            }
        }
    }
    print_table(&cases, depth, rounds);
    Ok(())
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

/// Our nodes, and millions of them in a second.
fn time_ours(position: &Position, depth: u32) -> (u64, f64) {
    let start = Instant::now();
    let mut times = 0;
    loop {
        let nodes = black_box(perft(black_box(position), depth));
        times += 1;
        let elapsed = start.elapsed();
        if elapsed >= SHORTEST {
            return (nodes, speed(nodes * times, elapsed));
        }
    }
}

fn speed(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64() / 1e6
}

/// Fairy-Stockfish, running and told to play Xiangqi.
struct Rival {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Rival {
    fn start() -> io::Result<Self> {
        let mut process = Command::new("fairy-stockfish")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let mut rival = Self {
            process,
            input,
            output: BufReader::new(output),
        };
        writeln!(rival.input, "uci")?;
        rival.answer("uciok")?;
        writeln!(rival.input, "setoption name Threads value 1")?;
        writeln!(rival.input, "setoption name UCI_Variant value xiangqi")?;
        writeln!(rival.input, "isready")?;
        rival.answer("readyok")?;
        Ok(rival)
    }

    /// The next line that starts like this, without the start.
    fn answer(&mut self, start: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(rest) = line.trim().strip_prefix(start) {
                return Ok(rest.to_owned());
            }
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    /// Its nodes, and millions of them in a second.
    fn time(&mut self, fen: &str, depth: u32) -> io::Result<(u64, f64)> {
        writeln!(self.input, "position fen {fen}\nisready")?;
        self.answer("readyok")?;
        let start = Instant::now();
        writeln!(self.input, "go perft {depth}")?;
        let nodes = self.answer("Nodes searched:")?;
        let elapsed = start.elapsed();
        let nodes = nodes.trim().parse().map_err(io::Error::other)?;
        Ok((nodes, speed(nodes, elapsed)))
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It ends when asked to; if it is gone already, so much the better.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn print_table(cases: &[Case], depth: u32, rounds: u32) {
    println!("Depth {depth}, medians of {rounds} rounds, millions of nodes in a second:");
    println!("{:26}{:>10}{:>10}{:>8}", "", "ours", "theirs", "ratio");
    let mut ratios = Vec::new();
    for case in cases {
        let ours = median(&case.ours).unwrap_or_default();
        print!("{:26}{ours:>10.1}", case.name);
        if let Some(theirs) = median(&case.theirs) {
            print!("{theirs:>10.2}{:>8.1}", ours / theirs);
            ratios.push(ours / theirs);
        }
        println!();
    }
    if !ratios.is_empty() {
        let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        let mean = (logs / ratios.len() as f64).exp();
        println!("{:46}{mean:>8.1}", "geometric mean");
    }
}
