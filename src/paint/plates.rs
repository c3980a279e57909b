//! Name plates in pictures, made like the frame: above and below the board, each with the general of its player.

use super::rounded;
use super::text::{self, BASELINE};
use super::theme::{Color, Ground, Theme, stops};
use crate::rules::{Piece, PieceKind, Side};
use crate::scene::{Layout, PlateResult, Plates};
use cairo::{Context, Error, LinearGradient};
use pangocairo::pango::Weight;

/// Height of a plate and its distance from the board, in cells; and its least height in pixels, to be legible.
const HEIGHT: f64 = 0.80;
const GAP: f64 = 0.10;
const LEAST: f64 = 20.0;
/// Radius of the corners, in cells.
const CORNER: f64 = 0.13;
/// Cell of the general, em of a name, and that of a reason, in heights of the plate.
const GENERAL: f64 = 0.90;
const NAME_EM: f64 = 0.46;
const REASON_EM: f64 = 0.36;
/// Space at the ends of the plate and between two texts, in heights of the plate.
const ROOM: f64 = 0.34;
/// Ems of a long name that a reason leaves.
const KEPT: f64 = 8.0;

/// Height added above and below a board of this width, in pixels.
pub(super) fn band(width: f64) -> f64 {
    let cell = Layout::fit(width, width * Layout::ASPECT, 1.0, Side::Red).cell();
    ((HEIGHT + GAP) * cell).max(LEAST).round()
}

/// Color of the letters on a plate.
fn ink(theme: &Theme) -> Color {
    match theme.ground {
        Ground::Print => theme.line,
        Ground::Wood | Ground::Stone | Ground::Sheet => theme.dash(),
    }
}

/// A plate beside a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlateSpot {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    corner: f64,
}

impl PlateSpot {
    /// The place of a side's plate in a band of this height.
    pub(super) fn of(layout: &Layout, band: f64, side: Side) -> Self {
        let (left, top, width, height) = layout.bounds();
        let gap = (GAP * layout.cell()).round();
        let plate = band - gap;
        let top = if side == layout.bottom() {
            (top + height).floor() + gap
        } else {
            top.ceil() - gap - plate
        };
        Self {
            left: left.ceil(),
            top,
            width: (left + width).floor() - left.ceil(),
            height: plate,
            corner: (CORNER * layout.cell()).min(plate / 2.0),
        }
    }

    /// Center and cell of the general on it.
    pub(super) fn general(&self) -> (f64, f64, f64) {
        let middle = self.height / 2.0;
        (self.left + middle, self.top + middle, self.height * GENERAL)
    }

    /// Draws the plate without the general.
    pub(super) fn draw(
        &self,
        cr: &Context,
        side: Side,
        plates: &Plates,
        theme: &Theme,
    ) -> Result<(), Error> {
        self.ground(cr, theme)?;
        let ink = ink(theme);
        let result = plates.results.as_ref().map(|results| &results[side]);
        self.inscription(cr, &plates.names[side], result, ink);
        cr.status()
    }

    fn ground(&self, cr: &Context, theme: &Theme) -> Result<(), Error> {
        let [lit, plain, shaded] = theme.frame;
        let outline = |cr: &Context, by: f64| {
            let (right, bottom) = (self.left + self.width, self.top + self.height);
            let edges = [self.left + by, self.top + by, right - by, bottom - by];
            cr.new_path();
            rounded(cr, edges, self.corner - by);
        };
        outline(cr, 0.0);
        match theme.ground {
            Ground::Print => return Ok(()),
            Ground::Sheet => {
                plain.set(cr);
                return cr.fill();
            }
            Ground::Wood | Ground::Stone => {}
        }
        let tint = LinearGradient::new(0.0, self.top, 0.0, self.top + self.height);
        let edge = lit.mixed(plain, 0.5);
        stops(
            &tint,
            &[
                (0.0, edge),
                (0.08, lit),
                (0.5, plain),
                (1.0, plain.mixed(shaded, 0.6)),
            ],
        );
        cr.set_source(&tint)?;
        cr.fill()?;
        let line = self.corner * 0.11;
        outline(cr, line / 2.0);
        cr.set_line_width(line);
        shaded.mixed(theme.shadow, 0.55).alpha(0.8).set(cr);
        cr.stroke()
    }

    /// The name, and at the other end the result. A reason that leaves too little room for the name is left out.
    fn inscription(&self, cr: &Context, name: &str, result: Option<&PlateResult>, ink: Color) {
        let em = self.height * NAME_EM;
        let room = self.height * ROOM;
        let baseline = self.top + self.height / 2.0 + BASELINE * em;
        let left = self.left + self.height * (1.0 + ROOM / 2.0);
        let mut right = self.left + self.width - room;
        let name = text::line(cr, name, em, Weight::Semibold);
        ink.set(cr);
        if let Some(PlateResult { score, reason }) = result {
            let score = text::line(cr, score, em, Weight::Bold);
            right -= text::width(&score);
            text::show(cr, &score, right, baseline);
            right -= room;
            let reason = text::line(cr, reason, self.height * REASON_EM, Weight::Normal);
            let width = text::width(&reason);
            if right - width - room - left >= text::width(&name).min(KEPT * em) {
                right -= width;
                text::show(cr, &reason, right, baseline);
                right -= room;
            }
        }
        text::shorten(&name, (right - left).max(0.0));
        text::show(cr, &name, left, baseline);
    }
}

/// The piece on a side's plate.
pub(super) const fn general(side: Side) -> Piece {
    Piece::new(side, PieceKind::General)
}

/// Draws both plates of a board.
pub(super) fn draw(
    cr: &Context,
    layout: &Layout,
    band: f64,
    plates: &Plates,
    theme: &Theme,
) -> Result<(), Error> {
    for side in Side::ALL {
        let place = PlateSpot::of(layout, band, side);
        place.draw(cr, side, plates, theme)?;
        let (x, y, cell) = place.general();
        super::piece(cr, x, y, cell, general(side), 0.0, theme)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{EdgeLabels, Look};

    #[test]
    fn a_name_is_legible_on_every_plate() {
        for look in Look::all(EdgeLabels::FileNumbers) {
            for theme in [false, true].map(|dark| Theme::new(look, dark)) {
                let [lit, plain, shaded] = theme.frame;
                // Letters stand between the lit edge and the lower one; a plate on a sheet is flat.
                let grounds: &[Color] = match theme.is_flat() {
                    true => &[plain],
                    false => &[lit.mixed(plain, 0.4), plain, plain.mixed(shaded, 0.3)],
                };
                for ground in grounds {
                    let contrast = ink(&theme).contrast(*ground);
                    assert!(contrast >= 4.5, "{look:?}: {contrast:.2}");
                }
            }
        }
    }
}
