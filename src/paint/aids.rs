//! Learning aids: captions on the pieces, tints under the lines, and signs for hanging pieces and blocks. Like all
//! marks, each sign has a distinct shape.

use super::marks::{self, filled, outlined};
use super::text::{self, BASELINE};
use super::theme::{Body, Color, Theme};
use super::{pieces, rounded};
use crate::rules::{Point, Side};
use crate::scene::aids::{BlockedPoint, Caption, Hanging};
use crate::scene::{Layout, Mark, PieceFace, PieceSet, Spot};
use cairo::{Context, Error, LineCap};
use pangocairo::pango;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Font size of a name and of the pinyin, in cells.
const NAME_EM: f64 = 0.205;
const PINYIN_EM: f64 = 0.195;
/// Least legible font size in device pixels; if a name would be smaller, the pieces have no captions.
const MIN_EM: f64 = 6.5;
/// Font size in device pixels below which there is no room for both: the name takes that of the pinyin.
const SMALL_EM: f64 = 9.0;
/// How much larger the name and its plate are without the pinyin, and their offset, in cells.
const ALONE: f64 = 1.35;
const ALONE_AT: f64 = 0.34;
/// The plate of the name: offset of its middle below the piece's, height, greatest width and padding, in cells.
const PLATE_AT: f64 = 0.375;
const PLATE_HEIGHT: f64 = 0.235;
const PLATE_WIDTH: f64 = 0.95;
const PLATE_ROOM: f64 = 0.07;
/// Least horizontal scale of a name; beyond that it is shortened.
const MIN_SQUEEZE: f64 = 0.80;
/// Baseline of the pinyin, below the middle of the piece.
const PINYIN_AT: f64 = 0.182;

/// Radius of the ring around a hanging piece, and half of the gap left for the plate.
const RING: f64 = 0.515;
const RING_GAP: f64 = 1.02;

/// Water, and the ground of the palaces.
const WATER: Color = Color::hex(0x1F86C4).alpha(0.30);
const PALACE: Color = Color::hex(0xC4501E).alpha(0.20);

/// Tints the river and the palaces; the lines are cut in afterwards.
pub(super) fn tint(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    if theme.captions.is_none() {
        return Ok(());
    }
    for (color, corners) in [
        (WATER, ("a4", "i5")),
        (PALACE, ("d0", "f2")),
        (PALACE, ("d7", "f9")),
    ] {
        let at = |text: &str| text.parse::<Point>().ok().map(|point| layout.center(point));
        let (Some(one), Some(other)) = (at(corners.0), at(corners.1)) else {
            continue;
        };
        let (left, top) = (one.0.min(other.0), one.1.min(other.1));
        color.set(cr);
        cr.rectangle(left, top, (one.0 - other.0).abs(), (one.1 - other.1).abs());
        cr.fill()?;
    }
    Ok(())
}

/// Caption of a piece, `pixel` being the size of a device pixel in cells; `None` if it would be illegible.
fn caption(face: PieceFace, pixel: f64, theme: &Theme) -> Option<Caption> {
    let readable = NAME_EM / pixel >= MIN_EM;
    theme
        .captions
        .filter(|_| readable)
        .map(|all| all.of(face.piece))
}

/// Whether a piece has a legible caption, `pixel` being the size of a device pixel in cells.
pub(super) fn has_words(face: PieceFace, pixel: f64, theme: &Theme) -> bool {
    caption(face, pixel, theme).is_some()
}

/// Scale and upward offset of the glyph of a piece, in cells, out of the way of its caption, if any: the more of the
/// disc the glyph fills, the smaller.
pub(super) fn glyph_room(face: PieceFace, pixel: f64, theme: &Theme) -> (f64, f64) {
    if !has_words(face, pixel, theme) {
        return (1.0, 0.0);
    }
    let (size, up) = match theme.pieces {
        PieceSet::Traditional | PieceSet::Simplified => (0.64, 0.146),
        PieceSet::International => (0.56, 0.158),
        PieceSet::LargePrint => (0.58, 0.150),
    };
    (size, if face.turned { -up } else { up })
}

/// Draws the caption of a piece: the pinyin below the glyph, and the name on a plate at its foot.
pub(super) fn words(cr: &Context, face: PieceFace, pixel: f64, theme: &Theme) -> Result<(), Error> {
    let Some(Caption { pinyin, name }) = caption(face, pixel, theme) else {
        return Ok(());
    };
    let body = &theme.bodies[face.piece.side];
    cr.save()?;
    if face.turned {
        cr.rotate(PI);
    }
    // Text is sharp if a unit is a pixel.
    cr.scale(pixel, pixel);
    if !is_small(pixel) {
        let said = TextLine::new(cr, pinyin, PINYIN_EM / pixel, pango::Weight::Semibold);
        body.ink.set(cr);
        said.show(cr, PINYIN_AT / pixel, 2.0 * pieces::RADIUS / pixel)?;
    }
    name_plate(cr, name, pixel, body)?;
    cr.restore()
}

/// Redraws the plate of a piece over marks that cover it.
pub(super) fn plate_again(
    cr: &Context,
    face: PieceFace,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let Some(Caption { name, .. }) = caption(face, pixel, theme) else {
        return Ok(());
    };
    cr.save()?;
    if face.turned {
        cr.rotate(PI);
    }
    cr.scale(pixel, pixel);
    name_plate(cr, name, pixel, &theme.bodies[face.piece.side])?;
    cr.restore()
}

/// Whether names would be too small beside the pinyin, `pixel` being the size of a device pixel in cells.
fn is_small(pixel: f64) -> bool {
    NAME_EM / pixel < SMALL_EM
}

/// Draws the plate with its name, if there is one; a unit is a pixel.
fn name_plate(cr: &Context, name: &str, pixel: f64, body: &Body) -> Result<(), Error> {
    if name.is_empty() {
        return Ok(());
    }
    let (size, at) = if is_small(pixel) {
        (ALONE, ALONE_AT)
    } else {
        (1.0, PLATE_AT)
    };
    let em = NAME_EM * size / pixel;
    let name = TextLine::new(cr, name, em, pango::Weight::Bold);
    let room = (PLATE_WIDTH - 2.0 * PLATE_ROOM) / pixel;
    let width = (name.width.min(room) + 2.0 * PLATE_ROOM / pixel).max(0.6 / pixel);
    let height = (PLATE_HEIGHT * size / pixel).round();
    plate(cr, (width.ceil(), height, at / pixel), pixel, body)?;
    body.face[0].set(cr);
    let baseline = (at / pixel).round() + (BASELINE * em).round();
    name.show(cr, baseline, room)
}

/// Draws the plate: in the ink of the side, with a light rim that separates it from the wood.
fn plate(
    cr: &Context,
    (width, height, at): (f64, f64, f64),
    pixel: f64,
    body: &Body,
) -> Result<(), Error> {
    let top = (at - height / 2.0).round();
    let left = -(width / 2.0).round();
    let rim = (0.016 / pixel).max(0.8);
    for (grown, color) in [(rim, body.face[0]), (0.0, body.ink)] {
        let (right, bottom) = (left + width + grown, top + height + grown);
        let radius = height * 0.36 + grown;
        cr.new_path();
        rounded(cr, [left - grown, top - grown, right, bottom], radius);
        color.set(cr);
        cr.fill()?;
    }
    Ok(())
}

/// A single line of text.
struct TextLine {
    layout: pango::Layout,
    width: f64,
}

impl TextLine {
    fn new(cr: &Context, text: &str, em: f64, weight: pango::Weight) -> Self {
        let layout = text::line(cr, text, em, weight);
        let width = text::width(&layout);
        Self { layout, width }
    }

    /// Draws the line centered on a baseline: condensed if space is short, and shortened if that is not enough.
    fn show(&self, cr: &Context, baseline: f64, room: f64) -> Result<(), Error> {
        let squeeze = (room / self.width.max(1e-6)).clamp(MIN_SQUEEZE, 1.0);
        if self.width * squeeze > room + 0.5 {
            text::shorten(&self.layout, room / squeeze);
        }
        let width = text::width(&self.layout) * squeeze;
        cr.save()?;
        cr.translate(-width / 2.0, baseline.round());
        cr.scale(squeeze, 1.0);
        text::show(cr, &self.layout, 0.0, 0.0);
        cr.restore()
    }
}

/// Draws the ring of a hanging piece around the origin, in cells: beads if it can be captured at once, dashes if its
/// side is to move.
pub(super) fn hanging(
    cr: &Context,
    of: Hanging,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    // The ring has a gap at the name.
    let foot = if turned == Some(of.side) {
        -FRAC_PI_2
    } else {
        FRAC_PI_2
    };
    let (start, span) = (foot + RING_GAP, TAU - 2.0 * RING_GAP);
    cr.new_path();
    if of.at_once {
        const BEADS: u8 = 11;
        for bead in 0..BEADS {
            let turn = start + span * f64::from(bead) / f64::from(BEADS - 1);
            cr.new_sub_path();
            cr.arc(RING * turn.cos(), RING * turn.sin(), 0.036, 0.0, TAU);
        }
        return filled(cr, theme.target, theme.halo.alpha(0.95));
    }
    const DASHES: u8 = 5;
    cr.set_line_cap(LineCap::Butt);
    for dash in 0..DASHES {
        let turn = start + span * (f64::from(dash) + 0.11) / f64::from(DASHES);
        cr.new_sub_path();
        cr.arc(0.0, 0.0, RING, turn, turn + span * 0.78 / f64::from(DASHES));
    }
    outlined(
        cr,
        0.055 * theme.weight,
        theme.danger,
        theme.halo.alpha(0.95),
    )
}

/// Bounds of a block: left, top, width and height.
pub(super) fn area(layout: &Layout, block: &BlockedPoint) -> (f64, f64, f64, f64) {
    let points = [block.from, block.by].into_iter().chain(block.to);
    let half = layout.cell() * marks::EXTENT;
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in points.map(|point| layout.center(point)) {
        low = (low.0.min(x - half), low.1.min(y - half));
        high = (high.0.max(x + half), high.1.max(y + half));
    }
    (
        low.0.floor(),
        low.1.floor(),
        (high.0 - low.0).ceil() + 1.0,
        (high.1 - low.1).ceil() + 1.0,
    )
}

/// Draws a block: the sign of a blocker, and behind it the closed ways, as dashes that end at a cross.
pub(super) fn block(
    cr: &Context,
    layout: &Layout,
    block: &BlockedPoint,
    theme: &Theme,
) -> Result<(), Error> {
    let (color, edge) = (theme.warning, theme.halo.alpha(0.92));
    for to in block.to {
        way(cr, layout, block, to)?;
        cr.set_dash(&[0.10, 0.09], 0.0);
        outlined(cr, 0.040 * theme.weight, color, edge)?;
        cr.set_dash(&[], 0.0);
        cr.restore()?;
        at(cr, layout, to)?;
        cross(cr);
        outlined(cr, 0.055 * theme.weight, color, edge)?;
        cr.restore()?;
    }
    at(cr, layout, block.by)?;
    marks::above(cr, Mark::Blocker(block.by), theme)?;
    cr.restore()
}

/// Puts the origin on a point, with a cell as the unit, until the context is restored.
fn at(cr: &Context, layout: &Layout, point: Point) -> Result<(), Error> {
    let (x, y) = layout.spot_center(Spot::from(point));
    cr.save()?;
    cr.translate(x, y);
    cr.scale(layout.cell(), layout.cell());
    Ok(())
}

/// Vector between two points as seen, in cells.
fn direction(layout: &Layout, from: Point, to: Point) -> (f64, f64) {
    let ((x, y), (to_x, to_y)) = (layout.center(from), layout.center(to));
    ((to_x - x) / layout.cell(), (to_y - y) / layout.cell())
}

/// Adds to the path the way from behind a blocker to a point it makes unreachable.
fn way(cr: &Context, layout: &Layout, block: &BlockedPoint, to: Point) -> Result<(), Error> {
    let (x, y) = direction(layout, block.by, to);
    let length = x.hypot(y).max(1e-6);
    at(cr, layout, block.by)?;
    cr.set_line_cap(LineCap::Butt);
    cr.new_path();
    let (start, end) = (0.56 / length, 1.0 - 0.20 / length);
    cr.move_to(x * start, y * start);
    cr.line_to(x * end, y * end);
    Ok(())
}

/// Adds a small cross to the path.
fn cross(cr: &Context) {
    let arm = 0.10;
    cr.set_line_cap(LineCap::Round);
    cr.new_path();
    for (x, y) in [(arm, arm), (arm, -arm)] {
        cr.move_to(-x, -y);
        cr.line_to(x, y);
    }
}
