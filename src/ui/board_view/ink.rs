//! The pictures that a board is put together from, kept as textures for one size and look.

use crate::paint::{self, Theme};
use crate::rules::{Piece, Side};
use crate::scene::{Captions, Face, Layout};
use gtk::cairo;
use gtk::gdk;
use gtk::glib;
use gtk::graphene;
use gtk::gsk;
use gtk::prelude::*;
use std::cell::OnceCell;
use std::thread::JoinHandle;

/// How a frame gets onto the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Renderer {
    /// By the graphics card, which keeps textures.
    Textures,
    /// By Cairo, for which GTK 4.8 would convert a texture pixel by pixel in every frame.
    Cairo,
}

impl Renderer {
    /// The one that draws this widget.
    pub(super) fn of(widget: &impl IsA<gtk::Widget>) -> Self {
        let renderer = widget.native().and_then(|native| native.renderer());
        match renderer {
            Some(renderer) if renderer.is::<gsk::CairoRenderer>() => Self::Cairo,
            _ => Self::Textures,
        }
    }
}

/// Everything that stands still, drawn once.
#[derive(Debug)]
pub(super) struct Ink {
    look: Look,
    renderer: Renderer,
    board: gsk::RenderNode,
    /// Laid over the board while an earlier position is shown; made when it is first wanted.
    veil: OnceCell<gsk::RenderNode>,
    /// Fourteen pieces, centred on the origin.
    pieces: Vec<gsk::RenderNode>,
}

/// What the pictures depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    pub(super) layout: Layout,
    /// The side whose characters are upside down.
    pub(super) turned: Option<Side>,
    pub(super) dark: bool,
    /// What is written on the pieces, for somebody who is learning.
    pub(super) captions: Option<Captions>,
}

/// The pictures of a board on their way: drawn by another thread while the window is being made.
#[derive(Debug)]
pub(in crate::ui) struct InkAhead {
    look: Look,
    pixels: JoinHandle<Result<Pixels, cairo::Error>>,
}

/// Pictures that are not textures yet, and so belong to no thread.
#[derive(Debug)]
struct Pixels {
    board: Image,
    pieces: Vec<Image>,
}

/// One picture as bytes.
#[derive(Debug)]
struct Image {
    columns: i32,
    rows: i32,
    stride: usize,
    bytes: Vec<u8>,
    area: Area,
}

/// Left, top, width and height.
type Area = (f64, f64, f64, f64);

/// The theme for a light or dark desktop.
pub(in crate::ui) fn theme(dark: bool) -> Theme {
    if dark {
        Theme::wood_dark()
    } else {
        Theme::wood()
    }
}

impl Look {
    /// The theme of such a picture.
    pub(super) fn theme(&self) -> Theme {
        Theme {
            captions: self.captions,
            ..theme(self.dark)
        }
    }
}

impl Pixels {
    fn draw(look: Look) -> Result<Self, cairo::Error> {
        let board = board_image(look)?;
        let pieces = piece_images(look)?;
        Ok(Self { board, pieces })
    }
}

impl InkAhead {
    /// Starts to draw for a board that will probably have this size and look.
    pub(in crate::ui) fn start(
        layout: Layout,
        turned: Option<Side>,
        dark: bool,
        captions: Option<Captions>,
    ) -> Self {
        let look = Look {
            layout,
            turned,
            dark,
            captions,
        };
        let pixels = std::thread::spawn(move || Pixels::draw(look));
        Self { look, pixels }
    }

    /// The pictures, if they are the ones that are wanted now.
    pub(super) fn finish(self, look: Look, renderer: Renderer) -> Option<Ink> {
        if self.look != look {
            return None;
        }
        let pixels = self.pixels.join().ok()?.ok()?;
        Some(Ink::of_pixels(look, renderer, pixels))
    }
}

impl Ink {
    /// Draws the board and the pieces that stand on it.
    pub(super) fn new(look: Look, renderer: Renderer) -> Result<Self, cairo::Error> {
        Ok(Self::of_pixels(look, renderer, Pixels::draw(look)?))
    }

    fn of_pixels(look: Look, renderer: Renderer, pixels: Pixels) -> Self {
        let pieces = pixels.pieces.into_iter();
        Self {
            look,
            renderer,
            board: pixels.board.for_renderer(renderer),
            veil: OnceCell::new(),
            pieces: pieces.map(|image| image.for_renderer(renderer)).collect(),
        }
    }

    /// Whether the pictures are for just this size and look.
    pub(super) fn fits(&self, look: Look) -> bool {
        self.look == look
    }

    /// Whether the pictures can stand in for those of another size until the size has settled.
    pub(super) fn resembles(&self, look: Look) -> bool {
        let way = |look: &Look| (look.layout.bottom(), look.turned, look.dark, look.captions);
        way(&self.look) == way(&look)
    }

    /// Whether the pictures are for a board that lies the other way up and is the same else.
    pub(super) fn lies_the_other_way(&self, look: Look) -> bool {
        let lying = |look: Look| {
            let layout = look.layout.lying(Side::Red);
            (layout, look.turned, look.dark, look.captions)
        };
        !self.fits(look) && lying(self.look) == lying(look)
    }

    /// The pictures for that other board: the pieces are the same.
    pub(super) fn turned_to(&self, look: Look) -> Result<Self, cairo::Error> {
        Ok(Self {
            look,
            renderer: self.renderer,
            board: board_image(look)?.for_renderer(self.renderer),
            veil: self.veil.clone(),
            pieces: self.pieces.clone(),
        })
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
            let (layout, theme) = (self.look.layout, self.look.theme());
            let veil = image(layout.bounds(), layout.scale(), |cr| {
                paint::past_veil(cr, &layout, &theme)
            })?;
            let _ = self.veil.set(veil.for_renderer(self.renderer));
        }
        if let Some(veil) = self.veil.get() {
            self.append_whole(snapshot, layout, veil);
        }
        Ok(())
    }

    fn append_whole(&self, snapshot: &gtk::Snapshot, layout: &Layout, picture: &gsk::RenderNode) {
        if self.look.layout == *layout {
            snapshot.append_node(picture);
            return;
        }
        // As large as the board that is wanted, until it has been drawn.
        let ((x, y, width, _), (old_x, old_y, old_width, _)) =
            (layout.bounds(), self.look.layout.bounds());
        let scale = (width / old_width) as f32;
        snapshot.save();
        snapshot.translate(&graphene::Point::new(x as f32, y as f32));
        snapshot.scale(scale, scale);
        snapshot.translate(&graphene::Point::new(-old_x as f32, -old_y as f32));
        snapshot.append_node(picture);
        snapshot.restore();
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
            layout.cell() / self.look.layout.cell(),
        );
    }
}

/// A piece that is held above the board, drawn when it is first lifted.
#[derive(Debug)]
pub(super) struct Lifted {
    piece: Piece,
    look: Look,
    picture: gsk::RenderNode,
}

impl Lifted {
    pub(super) fn new(look: Look, renderer: Renderer, piece: Piece) -> Result<Self, cairo::Error> {
        let face = Face::at_table(piece, look.turned);
        let image = lifted_image(&look.layout, face, &look.theme())?;
        let picture = image.for_renderer(renderer);
        Ok(Self {
            piece,
            look,
            picture,
        })
    }

    pub(super) fn fits(&self, look: Look, piece: Piece) -> bool {
        self.piece == piece && self.look == look
    }

    pub(super) fn append(&self, snapshot: &gtk::Snapshot, at: (f64, f64)) {
        append_around(snapshot, &self.picture, at, 1.0);
    }
}

/// The same area as GTK has it.
pub(super) fn rect((x, y, width, height): Area) -> graphene::Rect {
    graphene::Rect::new(x as f32, y as f32, width as f32, height as f32)
}

/// Draws a picture that is centred on the origin around `(x, y)`.
fn append_around(
    snapshot: &gtk::Snapshot,
    picture: &gsk::RenderNode,
    (x, y): (f64, f64),
    scale: f64,
) {
    snapshot.save();
    snapshot.translate(&graphene::Point::new(x as f32, y as f32));
    if scale != 1.0 {
        snapshot.scale(scale as f32, scale as f32);
    }
    snapshot.append_node(picture);
    snapshot.restore();
}

/// The square around the origin that holds a piece: whole device pixels, so that the middle of the piece
/// stays on its point.
fn piece_area(layout: &Layout) -> Area {
    let scale = layout.scale();
    let half = (paint::piece_extent(layout.cell()) * scale).ceil() / scale;
    (-half, -half, 2.0 * half, 2.0 * half)
}

fn board_image(look: Look) -> Result<Image, cairo::Error> {
    let layout = &look.layout;
    image(layout.bounds(), layout.scale(), |cr| {
        paint::board(cr, layout, look.turned, &look.theme())
    })
}

/// The fourteen pieces as they stand on the board: one blank, carved fourteen times.
fn piece_images(look: Look) -> Result<Vec<Image>, cairo::Error> {
    let (layout, theme) = (&look.layout, &look.theme());
    let (area, cell, scale) = (piece_area(layout), layout.cell(), layout.scale());
    let blank = surface(area, scale, |cr| {
        paint::piece_blank(cr, (0.0, 0.0), cell, 0.0, theme)
    })?;
    Piece::all()
        .map(|piece| {
            image(area, scale, |cr| {
                cr.save()?;
                cr.scale(1.0 / scale, 1.0 / scale);
                cr.set_source_surface(&blank, area.0 * scale, area.1 * scale)?;
                cr.paint()?;
                cr.restore()?;
                let face = Face::at_table(piece, look.turned);
                paint::piece_carving(cr, (0.0, 0.0), cell, face, 0.0, theme)
            })
        })
        .collect()
}

fn lifted_image(layout: &Layout, face: Face, theme: &Theme) -> Result<Image, cairo::Error> {
    image(piece_area(layout), layout.scale(), |cr| {
        paint::piece(cr, 0.0, 0.0, layout.cell(), face, 1.0, theme)
    })
}

/// Draws an area of the plane, out to whole device pixels.
fn surface(
    (x, y, width, height): Area,
    scale: f64,
    draw: impl FnOnce(&cairo::Context) -> Result<(), cairo::Error>,
) -> Result<cairo::ImageSurface, cairo::Error> {
    let (left, top) = ((x * scale).floor(), (y * scale).floor());
    let columns = ((x + width) * scale).ceil() - left;
    let rows = ((y + height) * scale).ceil() - top;
    let format = cairo::Format::ARgb32;
    let surface = cairo::ImageSurface::create(format, columns as i32, rows as i32)?;
    let cr = cairo::Context::new(&surface)?;
    cr.translate(-left, -top);
    cr.scale(scale, scale);
    draw(&cr)?;
    Ok(surface)
}

/// The same as bytes.
fn image(
    area: Area,
    scale: f64,
    draw: impl FnOnce(&cairo::Context) -> Result<(), cairo::Error>,
) -> Result<Image, cairo::Error> {
    let mut surface = surface(area, scale, draw)?;
    let (columns, rows, stride) = (surface.width(), surface.height(), surface.stride() as usize);
    let pixels = surface.data().map_err(|_| cairo::Error::SurfaceFinished)?;
    Ok(Image {
        columns,
        rows,
        stride,
        bytes: pixels.to_vec(),
        area: (
            (area.0 * scale).floor() / scale,
            (area.1 * scale).floor() / scale,
            f64::from(columns) / scale,
            f64::from(rows) / scale,
        ),
    })
}

impl Image {
    fn for_renderer(self, renderer: Renderer) -> gsk::RenderNode {
        let area = rect(self.area);
        match renderer {
            Renderer::Textures => gsk::TextureNode::new(&self.texture(), &area).upcast(),
            Renderer::Cairo => self.cairo_node(&area).upcast(),
        }
    }

    fn texture(self) -> gdk::Texture {
        let bytes = glib::Bytes::from_owned(self.bytes);
        gdk::MemoryTexture::new(self.columns, self.rows, PIXELS, &bytes, self.stride).upcast()
    }

    fn cairo_node(self, area: &graphene::Rect) -> gsk::CairoNode {
        let node = gsk::CairoNode::new(area);
        let cr = node.draw_context();
        let (x, y, width, _) = self.area;
        let scale = width / f64::from(self.columns);
        let surface = cairo::ImageSurface::create_for_data(
            self.bytes,
            cairo::Format::ARgb32,
            self.columns,
            self.rows,
            self.stride as i32,
        );
        let painted = surface.and_then(|surface| {
            cr.translate(x, y);
            cr.scale(scale, scale);
            cr.set_source_surface(&surface, 0.0, 0.0)?;
            cr.paint()
        });
        if let Err(error) = painted {
            glib::g_warning!("chuhe", "a picture is left out: {error}");
        }
        node
    }
}

/// How Cairo keeps a pixel in memory: a native word, blue in its lowest byte.
#[cfg(target_endian = "little")]
const PIXELS: gdk::MemoryFormat = gdk::MemoryFormat::B8g8r8a8Premultiplied;
#[cfg(target_endian = "big")]
const PIXELS: gdk::MemoryFormat = gdk::MemoryFormat::A8r8g8b8Premultiplied;
