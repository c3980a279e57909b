//! Text in pictures: its typeface, size and alignment to pixels.

use cairo::{FontOptions, HintMetrics, HintStyle};
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
