//! Portable Game Notation as Xiangqi programs use it: one game or many, in any notation of moves.
//!
//! Read generously, as the files of two dozen programs and sites have it:
//!
//! - tags in any order and number, with quotes inside; games follow each other without blank lines; lines above
//!   the first tag and below a result mean nothing;
//! - moves in Chinese, WXF, ICCS, coordinates with ranks from 0 or from 1, and algebraic notation, in any mix;
//!   wrong, repeated and missing numbers; see `tokens` and `movetext`;
//! - a wrong side to move in a FEN; starts that cannot arise in a game;
//! - games that cannot be read are left out, and the rest is read.
//!
//! The limits: 512 MiB a file, a million moves read at once (a [`Collection`] has none, it reads game by game), half a
//! million moves and 400 tags a game. Nothing limits how deep variations nest. Reading takes time in proportion to the text.
//!
//! | Module | |
//! |---|---|
//! | `sections` | a text cut into games, by `comments` and `tags` |
//! | `tokens` | the moves of one game cut into words |
//! | `movetext` | words put into a record, with `remarks` |
//! | `kind` | whether it is Xiangqi at all |
//! | `reader` | all of them together |
//! | `writer` | the other direction |
//! | `collection` | a file whose games are read and replaced one by one, with `entries` and `places` |

mod collection;
mod comments;
mod entries;
mod kind;
mod movetext;
mod places;
mod reader;
mod remarks;
mod sections;
mod tags;
mod tokens;
mod writer;

pub use collection::{Collection, Entry, NotReplaced};

pub(in crate::record) use collection::Watch;
pub(super) use kind::is_chess;
pub(super) use movetext::{Manner, read as read_moves};
pub(super) use reader::{finish, read};
pub(super) use tags::RawTag;
pub(super) use writer::{losses, write};

/// Whether a line of the text is a tag.
pub(super) fn is_text(text: &str) -> bool {
    text.split(['\n', '\r'])
        .any(|line| tags::of_line(line).is_some())
}
