//! A file of games, told apart without being read: for browsing thousands of them, and for changing one.
//!
//! A game is read when it is asked for. A changed game takes the place of its old text; every other byte of the
//! file stays as it is, whatever its character set and line ends, and whatever stands between the games.

use super::super::{Loaded, ReadError, text};
use super::reader::{head, read_game};
use super::sections::{self, Section};
use super::writer;
use crate::record::notation::{self, Notation};
use crate::record::{NodeId, Record, Tags};
use crate::rules::Move;
use encoding_rs::Encoding;
use std::fmt;
use std::ops::Range;

/// The games of a file in PGN.
#[derive(Clone, Debug)]
pub struct Collection {
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    line_end: &'static str,
    games: Vec<Entry>,
}

/// What is known about a game before it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Players, date and the like.
    pub tags: Tags,
    /// The result that the tags give: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<&'static str>,
    /// Where it stands in the file, in bytes.
    pub place: Range<usize>,
}

/// Why a game cannot take the place of an old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReplaced {
    /// It cannot be written in the character set of its file.
    MissingLetters {
        /// What the character set is called.
        encoding: &'static str,
        /// The letters that it lacks, each once.
        letters: String,
    },
    /// The file is damaged so that it would be read otherwise afterwards: a comment of another game is never
    /// closed, say, or its text is in two character sets.
    Entangled,
}

impl fmt::Display for NotReplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingLetters { encoding, letters } => {
                write!(f, "{encoding} has no letters for {letters}")
            }
            Self::Entangled => f.write_str("other games of the file would be read otherwise"),
        }
    }
}

impl std::error::Error for NotReplaced {}

/// The notations that a game of a file may be in, the usual one first.
const NOTATIONS: [Notation; 5] = [
    Notation::Iccs,
    Notation::Wxf,
    Notation::ChineseSimplified,
    Notation::ChineseTraditional,
    Notation::Coordinate,
];

/// How many moves of a game are looked at to tell its notation.
const TELLING_MOVES: usize = 20;

impl Collection {
    /// Tells the games of a file apart.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn of(bytes: Vec<u8>) -> Result<Self, ReadError> {
        if bytes.trim_ascii().is_empty() {
            return Err(ReadError::Empty);
        }
        let (encoding, mark) = text::encoding(&bytes);
        let text = text::decode(&bytes);
        let mut sections = sections::of(&text);
        // What stands above the first tag is hardly ever a game.
        sections.retain(|section| {
            !section.tags.is_empty()
                || read_game(&text, section).is_ok_and(|game| game.record.move_count() > 0)
        });
        if sections.is_empty() {
            return Err(ReadError::Unknown);
        }
        let mut places = Places::of(&text, &bytes, mark, encoding);
        let mut entry = |section: &Section<'_>| {
            let (tags, result) = head(section);
            let place = places.byte_at(section.place.start)..places.byte_at(section.place.end);
            Entry {
                tags,
                result,
                place,
            }
        };
        let games = sections.iter().map(&mut entry).collect();
        let line_end = line_end(&text);
        Ok(Self {
            bytes,
            encoding,
            line_end,
            games,
        })
    }

    /// The games, in the order of the file.
    #[must_use]
    pub fn games(&self) -> &[Entry] {
        &self.games
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text of a game with everything up to the next one; empty if there is no such game.
    fn text_of(&self, game: usize) -> String {
        let place = self
            .games
            .get(game)
            .map_or(0..0, |entry| entry.place.clone());
        let (text, _) = self
            .encoding
            .decode_without_bom_handling(&self.bytes[place]);
        text.into_owned()
    }

    /// Reads one game, the first being 0.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&self, game: usize) -> Result<Loaded, ReadError> {
        let text = self.text_of(game);
        let section = whole(&text).ok_or(ReadError::Empty)?;
        Ok(read_game(&text, &section)?.into())
    }

    /// The file with another text in the place of a game, from its first tag to its result. Every other byte stays
    /// as it is; what stands below the result too, unless the game cannot be read.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn with_game(
        &self,
        game: usize,
        record: &Record,
        notation: Notation,
    ) -> Result<Vec<u8>, NotReplaced> {
        let old = self.place_to_replace(game);
        let text = writer::write(record, notation);
        let text = text.trim_end_matches('\n').replace('\n', self.line_end);
        let new = text::encode(&text, self.encoding).map_err(|letters| {
            let encoding = self.encoding.name();
            NotReplaced::MissingLetters { encoding, letters }
        })?;
        let (before, after) = (&self.bytes[..old.start], &self.bytes[old.end..]);
        let bytes = [before, &new, after].concat();
        let is_sound = Self::of(bytes.clone()).is_ok_and(|new| {
            let moves = |loaded: Loaded| loaded.records[0].move_count();
            self.has_other_games_of(&new, game)
                && new.read(game).map(moves) == Ok(record.move_count())
        });
        if is_sound {
            Ok(bytes)
        } else {
            Err(NotReplaced::Entangled)
        }
    }

    /// Whether a file has the same games as this one but for that of this number.
    fn has_other_games_of(&self, other: &Self, game: usize) -> bool {
        let pairs = self.games.iter().zip(&other.games);
        let mut others = pairs.enumerate().filter(|(number, _)| *number != game);
        self.games.len() == other.games.len() && others.all(|(_, (old, new))| old.tags == new.tags)
    }

    /// The notation that a game of the file is in, as far as its first moves tell; ICCS where they do not.
    #[must_use]
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
                text.contains(&move_text)
            };
            positions.iter().filter(|one| written(one)).count()
        };
        // The first of the best ones.
        let best = NOTATIONS.into_iter().rev().max_by_key(|how| count(*how));
        best.unwrap_or(Notation::Iccs)
    }

    /// The bytes that are the game itself, without what stands below its result.
    fn place_to_replace(&self, game: usize) -> Range<usize> {
        let end = self.bytes.len();
        let Some(entry) = self.games.get(game) else {
            return end..end;
        };
        let text = self.text_of(game);
        let moves = whole(&text).map_or(0..0, |section| section.moves);
        let found = whole(&text).and_then(|section| read_game(&text, &section).ok());
        // A comment that is never closed reaches over the end of the last line.
        let most = text.trim_end().len();
        let text_end = match found {
            Some(reading) if reading.end > 0 => most.min(moves.start + reading.end),
            _ => most,
        };
        let bytes = &self.bytes[entry.place.clone()];
        let mut places = Places::of(&text, bytes, 0, self.encoding);
        entry.place.start..entry.place.start + places.byte_at(text_end)
    }
}

/// A text that is known to be one game, as one section.
fn whole(text: &str) -> Option<Section<'_>> {
    sections::of(text).into_iter().next()
}

/// How the lines of a text end: as the first one does.
fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text.as_bytes()[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// Finds where places of a decoded text stand in the bytes of its file.
///
/// Both have the same lines, for no character set that is read here has a line end inside a letter.
struct Places<'a> {
    text: &'a str,
    bytes: &'a [u8],
    encoding: &'static Encoding,
    /// Starts of the same line in both.
    text_at: usize,
    byte_at: usize,
}

impl<'a> Places<'a> {
    fn of(text: &'a str, bytes: &'a [u8], mark: usize, encoding: &'static Encoding) -> Self {
        Self {
            text,
            bytes,
            encoding,
            text_at: 0,
            byte_at: mark,
        }
    }

    /// The byte where this place of the text stands; places must be asked for in order.
    ///
    /// Inside of a line it is found by writing the line up to it. Should that give other bytes than the file has,
    /// it is the end of the line.
    fn byte_at(&mut self, place: usize) -> usize {
        // A line feed after a carriage return ends a line of its own here, an empty one.
        while let Some(length) = self.text[self.text_at..].find(['\n', '\r']) {
            if self.text_at + length >= place {
                break;
            }
            self.text_at += length + 1;
            self.byte_at += self.line_length().1;
        }
        if place <= self.text_at {
            return self.byte_at;
        }
        let line = &self.bytes[self.byte_at..];
        let begin =
            text::encode(&self.text[self.text_at..place], self.encoding).unwrap_or_default();
        let is_same = !begin.is_empty() && line.starts_with(&begin);
        self.byte_at
            + if is_same {
                begin.len()
            } else {
                self.line_length().0
            }
    }

    /// How many bytes the line has that begins here: without its end, and with it.
    fn line_length(&self) -> (usize, usize) {
        let line = &self.bytes[self.byte_at..];
        let (width, ends): (usize, fn(&[u8]) -> bool) = match self.encoding.name() {
            "UTF-16LE" => (2, |letter| matches!(letter, [b'\n' | b'\r', 0])),
            "UTF-16BE" => (2, |letter| matches!(letter, [0, b'\n' | b'\r'])),
            _ => (1, |letter| matches!(letter, [b'\n' | b'\r'])),
        };
        match line.chunks(width).position(ends) {
            Some(letters) => (letters * width, (letters + 1) * width),
            None => (line.len(), line.len()),
        }
    }
}
