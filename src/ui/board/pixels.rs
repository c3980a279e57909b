//! Pixels that were drawn with Cairo, as GTK and the clipboard have them.
//!
//! What is drawn into a snapshot itself is drawn again line by line in every frame that touches it. Whatever stays as
//! it is, such as pieces of wood, is therefore drawn once, into pixels that are only copied.

use crate::ui::platform::prelude::*;
use gtk::glib::{self, prelude::*};
use gtk::graphene::{self, Rect};
use gtk::gsk;
use std::cell::RefCell;

/// How many device pixels a unit has where a widget is shown. GTK 4.12 and newer draw for fractions too; older ones draw
/// for the next whole number, and the compositor makes that smaller.
pub fn scale(widget: &impl IsA<gtk::Widget>) -> f64 {
    let surface = widget.native().and_then(|native| native.surface());
    let surface = surface.filter(|surface| scale_property(surface) == FRACTIONAL);
    surface.map_or_else(
        || f64::from(widget.scale_factor()),
        |surface| surface.property(FRACTIONAL),
    )
}

/// Calls back whenever that has changed, which does not make a widget any larger.
pub fn connect_scale_changed(widget: &impl IsA<gtk::Widget>, changed: fn(&gtk::Widget)) {
    let widget: &gtk::Widget = widget.upcast_ref();
    widget.connect_realize(move |widget| {
        let Some(surface) = widget.native().and_then(|native| native.surface()) else {
            return;
        };
        let changed = weak!(widget, |widget, _: &gdk::Surface, _: &glib::ParamSpec| {
            changed(&widget);
        });
        surface.connect_notify_local(Some(scale_property(&surface)), changed);
    });
}

const FRACTIONAL: &str = "scale";

fn scale_property(surface: &gdk::Surface) -> &'static str {
    if surface.has_property_with_type(FRACTIONAL, f64::static_type()) {
        FRACTIONAL
    } else {
        "scale-factor"
    }
}

/// Has what a widget draws begin on a whole device pixel. With a fraction of them to a unit its corner may lie between.
pub fn begin_on_pixel(snapshot: &gtk::Snapshot, widget: &impl IsA<gtk::Widget>) {
    let scale = scale(widget);
    let Some(native) = widget.native().filter(|_| scale.fract() != 0.0) else {
        return;
    };
    let Some(corner) = widget.compute_point(&native, &graphene::Point::zero()) else {
        return;
    };
    let (left, top) = native.surface_transform();
    let aside = |corner: f32, window: f64| {
        let pixels = (f64::from(corner) + window) * scale;
        ((pixels.round() - pixels) / scale) as f32
    };
    snapshot.translate(&graphene::Point::new(
        aside(corner.x(), left),
        aside(corner.y(), top),
    ));
}

/// How Cairo keeps a pixel in memory: a number in the order of the machine, blue in its lowest byte.
const PIXELS: gdk::MemoryFormat = if cfg!(target_endian = "big") {
    gdk::MemoryFormat::A8r8g8b8Premultiplied
} else {
    gdk::MemoryFormat::B8g8r8a8Premultiplied
};

/// How a frame gets onto the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// By the graphics card, which keeps textures.
    Textures,
    /// By Cairo, for which GTK 4.8 would convert a texture pixel by pixel in every frame.
    Cairo,
}

impl Renderer {
    /// The one that draws this widget.
    pub fn of(widget: &impl IsA<gtk::Widget>) -> Self {
        let renderer = widget.native().and_then(|native| native.renderer());
        match renderer {
            Some(renderer) if renderer.is::<gsk::CairoRenderer>() => Self::Cairo,
            _ => Self::Textures,
        }
    }

    /// A drawing that fills an area, to be copied into every frame.
    ///
    /// # Errors
    ///
    /// Whatever Cairo reports.
    pub fn node(
        self,
        surface: cairo::ImageSurface,
        area: &Rect,
    ) -> Result<gsk::RenderNode, cairo::Error> {
        match self {
            Self::Textures => Ok(gsk::TextureNode::new(&texture(surface)?, area).upcast()),
            Self::Cairo => Ok(copied(&surface, area)?.upcast()),
        }
    }
}

/// Left, top, width and height.
pub type Area = (f64, f64, f64, f64);

/// The same area as GTK has it.
pub fn rect((x, y, width, height): Area) -> Rect {
    Rect::new(x as f32, y as f32, width as f32, height as f32)
}

/// Draws an area of the plane, out to whole device pixels.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn surface(
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

/// A drawing as a texture.
///
/// # Errors
///
/// Whatever Cairo reports.
pub fn texture(surface: cairo::ImageSurface) -> Result<gdk::Texture, cairo::Error> {
    let (width, height, stride) = (surface.width(), surface.height(), surface.stride());
    let data = surface
        .take_data()
        .map_err(|_| cairo::Error::SurfaceFinished)?;
    let bytes = glib::Bytes::from_owned(data);
    let texture = gdk::MemoryTexture::new(width, height, PIXELS, &bytes, stride as usize);
    Ok(texture.upcast())
}

fn copied(surface: &cairo::ImageSurface, area: &Rect) -> Result<gsk::CairoNode, cairo::Error> {
    let node = gsk::CairoNode::new(area);
    let cr = node.draw_context();
    surface.set_device_scale(1.0, 1.0);
    cr.translate(f64::from(area.x()), f64::from(area.y()));
    let part = |length: f32, pixels: i32| f64::from(length) / f64::from(pixels);
    cr.scale(
        part(area.width(), surface.width()),
        part(area.height(), surface.height()),
    );
    cr.set_source_surface(surface, 0.0, 0.0)?;
    cr.paint()?;
    Ok(node)
}

/// A drawing that a widget keeps until it wants another one.
#[derive(Debug)]
pub struct Kept<Wanted>(RefCell<Option<(Wanted, Rect, gsk::RenderNode)>>);

impl<Wanted> Default for Kept<Wanted> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Wanted: PartialEq> Kept<Wanted> {
    /// Fills an area of a widget with what is wanted, drawn now if it is not the same as before. What cannot be drawn
    /// is left out.
    pub fn append(
        &self,
        snapshot: &gtk::Snapshot,
        widget: &impl IsA<gtk::Widget>,
        area: Rect,
        wanted: Wanted,
        draw: impl FnOnce(&Wanted) -> Result<cairo::ImageSurface, cairo::Error>,
    ) {
        if area.width() <= 0.0 || area.height() <= 0.0 {
            return;
        }
        let mut kept = self.0.borrow_mut();
        let known = kept
            .take()
            .filter(|(what, place, _)| *what == wanted && *place == area);
        let node = match known {
            Some((_, _, node)) => Ok(node),
            None => draw(&wanted).and_then(|drawn| Renderer::of(widget).node(drawn, &area)),
        };
        match node {
            Ok(node) => {
                snapshot.append_node(&node);
                *kept = Some((wanted, area, node));
            }
            Err(error) => glib::g_warning!("chuhe", "a picture is left out: {error}"),
        }
    }
}
