//! A seating as a small picture: the board, a piece of each side, and the players' places.

use crate::game::Seating;
use crate::paint::{self, Color, Theme};
use crate::rules::{Piece, PieceKind, Side};
use crate::scene::PieceFace;
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::cairo::{Context, Error};
use std::f64::consts::{PI, TAU};

/// Size of the picture, and of the board in it, in pixels.
const SIZE: (f64, f64) = (84.0, 98.0);
const BOARD: (f64, f64) = (53.0, 58.0);
/// The cell of a board with pieces as large as the two in the picture.
const CELL: f64 = 24.0;
/// Height of a person, and distance from the board.
const PERSON: f64 = 15.0;
const GAP: f64 = 4.0;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SeatingPicture {
        pub(super) seating: Cell<Seating>,
    }

    class!(SeatingPicture "XqSeatingPicture" gtk::Widget, css "seating", role Presentation);

    impl ObjectImpl for SeatingPicture {
        fn constructed(&self) {
            self.parent_constructed();
            appearance::follow(&*self.obj());
        }
    }

    impl WidgetImpl for SeatingPicture {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let length = match orientation {
                gtk::Orientation::Horizontal => SIZE.0,
                _ => SIZE.1,
            };
            (length as i32, length as i32, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
            let area = gtk::graphene::Rect::new(0.0, 0.0, width as f32, height as f32);
            let cr = snapshot.append_cairo(&area);
            cr.translate((width - SIZE.0) / 2.0, (height - SIZE.1) / 2.0);
            if let Err(error) = picture.draw(&cr) {
                glib::g_warning!("chuhe", "a picture is left out: {error}");
            }
        }
    }
}

widget! {
    /// A seating as a small picture.
    SeatingPicture Widget
}

impl SeatingPicture {
    pub(super) fn new(seating: Seating) -> Self {
        let picture: Self = glib::Object::new();
        picture.imp().seating.set(seating);
        picture
    }

    fn draw(&self, cr: &Context) -> Result<(), Error> {
        let seating = self.imp().seating.get();
        let between = seating == Seating::AcrossTable;
        let middle = SIZE.0 / 2.0;
        let everything = BOARD.1 + GAP + PERSON;
        let top = if between {
            PERSON + GAP + (SIZE.1 - everything - GAP - PERSON) / 2.0
        } else {
            (SIZE.1 - everything) / 2.0
        };
        self.draw_board(cr, (middle - BOARD.0 / 2.0, top))?;
        let below = top + BOARD.1 + GAP;
        if between {
            self.draw_person(cr, Side::Red, (middle, below), 1.0)?;
            return self.draw_person(cr, Side::Black, (middle, top - GAP), -1.0);
        }
        if seating == Seating::SideBySide {
            self.draw_arrows(cr, (middle, top + BOARD.1 / 2.0))?;
        }
        self.draw_person(cr, Side::Red, (middle - 15.0, below), 1.0)?;
        self.draw_person(cr, Side::Black, (middle + 15.0, below), 1.0)
    }

    /// Draws the board with a general at each end, as seen from below.
    fn draw_board(&self, cr: &Context, (left, top): (f64, f64)) -> Result<(), Error> {
        let theme = appearance::theme();
        let between = self.imp().seating.get() == Seating::AcrossTable;
        let turned = between.then_some(Side::Black);
        let (width, height) = BOARD;
        cr.save()?;
        cr.translate(left, top);
        fill(cr, theme.frame[1], (0.0, 0.0, width, height))?;
        let edge = 3.0;
        let (across, down) = (width - 2.0 * edge, height - 2.0 * edge);
        fill(cr, theme.field[1], (edge, edge, across, down))?;
        // Fewer lines than on a real board, since each takes a whole pixel.
        let line = theme.line.alpha(0.45);
        let (column, row) = (10.0, 9.0);
        let (left, top) = (edge + 3.0, edge + 3.0);
        for index in 0..6 {
            let y = top + f64::from(index) * row;
            fill(cr, line, (left, y, 4.0 * column, 1.0))?;
        }
        for index in 0..5 {
            let x = left + f64::from(index) * column;
            for half in [0.0, 3.0] {
                let y = top + half * row + 1.0;
                fill(cr, line, (x, y, 1.0, 2.0 * row - 1.0))?;
            }
        }
        for (side, y) in [(Side::Black, 0.27), (Side::Red, 0.73)] {
            let face = PieceFace::at_table(Piece::new(side, PieceKind::General), turned);
            paint::piece(cr, width / 2.0, height * y, CELL, face, 0.0, &theme)?;
        }
        cr.restore()
    }

    /// Draws head and shoulders below a place, or upside down above it if `way` is -1.
    fn draw_person(
        &self,
        cr: &Context,
        side: Side,
        (x, y): (f64, f64),
        way: f64,
    ) -> Result<(), Error> {
        cr.save()?;
        cr.translate(x, y);
        cr.scale(way, way);
        cr.new_path();
        cr.arc(0.0, 4.0, 4.0, 0.0, TAU);
        cr.new_sub_path();
        cr.arc(0.0, PERSON, 6.5, PI, TAU);
        cr.close_path();
        // On a dark background, black is visible only by its outline.
        if side == Side::Black && adw::StyleManager::default().is_dark() {
            cr.set_line_width(2.0);
            self.set_color(cr, 0.7);
            cr.stroke_preserve()?;
        }
        let ink = Theme::wood().bodies[side].ink;
        cr.set_source_rgb(ink.red, ink.green, ink.blue);
        cr.fill()?;
        cr.restore()
    }

    /// Draws two arrows around the board, for turning it.
    fn draw_arrows(&self, cr: &Context, (x, y): (f64, f64)) -> Result<(), Error> {
        let radius = 36.0;
        self.set_color(cr, 0.6);
        for way in [1.0, -1.0] {
            cr.save()?;
            cr.translate(x, y);
            cr.scale(way, way);
            cr.set_line_width(2.0);
            cr.new_path();
            cr.arc(0.0, 0.0, radius, -0.42, 0.36);
            cr.stroke()?;
            // The arrowhead follows the circle at the end of the arrow.
            cr.rotate(0.34);
            cr.translate(radius, 0.0);
            cr.move_to(-4.5, -0.5);
            cr.line_to(4.5, -0.5);
            cr.line_to(0.0, 7.0);
            cr.close_path();
            cr.fill()?;
            cr.restore()?;
        }
        Ok(())
    }

    /// Sets the color of the surrounding text.
    fn set_color(&self, cr: &Context, strength: f64) {
        let color = self.style_context().color();
        let [red, green, blue, alpha] =
            [color.red(), color.green(), color.blue(), color.alpha()].map(f64::from);
        cr.set_source_rgba(red, green, blue, alpha * strength);
    }
}

fn fill(
    cr: &Context,
    color: Color,
    (x, y, width, height): (f64, f64, f64, f64),
) -> Result<(), Error> {
    cr.set_source_rgba(color.red, color.green, color.blue, color.alpha);
    cr.rectangle(x, y, width, height);
    cr.fill()
}
