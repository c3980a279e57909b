//! The file of a far game, and what waits for it: nothing is sent before the state that it depends on is saved.
//!
//! If the file cannot be written, messages wait, no new connection is opened, and the player is told. The friend sees
//! nothing worse than a friend who is away. Sending without saving could lose a move that the friend has seen already, and
//! the game with it.

use super::transport::Transport;
use super::{Reach, RemoteGame, RemoteNews, now};
use crate::files;
use crate::files::disk::DURABLE;
use crate::record::format;
use crate::remote::{KeyId, KnownMapping, RemoteSession, RestoreError, SavedSession};
use crate::ui::platform::on_worker;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;

/// Interval between two attempts to save the game.
const SAVE_RETRY: Duration = Duration::from_secs(2);
/// Number of matches whose files are kept. Older ones can no longer be continued.
const MAX_FILES: usize = 20;

/// Contents of the file of a match.
#[derive(Serialize, Deserialize)]
struct SavedMatch<S> {
    /// Port on which this program listens.
    port: u16,
    /// Addresses of the friend, which are dialed.
    hosts: Vec<String>,
    /// Mapping of the router that lets the friend in.
    #[serde(default)]
    mapping: Option<KnownMapping>,
    session: S,
}

/// Queued work, done in order.
pub(super) enum ConnectionTask {
    /// Save the newest state, which may be ahead of the messages that follow.
    Save,
    Send(Rc<Transport>, Vec<u8>),
    Close(Rc<Transport>),
}

/// Restores a match from its file, only for the rulings in it to be known.
pub fn prepare(folder: &Path, id: KeyId) {
    drop(read(&file_of(folder, id)));
}

/// File of a match.
fn file_of(folder: &Path, id: KeyId) -> PathBuf {
    folder.join(format!("{id}.json"))
}

/// Reads the file of a match.
fn read(file: &Path) -> Result<SavedMatch<RemoteSession>, RestoreError> {
    let bytes = format::read_file(file).map_err(|_| RestoreError::Damaged)?;
    let saved: SavedMatch<Value> =
        serde_json::from_slice(&bytes).map_err(|_| RestoreError::Damaged)?;
    let session = SavedSession::read(saved.session)?;
    let session = RemoteSession::restore(session, time::unix_millis())?;
    Ok(SavedMatch {
        port: saved.port,
        hosts: saved.hosts,
        mapping: saved.mapping,
        session,
    })
}

/// A match whose game is not over, and that can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedMatch {
    pub id: KeyId,
    pub friend: String,
    /// Number of the round that is being played.
    pub round: usize,
}

/// The matches of a folder whose games are not over, the latest first. Reads files.
pub fn unfinished(folder: &Path) -> Vec<UnfinishedMatch> {
    let mut files = by_age(folder);
    files.reverse();
    files
        .iter()
        .filter_map(|file| unfinished_match(file))
        .collect()
}

/// The match of a file, if its game is not over.
fn unfinished_match(file: &Path) -> Option<UnfinishedMatch> {
    let session = read(file).ok()?.session;
    // A rematch that was proposed may have begun on the friend's side.
    let is_open = session.is_proposing() || session.game()?.outcome().is_none();
    let round = session.game()?.record().main_line().count() / 2 + 1;
    is_open.then_some(UnfinishedMatch {
        id: session.key()?.id(),
        friend: session.friend().to_owned(),
        round,
    })
}

impl RemoteGame {
    /// Restores a saved match, disconnected.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or none of this version.
    pub fn restore(folder: PathBuf, id: KeyId, reach: Reach) -> Result<Rc<Self>, RestoreError> {
        let saved = read(&file_of(&folder, id))?;
        let role = saved.session.role();
        let is_begun = saved.session.log().is_some();
        let game = Rc::new(Self {
            port: Cell::new(saved.port),
            hosts: RefCell::new(saved.hosts),
            mapping: Cell::new(saved.mapping),
            ..Self::new(saved.session, role, reach, folder)
        });
        is_begun.then_some(game).ok_or(RestoreError::Damaged)
    }

    /// Continues the match that the host’s invitation is for, if it is on file, and the host proves to have it.
    pub(super) fn adopt(self: &Rc<Self>, id: KeyId) {
        let saved = read(&file_of(&self.folder, id)).ok();
        let (known, session) = saved.map(|saved| (saved.hosts, saved.session)).unzip();
        let effects = self.session.borrow_mut().adopt(session, now());
        if self.session().log().is_some() {
            self.add_hosts(known.unwrap_or_default());
        }
        self.carry_out(&effects);
    }

    /// The file; `None` before there is a game.
    pub(super) fn file(&self) -> Option<PathBuf> {
        Some(file_of(&self.folder, self.session().key()?.id()))
    }

    fn serialized(&self) -> Vec<u8> {
        let saved = SavedMatch {
            port: self.port.get(),
            hosts: self.hosts.borrow().clone(),
            mapping: self.mapping.get(),
            session: self.session().snapshot(now(), time::unix_millis()),
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
        // A key that the friend relies on has to survive a power cut; moves can be agreed on again.
        let is_new_key = !self.is_key_durable.get();
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
        self.is_key_durable.set(true);
        DURABLE.write(&file.clone(), move || {
            let _ = files::secure(&file);
        });
        Ok(())
    }

    /// Writes the state when the program ends, with all the time that the player has thought.
    pub fn flush(&self) {
        self.session.borrow_mut().disconnect(now());
        self.write();
    }

    /// Writes the state at once.
    pub fn write(&self) {
        if let Some(file) = self.file() {
            // There is nobody left to tell of an error.
            let _ = files::put_private(&file, &self.serialized());
        }
    }
}

/// Removes the files of the oldest matches.
fn prune(folder: &Path) {
    let mut known = by_age(folder);
    let surplus = (known.len() + 1).saturating_sub(MAX_FILES);
    if surplus == 0 {
        return;
    }
    // Games that can be continued go last.
    known.sort_by_cached_key(|file| unfinished_match(file).is_some());
    for file in known.iter().take(surplus) {
        // If it stays, it is one more.
        let _ = std::fs::remove_file(file);
    }
}

/// The files of matches, the oldest first.
fn by_age(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten();
    let mut known: Vec<_> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    known.sort();
    known.into_iter().map(|(_, file)| file).collect()
}
