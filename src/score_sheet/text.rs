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
