//! Entries of a custom time: a main time, an optional second one after a number of moves, and the increment, delay,
//! periods or cap for each move.

use crate::game::clock::{Allowance, Bonus, Stage, TimeControlError};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;
use crate::ui::toolkit::offered::{chosen, offer, propose};

/// Kinds of time per move, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForMove {
    Nothing,
    Increment,
    Delay,
    Periods,
    Cap,
}

impl ForMove {
    const ALL: [Self; 5] = [
        Self::Nothing,
        Self::Increment,
        Self::Delay,
        Self::Periods,
        Self::Cap,
    ];
}

/// Entries for one side.
#[derive(Clone, Copy, Debug)]
struct Entered {
    /// The initial time, in seconds.
    time: u64,
    /// Number of moves in the initial time; 0 for all of them.
    moves: u16,
    /// The time after those moves, in minutes.
    then: u64,
    /// Whether the second time repeats after as many moves.
    again: bool,
    for_move: ForMove,
    /// The time per move, in seconds.
    of_move: u64,
    periods: u16,
}

impl Default for Entered {
    fn default() -> Self {
        Self {
            time: 900,
            moves: 0,
            then: 15,
            again: false,
            for_move: ForMove::Increment,
            of_move: 5,
            periods: 3,
        }
    }
}

impl Entered {
    /// Returns the entries for this time; `None` if they cannot express it.
    fn of(allowance: &Allowance) -> Option<Self> {
        let default = Self::default();
        let (first, last) = match *allowance.stages() {
            [only] => (only, only),
            [first, last] => (first, last),
            _ => return None,
        };
        let (for_move, of_move, periods) = match (last.bonus, allowance.cap()) {
            (Bonus::None, None) => (ForMove::Nothing, default.of_move * 1000, default.periods),
            (Bonus::None, Some(cap)) => (ForMove::Cap, cap, default.periods),
            (Bonus::Increment(time), None) => (ForMove::Increment, time, default.periods),
            (Bonus::Delay(time), None) => (ForMove::Delay, time, default.periods),
            (Bonus::Periods { count, length }, None) => (ForMove::Periods, length, count),
            _ => return None,
        };
        let then = first.moves.map_or(default.then, |_| last.time / 60_000);
        let entered = Self {
            time: first.time / 1000,
            moves: first.moves.unwrap_or(0),
            then,
            again: last.moves.is_some(),
            for_move,
            of_move: of_move / 1000,
            periods,
        };
        // Fractions of a second, and stages of unequal length, occur only in files.
        (entered.allowance().as_ref() == Ok(allowance)).then_some(entered)
    }

    /// Whether the second time can repeat: not if it ends in byo-yomi periods.
    fn can_come_again(self) -> bool {
        self.moves > 0 && self.for_move != ForMove::Periods
    }

    fn allowance(self) -> Result<Allowance, TimeControlError> {
        let of_move = self.of_move * 1000;
        let (bonus, cap) = match self.for_move {
            ForMove::Nothing => (Bonus::None, None),
            ForMove::Increment => (Bonus::Increment(of_move), None),
            ForMove::Delay => (Bonus::Delay(of_move), None),
            ForMove::Cap => (Bonus::None, Some(of_move)),
            ForMove::Periods => {
                let (count, length) = (self.periods, of_move);
                (Bonus::Periods { count, length }, None)
            }
        };
        let stage = |moves, seconds, bonus| Stage {
            moves,
            time: seconds * 1000,
            bonus,
        };
        let then = self.then * 60;
        let moves = (self.moves > 0).then_some(self.moves);
        let again = moves.filter(|_| self.again && self.can_come_again());
        // Periods come after all other time.
        let before = match self.for_move {
            ForMove::Periods => Bonus::None,
            _ => bonus,
        };
        let stages = match moves {
            None => vec![stage(None, self.time, bonus)],
            Some(_) if again.is_some() && then == self.time => {
                vec![stage(moves, self.time, bonus)]
            }
            Some(_) => vec![stage(moves, self.time, before), stage(again, then, bonus)],
        };
        Allowance::new(stages, cap)
    }
}

mod imp {
    use super::*;
    use std::cell::OnceCell;

    template! {
        TimeEntry "/io/github/chuhe/Chuhe/ui/time_entry.ui" {
            minutes: adw::ActionRow,
            seconds: adw::ActionRow,
            moves: adw::ActionRow,
            then: adw::ActionRow,
            again: adw::ActionRow,
            comes_again: gtk::Switch,
            bonus: adw::ComboRow,
            of_move: adw::ActionRow,
            periods: adw::ActionRow,
            fault: gtk::Label,
        } {
            /// Spin buttons of the rows, from top to bottom.
            numbers: OnceCell<[gtk::SpinButton; 6]>,
        }
    }

    class!(TimeEntry "XqTimeEntry" adw::PreferencesGroup, template; WidgetImpl PreferencesGroupImpl);

    impl ObjectImpl for TimeEntry {
        signals!("changed");

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_numbers();
            self.obj().add_bonuses();
            a11y::set_label(&*self.comes_again, words::time_comes_again());
            self.comes_again
                .connect_active_notify(weak!(self.obj(), |entry, _| entry.refresh()));
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
    fn add_numbers(&self) {
        let imp = self.imp();
        let rows = [
            (&imp.minutes, 0.0, 1440.0),
            (&imp.seconds, 0.0, 59.0),
            (&imp.moves, 0.0, 999.0),
            (&imp.then, 0.0, 1440.0),
            (&imp.of_move, 1.0, 3600.0),
            (&imp.periods, 1.0, 99.0),
        ];
        let numbers = rows.map(|(row, least, most)| {
            let number = number(row, least, most);
            number.connect_value_changed(weak!(self, |entry, _| entry.refresh()));
            number
        });
        once(&imp.numbers, numbers);
    }

    fn add_bonuses(&self) {
        let row = &self.imp().bonus;
        offer(row, &words::time_for_moves().map(str::to_owned));
        row.connect_selected_notify(weak!(self, |entry, _| entry.refresh()));
    }

    /// Removes the access keys of the rows in favor of another entry in the same window.
    pub fn give_up_keys(&self) {
        let imp = self.imp();
        let numbers = [
            &imp.minutes,
            &imp.seconds,
            &imp.moves,
            &imp.then,
            &imp.again,
        ];
        let numbers = numbers.into_iter().chain([&imp.periods]);
        let rows = numbers.map(|row| row.upcast_ref::<adw::PreferencesRow>());
        for row in rows.chain([imp.bonus.upcast_ref()]) {
            row.set_title(&row.title().replace('_', ""));
        }
    }

    /// Whether the entries can express such a time.
    pub fn can_hold(allowance: &Allowance) -> bool {
        Entered::of(allowance).is_some()
    }

    /// Fills in a time, or the default if there is none or the entries cannot express it.
    pub fn choose(&self, allowance: Option<&Allowance>) {
        let imp = self.imp();
        let entered = allowance.and_then(Entered::of).unwrap_or_default();
        if let Some([minutes, seconds, moves, then, of_move, periods]) = imp.numbers.get() {
            minutes.set_value((entered.time / 60) as f64);
            seconds.set_value((entered.time % 60) as f64);
            moves.set_value(f64::from(entered.moves));
            then.set_value(entered.then as f64);
            of_move.set_value(entered.of_move as f64);
            periods.set_value(f64::from(entered.periods));
        }
        imp.comes_again.set_active(entered.again);
        propose(&imp.bonus, &ForMove::ALL, &entered.for_move);
        self.refresh();
    }

    /// The entered time.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is invalid.
    pub fn allowance(&self) -> Result<Allowance, TimeControlError> {
        self.entered().allowance()
    }

    fn entered(&self) -> Entered {
        let imp = self.imp();
        let Some(numbers) = imp.numbers.get() else {
            return Entered::default();
        };
        let [minutes, seconds, moves, then, of_move, periods] = numbers
            .each_ref()
            .map(|number| u64::try_from(number.value_as_int()).unwrap_or_default());
        Entered {
            time: minutes * 60 + seconds,
            moves: u16::try_from(moves).unwrap_or_default(),
            then,
            again: imp.comes_again.is_active(),
            for_move: chosen(&imp.bonus, &ForMove::ALL).unwrap_or(ForMove::Nothing),
            of_move,
            periods: u16::try_from(periods).unwrap_or_default(),
        }
    }

    /// Updates the visible entries and their error.
    fn refresh(&self) {
        let imp = self.imp();
        let entered = self.entered();
        imp.then.set_visible(entered.moves > 0);
        imp.again.set_visible(entered.can_come_again());
        imp.of_move
            .set_visible(entered.for_move != ForMove::Nothing);
        imp.periods
            .set_visible(entered.for_move == ForMove::Periods);
        let fault = entered.allowance().err().map(words::time_control_error);
        imp.fault.set_visible(fault.is_some());
        imp.fault.set_label(&fault.unwrap_or_default());
        self.emit_by_name::<()>("changed", &[]);
    }

    connect! {
        connect_changed "changed";
    }
}

/// Adds a spin button to a row.
fn number(row: &adw::ActionRow, least: f64, most: f64) -> gtk::SpinButton {
    let number = gtk::SpinButton::with_range(least, most, 1.0);
    number.set_valign(gtk::Align::Center);
    number.set_numeric(true);
    number.set_width_chars(4);
    // Enter starts the game from here too.
    if let Some(text) = number.delegate().and_downcast::<gtk::Text>() {
        text.set_activates_default(true);
    }
    row.add_suffix(&number);
    row.set_activatable_widget(Some(&number));
    // Typed numbers apply at once, not only when the spin button loses the focus.
    number.connect_changed(move |number| {
        let written = number.text().parse::<u16>().ok().map(f64::from);
        let fits = written.filter(|written| (least..=most).contains(written));
        if let Some(written) = fits.filter(|written| *written != number.value()) {
            number.set_value(written);
        }
    });
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;

    fn allowance(text: &str) -> Allowance {
        let control = TimeControl::read(text).expect("a control");
        control.expect("a clock").0.red
    }

    #[test]
    fn what_can_be_entered_is_entered_again() {
        for text in [
            "3",
            "600",
            "600+7",
            "600d3",
            "600c45",
            "600b5x30",
            "0b1x30",
            "40/3600",
            "40/3600:900",
            "40/3600:40/900",
            "40/3600+10:900+10",
            "40/3600:0b3x30",
            "40/3600:40/900c60",
        ] {
            let allowance = allowance(text);
            let entered = Entered::of(&allowance).expect("two stages");
            assert_eq!(entered.allowance().as_ref(), Ok(&allowance), "{text}");
        }
        for text in [
            "40/60:20/60:30",
            "40/60:20/30",
            "40/60:30",
            "60.5",
            "60+3c9",
            "40/60+3:60",
        ] {
            assert!(Entered::of(&allowance(text)).is_none(), "{text}");
        }
        let nothing = Entered {
            time: 0,
            ..Entered::default()
        };
        assert_eq!(nothing.allowance(), Err(TimeControlError::Time(0)));
    }

    #[test]
    fn periods_end_what_would_come_again() {
        let entered = Entered {
            moves: 40,
            again: true,
            for_move: ForMove::Periods,
            ..Entered::default()
        };
        assert_eq!(entered.allowance(), Ok(allowance("40/900:900b3x5")));
    }
}
