//! Results of games, and the card at the end of one.

use super::catalogue::{labels, say, say_about};
use super::clock::duration;
use super::{Players, match_score_lines, move_count};
use crate::game::clock::{Millis, seconds_text};
use crate::game::{Game, Match};
use crate::rules::{DrawReason, Outcome, Side, WinReason};

labels! {
    new_game = say!("New Game…");
}

/// Result of a game, as a sentence.
pub fn outcome(outcome: Outcome, who: &Players) -> String {
    match outcome {
        Outcome::Win { winner, by } => {
            let (winner, loser) = (&who[winner], &who[!winner]);
            match by {
                WinReason::Checkmate => say!("Checkmate (將死): {winner} wins.", winner),
                WinReason::Stalemate => say!(
                    "Stalemate (困斃): {loser} has no legal move and loses. {winner} wins.",
                    loser,
                    winner
                ),
                WinReason::Resignation => say!("{loser} resigns. {winner} wins.", loser, winner),
                WinReason::PerpetualCheck => say!(
                    "{winner} wins: {loser} repeated the position by checking on every move.",
                    winner,
                    loser
                ),
                WinReason::PerpetualChase => say!(
                    "{winner} wins: {loser} repeated the position by chasing a piece on every move.",
                    winner,
                    loser
                ),
                WinReason::Time => {
                    say!(
                        "{loser} ran out of time (超時). {winner} wins.",
                        loser,
                        winner
                    )
                }
                WinReason::Unstated => say!("{winner} wins.", winner),
            }
        }
        Outcome::Draw(reason) => draw(reason).to_owned(),
    }
}

/// Result of a game that ended because a move took longer than `cap`, as a sentence.
pub fn over_the_cap(outcome: Outcome, cap: Millis, who: &Players) -> String {
    let limit = duration(cap);
    match outcome.winner() {
        // Translators: the end of a game with a limit for each move: “Red used more than 6 seconds for a move (超時). Black wins.”
        Some(winner) => say!(
            "{loser} used more than {limit} for a move (超時). {winner} wins.",
            loser = &who[!winner],
            winner = &who[winner],
            limit
        ),
        // Translators: the end of a game with a limit for each move, when the opponent cannot win.
        None => say!(
            "Draw: a move took more than {limit} (超時), and the other side has no attacking piece left.",
            limit
        ),
    }
}

fn draw(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Agreement => say!("Draw by agreement."),
        DrawReason::Repetition => say!("Draw: the same position occurred three times."),
        DrawReason::MutualPerpetualCheck => {
            say!(
                "Draw: the same position occurred three times, with both sides checking on every move."
            )
        }
        DrawReason::MutualPerpetualChase => {
            say!(
                "Draw: the same position occurred three times, with both sides chasing on every move."
            )
        }
        DrawReason::NoCapture => say!("Draw: too many rounds without a capture."),
        DrawReason::InsufficientMaterial => say!("Draw: neither side has an attacking piece left."),
        DrawReason::Time => {
            say!(
                "Draw: one side ran out of time (超時), and the other has no attacking piece left."
            )
        }
        DrawReason::Unstated => say!("Draw."),
    }
}

/// Cause of a result, in one or two words.
pub(super) fn outcome_in_short(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { by, .. } => match by {
            WinReason::Checkmate => say_about!("end of a game", "Checkmate (將死)"),
            WinReason::Stalemate => say_about!("end of a game", "Stalemate (困斃)"),
            WinReason::Resignation => say_about!("end of a game", "Resignation"),
            WinReason::PerpetualCheck => say_about!("end of a game", "Perpetual check"),
            WinReason::PerpetualChase => say_about!("end of a game", "Perpetual chase"),
            WinReason::Time => say_about!("end of a game", "Time"),
            WinReason::Unstated => say_about!("end of a game", "No reason given"),
        },
        Outcome::Draw(by) => match by {
            DrawReason::Agreement => say_about!("end of a game", "Agreement"),
            DrawReason::Repetition => say_about!("end of a game", "Repetition"),
            DrawReason::MutualPerpetualCheck => {
                say_about!("end of a game", "Mutual perpetual check")
            }
            DrawReason::MutualPerpetualChase => {
                say_about!("end of a game", "Mutual perpetual chase")
            }
            DrawReason::NoCapture => say_about!("end of a game", "No capture"),
            DrawReason::InsufficientMaterial => {
                say_about!("end of a game", "Insufficient material")
            }
            DrawReason::Time => say_about!("end of a game", "Time"),
            DrawReason::Unstated => say_about!("end of a game", "No reason given"),
        },
    }
}

/// Result of a game, as window subtitle.
pub fn outcome_brief(outcome: Outcome, who: &Players) -> String {
    let winner = outcome.winner();
    match winner.map(|winner| (who.name(winner), winner)) {
        // Translators: {name} is the name of a player.
        Some((Some(name), _)) => say!("{name} wins", name),
        Some((_, Side::Red)) => say!("Red wins").into(),
        Some((_, Side::Black)) => say!("Black wins").into(),
        None => say_about!("end of a game", "Draw").into(),
    }
}

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

/// Texts of the end card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Winner.
    pub title: String,
    /// Reason and length, and as far as known the time used and the score of the match, with a line for each player.
    pub facts: Vec<String>,
    /// The winner; `None` after a draw.
    pub winner: Option<Side>,
}

impl Ending {
    /// Texts of a finished game, with the score of its match if it is the latest game of one; `None` while the game
    /// goes on.
    pub fn of(game: &Game, of_match: Option<&Match>) -> Option<Self> {
        let outcome = game.outcome()?;
        let players = Players::of_game(game);
        let played = game.record().node(game.present()).ply();
        let reason = outcome_in_short(outcome);
        let mut facts = vec![match played {
            0 => reason.to_owned(),
            _ => format!("{reason} · {}", move_count(played, 0)),
        }];
        if let Some(used) = game.time_used() {
            facts.extend(Side::ALL.map(|side| time_used(used[side], &players[side])));
        }
        // The first game alone is no score.
        if let Some(of_match) = of_match.filter(|of_match| of_match.games().len() > 1) {
            facts.extend(match_score_lines(of_match));
        }
        Some(Self {
            title: outcome_brief(outcome, &players),
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
    use crate::game::{Act, Now};
    use crate::record::{Record, Tags};
    use crate::rules::Setup;

    fn sentence(end: Outcome) -> String {
        outcome(end, &Players::nameless())
    }

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
                assert!(
                    sentence(end).contains(&outcome_brief(end, &Players::nameless())),
                    "{end:?}"
                );
            }
        }
        for drawn in [DrawReason::NoCapture, DrawReason::Time].map(Outcome::Draw) {
            assert!(sentence(drawn).starts_with(&outcome_brief(drawn, &Players::nameless())));
        }
    }

    fn mated() -> Game {
        crate::game::tests::played("b2c2 f9e8 c2c6 b7c7 c6c9")
    }

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
        assert_eq!(ending.facts, ["Resignation"]);
        assert_eq!(ending.winner, Some(Side::Black));
        let ending = Ending::of(&mated(), None).expect("an end");
        assert_eq!(ending.facts, ["Checkmate (將死) · 3 rounds"]);
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
