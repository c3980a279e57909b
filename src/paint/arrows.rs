//! Arrows from pieces to their targets: each meaning has a distinct shaft and head, so that none depends on its color.

use super::marks::{filled, outlined};
use super::theme::Theme;
use crate::rules::{Conduct, Point, PointSet};
use crate::scene::{Arrow, ArrowKind, DrawingColor, Layout};
use cairo::{Context, Error, FillRule, LineCap, LineJoin};
use std::f64::consts::TAU;

/// Distance of an arrow's tail from the middle of the attacker, in cells: at the rim, off the character.
const TAIL: f64 = 0.42;
/// Distance of its tip from the middle of the attacked piece: on the rim.
const TIP: f64 = 0.41;
/// Distance where no piece stands.
const FREE_TIP: f64 = 0.05;
/// Minimum length; between neighbors the arrow begins on the face of the attacker.
const MIN_LEN: f64 = 0.25;
/// Half the width of the widest head with its edge.
const REACH: f64 = 0.31;
/// Opacity of an arrow, and of the part over an intervening piece, whose character must remain legible.
const OPACITY: f64 = 0.94;
const GHOST: f64 = 0.30;
/// Opacity of an advised move that is not the best, in its place, and its width in that of the best.
const SECOND_OPACITY: f64 = 0.62;
const SECOND_WIDTH: f64 = 0.6;
/// Radius of the disc of such a piece, in cells.
const FACE: f64 = 0.41;
/// Ideal length of a dash and its gap.
const DASH: f64 = 0.30;

/// Distance of the tip from the middle of the target.
const fn end(shape: ArrowKind) -> f64 {
    match shape {
        ArrowKind::Attack(_)
        | ArrowKind::Advice { captures: true, .. }
        | ArrowKind::Drawn { at_piece: true, .. } => TIP,
        ArrowKind::Advice { .. } | ArrowKind::Drawn { .. } => FREE_TIP,
    }
}

/// Bounds of an arrow: left, top, width and height.
pub(super) fn area(layout: &Layout, arrow: &Arrow) -> (f64, f64, f64, f64) {
    let ((x, y), (to_x, to_y)) = (layout.center(arrow.from), layout.center(arrow.to));
    let reach = (REACH * layout.cell()).ceil();
    let (left, top) = (x.min(to_x) - reach, y.min(to_y) - reach);
    let (width, height) = ((to_x - x).abs(), (to_y - y).abs());
    (left, top, width + 2.0 * reach, height + 2.0 * reach)
}

/// Draws an arrow; `pixel` is the size of a device pixel in cells.
pub(super) fn draw(
    cr: &Context,
    layout: &Layout,
    arrow: &Arrow,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let ((x, y), (to_x, to_y)) = (layout.center(arrow.from), layout.center(arrow.to));
    let cell = layout.cell();
    let length = (to_x - x).hypot(to_y - y) / cell;
    if length <= end(arrow.shape) {
        return Ok(());
    }
    let (left, top, width, height) = area(layout, arrow);
    cr.save()?;
    cr.rectangle(left, top, width, height);
    cr.clip();
    cr.push_group();
    cr.translate(x, y);
    cr.rotate((to_y - y).atan2(to_x - x));
    cr.scale(cell, cell);
    let tip = length - end(arrow.shape);
    let tail = TAIL.min(tip - MIN_LEN);
    match arrow.shape {
        ArrowKind::Attack(Conduct::Check | Conduct::Kill) => check(cr, tail, tip, theme)?,
        ArrowKind::Attack(Conduct::Chase) => chase(cr, tail, tip, pixel, theme)?,
        ArrowKind::Attack(Conduct::Idle) => idle(cr, tail, tip, pixel, theme)?,
        ArrowKind::Advice { is_second, .. } => {
            let width = if is_second { SECOND_WIDTH } else { 1.0 };
            advice(cr, (tail, tip), width, pixel, theme)?;
        }
        ArrowKind::Drawn { color, .. } => drawn(cr, (tail, tip), pixel, color, theme)?,
    }
    cr.pop_group_to_source()?;
    let opacity = match arrow.shape {
        ArrowKind::Advice {
            is_second: true, ..
        } => SECOND_OPACITY,
        _ => OPACITY,
    };
    if arrow.over.is_empty() {
        cr.paint_with_alpha(opacity)?;
        return cr.restore();
    }
    cr.save()?;
    discs(cr, layout, arrow.over);
    cr.rectangle(left, top, width, height);
    cr.set_fill_rule(FillRule::EvenOdd);
    cr.clip();
    cr.paint_with_alpha(opacity)?;
    cr.restore()?;
    discs(cr, layout, arrow.over);
    cr.clip();
    cr.paint_with_alpha(GHOST)?;
    cr.restore()
}

/// Adds the faces of these pieces to the path.
fn discs(cr: &Context, layout: &Layout, points: PointSet) {
    cr.new_path();
    for (x, y) in points.map(|point: Point| layout.center(point)) {
        cr.new_sub_path();
        cr.arc(x, y, FACE * layout.cell(), 0.0, TAU);
        cr.close_path();
    }
}

/// A solid shape that widens toward a barbed head.
fn check(cr: &Context, tail: f64, tip: f64, theme: &Theme) -> Result<(), Error> {
    let head = head_length(tail, tip);
    let (thin, thick) = (0.035 * theme.weight, 0.072 * theme.weight);
    let half = 0.56 * head;
    // The barbs lie behind the neck.
    let (barb, neck) = (tip - head, tip - 0.76 * head);
    cr.new_path();
    cr.move_to(tip, 0.0);
    cr.line_to(barb, half);
    if tail < barb {
        cr.line_to(neck, thick);
        cr.line_to(tail, thin);
        cr.line_to(tail, -thin);
        cr.line_to(neck, -thick);
    } else {
        cr.line_to(neck, 0.0);
    }
    cr.line_to(barb, -half);
    cr.close_path();
    filled(cr, theme.danger, theme.halo.alpha(0.95))
}

/// Dashes that run to an open head.
fn chase(cr: &Context, tail: f64, tip: f64, pixel: f64, theme: &Theme) -> Result<(), Error> {
    let head = head_length(tail, tip);
    // A wide line would fill a small head.
    let width = even((0.095 * theme.weight).min(0.42 * head), pixel);
    let end = tip - head * 0.62;
    let edge = theme.halo.alpha(0.95);
    if end - tail > 0.12 {
        let count = ((end - tail) / DASH).round().max(1.0);
        let pitch = (end - tail) / count;
        let dash = 0.60 * pitch;
        cr.set_line_cap(LineCap::Butt);
        cr.new_path();
        for index in 0..count as usize {
            let from = tail + pitch * index as f64;
            cr.rectangle(from, -width / 2.0, dash, width);
        }
        filled(cr, theme.warning, edge)?;
    }
    let inset = width * 0.75;
    cr.set_line_cap(LineCap::Round);
    cr.set_line_join(LineJoin::Round);
    cr.new_path();
    cr.move_to(tip - head, 0.60 * head);
    cr.line_to(tip - inset, 0.0);
    cr.line_to(tip - head, -0.60 * head);
    outlined(cr, width, theme.warning, edge)
}

/// A thin line with a small head.
fn idle(cr: &Context, tail: f64, tip: f64, pixel: f64, theme: &Theme) -> Result<(), Error> {
    let head = 0.7 * head_length(tail, tip);
    let (ink, edge) = (theme.edge, theme.halo.alpha(0.95));
    let half = even(0.05 * theme.weight, pixel) / 2.0;
    cr.new_path();
    cr.move_to(tip, 0.0);
    cr.line_to(tip - head, 0.5 * head);
    cr.line_to(tip - head, half);
    cr.line_to(tail, half);
    cr.line_to(tail, -half);
    cr.line_to(tip - head, -half);
    cr.line_to(tip - head, -0.5 * head);
    cr.close_path();
    filled(cr, ink, edge)
}

/// A wide shaft with a plain head: this move is advised.
fn advice(
    cr: &Context,
    (tail, tip): (f64, f64),
    width: f64,
    pixel: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let head = (0.5 + 0.6 * width) * head_length(tail, tip);
    let half = even(0.14 * width * theme.weight.min(1.2), pixel) / 2.0;
    let neck = tip - head;
    cr.new_path();
    cr.move_to(tip, 0.0);
    cr.line_to(neck, 0.62 * head);
    cr.line_to(neck, half);
    if tail < neck {
        cr.line_to(tail, half);
        cr.line_to(tail, -half);
    }
    cr.line_to(neck, -half);
    cr.line_to(neck, -0.62 * head);
    cr.close_path();
    filled(cr, theme.target, theme.halo.alpha(0.95))
}

/// A shaft of lines, dashes or dots by its color, with a notched head: somebody drew it.
fn drawn(
    cr: &Context,
    (tail, tip): (f64, f64),
    pixel: f64,
    color: DrawingColor,
    theme: &Theme,
) -> Result<(), Error> {
    let head = head_length(tail, tip);
    let width = even(0.09 * theme.weight.min(1.4), pixel);
    let neck = tip - 0.7 * head;
    cr.new_path();
    cr.move_to(tip, 0.0);
    cr.line_to(tip - head, 0.56 * head);
    cr.line_to(neck, 0.0);
    cr.line_to(tip - head, -0.56 * head);
    cr.close_path();
    let length = (neck - tail).max(0.0);
    let pieces = |pitch: f64| (length / pitch).round().max(1.0);
    match color {
        DrawingColor::Green => cr.rectangle(tail, -width / 2.0, length, width),
        DrawingColor::Red => {
            for side in [-1.0, 1.0] {
                cr.rectangle(tail, side * 0.7 * width - width / 4.0, length, width / 2.0);
            }
        }
        DrawingColor::Blue => {
            let count = pieces(DASH);
            let pitch = length / count;
            for dash in 0..count as usize {
                let from = tail + pitch * dash as f64;
                cr.rectangle(from, -width / 2.0, 0.62 * pitch, width);
            }
        }
        DrawingColor::Yellow => {
            let count = pieces(0.2);
            for dot in 0..count as usize {
                let middle = tail + length * (dot as f64 + 0.5) / count;
                cr.new_sub_path();
                cr.arc(middle, 0.0, 0.7 * width, 0.0, TAU);
                cr.close_path();
            }
        }
    }
    filled(cr, theme.drawing(color), theme.drawing_edge(color))
}

/// Length of the head, reduced if space is short.
fn head_length(tail: f64, tip: f64) -> f64 {
    (0.75 * (tip - tail)).clamp(0.23, 0.34)
}

/// The next width that is an even number of device pixels, so that lines along the grid have sharp edges.
fn even(width: f64, pixel: f64) -> f64 {
    (width / pixel / 2.0).round().max(1.0) * 2.0 * pixel
}
