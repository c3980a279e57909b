//! What one player asks of the other, and what becomes of it. An underscore stands before the key of an answer.

use super::catalogue::say;
use super::side;
use crate::game::{Offer, Request, TakeBacks};
use crate::rules::{BySide, Side};

/// What was asked for is given. A ruling over the board, which has a key of its own, may be there as well.
#[must_use]
pub fn accept() -> &'static str {
    say!("Acc_ept")
}
/// What was asked for is not given.
#[must_use]
pub fn decline() -> &'static str {
    say!("_Decline")
}
/// The button of a player who wants a draw.
#[must_use]
pub fn offer_draw() -> &'static str {
    say!("Offer Draw")
}
/// What it is for.
#[must_use]
pub fn offer_draw_about() -> &'static str {
    say!("Ask the opponent to end the game as a draw")
}
/// The button of a player who gives the game up.
#[must_use]
pub fn resign_game() -> &'static str {
    say!("Resign")
}
/// What it is for.
#[must_use]
pub fn resign_about() -> &'static str {
    say!("Give the game up")
}
/// The button of a player who wants a move back.
#[must_use]
pub fn take_back() -> &'static str {
    say!("Take Back")
}
/// What it is for.
#[must_use]
pub fn take_back_about() -> &'static str {
    say!("Ask the opponent to let you take your last move back")
}

/// The question to the other side; `who` asks, and `text` is the move that it is about.
#[must_use]
pub fn offer(offer: Offer, who: &str, text: &str) -> String {
    match offer.what {
        Request::Draw => format!("{who} offers a draw."),
        Request::TakeBack(0) => format!("{who} asks to go on with the game."),
        Request::TakeBack(1) => format!("{who} asks to take {text} back."),
        Request::TakeBack(2) => format!("{who} asks to take {text} and the reply back."),
        Request::TakeBack(plies) => format!("{who} asks to take the last {plies} moves back."),
    }
}

/// The answer was no; `who` gave it.
#[must_use]
pub fn declined(offer: Offer, who: &str) -> String {
    match offer.what {
        Request::Draw => format!("{who} declines the draw."),
        Request::TakeBack(0) => format!("{who} does not agree: the game is over."),
        Request::TakeBack(_) => format!("{who} does not agree: nothing is taken back."),
    }
}

/// What a button of one side does: the name it is read out by.
#[must_use]
pub fn seat_button(of: Side, label: &str) -> String {
    format!("{label} ({})", side(of))
}

/// The rule of the house about taking moves back, as one of several to choose from.
#[must_use]
pub fn take_backs(rule: TakeBacks) -> &'static str {
    match rule {
        TakeBacks::Free => "Free",
        TakeBacks::Ask => "If the opponent agrees",
        TakeBacks::Off => "Never",
    }
}

/// How often moves were taken back; `None` where nobody did.
#[must_use]
pub fn taken_back(counts: &BySide<u32>) -> Option<String> {
    let BySide { red, black } = *counts;
    match (red, black) {
        (0, 0) => None,
        (_, 0) => Some(format!("Moves taken back: Red {red}.")),
        (0, _) => Some(format!("Moves taken back: Black {black}.")),
        _ => Some(format!("Moves taken back: Red {red}, Black {black}.")),
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
