//! A picture of the board as a file of its own, from the same ink as the window's.

use super::{Theme, scene};
use crate::scene::{Layout, Scene};
use cairo::{Context, Error, Format, ImageSurface, PdfSurface, Surface, SvgSurface, SvgUnit};
use std::io;

/// Device pixels to a unit where there are none: fine enough that nothing is rounded that anybody sees.
const FINE: f64 = 256.0;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sheet {
    /// Scalable Vector Graphics; lengths in pixels.
    Svg,
    /// A page of its own size; lengths in points.
    Pdf,
    /// Portable Network Graphics, transparent round the board.
    Png,
}

impl Sheet {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Pdf, Self::Png];

    /// The suffix of such files, without the dot.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Pdf => "pdf",
            Self::Png => "png",
        }
    }

    /// The kind of file with this suffix.
    #[must_use]
    pub fn for_suffix(suffix: &str) -> Option<Self> {
        let fits = |sheet: &Self| sheet.suffix().eq_ignore_ascii_case(suffix);
        Self::ALL.into_iter().find(fits)
    }
}

/// The height of a picture of this width.
#[must_use]
pub fn height(width: u32) -> u32 {
    (f64::from(width) * Layout::ASPECT).round() as u32
}

/// A picture of the scene, `width` units wide, as the bytes of a file.
///
/// # Errors
///
/// Whatever Cairo reports: the picture is too large for it, or memory ran out.
pub fn diagram(picture: &Scene, width: u32, theme: &Theme, sheet: Sheet) -> io::Result<Vec<u8>> {
    let size = (f64::from(width), f64::from(height(width)));
    match sheet {
        Sheet::Svg => {
            let mut surface =
                SvgSurface::for_stream(size.0, size.1, Vec::new()).map_err(io::Error::other)?;
            surface.set_document_unit(SvgUnit::Px);
            vector(&surface, picture, size, theme)
        }
        Sheet::Pdf => {
            let surface =
                PdfSurface::for_stream(size.0, size.1, Vec::new()).map_err(io::Error::other)?;
            vector(&surface, picture, size, theme)
        }
        Sheet::Png => {
            let mut png = Vec::new();
            let surface = raster(picture, width, theme).map_err(io::Error::other)?;
            surface.write_to_png(&mut png).map_err(io::Error::other)?;
            Ok(png)
        }
    }
}

/// A picture of the scene in pixels.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn raster(picture: &Scene, width: u32, theme: &Theme) -> Result<ImageSurface, Error> {
    let side = |length: u32| i32::try_from(length).map_err(|_| Error::InvalidSize);
    let height = height(width);
    let surface = ImageSurface::create(Format::ARgb32, side(width)?, side(height)?)?;
    let size = (f64::from(width), f64::from(height));
    draw(&surface, picture, size, 1.0, theme)?;
    Ok(surface)
}

/// Draws a picture of the scene into a page, `width` units wide, with its upper left corner at the origin.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn inset(cr: &Context, picture: &Scene, width: f64, theme: &Theme) -> Result<(), Error> {
    let layout = Layout::fit(width, width * Layout::ASPECT, FINE, picture.bottom);
    scene(cr, &layout, picture, theme)
}

/// Draws on a surface that writes into memory, and gives back what it has written.
fn vector(
    surface: &Surface,
    picture: &Scene,
    size: (f64, f64),
    theme: &Theme,
) -> io::Result<Vec<u8>> {
    draw(surface, picture, size, FINE, theme).map_err(io::Error::other)?;
    written(surface)
}

/// What a surface has written into memory, once everything is drawn.
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
    scene(&cr, &layout, picture, theme)
}
