//! The file of a far game, and what waits for it: nothing is sent before the state that it depends on is saved.
//!
//! If the file cannot be written, messages wait, no new connection is opened, and the player is told. The friend sees
//! nothing worse than a friend who is away. Sending without saving could lose a move that the friend has seen already, and
//! the game with it.

use super::transport::Transport;
use super::{Reach, RemoteGame, RemoteNews, now};
use crate::files;
use crate::record::format;
use crate::remote::{GameId, RemoteSession, SavedSession};
use crate::ui::platform::disk::{DURABLE, on_worker};
use crate::ui::platform::prelude::*;
use serde::{Deserialize, Serialize};
use std::io;

/// Interval between two attempts to save the game.
const SAVE_RETRY: Duration = Duration::from_secs(2);
/// Number of matches whose files are kept. Older ones can no longer be continued.
const MAX_FILES: usize = 20;

/// Contents of the file of a far game.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    /// Port of the host.
    port: u16,
    /// Addresses that the guest dials.
    hosts: Vec<String>,
    session: SavedSession,
}

/// Queued work, done in order.
pub(super) enum ConnectionTask {
    /// Save the newest state, which may be ahead of the messages that follow.
    Save,
    Send(Rc<Transport>, Vec<u8>),
    Close(Rc<Transport>),
}

/// File of the match that began with a game.
pub(super) fn file_of(folder: &Path, series: GameId) -> PathBuf {
    folder.join(format!("{series}.json"))
}

fn read(file: &Path) -> Option<SavedGame> {
    serde_json::from_slice(&format::read_file(file).ok()?).ok()
}

/// The saved session of a match.
pub(super) fn load(folder: &Path, series: GameId) -> Option<SavedSession> {
    read(&file_of(folder, series)).map(|saved| saved.session)
}

impl RemoteGame {
    /// Restores a saved match, disconnected; `None` if there is none.
    pub fn restore(folder: PathBuf, series: GameId, reach: Reach) -> Option<Rc<Self>> {
        let saved = read(&file_of(&folder, series))?;
        let session = RemoteSession::restore(saved.session)?;
        session.log()?;
        let role = session.role();
        let game = Rc::new(Self {
            port: Cell::new(saved.port),
            hosts: RefCell::new(saved.hosts),
            ..Self::new(session, role, reach, folder)
        });
        Some(game)
    }

    /// The file; `None` before there is a game.
    pub(super) fn file(&self) -> Option<PathBuf> {
        let series = self.session().log()?.proposal().series;
        Some(file_of(&self.folder, series))
    }

    fn serialized(&self) -> Vec<u8> {
        let saved = SavedGame {
            port: self.port.get(),
            hosts: self.hosts.borrow().clone(),
            session: self.session().snapshot(now()),
        };
        serde_json::to_vec(&saved).expect("plain data")
    }

    /// Whether the game cannot be saved at present, so that nothing is sent.
    pub fn is_unsaved(&self) -> bool {
        self.is_unsaved.get()
    }

    /// Runs the queued tasks, one after the other.
    pub(super) fn run_tasks(self: &Rc<Self>) {
        if self.is_running.replace(true) {
            return;
        }
        let game = self.clone();
        glib::spawn_future_local(async move {
            loop {
                let task = game.tasks.borrow_mut().pop_front();
                match task {
                    Some(ConnectionTask::Save) => game.save().await,
                    Some(ConnectionTask::Send(transport, bytes)) => transport.send(&bytes),
                    Some(ConnectionTask::Close(transport)) => transport.close(),
                    None => break,
                }
            }
            game.is_running.set(false);
        });
    }

    /// Saves the game, and tries again until that succeeds or the game is left.
    async fn save(&self) {
        while let Err(error) = self.try_save().await {
            if !self.is_unsaved.replace(true) {
                self.tell(&RemoteNews::Unsaved(&error));
            }
            glib::timeout_future(SAVE_RETRY).await;
            if self.is_left.get() {
                let is_close = |task: &ConnectionTask| matches!(task, ConnectionTask::Close(_));
                return self.tasks.borrow_mut().retain(is_close);
            }
        }
        if self.is_unsaved.take() {
            self.tell(&RemoteNews::SavedAgain);
        }
    }

    async fn try_save(&self) -> io::Result<()> {
        let Some(file) = self.file() else {
            return Ok(());
        };
        let bytes = self.serialized();
        let key = self.session().secrets().into_iter().next();
        // A key that the friend relies on has to survive a power cut; moves can be agreed on again.
        let is_new_key = *self.durable_key.borrow() != key;
        let (path, folder) = (file.clone(), self.folder.clone());
        let writing = on_worker(move || {
            if !path.exists() {
                prune(&folder);
            }
            files::put_private(&path, &bytes)?;
            match is_new_key {
                true => files::secure(&path),
                false => Ok(()),
            }
        });
        writing.await?;
        self.durable_key.replace(key);
        DURABLE.write(&file.clone(), move || {
            let _ = files::secure(&file);
        });
        Ok(())
    }

    /// Writes any unsaved state when the program ends.
    pub fn flush(&self) {
        let waits = self.is_running.get() || !self.tasks.borrow().is_empty();
        if let Some(file) = self.file().filter(|_| waits) {
            // There is nobody left to tell of an error.
            let _ = files::put_private(&file, &self.serialized());
        }
    }
}

/// Removes the files of the oldest matches.
fn prune(folder: &Path) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    let mut known: Vec<_> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    known.sort();
    let surplus = (known.len() + 1).saturating_sub(MAX_FILES);
    for (_, file) in known.iter().take(surplus) {
        // If it stays, it is one more.
        let _ = std::fs::remove_file(file);
    }
}
