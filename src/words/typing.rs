//! Feedback on a move being typed.

use super::catalogue::{labels, say, say_count};
use super::{either, refusal, row, spoken_move, unplayable};
use crate::game::Interpretation;
use crate::record::notation::{Notation, NotationError, write};
use crate::rules::{Move, Position};
use crate::scene::EdgeLabels;

labels! {
    type_move = say!("Type a move");
}

/// Maximum number of moves listed.
const NAMED: usize = 3;

/// Interpretation of the text so far; moves in a notation, points named as in the edge labels.
pub fn understood(
    position: &Position,
    text: &str,
    understood: &Interpretation,
    how: Notation,
    labels: EdgeLabels,
) -> String {
    match understood {
        Interpretation::Nothing if how == Notation::Vietnamese => {
            // Translators: Ways to write the same move; they stay as they are, since the program understands only these.
            say!("For example P2-5, Pháo 2 bình 5, 炮二平五 or h2e2.").into()
        }
        // Translators: Ways to write the same move; they stay as they are, since the program understands only these.
        Interpretation::Nothing => say!("For example C2=5, 炮二平五, p2p5 or h2e2.").into(),
        Interpretation::Several(moves) => several(position, moves, how),
        Interpretation::Move(mv) => {
            let words = spoken_move(position, *mv);
            // Translators: {move_in_words} such as “Red cannon from file 2 across to file 5”; Enter is the key.
            say!("{move_in_words}. Enter plays it.", move_in_words = words)
        }
        Interpretation::NotNow(why) => refusal(*why).into(),
        Interpretation::NoMove(NotationError::NotAMove) => {
            // Translators: {text} is what the player has typed.
            say!("No legal move starts with “{text}”.", text = text.trim())
        }
        Interpretation::NoMove(error) => unplayable(position, error, labels),
    }
}

/// Reason the text is no complete move when Enter is pressed.
pub fn not_understood(
    position: &Position,
    text: &str,
    what: &Interpretation,
    how: Notation,
    labels: EdgeLabels,
) -> String {
    match what {
        Interpretation::Nothing => say!("Type a move, then press Enter to play it.").into(),
        Interpretation::Several(moves) => which(position, moves, how),
        other => understood(position, text, other, how, labels),
    }
}

fn several(position: &Position, moves: &[Move], how: Notation) -> String {
    let count = moves.len();
    let named = row(&named(position, moves, how));
    if count > NAMED {
        // Translators: What may be meant by what is typed so far; {moves} such as “R1+1, R1+2”, with more to come.
        say_count!(
            "{count} moves: {moves} …",
            "{count} moves: {moves} …",
            count,
            moves = named
        )
    } else {
        // Translators: What may be meant by what is typed so far; {moves} such as “R1+1, R1+2”.
        say_count!(
            "{count} moves: {moves}.",
            "{count} moves: {moves}.",
            count,
            moves = named
        )
    }
}

fn which(position: &Position, moves: &[Move], how: Notation) -> String {
    if moves.len() > NAMED {
        return say_count!(
            "Which of {count} moves? Keep typing.",
            "Which of {count} moves? Keep typing.",
            count = moves.len()
        );
    }
    let moves = either(&named(position, moves, how));
    // Translators: {moves} such as “R1+1 or R1+2”.
    say!("Which move: {moves}? Keep typing.", moves)
}

fn named(position: &Position, moves: &[Move], how: Notation) -> Vec<String> {
    let moves = moves.iter().take(NAMED);
    moves.map(|mv| write(position, *mv, how)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn what_is_typed_is_told() {
        let game = Game::ordinary();
        let position = game.shown_position();
        let told = |text| {
            let (what, how) = (game.understand(text, Notation::Wxf), Notation::Wxf);
            understood(position, text, &what, how, EdgeLabels::FileNumbers)
        };
        assert!(told("").starts_with("For example"));
        assert_eq!(
            told("p2p5"),
            "Red cannon from file 2 across to file 5. Enter plays it."
        );
        assert_eq!(told("i0"), "2 moves: R1+1, R1+2.");
        assert!(told("p2p").starts_with("6 moves: C2="));
        assert!(told("p2p").ends_with(" …"));
        assert_eq!(told("hello"), "No legal move starts with “hello”.");
        assert_eq!(
            told("p8j6"),
            "The path is blocked by the black cannon on file 2."
        );
        assert_eq!(
            told("b0d1"),
            "The horse’s leg is blocked by the red elephant on file 7."
        );
    }

    #[test]
    fn letters_are_those_of_the_notation() {
        let game = Game::ordinary();
        let position = game.shown_position();
        let how = Notation::Vietnamese;
        let told = |text| {
            understood(
                position,
                text,
                &game.understand(text, how),
                how,
                EdgeLabels::FileNumbers,
            )
        };
        assert!(told("").starts_with("For example P2-5"));
        assert_eq!(
            told("P2-5"),
            "Red cannon from file 2 across to file 5. Enter plays it."
        );
        assert!(told("P2-").starts_with("6 moves: P2-"));
        assert_eq!(told("x9"), "2 moves: X9.1, X9.2.");
    }

    #[test]
    fn enter_asks_which_move_is_meant() {
        let game = Game::ordinary();
        let position = game.shown_position();
        let told = |text| {
            let (what, how) = (game.understand(text, Notation::Wxf), Notation::Wxf);
            not_understood(position, text, &what, how, EdgeLabels::FileNumbers)
        };
        assert_eq!(told("i0"), "Which move: R1+1 or R1+2? Keep typing.");
        assert_eq!(told("p2p"), "Which of 6 moves? Keep typing.");
        assert_eq!(told(""), "Type a move, then press Enter to play it.");
    }
}
