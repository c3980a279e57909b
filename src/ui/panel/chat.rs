//! The chat with a friend far away: what was said, and an entry to say something. It folds into its title.

use crate::remote::{CHAT_LENGTH, Chat, MAX_MESSAGES, tidy};
use crate::ui::toolkit::actions::{Action, call, shortcut, tooltip};
use crate::ui::toolkit::prelude::*;
use gtk::pango;

/// Key that goes to the chat and back.
const CHAT_KEY: &str = Action::Chat.keys()[0];
/// Height of the list, and of one in a low window, in pixels: about four lines, and one.
const HEIGHT: i32 = 112;
const LOW: i32 = 28;

mod imp {
    use super::*;

    template! {
        ChatPanel "/io/github/chuhe/Chuhe/ui/chat.ui" {
            title: gtk::ToggleButton,
            unread: gtk::Label,
            arrow: gtk::Image,
            scroll: gtk::ScrolledWindow,
            messages: gtk::Box,
            entry: gtk::Entry,
            send: gtk::Button,
            /// Why something was not sent.
            hint: gtk::Label,
        } {
            /// Number of messages so far that have been shown.
            shown: Cell<usize>,
            /// Whether the list stays at its end.
            follows: Cell<bool>,
        }
    }

    class!(ChatPanel "XqChatPanel" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for ChatPanel {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.entry, words::chat_entry());
            a11y::set_label(&*self.messages, words::chat_messages());
            a11y::name_button(&self.send, words::send_message());
            for (button, about, key) in [
                (self.title.upcast_ref(), words::chat_heading(), CHAT_KEY),
                (
                    self.send.upcast_ref::<gtk::Button>(),
                    words::send_message(),
                    "Return",
                ),
            ] {
                button.set_tooltip_text(Some(&tooltip(about, key)));
            }
            self.entry.set_max_length(CHAT_LENGTH as i32);
            self.follows.set(true);
            let chat = self.obj();
            chat.set_low(false);
            chat.show_unread(0);
            chat.listen();
        }
    }
}

widget! {
    /// The chat with a friend far away.
    ChatPanel Box
}

impl ChatPanel {
    fn listen(&self) {
        let imp = self.imp();
        imp.title.connect_active_notify(weak!(self, |chat, title| {
            let arrow = ["pan-end-symbolic", "pan-down-symbolic"];
            let arrow = arrow[usize::from(title.is_active())];
            chat.imp().arrow.set_icon_name(Some(arrow));
            chat.emit_toggled();
        }));
        imp.entry
            .connect_changed(weak!(self, |chat, _| chat.check_text()));
        imp.entry
            .connect_activate(weak!(self, |chat, _| chat.send()));
        imp.send.connect_clicked(weak!(self, |chat, _| chat.send()));
        let place = imp.scroll.vadjustment();
        place.connect_changed(weak!(self, |chat, _| {
            // During layout the list would not move.
            if chat.imp().follows.get() {
                glib::idle_add_local_once(weak!(chat, |chat| chat.scroll_to_end()));
            }
        }));
        place.connect_value_changed(weak!(self, |chat, place: &gtk::Adjustment| {
            let is_at_end = place.value() + place.page_size() >= place.upper() - 1.0;
            chat.imp().follows.set(is_at_end);
        }));
        // After the input method, which handles Escape itself.
        let keys = gtk::ShortcutController::new();
        let done = call(self, |chat| {
            chat.emit_done();
            true
        });
        keys.add_shortcut(shortcut("Escape", done));
        self.add_controller(keys);
    }

    fn scroll_to_end(&self) {
        let place = self.imp().scroll.vadjustment();
        place.set_value(place.upper() - place.page_size());
    }

    /// Leaves the list as much room as a window of some height has for it.
    pub fn set_low(&self, is_low: bool) {
        let height = if is_low { LOW } else { HEIGHT };
        self.imp().scroll.set_min_content_height(height);
    }

    fn send(&self) {
        if self.has_message() {
            self.emit_sent();
        }
    }

    fn check_text(&self) {
        let is_full = self.text().chars().count() >= CHAT_LENGTH;
        self.imp().send.set_sensitive(self.has_message());
        self.show_hint(if is_full { words::chat_full() } else { "" });
    }

    /// Text of the entry.
    pub fn text(&self) -> glib::GString {
        self.imp().entry.text()
    }

    /// Whether there is anything to be seen in the text.
    fn has_message(&self) -> bool {
        !tidy(&self.text(), CHAT_LENGTH).is_empty()
    }

    /// Empties the entry, whose text has been sent.
    pub fn clear_text(&self) {
        self.imp().entry.set_text("");
    }

    /// Says why the text was not sent; nothing hides it.
    pub fn show_hint(&self, why: &str) {
        let hint = &self.imp().hint;
        hint.set_text(why);
        hint.set_visible(!why.is_empty());
    }

    /// Shows the messages that are not shown yet, by the names of their writers.
    pub fn show_messages(&self, chat: &Chat, [own, friend]: [&str; 2]) {
        let imp = self.imp();
        for message in chat.after(imp.shown.replace(chat.count())) {
            let who = if message.is_own { own } else { friend };
            imp.messages
                .append(&row(who, &message.text, message.is_own));
            // The own words are always seen.
            imp.follows.set(imp.follows.get() || message.is_own);
        }
        let rows = std::iter::successors(imp.messages.first_child(), WidgetExt::next_sibling);
        let excess = rows.clone().count().saturating_sub(MAX_MESSAGES);
        for row in rows.take(excess).collect::<Vec<_>>() {
            imp.messages.remove(&row);
        }
        imp.scroll.set_visible(chat.count() > 0);
    }

    /// Forgets all messages, and the text of the entry.
    pub fn forget(&self) {
        let imp = self.imp();
        while let Some(row) = imp.messages.first_child() {
            imp.messages.remove(&row);
        }
        imp.shown.set(0);
        imp.follows.set(true);
        self.clear_text();
    }

    /// Shows in the title how many messages have not been seen.
    pub fn show_unread(&self, count: usize) {
        let imp = self.imp();
        imp.unread.set_text(&words::unread(count));
        imp.unread.set_visible(count > 0);
        a11y::set_label(&*imp.title, &words::chat_title(count));
    }

    /// Whether the chat is unfolded.
    pub fn is_open(&self) -> bool {
        self.imp().title.is_active()
    }

    /// Folds or unfolds the chat.
    pub fn set_open(&self, is_open: bool) {
        self.imp().title.set_active(is_open);
    }

    /// Focuses the entry.
    pub fn write(&self) {
        let entry = &self.imp().entry;
        // An unrealized entry would get the focus without any announcement.
        entry.realize();
        entry.grab_focus();
    }

    /// Whether the entry has the focus.
    pub fn is_being_written(&self) -> bool {
        let entry = &self.imp().entry;
        entry.state_flags().contains(gtk::StateFlags::FOCUS_WITHIN)
    }

    /// Undoes or redoes a change of the text.
    pub fn undo(&self, again: bool) {
        let step = if again { "text.redo" } else { "text.undo" };
        if let Some(text) = self.imp().entry.delegate() {
            // There may be nothing to undo.
            let _ = text.activate_action(step, None);
        }
    }

    signals! {
        /// Calls back when the text is to be sent.
        "sent" connect_sent emit_sent;
        /// Calls back when the chat was folded or unfolded.
        "toggled" connect_toggled emit_toggled;
        /// Calls back when the player wants to return to the board.
        "done" connect_done emit_done;
    }
}

/// A message with the name of its writer, as plain text.
fn row(who: &str, text: &str, is_own: bool) -> gtk::Label {
    let said = words::friend_says(who, text);
    let label = gtk::Label::builder()
        .wrap(true)
        .wrap_mode(pango::WrapMode::WordChar)
        .natural_wrap_mode(gtk::NaturalWrapMode::None)
        .xalign(0.0)
        .halign(if is_own {
            gtk::Align::End
        } else {
            gtk::Align::Start
        })
        .build();
    label.set_text(&said);
    if said.starts_with(who) {
        let mut name = pango::AttrInt::new_weight(pango::Weight::Bold);
        name.set_end_index(who.len() as u32);
        let attributes = pango::AttrList::new();
        attributes.insert(name);
        label.set_attributes(Some(&attributes));
    }
    label.add_css_class("message");
    set_css_class(&label, "own", is_own);
    label
}
