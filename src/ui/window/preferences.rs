//! Effects of the preferences on the window, and messages about their file.

use super::Window;
use crate::game::SoundEffect;
use crate::scene::Remark;
use crate::ui::dialogs::preferences::PreferencesDialog;
use crate::ui::platform::appearance;
use crate::ui::platform::settings::{Broken, Fault, Preference};
use crate::ui::toolkit::actions::{Action, key_name};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::Tells;

/// Seconds for which a newcomer sees what is told on the first start.
const NEWS_SECONDS: u32 = 8;

impl Window {
    /// Shows the preferences.
    pub fn show_preferences(&self) {
        announce::present(&self.preferences());
    }

    /// Shows the preferences page for pieces and board.
    pub fn show_look(&self) {
        let dialog = self.preferences();
        dialog.show_look();
        announce::present(&dialog);
    }

    /// Returns the preferences window, reusing an open one.
    fn preferences(&self) -> PreferencesDialog {
        let dialog = open_once(&self.imp().dialogs.preferences, || {
            PreferencesDialog::new(self, self.settings())
        });
        dialog.refresh();
        dialog
    }

    /// Applies the preferences now and on every change.
    pub(super) fn follow_preferences(&self) {
        self.take_preferences();
        self.settings().listen(weak!(self, |window| {
            window.take_preferences();
            window.update();
        }));
    }

    /// Applies the current preferences to everything outside the game.
    fn take_preferences(&self) {
        let settings = self.settings();
        adw::StyleManager::default().set_color_scheme(settings.color_scheme().of_adwaita());
        self.imp().board.set_still(!settings.animates_moves());
        appearance::choose(settings.look());
    }

    /// Plays an effect, unless sound is off.
    pub(super) fn sound(&self, effect: SoundEffect) {
        if self.settings().has_sound() {
            self.imp().sounds.play(effect);
        }
    }

    /// Toggles sound; turning it on plays one.
    pub fn toggle_sound(&self) {
        let has_sound = !self.settings().has_sound();
        self.choose_and_say(Preference::Sound(has_sound), words::sound(has_sound));
        self.sound(SoundEffect::Move);
    }

    /// Whether learning aids are shown: turned on, and no help against a friend far away.
    pub(super) fn shows_aids(&self) -> bool {
        self.settings().has_aids() && self.session().allows_aids()
    }

    /// Turns learning aids on or off, unless the game does not allow any.
    pub fn toggle_aids(&self) {
        if !self.session().allows_aids() {
            return self.session().remark_refused(words::no_aids());
        }
        let has_aids = !self.settings().has_aids();
        self.choose_and_say(Preference::Aids(has_aids), words::aids(has_aids));
    }

    /// Toggles a preference, with a remark that the one refresh shows as well.
    fn choose_and_say(&self, choice: Preference, said: &str) {
        self.imp().view.borrow_mut().remark = Some(Remark::Done(said.to_owned()));
        self.settings().choose(choice);
    }

    /// Toggles animation.
    pub fn toggle_animation(&self) {
        let animates = !self.settings().animates_moves();
        self.settings().choose(Preference::Animation(animates));
    }

    /// Whether animation is enabled both on the desktop and in the preferences.
    pub(super) fn has_animation(&self) -> bool {
        let system = WidgetExt::settings(self);
        system.is_gtk_enable_animations() && self.settings().animates_moves()
    }

    /// Tells on the first start how to hide the names of the pieces.
    pub(super) fn tell_shown_names(&self) {
        if self.settings().take_shown_names() {
            let told = words::names_shown(&key_name(Action::Aids.keys()[0]));
            self.when_shown(move |window| {
                window.announce(Importance::Answer, &told);
                let toast = adw::Toast::builder().title(told).timeout(NEWS_SECONDS);
                window.show_toast(&toast.build());
            });
        }
    }

    /// Reports, once, that the settings file was broken, and what was done with it.
    pub(super) fn tell_broken_preferences(&self) {
        let Some(broken) = self.settings().take_load_fault() else {
            return;
        };
        let heading = match broken.fault {
            Fault::Values(_) => words::preferences_partly_broken(),
            Fault::Unreadable(_) | Fault::Garbled => words::preferences_broken(),
        };
        let body = told(&broken);
        let toast = adw::Toast::builder()
            .title(heading)
            .button_label(words::show_details())
            .timeout(0)
            .build();
        toast.connect_button_clicked(weak!(self, |window, _| tell(&window, heading, &body)));
        self.show_toast(&toast);
    }
}

/// Returns the message about a damaged file, and what was done with it.
fn told(broken: &Broken) -> String {
    let file = &broken.file;
    let what = match &broken.fault {
        Fault::Unreadable(error) => words::preferences_unreadable(file, error),
        Fault::Garbled => words::preferences_garbled(file),
        Fault::Values(names) => words::preferences_wrong(file, names),
    };
    let done = match (&broken.quarantined, &broken.fault) {
        (Ok(aside), Fault::Values(_)) => words::preferences_partly_quarantined(aside),
        (Ok(aside), _) => words::preferences_quarantined(aside),
        (Err(error), _) => words::preferences_not_quarantined(error),
    };
    format!("{what}\n\n{done}")
}
