//! A library: a list of games, then the games in blocks.
//!
//! Opening a library reads the list and the head of every game; a tree is read only on request, since there are
//! libraries of twenty thousand games.

use super::record::RecordHead;
use super::writer::listed_title;
use super::{LIBRARY, OLD_LIBRARY, RECORD};
use crate::record::Tags;
use crate::record::format::batch::Batch;
use crate::record::format::binary::{slice, u32_at, utf_16};
use crate::record::format::{Caution, Loaded, ReadError, Warning};
use crate::rules::Outcome;
use std::borrow::Cow;
use std::ops::Range;

/// Offset of the number of entries, which may be any; most entries are unused.
pub(super) const COUNT: usize = 60;
/// Offset of the list.
pub(super) const LIST: usize = 66_624;
/// Length of a list entry.
pub(super) const ENTRY: usize = 276;
/// Offset and length of the title in an entry.
pub(super) const TITLE: (usize, usize) = (100, 128);
/// Size unit of a record.
pub(super) const BLOCK: usize = 4096;

/// States of an entry: unused, or with a game. Deleted entries have other numbers, and their games stay in the file.
const UNUSED: u32 = 0;
pub(super) const LIVE: u32 = 7;

/// The data of a game known before its moves are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryEntry {
    /// Players, date and other tags. Leading spaces indent a title below a heading.
    pub tags: Tags,
    /// The result in the library: `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
}

/// A CCBridge library whose games are read one by one.
#[derive(Debug)]
pub struct Library<'a> {
    bytes: Cow<'a, [u8]>,
    games: Vec<LibraryEntry>,
    /// The byte range of each record.
    places: Vec<Range<usize>>,
    warnings: Vec<Warning>,
}

/// A game's entry in the list.
struct ListedRecord {
    order: u32,
    title: String,
    place: Range<usize>,
}

impl<'a> Library<'a> {
    /// Reads the list of games and the head of each.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a library, or one of CCBridge 2.
    pub fn of(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, ReadError> {
        let bytes = bytes.into();
        if bytes.starts_with(OLD_LIBRARY) {
            return Err(ReadError::OldLibrary);
        }
        if !bytes.starts_with(LIBRARY) {
            return Err(ReadError::Unknown);
        }
        let mut library = Self {
            games: Vec::new(),
            places: Vec::new(),
            warnings: Vec::new(),
            bytes,
        };
        let listed = list(&library.bytes);
        let listed = listed.unwrap_or_else(|| {
            library.warn(Caution::DamagedIndex);
            search(&library.bytes)
        });
        for game in listed {
            library.enter(game);
        }
        Ok(library)
    }

    /// The games in display order.
    pub fn games(&self) -> &[LibraryEntry] {
        &self.games
    }

    /// Warnings about the list.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Reads one game, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if the index is out of range.
    pub fn read(&self, game: usize) -> Loaded {
        let bytes = &self.bytes[self.places[game].clone()];
        let head = RecordHead::read(bytes).expect("a head that was read before");
        head.game().cleaned()
    }

    /// Reads all games.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none.
    pub fn read_all(&self) -> Result<Loaded, ReadError> {
        if self.games.is_empty() {
            // A list that names games, or is cut off itself, is no empty one.
            return Err(match self.warnings[..] {
                [] => ReadError::NoGames,
                _ => ReadError::NoBoard,
            });
        }
        let batch = Batch::with(self.warnings.clone());
        batch.read_each(&self.games, |index, _| Ok(self.read(index)))
    }

    /// Adds a game, if there is one.
    fn enter(&mut self, game: ListedRecord) {
        let bytes = self.bytes.get(game.place.clone()).unwrap_or_default();
        let Ok(head) = RecordHead::read(bytes) else {
            return self.warn(Caution::MissingGame { title: game.title });
        };
        let mut tags = head.tags();
        if tags.get(Tags::TITLE).is_none() && game.title != listed_title(&tags) {
            tags.set(Tags::TITLE, &game.title);
        }
        self.games.push(LibraryEntry {
            tags,
            result: head.outcome().map(Outcome::score),
        });
        self.places.push(game.place);
    }

    /// Adds a warning before the next game.
    fn warn(&mut self, what: Caution) {
        self.warnings.push(Warning {
            game: self.games.len(),
            line: None,
            what,
        });
    }
}

/// The games of the list in display order; `None` if it contradicts the content of the file.
fn list(bytes: &[u8]) -> Option<Vec<ListedRecord>> {
    let count = usize::try_from(u32_at(bytes, COUNT)?).ok()?;
    let first = LIST.checked_add(ENTRY.checked_mul(count)?)?;
    let list = bytes.get(LIST..first)?;
    let mut found = Vec::new();
    let mut starts = Vec::new();
    let mut next = first;
    for entry in list.chunks_exact(ENTRY) {
        let [state, order, blocks, length] = [0, 4, 8, 12].map(|at| u32_at(entry, at));
        let (state, start) = (state?, next);
        if state == UNUSED {
            continue;
        }
        // The games of deleted entries still occupy their blocks.
        let room = usize::try_from(blocks?).ok()?.checked_mul(BLOCK)?;
        next = start.checked_add(room)?;
        starts.push(start);
        if state != LIVE {
            continue;
        }
        if room == 0 || start < bytes.len() && !begins_record(bytes, start) {
            return None;
        }
        // A length that leaves no room for a head is ignored.
        let length = usize::try_from(length?).ok()?;
        let length = if length < BLOCK / 2 { room } else { length };
        found.push(ListedRecord {
            order: order?,
            title: utf_16(slice(entry, TITLE.0, TITLE.1)),
            place: start..start.saturating_add(length.min(room)).min(bytes.len()),
        });
    }
    // Games beyond the end are lost with the end of the file, unless the list skips some that exist.
    let is_cut = starts.last().is_some_and(|last| *last >= bytes.len());
    if is_cut && records(bytes, first).any(|start| starts.binary_search(&start).is_err()) {
        return None;
    }
    found.sort_by_key(|game| game.order);
    Some(found)
}

fn begins_record(bytes: &[u8], at: usize) -> bool {
    slice(bytes, at, RECORD.len()) == RECORD
}

/// Offsets of records, in blocks from `first`.
fn records(bytes: &[u8], first: usize) -> impl Iterator<Item = usize> {
    let starts = (first..bytes.len()).step_by(BLOCK);
    starts.filter(|start| begins_record(bytes, *start))
}

/// All games anywhere in the file, deleted or not.
fn search(bytes: &[u8]) -> Vec<ListedRecord> {
    let mut anywhere = LIBRARY.len()..bytes.len();
    let Some(first) = anywhere.find(|at| begins_record(bytes, *at)) else {
        return Vec::new();
    };
    let mut starts = records(bytes, first).peekable();
    let mut found = Vec::new();
    while let Some(start) = starts.next() {
        let end = starts.peek().copied().unwrap_or(bytes.len());
        found.push(ListedRecord {
            order: 0,
            title: String::new(),
            place: start..end,
        });
    }
    found
}
