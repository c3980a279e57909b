//! The grid on the field: lines, start marks, river and edge labels.

use super::glyphs::{Carving, Glyph, Groove};
use super::theme::Theme;
use crate::rules::Side;
use crate::scene::{Layout, PieceSet};
use cairo::{Context, Error};

/// Width of a line, and of the heavier border around the grid.
const LINE: f64 = 0.024;
const BORDER: f64 = 0.052;
/// Distance between the outer lines and the middle of the border.
const BORDER_OUT: f64 = 0.11;
/// Start marks: distance from the lines, and length.
const MARK_GAP: f64 = 0.075;
const MARK_ARM: f64 = 0.155;
/// Em of the river's name, and the places of its characters, in files from the left.
const RIVER_EM: f64 = 0.68;
const RIVER_AT: [f64; 4] = [1.25, 2.45, 5.55, 6.75];
/// Em of the edge labels: file numbers, and coordinates, which are less tall for their em.
const NUMBER_EM: f64 = 0.28;
const COORDINATE_EM: f64 = 0.32;

/// Draws everything onto the field.
pub(super) fn draw(
    cr: &Context,
    layout: &Layout,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    lines(cr, layout, theme)?;
    for carving in carvings(layout, turned, theme) {
        carving.draw(cr)?;
    }
    Ok(())
}

/// Draws the lines alone.
pub(super) fn lines(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    let pen = GridPen {
        cr,
        layout,
        weight: theme.weight,
    };
    pen.draw(theme)
}

/// The characters of the board: the river's name and the edge labels.
pub(super) fn carvings(layout: &Layout, turned: Option<Side>, theme: &Theme) -> Vec<Carving> {
    let river = river(layout, turned.is_some(), theme);
    river.chain(signs(layout, turned, theme)).collect()
}

/// A pen aligned to whole device pixels; its coordinates are columns and rows of the grid as seen.
#[derive(Debug)]
struct GridPen<'a> {
    cr: &'a Context,
    layout: &'a Layout,
    /// Factor on the usual line width.
    weight: f64,
}

impl GridPen<'_> {
    fn draw(&self, theme: &Theme) -> Result<(), Error> {
        let cr = self.cr;
        let shift = self.pixels(LINE * 0.6);
        cr.set_line_width(self.pixels(LINE));
        for (shift, color) in [(shift, theme.glint), (0.0, theme.line)] {
            if color.alpha <= 0.0 {
                continue;
            }
            cr.save()?;
            cr.translate(shift, shift);
            color.set(cr);
            cr.new_path();
            self.border();
            self.ranks_and_files();
            self.start_marks();
            cr.fill()?;
            self.palaces();
            cr.stroke()?;
            cr.restore()?;
        }
        Ok(())
    }

    /// A length in cells as whole device pixels, at least one.
    fn pixels(&self, length: f64) -> f64 {
        let scale = self.layout.scale();
        let length = length * self.weight;
        (length * self.layout.cell() * scale).round().max(1.0) / scale
    }

    /// First device pixel of a line of this width centered at a place.
    fn start(&self, origin: f64, place: f64, width: f64) -> f64 {
        let scale = self.layout.scale();
        let middle = origin + place * self.layout.cell();
        ((middle - width / 2.0) * scale).floor() / scale
    }

    /// Adds a vertical or horizontal line to the path, its ends extended to the corner.
    fn line(&self, from: (f64, f64), to: (f64, f64), width: f64) {
        let (left, top) = self.layout.grid_origin();
        let width = self.pixels(width);
        let x = self.start(left, from.0.min(to.0), width);
        let y = self.start(top, from.1.min(to.1), width);
        let right = self.start(left, from.0.max(to.0), width) + width;
        let bottom = self.start(top, from.1.max(to.1), width) + width;
        self.cr.rectangle(x, y, right - x, bottom - y);
    }

    fn border(&self) {
        let out = BORDER_OUT;
        let (left, top, right, bottom) = (-out, -out, 8.0 + out, 9.0 + out);
        self.line((left, top), (right, top), BORDER);
        self.line((left, bottom), (right, bottom), BORDER);
        self.line((left, top), (left, bottom), BORDER);
        self.line((right, top), (right, bottom), BORDER);
    }

    /// The river interrupts all files but the outer ones.
    fn ranks_and_files(&self) {
        for row in 0..10 {
            let row = f64::from(row);
            self.line((0.0, row), (8.0, row), LINE);
        }
        for column in 0..9 {
            let x = f64::from(column);
            if column == 0 || column == 8 {
                self.line((x, 0.0), (x, 9.0), LINE);
            } else {
                self.line((x, 0.0), (x, 4.0), LINE);
                self.line((x, 5.0), (x, 9.0), LINE);
            }
        }
    }

    /// The corners around the starting points of cannons and soldiers.
    fn start_marks(&self) {
        let soldiers = [3.0, 6.0].map(|row| [0.0, 2.0, 4.0, 6.0, 8.0].map(|column| (column, row)));
        let cannons = [2.0, 7.0].map(|row| [1.0, 7.0].map(|column| (column, row)));
        for (column, row) in soldiers
            .into_iter()
            .flatten()
            .chain(cannons.into_iter().flatten())
        {
            for (right, down) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                let (x, y) = (column + right * MARK_GAP, row + down * MARK_GAP);
                if (0.0..=8.0).contains(&x) {
                    self.line((x, y), (x + right * MARK_ARM, y), LINE);
                    self.line((x, y), (x, y + down * MARK_ARM), LINE);
                }
            }
        }
    }

    fn palaces(&self) {
        let (left, top) = self.layout.grid_origin();
        let (cell, half) = (self.layout.cell(), 0.5 / self.layout.scale());
        let half = if (self.pixels(LINE) * self.layout.scale()) as i64 % 2 == 1 {
            half
        } else {
            0.0
        };
        let at = |column: f64, row: f64| (left + column * cell - half, top + row * cell - half);
        for row in [0.0, 7.0] {
            for (from, to) in [
                ((3.0, row), (5.0, row + 2.0)),
                ((5.0, row), (3.0, row + 2.0)),
            ] {
                let ((x, y), (right, bottom)) = (at(from.0, from.1), at(to.0, to.1));
                self.cr.move_to(x, y);
                self.cr.line_to(right, bottom);
            }
        }
    }
}

/// 楚河 漢界, read from the left whichever side is at the bottom. Between two players each reads one half.
fn river(layout: &Layout, between: bool, theme: &Theme) -> impl Iterator<Item = Carving> {
    let ((left, top), cell) = (layout.grid_origin(), layout.cell());
    let groove = Groove {
        ink: theme.line,
        shade: theme.shadow.alpha(if theme.is_flat() { 0.0 } else { 0.5 }),
        glint: theme.glint,
        depth: (0.014 * cell).max(0.5 / layout.scale()),
    };
    let glyphs = Glyph::of_river(theme.pieces).into_iter().enumerate();
    glyphs.filter_map(move |(index, glyph)| {
        // The far player's half begins at that player's left.
        let turned = between && index >= 2;
        let column = if turned {
            RIVER_AT[5 - index]
        } else {
            RIVER_AT[index]
        };
        Some(Carving {
            glyph: glyph?.turned(turned),
            at: (left + column * cell, top + 4.5 * cell),
            em: RIVER_EM * cell,
            groove,
        })
    })
}

/// The edge labels: upright for a reader at the bottom, upside down for a side that reads from the top.
fn signs(layout: &Layout, turned: Option<Side>, theme: &Theme) -> impl Iterator<Item = Carving> {
    let cell = layout.cell();
    // Heavy labels fill their em, and the frame is close.
    let fits = if theme.pieces == PieceSet::LargePrint {
        0.87
    } else {
        1.0
    };
    let signs = theme.labels.signs(layout, turned).into_iter();
    signs.filter_map(move |sign| {
        let (ink, em) = match sign.side {
            Some(side) => (theme.number[side], NUMBER_EM),
            None => (theme.line, COORDINATE_EM),
        };
        let groove = Groove {
            ink,
            shade: theme.shadow.alpha(0.0),
            glint: theme.glint,
            depth: (0.010 * cell).max(0.5 / layout.scale()),
        };
        Some(Carving {
            glyph: Glyph::of_edge(sign.character, theme.pieces)?.turned(sign.turned),
            at: layout.spot_center(sign.at),
            em: em * fits * cell,
            groove,
        })
    })
}
