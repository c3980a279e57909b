//! Records of games, and their formats and notations.
//!
//! A [`Record`] is a tree of legal moves with its players and its result; [`mod@format`] converts whole records to
//! bytes and back; a [`Collection`] holds many of them; [`notation`] converts single moves to text and back.
#![forbid(unsafe_code)]

mod collection;
mod drawing;
mod evaluation;
mod files;
pub mod format;
mod head;
mod later;
mod merged;
mod names;
pub mod notation;
mod notes;
mod position_index;
mod query;
mod tags;
mod tree;

pub use collection::{Collection, Opening};
pub use drawing::{Drawing, DrawingColor, DrawingShape, Drawings, NotADrawing};
pub use evaluation::{Advantage, Evaluation, NotAnEvaluation};
pub use files::{FileList, Files, FilesState, InFile, is_text};
pub use head::{Head, Summary};
pub use merged::{GamesWriter, NotAdded};
pub use names::sort_key;
pub use notes::Notes;
pub use position_index::{BookMove, BookPage};
pub use query::Query;
pub use tags::{TagValue, Tags};
pub use tree::{MoveToken, Node, NodeId, Record};
