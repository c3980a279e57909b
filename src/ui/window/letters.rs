//! Keys typed on the board: letters that read something aloud, and moves.

use super::Window;
use crate::game::KeyMeaning;
use crate::ui::toolkit::actions::{Action, on_key};
use crate::ui::toolkit::prelude::*;

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
                self.forget_letters();
                false
            }
        }
    }

    /// Handles a letter as a command or as part of a move. Returns whether it did.
    fn letter_pressed(&self, letter: char, is_large: bool) -> bool {
        if !self.is_on_board() || self.is_paused() {
            return false;
        }
        let command = self.command_of(letter).filter(|_| !is_large);
        let mut keys = self.imp().typing.keys.take();
        let begins = |text: &str| self.begins_move(text);
        let meaning = keys.press(letter, command.is_some(), begins);
        self.imp().typing.keys.replace(keys);
        match (meaning, command) {
            (KeyMeaning::Line(line), _) => self.read_line(line),
            (KeyMeaning::Command, Some(command)) => {
                gio::prelude::ActionGroupExt::activate_action(self, command.name(), None);
            }
            (KeyMeaning::Command, None) => return false,
            // These occur only inside a move.
            (KeyMeaning::Move(text), _) if matches!(&*text, "=" | ".") => return false,
            (KeyMeaning::Move(text), _) => return self.open_typing(&text),
        }
        true
    }

    /// Whether a text begins a legal move.
    fn begins_move(&self, text: &str) -> bool {
        let game = &self.sitting().game;
        let how = self.settings().move_style().main();
        game.takes_moves() && !game.understand(text, how).moves().is_empty()
    }

    /// Returns the action of a single letter.
    fn command_of(&self, letter: char) -> Option<Action> {
        let key = letter.to_ascii_lowercase().to_string();
        let mut actions = Action::ALL.into_iter();
        let command = actions.find(|action| action.plain_keys().contains(&key.as_str()))?;
        let known = self.own_action(command.name())?;
        known.is_enabled().then_some(command)
    }

    /// Separates the next letter from those typed before.
    pub(super) fn forget_letters(&self) {
        self.imp().typing.keys.borrow_mut().clear();
    }
}
