//! The rules of Xiangqi: legal moves and the end of a game.
//!
//! Everything here is a plain value, independent of files, clocks and windows. [`Setup`] is any arrangement of pieces,
//! [`Position`] a playable one, [`History`] a line of play.
#![forbid(unsafe_code)]

mod arbiter;
mod arrange;
mod bitboards;
mod board;
mod chase_rule;
mod cycle;
mod fen;
mod for_search;
mod history;
mod illegal;
mod movegen;
mod moves;
#[cfg(test)]
#[path = "tests/naive.rs"]
mod naive;
mod named;
mod outcome;
mod perft;
mod piece;
mod point;
mod point_set;
mod position;
mod reach;
mod rulebook;
mod safety;
mod setup;
mod side;
mod tables;
mod threats;
pub mod zobrist;

pub use arbiter::{Ruling, Verdict, adjudicate};
pub use board::Board;
pub use chase_rule::OpenPoint;
pub(crate) use cycle::checks;
pub use cycle::{Attack, Classification, Conduct, Cycle, CyclePly, Finding, Nature, Offense};
pub use fen::{FenError, named_side, names_side, unknown_counter, unknown_side};
pub use history::History;
pub use illegal::IllegalMove;
#[cfg(test)]
pub(crate) use moves::mv;
pub use moves::{Move, Played};
pub(crate) use named::named;
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceKind};
pub use point::{File, NotAPoint, Point, Rank};
pub use point_set::PointSet;
pub use position::Position;
pub use rulebook::{Clause, Rulebook, Terms};
pub(crate) use safety::Safety;
pub use setup::{PositionError, PositionFault, Setup};
pub use side::{BySide, Side};
