//! An entry for a move, with what is understood of it beside it. It is there while a move is typed.

use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;

/// How many letters the entry shows: no spelling of a move is longer, but a player may write one out.
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
            a11y::set_label(&self.entry, words::type_move());
            // Two lines of small type are as high as the entry.
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

widget! {
    /// The entry for a move.
    TypingBar Bin
}

impl Default for TypingBar {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl TypingBar {
    /// Text of the entry.
    pub fn text(&self) -> glib::GString {
        self.imp().entry.text()
    }

    /// Writes a text instead, and goes on behind it.
    pub fn begin(&self, text: &str) {
        let entry = &self.imp().entry;
        entry.set_text(text);
        entry.grab_focus_without_selecting();
        entry.set_position(-1);
    }

    /// Says what is understood, and aloud, which is read out, since the entry has the focus.
    pub fn tell(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        if imp.sentence.label() != sentence {
            imp.sentence.set_label(sentence);
            imp.sentence.set_tooltip_text(Some(sentence));
            a11y::set_description(&imp.entry, aloud);
        }
    }

    /// Says it once more, for ears only, where GTK can: nothing changes that would be read out.
    pub fn insist(&self, sentence: &str, aloud: &str) {
        let imp = self.imp();
        if imp.sentence.label() == sentence {
            a11y::announce(&imp.entry, aloud);
        } else {
            self.tell(sentence, aloud);
        }
    }

    /// Whether the keyboard is here, or in a menu of the entry.
    pub fn holds(&self, focus: &gtk::Widget) -> bool {
        focus.is_ancestor(self)
    }

    /// Calls back when something else is written.
    pub fn connect_changed(&self, changed: impl Fn() + 'static) {
        self.imp().entry.connect_changed(move |_| changed());
    }

    /// Calls back when the move is to be played.
    pub fn connect_entered(&self, entered: impl Fn() + 'static) {
        self.imp().entry.connect_activate(move |_| entered());
    }

    /// Calls back when no move is to be typed after all.
    pub fn connect_cancelled(&self, cancelled: impl Fn() + 'static) {
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(move |_, key, _, _| {
            if key != gdk::Key::Escape {
                return glib::Propagation::Proceed;
            }
            cancelled();
            glib::Propagation::Stop
        });
        self.add_controller(keys);
    }
}
