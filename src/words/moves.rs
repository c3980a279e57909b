//! While a game is played: whose turn it is, why a move or a command is refused, where in the game one is.

use super::catalogue::{labels, say, say_count};
use super::{either, notes, pieces, side};
use crate::game::Refusal;
use crate::record::notation::NotationError;
use crate::rules::{IllegalMove, PieceKind, PointSet, Position, Side};
use crate::scene::EdgeLabels;

/// Beside the name of the player whose turn it is.
pub fn to_move() -> &'static str {
    // Translators: beside the name of the player whose turn it is: “Hu   to move”.
    say!("to move")
}

labels! {
    /// The heading of the list of moves.
    moves_title = say!("Moves");
    /// The button that leaves an earlier position.
    back_to_game = say!("Back to the _Game");
}

/// Whose turn it is, under the title.
pub fn turn(turn: Side) -> String {
    say!("{side} to move", side = side(turn))
}

/// Whose turn it is, and that the general must be saved. The labels at the edges of the board say how places are told.
pub fn check(position: &Position, labels: EdgeLabels) -> String {
    checked_by(
        position.turn(),
        &pieces(position, position.checkers(), labels),
    )
}

/// The general of a side is attacked by these pieces.
pub(super) fn checked_by(turn: Side, by: &str) -> String {
    // Translators: {attackers} is “the chariot on e6 and the horse on f7”.
    match turn {
        Side::Red => say!(
            "Check! Red’s general is attacked by {attackers}.",
            attackers = by
        ),
        // Translators: {attackers} is “the chariot on e6 and the horse on f7”.
        Side::Black => say!(
            "Check! Black’s general is attacked by {attackers}.",
            attackers = by
        ),
    }
}

/// Where in the game an earlier position is: after the move of a side in a round, as it is listed.
pub fn past(after: Option<(usize, Side, &str)>) -> String {
    match after {
        None => say!("This is the start of the game.").to_owned(),
        // Translators: {move_text} is the move as it is written, such as “C2=5”.
        Some((round, by, text)) => say!(
            "This is the position after {side}’s move {round}, {move_text}.",
            side = side(by),
            round,
            move_text = text
        ),
    }
}

/// Why a move was refused, with places as the edges of the board have them.
pub fn illegal(position: &Position, why: IllegalMove, labels: EdgeLabels) -> String {
    refused(position, why, |points| pieces(position, points, labels))
}

/// The same, with pieces as they are named.
pub(super) fn refused(
    position: &Position,
    why: IllegalMove,
    named: impl Fn(PointSet) -> String,
) -> String {
    match why {
        IllegalMove::NoPiece => say!("There is no piece to move.").into(),
        IllegalMove::NotYourTurn { turn } => not_your_turn(turn),
        IllegalMove::OwnPiece => say!("A piece cannot capture its own side.").into(),
        IllegalMove::NotItsWay(kind) => way(kind).into(),
        IllegalMove::LeavesPalace(PieceKind::General) => {
            say!("The general may not leave the palace.").into()
        }
        IllegalMove::LeavesPalace(_) => say!("The advisor may not leave the palace.").into(),
        IllegalMove::ElephantCrossesRiver => say!("The elephant may not cross the river.").into(),
        IllegalMove::BlockedEye { eye } => {
            let by = named(PointSet::of(eye));
            // Translators: the eye is the point that an elephant passes; {piece} is “the horse on c8”.
            say!("The elephant’s eye is blocked by {piece}.", piece = by)
        }
        IllegalMove::HobbledLeg { leg } => {
            let by = named(PointSet::of(leg));
            // Translators: the leg is the point that a horse passes; {piece} is “the elephant on c0”.
            say!("The horse’s leg is blocked by {piece}.", piece = by)
        }
        IllegalMove::WayBlocked { by } => {
            // Translators: {pieces} is “the soldier on a3” or several such.
            say!("The way is blocked by {pieces}.", pieces = named(by))
        }
        IllegalMove::WrongScreens { screens } if screens.is_empty() => {
            say!("The cannon needs exactly one piece to jump over, and there is none.").into()
        }
        IllegalMove::WrongScreens { screens } => screens_counted(screens.len()),
        IllegalMove::SoldierBackward => say!("A soldier may never go back.").into(),
        IllegalMove::SoldierSideways => {
            say!("A soldier may not go sideways before it has crossed the river.").into()
        }
        IllegalMove::CapturesGeneral => say!(
            "The general is never captured. Undo the move before, which should not have been made."
        )
        .into(),
        IllegalMove::FlyingGeneral { .. } => {
            say!("The generals would face each other on the open file.").into()
        }
        IllegalMove::LeavesInCheck { by } => left_in_check(position.is_check(), &named(by)),
    }
}

fn screens_counted(count: usize) -> String {
    say_count!(
        "The cannon needs exactly one piece to jump over, and there is {count}.",
        "The cannon needs exactly one piece to jump over, and there are {count}.",
        count
    )
}

/// Why a text is no move that can be made in the position, with places as the edges of the board have them.
pub fn unplayable(position: &Position, error: &NotationError, labels: EdgeLabels) -> String {
    match error {
        NotationError::NotAMove => say!("This is not a move. Write one like C2=5 or h2e2.").into(),
        NotationError::NoSuchMove => {
            say!(
                "No piece of {side} has such a move. Check the piece and the file.",
                side = side(position.turn())
            )
        }
        NotationError::Ambiguous(moves) => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            // Translators: a move was written that can be read in several ways; {moves} is “h2e2 or h7e7”.
            say!(
                "This could be {moves}. Write which.",
                moves = either(&moves)
            )
        }
        NotationError::Illegal { why, .. } => illegal(position, *why, labels),
    }
}

fn left_in_check(is_check: bool, by: &str) -> String {
    if is_check {
        // Translators: {pieces} is “the chariot on e6” or several such.
        say!(
            "The general would still be in check from {pieces}.",
            pieces = by
        )
    } else {
        // Translators: {pieces} is “the chariot on e6” or several such.
        say!("The general would be in check from {pieces}.", pieces = by)
    }
}

/// How a kind of piece moves, for somebody who tried another way.
fn way(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => say!("The general goes one step along a line."),
        PieceKind::Advisor => say!("The advisor goes one step diagonally."),
        PieceKind::Elephant => say!("The elephant goes exactly two steps diagonally."),
        PieceKind::Horse => {
            say!("The horse goes one step along a line, then one diagonally outwards.")
        }
        PieceKind::Chariot => say!("The chariot goes along a line."),
        PieceKind::Cannon => say!("The cannon goes along a line."),
        PieceKind::Soldier => say!("The soldier goes one step at a time."),
    }
}

/// The other side's piece was pressed.
pub fn not_your_turn(turn: Side) -> String {
    say!("It is {side}’s turn.", side = side(turn))
}

labels! {
    /// Nothing is played any more, and nothing taken back.
    over_for_good =
        say!("The game is over, and the players have agreed that nothing is taken back. Begin another with New Game.");
    /// The arbiter has ruled, and nothing is taken back.
    ruled_for_good =
        say!("The arbiter has ruled. Accept the ruling: the players have agreed that nothing is taken back.");
}

/// Why something other than a move was refused.
pub fn refusal(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::TwoMoves => {
            say!("Make the first two moves with two pieces, both on their own side of the river.")
        }
        Refusal::Over(_) => say!("The game is over. Undo reopens it."),
        Refusal::Ruled(_) => say!("The arbiter has ruled: accept the ruling, or take back."),
        Refusal::Unplayable => {
            say!("This position can be looked at, but not played. Set it right with Ctrl+E.")
        }
        Refusal::NoRuling => say!("There is no ruling to accept: play on."),
        Refusal::NothingToTakeBack => say!("There is no move to take back: make one first."),
        Refusal::TakeBacksOff => say!(
            "The players have agreed that nothing is taken back. Play on, or agree otherwise with New Game."
        ),
        Refusal::NoOffer => say!("Nobody has asked for anything: play on."),
        Refusal::NothingToRedo => say!("There is no move to make again: play another."),
        Refusal::Gone => say!(
            "That position is not part of the game any more. Choose another in the list of moves."
        ),
        Refusal::Paused => say!("The game is paused. Resume it to make a move."),
        Refusal::NoClock => {
            say!("This game is played without a clock. Begin one with a clock with New Game.")
        }
        Refusal::PartOfGame => say!("That move is part of the game. Undo takes it back."),
        Refusal::Illegal { .. } => {
            say!("That move cannot be made here. Lift a piece to see where it can go.")
        }
    }
}

/// A move in the list as it is read out: `Move 3, Red: C2=5`, and what there is to say of it: that it gives check in
/// a cycle, that it is a mistake.
pub fn listed_move(round: usize, by: Side, text: &str, about: &[String]) -> String {
    // Translators: read out of a move in the list: “Move 3, Red: C2=5”.
    let name = say!(
        "Move {round}, {side}: {move_text}",
        round,
        side = side(by),
        move_text = text
    );
    notes(&[&[name], about].concat())
}

/// The moves of both sides in a row of the list as they are read out.
pub fn listed_round(red: &str, black: &str) -> String {
    // Translators: read out of a row of the list of moves: “Move 3, Red: C2=5; Move 3, Black: H8+7”.
    say!("{red}; {black}", red, black)
}

/// Which file the game is in, and whose turn it is or what else there is to say, under the title.
pub fn turn_in_file(file: &str, turn: &str) -> String {
    // Translators: {file} is the name of a file, {turn} “Red to move” or another short text.
    say!("{file} — {turn}", file, turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn a_refusal_names_who_is_in_the_way() {
        let start = Position::start();
        let why = |mv: &str, labels| {
            let mv = mv.parse().expect("a move");
            let refused = start.check_move(mv).expect_err("a move against the rules");
            illegal(&start, refused, labels)
        };
        let coordinates = EdgeLabels::Coordinates;
        assert_eq!(
            why("b0d1", coordinates),
            "The horse’s leg is blocked by the elephant on c0."
        );
        assert_eq!(
            why("a0a4", coordinates),
            "The way is blocked by the soldier on a3."
        );
        for labels in [EdgeLabels::FileNumbers, EdgeLabels::None] {
            assert_eq!(
                why("b0d1", labels),
                "The horse’s leg is blocked by the red elephant on file 7."
            );
            assert_eq!(
                why("a0a9", labels),
                "The way is blocked by the red soldier on file 9 and the black soldier on file 9."
            );
        }
    }

    #[test]
    fn files_are_counted_by_who_moves_and_a_place_is_told_once() {
        let told = |fen, labels| {
            let setup = Setup::from_fen(fen).expect("a FEN");
            check(&setup.position_to_study().expect("a position"), labels)
        };
        let one = "3k5/9/9/9/9/9/9/9/3R5/4K4 b";
        assert_eq!(
            told(one, EdgeLabels::FileNumbers),
            "Check! Black’s general is attacked by the red chariot on file 4."
        );
        assert_eq!(
            told(one, EdgeLabels::Coordinates),
            "Check! Black’s general is attacked by the chariot on d1."
        );
        let two = "9/3R5/3k5/3R5/9/9/9/9/9/4K4 b";
        assert_eq!(
            told(two, EdgeLabels::FileNumbers),
            "Check! Black’s general is attacked by the red chariot on file 4."
        );
    }
}
