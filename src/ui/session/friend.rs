//! A game with a friend far away as the game on the board.

use super::remote::UnfinishedMatch;
use super::remote::{self, Reach, RemoteGame, RemoteNews};
use super::{News, Session};
use crate::game::{Act, Command, Event, Now, Pause, Refusal};
use crate::record::Tags;
use crate::remote::{Access, BoardCommand, Chat, Effect, HostTerms, InvitationAnswer, Invited};
use crate::remote::{
    JoinTarget, KeyId, MatchTag, Presence, RestoreError, Role, common_node, noted,
};
use crate::rules::Side;
use crate::ui::platform::on_worker;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use std::cell::Ref;

impl Session {
    /// The game with a friend far away on the board.
    pub fn remote_game_on_board(&self) -> Option<Rc<RemoteGame>> {
        self.remote_game.borrow().clone()
    }

    /// The invitation or the call from which another game with a friend far away may come.
    pub fn call(&self) -> Option<Rc<RemoteGame>> {
        self.call.borrow().clone()
    }

    /// Whether a far game is the invitation or the call.
    pub fn is_call(&self, remote: &Rc<RemoteGame>) -> bool {
        self.call().is_some_and(|call| Rc::ptr_eq(&call, remote))
    }

    /// The game to which a friend is invited, or may come back.
    pub fn inviting_game(&self) -> Option<Rc<RemoteGame>> {
        self.call().or_else(|| self.remote_game_on_board())
    }

    /// The far game on the board, if it can be continued: it is neither over nor left by the friend.
    pub fn unfinished_remote_game(&self) -> Option<Rc<RemoteGame>> {
        let remote = self.remote_game_on_board()?;
        let is_over = self.state().game.outcome().is_some();
        (!is_over && remote.presence() != Presence::Left).then_some(remote)
    }

    /// Whether learning aids and moves that are only tried may help the player of this screen.
    pub fn allows_aids(&self) -> bool {
        let remote = self.remote_game_on_board();
        remote.is_none_or(|remote| remote.session().allows_aids())
    }

    /// The chat with the friend.
    pub fn chat(&self) -> Ref<'_, Chat> {
        self.chat.borrow()
    }

    /// Marks what the friend has written as seen.
    pub fn see_chat(&self) {
        self.chat.borrow_mut().see();
    }

    /// The side of this screen’s player in a far game, or in one against the computer.
    pub fn local_side(&self) -> Option<Side> {
        match self.remote_game_on_board() {
            Some(remote) => remote.session().side(),
            None => self.state().game.computer().map(|known| !known.side),
        }
    }

    /// Time of the game on the board. In a far game it stands while the friend is away.
    pub fn now(&self) -> Now {
        let now = time::now();
        let remote = self.remote_game_on_board();
        let told = remote.and_then(|remote| remote.session().game_time(now.monotonic));
        told.unwrap_or(now)
    }

    /// Whether the friend far away is not connected, so that the clocks stand.
    pub(super) fn is_friend_away(&self) -> bool {
        self.remote_game_on_board()
            .is_some_and(|remote| !remote.session().is_live())
    }

    /// Invites a friend to another game, and returns what they have to be told. The game on the board stays until that
    /// one begins.
    pub fn invite(
        self: &Rc<Self>,
        name: &str,
        terms: HostTerms,
        access: Access,
    ) -> Result<Invited, glib::Error> {
        self.end_call();
        let folder = self.store.remote_games();
        let (remote, invited) = RemoteGame::invite(name, terms, access, Reach::default(), folder)?;
        self.observe_remote_game(&remote);
        self.call.replace(Some(remote));
        Ok(invited)
    }

    /// Returns a new invitation to the game on the board, for a friend who can no longer reach this program; `None` if it
    /// is no far game of a host.
    pub fn invite_again(&self, access: Access) -> Option<Result<Invited, glib::Error>> {
        let remote = self.unfinished_remote_game()?;
        let is_host = remote.session().role() == Role::Host;
        is_host.then(|| remote.invite_again(access))
    }

    /// Joins a friend who has invited: to another game, or to one that both have. The game on the board stays until then.
    pub fn join(self: &Rc<Self>, name: &str, target: JoinTarget) {
        self.end_call();
        let folder = self.store.remote_games();
        let remote = RemoteGame::join(name, target, Reach::default(), folder);
        self.observe_remote_game(&remote);
        self.call.replace(Some(remote));
    }

    /// Dials a friend who has answered an invitation of this program. Returns whether that is open.
    pub fn take_answer(&self, answer: &InvitationAnswer) -> bool {
        let open = self.call().into_iter().chain(self.remote_game_on_board());
        open.into_iter().any(|remote| remote.take_answer(answer))
    }

    /// Withdraws the invitation, or hangs up. The game on the board stays.
    pub fn end_call(&self) {
        if let Some(remote) = self.call.take() {
            remote.observe(|_| {});
            remote.leave();
        }
    }

    /// Leaves the far game on the board, if there is one. If it is not over it can be continued, and is in the history.
    pub fn leave_remote_game(self: &Rc<Self>) {
        let has_moves = self.state().game.record().move_count() > 0;
        if has_moves && self.unfinished_remote_game().is_some() {
            self.save_finished();
        }
        if let Some(remote) = self.remote_game.take() {
            remote.observe(|_| {});
            remote.leave();
        }
    }

    /// Far games that are not over and not on the board, the latest first.
    pub async fn unfinished_matches(&self) -> Vec<UnfinishedMatch> {
        let folder = self.store.remote_games();
        let known = on_worker(move || remote::unfinished(&folder)).await;
        let shown = self.remote_game_on_board();
        let shown = shown.and_then(|remote| Some(remote.session().key()?.id()));
        let others = known.into_iter().filter(|one| Some(one.id) != shown);
        others.collect()
    }

    /// Puts a far game that is not over on the board again, and looks for the friend.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be continued.
    pub fn continue_match(self: &Rc<Self>, id: KeyId) -> Result<(), RestoreError> {
        let remote = RemoteGame::restore(self.store.remote_games(), id, Reach::default())?;
        self.begin_remote(&remote);
        remote.reconnect();
        Ok(())
    }

    fn observe_remote_game(self: &Rc<Self>, remote: &Rc<RemoteGame>) {
        let (session, game) = (Rc::downgrade(self), Rc::downgrade(remote));
        remote.observe(move |news| {
            if let (Some(session), Some(game)) = (session.upgrade(), game.upgrade()) {
                session.on_remote_news(&game, news);
            }
        });
    }

    fn set_remote_game(self: &Rc<Self>, remote: Rc<RemoteGame>) {
        self.observe_remote_game(&remote);
        self.remote_game.replace(Some(remote));
        self.chat.take();
    }

    /// Takes up the far game of a session that was restored, and dials or listens again. A finished game needs no
    /// connection.
    pub(super) fn resume_remote_game(self: &Rc<Self>) {
        let (is_over, is_of_file) = {
            let state = self.state();
            (state.game.outcome().is_some(), state.file.is_some())
        };
        let (remote, is_on_board) = match self.restored_remote_game() {
            Some(Ok(restored)) => restored,
            Some(Err(why)) if !is_over => {
                let session = Rc::downgrade(self);
                // Once the window is there to show it.
                glib::idle_add_local_once(move || {
                    if let Some(session) = session.upgrade() {
                        session.remark_refused(words::restore_error(why));
                    }
                });
                return;
            }
            _ => return,
        };
        // A rematch that was proposed may have begun on the friend's side.
        let is_proposing = remote.session().is_proposing();
        if is_on_board && (!is_over || is_proposing) {
            self.set_remote_game(remote.clone());
            self.show_remote_game();
        } else if !is_on_board && is_over && !is_of_file {
            // A rematch had begun, and was not on the board yet when the program ended.
            self.begin_remote(&remote);
        } else {
            return;
        }
        remote.reconnect();
    }

    /// The match of the game on the board, restored from its file, and whether that game is its last one; `None` if it is
    /// no far game.
    fn restored_remote_game(&self) -> Option<Result<(Rc<RemoteGame>, bool), RestoreError>> {
        let state = self.state();
        let tag = state.game.record().tags.get(Tags::REMOTE)?;
        // The first version of the protocol knew no key of a match.
        let Some(tag) = MatchTag::read(tag) else {
            return Some(Err(RestoreError::OtherVersion));
        };
        let folder = self.store.remote_games();
        let restored = RemoteGame::restore(folder, tag.key, Reach::default());
        Some(restored.map(|remote| {
            let is_on_board = MatchTag::of(&remote.session()) == Some(tag);
            (remote, is_on_board)
        }))
    }

    /// The far game of which a rematch may be proposed: the one on the board, also if it is over and the program was
    /// restarted since.
    pub fn remote_game_to_rematch(self: &Rc<Self>) -> Option<Rc<RemoteGame>> {
        if let Some(remote) = self.remote_game_on_board() {
            return Some(remote);
        }
        self.state().game.outcome()?;
        let (remote, is_on_board) = self.restored_remote_game()?.ok()?;
        if !is_on_board {
            return None;
        }
        self.set_remote_game(remote.clone());
        Some(remote)
    }

    fn on_remote_news(self: &Rc<Self>, remote: &Rc<RemoteGame>, news: &RemoteNews<'_>) {
        match news {
            RemoteNews::Effect(Effect::Begun) => self.begin_remote(remote),
            RemoteNews::Resumes(id) => {
                // Its file has to have all that it knows.
                let board = self.remote_game_on_board();
                let is_same = |board: &Rc<RemoteGame>| {
                    board.session().key().is_some_and(|key| key.id() == *id)
                };
                if let Some(board) = board.filter(|board| is_same(board)) {
                    board.write();
                }
            }
            RemoteNews::Effect(Effect::Entered(_, events)) => self.show_entry(events),
            RemoteNews::Effect(Effect::WentBack(_)) => {
                self.show_remote_game();
                self.lay_out();
                self.save_session();
            }
            RemoteNews::Effect(Effect::Chat(text)) => self.chat.borrow_mut().add(false, text),
            RemoteNews::Effect(Effect::Said(text)) => self.chat.borrow_mut().add(true, text),
            RemoteNews::Unsaved(error) => self.remark_refused(&words::remote_unsaved(error)),
            RemoteNews::SavedAgain => self.remark_done(words::remote_saved_again()),
            // A flag is claimed by the program, not by the player.
            RemoteNews::Effect(Effect::Rejected(act, why)) if *act != Act::Flag => {
                self.remark_refused(words::rejection(*why));
            }
            _ => {}
        }
        self.watch_clock();
        self.emit(&News::Far(remote, news));
    }

    /// Puts a far game on the board, with the own side at the bottom, in place of the one that was there.
    fn begin_remote(self: &Rc<Self>, remote: &Rc<RemoteGame>) {
        let session = remote.session();
        let (Some(log), Some(own), Some(tag)) =
            (session.log(), session.side(), MatchTag::of(&session))
        else {
            return;
        };
        let (game, proposal) = (log.game().clone(), log.proposal());
        let (series, host) = (proposal.series.to_string(), proposal.host);
        drop(session);
        if self.is_call(remote) {
            self.call.take();
        }
        let before = self.remote_game_on_board();
        if before
            .as_ref()
            .is_none_or(|before| !Rc::ptr_eq(before, remote))
        {
            let key = |game: &RemoteGame| game.session().key();
            match before.filter(|before| key(before) == key(remote)) {
                // The same match, by a new connection.
                Some(before) => before.retire(),
                None => self.leave_remote_game(),
            }
            self.set_remote_game(remote.clone());
            let known = self.state();
            if known.game.record().tags.get(Tags::REMOTE) == Some(&tag.to_string()) {
                drop(known);
                self.show_remote_game();
                return self.watch_ruling();
            }
        }
        let mut state = Self::dated(game);
        state.game.edit_tags(|tags| {
            tags.set(Tags::REMOTE, &tag.to_string());
            self.matches.borrow_mut().begin_remote(tags, &series, host);
        });
        self.saving.matches_changed();
        state.bottom = own;
        self.put_on_board(state);
    }

    fn show_entry(self: &Rc<Self>, events: &[Event]) {
        self.show_remote_game();
        self.follow(events);
    }

    /// Shows the far game as its log has it, with the comments and tags of this board.
    pub(super) fn show_remote_game(&self) {
        let now = time::now().monotonic;
        let game = self
            .remote_game_on_board()
            .and_then(|remote| remote.session().game_at(now));
        if let Some(game) = game {
            self.change(|state| state.game = noted(game, &state.game));
        }
    }

    /// Shows the last position on which both programs agree.
    pub fn show_common_position(self: &Rc<Self>) {
        let Some(remote) = self.remote_game_on_board() else {
            return;
        };
        let node = {
            let session = remote.session();
            let Some(common) = session.common_game() else {
                return;
            };
            self.change(|state| common_node(&mut state.game, common))
        };
        if let Some(node) = node {
            // A position of this very game can be shown.
            let _ = self.apply(Command::Show(node));
        }
    }

    /// Carries out a command in the far game; `None` if it concerns this board only.
    pub(super) fn apply_remote(self: &Rc<Self>, command: Command) -> Option<Result<(), Refusal>> {
        let remote = self.remote_game_on_board()?;
        if matches!(command, Command::Tick | Command::Pause(Pause::Slept)) {
            return Some(Ok(()));
        }
        let done = remote.session().on_board(&self.state().game, command);
        match done {
            BoardCommand::Own => return None,
            BoardCommand::Refused(refusal) => return Some(Err(refusal)),
            BoardCommand::NoTrying => self.remark_refused(words::no_trying()),
            BoardCommand::Rejected(why) => self.remark_refused(words::rejection(why)),
            BoardCommand::Act(act) => {
                remote.act(act);
                if remote.session().in_flight().is_some() && remote.away().is_some() {
                    let told = words::on_its_way(remote.session().friend());
                    self.remark_done(&told);
                }
            }
        }
        Some(Ok(()))
    }
}
