//! Stage for drawing one position after the other: shared parts are drawn once and cached.

use crate::paint::{Theme, board, marks_above, marks_below, piece, piece_extent};
use crate::rules::{Piece, Side};
use crate::scene::{Layout, Scene};
use cairo::{Context, Error, Format, ImageSurface};

/// A board and its pieces as pixels, and the picture composed of them.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    layout: Layout,
    theme: &'a Theme,
    board: ImageSurface,
    /// Indexed by [`Piece::index`].
    pieces: Vec<ImageSurface>,
    canvas: ImageSurface,
}

impl<'a> Stage<'a> {
    pub(super) fn new(
        (width, height): (u16, u16),
        bottom: Side,
        theme: &'a Theme,
    ) -> Result<Self, Error> {
        let layout = Layout::fit(width.into(), height.into(), 1.0, bottom);
        let surface = || ImageSurface::create(Format::Rgb24, width.into(), height.into());
        let wood = surface()?;
        let cr = Context::new(&wood)?;
        // The board has rounded corners, but a GIF has no partial transparency.
        theme.frame[1].set(&cr);
        cr.paint()?;
        board(&cr, &layout, None, theme)?;
        let pieces = Piece::all().map(|one| blank(one, layout.cell(), theme));
        Ok(Self {
            layout,
            theme,
            board: wood,
            pieces: pieces.collect::<Result<_, _>>()?,
            canvas: surface()?,
        })
    }

    /// The pixels of a scene without motion, from the top left, as `0xRRGGBB`.
    pub(super) fn show(&mut self, scene: &Scene) -> Result<Vec<u32>, Error> {
        let cr = Context::new(&self.canvas)?;
        cr.set_source_surface(&self.board, 0.0, 0.0)?;
        cr.paint()?;
        marks_below(&cr, &self.layout, &scene.marks, self.theme)?;
        let extent = piece_extent(self.layout.cell());
        for placed in &scene.pieces {
            let (x, y) = self.layout.spot_center(placed.at);
            let picture = &self.pieces[placed.piece.index()];
            cr.set_source_surface(picture, x - extent, y - extent)?;
            cr.paint()?;
        }
        marks_above(&cr, &self.layout, &scene.marks, self.theme)?;
        drop(cr);
        self.pixels()
    }

    fn pixels(&mut self) -> Result<Vec<u32>, Error> {
        let (width, stride) = (self.canvas.width() as usize, self.canvas.stride() as usize);
        let data = self.canvas.data().map_err(|_| Error::SurfaceFinished)?;
        // Cairo stores a pixel as one number in native byte order.
        let number = |bytes: &[u8; 4]| u32::from_ne_bytes(*bytes) & 0x00FF_FFFF;
        let rows = data.chunks_exact(stride);
        let pixels = rows.flat_map(|row| row.as_chunks::<4>().0[..width].iter().map(number));
        Ok(pixels.collect())
    }
}

/// A piece with its shadow on a transparent background.
fn blank(one: Piece, cell: f64, theme: &Theme) -> Result<ImageSurface, Error> {
    let extent = piece_extent(cell);
    let side = (2.0 * extent) as i32;
    let surface = ImageSurface::create(Format::ARgb32, side, side)?;
    let cr = Context::new(&surface)?;
    piece(&cr, extent, extent, cell, one, 0.0, theme)?;
    Ok(surface)
}
