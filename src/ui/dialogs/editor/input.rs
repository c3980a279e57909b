//! Pointer and keyboard input in the editor.

use super::Editor;
use super::tray::{Carried, Tray};
use crate::rules::{Piece, Side};
use crate::scene::{Draft, EditorHand};
use crate::ui::board::board_view::{Drag, DragEnd};
use crate::ui::toolkit::actions::{EditorAction, call, on_key, plain_keys, shortcut, tell_key};
use crate::ui::toolkit::below;
use crate::ui::toolkit::choices::set_radio_role;
use crate::ui::toolkit::prelude::*;

impl Editor {
    /// Connects the input of the parts to edits.
    pub(super) fn add_input(&self) {
        self.listen_to_board();
        self.follow_fen_error();
        // The last one comes first.
        self.add_controller(self.play_keys());
        self.add_controller(plain_keys(
            EditorAction::ALL.map(|action| (action.name().to_owned(), action.plain_keys())),
        ));
        self.add_controller(self.escape());
        let imp = self.imp();
        imp.board.add_controller(self.letters());
        imp.board.add_controller(self.second_button());
        for tray in [&imp.upper, &imp.lower] {
            self.listen_to_tray(tray);
        }
        for (button, side) in [(&imp.red, Side::Red), (&imp.black, Side::Black)] {
            set_radio_role(button);
            button.connect_toggled(weak!(self, |editor, button| {
                if button.is_active() && !editor.imp().filling.get() {
                    editor.edit(|draft| draft.change(draft.setup().with_turn(side)));
                }
            }));
        }
        imp.fen
            .connect_changed(weak!(self, |editor, _| editor.take_written()));
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(weak!(self, |editor, _| editor.finish_writing()));
        imp.fen.add_controller(focus);
        // Normalized to this program's spelling on activation.
        imp.fen.connect_activate(weak!(self, |editor, _| {
            if !editor.has_unread_text() {
                editor.refresh(false);
            }
        }));
    }

    /// Adds the shortcuts to the tooltips of their buttons.
    pub(super) fn tell_keys(&self) {
        let imp = self.imp();
        for key in EditorAction::Turn.plain_keys() {
            for button in [&imp.red, &imp.black] {
                tell_key(&**button, key);
            }
        }
        for widget in below::find(self, gtk::Widget::is::<gtk::Button>) {
            let button = widget.downcast_ref::<gtk::Button>();
            let action = button.and_then(ActionableExt::action_name);
            let mut known = EditorAction::ALL.into_iter();
            let found = known.find(|known| action.as_deref() == Some(known.name()));
            let key = found.and_then(|action| action.plain_keys().first());
            if let Some(key) = key {
                tell_key(&widget, key);
            }
        }
    }

    /// Scrolls to the error of a FEN once it has been allocated.
    fn follow_fen_error(&self) {
        let adjustment = self.imp().scroll.vadjustment();
        adjustment.connect_changed(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            move |_| {
                // The parts are allocated after this notification.
                glib::idle_add_local_once(glib::clone!(
                    #[weak]
                    editor,
                    move || editor.reveal_fen_error()
                ));
            }
        ));
    }

    fn listen_to_board(&self) {
        let board = &self.imp().board;
        board.connect_point_pressed(weak!(self, |editor, _, point| editor
            .edit(|draft| draft.press(point))));
        board.connect_piece_dropped(weak!(self, |editor, _, drag: Drag| {
            let goal = match drag.end {
                DragEnd::On(to) => Some(to),
                DragEnd::OffBoard => None,
                DragEnd::Cancelled => Some(drag.from),
            };
            editor.edit(|draft| draft.carry(drag.from, goal));
        }));
        board.connect_cancelled(weak!(self, |editor, _| {
            // A press on the edge drops a piece lifted from the board, but keeps one taken from the tray.
            if matches!(editor.read(Draft::hand), EditorHand::Lifted(_)) {
                editor.edit(|draft| {
                    draft.let_go();
                });
            }
        }));
    }

    fn listen_to_tray(&self, tray: &Tray) {
        tray.connect_chosen(weak!(self, |editor, piece| editor
            .edit(|draft| draft.choose(piece))));
        tray.connect_carried(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            #[weak]
            tray,
            move |piece, carried| editor.carry_from(&tray, piece, carried)
        ));
    }

    /// Shows a piece dragged from a tray under the pointer, and places it where it is dropped.
    fn carry_from(&self, tray: &Tray, piece: Piece, carried: Carried) {
        let board = &self.imp().board;
        let there = |(x, y)| tray.translate_coordinates(&**board, x, y);
        match carried {
            Carried::Over(place) => {
                board.show_guest(there(place).map(|place| (piece, place)));
            }
            Carried::Dropped(place) => {
                let point = there(place).and_then(|(x, y)| board.layout().point_at(x, y));
                match point {
                    Some(point) => self.edit(|draft| draft.put(point, Some(piece))),
                    None => self.refresh(true),
                }
            }
            Carried::Canceled => board.show_guest(None),
        }
    }

    /// Removes a piece with the secondary button.
    fn second_button(&self) -> gtk::GestureClick {
        let click = gtk::GestureClick::new();
        click.set_button(gdk::BUTTON_SECONDARY);
        click.connect_pressed(weak!(self, |editor, _, _, x, y| {
            if let Some(point) = editor.imp().board.layout().point_at(x, y) {
                editor.edit(|draft| draft.put(point, None));
            }
        }));
        click
    }

    /// Announces the objections when the keys for playing are pressed and the action is disabled, which leaves them to
    /// this controller.
    fn play_keys(&self) -> gtk::ShortcutController {
        let controller = gtk::ShortcutController::new();
        controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
        for key in EditorAction::Play.plain_keys() {
            let tell = call(self, |editor| {
                editor.tell_objections();
                true
            });
            controller.add_shortcut(shortcut(key, tell));
        }
        controller
    }

    /// Places pieces on the board with the letters of a FEN, and removes them with Delete.
    fn letters(&self) -> gtk::EventControllerKey {
        on_key(self, gtk::PropagationPhase::Bubble, |editor, key, state| {
            let other = gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK;
            let piece = match key {
                gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace => None,
                _ => match key.to_unicode().and_then(piece_of_letter) {
                    Some(piece) => Some(piece),
                    None => return false,
                },
            };
            let point = editor.imp().board.focused_point();
            let point = point.filter(|_| !state.intersects(other));
            if let Some(point) = point {
                editor.edit(|draft| draft.put(point, piece));
            }
            point.is_some()
        })
    }

    /// Handles Escape: empties the hand, restores the FEN text, or closes the window, in this order.
    fn escape(&self) -> gtk::EventControllerKey {
        on_key(self, gtk::PropagationPhase::Capture, |editor, key, _| {
            if key != gdk::Key::Escape {
                return false;
            }
            let holds = editor.read(Draft::hand) != EditorHand::Empty;
            let wrong = editor.has_unread_text();
            if holds {
                editor.edit(|draft| {
                    draft.let_go();
                });
            } else if wrong {
                editor.refresh(false);
            } else {
                editor.close();
            }
            true
        })
    }
}

/// Returns the piece for a key: the letters of a FEN, and those of other notations for horse, elephant and soldier. G
/// and M are left out, since not everybody reads them as advisor and elephant.
fn piece_of_letter(letter: char) -> Option<Piece> {
    let known = !matches!(letter.to_ascii_uppercase(), 'G' | 'M');
    Piece::from_fen_letter(letter).filter(|_| known)
}

// Shortcuts of actions must not collide with letters of pieces.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_puts_a_piece_and_does_something_else() {
        for action in EditorAction::ALL {
            for key in action.plain_keys() {
                let mut letters = key.chars();
                let single = letters.next().filter(|_| letters.next().is_none());
                assert_eq!(single.and_then(piece_of_letter), None, "{key}");
            }
        }
        assert_eq!(
            Piece::all()
                .filter(|piece| piece_of_letter(piece.fen_letter()) == Some(*piece))
                .count(),
            14
        );
    }
}
