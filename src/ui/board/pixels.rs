//! Cairo drawings as render nodes, and as textures for the clipboard.
//!
//! Cairo content in a snapshot is drawn again line by line in every frame that touches it. Static drawings, such as
//! wooden pieces, are therefore drawn once into pixels that are only copied.

use crate::ui::toolkit::prelude::*;
use gtk::glib::prelude::*;
use gtk::graphene::{self, Rect};
use gtk::gsk;

/// Returns the scale factor of a widget. GTK 4.12 and newer draw at fractional scales; older ones draw at the next
/// integer, and the compositor downscales.
pub fn scale(widget: &impl IsA<gtk::Widget>) -> f64 {
    let surface = widget.native().and_then(|native| native.surface());
    let surface = surface.filter(|surface| scale_property(surface) == FRACTIONAL);
    surface.map_or_else(
        || f64::from(widget.scale_factor()),
        |surface| surface.property(FRACTIONAL),
    )
}

/// Calls back whenever the scale changes, which does not resize a widget.
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

/// Aligns a widget's drawing to whole device pixels. At fractional scales its corner may lie between two.
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

/// Cairo's memory format of a pixel: a native-endian number, blue in its lowest byte.
const PIXELS: gdk::MemoryFormat = if cfg!(target_endian = "big") {
    gdk::MemoryFormat::A8r8g8b8Premultiplied
} else {
    gdk::MemoryFormat::B8g8r8a8Premultiplied
};

/// Backend that renders the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// The GPU, which keeps textures.
    Textures,
    /// Cairo, for which GTK 4.8 would convert a texture pixel by pixel in every frame.
    Cairo,
}

impl Renderer {
    /// Returns the backend that renders this widget.
    pub fn of(widget: &impl IsA<gtk::Widget>) -> Self {
        let renderer = widget.native().and_then(|native| native.renderer());
        match renderer {
            Some(renderer) if renderer.is::<gsk::CairoRenderer>() => Self::Cairo,
            _ => Self::Textures,
        }
    }

    /// Returns a drawing as a render node that fills an area.
    ///
    /// # Errors
    ///
    /// Errors from Cairo.
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
pub type ImageArea = (f64, f64, f64, f64);

/// Converts an area to a GTK rectangle.
pub fn rect((x, y, width, height): ImageArea) -> Rect {
    Rect::new(x as f32, y as f32, width as f32, height as f32)
}

/// Draws an area of the plane, rounded out to whole device pixels.
///
/// # Errors
///
/// Errors from Cairo.
pub fn surface(
    (x, y, width, height): ImageArea,
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

/// Returns a drawing as a texture.
///
/// # Errors
///
/// Errors from Cairo.
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

/// A cached drawing of a widget, replaced when its key changes.
#[derive(Debug)]
pub struct CachedNode<Key>(RefCell<Option<(Key, gsk::RenderNode)>>);

impl<Key> Default for CachedNode<Key> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<Key: PartialEq> CachedNode<Key> {
    /// Drops the drawing, whatever its key.
    pub fn clear(&self) {
        self.0.take();
    }

    /// Fills a widget, from its upper left corner, with the drawing for a key in device pixels. A failed drawing is left
    /// out.
    pub fn append(
        &self,
        snapshot: &gtk::Snapshot,
        widget: &impl IsA<gtk::Widget>,
        key: Key,
        draw: impl FnOnce(&Key) -> Result<cairo::ImageSurface, cairo::Error>,
    ) {
        if widget.width() <= 0 || widget.height() <= 0 {
            return;
        }
        begin_on_pixel(snapshot, widget);
        let mut cached = self.0.borrow_mut();
        let node = match cached.take().filter(|(known, _)| *known == key) {
            Some((_, node)) => Ok(node),
            None => draw(&key).and_then(|drawn| {
                let size = [drawn.width(), drawn.height()];
                let [width, height] = size.map(|length| f64::from(length) / scale(widget));
                Renderer::of(widget).node(drawn, &rect((0.0, 0.0, width, height)))
            }),
        };
        match node {
            Ok(node) => {
                snapshot.append_node(&node);
                *cached = Some((key, node));
            }
            Err(error) => glib::g_warning!("chuhe", "a picture is left out: {error}"),
        }
    }
}
