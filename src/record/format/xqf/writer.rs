//! Writing a game as a version 18 file without obfuscation: all keys are zero.

use super::header::{FIELDS, LENGTH, NOWHERE, PHASE, PHASES, RESULT, SQUARES, TURN, square};
use super::{keys, tree};
use crate::record::format::letters::is_lost;
use crate::record::format::{Loss, loss, results, set};
use crate::record::{NodeId, Record, Tags};
use crate::rules::{Point, Setup};
use encoding_rs::GB18030;

/// The version written by XQStudio since 2003.
const VERSION: u8 = 18;
/// Placeholder for the move at the start.
const ROOT: [u8; 2] = *b"XQ";

pub(in crate::record::format) fn write(record: &Record) -> Vec<u8> {
    let mut file = header(record);
    write_step(&mut file, record, record.root(), ROOT, &record.comment);
    for id in record.walk() {
        let node = record.node(id);
        let Some(played) = node.played() else {
            continue;
        };
        let from = square(played.mv.from) + tree::FROM;
        let to = square(played.mv.to) + tree::TO;
        // Comments before and after a move share one field.
        write_step(&mut file, record, id, [from, to], &node.notes().joined());
    }
    file
}

fn write_step(file: &mut Vec<u8>, record: &Record, id: NodeId, squares: [u8; 2], comment: &str) {
    let node = record.node(id);
    let mut flags = 0;
    if !node.children().is_empty() {
        flags |= tree::GOES_ON;
    }
    let siblings = node.parent().map(|parent| record.node(parent).children());
    if siblings.is_some_and(|siblings| siblings.last() != Some(&id)) {
        flags |= tree::HAS_OTHER;
    }
    let comment = encode(&comment.replace('\n', "\r\n"));
    if !comment.is_empty() {
        flags |= tree::HAS_COMMENT;
    }
    file.extend(squares);
    file.extend([flags, 0]);
    if !comment.is_empty() {
        let length = u32::try_from(comment.len()).unwrap_or(u32::MAX);
        file.extend(length.saturating_add(keys::LENGTH).to_le_bytes());
        file.extend(comment);
    }
}

fn header(record: &Record) -> Vec<u8> {
    let mut file = vec![0; LENGTH];
    file[..2].copy_from_slice(&ROOT);
    file[2] = VERSION;
    for (slot, point) in places(record.start()).into_iter().enumerate() {
        // Even with zero keys the places are shifted by one.
        file[SQUARES + (slot + 31) % 32] = point.map_or(NOWHERE, square);
    }
    file[TURN] = record.start().turn.index() as u8;
    file[RESULT] = results::number(record.outcome);
    file[PHASE] = phase(record).unwrap_or_default();
    for (name, at, length) in FIELDS {
        let (text, _) = field(record, name, length);
        file[at] = text.len() as u8;
        file[at + 1..=at + text.len()].copy_from_slice(&text);
    }
    file
}

/// The point of each piece of the set.
fn places(start: &Setup) -> [Option<Point>; 32] {
    let mut left: Vec<_> = start.board.pieces().collect();
    let mut places = [None; 32];
    for (place, piece) in places.iter_mut().zip(set::pieces()) {
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

/// The part of a tag that fits its field, and whether that is all of it.
fn field(record: &Record, name: &str, length: usize) -> (Vec<u8>, bool) {
    let mut text = Vec::new();
    for letter in record.tags.get(name).unwrap_or_default().chars() {
        let bytes = encode(letter.encode_utf8(&mut [0; 4]));
        if text.len() + bytes.len() >= length {
            return (text, false);
        }
        text.extend(bytes);
    }
    (text, true)
}

/// Encodes a text in GB18030, dropping characters without a place in it.
fn encode(text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = GB18030.encode(text);
    if is_lossy {
        let kept: String = text.chars().filter(|letter| can_write(*letter)).collect();
        return GB18030.encode(&kept).0.into_owned();
    }
    bytes.into_owned()
}

/// Whether a character is in the character set.
fn can_write(letter: char) -> bool {
    let mut buffer = [0; 4];
    let (_, _, is_lossy) = GB18030.encode(letter.encode_utf8(&mut buffer));
    !is_lossy
}

/// Whether every character of a text survives a round trip.
fn is_kept(text: &str) -> bool {
    let is_whole = |letter| can_write(letter) && !is_lost(letter);
    let is_plain = text.is_ascii() && !text.contains(is_lost);
    is_plain || text.chars().all(is_whole)
}

pub(in crate::record::format) fn losses(record: &Record) -> Vec<Loss> {
    let start = record.start();
    let is_odd = !set::has_all_of(&start.board) || start.idle_plies != 0 || start.round != 1;
    let has_field = |name: &str| {
        FIELDS.iter().any(|(known, ..)| *known == name)
            || name == Tags::PHASE && phase(record).is_some()
    };
    let fits = |name: &str| {
        let mut known = FIELDS.iter().filter(|(known, ..)| *known == name);
        known.all(|&(name, _, length)| field(record, name, length).1)
    };
    let start = is_odd.then_some(Loss::Start);
    start
        .into_iter()
        .chain(loss::of_agreements(record))
        .chain(loss::of_tags(record, has_field, fits))
        .chain(loss::of_letters(record, has_field, is_kept))
        .chain(loss::of_marks(record))
        .collect()
}
