//! Typing a move: an entry in place of the status line, with its interpretation beside it. Visible only while a move is
//! typed.
//!
//! A move may also be begun on the board. Its keys first reach an input method, whose text is composed in the entry and
//! continues there. One that it would only turn into the key’s own character is left to the board: it may be a command,
//! or lift a piece.

use crate::game::{KeyMeaning, TypedKeys};
use crate::ui::session::Timer;
use crate::ui::toolkit::actions::{latin_key, on_key};
use crate::ui::toolkit::prelude::*;
use gtk::pango;

/// Width of the entry in characters: enough for every notation, though longer text can be typed.
const LETTERS: i32 = 9;

/// Time without a key after which the interpretation is read out: that of every letter would still be read when the move
/// is made.
const QUIET: Duration = Duration::from_millis(300);

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct TypingBar {
        pub(super) entry: gtk::Entry,
        pub(super) sentence: gtk::Label,
        /// The interpretation that is about to be read out.
        pub(super) telling: Timer,
        pub(super) is_open: Cell<bool>,
        pub(super) board: glib::WeakRef<gtk::Widget>,
        /// Keys on the board that were commands, and may begin a move.
        pub(super) keys: RefCell<TypedKeys>,
        /// The input method on the board.
        pub(super) method: gtk::IMMulticontext,
        pub(super) has_method: Cell<bool>,
        pub(super) is_filtering: Cell<bool>,
        /// Text that the input method made of the key it is filtering.
        pub(super) committed: RefCell<String>,
        /// Whether the entry shows text of the input method that is not a move yet.
        pub(super) is_composing: Cell<bool>,
    }

    class!(TypingBar "XqTypingBar" adw::Bin, css "typingbar"; WidgetImpl BinImpl);

    impl ObjectImpl for TypingBar {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            self.entry.set_width_chars(LETTERS);
            self.entry.set_max_width_chars(LETTERS);
            self.entry.set_valign(gtk::Align::Center);
            self.entry.add_controller(latin_letters(&self.entry));
            a11y::set_label(&self.entry, words::type_move());
            self.entry
                .connect_changed(weak!(bar, |bar, _| bar.emit_changed()));
            self.entry
                .connect_activate(weak!(bar, |bar, _| bar.emit_entered()));
            // Two caption lines are as high as the entry.
            self.sentence.add_css_class("caption");
            self.sentence.set_wrap(true);
            self.sentence.set_lines(2);
            self.sentence.set_ellipsize(pango::EllipsizeMode::End);
            self.sentence.set_xalign(0.0);
            self.sentence.set_hexpand(true);
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 10);
            line.append(&self.entry);
            line.append(&self.sentence);
            bar.set_child(Some(&line));
            let escape = on_key(&*bar, gtk::PropagationPhase::Bubble, |bar, key, _| {
                let is_escape = key == gdk::Key::Escape;
                if is_escape {
                    bar.emit_cancelled();
                }
                is_escape
            });
            bar.add_controller(escape);
            // A touch on the board moves a piece, and must not bring up a keyboard.
            self.method.set_input_hints(gtk::InputHints::INHIBIT_OSK);
            self.method
                .connect_commit(weak!(bar, |bar, _, text| bar.take_committed(text)));
            self.method
                .connect_preedit_changed(weak!(bar, |bar, method| {
                    let (text, style, _) = method.preedit_string();
                    bar.compose(&text, &style);
                }));
        }
    }
}

/// Enters the Latin letter of a key whose layout has none: moves are written with them.
fn latin_letters(entry: &gtk::Entry) -> gtk::EventControllerKey {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    keys.connect_key_pressed(glib::clone!(
        #[weak]
        entry,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |keys, key, _, state| {
            let letter = latin_key(keys.current_event(), key);
            let others = gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK;
            if letter == key || state.intersects(others) {
                return glib::Propagation::Proceed;
            }
            let text = letter.to_unicode().map(String::from).unwrap_or_default();
            let mut at = entry.position();
            if let Some((start, _)) = entry.selection_bounds() {
                entry.delete_selection();
                at = start;
            }
            entry.insert_text(&text, &mut at);
            entry.set_position(at);
            glib::Propagation::Stop
        }
    ));
    keys
}

widget! {
    /// The entry for a move.
    TypingBar Bin
}

impl TypingBar {
    signals! {
        /// Calls back when the entry shows the beginning of a move, with or without the focus.
        "opened" connect_opened emit_opened;
        /// Calls back when the text changes.
        "changed" connect_changed emit_changed;
        /// Calls back when the typed move is confirmed.
        "entered" connect_entered emit_entered;
        /// Calls back when typing is canceled.
        "cancelled" connect_cancelled emit_cancelled;
        /// Calls back when an input method has written something on the board.
        "written"(text: String) connect_written emit_written;
    }

    /// Lets an input method see the keys that are pressed around the board.
    pub fn follow_board(&self, board: &impl IsA<gtk::Widget>, around: &impl IsA<gtk::Widget>) {
        self.imp().board.set(Some(board.upcast_ref()));
        board.connect_unrealize(weak!(self, |bar, _| {
            bar.imp().method.set_client_widget(gtk::Widget::NONE);
        }));
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = bar)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |keys, key, _, _| {
                let event = keys.current_event();
                event.is_some_and(|event| bar.filter(&event, key)).into()
            }
        ));
        keys.connect_key_released(weak!(self, |bar, keys, key, _, _| {
            if let Some(event) = keys.current_event() {
                bar.filter(&event, key);
            }
        }));
        around.add_controller(keys);
    }

    /// Gives the input method the focus while a move can be typed on the board. A device without a pointer shows a
    /// keyboard on the screen wherever text can be entered, and the board is not to be covered.
    pub fn set_input_method(&self, is_ready: bool) {
        let imp = self.imp();
        let Some(board) = imp.board.upgrade() else {
            return;
        };
        let has_pointer = || {
            let seat = board.display().default_seat();
            seat.is_some_and(|seat| seat.capabilities().contains(gdk::SeatCapabilities::POINTER))
        };
        let has_method = is_ready && has_pointer();
        if imp.has_method.replace(has_method) == has_method {
            return;
        }
        if has_method {
            imp.method.set_client_widget(Some(&board));
            imp.method.focus_in();
        } else {
            imp.method.focus_out();
        }
    }

    /// Offers a key event to the input method. Returns whether it was taken.
    fn filter(&self, event: &gdk::Event, key: gdk::Key) -> bool {
        let imp = self.imp();
        if !imp.has_method.get() {
            return false;
        }
        imp.is_filtering.set(true);
        let is_taken = imp.method.filter_keypress(event);
        imp.is_filtering.set(false);
        let text = imp.committed.take();
        if key.to_unicode().is_some_and(|own| text.chars().eq([own])) {
            return false;
        }
        self.write(&text);
        is_taken
    }

    fn take_committed(&self, text: &str) {
        let imp = self.imp();
        if imp.is_filtering.get() {
            imp.committed.borrow_mut().push_str(text);
        } else {
            self.write(text);
        }
    }

    fn write(&self, text: &str) {
        if !text.trim().is_empty() {
            self.forget_keys();
            self.emit_written(text.to_owned());
        }
    }

    /// Shows text that the input method is composing, in its style; with none, closes again.
    fn compose(&self, text: &str, style: &pango::AttrList) {
        let imp = self.imp();
        if text.is_empty() {
            if imp.is_composing.take() {
                self.emit_cancelled();
            }
            return;
        }
        self.forget_keys();
        // The candidates lie below the board, where the entry is.
        if let (Some(board), Some(slot)) = (imp.board.upgrade(), self.parent()) {
            let place = gdk::Rectangle::new(0, board.height(), 1, slot.height());
            imp.method.set_cursor_location(&place);
        }
        imp.is_composing.set(true);
        self.open(text, style);
    }

    /// Adds a key pressed on the board. `is_command` is whether it reads something aloud, and `begins` whether a text
    /// begins a legal move.
    pub fn press(&self, key: char, is_command: bool, begins: impl Fn(&str) -> bool) -> KeyMeaning {
        let mut keys = self.imp().keys.take();
        let meaning = keys.press(key, is_command, begins);
        self.imp().keys.replace(keys);
        meaning
    }

    /// Separates the next key on the board from those pressed before.
    pub fn forget_keys(&self) {
        self.imp().keys.borrow_mut().clear();
    }

    /// Whether a move is being typed.
    pub fn is_open(&self) -> bool {
        self.imp().is_open.get()
    }

    /// Text of the entry that is meant as a move.
    pub fn text(&self) -> glib::GString {
        let imp = self.imp();
        if imp.is_composing.get() {
            return "".into();
        }
        imp.entry.text()
    }

    /// Opens the entry with this text and the cursor at its end.
    pub fn begin(&self, text: &str) {
        let imp = self.imp();
        imp.is_composing.set(false);
        self.open(text, &pango::AttrList::new());
    }

    fn open(&self, text: &str, style: &pango::AttrList) {
        let imp = self.imp();
        imp.is_open.set(true);
        if let Some(slot) = self.parent() {
            // Over the other bars.
            self.insert_before(&slot, gtk::Widget::NONE);
        }
        self.set_visible(true);
        imp.entry.set_attributes(style);
        imp.entry.set_text(text);
        if !imp.is_composing.get() {
            imp.entry.grab_focus_without_selecting();
            imp.entry.set_position(-1);
        }
        self.emit_opened();
    }

    /// Ends typing. The entry stays visible and may have the focus. Returns whether a move was being typed.
    pub fn end(&self) -> bool {
        let imp = self.imp();
        imp.telling.cancel();
        if imp.is_composing.take() {
            imp.method.reset();
        }
        imp.is_open.take()
    }

    /// Shows the interpretation, which is read out as `aloud` once typing stops.
    pub fn tell(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        if self.show(sentence) {
            a11y::set_description(&imp.entry, "");
            let (entry, aloud) = (imp.entry.clone(), aloud.to_owned());
            let tell = move || a11y::set_description(&entry, &aloud);
            imp.telling.start(QUIET, tell);
        }
    }

    /// Shows and reads out the answer to Enter; the same text again only where GTK can announce it, since unchanged
    /// descriptions are not read out.
    pub fn answer(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        let is_pending = imp.telling.is_pending();
        imp.telling.cancel();
        if self.show(sentence) || is_pending {
            a11y::set_description(&imp.entry, aloud);
        } else {
            a11y::announce(&imp.entry, aloud);
        }
    }

    /// Shows a sentence. Returns whether it is another one.
    fn show(&self, sentence: &str) -> bool {
        let label = &self.imp().sentence;
        let is_other = label.label() != sentence;
        if is_other {
            label.set_label(sentence);
            label.set_tooltip_text(Some(sentence));
        }
        is_other
    }

    /// Whether the focus is in the entry or in one of its menus.
    pub fn holds(&self, focus: &gtk::Widget) -> bool {
        focus.is_ancestor(self)
    }
}
