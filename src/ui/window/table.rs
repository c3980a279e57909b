//! The sitting: taken up from the last run, kept after every change, replaced only when nothing is lost.

use super::choose::title;
use super::{Moment, Window};
use crate::game::{Agreement, Colours, Game, Seating, Sitting, player_tag};
use crate::record::Tags;
use crate::ui::dialogs::details::Details;
use crate::ui::dialogs::new_game::NewGame;
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::platform::memory;
use crate::ui::session::keeper::Found;
use crate::ui::toolkit::announce;
use crate::ui::toolkit::ask::{Answer, CANCEL, ask, tell};
use crate::ui::toolkit::toast;
use crate::words::{self, Importance};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::sync::Arc;

impl Window {
    /// Takes the game of the last run up again, or sets up a new one.
    pub(super) fn take_up(&self) {
        let imp = self.imp();
        self.take_up_matches();
        match imp.keeper.load() {
            Found::Sitting(sitting) => {
                self.lay_out(*sitting);
                self.count_what_ended();
                self.refresh_score();
            }
            // Nothing is lost with a game that has no move yet, so the disk can wait for the first one.
            Found::Nothing => self.lay_out(self.fresh(Colours::AsNamed)),
            Found::Damaged(error, aside) => {
                self.lay_out(self.fresh(Colours::AsNamed));
                let body = words::session_damaged(&error, &aside);
                self.tell_when_shown(words::session_damaged_title(), body);
            }
            Found::Unreadable(error) => {
                imp.keeps_nothing.set(true);
                self.lay_out(self.fresh(Colours::AsNamed));
                self.tell_when_shown(
                    words::session_damaged_title(),
                    words::session_unreadable(&error),
                );
            }
            Found::InUse => {
                imp.keeps_nothing.set(true);
                self.lay_out(self.fresh(Colours::AsNamed));
                let body = words::session_in_use().to_owned();
                self.tell_when_shown(words::session_in_use_title(), body);
            }
        }
    }

    fn tell_when_shown(&self, heading: &'static str, body: String) {
        let told = std::cell::Cell::new(Some(body));
        self.connect_map(move |window| {
            if let Some(body) = told.take() {
                tell(window, heading, &body);
            }
        });
    }

    /// A new game between the players of the last one, by the same rules and with the same time.
    pub(super) fn fresh(&self, colours: Colours) -> Sitting {
        self.sit_down(self.settings().agreement().begin(), colours)
    }

    /// A sitting at a game that begins now, with the board turned as it is.
    pub(super) fn sit_down(&self, mut game: Game, colours: Colours) -> Sitting {
        // What the last move turned the board to is no choice of the players.
        let bottom = match self.seating() {
            Seating::SideBySide => game.record().start().turn,
            Seating::Fixed | Seating::AcrossTable => self.sitting().bottom,
        };
        if let Ok(now) = glib::DateTime::now_local() {
            for (name, format) in [(Tags::DATE, "%Y-%m-%d"), (Tags::TIME, "%H:%M:%S")] {
                let text = now.format(format).unwrap_or_default();
                game.tags_mut().set(name, &text);
            }
        }
        let imp = self.imp();
        imp.matches.borrow_mut().begin(game.tags_mut(), colours);
        imp.new_matches.set(true);
        Sitting {
            bottom,
            ..Sitting::new(game)
        }
    }

    /// The game on the board as it is now. Whoever has it may call whatever he likes: no change made meanwhile is seen in
    /// it, and none is in its way.
    pub(super) fn sitting(&self) -> Arc<Sitting> {
        self.imp().sitting.borrow().clone()
    }

    /// Changes the game on the board, and nothing else: what comes of it is for the caller to show. It is copied where
    /// somebody still has it as it was, which is seldom.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Sitting) -> T) -> T {
        change(Arc::make_mut(&mut self.imp().sitting.borrow_mut()))
    }

    /// Puts another game on the board and keeps it.
    pub(super) fn replace(&self, sitting: Sitting) {
        self.lay_out(sitting);
        self.keep();
    }

    /// Puts another game on the board.
    fn lay_out(&self, sitting: Sitting) {
        memory::give_back_soon();
        let imp = self.imp();
        self.forget();
        imp.trail.take();
        imp.comment.forget();
        imp.pause.take();
        imp.low_time.take();
        imp.said.take();
        if sitting.origin.is_none() {
            imp.shelf.take();
        }
        imp.sitting.replace(Arc::new(sitting));
        self.face_mover();
        imp.moment.set(imp.moment.get().next_game());
        self.refresh();
    }

    /// Which game is on the board and what has been done to it, to be compared after a wait.
    pub(super) fn moment(&self) -> Moment {
        self.imp().moment.get()
    }

    /// Notes that the game has changed.
    pub(super) fn touch(&self) {
        let imp = self.imp();
        self.change(|sitting| sitting.unsaved = true);
        imp.moment.set(imp.moment.get().next_edit());
    }

    /// Writes the session. A disk that does not take it is told once, until it takes one again.
    pub(super) fn keep(&self) {
        let imp = self.imp();
        self.cancel_pending();
        if imp.keeps_nothing.get() {
            return;
        }
        let has_new = imp.new_matches.take();
        let written = {
            let matches = imp.matches.borrow();
            let matches = has_new.then_some(&*matches);
            imp.keeper.keep(&self.sitting(), matches)
        };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let written = written.await;
                let imp = window.imp();
                let known = imp.unkept.replace(written.is_err());
                // What was not written now is written the next time.
                let is_new = imp.new_matches.get() || (has_new && written.is_err());
                imp.new_matches.set(is_new);
                if let Err(error) = written
                    && !known
                {
                    window.toast(&words::session_unsafe(&error));
                }
            }
        ));
    }

    /// Puts a finished game into the history folder, and gives its name there. It is safe there, unless a file has an
    /// older state.
    pub(super) fn keep_finished(&self) -> Option<String> {
        let imp = self.imp();
        let kept = {
            let sitting = self.sitting();
            let record = sitting.game.to_record();
            imp.keeper.keep_finished(&record, &title(&sitting))
        };
        match kept {
            Ok(name) => {
                self.change(|sitting| sitting.unsaved &= sitting.file.is_some());
                Some(name)
            }
            Err(error) => {
                self.toast(&words::history_unsafe(&error));
                None
            }
        }
    }

    /// Shows a message for a moment, instead of the one before.
    fn toast(&self, text: &str) {
        self.announce(Importance::Answer, text);
        self.show_toast(adw::Toast::new(text));
    }

    /// Shows a message with a button.
    pub(super) fn show_toast(&self, told: adw::Toast) {
        let imp = self.imp();
        if let Some(earlier) = imp.toast.replace(Some(told.clone())) {
            earlier.dismiss();
        }
        imp.toasts.add_toast(told);
        toast::finish(&*imp.toasts);
    }

    /// A player has written another name.
    pub(super) fn rename(&self, card: &PlayerCard) {
        let Some(side) = card.side() else { return };
        let name = card.name();
        let tag = player_tag(side);
        if self
            .sitting()
            .game
            .record()
            .tags
            .get(tag)
            .unwrap_or_default()
            == name
        {
            return;
        }
        self.change(|sitting| sitting.game.tags_mut().set(tag, &name));
        self.touch();
        self.rename_in_match(side, &name);
        let mut agreed = self.settings().agreement();
        agreed.names[side] = name;
        self.settings().set_agreement(agreed);
        self.keep();
        self.refresh();
    }

    /// Takes over a name that is being written.
    pub(super) fn finish_names(&self) {
        self.imp().top_card.finish_name();
        self.imp().bottom_card.finish_name();
    }

    /// Asks who plays and by which rules, in the dialog that is there already if there is one.
    pub(in crate::ui) fn new_game(&self) {
        self.finish_names();
        let dialog = self.imp().new_game.upgrade().unwrap_or_else(|| {
            let dialog = NewGame::new(self, &self.settings().agreement());
            dialog.connect_started(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |dialog| window.start(dialog.agreement())
            ));
            self.imp().new_game.set(Some(&dialog));
            dialog
        });
        announce::present(&dialog);
    }

    /// Sets up the game that was asked for. Nothing of the choice is kept unless it comes to that.
    fn start(&self, agreed: Agreement) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if window.may_be_replaced().await {
                    window.settings().set_agreement(agreed);
                    window.replace(window.fresh(Colours::AsNamed));
                }
            }
        ));
    }

    /// Tells everything about the game on the board.
    pub(in crate::ui) fn show_details(&self) {
        self.finish_names();
        let details = self.imp().details.upgrade().unwrap_or_else(|| {
            let details = Details::new(self);
            self.imp().details.set(Some(&details));
            details
        });
        details.show(&self.sitting());
        announce::present(&details);
    }

    /// Whether the game on the board may go: nothing of it is unsaved, or the players give it up.
    pub(super) async fn may_be_replaced(&self) -> bool {
        self.finish_names();
        let (unsaved, file) = {
            let sitting = self.sitting();
            let record = sitting.game.record();
            let has_moves = record.move_count() > 0 || sitting.game.first_of_two().is_some();
            let holds_something = has_moves || !record.comment.is_empty();
            (sitting.unsaved && holds_something, sitting.file.clone())
        };
        if !unsaved {
            return true;
        }
        let before = self.moment();
        let answers = [
            Answer::new(CANCEL, words::cancel()),
            Answer::destructive("discard", words::discard()),
            Answer::suggested("save", words::save()),
        ];
        let body = words::ask_save_body(file.and_then(|uri| gio::File::for_uri(&uri).basename()));
        match ask(self, words::ask_save(), &body, &answers).await.as_str() {
            "discard" => self.moment() == before,
            "save" => self.moment().is_same_game(before) && self.save_somewhere().await,
            _ => false,
        }
    }

    /// Closes a window whose game is not safe on the disk, once the players have decided about it.
    pub(super) fn close_after_asking(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if window.may_be_replaced().await {
                    window.destroy();
                }
            }
        ));
    }
}
