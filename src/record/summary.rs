//! A game in short, for a list of many games that are not kept in memory.

use super::{Record, Tags};
use crate::rules::{Move, Outcome, Position};

/// The facts of a game: its main line without the positions, and neither variations nor comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Players, date and the like.
    pub tags: Tags,
    /// The result, unless the game is unfinished.
    pub outcome: Option<Outcome>,
    /// Position before the first move.
    pub start: Position,
    /// Moves of the main line.
    pub moves: Vec<Move>,
    /// Position after the last move.
    pub last: Position,
}

impl Summary {
    /// Summarizes a game.
    pub fn of(record: &Record) -> Self {
        let played = record.main_moves();
        let last = record.main_line().last().unwrap_or(record.root());
        Self {
            tags: record.tags.clone(),
            outcome: record.outcome,
            start: record.node(record.root()).position().clone(),
            moves: played.map(|played| played.mv).collect(),
            last: record.node(last).position().clone(),
        }
    }
}
