//! Pictures of the board as plain data: pieces, and marks that explain them.
//!
//! A scene describes *what* is seen, not how: [`Layout`] maps points to a widget or page, `paint` has the colors. A
//! scene always gives the same picture.
#![forbid(unsafe_code)]

pub mod aids;
pub mod arrows;
pub mod card_layout;
mod curve;
mod draft;
mod edge;
mod keepsake;
mod layout;
mod line_preview;
mod look;
pub mod marks;
mod mate;
mod motion;
pub mod outline;
mod pen;
mod selection;
mod view;

pub use aids::{Aids, Captions};
pub use arrows::{Arrow, ArrowKind, ArrowLabel};
pub use curve::{Curve, CurvePoint};
pub use draft::{Draft, EditorHand};
pub use edge::EdgeLabel;
pub use keepsake::{Keepsake, KeepsakeGame};
pub use layout::Layout;
pub use line_preview::LinePreview;
pub use look::{BoardLook, EdgeLabels, Look, LookChoice, PieceSet};
pub use mate::deciding_pieces;
pub use motion::{Motion, Pulse};
pub use pen::{DrawingHistory, KeyPen, Stroke};
pub use selection::{Press, Selection};
pub use view::{Intent, Remark, View, bottom_at_start, shown};

pub use crate::record::DrawingColor;
use crate::record::{DrawingShape, Drawings};
use crate::rules::{Board, BySide, Move, Piece, Point, PointSet, Position, Side};
use crate::studies::Hint;

/// A place on the board, possibly between points: that of a moving or held piece.
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
    /// The spot at `progress` on the way from here to `goal`: 0 is here, 1 is there.
    pub fn toward(self, goal: Self, progress: f64) -> Self {
        Self {
            file: self.file + (goal.file - self.file) * progress,
            rank: self.rank + (goal.rank - self.rank) * progress,
        }
    }
}

/// A piece with the orientation of its character: upright, or upside down for a reader at the far side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceFace {
    /// The piece.
    pub piece: Piece,
    /// Whether its character is upside down. Light and shadow stay the same.
    pub turned: bool,
}

impl From<Piece> for PieceFace {
    /// Creates an upright face.
    fn from(piece: Piece) -> Self {
        Self {
            piece,
            turned: false,
        }
    }
}

impl PieceFace {
    /// Creates a face on a board that is upside down for the pieces of `turned`.
    pub fn at_table(piece: Piece, turned: Option<Side>) -> Self {
        Self {
            piece,
            turned: turned == Some(piece.side),
        }
    }
}

/// One piece in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Center of the piece.
    pub at: Spot,
    /// Height above the board: 0 on the board, 1 held in the hand.
    pub lift: f64,
    /// Opacity: 1 is solid, 0 is invisible.
    pub opacity: f64,
}

impl PlacedPiece {
    /// Creates a piece standing on a point.
    pub fn standing(piece: Piece, point: Point) -> Self {
        Self {
            piece,
            at: point.into(),
            lift: 0.0,
            opacity: 1.0,
        }
    }

    /// Creates a piece held in the hand.
    pub const fn held(piece: Piece, at: Spot) -> Self {
        Self {
            piece,
            at,
            lift: 1.0,
            opacity: 1.0,
        }
    }
}

/// A sign drawn on or around a point. Each has a distinct shape, so that none depends on its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Origin of the last move.
    Origin(Point),
    /// Destination of the last move.
    Goal(Point),
    /// The selected piece.
    Selected(Point),
    /// An empty point the selected piece may move to.
    Target(Point),
    /// A piece the selected piece may capture.
    Capture(Point),
    /// A general in check.
    Checked(Point),
    /// A piece that gives check, or would after a refused move.
    Checker(Point),
    /// Destination of a refused move.
    Refused(Point),
    /// A piece that prevents a refused move: on a leg or an eye, or as one screen too many.
    Blocker(Point),
    /// Destination of a task.
    Star(Point),
    /// The piece to move, by a hint.
    Hint(Point),
    /// A circle that somebody drew.
    Drawn(Point, DrawingColor),
    /// The keyboard cursor.
    Cursor(Point),
}

impl Mark {
    /// The marked point.
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
            | Self::Star(point)
            | Self::Hint(point)
            | Self::Drawn(point, _)
            | Self::Cursor(point) => point,
        }
    }
}

/// Name plates of the players, one at each player's side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plates {
    /// Names of the players.
    pub names: BySide<String>,
    /// Each player's result, once the game has ended.
    pub results: Option<BySide<PlateResult>>,
}

/// The result on a player's name plate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlateResult {
    /// Points for the game: `1`, `½` or `0`.
    pub score: &'static str,
    /// Reason of the result, if it is stated and explains these points.
    pub reason: &'static str,
}

/// Everything visible on the board at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The pieces, in drawing order.
    pub pieces: Vec<PlacedPiece>,
    /// The marks, in drawing order.
    pub marks: Vec<Mark>,
    /// Attacks and advised moves, in drawing order.
    pub arrows: Vec<Arrow>,
    /// Labels, above everything but raised pieces.
    pub labels: Vec<ArrowLabel>,
    /// Learning aids, if enabled.
    pub aids: Option<Box<Aids>>,
    /// Side whose home rank is at the bottom of the picture.
    pub bottom: Side,
    /// Side that reads the board from the top, if any: its characters and numbers are upside down.
    pub turned: Option<Side>,
    /// Whether this position is earlier than the present.
    pub past: bool,
    /// Name plates beside the board, in a picture for others.
    pub plates: Option<Box<Plates>>,
}

impl Scene {
    /// Adds a hint: a mark on the piece, and an arrow once the move is given.
    pub fn add_hint(&mut self, hint: Hint) {
        match hint {
            Hint::Piece(point) => self.marks.push(Mark::Hint(point)),
            Hint::Move(mv) => {
                self.marks.push(Mark::Hint(mv.from));
                self.arrows.push(Arrow::advice(self, mv));
            }
        }
    }

    /// Adds arrows for advised moves, the best first; it lies over the others.
    pub fn add_advised(&mut self, moves: &[Move]) {
        let Some((best, others)) = moves.split_first() else {
            return;
        };
        for mv in others.iter().rev() {
            self.arrows.push(Arrow::second_advice(self, *mv));
        }
        self.arrows.push(Arrow::advice(self, *best));
    }

    /// Adds the circles and arrows that somebody drew on the position.
    pub fn add_drawings(&mut self, drawings: &Drawings) {
        for drawing in drawings.iter() {
            match drawing.shape {
                DrawingShape::Circle(point) => self.marks.push(Mark::Drawn(point, drawing.color)),
                DrawingShape::Arrow(mv) => {
                    self.arrows.push(Arrow::drawn(self, mv, drawing.color));
                }
            }
        }
    }

    /// The pieces of a board, without marks, arrows and labels.
    pub fn of_board(board: &Board, bottom: Side) -> Self {
        let pieces = board
            .pieces()
            .map(|(point, piece)| PlacedPiece::standing(piece, point))
            .collect();
        Self {
            pieces,
            marks: Vec::new(),
            arrows: Vec::new(),
            labels: Vec::new(),
            aids: None,
            bottom,
            turned: None,
            past: false,
            plates: None,
        }
    }

    /// The pieces on marked points.
    pub fn marked(&self) -> impl Iterator<Item = &PlacedPiece> {
        let marks = self.marks.iter().map(|mark| mark.point());
        let blocks = self.aids.iter().flat_map(|aids| &aids.blocks);
        let points: PointSet = marks.chain(blocks.map(|block| block.by)).collect();
        self.pieces
            .iter()
            .filter(move |placed| points.into_iter().any(|point| placed.at == point.into()))
    }

    /// The picture of a position in a game: its board, the last move, and a check.
    pub fn of_position(position: &Position, last: Option<Move>, bottom: Side) -> Self {
        let mut scene = Self::of_board(position.board(), bottom);
        scene
            .marks
            .extend(last.into_iter().flat_map(marks::last_move));
        scene.marks.extend(marks::check(position));
        scene
    }
}
