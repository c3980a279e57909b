//! The rows of the list of moves as plain data, made from a game without writing out a single move.
//!
//! The main line takes one row per round. A round is followed by the comments on its moves, then by the variations that
//! replace them, each followed by its own variations unless it is folded.

use crate::game::Game;
use crate::record::notation::MoveStyle;
use crate::record::{Node, NodeId, Record, Tags};
use crate::rules::{BySide, Classification};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of moves in the row of a folded variation: no panel is wide enough for more.
const FOLDED_MOVES: usize = 24;

/// Maximum number of moves in a row of a variation, and of bytes in the comments before its last one: a row is laid
/// out as a whole.
const MAX_MOVES: usize = 40;
const MAX_COMMENTS: usize = 600;
/// Total number of moves from which variations are initially folded.
const FOLDED_FROM: usize = 300;

/// Revision and notation of the game that the list shows: while they are unchanged, so are the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edition {
    /// Number of the game.
    pub game: u64,
    /// Number of its edits.
    pub edit: u64,
    /// Style of its moves.
    pub style: MoveStyle,
}

/// One move of the main line in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundMove {
    /// The move.
    pub node: NodeId,
    /// Whether it was taken back.
    pub undone: bool,
    /// Classification of the move, if it is part of a repeated cycle.
    pub conduct: Option<Classification>,
}

/// Content of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// Note on two free moves at the start of the record, and the comment on the start.
    Opening,
    /// A round number and up to two moves.
    Round {
        /// Number of the round.
        number: usize,
        /// The moves.
        moves: BySide<Option<RoundMove>>,
    },
    /// Comment on a move of the main line.
    Comment(NodeId),
    /// A part of a variation with its moves, or only the first of them if it is folded.
    Line {
        /// Its moves.
        nodes: Vec<NodeId>,
        /// Nesting level.
        depth: usize,
        /// Whether it is folded; `None` for a later part, which has no fold button.
        folded: Option<bool>,
    },
}

impl RowContent {
    /// Identity of a row across changes: its kind and first move.
    pub fn key(&self) -> (u8, Option<NodeId>) {
        match self {
            Self::Opening => (0, None),
            Self::Round { moves, .. } => {
                let first = moves.red.or(moves.black);
                (1, first.map(|cell| cell.node))
            }
            Self::Comment(node) => (2, Some(*node)),
            Self::Line { nodes, .. } => (3, nodes.first().copied()),
        }
    }
}

/// A row with everything that its text depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// Its content.
    pub entry: RowContent,
    /// Number of the game: moves of two games may have equal IDs.
    game: u64,
    /// Style of its moves.
    pub style: MoveStyle,
    /// Hash of everything else that is written about its moves.
    stamp: u64,
}

impl OutlineRow {
    /// Returns the moves shown in the row.
    pub fn nodes(&self) -> Vec<NodeId> {
        match &self.entry {
            RowContent::Opening | RowContent::Comment(_) => Vec::new(),
            RowContent::Round { moves, .. } => {
                let cells = [moves.red, moves.black].into_iter().flatten();
                cells.map(|cell| cell.node).collect()
            }
            RowContent::Line { nodes, .. } => nodes.clone(),
        }
    }

    /// Returns the moves that the row is indexed by: those of the main line, and the first of a variation.
    pub fn firsts(&self) -> Vec<NodeId> {
        match &self.entry {
            RowContent::Line { nodes, .. } => nodes.first().copied().into_iter().collect(),
            _ => self.nodes(),
        }
    }
}

/// Builder of a game's rows.
struct Outline<'a, F> {
    game: &'a Game,
    of: Edition,
    /// Whether the variation that starts with a move is folded.
    is_folded: F,
    rows: Vec<OutlineRow>,
}

impl<'a, F: Fn(NodeId) -> bool> Outline<'a, F> {
    /// Returns the visible rows.
    fn rows(game: &'a Game, of: Edition, is_folded: F) -> Vec<OutlineRow> {
        let mut outline = Self {
            game,
            of,
            is_folded,
            rows: Vec::new(),
        };
        let record = game.record();
        if !record.comment.trim().is_empty() || game.first_of_two().is_some() {
            outline.push(RowContent::Opening);
        }
        let mut line = record.main_line().peekable();
        while let Some(first) = line.next() {
            let number = record.round(first).0;
            let second = line.next_if(|id| record.round(*id).0 == number);
            outline.round(number, &[Some(first), second]);
        }
        outline.rows
    }

    fn round(&mut self, number: usize, played: &[Option<NodeId>]) {
        let record = self.game.record();
        let mut moves = BySide::default();
        for node in played.iter().copied().flatten() {
            moves[record.round(node).1] = Some(self.cell(node));
        }
        self.push(RowContent::Round { number, moves });
        for node in played.iter().copied().flatten() {
            if says_something(record.node(node)) {
                self.push(RowContent::Comment(node));
            }
        }
        for node in played.iter().copied().flatten() {
            self.lines(alternatives(record, node).collect());
        }
    }

    fn cell(&self, node: NodeId) -> RoundMove {
        let record = self.game.record();
        let ply = record.node(node).ply();
        let conduct = || {
            let cycle = self.game.cycle()?;
            let step = cycle.plies.iter().find(|step| step.ply == ply)?;
            Some(step.classification())
        };
        RoundMove {
            node,
            undone: ply > record.node(self.game.present()).ply(),
            conduct: conduct(),
        }
    }

    /// Adds the variations that start with these moves, and their own variations.
    fn lines(&mut self, firsts: Vec<NodeId>) {
        let record = self.game.record();
        let mut open: Vec<_> = firsts.into_iter().rev().map(|first| (first, 0)).collect();
        while let Some((first, depth)) = open.pop() {
            let folded = (self.is_folded)(first);
            let most = if folded { FOLDED_MOVES } else { usize::MAX };
            let all = std::iter::once(first).chain(record.line_after(first));
            let nodes: Vec<_> = all.take(most).collect();
            if !folded {
                let leaving = nodes[1..].iter().flat_map(|id| alternatives(record, *id));
                let leaving: Vec<_> = leaving.map(|other| (other, depth + 1)).collect();
                open.extend(leaving.into_iter().rev());
            }
            let mut folded = Some(folded);
            for part in parts(record, &nodes) {
                self.push(RowContent::Line {
                    nodes: part.to_vec(),
                    depth,
                    folded: folded.take(),
                });
            }
        }
    }

    fn push(&mut self, entry: RowContent) {
        let mut row = OutlineRow {
            entry,
            game: self.of.game,
            style: self.of.style,
            stamp: 0,
        };
        row.stamp = stamp(self.game.record(), &row);
        self.rows.push(row);
    }
}

/// Part of the list that has to be renewed after a change of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// Nothing.
    Nothing,
    /// The highlight.
    Highlight,
    /// The rows, and the highlight.
    Rows,
}

/// State of the rows, and the index of moves among them.
#[derive(Debug, Default)]
pub struct ShownRows {
    edition: Option<Edition>,
    shown: Option<NodeId>,
    /// Whether variations are folded by default.
    folds: bool,
    /// Variations folded or unfolded by the user, by their first moves.
    touched: HashMap<NodeId, bool>,
    /// Rows of the moves in the main line and of the first moves of variations.
    places: HashMap<NodeId, u32>,
}

impl ShownRows {
    /// Style of the moves.
    pub fn style(&self) -> MoveStyle {
        self.edition
            .map(|edition| edition.style)
            .unwrap_or_default()
    }

    /// Notes what is shown of a game. The shown move is made visible.
    pub fn follow(&mut self, game: &Game, edition: Edition) -> Renewal {
        let (record, shown) = (game.record(), game.shown());
        let before = self.edition.replace(edition);
        let is_other = before.is_none_or(|before| before.game != edition.game);
        if is_other {
            self.touched.clear();
            let aside = record.move_count() - record.main_line().count();
            self.folds = aside >= FOLDED_FROM;
        }
        let has_moved = self.shown.replace(shown) != Some(shown) || is_other;
        let is_unfolded = has_moved && self.unfold(record, shown);
        if before != Some(edition) || is_unfolded {
            Renewal::Rows
        } else if has_moved {
            Renewal::Highlight
        } else {
            Renewal::Nothing
        }
    }

    /// Makes the visible rows of a game.
    pub fn rows(&mut self, game: &Game) -> Vec<OutlineRow> {
        let of = self.edition.unwrap_or_default();
        let rows = Outline::rows(game, of, |id| self.is_folded(id));
        let places = rows.iter().zip(0..).flat_map(|(row, place)| {
            let firsts = row.firsts();
            firsts.into_iter().map(move |node| (node, place))
        });
        self.places = places.collect();
        rows
    }

    fn is_folded(&self, first: NodeId) -> bool {
        self.touched.get(&first).copied().unwrap_or(self.folds)
    }

    /// Folds or unfolds the variation that starts with a move.
    pub fn fold(&mut self, first: NodeId) {
        let is_folded = self.is_folded(first);
        self.touched.insert(first, !is_folded);
    }

    /// Unfolds all ancestors of a move. Returns whether any was folded.
    fn unfold(&mut self, record: &Record, node: NodeId) -> bool {
        let mut at = node;
        let mut changed = false;
        while let Some(parent) = record.node(at).parent() {
            let begins = record.node(parent).children().first() != Some(&at);
            if begins && self.is_folded(at) {
                self.touched.insert(at, false);
                changed = true;
            }
            at = parent;
        }
        changed
    }

    /// Returns the row of a move, or of its innermost visible ancestor.
    pub fn place(&self, record: &Record, node: NodeId) -> Option<u32> {
        let up = std::iter::successors(Some(node), |id| record.node(*id).parent());
        up.into_iter().find_map(|id| self.places.get(&id).copied())
    }
}

/// Splits a variation into rows of bounded length.
fn parts<'a>(record: &Record, nodes: &'a [NodeId]) -> impl Iterator<Item = &'a [NodeId]> {
    let comments = |id: NodeId| {
        let notes = record.node(id).notes();
        notes.before.len() + notes.comment.len()
    };
    let (mut moves, mut written) = (0, 0);
    nodes.chunk_by(move |id, _| {
        (moves, written) = (moves + 1, written + comments(*id));
        let is_full = moves >= MAX_MOVES || written > MAX_COMMENTS;
        if is_full {
            (moves, written) = (0, 0);
        }
        !is_full
    })
}

/// Returns the alternatives to a move that is the first of its siblings.
fn alternatives(record: &Record, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let parent = record.node(node).parent();
    let children = parent.map_or(&[][..], |parent| record.node(parent).children());
    children.iter().skip(1).copied()
}

/// Whether a move has comments.
fn says_something(node: &Node) -> bool {
    let notes = node.notes();
    !(notes.before.trim().is_empty() && notes.comment.trim().is_empty())
}

/// Returns a hash of everything written about the moves of a row.
fn stamp(record: &Record, row: &OutlineRow) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut add = |id: NodeId| {
        let notes = record.node(id).notes();
        if says_something(record.node(id)) || !notes.signs.is_empty() {
            (id, &notes.before, &notes.comment).hash(&mut hasher);
            notes.signs.hash(&mut hasher);
        }
    };
    match &row.entry {
        RowContent::Opening => {
            let handicap = record.tags.get(Tags::HANDICAP);
            (&record.comment, handicap).hash(&mut hasher);
        }
        RowContent::Round { moves, .. } => {
            let cells = [moves.red, moves.black].into_iter().flatten();
            cells.for_each(|cell| add(cell.node));
        }
        RowContent::Comment(node) => add(*node),
        RowContent::Line { nodes, .. } => nodes.iter().for_each(|node| add(*node)),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::played;
    use crate::game::{Command, Now};

    /// A game of two rounds, with a variation of three moves in place of Black's first, and one within that.
    fn varied() -> (Game, Vec<NodeId>) {
        let mut game = Game::ordinary();
        let mut play = |moves: &str| {
            for mv in moves.split_whitespace() {
                let mv = mv.parse().expect("a move");
                game.apply(Command::Play(mv), Now::default())
                    .expect("legal");
            }
            game.shown()
        };
        play("h2e2 h9g7 h0g2 b9c7");
        let line: Vec<_> = game.record().main_line().collect();
        let mut branch = |at, moves: &str| {
            game.apply(Command::Show(at), Now::default())
                .expect("a position");
            for mv in moves.split_whitespace() {
                let mv = mv.parse().expect("a move");
                game.apply(Command::Play(mv), Now::default())
                    .expect("legal");
            }
            game.record().line_to(game.shown())[game.record().node(at).ply()]
        };
        let aside = branch(line[0], "b9c7 h0g2 h9g7");
        let deeper = branch(aside, "b0c2");
        (
            game,
            vec![line[0], line[1], line[2], line[3], aside, deeper],
        )
    }

    fn keys(game: &Game, is_folded: impl Fn(NodeId) -> bool) -> Vec<(u8, Option<NodeId>)> {
        let rows = Outline::rows(game, Edition::default(), is_folded);
        rows.iter().map(|row| row.entry.key()).collect()
    }

    #[test]
    fn variations_follow_their_round_and_nested_ones_follow_them() {
        let (game, ids) = varied();
        let line = |at: usize| (3, Some(ids[at]));
        let round = |at: usize| (1, Some(ids[at]));
        let all = [round(0), line(4), line(5), round(2)];
        assert_eq!(keys(&game, |_| false), all);
        let rows = Outline::rows(&game, Edition::default(), |_| false);
        let depths = rows.iter().filter_map(|row| match row.entry {
            RowContent::Line { depth, .. } => Some(depth),
            _ => None,
        });
        assert_eq!(depths.collect::<Vec<_>>(), [0, 1]);
        assert_eq!(rows[1].nodes().len(), 3);
        let folded = [round(0), line(4), round(2)];
        assert_eq!(keys(&game, |id| id == ids[4]), folded);
    }

    #[test]
    fn comments_have_rows_and_a_row_knows_when_they_change() {
        let (mut game, ids) = varied();
        let before = Outline::rows(&game, Edition::default(), |_| false);
        game.set_comment(game.record().root(), "An evening");
        game.set_comment(ids[1], "As expected");
        game.set_comment(ids[5], "Deep");
        let after = Outline::rows(&game, Edition::default(), |_| false);
        let keys: Vec<_> = after.iter().map(|row| row.entry.key().0).collect();
        assert_eq!(keys, [0, 1, 2, 3, 3, 1]);
        assert_eq!(before[1], after[3]);
        assert_ne!(before[2], after[4]);
        assert_eq!(before[3], after[5]);
    }

    #[test]
    fn a_folded_variation_opens_for_the_move_that_is_shown() {
        let (mut game, ids) = varied();
        let (mut rows, edition) = (ShownRows::default(), Edition::default());
        let mut show = |rows: &mut ShownRows, at: usize| {
            game.apply(Command::Show(ids[at]), Now::default())
                .expect("a position");
            let renewal = rows.follow(&game, edition);
            (
                renewal,
                rows.rows(&game).len(),
                rows.place(game.record(), ids[5]),
            )
        };
        assert_eq!(show(&mut rows, 0), (Renewal::Rows, 4, Some(2)));
        assert_eq!(show(&mut rows, 0), (Renewal::Nothing, 4, Some(2)));
        rows.fold(ids[4]);
        assert_eq!(show(&mut rows, 1), (Renewal::Highlight, 3, Some(1)));
        assert_eq!(show(&mut rows, 4), (Renewal::Rows, 4, Some(2)));
    }

    #[test]
    fn a_long_variation_has_rows_of_bounded_length() {
        let (mut game, ids) = varied();
        let last = game.record().line_after(ids[4]).last().expect("a move");
        game.apply(Command::Show(last), Now::default())
            .expect("a position");
        for mv in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(100) {
            let mv = mv.parse().expect("a move");
            game.apply(Command::Play(mv), Now::default())
                .expect("legal");
        }
        let lengths = |game: &Game| -> Vec<_> {
            let rows = Outline::rows(game, Edition::default(), |_| false);
            let lines = rows.iter().filter_map(|row| match &row.entry {
                RowContent::Line { nodes, folded, .. } => Some((nodes.len(), folded.is_some())),
                _ => None,
            });
            lines.collect()
        };
        assert_eq!(lengths(&game)[..3], [(40, true), (40, false), (23, false)]);
        game.set_comment(ids[4], &"x".repeat(MAX_COMMENTS + 1));
        assert_eq!(lengths(&game)[..2], [(1, true), (40, false)]);
    }

    #[test]
    fn rows_of_another_game_are_others_even_where_its_moves_have_the_same_places() {
        let games = ["h2e2 h9g7", "b2e2 b9c7"].map(played);
        let [one, other] = [0, 1].map(|at| {
            let of = Edition {
                game: at as u64,
                ..Edition::default()
            };
            Outline::rows(&games[at], of, |_| false)
        });
        assert_eq!(one[0].entry, other[0].entry);
        assert_ne!(one[0], other[0]);
    }
}
