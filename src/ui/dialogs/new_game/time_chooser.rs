//! Time control chooser: presets with one click, or a custom time.

use super::time_entry::TimeEntry;
use crate::game::ClockPress;
use crate::game::clock::{CustomTime, TimeControl, TimeControlError};
use crate::rules::{BySide, Side};
use crate::ui::toolkit::choices::{Choices, choice, label_by, set_switch_role};
use crate::ui::toolkit::prelude::*;

/// Choice of the clock of a game.
#[derive(Clone, Debug, PartialEq)]
enum TimeChoice {
    /// `None` is no clock.
    Preset(Option<TimeControl>),
    /// The entered times.
    Custom,
    /// The time control of the last game.
    Last,
}

mod imp {
    use super::*;

    template! {
        TimeChooser "/io/github/chuhe/Chuhe/ui/time_chooser.ui" {
            group: adw::PreferencesGroup,
            presets: gtk::FlowBox,
            /// Whether the clock is pressed by hand: between two at one board, if there is a clock.
            hand: adw::PreferencesGroup,
            hand_row: adw::ActionRow,
            by_hand: gtk::Switch,
            custom: gtk::Box,
            red: TimeEntry,
            black: TimeEntry,
            differ_row: adw::ActionRow,
            differ: gtk::Switch,
        } {
            choices: Choices<TimeChoice>,
            are_people_here: Cell<bool>,
            /// Time control of the last game, if the entries cannot express it.
            last: RefCell<Option<TimeControl>>,
        }
    }

    class!(TimeChooser "XqTimeChooser" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for TimeChooser {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_buttons();
            self.obj().join_entries();
        }
    }
}

widget! {
    /// The time control chooser.
    TimeChooser Box
}

impl TimeChooser {
    fn add_buttons(&self) {
        let imp = self.imp();
        label_by(&imp.group, &*imp.presets);
        let presets = words::time_presets().into_iter();
        let presets = presets.zip(TimeControl::presets()).map(|(label, control)| {
            let about = words::time_control(control.as_ref());
            (label, about, TimeChoice::Preset(control))
        });
        let custom = (words::custom_time(), words::custom_time_about());
        let last = (words::last_time(), words::last_time_about());
        let others = [(custom, TimeChoice::Custom), (last, TimeChoice::Last)];
        let others = others.map(|((label, about), choice)| (label, about.to_owned(), choice));
        for (label, about, time) in presets.chain(others) {
            let label = gtk::Label::new(Some(label));
            // In large text a time may need two lines, and must not be ellipsized.
            label.set_wrap(true);
            label.set_justify(gtk::Justification::Center);
            let button = choice(&label, &about, &about);
            imp.choices.add(&*imp.presets, time, &button);
        }
        imp.choices
            .connect_selected(weak!(self, |chooser, _: &_| chooser.refresh()));
    }

    fn join_entries(&self) {
        let imp = self.imp();
        set_switch_role(&imp.differ_row, &imp.differ);
        set_switch_role(&imp.hand_row, &imp.by_hand);
        imp.black.give_up_keys();
        for entry in [&imp.red, &imp.black] {
            entry.connect_changed(weak!(self, |chooser, _| chooser.refresh()));
        }
        imp.differ
            .connect_active_notify(weak!(self, |chooser, differ| {
                let imp = chooser.imp();
                // Time odds are given from the same time.
                let same = imp.red.allowance().ok().filter(|_| differ.is_active());
                if let Some(same) = same {
                    imp.black.choose(Some(&same));
                }
                chooser.refresh();
            }));
    }

    /// Selects a time control; `None` is no clock.
    pub fn choose(&self, control: Option<&TimeControl>) {
        let imp = self.imp();
        let is_preset = TimeControl::presets()
            .iter()
            .any(|preset| preset.as_ref() == control);
        let custom = control.filter(|control| {
            let mut sides = Side::ALL.iter();
            !is_preset && sides.all(|side| CustomTime::of(control.of_side(*side)).is_some())
        });
        let chosen = match (is_preset, custom) {
            (true, _) => TimeChoice::Preset(control.cloned()),
            (false, Some(_)) => TimeChoice::Custom,
            (false, None) => TimeChoice::Last,
        };
        let is_last = chosen == TimeChoice::Last;
        imp.last.replace(control.filter(|_| is_last).cloned());
        // Its button does not say which time that is.
        let last = is_last.then(|| words::time_control(control));
        imp.group.set_description(last.as_deref());
        let differ = custom.is_some_and(|custom| custom.0.red != custom.0.black);
        imp.differ.set_active(differ);
        imp.red
            .choose(custom.map(|custom| custom.of_side(Side::Red)));
        imp.black
            .choose(custom.map(|custom| custom.of_side(Side::Black)));
        imp.choices.set_visible(&TimeChoice::Last, is_last);
        imp.choices.select(Some(&chosen));
        self.refresh();
    }

    /// Current choice; `None` is no clock.
    ///
    /// # Errors
    ///
    /// Returns the reason why the entries are no valid time control.
    pub fn control(&self) -> Result<Option<TimeControl>, TimeControlError> {
        match self.imp().choices.selected() {
            Some(TimeChoice::Preset(preset)) => Ok(preset),
            Some(TimeChoice::Custom) => self.entered().map(Some),
            Some(TimeChoice::Last) => Ok(self.imp().last.borrow().clone()),
            None => Ok(None),
        }
    }

    /// Offers to press the clock by hand, or not, for two at one board.
    pub fn offer_hand(&self, are_people_here: bool) {
        self.imp().are_people_here.set(are_people_here);
        self.refresh();
    }

    /// Selects whether the clock is pressed by hand.
    pub fn choose_press(&self, press: ClockPress) {
        self.imp().by_hand.set_active(press == ClockPress::ByHand);
    }

    /// Whether the clock is pressed by hand.
    pub fn press(&self) -> ClockPress {
        if self.imp().by_hand.is_active() {
            ClockPress::ByHand
        } else {
            ClockPress::ByMove
        }
    }

    fn entered(&self) -> Result<TimeControl, TimeControlError> {
        let imp = self.imp();
        let red = imp.red.allowance()?;
        let black = if imp.differ.is_active() {
            imp.black.allowance()?
        } else {
            red.clone()
        };
        Ok(TimeControl(BySide { red, black }))
    }

    /// Updates the labels and the visible entries.
    fn refresh(&self) {
        let imp = self.imp();
        let chosen = imp.choices.selected();
        imp.custom.set_visible(chosen == Some(TimeChoice::Custom));
        let differ = imp.differ.is_active();
        imp.black.set_visible(differ);
        for (entry, side) in [(&imp.red, Side::Red), (&imp.black, Side::Black)] {
            entry.set_title(if differ { words::side(side) } else { "" });
        }
        let has_clock = !matches!(self.control(), Ok(None));
        imp.hand.set_visible(has_clock && imp.are_people_here.get());
        self.emit_changed();
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}
