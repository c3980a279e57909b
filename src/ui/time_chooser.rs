//! How much time the players have: what is agreed on most with one click, or a time of their own.

use crate::game::clock::{Allowance, Bonus, Stage, TimeControl, TimeControlError};
use crate::rules::Side;
use crate::ui::a11y;
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib;

/// What a move may take or add, in the order in which it is offered.
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

/// What is entered for a time of the players’ own.
#[derive(Clone, Copy, Debug)]
struct Entered {
    /// The time for the whole game, in seconds.
    time: u64,
    for_move: ForMove,
    /// How much that is, in seconds.
    of_move: u64,
    periods: u16,
}

impl Default for Entered {
    fn default() -> Self {
        Self {
            time: 900,
            for_move: ForMove::Increment,
            of_move: 5,
            periods: 3,
        }
    }
}

impl Entered {
    /// What would be entered for a time control; `None` if it takes more than that.
    fn of(control: &TimeControl) -> Option<Self> {
        let allowance = control.of_side(Side::Red);
        let [
            Stage {
                moves: None,
                time,
                bonus,
            },
        ] = *allowance.stages()
        else {
            return None;
        };
        let default = Self::default();
        let (for_move, of_move, periods) = match (bonus, allowance.cap()) {
            (Bonus::None, None) => (ForMove::Nothing, default.of_move * 1000, default.periods),
            (Bonus::None, Some(cap)) => (ForMove::Cap, cap, default.periods),
            (Bonus::Increment(time), None) => (ForMove::Increment, time, default.periods),
            (Bonus::Delay(time), None) => (ForMove::Delay, time, default.periods),
            (Bonus::Periods { count, length }, None) => (ForMove::Periods, length, count),
            _ => return None,
        };
        let entered = Self {
            time: time / 1000,
            for_move,
            of_move: of_move / 1000,
            periods,
        };
        // Each side’s own time, and parts of a second, are only in files.
        (entered.control().as_ref() == Ok(control)).then_some(entered)
    }

    fn control(self) -> Result<TimeControl, TimeControlError> {
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
        let stage = Stage {
            moves: None,
            time: self.time * 1000,
            bonus,
        };
        Allowance::new(vec![stage], cap).map(TimeControl::same)
    }
}

mod imp {
    use super::*;
    use std::cell::OnceCell;
    use std::sync::OnceLock;

    #[derive(Debug, Default, gtk::CompositeTemplate)]
    #[template(resource = "/io/github/chuhe/Chuhe/ui/time_chooser.ui")]
    pub struct TimeChooser {
        #[template_child]
        pub(super) group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) presets: TemplateChild<gtk::FlowBox>,
        #[template_child]
        pub(super) custom: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) minutes: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) seconds: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) bonus: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub(super) of_move: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) periods: TemplateChild<adw::ActionRow>,
        /// A button for each preset and at the end one for a time of the players’ own.
        pub(super) buttons: OnceCell<Vec<gtk::ToggleButton>>,
        /// What the rows hold, from top to bottom.
        pub(super) numbers: OnceCell<[gtk::SpinButton; 4]>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for TimeChooser {
        const NAME: &'static str = "XqTimeChooser";
        type Type = super::TimeChooser;
        type ParentType = gtk::Box;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for TimeChooser {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: OnceLock<Vec<glib::subclass::Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![glib::subclass::Signal::builder("changed").build()])
        }

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_buttons();
            self.obj().add_numbers();
            self.obj().add_bonuses();
        }
    }

    impl WidgetImpl for TimeChooser {}
    impl BoxImpl for TimeChooser {}
}

glib::wrapper! {
    /// Where a time control is chosen.
    pub struct TimeChooser(ObjectSubclass<imp::TimeChooser>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

/// The presets as they are offered: no clock first.
fn presets() -> impl Iterator<Item = (&'static str, Option<TimeControl>)> {
    let all = words::TIME_PRESETS.into_iter().zip(TimeControl::presets());
    all.collect::<Vec<_>>().into_iter().rev()
}

impl TimeChooser {
    fn add_buttons(&self) {
        let imp = self.imp();
        let told = presets().map(|(label, control)| (label, words::time_choice(control.as_ref())));
        let own = (words::CUSTOM_TIME, words::CUSTOM_TIME_ABOUT.to_owned());
        let mut buttons: Vec<gtk::ToggleButton> = Vec::new();
        a11y::set_label(&*imp.presets, &imp.group.title());
        for (label, about) in told.chain([own]) {
            // The label is a child, since GTK 4.8 adds a button’s label property to its name.
            let label = gtk::Label::new(Some(label));
            label.set_ellipsize(gtk::pango::EllipsizeMode::End);
            let button = gtk::ToggleButton::builder().child(&label).build();
            button.set_group(buttons.first());
            a11y::set_label(&button, &about);
            button.connect_toggled(glib::clone!(
                #[weak(rename_to = chooser)]
                self,
                move |button| {
                    if button.is_active() {
                        chooser.refresh();
                    }
                }
            ));
            let cell = gtk::FlowBoxChild::builder().focusable(false).build();
            cell.set_child(Some(&button));
            imp.presets.insert(&cell, -1);
            buttons.push(button);
        }
        let fresh = imp.buttons.set(buttons);
        debug_assert!(fresh.is_ok(), "a new chooser has no buttons yet");
    }

    fn add_numbers(&self) {
        let imp = self.imp();
        let rows = [&imp.minutes, &imp.seconds, &imp.of_move, &imp.periods];
        let ranges = [(0.0, 1440.0), (0.0, 59.0), (1.0, 3600.0), (1.0, 99.0)];
        let mut ranges = ranges.into_iter();
        let numbers = rows.map(|row| {
            let (least, most) = ranges.next().unwrap_or_default();
            let number = gtk::SpinButton::with_range(least, most, 1.0);
            number.set_valign(gtk::Align::Center);
            number.set_numeric(true);
            // Enter starts the game from here, too.
            if let Some(text) = number.delegate().and_downcast::<gtk::Text>() {
                text.set_activates_default(true);
            }
            row.add_suffix(&number);
            row.set_activatable_widget(Some(&number));
            // What is written counts at once, and not only when the number is left.
            number.connect_changed(move |number| {
                let written = number.text().parse::<u16>().ok().map(f64::from);
                let fits = written.filter(|written| (least..=most).contains(written));
                if let Some(written) = fits.filter(|written| *written != number.value()) {
                    number.set_value(written);
                }
            });
            number.connect_value_changed(glib::clone!(
                #[weak(rename_to = chooser)]
                self,
                move |_| chooser.refresh()
            ));
            number
        });
        let fresh = imp.numbers.set(numbers);
        debug_assert!(fresh.is_ok(), "a new chooser has no numbers yet");
    }

    fn add_bonuses(&self) {
        let row = &self.imp().bonus;
        row.set_model(Some(&gtk::StringList::new(&words::TIME_FOR_MOVES)));
        row.connect_selected_notify(glib::clone!(
            #[weak(rename_to = chooser)]
            self,
            move |row| {
                let chosen = words::TIME_FOR_MOVES.get(row.selected() as usize);
                a11y::set_description(row, chosen.copied().unwrap_or_default());
                chooser.refresh();
            }
        ));
    }

    /// Proposes a time control; `None` is no clock.
    pub(super) fn choose(&self, control: Option<&TimeControl>) {
        let preset = presets().position(|(_, preset)| preset.as_ref() == control);
        let entered = control.and_then(Entered::of);
        let last = presets().count();
        let chosen = match (preset, entered) {
            (Some(preset), _) => preset,
            (None, Some(_)) => last,
            (None, None) => 0,
        };
        let entered = entered.filter(|_| chosen == last).unwrap_or_default();
        if let Some([minutes, seconds, of_move, periods]) = self.imp().numbers.get() {
            minutes.set_value((entered.time / 60) as f64);
            seconds.set_value((entered.time % 60) as f64);
            of_move.set_value(entered.of_move as f64);
            periods.set_value(f64::from(entered.periods));
        }
        let for_move = ForMove::ALL
            .iter()
            .position(|each| *each == entered.for_move);
        self.imp()
            .bonus
            .set_selected(for_move.unwrap_or_default() as u32);
        if let Some(button) = self.imp().buttons.get().and_then(|all| all.get(chosen)) {
            button.set_active(true);
        }
        self.refresh();
    }

    /// What is chosen now; `None` is no clock.
    ///
    /// # Errors
    ///
    /// Why what is entered is no time control.
    pub(super) fn control(&self) -> Result<Option<TimeControl>, TimeControlError> {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        let chosen = buttons
            .zip(presets())
            .find(|(button, _)| button.is_active());
        match chosen {
            Some((_, (_, preset))) => Ok(preset),
            None => self.entered().control().map(Some),
        }
    }

    fn entered(&self) -> Entered {
        let imp = self.imp();
        let for_move = ForMove::ALL.get(imp.bonus.selected() as usize);
        let Some(numbers) = imp.numbers.get() else {
            return Entered::default();
        };
        let [minutes, seconds, of_move, periods] = numbers
            .each_ref()
            .map(|number| u64::try_from(number.value_as_int()).unwrap_or_default());
        Entered {
            time: minutes * 60 + seconds,
            for_move: for_move.copied().unwrap_or(ForMove::Nothing),
            of_move,
            periods: u16::try_from(periods).unwrap_or_default(),
        }
    }

    /// Says what is chosen, and shows what there is to enter.
    fn refresh(&self) {
        let imp = self.imp();
        let own = imp.buttons.get().and_then(|buttons| buttons.last());
        imp.custom
            .set_visible(own.is_some_and(gtk::ToggleButton::is_active));
        let for_move = self.entered().for_move;
        imp.of_move.set_visible(for_move != ForMove::Nothing);
        imp.periods.set_visible(for_move == ForMove::Periods);
        let told = match self.control() {
            Ok(control) => words::time_choice(control.as_ref()),
            Err(error) => words::time_control_error(error),
        };
        imp.group.set_description(Some(&told));
        self.emit_by_name::<()>("changed", &[]);
    }

    pub(super) fn connect_changed(&self, changed: impl Fn(&Self) + 'static) {
        let closure = glib::closure_local!(move |chooser: &Self| changed(chooser));
        self.connect_closure("changed", false, closure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_entered_is_entered_again() {
        for text in ["3", "600", "600+7", "600d3", "600c45", "600b5x30", "0b1x30"] {
            let control = TimeControl::read(text)
                .expect("a control")
                .expect("a clock");
            let entered = Entered::of(&control).expect("one stage");
            assert_eq!(entered.control(), Ok(control), "{text}");
        }
        for text in ["40/7200", "40/60:30", "60|30", "60.5", "60+3c9"] {
            let control = TimeControl::read(text)
                .expect("a control")
                .expect("a clock");
            assert!(Entered::of(&control).is_none(), "{text}");
        }
        let nothing = Entered {
            time: 0,
            ..Entered::default()
        };
        assert_eq!(nothing.control(), Err(TimeControlError::Time(0)));
    }
}
