//! Writing records of kind 2, alone and in libraries.

use super::library::{BLOCK, COUNT, ENTRY, LIST, LIVE, TITLE};
use super::record::{
    BOARD, CcBridgeField, ENDS, FIELDS, HAS_COMMENT, HAS_OTHER, KIND, NEW_FIELDS, RESULT,
    RecordHead, TREE, TURN, cell,
};
use super::{LIBRARY, RECORD};
use crate::record::format::chars::is_stripped;
use crate::record::format::html::escaped;
use crate::record::format::{Loss, fingerprint, loss, results};
use crate::record::{NodeId, Record, Tags};
use crate::rules::{Outcome, Point};

/// Offset of the identifier, 16 bytes, in records and libraries.
const ID: usize = 20;
/// Offset of the first round's number.
const ROUND: usize = 2116;
/// Offset of the position at which the record was left: none.
const PLACE: usize = 2210;
/// Offset of the version in a library, and of a limit that is always the same.
const VERSION: usize = 17;
const LIMIT: usize = 52;
/// Offset of the identifier in an entry, as text.
const ENTRY_ID: usize = 20;
/// Number of games for which CCBridge makes room at a time.
const ROOM: usize = 128;

pub(in crate::record::format) fn write_record(record: &Record) -> Vec<u8> {
    let mut file = RECORD.to_vec();
    file.resize(TREE, 0);
    file[KIND] = 2;
    file[PLACE..].fill(0xff);
    fill(&mut file, record, |_| false);
    file[RESULT] = results::number(record.outcome);
    write_tree(&mut file, record);
    let id = identifier(&file, 0);
    file[ID..ID + id.len()].copy_from_slice(&id);
    file
}

/// The parts of a file that stay when its game is replaced: the bytes of the head that the game does not set.
#[derive(Clone, Debug)]
pub(in crate::record::format) struct CcBridgeTemplate {
    /// The head, of kind 2.
    head: Option<Vec<u8>>,
    tags: Tags,
    outcome: Option<Outcome>,
}

impl CcBridgeTemplate {
    /// The form of a file.
    pub fn of(file: &[u8]) -> Option<Self> {
        let head = RecordHead::read(file).ok()?;
        let is_new = file.get(KIND) == Some(&2);
        Some(Self {
            head: file.get(..TREE).filter(|_| is_new).map(<[u8]>::to_vec),
            tags: head.tags(),
            outcome: head.outcome(),
        })
    }

    pub fn write(&self, record: &Record) -> Vec<u8> {
        let Some(head) = &self.head else {
            return write_record(record);
        };
        let mut file = head.clone();
        fill(&mut file, record, |name| {
            self.tags.get(name) == record.tags.get(name)
        });
        if record.outcome.map(Outcome::score) != self.outcome.map(Outcome::score) {
            file[RESULT] = results::number(record.outcome);
        }
        write_tree(&mut file, record);
        file
    }
}

fn write_tree(file: &mut Vec<u8>, record: &Record) {
    write_step(file, record, record.root(), [0, 0], &record.comment);
    for id in record.walk() {
        let node = record.node(id);
        if let Some(played) = node.played() {
            let squares = [played.mv.from, played.mv.to].map(square);
            write_step(file, record, id, squares, &node.notes().joined());
        }
    }
}

/// Writes a library of records.
pub(in crate::record) fn write_library(records: &[Vec<u8>]) -> Vec<u8> {
    let slots = records.len().next_multiple_of(ROOM);
    let mut file = LIBRARY.to_vec();
    file.resize(LIST, 0);
    file[VERSION] = 3;
    file[LIMIT..LIMIT + 4].copy_from_slice(&i32::MAX.to_le_bytes());
    file[COUNT..COUNT + 4].copy_from_slice(&number(slots));
    let ids = (0..)
        .zip(records)
        .map(|(order, one)| identifier(one, order));
    let ids: Vec<_> = ids.collect();
    let id = identifier(&ids.concat(), slots);
    file[ID..ID + id.len()].copy_from_slice(&id);
    for ((order, record), id) in (0..).zip(records).zip(&ids) {
        write_entry(&mut file, order, record, *id);
    }
    file.resize(LIST + slots * ENTRY, 0);
    for (record, id) in records.iter().zip(&ids) {
        let start = file.len();
        file.extend(record);
        file[start + ID..start + ID + id.len()].copy_from_slice(id);
        file.resize(start + record.len().next_multiple_of(BLOCK), 0);
    }
    file
}

/// Adds the entry of a record to a library's list.
fn write_entry(file: &mut Vec<u8>, order: usize, record: &[u8], id: [u8; 16]) {
    let start = file.len();
    let blocks = record.len().div_ceil(BLOCK);
    file.extend(LIVE.to_le_bytes());
    file.extend([order, blocks, record.len(), 0].map(number).concat());
    file.resize(start + ENTRY, 0);
    let entry = &mut file[start..];
    put(entry, ENTRY_ID, &in_words(id));
    let head = RecordHead::read(record).expect("a record");
    let tags = head.tags();
    let title = tags.get(Tags::TITLE).map(str::to_owned);
    let title = title.unwrap_or_else(|| listed_title(&tags));
    put(entry, TITLE.0, &fitting(&title, TITLE.1).0);
}

/// Title of an untitled game in the list: its players.
pub(super) fn listed_title(tags: &Tags) -> String {
    let players = [Tags::RED, Tags::BLACK].map(|name| tags.get(name).unwrap_or_default());
    match players {
        ["", ""] => String::new(),
        players => fitting(&players.join(" – "), TITLE.1).0,
    }
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes()
}

fn square(point: Point) -> u8 {
    ((9 - point.rank().index()) * 9 + point.file().index()) as u8
}

/// A unique identifier, reproducible for the same game in the same place.
fn identifier(bytes: &[u8], place: usize) -> [u8; 16] {
    let content = fingerprint(bytes);
    let place = fingerprint(format!("{content} {place}").as_bytes());
    let bits = |digits: &str| u64::from_str_radix(digits, 16).unwrap_or_default();
    let both = u128::from(bits(&content)) << 64 | u128::from(bits(&place));
    both.to_le_bytes()
}

/// An identifier as Windows writes it: `{ED14014B-806E-4753-9132-33ABFCC48D80}`.
fn in_words(id: [u8; 16]) -> String {
    let [a, b, c, d, e, f, g, h, rest @ ..] = id;
    let rest: String = rest.iter().map(|byte| format!("{byte:02X}")).collect();
    let (first, last) = rest.split_at(4);
    format!("{{{d:02X}{c:02X}{b:02X}{a:02X}-{f:02X}{e:02X}-{h:02X}{g:02X}-{first}-{last}}}")
}

fn fields() -> impl Iterator<Item = CcBridgeField> {
    FIELDS.into_iter().chain(NEW_FIELDS)
}

/// Fills in the head of a file, except for the result and the fields that stay.
fn fill(file: &mut [u8], record: &Record, stays: impl Fn(&str) -> bool) {
    for (name, at, length) in fields().filter(|(name, ..)| !stays(name)) {
        let text = record.tags.get(name).unwrap_or_default();
        file[at..at + length].fill(0);
        put(file, at, &fitting(text, length).0);
    }
    let start = record.start();
    file[TURN] = start.turn.index() as u8 + 1;
    file[ROUND..ROUND + 2].copy_from_slice(&start.round.to_le_bytes());
    file[BOARD..BOARD + Point::COUNT].fill(0);
    for (point, piece) in start.board.pieces() {
        file[BOARD + usize::from(square(point))] = cell(piece);
    }
}

/// The part of a text that fits a field of this length with a final zero, and whether that is all of it.
fn fitting(text: &str, length: usize) -> (String, bool) {
    let mut left = length / 2 - 1;
    let mut fits = |letter: &char| {
        let rest = left.checked_sub(letter.len_utf16());
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let kept: String = text.chars().take_while(|letter| fits(letter)).collect();
    let is_whole = kept.len() == text.len();
    (kept, is_whole)
}

fn put(file: &mut [u8], at: usize, text: &str) {
    let bytes = encode(&text.replace(is_stripped, ""));
    file[at..at + bytes.len()].copy_from_slice(&bytes);
}

fn encode(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn write_step(file: &mut Vec<u8>, record: &Record, id: NodeId, squares: [u8; 2], comment: &str) {
    let node = record.node(id);
    let mut flags = 0;
    if node.children().is_empty() {
        flags |= ENDS;
    }
    let siblings = node.parent().map(|parent| record.node(parent).children());
    if siblings.is_some_and(|siblings| siblings.last() != Some(&id)) {
        flags |= HAS_OTHER;
    }
    let comment = escaped(comment)
        .replace(is_stripped, "")
        .replace('\n', "\r\n");
    let comment = encode(&comment);
    if !comment.is_empty() {
        flags |= HAS_COMMENT;
    }
    file.extend([flags, 0, squares[0], squares[1]]);
    if !comment.is_empty() {
        file.extend(number(comment.len()));
        file.extend(comment);
    }
}

pub(in crate::record::format) fn losses(record: &Record) -> Vec<Loss> {
    let start = record.start();
    let is_odd = start.idle_plies != 0 || start.round != 1;
    let has_field = |name: &str| fields().any(|(known, ..)| known == name);
    let fits = |name: &str| {
        let mut known = fields().filter(|(known, ..)| *known == name);
        let text = record.tags.get(name).unwrap_or_default();
        known.all(|(_, _, length)| fitting(text, length).1)
    };
    let start = is_odd.then_some(Loss::Start);
    start
        .into_iter()
        .chain(loss::of_agreements(record))
        .chain(loss::of_tags(record, has_field, fits))
        .chain(loss::of_letters(record, has_field, |text| {
            !text.contains(is_stripped)
        }))
        .chain(loss::of_marks(record))
        .collect()
}
