//! Actions with a parameter: file, format, notation.

use super::Window;
use crate::game::Seating;
use crate::record::notation::{MoveText, Script};
use crate::rules::Setup;
use crate::ui::flows::text_target;
use crate::ui::platform::settings::Preference;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Adds the actions to the window.
    pub(super) fn add_choices(&self) {
        self.add_order("open-uri", |window, uri| {
            window.open_file(gio::File::for_uri(uri));
        });
        self.add_order("join", Self::accept_invitation);
        self.add_order("copy-as", |window, word| {
            if let Some(target) = text_target(word) {
                let sitting = window.sitting();
                window.flows().copy_as(&sitting, target);
            }
        });
        self.add_order("set-up-fen", |window, fen| {
            if let Ok(setup) = Setup::from_fen(fen) {
                window.set_up(Some(setup));
            }
        });
        self.add_choice("notation", |window, word| {
            if let Some(text) = MoveText::from_word(word) {
                window.settings().choose(Preference::Notation(text));
            }
        });
        self.add_choice("script", |window, word| {
            if let Some(script) = Script::from_word(word) {
                window.settings().choose(Preference::Script(script));
            }
        });
        self.add_choice("seating", |window, word| {
            if let Some(seating) = Seating::from_word(word) {
                window.seat(seating);
            }
        });
    }

    /// Updates the states of the actions and the preferences.
    pub(super) fn refresh_choices(&self) {
        let settings = self.settings();
        let style = settings.move_style();
        let words = [
            ("notation", style.text.word()),
            ("script", style.script.word()),
            ("seating", self.seating().word()),
        ];
        let switches = [
            (Action::Sound, settings.has_sound()),
            (Action::Aids, self.shows_aids()),
            (Action::AnimateMoves, settings.animates_moves()),
        ];
        let words = words.map(|(name, word)| (name, word.to_variant()));
        let switches = switches.map(|(action, is_on)| (action.name(), is_on.to_variant()));
        for (name, state) in words.into_iter().chain(switches) {
            if let Some(known) = self.own_action(name) {
                known.set_state(&state);
            }
        }
        if style.has_vietnamese {
            self.imp().panel.offer_vietnamese();
        }
        // The script of moves can be chosen only if a notation uses Chinese characters.
        if let Some(script) = self.own_action("script") {
            script.set_enabled(style.has_chinese());
        }
        if let Some(dialog) = self.imp().dialogs.preferences.upgrade() {
            dialog.refresh();
        }
    }

    /// Returns an action of the window, to be enabled or changed in state.
    pub(super) fn own_action(&self, name: &str) -> Option<gio::SimpleAction> {
        self.lookup_action(name).and_downcast()
    }

    /// Adds an action with a string parameter.
    pub(super) fn add_order(&self, name: &str, run: impl Fn(&Self, &str) + 'static) {
        let word = Some(glib::VariantTy::STRING);
        self.add_word_action(&gio::SimpleAction::new(name, word), run);
    }

    /// Adds an action whose state is the chosen word.
    fn add_choice(&self, name: &str, choose: impl Fn(&Self, &str) + 'static) {
        let word = Some(glib::VariantTy::STRING);
        let action = gio::SimpleAction::new_stateful(name, word, &"".to_variant());
        self.add_word_action(&action, choose);
    }

    fn add_word_action(&self, action: &gio::SimpleAction, run: impl Fn(&Self, &str) + 'static) {
        action.connect_activate(weak!(self, |window, _, word| {
            if let Some(word) = word.and_then(glib::Variant::str) {
                run(&window, word);
            }
        }));
        self.add_action(action);
    }
}
