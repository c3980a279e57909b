//! Sizes of paper, the page number at the foot, and PDF files.

use super::Printable;
use super::text::{self, FAINT, SMALL, Type};
use crate::paint::written;
use crate::words;
use cairo::{Context, PdfMetadata, PdfSurface};
use std::io;

/// A printed page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Full width.
    pub width: f64,
    /// Full height.
    pub height: f64,
    /// Blank margins: top, right, bottom and left.
    pub margins: [f64; 4],
}

impl Paper {
    /// Default margin: 15 mm.
    pub const MARGIN: f64 = 42.5;
    /// ISO A4, 210 mm by 297 mm.
    pub const A4: Self = Self {
        width: 595.28,
        height: 841.89,
        margins: [Self::MARGIN; 4],
    };
    /// US Letter, 8.5 by 11 inches.
    pub const LETTER: Self = Self {
        width: 612.0,
        height: 792.0,
        margins: [Self::MARGIN; 4],
    };

    /// Width and height between the margins.
    pub(super) fn area(&self) -> (f64, f64) {
        let [top, right, bottom, left] = self.margins;
        let width = (self.width - left - right).max(1.0);
        (width, self.height - top - bottom)
    }

    /// Draws the number of a page (the first is 0) at the foot, with the corner of the margins at the origin.
    pub(super) fn draw_foot(&self, cr: &Context, types: &Type, page: usize, pages: usize) {
        let number = types.line(&words::sheet_page(page + 1, pages), SMALL);
        let (width, height) = self.area();
        let middle = (width - text::size(&number).0) / 2.0;
        cr.set_source_rgb(FAINT, FAINT, FAINT);
        text::draw(cr, &number, middle, height - 2.0);
    }
}

/// Renders what is printed as a PDF.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn pdf(printed: &dyn Printable, paper: Paper) -> io::Result<Vec<u8>> {
    let surface = PdfSurface::for_stream(paper.width, paper.height, Vec::new());
    let surface = surface.map_err(io::Error::other)?;
    let title = text::as_title(&printed.title());
    let title = surface.set_metadata(PdfMetadata::Title, &title);
    title.map_err(io::Error::other)?;
    let mut pages = printed.begin(paper);
    while !pages.go_on() {}
    let draw = || {
        let cr = Context::new(&surface)?;
        for page in 0..pages.count() {
            pages.draw(&cr, page)?;
            cr.show_page()?;
        }
        Ok(())
    };
    draw().map_err(|error: cairo::Error| io::Error::other(error))?;
    written(&surface)
}
