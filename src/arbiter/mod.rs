//! The arbiter of the Chinese rulebook (中国象棋竞赛规则, 2020): what each move of a repetition does, found by search.
//!
//! The table of [`rules`](crate::rules) for the Asian rules looks at the attacks on the board; the Chinese book asks
//! whether a move *would* mate or win material on the next one. Numbers in brackets are articles of the book; `F` and `R`
//! are its diagrams and reference diagrams.
//!
//! All searches are bounded in nodes, so that two programs that play each other agree. A search that meets its bound leaves
//! the nature of a move unsure, and nobody loses by what is unsure.
#![forbid(unsafe_code)]

mod exchange;
mod grade;
mod memo;
mod nature;
mod ruling;

pub use ruling::{adjudicate, known, searches};

/// Revision of the book as it is searched here: it goes up with every change of a verdict and of a bound in nodes, so that
/// two programs of different revisions do not play by it.
pub const REVISION: u32 = 1;

#[cfg(test)]
mod tests;
