//! Rows of a custom time: a main time, an optional second one after a number of moves, and the increment, delay,
//! periods or cap for each move.

use crate::game::clock::{Allowance, CustomTime, ForMove, TimeControlError};
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        TimeEntry "/io/github/chuhe/Chuhe/ui/time_entry.ui" {
            minutes: gtk::SpinButton,
            seconds: gtk::SpinButton,
            moves: gtk::SpinButton,
            then_row: adw::ActionRow,
            then: gtk::SpinButton,
            again_row: adw::ActionRow,
            again: gtk::Switch,
            bonus: adw::ComboRow,
            of_move_row: adw::ActionRow,
            of_move: gtk::SpinButton,
            periods_row: adw::ActionRow,
            periods: gtk::SpinButton,
            fault: gtk::Label,
        }
    }

    class!(TimeEntry "XqTimeEntry" adw::PreferencesGroup, template; WidgetImpl PreferencesGroupImpl);

    impl ObjectImpl for TimeEntry {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().follow_rows();
        }
    }
}

glib::wrapper! {
    /// The rows of a custom time.
    pub struct TimeEntry(ObjectSubclass<imp::TimeEntry>)
        @extends adw::PreferencesGroup, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl TimeEntry {
    fn follow_rows(&self) {
        let imp = self.imp();
        for number in [
            &imp.minutes,
            &imp.seconds,
            &imp.moves,
            &imp.then,
            &imp.of_move,
            &imp.periods,
        ] {
            apply_while_typing(number);
            number.connect_value_changed(weak!(self, |entry, _| entry.refresh()));
        }
        fill(&imp.bonus, &words::time_for_moves().map(str::to_owned));
        imp.bonus
            .connect_selected_notify(weak!(self, |entry, _| entry.refresh()));
        set_switch_role(&imp.again_row, &imp.again);
        imp.again
            .connect_active_notify(weak!(self, |entry, _| entry.refresh()));
    }

    /// Removes the access keys of the rows in favor of another entry in the same window.
    pub fn give_up_keys(&self) {
        let numbers = [
            &self.imp().minutes,
            &self.imp().seconds,
            &self.imp().moves,
            &self.imp().then,
            &self.imp().periods,
        ];
        let rows = numbers
            .into_iter()
            .map(|number| number.upcast_ref::<gtk::Widget>());
        for inside in rows.chain([self.imp().again.upcast_ref(), self.imp().bonus.upcast_ref()]) {
            let row = inside.ancestor(adw::PreferencesRow::static_type());
            if let Some(row) = row.and_downcast::<adw::PreferencesRow>() {
                row.set_title(&row.title().replace('_', ""));
            }
        }
    }

    /// Fills in a time, or the default if there is none or the entries cannot express it.
    pub fn choose(&self, allowance: Option<&Allowance>) {
        let imp = self.imp();
        let custom = allowance.and_then(CustomTime::of).unwrap_or_default();
        imp.minutes.set_value((custom.time / 60) as f64);
        imp.seconds.set_value((custom.time % 60) as f64);
        imp.moves.set_value(f64::from(custom.moves));
        imp.then.set_value(custom.then as f64);
        imp.again.set_active(custom.again);
        select(&imp.bonus, &ForMove::ALL, &custom.for_move);
        imp.of_move.set_value(custom.of_move as f64);
        imp.periods.set_value(f64::from(custom.periods));
        self.refresh();
    }

    /// The entered time.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is invalid.
    pub fn allowance(&self) -> Result<Allowance, TimeControlError> {
        self.custom().allowance()
    }

    fn custom(&self) -> CustomTime {
        let imp = self.imp();
        let number = |of: &gtk::SpinButton| of.value_as_int().unsigned_abs();
        let small = |of| u16::try_from(number(of)).unwrap_or_default();
        CustomTime {
            time: u64::from(number(&imp.minutes) * 60 + number(&imp.seconds)),
            moves: small(&imp.moves),
            then: number(&imp.then).into(),
            again: imp.again.is_active(),
            for_move: selected(&imp.bonus, &ForMove::ALL).unwrap_or(ForMove::Nothing),
            of_move: number(&imp.of_move).into(),
            periods: small(&imp.periods),
        }
    }

    /// Updates the visible entries and their error.
    fn refresh(&self) {
        let imp = self.imp();
        let custom = self.custom();
        imp.then_row.set_visible(custom.moves > 0);
        imp.again_row.set_visible(custom.can_repeat());
        imp.of_move_row
            .set_visible(custom.for_move != ForMove::Nothing);
        imp.periods_row
            .set_visible(custom.for_move == ForMove::Periods);
        let fault = custom.allowance().err().map(words::time_control_error);
        imp.fault.set_visible(fault.is_some());
        imp.fault.set_label(&fault.unwrap_or_default());
        self.emit_changed();
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}

/// Applies typed numbers at once, not only when the spin button loses the focus, and lets Enter start the game from it.
pub fn apply_while_typing(number: &gtk::SpinButton) {
    if let Some(text) = number.delegate().and_downcast::<gtk::Text>() {
        text.set_activates_default(true);
    }
    number.connect_changed(|number| {
        let (least, most) = number.range();
        let written = number.text().parse::<u16>().ok().map(f64::from);
        let fits = written.filter(|written| (least..=most).contains(written));
        if let Some(written) = fits.filter(|written| *written != number.value()) {
            number.set_value(written);
        }
    });
}
