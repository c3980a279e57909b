//! Portable Game Notation as used by Xiangqi programs: one game or many, in any notation.
//!
//! Parsing is lenient, covering the files of two dozen programs and sites:
//!
//! - tags in any order and number, with quotes inside; games without blank lines between them, and without tags behind a
//!   result; lines above the first tag are ignored, and those after a result told;
//! - moves in Chinese, WXF, ICCS, coordinates with ranks from 0 or from 1, and algebraic notation, in any mix; wrong,
//!   repeated and missing numbers; see `lexer` and `movetext`;
//! - a wrong side to move in a FEN; starts that cannot arise in a game, or in which the side that waits is in check;
//! - tag names with any signs; comments and variations behind the result; the signs of publications, `±` and `+-`, as
//!   annotations;
//! - null moves: they and the rest of their line are kept as a comment;
//! - unreadable games, which are dropped while the rest is read.
//!
//! Limits: 512 MiB per file, a million moves read at once (a [`PgnFile`] has no such limit, since it reads game by
//! game), half a million moves and 400 tags per game. Variations may nest to any depth. Reading takes linear time.
//!
//! | Module | |
//! |---|---|
//! | `sections` | a text split into games, using `comments`, `tags` and `headless` |
//! | `lexer` | the moves of one game split into tokens, with `numbers`, `signs`, `wildcards` and lines of `prose` |
//! | `movetext` | tokens assembled into a record, with `results` and `side_to_move`; `lookahead` decides in doubt |
//! | `dialect` | the attempts to read a game in each dialect |
//! | `other_games` | detection of games other than Xiangqi |
//! | `reader` | the reader as a whole |
//! | `writer` | the writer |
//! | `collection` | a file whose games are read and replaced one by one, with `places` |

mod collection;
mod comments;
mod dialect;
mod headless;
mod lexer;
mod lookahead;
mod movetext;
mod numbers;
mod other_games;
mod places;
mod prose;
mod reader;
mod results;
mod sections;
mod side_to_move;
mod signs;
mod tags;
mod wildcards;
mod writer;

pub use collection::{GameEntry, NotReplaced, PgnFile};

pub(in crate::record) use collection::GameWatch;
pub(super) use dialect::read as read_moves;
pub(super) use headless::{
    begins_game, begins_with_second_ply, ends_with_result, first_move, is_heading,
};
pub(super) use lexer::{Syntax, begins_with_move};
pub(super) use movetext::{ParsedGame, ReadOptions};
pub(super) use numbers::{enclosed_number, numeral};
pub(super) use other_games::is_chess;
pub(super) use reader::{finish, read};
pub(super) use tags::RawTag;
pub(super) use writer::write;

/// Where the first line begins that is a tag.
pub(super) fn place(text: &str) -> Option<usize> {
    let mut lines = text.split(['\n', '\r']);
    let first = lines.find(|line| tags::tag_pairs(line).is_some())?;
    Some(super::offset(text, first))
}
