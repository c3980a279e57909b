//! `chuhe perft`: counts lines of legal moves.

use super::output::{complain, print};
use super::start_or_complain;
use crate::rules::{Position, perft, perft_divide};
use clap::Args;
use std::process::ExitCode;
use std::time::Instant;

/// Maximum depth; from the start it would take longer than a year.
const MAX_DEPTH: i64 = 12;

#[derive(Debug, Args)]
pub(super) struct Perft {
    /// How many plies deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    depth: u32,
    /// Start here instead of at the start of a game.
    #[arg(long)]
    fen: Option<String>,
    /// Print the count after each first move too.
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(super) fn run(&self) -> ExitCode {
        let position = match start_or_complain(self.fen.as_deref()) {
            Ok(position) => position,
            Err(code) => return code,
        };
        match self.count(&position) {
            Ok(()) => ExitCode::SUCCESS,
            Err(code) => code,
        }
    }

    fn count(&self, position: &Position) -> Result<(), ExitCode> {
        let start = Instant::now();
        let nodes = if self.divide && self.depth > 0 {
            divide(position, self.depth)?
        } else {
            perft(position, self.depth)
        };
        let seconds = start.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        complain(&format!(
            "{seconds:.3} s, {speed:.1} million nodes a second"
        ));
        print(&format!("nodes {nodes}"))
    }
}

/// Counts and prints the lines after each first move.
fn divide(position: &Position, depth: u32) -> Result<u64, ExitCode> {
    let mut nodes = 0;
    for (mv, count) in perft_divide(position, depth) {
        print(&format!("{mv} {count}"))?;
        nodes += count;
    }
    Ok(nodes)
}
