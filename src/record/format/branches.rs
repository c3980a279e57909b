//! Trees of moves as XQStudio and CCBridge write them: depth first, every move with two flags that tell whether
//! another follows it and whether there is an alternative to it.
//!
//! Such a file is never refused for its moves. One that only leaves the own general attacked is kept; one that
//! cannot be made ends its line, which is told once; the same alternative twice becomes one.

use super::{Caution, Loaded, Warning, place_after, too_many_moves};
use crate::record::notes::append;
use crate::record::{NodeId, Record, Tags};
use crate::rules::{Move, Outcome, Setup, Side};

/// Nobody reads more about one game.
const MOST_WARNINGS: usize = 100;

/// A move with what stands beside it in a file.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// The move, if both squares are on the board.
    pub mv: Option<Move>,
    /// The two squares as the file has them.
    pub squares: [u8; 2],
    /// Whether a move follows.
    pub goes_on: bool,
    /// Whether an alternative follows, after everything that follows this move.
    pub has_other: bool,
    /// What is said after it.
    pub comment: String,
    /// Whether the file ends inside it.
    pub is_cut: bool,
}

/// A game read from its steps.
pub(super) struct Grown {
    pub record: Record,
    pub warnings: Vec<Warning>,
    /// Whether the main line was read to its end.
    pub is_whole: bool,
}

impl Grown {
    /// The game with what its head says. A result belongs to the last move; a game that was cut short has none.
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

/// Makes a game of a start and the steps from there; the first step is the start itself, of which only the
/// comment and the flags count.
pub(super) fn read(mut start: Setup, mut steps: impl Iterator<Item = Step>) -> Grown {
    let mut faults = Faults::default();
    let root = steps.next().unwrap_or(Step {
        is_cut: true,
        ..Step::default()
    });
    let first = if root.goes_on { steps.next() } else { None };
    if let Some(mover) = mover(&start, first.as_ref()).filter(|side| *side != start.turn) {
        start.turn = mover;
        faults.warn(0, Caution::WrongSide { turn: mover });
    }
    if let Some(what) = Caution::of_start(&start, first.is_some()) {
        faults.warn(0, what);
    }
    let mut record = Record::of_any(start);
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
    } else if root.goes_on {
        branches.grow(first, steps);
    }
    Grown {
        record: branches.record,
        warnings: branches.faults.finish(),
        is_whole: branches.is_whole,
    }
}

/// Whose piece makes the first move.
fn mover(start: &Setup, first: Option<&Step>) -> Option<Side> {
    let mv = first?.mv?;
    Some(start.board.piece_at(mv.from)?.side)
}

/// A tree while it grows.
struct Branches {
    record: Record,
    /// After which node the next step goes; `None` after a move that could not be made.
    at: Option<NodeId>,
    /// After which nodes there are alternatives yet to come.
    open: Vec<NodeId>,
    /// How many alternatives are yet to come in what is left out; they come before all others.
    left_out: usize,
    /// The number of the line, from 0.
    line: usize,
    /// How many lines have begun beside the first.
    lines: usize,
    faults: Faults,
    is_whole: bool,
}

impl Branches {
    fn grow(&mut self, first: Option<Step>, mut steps: impl Iterator<Item = Step>) {
        let mut next = first;
        while let Some(step) = next {
            if let Some(what) = too_many_moves(&self.record) {
                return self.cut(what);
            }
            let (goes_on, has_other, is_cut) = (step.goes_on, step.has_other, step.is_cut);
            let node = self.at.and_then(|at| self.add(at, &step));
            match self.at {
                Some(at) if has_other => self.open.push(at),
                None if has_other => self.left_out += 1,
                _ => {}
            }
            if is_cut {
                return self.cut(Caution::EndsEarly);
            }
            if goes_on {
                self.at = node;
            } else if !self.turn_back() {
                return;
            }
            next = steps.next();
        }
        self.cut(Caution::EndsEarly);
    }

    /// Goes back to where the next alternative begins; says whether there is one.
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

    fn add(&mut self, at: NodeId, step: &Step) -> Option<NodeId> {
        let place = place_after(&self.record, at);
        let Some(mv) = step.mv else {
            let [from, to] = step.squares;
            let text = format!("{from}-{to}");
            self.cut(Caution::NotAMove { at: place, text });
            return None;
        };
        let id = match self.record.add_loosely(at, mv) {
            Ok(id) => id,
            Err(why) => {
                let text = mv.to_string();
                self.cut(Caution::IllegalMove {
                    at: place,
                    text,
                    why,
                });
                return None;
            }
        };
        if let Some(why) = self.record.node(id).breaks() {
            let text = mv.to_string();
            self.faults.warn(
                self.line,
                Caution::LeftInCheck {
                    at: place,
                    text,
                    why,
                },
            );
        }
        if !step.comment.is_empty() {
            let comment = &mut self.record.node_mut(id).notes_mut().comment;
            append(comment, &step.comment);
        }
        Some(id)
    }

    /// Ends the line before its time.
    fn cut(&mut self, what: Caution) {
        self.is_whole &= self.line > 0;
        self.faults.warn(self.line, what);
    }
}

/// What is wrong with a game, as far as anybody would read it.
#[derive(Default)]
struct Faults {
    told: Vec<Warning>,
    others: usize,
}

impl Faults {
    fn warn(&mut self, line: usize, what: Caution) {
        if self.told.len() < MOST_WARNINGS {
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
                what: Caution::AndMore { count: self.others },
            });
        }
        self.told
    }
}
