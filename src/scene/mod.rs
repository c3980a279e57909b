//! A picture of the board as plain data: which pieces are seen where, and which marks explain them.
//!
//! A scene says *what* is seen and nothing of how: [`Layout`] says where a point lies on a widget or page,
//! `paint` has the ink. The same scene always gives the same picture.
#![forbid(unsafe_code)]

pub mod aids;
pub mod arrows;
mod draft;
mod edge;
mod layout;
mod look;
pub mod marks;
mod motion;
mod selection;
mod view;

pub use aids::{Aids, Captions};
pub use arrows::{Arrow, Tag};
pub use draft::{Draft, Hand};
pub use edge::EdgeLabel;
pub use layout::Layout;
pub use look::{BoardLook, EdgeLabels, Look, PieceSet};
pub use motion::Motion;
pub use selection::{Press, Selection};
pub use view::{Intent, Remark, View, bottom_at_start, shown};

use crate::rules::{Board, Move, Piece, Point, PointSet, Position, Side};

/// A place on the board, between points too: a piece in flight or held by a pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Distance from file `a` in cells, 0 to 8 on the board.
    pub file: f64,
    /// Distance from Red's home rank in cells, 0 to 9 on the board.
    pub rank: f64,
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self {
            file: point.file().index() as f64,
            rank: point.rank().index() as f64,
        }
    }
}

impl Spot {
    /// The spot `progress` of the way from here to `goal`: 0 is here, 1 is there.
    #[must_use]
    pub fn towards(self, goal: Self, progress: f64) -> Self {
        Self {
            file: self.file + (goal.file - self.file) * progress,
            rank: self.rank + (goal.rank - self.rank) * progress,
        }
    }
}

/// A piece as its character is seen: upright, or turned by half a circle for a reader at the far side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Face {
    /// Which piece.
    pub piece: Piece,
    /// Whether its character is upside down. Light and shadow are not.
    pub turned: bool,
}

impl From<Piece> for Face {
    /// Upright.
    fn from(piece: Piece) -> Self {
        Self {
            piece,
            turned: false,
        }
    }
}

impl Face {
    /// A piece on a board whose pieces of one side are turned.
    #[must_use]
    pub fn at_table(piece: Piece, turned: Option<Side>) -> Self {
        Self {
            piece,
            turned: turned == Some(piece.side),
        }
    }
}

/// One piece in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which piece.
    pub piece: Piece,
    /// Where its centre is.
    pub at: Spot,
    /// How far it is raised above the wood: 0 stands on it, 1 is held in the hand.
    pub lift: f64,
    /// How much of it is seen: 1 is solid, 0 is gone.
    pub opacity: f64,
}

impl Placed {
    /// A piece that stands on a point.
    #[must_use]
    pub fn standing(piece: Piece, point: Point) -> Self {
        Self {
            piece,
            at: point.into(),
            lift: 0.0,
            opacity: 1.0,
        }
    }

    /// A piece that is held in the hand.
    #[must_use]
    pub const fn held(piece: Piece, at: Spot) -> Self {
        Self {
            piece,
            at,
            lift: 1.0,
            opacity: 1.0,
        }
    }
}

/// A sign drawn on or around a point. Each has a shape of its own, so that none depends on its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Where the last move came from.
    Origin(Point),
    /// Where the last move went.
    Goal(Point),
    /// The piece that was chosen to move.
    Selected(Point),
    /// An empty point that the chosen piece may go to.
    Target(Point),
    /// A piece that the chosen piece may capture.
    Capture(Point),
    /// A general in check.
    Checked(Point),
    /// A piece that gives check, or would after a refused move.
    Checker(Point),
    /// The point that a refused move aimed at.
    Refused(Point),
    /// A piece because of which a move was refused: a leg, an eye, a screen too many.
    Blocker(Point),
    /// Where the keyboard is.
    Cursor(Point),
}

impl Mark {
    /// The point that is marked.
    #[must_use]
    pub const fn point(self) -> Point {
        match self {
            Self::Origin(point)
            | Self::Goal(point)
            | Self::Selected(point)
            | Self::Target(point)
            | Self::Capture(point)
            | Self::Checked(point)
            | Self::Checker(point)
            | Self::Refused(point)
            | Self::Blocker(point)
            | Self::Cursor(point) => point,
        }
    }
}

/// Everything that is seen on the board at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The pieces, in the order in which they are drawn.
    pub pieces: Vec<Placed>,
    /// The marks, in the order in which they are drawn.
    pub marks: Vec<Mark>,
    /// Attacks, in the order in which they are drawn.
    pub arrows: Vec<Arrow>,
    /// Words, over everything else that stands.
    pub tags: Vec<Tag>,
    /// What helps somebody who is learning, if that is wanted.
    pub aids: Option<Box<Aids>>,
    /// Whose home rank is at the bottom of the picture.
    pub bottom: Side,
    /// The side that reads the board from the top, if one does: its characters and numbers are upside down.
    pub turned: Option<Side>,
    /// Whether this is an earlier position than the one the game stands at.
    pub past: bool,
}

impl Scene {
    /// The pieces of a board, with no marks, arrows and tags.
    #[must_use]
    pub fn of_board(board: &Board, bottom: Side) -> Self {
        let pieces = board
            .pieces()
            .map(|(point, piece)| Placed::standing(piece, point))
            .collect();
        Self {
            pieces,
            marks: Vec::new(),
            arrows: Vec::new(),
            tags: Vec::new(),
            aids: None,
            bottom,
            turned: None,
            past: false,
        }
    }

    /// The pieces on whose points there is a mark.
    pub fn marked(&self) -> impl Iterator<Item = &Placed> {
        let marks = self.marks.iter().map(|mark| mark.point());
        let blocks = self.aids.iter().flat_map(|aids| &aids.blocks);
        let points: PointSet = marks.chain(blocks.map(|block| block.by)).collect();
        self.pieces
            .iter()
            .filter(move |placed| points.into_iter().any(|point| placed.at == point.into()))
    }

    /// The picture of a position in a game: its board, the move that led to it, and a check.
    #[must_use]
    pub fn of_position(position: &Position, last: Option<Move>, bottom: Side) -> Self {
        let mut scene = Self::of_board(position.board(), bottom);
        scene
            .marks
            .extend(last.into_iter().flat_map(marks::last_move));
        scene.marks.extend(marks::check(position));
        scene
    }
}
