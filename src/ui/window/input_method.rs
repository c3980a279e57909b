//! Typing a move with an input method: text composed on the board is shown in the entry for moves and continues there.
//!
//! Keys reach the input method before the board, but one that it would only turn into the key’s own character is left
//! to the board: it may be a command, or lift a piece.

use super::Window;
use crate::ui::toolkit::prelude::*;

/// State of the input method on the board.
#[derive(Debug, Default)]
pub(super) struct InputMethod {
    context: OnceCell<gtk::IMMulticontext>,
    has_focus: Cell<bool>,
    is_filtering: Cell<bool>,
    /// Text that the input method made of the key it is filtering.
    committed: RefCell<String>,
}

impl Window {
    /// Lets an input method see the keys pressed on the board.
    pub(super) fn connect_input_method(&self) {
        let imp = self.imp();
        let context = gtk::IMMulticontext::new();
        // A touch on the board moves a piece, and must not bring up a keyboard.
        context.set_input_hints(gtk::InputHints::INHIBIT_OSK);
        context.connect_commit(weak!(self, |window, _, text| window.committed(text)));
        context.connect_preedit_changed(weak!(self, |window, context| {
            let (text, style, _) = context.preedit_string();
            window.show_composed(&text, &style);
        }));
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |keys, key, _, _| {
                let event = keys.current_event();
                let is_taken = event.is_some_and(|event| window.filter(&event, key));
                if is_taken {
                    glib::Propagation::Stop
                } else {
                    glib::Propagation::Proceed
                }
            }
        ));
        keys.connect_key_released(weak!(self, |window, keys, key, _, _| {
            if let Some(event) = keys.current_event() {
                window.filter(&event, key);
            }
        }));
        imp.table.add_controller(keys);
        once(&imp.typing.input_method.context, context);
        self.connect_is_active_notify(Self::refresh_input_method);
        self.connect_unrealize(|window| {
            if let Some(context) = window.imp().typing.input_method.context.get() {
                context.set_client_widget(gtk::Widget::NONE);
            }
        });
    }

    /// Gives the input method the focus while a move can be typed on the board. A device without a pointer shows a
    /// keyboard on the screen wherever text can be entered, and the board is not to be covered.
    pub(super) fn refresh_input_method(&self) {
        let method = &self.imp().typing.input_method;
        let Some(context) = method.context.get() else {
            return;
        };
        let seat = WidgetExt::display(self).default_seat();
        let has_pointer = seat.is_some_and(|seat| {
            let capabilities = seat.capabilities();
            capabilities.contains(gdk::SeatCapabilities::POINTER)
        });
        let is_ready = self.is_active() && self.is_on_board();
        let has_focus = has_pointer && is_ready && self.sitting().game.takes_moves();
        if method.has_focus.replace(has_focus) == has_focus {
            return;
        }
        if has_focus {
            context.set_client_widget(Some(&*self.imp().board));
            context.focus_in();
        } else {
            context.focus_out();
        }
    }

    /// Offers a key event to the input method. Returns whether it was taken.
    fn filter(&self, event: &gdk::Event, key: gdk::Key) -> bool {
        let method = &self.imp().typing.input_method;
        let Some(context) = method.context.get().filter(|_| method.has_focus.get()) else {
            return false;
        };
        method.is_filtering.set(true);
        let is_taken = context.filter_keypress(event);
        method.is_filtering.set(false);
        let text = method.committed.take();
        if key.to_unicode().is_some_and(|own| text.chars().eq([own])) {
            return false;
        }
        if !text.is_empty() {
            self.take_composed(&text);
        }
        is_taken
    }

    fn committed(&self, text: &str) {
        let method = &self.imp().typing.input_method;
        if method.is_filtering.get() {
            method.committed.borrow_mut().push_str(text);
        } else {
            self.take_composed(text);
        }
    }

    /// Continues in the entry with text from the input method.
    fn take_composed(&self, text: &str) {
        if !text.trim().is_empty() {
            self.forget_letters();
            self.open_typing(text);
        }
    }

    /// Discards what is being composed.
    pub(super) fn reset_input_method(&self) {
        if let Some(context) = self.imp().typing.input_method.context.get() {
            context.reset();
        }
    }

    /// Tells the input method where to show its candidates: below the board, where the entry is.
    pub(super) fn place_candidates(&self) {
        let imp = self.imp();
        if let Some(context) = imp.typing.input_method.context.get() {
            let (top, height) = (imp.board.height(), imp.status.height());
            context.set_cursor_location(&gdk::Rectangle::new(0, top, 1, height));
        }
    }
}
