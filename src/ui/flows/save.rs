//! Saving the game on the board: in its own file, in its place in a collection file, or in a chosen one.

use super::choose::{
    self, ChosenFile, SaveProposal, display_name, may_lose_file, may_write, target_of,
};
use super::destination::{Destination, Written, games_in, look_at};
use super::{FlowError, Flows};
use crate::files::{self, Obstacle};
use crate::game::{Act, SessionState};
use crate::record::Record;
use crate::record::format::{Charset, Loss, Target};

use crate::ui::session::remote::RemoteGame;
use crate::ui::toolkit::ask::{Answer, ask, tell_and_offer};
use crate::ui::toolkit::prelude::*;

/// Kind of saving: to the game's own file, or to another.
#[derive(Clone, Copy)]
enum SaveTarget {
    Itself,
    Another,
}

#[derive(Clone, Copy)]
enum Unsaved {
    Discard,
    Save,
}

/// Time for a resignation to arrive.
const RESIGNATION_WAIT: Duration = Duration::from_secs(5);

/// Way to leave a game with a friend.
#[derive(Clone, Copy)]
enum Leaving {
    Unfinished,
    Resigned,
}

/// Answer to the question about a file of games that is chosen for another one.
#[derive(Clone, Copy)]
enum Existing {
    Replace,
    Add,
}

impl Flows {
    /// Whether the game on the board may be replaced: it has no unsaved changes, or the user discards them.
    pub async fn may_be_replaced(&self) -> bool {
        let state = self.session.settled();
        if let Some(remote) = self.session.unfinished_remote_game() {
            return self.may_leave(&remote).await;
        }
        let record = state.game.record();
        let has_moves = record.move_count() > 0 || state.game.first_of_two().is_some();
        if !state.unsaved || !has_moves && record.comment.is_empty() {
            return true;
        }
        let guard = self.session.guard();
        let answers = [
            Answer::destructive(Unsaved::Discard, words::discard()),
            Answer::suggested(Unsaved::Save, words::save()),
        ];
        let file = state.file.as_ref().map(|uri| gio::File::for_uri(uri));
        let body = words::ask_save_body(file.and_then(|file| file.basename()));
        drop(state);
        match ask(&self.window, words::ask_save(), &body, &answers).await {
            Some(Unsaved::Discard) => guard.holds(),
            Some(Unsaved::Save) => guard.is_same_game() && self.save().await,
            None => false,
        }
    }

    /// Whether a game with a friend that goes on may be left. One who is there can be resigned to.
    async fn may_leave(&self, remote: &Rc<RemoteGame>) -> bool {
        let heading = words::ask_leave_friend(remote.session().friend());
        let mut answers = vec![Answer::destructive(
            Leaving::Unfinished,
            words::leave_friend(),
        )];
        if remote.session().is_live() {
            answers.push(Answer::destructive(Leaving::Resigned, words::resign()));
        }
        let guard = self.session.guard();
        let body = words::ask_leave_friend_body();
        let leaves = ask(&self.window, &heading, body, &answers).await;
        match leaves.filter(|_| guard.is_same_game()) {
            Some(Leaving::Unfinished) => true,
            Some(Leaving::Resigned) => self.resign_remote().await,
            None => false,
        }
    }

    /// Resigns a game with a friend. Returns whether both know of it.
    async fn resign_remote(&self) -> bool {
        let Some(own) = self.session.local_side() else {
            return false;
        };
        let guard = self.session.guard();
        // A refusal is remarked on.
        let _ = self.session.apply(Act::Resign.by(own));
        let ended = glib::future_with_timeout(RESIGNATION_WAIT, self.session.ended()).await;
        ended.is_ok() && guard.is_same_game()
    }

    /// Saves the game to its origin, or to a chosen file. Returns whether it was saved completely.
    pub async fn save(&self) -> bool {
        let state = self.session.settled();
        let guard = self.session.guard();
        let destination = self.destination(&state).await;
        let Some(destination) = destination.filter(|_| guard.is_same_game()) else {
            return false;
        };
        drop(state);
        self.save_to(destination).await
    }

    /// Saves the game in a chosen file. Returns whether it was saved completely.
    pub async fn save_as(&self) -> bool {
        let state = self.session.settled();
        let guard = self.session.guard();
        let destination = self.choose_destination(&state, None).await;
        // A flag that has fallen in the meantime is saved too; another game is not.
        let Some(destination) = destination.filter(|_| guard.is_same_game()) else {
            return false;
        };
        drop(state);
        self.save_to(destination).await
    }

    /// Saves a copy of a game in a chosen file, whatever is on the board.
    pub(super) async fn save_copy(&self, state: &SessionState) {
        let Some(destination) = self.choose_destination(state, None).await else {
            return;
        };
        if let Some((destination, _)) = self.put(destination, state).await {
            self.remark_done(&destination.remark());
        }
    }

    /// Returns the destination of *Save*; `None` if canceled.
    async fn destination(&self, state: &SessionState) -> Option<Destination> {
        if let Some(uri) = &state.file {
            return self.own_file(gio::File::for_uri(uri), state).await;
        }
        let origin = state.origin.clone();
        if let Some(origin) = origin.filter(|one| one.fingerprint.is_some()) {
            let answers = [
                Answer::new(SaveTarget::Another, words::save_as_game()),
                Answer::suggested(SaveTarget::Itself, words::save_into_file()),
            ];
            let name = display_name(&gio::File::for_uri(&origin.file));
            let heading = words::ask_save_into(&name);
            let body = words::ask_save_into_body(origin.game + 1);
            match ask(&self.window, &heading, &body, &answers).await? {
                SaveTarget::Itself => return Some(Destination::Place(origin)),
                SaveTarget::Another => {
                    return self.choose_destination(state, Some(Target::Json)).await;
                }
            }
        }
        self.choose_destination(state, None).await
    }

    /// Returns the game's own file as a destination, after a question if another program has changed it.
    async fn own_file(&self, file: gio::File, state: &SessionState) -> Option<Destination> {
        let known = state.fingerprint.clone();
        let (is_changed, place) = look_at(&file, known).await;
        if is_changed
            && !may_lose_file(&self.window, &file, words::ask_replace_changed_body()).await
        {
            return None;
        }
        match place {
            Some(place) => Some(Destination::Own(file, place)),
            None => {
                let own = ChosenFile {
                    file,
                    charset: Charset::default(),
                    is_asked: true,
                };
                self.over_file(own, state.file.as_deref()).await
            }
        }
    }

    /// Lets the user choose a file for a game, in this format unless its name says another.
    async fn choose_destination(
        &self,
        state: &SessionState,
        wanted: Option<Target>,
    ) -> Option<Destination> {
        let proposal = SaveProposal::of(state, wanted, self.source().as_ref());
        let chosen = choose::file_to_save(&self.window, &proposal).await?;
        self.over_file(chosen, state.file.as_deref()).await
    }

    /// Returns a chosen file as the destination of games, after a question about whatever is there that the chooser has
    /// not asked about, and about other games. `own` is the file of the game.
    pub(super) async fn over_file(
        &self,
        chosen: ChosenFile,
        own: Option<&str>,
    ) -> Option<Destination> {
        let ChosenFile { file, is_asked, .. } = &chosen;
        let games = games_in(file).await;
        let takes_more = games.as_ref().is_some_and(|games| games.takes_more)
            && matches!(target_of(file), Target::Pgn(_));
        let count = games.map_or(0, |games| games.count);
        let is_own = own == Some(file.uri().as_str());
        if count < 2 && (!takes_more || is_own) {
            let may = may_write(&self.window, file, *is_asked).await;
            return may.then_some(Destination::New(chosen));
        }
        let name = display_name(file);
        let mut answers = vec![Answer::destructive(Existing::Replace, words::replace())];
        let heading = if takes_more {
            answers.push(Answer::suggested(Existing::Add, words::add_to_it()));
            words::ask_add_to(&name)
        } else {
            words::ask_replace(&name)
        };
        let body = words::ask_replace_games(count);
        match ask(&self.window, &heading, &body, &answers).await? {
            Existing::Add => Some(Destination::End(chosen.file)),
            Existing::Replace => Some(Destination::New(chosen)),
        }
    }

    /// Writes a game, after a question if the format has no place for all of it. Returns what was written where;
    /// `None` if canceled, or after an error that was told.
    async fn put(
        &self,
        mut destination: Destination,
        state: &SessionState,
    ) -> Option<(Destination, Written)> {
        let record = state.game.to_record();
        loop {
            let (target, losses) = (destination.target(), destination.losses(&record));
            match self.may_lose(&destination.file(), target, losses).await? {
                SaveTarget::Itself => {}
                SaveTarget::Another => {
                    let game = Some(Target::Json);
                    destination = self.choose_destination(state, game).await?;
                    continue;
                }
            }
            let file = destination.file();
            let mut written = self.write(&destination, record.clone()).await;
            if let Some(obstacle) = written.as_ref().err().and_then(FlowError::obstacle) {
                if !self.may_write_over(&file, obstacle).await {
                    return None;
                }
                written = self.write(&destination, record.clone()).await;
            }
            let why = match written {
                Ok(written) => {
                    self.remember(&file);
                    return Some((destination, written));
                }
                Err(why) => why,
            };
            let heading = words::cannot_save(&display_name(&file));
            if !matches!(why, FlowError::Writing(_) | FlowError::System(_)) {
                self.tell(&heading, &why);
                return None;
            }
            // The advice is to choose another location.
            let elsewhere = Answer::suggested((), words::save_elsewhere());
            if !tell_and_offer(&self.window, &heading, &why.sentence(), elsewhere).await {
                return None;
            }
            destination = self.choose_destination(state, None).await?;
        }
    }

    async fn write(&self, destination: &Destination, record: Record) -> Result<Written, FlowError> {
        let _held = self.hold();
        let known = match destination {
            Destination::Place(origin) => self
                .collection(origin)
                .filter(|collection| collection.is_whole),
            _ => None,
        };
        destination.write(record, known).await
    }

    /// Asks before a file loses something that the user has not accepted in this run.
    async fn may_lose(
        &self,
        file: &gio::File,
        target: Target,
        losses: Vec<Loss>,
    ) -> Option<SaveTarget> {
        let uri = file.uri();
        let accepted = &self.memory.accepted;
        let is_known = accepted
            .borrow()
            .get(uri.as_str())
            .is_some_and(|known| losses.iter().all(|loss| loss.is_among(known)));
        if losses.is_empty() || is_known {
            return Some(SaveTarget::Itself);
        }
        let answers = [
            Answer::new(SaveTarget::Another, words::save_as_game()),
            Answer::suggested(SaveTarget::Itself, words::save_all_the_same()),
        ];
        let heading = words::ask_lose(target.format());
        let answer = ask(&self.window, &heading, &words::losses(&losses), &answers).await;
        if let Some(SaveTarget::Itself) = answer {
            accepted.borrow_mut().insert(uri.into(), losses);
        }
        answer
    }

    /// Asks whether a file that cannot be replaced is to be written over, from here on.
    pub(super) async fn may_write_over(&self, file: &gio::File, obstacle: Obstacle) -> bool {
        let body = match obstacle {
            Obstacle::Folder => words::ask_overwrite_in_folder(),
            Obstacle::Access => words::ask_overwrite_with_access(),
            Obstacle::Links => words::ask_overwrite_with_links(),
        };
        let heading = words::ask_overwrite(&display_name(file));
        let overwrite = Answer::destructive((), words::overwrite());
        let may = ask(&self.window, &heading, body, &[overwrite]).await;
        if let Some(path) = file.path().filter(|_| may.is_some()) {
            files::accept(&path);
        }
        may.is_some()
    }

    /// Writes the current game. Returns whether it was saved completely.
    pub(super) async fn save_to(&self, destination: Destination) -> bool {
        let guard = self.session.guard();
        let state = self.session.state();
        let Some((destination, written)) = self.put(destination, &state).await else {
            return false;
        };
        drop(state);
        if guard.is_same_game() {
            let uri = destination.file().uri();
            let note = |state: &mut SessionState| match written {
                Written::Place(collection, game) => {
                    self.note_in_list(&collection);
                    state.file = None;
                    state.fingerprint = None;
                    state.origin = Some(self.take_shelf(collection, game, false));
                }
                Written::File(fingerprint) => {
                    // A collection that was replaced has no other games.
                    state.origin = state.origin.take().filter(|one| one.file != uri);
                    state.file = Some(uri.into());
                    state.fingerprint = Some(fingerprint);
                }
            };
            self.session.note_saved(&guard, note);
            self.session.remark_done(&destination.remark());
        }
        guard.holds()
    }
}
