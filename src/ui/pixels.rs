//! Pixels that were drawn with Cairo, as GTK and the clipboard have them.

use gtk::gdk;
use gtk::glib::{self, prelude::*};

/// How Cairo keeps a pixel in memory: a number in the order of the machine, blue in its lowest byte.
pub(super) const PIXELS: gdk::MemoryFormat = if cfg!(target_endian = "big") {
    gdk::MemoryFormat::A8r8g8b8Premultiplied
} else {
    gdk::MemoryFormat::B8g8r8a8Premultiplied
};

/// A drawing as a texture.
///
/// # Errors
///
/// Whatever Cairo reports.
pub(super) fn texture(mut surface: cairo::ImageSurface) -> Result<gdk::Texture, cairo::Error> {
    let (width, height, stride) = (surface.width(), surface.height(), surface.stride());
    let data = surface.data().map_err(|_| cairo::Error::SurfaceFinished)?;
    let bytes = glib::Bytes::from(&*data);
    let texture = gdk::MemoryTexture::new(width, height, PIXELS, &bytes, stride as usize);
    Ok(texture.upcast())
}
