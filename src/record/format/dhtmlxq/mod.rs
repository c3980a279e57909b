//! DhtmlXQ: the tags of dpxq.com and of the boards that followed it, in files, forum posts and web pages.
//!
//! ```text
//! [DhtmlXQ]
//! [DhtmlXQ_red]甲[/DhtmlXQ_red]
//! [DhtmlXQ_result]红胜[/DhtmlXQ_result]
//! [DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1]after the first ply||second line[/DhtmlXQ_comment1]
//! [DhtmlXQ_comment1_2]after the first ply of variation 1[/DhtmlXQ_comment1_2]
//! [/DhtmlXQ]
//! ```
//!
//! Points are two digits, file from Red's left and rank from Black's home. `binit` has the 32 pieces in a fixed order,
//! `99` for a missing one. `move_P_N_R` is variation R; its first move is ply N of the game, an alternative to ply N of
//! line P, 0 being the main line. The side to move is the side that makes the first move.
//!
//! Parsing is lenient:
//! - tags anywhere in a page, one line or many, with closing tags that name another tag (CCBridge writes
//!   `[DhtmlXQ_blacktime][/DhtmlXQ_time]`) or are missing; several games, each in its own `[DhtmlXQ]`;
//! - variations in any order; one that begins before the line it names belongs to that line's parent;
//! - `fen` instead of `binit`, or neither, which means the standard start; a side contradicted by the first move;
//! - all ends of values or of games missing; if only the last one is, the file ends early;
//! - results in many words, see `results`; white space, line breaks and `<br>` anywhere, entities of HTML;
//! - duplicates of a comment, on a ply shared by several lines;
//! - the main line as `move_0_1_0`; the moves in a variable of a script, also without the prefix of tags, see `scripts`;
//! - the digits of `movelist` alone, with commas or without, or after those of `binit`; tags escaped once or twice for the
//!   address of a page, or with entities for their brackets; and the tags of DHJHtmlXQ, see `dialects`.
//!
//! Written: the tags of the record under the names that others know, see `names`, or under their own, provided that these
//! consist of letters and digits, and the tags above. Counters, and the side to move if there is no first move, need a `fen` beside `binit`. Characters the tags
//! cannot hold are written as entities of HTML, which most boards display correctly: `[` `]` `|` `<`, white space at
//! either end (of comments only if there is nothing else), control characters, and `&` where it would begin an entity. A line break is `||`. A comment before a
//! move is put in front of the comment after it, on a line of its own.

mod dialects;
mod entities;
mod fields;
mod lines;
mod names;
mod read;
mod scripts;
mod write;

pub(super) use dialects::{coordinates, without_percents};
pub(super) use fields::place_of_only;
pub(super) use read::read;
pub(super) use write::{losses, write};

/// Offset of the first tag, in any of the forms.
pub(super) fn place(text: &str) -> Option<usize> {
    let places = [
        fields::place(text),
        dialects::place(text),
        scripts::place(text),
    ];
    places.into_iter().flatten().min()
}
