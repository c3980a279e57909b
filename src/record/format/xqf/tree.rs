//! The move tree after the header.

use super::header::{self, point};
use super::keys::Keys;
use crate::record::format::branches::Step;
use crate::record::format::bytes::gb18030;
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

/// All moves of a file in order, the start first.
pub(super) struct Steps<'a> {
    file: &'a [u8],
    keys: &'a Keys,
    at: usize,
}

impl<'a> Steps<'a> {
    pub fn new(file: &'a [u8], keys: &'a Keys) -> Self {
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

    /// Reads a comment, and whether the file ends inside it.
    fn comment(&mut self) -> (String, bool) {
        let Some(length) = self.four() else {
            return (String::new(), true);
        };
        // A length below the added minimum is damaged; such a file may still have its moves.
        let length = u32::from_le_bytes(length).saturating_sub(self.keys.length);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length == 0 {
            return (String::new(), false);
        }
        let rest = self.file.len() - self.at;
        let there = length.min(rest);
        let bytes: Vec<u8> = (0..there).filter_map(|_| self.byte()).collect();
        (gb18030(&bytes), there < length)
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let [from, to, flags, _] = self.four()?;
        let from = from.wrapping_sub(FROM).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(TO).wrapping_sub(self.keys.to);
        let (is_ongoing, has_other, has_comment) = if self.keys.is_dense() {
            (GOES_ON, HAS_OTHER, flags & HAS_COMMENT != 0)
        } else {
            (OLD_GOES_ON, OLD_HAS_OTHER, true)
        };
        let (comment, is_cut) = if has_comment {
            self.comment()
        } else {
            Default::default()
        };
        Some(Step {
            mv: point(from)
                .zip(point(to))
                .map(|(from, to)| Move::new(from, to)),
            squares: [from, to],
            text: None,
            is_ongoing: flags & is_ongoing != 0,
            has_other: flags & has_other != 0,
            comment,
            is_cut,
        })
    }
}
