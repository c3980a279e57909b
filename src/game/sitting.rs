//! A game with the table around it, as it is kept between two runs of the program.
//!
//! A session is a game file with one more field, so that any reader of game files can rescue the game:
//!
//! ```json
//! "sitting": { "present": 12, "shown": 10, "file": "file:///…", "unsaved": true, "bottom": "red" }
//! ```
//!
//! `data/FORMAT.md` tells what it may have besides. A game whose clock ran comes back paused, with both clocks as they
//! were after the last move.

use super::offers::{Offer, Request};
use super::{Game, Now};
use crate::record::NodeId;
use crate::record::format::{self, Caution, ReadError, Target};
use crate::rules::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::num::NonZeroUsize;

/// The name of the additional field.
const FIELD: &str = "sitting";

/// A game and how it lies on the table.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The game.
    pub game: Game,
    /// The URI of the file that the game was saved to or opened from.
    pub file: Option<String>,
    /// What tells whether that file still holds what was read or written there last.
    pub fingerprint: Option<String>,
    /// The file of many games that it is from.
    pub origin: Option<Origin>,
    /// Whether there is anything that no file holds.
    pub unsaved: bool,
    /// Whose home rank is at the bottom.
    pub bottom: Side,
}

/// Which game of which file it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The URI of the file.
    pub file: String,
    /// The number of the game in it, the first being 0.
    pub game: usize,
    /// How many games the file has, if they were all known.
    pub count: Option<usize>,
    /// What tells whether the game still stands there as it did; `None` if it cannot be saved there.
    pub fingerprint: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Field {
    present: usize,
    shown: usize,
    /// Which move of the whole tree is shown, counted from 1 a whole line before its alternatives, if it is beside
    /// the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aside: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<CollectionField>,
    #[serde(default)]
    unsaved: bool,
    #[serde(default)]
    bottom: Word,
    /// Whether the game stands before the first of two moves, which is taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    before_first: bool,
    /// Whether the clock ran or was paused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    /// What waits for an answer; a request that this version does not know is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offer: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct OfferField {
    by: Word,
    what: Request,
}

#[derive(Serialize, Deserialize)]
struct CollectionField {
    file: String,
    /// From 1.
    game: NonZeroUsize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
}

impl From<CollectionField> for Origin {
    fn from(field: CollectionField) -> Self {
        Self {
            file: field.file,
            game: field.game.get() - 1,
            count: field.games,
            fingerprint: field.fingerprint,
        }
    }
}

impl From<Origin> for CollectionField {
    fn from(origin: Origin) -> Self {
        Self {
            file: origin.file,
            game: NonZeroUsize::MIN.saturating_add(origin.game),
            games: origin.count,
            fingerprint: origin.fingerprint,
        }
    }
}

/// A side, by its word.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    #[default]
    Red,
    Black,
}

impl From<Word> for Side {
    fn from(bottom: Word) -> Self {
        match bottom {
            Word::Red => Self::Red,
            Word::Black => Self::Black,
        }
    }
}

impl From<Side> for Word {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }
}

/// Why a session cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SittingError {
    /// It is no game file.
    Read(ReadError),
    /// The game in it is not whole.
    Loss(Caution),
    /// It does not say, or not rightly, where the game stands.
    Field,
}

impl fmt::Display for SittingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Loss(what) => what.fmt(f),
            Self::Field => f.write_str("it does not say where the game stands"),
        }
    }
}

impl std::error::Error for SittingError {}

impl Default for Sitting {
    /// An ordinary game.
    fn default() -> Self {
        Self::new(Game::ordinary())
    }
}

impl Sitting {
    /// A game that is in no file yet, Red at the bottom.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self {
            game,
            file: None,
            fingerprint: None,
            origin: None,
            unsaved: false,
            bottom: Side::Red,
        }
    }

    /// Reads what [`Sitting::write`] wrote.
    ///
    /// # Errors
    ///
    /// What is wrong with it. A session is taken up whole or not at all.
    pub fn read(bytes: &[u8]) -> Result<Self, SittingError> {
        let mut loaded = format::read(bytes).map_err(SittingError::Read)?;
        // What is no loss was in the file that the game was opened from, and is kept.
        let mut cautions = loaded.warnings.into_iter().map(|warning| warning.what);
        if let Some(loss) = cautions.find(Caution::is_loss) {
            return Err(SittingError::Loss(loss));
        }
        let mut record = loaded.records.pop().ok_or(SittingError::Field)?;
        let field = record
            .unknown
            .shift_remove(FIELD)
            .ok_or(SittingError::Field)?;
        let field: Field = serde_json::from_value(field).map_err(|_| SittingError::Field)?;
        let ids: Vec<NodeId> = [record.root()]
            .into_iter()
            .chain(record.main_line())
            .collect();
        let at = |ply: usize| ids.get(ply).copied().ok_or(SittingError::Field);
        let (present, mut shown) = (at(field.present)?, at(field.shown)?);
        if let Some(aside) = field.aside {
            let index = aside.checked_sub(1).ok_or(SittingError::Field)?;
            shown = record.walk().nth(index).ok_or(SittingError::Field)?;
        }
        let mut game = Game::at(record, present, shown);
        if field.before_first && game.take_back_first(Now::default()).is_none() {
            return Err(SittingError::Field);
        }
        if field.paused {
            game.restore_pause();
        }
        let offer = field.offer.map(serde_json::from_value::<OfferField>);
        if let Some(Ok(OfferField { by, what })) = offer {
            game.restore_offer(Offer {
                by: by.into(),
                what,
            });
        }
        Ok(Self {
            game,
            file: field.file,
            fingerprint: field.fingerprint,
            origin: field.collection.map(Origin::from),
            unsaved: field.unsaved,
            bottom: field.bottom.into(),
        })
    }

    /// Writes everything, moves that were taken back included.
    ///
    /// # Panics
    ///
    /// Never: the field is plain data.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        if self.game.is_before_first() {
            let mut again = self.game.clone();
            again.redo_first(Now::default());
            return self.write_game(&again, true);
        }
        self.write_game(&self.game, false)
    }

    /// Writes the game, or what it was before the first of two moves was taken back.
    fn write_game(&self, game: &Game, before_first: bool) -> Vec<u8> {
        let ply = |id| game.record().node(id).ply();
        let aside = game.shows_variation().then(|| {
            let mut walk = game.record().walk();
            walk.position(|id| id == game.shown())
                .map(|index| index + 1)
        });
        let aside = aside.flatten();
        let field = Field {
            present: ply(game.present()),
            shown: if aside.is_some() {
                0
            } else {
                ply(game.shown())
            },
            aside,
            file: self.file.clone(),
            fingerprint: self.fingerprint.clone(),
            collection: self.origin.clone().map(CollectionField::from),
            unsaved: self.unsaved,
            bottom: self.bottom.into(),
            before_first,
            paused: self.game.is_timing(),
            offer: self.game.offer().and_then(|Offer { by, what }| {
                let by = by.into();
                serde_json::to_value(OfferField { by, what }).ok()
            }),
        };
        let mut record = game.record().clone();
        let field = serde_json::to_value(field).expect("plain data");
        record.unknown.insert(FIELD.to_owned(), field);
        format::write(&record, Target::Json)
    }
}
