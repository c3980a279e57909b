//! Mapping of offsets in a decoded text to offsets in the file's bytes.

use super::super::charset;
use super::sections::line_length;
use encoding_rs::Encoding;
use std::borrow::Cow;

/// Maps offsets in a decoded text to offsets in the file's bytes.
///
/// Both have the same lines, since no supported character set has a line end inside a character.
#[derive(Debug)]
pub(super) struct ByteOffsets<'a> {
    text: &'a str,
    bytes: &'a [u8],
    encoding: &'static Encoding,
    /// Starts of the current line in both.
    text_at: usize,
    byte_at: usize,
    /// Whether the text is identical to the bytes.
    is_same: bool,
}

impl<'a> ByteOffsets<'a> {
    /// `mark` is the length of the byte-order mark, which the text omits.
    pub fn of(
        text: &'a Cow<'a, str>,
        bytes: &'a [u8],
        mark: usize,
        encoding: &'static Encoding,
    ) -> Self {
        Self {
            is_same: matches!(text, Cow::Borrowed(_)) && text.len() + mark == bytes.len(),
            text,
            bytes,
            encoding,
            text_at: 0,
            byte_at: mark,
        }
    }

    /// Byte offset of an offset in the text; must be called in ascending order.
    ///
    /// Inside a line it is found by encoding the line up to that offset. If that yields other bytes than the file has,
    /// the end of the line is returned.
    pub fn byte_at(&mut self, place: usize) -> usize {
        if self.is_same {
            return self.bytes.len() - (self.text.len() - place);
        }
        // A line feed after a carriage return ends another, empty line here.
        loop {
            let length = line_length(&self.text[self.text_at..]);
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
            charset::encode_all(&self.text[self.text_at..place], self.encoding).unwrap_or_default();
        let is_same = !begin.is_empty() && line.starts_with(&begin);
        self.byte_at
            + if is_same {
                begin.len()
            } else {
                self.line_length().0
            }
    }

    /// Byte length of the line that begins here: without its end, and with it.
    fn line_length(&self) -> (usize, usize) {
        let line = &self.bytes[self.byte_at..];
        let (length, width) = match self.encoding.name() {
            "UTF-16LE" => (units(line, |unit| matches!(unit, [b'\n' | b'\r', 0])), 2),
            "UTF-16BE" => (units(line, |unit| matches!(unit, [0, b'\n' | b'\r'])), 2),
            _ => (
                line.iter().position(|byte| matches!(byte, b'\n' | b'\r')),
                1,
            ),
        };
        match length {
            Some(length) => (length, length + width),
            None => (line.len(), line.len()),
        }
    }
}

/// Byte offset of the first two-byte unit that ends a line.
fn units(line: &[u8], ends: impl FnMut(&[u8]) -> bool) -> Option<usize> {
    line.chunks(2).position(ends).map(|units| units * 2)
}
