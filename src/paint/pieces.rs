//! Pieces: a turned disc with a carved and painted sign and its shadow, or a flat one with the sign printed on it.
//!
//! In every set the sides differ by more than color: by the sign, by one ring or two, or by dark and light.

use super::aids;
use super::glyphs::{Carving, Glyph, Groove};
use super::theme::{Body, Ground, Theme, stops};
use super::wood;
use crate::rules::Side;
use crate::scene::{PieceFace, PieceSet};
use cairo::{Context, Error, LinearGradient, RadialGradient};
use std::f64::consts::{PI, TAU};

/// Half the side of the square that holds a raised piece and its shadow, in cells.
pub(super) const EXTENT: f64 = 0.80;

/// Radius of a piece, in cells.
pub(super) const RADIUS: f64 = 0.445;
/// Growth of a piece when it is held.
const GROWTH: f64 = 0.06;
/// Height of the wall visible below the disc.
const WALL: f64 = 0.034;
/// Radius of the face, in radii of the piece.
const TOP: f64 = 0.90;

/// Width of a flat piece's outline, in cells.
const FLAT_LINE: f64 = 0.03;

/// The carving of a piece. Lengths are radii of the piece, the em is in diameters.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Radius and width of each ring.
    rings: &'static [(f64, f64)],
    /// Maximum reach of the sign from the middle, and its largest em.
    reach: f64,
    em: f64,
}

/// The ring of a printed piece, slightly finer than a carved one.
const FLAT_RING: [(f64, f64); 1] = {
    let width = 0.6 * FLAT_LINE / RADIUS;
    [(0.86 - width / 2.0, width)]
};

impl Cut {
    fn of(set: PieceSet, side: Side, is_flat: bool) -> Self {
        let rings: &[_] = match (set, side) {
            (PieceSet::Traditional | PieceSet::Simplified, Side::Red) if is_flat => &FLAT_RING,
            (PieceSet::Traditional | PieceSet::Simplified, Side::Red) => &[(0.835, 0.05)],
            (PieceSet::Traditional, Side::Black) => &[(0.885, 0.04), (0.80, 0.03)],
            (PieceSet::Simplified, Side::Black) => &[(0.87, 0.05), (0.755, 0.035)],
            (PieceSet::International, Side::Red) => &[(0.87, 0.04)],
            (PieceSet::International, Side::Black) => &[(0.885, 0.03), (0.815, 0.022)],
            (PieceSet::LargePrint, Side::Red) => &[(0.85, 0.09)],
            (PieceSet::LargePrint, Side::Black) => &[(0.88, 0.04), (0.81, 0.026)],
        };
        let (reach, em) = match (set, side) {
            (PieceSet::Traditional, _) | (PieceSet::Simplified, Side::Red) => (0.76, 0.74),
            (PieceSet::Simplified, Side::Black) => (0.69, 0.68),
            (PieceSet::International, _) => (0.78, 1.0),
            (PieceSet::LargePrint, _) => (0.76, 0.80),
        };
        Self { rings, reach, em }
    }

    /// Em of a sign on the piece.
    fn size(&self, glyph: &Glyph) -> f64 {
        (self.reach * RADIUS / glyph.reach()).min(self.em * 2.0 * RADIUS)
    }
}

/// Size of a device pixel, in cells, above which the light along the ring would look like a second ring.
const SMALL: f64 = 0.016;

/// Scale of a piece at a lift.
pub(super) fn size(lift: f64) -> f64 {
    1.0 + GROWTH * lift
}

/// Draws an uncarved piece around the origin, in cells.
pub(super) fn draw_blank(cr: &Context, side: Side, lift: f64, theme: &Theme) -> Result<(), Error> {
    if theme.shadow.alpha > 0.0 {
        shadow(cr, lift, theme)?;
    }
    cr.scale(size(lift), size(lift));
    let piece = &theme.bodies[side];
    if theme.is_flat() {
        return card(cr, piece, FLAT_LINE * theme.weight);
    }
    body(cr, piece)?;
    face(cr, piece)
}

/// Draws the grain and the carving of a piece onto its blank; `pixel` is the size of a device pixel.
pub(super) fn draw_carving(
    cr: &Context,
    face: PieceFace,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    draw_rings(cr, face, pixel, theme)?;
    if let Some(sign) = sign(face, pixel, theme) {
        sign.draw(cr)?;
    }
    aids::words(cr, face, pixel, theme)
}

/// A flat disc. Every piece has the outermost line, so that all are of one size.
fn card(cr: &Context, piece: &Body, line: f64) -> Result<(), Error> {
    for (radius, color) in [(RADIUS, piece.edge), (RADIUS - line, piece.face[0])] {
        cr.new_path();
        cr.arc(0.0, 0.0, radius, 0.0, TAU);
        color.set(cr);
        cr.fill()?;
    }
    Ok(())
}

/// A dark rim of contact, and a soft shadow that moves away as the piece is lifted.
fn shadow(cr: &Context, lift: f64, theme: &Theme) -> Result<(), Error> {
    let (x, y) = (0.022 + 0.05 * lift, 0.052 + 0.10 * lift);
    let (core, reach) = (0.36 - 0.04 * lift, 0.535 + 0.11 * lift);
    let strength = 0.58 - 0.16 * lift;
    let soft = RadialGradient::new(x, y, core, x, y, reach);
    let dark = theme.shadow;
    let strength = strength * dark.alpha;
    stops(
        &soft,
        &[
            (0.0, dark.alpha(strength)),
            (0.35, dark.alpha(strength * 0.78)),
            (0.65, dark.alpha(strength * 0.32)),
            (0.85, dark.alpha(strength * 0.08)),
            (1.0, dark.alpha(0.0)),
        ],
    );
    cr.set_source(&soft)?;
    cr.new_path();
    cr.arc(x, y, reach, 0.0, TAU);
    cr.fill()
}

/// The wall and the rounded rim.
fn body(cr: &Context, piece: &Body) -> Result<(), Error> {
    let [lit, shaded] = piece.wall;
    let wall = LinearGradient::new(-RADIUS, 0.0, RADIUS, WALL);
    stops(&wall, &[(0.0, lit), (0.4, lit), (1.0, shaded)]);
    cr.set_source(&wall)?;
    cr.new_path();
    cr.arc(0.0, WALL, RADIUS, 0.0, PI);
    cr.arc(0.0, 0.0, RADIUS, PI, TAU);
    cr.close_path();
    cr.fill()?;
    let [lit, plain, shaded] = piece.rim;
    let slope = RADIUS * 0.72;
    let rim = LinearGradient::new(-slope, -slope, slope, slope);
    stops(&rim, &[(0.0, lit), (0.45, plain), (1.0, shaded)]);
    cr.set_source(&rim)?;
    cr.arc(0.0, 0.0, RADIUS, 0.0, TAU);
    cr.fill()
}

/// The flat top.
fn face(cr: &Context, piece: &Body) -> Result<(), Error> {
    let radius = RADIUS * TOP;
    let [lit, plain, shaded] = piece.face;
    let glow = RadialGradient::new(-0.28 * RADIUS, -0.34 * RADIUS, 0.0, 0.0, 0.0, radius * 1.25);
    stops(&glow, &[(0.0, lit), (0.5, plain), (1.0, shaded)]);
    cr.set_source(&glow)?;
    cr.arc(0.0, 0.0, radius, 0.0, TAU);
    cr.fill()
}

/// The groove of rings and signs.
fn groove(side: Side, pixel: f64, theme: &Theme) -> Groove {
    let Body {
        ink, shade, glint, ..
    } = theme.bodies[side];
    let depth = if theme.is_flat() {
        0.0
    } else {
        (0.013_f64).max(0.45 * pixel)
    };
    Groove {
        ink,
        shade,
        glint,
        depth,
    }
}

/// Draws the grain, and the rings, carved and painted.
pub(super) fn draw_rings(
    cr: &Context,
    face: PieceFace,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let piece = face.piece;
    let grain = theme.bodies[piece.side].grain;
    if grain.alpha > 0.0 {
        wood::disc(cr, RADIUS * TOP, piece.index() as u64, grain)?;
    }
    let groove = groove(piece.side, pixel, theme);
    let cut = Cut::of(theme.pieces, piece.side, theme.is_flat());
    // A printer has finer dots than the pixels of this picture.
    let finest = if theme.ground == Ground::Print {
        0.0
    } else {
        pixel
    };
    // A caption leaves no room for a second ring, and its plate has the side's own ink.
    let count = if aids::has_words(face, pixel, theme) {
        1
    } else {
        cut.rings.len()
    };
    for ring in &cut.rings[..count] {
        draw_ring(cr, *ring, &groove, (pixel, finest))?;
    }
    Ok(())
}

/// The sign of a piece around the origin, in cells; it makes room for a caption.
pub(super) fn sign(face: PieceFace, pixel: f64, theme: &Theme) -> Option<Carving> {
    let PieceFace { piece, turned } = face;
    let glyph = Glyph::of_piece(piece, theme.pieces)?;
    let cut = Cut::of(theme.pieces, piece.side, theme.is_flat());
    let (size, up) = aids::glyph_room(face, pixel, theme);
    let mut groove = groove(piece.side, pixel, theme);
    groove.depth *= size;
    Some(Carving {
        em: cut.size(&glyph) * size,
        glyph: glyph.turned(turned),
        at: (0.0, -up),
        groove,
    })
}

/// Draws a ring as the area between two circles: stroking a curve costs five times as much. It is at least as wide as
/// `finest`.
fn draw_ring(
    cr: &Context,
    (radius, width): (f64, f64),
    groove: &Groove,
    (pixel, finest): (f64, f64),
) -> Result<(), Error> {
    let radius = radius * RADIUS;
    let half = (width * RADIUS).max(finest) / 2.0;
    let faint = (SMALL / pixel).min(1.0) * groove.glint.alpha;
    for (shift, color) in [
        (groove.depth * 0.8, groove.glint.alpha(faint)),
        (0.0, groove.ink),
    ] {
        if color.alpha <= 0.0 {
            continue;
        }
        color.set(cr);
        cr.new_path();
        cr.arc(shift, shift, radius + half, 0.0, TAU);
        cr.new_sub_path();
        cr.arc_negative(shift, shift, radius - half, TAU, 0.0);
        cr.fill()?;
    }
    Ok(())
}
