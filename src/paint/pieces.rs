//! A piece: a turned wooden disc with a carved and painted character, and its shadow.

use super::aids;
use super::glyphs::{self, Glyph, Groove};
use super::theme::{Theme, stops};
use super::wood;
use crate::rules::Side;
use crate::scene::Face;
use cairo::{Context, Error, LinearGradient, RadialGradient};
use std::f64::consts::{PI, TAU};

/// Half the side of the square that holds a held piece and its shadow, in cells.
pub(super) const EXTENT: f64 = 0.80;

/// Radius of a piece, in cells.
pub(super) const RADIUS: f64 = 0.445;
/// How much larger a piece is seen when it is held.
const GROWTH: f64 = 0.06;
/// Height of the wall that is seen below the disc.
const WALL: f64 = 0.034;
/// Radius of the face, of the carved ring and width of that ring, in radii of the piece.
const TOP: f64 = 0.90;
const RING: f64 = 0.835;
const RING_WIDTH: f64 = 0.05;
/// The largest character: how far it reaches from the middle, in radii of the piece, and its em, in diameters.
const GLYPH_REACH: f64 = 0.76;
const GLYPH_EM: f64 = 0.74;

/// A printed piece: the width of its outline, in cells, and the radius of its ring, in radii.
const FLAT_LINE: f64 = 0.03;
const FLAT_RING: f64 = 0.86;

/// The size of a device pixel, in cells, above which the light along the ring would look like a second ring.
const SMALL: f64 = 0.016;

/// How large a piece is seen at a lift.
pub(super) fn size(lift: f64) -> f64 {
    1.0 + GROWTH * lift
}

/// Draws a piece with nothing carved into it around the origin, in cells.
pub(super) fn draw_blank(cr: &Context, lift: f64, theme: &Theme) -> Result<(), Error> {
    shadow(cr, lift, theme)?;
    cr.scale(size(lift), size(lift));
    body(cr, theme)?;
    face(cr, theme)
}

/// Draws the grain and the carving of a piece onto its blank; `pixel` is the size of a device pixel.
pub(super) fn draw_carving(
    cr: &Context,
    face: Face,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let seed = face.piece.index() as u64;
    wood::disc(cr, RADIUS * TOP, seed, theme.piece_grain)?;
    carving(cr, face, pixel, theme)
}

/// Draws a printed piece around the origin, in cells: Red's character within two circles, Black's cut out of a disc.
pub(super) fn draw_flat(cr: &Context, face: Face, theme: &Theme) -> Result<(), Error> {
    let Face { piece, turned } = face;
    let (ink, paper) = (theme.ink[piece.side], theme.face[0]);
    let (ground, figure) = match piece.side {
        Side::Red => (paper, ink),
        Side::Black => (ink, paper),
    };
    // The outermost line belongs to both, so that all pieces are of one size.
    for (radius, colour) in [(RADIUS, ink), (RADIUS - FLAT_LINE, ground)] {
        cr.new_path();
        cr.arc(0.0, 0.0, radius, 0.0, TAU);
        colour.set(cr);
        cr.fill()?;
    }
    let inner = (FLAT_RING * RADIUS, FLAT_RING * RADIUS - FLAT_LINE * 0.6);
    cr.new_path();
    cr.arc(0.0, 0.0, inner.0, 0.0, TAU);
    cr.new_sub_path();
    cr.arc_negative(0.0, 0.0, inner.1, TAU, 0.0);
    figure.set(cr);
    cr.fill()?;
    let Some(glyph) = Glyph::find(glyphs::of_piece(piece)) else {
        return Ok(());
    };
    let groove = Groove {
        ink: figure,
        shade: figure.alpha(0.0),
        glint: figure.alpha(0.0),
        depth: 0.0,
    };
    let em = em(&glyph);
    glyph.turned(turned).carve(cr, (0.0, 0.0), em, &groove)
}

/// How large a character is on a piece.
fn em(glyph: &Glyph) -> f64 {
    (GLYPH_REACH * RADIUS / glyph.reach()).min(GLYPH_EM * 2.0 * RADIUS)
}

/// A dark rim where the piece touches the wood, and a soft shadow that moves away as it is lifted.
fn shadow(cr: &Context, lift: f64, theme: &Theme) -> Result<(), Error> {
    let (x, y) = (0.022 + 0.05 * lift, 0.052 + 0.10 * lift);
    let (core, reach) = (0.36 - 0.04 * lift, 0.535 + 0.11 * lift);
    let strength = 0.58 - 0.16 * lift;
    let soft = RadialGradient::new(x, y, core, x, y, reach);
    let dark = theme.shadow;
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
fn body(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let [lit, shaded] = theme.wall;
    let wall = LinearGradient::new(-RADIUS, 0.0, RADIUS, WALL);
    stops(&wall, &[(0.0, lit), (0.4, lit), (1.0, shaded)]);
    cr.set_source(&wall)?;
    cr.new_path();
    cr.arc(0.0, WALL, RADIUS, 0.0, PI);
    cr.arc(0.0, 0.0, RADIUS, PI, TAU);
    cr.close_path();
    cr.fill()?;
    let [lit, plain, shaded] = theme.rim;
    let slope = RADIUS * 0.72;
    let rim = LinearGradient::new(-slope, -slope, slope, slope);
    stops(&rim, &[(0.0, lit), (0.45, plain), (1.0, shaded)]);
    cr.set_source(&rim)?;
    cr.arc(0.0, 0.0, RADIUS, 0.0, TAU);
    cr.fill()
}

/// The flat top.
fn face(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let radius = RADIUS * TOP;
    let [lit, plain, shaded] = theme.face;
    let glow = RadialGradient::new(-0.28 * RADIUS, -0.34 * RADIUS, 0.0, 0.0, 0.0, radius * 1.25);
    stops(&glow, &[(0.0, lit), (0.5, plain), (1.0, shaded)]);
    cr.set_source(&glow)?;
    cr.arc(0.0, 0.0, radius, 0.0, TAU);
    cr.fill()
}

/// The ring and the character, cut in and painted.
fn carving(cr: &Context, face: Face, pixel: f64, theme: &Theme) -> Result<(), Error> {
    let Face { piece, turned } = face;
    let depth = (0.013_f64).max(0.45 * pixel);
    let groove = Groove {
        ink: theme.ink[piece.side],
        shade: theme.ink_shade[piece.side],
        glint: theme.piece_glint,
        depth,
    };
    ring(cr, &groove, pixel)?;
    if let Some(glyph) = Glyph::find(glyphs::of_piece(piece)) {
        cr.save()?;
        aids::make_room(cr, face, pixel, theme);
        let em = em(&glyph);
        glyph.turned(turned).carve(cr, (0.0, 0.0), em, &groove)?;
        cr.restore()?;
    }
    aids::words(cr, face, pixel, theme)
}

/// The carved ring, as the area between two circles: a stroke around a curve costs five times as much.
fn ring(cr: &Context, groove: &Groove, pixel: f64) -> Result<(), Error> {
    let radius = RING * RADIUS;
    let half = (RING_WIDTH * RADIUS).max(pixel) / 2.0;
    let faint = (SMALL / pixel).min(1.0) * groove.glint.alpha;
    for (shift, colour) in [
        (groove.depth * 0.8, groove.glint.alpha(faint)),
        (0.0, groove.ink),
    ] {
        colour.set(cr);
        cr.new_path();
        cr.arc(shift, shift, radius + half, 0.0, TAU);
        cr.new_sub_path();
        cr.arc_negative(shift, shift, radius - half, TAU, 0.0);
        cr.fill()?;
    }
    Ok(())
}
