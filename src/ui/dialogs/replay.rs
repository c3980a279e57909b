//! The replay export dialog: speed and size, then progress.

use crate::paint::ReplayChoice;
use crate::rules::Side;
use crate::ui::platform::appearance;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        Replay "/io/github/chuhe/Chuhe/ui/replay.ui" {
            pages: gtk::Stack,
            group: adw::PreferencesGroup,
            hold: adw::ComboRow,
            size: adw::ComboRow,
            names_row: adw::ActionRow,
            names: gtk::Switch,
            save: gtk::Button,
            cancel: gtk::Button,
            told: gtk::Label,
            progress: gtk::ProgressBar,
        } {
            /// Number of plies in the game.
            plies: Cell<usize>,
        }
    }

    class!(Replay "XqReplay" adw::Window, template with closes, |klass| {
        klass.install_action("replay.save", None, |dialog, _, _| {
            dialog.emit_chosen();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for Replay {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.progress, words::replay_progress());
            self.obj().add_choices();
        }
    }
}

widget! {
    /// The replay export dialog.
    Replay Window
}

impl Replay {
    /// Creates the dialog over a window for a game with this number of plies, with the last choice; `names` is that of
    /// showing names, if there are any.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        plies: usize,
        last: ReplayChoice,
        names: Option<bool>,
    ) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        imp.plies.set(plies);
        select(&imp.hold, &ReplayChoice::HOLDS, &last.hold);
        select(&imp.size, &ReplayChoice::WIDTHS, &last.width);
        imp.names_row.set_visible(names.is_some());
        imp.names.set_active(names == Some(true));
        dialog.tell_length();
        imp.save.grab_focus();
        dialog
    }

    /// Whether the players' names are to be shown, if there are any.
    pub fn names(&self) -> Option<bool> {
        let imp = self.imp();
        imp.names_row.get_visible().then(|| imp.names.is_active())
    }

    fn add_choices(&self) {
        let imp = self.imp();
        let holds = ReplayChoice::HOLDS.map(|hold| words::replay_hold(u64::from(hold) * 10));
        let sizes = ReplayChoice::WIDTHS.iter().enumerate();
        let sizes: Vec<_> = sizes
            .map(|(size, width)| words::replay_size(size, *width))
            .collect();
        for (row, labels) in [(&imp.hold, &holds[..]), (&imp.size, &sizes[..])] {
            fill(row, labels);
            row.connect_selected_notify(weak!(self, |dialog, _| dialog.tell_length()));
        }
    }

    fn tell_length(&self) {
        let plies = self.imp().plies.get();
        let length = self
            .choice()
            .replay(Side::Red, appearance::look())
            .length(plies);
        let told = words::replay_length(plies, length * 10);
        self.imp().group.set_description(Some(&told));
    }

    /// Current choice.
    pub fn choice(&self) -> ReplayChoice {
        let (imp, default) = (self.imp(), ReplayChoice::default());
        ReplayChoice {
            hold: selected(&imp.hold, &ReplayChoice::HOLDS).unwrap_or(default.hold),
            width: selected(&imp.size, &ReplayChoice::WIDTHS).unwrap_or(default.width),
        }
    }

    /// Shows the number of finished frames instead of the choices.
    pub fn show_done(&self, done: usize) {
        let imp = self.imp();
        let all = imp.plies.get() + 1;
        imp.pages.set_visible_child_name("work");
        if imp.save.get_visible() {
            self.action_set_enabled("replay.save", false);
            imp.cancel.grab_focus();
            imp.save.set_visible(false);
        }
        imp.told.set_text(&words::replay_done(done, all));
        imp.progress.set_fraction(done as f64 / all as f64);
    }

    signals! {
        "chosen" connect_chosen emit_chosen;
    }
}
