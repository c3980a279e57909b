//! A game with its surroundings, as saved between two runs of the program.
//!
//! The saved form is a game file with one more field, so any reader of game files can rescue the game:
//!
//! ```json
//! "sitting": { "present": 12, "shown": 10, "file": "file:///…", "unsaved": true, "bottom": "red" }
//! ```
//!
//! `docs/FORMAT.md` lists the optional fields. A game whose clock was running comes back paused, with both clocks as
//! they were at the last update.

use super::{Ask, Game, Now, Offer};
use crate::record::NodeId;
use crate::record::format::serde_text::side_word;
use crate::record::format::{self, Caution, ReadError};
use crate::rules::Side;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use thiserror::Error;

/// Checksum while it is computed.
const UNCHECKED: &str = "0000000000000000";

/// A game with the state of its window.
#[derive(Clone, Debug)]
pub struct SessionState {
    /// The game.
    pub game: Game,
    /// The URI of the file that the game was saved to or opened from.
    pub file: Option<String>,
    /// Digest of the file's contents when last read or written, to detect changes.
    pub fingerprint: Option<String>,
    /// The collection that the game is from.
    pub origin: Option<CollectionPlace>,
    /// Whether anything is not saved in a file.
    pub unsaved: bool,
    /// Side whose home rank is at the bottom.
    pub bottom: Side,
    /// Whether a newer version has saved the session, with something that was left out when it was read.
    pub lacks_newer_fields: bool,
}

/// Place of a game in a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionPlace {
    /// The URI of the file.
    pub file: String,
    /// Index of the game in it, from 0.
    pub game: usize,
    /// Number of games in the file, if known.
    pub count: Option<usize>,
    /// Digest of the game's text in the file, to detect changes; `None` if it cannot be saved there.
    pub fingerprint: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StateField {
    present: usize,
    shown: usize,
    /// Number of the shown move, if it is in a variation: an index from 1 into the whole tree, each line before its
    /// alternatives.
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
    #[serde(default = "red", with = "side_word")]
    bottom: Side,
    /// Whether the game stands before the first of two moves, which has been taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    before_first: bool,
    /// Whether the clock was running or paused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    /// Whether it is being played, and not only read from a file. Earlier versions did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    live: Option<bool>,
    /// The open offer; a request unknown to this version is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offer: Option<Value>,
    /// Fingerprint of the whole file, with [`UNCHECKED`] in this place. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    #[serde(flatten, skip_serializing)]
    newer: HashMap<String, IgnoredAny>,
}

#[derive(Serialize, Deserialize)]
struct OfferField {
    #[serde(with = "side_word")]
    by: Side,
    what: OfferWord,
}

/// Request of an offer, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OfferWord {
    Draw,
    TakeBack(usize),
    Hints,
    Analysis,
}

impl OfferField {
    /// Writes an offer; `None` for one of a game between two programs, which restore it from their log.
    fn of(Offer { by, ask, plies }: Offer) -> Option<Self> {
        let what = match ask {
            Ask::Draw => OfferWord::Draw,
            Ask::TakeBack | Ask::Cycle => OfferWord::TakeBack(plies),
            Ask::Hints => OfferWord::Hints,
            Ask::Analysis => OfferWord::Analysis,
            Ask::Pause => return None,
        };
        Some(Self { by, what })
    }

    const fn read(self) -> Offer {
        let (ask, plies) = match self.what {
            OfferWord::Draw => (Ask::Draw, 0),
            OfferWord::TakeBack(plies) => (Ask::TakeBack, plies),
            OfferWord::Hints => (Ask::Hints, 0),
            OfferWord::Analysis => (Ask::Analysis, 0),
        };
        let by = self.by;
        Offer { by, ask, plies }
    }
}

const fn red() -> Side {
    Side::Red
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

impl From<CollectionField> for CollectionPlace {
    fn from(field: CollectionField) -> Self {
        Self {
            file: field.file,
            game: field.game.get() - 1,
            count: field.games,
            fingerprint: field.fingerprint,
        }
    }
}

impl From<CollectionPlace> for CollectionField {
    fn from(origin: CollectionPlace) -> Self {
        Self {
            file: origin.file,
            game: NonZeroUsize::MIN.saturating_add(origin.game),
            games: origin.count,
            fingerprint: origin.fingerprint,
        }
    }
}

/// Reason that a session cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SessionStateError {
    /// Not a game file.
    #[error(transparent)]
    Read(ReadError),
    /// The game in it is incomplete.
    #[error("{0}")]
    Loss(Caution),
    /// The position of the game is missing or invalid.
    #[error("it does not say where the game stands")]
    Field,
    /// It is not as it was written.
    #[error("the checksum is wrong")]
    Checksum,
}

impl Default for SessionState {
    /// An ordinary game.
    fn default() -> Self {
        Self::new(Game::ordinary())
    }
}

impl SessionState {
    /// State of a session with this game, which has no file; Red is at the bottom.
    pub const fn new(game: Game) -> Self {
        Self {
            game,
            file: None,
            fingerprint: None,
            origin: None,
            unsaved: false,
            bottom: Side::Red,
            lacks_newer_fields: false,
        }
    }

    /// Parses the output of [`SessionState::write`].
    ///
    /// # Errors
    ///
    /// Returns an error if the data is invalid. A session is restored as a whole or not at all.
    pub fn read(bytes: &[u8]) -> Result<Self, SessionStateError> {
        let (mut loaded, field) = format::read_session(bytes).map_err(SessionStateError::Read)?;
        let mut lacks_newer_fields = false;
        for what in loaded.warnings.into_iter().map(|warning| warning.what) {
            // Other cautions stem from the file the game was opened from, and are no reason to refuse it.
            if what.is_loss() {
                return Err(SessionStateError::Loss(what));
            }
            lacks_newer_fields |= format::is_newer(&what);
        }
        let record = loaded.records.pop().ok_or(SessionStateError::Field)?;
        let field: StateField = field
            .and_then(|field| serde_json::from_value(field).ok())
            .ok_or(SessionStateError::Field)?;
        lacks_newer_fields |= !field.newer.is_empty();
        if let Some(checksum) = &field.checksum
            && !is_intact(bytes, checksum)
        {
            return Err(SessionStateError::Checksum);
        }
        let ids: Vec<NodeId> = [record.root()]
            .into_iter()
            .chain(record.main_line())
            .collect();
        let at = |ply: usize| ids.get(ply).copied().ok_or(SessionStateError::Field);
        let (present, mut shown) = (at(field.present)?, at(field.shown)?);
        if let Some(aside) = field.aside {
            let index = aside.checked_sub(1).ok_or(SessionStateError::Field)?;
            shown = record.walk().nth(index).ok_or(SessionStateError::Field)?;
        }
        let mut game = Game::at(record, present, shown);
        let has_source = field.file.is_some() || field.collection.is_some();
        game.is_live = field.live.unwrap_or(field.present > 0 && !has_source);
        // Whether it goes on decides what of the rest holds.
        game.settle_at_once(Now::default());
        if field.before_first && game.take_back_first(Now::default()).is_none() {
            return Err(SessionStateError::Field);
        }
        if field.paused {
            game.restore_pause();
        }
        let offer = field.offer.map(serde_json::from_value::<OfferField>);
        match offer {
            Some(Ok(offer)) => game.restore_offer(offer.read()),
            Some(Err(_)) => lacks_newer_fields = true,
            None => {}
        }
        Ok(Self {
            game,
            file: field.file,
            fingerprint: field.fingerprint,
            origin: field.collection.map(CollectionPlace::from),
            unsaved: field.unsaved,
            bottom: field.bottom,
            lacks_newer_fields,
        })
    }

    /// Serializes everything, including moves that were taken back.
    pub fn write(&self) -> Vec<u8> {
        if self.game.stashed_record.is_some() {
            let mut again = self.game.clone();
            again.redo_first(Now::default());
            return self.write_game(&again, true);
        }
        self.write_game(&self.game, false)
    }

    /// Writes the game, or its state before the first of two moves was taken back.
    fn write_game(&self, game: &Game, before_first: bool) -> Vec<u8> {
        let ply = |id| game.record().node(id).ply();
        let aside = game.shows_variation().then(|| {
            let mut walk = game.record().walk();
            walk.position(|id| id == game.shown())
                .map(|index| index + 1)
        });
        let aside = aside.flatten();
        let field = StateField {
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
            bottom: self.bottom,
            before_first,
            paused: self.game.is_timing(),
            live: Some(game.is_live),
            offer: self
                .game
                .offer()
                .and_then(OfferField::of)
                .and_then(|offer| serde_json::to_value(offer).ok()),
            checksum: Some(UNCHECKED.to_owned()),
            newer: HashMap::new(),
        };
        let mut record = game.record().clone();
        game.note_thinking_time(&mut record.tags);
        let field = serde_json::to_value(field).expect("plain data");
        let mut bytes = format::write_own(&record, Some(field));
        let checksum = format::fingerprint(&bytes);
        if let Some(place) = checksum_place(&bytes, UNCHECKED) {
            bytes[place].copy_from_slice(checksum.as_bytes());
        }
        bytes
    }
}

/// Whether a file is as it was when its checksum was computed.
fn is_intact(bytes: &[u8], checksum: &str) -> bool {
    let Some(place) = checksum_place(bytes, checksum) else {
        return false;
    };
    let mut unchecked = bytes.to_vec();
    unchecked[place].copy_from_slice(UNCHECKED.as_bytes());
    format::fingerprint(&unchecked) == checksum
}

/// Place of a checksum in a file, near its end; `None` if it is not one.
fn checksum_place(bytes: &[u8], checksum: &str) -> Option<Range<usize>> {
    let field = format!("\"checksum\": \"{checksum}\"");
    let found = bytes
        .windows(field.len())
        .rposition(|part| part == field.as_bytes())?;
    let end = found + field.len() - 1;
    (checksum.len() == UNCHECKED.len()).then(|| end - checksum.len()..end)
}

/// A saved session that was changed, with a matching checksum.
#[cfg(test)]
pub(super) fn resealed(text: &str) -> String {
    const NAME: &str = "\"checksum\": \"";
    let start = text.rfind(NAME).expect("a checksum") + NAME.len();
    let (before, rest) = text.split_at(start);
    let after = &rest[UNCHECKED.len()..];
    let unchecked = format!("{before}{UNCHECKED}{after}");
    let checksum = format::fingerprint(unchecked.as_bytes());
    format!("{before}{checksum}{after}")
}
