//! The textures of the board and pieces, cached for one size and look.

use crate::paint::{self, Theme};
use crate::rules::{BySide, Piece, Side};
use crate::scene::{Captions, Layout, Look, PieceFace};
use crate::ui::board::pixels::{ImageArea, Renderer, rect, surface};
use crate::ui::toolkit::prelude::*;
use gtk::cairo;
use gtk::graphene;
use gtk::gsk;
use std::thread::JoinHandle;

/// All static parts, drawn once.
#[derive(Debug)]
pub(super) struct BoardTextures {
    wanted: TextureKey,
    renderer: Renderer,
    board: gsk::RenderNode,
    /// Veil over the board while an earlier position is shown; created on first use.
    veil: OnceCell<gsk::RenderNode>,
    /// Fourteen pieces, centered on the origin.
    pieces: Vec<gsk::RenderNode>,
}

/// Parameters of the textures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextureKey {
    pub(super) layout: Layout,
    /// The side whose characters are drawn upside down.
    pub(super) turned: Option<Side>,
    pub(super) look: Look,
    pub(super) dark: bool,
    /// Learning aid: names on the pieces.
    pub(super) captions: Option<Captions>,
}

impl TextureKey {
    /// The theme of the textures.
    pub(super) fn theme(&self) -> Theme {
        Theme {
            captions: self.captions,
            ..Theme::new(self.look, self.dark)
        }
    }

    /// All parameters except the orientation of the board.
    fn manner(&self) -> impl PartialEq + use<> {
        (self.turned, self.look, self.dark, self.captions)
    }
}

/// Board textures being drawn by another thread while the window is created.
#[derive(Debug)]
pub struct PrerenderedBoard {
    wanted: TextureKey,
    pixels: JoinHandle<Result<Pixels, cairo::Error>>,
}

/// Pixels not yet turned into textures, and so free to move between threads.
struct Pixels {
    board: Image,
    pieces: Vec<Image>,
}

/// One image and its area.
struct Image {
    pixels: cairo::ImageSurfaceDataOwned,
    area: ImageArea,
}

impl Pixels {
    fn draw(wanted: TextureKey) -> Result<Self, cairo::Error> {
        let board = board_image(wanted)?;
        let pieces = piece_images(wanted)?;
        Ok(Self { board, pieces })
    }
}

impl PrerenderedBoard {
    /// Starts drawing a board of the expected size and look.
    pub fn start(
        layout: Layout,
        turned: Option<Side>,
        (look, dark, captions): (Look, bool, Option<Captions>),
    ) -> Self {
        let wanted = TextureKey {
            layout,
            turned,
            look,
            dark,
            captions,
        };
        let pixels = std::thread::spawn(move || Pixels::draw(wanted));
        Self { wanted, pixels }
    }

    /// Returns the textures if they match what is wanted now.
    pub(super) fn finish(self, wanted: TextureKey, renderer: Renderer) -> Option<BoardTextures> {
        if self.wanted != wanted {
            return None;
        }
        let pixels = self.pixels.join().ok()?.ok()?;
        BoardTextures::of_pixels(wanted, renderer, pixels).ok()
    }
}

impl BoardTextures {
    /// Draws the board and the pieces.
    pub(super) fn new(wanted: TextureKey, renderer: Renderer) -> Result<Self, cairo::Error> {
        Self::of_pixels(wanted, renderer, Pixels::draw(wanted)?)
    }

    fn of_pixels(
        wanted: TextureKey,
        renderer: Renderer,
        pixels: Pixels,
    ) -> Result<Self, cairo::Error> {
        let pieces = pixels.pieces.into_iter();
        let pieces: Result<_, _> = pieces.map(|image| image.for_renderer(renderer)).collect();
        Ok(Self {
            wanted,
            renderer,
            board: pixels.board.for_renderer(renderer)?,
            veil: OnceCell::new(),
            pieces: pieces?,
        })
    }

    /// Whether the textures match this size and look exactly.
    pub(super) fn fits(&self, wanted: TextureKey) -> bool {
        self.wanted == wanted
    }

    /// Whether the textures can be scaled to stand in for another size until it has settled.
    pub(super) fn resembles(&self, wanted: TextureKey) -> bool {
        let way = |wanted: &TextureKey| (wanted.layout.bottom(), wanted.manner());
        way(&self.wanted) == way(&wanted)
    }

    /// Whether the textures differ only in the orientation of the board.
    pub(super) fn is_flipped_from(&self, wanted: TextureKey) -> bool {
        let lying = |wanted: &TextureKey| (wanted.layout.lying(Side::Red), wanted.manner());
        !self.fits(wanted) && lying(&self.wanted) == lying(&wanted)
    }

    /// Returns the textures for the opposite orientation, which share the pieces.
    pub(super) fn turned_to(&self, wanted: TextureKey) -> Result<Self, cairo::Error> {
        Ok(Self {
            wanted,
            renderer: self.renderer,
            board: board_image(wanted)?.for_renderer(self.renderer)?,
            veil: self.veil.clone(),
            pieces: self.pieces.clone(),
        })
    }

    /// Draws the empty board into a layout, scaled if the sizes differ.
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
            let layout = &self.wanted.layout;
            let veil = image(layout.bounds(), layout.scale(), |cr| {
                paint::past_veil(cr, layout, &self.wanted.theme())
            })?;
            let _ = self.veil.set(veil.for_renderer(self.renderer)?);
        }
        if let Some(veil) = self.veil.get() {
            self.append_whole(snapshot, layout, veil);
        }
        Ok(())
    }

    fn append_whole(&self, snapshot: &gtk::Snapshot, layout: &Layout, picture: &gsk::RenderNode) {
        if self.wanted.layout == *layout {
            snapshot.append_node(picture);
            return;
        }
        // Scaled to the wanted size until it has been redrawn.
        let ((x, y, width, _), (old_x, old_y, old_width, _)) =
            (layout.bounds(), self.wanted.layout.bounds());
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
        size: f64,
    ) {
        let picture = &self.pieces[piece.index()];
        append_around(
            snapshot,
            picture,
            (x, y),
            size * layout.cell() / self.wanted.layout.cell(),
        );
    }
}

/// A piece lifted above the board, drawn on first use.
#[derive(Debug)]
pub(super) struct Lifted {
    piece: Piece,
    wanted: TextureKey,
    picture: gsk::RenderNode,
}

impl Lifted {
    pub(super) fn new(
        wanted: TextureKey,
        renderer: Renderer,
        piece: Piece,
    ) -> Result<Self, cairo::Error> {
        let face = PieceFace::at_table(piece, wanted.turned);
        let image = lifted_image(&wanted.layout, face, &wanted.theme())?;
        let picture = image.for_renderer(renderer)?;
        Ok(Self {
            piece,
            wanted,
            picture,
        })
    }

    pub(super) fn fits(&self, wanted: TextureKey, piece: Piece) -> bool {
        self.piece == piece && self.wanted == wanted
    }

    pub(super) fn append(&self, snapshot: &gtk::Snapshot, at: (f64, f64)) {
        append_around(snapshot, &self.picture, at, 1.0);
    }
}

/// Draws an image that is centered on the origin at `(x, y)`.
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

/// The square around the origin that holds a piece: whole device pixels, so that the piece stays centered on its point.
fn piece_area(layout: &Layout) -> ImageArea {
    let scale = layout.scale();
    let half = (paint::piece_extent(layout.cell()) * scale).ceil() / scale;
    (-half, -half, 2.0 * half, 2.0 * half)
}

fn board_image(wanted: TextureKey) -> Result<Image, cairo::Error> {
    let layout = &wanted.layout;
    image(layout.bounds(), layout.scale(), |cr| {
        paint::board(cr, layout, wanted.turned, &wanted.theme())
    })
}

/// The fourteen standing pieces: one blank for both sides, or one for each, engraved seven times.
fn piece_images(wanted: TextureKey) -> Result<Vec<Image>, cairo::Error> {
    let (layout, theme) = (&wanted.layout, &wanted.theme());
    let (area, cell, scale) = (piece_area(layout), layout.cell(), layout.scale());
    let blank = |side| {
        surface(area, scale, |cr| {
            paint::piece_blank(cr, (0.0, 0.0), cell, side, 0.0, theme)
        })
    };
    let red = blank(Side::Red)?;
    let black = if paint::is_one_blank(theme) {
        red.clone()
    } else {
        blank(Side::Black)?
    };
    let blanks = BySide { red, black };
    Piece::all()
        .map(|piece| {
            image(area, scale, |cr| {
                cr.save()?;
                cr.scale(1.0 / scale, 1.0 / scale);
                let blank = &blanks[piece.side];
                cr.set_source_surface(blank, area.0 * scale, area.1 * scale)?;
                cr.paint()?;
                cr.restore()?;
                let face = PieceFace::at_table(piece, wanted.turned);
                paint::piece_carving(cr, (0.0, 0.0), cell, face, 0.0, theme)
            })
        })
        .collect()
}

fn lifted_image(layout: &Layout, face: PieceFace, theme: &Theme) -> Result<Image, cairo::Error> {
    image(piece_area(layout), layout.scale(), |cr| {
        paint::piece(cr, 0.0, 0.0, layout.cell(), face, 1.0, theme)
    })
}

/// Draws an area of the plane, rounded out to whole device pixels.
fn image(
    area: ImageArea,
    scale: f64,
    draw: impl FnOnce(&cairo::Context) -> Result<(), cairo::Error>,
) -> Result<Image, cairo::Error> {
    let surface = surface(area, scale, draw)?;
    let area = (
        (area.0 * scale).floor() / scale,
        (area.1 * scale).floor() / scale,
        f64::from(surface.width()) / scale,
        f64::from(surface.height()) / scale,
    );
    let pixels = surface
        .take_data()
        .map_err(|_| cairo::Error::SurfaceFinished)?;
    Ok(Image { pixels, area })
}

impl Image {
    /// Converts the image into a render node.
    fn for_renderer(self, renderer: Renderer) -> Result<gsk::RenderNode, cairo::Error> {
        renderer.node(self.pixels.into_inner(), &rect(self.area))
    }
}
