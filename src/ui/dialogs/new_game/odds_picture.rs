//! A small picture of odds: the half of the board that differs from the usual setup.

use crate::game::{Handicap, Odds};
use crate::paint::{self, Theme};
use crate::rules::{Conduct, Move, PointSet, Setup, Side};
use crate::scene::{Arrow, Layout, Mark, Scene, Shape};
use crate::ui::board::pixels::{self, Kept};
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::graphene;

/// Natural width of a picture, in pixels.
const WIDTH: i32 = 112;
/// Distance of the top edge from the river bank, in cells: below the characters in the river.
const ABOVE: f64 = 0.16;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct OddsPicture {
        pub(super) odds: Cell<Option<Odds>>,
        /// The whole board, for a width in device pixels and a theme.
        pub(super) kept: Kept<(u32, Theme)>,
    }

    class!(OddsPicture "XqOddsPicture" gtk::Widget, css "odds", role Presentation);

    impl ObjectImpl for OddsPicture {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_overflow(gtk::Overflow::Hidden);
            appearance::follow(&*self.obj());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for OddsPicture {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Horizontal => (WIDTH * 2 / 3, WIDTH, -1, -1),
                _ => {
                    let width = if for_size < 0 { WIDTH } else { for_size };
                    let height = half_height(f64::from(width)).ceil() as i32;
                    (height, height, -1, -1)
                }
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let (width, height) = (picture.width() as f32, picture.height() as f32);
            let columns = (f64::from(picture.width()) * pixels::scale(&*picture)).round() as u32;
            let wanted = (columns, appearance::theme());
            let whole = width * Layout::ASPECT as f32;
            snapshot.push_clip(&graphene::Rect::new(0.0, 0.0, width, height));
            let area = graphene::Rect::new(0.0, height - whole, width, whole);
            self.kept
                .append(snapshot, &*picture, area, wanted, |(columns, theme)| {
                    paint::raster(&scene(self.odds.get()), *columns, theme)
                });
            snapshot.pop();
        }
    }
}

widget! {
    /// A picture of odds.
    OddsPicture Widget
}

impl OddsPicture {
    /// Creates a picture of odds, or of an even game.
    pub fn new(odds: Option<Odds>) -> Self {
        let picture: Self = glib::Object::new();
        picture.imp().odds.set(odds);
        picture
    }
}

/// Returns the height of the bottom half of a board of this width.
fn half_height(width: f64) -> f64 {
    let whole = width * Layout::ASPECT;
    let layout = Layout::fit(width, whole, 1.0, Side::Red);
    whole / 2.0 - layout.cell() * (0.5 - ABOVE)
}

/// Returns the board at these odds, with the affected half at the bottom. Removed pieces are marked, and two free moves
/// are shown by an example.
fn scene(odds: Option<Odds>) -> Scene {
    let given = odds.map(Handicap::usual);
    let setup = given.map_or_else(Setup::start, Handicap::setup);
    let mut scene = Scene::of_board(&setup.board, Side::Red);
    let missing = Setup::start().board.occupied();
    let missing = missing.filter(|point| setup.board.piece_at(*point).is_none());
    scene.marks.extend(missing.map(Mark::Refused));
    if odds == Some(Odds::TwoMoves) {
        let moves = ["h2e2", "h0g2"].iter().filter_map(|text| text.parse().ok());
        scene.arrows.extend(moves.map(|mv: Move| Arrow {
            from: mv.from,
            to: mv.to,
            over: PointSet::default(),
            shape: Shape::Attack(Conduct::Idle),
        }));
    }
    scene
}
