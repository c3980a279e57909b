//! Marks on and around a point. Each has a distinct shape with both dark and light edges, visible on wood and on either
//! side's pieces.

use super::rounded;
use super::theme::{Color, Theme};
use crate::scene::{DrawingColor, Mark};
use cairo::{Context, Error, LineCap, LineJoin};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// Half the side of the square that holds the largest mark, in cells.
pub(super) const EXTENT: f64 = 0.76;
/// Width of the light edge on either side of a line.
pub(super) const HALO: f64 = 0.028;

/// Draws the part under the pieces, around the origin, in cells.
pub(super) fn below(cr: &Context, mark: Mark, theme: &Theme) -> Result<(), Error> {
    match mark {
        Mark::Origin(_) => origin(cr, theme),
        Mark::Goal(_) => goal(cr, theme),
        Mark::Star(_) => star(cr, theme),
        Mark::Selected(_)
        | Mark::Target(_)
        | Mark::Capture(_)
        | Mark::Checked(_)
        | Mark::Checker(_)
        | Mark::Refused(_)
        | Mark::Blocker(_)
        | Mark::Hint(_)
        | Mark::Drawn(..)
        | Mark::Cursor(_) => Ok(()),
    }
}

/// Draws the part over the pieces, around the origin, in cells.
pub(super) fn above(cr: &Context, mark: Mark, theme: &Theme) -> Result<(), Error> {
    match mark {
        Mark::Origin(_) | Mark::Goal(_) | Mark::Star(_) => Ok(()),
        Mark::Selected(_) => selected(cr, theme),
        Mark::Target(_) => target(cr, theme),
        Mark::Capture(_) => capture(cr, theme),
        Mark::Checked(_) => checked(cr, theme),
        Mark::Checker(_) => checker(cr, theme),
        Mark::Refused(_) => refused(cr, theme),
        Mark::Blocker(_) => blocker(cr, theme),
        Mark::Hint(_) => hint(cr, theme),
        Mark::Drawn(_, color) => drawn(cr, color, theme),
        Mark::Cursor(_) => cursor(cr, theme),
    }
}

/// Strokes the path with an edge on both sides, and clears it.
pub(super) fn outlined(cr: &Context, width: f64, color: Color, edge: Color) -> Result<(), Error> {
    cr.set_line_width(width + 2.0 * HALO);
    edge.set(cr);
    cr.stroke_preserve()?;
    cr.set_line_width(width);
    color.set(cr);
    cr.stroke()
}

/// Fills the path and strokes its edge, and clears it.
pub(super) fn filled(cr: &Context, color: Color, edge: Color) -> Result<(), Error> {
    cr.set_line_join(LineJoin::Round);
    cr.set_line_width(2.0 * HALO);
    edge.set(cr);
    cr.stroke_preserve()?;
    color.set(cr);
    cr.fill()
}

fn circle(cr: &Context, radius: f64) {
    cr.new_path();
    cr.arc(0.0, 0.0, radius, 0.0, TAU);
    cr.close_path();
}

/// A ring with a dot: the origin of the move.
fn origin(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let edge = theme.halo.alpha(0.8);
    circle(cr, 0.17);
    outlined(cr, 0.045 * theme.weight, theme.last_move, edge)?;
    circle(cr, 0.055);
    theme.last_move.set(cr);
    cr.fill()
}

/// Four corners around the piece that moved.
fn goal(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let (half, arm) = (0.475, 0.16);
    cr.set_line_cap(LineCap::Round);
    cr.set_line_join(LineJoin::Round);
    cr.new_path();
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        cr.move_to(x * (half - arm), y * half);
        cr.line_to(x * half, y * half);
        cr.line_to(x * half, y * (half - arm));
    }
    outlined(
        cr,
        0.05 * theme.weight,
        theme.last_move,
        theme.halo.alpha(0.8),
    )
}

/// A five-pointed star: a piece has to get there.
fn star(cr: &Context, theme: &Theme) -> Result<(), Error> {
    cr.new_path();
    for corner in 0..10 {
        let radius = if corner % 2 == 0 { 0.34 } else { 0.15 };
        let turn = f64::from(corner) * TAU / 10.0 - FRAC_PI_2;
        cr.line_to(radius * turn.cos(), radius * turn.sin());
    }
    cr.close_path();
    filled(cr, theme.selected, theme.edge.alpha(0.85))
}

/// A golden ring around the selected piece.
fn selected(cr: &Context, theme: &Theme) -> Result<(), Error> {
    circle(cr, 0.472);
    outlined(
        cr,
        0.056 * theme.weight,
        theme.selected,
        theme.edge.alpha(0.85),
    )
}

/// A dot on an empty point.
fn target(cr: &Context, theme: &Theme) -> Result<(), Error> {
    circle(cr, 0.105);
    filled(cr, theme.target, theme.halo.alpha(0.92))
}

/// A ring in four parts around an enemy, with a tick in each gap.
fn capture(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let gap = 0.26;
    cr.new_path();
    for quarter in 0..4 {
        let turn = f64::from(quarter) * FRAC_PI_2;
        cr.new_sub_path();
        cr.arc(0.0, 0.0, 0.472, turn + gap, turn + FRAC_PI_2 - gap);
        cr.move_to(0.40 * turn.cos(), 0.40 * turn.sin());
        cr.line_to(0.54 * turn.cos(), 0.54 * turn.sin());
    }
    outlined(
        cr,
        0.06 * theme.weight,
        theme.target,
        theme.halo.alpha(0.92),
    )
}

/// Two rings and four wedges outwards: the general is attacked.
fn checked(cr: &Context, theme: &Theme) -> Result<(), Error> {
    cr.new_path();
    for quarter in 0..4 {
        wedge(
            cr,
            FRAC_PI_4 + f64::from(quarter) * FRAC_PI_2,
            0.50,
            0.68,
            0.17,
        );
    }
    filled(cr, theme.danger, theme.halo.alpha(0.92))?;
    circle(cr, 0.475);
    outlined(
        cr,
        0.075 * theme.weight,
        theme.danger,
        theme.halo.alpha(0.92),
    )?;
    circle(cr, 0.375);
    cr.set_line_width(0.03);
    theme.danger.set(cr);
    cr.stroke()
}

/// Adds a triangle to the path that stands on a circle and points outwards or, if `tip` is smaller, inwards.
fn wedge(cr: &Context, turn: f64, base: f64, tip: f64, half: f64) {
    cr.move_to(base * (turn - half).cos(), base * (turn - half).sin());
    cr.line_to(tip * turn.cos(), tip * turn.sin());
    cr.line_to(base * (turn + half).cos(), base * (turn + half).sin());
    cr.close_path();
}

/// A ring with teeth that point inwards: this piece attacks the general.
fn checker(cr: &Context, theme: &Theme) -> Result<(), Error> {
    circle(cr, 0.505);
    outlined(
        cr,
        0.035 * theme.weight,
        theme.danger,
        theme.halo.alpha(0.92),
    )?;
    cr.new_path();
    for tooth in 0..12 {
        wedge(cr, f64::from(tooth) * TAU / 12.0, 0.51, 0.39, 0.15);
    }
    theme.danger.set(cr);
    cr.fill()
}

/// A cross: the destination was refused.
fn refused(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let arm = 0.2;
    cr.set_line_cap(LineCap::Round);
    cr.new_path();
    for (x, y) in [(arm, arm), (arm, -arm)] {
        cr.move_to(-x, -y);
        cr.line_to(x, y);
    }
    outlined(cr, 0.10 * theme.weight, theme.danger, theme.halo)
}

/// An octagonal ring with an exclamation mark: this piece is in the way.
fn blocker(cr: &Context, theme: &Theme) -> Result<(), Error> {
    cr.set_line_join(LineJoin::Miter);
    cr.new_path();
    for corner in 0..8 {
        let turn = (f64::from(corner) + 0.5) * FRAC_PI_4;
        cr.line_to(0.515 * turn.cos(), 0.515 * turn.sin());
    }
    cr.close_path();
    outlined(
        cr,
        0.056 * theme.weight,
        theme.warning,
        theme.halo.alpha(0.92),
    )?;
    cr.translate(0.36, -0.36);
    circle(cr, 0.145);
    filled(cr, theme.warning, theme.halo)?;
    theme.halo.set(cr);
    cr.set_line_cap(LineCap::Round);
    cr.set_line_width(0.05);
    cr.move_to(0.0, -0.075);
    cr.line_to(0.0, 0.005);
    cr.stroke()?;
    cr.arc(0.0, 0.078, 0.028, 0.0, TAU);
    cr.fill()
}

/// A wreath of beads: this piece is worth a look.
fn hint(cr: &Context, theme: &Theme) -> Result<(), Error> {
    const BEADS: u32 = 16;
    cr.new_path();
    for bead in 0..BEADS {
        let turn = f64::from(bead) * TAU / f64::from(BEADS);
        cr.new_sub_path();
        cr.arc(0.505 * turn.cos(), 0.505 * turn.sin(), 0.062, 0.0, TAU);
        cr.close_path();
    }
    filled(cr, theme.target, theme.halo.alpha(0.95))
}

/// A ring around the piece, plain, double, of dashes or of dots by its color: somebody drew it.
fn drawn(cr: &Context, color: DrawingColor, theme: &Theme) -> Result<(), Error> {
    const PARTS: u32 = 12;
    let turn = |part: f64| part * TAU / f64::from(PARTS);
    let (ink, edge) = (theme.drawing(color), theme.drawing_edge(color));
    let width = 0.07 * theme.weight;
    cr.set_line_cap(LineCap::Butt);
    match color {
        DrawingColor::Green => circle(cr, 0.52),
        DrawingColor::Red => {
            circle(cr, 0.57);
            outlined(cr, width / 2.0, ink, edge)?;
            circle(cr, 0.48);
            return outlined(cr, width / 2.0, ink, edge);
        }
        DrawingColor::Blue => {
            cr.new_path();
            for dash in 0..PARTS {
                let from = f64::from(dash);
                cr.new_sub_path();
                cr.arc(0.0, 0.0, 0.52, turn(from), turn(from + 0.6));
            }
        }
        DrawingColor::Yellow => {
            cr.new_path();
            for dot in 0..2 * PARTS {
                let turn = turn(f64::from(dot) / 2.0);
                cr.new_sub_path();
                cr.arc(0.52 * turn.cos(), 0.52 * turn.sin(), 0.042, 0.0, TAU);
                cr.close_path();
            }
            return filled(cr, ink, edge);
        }
    }
    outlined(cr, width, ink, edge)
}

/// A rounded square, dark and light, visible on anything.
fn cursor(cr: &Context, theme: &Theme) -> Result<(), Error> {
    let half = 0.475;
    cr.new_path();
    rounded(cr, [-half, -half, half, half], 0.13);
    outlined(cr, 0.048 * theme.weight, theme.halo, theme.edge.alpha(0.92))
}
