//! The main line and the variations: where each begins, in whatever order they stand, and what is said on them.

use super::fields::digits;
use crate::record::format::{Caution, Warning, place_after, too_many_moves};
use crate::record::notes::append;
use crate::record::{NodeId, Record};
use crate::rules::{File, Move, Point, Rank};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A variation as its tag has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variation<'a> {
    /// The line that it leaves.
    pub of: usize,
    /// The number of its first ply, from 1.
    pub ply: usize,
    /// Its own number.
    pub number: usize,
    pub moves: &'a str,
}

/// A comment as its tag has it.
#[derive(Clone, Debug)]
pub(super) struct Comment {
    pub line: usize,
    /// The number of the ply before it, 0 for the start.
    pub ply: usize,
    pub text: String,
}

/// A line that has been read.
struct Line {
    /// The line it left, by its place in the list; the main line is its own.
    parent: usize,
    /// A line further back, so that a long way back is a short one.
    jump: usize,
    /// How many lines there are on the way back.
    depth: usize,
    /// The node it begins after, and how many plies lead there.
    before: NodeId,
    plies: usize,
    nodes: Vec<NodeId>,
    /// Whether all its moves are there.
    is_whole: bool,
}

/// Where a ply is: on which line of the list, and which node.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    node: NodeId,
}

/// The lines of one game while it is read.
pub(super) struct Lines<'r> {
    record: &'r mut Record,
    lines: Vec<Line>,
    /// The number of every line with its place in the list.
    places: HashMap<usize, usize>,
    /// The numbers of lines that begin nowhere.
    lost: HashSet<usize>,
    /// Whether there is no room for another move, which is told once.
    is_full: bool,
    pub warnings: Vec<Warning>,
}

impl<'r> Lines<'r> {
    /// Adds the main line; `is_whole` tells whether all of it can be played.
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
        lines.lines.push(Line {
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

    /// Adds the variations: each as soon as the line that it leaves is there, of those the first in the file.
    pub fn add_variations(&mut self, variations: &[Variation<'_>]) {
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

    /// Adds a variation whose parent is there, if it has the ply to begin after.
    fn add_variation(&mut self, variation: &Variation<'_>) -> bool {
        let number = variation.number;
        let plies = variation.ply.checked_sub(1);
        let Some(place) = plies.and_then(|plies| self.place(variation.of, plies)) else {
            self.lose(number);
            return false;
        };
        let (nodes, is_whole) = self.play(place.node, variation.moves, number.max(1));
        let parent = place.line;
        self.places.entry(number).or_insert(self.lines.len());
        self.lines.push(Line {
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

    /// How far back a line may jump that leaves `parent`: as far as its parent's jump if that one's is as long,
    /// which makes ways back as short as the logarithm of their length.
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

    /// The place after so many plies of a line, or of the lines that it left before.
    fn place(&self, number: usize, plies: usize) -> Option<Place> {
        let mut line = *self.places.get(&number)?;
        while self.lines[line].plies > plies {
            let Line { jump, parent, .. } = self.lines[line];
            // The lines before have fewer plies before them, or as many.
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
        Some(Place { line, node })
    }

    fn lose(&mut self, number: usize) {
        if self.lost.insert(number) {
            self.warn(number.max(1), Caution::LostVariation { number });
        }
    }

    fn warn(&mut self, line: usize, what: Caution) {
        self.warnings.push(Warning::of_line(line, what));
    }

    /// Adds moves as far as they can be made; says whether that was all of them.
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
            let place = place_after(self.record, at);
            let Some(mv) = read_move(text) else {
                let text = text.iter().collect();
                self.warn(number, Caution::NotAMove { at: place, text });
                return (nodes, false);
            };
            let text = mv.to_string();
            match self.record.add_loosely(at, mv) {
                Ok(node) => at = node,
                Err(why) => {
                    self.warn(
                        number,
                        Caution::IllegalMove {
                            at: place,
                            text,
                            why,
                        },
                    );
                    return (nodes, false);
                }
            }
            if let Some(why) = self.record.node(at).breaks() {
                self.warn(
                    number,
                    Caution::LeftInCheck {
                        at: place,
                        text,
                        why,
                    },
                );
            }
            nodes.push(at);
        }
        (nodes, true)
    }

    /// Writes comments where they belong.
    pub fn add_comments(&mut self, comments: Vec<Comment>) {
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
                // It went with the rest of a line that could not be played.
                Ok(None) => {}
                Err(number) => self.lose(number),
            }
        }
    }

    /// The node that a comment is about; `Err` with the number of a line that is nowhere.
    fn commented(&self, comment: &Comment) -> Result<Option<NodeId>, usize> {
        if let Some(place) = self.place(comment.line, comment.ply) {
            return Ok(Some(place.node));
        }
        let line = self.places.get(&comment.line).ok_or(comment.line)?;
        let line = &self.lines[*line];
        // Behind the end of a whole line it is about the end.
        let last = line.nodes.last().copied().unwrap_or(line.before);
        Ok(line.is_whole.then_some(last))
    }
}

/// Adds a comment to another one, if it is another one.
fn join(comment: &mut String, text: &str) {
    if comment != text {
        append(comment, text);
    }
}

/// The move that four digits mean.
pub(super) fn read_move(text: &[char]) -> Option<Move> {
    let &[a, b, c, d] = text else {
        return None;
    };
    Some(Move::new(point(a, b)?, point(c, d)?))
}

/// The point that two digits mean: the file from Red's left, the rank from Black's home.
pub(super) fn point(file: char, rank: char) -> Option<Point> {
    let digit = |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    let file = File::new(digit(file)?)?;
    let rank = Rank::new(9_u8.checked_sub(digit(rank)?)?)?;
    Some(Point::new(file, rank))
}
