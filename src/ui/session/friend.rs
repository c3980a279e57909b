//! A game with a friend far away as the game on the board.

use super::remote::{Access, HostTerms, Invited, JoinTarget, Reach, RemoteGame, RemoteNews};
use super::{News, Session};
use crate::game::{Act, Command, Event, Game, Now, Pause, Refusal};
use crate::record::{NodeId, Tags};
use crate::remote::{Chat, Effect, GameId, Log, Proposal, Role};
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use std::cell::Ref;
use std::fmt;

impl Session {
    /// The game with a friend far away, or its invitation.
    pub fn remote_game(&self) -> Option<Rc<RemoteGame>> {
        self.remote_game.borrow().clone()
    }

    /// The far game, if it is the one on the board.
    pub fn remote_game_on_board(&self) -> Option<Rc<RemoteGame>> {
        self.remote_game().filter(|_| self.plays_remotely.get())
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
            None => self.sitting().game.computer().map(|known| !known.side),
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

    /// Invites a friend, and returns what they have to be told.
    pub fn invite(
        self: &Rc<Self>,
        name: &str,
        terms: HostTerms,
        access: Access,
    ) -> Result<Invited, glib::Error> {
        self.leave_remote_game();
        let folder = self.keeper.remote_games();
        let (remote, invited) = RemoteGame::invite(name, terms, access, Reach::default(), folder)?;
        self.set_remote_game(remote);
        Ok(invited)
    }

    /// Returns a new invitation to the game on the board, for a friend who can no longer reach this program; `None` if it
    /// is no far game of a host.
    pub fn invite_again(&self, access: Access) -> Option<Result<Invited, glib::Error>> {
        let remote = self.remote_game_on_board()?;
        let is_host = remote.session().role() == Role::Host;
        is_host.then(|| remote.invite_again(access))
    }

    /// Joins a friend who has invited.
    pub fn join(self: &Rc<Self>, name: &str, target: JoinTarget) {
        if let Some(remote) = self.game_without_host() {
            return remote.join_again(target);
        }
        self.leave_remote_game();
        self.set_remote_game(RemoteGame::join(name, target, self.keeper.remote_games()));
    }

    /// The far game on the board, if the friend who invited is away: another invitation is one to continue it.
    pub fn game_without_host(&self) -> Option<Rc<RemoteGame>> {
        let remote = self.remote_game_on_board()?;
        let is_guest = remote.session().role() == Role::Guest;
        (is_guest && remote.away().is_some()).then_some(remote)
    }

    /// Leaves the far game, if there is one. The game on the board stays.
    pub fn leave_remote_game(&self) {
        self.plays_remotely.set(false);
        if let Some(remote) = self.remote_game.take() {
            remote.observe(|_| {});
            remote.leave();
        }
    }

    fn set_remote_game(self: &Rc<Self>, remote: Rc<RemoteGame>) {
        let follow = weak!(self, |session, news: &RemoteNews<'_>| session
            .on_remote_news(news));
        remote.observe(follow);
        self.remote_game.replace(Some(remote));
        self.chat.take();
    }

    /// Takes up the far game of a session that was restored, and dials or listens again. A finished game needs no
    /// connection.
    pub(super) fn resume_remote_game(self: &Rc<Self>) {
        let (is_over, is_of_file) = {
            let sitting = self.sitting();
            (sitting.game.outcome().is_some(), sitting.file.is_some())
        };
        let Some((remote, is_on_board)) = self.restored_remote_game() else {
            return;
        };
        if is_on_board && !is_over {
            self.set_remote_game(remote.clone());
            self.plays_remotely.set(true);
            self.show_remote_game();
        } else if !is_on_board && is_over && !is_of_file {
            // A rematch had begun, and was not on the board yet when the program ended.
            self.set_remote_game(remote.clone());
            self.begin_remote();
        } else {
            return;
        }
        remote.reconnect();
    }

    /// The match of the game on the board, restored from its file, and whether that game is its last one.
    fn restored_remote_game(&self) -> Option<(Rc<RemoteGame>, bool)> {
        let known = {
            let sitting = self.sitting();
            let tag = sitting.game.record().tags.get(Tags::REMOTE);
            tag.and_then(RemoteTag::read)
        }?;
        let remote =
            RemoteGame::restore(self.keeper.remote_games(), known.series, Reach::default())?;
        let is_on_board = remote.session().log().map(RemoteTag::of) == Some(known);
        Some((remote, is_on_board))
    }

    /// The far game of which a rematch may be proposed: the one on the board, also if it is over and the program was
    /// restarted since.
    pub fn remote_game_to_rematch(self: &Rc<Self>) -> Option<Rc<RemoteGame>> {
        if let Some(remote) = self.remote_game_on_board() {
            return Some(remote);
        }
        self.sitting().game.outcome()?;
        let (remote, _) = self
            .restored_remote_game()
            .filter(|(_, is_on_board)| *is_on_board)?;
        self.leave_remote_game();
        self.set_remote_game(remote.clone());
        self.plays_remotely.set(true);
        Some(remote)
    }

    fn on_remote_news(self: &Rc<Self>, news: &RemoteNews<'_>) {
        match news {
            RemoteNews::Effect(Effect::Begun) => self.begin_remote(),
            RemoteNews::Effect(Effect::Entered(_, events)) => self.show_entry(events),
            RemoteNews::Effect(Effect::WentBack(_)) => {
                self.show_remote_game();
                self.lay_out();
                self.keep();
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
        self.emit(&News::Far(news));
    }

    /// Puts the far game on the board, with the own side at the bottom.
    fn begin_remote(self: &Rc<Self>) {
        let Some(remote) = self.remote_game() else {
            return;
        };
        let session = remote.session();
        let (Some(log), Some(own)) = (session.log(), session.side()) else {
            return;
        };
        let (game, tag) = (log.game().clone(), RemoteTag::of(log));
        let host = log.proposal().host;
        drop(session);
        let mut sitting = Self::dated(game);
        sitting.game.edit_tags(|tags| {
            tags.set(Tags::REMOTE, &tag.to_string());
            let series = tag.series.to_string();
            self.matches.borrow_mut().begin_remote(tags, &series, host);
        });
        self.saving.matches_changed();
        sitting.bottom = own;
        self.plays_remotely.set(true);
        self.put_on_board(sitting);
    }

    fn show_entry(self: &Rc<Self>, events: &[Event]) {
        if self.plays_remotely.get() {
            self.show_remote_game();
            self.follow(events);
        }
    }

    /// Shows the far game as its log has it, with the comments and tags of this board.
    fn show_remote_game(&self) {
        let game = self
            .remote_game()
            .and_then(|remote| remote.session().game().cloned());
        if let Some(game) = game {
            self.change(|sitting| sitting.game = noted(game, &sitting.game));
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
            self.change(|sitting| common_node(&mut sitting.game, common))
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
        let shows_present = self.sitting().game.shows_present();
        let session = remote.session();
        let (log, own) = (session.log()?, session.side()?);
        let is_over = log.game().outcome().is_some();
        let is_tried = matches!(command, Command::Play(_)) && !shows_present;
        if is_over && (is_tried || matches!(command, Command::Delete(_))) {
            // Variations are each player’s own.
            return None;
        }
        let act = log.act(command, own)?;
        if let (Ok(Act::Play(mv)), true) = (act, shows_present)
            && let Err(why) = log.game().position().check_move(mv)
        {
            return Some(Err(Refusal::Illegal { mv, why }));
        }
        drop(session);
        match act {
            Ok(Act::Play(_)) if !shows_present => self.remark_refused(words::no_trying()),
            Ok(act) => {
                remote.act(act);
                if remote.session().in_flight().is_some() && remote.away().is_some() {
                    let told = words::on_its_way(remote.session().friend());
                    self.remark_done(&told);
                }
            }
            Err(why) => self.remark_refused(words::rejection(why)),
        }
        Some(Ok(()))
    }
}

/// A far game as its tag names it: by its id, and by that of the first game of its match.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RemoteTag {
    id: GameId,
    series: GameId,
}

impl RemoteTag {
    fn of(log: &Log) -> Self {
        let Proposal { id, series, .. } = *log.proposal();
        Self { id, series }
    }

    fn read(text: &str) -> Option<Self> {
        let (id, series) = text.split_once(' ')?;
        Some(Self {
            id: id.parse().ok()?,
            series: series.parse().ok()?,
        })
    }
}

impl fmt::Display for RemoteTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.series)
    }
}

/// A game with the tags and comments that another has besides, at the position before the present that the other one
/// shows.
fn noted(mut game: Game, from: &Game) -> Game {
    let record = from.record();
    game.edit_tags(|tags| {
        for (name, value) in record.tags.iter() {
            if tags.get(name).is_none() {
                tags.set(name, value);
            }
        }
    });
    game.set_comment(record.root(), &record.comment);
    let mut left = vec![record.root()];
    while let Some(at) = left.pop() {
        let node = record.node(at);
        let known = game.record();
        // A variation of this board alone is not in the log.
        if !known.contains(at) || known.node(at).played() != node.played() {
            continue;
        }
        if at != record.root() && !node.notes().comment.is_empty() {
            game.set_comment(at, &node.notes().comment);
        }
        if at == from.shown() && !from.shows_present() && game.outcome().is_none() {
            game.show(at);
        }
        left.extend(node.children());
    }
    game
}

/// Present position of another game, in this one. Moves that were taken back and replaced here return as a variation.
fn common_node(game: &mut Game, common: &Game) -> Option<NodeId> {
    let root = game.record().root();
    let history = common.record().history(common.present());
    let moves: Vec<_> = history.plies().iter().map(|ply| ply.mv).collect();
    game.add_line(root, &moves, "").ok()?;
    let record = game.record();
    moves
        .into_iter()
        .try_fold(root, |at, mv| record.child(at, mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::played;

    fn shows(game: &mut Game, common: &Game) -> Option<NodeId> {
        let node = common_node(game, common)?;
        game.apply(Command::Show(node), Now::default())
            .expect("shown");
        assert_eq!(game.shown_position(), common.position());
        Some(node)
    }

    #[test]
    fn a_common_position_is_shown_even_if_its_moves_were_taken_back() {
        let common = played("h2e2 h9g7 h0g2");
        let mut longer = played("h2e2 h9g7 h0g2 i9h9");
        let before = longer.record().walk().count();
        assert!(shows(&mut longer, &common).is_some());
        assert_eq!(longer.record().walk().count(), before, "nothing is added");
        for moves in ["h2e2 h9g7", "h2e2 h9g7 c3c4", "h2e2 b9c7"] {
            let mut game = played(moves);
            let present = game.present();
            assert!(shows(&mut game, &common).is_some(), "{moves}");
            assert_eq!(game.present(), present, "{moves}");
        }
        let mut start = played("");
        assert_eq!(shows(&mut start, &played("")), Some(start.record().root()));
    }
}
