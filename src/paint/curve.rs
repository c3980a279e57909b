//! The curve of a game, in pixels: Red’s share below it, Black’s above, the turning points dotted.

use super::theme::Color;
use crate::scene::Curve;
use cairo::{Context, Error, LineCap, LineJoin};
use std::f64::consts::TAU;

/// Room for the dots at the edges, in pixels.
pub const CURVE_INSET: f64 = 5.0;
const LINE: f64 = 1.5;
const DOT: f64 = 3.5;
/// Opacity of the shares, and of the line between even chances.
const SHARE: f64 = 0.28;
const GROUND: f64 = 0.07;
const MIDDLE: f64 = 0.35;

/// Colors of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveColors {
    /// The curve itself.
    pub line: Color,
    /// Red’s share.
    pub red: Color,
    /// The shown position.
    pub shown: Color,
}

/// Draws a curve with a shown place, from 0 to 1, in an area; `pixel` is the size of a device pixel.
///
/// # Errors
///
/// Returns any Cairo error: the surface is broken, or memory ran out.
pub fn curve(
    cr: &Context,
    curve: &Curve,
    shown: Option<f64>,
    (width, height): (f64, f64),
    pixel: f64,
    colors: &CurveColors,
) -> Result<(), Error> {
    let (inner, floor) = (width - 2.0 * CURVE_INSET, height - 2.0 * CURVE_INSET);
    let x_of = |place: f64| CURVE_INSET + place * inner;
    let y_of = |chances: f64| CURVE_INSET + (1.0 - chances) * floor;
    // On whole device pixels, lines are crisp.
    let crisp = |at: f64| ((at / pixel).floor() + 0.5) * pixel;
    let bottom = height;
    colors.line.alpha(GROUND * colors.line.alpha).set(cr);
    cr.rectangle(0.0, 0.0, width, height);
    cr.fill()?;
    let last = curve.points().len().saturating_sub(1).max(1) as f64;
    let points = curve.points().iter().enumerate();
    let points: Vec<_> = points
        .filter_map(|(index, point)| {
            let at = (x_of(index as f64 / last), y_of(point.chances?));
            Some((index, at, point.node))
        })
        .collect();
    let runs = || points.chunk_by(|one, other| one.0 + 1 == other.0);
    colors.red.alpha(SHARE).set(cr);
    for run in runs() {
        let (left, right) = (run[0].1.0, run[run.len() - 1].1.0);
        cr.move_to(left, bottom);
        run.iter().for_each(|(_, (x, y), _)| cr.line_to(*x, *y));
        cr.line_to(right, bottom);
        cr.fill()?;
    }
    cr.set_line_width(pixel.max(1.0));
    colors.line.alpha(MIDDLE * colors.line.alpha).set(cr);
    cr.move_to(0.0, crisp(y_of(0.5)));
    cr.line_to(width, crisp(y_of(0.5)));
    cr.stroke()?;
    if let Some(place) = shown {
        cr.set_line_width(2.0 * pixel.max(1.0));
        colors.shown.set(cr);
        let x = (x_of(place) / pixel).round() * pixel;
        cr.move_to(x, 0.0);
        cr.line_to(x, height);
        cr.stroke()?;
    }
    cr.set_line_width(LINE);
    cr.set_line_join(LineJoin::Round);
    cr.set_line_cap(LineCap::Round);
    colors.line.set(cr);
    for run in runs() {
        run.iter().for_each(|(_, (x, y), _)| cr.line_to(*x, *y));
        if let [(_, (x, y), _)] = run {
            // A point with a gap on both sides.
            cr.line_to(*x, *y);
        }
        cr.stroke()?;
    }
    for (_, (x, y), node) in &points {
        if curve.turning_points().contains(node) {
            cr.arc(*x, *y, DOT, 0.0, TAU);
            cr.fill()?;
        }
    }
    Ok(())
}
