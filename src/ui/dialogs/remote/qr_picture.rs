//! A picture of the invitation, for a camera.

use crate::paint::Qr;
use crate::ui::board::pixels::{self, Kept};
use crate::ui::toolkit::prelude::*;
use gtk::graphene::Rect;

/// Natural width of a module, in logical pixels.
const MODULE: i32 = 5;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct QrPicture {
        pub(super) code: RefCell<Option<Qr>>,
        pub(super) kept: Kept<(Qr, u32)>,
    }

    class!(QrPicture "XqQrPicture" gtk::Widget, role Img);

    impl ObjectImpl for QrPicture {
        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.obj(), words::invitation_picture());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for QrPicture {
        fn measure(&self, _orientation: gtk::Orientation, _for: i32) -> (i32, i32, i32, i32) {
            let code = self.code.borrow();
            let size = code.as_ref().map_or(0, |code| MODULE * code.modules());
            (size, size, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let Some(code) = self.code.borrow().clone() else {
                return;
            };
            let width = picture.width().min(picture.height());
            let pixels = (f64::from(width) * pixels::scale(&*picture)).round() as u32;
            let area = Rect::new(0.0, 0.0, width as f32, width as f32);
            let draw = |(code, pixels): &(Qr, u32)| code.raster(*pixels);
            self.kept
                .append(snapshot, &*picture, area, (code, pixels), draw);
        }
    }
}

widget! {
    /// A text as a QR code.
    QrPicture Widget
}

impl QrPicture {
    /// Shows a text.
    pub fn show_text(&self, text: &str) {
        let code = Qr::new(text);
        self.set_visible(code.is_some());
        self.imp().code.replace(code);
        self.queue_resize();
    }
}
