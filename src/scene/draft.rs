//! Draft of the position editor: the effect of each press and drag, with undo.
//!
//! Nothing is refused: [`Setup::position`] decides whether the result can be played, and faults are merely shown.

use super::{Mark, Scene, marks};
use crate::rules::{Piece, Point, Setup, Side};

/// Content of the editor's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditorHand {
    /// Nothing: a press lifts a piece.
    #[default]
    Empty,
    /// A kind of piece from the tray: each press puts one, or removes an equal one.
    Tray(Piece),
    /// The piece lifted from a point: a press puts it down.
    Lifted(Point),
}

/// Draft of an arrangement, with its undo history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    setup: Setup,
    hand: EditorHand,
    before: Vec<Setup>,
    after: Vec<Setup>,
    /// Whether the last step is a text still being written, which continues as one step.
    writing: bool,
}

impl Default for Draft {
    /// A draft of the starting position.
    fn default() -> Self {
        Self::new(Setup::start())
    }
}

impl Draft {
    /// Creates a draft of an arrangement.
    pub const fn new(setup: Setup) -> Self {
        Self {
            setup,
            hand: EditorHand::Empty,
            before: Vec::new(),
            after: Vec::new(),
            writing: false,
        }
    }

    /// The current arrangement.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Content of the hand.
    pub const fn hand(&self) -> EditorHand {
        self.hand
    }

    /// Replaces the arrangement, as a single step of the history.
    pub fn begin(&mut self, setup: Setup) {
        self.hand = EditorHand::Empty;
        if self.before.is_empty() && self.after.is_empty() {
            self.setup = setup;
        } else {
            self.change(setup);
        }
    }

    /// Makes an undoable step, unless nothing changes.
    pub fn change(&mut self, setup: Setup) {
        self.writing = false;
        if let EditorHand::Lifted(_) = self.hand {
            self.hand = EditorHand::Empty;
        }
        if setup != self.setup {
            self.before.push(std::mem::replace(&mut self.setup, setup));
            self.after.clear();
        }
    }

    /// Applies a text being written; all of it is one step.
    pub fn write(&mut self, setup: Setup) {
        if self.writing {
            self.setup = setup;
        } else {
            let steps = self.before.len();
            self.change(setup);
            self.writing = self.before.len() > steps;
        }
    }

    /// Ends the writing of a text: the next one is a separate step.
    pub const fn finish_writing(&mut self) {
        self.writing = false;
    }

    /// Undoes the last step.
    pub fn undo(&mut self) {
        if let Some(setup) = self.before.pop() {
            self.after.push(std::mem::replace(&mut self.setup, setup));
            self.settle();
        }
    }

    /// Redoes the step undone last.
    pub fn redo(&mut self) {
        if let Some(setup) = self.after.pop() {
            self.before.push(std::mem::replace(&mut self.setup, setup));
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.hand = EditorHand::Empty;
        self.writing = false;
    }

    /// Whether there is a step to undo.
    pub const fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is a step to redo.
    pub const fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// Takes a kind of piece from the tray into the hand, or puts it back if already held.
    pub fn choose(&mut self, piece: Piece) {
        self.hand = if self.hand == EditorHand::Tray(piece) {
            EditorHand::Empty
        } else {
            EditorHand::Tray(piece)
        };
    }

    /// Empties the hand; returns whether it held something.
    pub fn let_go(&mut self) -> bool {
        std::mem::take(&mut self.hand) != EditorHand::Empty
    }

    /// Presses a point: puts down the held piece, or lifts the piece there.
    pub fn press(&mut self, point: Point) {
        let there = self.setup.board.piece_at(point);
        match self.hand {
            EditorHand::Tray(piece) if there == Some(piece) => self.put(point, None),
            EditorHand::Tray(piece) => self.put(point, Some(piece)),
            EditorHand::Lifted(from) if from == point => self.hand = EditorHand::Empty,
            EditorHand::Lifted(from) => self.carry(from, Some(point)),
            EditorHand::Empty if there.is_some() => self.hand = EditorHand::Lifted(point),
            EditorHand::Empty => {}
        }
    }

    /// Puts a piece on a point, replacing any other; `None` clears the point.
    pub fn put(&mut self, point: Point, piece: Option<Piece>) {
        self.change(self.setup.with(point, piece));
    }

    /// Moves a piece to another point, or off the board.
    pub fn carry(&mut self, from: Point, to: Option<Point>) {
        self.change(match to {
            Some(to) => self.setup.with_moved(from, to),
            None => self.setup.with(from, None),
        });
    }

    /// The picture: the pieces, the lifted one marked, and the faults that prevent playing.
    pub fn scene(&self, bottom: Side) -> Scene {
        let mut scene = Scene::of_board(&self.setup.board, bottom);
        if let EditorHand::Lifted(point) = self.hand {
            scene.marks.push(Mark::Selected(point));
        }
        scene.marks.extend(marks::faults(&self.setup));
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PieceKind;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn red(kind: PieceKind) -> Piece {
        Piece::new(Side::Red, kind)
    }

    #[test]
    fn presses_lift_put_and_let_go() {
        let mut draft = Draft::new(Setup::start());
        draft.press(at("e4"));
        assert_eq!(draft.hand(), EditorHand::Empty);
        draft.press(at("a0"));
        assert_eq!(draft.hand(), EditorHand::Lifted(at("a0")));
        draft.press(at("a0"));
        assert_eq!(draft.hand(), EditorHand::Empty);
        assert!(!draft.can_undo());
        draft.press(at("a0"));
        draft.press(at("a9"));
        assert_eq!(draft.hand(), EditorHand::Empty);
        let there = draft.setup().board.piece_at(at("a9"));
        assert_eq!(there, Some(red(PieceKind::Chariot)));
        assert_eq!(draft.setup().board.pieces().count(), 31);
    }

    #[test]
    fn the_tray_puts_as_many_as_one_likes_and_takes_equal_ones_away() {
        let mut draft = Draft::new(Setup::start().cleared());
        let soldier = red(PieceKind::Soldier);
        draft.choose(soldier);
        for file in ["a0", "b0", "c0", "d0", "e0", "f0"] {
            draft.press(at(file));
        }
        assert_eq!(draft.setup().board.of_piece(soldier).len(), 6);
        draft.press(at("a0"));
        assert_eq!(draft.setup().board.of_piece(soldier).len(), 5);
        draft.choose(red(PieceKind::General));
        draft.press(at("b0"));
        assert_eq!(draft.setup().board.of_piece(soldier).len(), 4);
        draft.choose(red(PieceKind::General));
        assert_eq!(draft.hand(), EditorHand::Empty);
        assert!(!draft.let_go());
    }

    #[test]
    fn every_step_has_a_way_back_and_again() {
        let mut draft = Draft::new(Setup::start());
        let mut states = vec![draft.setup().clone()];
        draft.carry(at("h2"), Some(at("e2")));
        states.push(draft.setup().clone());
        draft.carry(at("a0"), None);
        states.push(draft.setup().clone());
        draft.change(draft.setup().mirrored());
        states.push(draft.setup().clone());
        // A step that changes nothing is not recorded.
        draft.carry(at("e5"), Some(at("e6")));
        draft.put(at("e5"), None);
        for state in states.iter().rev().skip(1) {
            draft.undo();
            assert_eq!(draft.setup(), state);
        }
        assert!(!draft.can_undo());
        draft.undo();
        for state in &states[1..] {
            draft.redo();
            assert_eq!(draft.setup(), state);
        }
        draft.undo();
        draft.put(at("e4"), Some(red(PieceKind::Horse)));
        assert!(!draft.can_redo());
    }

    #[test]
    fn a_text_that_is_written_is_one_step() {
        let mut draft = Draft::new(Setup::start());
        let fen = |text: &str| Setup::from_fen(text).expect("a FEN");
        draft.write(fen("4k4/9/9/9/9/9/9/9/9/9"));
        draft.write(fen("4k4/9/9/9/9/9/9/9/9/3K5"));
        draft.write(fen("4k4/9/9/9/9/9/9/9/9/3K5 b"));
        draft.undo();
        assert_eq!(draft.setup(), &Setup::start());
        draft.write(fen("4k4/9/9/9/9/9/9/9/9/9"));
        draft.press(at("e9"));
        draft.press(at("d9"));
        draft.write(fen("9/9/9/9/9/9/9/9/9/9"));
        draft.finish_writing();
        draft.write(fen("4k4/9/9/9/9/9/9/9/9/4K4"));
        draft.undo();
        assert_eq!(draft.setup(), &fen("9/9/9/9/9/9/9/9/9/9"));
        draft.undo();
        draft.undo();
        assert_eq!(draft.setup(), &fen("4k4/9/9/9/9/9/9/9/9/9"));
    }

    #[test]
    fn beginning_anew_loses_nothing_that_was_edited() {
        let mut draft = Draft::new(Setup::start());
        let other = Setup::start().with_turn(Side::Black);
        draft.begin(other.clone());
        assert!(!draft.can_undo());
        draft.carry(at("a0"), None);
        let edited = draft.setup().clone();
        draft.begin(Setup::start());
        assert_eq!(draft.setup(), &Setup::start());
        draft.undo();
        assert_eq!(draft.setup(), &edited);
    }

    #[test]
    fn a_piece_that_is_lifted_and_one_that_is_astray_are_marked() {
        let fen = "4k4/9/9/9/9/9/9/9/P8/4K4 w";
        let mut draft = Draft::new(Setup::from_fen(fen).expect("a FEN"));
        draft.press(at("a1"));
        let marks = draft.scene(Side::Red).marks;
        assert!(marks.contains(&Mark::Selected(at("a1"))));
        assert!(marks.contains(&Mark::Blocker(at("a1"))));
        assert!(marks.contains(&Mark::Checked(at("e0"))));
        assert!(marks.contains(&Mark::Checked(at("e9"))));
        assert_eq!(marks.len(), 4);
        assert_eq!(Draft::new(Setup::start()).scene(Side::Black).marks.len(), 0);
    }
}
