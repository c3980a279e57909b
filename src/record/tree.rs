//! A game as it was played: a tree of legal moves from a start, the first child being the main line.

use super::{Notes, Tags};
use crate::rules::{
    History, IllegalMove, Move, Outcome, Piece, Played, Position, PositionError, Setup, Side, Terms,
};
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Names one position of a [`Record`]: the start, or the one after a move. Never used again once removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// One position of a record and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    played: Option<Played>,
    /// Few moves break a rule, and a rule is not small.
    breaks: Option<Box<IllegalMove>>,
    position: Position,
    ply: usize,
    /// Most moves have nothing written about them.
    notes: Option<Box<Notes>>,
}

impl Node {
    /// The node before; `None` at the start.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The moves played from here, the main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// What the move to here did; `None` at the start.
    #[must_use]
    pub const fn played(&self) -> Option<Played> {
        self.played
    }

    /// The position that was reached.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rule that the move to here breaks, if it leaves the general attacked; see [`Record::add_loosely`].
    #[must_use]
    pub fn breaks(&self) -> Option<IllegalMove> {
        self.breaks.as_deref().copied()
    }

    /// What is written about the position and the move that led to it.
    #[must_use]
    pub fn notes(&self) -> &Notes {
        static NONE: LazyLock<Notes> = LazyLock::new(Notes::default);
        self.notes.as_deref().unwrap_or(&NONE)
    }

    /// The same, to be changed.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// How many moves led here from the start.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }
}

/// A game: where it started, what was played, who played and how it ended.
///
/// It cannot hold a move that cannot be made on the board. Where a game is looked at is no part of it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, date and the like.
    pub tags: Tags,
    /// What is said about the start, before any move.
    pub comment: String,
    /// What the players agreed on before it.
    pub terms: Terms,
    /// How the game ended; `None` while it is in progress or when nobody wrote it down.
    pub outcome: Option<Outcome>,
    /// Fields of the file that this version of the program does not know, kept for those that do.
    pub unknown: Map<String, Value>,
    start: Setup,
    /// Removed nodes leave a hole, so that an id never comes to mean another position.
    nodes: Vec<Option<Box<Node>>>,
    /// How many of them are left.
    count: usize,
}

impl Record {
    /// A record with no moves yet.
    ///
    /// # Errors
    ///
    /// Why the arrangement cannot be played.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        let position = start.position()?;
        Ok(Self::begin(start, position))
    }

    /// A record of any arrangement, as files have them: constructed examples, headings with an empty board.
    ///
    /// Whether it can be played is what [`Setup::position`] of its start says.
    #[must_use]
    pub fn of_any(start: Setup) -> Self {
        let position = start.position_to_look_at();
        Self::begin(start, position)
    }

    fn begin(start: Setup, position: Position) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            played: None,
            breaks: None,
            position,
            ply: 0,
            notes: None,
        };
        Self {
            tags: Tags::default(),
            comment: String::new(),
            terms: Terms::default(),
            outcome: None,
            unknown: Map::new(),
            start,
            nodes: vec![Some(Box::new(root))],
            count: 1,
        }
    }

    /// Where the game started.
    #[must_use]
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// The start.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Whether the node is still part of the record.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.0).is_some_and(Option::is_some)
    }

    /// The node with this id.
    ///
    /// # Panics
    ///
    /// If it was removed, or belongs to another record.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes
            .get(id.0)
            .and_then(Option::as_deref)
            .expect("a node of this record")
    }

    /// The node with this id, to change what is noted about it.
    ///
    /// # Panics
    ///
    /// If it was removed, or belongs to another record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes
            .get_mut(id.0)
            .and_then(Option::as_deref_mut)
            .expect("a node of this record")
    }

    /// How many moves there are, in all lines together.
    #[must_use]
    pub const fn move_count(&self) -> usize {
        self.count - 1
    }

    /// Adds a move after `at`, as the last of its alternatives; a move that is there already is given back.
    ///
    /// # Errors
    ///
    /// The rule that refuses the move.
    pub fn add(&mut self, at: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child(at, mv) {
            return Ok(known);
        }
        let step = self.node(at).position.play_and_tell(mv)?;
        Ok(self.grow(at, step, None))
    }

    /// Adds a move as files have it: one that only leaves the own general attacked is kept and marked.
    ///
    /// In old files such a slip of the recorder is not rare, and the game goes on plausibly after it.
    ///
    /// # Errors
    ///
    /// The rule that refuses the move, if it cannot be made on the board at all.
    pub fn add_loosely(&mut self, at: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child(at, mv) {
            return Ok(known);
        }
        let here = &self.node(at).position;
        match here.play_and_tell(mv) {
            Ok(step) => Ok(self.grow(at, step, None)),
            Err(why) => {
                let step = here.play_in_spite_of_check(mv).ok_or(why)?;
                Ok(self.grow(at, step, Some(why)))
            }
        }
    }

    /// The node that a move leads to, if it is there.
    #[must_use]
    pub fn child(&self, at: NodeId, mv: Move) -> Option<NodeId> {
        let same = |id: &NodeId| self.node(*id).played.is_some_and(|played| played.mv == mv);
        self.node(at).children.iter().copied().find(same)
    }

    fn grow(
        &mut self,
        at: NodeId,
        (played, position): (Played, Position),
        breaks: Option<IllegalMove>,
    ) -> NodeId {
        let node = Node {
            parent: Some(at),
            children: Vec::new(),
            played: Some(played),
            breaks: breaks.map(Box::new),
            position,
            ply: self.node(at).ply + 1,
            notes: None,
        };
        let id = NodeId(self.nodes.len());
        self.nodes.push(Some(Box::new(node)));
        self.count += 1;
        self.node_mut(at).children.push(id);
        id
    }

    /// Makes a line the first of its alternatives, at every branch on its way: the main line then leads to
    /// `id`.
    pub fn promote(&mut self, id: NodeId) {
        let mut here = id;
        while let Some(parent) = self.node(here).parent {
            let children = &mut self.node_mut(parent).children;
            if let Some(place) = children.iter().position(|child| *child == here) {
                children[..=place].rotate_right(1);
            }
            here = parent;
        }
    }

    /// Removes a move with everything after it; the start stays.
    ///
    /// # Panics
    ///
    /// If the node was removed before.
    pub fn remove(&mut self, id: NodeId) {
        self.remove_after(id);
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|child| *child != id);
            self.nodes[id.0] = None;
            self.count -= 1;
        }
    }

    /// Every node but the start, each after its parent, a whole line before its alternatives.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut open: Vec<_> = self
            .node(self.root())
            .children
            .iter()
            .rev()
            .copied()
            .collect();
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(self.node(next).children.iter().rev());
            Some(next)
        })
    }

    /// Removes everything after a node.
    ///
    /// # Panics
    ///
    /// If the node was removed itself.
    pub fn remove_after(&mut self, id: NodeId) {
        let mut open = std::mem::take(&mut self.node_mut(id).children);
        while let Some(id) = open.pop() {
            if let Some(node) = self.nodes[id.0].take() {
                self.count -= 1;
                open.extend(node.children);
            }
        }
        // Holes at the end hold nobody's place any more, but their ids must not come back.
    }

    /// The nodes after `id` along the main line, nearest first.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id).children.first().copied();
        std::iter::successors(next(&id), next)
    }

    /// The nodes of the main line, from the first move to the last.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line_after(self.root())
    }

    /// The nodes from the first move to `id`, which is the last.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |id| self.node(*id).parent);
        let mut line: Vec<_> = up.filter(|id| *id != self.root()).collect();
        line.reverse();
        line
    }

    /// The line of play that leads to `id`, for judging it.
    #[must_use]
    pub fn history(&self, id: NodeId) -> History {
        let line = self.line_to(id);
        let steps = line
            .into_iter()
            .map(|id| self.node(id))
            .filter_map(|node| Some((node.played?, node.position.clone())));
        History::of_line(
            self.start.clone(),
            self.node(self.root()).position.clone(),
            steps,
        )
    }

    /// The number of the round that a node's move belongs to, from 1, and the side that made it.
    ///
    /// The start gives the round and side of the move before it.
    #[must_use]
    pub fn round(&self, id: NodeId) -> (usize, Side) {
        let node = self.node(id);
        (self.start.round_of(node.ply), !node.position.turn())
    }

    /// All captured pieces on the way to a node, in order.
    pub fn captured(&self, id: NodeId) -> Vec<Piece> {
        let line = self.line_to(id).into_iter();
        line.filter_map(|id| self.node(id).played?.captured)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> (Record, Vec<NodeId>) {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mut at = record.root();
        let mut line = Vec::new();
        for mv in moves.split_whitespace() {
            at = record
                .add(at, mv.parse().expect("a move"))
                .expect("a legal move");
            line.push(at);
        }
        (record, line)
    }

    #[test]
    fn the_first_child_is_the_main_line() {
        let (mut record, line) = played("h2e2 h9g7 h0g2");
        assert_eq!(record.main_line().collect::<Vec<_>>(), line);
        let other = record
            .add(line[0], "b9c7".parse().expect("a move"))
            .expect("legal");
        assert_eq!(record.main_line().collect::<Vec<_>>(), line);
        assert_eq!(record.line_to(other), [line[0], other]);
        assert_eq!(record.node(other).ply(), 2);
        assert_eq!(record.move_count(), 4);
    }

    #[test]
    fn the_same_move_twice_is_the_same_node() {
        let (mut record, line) = played("h2e2 h9g7");
        let again = record.add(line[0], "h9g7".parse().expect("a move"));
        assert_eq!(again, Ok(line[1]));
        assert_eq!(record.move_count(), 2);
    }

    #[test]
    fn an_illegal_move_is_refused_and_changes_nothing() {
        let (mut record, line) = played("h2e2");
        let refused = record.add(line[0], "e2e3".parse().expect("a move"));
        assert_eq!(refused, Err(IllegalMove::NotYourTurn { turn: Side::Black }));
        assert_eq!(record.move_count(), 1);
    }

    #[test]
    fn a_removed_id_never_comes_back() {
        let (mut record, line) = played("h2e2 h9g7 h0g2");
        record.remove_after(line[0]);
        assert!(record.contains(line[0]) && !record.contains(line[1]) && !record.contains(line[2]));
        assert_eq!(record.move_count(), 1);
        let new = record
            .add(line[0], "b9c7".parse().expect("a move"))
            .expect("legal");
        assert!(!line.contains(&new));
    }

    #[test]
    fn a_history_is_the_line_to_its_node() {
        let (record, line) = played("h2e2 h9g7 h0g2");
        let history = record.history(line[1]);
        assert_eq!(history.plies().len(), 2);
        assert_eq!(history.position(), record.node(line[1]).position());
    }

    #[test]
    fn rounds_are_counted_from_the_start_s_own_number() {
        let (record, line) = played("h2e2 h9g7 h0g2");
        assert_eq!(record.round(line[0]), (1, Side::Red));
        assert_eq!(record.round(line[1]), (1, Side::Black));
        assert_eq!(record.round(line[2]), (2, Side::Red));
        let start = Setup {
            turn: Side::Black,
            round: 7,
            ..Setup::start()
        };
        let mut record = Record::new(start).expect("a start");
        let black = record
            .add(record.root(), "h7e7".parse().expect("a move"))
            .expect("legal");
        let red = record
            .add(black, "h0g2".parse().expect("a move"))
            .expect("legal");
        assert_eq!(record.round(black), (7, Side::Black));
        assert_eq!(record.round(red), (8, Side::Red));
    }

    #[test]
    fn a_promoted_line_is_the_main_line_and_the_others_keep_their_order() {
        let (mut record, line) = played("h2e2 h9g7 h0g2");
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        let second = record.add(line[0], mv("b9c7")).expect("legal");
        let third = record.add(line[0], mv("h7e7")).expect("legal");
        let last = record.add(third, mv("b0c2")).expect("legal");
        record.promote(last);
        assert_eq!(record.node(line[0]).children(), [third, line[1], second]);
        assert_eq!(record.main_line().last(), Some(last));
        let walked: Vec<_> = record.walk().collect();
        assert_eq!(walked, [line[0], third, last, line[1], line[2], second]);
        record.remove(third);
        assert_eq!(record.main_line().last(), Some(line[2]));
        assert_eq!(record.move_count(), 4);
        assert!(!record.contains(last));
    }

    #[test]
    fn a_slip_that_leaves_the_general_attacked_is_kept_and_nothing_worse() {
        let start = Setup::from_fen("4k4/9/9/9/4r4/9/9/4R4/9/4K4 w").expect("a FEN");
        let mut record = Record::new(start).expect("a start");
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        let slip = record.add_loosely(record.root(), mv("e2a2")).expect("kept");
        assert!(matches!(
            record.node(slip).breaks(),
            Some(IllegalMove::LeavesInCheck { .. })
        ));
        // The general is in reach now and still cannot be captured.
        assert!(record.add_loosely(slip, mv("e5e0")).is_err());
        assert!(record.add_loosely(slip, mv("a0a1")).is_err());
        let next = record.add_loosely(slip, mv("e5e6")).expect("legal");
        assert_eq!(record.node(next).breaks(), None);
    }
}
