//! The entry for a typed move, with its interpretation beside it. Visible only while a move is typed.

use crate::ui::toolkit::actions::{latin_key, on_key};
use crate::ui::toolkit::prelude::*;

/// Width of the entry in characters: enough for every notation, though longer text can be typed.
const LETTERS: i32 = 9;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct TypingBar {
        pub(super) entry: gtk::Entry,
        pub(super) sentence: gtk::Label,
    }

    class!(TypingBar "XqTypingBar" adw::Bin, css "typingbar"; WidgetImpl BinImpl);

    impl ObjectImpl for TypingBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.entry.set_width_chars(LETTERS);
            self.entry.set_max_width_chars(LETTERS);
            self.entry.set_valign(gtk::Align::Center);
            self.entry.add_controller(latin_letters(&self.entry));
            a11y::set_label(&self.entry, words::type_move());
            // Two caption lines are as high as the entry.
            self.sentence.add_css_class("caption");
            self.sentence.set_wrap(true);
            self.sentence.set_lines(2);
            self.sentence.set_ellipsize(gtk::pango::EllipsizeMode::End);
            self.sentence.set_xalign(0.0);
            self.sentence.set_hexpand(true);
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 10);
            line.append(&self.entry);
            line.append(&self.sentence);
            self.obj().set_child(Some(&line));
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
    /// Text of the entry.
    pub fn text(&self) -> glib::GString {
        self.imp().entry.text()
    }

    /// Replaces the text and places the cursor at its end.
    pub fn begin(&self, text: &str) {
        let entry = &self.imp().entry;
        entry.set_attributes(&gtk::pango::AttrList::new());
        entry.set_text(text);
        entry.grab_focus_without_selecting();
        entry.set_position(-1);
    }

    /// Shows text that is being composed elsewhere, in the style of the input method.
    pub fn show_composed(&self, text: &str, style: &gtk::pango::AttrList) {
        let entry = &self.imp().entry;
        entry.set_attributes(style);
        entry.set_text(text);
    }

    /// Shows the interpretation, and sets `aloud` as the description that is read out while the entry has the focus.
    pub fn tell(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        if imp.sentence.label() != sentence {
            imp.sentence.set_label(sentence);
            imp.sentence.set_tooltip_text(Some(sentence));
            a11y::set_description(&imp.entry, aloud);
        }
    }

    /// Announces the same text again where GTK can: unchanged descriptions are not read out.
    pub fn announce_again(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        if imp.sentence.label() == sentence {
            a11y::announce(&imp.entry, aloud);
        } else {
            self.tell(sentence, aloud);
        }
    }

    /// Whether the focus is in the entry or in one of its menus.
    pub fn holds(&self, focus: &gtk::Widget) -> bool {
        focus.is_ancestor(self)
    }

    /// Calls back when the text changes.
    pub fn connect_changed(&self, changed: impl Fn() + 'static) {
        self.imp().entry.connect_changed(move |_| changed());
    }

    /// Calls back when the typed move is confirmed.
    pub fn connect_entered(&self, entered: impl Fn() + 'static) {
        self.imp().entry.connect_activate(move |_| entered());
    }

    /// Calls back when typing is canceled.
    pub fn connect_cancelled(&self, cancelled: impl Fn() + 'static) {
        let bubble = gtk::PropagationPhase::Bubble;
        self.add_controller(on_key(self, bubble, move |_, key, _| {
            let is_escape = key == gdk::Key::Escape;
            if is_escape {
                cancelled();
            }
            is_escape
        }));
    }
}
