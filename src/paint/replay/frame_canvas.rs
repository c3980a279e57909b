//! Canvas for the frames of a GIF: parts shared by several frames are drawn once and cached.

use super::Replay;
use crate::paint::{Theme, board, height, marks_above, marks_below, piece, piece_extent, plates};
use crate::rules::{BySide, Piece};
use crate::scene::{Layout, PlateResult, Plates, Scene};
use cairo::{Context, Error, Format, ImageSurface};

/// A board and its pieces as pixels, and the picture composed of them.
#[derive(Debug)]
pub(super) struct FrameCanvas<'a> {
    layout: Layout,
    theme: &'a Theme,
    board: ImageSurface,
    /// Indexed by [`Piece::index`].
    pieces: Vec<ImageSurface>,
    canvas: ImageSurface,
    /// Height of each band for a name plate, and the final contents of the plates.
    band: f64,
    plates: Option<Plates>,
}

impl<'a> FrameCanvas<'a> {
    pub(super) fn new(replay: &Replay, theme: &'a Theme) -> Result<Self, Error> {
        let (width, plates) = (replay.width, replay.plates.clone());
        let band = plates.as_ref().map_or(0.0, |_| plates::band(width.into()));
        let height = height(width.into()) as i32 + 2 * band as i32;
        let layout = Layout::fit(width.into(), height.into(), 1.0, replay.bottom);
        let surface = || ImageSurface::create(Format::Rgb24, width.into(), height);
        let wood = surface()?;
        let cr = Context::new(&wood)?;
        // The board has rounded corners, but a GIF has no partial transparency.
        theme.frame[1].set(&cr);
        cr.paint()?;
        board(&cr, &layout, None, theme)?;
        let pieces = Piece::all().map(|one| blank(one, layout.cell(), theme));
        drop(cr);
        let stage = Self {
            layout,
            theme,
            board: wood,
            pieces: pieces.collect::<Result<_, _>>()?,
            canvas: surface()?,
            band,
            plates,
        };
        stage.inscribe(None)?;
        Ok(stage)
    }

    /// Width and height.
    pub(super) fn size(&self) -> (u16, u16) {
        (self.canvas.width() as u16, self.canvas.height() as u16)
    }

    /// Shows the results on the name plates.
    pub(super) fn end(&self) -> Result<(), Error> {
        self.inscribe(
            self.plates
                .as_ref()
                .and_then(|plates| plates.results.clone()),
        )
    }

    fn inscribe(&self, results: Option<BySide<PlateResult>>) -> Result<(), Error> {
        let Some(plates) = &self.plates else {
            return Ok(());
        };
        let cr = Context::new(&self.board)?;
        let (width, height) = (self.canvas.width().into(), self.canvas.height().into());
        self.theme.frame[1].set(&cr);
        cr.rectangle(0.0, 0.0, width, self.band);
        cr.rectangle(0.0, height, width, -self.band);
        cr.fill()?;
        let shown = Plates {
            results,
            ..plates.clone()
        };
        plates::draw(&cr, &self.layout, self.band, &shown, self.theme)
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
