//! The terms that the host proposes to the guest.

use super::GameId;
use super::limits::{NAME_LENGTH, tidy};
use crate::arbiter;
use crate::game::clock::TimeControl;
use crate::game::{GameTerms, Handicap, TakeBacks};
use crate::record::format::serde_text::side_word;
use crate::record::format::{LIMITS, limit_number};
use crate::rules::{BySide, Rulebook, Side, Terms};
use serde::{Deserialize, Serialize};

/// Word of a rulebook between two programs. That of the Chinese one has the revision of its searches: programs of different
/// ones would not rule alike.
pub fn book_word(book: Rulebook) -> String {
    match book {
        Rulebook::Chinese => format!("{book}-{}", arbiter::REVISION),
        _ => book.to_string(),
    }
}

/// The rulebook that a word stands for; `None` if this version does not rule by it.
pub fn read_book(word: &str) -> Option<Rulebook> {
    let mut all = Rulebook::ALL.into_iter();
    all.find(|book| book_word(*book) == word)
}

/// Terms of a host’s proposal.
#[derive(Clone, Debug)]
pub struct HostTerms {
    /// Terms of the game.
    pub game: GameTerms,
    /// Side of the host; `None` for one by chance.
    pub own: Option<Side>,
}

/// Proposed game, in keywords.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Id of the game.
    pub id: GameId,
    /// Id of the first game of the match.
    pub series: GameId,
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
    /// Whether the host’s program has drawn the colors at random.
    pub drawn: bool,
}

impl Proposal {
    /// Proposes a game.
    pub fn new(id: GameId, host: Side, terms: &GameTerms) -> Self {
        let GameTerms {
            names,
            rules,
            time,
            clock_press: _,
            handicap,
            take_backs,
            seating: _,
            computer: _,
            engine: _,
        } = terms;
        let time = time.as_ref().map(ToString::to_string);
        Self {
            id,
            series: id,
            host,
            red: tidy(&names.red, NAME_LENGTH),
            black: tidy(&names.black, NAME_LENGTH),
            rulebook: book_word(rules.rulebook),
            no_capture: limit_number(rules.no_capture),
            time: time.unwrap_or_else(|| "-".to_owned()),
            odds: handicap.map(Handicap::word).unwrap_or_default(),
            first: handicap.map_or(Side::Red, Handicap::first),
            take_backs: take_backs.word().to_owned(),
            drawn: false,
        }
    }

    /// The proposal as a rematch in a match.
    pub fn in_match(self, series: GameId) -> Self {
        Self { series, ..self }
    }

    /// The proposal, with colors that the host’s program has drawn at random.
    pub fn by_chance(self) -> Self {
        Self {
            drawn: true,
            ..self
        }
    }

    /// Name of a player.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// Whether two proposals differ in their ids only.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let id = self.id;
        *self
            == Self {
                id,
                ..other.clone()
            }
    }

    /// Terms of the proposed game; `None` if this version does not support them.
    pub fn read(&self) -> Option<GameTerms> {
        let handicap = match &*self.odds {
            "" => None,
            odds => Some(Handicap::from_word(odds, self.first)?),
        };
        let limit = Some(self.no_capture).filter(|limit| *limit != 0);
        let terms = GameTerms {
            names: BySide {
                red: self.red.clone(),
                black: self.black.clone(),
            },
            rules: Terms {
                rulebook: read_book(&self.rulebook)?,
                no_capture: limit,
            },
            time: TimeControl::read(&self.time).ok()?,
            handicap,
            take_backs: TakeBacks::from_word(&self.take_backs)?,
            ..GameTerms::default()
        };
        let is_known = limit.is_none_or(|limit| LIMITS.contains(&limit));
        // Only canonical proposals: any other would give the logs different hashes.
        let canonical = Self {
            series: self.series,
            drawn: self.drawn,
            ..Self::new(self.id, self.host, &terms)
        };
        (is_known && canonical == *self).then_some(terms)
    }
}
