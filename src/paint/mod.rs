//! Renderer: draws a picture of the board with Cairo from paths alone, independent of any widget. Only labels and
//! learning aids use a typeface.
//!
//! `board` and `piece` are meant to be drawn once per size and cached. The marks are cheap enough to be drawn each
//! time. `scene` draws everything in order, for a page or a test.
//!
//! Light falls from the top left. Lengths are in cells, the distance of two lines. Nothing is read from disk and
//! nothing is random: a call with given arguments always paints the same picture.

mod aids;
mod arrow_labels;
mod arrows;
mod boards;
mod curve;
mod diagram;
mod diagram_cache;
mod frame;
mod glyphs;
mod grid;
mod keepsake;
mod marks;
mod pieces;
mod plates;
mod replay;
mod stone;
mod svg;
mod text;
mod theme;
mod wood;

pub use curve::{CURVE_INSET, CurveColors, curve};
pub use diagram::{PictureFormat, diagram, height, inset, raster};
pub use diagram_cache::DiagramCache;
pub use keepsake::keepsake;
pub use replay::{Replay, ReplayChoice};
pub use theme::{Body, Color, Ground, Theme};

pub(crate) use diagram::written;
pub(crate) use text::{font, place_exactly};

use crate::rules::Side;
use crate::scene::aids::{BlockedPoint, Hanging};
use crate::scene::{Arrow, ArrowLabel, Layout, Mark, PieceFace, PlacedPiece, Scene};
use cairo::{Context, Error, RadialGradient};
use std::f64::consts::FRAC_PI_2;

/// Typefaces for text in pictures outside a window: the usual ones of desktops, whichever is installed.
pub const INTERFACE_FONT: &str = "Adwaita Sans, Cantarell, system-ui, sans-serif";

/// Opacity of a piece while an earlier position is shown; see [`past_veil`].
pub const PAST_OPACITY: f64 = 0.78;

/// Draws the static parts: wood, frame, grid, river, palaces and edge labels.
///
/// `turned` is the side that reads the board from the top, if any: its numbers and its half of the river's name are
/// upside down, as on a board between two players.
///
/// # Errors
///
/// Returns any Cairo error: the surface is broken, or memory ran out.
pub fn board(
    cr: &Context,
    layout: &Layout,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    cr.save()?;
    frame::draw(cr, layout, theme)?;
    aids::tint(cr, layout, theme)?;
    grid::draw(cr, layout, turned, theme)?;
    cr.restore()
}

/// Draws a piece with its shadow, centered at the given place.
///
/// `lift` is the height above the board: 0 stands on it, 1 is held in the hand, slightly larger and over a softer
/// shadow.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn piece(
    cr: &Context,
    center_x: f64,
    center_y: f64,
    cell: f64,
    face: impl Into<PieceFace>,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let face = face.into();
    piece_blank(cr, (center_x, center_y), cell, face.piece.side, lift, theme)?;
    piece_carving(cr, (center_x, center_y), cell, face, lift, theme)
}

/// Draws the part of [`piece`] common to all pieces of a side: body and shadow. It is the slower part, and shared by
/// both sides if their [`Theme::bodies`] differ in paint alone; see [`is_one_blank`].
///
/// # Errors
///
/// Returns any Cairo error.
pub fn piece_blank(
    cr: &Context,
    center: (f64, f64),
    cell: f64,
    side: Side,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, center, cell, |cr| {
        pieces::draw_blank(cr, side, within(lift), theme)
    })
}

/// Whether the blanks of both sides look the same.
pub fn is_one_blank(theme: &Theme) -> bool {
    let Body {
        wall,
        rim,
        face,
        edge,
        ..
    } = theme.bodies.black;
    let red = &theme.bodies.red;
    let edge = !theme.is_flat() || red.edge == edge;
    edge && (red.wall, red.rim, red.face) == (wall, rim, face)
}

/// Draws the part of [`piece`] specific to this piece, onto a blank.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn piece_carving(
    cr: &Context,
    center: (f64, f64),
    cell: f64,
    face: impl Into<PieceFace>,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, center, cell * pieces::size(within(lift)), |cr| {
        pieces::draw_carving(cr, face.into(), device_pixel(cr), theme)
    })
}

/// Clamps a lift to the drawable range.
fn within(lift: f64) -> f64 {
    if lift > 0.0 { lift.min(1.0) } else { 0.0 }
}

/// Draws with the origin at a center and a cell as the unit.
fn around(
    cr: &Context,
    (x, y): (f64, f64),
    cell: f64,
    draw: impl FnOnce(&Context) -> Result<(), Error>,
) -> Result<(), Error> {
    if !drawable(cell) || !(x + y).is_finite() {
        return Ok(());
    }
    cr.save()?;
    cr.translate(x, y);
    cr.scale(cell, cell);
    draw(cr)?;
    cr.restore()
}

/// Half the side of the square that holds a piece with its largest shadow.
pub fn piece_extent(cell: f64) -> f64 {
    (cell * pieces::EXTENT).ceil()
}

/// Half the side of the square around a point that holds any mark.
pub fn mark_extent(cell: f64) -> f64 {
    (cell * marks::EXTENT).ceil()
}

/// Draws the marks, or parts of marks, on the board under the pieces.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn marks_below(
    cr: &Context,
    layout: &Layout,
    marks: &[Mark],
    theme: &Theme,
) -> Result<(), Error> {
    each_mark(cr, layout, marks, |cr, mark| marks::below(cr, mark, theme))
}

/// Draws a warm light around the piece at a center, of a strength from 0 to 1.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn glow(cr: &Context, layout: &Layout, (x, y): (f64, f64), strength: f64) -> Result<(), Error> {
    let reach = mark_extent(layout.cell());
    let light = RadialGradient::new(x, y, 0.0, x, y, reach);
    for (offset, alpha) in [(0.6, 0.95), (0.8, 0.7), (1.0, 0.0)] {
        light.add_color_stop_rgba(offset, 1.0, 0.76, 0.1, alpha * strength);
    }
    cr.set_source(&light)?;
    cr.paint()
}

/// Draws the marks, or parts of marks, over the pieces.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn marks_above(
    cr: &Context,
    layout: &Layout,
    marks: &[Mark],
    theme: &Theme,
) -> Result<(), Error> {
    each_mark(cr, layout, marks, |cr, mark| marks::above(cr, mark, theme))
}

/// Draws the layer between board and pieces while an earlier position is shown: a cool veil over the field and a dashed
/// line inside the frame.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn past_veil(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    cr.save()?;
    frame::veil(cr, layout, theme)?;
    cr.restore()
}

/// Draws the arrows, over pieces and marks.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn arrows(cr: &Context, layout: &Layout, arrows: &[Arrow], theme: &Theme) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    let pixel = device_pixel(cr) / layout.cell();
    for arrow in arrows {
        arrows::draw(cr, layout, arrow, pixel, theme)?;
    }
    Ok(())
}

/// Redraws the name plates of pieces over marks that cover them.
fn plates(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    for placed in scene.marked().filter(|placed| placed.lift <= 0.0) {
        plate(cr, layout, placed, scene.turned, theme)?;
    }
    Ok(())
}

/// Redraws the name plate of a piece over marks that cover it.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn plate(
    cr: &Context,
    layout: &Layout,
    placed: &PlacedPiece,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    let face = PieceFace::at_table(placed.piece, turned);
    around(cr, layout.spot_center(placed.at), layout.cell(), |cr| {
        aids::plate_again(cr, face, device_pixel(cr), theme)
    })
}

/// Draws the ring around a hanging piece, over pieces and marks. `turned` as in [`board`].
///
/// # Errors
///
/// Returns any Cairo error.
pub fn hanging(
    cr: &Context,
    layout: &Layout,
    of: Hanging,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, layout.center(of.at), layout.cell(), |cr| {
        aids::hanging(cr, of, turned, theme)
    })
}

/// Draws a block of a lifted piece, over pieces and marks.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn block(
    cr: &Context,
    layout: &Layout,
    block: &BlockedPoint,
    theme: &Theme,
) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    aids::block(cr, layout, block, theme)
}

/// Bounds of the drawing of [`block`]: left, top, width and height.
pub fn block_area(layout: &Layout, block: &BlockedPoint) -> (f64, f64, f64, f64) {
    aids::area(layout, block)
}

/// Bounds of an arrow: left, top, width and height.
pub fn arrow_area(layout: &Layout, arrow: &Arrow) -> (f64, f64, f64, f64) {
    arrows::area(layout, arrow)
}

/// Draws the labels of arrows, over everything, in the first available typeface of a comma-separated list.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn arrow_labels(
    cr: &Context,
    layout: &Layout,
    labels: &[ArrowLabel],
    typefaces: &str,
    theme: &Theme,
) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    let pixel = device_pixel(cr);
    for label in labels {
        arrow_labels::draw(cr, layout, label, typefaces, pixel, theme)?;
    }
    Ok(())
}

/// Bounds of a tag in any typeface: left, top, width and height.
pub fn label_area(layout: &Layout, label: &ArrowLabel) -> (f64, f64, f64, f64) {
    arrow_labels::area(layout, label)
}

/// Draws the whole picture: the board, marks below, pieces, marks above, arrows and labels; raised pieces last, on top.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn scene(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    let theme = &captioned(scene, theme);
    board(cr, layout, scene.turned, theme)?;
    below_pieces(cr, layout, scene, theme)?;
    for placed in scene.pieces.iter().filter(|placed| placed.lift <= 0.0) {
        seen(cr, layout, placed, scene, theme)?;
    }
    above_pieces(cr, layout, scene, theme)
}

/// The theme with the captions of a scene.
fn captioned(scene: &Scene, theme: &Theme) -> Theme {
    Theme {
        captions: scene.aids.as_ref().map(|aids| aids.captions),
        ..*theme
    }
}

/// Draws everything between the board and its pieces.
fn below_pieces(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    if scene.past {
        past_veil(cr, layout, theme)?;
    }
    marks_below(cr, layout, &scene.marks, theme)
}

/// Draws everything over the pieces that stand on the board.
fn above_pieces(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    marks_above(cr, layout, &scene.marks, theme)?;
    if let Some(aids) = &scene.aids {
        for of in &aids.blocks {
            block(cr, layout, of, theme)?;
        }
        for of in &aids.hanging {
            hanging(cr, layout, *of, scene.turned, theme)?;
        }
        plates(cr, layout, scene, theme)?;
    }
    arrows(cr, layout, &scene.arrows, theme)?;
    arrow_labels(cr, layout, &scene.labels, INTERFACE_FONT, theme)?;
    for placed in scene.pieces.iter().filter(|placed| placed.lift > 0.0) {
        seen(cr, layout, placed, scene, theme)?;
    }
    Ok(())
}

/// Opacity of a piece in a scene.
fn opacity(placed: &PlacedPiece, scene: &Scene) -> f64 {
    let fade = if scene.past { PAST_OPACITY } else { 1.0 };
    placed.opacity.clamp(0.0, 1.0) * fade
}

/// Draws a piece with its opacity.
fn seen(
    cr: &Context,
    layout: &Layout,
    placed: &PlacedPiece,
    scene: &Scene,
    theme: &Theme,
) -> Result<(), Error> {
    let face = PieceFace::at_table(placed.piece, scene.turned);
    let (x, y) = layout.spot_center(placed.at);
    let opacity = opacity(placed, scene);
    if opacity <= 0.0 {
        return Ok(());
    }
    if opacity >= 1.0 {
        return piece(cr, x, y, layout.cell(), face, placed.lift, theme);
    }
    let extent = piece_extent(layout.cell());
    cr.save()?;
    cr.rectangle(x - extent, y - extent, 2.0 * extent, 2.0 * extent);
    cr.clip();
    cr.push_group();
    piece(cr, x, y, layout.cell(), face, placed.lift, theme)?;
    cr.pop_group_to_source()?;
    cr.paint_with_alpha(opacity)?;
    cr.restore()
}

/// Draws each mark around its point, in cells.
fn each_mark(
    cr: &Context,
    layout: &Layout,
    marks: &[Mark],
    draw: impl Fn(&Context, Mark) -> Result<(), Error>,
) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    for mark in marks {
        let (x, y) = layout.center(mark.point());
        cr.save()?;
        cr.translate(x, y);
        cr.scale(layout.cell(), layout.cell());
        draw(cr, *mark)?;
        cr.restore()?;
    }
    Ok(())
}

/// Adds a rectangle with rounded corners to the path: left, top, right and bottom.
fn rounded(cr: &Context, [left, top, right, bottom]: [f64; 4], radius: f64) {
    cr.new_sub_path();
    for (quarter, x, y) in [
        (0.0, right - radius, bottom - radius),
        (1.0, left + radius, bottom - radius),
        (2.0, left + radius, top + radius),
        (3.0, right - radius, top + radius),
    ] {
        let turn = quarter * FRAC_PI_2;
        cr.arc(x, y, radius, turn, turn + FRAC_PI_2);
    }
    cr.close_path();
}

/// Whether a cell is large enough to be drawn.
fn drawable(cell: f64) -> bool {
    cell.is_finite() && cell > 1e-3
}

/// The size of a device pixel in the current unit.
fn device_pixel(cr: &Context) -> f64 {
    let (scale, _) = cr.target().device_scale();
    let (right, down) = cr.user_to_device_distance(1.0, 0.0).unwrap_or((1.0, 0.0));
    1.0 / (right.hypot(down) * scale).max(1e-6)
}
