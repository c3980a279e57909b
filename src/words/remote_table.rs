//! Questions between the two players of a far game, and limits while it goes on.

use super::catalogue::{labels, say};
use super::side;
use crate::game::{Ask, Game};
use crate::record::notation::Notation;
use crate::rules::Side;

labels! {
    no_aids = say!("Learning aids are off until the end of a game with a friend far away.");
    no_trying = say!("Moves can be tried on the board once the game with your friend is over.");
    go_back_put_off = say!("The game stands until both of you go back.");
}

/// Remark at the beginning of a game, in which one plays `own`.
pub fn remote_begun(own: Side) -> &'static str {
    match own {
        Side::Red => say!("You play Red. Learning aids are off until the end."),
        Side::Black => say!("You play Black. Learning aids are off until the end."),
    }
}

/// Question whether to go back to the game as far as both programs agree on it.
pub fn ask_go_back(friend: &str, common: &Game, how: Notation) -> String {
    let (round, by) = common.record().round(common.shown());
    match common.shown_notation(how) {
        None => say!(
            "Go back to the start? {friend}’s program remembers another game.",
            friend
        ),
        // Translators: a narrow window shows no more than the question; {move_text} is the move as it is written.
        Some(text) => say!(
            "Go back to {side}’s move {round}, {move_text}? {friend}’s program remembers another game from there on.",
            side = side(by),
            round,
            move_text = text,
            friend
        ),
    }
}

/// Remark after the player has agreed to go back.
pub fn go_back_agreed(friend: &str) -> String {
    say!(
        "The game goes on from there when {friend} agrees, too.",
        friend
    )
}

/// Question whether to play another game, in which one plays `own`.
pub fn ask_rematch(friend: &str, own: Side) -> String {
    match own {
        Side::Red => say!("Rematch with {friend}? You play Red.", friend),
        Side::Black => say!("Rematch with {friend}? You play Black.", friend),
    }
}

/// Remark on what the player has asked the friend.
pub fn asked_friend(ask: Ask, friend: &str) -> Option<String> {
    Some(match ask {
        Ask::Draw => say!("You have offered {friend} a draw.", friend),
        Ask::TakeBack | Ask::Cycle => {
            say!("You have asked {friend} to let you take back.", friend)
        }
        Ask::Pause => say!("You have asked {friend} for a pause.", friend),
        // Not in such a game.
        Ask::Hints => return None,
    })
}
