//! Actions that carry a choice: which file, which format, which notation.

use super::{Window, exchange};
use crate::game::Seating;
use crate::record::notation::{MoveText, Script};
use crate::ui::platform::settings::ColourScheme;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

impl Window {
    /// Adds them to the window.
    pub(super) fn add_choices(&self) {
        self.add_order("open-uri", |window, uri| {
            window.open_file(gio::File::for_uri(uri));
        });
        self.add_order("copy-as", |window, word| {
            if let Some(target) = exchange::target(word) {
                window.copy_as(target);
            }
        });
        let style = self.settings().move_style();
        self.add_choice("notation", style.text.word(), |window, word| {
            let Some(text) = MoveText::from_word(word) else {
                return false;
            };
            window.settings().choose_notation(text);
            true
        });
        self.add_choice("script", style.script.word(), |window, word| {
            let Some(script) = Script::from_word(word) else {
                return false;
            };
            window.settings().choose_script(script);
            true
        });
        self.add_choice("seating", Seating::default().word(), |window, word| {
            let Some(seating) = Seating::from_word(word) else {
                return false;
            };
            window.seat(seating);
            true
        });
        let scheme = self.settings().colour_scheme();
        self.add_choice("colour-scheme", scheme.word(), |window, word| {
            let Some(scheme) = ColourScheme::from_word(word) else {
                return false;
            };
            window.choose_colours(scheme);
            true
        });
        self.refresh_choices();
    }

    /// Shows what is chosen now, after something else than its action has chosen it.
    pub(super) fn follow_choices(&self) {
        let style = self.settings().move_style();
        let scheme = self.settings().colour_scheme();
        let words = [
            ("notation", style.text.word()),
            ("script", style.script.word()),
            ("colour-scheme", scheme.word()),
        ];
        for (name, word) in words {
            self.show_choice(name, word);
        }
        self.refresh_choices();
    }

    fn show_choice(&self, name: &str, word: &str) {
        if let Some(known) = self.own_action(name) {
            known.set_state(&word.to_variant());
        }
    }

    /// An action of the window, to be enabled or told its state.
    pub(super) fn own_action(&self, name: &str) -> Option<gio::SimpleAction> {
        self.lookup_action(name).and_downcast()
    }

    /// An action that does something with a word.
    pub(super) fn add_order(&self, name: &str, run: impl Fn(&Self, &str) + 'static) {
        let action = gio::SimpleAction::new(name, Some(glib::VariantTy::STRING));
        action.connect_activate(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, word| {
                if let Some(word) = word.and_then(glib::Variant::str) {
                    run(&window, word);
                }
            }
        ));
        self.add_action(&action);
    }

    /// An action whose state is what was chosen last; `choose` says whether a word is among the choices.
    fn add_choice(&self, name: &str, chosen: &str, choose: impl Fn(&Self, &str) -> bool + 'static) {
        let word = Some(glib::VariantTy::STRING);
        let action = gio::SimpleAction::new_stateful(name, word, &chosen.to_variant());
        action.connect_activate(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |action, word| {
                let Some(word) = word else { return };
                if word.str().is_some_and(|word| choose(&window, word)) {
                    action.set_state(word);
                    window.refresh_choices();
                    window.update();
                }
            }
        ));
        self.add_action(&action);
    }

    /// Shows which seating is that of the game on the board.
    pub(super) fn refresh_seating(&self) {
        self.show_choice("seating", self.seating().word());
    }

    /// Characters can be chosen where there are some, and a notation where it is read.
    fn refresh_choices(&self) {
        let style = self.settings().move_style();
        if style.has_vietnamese {
            self.imp().notations.offer_vietnamese();
        }
        if let Some(script) = self.own_action("script") {
            script.set_enabled(style.has_chinese());
        }
    }
}
