//! Typography: font sizes in points, and the layout of text.

use crate::paint::{INTERFACE_FONT, font, place_exactly};
use crate::words;
use cairo::{Context, HintStyle};
use pangocairo::pango::{self, prelude::*};
use std::borrow::Cow;
use std::ops::Range;

/// Font sizes.
pub(super) const TITLE: f64 = 17.0;
pub(super) const BODY: f64 = 9.5;
pub(super) const SMALL: f64 = 8.5;

/// Height of a line of a note, the offset of its baseline, and the space above and below a note.
pub(super) const NOTE: f64 = 11.6;
pub(super) const NOTE_BASE: f64 = 8.8;
pub(super) const NOTE_GAP: f64 = 2.2;

/// Gray level of secondary text: visible on a copy, but not prominent.
pub(super) const FAINT: f64 = 0.38;

/// Lays out text identically on every device.
#[derive(Debug)]
pub(super) struct Type {
    context: pango::Context,
}

impl Type {
    pub(super) fn new() -> Self {
        let context = pangocairo::FontMap::default().create_context();
        // Line breaks must not depend on the resolution.
        place_exactly(&context, HintStyle::None);
        context.set_round_glyph_positions(false);
        Self { context }
    }

    /// Lays out a text in one line.
    pub(super) fn line(&self, text: &str, size: f64) -> pango::Layout {
        let font = font(INTERFACE_FONT, pango::Weight::Normal, size);
        let layout = pango::Layout::new(&self.context);
        layout.set_font_description(Some(&font));
        // Tabular figures align in columns.
        let figures = pango::AttrList::new();
        figures.insert(pango::AttrFontFeatures::new("tnum"));
        layout.set_attributes(Some(&figures));
        layout.set_text(text);
        layout
    }

    /// Lays out a text in as many lines as needed.
    pub(super) fn paragraph(&self, text: &str, size: f64, width: f64) -> pango::Layout {
        let layout = self.line(text, size);
        layout.set_width((width * f64::from(pango::SCALE)) as i32);
        layout.set_wrap(pango::WrapMode::WordChar);
        layout
    }
}

/// Maximum number of letters of a fact in the head, so that the head leaves room on its page.
const MAX_FACT: usize = 300;

/// A text that is laid out in linear time: with chances of line breaks in long words.
pub(super) fn breakable(text: &str) -> Cow<'_, str> {
    words::excerpt(text, usize::MAX)
}

/// Number of bytes after which a new paragraph begins: endless ones are unreadable, and laid out at a stretch.
pub(super) const MAX_PARAGRAPH: usize = 1200;

/// The paragraphs of a text, cut between two words where they are too long. Nothing but blanks is lost.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let mut done = Vec::new();
    for line in text.lines() {
        let whole = breakable(line);
        let mut rest = whole.trim();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(end_of_piece(rest));
            done.push(piece.trim_end().to_owned());
            rest = after.trim_start();
        }
    }
    done
}

/// Where the first piece of a text ends: behind the last chance of a line break, if there is any.
fn end_of_piece(text: &str) -> usize {
    if text.len() <= MAX_PARAGRAPH {
        return text.len();
    }
    let most = text.floor_char_boundary(MAX_PARAGRAPH);
    let is_chance = |letter: char| letter == words::BREAK || letter.is_whitespace();
    let chance = text[..most]
        .char_indices()
        .rfind(|(_, letter)| is_chance(*letter));
    chance.map_or(most, |(at, letter)| at + letter.len_utf8())
}

/// The beginning of a fact for the head.
pub(super) fn fact(text: &str) -> String {
    words::excerpt(text, MAX_FACT).into_owned()
}

/// A text without what [`breakable`] adds, and without zeros, which end it too early elsewhere.
pub(super) fn as_title(text: &str) -> String {
    text.replace(['\0', words::BREAK], "")
}

/// Prevents line breaks within these ranges of a text.
pub(super) fn keep_whole(layout: &pango::Layout, parts: &[Range<usize>]) {
    let attributes = layout.attributes().unwrap_or_default();
    for part in parts {
        let mut whole = pango::AttrInt::new_allow_breaks(false);
        whole.set_start_index(part.start as u32);
        whole.set_end_index(part.end as u32);
        attributes.insert(whole);
    }
    layout.set_attributes(Some(&attributes));
}

/// Width and height of a layout.
pub(super) fn size(layout: &pango::Layout) -> (f64, f64) {
    let (width, height) = layout.size();
    let scale = f64::from(pango::SCALE);
    (f64::from(width) / scale, f64::from(height) / scale)
}

/// Draws the first line on this baseline.
pub(super) fn draw(cr: &Context, layout: &pango::Layout, x: f64, baseline: f64) {
    draw_line(cr, layout, 0, x, baseline);
}

/// Draws a line of a layout.
pub(super) fn draw_line(cr: &Context, layout: &pango::Layout, line: i32, x: f64, baseline: f64) {
    if let Some(line) = layout.line_readonly(line) {
        cr.move_to(x, baseline);
        pangocairo::functions::show_layout_line(cr, &line);
    }
}

/// Makes a text bold.
pub(super) fn make_bold(layout: &pango::Layout) {
    if let Some(mut font) = layout.font_description() {
        font.set_weight(pango::Weight::Bold);
        layout.set_font_description(Some(&font));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paragraphs_are_cut_and_nothing_is_lost() {
        let sentence = "Red holds the river. ".repeat(5000);
        let chinese = "\u{5175}\u{4e03}\u{9032}\u{4e00}\u{3002}".repeat(3000);
        let spaces = format!("one{}two", " ".repeat(5000));
        let short = "first\n\n  second".to_owned();
        for text in [sentence, chinese, "x".repeat(100_000), spaces, short] {
            let pieces = paragraphs(&text);
            let longest = pieces.iter().map(String::len).max();
            assert!(longest <= Some(MAX_PARAGRAPH), "{longest:?}");
            assert!(pieces.iter().all(|piece| !piece.trim().is_empty()));
            let letters = |text: &str| -> String {
                let is_seen = |letter: &char| *letter != words::BREAK && !letter.is_whitespace();
                text.chars().filter(is_seen).collect()
            };
            assert_eq!(letters(&pieces.concat()), letters(&text));
        }
        assert_eq!(paragraphs(" calm\n\nand sound "), ["calm", "and sound"]);
    }
}
