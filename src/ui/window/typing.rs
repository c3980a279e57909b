//! Typing a move: keys pressed on the board open an entry in place of the status line, unless they are commands.

use super::Window;
use crate::game::{Command, Interpretation, KeyMeaning};
use crate::record::notation::NotationError;
use crate::rules::Position;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{Action, on_key};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Connects the entry, which closes when the focus leaves it, and the keys of the board.
    pub(super) fn connect_typing(&self) {
        let imp = self.imp();
        let bar = &imp.typing;
        bar.set_visible(false);
        bar.set_parent(&*imp.slot);
        bar.follow_board(&*imp.board, &*imp.table);
        bar.connect_opened(weak!(self, |window, _| {
            window.imp().view.borrow_mut().forget();
            window.update();
        }));
        bar.connect_changed(weak!(self, |window, _| {
            window.understand();
            window.refresh_board();
        }));
        bar.connect_entered(weak!(self, |window, _| window.play_typed()));
        bar.connect_cancelled(weak!(self, |window, _| {
            window.stop_typing();
            window.update();
        }));
        bar.connect_written(weak!(self, |window, _, text| {
            window.open_typing(&text);
        }));
        // The table contains the board and the pause page, and sees keys before the shortcuts of the window.
        let keys = on_key(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
        imp.table.add_controller(keys);
        // Before the point with the focus, which the key would activate.
        let press = on_key(self, gtk::PropagationPhase::Capture, Self::press_by_key);
        imp.board.add_controller(press);
        self.connect_is_active_notify(Self::refresh_input_method);
        self.connect_focus_widget_notify(|window| {
            announce::focus_moved();
            window.refresh_input_method();
            let bar = &window.imp().typing;
            let focus = GtkWindowExt::focus(window);
            if bar.is_open() && focus.is_some_and(|focus| !bar.holds(&focus)) {
                window.stop_typing();
                window.update();
            }
        });
    }

    /// Gives the keys of the board to an input method while a move can be typed there.
    pub(super) fn refresh_input_method(&self) {
        let is_ready = self.is_active() && self.is_on_board() && self.state().game.takes_moves();
        self.imp().typing.set_input_method(is_ready);
    }

    /// Whether the focus is on the board.
    fn is_on_board(&self) -> bool {
        let board = self.imp().board.upcast_ref::<gtk::Widget>();
        GtkWindowExt::focus(self).is_some_and(|focus| focus == *board || focus.is_ancestor(board))
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
                self.imp().typing.forget_keys();
                false
            }
        }
    }

    /// Presses the clock with the space bar, if a player who has moved is to do so.
    fn press_by_key(&self, key: gdk::Key, _: gdk::ModifierType) -> bool {
        let presses = matches!(key, gdk::Key::space | gdk::Key::KP_Space)
            && self.state().game.due_to_press().is_some();
        if presses {
            self.dispatch(Command::Press);
        }
        presses
    }

    /// Handles a letter as a command or as part of a move. Returns whether it did.
    fn letter_pressed(&self, letter: char, is_large: bool) -> bool {
        if !self.is_on_board() || self.is_paused() {
            return false;
        }
        let command = self.command_of(letter).filter(|_| !is_large);
        let begins = |text: &str| self.begins_move(text);
        let meaning = self.imp().typing.press(letter, command.is_some(), begins);
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
        let game = &self.state().game;
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

    /// Opens the entry, or continues in it.
    pub fn type_move(&self) {
        if !self.imp().typing.is_open() {
            self.open_typing("");
        }
    }

    /// Opens the entry with the start of a move, if a move can be made. Returns whether it did.
    fn open_typing(&self, text: &str) -> bool {
        let takes_moves = self.state().game.takes_moves();
        if takes_moves {
            self.imp().typing.begin(text);
            // The turn need not be announced to a player who types.
            announce::drop_below(Importance::Move);
        }
        takes_moves
    }

    /// Interprets the typed text in the shown position, and shows the result. Closes the entry if no move can be made
    /// any more.
    pub(super) fn understand(&self) {
        let imp = self.imp();
        if !imp.typing.is_open() {
            return;
        }
        let state = self.state();
        if !state.game.takes_moves() {
            drop(state);
            self.stop_typing();
            return;
        }
        let how = self.settings().move_style().main();
        let text = imp.typing.text();
        let understood = state.game.understand(&text, how);
        let position = state.game.shown_position();
        let told = words::understood(position, &text, &understood, how, labels());
        imp.typing.tell(&told, &aloud(position, &understood, &told));
        imp.view.borrow_mut().typed = understood;
    }

    /// Handles Enter: plays the typed move, or shows what is missing.
    fn play_typed(&self) {
        let imp = self.imp();
        let bar = &imp.typing;
        let understood = imp.view.borrow().typed.clone();
        if let Interpretation::Move(mv) = understood {
            self.end_typing();
            // The entry keeps the focus until the announcement of the move is known.
            self.dispatch(Command::Play(mv));
            imp.board.focus_announcing(mv.to);
            bar.set_visible(false);
        } else if bar.is_open() {
            let state = self.state();
            let position = state.game.shown_position();
            let how = self.settings().move_style().main();
            let told = words::not_understood(position, &bar.text(), &understood, how, labels());
            bar.announce_again(&told, &aloud(position, &understood, &told));
        }
    }

    /// Closes the entry without playing, and returns the focus to the board if the entry had it.
    pub(super) fn stop_typing(&self) {
        if !self.end_typing() {
            return;
        }
        let imp = self.imp();
        if GtkWindowExt::focus(self).is_some_and(|focus| imp.typing.holds(&focus)) {
            imp.board.grab_focus();
        }
        imp.typing.set_visible(false);
    }

    /// Ends typing, though the entry is still shown and may have the focus. Returns whether a move was being typed.
    fn end_typing(&self) -> bool {
        let imp = self.imp();
        let was_open = imp.typing.end();
        if was_open {
            imp.view.borrow_mut().typed = Interpretation::Nothing;
        }
        was_open
    }
}

/// Returns the announcement of a typed move from its text `told`: obstructing pieces are named like points.
fn aloud(position: &Position, understood: &Interpretation, told: &str) -> String {
    match understood {
        Interpretation::NoMove(NotationError::Illegal { why, .. }) => {
            words::illegal_aloud(position, *why)
        }
        _ => told.to_owned(),
    }
}
