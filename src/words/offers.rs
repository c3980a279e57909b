//! Offers between the players, and their answers. An underscore precedes the access key of an answer.

use super::catalogue::{labels, say, say_about, say_count};
use super::side;
use crate::game::{Ask, Offer, TakeBacks};
use crate::rules::Side;

labels! {
    // Translators: The answer to an offer of the opponent. Its key must be another one than that of “Accept the Ruling”.
    accept = say_about!("offer", "Acc_ept");
    accept_about = say!("Accept the opponent’s request");
    decline = say_about!("offer", "_Decline");
    decline_about = say!("Decline and keep playing");
    offer_draw = say!("_Offer Draw");
    offer_draw_about = say!("Ask the opponent to agree to a draw");
    seat_choices = say!("Offer a draw or resign");
    // Translators: A button: give the game up.
    resign_game = say!("_Resign");
    resign_about = say!("Resign the game");
    // Translators: A button: ask for the last move to be taken back.
    take_back = say!("Take _Back");
    take_back_about = say!("Ask the opponent to let you take back your last move");
}

/// Question to the other side; `who` asks, and `text` is the move concerned.
pub fn offer(offer: Offer, who: &str, text: &str) -> String {
    match (offer.ask, offer.plies) {
        // Translators: {who} is the name of a player or a side.
        (Ask::Draw, _) => say!("{who} offers a draw.", who),
        (Ask::TakeBack | Ask::Cycle, 0) => say!("{who} asks to continue the game.", who),
        // Translators: {who} is the name of a player or a side; {text} a move such as C2=5.
        (Ask::TakeBack | Ask::Cycle, 1) => say!("{who} asks to take back {text}.", who, text),
        // Translators: The reply is the move that the other side made after {text}.
        (Ask::TakeBack | Ask::Cycle, 2) => {
            say!("{who} asks to take back {text} and the reply.", who, text)
        }
        (Ask::TakeBack | Ask::Cycle, plies) => say_count!(
            "{who} asks to take back the last {count} moves.",
            "{who} asks to take back the last {count} moves.",
            count = plies,
            who
        ),
        (Ask::Pause, _) => say!("{friend} asks for a pause.", friend = who),
        // Translators: Hints by the computer during this game, for both players.
        (Ask::Hints, _) => say!("{who} asks to allow hints for both.", who),
        // Translators: Analysis by an engine during this game, for both players.
        (Ask::Analysis, _) => say!("{who} asks to analyze this game with an engine.", who),
    }
}

/// Notice that an offer was declined; `who` declined it.
pub fn declined(offer: Offer, who: &str) -> String {
    match (offer.ask, offer.plies) {
        // Translators: {who} is the name of a player or a side.
        (Ask::Draw, _) => say!("{who} declined the draw.", who),
        (Ask::TakeBack | Ask::Cycle, 0) => say!("{who} declined. The game is over.", who),
        (Ask::TakeBack | Ask::Cycle, _) => say!("{who} declined. No move was taken back.", who),
        (Ask::Pause, _) => say!("{friend} declined the pause.", friend = who),
        (Ask::Hints, _) => say!("{who} declined to allow hints.", who),
        (Ask::Analysis, _) => say!("{who} declined the analysis.", who),
    }
}

/// Accessible name of a button of one side.
pub fn seat_button(of: Side, label: &str) -> String {
    // Translators: Read out: what a button says, and of which side it is: “Resign (Red)”.
    say!("{label} ({side})", label, side = side(of))
}

/// Label of a house rule on taking back in a choice.
pub fn take_back_rule(rule: TakeBacks) -> &'static str {
    match rule {
        // Translators: Whether moves may be taken back: at any time.
        TakeBacks::Free => say_about!("taking back", "Allowed"),
        TakeBacks::Ask => say_about!("taking back", "If the opponent agrees"),
        TakeBacks::Off => say_about!("taking back", "Not allowed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_what_would_be_taken_back() {
        let asked = |plies| {
            let by = Side::Red;
            let ask = Ask::TakeBack;
            offer(Offer { by, ask, plies }, "Hu", "C2=5")
        };
        assert_eq!(asked(1), "Hu asks to take back C2=5.");
        assert_eq!(asked(2), "Hu asks to take back C2=5 and the reply.");
        assert_eq!(asked(8), "Hu asks to take back the last 8 moves.");
        assert_eq!(asked(0), "Hu asks to continue the game.");
    }
}
