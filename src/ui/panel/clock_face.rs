//! One side’s clock: large digits, and beside them the notes on periods and pauses.

use super::digits::Digits;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::Side;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct ClockFace {
        pub(super) time: Digits,
        pub(super) notes: gtk::Label,
        /// Whether the notes are hidden.
        pub(super) is_bare: Cell<bool>,
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

impl ClockFace {
    /// Shows a side’s clock at a moment.
    pub fn show_clock(&self, side: Side, clock: &Clock, now: Now) {
        let imp = self.imp();
        let face = clock.face(side, now);
        let runs = clock.is_running() && clock.turn() == side;
        let is_over_cap = face.is_flag_down && clock.exceeded_cap().is_some();
        for (class, holds) in [
            ("running", runs),
            ("short", face.is_short),
            ("down", face.is_flag_down && !is_over_cap),
        ] {
            set_css_class(self, class, holds);
        }
        // The cap is among the notes.
        let is_cap_out = is_over_cap || runs && face.is_cap_short;
        set_css_class(&imp.notes, "error", is_cap_out);
        let apart = self.has_notes_elsewhere();
        let notes = words::clock_notes(side, clock, &face);
        let notes = if apart {
            words::notes(&notes)
        } else {
            notes.join("\n")
        };
        if imp.notes.label() != notes {
            imp.notes.set_label(&notes);
        }
        self.show_notes();
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

    /// Sets whether the digits fill a line of their own, whether the notes lie beside them, since a clock above or below
    /// the board has to keep its height, and whether they have room at all.
    pub fn set_form(&self, is_large: bool, is_row: bool, has_notes: bool) {
        let imp = self.imp();
        set_css_class(self, "large", is_large);
        let (orientation, spacing) = if is_row {
            (gtk::Orientation::Horizontal, 8)
        } else {
            (gtk::Orientation::Vertical, 0)
        };
        self.set_orientation(orientation);
        self.set_spacing(spacing);
        self.reorder_child_after(&imp.notes, (!is_row).then_some(&imp.time));
        let digits = if is_large {
            gtk::Align::Fill
        } else {
            gtk::Align::End
        };
        imp.time.set_halign(digits);
        imp.time.set_valign(gtk::Align::Center);
        let (lines, width) = if is_row { (3, 10) } else { (-1, -1) };
        imp.notes.set_wrap(is_row);
        imp.notes.set_lines(lines);
        imp.notes.set_width_chars(width);
        imp.notes.set_max_width_chars(width);
        imp.is_bare.set(!has_notes);
        self.show_notes();
        imp.notes.set_ellipsize(if is_row {
            gtk::pango::EllipsizeMode::End
        } else {
            gtk::pango::EllipsizeMode::None
        });
    }

    /// Hides notes that are empty or have no room here. Elsewhere they are always shown, so that their line keeps its
    /// place.
    fn show_notes(&self) {
        let imp = self.imp();
        let has_notes = !imp.notes.label().is_empty() && !imp.is_bare.get();
        imp.notes
            .set_visible(self.has_notes_elsewhere() || has_notes);
    }

    fn has_notes_elsewhere(&self) -> bool {
        self.imp().notes.parent().as_ref() != Some(self.upcast_ref())
    }

    /// The time as shown.
    pub fn time(&self) -> String {
        self.imp().time.text()
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
