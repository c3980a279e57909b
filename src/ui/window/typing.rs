//! Typing a move: any letter on the board opens an entry in place of the status line.

use super::Window;
use super::input_method::InputMethod;
use crate::game::{Command, Interpretation, TypedKeys};
use crate::record::notation::NotationError;
use crate::rules::Position;
use crate::ui::bars::typing_bar::TypingBar;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::prelude::*;

/// State of typing a move.
#[derive(Debug, Default)]
pub(super) struct Typing {
    /// Created when a move is first typed.
    bar: OnceCell<TypingBar>,
    is_open: Cell<bool>,
    /// Whether the entry shows text of an input method that is not a move yet.
    is_composing: Cell<bool>,
    /// Keys on the board that were commands, and may begin a move.
    pub(super) keys: RefCell<TypedKeys>,
    pub(super) input_method: InputMethod,
}

impl Window {
    /// Closes the entry when the focus leaves it.
    pub(super) fn connect_typing(&self) {
        self.connect_letters();
        self.connect_input_method();
        self.connect_focus_widget_notify(|window| {
            announce::focus_moved();
            window.refresh_input_method();
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

    /// Whether the focus is on the board.
    pub(super) fn is_on_board(&self) -> bool {
        let board = self.imp().board.upcast_ref::<gtk::Widget>();
        GtkWindowExt::focus(self).is_some_and(|focus| focus == *board || focus.is_ancestor(board))
    }

    /// Opens the entry, or continues in it.
    pub fn type_move(&self) {
        if self.typing_bar().is_none() {
            self.open_typing("");
        }
    }

    /// Opens the entry with the start of a move, if a move can be made. Returns whether it did.
    pub(super) fn open_typing(&self, text: &str) -> bool {
        let Some(bar) = self.show_typing_bar() else {
            return false;
        };
        self.imp().typing.is_composing.set(false);
        bar.begin(text);
        self.update();
        // The turn need not be announced to a player who types.
        announce::drop_below(Importance::Move);
        true
    }

    /// Shows text that an input method is composing on the board; with none, closes the entry again.
    pub(super) fn show_composed(&self, text: &str, style: &gtk::pango::AttrList) {
        let typing = &self.imp().typing;
        if text.is_empty() {
            if typing.is_composing.replace(false) {
                self.stop_typing();
                self.update();
            }
            return;
        }
        self.forget_letters();
        self.place_candidates();
        if let Some(bar) = self.show_typing_bar() {
            typing.is_composing.set(true);
            bar.show_composed(text, style);
            self.update();
        }
    }

    /// Shows the entry without the focus, if a move can be made.
    fn show_typing_bar(&self) -> Option<&TypingBar> {
        let imp = self.imp();
        if !self.sitting().game.takes_moves() {
            return None;
        }
        imp.view.borrow_mut().forget();
        let bar = imp.typing.bar.get_or_init(|| self.new_typing_bar());
        if !imp.typing.is_open.replace(true) {
            bar.set_visible(true);
        }
        Some(bar)
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
        let is_composing = imp.typing.is_composing.get();
        let text = if is_composing { "".into() } else { bar.text() };
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
        if imp.typing.is_composing.take() {
            self.reset_input_method();
        }
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
