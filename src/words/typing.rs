//! While a move is typed: what is understood of it.

use super::catalogue::say;
use super::{refusal, unplayable};
use crate::game::Understood;
use crate::record::notation::{Notation, NotationError, write};
use crate::rules::{Move, Position};

/// What the entry for a move is called.
#[must_use]
pub fn type_move() -> &'static str {
    say!("Type a move")
}
/// How many moves are named at most.
const NAMED: usize = 3;

/// What is understood so far; moves are named in a notation.
#[must_use]
pub fn understood(position: &Position, understood: &Understood, how: Notation) -> String {
    match understood {
        Understood::Nothing => "For example C2=5, 炮二平五, p2p5 or h2e2.".into(),
        Understood::Several(moves) => several(position, moves, how),
        Understood::Move(mv) => {
            let words = write(position, *mv, Notation::Words);
            format!("{words}. Enter plays it.")
        }
        Understood::NotNow(why) => refusal(*why).into(),
        Understood::NoMove(NotationError::NotAMove) => "No move here begins like this.".into(),
        Understood::NoMove(error) => unplayable(position, error),
    }
}

/// What is missing where Enter has nothing to play.
#[must_use]
pub fn not_understood(position: &Position, what: &Understood, how: Notation) -> String {
    match what {
        Understood::Nothing => "Write the move that Enter is to play.".into(),
        Understood::Several(moves) => which(position, moves, how),
        other => understood(position, other, how),
    }
}

fn several(position: &Position, moves: &[Move], how: Notation) -> String {
    let count = moves.len();
    let named = named(position, moves, how).join(", ");
    if count > NAMED {
        format!("{count} moves: {named} …")
    } else {
        format!("{count} moves: {named}.")
    }
}

fn which(position: &Position, moves: &[Move], how: Notation) -> String {
    match &named(position, moves, how)[..] {
        [rest @ .., last] if moves.len() <= NAMED => {
            let rest = rest.join(", ");
            format!("Which move: {rest} or {last}? Type on.")
        }
        _ => format!("Which of {} moves? Type on.", moves.len()),
    }
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
        let told = |text| understood(position, &game.understand(text), Notation::Wxf);
        assert!(told("").starts_with("For example"));
        assert_eq!(
            told("p2p5"),
            "Red cannon from file 2 across to file 5. Enter plays it."
        );
        assert_eq!(told("i0"), "2 moves: R1+1, R1+2.");
        assert!(told("p2p").starts_with("6 moves: C2="));
        assert!(told("p2p").ends_with(" …"));
        assert_eq!(told("hello"), "No move here begins like this.");
        assert_eq!(
            told("b0d1"),
            "The horse’s leg is blocked by the elephant on c0."
        );
    }

    #[test]
    fn enter_asks_which_move_is_meant() {
        let game = Game::ordinary();
        let position = game.shown_position();
        let told = |text| not_understood(position, &game.understand(text), Notation::Wxf);
        assert_eq!(told("i0"), "Which move: R1+1 or R1+2? Type on.");
        assert_eq!(told("p2p"), "Which of 6 moves? Type on.");
        assert_eq!(told(""), "Write the move that Enter is to play.");
    }
}
