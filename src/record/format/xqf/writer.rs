//! Writing a game as a version 18 file without obfuscation: all keys are zero.

use super::header::{
    FIELDS, LENGTH, NOWHERE, PHASE, PHASES, RESULT, SQUARES, TURN, XqfHeader, square,
};
use super::texts::TextSet;
use super::tree::{self, ROOT, XqfSteps};
use super::{decryption, text_set};
use crate::record::format::chars::is_stripped;
use crate::record::format::html::escaped;
use crate::record::format::{Loss, binary, loss, results};
use crate::record::{NodeId, Record, Tags};
use crate::rules::{Outcome, Point, Setup};
use std::collections::HashMap;

/// The version written by XQStudio since 2003.
const VERSION: u8 = 18;

pub(in crate::record::format) fn write(record: &Record) -> Vec<u8> {
    XqfTemplate::default().write(record)
}

pub(in crate::record::format) fn losses(record: &Record) -> Vec<Loss> {
    XqfTemplate::default().losses(record)
}

/// The parts of a file that stay when its game is replaced: the character set, the bytes of unchanged texts, and the
/// bytes of the header that have no meaning here.
#[derive(Clone, Debug)]
pub(in crate::record::format) struct XqfTemplate {
    header: Vec<u8>,
    set: TextSet,
    tags: Tags,
    outcome: Option<Outcome>,
    /// Each text too long for its field, with the field it continues in.
    overwritten: Vec<(&'static str, &'static str)>,
    /// The bytes of each comment.
    comments: HashMap<String, Vec<u8>>,
}

impl Default for XqfTemplate {
    fn default() -> Self {
        Self {
            header: vec![0; LENGTH],
            set: TextSet::default(),
            tags: Tags::default(),
            outcome: None,
            overwritten: Vec::new(),
            comments: HashMap::new(),
        }
    }
}

impl XqfTemplate {
    /// The form of a file.
    pub fn of(file: &[u8]) -> Option<Self> {
        let header = XqfHeader::read(file).ok()?;
        let steps = || XqfSteps::new(file, &header.keys);
        let (set, _) = text_set(&header, steps());
        let text = |step: tree::RawStep| (tree::comment(&step.comment, set), step.comment);
        let long = header.texts().zip(FIELDS.iter().skip(1));
        let long = long.filter(|((_, _, runs_on), _)| *runs_on);
        Some(Self {
            header: file.get(..LENGTH)?.to_vec(),
            set,
            tags: header.tags(set),
            outcome: header.outcome(),
            overwritten: long
                .map(|(((name, ..), ..), (next, ..))| (name, *next))
                .collect(),
            comments: steps().map(text).collect(),
        })
    }

    pub fn write(&self, record: &Record) -> Vec<u8> {
        let mut file = self.header(record);
        self.write_step(&mut file, record, record.root(), ROOT, &record.comment);
        for id in record.walk() {
            let node = record.node(id);
            let Some(played) = node.played() else {
                continue;
            };
            let from = square(played.mv.from) + tree::FROM;
            let to = square(played.mv.to) + tree::TO;
            // Comments before and after a move share one field.
            self.write_step(&mut file, record, id, [from, to], &node.notes().joined());
        }
        file
    }

    fn write_step(
        &self,
        file: &mut Vec<u8>,
        record: &Record,
        id: NodeId,
        squares: [u8; 2],
        comment: &str,
    ) {
        let node = record.node(id);
        let mut flags = 0;
        if !node.children().is_empty() {
            flags |= tree::GOES_ON;
        }
        let siblings = node.parent().map(|parent| record.node(parent).children());
        if siblings.is_some_and(|siblings| siblings.last() != Some(&id)) {
            flags |= tree::HAS_OTHER;
        }
        let comment = match self.comments.get(comment) {
            Some(bytes) => bytes.clone(),
            None => self.encode(&escaped(comment).replace('\n', "\r\n")),
        };
        if !comment.is_empty() {
            flags |= tree::HAS_COMMENT;
        }
        file.extend(squares);
        file.extend([flags, 0]);
        if !comment.is_empty() {
            let length = u32::try_from(comment.len()).unwrap_or(u32::MAX);
            file.extend(length.saturating_add(decryption::LENGTH).to_le_bytes());
            file.extend(comment);
        }
    }

    fn header(&self, record: &Record) -> Vec<u8> {
        let mut file = self.header.clone();
        file[..2].copy_from_slice(&ROOT);
        file[2] = VERSION;
        file[KEYS.0] = 0;
        file[KEYS.1].fill(0);
        for (slot, point) in places(record.start()).into_iter().enumerate() {
            // Even with zero keys the places are shifted by one.
            file[SQUARES + (slot + 31) % 32] = point.map_or(NOWHERE, square);
        }
        file[TURN] = record.start().turn.index() as u8;
        if record.outcome.map(Outcome::score) != self.outcome.map(Outcome::score) {
            file[RESULT] = results::number(record.outcome);
        }
        if !self.is_same(record, Tags::PHASE) {
            file[PHASE] = phase(record).unwrap_or_default();
        }
        for (name, at, length) in FIELDS {
            if !self.is_same(record, name) {
                let (text, _) = self.field(record, name, length);
                file[at..at + length].fill(0);
                file[at] = text.len() as u8;
                file[at + 1..=at + text.len()].copy_from_slice(&text);
            }
        }
        file
    }

    /// Whether a tag has the value that it has in the file.
    fn is_same(&self, record: &Record, name: &str) -> bool {
        self.tags.get(name) == record.tags.get(name)
    }

    /// The part of a tag that fits its field, and whether that is all of it.
    fn field(&self, record: &Record, name: &str, length: usize) -> (Vec<u8>, bool) {
        let mut text = Vec::new();
        for letter in record.tags.get(name).unwrap_or_default().chars() {
            let bytes = self.set.encode(letter).unwrap_or_default();
            if text.len() + bytes.len() >= length {
                return (text, false);
            }
            text.extend(bytes);
        }
        (text, true)
    }

    /// Whether a tag with a field is kept as a whole.
    fn fits(&self, record: &Record, name: &str) -> bool {
        let mut overwritten = self.overwritten.iter().filter(|(known, _)| *known == name);
        if self.is_same(record, name) {
            return overwritten.all(|(_, next)| self.is_same(record, next));
        }
        let mut known = FIELDS.iter().filter(|(known, ..)| *known == name);
        known.all(|&(name, _, length)| self.field(record, name, length).1)
    }

    /// Encodes a text, dropping characters that the character set lacks.
    fn encode(&self, text: &str) -> Vec<u8> {
        let letters = text.chars().filter_map(|letter| self.set.encode(letter));
        letters.flatten().collect()
    }

    /// Whether a text is read back unchanged.
    fn is_kept(&self, text: &str) -> bool {
        let is_whole = |letter| self.set.encode(letter).is_some() && !is_stripped(letter);
        let is_plain = text.is_ascii() && !text.contains(is_stripped);
        is_plain || self.comments.contains_key(text) || text.chars().all(is_whole)
    }

    pub fn losses(&self, record: &Record) -> Vec<Loss> {
        let start = record.start();
        let is_odd = !binary::has_all_of(&start.board) || start.idle_plies != 0 || start.round != 1;
        let has_field = |name: &str| {
            FIELDS.iter().any(|(known, ..)| *known == name)
                || name == Tags::PHASE && phase(record).is_some()
        };
        let start = is_odd.then_some(Loss::Start);
        start
            .into_iter()
            .chain(loss::of_agreements(record))
            .chain(loss::of_tags(record, has_field, |name| {
                self.fits(record, name)
            }))
            .chain(loss::of_letters(record, has_field, |text| {
                self.is_kept(text)
            }))
            .chain(loss::of_marks(record))
            .collect()
    }
}

/// Offsets of the mask and of the other key bytes in the header.
const KEYS: (usize, std::ops::Range<usize>) = (3, 8..16);

/// The point of each piece of the set.
fn places(start: &Setup) -> [Option<Point>; 32] {
    let mut left: Vec<_> = start.board.pieces().collect();
    let mut places = [None; 32];
    for (place, piece) in places.iter_mut().zip(binary::pieces()) {
        if let Some(found) = left.iter().position(|(_, other)| *other == piece) {
            *place = Some(left.remove(found).0);
        }
    }
    places
}

/// The byte for the game phase, if the tag has one of its keywords.
fn phase(record: &Record) -> Option<u8> {
    let word = record.tags.get(Tags::PHASE)?;
    let found = PHASES.iter().position(|known| *known == word)?;
    u8::try_from(found).ok()
}
