//! A game with a friend far away: what it asks, the connection, in the header and aloud when it changes, and the chat,
//! which is in the side panel only while such a game is on the board. Questions do not stop the board, whether the
//! friend asks them or an offer of the game does.

use super::Window;
use crate::game::{Act, Colors, Command, Event, Game, GameTerms, Offer, SoundEffect};
use crate::remote::{Access, HostTerms, Invited};
use crate::remote::{
    CloseReason, Effect, FriendsLine, GameId, InvitationAnswer, InvitationError, Letter, LogEntry,
};
use crate::remote::{Order, Presence, Proposal, Question, Rejection, Role};
use crate::rules::Side;
use crate::scene::Remark;
use crate::ui::dialogs::remote::RemoteDialog;
use crate::ui::session::Timer;
use crate::ui::session::remote::{Reach, RemoteGame, RemoteNews};
use crate::ui::toolkit::ask::{Answer, ask, ask_unprompted, tell};
use crate::ui::toolkit::prelude::*;
use crate::words::Surroundings;

impl Window {
    /// Reacts to an event of a far game: the one on the board, or one that may come of an invitation or a call.
    pub(super) fn follow_remote_game(&self, remote: &Rc<RemoteGame>, news: &RemoteNews<'_>) {
        let is_call = self.session().is_call(remote);
        match news {
            // Another game is asked about beside the board.
            RemoteNews::Effect(Effect::Proposed(_)) if !is_call => {}
            RemoteNews::Effect(Effect::Proposed(proposal)) => self.ask_to_play(remote, proposal),
            RemoteNews::Effect(Effect::Begun) => {
                // An invitation to somebody else stands.
                if self.session().call().is_none() {
                    self.close_remote_dialog();
                }
                self.tell_begun();
            }
            RemoteNews::Effect(Effect::Live) => {
                // A new invitation to the same game has been used.
                let dialog = self.imp().dialogs.remote.upgrade();
                if dialog.is_some_and(|dialog| dialog.waits()) && self.session().call().is_none() {
                    self.close_remote_dialog();
                }
            }
            RemoteNews::Effect(Effect::Declined) => {
                let declined = words::game_declined(remote.session().friend());
                if is_call {
                    self.end_waiting(&declined);
                } else {
                    self.session().remark_done(&declined);
                }
            }
            RemoteNews::Effect(Effect::Entered(entry, events)) => {
                self.tell_asked(entry.act);
                self.tell_taken_back(*entry, events);
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
            RemoteNews::Unreached(hosts) if remote.meets_by_answer() => {
                if let Some(dialog) = self.imp().dialogs.remote.upgrade() {
                    dialog.tell_tried(hosts);
                }
            }
            RemoteNews::Unreached(hosts) if is_call => self.report_unreached(hosts),
            RemoteNews::Connected if is_call => {
                if let Some(dialog) = self.imp().dialogs.remote.upgrade() {
                    dialog.hide_answer();
                }
            }
            RemoteNews::CodeWithdrawn => self.tell_code_withdrawn(),
            RemoteNews::Closed(why) if is_call => self.report_closed(*why),
            // In a game the title says enough.
            RemoteNews::Closed(_) => self.watch_connection(),
            RemoteNews::Moved(invited) if is_call => {
                self.show_new_invitation((*invited).clone(), None);
            }
            // The page shows an invitation to somebody else, and the title what is the matter.
            RemoteNews::Moved(_) if self.session().call().is_some() => self.watch_connection(),
            RemoteNews::Moved(invited) => {
                self.show_new_invitation((*invited).clone(), Some(self.friend()));
            }
            RemoteNews::Effect(_)
            | RemoteNews::Unreached(_)
            | RemoteNews::Connected
            | RemoteNews::Resumes(_)
            | RemoteNews::Unsaved(_)
            | RemoteNews::SavedAgain => {}
        }
        self.refresh_offer();
        self.refresh_status();
        self.refresh_title();
        self.refresh_clock();
        self.refresh_actions();
    }

    pub(super) fn friend(&self) -> String {
        let remote = self.session().remote_game_on_board();
        remote.map_or_else(String::new, |remote| remote.session().friend().to_owned())
    }

    /// Asks whether to play the game that a host proposes.
    fn ask_to_play(&self, remote: &Rc<RemoteGame>, proposal: &Proposal) {
        let Some(terms) = proposal.read() else {
            return;
        };
        let body = words::proposed(&terms, !proposal.host, proposal.drawn);
        let heading = words::ask_play_this(remote.session().friend());
        let (window, remote) = (self.clone(), remote.clone());
        let dialog = self.imp().dialogs.remote.upgrade();
        let parent = dialog.map_or_else(|| self.clone().upcast(), Cast::upcast::<gtk::Window>);
        self.start(async move |flows| {
            let answers = (
                words::cancel(),
                Some(Answer::suggested((), words::play_this())),
            );
            let is_yes = ask_unprompted(&parent, &heading, &body, answers).await;
            // A friend who was away may have come back to the game on the board.
            let board = window.session().unfinished_remote_game();
            let is_here = board.is_some_and(|board| board.away().is_none());
            let is_yes = is_yes && (!is_here || flows.may_be_replaced().await);
            // The call may have ended in the meantime.
            if !window.session().is_call(&remote) {
                return;
            }
            remote.order(Order::Answer(is_yes));
            if !is_yes {
                window.session().end_call();
                if let Some(dialog) = window.imp().dialogs.remote.upgrade() {
                    dialog.start_again();
                }
            }
        });
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
        let state = self.state();
        let game = &state.game;
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
        drop(state);
        self.update();
        true
    }

    /// Proposes a rematch to the friend, with the colors swapped unless that is turned off. Returns whether there is one.
    pub(super) fn proposes_remote_rematch(&self, terms: &GameTerms) -> bool {
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
        let swaps = self.settings().swaps_colors() && terms.handicap.is_none();
        if swaps {
            remote.propose_rematch(&terms.clone().swapped(), !own);
        } else {
            remote.propose_rematch(terms, own);
        }
        if remote.session().is_proposing() {
            session.remark_done(&words::rematch_proposed(&self.friend()));
        }
        true
    }
}

/// Time between two looks at the connection while the friend is away.
const SECOND: Duration = Duration::from_secs(1);
/// Time after which a program that has not acknowledged its turn is waited for.
const ACKNOWLEDGMENT: Duration = Duration::from_millis(3_100);
/// Connection to the friend, as the window watches it.
#[derive(Debug, Default)]
pub(super) struct Connection {
    /// Next look at the connection.
    watch: Timer,
    announced: Cell<Option<Presence>>,
    /// Whether the player does not want to go back to where both programs agree.
    stays: Cell<bool>,
}

impl Connection {
    /// Notes its state. Returns whether it was announced as another one before.
    fn has_changed(&self, now: Option<Presence>) -> bool {
        let now = now.map(Presence::kind);
        let before = self.announced.replace(now);
        now.is_some() && before.is_some_and(|before| Some(before) != now)
    }
}

impl Window {
    /// The connection of the far game on the board, from long to short; announced when it changes.
    pub(super) fn follow_presence(&self) -> Option<[String; 2]> {
        let presence = self.presence();
        let has_changed = self.imp().connection.has_changed(presence);
        let presence = presence?;
        let friend = self.friend();
        let state = self.state();
        let about = Surroundings {
            friend: &friend,
            is_ongoing: state.game.outcome().is_none(),
            has_clock: state.game.clock().is_some(),
        };
        if has_changed {
            let told = words::presence_changed(presence, about);
            self.announce(Importance::Question, &told.unwrap_or_default());
        }
        Some(words::presence(presence, about))
    }

    /// State of the connection of the far game on the board.
    fn presence(&self) -> Option<Presence> {
        Some(self.session().remote_game_on_board()?.presence())
    }

    /// Shows each second for how long the friend has been away, and in time that a program does not answer.
    pub(super) fn watch_connection(&self) {
        let Some(presence) = self.presence() else {
            return;
        };
        let delay = match presence {
            Presence::Here if self.state().game.is_clock_running() => ACKNOWLEDGMENT,
            Presence::Here | Presence::Left => return self.imp().connection.watch.cancel(),
            _ => SECOND,
        };
        let look = weak!(self, |window| {
            window.refresh_title();
            if window.presence() != Some(Presence::Here) {
                window.watch_connection();
            }
        });
        self.imp().connection.watch.start(delay, look);
    }
}

/// A question, and the side that asks it.
pub(super) struct Asked {
    pub by: Side,
    pub question: String,
}

impl Window {
    /// The question that the player here has not answered yet.
    pub(super) fn asked(&self, game: &Game) -> Option<Asked> {
        let friend = self.own_side().map(Side::opponent);
        if let Some((question, by)) = self.remote_question().zip(friend) {
            let friend = self.friend();
            let question = match question {
                Question::GoBack(_) => self.go_back_question(&friend)?,
                Question::Rematch(own) => words::ask_rematch(&friend, own),
            };
            return Some(Asked { by, question });
        }
        let is_asked_here =
            |offer: &Offer| !game.is_paused() && friend.is_none_or(|friend| friend == offer.by);
        let offer = game.offer().filter(is_asked_here)?;
        Some(Asked {
            by: offer.by,
            question: self.offer_question(game, offer),
        })
    }

    /// Question of a friend far away, unless it is an offer of the game.
    pub(super) fn remote_question(&self) -> Option<Question> {
        let remote = self.session().remote_game_on_board()?;
        let question = remote.session().question()?;
        let is_put_off =
            matches!(question, Question::GoBack(_)) && self.imp().connection.stays.get();
        (!is_put_off).then_some(question)
    }

    fn go_back_question(&self, friend: &str) -> Option<String> {
        let remote = self.session().remote_game_on_board()?;
        let session = remote.session();
        let notation = self.settings().move_style().main();
        Some(words::ask_go_back(friend, session.common_game()?, notation))
    }

    /// Shows the position to which both may go back, and asks.
    pub(super) fn ask_to_go_back(&self) {
        self.imp().connection.stays.set(false);
        self.session().show_common_position();
    }

    /// Answers the question that is shown.
    pub(super) fn answer_question(&self, yes: bool) {
        let remote = self.session().remote_game_on_board();
        match (self.remote_question(), remote) {
            (Some(Question::GoBack(_)), Some(remote)) if yes => {
                remote.order(Order::GoBack);
                if remote.presence() == Presence::Disputed {
                    let told = words::go_back_agreed(&self.friend());
                    self.session().remark_done(&told);
                }
            }
            (Some(Question::GoBack(_)), _) => {
                self.imp().connection.stays.set(true);
                self.show_present();
                self.session().remark_done(words::go_back_put_off());
            }
            (Some(Question::Rematch(_)), Some(remote)) => {
                remote.order(Order::Answer(yes));
                self.update();
            }
            _ => self.dispatch(Command::Answer(yes)),
        }
    }

    /// Says which move the friend has taken back.
    fn tell_taken_back(&self, entry: LogEntry, events: &[Event]) {
        let Some(by) = entry.takes_back_for(events) else {
            return;
        };
        let how = self.settings().move_style().main();
        let told = words::friend_took_back(&self.state().game, by, events, how);
        if let Some(told) = told.filter(|_| self.own_side() != Some(by)) {
            self.session().remark_done(&told);
        }
    }

    /// Says what became of something that one player has asked the other.
    pub(super) fn tell_asked(&self, act: Act) {
        let Some(remote) = self.session().remote_game_on_board() else {
            return;
        };
        let session = remote.session();
        let open = session.game().and_then(Game::offer);
        // Some are granted at once.
        let is_open = open
            .is_some_and(|offer| act == Act::Ask(offer.ask) && session.side() == Some(offer.by));
        let told = open.and_then(|offer| words::asked_friend(offer.ask, session.friend()));
        drop(session);
        if let Some(told) = told.filter(|_| is_open) {
            self.session().remark_done(&told);
        }
    }
}

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
        set_css_class(&*imp.panel_button, "unread", unread > 0);
        let about = imp.panel_about.get_or_init(|| {
            let about = imp.panel_button.tooltip_text();
            about.unwrap_or_default().into()
        });
        let told = (unread > 0).then(|| words::with_unread(about, unread));
        let told = told.as_deref().unwrap_or(about);
        set_tooltip(&*imp.panel_button, Some(told));
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

impl Window {
    /// Shows the dialog that invites or joins a friend. While a friend is away it asks first which game is meant.
    pub fn play_with_friend(&self) {
        self.finish_names();
        let remote = self.session().unfinished_remote_game();
        let Some(remote) = remote.filter(|remote| remote.away().is_some()) else {
            return self.show_remote_dialog();
        };
        let window = self.clone();
        let friend = remote.session().friend().to_owned();
        self.start(async move |_| {
            let (heading, body) = (words::which_game(&friend), words::which_game_body(&friend));
            let answers = [
                Answer::new(false, words::another_game()),
                Answer::suggested(true, words::continue_that_game()),
            ];
            match ask(&window, &heading, &body, &answers).await {
                Some(true) => window.call_friend_again(),
                Some(false) => window.show_remote_dialog(),
                None => {}
            }
        });
    }

    /// Invites the friend of the game on the board again or, as the guest, waits for such an invitation.
    fn call_friend_again(&self) {
        // They may have come back in the meantime.
        let remote = self.session().unfinished_remote_game();
        if remote.is_none_or(|remote| remote.away().is_none()) {
            return;
        }
        let access = Access::from(&self.settings().remote());
        match self.session().invite_again(access) {
            Some(Ok(invited)) => self.show_new_invitation(invited, Some(self.friend())),
            Some(Err(error)) => tell(self, words::no_connection(), error.message()),
            None => self.accept_invitation(""),
        }
    }

    fn show_remote_dialog(&self) {
        announce::present(&self.remote_dialog());
    }

    /// The dialog for a game with a friend far away, which may not be shown yet.
    fn remote_dialog(&self) -> RemoteDialog {
        open_once(&self.imp().dialogs.remote, || {
            let settings = self.settings();
            let (terms, known) = (settings.game_terms(), settings.remote());
            let dialog = RemoteDialog::new(self, &terms, &known, Reach::default());
            dialog.connect_invited(weak!(self, |window, dialog| window.invite(dialog)));
            dialog.connect_joined(weak!(self, |window, dialog| window.join(dialog)));
            dialog.connect_answered(weak!(self, |window, dialog| window.read_answer(dialog)));
            dialog.connect_given_up(weak!(self, |window, _| window.give_up()));
            dialog.connect_letter(weak!(self, |window, dialog| window.write_instead(dialog)));
            dialog.connect_continued(weak!(self, |window, dialog| window.continue_match(dialog)));
            let (session, shown) = (self.session().clone(), dialog.downgrade());
            glib::spawn_future_local(async move {
                let matches = session.unfinished_matches().await;
                if let Some(dialog) = shown.upgrade() {
                    dialog.offer_matches(matches);
                }
            });
            dialog
        })
    }

    /// Continues the game with a friend that was chosen in the dialog.
    fn continue_match(&self, dialog: &RemoteDialog) {
        let Some(chosen) = dialog.chosen_match() else {
            return;
        };
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                return;
            }
            match window.session().continue_match(chosen.id) {
                Ok(()) => window.close_remote_dialog(),
                Err(why) => tell(&dialog, words::no_connection(), words::restore_error(why)),
            }
        });
    }

    /// Shows the dialog with an invitation that came from outside.
    pub(super) fn accept_invitation(&self, line: &str) {
        if let Ok(FriendsLine::Answer(answer)) = line.parse() {
            return self.take_answer(&answer);
        }
        self.finish_names();
        let dialog = self.remote_dialog();
        dialog.show_invitation(line);
        announce::present(&dialog);
    }

    /// Reads the answer to an invitation that was entered in the dialog.
    fn read_answer(&self, dialog: &RemoteDialog) {
        match dialog.answer() {
            Ok(FriendsLine::Answer(answer)) => self.take_answer(&answer),
            Ok(FriendsLine::Invitation(_)) | Err(InvitationError::Missing) => {
                tell(dialog, words::no_connection(), words::no_answer_line());
            }
            Err(why) => tell(dialog, words::no_connection(), words::invitation_error(why)),
        }
    }

    /// Dials the friend who has answered an invitation, or says that it is another one.
    fn take_answer(&self, answer: &InvitationAnswer) {
        let dialog = self.imp().dialogs.remote.upgrade();
        if self.session().take_answer(answer) {
            if let Some(dialog) = dialog {
                dialog.call_back();
                announce::present(&dialog);
            }
            return;
        }
        let parent = dialog.map_or_else(|| self.clone().upcast(), Cast::upcast::<gtk::Window>);
        let why = words::invitation_error(InvitationError::ForeignAnswer);
        tell(&parent, words::no_connection(), why);
    }

    /// Shows a new invitation to the game on the board.
    pub(super) fn show_new_invitation(&self, invited: Invited, continues: Option<String>) {
        let (window, dialog) = (self.clone(), self.remote_dialog());
        self.start(async move |_| {
            let continues = continues.as_deref();
            window.wait_with(&dialog, invited, continues).await;
        });
    }

    /// Waits for a friend, once the router was asked if that is wanted. `continues` names the friend of a game that is to be
    /// continued.
    async fn wait_with(
        &self,
        dialog: &RemoteDialog,
        mut invited: Invited,
        continues: Option<&str>,
    ) {
        let remote = self.session().inviting_game();
        let asking = remote.filter(|remote| invited.router.is_none() && remote.asks_router());
        if let Some(remote) = asking {
            dialog.ask_router();
            announce::present(dialog);
            invited = remote.ask_router(invited).await;
            if !dialog.asks_router() {
                return;
            }
        }
        dialog.wait_with(&invited, continues);
        announce::present(dialog);
    }

    /// Waits for a friend, and remembers the choices for the next invitation.
    fn invite(&self, dialog: &RemoteDialog) {
        let Ok(terms) = dialog.host_terms() else {
            return;
        };
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                return;
            }
            window.remember_invitation(&dialog, &terms);
            let access = Access::from(&dialog.choice());
            match window.session().invite(&dialog.name(), terms, access) {
                Ok(invited) => window.wait_with(&dialog, invited, None).await,
                Err(error) if error.matches(gio::IOErrorEnum::AddressInUse) => {
                    let why = words::port_taken(access.port);
                    tell(&dialog, words::no_connection(), &why);
                }
                Err(error) => tell(&dialog, words::no_connection(), error.message()),
            }
        });
    }

    fn remember_invitation(&self, dialog: &RemoteDialog, terms: &HostTerms) {
        let (choice, terms) = (dialog.choice(), terms.game.clone());
        self.settings().remember(|known| {
            known.remote = choice;
            known.terms = GameTerms {
                names: known.terms.names.clone(),
                take_backs: known.terms.take_backs,
                seating: known.terms.seating,
                ..terms
            };
        });
    }

    fn join(&self, dialog: &RemoteDialog) {
        let Some(target) = dialog.target() else {
            return;
        };
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |flows| {
            // A game whose friend is away may be the one that the invitation is for, and is kept if it is not.
            let remote = window.session().unfinished_remote_game();
            let is_away = remote.is_some_and(|remote| remote.away().is_some());
            if is_away || flows.may_be_replaced().await {
                let choice = dialog.choice();
                window.settings().remember(|known| known.remote = choice);
                window.session().join(&dialog.name(), target);
                let call = window.session().call();
                dialog.call(call.and_then(|call| call.answer()).as_ref());
            }
        });
    }

    /// Withdraws the invitation, or hangs up. A game on the board goes on.
    pub(super) fn give_up(&self) {
        let session = self.session();
        match (session.call(), session.remote_game_on_board()) {
            (None, Some(remote)) => remote.cancel_invitation(),
            _ => session.end_call(),
        }
    }

    /// Begins the game by letter instead, which has no clock.
    fn write_instead(&self, dialog: &RemoteDialog) {
        let own = dialog.choice().side.unwrap_or(Side::Red);
        let terms = GameTerms {
            time: None,
            ..dialog.game_terms()
        };
        self.give_up();
        self.close_remote_dialog();
        self.begin_by_letter(terms.begin(), own);
    }

    /// Begins a game by letter if the present one may be replaced.
    pub(super) fn begin_by_letter(&self, game: Game, own: Side) {
        if let Err(why) = Letter::first(GameId(0), &game, "") {
            return tell(self, words::no_letter(), words::unsuitable(why));
        }
        let window = self.clone();
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                return;
            }
            let writes_first = game.position().turn() == own;
            window.session().begin(game, Colors::AsNamed);
            if writes_first {
                window.session().remark_done(words::begin_letter());
            } else {
                flows.write_letter();
            }
        });
    }

    /// Tells why nothing came of an invitation or a call.
    pub(super) fn end_waiting(&self, why: &str) {
        if let Some(dialog) = self.stop_waiting(why) {
            let why = why.to_owned();
            glib::spawn_future_local(async move {
                let answers = (words::close(), None);
                ask_unprompted(&dialog, words::no_connection(), &why, answers).await
            });
        }
    }

    /// Tells that the code of an invitation is no longer valid; its line is.
    pub(super) fn tell_code_withdrawn(&self) {
        let dialog = self.imp().dialogs.remote.upgrade();
        if let Some(dialog) = dialog.filter(RemoteDialog::waits) {
            dialog.withdraw_code();
            tell(
                &dialog,
                words::code_withdrawn(),
                words::code_withdrawn_body(),
            );
        }
    }

    /// Tells that no address has answered, where a letter may help.
    pub(super) fn report_unreached(&self, hosts: &[String]) {
        let why = words::unreached(hosts);
        let Some(dialog) = self.stop_waiting(&why) else {
            return;
        };
        let window = self.clone();
        self.start(async move |_| {
            let letter = Answer::new((), words::letter_instead());
            let answers = (words::close(), Some(letter));
            if ask_unprompted(&dialog, words::no_connection(), &why, answers).await {
                window.write_instead(&dialog);
            }
        });
    }

    /// Reports why the connection of a call was closed. A wrong code is asked for again, and an invitation stands, whoever
    /// has gone.
    pub(super) fn report_closed(&self, why: CloseReason) {
        let dialog = self.imp().dialogs.remote.upgrade();
        let is_host = |remote: Rc<RemoteGame>| remote.session().role() == Role::Host;
        if self.session().call().is_some_and(is_host) {
            return;
        }
        if why == CloseReason::WrongCode && dialog.is_some_and(|dialog| dialog.refuse_code()) {
            return self.give_up();
        }
        self.end_waiting(words::connection_closed(why));
    }

    /// Ends an invitation or a call for a reason. Returns the dialog in which it has to be told.
    fn stop_waiting(&self, why: &str) -> Option<RemoteDialog> {
        let dialog = self
            .imp()
            .dialogs
            .remote
            .upgrade()
            .filter(RemoteDialog::waits);
        if let Some(dialog) = &dialog {
            self.give_up();
            dialog.start_again();
        } else {
            self.session().end_call();
            self.session().remark_refused(why);
        }
        dialog
    }

    pub(super) fn close_remote_dialog(&self) {
        // Whoever writes to the friend meanwhile goes on writing.
        if let Some(dialog) = self.imp().dialogs.remote.upgrade() {
            dialog.close();
            self.imp().board.grab_focus();
        }
    }
}
