//! Typing a move: keys pressed on the board open an entry in place of the status line, unless they are commands.

use super::Window;
use crate::game::{BoardLine, Command, Interpretation};
use crate::record::notation::Notation;
use crate::rules::{Move, Position};
use crate::ui::bars::typed_board::TypedBoard;
use crate::ui::bars::typing_bar::TypingBar;
use crate::ui::board::board_view::BoardView;
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
        // The table contains the board and the pause page, and sees keys before the shortcuts of the window.
        self.connect_entry(&*imp.table);
        // Before the point with the focus, which the key would activate.
        let press = on_key(self, gtk::PropagationPhase::Capture, Self::press_by_key);
        imp.board.add_controller(press);
        self.connect_is_active_notify(Self::refresh_input_method);
        self.connect_focus_widget_notify(|window| {
            announce::focus_moved();
            window.refresh_input_method();
            window.follow_focus();
        });
    }

    /// Gives the keys of the board to an input method while a move can be typed there.
    pub(super) fn refresh_input_method(&self) {
        let is_ready = self.is_active() && self.takes_letters() && self.takes_moves();
        self.imp().typing.set_input_method(is_ready);
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
}

impl TypedBoard for Window {
    fn typing(&self) -> TypingBar {
        self.imp().typing.clone()
    }

    fn typed_on(&self) -> BoardView {
        self.imp().board.get()
    }

    fn typed_in(&self) -> Notation {
        self.settings().move_style().main()
    }

    fn typed_at(&self) -> Option<Position> {
        Some(self.state().game.shown_position().clone())
    }

    fn takes_moves(&self) -> bool {
        self.takes_guess() && self.state().game.takes_moves()
    }

    fn interpret(&self, text: &str) -> Interpretation {
        self.state().game.understand(text, self.typed_in())
    }

    fn typed(&self) -> Interpretation {
        self.imp().view.borrow().typed.clone()
    }

    fn set_typed(&self, typed: Interpretation) {
        let mut view = self.imp().view.borrow_mut();
        view.preview = None;
        view.typed = typed;
    }

    fn forget_selection(&self) {
        self.imp().view.borrow_mut().forget();
    }

    fn refresh_typed(&self) {
        self.refresh_board();
    }

    fn refresh_untyped(&self) {
        self.update();
    }

    fn play_typed_move(&self, mv: Move) {
        self.dispatch(Command::Play(mv));
    }

    fn question(&self, letter: &str) -> Option<Action> {
        let mut actions = Action::ALL.into_iter();
        let question = actions.find(|action| action.plain_keys().contains(&letter))?;
        let known = self.own_action(question.name())?;
        known.is_enabled().then_some(question)
    }

    fn answer_question(&self, question: Action) {
        gio::prelude::ActionGroupExt::activate_action(self, question.name(), None);
    }

    fn read_line(&self, line: BoardLine) {
        self.tell_line(line);
    }
}
