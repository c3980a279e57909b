//! The score of two players over all their games, whatever match these belong to.

use super::game_terms::player_name;
use crate::record::Summary;
use crate::rules::Side;

/// Score over the finished games of two players, who are known by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningScore {
    /// The names, that of Red in the first of these games first.
    pub names: [String; 2],
    /// Half points of each.
    pub half_points: [u32; 2],
    /// Number of games.
    pub games: usize,
}

impl RunningScore {
    /// Score of these games, unfinished ones aside; `None` unless all are between the same two names.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Summary>) -> Option<Self> {
        let mut score: Option<Self> = None;
        for game in games {
            let Some(outcome) = game.outcome else {
                continue;
            };
            let [red, black] = Side::ALL.map(|side| player_name(&game.tags, side));
            let (red, black) = (red?.trim(), black?.trim());
            let score = score.get_or_insert_with(|| Self {
                names: [red, black].map(str::to_owned),
                half_points: [0; 2],
                games: 0,
            });
            let red_at = score.names.iter().position(|name| name == red)?;
            if red == black || score.names[1 - red_at] != black {
                return None;
            }
            score.games += 1;
            match outcome.winner() {
                None => score.half_points = score.half_points.map(|points| points + 1),
                Some(Side::Red) => score.half_points[red_at] += 2,
                Some(Side::Black) => score.half_points[1 - red_at] += 2,
            }
        }
        score
    }

    /// Whether a game is one of two players.
    pub fn is_between(game: &Summary, names: [&str; 2]) -> bool {
        let own = Side::ALL.map(|side| player_name(&game.tags, side).unwrap_or_default().trim());
        own == names || own == [names[1], names[0]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::player_tag;
    use crate::record::Record;
    use crate::rules::{DrawReason, Outcome, Setup, WinReason};

    fn game(red: &str, black: &str, outcome: Option<Outcome>) -> Summary {
        let mut record = Record::new(Setup::start()).expect("the start");
        record.tags.set(player_tag(Side::Red), red);
        record.tags.set(player_tag(Side::Black), black);
        record.outcome = outcome;
        Summary::of(&record)
    }

    #[test]
    fn colors_change_and_the_score_stays_with_the_player() {
        let win = |side| Some(Outcome::win(side, WinReason::Resignation));
        let draw = Some(Outcome::Draw(DrawReason::Agreement));
        let mut games = vec![
            game("Hu", "Lü", win(Side::Red)),
            game("Lü", "Hu", win(Side::Black)),
            game("Lü", " Hu ", draw),
            game("Lü", "Hu", None),
            game("Hu", "Lü", win(Side::Black)),
        ];
        let score = RunningScore::of(&games).expect("two players");
        assert_eq!(score.names, ["Hu", "Lü"]);
        assert_eq!((score.half_points, score.games), ([5, 3], 4));
        assert!(
            games
                .iter()
                .all(|game| RunningScore::is_between(game, ["Lü", "Hu"]))
        );
        games.push(game("Hu", "Li", draw));
        assert_eq!(RunningScore::of(&games), None);
    }

    #[test]
    fn players_without_names_or_with_one_name_have_none() {
        let draw = Some(Outcome::Draw(DrawReason::Agreement));
        for (red, black) in [("Hu", ""), ("", ""), ("Hu", "Hu")] {
            assert_eq!(
                RunningScore::of(&[game(red, black, draw)]),
                None,
                "{red} – {black}"
            );
        }
        assert_eq!(RunningScore::of(&[]), None);
    }
}
