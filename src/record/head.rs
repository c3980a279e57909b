//! A game in short, for lists of many games that are not kept in memory.

use super::format::chars::is_stripped;
use super::{Record, Tags};
use crate::rules::{Move, Outcome, Position};

/// A game in a list; unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Title of the game.
    pub title: String,
    /// Name of the Red player.
    pub red: String,
    /// Name of the Black player.
    pub black: String,
    /// The event.
    pub event: String,
    /// Date of the game, as in the file.
    pub date: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
}

impl Head {
    pub(super) fn of(tags: &Tags, result: Option<&'static str>) -> Self {
        let tag = |name| {
            let text = tags.get(name).unwrap_or_default();
            text.replace(is_stripped, "")
        };
        Self {
            title: tag(Tags::TITLE),
            red: tag(Tags::RED),
            black: tag(Tags::BLACK),
            event: tag(Tags::EVENT),
            date: tag(Tags::DATE),
            result: result.filter(|result| *result != "*"),
        }
    }

    /// All searchable text except the result.
    pub(super) fn text(&self) -> String {
        let fields = [&self.red, &self.black, &self.event, &self.date, &self.title];
        fields.map(String::as_str).join("\n")
    }
}

/// A game without variations, comments and intermediate positions.
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
