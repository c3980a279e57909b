//! `chuhe solve`: proves a mate.

use super::output::{json, print};
use super::start_or_complain;
use crate::engine::{Limits, Solver, SolverVerdict};
use crate::rules::{Move, Rulebook};
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

/// Most nodes; they take days.
const MAX_NODES: u64 = 1_000_000_000_000;

#[derive(Debug, Args)]
pub(super) struct Solve {
    /// Start here instead of at the start of a game.
    #[arg(long)]
    fen: Option<String>,
    /// Give up after this many positions.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..=MAX_NODES))]
    nodes: u64,
    /// Search only moves that give check.
    #[arg(long)]
    checks_only: bool,
}

/// The answer as it is printed.
#[derive(Serialize)]
struct Answer {
    verdict: &'static str,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(rename = "exact", skip_serializing_if = "Option::is_none")]
    is_exact: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_rule: Option<bool>,
    nodes: u64,
}

impl Answer {
    fn new(verdict: SolverVerdict, nodes: u64) -> Self {
        let (word, proof) = match verdict {
            SolverVerdict::Mate(proof) => ("mate", Some(proof)),
            SolverVerdict::NoMate => ("no mate", None),
            SolverVerdict::Unknown => ("unknown", None),
        };
        Self {
            verdict: word,
            moves: proof.as_ref().map(|proof| proof.moves),
            is_exact: proof.as_ref().map(|proof| proof.is_exact),
            ways: proof.as_ref().map(|proof| proof.ways),
            by_rule: proof.as_ref().map(|proof| proof.by_rule),
            line: proof.map_or_else(Vec::new, |proof| {
                proof.line.iter().map(Move::to_string).collect()
            }),
            nodes,
        }
    }
}

impl Solve {
    pub(super) fn run(&self) -> ExitCode {
        let position = match start_or_complain(self.fen.as_deref()) {
            Ok(position) => position,
            Err(code) => return code,
        };
        let limits = Limits {
            nodes: self.nodes,
            checks_only: self.checks_only,
        };
        let mut solver = Solver::new(&position, limits).under(Rulebook::default());
        let verdict = solver.run();
        match print(&json(&Answer::new(verdict, solver.nodes()))) {
            Ok(()) => ExitCode::SUCCESS,
            Err(code) => code,
        }
    }
}
