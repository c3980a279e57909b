//! Labels of arrows, each in a small pill whose fill, border and corners also express the conduct.

use super::rounded;
use super::text::{BASELINE, font};
use super::theme::{Color, Theme};
use crate::rules::Conduct;
use crate::scene::{ArrowLabel, Layout};
use cairo::{Context, Error};
use pangocairo::pango;

/// Font size in cells, and the least legible one in units of the layout.
const EM: f64 = 0.26;
const MIN_EM: f64 = 11.0;
/// Height of the pill, and padding at either end of the text, in ems.
const HEIGHT: f64 = 1.44;
const PADDING: f64 = 0.46;
/// Width of the outermost line and of the second one, in cells.
const RIM: f64 = 0.022;
const LINE: f64 = 0.034;
/// Extent of the shadow below and beside the pill, in cells.
const SHADOW: f64 = 0.05;

/// Style of the pill of a conduct.
#[derive(Clone, Copy, Debug)]
struct PillStyle {
    fill: Color,
    ink: Color,
    /// The outermost line.
    rim: Color,
    /// A second line within the rim.
    line: Option<Color>,
    /// Radius of the corners, in heights.
    corner: f64,
}

impl PillStyle {
    fn of(conduct: Conduct, theme: &Theme) -> Self {
        match conduct {
            Conduct::Check | Conduct::Kill => Self {
                fill: theme.danger,
                ink: theme.halo,
                rim: theme.halo,
                line: None,
                corner: 0.5,
            },
            Conduct::Chase => Self {
                fill: theme.halo,
                ink: theme.warning,
                rim: theme.halo,
                line: Some(theme.warning),
                corner: 0.5,
            },
            Conduct::Idle => Self {
                fill: theme.bodies.red.face[1],
                ink: theme.edge,
                rim: theme.edge,
                line: None,
                corner: 0.22,
            },
        }
    }
}

/// A rectangle on whole device pixels.
#[derive(Clone, Copy, Debug)]
struct Pill {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Pill {
    /// The pill for a text of this width, centered in the space reserved for the label.
    fn around(layout: &Layout, label: &ArrowLabel, text: f64, em: f64) -> Self {
        let snap = |length: f64| (length * layout.scale()).round() / layout.scale();
        let (x, y) = layout.spot_center(label.at);
        let (room, high) = room(layout, label);
        let height = snap((HEIGHT * em).min(high));
        let width = snap((text + 2.0 * PADDING * em).clamp(height, room.max(height)));
        Self {
            left: snap(x - width / 2.0),
            top: snap(y - height / 2.0),
            width,
            height,
        }
    }

    /// Adds the pill to the path, inset on each side.
    fn path(&self, cr: &Context, inset: f64, corner: f64) {
        let (left, top) = (self.left + inset, self.top + inset);
        let right = self.left + self.width - inset;
        let bottom = self.top + self.height - inset;
        let radius = (corner * self.height - inset).max(0.0);
        cr.new_path();
        rounded(cr, [left, top, right, bottom], radius);
    }
}

/// Width and height reserved for a label.
fn room(layout: &Layout, label: &ArrowLabel) -> (f64, f64) {
    let (width, height) = label.size();
    (width * layout.cell(), height * layout.cell())
}

/// Bounds of a label: left, top, width and height.
pub(super) fn area(layout: &Layout, label: &ArrowLabel) -> (f64, f64, f64, f64) {
    let (x, y) = layout.spot_center(label.at);
    let (width, height) = room(layout, label);
    let (half, up) = (width / 2.0, height / 2.0);
    let reach = SHADOW * layout.cell() + 1.0;
    let (left, top) = ((x - half - reach).floor(), (y - up - reach).floor());
    let (right, bottom) = ((x + half + reach).ceil(), (y + up + reach).ceil());
    (left, top, right - left, bottom - top)
}

/// Draws a label in the given typeface; `pixel` is the size of a device pixel.
pub(super) fn draw(
    cr: &Context,
    layout: &Layout,
    label: &ArrowLabel,
    families: &str,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    if label.text.is_empty() {
        return Ok(());
    }
    let cell = layout.cell();
    // On a board too small to play on the text is illegible anyway, and the pill keeps its proportions.
    let em = (EM * cell).max(MIN_EM).min(label.size().1 * cell / 1.12);
    let word = word(cr, &label.text, families, em);
    let text = f64::from(word.size().0) / f64::from(pango::SCALE);
    let look = PillStyle::of(label.conduct, theme);
    let pill = Pill::around(layout, label, text, em);
    cr.save()?;
    shadow(cr, pill, look, SHADOW * cell, theme)?;
    let line = |width: f64| (width * cell / pixel).round().max(1.0) * pixel;
    body(cr, pill, look, line(RIM), line(LINE))?;
    let squeeze = ((pill.width - 1.2 * PADDING * em) / text.max(1e-6)).clamp(1e-6, 1.0);
    let whole = |place: f64| (place / pixel).round() * pixel;
    cr.translate(
        whole(pill.left + (pill.width - text * squeeze) / 2.0),
        whole(pill.top + pill.height / 2.0 + BASELINE * em),
    );
    cr.scale(squeeze, 1.0);
    cr.move_to(0.0, -f64::from(word.baseline()) / f64::from(pango::SCALE));
    look.ink.set(cr);
    pangocairo::functions::show_layout(cr, &word);
    cr.restore()
}

/// Draws the pill: its rim, the line within, and the fill.
fn body(cr: &Context, pill: Pill, look: PillStyle, rim: f64, line: f64) -> Result<(), Error> {
    let layers = [
        (0.0, Some(look.rim)),
        (rim, look.line),
        (rim + look.line.map_or(0.0, |_| line), Some(look.fill)),
    ];
    for (inset, color) in layers {
        if let Some(color) = color {
            color.set(cr);
            pill.path(cr, inset, look.corner);
            cr.fill()?;
        }
    }
    Ok(())
}

/// Lays out the text in bold letters, `em` units high.
fn word(cr: &Context, text: &str, families: &str, em: f64) -> pango::Layout {
    let word = pangocairo::functions::create_layout(cr);
    word.set_font_description(Some(&font(families, pango::Weight::Bold, em)));
    word.set_single_paragraph_mode(true);
    word.set_text(text);
    word
}

/// A soft edge below the pill, which separates it from wood and pieces of similar color.
fn shadow(
    cr: &Context,
    pill: Pill,
    look: PillStyle,
    reach: f64,
    theme: &Theme,
) -> Result<(), Error> {
    const LAYERS: u8 = 4;
    for layer in 0..LAYERS {
        let grown = reach * f64::from(layer + 1) / f64::from(LAYERS);
        theme.shadow.alpha(0.20 * theme.shadow.alpha).set(cr);
        pill.path(cr, -grown, look.corner);
        cr.fill()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{self, EdgeLabels};

    #[test]
    fn every_word_is_legible_on_its_pill() {
        let looks =
            scene::Look::all(EdgeLabels::None).flat_map(|look| [(look, false), (look, true)]);
        for theme in looks.map(|(look, dark)| Theme::new(look, dark)) {
            for conduct in Conduct::ALL {
                let look = PillStyle::of(conduct, &theme);
                let contrast = look.ink.contrast(look.fill);
                assert!(contrast >= 4.5, "{conduct}: {contrast}");
                assert!((look.ink.alpha - 1.0).abs() + (look.fill.alpha - 1.0).abs() < 1e-9);
            }
        }
    }
}
