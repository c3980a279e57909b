//! Both clocks in one line above the board, for a window without room for the player cards.

use super::clock_face::ClockFace;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use std::borrow::Cow;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct ClockBar {
        pub(super) names: [gtk::Label; 2],
        pub(super) faces: [ClockFace; 2],
        pub(super) pause: gtk::Button,
    }

    class!(ClockBar "XqClockBar" adw::Bin, css "clockbar"; WidgetImpl BinImpl);

    impl ObjectImpl for ClockBar {
        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            let [left, right] = [0, 1].map(|half| self.half(half));
            self.pause.set_valign(gtk::Align::Center);
            self.pause.add_css_class("flat");
            self.pause.add_css_class("circular");
            let line = gtk::CenterBox::new();
            line.set_start_widget(Some(&left));
            line.set_center_widget(Some(&self.pause));
            line.set_end_widget(Some(&right));
            bar.set_child(Some(&line));
        }
    }

    impl ClockBar {
        /// Creates a clock at the edge, and toward the middle the name above the remaining periods.
        fn half(&self, half: usize) -> gtk::Box {
            let (name, face) = (&self.names[half], &self.faces[half]);
            let align = [gtk::Align::Start, gtk::Align::End][half];
            let notes = face.take_notes();
            let text = gtk::Box::new(gtk::Orientation::Vertical, 0);
            text.set_valign(gtk::Align::Center);
            for label in [name, &notes] {
                label.set_halign(align);
                label.set_ellipsize(gtk::pango::EllipsizeMode::End);
                text.append(label);
            }
            let cell = gtk::Box::new(gtk::Orientation::Horizontal, 8);
            cell.append(&text);
            if half == 0 {
                cell.prepend(face);
            } else {
                cell.append(face);
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

    /// Shows both clocks with the players’ names, from left to right.
    pub fn show_clocks(&self, players: [(Side, Cow<'_, str>); 2], clock: &Clock, now: Now) {
        let imp = self.imp();
        for ((side, player), (name, face)) in
            players.into_iter().zip(imp.names.iter().zip(&imp.faces))
        {
            name.set_label(&player);
            face.show_clock(side, clock, now);
        }
    }
}
