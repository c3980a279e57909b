//! One side’s clock: large digits, and beside them the notes on periods and pauses.

use super::digits::Digits;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::{a11y, css_class};

mod imp {
    use super::*;
    use std::cell::RefCell;

    #[derive(Debug, Default)]
    pub struct ClockFace {
        pub(super) time: Digits,
        pub(super) notes: gtk::Label,
        /// Last time exposed to assistive technology.
        pub(super) told: RefCell<String>,
    }

    class!(ClockFace "XqClockFace" gtk::Box, css "clockface", role Group; WidgetImpl BoxImpl);

    impl ObjectImpl for ClockFace {
        fn constructed(&self) {
            self.parent_constructed();
            let face = self.obj();
            face.set_orientation(gtk::Orientation::Vertical);
            face.set_valign(gtk::Align::Center);
            self.time.set_halign(gtk::Align::End);
            self.notes.add_css_class("caption");
            self.notes.add_css_class("dim-label");
            self.notes.set_halign(gtk::Align::End);
            self.notes.set_justify(gtk::Justification::Right);
            face.append(&self.time);
            face.append(&self.notes);
        }
    }
}

widget! {
    /// One side’s clock.
    ClockFace Box
}

impl Default for ClockFace {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl ClockFace {
    /// Shows a side’s clock at a moment.
    pub fn show_clock(&self, side: Side, clock: &Clock, now: Now) {
        let imp = self.imp();
        let face = clock.face(side, now);
        let runs = clock.is_running() && clock.turn() == side;
        let is_over_cap = face.is_down && clock.exceeded_cap().is_some();
        for (class, holds) in [
            ("running", runs),
            ("short", face.is_short),
            ("down", face.is_down && !is_over_cap),
        ] {
            css_class::set(self, class, holds);
        }
        // The cap is among the notes.
        let is_cap_out = is_over_cap || runs && face.is_cap_short;
        css_class::set(&imp.notes, "error", is_cap_out);
        let apart = imp.notes.parent().as_ref() != Some(self.upcast_ref());
        let notes = words::clock_notes(side, clock, &face);
        let notes = if apart {
            words::notes(&notes)
        } else {
            notes.join("\n")
        };
        if imp.notes.label() != notes {
            imp.notes.set_label(&notes);
        }
        imp.notes.set_visible(!notes.is_empty());
        let time = words::decimal(&face.text);
        if imp.time.text() == time {
            self.tell(words::live_clock(side, clock, &face));
            return;
        }
        imp.time.set_text(&time);
        // Tenths are only visual: the accessible text changes once a second.
        let is_tenth = runs && face.text.contains('.') && !face.text.ends_with(".0");
        if !is_tenth {
            self.tell(words::live_clock(side, clock, &face));
        }
    }

    /// Returns the notes, to be placed elsewhere as a single line.
    pub fn take_notes(&self) -> gtk::Label {
        let notes = &self.imp().notes;
        self.remove(notes);
        notes.clone()
    }

    /// Sets the accessible description, which is read on focus and not announced by itself.
    fn tell(&self, said: String) {
        if *self.imp().told.borrow() != said {
            a11y::set_label(self, &said);
            self.imp().told.replace(said);
        }
    }
}
