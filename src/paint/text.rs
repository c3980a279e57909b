//! Text in pictures: typeface, size and alignment to pixels.

use super::INTERFACE_FONT;
use cairo::{Context, FontOptions, HintMetrics, HintStyle};
use pangocairo::pango;

/// Offset of the baseline below the middle of the letters, in ems; Chinese characters fit it too.
pub(super) const BASELINE: f64 = 0.355;

/// The first available typeface of a comma-separated list, `em` units high.
pub(crate) fn font(families: &str, weight: pango::Weight, em: f64) -> pango::FontDescription {
    let mut font = pango::FontDescription::new();
    font.set_family(families);
    font.set_weight(weight);
    font.set_absolute_size(em * f64::from(pango::SCALE));
    font
}

/// Places letters exactly instead of each on a whole pixel.
pub(crate) fn place_exactly(context: &pango::Context, style: HintStyle) {
    if let Ok(mut options) = FontOptions::new() {
        options.set_hint_metrics(HintMetrics::Off);
        options.set_hint_style(style);
        pangocairo::functions::context_set_font_options(context, Some(&options));
    }
}

/// A single line of text.
pub(super) fn line(cr: &Context, text: &str, em: f64, weight: pango::Weight) -> pango::Layout {
    let layout = pangocairo::functions::create_layout(cr);
    // At this size, letters moved to whole pixels one by one would be unevenly spaced.
    place_exactly(&layout.context(), HintStyle::Slight);
    layout.set_font_description(Some(&font(INTERFACE_FONT, weight, em)));
    layout.set_single_paragraph_mode(true);
    layout.set_text(text);
    layout
}

/// Width of a text as laid out.
pub(super) fn width(layout: &pango::Layout) -> f64 {
    f64::from(layout.size().0) / f64::from(pango::SCALE)
}

/// Shortens a line to a width.
pub(super) fn shorten(layout: &pango::Layout, width: f64) {
    layout.set_width((width * f64::from(pango::SCALE)) as i32);
    layout.set_ellipsize(pango::EllipsizeMode::End);
}

/// Draws a line, its baseline beginning at a place.
pub(super) fn show(cr: &Context, layout: &pango::Layout, x: f64, baseline: f64) {
    let above = f64::from(layout.baseline()) / f64::from(pango::SCALE);
    cr.move_to(x, baseline - above);
    pangocairo::functions::show_layout(cr, layout);
}
