//! The chat with a friend far away: in the side panel, only while the game on the board is played over a connection.

use super::Window;
use crate::game::SoundEffect;
use crate::remote::Order;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::{css_class, tooltip};

impl Window {
    pub(super) fn connect_chat(&self) {
        let imp = self.imp();
        let chat = imp.panel.chat();
        chat.connect_sent(weak!(self, |window, _| window.send_message()));
        chat.connect_toggled(weak!(self, |window, chat| {
            let is_closed = !chat.is_open();
            window
                .settings()
                .remember(|known| known.chat_closed = is_closed);
            window.follow_chat();
        }));
        chat.connect_done(weak!(self, |window, _| window.focus_board()));
        let refresh = weak!(self, |window, _: &adw::Flap| window.follow_chat());
        imp.flap.connect_reveal_flap_notify(refresh);
    }

    /// Notes what the friend has written as seen, if it is in sight.
    pub(super) fn see_chat(&self) {
        if self.imp().flap.reveals_flap() && self.settings().shows_chat() {
            self.session().see_chat();
        }
    }

    /// Shows the chat after a change of it, or of what is in sight.
    pub(super) fn follow_chat(&self) {
        self.see_chat();
        self.refresh_chat();
    }

    /// Shows the chat of the game on the board, if there is one.
    pub(super) fn refresh_chat(&self) {
        let (imp, session) = (self.imp(), self.session());
        let chat = imp.panel.chat();
        let remote = session.remote_game_on_board();
        if remote.is_none() && chat.is_being_written() {
            self.focus_board();
        }
        chat.set_visible(remote.is_some());
        chat.set_open(self.settings().shows_chat());
        if let Some(remote) = &remote {
            let remote = remote.session();
            let names = [remote.name(), remote.friend()];
            chat.show_messages(&session.chat(), names);
        } else {
            chat.forget();
        }
        let unread = session.chat().unread();
        chat.show_unread(unread);
        css_class::set(&*imp.panel_button, "unread", unread > 0);
        let about = imp.panel_about.get_or_init(|| {
            let about = imp.panel_button.tooltip_text();
            about.unwrap_or_default().into()
        });
        let told = (unread > 0).then(|| words::with_unread(about, unread));
        let told = told.as_deref().unwrap_or(about);
        tooltip::set_text(&*imp.panel_button, Some(told));
    }

    /// Tells of a message from the friend.
    pub(super) fn hear_message(&self, text: &str) {
        let friend = self.friend();
        if self.imp().panel.chat().is_open() {
            self.sound(SoundEffect::Message);
            let told = words::friend_says(&friend, text);
            self.announce(Importance::Message, &told);
        } else if self.session().chat().unread() == 1 {
            // One who has folded the chat hears of the first message only.
            self.announce(Importance::Message, &words::chat_arrived(&friend));
        }
        self.follow_chat();
    }

    fn send_message(&self) {
        let Some(remote) = self.session().remote_game_on_board() else {
            return;
        };
        if remote.away().is_some() {
            let why = words::chat_away(remote.session().friend());
            return self.refuse_message(&why);
        }
        remote.order(Order::Chat(self.imp().panel.chat().text().into()));
    }

    /// Tells why a message was not sent. It stays in the entry.
    pub(super) fn refuse_message(&self, why: &str) {
        self.imp().panel.chat().show_hint(why);
        self.announce(Importance::Refusal, why);
    }

    /// Focuses the entry of the chat, wherever the panel is; from the chat, returns to the board.
    pub fn go_to_chat(&self) {
        let imp = self.imp();
        if self.session().remote_game_on_board().is_none() {
            return self.session().remark_refused(words::no_chat());
        }
        if imp.panel.chat().is_being_written() {
            return self.focus_board();
        }
        imp.flap.set_reveal_flap(true);
        imp.panel.chat().set_open(true);
        imp.panel.chat().write();
    }
}
