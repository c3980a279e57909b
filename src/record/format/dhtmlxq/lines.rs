//! The main line and the variations, stored in any order, with their comments.

use super::fields::digits;
use crate::record::format::{Caution, Warning, play, too_many_moves};
use crate::record::notes::append;
use crate::record::{NodeId, Record};
use crate::rules::{File, Move, Point, Rank};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A variation as in its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberedVariation<'a> {
    /// The line it branches from.
    pub of: usize,
    /// The number of its first ply, from 1.
    pub ply: usize,
    /// Its own number.
    pub number: usize,
    pub moves: &'a str,
}

/// A comment as in its tag.
#[derive(Clone, Debug)]
pub(super) struct PlyComment {
    pub line: usize,
    /// The number of the ply before it, 0 for the start.
    pub ply: usize,
    pub text: String,
}

/// A line that has been read.
struct DhtmlXqLine {
    /// Index of the line it branches from; the main line is its own parent.
    parent: usize,
    /// Index of an ancestor further back, a shortcut for long searches.
    jump: usize,
    /// Number of ancestors.
    depth: usize,
    /// The node it begins after, and the number of plies up to there.
    before: NodeId,
    plies: usize,
    nodes: Vec<NodeId>,
    /// Whether all its moves were read.
    is_whole: bool,
}

/// A ply's place: the index of its line, and its node.
#[derive(Clone, Copy)]
struct PlyPlace {
    line: usize,
    node: NodeId,
}

/// The lines of one game being read.
pub(super) struct LineReader<'r> {
    record: &'r mut Record,
    lines: Vec<DhtmlXqLine>,
    /// Index of every line by its number.
    places: HashMap<usize, usize>,
    /// Numbers of lines that could not be attached.
    lost: HashSet<usize>,
    /// Whether the move limit has been reached, which is reported once.
    is_full: bool,
    pub warnings: Vec<Warning>,
}

impl<'r> LineReader<'r> {
    /// Adds the main line; returns whether all of it is playable.
    pub fn new(record: &'r mut Record, moves: &str) -> (Self, bool) {
        let mut lines = Self {
            record,
            lines: Vec::new(),
            places: HashMap::from([(0, 0)]),
            lost: HashSet::new(),
            is_full: false,
            warnings: Vec::new(),
        };
        let before = lines.record.root();
        let (nodes, is_whole) = lines.play(before, moves, 0);
        lines.lines.push(DhtmlXqLine {
            parent: 0,
            jump: 0,
            depth: 0,
            before,
            plies: 0,
            nodes,
            is_whole,
        });
        (lines, is_whole)
    }

    /// Adds the variations: each after the line it branches from, otherwise in file order.
    pub fn add_variations(&mut self, variations: &[NumberedVariation<'_>]) {
        let mut waiting: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, variation) in variations.iter().enumerate() {
            waiting.entry(variation.of).or_default().push(index);
        }
        let mut ready: BinaryHeap<_> = waiting
            .remove(&0)
            .into_iter()
            .flatten()
            .map(Reverse)
            .collect();
        while let Some(Reverse(index)) = ready.pop() {
            let variation = &variations[index];
            if self.add_variation(variation) {
                let next = waiting.remove(&variation.number);
                ready.extend(next.into_iter().flatten().map(Reverse));
            }
        }
        let mut lost: Vec<_> = waiting.into_values().flatten().collect();
        lost.sort_unstable();
        for index in lost {
            self.lose(variations[index].number);
        }
    }

    /// Adds a variation of an existing line, if that has the ply before it.
    fn add_variation(&mut self, variation: &NumberedVariation<'_>) -> bool {
        let number = variation.number;
        let plies = variation.ply.checked_sub(1);
        let Some(place) = plies.and_then(|plies| self.place(variation.of, plies)) else {
            self.lose(number);
            return false;
        };
        let (nodes, is_whole) = self.play(place.node, variation.moves, number.max(1));
        let parent = place.line;
        self.places.entry(number).or_insert(self.lines.len());
        self.lines.push(DhtmlXqLine {
            parent,
            jump: self.jump_over(parent),
            depth: self.lines[parent].depth + 1,
            before: place.node,
            plies: self.record.node(place.node).ply(),
            nodes,
            is_whole,
        });
        true
    }

    /// The shortcut of a line that branches from `parent`: if the parent's shortcut and the next one have equal
    /// lengths, the target of the latter, otherwise `parent`. This makes searches logarithmic in the depth.
    fn jump_over(&self, parent: usize) -> usize {
        let first = &self.lines[parent];
        let second = &self.lines[first.jump];
        let third = &self.lines[second.jump];
        if first.depth - second.depth == second.depth - third.depth {
            second.jump
        } else {
            parent
        }
    }

    /// The place after `plies` plies of a line, in it or in an ancestor.
    fn place(&self, number: usize, plies: usize) -> Option<PlyPlace> {
        let mut line = *self.places.get(&number)?;
        while self.lines[line].plies > plies {
            let DhtmlXqLine { jump, parent, .. } = self.lines[line];
            // Preceding lines start after fewer plies, or as many.
            line = if self.lines[jump].plies > plies {
                jump
            } else {
                parent
            };
        }
        let here = &self.lines[line];
        let node = match plies - here.plies {
            0 => here.before,
            along => *here.nodes.get(along - 1)?,
        };
        Some(PlyPlace { line, node })
    }

    fn lose(&mut self, number: usize) {
        if self.lost.insert(number) {
            self.warn(number.max(1), Caution::LostVariation { number });
        }
    }

    fn warn(&mut self, line: usize, what: Caution) {
        self.warnings.push(Warning::of_line(line, what));
    }

    /// Plays moves as far as possible; returns whether all of them were played.
    fn play(&mut self, before: NodeId, moves: &str, number: usize) -> (Vec<NodeId>, bool) {
        let moves = digits(moves);
        let mut nodes = Vec::with_capacity(moves.len() / 4);
        let mut at = before;
        for text in moves.chunks(4) {
            if let Some(what) = too_many_moves(self.record) {
                if !std::mem::replace(&mut self.is_full, true) {
                    self.warn(number, what);
                }
                return (nodes, false);
            }
            let mv = read_move(text);
            let as_written = || mv.map_or_else(|| text.iter().collect(), |mv| mv.to_string());
            match play(self.record, at, mv, as_written) {
                Ok((node, caution)) => {
                    at = node;
                    if let Some(what) = caution {
                        self.warn(number, what);
                    }
                }
                Err(what) => {
                    self.warn(number, what);
                    return (nodes, false);
                }
            }
            nodes.push(at);
        }
        (nodes, true)
    }

    /// Attaches comments to their nodes.
    pub fn add_comments(&mut self, comments: Vec<PlyComment>) {
        for comment in comments {
            if comment.text.is_empty() {
                continue;
            }
            match self.commented(&comment) {
                Ok(Some(node)) if node == self.record.root() => {
                    join(&mut self.record.comment, &comment.text);
                }
                Ok(Some(node)) => {
                    join(
                        &mut self.record.node_mut(node).notes_mut().comment,
                        &comment.text,
                    );
                }
                // Lost with the rest of an unplayable line.
                Ok(None) => {}
                Err(number) => self.lose(number),
            }
        }
    }

    /// The node a comment belongs to; `Err` with the number of a line that does not exist.
    fn commented(&self, comment: &PlyComment) -> Result<Option<NodeId>, usize> {
        if let Some(place) = self.place(comment.line, comment.ply) {
            return Ok(Some(place.node));
        }
        let line = self.places.get(&comment.line).ok_or(comment.line)?;
        let line = &self.lines[*line];
        // Beyond the end of a complete line, it belongs to the end.
        let last = line.nodes.last().copied().unwrap_or(line.before);
        Ok(line.is_whole.then_some(last))
    }
}

/// Appends a comment unless it is a duplicate.
fn join(comment: &mut String, text: &str) {
    if comment != text {
        append(comment, text);
    }
}

/// Parses a move of four digits.
pub(super) fn read_move(text: &[char]) -> Option<Move> {
    let &[a, b, c, d] = text else {
        return None;
    };
    Some(Move::new(point(a, b)?, point(c, d)?))
}

/// Parses a point of two digits: the file from Red's left, the rank from Black's home.
pub(super) fn point(file: char, rank: char) -> Option<Point> {
    let digit = |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    let file = File::new(digit(file)?)?;
    let rank = Rank::new(9_u8.checked_sub(digit(rank)?)?)?;
    Some(Point::new(file, rank))
}
