//! Ink: draws a picture of the board with Cairo, from paths alone; knows no widget. Only tags and learning
//! aids use a typeface.
//!
//! `board` and `piece` are pictures to be made once for a size and kept. The marks are cheap enough to be
//! drawn each time. `scene` is all of it in order, for a page or a test.
//!
//! Light falls from the top left. Lengths are in cells, the distance of two lines. Nothing is read and nothing
//! is random: the same call always paints the same picture.

mod aids;
mod arrows;
mod boards;
mod diagram;
mod frame;
mod glyphs;
mod grid;
mod letters;
mod marks;
mod pieces;
mod replay;
mod stone;
mod tags;
mod theme;
mod wood;

pub use diagram::{Sheet, diagram, height, inset, raster};
pub use replay::Replay;
pub use theme::{Body, Colour, Ground, Theme};

pub(crate) use diagram::written;
pub(crate) use letters::{font, place_exactly};

use crate::rules::Side;
use crate::scene::aids::{Block, Hanging};
use crate::scene::{Arrow, Face, Layout, Mark, Placed, Scene, Tag};
use cairo::{Context, Error};
use std::f64::consts::FRAC_PI_2;

/// The typeface of words in a picture that no window shows: what desktops use, whichever is there.
pub const INTERFACE_FONT: &str = "Adwaita Sans, Cantarell, system-ui, sans-serif";

/// How much of a piece is seen while an earlier position is shown; see [`past_veil`].
pub const PAST_OPACITY: f64 = 0.78;

/// Draws everything that stands still: wood, frame, grid, river, palaces and file numbers.
///
/// `turned` is the side that reads the board from the top, if one does: its numbers and its half of the river's
/// name are upside down, as on a board between two players.
///
/// # Errors
///
/// Whatever Cairo reports: the surface is broken, or memory ran out.
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

/// Draws a piece with its shadow, its centre at the given place.
///
/// `lift` says how far it is raised: 0 stands on the wood, 1 is held in the hand, a little larger and over a
/// softer shadow.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn piece(
    cr: &Context,
    centre_x: f64,
    centre_y: f64,
    cell: f64,
    face: impl Into<Face>,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let face = face.into();
    piece_blank(cr, (centre_x, centre_y), cell, face.piece.side, lift, theme)?;
    piece_carving(cr, (centre_x, centre_y), cell, face, lift, theme)
}

/// Draws the part of [`piece`] that all pieces of a side share: the body and its shadow. It is the slower part, and the
/// same for both sides where [`Theme::bodies`] differ in their paint alone; see [`is_one_blank`].
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn piece_blank(
    cr: &Context,
    centre: (f64, f64),
    cell: f64,
    side: Side,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, centre, cell, |cr| {
        pieces::draw_blank(cr, side, within(lift), theme)
    })
}

/// Whether the blanks of both sides look the same.
#[must_use]
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

/// Draws the part of [`piece`] that makes it this one, onto a blank.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn piece_carving(
    cr: &Context,
    centre: (f64, f64),
    cell: f64,
    face: impl Into<Face>,
    lift: f64,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, centre, cell * pieces::size(within(lift)), |cr| {
        pieces::draw_carving(cr, face.into(), device_pixel(cr), theme)
    })
}

/// A lift that can be drawn, whatever was asked for.
fn within(lift: f64) -> f64 {
    if lift > 0.0 { lift.min(1.0) } else { 0.0 }
}

/// Draws around a centre, with a cell as the unit.
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

/// Half the side of the square around a piece that holds its largest shadow too.
#[must_use]
pub fn piece_extent(cell: f64) -> f64 {
    (cell * pieces::EXTENT).ceil()
}

/// Half the side of the square around a point that holds any mark.
#[must_use]
pub fn mark_extent(cell: f64) -> f64 {
    (cell * marks::EXTENT).ceil()
}

/// Draws those marks, or parts of marks, that lie on the wood under the pieces.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn marks_below(
    cr: &Context,
    layout: &Layout,
    marks: &[Mark],
    theme: &Theme,
) -> Result<(), Error> {
    each_mark(cr, layout, marks, |cr, mark| marks::below(cr, mark, theme))
}

/// Draws those marks, or parts of marks, that lie over the pieces.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn marks_above(
    cr: &Context,
    layout: &Layout,
    marks: &[Mark],
    theme: &Theme,
) -> Result<(), Error> {
    each_mark(cr, layout, marks, |cr, mark| marks::above(cr, mark, theme))
}

/// Draws what lies between board and pieces while an earlier position is shown: a cool veil over the field and
/// a dashed line inside the frame.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn past_veil(cr: &Context, layout: &Layout, theme: &Theme) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    cr.save()?;
    frame::veil(cr, layout, theme)?;
    cr.restore()
}

/// Draws the arrows, which lie over pieces and marks.
///
/// # Errors
///
/// Whatever Cairo reports.
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

/// Lays the plates with the names of pieces over the marks that are upon them.
fn plates(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    for placed in scene.marked().filter(|placed| placed.lift <= 0.0) {
        plate(cr, layout, placed, scene.turned, theme)?;
    }
    Ok(())
}

/// Lays the plate with the name of a piece over the marks that are upon it.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn plate(
    cr: &Context,
    layout: &Layout,
    placed: &Placed,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    let face = Face::at_table(placed.piece, turned);
    around(cr, layout.spot_centre(placed.at), layout.cell(), |cr| {
        aids::plate_again(cr, face, device_pixel(cr), theme)
    })
}

/// Draws the ring around a piece that hangs, which lies over pieces and marks. `turned` is as for [`board`].
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn hanging(
    cr: &Context,
    layout: &Layout,
    of: Hanging,
    turned: Option<Side>,
    theme: &Theme,
) -> Result<(), Error> {
    around(cr, layout.centre(of.at), layout.cell(), |cr| {
        aids::hanging(cr, of, turned, theme)
    })
}

/// Draws what is in the way of a lifted piece, which lies over pieces and marks.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn block(cr: &Context, layout: &Layout, block: &Block, theme: &Theme) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    aids::block(cr, layout, block, theme)
}

/// Left, top, width and height of the rectangle that holds what [`block`] draws.
#[must_use]
pub fn block_area(layout: &Layout, block: &Block) -> (f64, f64, f64, f64) {
    aids::area(layout, block)
}

/// Left, top, width and height of the rectangle that holds an arrow.
#[must_use]
pub fn arrow_area(layout: &Layout, arrow: &Arrow) -> (f64, f64, f64, f64) {
    arrows::area(layout, arrow)
}

/// Draws the tags, which lie over everything, in the first known typeface of a list with commas.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn tags(
    cr: &Context,
    layout: &Layout,
    tags: &[Tag],
    typefaces: &str,
    theme: &Theme,
) -> Result<(), Error> {
    if !drawable(layout.cell()) {
        return Ok(());
    }
    let pixel = device_pixel(cr);
    for tag in tags {
        tags::draw(cr, layout, tag, typefaces, pixel, theme)?;
    }
    Ok(())
}

/// Left, top, width and height of the rectangle that holds a tag, whatever its typeface.
#[must_use]
pub fn tag_area(layout: &Layout, tag: &Tag) -> (f64, f64, f64, f64) {
    tags::area(layout, tag)
}

/// Draws the whole picture: the board, then marks, pieces and marks again, arrows and tags; raised pieces last,
/// over all of them.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn scene(cr: &Context, layout: &Layout, scene: &Scene, theme: &Theme) -> Result<(), Error> {
    let theme = &Theme {
        captions: scene.aids.as_ref().map(|aids| aids.captions),
        ..*theme
    };
    board(cr, layout, scene.turned, theme)?;
    if scene.past {
        past_veil(cr, layout, theme)?;
    }
    marks_below(cr, layout, &scene.marks, theme)?;
    let fade = if scene.past { PAST_OPACITY } else { 1.0 };
    for placed in scene.pieces.iter().filter(|placed| placed.lift <= 0.0) {
        seen(cr, layout, placed, (scene.turned, fade), theme)?;
    }
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
    tags(cr, layout, &scene.tags, INTERFACE_FONT, theme)?;
    for placed in scene.pieces.iter().filter(|placed| placed.lift > 0.0) {
        seen(cr, layout, placed, (scene.turned, fade), theme)?;
    }
    Ok(())
}

/// Draws a piece as much as it is seen.
fn seen(
    cr: &Context,
    layout: &Layout,
    placed: &Placed,
    (turned, fade): (Option<Side>, f64),
    theme: &Theme,
) -> Result<(), Error> {
    let face = Face::at_table(placed.piece, turned);
    let (x, y) = layout.spot_centre(placed.at);
    let opacity = placed.opacity.clamp(0.0, 1.0) * fade;
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
        let (x, y) = layout.centre(mark.point());
        cr.save()?;
        cr.translate(x, y);
        cr.scale(layout.cell(), layout.cell());
        draw(cr, *mark)?;
        cr.restore()?;
    }
    Ok(())
}

/// Adds a rectangle with round corners to the path: left, top, right and bottom.
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

/// Whether a cell has a size that can be drawn at all.
fn drawable(cell: f64) -> bool {
    cell.is_finite() && cell > 1e-3
}

/// The size of a device pixel in the current unit.
fn device_pixel(cr: &Context) -> f64 {
    let (scale, _) = cr.target().device_scale();
    let (right, down) = cr.user_to_device_distance(1.0, 0.0).unwrap_or((1.0, 0.0));
    1.0 / (right.hypot(down) * scale).max(1e-6)
}
