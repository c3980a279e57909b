//! Game in progress: the side to move, refusals, and positions in the game.

use super::catalogue::{labels, say, say_count};
use super::{either, notes, pieces, position_fault, side};
use crate::game::{Game, Refusal};
use crate::record::notation::NotationError;
use crate::rules::{IllegalMove, PieceKind, PointSet, Position, Side};
use crate::scene::EdgeLabels;

labels! {
    moves_title = say!("Moves");
    back_to_game = say!("Back to _Game");
}

/// The side to move, as window title.
pub fn turn(player: &str) -> String {
    // Translators: {side} is “Red”, “Black” or the name of a player.
    say!("{side} to move", side = player)
}

/// The side that has moved, and has to press the clock.
pub fn press_clock(player: &str) -> String {
    // Translators: {side} is “Red”, “Black” or the name of a player.
    say!("{side}: press the clock", side = player)
}

/// Tooltip of what is pressed after a move.
pub fn press_clock_about() -> &'static str {
    say!("Press the clock (Space)")
}

/// Tooltip of the button that gives a player a minute.
pub fn give_time(player: &str) -> String {
    say!("Give {player} one minute", player)
}

/// A player was given a minute.
pub fn time_given(player: &str) -> String {
    say!("{player} has one minute more.", player)
}

/// The side to move and that it is in check. The edge labels decide how points are named.
pub fn check(position: &Position, labels: EdgeLabels) -> String {
    checked_by(
        position.turn(),
        &pieces(position, position.checkers(), labels),
    )
}

/// A side in check by these pieces.
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

/// Name of an earlier position in the game: after the move of a side in a round, as listed.
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

/// Reason a move was refused, with points named as in the edge labels.
pub fn illegal(position: &Position, why: IllegalMove, labels: EdgeLabels) -> String {
    refused(position, why, |points| pieces(position, points, labels))
}

/// Reason a move was refused, with pieces named by a function.
pub(super) fn refused(
    position: &Position,
    why: IllegalMove,
    named: impl Fn(PointSet) -> String,
) -> String {
    match why {
        IllegalMove::NoPiece => say!("There is no piece to move.").into(),
        IllegalMove::NotYourTurn { turn } => not_your_turn(side(turn)),
        IllegalMove::OwnPiece => say!("A side cannot capture its own pieces.").into(),
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
            say!("The path is blocked by {pieces}.", pieces = named(by))
        }
        IllegalMove::WrongScreens { screens } if screens.is_empty() => {
            say!("The cannon needs exactly one piece to jump over, and there is none.").into()
        }
        IllegalMove::WrongScreens { screens } => screens_counted(screens.len()),
        IllegalMove::SoldierBackward => say!("A soldier may never move backward.").into(),
        IllegalMove::SoldierSideways => {
            say!("A soldier may not move sideways before crossing the river.").into()
        }
        IllegalMove::CapturesGeneral => say!(
            "A general is never captured. Undo the previous move, which should not have been made."
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

/// Reason a text is not a playable move in the position, with points named as in the edge labels.
pub fn unplayable(position: &Position, error: &NotationError, labels: EdgeLabels) -> String {
    match error {
        NotationError::NotAMove => say!("This is not a move. Type one like C2=5 or h2e2.").into(),
        NotationError::NoSuchMove => {
            say!(
                "{side} has no piece that can make this move. Check the piece and the file.",
                side = side(position.turn())
            )
        }
        NotationError::Ambiguous(moves) => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            // Translators: a move was written that can be read in several ways; {moves} is “h2e2 or h7e7”.
            say!(
                "This could be {moves}. Specify which one.",
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

/// Rule for the moves of a kind of piece, after an attempt to break it.
fn way(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => say!("The general moves one step forward, backward or sideways."),
        PieceKind::Advisor => say!("The advisor moves one step diagonally."),
        PieceKind::Elephant => say!("The elephant moves exactly two steps diagonally."),
        PieceKind::Horse => {
            say!("The horse moves one step straight, then one diagonally outward.")
        }
        PieceKind::Chariot => say!("The chariot moves in a straight line."),
        PieceKind::Cannon => say!("The cannon moves in a straight line."),
        PieceKind::Soldier => say!("The soldier moves one step at a time."),
    }
}

/// Refusal after a press on the other side's piece.
pub fn not_your_turn(player: &str) -> String {
    say!("It is {side}’s turn.", side = player)
}

labels! {
    over_for_good =
        say!("The game is over, and takebacks are not allowed. Start another one with New Game.");
    ruled_for_good =
        say!("The arbiter has ruled, and takebacks are not allowed. Accept the ruling.");
    awaited = say!("The arbiter is judging this repetition. Wait a moment.");
}

/// Reason for a refusal in a game, also one without takebacks, or with an unplayable start. Places are named as on the
/// edges of the board.
pub fn refusal_in(game: &Game, why: Refusal, labels: EdgeLabels) -> String {
    let for_good = !game.takes_back();
    match why {
        Refusal::Over(_) if for_good => over_for_good().into(),
        Refusal::Ruled(_) if for_good => ruled_for_good().into(),
        Refusal::Unplayable => only_viewed(game, labels).unwrap_or_else(|| refusal(why).into()),
        other => refusal(other).into(),
    }
}

/// Reason a game with an unplayable start cannot be played, and the remedy; `None` if the start is playable.
pub(super) fn only_viewed(game: &Game, labels: EdgeLabels) -> Option<String> {
    let error = game.record().start().position().err()?;
    let mut faults = error.faults.into_iter();
    let fault = faults.find(|fault| !fault.is_oddity())?;
    // Translators: {reason} is a sentence such as “The generals face each other.”
    Some(say!(
        "This position can be viewed, but not played. {reason} Fix it with Ctrl+E.",
        reason = position_fault(fault, labels)
    ))
}

/// Reason for a refusal other than an illegal move.
pub fn refusal(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::TwoMoves => {
            say!("Make the first two moves with two different pieces, without crossing the river.")
        }
        Refusal::Over(_) => say!("The game is over. Undo reopens it."),
        Refusal::Ruled(_) => say!("The arbiter has ruled: accept the ruling, or take back."),
        Refusal::Awaited => awaited(),
        Refusal::Unplayable => {
            say!("This position can be viewed, but not played. Fix it with Ctrl+E.")
        }
        Refusal::NoRuling => say!("There is no ruling to accept: play on."),
        Refusal::NothingToTakeBack => say!("There is no move to take back: play one first."),
        Refusal::TakeBacksOff => {
            say!("Takebacks are not allowed in this game. Play on, or allow them in a new game.")
        }
        Refusal::NoOffer => say!("There is nothing to answer."),
        Refusal::OfferOpen => say!("Another offer is open: accept or decline it first."),
        Refusal::NoHints => say!("There are no hints in this game. Play on without them."),
        Refusal::NoAnalysis => {
            say!("This game can be analyzed when it is over. Play on until then.")
        }
        Refusal::NothingToRedo => say!("There is no move to redo: play another one."),
        Refusal::Gone => say!(
            "That position is no longer part of the game. Choose another one in the move list."
        ),
        Refusal::FriendsTurn => {
            say!("Your friend is next. Send your letter, and paste the answer when it comes.")
        }
        Refusal::Sent => say!("Moves sent in a letter cannot be taken back: play on."),
        Refusal::MoveFirst => say!("Make your move first: the offer goes with it."),
        Refusal::MoveMade => say!("You have made a move. Undo it to resign instead."),
        Refusal::Paused => say!("The game is paused. Resume it to make a move."),
        Refusal::NoClock => {
            say!("This game is played without a clock. Start one with a clock in New Game.")
        }
        Refusal::PressFirst(_) => say!("Press the clock first."),
        Refusal::NothingToPress => say!("Make a move, then press the clock."),
        Refusal::NoTimeYet => say!("Play on: a player can be given time after a move."),
        Refusal::PartOfGame => say!("That move is part of the game. Undo takes it back."),
        Refusal::Illegal { .. } => {
            say!("That move cannot be played here. Lift a piece to see where it can go.")
        }
    }
}

/// Accessible name of a listed move: `Move 3, Red: C2=5`, and its remarks: check in a cycle, mistake.
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

/// Accessible name of a listed round, with the moves of both sides.
pub fn listed_round(red: &str, black: &str) -> String {
    // Translators: read out of a row of the list of moves: “Move 3, Red: C2=5; Move 3, Black: H8+7”.
    say!("{red}; {black}", red, black)
}

/// Window title on the desktop: the side to move or the result, and the file of the game or the program.
pub fn turn_in_file(turn: &str, file: &str) -> String {
    // Translators: {turn} is “Red to move” or another short text, {file} the name of a file or of the program.
    say!("{turn} — {file}", turn, file)
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
            "The path is blocked by the soldier on a3."
        );
        for labels in [EdgeLabels::FileNumbers, EdgeLabels::None] {
            assert_eq!(
                why("b0d1", labels),
                "The horse’s leg is blocked by the red elephant on file 7."
            );
            assert_eq!(
                why("a0a9", labels),
                "The path is blocked by the red soldier on file 9 and the black soldier on file 1."
            );
        }
    }

    #[test]
    fn files_are_counted_by_the_owner_and_a_place_is_told_once() {
        let told = |fen, labels| {
            let setup = Setup::from_fen(fen).expect("a FEN");
            check(&setup.position().expect("a position"), labels)
        };
        let one = "3k5/9/9/9/9/9/9/9/3R5/4K4 b";
        assert_eq!(
            told(one, EdgeLabels::FileNumbers),
            "Check! Black’s general is attacked by the red chariot on file 6."
        );
        assert_eq!(
            told(one, EdgeLabels::Coordinates),
            "Check! Black’s general is attacked by the chariot on d1."
        );
        let two = "9/3R5/3k5/3R5/9/9/9/9/9/4K4 b";
        assert_eq!(
            told(two, EdgeLabels::FileNumbers),
            "Check! Black’s general is attacked by the red chariot on file 6."
        );
    }
}
