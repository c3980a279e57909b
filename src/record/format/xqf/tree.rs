//! The move tree after the header.

use super::decryption::XqfKeys;
use super::header::{self, point};
use super::texts::TextSet;
use crate::record::format::branches::TreeStep;
use crate::record::format::html::plain;
use crate::rules::Move;

/// Offsets added to a move's starting and target squares, in addition to the keys.
pub(super) const FROM: u8 = 24;
pub(super) const TO: u8 = 32;

/// Flags since version 11: a move follows, an alternative follows, a comment is present. Other bits are ignored.
pub(super) const GOES_ON: u8 = 0x80;
pub(super) const HAS_OTHER: u8 = 0x40;
pub(super) const HAS_COMMENT: u8 = 0x20;
/// Flags in version 10: any bit of one half of the byte. A comment is always present, possibly empty.
const OLD_GOES_ON: u8 = 0xf0;
const OLD_HAS_OTHER: u8 = 0x0f;

/// The squares of the start, which is no move.
pub(super) const ROOT: [u8; 2] = *b"XQ";

/// A move as stored in a file, or the start.
pub(super) struct RawStep {
    squares: [u8; 2],
    flags: u8,
    pub comment: Vec<u8>,
    is_cut: bool,
}

/// All moves of a file in order, the start first.
pub(super) struct XqfSteps<'a> {
    file: &'a [u8],
    keys: &'a XqfKeys,
    at: usize,
}

impl<'a> XqfSteps<'a> {
    pub fn new(file: &'a [u8], keys: &'a XqfKeys) -> Self {
        let at = header::LENGTH;
        Self { file, keys, at }
    }

    /// The next byte, decoded.
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.file.get(self.at)?;
        let mask = self.keys.mask[self.at % self.keys.mask.len()];
        self.at += 1;
        Some(byte.wrapping_sub(mask))
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        Some([self.byte()?, self.byte()?, self.byte()?, self.byte()?])
    }

    /// Whether the first one is the start.
    pub fn has_root(mut self) -> bool {
        self.four().is_some_and(|[from, to, ..]| [from, to] == ROOT)
    }

    /// Reads a comment, and whether the file ends inside it.
    fn comment(&mut self) -> (Vec<u8>, bool) {
        let Some(length) = self.four() else {
            return (Vec::new(), true);
        };
        // A length below the added minimum is damaged; such a file may still have its moves.
        let length = u32::from_le_bytes(length).saturating_sub(self.keys.length);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length == 0 {
            return (Vec::new(), false);
        }
        let rest = self.file.len() - self.at;
        let there = length.min(rest);
        let bytes: Vec<u8> = (0..there).filter_map(|_| self.byte()).collect();
        (bytes, there < length)
    }
}

impl Iterator for XqfSteps<'_> {
    type Item = RawStep;

    fn next(&mut self) -> Option<RawStep> {
        let [from, to, flags, _] = self.four()?;
        let (comment, is_cut) = if !self.keys.is_dense() || flags & HAS_COMMENT != 0 {
            self.comment()
        } else {
            Default::default()
        };
        Some(RawStep {
            squares: [from, to],
            flags,
            comment,
            is_cut,
        })
    }
}

impl RawStep {
    /// Decodes a step.
    pub fn read(self, keys: &XqfKeys, set: TextSet) -> TreeStep {
        let [from, to] = self.squares;
        let from = from.wrapping_sub(FROM).wrapping_sub(keys.from);
        let to = to.wrapping_sub(TO).wrapping_sub(keys.to);
        let (is_ongoing, has_other) = if keys.is_dense() {
            (GOES_ON, HAS_OTHER)
        } else {
            (OLD_GOES_ON, OLD_HAS_OTHER)
        };
        TreeStep {
            mv: point(from)
                .zip(point(to))
                .map(|(from, to)| Move::new(from, to)),
            squares: [from, to],
            text: None,
            is_ongoing: self.flags & is_ongoing != 0,
            has_other: self.flags & has_other != 0,
            comment: comment(&self.comment, set),
            is_cut: self.is_cut,
        }
    }
}

/// The text of a comment. Editors of web pages have left their entities in many.
pub(super) fn comment(bytes: &[u8], set: TextSet) -> String {
    plain(&set.decode(bytes)).into_owned()
}
