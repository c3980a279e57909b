//! A friend far away: the questions that the far game asks, and the connection in the title.

use super::Window;
use crate::game::Agreement;
use crate::remote::{Effect, Order, Proposal, Question, Rejection};
use crate::scene::Remark;
use crate::ui::session::remote::RemoteNews;
use crate::ui::toolkit::ask::{Answer, ask_either};
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Reacts to an event of the far game.
    pub(super) fn follow_remote_game(&self, news: &RemoteNews<'_>) {
        match news {
            // Another game is asked about beside the board.
            RemoteNews::Effect(Effect::Proposed(_)) if self.remote_question().is_some() => {}
            RemoteNews::Effect(Effect::Proposed(proposal)) => self.ask_to_play(proposal),
            RemoteNews::Effect(Effect::Begun) => {
                self.close_remote_dialog();
                self.tell_begun();
            }
            RemoteNews::Effect(Effect::Live) => {
                // A new invitation to the same game has been used.
                let dialog = self.imp().dialogs.remote.upgrade();
                if dialog.is_some_and(|dialog| dialog.waits()) {
                    self.close_remote_dialog();
                }
            }
            RemoteNews::Effect(Effect::Declined) => {
                let declined = words::game_declined(&self.friend());
                if self.session().remote_game_on_board().is_some() {
                    self.session().remark_done(&declined);
                }
                self.give_up();
                self.report_failure(&declined);
            }
            RemoteNews::Effect(Effect::Entered(entry, _)) => {
                self.tell_asked(entry.act);
                self.watch_connection();
            }
            RemoteNews::Effect(Effect::Chat(text)) => self.hear_message(text),
            RemoteNews::Effect(Effect::Said(_)) => {
                self.imp().panel.chat().clear_text();
                self.follow_chat();
            }
            RemoteNews::Effect(Effect::TooFast) => self.refuse_message(words::chat_too_fast()),
            RemoteNews::Effect(Effect::Disagree(_) | Effect::Rejected(_, Rejection::Disputed)) => {
                self.ask_to_go_back();
            }
            RemoteNews::Unreached(hosts) => self.report_unreached(hosts),
            RemoteNews::Withdrawn => {
                self.give_up();
                self.end_waiting(words::invitation_withdrawn());
            }
            RemoteNews::Closed(why) => {
                self.watch_connection();
                self.report_closed(*why);
            }
            RemoteNews::Moved(invited) => self.show_new_invitation(invited),
            RemoteNews::Effect(_)
            | RemoteNews::Connected
            | RemoteNews::Unsaved(_)
            | RemoteNews::SavedAgain => {}
        }
        self.refresh_offer();
        self.refresh_moves();
        self.refresh_clock();
        self.refresh_actions();
    }

    pub(super) fn friend(&self) -> String {
        let remote = self.session().remote_game();
        remote.map_or_else(String::new, |remote| remote.session().friend().to_owned())
    }

    /// Asks a question about the far game, and gives an order with the answer.
    fn ask_friend_question(
        &self,
        (heading, body): (String, String),
        (no, yes): (&'static str, &'static str),
        order: impl Fn(bool) -> Option<Order> + 'static,
    ) {
        let window = self.clone();
        let dialog = self.imp().dialogs.remote.upgrade();
        let parent = dialog.map_or_else(|| self.clone().upcast(), Cast::upcast::<gtk::Window>);
        let remote = self.session().remote_game();
        self.start(async move |_| {
            let answer = Answer::suggested((), yes);
            let is_yes = ask_either(&parent, &heading, &body, (no, answer)).await;
            // The game may have been left in the meantime.
            let remote = remote.zip(window.session().remote_game());
            let remote = remote.filter(|(then, now)| Rc::ptr_eq(then, now));
            if let (Some((remote, _)), Some(order)) = (remote, order(is_yes)) {
                remote.order(order);
            }
        });
    }

    fn ask_to_play(&self, proposal: &Proposal) {
        let Some(agreed) = proposal.read() else {
            return;
        };
        let told = words::proposed(&agreed, !proposal.host, proposal.is_drawn());
        let heading = words::ask_play_this(&self.friend());
        self.ask_friend_question(
            (heading, told),
            (words::cancel(), words::play_this()),
            |yes| Some(Order::Answer(yes)),
        );
    }

    /// Tells both players at the beginning what they can and cannot do.
    fn tell_begun(&self) {
        if let Some(own) = self.session().local_side() {
            self.session().remark_done(words::remote_begun(own));
        }
    }

    /// Says whose turn it is if that is the friend, whose pieces stay, and that no moves are tried in an earlier position.
    /// Returns whether it is so.
    pub(super) fn refuses_to_lift(&self) -> bool {
        let sitting = self.sitting();
        let game = &sitting.game;
        let turn = game.position().turn();
        let is_friends = self.session().local_side().is_some_and(|own| own != turn);
        let told = if !game.shows_present() && !self.session().allows_aids() {
            words::no_trying().to_owned()
        } else if is_friends && game.is_ongoing() && game.shows_present() {
            words::not_your_turn(&self.player(turn))
        } else {
            return false;
        };
        self.imp().view.borrow_mut().remark = Some(Remark::Refused(told));
        drop(sitting);
        self.update();
        true
    }

    /// Proposes a rematch to the friend, with the colors swapped unless that is turned off. Returns whether there is one.
    pub(super) fn proposes_remote_rematch(&self, agreed: &Agreement) -> bool {
        let session = self.session();
        let Some(remote) = session.remote_game_to_rematch() else {
            return false;
        };
        let Some(own) = session.local_side() else {
            return false;
        };
        if matches!(self.remote_question(), Some(Question::Rematch(_))) {
            self.answer_question(true);
            return true;
        }
        let swaps = self.settings().swaps_colors() && agreed.handicap.is_none();
        if swaps {
            remote.propose_rematch(&agreed.clone().swapped(), !own);
        } else {
            remote.propose_rematch(agreed, own);
        }
        if remote.session().is_proposing() {
            session.remark_done(&words::rematch_proposed(&self.friend()));
        }
        true
    }
}
