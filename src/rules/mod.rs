//! The rules of Xiangqi: what is allowed, and how a game ends.
//!
//! Everything here is a plain value; nothing knows of files, clocks or windows. [`Setup`] is any
//! arrangement of pieces, [`Position`] one that can be played, [`History`] a line of play.
#![forbid(unsafe_code)]

mod board;
mod fen;
mod history;
mod illegal;
mod moves;
mod outcome;
mod perft;
mod piece;
mod point;
mod point_set;
mod position;
mod reach;
mod rulebook;
mod setup;
mod side;

pub use board::Board;
pub use fen::FenError;
pub use history::History;
pub use illegal::IllegalMove;
pub use moves::{Move, Played};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::perft;
pub use piece::{Piece, PieceKind};
pub use point::{File, NotAPoint, Point, Rank};
pub use point_set::PointSet;
pub use position::Position;
pub use rulebook::{Rulebook, Ruling, adjudicate};
pub use setup::{PositionError, PositionFault, Setup};
pub use side::{BySide, Side};
