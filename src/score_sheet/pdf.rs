//! Paper as PDF files.

use super::{Paper, Printable, text};
use crate::paint::written;
use cairo::{Context, PdfMetadata, PdfSurface};
use std::io;

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
