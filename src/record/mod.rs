//! What was played, and how it is written down.
//!
//! A [`Record`] is a tree of legal moves with its players and its end; [`mod@format`] turns whole records into
//! bytes and back; a [`Collection`] holds many of them; [`notation`] does the same for one move and a text.
#![forbid(unsafe_code)]

mod collection;
pub mod format;
pub mod notation;
mod notes;
mod tags;
mod tree;

pub use collection::{Collection, Head, Query};
pub use notes::Notes;
pub use tags::Tags;
pub use tree::{Node, NodeId, Record};
