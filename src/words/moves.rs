//! While a game is played: whose turn it is, why a move or a command is refused, where in the game one is.

use super::catalogue::say;
use super::{pieces, side};
use crate::game::Refusal;
use crate::record::notation::NotationError;
use crate::rules::{IllegalMove, PieceKind, PointSet, Position, Side};

/// Beside the name of the player whose turn it is.
#[must_use]
pub fn to_move() -> &'static str {
    say!("to move")
}
/// The heading of the list of moves.
#[must_use]
pub fn moves_title() -> &'static str {
    say!("Moves")
}
/// The button that leaves an earlier position.
#[must_use]
pub fn back_to_game() -> &'static str {
    say!("Back to the Game")
}

/// Whose turn it is, under the title.
#[must_use]
pub fn turn(turn: Side) -> String {
    format!("{} to move", side(turn))
}

/// Whose turn it is, and that the general must be saved.
#[must_use]
pub fn check(position: &Position) -> String {
    let turn = position.turn();
    let by = pieces(position, position.checkers());
    format!("Check! {}’s general is attacked by {by}.", side(turn))
}

/// Where in the game an earlier position is: after the move of a side in a round, as it is listed.
#[must_use]
pub fn past(after: Option<(usize, Side, &str)>) -> String {
    match after {
        None => "This is the start of the game.".to_owned(),
        Some((round, by, text)) => {
            format!(
                "This is the position after {}’s move {round}, {text}.",
                side(by)
            )
        }
    }
}

/// Why a move was refused.
#[must_use]
pub fn illegal(position: &Position, why: IllegalMove) -> String {
    match why {
        IllegalMove::NoPiece => "There is no piece to move.".into(),
        IllegalMove::NotYourTurn { turn } => not_your_turn(turn),
        IllegalMove::OwnPiece => "A piece cannot capture its own side.".into(),
        IllegalMove::NotItsWay(kind) => way(kind).into(),
        IllegalMove::LeavesPalace(PieceKind::General) => {
            "The general may not leave the palace.".into()
        }
        IllegalMove::LeavesPalace(_) => "The advisor may not leave the palace.".into(),
        IllegalMove::ElephantCrossesRiver => "The elephant may not cross the river.".into(),
        IllegalMove::BlockedEye { eye } => {
            let by = pieces(position, PointSet::of(eye));
            format!("The elephant’s eye is blocked by {by}.")
        }
        IllegalMove::HobbledLeg { leg } => {
            let by = pieces(position, PointSet::of(leg));
            format!("The horse’s leg is blocked by {by}.")
        }
        IllegalMove::WayBlocked { by } => {
            format!("The way is blocked by {}.", pieces(position, by))
        }
        IllegalMove::WrongScreens { screens } if screens.is_empty() => {
            "The cannon needs exactly one piece to jump over, and there is none.".into()
        }
        IllegalMove::WrongScreens { screens } => format!(
            "The cannon needs exactly one piece to jump over, and there are {}.",
            screens.len()
        ),
        IllegalMove::SoldierBackward => "A soldier may never go back.".into(),
        IllegalMove::SoldierSideways => {
            "A soldier may not go sideways before it has crossed the river.".into()
        }
        IllegalMove::CapturesGeneral => {
            "The general is never captured: the move before should not have been made.".into()
        }
        IllegalMove::FlyingGeneral { .. } => {
            "The generals would face each other on the open file.".into()
        }
        IllegalMove::LeavesInCheck { by } => left_in_check(position, by),
    }
}

/// Why a text is no move that can be made in the position.
#[must_use]
pub fn unplayable(position: &Position, error: &NotationError) -> String {
    match error {
        NotationError::NotAMove => "This is not a move.".into(),
        NotationError::NoSuchMove => {
            format!("No piece of {} has such a move.", side(position.turn()))
        }
        NotationError::Ambiguous(moves) => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            format!("This could be {}.", moves.join(" or "))
        }
        NotationError::Illegal { why, .. } => illegal(position, *why),
    }
}

fn left_in_check(position: &Position, by: PointSet) -> String {
    let by = pieces(position, by);
    if position.is_check() {
        format!("The general would still be in check from {by}.")
    } else {
        format!("The general would be in check from {by}.")
    }
}

/// How a kind of piece moves, for somebody who tried another way.
fn way(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => "The general goes one step along a line.",
        PieceKind::Advisor => "The advisor goes one step diagonally.",
        PieceKind::Elephant => "The elephant goes exactly two steps diagonally.",
        PieceKind::Horse => "The horse goes one step along a line, then one diagonally outwards.",
        PieceKind::Chariot => "The chariot goes along a line.",
        PieceKind::Cannon => "The cannon goes along a line.",
        PieceKind::Soldier => "The soldier goes one step at a time.",
    }
}

/// The other side's piece was pressed.
#[must_use]
pub fn not_your_turn(turn: Side) -> String {
    format!("It is {}’s turn.", side(turn))
}

/// Nothing is played any more, and nothing taken back.
#[must_use]
pub fn over_for_good() -> &'static str {
    say!("The game is over. The players have agreed that nothing is taken back.")
}

/// The arbiter has ruled, and nothing is taken back.
#[must_use]
pub fn ruled_for_good() -> &'static str {
    say!(
        "The arbiter has ruled. Accept the ruling: the players have agreed that nothing is taken back."
    )
}

/// Why something other than a move was refused.
#[must_use]
pub fn refusal(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::TwoMoves => {
            "The first two moves stay on their own side of the river and are made by two pieces."
        }
        Refusal::Over(_) => "The game is over. Undo reopens it.",
        Refusal::Ruled(_) => "The arbiter has ruled: accept the ruling, or take back.",
        Refusal::Unplayable => "This position can be looked at, but not played.",
        Refusal::NoRuling => "There is no ruling to accept.",
        Refusal::NothingToTakeBack => "There is no move to take back.",
        Refusal::TakeBacksOff => "The players have agreed that nothing is taken back.",
        Refusal::NoOffer => "Nobody has asked for anything.",
        Refusal::NothingToRedo => "There is no move to make again.",
        Refusal::Gone => "That position is not part of the game any more.",
        Refusal::Paused => "The game is paused. Resume it to make a move.",
        Refusal::NoClock => "This game is played without a clock.",
        Refusal::PartOfGame => "That move is part of the game. Undo takes it back.",
        Refusal::Illegal { .. } => "That move cannot be made here.",
    }
}

/// A move in the list as it is read out: `Move 3, Red: C2=5`, and what there is to say of it: that it gives check in
/// a cycle, that it is a mistake.
#[must_use]
pub fn listed_move(round: usize, by: Side, text: &str, about: &[String]) -> String {
    let mut name = format!("Move {round}, {}: {text}", side(by));
    for one in about {
        name.push_str(", ");
        name.push_str(one);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_who_is_in_the_way() {
        let start = Position::start();
        let why = |mv: &str| {
            let mv = mv.parse().expect("a move");
            illegal(
                &start,
                start.check_move(mv).expect_err("a move against the rules"),
            )
        };
        assert_eq!(
            why("b0d1"),
            "The horse’s leg is blocked by the elephant on c0."
        );
        assert_eq!(why("a0a4"), "The way is blocked by the soldier on a3.");
    }
}
