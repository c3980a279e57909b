//! Letters typed on the board: commands, and the beginnings of moves.

use super::Window;
use crate::game::{FirstLetter, KEY_WAIT, KeyCommand, NextKey};
use crate::rules::Side;
use crate::ui::platform::settings::Preference;
use crate::ui::platform::time;
use crate::ui::session::Timer;
use crate::ui::toolkit::actions::{Action, on_key};
use crate::ui::toolkit::prelude::*;

/// State of the letters typed on the board.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// A command that waits or was carried out recently, and the state to undo it.
    first: Cell<FirstLetter>,
    before: Cell<Option<Before>>,
    wait: Timer,
}

/// State before the command of a letter.
#[derive(Clone, Copy, Debug)]
enum Before {
    Bottom(Side),
    Sound(bool),
}

impl Window {
    /// Handles letters typed on the board.
    pub(super) fn connect_letters(&self) {
        let keys = on_key(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
        // The table contains the board and the pause page, and sees keys before the shortcuts of the window.
        self.imp().table.add_controller(keys);
    }

    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> bool {
        use gdk::{Key, ModifierType};
        if matches!(key, Key::Shift_L | Key::Shift_R | Key::Caps_Lock) {
            return false;
        }
        let others = ModifierType::CONTROL_MASK | ModifierType::ALT_MASK | ModifierType::SUPER_MASK;
        let is_text = |c: &char| c.is_alphanumeric() || matches!(c, '+' | '-' | '=' | '.');
        let letter = key.to_unicode().filter(is_text);
        match letter.filter(|_| !state.intersects(others)) {
            Some(letter) => self.letter_pressed(letter, state.contains(ModifierType::SHIFT_MASK)),
            None => {
                self.settle_letters();
                false
            }
        }
    }

    /// Handles a letter as a command or as part of a move. Returns whether it did.
    fn letter_pressed(&self, letter: char, is_large: bool) -> bool {
        let letters = &self.imp().typing.letters;
        let now = time::now().monotonic;
        let mut first = letters.first.take();
        let next = first.press(letter, now, |text| self.begins_move(text));
        letters.first.set(first);
        match next {
            NextKey::Move(text) => {
                self.undo_letter();
                return self.open_typing(&text);
            }
            NextKey::Line => {
                self.undo_letter();
                self.let_letters_wait();
                return true;
            }
            NextKey::Alone(waiting) => self.obey(waiting),
        }
        letters.before.take();
        if !self.is_on_board() || self.is_paused() {
            return false;
        }
        let Some(command) = self.command_of(letter).filter(|_| !is_large) else {
            // These occur only inside a move.
            let is_middle = matches!(letter, '=' | '.');
            return !is_middle && self.open_typing(&String::from(letter));
        };
        let waits = self.begins_move(&String::from(letter));
        first.hold(letter, now, waits);
        letters.first.set(first);
        if waits {
            self.let_letters_wait();
        } else {
            self.obey_letter(command);
        }
        true
    }

    /// Whether a text begins a legal move.
    fn begins_move(&self, text: &str) -> bool {
        let game = &self.sitting().game;
        let how = self.settings().move_style().main();
        game.takes_moves() && !game.understand(text, how).moves().is_empty()
    }

    fn let_letters_wait(&self) {
        let waits = Duration::from_millis(KEY_WAIT);
        let wait = &self.imp().typing.letters.wait;
        wait.start(waits, weak!(self, |window| window.carry_out_letters()));
    }

    /// Carries out the command that waits.
    fn carry_out_letters(&self) {
        let letters = &self.imp().typing.letters;
        let mut first = letters.first.get();
        let waiting = first.carry_out();
        letters.first.set(first);
        self.obey(waiting);
    }

    fn obey(&self, command: Option<KeyCommand>) {
        self.imp().typing.letters.wait.cancel();
        match command {
            Some(KeyCommand::Letter(letter)) => {
                if let Some(command) = self.command_of(letter) {
                    self.obey_letter(command);
                }
            }
            Some(KeyCommand::Line(line)) => self.read_line(line),
            None => {}
        }
    }

    fn obey_letter(&self, command: Action) {
        let sitting = self.sitting();
        self.imp().typing.letters.before.set(match command {
            Action::Flip => Some(Before::Bottom(sitting.bottom)),
            Action::Sound => Some(Before::Sound(self.settings().has_sound())),
            _ => None,
        });
        drop(sitting);
        gio::prelude::ActionGroupExt::activate_action(self, command.name(), None);
    }

    /// Returns the action of a single letter.
    fn command_of(&self, letter: char) -> Option<Action> {
        let key = letter.to_ascii_lowercase().to_string();
        let mut actions = Action::ALL.into_iter();
        let command = actions.find(|action| action.plain_keys().contains(&key.as_str()))?;
        self.is_action_enabled(command).then_some(command)
    }

    fn is_action_enabled(&self, action: Action) -> bool {
        let known = self.own_action(action.name());
        known.is_some_and(|known| known.is_enabled())
    }

    /// Undoes the command of a letter that turned out to start a move.
    fn undo_letter(&self) {
        let letters = &self.imp().typing.letters;
        letters.wait.cancel();
        announce::drop_below(Importance::State);
        match letters.before.take() {
            Some(Before::Bottom(bottom)) => {
                let turned = self.sitting().bottom != bottom;
                if turned {
                    self.flip();
                }
            }
            Some(Before::Sound(on)) => self.settings().choose(Preference::Sound(on)),
            None => {}
        }
    }

    /// Carries out the command that waits, and separates the next letter from those typed before.
    pub(super) fn settle_letters(&self) {
        self.carry_out_letters();
        let letters = &self.imp().typing.letters;
        letters.first.take();
        letters.before.take();
    }
}
