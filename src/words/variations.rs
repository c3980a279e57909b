//! Variations, comments and annotations.

use super::catalogue::{labels, say, say_about, say_count};
use super::{illegal, sentences, side};
use crate::rules::{IllegalMove, Position, Side};
use crate::scene::EdgeLabels;

labels! {
    promote = say!("Make Main Line");
    delete_variation = say!("Delete Variation");
    comment_here = say!("Comment on This Position");
    // Translators: An entry of a menu: begin a game from the position on the board.
    play_from_here = say!("Play from Here…");
    fold = say!("Collapse Variation");
    unfold = say!("Expand Variation");
}

/// The side to move in a variation.
pub fn variation(position: &Position) -> String {
    let by = position.turn();
    match (position.legal_moves().is_empty(), position.is_check()) {
        (true, true) => say!("Variation: checkmate, {side} would win", side = side(!by)),
        (true, false) => say!("Variation: stalemate, {side} would win", side = side(!by)),
        (false, true) => say!("Variation: check, {side} to move", side = side(by)),
        (false, false) => say!("Variation: {side} to move", side = side(by)),
    }
}

/// Announcement of a variation, after the move that led there.
pub fn announced_variation(shown_move: &str, status: &str) -> String {
    // Translators: {shown_move} is “Move 3, Red: C2=5”, {status} “Variation: Black to move”.
    say!("{shown_move}. {status}", shown_move, status)
}

/// Accessible name of a listed variation, by the move it replaces.
pub fn listed_variation(round: usize, by: Side, text: &str) -> String {
    // Translators: a line of moves that stands beside a move of the game; {moves} is “C2=5 H8+7” or longer.
    say!(
        "Variation of move {round}, {side}: {moves}",
        round,
        side = side(by),
        moves = text
    )
}

/// Subject of a comment: the move of a side in a round, or the start.
pub fn comment_on(after: Option<(usize, Side)>) -> String {
    match after {
        None => say!("Comment on the starting position").into(),
        Some((round, by)) => say!("Comment on move {round}, {side}", round, side = side(by)),
    }
}

labels! {
    comment_excerpt = say!("This comment is too long to be shown or edited as a whole. This is its beginning.");
    comment_full = say!("This text is too long for a comment. Nothing was added.");
}

/// Accessible name of a listed comment.
pub fn listed_comment(after: Option<(usize, Side)>, text: &str) -> String {
    match after {
        // Translators: read out of a comment; {text} is the comment.
        None => say!("Comment on the starting position: {text}", text),
        // Translators: read out of a comment on the move of a side; {text} is the comment.
        Some((round, by)) => say!(
            "Comment on move {round}, {side}: {text}",
            round,
            side = side(by),
            text
        ),
    }
}

/// Printed sign of an annotation, numbered as in PGN.
fn sign(number: u8) -> Option<&'static str> {
    Some(match number {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => "□",
        10 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 => "+−",
        19 => "−+",
        36 => "↑",
        37 => "↑",
        146 => "N",
        _ => return None,
    })
}

/// Spoken form of an annotation.
fn spoken_sign(number: u8) -> Option<&'static str> {
    Some(match number {
        1 => say_about!("annotation", "good move"),
        2 => say_about!("annotation", "mistake"),
        3 => say_about!("annotation", "brilliant move"),
        4 => say_about!("annotation", "blunder"),
        5 => say_about!("annotation", "interesting move"),
        6 => say_about!("annotation", "dubious move"),
        7 => say_about!("annotation", "only move"),
        10 => say_about!("annotation", "equal position"),
        13 => say_about!("annotation", "unclear position"),
        14 => say_about!("annotation", "Red is slightly better"),
        15 => say_about!("annotation", "Black is slightly better"),
        16 => say_about!("annotation", "Red is better"),
        17 => say_about!("annotation", "Black is better"),
        18 => say_about!("annotation", "Red is winning"),
        19 => say_about!("annotation", "Black is winning"),
        36 => say_about!("annotation", "Red has the initiative"),
        37 => say_about!("annotation", "Black has the initiative"),
        146 => say_about!("annotation", "novelty"),
        _ => return None,
    })
}

/// Annotations after a move: `!?`; those without a sign by number, `$25`.
pub fn signs(numbers: &[u8]) -> String {
    let spelled = |number: &u8| match (number, sign(*number)) {
        // Signs that evaluate the position are set off from those that evaluate the move.
        (..=7, Some(sign)) => sign.to_owned(),
        (_, Some(sign)) => format!(" {sign}"),
        (_, None) => format!(" ${number}"),
    };
    numbers.iter().map(spelled).collect()
}

/// Spoken forms of annotations; those without one are skipped.
pub fn spoken_signs(numbers: &[u8]) -> Vec<&'static str> {
    let known = numbers.iter().copied();
    known.filter_map(spoken_sign).collect()
}

/// Note that a recorded move is illegal in its position. Shown among moves rather than beside a board, so it counts
/// files.
pub fn slip(position: &Position, why: IllegalMove) -> String {
    sentences(
        say!("Illegal move."),
        &illegal(position, why, EdgeLabels::FileNumbers),
    )
}

labels! {
    ask_delete = say!("Delete Variation?");
    delete = say!("_Delete");
}

/// Consequence of deleting a variation.
pub fn ask_delete_body(moves: usize, comments: usize) -> String {
    if comments == 0 {
        // Translators: of a variation that is to be deleted.
        return say_count!(
            "It has one move. This cannot be undone.",
            "It has {count} moves. This cannot be undone.",
            count = moves
        );
    }
    // Translators: it stands for {moves} in “It has {moves} and {comments}.”
    let moves = say_count!("one move", "{count} moves", count = moves);
    // Translators: it stands for {comments} in “It has {moves} and {comments}.”
    let comments = say_count!("one comment", "{count} comments", count = comments);
    // Translators: of a variation that is to be deleted: “It has 7 moves and one comment. …”
    say!(
        "It has {moves} and {comments}. This cannot be undone.",
        moves,
        comments
    )
}

labels! {
    ask_promote = say!("Make Main Line?");
    ask_promote_body = say!("The game as played becomes a variation and keeps its moves, but not its result.");
    promote_answer = say!("_Make Main Line");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_move_stand_close_and_those_of_a_position_apart() {
        assert_eq!(signs(&[1]), "!");
        assert_eq!(signs(&[5, 16]), "!? ±");
        assert_eq!(signs(&[99]), " $99");
        assert_eq!(spoken_signs(&[4, 99]), ["blunder"]);
    }

    #[test]
    fn a_comment_is_counted_only_where_there_is_one() {
        assert!(ask_delete_body(7, 0).starts_with("It has 7 moves. "));
        assert!(ask_delete_body(1, 2).starts_with("It has one move and 2 comments. "));
    }
}
