//! Diagrams: pictures of the board as files, in the colors of the window.

use super::{Theme, plates, scene, svg};
use crate::scene::{Layout, Scene};
use cairo::{Context, Error, Format, ImageSurface, PdfSurface, Surface};
use std::io;

/// Device pixels per unit of a vector format: enough to make rounding invisible.
pub(super) const FINE: f64 = 256.0;

/// File format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Scalable Vector Graphics; lengths in pixels.
    Svg,
    /// PDF page of the picture's size; lengths in points.
    Pdf,
    /// Portable Network Graphics, transparent around the board.
    Png,
}

impl PictureFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Pdf, Self::Png];

    /// File suffix, without the dot.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Pdf => "pdf",
            Self::Png => "png",
        }
    }

    /// The format with this suffix.
    pub fn for_suffix(suffix: &str) -> Option<Self> {
        let fits = |sheet: &Self| sheet.suffix().eq_ignore_ascii_case(suffix);
        Self::ALL.into_iter().find(fits)
    }
}

/// Height of a picture of a board, `width` units wide.
pub fn height(width: u32) -> u32 {
    (f64::from(width) * Layout::ASPECT).round() as u32
}

/// Height of the name plate above a board and of that below, each with its space, in units of the picture.
pub(super) fn band(picture: &Scene, width: f64) -> f64 {
    picture.plates.as_ref().map_or(0.0, |_| plates::band(width))
}

/// Width and height of a picture, with any name plates.
fn size(picture: &Scene, width: u32) -> (f64, f64) {
    let bands = 2.0 * band(picture, width.into());
    (width.into(), f64::from(height(width)) + bands)
}

/// Renders a picture of the scene, `width` units wide, to the bytes of a file.
///
/// # Errors
///
/// Returns any Cairo error: the picture is too large, or memory ran out.
pub fn diagram(
    picture: &Scene,
    width: u32,
    theme: &Theme,
    sheet: PictureFormat,
) -> io::Result<Vec<u8>> {
    let size = size(picture, width);
    match sheet {
        PictureFormat::Svg => svg::picture(picture, size, theme),
        PictureFormat::Pdf => {
            let surface =
                PdfSurface::for_stream(size.0, size.1, Vec::new()).map_err(io::Error::other)?;
            draw(&surface, picture, size, FINE, theme).map_err(io::Error::other)?;
            written(&surface)
        }
        PictureFormat::Png => {
            let mut png = Vec::new();
            let surface = raster(picture, width, theme).map_err(io::Error::other)?;
            surface.write_to_png(&mut png).map_err(io::Error::other)?;
            Ok(png)
        }
    }
}

/// Renders a picture of the scene in pixels.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn raster(picture: &Scene, width: u32, theme: &Theme) -> Result<ImageSurface, Error> {
    let size = size(picture, width);
    // Cairo refuses what is too large.
    let surface = ImageSurface::create(Format::ARgb32, size.0 as i32, size.1 as i32)?;
    draw(&surface, picture, size, 1.0, theme)?;
    Ok(surface)
}

/// Draws a picture of the scene into a page, `width` units wide, its upper left corner at the origin.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn inset(cr: &Context, picture: &Scene, width: f64, theme: &Theme) -> Result<(), Error> {
    let layout = Layout::fit(width, width * Layout::ASPECT, FINE, picture.bottom);
    scene(cr, &layout, picture, theme)
}

/// Finishes an in-memory surface and returns the bytes written.
pub(crate) fn written(surface: &Surface) -> io::Result<Vec<u8>> {
    let written = surface.finish_output_stream();
    let written = written.map_err(|error| io::Error::other(error.error))?;
    let bytes = written.downcast::<Vec<u8>>();
    Ok(*bytes.expect("the stream is a vector of bytes"))
}

fn draw(
    surface: &Surface,
    picture: &Scene,
    (width, height): (f64, f64),
    scale: f64,
    theme: &Theme,
) -> Result<(), Error> {
    let layout = Layout::fit(width, height, scale, picture.bottom);
    let cr = Context::new(surface)?;
    scene(&cr, &layout, picture, theme)?;
    let Some(named) = &picture.plates else {
        return Ok(());
    };
    plates::draw(&cr, &layout, band(picture, width), named, theme)
}
