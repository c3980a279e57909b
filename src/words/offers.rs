//! What one player asks of the other, and what becomes of it. An underscore stands before the key of an answer.

use super::catalogue::{labels, say, say_about, say_count};
use super::side;
use crate::game::{Offer, Request, TakeBacks};
use crate::rules::{BySide, Side};

/// What was asked for is given. A ruling over the board, which has a key of its own, may be there as well.
pub fn accept() -> &'static str {
    // Translators: The answer to an offer of the opponent. Its key must be another one than that of “Accept the Ruling”.
    say_about!("offer", "Acc_ept")
}

/// What it is for.
pub fn accept_about() -> &'static str {
    say!("Agree to what the opponent asks")
}

/// What was asked for is not given.
pub fn decline() -> &'static str {
    say_about!("offer", "_Decline")
}

labels! {
    /// Tooltip of the button that declines.
    decline_about = say!("Say no, and go on with the game");
    /// The button of a player who wants a draw.
    offer_draw = say!("_Offer Draw");
    /// Tooltip of the button that offers a draw.
    offer_draw_about = say!("Ask the opponent to end the game as a draw");
}

/// The button of a player who gives the game up.
pub fn resign_game() -> &'static str {
    // Translators: A button: give the game up.
    say!("_Resign")
}

/// What it is for.
pub fn resign_about() -> &'static str {
    say!("Give the game up")
}

/// The button of a player who wants a move back.
pub fn take_back() -> &'static str {
    // Translators: A button: ask for the last move to be taken back.
    say!("Take _Back")
}

/// What it is for.
pub fn take_back_about() -> &'static str {
    say!("Ask the opponent to let you take your last move back")
}

/// The question to the other side; `who` asks, and `text` is the move that it is about.
pub fn offer(offer: Offer, who: &str, text: &str) -> String {
    match offer.what {
        // Translators: {who} is the name of a player or a side.
        Request::Draw => say!("{who} offers a draw.", who),
        Request::TakeBack(0) => say!("{who} asks to go on with the game.", who),
        // Translators: {who} is the name of a player or a side; {text} a move such as C2=5.
        Request::TakeBack(1) => say!("{who} asks to take {text} back.", who, text),
        // Translators: The reply is the move that the other side made after {text}.
        Request::TakeBack(2) => say!("{who} asks to take {text} and the reply back.", who, text),
        Request::TakeBack(plies) => say_count!(
            "{who} asks to take the last {count} moves back.",
            "{who} asks to take the last {count} moves back.",
            count = plies,
            who
        ),
    }
}

/// The answer was no; `who` gave it.
pub fn declined(offer: Offer, who: &str) -> String {
    match offer.what {
        // Translators: {who} is the name of a player or a side.
        Request::Draw => say!("{who} declines the draw.", who),
        Request::TakeBack(0) => say!("{who} does not agree: the game is over.", who),
        Request::TakeBack(_) => say!("{who} does not agree: nothing is taken back.", who),
    }
}

/// What a button of one side does: the name it is read out by.
pub fn seat_button(of: Side, label: &str) -> String {
    // Translators: Read out: what a button says, and of which side it is: “Resign (Red)”.
    say!("{label} ({side})", label, side = side(of))
}

/// The rule of the house about taking moves back, as one of several to choose from.
pub fn take_backs(rule: TakeBacks) -> &'static str {
    match rule {
        // Translators: Whether moves may be taken back: at any time.
        TakeBacks::Free => say_about!("taking back", "Free"),
        TakeBacks::Ask => say_about!("taking back", "If the opponent agrees"),
        TakeBacks::Off => say_about!("taking back", "Never"),
    }
}

/// How often moves were taken back; `None` where nobody did.
pub fn taken_back(counts: &BySide<u32>) -> Option<String> {
    let BySide { red, black } = *counts;
    match (red, black) {
        (0, 0) => None,
        // Translators: {red} and {black} are numbers of moves.
        (_, 0) => Some(say!("Moves taken back: Red {red}.", red)),
        (0, _) => Some(say!("Moves taken back: Black {black}.", black)),
        _ => Some(say!(
            "Moves taken back: Red {red}, Black {black}.",
            red,
            black
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_what_would_be_taken_back() {
        let asked = |plies| {
            let by = Side::Red;
            let what = Request::TakeBack(plies);
            offer(Offer { by, what }, "Hu", "C2=5")
        };
        assert_eq!(asked(1), "Hu asks to take C2=5 back.");
        assert_eq!(asked(2), "Hu asks to take C2=5 and the reply back.");
        assert_eq!(asked(8), "Hu asks to take the last 8 moves back.");
        assert_eq!(asked(0), "Hu asks to go on with the game.");
    }

    #[test]
    fn only_who_took_back_is_named() {
        let told = |red, black| taken_back(&BySide { red, black });
        assert_eq!(told(0, 0), None);
        assert_eq!(told(0, 3).as_deref(), Some("Moves taken back: Black 3."));
        let both = told(2, 1);
        assert_eq!(both.as_deref(), Some("Moves taken back: Red 2, Black 1."));
    }
}
