//! The moves of the program's own format: a main line and, beside it, the variations in a flat list.
//!
//! The list is flat because trees of old collections nest deeper than any JSON parser should have to follow.

use super::json::NewerFields;
use super::{Caution, play, too_many_moves};
use crate::record::{Drawing, Drawings, Evaluation, NodeId, Notes, Record};
use serde::{Deserialize, Serialize};

/// A move as stored in the file.
#[derive(Serialize, Deserialize)]
pub(super) struct MoveField {
    #[serde(rename = "move")]
    pub(super) mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    signs: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawings: Vec<String>,
    #[serde(flatten, skip_serializing)]
    newer: NewerFields,
}

/// A variation as stored in the file.
#[derive(Serialize, Deserialize)]
pub(super) struct VariationField {
    /// The line it branches from: 0 is the main line, 1 the first of the variations.
    line: usize,
    /// Number of the ply its first move replaces, counted from the start of the game.
    ply: usize,
    moves: Vec<MoveField>,
    #[serde(flatten, skip_serializing)]
    newer: NewerFields,
}

/// A line that has been read: the nodes of its moves, and the node before them.
struct ReadLine {
    before: NodeId,
    /// Number of plies up to `before`.
    plies: usize,
    nodes: Vec<NodeId>,
    /// Whether the limit of moves was reached in it.
    is_full: bool,
}

/// Whether a line or one of its moves has fields of a newer version.
pub(super) fn have_newer_fields(moves: &[MoveField], variations: &[VariationField]) -> bool {
    let of_variations = variations.iter().flat_map(|line| &line.moves);
    let mut all = moves.iter().chain(of_variations);
    all.any(MoveField::is_newer) || variations.iter().any(|line| !line.newer.is_empty())
}

/// Adds the lines as far as their moves are legal; returns whether all of the main line is.
pub(super) fn read(
    record: &mut Record,
    moves: Vec<MoveField>,
    variations: Vec<VariationField>,
    warn: &mut impl FnMut(usize, Caution),
) -> bool {
    let count = moves.len();
    let main = read_line(record, record.root(), moves, &mut |what| warn(0, what));
    let whole = main.nodes.len() == count;
    let mut lines = vec![main];
    for (index, field) in variations.into_iter().enumerate() {
        if lines.last().is_some_and(|line| line.is_full) {
            break;
        }
        let start = field
            .ply
            .checked_sub(1)
            .and_then(|plies| place(&lines, field.line, plies));
        let Some(before) = start else {
            let number = index + 1;
            warn(number, Caution::LostVariation { number });
            // Its number is used up anyway.
            lines.push(ReadLine {
                before: record.root(),
                plies: usize::MAX,
                nodes: Vec::new(),
                is_full: false,
            });
            continue;
        };
        let warn = &mut |what| warn(index + 1, what);
        lines.push(read_line(record, before, field.moves, warn));
    }
    whole
}

/// Finds the node after `plies` plies along a line, or along the line it branches from.
fn place(lines: &[ReadLine], line: usize, plies: usize) -> Option<NodeId> {
    let line = lines.get(line)?;
    match plies.checked_sub(line.plies)? {
        0 => Some(line.before),
        along => line.nodes.get(along - 1).copied(),
    }
}

/// Whether an evaluation or a drawing is of a kind that only a newer version knows.
pub(super) fn are_newer(evaluation: Option<&str>, drawings: &[String]) -> bool {
    evaluation.is_some_and(|text| text.parse::<Evaluation>().is_err())
        || drawings.iter().any(|text| text.parse::<Drawing>().is_err())
}

/// Converts the file's drawings, without those that only a newer version knows.
pub(super) fn read_drawings(texts: &[String]) -> Drawings {
    let mut drawings = Drawings::default();
    for drawing in texts.iter().filter_map(|text| text.parse().ok()) {
        drawings.add(drawing);
    }
    drawings
}

/// The drawings as texts.
pub(super) fn write_drawings(drawings: &Drawings) -> Vec<String> {
    drawings.iter().map(|drawing| drawing.to_string()).collect()
}

impl MoveField {
    fn is_newer(&self) -> bool {
        !self.newer.is_empty() || are_newer(self.evaluation.as_deref(), &self.drawings)
    }

    /// Converts the file's annotations of the move.
    fn into_notes(self) -> Notes {
        Notes {
            before: self.before,
            comment: self.comment,
            signs: self.signs,
            clock: self.clock,
            evaluation: self.evaluation.and_then(|text| text.parse().ok()),
            drawings: read_drawings(&self.drawings),
        }
    }
}

fn read_line(
    record: &mut Record,
    before: NodeId,
    moves: Vec<MoveField>,
    warn: &mut impl FnMut(Caution),
) -> ReadLine {
    let mut line = ReadLine {
        before,
        plies: record.node(before).ply(),
        nodes: Vec::with_capacity(moves.len()),
        is_full: false,
    };
    let mut at = before;
    for field in moves {
        if let Some(what) = too_many_moves(record) {
            warn(what);
            line.is_full = true;
            break;
        }
        match play(record, at, field.mv.parse().ok(), || field.mv.clone()) {
            Ok((node, caution)) => {
                caution.into_iter().for_each(&mut *warn);
                at = node;
            }
            Err(what) => {
                warn(what);
                break;
            }
        }
        let notes = field.into_notes();
        if !notes.is_empty() {
            record.node_mut(at).notes_mut().add(notes);
        }
        line.nodes.push(at);
    }
    line
}

/// The main line and the variations of a record, each variation after its parent line.
pub(super) fn write(record: &Record) -> (Vec<MoveField>, Vec<VariationField>) {
    let mut written = Vec::new();
    // Lines to be written: the number of the parent line, and the first node.
    let mut open: Vec<(usize, Option<NodeId>)> = vec![(0, None)];
    let mut next = 0;
    while let Some(&(line, first)) = open.get(next) {
        let before = first.and_then(|first| record.node(first).parent());
        let start = before.unwrap_or(record.root());
        let nodes = first
            .into_iter()
            .chain(record.line_after(first.unwrap_or(record.root())));
        let mut moves = Vec::new();
        // Alternatives to the first move belong to the parent line.
        let mut at = first.unwrap_or(start);
        for node in nodes {
            if Some(node) != first {
                let others = record.node(at).children()[1..].iter();
                open.extend(others.map(|other| (next, Some(*other))));
            }
            at = node;
            moves.extend(move_field(record, node));
        }
        written.push((line, record.node(start).ply() + 1, moves));
        next += 1;
    }
    let mut written = written.into_iter();
    let main = written.next().map_or_else(Vec::new, |(_, _, moves)| moves);
    let variations = written.map(|(line, ply, moves)| VariationField {
        line,
        ply,
        moves,
        newer: NewerFields::new(),
    });
    (main, variations.collect())
}

fn move_field(record: &Record, id: NodeId) -> Option<MoveField> {
    let node = record.node(id);
    let notes = node.notes().clone();
    Some(MoveField {
        mv: node.played()?.mv.to_string(),
        before: notes.before,
        comment: notes.comment,
        signs: notes.signs,
        clock: notes.clock,
        evaluation: notes.evaluation.map(|evaluation| evaluation.to_string()),
        drawings: write_drawings(&notes.drawings),
        newer: NewerFields::new(),
    })
}
