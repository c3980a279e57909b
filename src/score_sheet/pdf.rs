//! Score sheets as PDF files.

use super::{Pages, Paper, ScoreSheet, text};
use crate::paint::written;
use cairo::{Context, PdfMetadata, PdfSurface};
use std::io;

/// Renders the score sheet as a PDF.
///
/// # Errors
///
/// Returns any Cairo error.
pub fn pdf(sheet: &ScoreSheet, paper: Paper) -> io::Result<Vec<u8>> {
    let surface = PdfSurface::for_stream(paper.width, paper.height, Vec::new());
    let surface = surface.map_err(io::Error::other)?;
    let title = text::as_title(&sheet.players);
    let title = surface.set_metadata(PdfMetadata::Title, &title);
    title.map_err(io::Error::other)?;
    let pages = Pages::new(sheet.clone(), paper);
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
