//! The field of the board and its frame, under the grid.

use super::theme::{Color, Ground, Theme, stops};
use super::wood::{GrainRandom, Plank};
use super::{rounded, stone};
use crate::scene::Layout;
use cairo::{Context, Error, LinearGradient};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Width of the frame, in cells.
const FRAME: f64 = 0.115;
/// Radius of the frame's outer corners.
const CORNER: f64 = 0.13;

/// A rectangle in the unit of the picture, on whole device pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn width(&self) -> f64 {
        self.right - self.left
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Adds the rectangle to the path with rounded corners.
    fn round(&self, cr: &Context, radius: f64) {
        let edges = [self.left, self.top, self.right, self.bottom];
        rounded(cr, edges, radius);
    }

    /// The rectangle inset on each side, aligned to whole device pixels.
    fn shrunk(&self, by: f64, scale: f64) -> Self {
        let by = ((by * scale).round()) / scale;
        Self {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
        }
    }

    /// The rectangle inset on each side, not aligned.
    fn shrunk_exactly(&self, by: f64) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
        }
    }

    /// The corners, clockwise from the top left.
    fn corners(&self) -> [(f64, f64); 4] {
        [
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        ]
    }

    fn trace(&self, cr: &Context) {
        cr.rectangle(self.left, self.top, self.width(), self.height());
    }
}

/// The whole board, on whole device pixels inside its bounds.
fn outline(layout: &Layout) -> Area {
    let (left, top, width, height) = layout.bounds();
    let scale = layout.scale();
    Area {
        left: (left * scale).ceil() / scale,
        top: (top * scale).ceil() / scale,
        right: ((left + width) * scale).floor() / scale,
        bottom: ((top + height) * scale).floor() / scale,
    }
}

/// The wood inside the frame.
fn field(layout: &Layout) -> Area {
    outline(layout).shrunk(FRAME * layout.cell(), layout.scale())
}

/// Draws field and frame.
pub(super) fn draw(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    match theme.ground {
        Ground::Wood => wood(cr, layout, theme)?,
        Ground::Stone => slab(cr, layout, theme)?,
        Ground::Sheet => return sheet(cr, layout, theme),
        Ground::Print => return Ok(()),
    }
    frame(cr, layout, theme)
}

/// A flat color within a flat border.
fn sheet(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    let area = outline(layout);
    let radius = (CORNER * layout.cell()).min(area.width() / 2.0);
    cr.new_path();
    area.round(cr, radius);
    theme.frame[1].set(cr);
    cr.fill()?;
    field(layout).trace(cr);
    theme.field[1].set(cr);
    cr.fill()
}

/// The stone of the field.
fn slab(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    inlaid(cr, layout, theme, |size| {
        stone::draw(cr, size, theme.grain, theme.fiber)
    })
}

/// The plank of the field.
fn wood(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    inlaid(cr, layout, theme, |(length, width)| {
        let plank = Plank {
            length,
            width,
            spacing: 0.19,
            sway: 0.17,
            seed: 3,
        };
        plank.draw(cr, theme.grain, theme.fiber)
    })
}

/// Draws the field with a texture on its ground, in cells from its corner, surrounded by the frame.
fn inlaid(
    cr: &Context,
    layout: &Layout,
    theme: &Theme,
    texture: impl FnOnce((f64, f64)) -> Result<(), Error>,
) -> Result<(), Error> {
    let (area, cell) = (field(layout), layout.cell());
    cr.save()?;
    area.trace(cr);
    cr.clip();
    ground(cr, &area, theme)?;
    cr.translate(area.left, area.top);
    cr.scale(cell, cell);
    texture((area.width() / cell, area.height() / cell))?;
    cr.restore()?;
    recess(cr, &area, cell, theme)
}

/// Draws growth rings, light and dark, with more light on the left than on the right.
///
/// Axis-aligned gradients cost a tenth of slanted ones.
fn ground(cr: &Context, area: &Area, theme: &Theme) -> Result<(), Error> {
    const YEARS: usize = 28;
    let [lightest, light, dark, darkest] = theme.field;
    let years = LinearGradient::new(0.0, area.top, 0.0, area.bottom);
    let mut dice = GrainRandom::new(11);
    for year in 0..=YEARS {
        let down = year as f64 / YEARS as f64;
        let tone = lightest
            .mixed(light, (down * 2.0).min(1.0))
            .mixed(dark, (down * 2.0 - 1.0).max(0.0));
        tone.mixed(dark, dice.between(0.0, 0.45))
            .stop(&years, (down + dice.between(-0.012, 0.012)).clamp(0.0, 1.0));
    }
    cr.set_source(&years)?;
    cr.paint()?;
    let side = LinearGradient::new(area.left, 0.0, area.right, 0.0);
    stops(
        &side,
        &[
            (0.0, lightest.alpha(0.45)),
            (0.4, light.alpha(0.0)),
            (1.0, darkest.alpha(0.5)),
        ],
    );
    cr.set_source(&side)?;
    cr.paint()
}

/// Draws the frame's shadow on the field, and the light on the far edges.
fn recess(cr: &Context, area: &Area, cell: f64, theme: &Theme) -> Result<(), Error> {
    let reach = 0.16 * cell;
    let sides = [
        (0.0, 1.0, 0.42),
        (1.0, 0.0, 0.34),
        (0.0, -1.0, 0.16),
        (-1.0, 0.0, 0.16),
    ];
    for (right, down, alpha) in sides {
        let x = if right < 0.0 { area.right } else { area.left };
        let y = if down < 0.0 { area.bottom } else { area.top };
        let shade = LinearGradient::new(x, y, x + right * reach, y + down * reach);
        let dark = theme.shadow;
        stops(
            &shade,
            &[
                (0.0, dark.alpha(alpha)),
                (0.35, dark.alpha(alpha * 0.35)),
                (1.0, dark.alpha(0.0)),
            ],
        );
        cr.set_source(&shade)?;
        let (width, height) = if right == 0.0 {
            (area.width(), reach)
        } else {
            (reach, area.height())
        };
        cr.rectangle(
            if right < 0.0 { x - reach } else { x },
            if down < 0.0 { y - reach } else { y },
            width,
            height,
        );
        cr.fill()?;
    }
    Ok(())
}

/// Four mitered strips, lit from the top left.
fn frame(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    let (outer, inner) = (outline(layout), field(layout));
    let radius = (CORNER * layout.cell()).min(outer.width() / 2.0);
    let [lit, plain, shaded] = theme.frame;
    cr.new_path();
    outer.round(cr, radius);
    inner.trace(cr);
    cr.set_fill_rule(cairo::FillRule::EvenOdd);
    plain.set(cr);
    cr.fill()?;
    cr.set_fill_rule(cairo::FillRule::Winding);
    for (turn, near, far) in [
        (0, lit, plain),
        (1, plain, shaded),
        (2, plain, shaded),
        (3, lit.mixed(plain, 0.35), plain.mixed(shaded, 0.3)),
    ] {
        strip(cr, &outer, &inner, radius, turn, [near, far])?;
    }
    edges(cr, &outer, &inner, radius, layout, theme)
}

/// One side of the frame: the top one, turned clockwise `turns` times, with two colors from outside to inside.
fn strip(
    cr: &Context,
    outer: &Area,
    inner: &Area,
    radius: f64,
    turn: usize,
    [outside, inside]: [Color; 2],
) -> Result<(), Error> {
    let centers = outer.shrunk_exactly(radius).corners();
    let (inner, outer, next) = (inner.corners(), outer.corners(), (turn + 1) % 4);
    let up = (turn as f64 - 1.0) * FRAC_PI_2;
    cr.new_path();
    cr.move_to(inner[turn].0, inner[turn].1);
    cr.arc(centers[turn].0, centers[turn].1, radius, up - FRAC_PI_4, up);
    cr.arc(centers[next].0, centers[next].1, radius, up, up + FRAC_PI_4);
    cr.line_to(inner[next].0, inner[next].1);
    cr.close_path();
    let (x, y) = outer[turn];
    let tint = if turn.is_multiple_of(2) {
        LinearGradient::new(x, y, x, inner[turn].1)
    } else {
        LinearGradient::new(x, y, inner[turn].0, y)
    };
    stops(
        &tint,
        &[
            (0.0, outside.mixed(inside, 0.5)),
            (0.25, outside),
            (1.0, inside),
        ],
    );
    cr.set_source(&tint)?;
    cr.fill()
}

/// The fine lines of light and shade along both edges of the frame.
fn edges(
    cr: &Context,
    outer: &Area,
    inner: &Area,
    radius: f64,
    layout: &Layout,
    theme: &Theme,
) -> Result<(), Error> {
    let line = (0.014 * layout.cell()).max(0.75 / layout.scale());
    cr.set_line_width(line);
    cr.new_path();
    outer
        .shrunk_exactly(line / 2.0)
        .round(cr, radius - line / 2.0);
    theme.frame[2].mixed(theme.shadow, 0.55).alpha(0.8).set(cr);
    cr.stroke()?;
    cr.new_path();
    inner.shrunk_exactly(-line / 2.0).trace(cr);
    theme.shadow.alpha(0.7).set(cr);
    cr.stroke()?;
    cr.move_to(inner.left, inner.bottom + line / 2.0);
    cr.line_to(inner.right + line / 2.0, inner.bottom + line / 2.0);
    cr.line_to(inner.right + line / 2.0, inner.top);
    theme.glint.set(cr);
    cr.stroke()
}

/// A cool veil over the field, and dashes along the frame that avoid the numbers.
pub(super) fn veil(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    let (area, cell) = (field(layout), layout.cell());
    cr.new_path();
    area.trace(cr);
    theme.veil.set(cr);
    cr.fill()?;
    area.shrunk_exactly(-0.5 * FRAME * cell).trace(cr);
    cr.set_line_width((0.04 * cell).max(1.0 / layout.scale()));
    cr.set_dash(&[0.26 * cell, 0.18 * cell], 0.0);
    theme.dash().alpha(0.8).set(cr);
    cr.stroke()
}
