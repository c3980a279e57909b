//! Lines beside the game and what is written about moves.

use super::catalogue::say;
use super::{illegal, list, side, turn};
use crate::rules::{IllegalMove, Position, Side};

/// Makes the line that is shown the game.
#[must_use]
pub fn promote() -> &'static str {
    say!("Make This the Game")
}
/// Removes the line that is shown.
#[must_use]
pub fn delete_variation() -> &'static str {
    say!("Delete Variation")
}
/// Goes to where a comment is written.
#[must_use]
pub fn comment_here() -> &'static str {
    say!("Comment on This Position")
}
/// What the button says that hides the rest of a variation.
#[must_use]
pub fn fold() -> &'static str {
    say!("Fold the Variation")
}
/// What it says when the rest is hidden.
#[must_use]
pub fn unfold() -> &'static str {
    say!("Unfold the Variation")
}

/// Whose turn it is in a position beside the game.
#[must_use]
pub fn variation(position: &Position) -> String {
    let by = position.turn();
    match (position.legal_moves().is_empty(), position.is_check()) {
        (true, true) => format!("Variation: checkmate, {} would win", side(!by)),
        (true, false) => format!("Variation: stalemate, {} would win", side(!by)),
        (false, true) => format!("Variation: check, {}", turn(by)),
        (false, false) => format!("Variation: {}", turn(by)),
    }
}

/// The same as it is read out, after the move that led there.
#[must_use]
pub fn announced_variation(shown_move: &str, status: &str) -> String {
    format!("{shown_move}. {status}")
}

/// A variation in the list as it is read out, by the move that it replaces.
#[must_use]
pub fn listed_variation(round: usize, by: Side, text: &str) -> String {
    format!("Variation of move {round}, {}: {text}", side(by))
}

/// What a comment is about: the move of a side in a round, or the start.
#[must_use]
pub fn comment_on(after: Option<(usize, Side)>) -> String {
    match after {
        None => "Comment on the start".into(),
        Some((round, by)) => format!("Comment on move {round}, {}", side(by)),
    }
}

/// A comment in the list as it is read out.
#[must_use]
pub fn listed_comment(after: Option<(usize, Side)>, text: &str) -> String {
    format!("{}: {text}", comment_on(after))
}

/// An annotation as books print it, and as it is read out. They are numbered as in PGN.
const SIGNS: [(u8, &str, &str); 18] = [
    (1, "!", "good move"),
    (2, "?", "mistake"),
    (3, "!!", "brilliant move"),
    (4, "??", "blunder"),
    (5, "!?", "interesting move"),
    (6, "?!", "dubious move"),
    (7, "□", "only move"),
    (10, "=", "equal position"),
    (13, "∞", "unclear position"),
    (14, "⩲", "Red is slightly better"),
    (15, "⩱", "Black is slightly better"),
    (16, "±", "Red is better"),
    (17, "∓", "Black is better"),
    (18, "+−", "Red is winning"),
    (19, "−+", "Black is winning"),
    (36, "↑", "Red has the initiative"),
    (37, "↑", "Black has the initiative"),
    (146, "N", "novelty"),
];

/// Annotations behind a move: `!?`; one that has no sign by its number, `$25`.
#[must_use]
pub fn signs(numbers: &[u8]) -> String {
    let sign = |number: &u8| match SIGNS.iter().find(|known| known.0 == *number) {
        // Those that judge the position stand off from those that judge the move.
        Some((..=7, sign, _)) => (*sign).to_owned(),
        Some((_, sign, _)) => format!(" {sign}"),
        None => format!(" ${number}"),
    };
    numbers.iter().map(sign).collect()
}

/// The same as words; those without a sign are not read out.
#[must_use]
pub fn spoken_signs(numbers: &[u8]) -> Vec<&'static str> {
    let known = |number: &u8| SIGNS.iter().find(|known| known.0 == *number);
    numbers.iter().filter_map(known).map(|one| one.2).collect()
}

/// That a move in a record is against the rules; the position is the one that it was made in.
#[must_use]
pub fn slip(position: &Position, why: IllegalMove) -> String {
    format!("Against the rules. {}", illegal(position, why))
}

/// Asked before a variation of some length goes.
#[must_use]
pub fn ask_delete() -> &'static str {
    say!("Delete this variation?")
}
/// The answer that removes it.
#[must_use]
pub fn delete() -> &'static str {
    say!("_Delete")
}

/// What goes with it.
#[must_use]
pub fn ask_delete_body(moves: usize, comments: usize) -> String {
    let count = |number: usize, one: &str| match number {
        1 => format!("one {one}"),
        _ => format!("{number} {one}s"),
    };
    let mut things = vec![count(moves, "move")];
    if comments > 0 {
        things.push(count(comments, "comment"));
    }
    format!(
        "It has {}. What is deleted cannot be brought back.",
        list(&things)
    )
}

/// Asked before another line takes the place of a finished game.
#[must_use]
pub fn ask_promote() -> &'static str {
    say!("Make this the game?")
}
/// What is lost by it.
#[must_use]
pub fn ask_promote_body() -> &'static str {
    say!("The game becomes a variation and keeps its moves, but not its result.")
}
/// The answer that does it.
#[must_use]
pub fn promote_answer() -> &'static str {
    say!("_Make It the Game")
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
