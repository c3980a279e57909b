//! Loading the state of the last run. The window does not wait for a slow disk: until the last game comes, it shows
//! another one, which is not saved.

use super::session_store::{FoundSession, RestoreLoss};
use super::{Colors, Session, remote};
use crate::arbiter;
use crate::game::{Game, Matches};
use crate::record::Tags;
use crate::remote::{Correspondence, MatchTag};
use crate::ui::platform::on_worker;
use crate::ui::platform::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

/// The state of the last run.
#[derive(Debug)]
pub struct LastRun {
    matches: Matches,
    found: FoundSession,
    /// Other losses.
    lost: Vec<RestoreLoss>,
}

impl LastRun {
    /// The state before the disk has answered.
    pub fn late() -> Self {
        Self {
            matches: Matches::default(),
            found: FoundSession::Late,
            lost: Vec::new(),
        }
    }
}

/// The state of the last run, while a thread loads it.
#[derive(Debug)]
pub struct Loading(Receiver<LastRun>);

impl Loading {
    /// Waits for the state, on this thread.
    ///
    /// # Errors
    ///
    /// Returns itself if the state has not come by then.
    pub fn wait(self, time: Duration) -> Result<LastRun, Self> {
        self.0.recv_timeout(time).map_err(|_| self)
    }

    /// Waits for the state, however long it takes.
    pub async fn finish(self) -> LastRun {
        let loaded = on_worker(move || self.0.recv()).await;
        loaded.expect("a panic ends the program")
    }
}

/// Rules here on what the window's thread will replay, which remembers it.
fn prepare(remote_games: &Path, game: &Game) {
    Correspondence::prepare(&game.record().tags);
    let tag = game.record().tags.get(Tags::REMOTE);
    if let Some(tag) = tag.and_then(MatchTag::read) {
        remote::prepare(remote_games, tag.key);
    }
}

impl Session {
    /// Starts to load the state of the last run.
    pub fn load(&self) -> Loading {
        let (sender, loaded) = mpsc::channel();
        let store = Arc::clone(&self.store);
        gio::spawn_blocking(move || {
            let (matches, lost_matches) = store.load_matches();
            let (found, mut lost) = store.load();
            if let FoundSession::Intact(state) = &found
                && arbiter::searches(&state.game.terms())
            {
                prepare(&store.remote_games(), &state.game);
            }
            lost.extend(lost_matches);
            // Nobody waits any more if the window was closed.
            let _ = sender.send(LastRun {
                matches,
                found,
                lost,
            });
        });
        Loading(loaded)
    }

    /// Restores the state of the last run, or starts a game if that is impossible. Returns the problem, if there was
    /// one, and all other losses.
    pub fn restore(
        self: &Rc<Self>,
        loaded: LastRun,
        begin: impl FnOnce() -> Game,
    ) -> (Option<FoundSession>, Vec<RestoreLoss>) {
        let LastRun {
            matches,
            found,
            lost,
        } = loaded;
        self.matches.replace(matches);
        self.saving.enable();
        if let FoundSession::Intact(state) = found {
            let is_reduced = state.lacks_newer_fields;
            self.state.replace(Arc::new(*state));
            self.count_what_ended();
            self.resume_remote_game();
            self.count_what_ended();
            self.lay_out();
            if is_reduced {
                // The next run has nothing to report.
                self.save_session();
            }
            return (None, lost);
        }
        if matches!(
            found,
            FoundSession::Unreadable(_)
                | FoundSession::InUse
                | FoundSession::Suspect
                | FoundSession::Late
        ) {
            self.saving.disable();
        }
        // A game without moves is no loss, so the disk can wait for the first one.
        let state = self.sit_down(begin(), Colors::AsNamed);
        self.state.replace(Arc::new(state));
        self.lay_out();
        (
            (!matches!(found, FoundSession::Nothing)).then_some(found),
            lost,
        )
    }
}
