//! Single letters on a board: questions about the position, which are answered aloud, and moves, which are typed in the
//! bar below it. The same in a game and in a study.

use super::typing_bar::TypingBar;
use crate::game::{BoardLine, Interpretation, KeyMeaning};
use crate::record::notation::{Notation, NotationError};
use crate::rules::{Move, Point, Position};
use crate::ui::board::board_view::BoardView;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{Action, on_key};
use crate::ui::toolkit::prelude::*;
use gtk::glib::clone::Downgrade;

/// A view with a board on which moves are typed.
pub trait TypedBoard:
    IsA<gtk::Widget> + IsA<glib::Object> + Downgrade<Weak = glib::WeakRef<Self>>
{
    fn typing(&self) -> TypingBar;

    fn typed_on(&self) -> BoardView;

    /// Preferred notation of typed moves.
    fn typed_in(&self) -> Notation;

    /// The position on the board.
    fn typed_at(&self) -> Option<Position>;

    /// Whether a move can be made there.
    fn takes_moves(&self) -> bool;

    /// Interprets a text in that position.
    fn interpret(&self, text: &str) -> Interpretation;

    /// The meaning of the typed text, which is marked on the board.
    fn typed(&self) -> Interpretation;

    fn set_typed(&self, typed: Interpretation);

    /// Ends the selection on the board, as typing begins.
    fn forget_selection(&self);

    /// Shows the board with what is typed.
    fn refresh_typed(&self);

    /// Shows everything, as typing has ended.
    fn refresh_untyped(&self);

    /// Makes a typed move.
    fn play_typed_move(&self, mv: Move);

    /// The question of a letter, if it can be answered now.
    fn question(&self, letter: &str) -> Option<Action>;

    /// Answers a question.
    fn answer_question(&self, question: Action);

    /// Reads the points of a line.
    fn read_line(&self, line: BoardLine);

    /// Whether letters on the board are handled now.
    fn takes_letters(&self) -> bool {
        let board = self.typed_on().upcast::<gtk::Widget>();
        let focus = self.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| focus == board || focus.is_ancestor(&board))
    }

    /// Connects the entry, and the keys around the board.
    fn connect_entry(&self, around: &impl IsA<gtk::Widget>) {
        let bar = self.typing();
        bar.connect_opened(weak!(self, |view, _| {
            view.forget_selection();
            view.refresh_untyped();
        }));
        bar.connect_changed(weak!(self, |view, _| {
            view.understand();
            view.refresh_typed();
        }));
        bar.connect_entered(weak!(self, |view, _| view.enter_typed()));
        bar.connect_cancelled(weak!(self, |view, _| {
            view.stop_typing();
            view.refresh_untyped();
        }));
        bar.connect_written(weak!(self, |view, _, text| {
            view.open_typing(&text);
        }));
        let keys = on_key(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
        around.add_controller(keys);
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
                self.typing().forget_keys();
                false
            }
        }
    }

    /// Handles a letter as a question or as part of a move. Returns whether it did.
    fn letter_pressed(&self, letter: char, is_large: bool) -> bool {
        if !self.takes_letters() {
            return false;
        }
        let question = self.question(&letter.to_ascii_lowercase().to_string());
        let question = question.filter(|_| !is_large);
        let begins = |text: &str| self.takes_moves() && !self.interpret(text).moves().is_empty();
        let meaning = self.typing().press(letter, question.is_some(), begins);
        match (meaning, question) {
            (KeyMeaning::Line(line), _) => self.read_line(line),
            (KeyMeaning::Command, Some(question)) => self.answer_question(question),
            (KeyMeaning::Command, None) => return false,
            // These occur only inside a move.
            (KeyMeaning::Move(text), _) if matches!(&*text, "=" | ".") => return false,
            (KeyMeaning::Move(text), _) => return self.open_typing(&text),
        }
        true
    }

    /// Opens the entry, or continues in it.
    fn type_move(&self) {
        if !self.typing().is_open() {
            self.open_typing("");
        }
    }

    /// Opens the entry with the start of a move, if a move can be made. Returns whether it did.
    fn open_typing(&self, text: &str) -> bool {
        let takes_moves = self.takes_moves();
        if takes_moves {
            self.typing().begin(text);
            // The turn need not be announced to a player who types.
            announce::drop_below(Importance::Move);
        }
        takes_moves
    }

    /// Interprets the typed text in the position on the board, and shows the result. Closes the entry if no move can be
    /// made any more.
    fn understand(&self) {
        let bar = self.typing();
        if !bar.is_open() {
            return;
        }
        let Some(position) = self.typed_at().filter(|_| self.takes_moves()) else {
            return self.stop_typing();
        };
        let text = bar.text();
        let understood = self.interpret(&text);
        let told = words::understood(&position, &text, &understood, self.typed_in(), labels());
        bar.tell(&told, &aloud(&position, &understood, &told));
        self.set_typed(understood);
    }

    /// Handles Enter: plays the typed move, or shows what is missing.
    fn enter_typed(&self) {
        let bar = self.typing();
        let understood = self.typed();
        if let Interpretation::Move(mv) = understood {
            self.end_typing();
            // The entry keeps the focus until the announcement of the move is known.
            self.play_typed_move(mv);
            self.typed_on().focus_announcing(mv.to);
            bar.set_visible(false);
        } else if let Some(position) = self.typed_at().filter(|_| bar.is_open()) {
            let (text, how) = (bar.text(), self.typed_in());
            let told = words::not_understood(&position, &text, &understood, how, labels());
            bar.answer(&told, &aloud(&position, &understood, &told));
        }
    }

    /// Closes the entry without playing, and returns the focus to the board if the entry had it.
    fn stop_typing(&self) {
        if !self.end_typing() {
            return;
        }
        let bar = self.typing();
        let focus = self.root().and_then(|root| root.focus());
        if focus.is_some_and(|focus| bar.holds(&focus)) {
            self.typed_on().grab_focus();
        }
        bar.set_visible(false);
    }

    /// Ends typing, though the entry is still shown and may have the focus. Returns whether a move was being typed.
    fn end_typing(&self) -> bool {
        let was_open = self.typing().end();
        if was_open {
            self.set_typed(Interpretation::Nothing);
        }
        was_open
    }

    /// Closes the entry once the focus is elsewhere.
    fn follow_focus(&self) {
        let bar = self.typing();
        let focus = self.root().and_then(|root| root.focus());
        if bar.is_open() && focus.is_some_and(|focus| !bar.holds(&focus)) {
            self.stop_typing();
            self.refresh_untyped();
        }
    }
}

/// Returns the answer to a question about the position at the cursor or, on an empty point, about the lifted piece.
pub fn answer(
    question: Action,
    position: &Position,
    board: &BoardView,
    lifted: Option<Point>,
) -> Option<String> {
    let cursor = board.cursor_point();
    Some(match question {
        Action::TellPossibleMoves => {
            let point = match position.piece_at(cursor) {
                Some(_) => cursor,
                None => lifted.unwrap_or(cursor),
            };
            words::possible_moves(position, point)
        }
        Action::TellAttackers => words::attacks(position, cursor),
        Action::ReadFile => words::read_file(position, cursor.file()),
        Action::ReadRank => words::read_rank(position, cursor.rank()),
        Action::TellOwnPieces => words::read_pieces(position, position.turn()),
        Action::TellOtherPieces => words::read_pieces(position, !position.turn()),
        _ => return None,
    })
}

/// Returns what is on a line.
pub fn read(position: &Position, line: BoardLine) -> String {
    match line {
        BoardLine::File(file) => words::read_file(position, file),
        BoardLine::Rank(rank) => words::read_rank(position, rank),
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
