//! The pictures that a board is put together from, kept as textures for one size and look.

use crate::paint::{self, Theme};
use crate::rules::Piece;
use crate::scene::Layout;
use gtk::cairo;
use gtk::gdk;
use gtk::glib;
use gtk::graphene;
use gtk::prelude::*;
use std::cell::OnceCell;

/// A picture and where it belongs.
#[derive(Clone, Debug)]
struct Picture {
    texture: gdk::Texture,
    area: graphene::Rect,
}

/// Everything that stands still, drawn once.
#[derive(Debug)]
pub(super) struct Ink {
    layout: Layout,
    dark: bool,
    board: Picture,
    /// Laid over the board while an earlier position is shown; made when it is first wanted.
    veil: OnceCell<Picture>,
    /// Fourteen pieces, centred on the origin.
    pieces: Vec<Picture>,
}

/// The theme for a light or dark desktop.
pub(in crate::ui) fn theme(dark: bool) -> Theme {
    if dark {
        Theme::wood_dark()
    } else {
        Theme::wood()
    }
}

impl Ink {
    /// Draws the board and the pieces that stand on it.
    pub(super) fn new(layout: Layout, dark: bool) -> Result<Self, cairo::Error> {
        let theme = theme(dark);
        let board = picture(layout.bounds(), layout.scale(), |cr| {
            paint::board(cr, &layout, &theme)
        })?;
        let pieces = Piece::all()
            .map(|piece| piece_picture(&layout, piece, 0.0, &theme))
            .collect::<Result<_, _>>()?;
        let veil = OnceCell::new();
        Ok(Self {
            layout,
            dark,
            board,
            veil,
            pieces,
        })
    }

    /// Whether the pictures are for just this size and look.
    pub(super) fn fits(&self, layout: &Layout, dark: bool) -> bool {
        self.layout == *layout && self.dark == dark
    }

    /// Whether the pictures can stand in for those of another size until the size has settled.
    pub(super) fn resembles(&self, layout: &Layout, dark: bool) -> bool {
        self.layout.bottom() == layout.bottom() && self.dark == dark
    }

    /// Draws the empty board into a layout, scaled where it is of another size.
    pub(super) fn append_board(&self, snapshot: &gtk::Snapshot, layout: &Layout) {
        self.append_whole(snapshot, layout, &self.board);
    }

    /// Draws the veil of an earlier position over the board.
    pub(super) fn append_veil(
        &self,
        snapshot: &gtk::Snapshot,
        layout: &Layout,
    ) -> Result<(), cairo::Error> {
        if self.veil.get().is_none() {
            let veil = picture(self.layout.bounds(), self.layout.scale(), |cr| {
                paint::past_veil(cr, &self.layout, &theme(self.dark))
            })?;
            let _ = self.veil.set(veil);
        }
        if let Some(veil) = self.veil.get() {
            self.append_whole(snapshot, layout, veil);
        }
        Ok(())
    }

    fn append_whole(&self, snapshot: &gtk::Snapshot, layout: &Layout, picture: &Picture) {
        if self.layout == *layout {
            snapshot.append_texture(&picture.texture, &picture.area);
        } else {
            snapshot.append_texture(&picture.texture, &rect(layout.bounds()));
        }
    }

    /// Draws a piece around `(x, y)`.
    pub(super) fn append_piece(
        &self,
        snapshot: &gtk::Snapshot,
        layout: &Layout,
        piece: Piece,
        (x, y): (f64, f64),
    ) {
        let picture = &self.pieces[piece.index()];
        append_around(
            snapshot,
            picture,
            (x, y),
            layout.cell() / self.layout.cell(),
        );
    }
}

/// A piece that is held above the board, drawn when it is first lifted.
#[derive(Debug)]
pub(super) struct Lifted {
    piece: Piece,
    layout: Layout,
    dark: bool,
    picture: Picture,
}

impl Lifted {
    pub(super) fn new(layout: Layout, piece: Piece, dark: bool) -> Result<Self, cairo::Error> {
        let picture = piece_picture(&layout, piece, 1.0, &theme(dark))?;
        Ok(Self {
            piece,
            layout,
            dark,
            picture,
        })
    }

    pub(super) fn fits(&self, layout: &Layout, piece: Piece, dark: bool) -> bool {
        self.piece == piece && self.layout == *layout && self.dark == dark
    }

    pub(super) fn append(&self, snapshot: &gtk::Snapshot, at: (f64, f64)) {
        append_around(snapshot, &self.picture, at, 1.0);
    }
}

/// The same area as GTK has it.
pub(super) fn rect((x, y, width, height): (f64, f64, f64, f64)) -> graphene::Rect {
    graphene::Rect::new(x as f32, y as f32, width as f32, height as f32)
}

fn append_around(snapshot: &gtk::Snapshot, picture: &Picture, (x, y): (f64, f64), scale: f64) {
    let size = f64::from(picture.area.width()) * scale;
    let area = rect((x - size / 2.0, y - size / 2.0, size, size));
    snapshot.append_texture(&picture.texture, &area);
}

fn piece_picture(
    layout: &Layout,
    piece: Piece,
    lift: f64,
    theme: &Theme,
) -> Result<Picture, cairo::Error> {
    let scale = layout.scale();
    // Whole device pixels, so that the middle of the piece stays on its point.
    let half = (paint::piece_extent(layout.cell()) * scale).ceil() / scale;
    picture((-half, -half, 2.0 * half, 2.0 * half), scale, |cr| {
        paint::piece(cr, 0.0, 0.0, layout.cell(), piece, lift, theme)
    })
}

/// Draws an area of the plane into a texture whose edges are whole device pixels.
fn picture(
    (x, y, width, height): (f64, f64, f64, f64),
    scale: f64,
    draw: impl FnOnce(&cairo::Context) -> Result<(), cairo::Error>,
) -> Result<Picture, cairo::Error> {
    let (left, top) = ((x * scale).floor(), (y * scale).floor());
    let columns = ((x + width) * scale).ceil() - left;
    let rows = ((y + height) * scale).ceil() - top;
    let format = cairo::Format::ARgb32;
    let mut surface = cairo::ImageSurface::create(format, columns as i32, rows as i32)?;
    let cr = cairo::Context::new(&surface)?;
    cr.translate(-left, -top);
    cr.scale(scale, scale);
    draw(&cr)?;
    drop(cr);
    let (columns, rows, stride) = (surface.width(), surface.height(), surface.stride() as usize);
    let pixels = surface.data().map_err(|_| cairo::Error::SurfaceFinished)?;
    let bytes = glib::Bytes::from(&pixels[..]);
    drop(pixels);
    let texture = gdk::MemoryTexture::new(columns, rows, PIXELS, &bytes, stride);
    let size = (f64::from(columns) / scale, f64::from(rows) / scale);
    let area = rect((left / scale, top / scale, size.0, size.1));
    Ok(Picture {
        texture: texture.upcast(),
        area,
    })
}

/// How Cairo keeps a pixel in memory: a native word, blue in its lowest byte.
#[cfg(target_endian = "little")]
const PIXELS: gdk::MemoryFormat = gdk::MemoryFormat::B8g8r8a8Premultiplied;
#[cfg(target_endian = "big")]
const PIXELS: gdk::MemoryFormat = gdk::MemoryFormat::A8r8g8b8Premultiplied;
