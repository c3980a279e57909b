//! Where a game is saved: in a new file, in its own, at the end of a PGN file, or in its place in one.

use super::FlowError;
use super::choose::{ChosenFile, display_name, target_of};
use crate::files;
use crate::game::CollectionPlace;
use crate::record::format::{self, Format, InPlace, Loss, Target};
use crate::record::notation::Notation;
use crate::record::{Collection, GamesWriter, Record};
use crate::ui::dialogs::browser::CollectionFile;
use crate::ui::platform::on_worker;
use crate::ui::toolkit::prelude::*;
use std::sync::Arc;

/// Destination of a game.
pub(super) enum Destination {
    /// A file of its own, to be written anew.
    New(ChosenFile),
    /// The file that it is from, which keeps its form.
    Own(gio::File, InPlace),
    /// The end of a PGN file.
    End(gio::File),
    /// The place that it is from.
    Place(CollectionPlace),
}

impl Destination {
    pub(super) fn file(&self) -> gio::File {
        match self {
            Self::New(chosen) => chosen.file.clone(),
            Self::Own(file, _) | Self::End(file) => file.clone(),
            Self::Place(origin) => gio::File::for_uri(&origin.file),
        }
    }

    pub(super) fn target(&self) -> Target {
        match self {
            Self::New(chosen) => target_of(&chosen.file),
            Self::Own(_, place) => place.target(),
            Self::End(_) | Self::Place(_) => Target::Pgn(Notation::Iccs),
        }
    }

    pub(super) fn losses(&self, record: &Record) -> Vec<Loss> {
        match self {
            Self::New(chosen) => format::losses_in(record, self.target(), chosen.charset),
            Self::Own(_, place) => place.losses(record),
            Self::End(_) | Self::Place(_) => format::losses(record, self.target()),
        }
    }

    /// Confirmation that a game was saved here.
    pub(super) fn remark(&self) -> String {
        let name = display_name(&self.file());
        match self {
            Self::End(_) => words::added(&name),
            Self::New(_) | Self::Own(..) | Self::Place(_) => words::saved(&name),
        }
    }

    /// Writes a game. `known` are the games of the collection as last read.
    pub(super) async fn write(
        &self,
        record: Record,
        known: Option<CollectionFile>,
    ) -> Result<Written, FlowError> {
        let file = self.file();
        match self {
            Self::New(chosen) => {
                let (target, charset) = (self.target(), chosen.charset);
                let bytes = format::write_in(&record, target, charset);
                write_file(&file, bytes.map_err(FlowError::MissingLetters)?).await
            }
            Self::Own(_, place) => {
                let place = place.clone();
                let bytes = on_worker(move || place.write(&record).map_err(FlowError::NotReplaced));
                write_file(&file, bytes.await?).await
            }
            Self::End(_) => {
                let path = file.path().ok_or(FlowError::Changed)?;
                let games = on_worker(move || add_to(&path, &record)).await?;
                let last = games.count() - 1;
                Ok(Written::Place(CollectionFile::whole(file, games), last))
            }
            Self::Place(origin) => {
                let path = file.path().ok_or(FlowError::Changed)?;
                let (known, origin) = (known.map(|collection| collection.games), origin.clone());
                let game = origin.game;
                let replace = move || replace_in(&path, known, &origin, &record);
                let games = on_worker(replace).await?;
                Ok(Written::Place(CollectionFile::whole(file, games), game))
            }
        }
    }
}

/// Result of writing.
pub(super) enum Written {
    /// A file with this fingerprint.
    File(String),
    /// A game of the updated collection file.
    Place(CollectionFile, usize),
}

/// Reads a game's own file again: whether it differs from the version last read or written, and the place of the game in
/// it. A missing file can be written again, and for an unreadable one saving reports the error.
pub(super) async fn look_at(file: &gio::File, known: Option<String>) -> (bool, Option<InPlace>) {
    let Some(path) = file.path() else {
        let now = file.load_contents_future().await;
        let Ok((bytes, _)) = now else {
            return (false, None);
        };
        return (false, on_worker(move || InPlace::of(&bytes)).await);
    };
    let look = move || {
        let now = format::read_file(&path).ok()?;
        let is_changed = known.is_some_and(|known| format::fingerprint(&now) != known);
        Some((is_changed, InPlace::of(&now)))
    };
    on_worker(look).await.unwrap_or_default()
}

/// The games of a file that may be written over.
pub(super) struct GamesThere {
    pub(super) count: usize,
    /// Whether more games of Xiangqi can be added to them.
    pub(super) takes_more: bool,
}

/// The games in a file, if it has any.
pub(super) async fn games_in(file: &gio::File) -> Option<GamesThere> {
    let path = file.path()?;
    let count = move || {
        let bytes = format::read_file(&path).ok()?;
        let games = Collection::open(bytes).ok()?;
        Some(GamesThere {
            count: games.count(),
            takes_more: games.format() == Format::Pgn && games.other_game().is_none(),
        })
    };
    on_worker(count).await
}

/// Writes a file as a whole.
async fn write_file(file: &gio::File, bytes: Vec<u8>) -> Result<Written, FlowError> {
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
    Ok(Written::File(fingerprint))
}

/// Adds a game to the end of a file, in its character set. Returns the updated file.
fn add_to(path: &Path, record: &Record) -> Result<Collection, FlowError> {
    let now = format::read_file(path).map_err(FlowError::Reading)?;
    let games = GamesWriter::with_added(now, record).map_err(FlowError::NotAdded)?;
    let bytes = games.replaceable().ok_or(FlowError::Changed)?;
    files::replace(path, bytes).map_err(FlowError::Writing)?;
    Ok(games)
}

/// Replaces a game of a file, which may have changed elsewhere since it was read. Returns the updated file.
fn replace_in(
    path: &Path,
    known: Option<Arc<Collection>>,
    origin: &CollectionPlace,
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
