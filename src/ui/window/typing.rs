//! Typing a move: any letter on the board opens an entry in place of the status line.

use super::Window;
use crate::game::{Command, FirstLetter, Interpretation, NextKey};
use crate::record::notation::NotationError;
use crate::rules::{Position, Side};
use crate::ui::bars::typing_bar::TypingBar;
use crate::ui::platform::appearance::labels;
use crate::ui::platform::prelude::*;
use crate::ui::platform::settings::Preference;
use crate::ui::platform::time;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::announce;
use crate::words::Importance;
use std::cell::{Cell, OnceCell};

/// State of typing a move.
#[derive(Debug, Default)]
pub(super) struct Typing {
    /// Created when a move is first typed.
    bar: OnceCell<TypingBar>,
    is_open: Cell<bool>,
    /// A recent single-letter command, and the state to undo it.
    first: Cell<FirstLetter>,
    before: Cell<Option<Before>>,
}

/// State before a single-letter command.
#[derive(Clone, Copy, Debug)]
enum Before {
    Bottom(Side),
    Sound(bool),
}

impl Window {
    /// Starts a move with letters typed on the board.
    pub(super) fn connect_typing(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, state| window.key_pressed(key, state)
        ));
        // The table contains the board and the pause page, and sees keys before the shortcuts of the window.
        self.imp().table.add_controller(keys);
        self.connect_focus_widget_notify(|window| {
            announce::focus_moved();
            let is_elsewhere = window.typing_bar().is_some_and(|bar| {
                GtkWindowExt::focus(window).is_some_and(|focus| !bar.holds(&focus))
            });
            if is_elsewhere {
                window.stop_typing();
                window.update();
            }
        });
    }

    /// The entry, while a move is typed.
    fn typing_bar(&self) -> Option<&TypingBar> {
        let typing = &self.imp().typing;
        typing.bar.get().filter(|_| typing.is_open.get())
    }

    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        use gdk::{Key, ModifierType};
        if matches!(key, Key::Shift_L | Key::Shift_R | Key::Caps_Lock) {
            return glib::Propagation::Proceed;
        }
        let others = ModifierType::CONTROL_MASK | ModifierType::ALT_MASK | ModifierType::SUPER_MASK;
        // `=` and `.` occur only inside a move, whose first letters may have been commands.
        let is_after = self.imp().typing.first.get().is_held();
        let begins = |c: &char| {
            c.is_ascii_alphanumeric()
                || matches!(c, '+' | '-')
                || is_after && matches!(c, '=' | '.')
        };
        let letter = key.to_unicode().filter(begins);
        let is_typed = match letter.filter(|_| !state.intersects(others)) {
            Some(letter) => self.letter_pressed(letter, state.contains(ModifierType::SHIFT_MASK)),
            None => {
                self.forget_letter();
                false
            }
        };
        if is_typed {
            glib::Propagation::Stop
        } else {
            glib::Propagation::Proceed
        }
    }

    /// Handles a letter as the start of a move, or as the second of the two keys that read a line. Returns whether it
    /// did.
    fn letter_pressed(&self, letter: char, is_large: bool) -> bool {
        let imp = self.imp();
        let typing = &imp.typing;
        let now = time::now().monotonic;
        let mut first = typing.first.take();
        let how = self.settings().move_style().main();
        let next = first.press(letter, now, |text| {
            let game = &self.sitting().game;
            game.takes_moves() && !game.understand(text, how).moves().is_empty()
        });
        typing.first.set(first);
        match next {
            NextKey::Move(text) => {
                self.take_back_letter();
                return self.open_typing(&text);
            }
            NextKey::Line(line) => {
                self.take_back_letter();
                self.read_line(line);
                return true;
            }
            NextKey::Alone => {}
        }
        typing.before.take();
        if !self.is_on_board() || self.is_paused() {
            return false;
        }
        let Some(command) = self.command_of(letter).filter(|_| !is_large) else {
            let is_middle = matches!(letter, '=' | '.');
            return !is_middle && self.open_typing(&String::from(letter));
        };
        first.hold(letter, now);
        typing.first.set(first);
        typing.before.set(self.before(command));
        false
    }

    /// Whether the focus is on the board.
    fn is_on_board(&self) -> bool {
        let board = self.imp().board.upcast_ref::<gtk::Widget>();
        GtkWindowExt::focus(self).is_some_and(|focus| focus == *board || focus.is_ancestor(board))
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

    fn before(&self, command: Action) -> Option<Before> {
        let sitting = self.sitting();
        match command {
            Action::Flip => Some(Before::Bottom(sitting.bottom)),
            Action::Sound => Some(Before::Sound(self.settings().has_sound())),
            _ => None,
        }
    }

    /// Undoes the command of a letter that turned out to start a move.
    fn take_back_letter(&self) {
        announce::drop_below(Importance::State);
        match self.imp().typing.before.take() {
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

    /// Separates the next letter from those typed before.
    pub(super) fn forget_letter(&self) {
        let typing = &self.imp().typing;
        typing.first.take();
        typing.before.take();
    }

    /// Opens the entry, or continues in it.
    pub fn type_move(&self) {
        if self.typing_bar().is_none() {
            self.open_typing("");
        }
    }

    /// Opens the entry with the start of a move, if a move can be made. Returns whether it did.
    fn open_typing(&self, text: &str) -> bool {
        let imp = self.imp();
        if !self.sitting().game.takes_moves() {
            return false;
        }
        imp.view.borrow_mut().forget();
        let bar = imp.typing.bar.get_or_init(|| self.new_typing_bar());
        if !imp.typing.is_open.replace(true) {
            bar.set_visible(true);
        }
        bar.begin(text);
        self.update();
        // The turn need not be announced to a player who types.
        announce::drop_below(Importance::Move);
        true
    }

    fn new_typing_bar(&self) -> TypingBar {
        let bar = TypingBar::default();
        bar.set_visible(false);
        bar.set_parent(&*self.imp().slot);
        bar.connect_changed(weak!(self, |window| {
            window.understand();
            window.refresh_board();
        }));
        bar.connect_entered(weak!(self, |window| window.play_typed()));
        bar.connect_cancelled(weak!(self, |window| {
            window.stop_typing();
            window.update();
        }));
        bar
    }

    /// Interprets the typed text in the shown position, and shows the result. Closes the entry if no move can be made
    /// any more.
    pub(super) fn understand(&self) {
        let Some(bar) = self.typing_bar() else { return };
        let imp = self.imp();
        if !self.sitting().game.takes_moves() {
            self.stop_typing();
            return;
        }
        let sitting = self.sitting();
        let how = self.settings().move_style().main();
        let text = bar.text();
        let understood = sitting.game.understand(&text, how);
        let position = sitting.game.shown_position();
        let told = words::understood(position, &text, &understood, how, labels());
        bar.tell(&told, &aloud(position, &understood, &told));
        imp.view.borrow_mut().typed = understood;
    }

    /// Handles Enter: plays the typed move, or shows what is missing.
    fn play_typed(&self) {
        let imp = self.imp();
        let understood = imp.view.borrow().typed.clone();
        if let Interpretation::Move(mv) = understood {
            let bar = self.end_typing();
            // The entry keeps the focus until the announcement of the move is known.
            self.dispatch(Command::Play(mv));
            if let Some(bar) = bar {
                imp.board.focus_announcing(mv.to);
                bar.set_visible(false);
            }
        } else if let Some(bar) = self.typing_bar() {
            let sitting = self.sitting();
            let position = sitting.game.shown_position();
            let how = self.settings().move_style().main();
            let told = words::not_understood(position, &bar.text(), &understood, how, labels());
            bar.announce_again(&told, &aloud(position, &understood, &told));
        }
    }

    /// Closes the entry without playing, and returns the focus to the board if the entry had it.
    pub(super) fn stop_typing(&self) {
        let Some(bar) = self.end_typing() else { return };
        if GtkWindowExt::focus(self).is_some_and(|focus| bar.holds(&focus)) {
            self.imp().board.grab_focus();
        }
        bar.set_visible(false);
    }

    /// Ends typing. Returns the entry, which still exists and may have the focus.
    fn end_typing(&self) -> Option<TypingBar> {
        let bar = self.typing_bar().cloned()?;
        let imp = self.imp();
        imp.typing.is_open.set(false);
        imp.view.borrow_mut().typed = Interpretation::Nothing;
        Some(bar)
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
