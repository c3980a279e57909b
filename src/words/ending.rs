//! The card at the end of a game.

use super::catalogue::{labels, say};
use super::status::ended;
use super::{Players, match_score_lines, move_count, outcome_brief};
use crate::game::clock::{Millis, seconds_text};
use crate::game::{Game, Match};
use crate::rules::Side;

labels! {
    // Translators: Button that plays the game again on the board.
    watch_again = say!("Re_play");
    watch_again_about = say!("Watch the game from the beginning");
    share = say!("S_hare");
    share_about = say!("Pass on the game as a picture, an animation or text");
    close_ending = say!("Show the Board (Esc)");
    share_picture = say!("Copy _Picture");
    share_animation = say!("Save _Animation…");
    share_text = say!("Copy _Text");
}

/// Words of the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won.
    pub title: String,
    /// How.
    pub reason: String,
    /// Length, time used and score of the match, as far as known, of one player per line.
    pub facts: Vec<String>,
    /// The winner; `None` after a draw.
    pub winner: Option<Side>,
}

impl Ending {
    /// The ending of a game, and of the latest game of a match if it belongs to one; `None` while the game goes on.
    pub fn of(game: &Game, of_match: Option<&Match>) -> Option<Self> {
        let outcome = game.outcome()?;
        let players = Players::of_game(game);
        let played = game.record().node(game.present()).ply();
        let mut facts = vec![move_count(played, 0)];
        if let Some(used) = game.time_used() {
            facts.extend(Side::ALL.map(|side| time_used(used[side], &players[side])));
        }
        // The first game alone is no score.
        if let Some(of_match) = of_match.filter(|of_match| of_match.games().len() > 1) {
            facts.extend(match_score_lines(of_match));
        }
        Some(Self {
            title: outcome_brief(outcome, &players),
            reason: ended(game, outcome),
            facts,
            winner: outcome.winner(),
        })
    }
}

/// Time used by a player.
fn time_used(used: Millis, player: &str) -> String {
    // Translators: the time that a player used in a game: “Time used by Hu: 12:03”.
    say!(
        "Time used by {player}: {time}",
        player,
        time = nearest(used)
    )
}

/// A time to the nearest second.
fn nearest(time: Millis) -> String {
    seconds_text((time + 500) / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Act;
    use crate::game::Now;
    use crate::record::{Record, Tags};
    use crate::rules::Setup;

    fn resigned(tag: &str, name: &str) -> Game {
        let mut record = Record::new(Setup::start()).expect("a start");
        record.tags.set(tag, name);
        let mut game = Game::from_record(record);
        game.apply(Act::Resign.by(Side::Red), Now::default())
            .expect("a game that goes on");
        game
    }

    #[test]
    fn it_names_the_winner_and_says_how() {
        let ending = Ending::of(&resigned(Tags::BLACK, "Hu"), None).expect("an end");
        assert_eq!(ending.title, "Hu wins");
        assert_eq!(ending.reason, "Red resigns. Hu wins.");
        assert_eq!(ending.winner, Some(Side::Black));
    }

    #[test]
    fn a_game_that_goes_on_has_none() {
        assert_eq!(Ending::of(&Game::ordinary(), None), None);
    }

    #[test]
    fn times_are_told_in_minutes() {
        for (time, text) in [(4_400, "0:04"), (59_600, "1:00"), (3_725_000, "1:02:05")] {
            assert_eq!(nearest(time), text);
        }
    }
}
