//! A QR code in whole pixels, so that every module is as wide as the others.

use cairo::{Antialias, Context, Error, Format, ImageSurface};
use qrcodegen::{QrCode, QrCodeEcc};

/// White around a code, in modules, as the standard asks for.
const QUIET_ZONE: i32 = 4;

/// A text as a QR code.
#[derive(Clone, PartialEq, Eq)]
pub struct Qr(QrCode);

impl std::fmt::Debug for Qr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Qr").field(&self.0.size()).finish()
    }
}

impl Qr {
    /// The code of a text; `None` if it is too long for one. Capital letters and digits make it smaller.
    pub fn new(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Medium).ok().map(Self)
    }

    /// Width in modules, with the white around it.
    pub fn modules(&self) -> i32 {
        self.0.size() + 2 * QUIET_ZONE
    }

    /// Draws the code into a square of pixels: black on white whatever the theme, since readers expect that. All modules
    /// are equally wide, and what is left over is white.
    ///
    /// # Errors
    ///
    /// Returns any Cairo error.
    pub fn raster(&self, pixels: u32) -> Result<ImageSurface, Error> {
        let width = i32::try_from(pixels).map_err(|_| Error::InvalidSize)?;
        let surface = ImageSurface::create(Format::ARgb32, width, width)?;
        let cr = Context::new(&surface)?;
        cr.set_antialias(Antialias::None);
        cr.set_source_rgb(1.0, 1.0, 1.0);
        cr.paint()?;
        cr.set_source_rgb(0.0, 0.0, 0.0);
        let module = (width / self.modules()).max(1);
        let margin = (width - module * self.modules()) / 2;
        let place = |at: i32| f64::from(margin + module * (at + QUIET_ZONE));
        for y in 0..self.0.size() {
            for x in (0..self.0.size()).filter(|x| self.0.get_module(*x, y)) {
                cr.rectangle(place(x), place(y), f64::from(module), f64::from(module));
            }
        }
        cr.fill()?;
        drop(cr);
        Ok(surface)
    }
}
