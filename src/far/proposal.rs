//! The terms that the host proposes to the guest.

use super::GameId;
use super::limits::{NAME_LENGTH, tidy};
use super::message::{in_text, side_word};
use crate::game::clock::TimeControl;
use crate::game::{Agreement, Handicap, TakeBacks};
use crate::record::format::{LIMITS, limit_number};
use crate::rules::{BySide, Rulebook, Side, Terms};
use serde::{Deserialize, Serialize};

/// Proposed game, in keywords.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Id of the game.
    #[serde(with = "in_text")]
    pub id: GameId,
    /// Side of the host.
    #[serde(with = "side_word")]
    pub host: Side,
    red: String,
    black: String,
    rulebook: String,
    no_capture: u16,
    time: String,
    odds: String,
    #[serde(with = "side_word")]
    first: Side,
    take_backs: String,
}

impl Proposal {
    /// Proposes a game.
    pub fn new(id: GameId, host: Side, agreement: &Agreement) -> Self {
        let Agreement {
            names,
            terms,
            time,
            handicap,
            take_backs,
            seating: _,
        } = agreement;
        let time = time.as_ref().map(ToString::to_string);
        Self {
            id,
            host,
            red: tidy(&names.red, NAME_LENGTH),
            black: tidy(&names.black, NAME_LENGTH),
            rulebook: terms.rulebook.word().to_owned(),
            no_capture: limit_number(terms.no_capture),
            time: time.unwrap_or_else(|| "-".to_owned()),
            odds: handicap.map(Handicap::word).unwrap_or_default(),
            first: handicap.map_or(Side::Red, Handicap::first),
            take_backs: take_backs.word().to_owned(),
        }
    }

    /// The agreement; `None` if this version does not support it.
    pub fn read(&self) -> Option<Agreement> {
        let handicap = match &*self.odds {
            "" => None,
            odds => Some(Handicap::from_word(odds, self.first)?),
        };
        let limit = Some(self.no_capture).filter(|limit| *limit != 0);
        let agreement = Agreement {
            names: BySide {
                red: self.red.clone(),
                black: self.black.clone(),
            },
            terms: Terms {
                rulebook: Rulebook::from_word(&self.rulebook)?,
                no_capture: limit,
            },
            time: TimeControl::read(&self.time).ok()?,
            handicap,
            take_backs: TakeBacks::from_word(&self.take_backs)?,
            ..Agreement::default()
        };
        let is_known = limit.is_none_or(|limit| LIMITS.contains(&limit));
        // Only canonical proposals: any other would give the logs different hashes.
        (is_known && Self::new(self.id, self.host, &agreement) == *self).then_some(agreement)
    }
}
