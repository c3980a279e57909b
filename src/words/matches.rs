//! Matches between two players: the score, the games, and the result as text. An underscore precedes the access key of
//! a choice.

use super::catalogue::{labels, say, say_about, say_count};
use super::details::rounds;
use super::title::{MAX_TITLE, harmless};
use super::{begun, games_shown, notes, outcome_in_short, result_sign, value};
use crate::game::{Finished, Match, Player, RunningScore};
use crate::record::Summary;
use crate::rules::Side;
use crate::scene::{Keepsake, KeepsakeGame, Scene};
use std::borrow::Cow;

labels! {
    rematch = say!("Rematch");
    no_rematch_yet = say!("This game is not over yet. Finish it before a rematch, or start another one with New Game.");
    no_game_finished = say!("No finished games in this match yet");
    copied_result = say!("Match result copied to the clipboard.");
    ask_new_match = say!("Start New Match?");
    ask_new_match_body = say!("The score starts again at 0–0. The finished games stay in the history.");
    new_match = say!("Start _New Match");
}

/// Points: `2½`.
pub fn points(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Accessible description of a player's points, after the name.
pub fn points_of(half_points: u32) -> String {
    match half_points {
        // Translators: the points of a player.
        1 => say!("half a point in this match").into(),
        // Translators: the points of a player.
        _ if half_points.is_multiple_of(2) => say_count!(
            "{count} point in this match",
            "{count} points in this match",
            count = half_points / 2
        ),
        // Translators: the points of a player, with half a point: “2½”.
        _ => say!(
            "{points} points in this match",
            points = points(half_points)
        ),
    }
}

/// Name of a player of a match.
fn player_name(of: &Match, player: Player) -> Cow<'_, str> {
    match (of.name(player), player) {
        ("", Player::First) => say_about!("match", "First player").into(),
        ("", Player::Second) => say_about!("match", "Second player").into(),
        (name, _) => value(name),
    }
}

/// Score of a match: `Hu 2½ – 1½ Lü`.
pub fn match_score(of: &Match) -> String {
    let [first, second] = Player::BOTH.map(|player| player_name(of, player));
    let [one, other] = Player::BOTH.map(|player| points(of.half_points(player)));
    format!("{first} {one} – {other} {second}")
}

/// Score of a match with one player per line, and the points after the name, so that a long name breaks no score.
pub fn match_score_lines(of: &Match) -> [String; 2] {
    Player::BOTH.map(|player| {
        let points = points(of.half_points(player));
        format!("{}\u{a0}{points}", player_name(of, player))
    })
}

/// Points of both players: `2½ – 1½`.
fn both_points(half_points: [u32; 2]) -> String {
    let [one, other] = half_points.map(points);
    format!("{one} – {other}")
}

/// Score of two players over all their games: `Hu 12½ – 9½ Lü, 22 games`.
pub fn running_score(score: &RunningScore) -> String {
    let [first, second] = score.names.each_ref().map(|name| value(name));
    let score_text = format!("{first} {} {second}", both_points(score.half_points));
    notes(&[score_text, games_shown(score.games, score.games)])
}

/// Players of a match, fit for a file name.
pub fn match_title(of: &Match) -> String {
    let [first, second] = Player::BOTH.map(|player| player_name(of, player));
    let date = { of.games().last() }.and_then(|last| last.begun.split(' ').next());
    let title = format!("{} {first} – {second}", date.unwrap_or_default());
    harmless(title.trim(), MAX_TITLE)
}

/// Picture of a match. The games are those whose files could be read, each with its place in the match; `all` is the
/// score of its players over all their games.
pub fn keepsake(of: &Match, games: &[Option<Summary>], all: Option<&RunningScore>) -> Keepsake {
    let played = of.games();
    let date = played.last().and_then(|last| last.begun.split(' ').next());
    let about = notes(&[games_shown(played.len(), played.len()), begun(date, None)]);
    // Nothing but this match is no news.
    let all = all.filter(|all| all.games > played.len());
    let all = all.map(|all| say!("All games: {score}", score = running_score(all)));
    let games = played.iter().enumerate().map(|(index, game)| {
        let summary = games.get(index).and_then(Option::as_ref);
        let last = |summary: &Summary| {
            Scene::of_position(&summary.last, summary.moves.last().copied(), Side::Red)
        };
        KeepsakeGame {
            last: summary.map(last),
            title: format!("{}. {}", index + 1, finished_players(of, game)),
            score: result_sign(Some(game.outcome.score())).to_owned(),
            reason: outcome_in_short(game.outcome).to_owned(),
        }
    });
    Keepsake {
        names: Player::BOTH.map(|player| player_name(of, player).into_owned()),
        score: both_points(Player::BOTH.map(|player| of.half_points(player))),
        about: [about].into_iter().chain(all).collect(),
        games: games.collect(),
    }
}

/// Players of a game, Red first: `Hu – Lü`.
pub fn finished_players(of: &Match, game: &Finished) -> String {
    let [red, black] = [game.red, game.red.other()].map(|player| player_name(of, player));
    format!("{red} – {black}")
}

/// Result, length and start of a game.
pub fn finished_about(game: &Finished) -> String {
    let end = outcome_in_short(game.outcome);
    let when = game.begun.split_once(' ');
    let when = when.map(|(date, time)| begun(Some(date), Some(time)));
    let when = when.unwrap_or_default();
    // Translators: {end} is how a game ended (“Resignation”), {when} when it began.
    say_count!(
        "{end}, {count} round, {when}",
        "{end}, {count} rounds, {when}",
        count = rounds(game.plies),
        end,
        when
    )
}

/// Accessible description of a finished game, after the players.
pub fn finished_told(result: &str, about: &str) -> String {
    // Translators: read out of a game of a match; {result} is “1–0”, {about} “Resignation, 31 rounds, 21 November 2026”.
    say!("{result}. {about}", result, about)
}

/// A match as text, for sending.
pub fn match_text(of: &Match) -> String {
    let mut text = match_score(of);
    text.push_str("\n\n");
    for (index, game) in of.games().iter().enumerate() {
        let number = index + 1;
        let players = finished_players(of, game);
        let result = result_sign(Some(game.outcome.score()));
        let about = finished_about(game);
        // Translators: a game of a match in a list: “2. Hu – Lü  1–0  (Resignation, 31 rounds, 21 November 2026)”.
        text += &say!(
            "{number}. {players}  {result}  ({about})",
            number,
            players,
            result,
            about
        );
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Act, Colors, Command, GameTerms, Matches, Now};
    use crate::record::Tags;
    use crate::rules::{BySide, Side};

    #[test]
    fn half_points_have_a_sign_of_their_own() {
        let told: Vec<_> = (0..5).map(points).collect();
        assert_eq!(told, ["0", "½", "1", "1½", "2"]);
        assert_eq!(points_of(2), "1 point in this match");
        assert_eq!(points_of(0), "0 points in this match");
        assert_eq!(points_of(1), "half a point in this match");
        assert_eq!(points_of(5), "2½ points in this match");
    }

    #[test]
    fn an_evening_is_told() {
        let mut matches = Matches::default();
        let mut terms = GameTerms {
            names: BySide {
                red: "Hu".into(),
                black: String::new(),
            },
            ..GameTerms::default()
        };
        for (minute, loser) in [("05", Side::Black), ("50", Side::Black), ("59", Side::Red)] {
            let mut game = terms.begin();
            game.edit_tags(|tags| {
                tags.set(Tags::DATE, "2026-11-21");
                tags.set(Tags::TIME, &format!("20:{minute}:33"));
            });
            game.edit_tags(|tags| matches.begin(tags, Colors::Swapped));
            let mv = "h2e2".parse().expect("a move");
            game.apply(Command::Play(mv), Now::default())
                .expect("legal");
            game.apply(Act::Resign.by(loser), Now::default())
                .expect("in progress");
            matches.finish(game.record());
            terms = terms.swapped();
        }
        let lines = match_score_lines(matches.last().expect("a match"));
        assert_eq!(lines, ["Hu\u{a0}1", "Second player\u{a0}2"]);
        let told = match_text(matches.last().expect("a match"));
        let expected = "Hu 1 – 2 Second player\n\n\
            1. Hu – Second player  1–0  (Resignation, 1 round, 21 November 2026, 20:05)\n\
            2. Second player – Hu  1–0  (Resignation, 1 round, 21 November 2026, 20:50)\n\
            3. Hu – Second player  0–1  (Resignation, 1 round, 21 November 2026, 20:59)\n";
        assert_eq!(told, expected);
    }
}
