//! A game as a tree of legal moves from a start; the first child is the main line.

use super::{Notes, Tags};
use crate::rules::{
    History, IllegalMove, Move, Outcome, Piece, Played, Position, PositionError, Setup, Side, Terms,
};
use std::sync::LazyLock;

/// Id of a position in a [`Record`]: the start, or the one after a move. Never reused after removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// One position of a record and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    played: Option<Played>,
    /// Boxed because few moves break a rule, and a rule is not small.
    breaks: Option<Box<IllegalMove>>,
    position: Position,
    ply: usize,
    /// Boxed because most moves have no annotations.
    notes: Option<Box<Notes>>,
}

impl Node {
    /// The preceding node; `None` at the start.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The moves played from here, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move that led here, with its effect; `None` at the start.
    pub const fn played(&self) -> Option<Played> {
        self.played
    }

    /// The position at this node.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rule broken by the move that led here, if it leaves the general attacked; see [`Record::add_lenient`].
    pub fn breaks(&self) -> Option<IllegalMove> {
        self.breaks.as_deref().copied()
    }

    /// Annotations of the position and the move that led to it.
    pub fn notes(&self) -> &Notes {
        static NONE: LazyLock<Notes> = LazyLock::new(Notes::default);
        self.notes.as_deref().unwrap_or(&NONE)
    }

    /// Mutable access to the annotations.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Number of moves from the start to here.
    pub const fn ply(&self) -> usize {
        self.ply
    }
}

/// Token of the moves of a record in writing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveToken {
    /// A move.
    Move(NodeId),
    /// The beginning of a variation, which is an alternative to the move before.
    Open,
    /// The end of a variation.
    Close,
}

/// Pending part of the moves.
enum PendingToken {
    Token(MoveToken),
    After(NodeId),
}

/// A game: its start, moves, players and result.
///
/// A record cannot hold a move that is impossible on the board. The cursor of a viewer is not part of it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, date and other tags.
    pub tags: Tags,
    /// Comment on the start, before any move.
    pub comment: String,
    /// Terms agreed on before the game.
    pub terms: Terms,
    /// Outcome of the game; `None` while it is in progress or if unknown.
    pub outcome: Option<Outcome>,
    start: Setup,
    /// The nodes by id. A removed one leaves a hole, so that its id is never reused.
    nodes: Vec<Option<Box<Node>>>,
    /// Number of nodes that are not removed.
    count: usize,
}

impl Record {
    /// Creates a record with no moves yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrangement is not playable.
    pub fn new(start: Setup) -> Result<Self, PositionError> {
        let position = start.position()?;
        Ok(Self::begin(start, position))
    }

    /// Creates a record of any setup, as in files: constructed examples, or headings with an empty board.
    ///
    /// The arrangement may be unplayable; see [`Setup::position`].
    pub fn from_any(start: Setup) -> Self {
        let position = start.position_unchecked();
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
            start,
            nodes: vec![Some(Box::new(root))],
            count: 1,
        }
    }

    /// The setup at the start of the game.
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// Id of the start.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Whether the node is part of the record.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.0).is_some_and(Option::is_some)
    }

    /// The node with this id.
    ///
    /// # Panics
    ///
    /// Panics if the node was removed or belongs to another record.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes
            .get(id.0)
            .and_then(Option::as_deref)
            .expect("a node of this record")
    }

    /// Mutable access to the node with this id, for annotating it.
    ///
    /// # Panics
    ///
    /// Panics if the node was removed or belongs to another record.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes
            .get_mut(id.0)
            .and_then(Option::as_deref_mut)
            .expect("a node of this record")
    }

    /// All comments, to be edited.
    pub(super) fn comments_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let nodes = self.nodes.iter_mut().flatten();
        let notes = nodes.filter_map(|node| node.notes.as_deref_mut());
        let comments = notes.flat_map(|notes| [&mut notes.before, &mut notes.comment]);
        std::iter::once(&mut self.comment).chain(comments)
    }

    /// Number of moves in all lines together.
    pub const fn move_count(&self) -> usize {
        self.count - 1
    }

    /// Adds a move after `at` as its last alternative; returns the existing node if the move is already there.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move.
    pub fn add(&mut self, at: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child(at, mv) {
            return Ok(known);
        }
        let step = self.node(at).position.play_with_effect(mv)?;
        Ok(self.grow(at, step, None))
    }

    /// Adds a move leniently, as found in files: one that only leaves the own general attacked is kept and marked.
    ///
    /// Such slips of the recorder are not rare in old files, and the game continues plausibly after them.
    ///
    /// # Errors
    ///
    /// Returns the rule that forbids the move, if it is impossible on the board.
    pub fn add_lenient(&mut self, at: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child(at, mv) {
            return Ok(known);
        }
        let here = &self.node(at).position;
        match here.play_with_effect(mv) {
            Ok(step) => Ok(self.grow(at, step, None)),
            Err(why) => {
                let step = here.play_ignoring_check(mv).ok_or(why)?;
                Ok(self.grow(at, step, Some(why)))
            }
        }
    }

    /// The child node reached by a move, if any.
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

    /// Makes the line to `id` the main line: the first alternative at every branch along it.
    pub fn promote(&mut self, id: NodeId) {
        let mut here = id;
        while let Some(parent) = self.node(here).parent {
            self.put_first(here);
            here = parent;
        }
    }

    /// Makes a move the first of its alternatives.
    pub(super) fn put_first(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            let children = &mut self.node_mut(parent).children;
            if let Some(place) = children.iter().position(|child| *child == id) {
                children[..=place].rotate_right(1);
            }
        }
    }

    /// Removes a move with everything after it; the start is never removed.
    ///
    /// # Panics
    ///
    /// Panics if the node was already removed.
    pub fn remove(&mut self, id: NodeId) {
        self.remove_after(id);
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|child| *child != id);
            self.nodes[id.0] = None;
            self.count -= 1;
        }
    }

    /// All nodes except the start, each after its parent, a whole line before its alternatives.
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

    /// The moves after a node and their variations, in the order in which they are written: a move, the alternatives to
    /// it, each with its continuation, and then the line of the move.
    pub fn written_after(&self, id: NodeId) -> impl Iterator<Item = MoveToken> + '_ {
        // A stack, since variations may be nested as deep as a game is long.
        let mut pending = vec![PendingToken::After(id)];
        std::iter::from_fn(move || {
            loop {
                let id = match pending.pop()? {
                    PendingToken::Token(token) => return Some(token),
                    PendingToken::After(id) => id,
                };
                let Some((first, others)) = self.node(id).children.split_first() else {
                    continue;
                };
                pending.push(PendingToken::After(*first));
                for other in others.iter().rev() {
                    pending.extend([
                        PendingToken::Token(MoveToken::Close),
                        PendingToken::After(*other),
                        PendingToken::Token(MoveToken::Move(*other)),
                        PendingToken::Token(MoveToken::Open),
                    ]);
                }
                return Some(MoveToken::Move(*first));
            }
        })
    }

    /// A move without its alternatives, and then all after it as by [`Record::written_after`].
    pub fn written_from(&self, first: NodeId) -> impl Iterator<Item = MoveToken> + '_ {
        std::iter::once(MoveToken::Move(first)).chain(self.written_after(first))
    }

    /// Removes everything after a node.
    ///
    /// # Panics
    ///
    /// Panics if the node itself was removed.
    pub fn remove_after(&mut self, id: NodeId) {
        let mut open = std::mem::take(&mut self.node_mut(id).children);
        while let Some(id) = open.pop() {
            if let Some(node) = self.nodes[id.0].take() {
                self.count -= 1;
                open.extend(node.children);
            }
        }
        // Trailing holes are no longer needed, but their ids must not be reused.
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

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = Played> + '_ {
        self.main_line().filter_map(|id| self.node(id).played())
    }

    /// The nodes from the first move to `id`, which is the last.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |id| self.node(*id).parent);
        let mut line: Vec<_> = up.filter(|id| *id != self.root()).collect();
        line.reverse();
        line
    }

    /// The line of play that leads to `id`, for adjudication.
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

    /// The position before a node's move, and the move; `None` for the start.
    pub fn move_to(&self, id: NodeId) -> Option<(&Position, Played)> {
        let node = self.node(id);
        Some((self.node(node.parent?).position(), node.played?))
    }

    /// Round of a node's move, from 1, and the side that made it.
    ///
    /// For the start, the round and side of the move before it.
    pub fn round(&self, id: NodeId) -> (usize, Side) {
        let node = self.node(id);
        (self.start.round_of(node.ply), !node.position.turn())
    }

    /// All pieces captured on the way to a node, in order.
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
        let slip = record.add_lenient(record.root(), mv("e2a2")).expect("kept");
        assert!(matches!(
            record.node(slip).breaks(),
            Some(IllegalMove::LeavesInCheck { .. })
        ));
        // The general can be attacked now and still cannot be captured.
        assert!(record.add_lenient(slip, mv("e5e0")).is_err());
        assert!(record.add_lenient(slip, mv("a0a1")).is_err());
        let next = record.add_lenient(slip, mv("e5e6")).expect("legal");
        assert_eq!(record.node(next).breaks(), None);
    }
}
