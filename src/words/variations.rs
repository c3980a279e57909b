//! Lines beside the game and what is written about moves.

use super::catalogue::{labels, say, say_about, say_count};
use super::{illegal, sentences, side};
use crate::rules::{IllegalMove, Position, Side};
use crate::scene::EdgeLabels;

labels! {
    /// Makes the line that is shown the game.
    promote = say!("Make This the Game");
    /// Removes the line that is shown.
    delete_variation = say!("Delete Variation");
    /// Goes to where a comment is written.
    comment_here = say!("Comment on This Position");
    /// Tooltip of the button that folds a variation.
    fold = say!("Fold the Variation");
    /// Tooltip of the same button when the variation is folded.
    unfold = say!("Unfold the Variation");
}

/// Whose turn it is in a position beside the game.
pub fn variation(position: &Position) -> String {
    let by = position.turn();
    match (position.legal_moves().is_empty(), position.is_check()) {
        (true, true) => say!("Variation: checkmate, {side} would win", side = side(!by)),
        (true, false) => say!("Variation: stalemate, {side} would win", side = side(!by)),
        (false, true) => say!("Variation: check, {side} to move", side = side(by)),
        (false, false) => say!("Variation: {side} to move", side = side(by)),
    }
}

/// The same as it is read out, after the move that led there.
pub fn announced_variation(shown_move: &str, status: &str) -> String {
    // Translators: {shown_move} is “Move 3, Red: C2=5”, {status} “Variation: Black to move”.
    say!("{shown_move}. {status}", shown_move, status)
}

/// A variation in the list as it is read out, by the move that it replaces.
pub fn listed_variation(round: usize, by: Side, text: &str) -> String {
    // Translators: a line of moves that stands beside a move of the game; {moves} is “C2=5 H8+7” or longer.
    say!(
        "Variation of move {round}, {side}: {moves}",
        round,
        side = side(by),
        moves = text
    )
}

/// What a comment is about: the move of a side in a round, or the start.
pub fn comment_on(after: Option<(usize, Side)>) -> String {
    match after {
        None => say!("Comment on the start").into(),
        Some((round, by)) => say!("Comment on move {round}, {side}", round, side = side(by)),
    }
}

/// A comment in the list as it is read out.
pub fn listed_comment(after: Option<(usize, Side)>, text: &str) -> String {
    match after {
        // Translators: read out of a comment; {text} is the comment.
        None => say!("Comment on the start: {text}", text),
        // Translators: read out of a comment on the move of a side; {text} is the comment.
        Some((round, by)) => say!(
            "Comment on move {round}, {side}: {text}",
            round,
            side = side(by),
            text
        ),
    }
}

/// An annotation as books print it. They are numbered as in PGN.
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

/// The same as it is read out.
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

/// Annotations behind a move: `!?`; one that has no sign by its number, `$25`.
pub fn signs(numbers: &[u8]) -> String {
    let spelled = |number: &u8| match (number, sign(*number)) {
        // Those that judge the position stand off from those that judge the move.
        (..=7, Some(sign)) => sign.to_owned(),
        (_, Some(sign)) => format!(" {sign}"),
        (_, None) => format!(" ${number}"),
    };
    numbers.iter().map(spelled).collect()
}

/// The same as words; those without a sign are not read out.
pub fn spoken_signs(numbers: &[u8]) -> Vec<&'static str> {
    let known = numbers.iter().copied();
    known.filter_map(spoken_sign).collect()
}

/// That a move in a record is against the rules; the position is the one that it was made in. It is told among moves,
/// which count the files, and not beside a board.
pub fn slip(position: &Position, why: IllegalMove) -> String {
    sentences(
        say!("Against the rules."),
        &illegal(position, why, EdgeLabels::FileNumbers),
    )
}

labels! {
    /// Asked before a variation of some length goes.
    ask_delete = say!("Delete this variation?");
    /// The answer that removes it.
    delete = say!("_Delete");
}

/// What goes with it.
pub fn ask_delete_body(moves: usize, comments: usize) -> String {
    if comments == 0 {
        // Translators: of a variation that is to be deleted.
        return say_count!(
            "It has one move. What is deleted cannot be brought back.",
            "It has {count} moves. What is deleted cannot be brought back.",
            count = moves
        );
    }
    // Translators: it stands for {moves} in “It has {moves} and {comments}.”
    let moves = say_count!("one move", "{count} moves", count = moves);
    // Translators: it stands for {comments} in “It has {moves} and {comments}.”
    let comments = say_count!("one comment", "{count} comments", count = comments);
    // Translators: of a variation that is to be deleted: “It has 7 moves and one comment. …”
    say!(
        "It has {moves} and {comments}. What is deleted cannot be brought back.",
        moves,
        comments
    )
}

labels! {
    /// Asked before another line takes the place of a finished game.
    ask_promote = say!("Make this the game?");
    /// Consequence of promoting a variation of a finished game.
    ask_promote_body = say!("The game becomes a variation and keeps its moves, but not its result.");
    /// The answer that does it.
    promote_answer = say!("_Make It the Game");
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
