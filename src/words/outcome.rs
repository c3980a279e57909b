//! How a game ended.

use super::catalogue::say;
use super::side;
use crate::rules::{DrawReason, Outcome, Side, WinReason};

/// The button that leads to the next game.
#[must_use]
pub fn new_game() -> &'static str {
    say!("New Game…")
}

/// How a game ended, in one sentence.
#[must_use]
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by } => {
            let (winner, loser) = (side(winner), side(!winner));
            match by {
                WinReason::Checkmate => format!("Checkmate (將死): {winner} wins."),
                WinReason::Stalemate => {
                    format!("Stalemate (困斃): {loser} has no move left and loses. {winner} wins.")
                }
                WinReason::Resignation => format!("{loser} resigns. {winner} wins."),
                WinReason::PerpetualCheck => format!(
                    "{winner} wins: {loser} repeated the position by checking on every move."
                ),
                WinReason::PerpetualChase => format!(
                    "{winner} wins: {loser} repeated the position by chasing a piece on every move."
                ),
                WinReason::Time => format!("{loser}’s time is up (超時). {winner} wins."),
                WinReason::Unstated => format!("{winner} wins."),
            }
        }
        Outcome::Draw(reason) => draw(reason).to_owned(),
    }
}

fn draw(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Agreement => "Draw by agreement.",
        DrawReason::Repetition => "Draw: the same position occurred three times.",
        DrawReason::MutualPerpetualCheck => {
            "Draw: the same position occurred three times, and both sides always gave check."
        }
        DrawReason::MutualPerpetualChase => {
            "Draw: the same position occurred three times, and both sides always chased a piece."
        }
        DrawReason::NoCapture => "Draw: too many rounds without a capture.",
        DrawReason::DeadMaterial => "Draw: neither side has a piece left that can attack.",
        DrawReason::Time => {
            "Draw: the time of one side is up (超時), and the other has no piece left that can attack."
        }
        DrawReason::Unstated => "Draw.",
    }
}

/// What decided a game, in one or two words.
#[must_use]
pub fn outcome_in_short(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { by, .. } => match by {
            WinReason::Checkmate => "Checkmate",
            WinReason::Stalemate => "Stalemate",
            WinReason::Resignation => "Resignation",
            WinReason::PerpetualCheck => "Perpetual check",
            WinReason::PerpetualChase => "Perpetual chase",
            WinReason::Time => "Time",
            WinReason::Unstated => "No reason given",
        },
        Outcome::Draw(by) => match by {
            DrawReason::Agreement => "Agreement",
            DrawReason::Repetition => "Repetition",
            DrawReason::MutualPerpetualCheck => "Mutual perpetual check",
            DrawReason::MutualPerpetualChase => "Mutual perpetual chase",
            DrawReason::NoCapture => "No capture",
            DrawReason::DeadMaterial => "Nothing left to win with",
            DrawReason::Time => "Time",
            DrawReason::Unstated => "No reason given",
        },
    }
}

/// The end in a few words, under the title.
#[must_use]
pub fn outcome_brief(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::Red) => "Red wins",
        Some(Side::Black) => "Black wins",
        None => "Draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_what_the_few_words_say() {
        let wins = [
            WinReason::Checkmate,
            WinReason::Stalemate,
            WinReason::Resignation,
            WinReason::PerpetualCheck,
            WinReason::PerpetualChase,
            WinReason::Time,
            WinReason::Unstated,
        ];
        for winner in [Side::Red, Side::Black] {
            for end in wins.map(|by| Outcome::win(winner, by)) {
                assert!(outcome(end).contains(outcome_brief(end)), "{end:?}");
            }
        }
        for drawn in [DrawReason::NoCapture, DrawReason::Time].map(Outcome::Draw) {
            assert!(outcome(drawn).starts_with(outcome_brief(drawn)));
        }
    }
}
