//! Both clocks in one line above the board, for a window without room for the player cards.
//!
//! However large the text is, the line never makes the window wider: names and notes give way first, then the clocks get
//! smaller. The pieces stay, since they alone tell whose clock is whose then.

use super::clock_face::ClockFace;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::{Piece, PieceKind, Side};
use crate::scene::card_layout::SMALLER;
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::toolkit::prelude::*;
use std::borrow::Cow;

/// State on which the size of the line depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    /// Size wanted, in hundredths.
    scale: u32,
    width: i32,
    /// Size of the desktop's text, in units of Pango.
    text: i32,
    /// Number of letters on both clocks.
    letters: usize,
}

/// Size of the piece before a clock at scale 1, in pixels.
const EMBLEM: f64 = 24.0;
/// Number of letters of a name that are worth showing.
const MIN_LETTERS: i32 = 3;
/// Size of the digits at scale 1, relative to the text, and the padding and gaps of the whole line, in pixels, as in the
/// style sheet.
const DIGITS: f64 = 1.45;
const PADDING: i32 = 2 * (10 + 18 + 2 * GAP);
const GAP: i32 = 8;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct ClockBar {
        /// Room that its size was chosen for.
        pub(super) room: Cell<Option<Room>>,
        pub(super) emblems: [PieceStrip; 2],
        pub(super) names: [gtk::Label; 2],
        pub(super) faces: [ClockFace; 2],
        pub(super) pause: gtk::Button,
        /// Whether a player has moved, and has to press the clock.
        pub(super) is_due: Cell<bool>,
    }

    class!(ClockBar "XqClockBar" adw::Bin, css "clockbar"; WidgetImpl BinImpl);

    impl ObjectImpl for ClockBar {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            let [left, right] = [0, 1].map(|half| self.half(half));
            self.pause.set_valign(gtk::Align::Center);
            self.pause.add_css_class("flat");
            self.pause.add_css_class("circular");
            // Newer releases of GTK let the sides of a center box lie over each other.
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 0);
            let alike = gtk::SizeGroup::new(gtk::SizeGroupMode::Horizontal);
            for half in [&left, &right] {
                alike.add_widget(half);
            }
            line.append(&left);
            line.append(&self.pause);
            line.append(&right);
            bar.set_child(Some(&line));
            let press = gtk::GestureClick::new();
            press.connect_pressed(weak!(bar, |bar, _, _, _, _| {
                if bar.imp().is_due.get() {
                    bar.emit_pressed();
                }
            }));
            bar.add_controller(press);
        }
    }

    impl ClockBar {
        /// Creates a clock at the edge, and toward the middle the name above the remaining periods.
        fn half(&self, half: usize) -> gtk::Box {
            let (name, face) = (&self.names[half], &self.faces[half]);
            let emblem = &self.emblems[half];
            let align = [gtk::Align::Start, gtk::Align::End][half];
            let notes = face.take_notes();
            let text = gtk::Box::new(gtk::Orientation::Vertical, 0);
            text.set_valign(gtk::Align::Center);
            emblem.set_valign(gtk::Align::Center);
            for label in [name, &notes] {
                label.set_halign(align);
                label.set_ellipsize(gtk::pango::EllipsizeMode::End);
                text.append(label);
            }
            let cell = gtk::Box::new(gtk::Orientation::Horizontal, GAP);
            // Where less than a few letters would be seen, nothing is.
            name.set_width_chars(MIN_LETTERS);
            let room = adw::Squeezer::builder()
                .homogeneous(false)
                .allow_none(true)
                .hexpand(true)
                .build();
            room.add(&text);
            let parts: [&gtk::Widget; 3] =
                [face.upcast_ref(), emblem.upcast_ref(), room.upcast_ref()];
            for part in parts {
                if half == 0 {
                    cell.append(part);
                } else {
                    cell.prepend(part);
                }
            }
            cell
        }
    }
}

widget! {
    /// Both clocks in one line.
    ClockBar Bin
}

impl ClockBar {
    /// The pause button, used if the header bar has no room for one.
    pub fn pause_button(&self) -> &gtk::Button {
        &self.imp().pause
    }

    signals! {
        /// Emitted when a player who is due presses the clock.
        "pressed" connect_pressed emit_pressed;
    }

    /// Shows whether a player has moved, and has to press the clock.
    pub fn set_due(&self, is_due: bool) {
        self.imp().is_due.set(is_due);
        set_css_class(self, "due", is_due);
        set_tooltip(self, is_due.then(words::press_clock_about));
    }

    fn room(&self, scale: u32, width: i32) -> Room {
        let text = self.around().pango_context().font_description();
        let letters = self.imp().faces.iter().map(|face| face.time().len());
        Room {
            scale,
            width,
            text: text.map_or(0, |text| text.size()),
            letters: letters.sum(),
        }
    }

    /// Whether it has the size for this room.
    pub fn fits(&self, scale: u32, width: i32) -> bool {
        self.imp().room.get() == Some(self.room(scale, width))
    }

    /// Sets the size in hundredths, or the largest below it that fits into a width.
    pub fn set_size(&self, scale: u32, width: i32) {
        if self.fits(scale, width) {
            return;
        }
        self.imp().room.set(Some(self.room(scale, width)));
        for scale in [scale].into_iter().chain(SMALLER) {
            set_text_scale(self, scale);
            for emblem in &self.imp().emblems {
                emblem.set_cell(EMBLEM * f64::from(scale) / 100.0);
            }
            if self.least_width(scale) <= width {
                return;
            }
        }
    }

    /// Width without names and notes at a size. Widgets that have just been given one cannot tell theirs yet.
    fn least_width(&self, scale: u32) -> i32 {
        let imp = self.imp();
        let around = self.around();
        let scale = f64::from(scale) / 100.0;
        let digits = imp.faces.iter().map(|face| {
            let layout = around.create_pango_layout(Some(&face.time()));
            let mut font = around
                .pango_context()
                .font_description()
                .unwrap_or_default();
            font.set_weight(gtk::pango::Weight::Bold);
            font.set_size((f64::from(font.size()) * DIGITS * scale) as i32);
            layout.set_font_description(Some(&font));
            layout.pixel_size().0
        });
        let pause = imp.pause.measure(gtk::Orientation::Horizontal, -1).0;
        digits.sum::<i32>() + (2.0 * EMBLEM * scale) as i32 + pause + PADDING
    }

    /// The container, whose text is not scaled as that of the line is.
    fn around(&self) -> gtk::Widget {
        self.parent().unwrap_or_else(|| self.clone().upcast())
    }

    /// Shows both clocks with the players’ names, from left to right.
    pub fn show_clocks(&self, players: [(Side, Cow<'_, str>); 2], clock: &Clock, now: Now) {
        let imp = self.imp();
        let halves = imp.names.iter().zip(&imp.faces).zip(&imp.emblems);
        for ((side, player), ((name, face), emblem)) in players.into_iter().zip(halves) {
            name.set_label(&player);
            emblem.set_pieces(vec![Piece::new(side, PieceKind::General)]);
            a11y::set_label(emblem, words::side(side));
            face.show_clock(side, clock, now);
        }
    }
}
