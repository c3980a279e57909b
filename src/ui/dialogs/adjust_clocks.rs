//! The clocks of a paused game in the hands of an arbiter: the time that each player has left, and a remark.

use crate::game::Refusal;
use crate::game::clock::{Millis, read_seconds_text, seconds_text};
use crate::rules::{BySide, Side};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

/// A clock as it is offered.
#[derive(Clone, Debug)]
pub struct OfferedClock {
    pub player: String,
    pub time: Millis,
    /// Whether it can be set.
    pub can_be_set: bool,
}

mod imp {
    use super::*;

    template! {
        ClockAdjustment "/io/github/chuhe/Chuhe/ui/adjust_clocks.ui" {
            red_row: adw::ActionRow,
            black_row: adw::ActionRow,
            red: gtk::SpinButton,
            black: gtk::SpinButton,
            remark: adw::EntryRow,
            set: gtk::Button,
        } {
            /// Times in seconds before they are changed.
            before: Cell<[u64; 2]>,
        }
    }

    class!(ClockAdjustment "XqClockAdjustment" adw::Window, template with closes, |klass| {
        klass.install_action("clocks.set", None, |dialog, _, _| {
            dialog.emit_chosen();
            dialog.close();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for ClockAdjustment {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            for time in [&self.red, &self.black] {
                show_as_time(time);
            }
            naming::expose_entry(&self.remark, &words::without_key(&self.remark.title()));
        }
    }
}

widget! {
    /// The dialog of the clocks of a paused game.
    ClockAdjustment Window
}

impl ClockAdjustment {
    /// Creates the dialog over a window.
    pub fn new(parent: &impl IsA<gtk::Window>, clocks: &BySide<OfferedClock>) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        for side in Side::ALL {
            let OfferedClock {
                player,
                time,
                can_be_set,
            } = &clocks[side];
            let (row, spin) = dialog.row(side);
            row.set_title(player);
            row.set_sensitive(*can_be_set);
            if !can_be_set {
                row.set_subtitle(words::refusal(Refusal::NoTimeYet));
            }
            spin.set_value(time.div_ceil(1000) as f64);
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| clocks[*side].can_be_set) {
            dialog.row(side).1.grab_focus();
        }
        imp.before.set(Side::ALL.map(|side| dialog.seconds(side)));
        dialog
    }

    fn row(&self, side: Side) -> (&adw::ActionRow, &gtk::SpinButton) {
        let imp = self.imp();
        match side {
            Side::Red => (&imp.red_row, &imp.red),
            Side::Black => (&imp.black_row, &imp.black),
        }
    }

    fn seconds(&self, side: Side) -> u64 {
        let (_, spin) = self.row(side);
        // What is typed counts, too.
        spin.update();
        u64::try_from(spin.value_as_int()).unwrap_or_default()
    }

    /// The sides whose times were changed, with the new ones.
    pub fn changed(&self) -> Vec<(Side, Millis)> {
        let before = Side::ALL.into_iter().zip(self.imp().before.get());
        let now = before.map(|(side, before)| (side, before, self.seconds(side)));
        now.filter(|(_, before, now)| before != now)
            .map(|(side, _, now)| (side, now * 1000))
            .collect()
    }

    /// The arbiter's remark.
    pub fn remark(&self) -> String {
        self.imp().remark.text().trim().to_owned()
    }

    signals! {
        "chosen" connect_chosen emit_chosen;
    }
}

/// Has a number of seconds written as a clock time, in whose steps a minute is added or taken.
fn show_as_time(spin: &gtk::SpinButton) {
    spin.connect_output(|spin| {
        let seconds = u64::try_from(spin.value_as_int()).unwrap_or_default();
        let text = seconds_text(seconds);
        if spin.text() != text {
            spin.set_text(&text);
        }
        glib::Propagation::Stop
    });
    spin.connect_input(|spin| {
        // What is no time leaves the one before.
        let read = read_seconds_text(&spin.text()).map(|seconds| seconds as f64);
        Some(Ok(read.unwrap_or_else(|| spin.value())))
    });
    if let Some(text) = spin.delegate().and_downcast::<gtk::Text>() {
        text.set_activates_default(true);
    }
}
