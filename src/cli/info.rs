//! `chuhe info`: summarizes the contents of game files.

use super::output::{self, plain, print, quoted, quoted_path};
use super::{each_game, is_whole};
use crate::record::Record;
use crate::record::format::{self, Warning};
use crate::rules::Outcome;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Info {
    /// Game files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a game and line.
    #[arg(long)]
    json: bool,
}

/// One game, as printed by `--json`.
#[derive(Serialize)]
struct GameInfo<'a> {
    file: &'a str,
    /// Its number in the file, from 1.
    game: usize,
    start_fen: String,
    rulebook: &'static str,
    /// In rounds, as in files: 0 for no limit.
    no_capture: u16,
    moves: Vec<String>,
    result: &'static str,
    reason: Option<&'static str>,
    tags: Map<String, Value>,
    /// Number of moves in all lines together.
    nodes: usize,
    warnings: Vec<String>,
}

impl Info {
    pub(super) fn run(&self) -> ExitCode {
        let files = self.files.iter().map(PathBuf::as_path);
        each_game(files, |file, number, record, warnings| {
            let is_whole = is_whole(warnings);
            let warnings = warnings.iter().map(Warning::to_string);
            let name = file.to_string_lossy();
            let game = describe(&name, number, record, warnings.collect());
            if self.json {
                print(&output::json(&game))?;
            } else {
                print(&summary(&game, &quoted_path(file)))?;
            }
            Ok(is_whole)
        })
    }
}

fn describe<'a>(
    file: &'a str,
    number: usize,
    record: &Record,
    warnings: Vec<String>,
) -> GameInfo<'a> {
    let moves = record.main_moves();
    let tags = record.tags.iter();
    GameInfo {
        file,
        game: number,
        start_fen: record.start().to_fen(),
        rulebook: record.terms.rulebook.word(),
        no_capture: format::limit_number(record.terms.no_capture),
        moves: moves.map(|played| played.mv.to_string()).collect(),
        result: record.outcome.map_or("*", Outcome::score),
        reason: record.outcome.map(format::reason_word),
        tags: tags
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect(),
        nodes: record.move_count(),
        warnings,
    }
}

/// Human-readable summary of a game.
fn summary(game: &GameInfo<'_>, file: &str) -> String {
    let mut text = format!("{file}, game {}\n", game.game);
    for (name, value) in &game.tags {
        let value = value.as_str().unwrap_or_default();
        text += &format!("  {}: {}\n", quoted(name), quoted(value));
    }
    let reason = game.reason.map(|reason| format!(", {reason}"));
    let limit = match game.no_capture {
        0 => "none".to_owned(),
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    text += &format!(
        "  start: {}\n  rulebook: {}\n  limit without captures: {limit}\n  plies: {}\n  result: {}{}",
        game.start_fen,
        game.rulebook,
        game.moves.len(),
        game.result,
        reason.unwrap_or_default()
    );
    for warning in &game.warnings {
        text += &format!("\n  warning: {}", plain(warning));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn a_limit_of_one_round_is_told_as_one() {
        let told = |limit| {
            let mut record = Record::new(Setup::start()).expect("a start");
            record.terms.no_capture = limit;
            let summary = summary(&describe("a.pgn", 1, &record, Vec::new()), "a.pgn");
            let line = summary
                .lines()
                .find_map(|line| line.split_once("captures: "));
            line.expect("the limit").1.to_owned()
        };
        let limits = [None, Some(1), Some(60)];
        assert_eq!(limits.map(told), ["none", "1 round", "60 rounds"]);
    }
}
