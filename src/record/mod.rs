//! What was played, and how it is written down.
//!
//! A [`Record`] is a tree of legal moves with its players and its end; [`mod@format`] turns whole records into
//! bytes and back; a [`Collection`] holds many of them; [`notation`] does the same for one move and a text.
#![forbid(unsafe_code)]

mod collection;
pub mod format;
mod head;
pub mod notation;
mod notes;
mod query;
mod tags;
mod tree;

pub use collection::{Collection, Opening};
pub use head::Head;
pub use notes::Notes;
pub use query::Query;
pub use tags::Tags;
pub use tree::{Node, NodeId, Record};
