//! Names of the players in sentences.

use super::catalogue::{labels, say};
use super::excerpt::{MAX_NAME, excerpt};
use super::{outcome_in_short, side};
use crate::game::{Game, player_name};
use crate::record::Tags;
use crate::rules::{BySide, DrawReason, Outcome, Side, WinReason};
use crate::scene::{PlateResult, Plates};
use std::borrow::Cow;
use std::ops::Index;

labels! {
    change_name = say!("Change the name");
}

/// The players of a game, each called by name, or by side without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(BySide<Option<String>>);

impl Players {
    /// Players named in the tags of a game.
    pub fn of(tags: &Tags) -> Self {
        let name =
            |by| player_name(tags, by).map(|name| excerpt(name.trim(), MAX_NAME).into_owned());
        Self(BySide::new(name))
    }

    /// The players of a game.
    pub fn of_game(game: &Game) -> Self {
        Self::of(&game.record().tags)
    }

    /// Players without names.
    pub const fn nameless() -> Self {
        Self(BySide {
            red: None,
            black: None,
        })
    }

    /// The name of a player, if there is one.
    pub fn name(&self, by: Side) -> Option<&str> {
        self.0[by].as_deref()
    }
}

impl Index<Side> for Players {
    type Output = str;

    fn index(&self, by: Side) -> &str {
        self.name(by).unwrap_or_else(|| side(by))
    }
}

/// Name of a side's player in the tags, or the side without one.
pub fn player(tags: &Tags, by: Side) -> Cow<'_, str> {
    excerpt(player_name(tags, by).unwrap_or_else(|| side(by)), MAX_NAME)
}

/// Name plates for a picture of a game, with the results if it has an `outcome`; `None` if neither player has a name.
pub fn plates(tags: &Tags, outcome: Option<Outcome>) -> Option<Plates> {
    let players = Players::of(tags);
    let is_named = Side::ALL.into_iter().any(|by| players.name(by).is_some());
    is_named.then(|| Plates {
        names: BySide::new(|by| players[by].to_owned()),
        results: outcome.map(|outcome| BySide::new(|by| plate_result(outcome, by))),
    })
}

fn plate_result(outcome: Outcome, of: Side) -> PlateResult {
    let (score, is_stated) = match outcome {
        Outcome::Win { winner, .. } if winner != of => ("0", false),
        Outcome::Win { by, .. } => ("1", by != WinReason::Unstated),
        Outcome::Draw(by) => ("½", by != DrawReason::Unstated),
    };
    let reason = if is_stated {
        outcome_in_short(outcome)
    } else {
        ""
    };
    PlateResult { score, reason }
}

/// A name in a label that may have an access key, without one of its own.
pub(super) fn escaped(name: &str) -> String {
    name.replace('_', "__")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(red: &str, black: &str) -> Tags {
        let mut tags = Tags::default();
        tags.set(Tags::RED, red);
        tags.set(Tags::BLACK, black);
        tags
    }

    #[test]
    fn plates_are_for_those_who_have_a_name() {
        assert_eq!(
            plates(
                &tags("", " "),
                Some(Outcome::win(Side::Red, WinReason::Time))
            ),
            None
        );
        let plates = plates(&tags("", " 胡 "), None).expect("plates");
        assert_eq!((&*plates.names.red, &*plates.names.black), ("Red", "胡"));
        assert_eq!(plates.results, None);
    }

    #[test]
    fn the_reason_stands_with_the_winner_or_with_both() {
        let told = |outcome| {
            let plates = plates(&tags("a", "b"), Some(outcome)).expect("plates");
            let results = plates.results.expect("results");
            [results.red, results.black].map(|one| (one.score, one.reason))
        };
        let won = told(Outcome::win(Side::Black, WinReason::Checkmate));
        assert_eq!(won, [("0", ""), ("1", "Checkmate (將死)")]);
        let drawn = told(Outcome::Draw(DrawReason::Agreement));
        assert_eq!(drawn, [("½", "Agreement"); 2]);
        let unstated = told(Outcome::Draw(DrawReason::Unstated));
        assert_eq!(unstated, [("½", ""); 2]);
    }
}
