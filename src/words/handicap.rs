//! Handicaps: the odds, their giver, and the side that moves first.

use super::catalogue::{labels, say, say_about};
use super::side;
use crate::game::{Handicap, Odds};
use crate::rules::{BySide, Side};

labels! {
    even_game = say!("Even game");
    even_game_about = say!("Both sides play with all their pieces, and Red moves first");
}

/// Short name of odds.
pub fn odds(odds: Odds) -> &'static str {
    match odds {
        Odds::Horse => say_about!("odds", "One horse"),
        Odds::Horses => say_about!("odds", "Two horses"),
        Odds::Chariot => say_about!("odds", "One chariot"),
        Odds::NinePieces => say_about!("odds", "Nine pieces"),
        Odds::TwoMoves => say_about!("odds", "Two moves"),
    }
}

/// Odds and the player who gives them.
pub fn odds_given(odds: Odds, giver: &str) -> String {
    match odds {
        // Translators: {player} is who gives the odds.
        Odds::Horse => say!("{player} gives horse odds", player = giver),
        // Translators: {player} is who gives the odds.
        Odds::Horses => say!("{player} gives two-horse odds", player = giver),
        // Translators: {player} is who gives the odds.
        Odds::Chariot => say!("{player} gives chariot odds", player = giver),
        // Translators: {player} is who gives the odds.
        Odds::NinePieces => say!("{player} gives nine-piece odds", player = giver),
        // Translators: {player} is who gives the odds: the other begins with two moves.
        Odds::TwoMoves => say!("{player} gives two-move odds", player = giver),
    }
}

/// Description of the picture of odds.
pub fn odds_about(odds: Odds) -> &'static str {
    match odds {
        Odds::Horse => say!("The stronger player plays without the left horse (让单马)"),
        Odds::Horses => say!("The stronger player plays without the horses (让双马)"),
        Odds::Chariot => say!("The stronger player plays without the left chariot (让单车)"),
        Odds::NinePieces => {
            say!("The stronger player plays without soldiers, advisors and elephants (让九子)")
        }
        Odds::TwoMoves => say!("The weaker player begins with two moves in a row (让二先)"),
    }
}

/// Description of a handicap: the odds, their giver, and the side that moves first.
pub fn handicap(given: Option<Handicap>) -> String {
    let Some(given) = given else {
        return even_game().into();
    };
    let (giver, first) = (side(given.giver()), side(given.first()));
    match given.odds() {
        // Translators: {giver} and {first} are the two sides.
        Odds::Horse => say!(
            "{giver} plays without the left horse. {first} moves first.",
            giver,
            first
        ),
        // Translators: {giver} and {first} are the two sides.
        Odds::Horses => say!(
            "{giver} plays without the horses. {first} moves first.",
            giver,
            first
        ),
        // Translators: {giver} and {first} are the two sides.
        Odds::Chariot => say!(
            "{giver} plays without the left chariot. {first} moves first.",
            giver,
            first
        ),
        // Translators: {giver} and {first} are the two sides.
        Odds::NinePieces => say!(
            "{giver} plays without soldiers, advisors and elephants. {first} moves first.",
            giver,
            first
        ),
        // Translators: {first} is the side that moves first.
        Odds::TwoMoves => say!("{first} begins with two moves in a row.", first),
    }
}

/// Status of a side with this many of two moves in a row left.
pub fn moves_in_a_row(player: &str, left: usize) -> String {
    match left {
        2 => say!("{side} begins with two moves in a row", side = player),
        _ => say!("{side} moves again", side = player),
    }
}

/// The first of two moves in a row, listed before the others.
pub fn first_of_two(text: &str) -> String {
    // Translators: before the list of moves; {move_text} is the move as it is written, such as “C2=5”.
    say!("First of two moves: {move_text}", move_text = text)
}

/// Label of a side in a choice, with its player’s name.
pub fn side_to_choose(of: Side, names: &BySide<String>) -> String {
    match names[of].as_str() {
        "" => side(of).into(),
        // Translators: a side and the name of its player: “Red (Hu)”.
        name => say!("{side} ({name})", side = side(of), name),
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
