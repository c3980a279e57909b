//! Resignation and draws: when the computer resigns, and when it offers a draw or agrees to one.

use super::{Level, Score, ScoreKind};

/// Number of consecutive own moves with a hopeless score before the computer resigns.
const HOPELESS_MOVES: usize = 3;
/// Disadvantage, in hundredths of a soldier, from which a game is hopeless.
const HOPELESS: i32 = 1_200;
/// Lowest level that resigns or offers a draw: against a weaker one a player wants to see the mate.
const MIN_LEVEL: u8 = 4;
/// Largest advantage of an even game, in hundredths of a soldier.
const MAX_EVEN: i32 = 20;
/// Number of own moves before the first draw offer.
const MIN_MOVES: usize = 40;
/// Number of plies without a capture before a draw offer.
const MIN_IDLE_PLIES: usize = 20;
/// Number of own moves between draw offers.
const OFFER_INTERVAL: usize = 10;
/// Length of the opening in plies: until then only a player who is worse agrees to a draw.
const OPENING_PLIES: usize = 20;
/// Score below which a player is worse, in hundredths of a soldier.
const WORSE: i32 = -100;

/// Whether a player of this level resigns, given the scores of its own moves so far.
pub fn resigns(level: Level, scores: &[Score]) -> bool {
    let is_hopeless = |score: &Score| is_lost_or_at_most(*score, -HOPELESS);
    level.number() >= MIN_LEVEL
        && scores.len() >= HOPELESS_MOVES
        && scores.iter().rev().take(HOPELESS_MOVES).all(is_hopeless)
}

/// Whether a player of this level offers a draw with a move, given the scores of its own moves so far and the number of plies
/// since the last capture: if the game has been even and quiet for long, and not with every move.
pub fn offers_draw(level: Level, scores: &[Score], idle_plies: usize) -> bool {
    let is_even = |score: &Score| score.points().abs() <= MAX_EVEN;
    level.number() >= MIN_LEVEL
        && idle_plies >= MIN_IDLE_PLIES
        && scores.len() >= MIN_MOVES
        && scores.len().is_multiple_of(OFFER_INTERVAL)
        && scores.iter().rev().take(OFFER_INTERVAL).all(is_even)
}

/// Whether a score is lost, or an advantage of at most `limit`.
fn is_lost_or_at_most(score: Score, limit: i32) -> bool {
    match score.kind() {
        ScoreKind::Advantage(points) => points <= limit,
        ScoreKind::Mate(moves) => moves <= 0,
        ScoreKind::Ruled(wins) => !wins,
    }
}

/// Whether a player with this score agrees to a draw after this many plies: it is not better, and the opening is over.
pub fn agrees_to_draw(score: Score, plies: usize) -> bool {
    is_lost_or_at_most(
        score,
        if plies < OPENING_PLIES {
            WORSE
        } else {
            MAX_EVEN
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Memory, Search};
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
        assert!(resigns(level(8), &[even, lost, lost, lost]));
        assert!(!resigns(level(8), &[lost, lost]));
        assert!(!resigns(level(8), &[lost, lost, even]));
        assert!(!resigns(level(8), &[lost, even, lost]));
        assert!(!resigns(level(8), &[]));
    }

    #[test]
    fn beginners_let_themselves_be_mated() {
        let lost = [score(LOST); 3];
        assert!(!resigns(level(1), &lost));
        assert!(!resigns(level(3), &lost));
        assert!(resigns(level(4), &lost));
    }

    #[test]
    fn a_draw_is_offered_in_a_long_quiet_even_game_but_not_with_every_move() {
        let even = vec![Score::EVEN; MIN_MOVES];
        assert!(offers_draw(level(8), &even, MIN_IDLE_PLIES));
        assert!(!offers_draw(level(3), &even, MIN_IDLE_PLIES));
        assert!(!offers_draw(level(8), &even, MIN_IDLE_PLIES - 1));
        assert!(!offers_draw(level(8), &even[1..], MIN_IDLE_PLIES));
        let later = vec![Score::EVEN; MIN_MOVES + 1];
        assert!(!offers_draw(level(8), &later, MIN_IDLE_PLIES));
        let mut better = even;
        better[MIN_MOVES - 2] = score(WON);
        assert!(!offers_draw(level(8), &better, MIN_IDLE_PLIES));
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
