//! Manners of a player: when a game is given up, and when a draw is agreed to.

use super::{Level, Meaning, Score};

/// Number of own moves in a row that must look hopeless before the game is given up.
const PATIENCE: usize = 3;
/// Disadvantage, in hundredths of a soldier, from which a game is hopeless.
const HOPELESS: i32 = 1_200;
/// Lowest level that gives up: against a weaker one a player wants to see the mate.
const GIVES_UP_FROM: u8 = 4;
/// Advantage, in hundredths of a soldier, up to which a draw is fair.
const FAIR: i32 = 20;
/// Number of plies before which a draw is agreed to only by a player who is worse.
const OPENING: usize = 20;
/// Disadvantage, in hundredths of a soldier, of a player who is worse.
const WORSE: i32 = -100;

/// Whether a player of this level gives a game up, given the scores of its own moves so far.
pub fn gives_up(level: Level, scores: &[Score]) -> bool {
    let is_hopeless = |score: &Score| match score.meaning() {
        Meaning::Advantage(points) => points <= -HOPELESS,
        Meaning::Mate(moves) => moves <= 0,
        Meaning::Ruled(wins) => !wins,
    };
    level.number() >= GIVES_UP_FROM
        && scores.len() >= PATIENCE
        && scores.iter().rev().take(PATIENCE).all(is_hopeless)
}

/// Whether a player with this score agrees to a draw after so many plies: if it is not better, and there has been a game.
pub fn agrees_to_draw(score: Score, plies: usize) -> bool {
    match score.meaning() {
        Meaning::Advantage(points) if plies < OPENING => points <= WORSE,
        Meaning::Advantage(points) => points <= FAIR,
        Meaning::Mate(moves) => moves <= 0,
        Meaning::Ruled(wins) => !wins,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::{Memory, Search};
    use crate::rules::{History, Setup, Terms};

    /// The score of the side to move in a position.
    fn score(fen: &str) -> Score {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let history = History::new(setup).expect("a position");
        let mut search = Search::new(&history, &Terms::default(), Memory::new(1));
        search.step(2_000);
        search.best().expect("a move").score
    }

    fn level(number: u8) -> Level {
        Level::new(number).expect("a level")
    }

    /// Black has a general alone against two chariots.
    const LOST: &str = "3k5/9/9/9/9/9/9/R8/9/4K3R b";
    const WON: &str = "3k5/9/9/9/9/9/9/R8/9/4K3R w";
    const EVEN: &str = "3akab2/9/4b4/9/9/9/9/4B4/9/2BAKA3 w";

    #[test]
    fn a_game_is_given_up_after_three_hopeless_moves() {
        let (lost, even) = (score(LOST), Score::EVEN);
        assert!(gives_up(level(8), &[even, lost, lost, lost]));
        assert!(!gives_up(level(8), &[lost, lost]));
        assert!(!gives_up(level(8), &[lost, lost, even]));
        assert!(!gives_up(level(8), &[lost, even, lost]));
        assert!(!gives_up(level(8), &[]));
    }

    #[test]
    fn beginners_let_themselves_be_mated() {
        let lost = [score(LOST); 3];
        assert!(!gives_up(level(1), &lost));
        assert!(!gives_up(level(3), &lost));
        assert!(gives_up(level(4), &lost));
    }

    #[test]
    fn a_draw_is_agreed_to_by_a_player_who_is_not_better() {
        assert!(agrees_to_draw(score(EVEN), 40));
        assert!(agrees_to_draw(score(LOST), 40));
        assert!(!agrees_to_draw(score(WON), 40));
    }

    #[test]
    fn nobody_agrees_to_a_draw_before_there_was_a_game_unless_it_is_lost() {
        assert!(!agrees_to_draw(Score::EVEN, 19));
        assert!(agrees_to_draw(Score::EVEN, 20));
        assert!(agrees_to_draw(score(LOST), 2));
    }
}
