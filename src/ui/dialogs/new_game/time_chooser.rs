//! Time control chooser: presets with one click, or a custom time.

use super::time_entry::TimeEntry;
use crate::game::clock::{CustomTime, TimeControl, TimeControlError};
use crate::rules::{BySide, Side};
use crate::ui::toolkit::access;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::state::{speak_as_radio, speak_as_switch};

mod imp {
    use super::*;

    template! {
        TimeChooser "/io/github/chuhe/Chuhe/ui/time_chooser.ui" {
            group: adw::PreferencesGroup,
            presets: gtk::FlowBox,
            custom: gtk::Box,
            red: TimeEntry,
            black: TimeEntry,
            differ_row: adw::ActionRow,
            differ: gtk::Switch,
        } {
            /// Buttons for the presets, then for a custom time and for [`Self::kept`].
            buttons: OnceCell<Vec<gtk::ToggleButton>>,
            /// A time control of the last game that the entries cannot express.
            kept: RefCell<Option<TimeControl>>,
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

/// Returns the presets in order, no clock first.
fn presets() -> impl Iterator<Item = (&'static str, Option<TimeControl>)> {
    let all = words::time_presets()
        .into_iter()
        .zip(TimeControl::presets());
    all.collect::<Vec<_>>().into_iter().rev()
}

impl TimeChooser {
    fn add_buttons(&self) {
        let imp = self.imp();
        let told = presets().map(|(label, control)| (label, words::time_choice(control.as_ref())));
        let own = (words::custom_time(), words::custom_time_about().to_owned());
        let kept = (words::last_time(), words::last_time_about().to_owned());
        let mut buttons: Vec<gtk::ToggleButton> = Vec::new();
        access::lead(&imp.group, &*imp.presets);
        access::let_arrows_move(&imp.presets);
        for (label, about) in told.chain([own, kept]) {
            // The label is a child, since GTK 4.8 adds a button’s label property to its name.
            let label = gtk::Label::new(Some(label));
            // In large text a time may need two lines, and must not be ellipsized.
            label.set_wrap(true);
            label.set_justify(gtk::Justification::Center);
            let button = gtk::ToggleButton::builder()
                .child(&label)
                .tooltip_text(&about)
                .build();
            button.set_group(buttons.first());
            a11y::set_label(&button, &about);
            // The tooltip, which is the name, would be read out again.
            a11y::set_description(&button, "");
            speak_as_radio(&button);
            button.connect_toggled(weak!(self, |chooser, button| {
                if button.is_active() {
                    chooser.refresh();
                }
            }));
            let cell = gtk::FlowBoxChild::builder().focusable(false).build();
            cell.set_child(Some(&button));
            a11y::set_label(&cell, &about);
            imp.presets.insert(&cell, -1);
            buttons.push(button);
        }
        once(&imp.buttons, buttons);
    }

    fn join_entries(&self) {
        let imp = self.imp();
        speak_as_switch(&imp.differ_row, &imp.differ);
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
        let preset = presets().position(|(_, preset)| preset.as_ref() == control);
        let own = control.filter(|control| {
            let mut sides = Side::ALL.iter();
            preset.is_none() && sides.all(|side| CustomTime::of(control.of_side(*side)).is_some())
        });
        let is_kept = preset.is_none() && own.is_none();
        let chosen = preset.unwrap_or(presets().count() + usize::from(is_kept));
        imp.kept.replace(control.filter(|_| is_kept).cloned());
        let differ = own.is_some_and(|own| own.0.red != own.0.black);
        imp.differ.set_active(differ);
        imp.red.choose(own.map(|own| own.of_side(Side::Red)));
        imp.black.choose(own.map(|own| own.of_side(Side::Black)));
        for (place, button) in imp.buttons.get().into_iter().flatten().enumerate() {
            let cell = button.parent();
            // The last button is for a time control that is not among the other choices.
            if let Some(cell) = cell.filter(|_| place > presets().count()) {
                cell.set_visible(is_kept);
            }
            if place == chosen {
                button.set_active(true);
            }
        }
        self.refresh();
    }

    /// Current choice; `None` is no clock.
    ///
    /// # Errors
    ///
    /// Returns the reason why the entries are no valid time control.
    pub fn control(&self) -> Result<Option<TimeControl>, TimeControlError> {
        let mut buttons = self.imp().buttons.get().into_iter().flatten();
        let chosen = buttons.position(gtk::ToggleButton::is_active);
        let chosen = chosen.unwrap_or_default();
        match presets().nth(chosen) {
            Some((_, preset)) => Ok(preset),
            None if chosen == presets().count() => self.entered().map(Some),
            None => Ok(self.imp().kept.borrow().clone()),
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
        let own = imp.buttons.get().and_then(|all| all.get(presets().count()));
        imp.custom
            .set_visible(own.is_some_and(gtk::ToggleButton::is_active));
        let differ = imp.differ.is_active();
        imp.black.set_visible(differ);
        for (entry, side) in [(&imp.red, Side::Red), (&imp.black, Side::Black)] {
            entry.set_title(if differ { words::side(side) } else { "" });
        }
        let told = match self.control() {
            Ok(control) => words::time_choice(control.as_ref()),
            Err(error) => words::time_control_error(error),
        };
        imp.group.set_description(Some(&told));
        self.emit_changed();
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}
