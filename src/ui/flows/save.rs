//! Saving the game on the board: in its own file, in its place in a collection file, or in a chosen one.

use super::Flows;
use super::choose::{self, display_name, may_lose_file, may_overwrite, target_of, with_suffix};
use super::error::{FlowError, on_worker};
use crate::files;
use crate::game::{Origin, Sitting};
use crate::record::format::{self, Loss, Target};
use crate::record::notation::Notation;
use crate::record::{Collection, Record};
use crate::ui::dialogs::browser::CollectionFile;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::ask::{Answer, ask};
use std::path::Path;
use std::sync::Arc;

/// Destination of a game.
enum Destination {
    File(gio::File),
    /// The place that the game came from.
    Place(Origin),
}

impl Destination {
    fn file(&self) -> gio::File {
        match self {
            Self::File(file) => file.clone(),
            Self::Place(origin) => gio::File::for_uri(&origin.file),
        }
    }

    fn target(&self) -> Target {
        match self {
            Self::File(file) => target_of(file),
            Self::Place(_) => Target::Pgn(Notation::Iccs),
        }
    }
}

/// Result of writing.
enum Written {
    /// A file with this fingerprint.
    File(String),
    /// The updated collection file.
    Place(CollectionFile),
}

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

impl Flows {
    /// Whether the game on the board may be replaced: it has no unsaved changes, or the user discards them.
    pub async fn may_be_replaced(&self) -> bool {
        let sitting = self.session.settled();
        let record = sitting.game.record();
        let has_moves = record.move_count() > 0 || sitting.game.first_of_two().is_some();
        if !sitting.unsaved || !has_moves && record.comment.is_empty() {
            return true;
        }
        let guard = self.session.guard();
        let answers = [
            Answer::destructive(Unsaved::Discard, words::discard()),
            Answer::suggested(Unsaved::Save, words::save()),
        ];
        let file = sitting.file.as_ref().map(|uri| gio::File::for_uri(uri));
        let body = words::ask_save_body(file.and_then(|file| file.basename()));
        drop(sitting);
        match ask(&self.window, words::ask_save(), &body, &answers).await {
            Some(Unsaved::Discard) => guard.holds(),
            Some(Unsaved::Save) => guard.is_same_game() && self.save().await,
            None => false,
        }
    }

    /// Saves the game to its origin, or to a chosen file. Returns whether it was saved completely.
    pub async fn save(&self) -> bool {
        let sitting = self.session.settled();
        let guard = self.session.guard();
        let destination = self.destination(&sitting).await;
        let Some(destination) = destination.filter(|_| guard.is_same_game()) else {
            return false;
        };
        self.save_to(destination).await
    }

    /// Saves the game in a chosen file. Returns whether it was saved completely.
    pub async fn save_as(&self) -> bool {
        let sitting = self.session.settled();
        let guard = self.session.guard();
        let file = self.choose_file(&sitting).await;
        // A flag that has fallen in the meantime is saved too; another game is not.
        let Some(file) = file.filter(|_| guard.is_same_game()) else {
            return false;
        };
        self.save_to(Destination::File(file)).await
    }

    /// Saves a copy of a game in a chosen file, whatever is on the board.
    pub(super) async fn save_copy(&self, sitting: &Sitting) {
        let Some(file) = self.choose_file(sitting).await else {
            return;
        };
        let name = display_name(&file);
        let destination = Destination::File(file);
        let record = sitting.game.to_record();
        if self.put(&destination, record).await.is_some() {
            self.remark_done(&words::saved(&name));
        }
    }

    /// Returns the destination of *Save*; `None` if canceled.
    async fn destination(&self, sitting: &Sitting) -> Option<Destination> {
        if let Some(uri) = &sitting.file {
            let file = gio::File::for_uri(uri);
            let may = !is_changed(&file, sitting.fingerprint.clone()).await
                || may_lose_file(&self.window, &file, words::ask_replace_changed_body()).await;
            return may.then_some(Destination::File(file));
        }
        let origin = sitting.origin.clone();
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
                SaveTarget::Another => {}
            }
        }
        self.choose_file(sitting).await.map(Destination::File)
    }

    /// Lets the user choose a file for a game.
    async fn choose_file(&self, sitting: &Sitting) -> Option<gio::File> {
        let chosen = choose::file_to_save(&self.window, sitting).await?;
        let file = with_suffix(&chosen);
        // The chooser has asked only about the name before the suffix was added.
        let is_other = file.uri() != chosen.uri() && file.query_exists(gio::Cancellable::NONE);
        let may = !is_other || may_overwrite(&self.window, &file).await;
        may.then_some(file)
    }

    /// Writes a game, after a question if the format has no place for all of it. Returns what was written, and whether
    /// it is complete; `None` if canceled, or after an error that was told.
    async fn put(&self, destination: &Destination, record: Record) -> Option<(Written, bool)> {
        let target = destination.target();
        let losses = format::losses(&record, target);
        if !losses.is_empty() && !self.may_lose(target, &losses).await {
            return None;
        }
        let written = {
            let _held = self.hold();
            self.write(destination, record, target).await
        };
        let file = destination.file();
        match written {
            Ok(written) => {
                if matches!(destination, Destination::File(_)) {
                    self.remember(&file);
                }
                Some((written, losses.is_empty()))
            }
            Err(why) => {
                self.tell(&words::cannot_save(&display_name(&file)), &why);
                None
            }
        }
    }

    /// Writes the current game. Returns whether it was saved completely.
    async fn save_to(&self, destination: Destination) -> bool {
        let guard = self.session.guard();
        let record = self.session.sitting().game.to_record();
        let Some((written, is_complete)) = self.put(&destination, record).await else {
            return false;
        };
        let (file, target) = (destination.file(), destination.target());
        if guard.is_same_game() {
            let origin = |shelf, game| self.take_shelf(shelf, game, false);
            let note = |sitting: &mut Sitting| match (destination, written) {
                (Destination::Place(old), Written::Place(shelf)) => {
                    sitting.origin = Some(origin(shelf, old.game));
                }
                // Only the program's own format becomes the file of Save; others are copies, and perhaps lossy.
                (_, Written::File(fingerprint)) if target == Target::Json => {
                    sitting.file = Some(file.uri().into());
                    sitting.fingerprint = Some(fingerprint);
                }
                _ => {}
            };
            self.session.note_saved(&guard, is_complete, note);
            let name = display_name(&file);
            self.session.remark_done(&words::saved(&name));
        }
        guard.holds()
    }

    /// Asks before writing a game in a lossy format.
    async fn may_lose(&self, target: Target, losses: &[Loss]) -> bool {
        let save = Answer::suggested((), words::save_all_the_same());
        let heading = words::ask_lose(target.format());
        let answer = ask(&self.window, &heading, &words::losses(losses), &[save]).await;
        answer.is_some()
    }

    async fn write(
        &self,
        destination: &Destination,
        record: Record,
        target: Target,
    ) -> Result<Written, FlowError> {
        match destination {
            Destination::File(file) => {
                let written = write_file(file, &record, target).await;
                written.map(Written::File)
            }
            Destination::Place(origin) => {
                let file = destination.file();
                let path = file.path().ok_or(FlowError::Changed)?;
                let known = self.shelf(origin).filter(|shelf| shelf.is_whole);
                let (known, origin) = (known.map(|shelf| shelf.games), origin.clone());
                let replace = move || replace_in(&path, known, &origin, &record);
                let games = on_worker(replace).await?;
                Ok(Written::Place(CollectionFile::whole(file, games)))
            }
        }
    }
}

/// Whether a file differs from the version last read or written. A missing file can be written again, and for an
/// unreadable one saving reports the error.
async fn is_changed(file: &gio::File, known: Option<String>) -> bool {
    let (Some(path), Some(known)) = (file.path(), known) else {
        return false;
    };
    let now = gio::spawn_blocking(move || format::read_file(&path)).await;
    matches!(now, Ok(Ok(bytes)) if format::fingerprint(&bytes) != known)
}

/// Writes a file as a whole. Returns its fingerprint.
async fn write_file(
    file: &gio::File,
    record: &Record,
    target: Target,
) -> Result<String, FlowError> {
    let bytes = format::write(record, target);
    let fingerprint = format::fingerprint(&bytes);
    match file.path() {
        Some(path) => {
            on_worker(move || files::replace(&path, &bytes).map_err(FlowError::Writing)).await?;
        }
        None => {
            let flags = gio::FileCreateFlags::NONE;
            let stored = file.replace_contents_future(bytes, None, false, flags);
            stored
                .await
                .map_err(|(_, error)| FlowError::System(error))?;
        }
    }
    Ok(fingerprint)
}

/// Replaces a game of a file, which may have changed elsewhere since it was read. Returns the updated file.
fn replace_in(
    path: &Path,
    known: Option<Arc<Collection>>,
    origin: &Origin,
    record: &Record,
) -> Result<Collection, FlowError> {
    let now = format::read_file(path).map_err(FlowError::Reading)?;
    let is_same = |games: &Arc<Collection>| games.replaceable() == Some(now.as_slice());
    let games = match known.filter(is_same) {
        Some(games) => games,
        None => Arc::new(Collection::open(now).map_err(FlowError::Read)?),
    };
    if origin.fingerprint.is_none() || games.fingerprint(origin.game) != origin.fingerprint {
        return Err(FlowError::Changed);
    }
    let games = games
        .with_game(origin.game, record)
        .ok_or(FlowError::Changed)?;
    let games = games.map_err(FlowError::NotReplaced)?;
    let bytes = games.replaceable().ok_or(FlowError::Changed)?;
    files::replace(path, bytes).map_err(FlowError::Writing)?;
    Ok(games)
}
