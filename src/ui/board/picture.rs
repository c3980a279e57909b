//! A small picture, drawn once for a size and a theme.

use super::pixels::{self, CachedNode};
use crate::paint::Theme;
use crate::scene::Look;
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::cairo::{self, ImageSurface};

/// Size and colors of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    /// Width in device pixels.
    pub columns: i32,
    /// Height in device pixels.
    pub rows: i32,
    /// Device pixels per logical pixel.
    pub scale: f64,
    /// Look of the boards.
    pub theme: Theme,
}

impl Canvas {
    /// The canvas of a widget, in a look of its own or the current one.
    pub(super) fn of(widget: &impl IsA<gtk::Widget>, look: Option<Look>) -> Self {
        let scale = pixels::scale(widget);
        let device = |length: i32| (f64::from(length) * scale).round() as i32;
        Self {
            columns: device(widget.width()),
            rows: device(widget.height()),
            scale,
            theme: look.map_or_else(appearance::theme, |look| {
                Theme::new(look, adw::StyleManager::default().is_dark())
            }),
        }
    }

    /// Draws in logical pixels, from the upper left corner.
    ///
    /// # Errors
    ///
    /// Errors from Cairo.
    pub fn draw(
        &self,
        draw: impl FnOnce(&cairo::Context, (f64, f64)) -> Result<(), cairo::Error>,
    ) -> Result<ImageSurface, cairo::Error> {
        let surface = ImageSurface::create(cairo::Format::ARgb32, self.columns, self.rows)?;
        surface.set_device_scale(self.scale, self.scale);
        let cr = cairo::Context::new(&surface)?;
        let size = [self.columns, self.rows].map(|length| f64::from(length) / self.scale);
        draw(&cr, (size[0], size[1]))?;
        drop(cr);
        Ok(surface)
    }
}

/// Content of a picture, and the size that it asks for.
pub struct PictureContent {
    /// Minimum and natural width, in logical pixels.
    pub widths: (i32, i32),
    /// Height at a width.
    pub height: fn(i32) -> i32,
    /// Look to draw with; `None` for that of the boards.
    pub look: Option<Look>,
    pub draw: Box<Draw>,
}

impl std::fmt::Debug for PictureContent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureContent")
            .field("widths", &self.widths)
            .finish_non_exhaustive()
    }
}

type Draw = dyn Fn(&Canvas) -> Result<ImageSurface, cairo::Error>;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Picture {
        pub(super) content: RefCell<Option<PictureContent>>,
        pub(super) node: CachedNode<Canvas>,
    }

    class!(Picture "XqPicture" gtk::Widget, css "smallpicture", role Presentation);

    impl ObjectImpl for Picture {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_overflow(gtk::Overflow::Hidden);
            appearance::follow(&*self.obj());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for Picture {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let content = self.content.borrow();
            let Some(PictureContent { widths, height, .. }) = &*content else {
                return (0, 0, -1, -1);
            };
            if orientation == gtk::Orientation::Horizontal {
                return (widths.0, widths.1, -1, -1);
            }
            let height = height(if for_size < 0 { widths.1 } else { for_size });
            (height, height, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            if let Some(content) = &*self.content.borrow() {
                let picture = &*self.obj();
                let canvas = Canvas::of(picture, content.look);
                self.node.append(snapshot, picture, canvas, &content.draw);
            }
        }
    }
}

widget! {
    /// A small picture.
    Picture Widget
}

impl Picture {
    /// Creates a picture.
    pub fn new(content: PictureContent) -> Self {
        let picture = Self::default();
        picture.show(content);
        picture
    }

    /// Shows something else.
    pub fn show(&self, content: PictureContent) {
        let imp = self.imp();
        let widths = content.widths;
        let before = imp.content.replace(Some(content));
        imp.node.clear();
        if before.is_some_and(|before| before.widths == widths) {
            self.queue_draw();
        } else {
            self.queue_resize();
        }
    }
}
