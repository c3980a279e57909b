//! Where places of a decoded text stand in the bytes of its file.

use super::super::text;
use super::sections::line_length;
use encoding_rs::Encoding;
use std::borrow::Cow;

/// Finds where places of a decoded text stand in the bytes of its file.
///
/// Both have the same lines, for no character set that is read here has a line end inside a letter.
#[derive(Debug)]
pub(super) struct Places<'a> {
    text: &'a str,
    bytes: &'a [u8],
    encoding: &'static Encoding,
    /// Starts of the same line in both.
    text_at: usize,
    byte_at: usize,
    /// Whether the text is the bytes themselves.
    is_same: bool,
}

impl<'a> Places<'a> {
    /// `mark` is the length of the mark that the bytes begin with and the text does not.
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

    /// The byte where this place of the text stands; places must be asked for in order.
    ///
    /// Inside of a line it is found by writing the line up to it. Should that give other bytes than the file has,
    /// it is the end of the line.
    pub fn byte_at(&mut self, place: usize) -> usize {
        if self.is_same {
            return self.bytes.len() - (self.text.len() - place);
        }
        // A line feed after a carriage return ends a line of its own here, an empty one.
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

/// How many bytes stand before the first unit of two that ends a line.
fn units(line: &[u8], ends: impl FnMut(&[u8]) -> bool) -> Option<usize> {
    line.chunks(2).position(ends).map(|units| units * 2)
}
