//! A file of games, separated without being read: for browsing thousands of them, and for replacing one.
//!
//! A game is read on request. A changed game replaces its old text; every other byte of the file is unchanged, whatever
//! its character set, line ends and text between the games.

use super::super::charset::{Decoded, MissingLetters, encode, in_parts, line_end};
use super::super::{Loaded, ReadError, fingerprint};
use super::other_games;
use super::places::ByteOffsets;
use super::reader::{head, read_game};
use super::sections::{self, GameSection};
use super::writer;
use crate::record::notation::{self, Notation};
use crate::record::{Head, NodeId, Record};
use crate::rules::Move;
use encoding_rs::Encoding;
use std::borrow::Cow;
use std::ops::ControlFlow::{self, Continue};
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// The games of a PGN file. Copies share the file and its index.
#[derive(Clone, Debug)]
pub struct PgnFile {
    bytes: Arc<Vec<u8>>,
    /// Character set of most of the file, in which games are added.
    encoding: &'static Encoding,
    /// Character set of the file as a whole, from which its parts differ.
    usual: &'static Encoding,
    line_end: &'static str,
    games: Entries,
}

/// The data of a game known before it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Players, date and other tags.
    pub head: Head,
    /// Byte range in the file.
    pub place: Range<usize>,
}

/// Callback while games are separated, with the games found so far and the fraction of the file scanned. Its return
/// value may stop the work.
pub(in crate::record) type GameWatch<'a> = &'a mut dyn FnMut(&mut PgnFile, f64) -> ControlFlow<()>;

/// The reason why a game can neither replace another one in a file nor be added to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotReplaced {
    /// It cannot be encoded in its file's character set.
    #[error(transparent)]
    MissingLetters(#[from] MissingLetters),
    /// The file is damaged and would be read differently afterward: for example, a comment of another game is never
    /// closed, or its text is in two character sets.
    #[error("other games in the file would be read differently")]
    WouldCorruptOthers,
}

/// Possible notations of a game in a file, the usual one first.
const NOTATIONS: [Notation; 6] = [
    Notation::Iccs,
    Notation::Wxf,
    Notation::ChineseSimplified,
    Notation::ChineseTraditional,
    Notation::Coordinate,
    Notation::Vietnamese,
];

/// Number of moves examined to detect a game's notation.
const TELLING_MOVES: usize = 20;

impl PgnFile {
    /// Separates the games of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none.
    pub fn of(bytes: Vec<u8>) -> Result<Self, ReadError> {
        if bytes.trim_ascii().is_empty() {
            return Err(ReadError::Empty);
        }
        let bytes = Arc::new(bytes);
        let known = Self::of_text(&bytes, &Decoded::of(&bytes), &mut |_, _| Continue(()));
        Ok(known?.expect("nobody stops it"))
    }

    /// Separates the games of a decoded file, calling `watch` after every game; `None` if that stopped it.
    pub(in super::super) fn of_text(
        bytes: &Arc<Vec<u8>>,
        file: &Decoded<'_>,
        watch: GameWatch<'_>,
    ) -> Result<Option<Self>, ReadError> {
        let text = &file.text;
        let mut known = Self {
            bytes: bytes.clone(),
            encoding: file.encoding,
            usual: file.usual,
            line_end: line_end(text),
            games: Entries::default(),
        };
        let mut places = ByteOffsets::of(text, bytes, file.mark, file.encoding);
        let mut sections = sections::of(text);
        while let Some(section) = sections.next() {
            // Text above the first tag is rarely a game.
            if section.tags.is_empty()
                && !read_game(text, &section).is_ok_and(|game| game.record.move_count() > 0)
            {
                continue;
            }
            known.games.push(GameEntry {
                head: head(&section),
                place: places.byte_at(section.place.start)..places.byte_at(section.place.end),
            });
            let part = sections.reached() as f64 / text.len() as f64;
            if watch(&mut known, part).is_break() {
                return Ok(None);
            }
        }
        known.games.share();
        if known.count() == 0 {
            return Err(ReadError::Unknown);
        }
        Ok(Some(known))
    }

    /// The games found so far, as a copy that does not grow with this collection.
    pub(in crate::record) fn so_far(&mut self) -> Self {
        self.games.share();
        self.clone()
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The entry of a game, counted from 0.
    pub fn entry(&self, game: usize) -> Option<&GameEntry> {
        self.games.get(game)
    }

    /// The entries of all games, in file order.
    pub fn entries(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text of a game with everything up to the next one; empty if there is no such game.
    fn text_of(&self, game: usize) -> String {
        let place = self.games.get(game).map_or(0..0, |one| one.place.clone());
        let bytes = &self.bytes[place];
        in_parts(bytes, self.usual).0.into_owned()
    }

    /// Reads one game, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be read.
    pub fn read(&self, game: usize) -> Result<Loaded, ReadError> {
        let text = self.text_of(game);
        let section = whole(&text).ok_or(ReadError::Empty)?;
        Ok(Loaded::from(read_game(&text, &section)?).cleaned())
    }

    /// Returns the file with a game replaced by a text, from its first tag to its result. Every other byte is
    /// unchanged, including those after the result, unless the game cannot be read.
    ///
    /// # Errors
    ///
    /// Returns the reason why the game cannot be replaced.
    pub fn with_game(
        &self,
        game: usize,
        record: &Record,
        notation: Notation,
    ) -> Result<Self, NotReplaced> {
        let old = self.place_to_replace(game);
        let text = writer::write(record, notation);
        let new = encode(text.trim_end_matches('\n'), self.encoding, self.line_end)?;
        let (before, after) = (&self.bytes[..old.start], &self.bytes[old.end..]);
        let changed = Self::of([before, &new, after].concat()).ok();
        let moves = |loaded: Loaded| loaded.records[0].move_count();
        let changed = changed.filter(|changed| {
            self.has_other_games_of(changed, game)
                && changed.read(game).map(moves) == Ok(record.move_count())
        });
        changed.ok_or(NotReplaced::WouldCorruptOthers)
    }

    /// The character set of the file.
    pub(in crate::record) const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns the file with games added after its last one, as many as their text holds. Every other byte is
    /// unchanged.
    ///
    /// # Errors
    ///
    /// Returns the reason why the games cannot be added.
    pub(in crate::record) fn with_added(
        &self,
        text: &str,
        count: usize,
    ) -> Result<Self, NotReplaced> {
        let last = self.text_of(self.count() - 1);
        let rest = last.replace("\r\n", "\n").replace('\r', "\n");
        let ends = rest.len() - rest.trim_end_matches('\n').len();
        let gap = "\n".repeat(2_usize.saturating_sub(ends));
        let new = encode(&(gap + text), self.encoding, self.line_end)?;
        let changed = Self::of([&self.bytes[..], &new].concat()).ok();
        let changed = changed.filter(|changed| {
            let pairs = self.entries().zip(changed.entries());
            let mut pairs =
                pairs.map(|(old, new)| old.head == new.head && old.place.start == new.place.start);
            changed.encoding == self.encoding
                && changed.count() == self.count() + count
                && pairs.all(|is_same| is_same)
        });
        changed.ok_or(NotReplaced::WouldCorruptOthers)
    }

    /// Whether both files have the same games, except for the one with this number.
    fn has_other_games_of(&self, other: &Self, game: usize) -> bool {
        let same = |(old, new): (&GameEntry, &GameEntry)| {
            old.head == new.head && self.bytes[old.place.clone()] == other.bytes[new.place.clone()]
        };
        let mut pairs = self.entries().zip(other.entries()).enumerate();
        self.count() == other.count() && pairs.all(|(number, pair)| number == game || same(pair))
    }

    /// The notation of a game, detected from its first moves; ICCS if they leave it open.
    pub fn notation_of(&self, game: usize) -> Notation {
        let Ok(loaded) = self.read(game) else {
            return Notation::Iccs;
        };
        let text = self.text_of(game);
        let record = &loaded.records[0];
        let mut positions = Vec::new();
        let mut at = record.root();
        for id in record.main_line().take(TELLING_MOVES) {
            positions.extend(record.node(id).played().map(|played| (at, played.mv)));
            at = id;
        }
        let count = |how: Notation| {
            let written = |(at, mv): &(NodeId, Move)| {
                let move_text = notation::write(record.node(*at).position(), *mv, how);
                // A level move of WXF has either sign.
                text.contains(&move_text) || text.contains(&move_text.replace('=', "."))
            };
            positions.iter().filter(|one| written(one)).count()
        };
        // The first of the best ones.
        let best = NOTATIONS.into_iter().rev().max_by_key(|how| count(*how));
        best.unwrap_or(Notation::Iccs)
    }

    /// Name of the first game of another kind, such as chess.
    pub fn other_game(&self) -> Option<String> {
        (0..self.count()).find_map(|game| self.other_kind_of(game))
    }

    /// Name of a game that is not Xiangqi, such as chess; `None` if it is.
    pub fn other_kind_of(&self, game: usize) -> Option<String> {
        let text = self.text_of(game);
        let section = whole(&text)?;
        other_games::other_game(&section, &text[section.moves.clone()])
    }

    /// Fingerprint for detecting later whether a game has changed.
    pub fn fingerprint(&self, game: usize) -> String {
        fingerprint(&self.bytes[self.place_to_replace(game)])
    }

    /// Byte range of the game itself, without the text after its result.
    fn place_to_replace(&self, game: usize) -> Range<usize> {
        let end = self.bytes.len();
        let Some(entry) = self.games.get(game) else {
            return end..end;
        };
        let text = self.text_of(game);
        let section = whole(&text).unwrap_or_default();
        let found = read_game(&text, &section);
        // A comment that is never closed extends beyond the end of the last line.
        let most = text.trim_end().len();
        let text_end = match found {
            Ok(reading) if reading.end > 0 => most.min(section.moves.start + reading.end),
            _ => most,
        };
        let bytes = &self.bytes[entry.place.clone()];
        let text = Cow::Owned(text);
        let mut places = ByteOffsets::of(&text, bytes, 0, self.encoding);
        entry.place.start..entry.place.start + places.byte_at(text_end)
    }
}

/// Parses a text known to be one game as one section.
fn whole(text: &str) -> Option<GameSection<'_>> {
    sections::of(text).next()
}

/// Games in file order.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// Batches shared by copies, each with the number of the game after it.
    batches: Vec<(usize, Arc<[GameEntry]>)>,
    /// Games added since the last copy.
    fresh: Vec<GameEntry>,
}

impl Entries {
    pub fn push(&mut self, entry: GameEntry) {
        self.fresh.push(entry);
    }

    /// Moves the known games into the shared batches.
    pub fn share(&mut self) {
        if !self.fresh.is_empty() {
            let count = self.len();
            let fresh = std::mem::take(&mut self.fresh);
            self.batches.push((count, fresh.into()));
        }
    }

    fn shared(&self) -> usize {
        self.batches.last().map_or(0, |(end, _)| *end)
    }

    pub fn len(&self) -> usize {
        self.shared() + self.fresh.len()
    }

    pub fn get(&self, game: usize) -> Option<&GameEntry> {
        let batch = self.batches.partition_point(|(end, _)| *end <= game);
        match self.batches.get(batch) {
            Some((end, entries)) => entries.get(game + entries.len() - end),
            None => self.fresh.get(game - self.shared()),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &GameEntry> {
        let batches = self.batches.iter().flat_map(|(_, batch)| batch.iter());
        batches.chain(&self.fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_stays_as_it_was_while_more_games_come() {
        let mut entries = Entries::default();
        let mut copies = Vec::new();
        for number in 0..10 {
            let place = number..number + 1;
            let head = Head::default();
            entries.push(GameEntry { head, place });
            if number % 3 == 2 {
                entries.share();
                entries.share();
                copies.push((number + 1, entries.clone()));
            }
        }
        copies.push((10, entries));
        for (count, copy) in copies {
            assert_eq!(copy.len(), count);
            let places: Vec<_> = copy.iter().map(|entry| entry.place.start).collect();
            assert_eq!(places, (0..count).collect::<Vec<_>>());
            for game in 0..12 {
                let found = copy.get(game).map(|entry| entry.place.start);
                assert_eq!(found, Some(game).filter(|game| *game < count));
            }
        }
    }
}
