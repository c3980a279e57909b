//! The results of some games as a bar of three colors, with their numbers where there is room.

use crate::ui::toolkit::prelude::*;
use gtk::{graphene, gsk};

/// Height of the bar, and room beside a number, in pixels.
const HEIGHT: i32 = 14;
const MARGIN: f32 = 3.0;
const RADIUS: f32 = 4.0;
/// Size of the numbers, beside that of other text.
const TEXT_SCALE: f64 = 0.78;
/// Colors of the parts and of the numbers on them: Red has won, nobody, Black.
const COLORS: [(u32, u32); 3] = [
    (0x00c0_1c28, 0x00ff_ffff),
    (0x00c0_bfbc, 0x0024_1f31),
    (0x0024_1f31, 0x00ff_ffff),
];

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct ResultBar {
        pub(super) results: Cell<[usize; 3]>,
    }

    class!(ResultBar "XqResultBar" gtk::Widget, css "resultbar", role Presentation; ObjectImpl);

    impl WidgetImpl for ResultBar {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let least = match orientation {
                gtk::Orientation::Vertical => HEIGHT,
                _ => 0,
            };
            (least, least, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw(snapshot);
        }
    }
}

widget! {
    /// The results of some games.
    ResultBar Widget
}

fn color(rgb: u32) -> gdk::RGBA {
    let part = |shift: u32| (rgb >> shift & 0xff) as f32 / 255.0;
    gdk::RGBA::new(part(16), part(8), part(0), 1.0)
}

impl ResultBar {
    /// Shows how many games Red has won, were drawn, and Black has won.
    pub fn set_results(&self, results: [usize; 3]) {
        self.imp().results.set(results);
        self.set_visible(results != [0; 3]);
        self.queue_draw();
    }

    fn draw(&self, snapshot: &gtk::Snapshot) {
        let results = self.imp().results.get();
        let all: usize = results.iter().sum();
        let (width, height) = (self.width() as f32, self.height() as f32);
        let whole = graphene::Rect::new(0.0, 0.0, width, height);
        let outline = gsk::RoundedRect::from_rect(whole, RADIUS);
        snapshot.push_rounded_clip(&outline);
        let mut x = 0.0;
        for (count, (back, front)) in results.into_iter().zip(COLORS) {
            let part = width * count as f32 / all.max(1) as f32;
            snapshot.append_color(&color(back), &graphene::Rect::new(x, 0.0, part, height));
            let layout = self.number(count);
            let (text_width, text_height) = layout.pixel_size();
            let room = part - text_width as f32;
            if count > 0 && room >= 2.0 * MARGIN {
                snapshot.save();
                let top = (height - text_height as f32) / 2.0;
                snapshot.translate(&graphene::Point::new(x + room / 2.0, top));
                snapshot.append_layout(&layout, &color(front));
                snapshot.restore();
            }
            x += part;
        }
        snapshot.pop();
        // Black would not be seen on a dark ground.
        let mut edge = self.style_context().color();
        edge.set_alpha(0.3);
        snapshot.append_border(&outline, &[1.0; 4], &[edge; 4]);
    }

    fn number(&self, count: usize) -> gtk::pango::Layout {
        let layout = self.create_pango_layout(Some(&words::grouped(count)));
        let attributes = gtk::pango::AttrList::new();
        attributes.insert(gtk::pango::AttrFloat::new_scale(TEXT_SCALE));
        layout.set_attributes(Some(&attributes));
        layout
    }
}
