//! `chuhe review`: evaluates the games of files, by our own engine or by another.

use super::output::{complain, json, print, write};
use super::review_engine::ReviewEngine;
use super::{each_game, is_whole, place};
use crate::engine::{Memory, Review};
use crate::game::{MoveQuality, keep_review, red_chances, review_of, turning_points};
use crate::record::format::{self, Target};
use crate::record::notation::Notation;
use crate::record::{FileList, NodeId, Record};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Size of the memory of our own engine, in mebibytes.
const MEMORY: usize = 16;
/// Nodes in one go.
const STEP: u64 = 100_000;

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// Game files, or folders of them.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Another engine, which speaks UCI or UCCI.
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Number of positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Print one JSON object a game and line, instead of the games as PGN.
    #[arg(long)]
    json: bool,
}

/// One game, as printed by `--json`.
#[derive(Serialize)]
struct GameReview<'a> {
    file: &'a str,
    /// Its number in the file, from 1.
    game: usize,
    start: ReviewedPosition,
    moves: Vec<ReviewedMove>,
    /// Plies of the moves that decided the game, from 1.
    turning_points: Vec<usize>,
}

#[derive(Serialize)]
struct ReviewedPosition {
    /// As in files: Red's advantage in soldiers, or `#` and the moves to mate.
    evaluation: Option<String>,
    /// Red's winning chances, from 0 to 1.
    chances: Option<f64>,
}

#[derive(Serialize)]
struct ReviewedMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    after: ReviewedPosition,
    /// `?!`, `?` or `??`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<&'static str>,
    /// The line that was better.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    better: Vec<String>,
}

impl ReviewedPosition {
    fn of(record: &Record, id: NodeId) -> Self {
        let evaluation = record.node(id).notes().evaluation;
        let chances = evaluation.map(red_chances);
        Self {
            evaluation: evaluation.map(|known| known.advantage.to_string()),
            chances: chances.map(|chances| (chances * 1000.0).round() / 1000.0),
        }
    }
}

impl ReviewArgs {
    pub(super) fn run(&self) -> ExitCode {
        let mut engine = match self.engine.as_deref().map(ReviewEngine::start).transpose() {
            Ok(engine) => engine,
            Err(why) => {
                complain(&why.to_string());
                return ExitCode::FAILURE;
            }
        };
        let files: Vec<_> = FileList::all_of(&self.files).into_paths().collect();
        let files = files.iter().map(PathBuf::as_path);
        each_game(files, |file, number, record, warnings| {
            let mut record = record.clone();
            let last = record.main_line().last().unwrap_or(record.root());
            let (review, line) = review_of(&record, last, self.nodes);
            let mut review = review.with_memory(Memory::new(MEMORY));
            if record.start().position().is_err() {
                // There is nothing to evaluate.
            } else if let Some(engine) = &mut engine {
                while let Some(question) = review.question() {
                    match engine.answer(question) {
                        Ok(advice) => review.answer(advice),
                        Err(why) => {
                            complain(&format!("{}: {why}", place(file, number)));
                            return Err(ExitCode::FAILURE);
                        }
                    }
                }
            } else {
                while review.step(STEP) {}
            }
            keep_review(&review, &mut record, &line);
            if self.json {
                let name = file.to_string_lossy();
                print(&json(&told(&name, number, &record, &line, &review)))?;
            } else {
                let pgn = format::write(&record, Target::Pgn(Notation::Iccs));
                let written = write(Path::new("-"), &[&pgn[..], b"\n"].concat());
                written.map_err(|_| ExitCode::FAILURE)?;
            }
            Ok(is_whole(warnings))
        })
    }
}

fn told<'a>(
    file: &'a str,
    game: usize,
    record: &Record,
    line: &[NodeId],
    review: &Review,
) -> GameReview<'a> {
    let moves = line.iter().enumerate().map(|(ply, id)| {
        let quality = review.cost(ply).and_then(MoveQuality::of_cost);
        let better = review.best(ply).filter(|_| quality.is_some());
        ReviewedMove {
            mv: record
                .node(*id)
                .played()
                .map_or_else(String::new, |played| played.mv.to_string()),
            after: ReviewedPosition::of(record, *id),
            sign: quality.map(MoveQuality::symbol),
            better: better.map_or_else(Vec::new, |line| {
                line.moves.iter().map(ToString::to_string).collect()
            }),
        }
    });
    GameReview {
        file,
        game,
        start: ReviewedPosition::of(record, record.root()),
        moves: moves.collect(),
        turning_points: turning_points(record)
            .iter()
            .filter_map(|id| line.iter().position(|known| known == id))
            .map(|ply| ply + 1)
            .collect(),
    }
}
