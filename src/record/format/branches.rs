//! Move trees as written by XQStudio, CCBridge and PengFei: depth first, every move with two flags that tell whether
//! another follows it and whether there is an alternative to it.
//!
//! Such a file is never rejected for its moves. A move that only leaves the own general attacked is kept; an impossible
//! one ends its line, with one warning; duplicate alternatives are merged.

use super::{Caution, Loaded, Warning, play, too_many_moves};
use crate::record::notes::append;
use crate::record::{NodeId, Record, Tags};
use crate::rules::{Move, Outcome, Setup, Side};

/// Maximum number of warnings per game; more would not be read.
const MAX_WARNINGS: usize = 100;

/// A move with its data in a file.
#[derive(Debug, Default)]
pub(super) struct TreeStep {
    /// The move, if both squares are on the board.
    pub mv: Option<Move>,
    /// The two squares as stored in the file; `text` is the text of one that stores text.
    pub squares: [u8; 2],
    pub text: Option<String>,
    /// Whether a move follows.
    pub is_ongoing: bool,
    /// Whether an alternative follows, after everything that follows this move.
    pub has_other: bool,
    /// Comment after the move.
    pub comment: String,
    /// Whether the file ends inside the comment.
    pub is_cut: bool,
}

/// A game read from its steps.
pub(super) struct ParsedTree {
    pub record: Record,
    pub warnings: Vec<Warning>,
    /// Number of lines besides the first.
    pub lines: usize,
    /// Whether the main line was read to its end.
    pub is_whole: bool,
}

impl ParsedTree {
    /// Adds the head to the game. A result belongs to the last move; a truncated game has none.
    pub(super) fn with_head(mut self, tags: Tags, outcome: Option<Outcome>) -> Loaded {
        self.record.tags = tags;
        if self.is_whole {
            self.record.outcome = outcome;
        }
        Loaded {
            records: vec![self.record],
            warnings: self.warnings,
        }
    }
}

/// Builds a game from a start and its steps; the first step is the start itself, with only a comment and flags.
pub(super) fn read(mut start: Setup, mut steps: impl Iterator<Item = TreeStep>) -> ParsedTree {
    let mut faults = Faults::default();
    let root = steps.next().unwrap_or(TreeStep {
        is_cut: true,
        ..TreeStep::default()
    });
    let first = if root.is_ongoing { steps.next() } else { None };
    if let Some(mover) = mover(&start, first.as_ref()).filter(|side| *side != start.turn) {
        start.turn = mover;
        faults.warn(0, Caution::WrongSide { turn: mover });
    }
    if let Some(what) = Caution::of_start(&start, first.is_some()) {
        faults.warn(0, what);
    }
    let mut record = Record::from_any(start);
    record.comment = root.comment;
    let mut branches = Branches {
        at: Some(record.root()),
        record,
        open: Vec::new(),
        left_out: 0,
        line: 0,
        lines: 0,
        faults,
        is_whole: true,
    };
    if root.is_cut {
        branches.cut(Caution::EndsEarly);
    } else if root.is_ongoing {
        branches.grow(first, steps);
    }
    ParsedTree {
        record: branches.record,
        warnings: branches.faults.finish(),
        lines: branches.lines,
        is_whole: branches.is_whole,
    }
}

/// Builds a game from a single line of `count` moves; `None` is not a move.
pub(super) fn read_line(
    start: Setup,
    count: usize,
    moves: impl Iterator<Item = Option<Move>>,
) -> ParsedTree {
    let root = TreeStep {
        is_ongoing: count > 0,
        ..TreeStep::default()
    };
    let steps = (1..).zip(moves).map(|(number, mv)| TreeStep {
        mv,
        is_ongoing: number < count,
        ..TreeStep::default()
    });
    read(start, std::iter::once(root).chain(steps))
}

/// The side whose piece makes the first move.
fn mover(start: &Setup, first: Option<&TreeStep>) -> Option<Side> {
    let mv = first?.mv?;
    Some(start.board.piece_at(mv.from)?.side)
}

/// A tree under construction.
struct Branches {
    record: Record,
    /// The node the next step follows; `None` after an impossible move.
    at: Option<NodeId>,
    /// Nodes with alternatives still to come.
    open: Vec<NodeId>,
    /// Number of alternatives still to come in the skipped part, before all of `open`.
    left_out: usize,
    /// Number of the line, from 0.
    line: usize,
    /// Number of lines begun besides the first.
    lines: usize,
    faults: Faults,
    is_whole: bool,
}

impl Branches {
    fn grow(&mut self, first: Option<TreeStep>, mut steps: impl Iterator<Item = TreeStep>) {
        let mut next = first;
        while let Some(step) = next {
            if let Some(what) = too_many_moves(&self.record) {
                return self.cut(what);
            }
            let (is_ongoing, has_other, is_cut) = (step.is_ongoing, step.has_other, step.is_cut);
            let node = self.at.and_then(|at| self.add(at, &step));
            match self.at {
                Some(at) if has_other => self.open.push(at),
                None if has_other => self.left_out += 1,
                _ => {}
            }
            if is_cut {
                return self.cut(Caution::EndsEarly);
            }
            if is_ongoing {
                self.at = node;
            } else if !self.turn_back() {
                return;
            }
            next = steps.next();
        }
        self.cut(Caution::EndsEarly);
    }

    /// Returns to the start of the next alternative; `false` if there is none.
    fn turn_back(&mut self) -> bool {
        if self.left_out > 0 {
            self.left_out -= 1;
            self.at = None;
        } else {
            self.at = self.open.pop();
            if self.at.is_none() {
                return false;
            }
        }
        self.lines += 1;
        self.line = self.lines;
        true
    }

    fn add(&mut self, at: NodeId, step: &TreeStep) -> Option<NodeId> {
        let text = || match (step.mv, &step.text, step.squares) {
            (Some(mv), ..) => mv.to_string(),
            (None, Some(text), _) => text.clone(),
            (None, None, [from, to]) => format!("{from}-{to}"),
        };
        let id = match play(&mut self.record, at, step.mv, text) {
            Ok((id, caution)) => {
                if let Some(what) = caution {
                    self.faults.warn(self.line, what);
                }
                id
            }
            Err(what) => {
                self.cut(what);
                return None;
            }
        };
        if !step.comment.is_empty() {
            let comment = &mut self.record.node_mut(id).notes_mut().comment;
            append(comment, &step.comment);
        }
        Some(id)
    }

    /// Ends the line early.
    fn cut(&mut self, what: Caution) {
        self.is_whole &= self.line > 0;
        self.faults.warn(self.line, what);
    }
}

/// The faults of a game, up to [`MAX_WARNINGS`].
#[derive(Default)]
struct Faults {
    told: Vec<Warning>,
    others: usize,
}

impl Faults {
    fn warn(&mut self, line: usize, what: Caution) {
        if self.told.len() < MAX_WARNINGS {
            self.told.push(Warning::of_line(line, what));
        } else {
            self.others += 1;
        }
    }

    fn finish(mut self) -> Vec<Warning> {
        if self.others > 0 {
            self.told.push(Warning {
                game: 0,
                line: None,
                what: Caution::Omitted { count: self.others },
            });
        }
        self.told
    }
}
