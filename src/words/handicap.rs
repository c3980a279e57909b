//! What is said about odds: what is given, by whom, and who begins.

use super::catalogue::say;
use super::side;
use crate::game::{Handicap, Odds};
use crate::rules::{BySide, Side};

/// A game in which nobody gives anything.
#[must_use]
pub fn even_game() -> &'static str {
    say!("Even game")
}
/// What that means, for a picture of it.
#[must_use]
pub fn even_game_about() -> &'static str {
    say!("Both play with all their pieces, and Red moves first")
}

/// Odds where there is room for a few words.
#[must_use]
pub fn odds(odds: Odds) -> &'static str {
    match odds {
        Odds::Horse => "One horse",
        Odds::Horses => "Two horses",
        Odds::Chariot => "One chariot",
        Odds::NinePieces => "Nine pieces",
        Odds::TwoMoves => "Two moves first",
    }
}

/// The name that the odds have in Chinese.
#[must_use]
pub fn odds_in_chinese(odds: Odds) -> &'static str {
    match odds {
        Odds::Horse => "让单马",
        Odds::Horses => "让双马",
        Odds::Chariot => "让单车",
        Odds::NinePieces => "让九子",
        Odds::TwoMoves => "让二先",
    }
}

/// What odds mean, for a picture of them.
#[must_use]
pub fn odds_about(odds: Odds) -> &'static str {
    match odds {
        Odds::Horse => "The stronger player plays without the left horse (让单马)",
        Odds::Horses => "The stronger player plays without the horses (让双马)",
        Odds::Chariot => "The stronger player plays without the left chariot (让单车)",
        Odds::NinePieces => {
            "The stronger player plays without soldiers, advisors and elephants (让九子)"
        }
        Odds::TwoMoves => "The weaker player begins with two moves in a row (让二先)",
    }
}

/// What is given, by whom, and who begins.
#[must_use]
pub fn handicap(given: Option<Handicap>) -> String {
    let Some(given) = given else {
        return even_game().into();
    };
    let (giver, first) = (side(given.giver()), side(given.first()));
    match given.odds() {
        Odds::Horse => format!("{giver} plays without the left horse. {first} moves first."),
        Odds::Horses => format!("{giver} plays without the horses. {first} moves first."),
        Odds::Chariot => format!("{giver} plays without the left chariot. {first} moves first."),
        Odds::NinePieces => {
            format!("{giver} plays without soldiers, advisors and elephants. {first} moves first.")
        }
        Odds::TwoMoves => format!("{first} begins with two moves in a row."),
    }
}

/// The odds of the game on the board, before whose turn it is.
#[must_use]
pub fn turn_at_odds(given: Odds, turn: &str) -> String {
    match given {
        Odds::Horse => format!("One horse given — {turn}"),
        Odds::Horses => format!("Two horses given — {turn}"),
        Odds::Chariot => format!("One chariot given — {turn}"),
        Odds::NinePieces => format!("Nine pieces given — {turn}"),
        Odds::TwoMoves => format!("Two moves given — {turn}"),
    }
}

/// A side that has this many of two moves in a row before it.
#[must_use]
pub fn moves_in_a_row(turn: Side, left: usize) -> String {
    match left {
        2 => format!("{} begins with two moves in a row", side(turn)),
        _ => format!("{} moves once more", side(turn)),
    }
}

/// The first of two moves in a row, which stands before the others.
#[must_use]
pub fn first_of_two(text: &str) -> String {
    format!("First of two moves: {text}")
}

/// A side as one of two to choose from, with its player’s name.
#[must_use]
pub fn side_to_choose(of: Side, names: &BySide<String>) -> String {
    match names[of].as_str() {
        "" => side(of).into(),
        name => format!("{} ({name})", side(of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_who_gives_what_and_who_begins() {
        let horse = Handicap::new(Odds::Horse, Side::Black, Side::Red);
        let told = "Black plays without the left horse. Red moves first.";
        assert_eq!(handicap(Some(horse)), told);
        let two = Handicap::usual(Odds::TwoMoves);
        assert_eq!(handicap(Some(two)), "Red begins with two moves in a row.");
        assert_eq!(handicap(None), "Even game");
    }

    #[test]
    fn a_player_is_known_by_side_and_name() {
        let names = BySide {
            red: "Hu".to_owned(),
            black: String::new(),
        };
        let told = Side::ALL.map(|side| side_to_choose(side, &names));
        assert_eq!(told, ["Red (Hu)", "Black"]);
    }
}
