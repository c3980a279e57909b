//! The curve of a game: Red’s winning chances move by move. A click or a drag goes to a move, and so do the arrow keys.

use crate::paint;
use crate::record::NodeId;
use crate::scene::Curve;
use crate::ui::board::pixels::{self, CachedNode, surface};
use crate::ui::toolkit::prelude::*;

/// Height in pixels.
const HEIGHT: i32 = 64;
/// Least width in pixels.
const MIN_WIDTH: i32 = 80;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct CurveView {
        pub(super) curve: RefCell<Rc<Curve>>,
        pub(super) shown: Cell<Option<NodeId>>,
        pub(super) node: CachedNode<ImageKey>,
    }

    /// Parameters of the image.
    #[derive(Debug, PartialEq)]
    pub(super) struct ImageKey {
        size: (f64, f64),
        curve: Rc<Curve>,
        shown: Option<f64>,
        colors: paint::CurveColors,
        /// Device pixels per logical pixel.
        scale: f64,
    }

    class!(CurveView "XqCurveView" gtk::Widget, css "curve", role Img);

    impl ObjectImpl for CurveView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let view = self.obj();
            view.set_focusable(true);
            a11y::set_label(&*view, words::winning_chances());
            pixels::connect_scale_changed(&*view, WidgetExt::queue_draw);
            let drag = gtk::GestureDrag::new();
            drag.connect_drag_begin(weak!(view, |view, _, x, _| view.choose_at(x)));
            drag.connect_drag_update(weak!(view, |view, drag: &gtk::GestureDrag, by, _| {
                if let Some((start, _)) = drag.start_point() {
                    view.choose_at(start + by);
                }
            }));
            view.add_controller(drag);
            let keys = gtk::EventControllerKey::new();
            keys.connect_key_pressed(glib::clone!(
                #[weak]
                view,
                #[upgrade_or]
                glib::Propagation::Proceed,
                move |_, key, _, state| view.press_key(key, state)
            ));
            view.add_controller(keys);
        }
    }

    impl WidgetImpl for CurveView {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (MIN_WIDTH, MIN_WIDTH, -1, -1),
                _ => (HEIGHT, HEIGHT, -1, -1),
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let view = self.obj();
            let curve = self.curve.borrow().clone();
            let color = |name| {
                let known = view.style_context().lookup_color(name);
                paint_color(known.unwrap_or_else(|| view.style_context().color()))
            };
            let wanted = ImageKey {
                size: (f64::from(view.width()), f64::from(view.height())),
                shown: self.shown.get().and_then(|node| curve.place_of(node)),
                curve,
                colors: paint::CurveColors {
                    line: paint_color(view.style_context().color()),
                    red: color("red_3"),
                    shown: color("accent_color"),
                },
                scale: pixels::scale(&*view),
            };
            self.node.append(snapshot, &*view, wanted, ImageKey::drawn);
        }
    }

    impl ImageKey {
        fn drawn(&self) -> Result<gtk::cairo::ImageSurface, gtk::cairo::Error> {
            let (width, height) = self.size;
            surface((0.0, 0.0, width, height), self.scale, |cr| {
                let pixel = 1.0 / self.scale;
                paint::curve(cr, &self.curve, self.shown, self.size, pixel, &self.colors)
            })
        }
    }
}

widget! {
    /// The curve of a game.
    CurveView Widget
}

fn paint_color(color: gdk::RGBA) -> paint::Color {
    let [red, green, blue, alpha] =
        [color.red(), color.green(), color.blue(), color.alpha()].map(f64::from);
    paint::Color {
        red,
        green,
        blue,
        alpha,
    }
}

impl CurveView {
    /// Shows a curve, with one of its positions marked.
    pub fn show_curve(&self, curve: &Rc<Curve>, shown: Option<NodeId>) {
        let imp = self.imp();
        imp.curve.replace(curve.clone());
        imp.shown.set(shown);
        self.queue_draw();
    }

    fn choose_at(&self, x: f64) {
        let inset = paint::CURVE_INSET;
        let width = f64::from(self.width()) - 2.0 * inset;
        // From right to left, a game still goes from left to right: a curve is no text.
        let node = self.imp().curve.borrow().node_at((x - inset) / width);
        self.choose(node);
    }

    fn press_key(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let step: isize = match key {
            gdk::Key::Left | gdk::Key::KP_Left => -1,
            gdk::Key::Right | gdk::Key::KP_Right => 1,
            _ => return glib::Propagation::Proceed,
        };
        if state.intersects(gdk::ModifierType::ALT_MASK | gdk::ModifierType::CONTROL_MASK) {
            return glib::Propagation::Proceed;
        }
        let node = {
            let (curve, shown) = (self.imp().curve.borrow(), self.imp().shown.get());
            let mut points = curve.points().iter();
            let place = points.position(|point| Some(point.node) == shown);
            let next = place.and_then(|place| place.checked_add_signed(step));
            next.and_then(|next| curve.points().get(next))
                .map(|point| point.node)
        };
        self.choose(node);
        glib::Propagation::Stop
    }

    fn choose(&self, node: Option<NodeId>) {
        if let Some(node) = node.filter(|node| Some(*node) != self.imp().shown.get()) {
            self.emit_chosen(node);
        }
    }

    signals! {
        /// Called when a position is to be shown.
        "chosen"(node: NodeId) connect_chosen emit_chosen;
    }
}
