//! The games of the book of positions: those opened last, a folder, or all finished games; and opening one of them.

use super::Flows;
use super::choose::{self, display_name};
use crate::record::{Collection, FilesState};
use crate::rules::Position;
use crate::ui::dialogs::browser::CollectionFile;
use crate::ui::platform::settings::{BookChoice, BookSource};
use crate::ui::toolkit::prelude::*;
use std::sync::{Arc, Weak};

/// Maximum number of files of a book that are remembered between runs.
const MAX_FILES: usize = 100;

/// The files whose games were browsed last, and those games while something else keeps them.
#[derive(Debug, Default)]
pub(super) struct BrowsedFiles(RefCell<(Vec<PathBuf>, Weak<Collection>)>);

impl BrowsedFiles {
    /// Notes the games of a list, unless they are those of no file, or not all of them.
    pub(super) fn note(&self, games: &Arc<Collection>) {
        if let Some(FilesState { paths, .. }) = games.state() {
            self.0.replace((paths.clone(), Arc::downgrade(games)));
        }
    }
}

impl Flows {
    /// The files and folders of a book; none if there are none yet. Those opened in this run are remembered for the next.
    pub fn book_paths(&self, choice: &BookChoice) -> Vec<PathBuf> {
        let path = |uri: &String| gio::File::for_uri(uri).path();
        match choice.source {
            BookSource::Finished => vec![self.session.history()],
            BookSource::Folder => choice.folder.iter().filter_map(path).collect(),
            BookSource::Opened => {
                let (browsed, _) = &*self.memory.browsed.0.borrow();
                if browsed.is_empty() {
                    return choice.opened.iter().filter_map(path).collect();
                }
                let uris = browsed.iter().take(MAX_FILES);
                let uris = uris.map(|path| gio::File::for_path(path).uri().into());
                let uris = uris.collect();
                self.settings.remember(|known| known.book.opened = uris);
                browsed.clone()
            }
        }
    }

    /// The games of these files, if they were browsed and are still there.
    pub fn browsed_games(&self, paths: &[PathBuf]) -> Option<Arc<Collection>> {
        let (browsed, games) = &*self.memory.browsed.0.borrow();
        games.upgrade().filter(|_| browsed == paths)
    }

    /// Lets the user choose the folder of a book. Returns its URI.
    pub async fn choose_book_folder(&self) -> Option<String> {
        let folder = choose::folder(&self.window, words::choose_book_folder_title()).await?;
        Some(folder.uri().into())
    }

    /// Opens a game of the book, and shows a position of it.
    pub async fn open_from_book(&self, games: Arc<Collection>, game: usize, position: Position) {
        if let Some(collection) = collection(games) {
            self.open_place_at(collection, game, Some(position)).await;
        }
    }

    /// Lists all games of the book with a position.
    pub fn browse_book(&self, games: Arc<Collection>, position: Position) {
        if let Some(collection) = collection(games) {
            self.browse_for(collection, None, position)
                .search_position();
        }
    }
}

/// The games of a book, as those of files that were opened.
fn collection(games: Arc<Collection>) -> Option<CollectionFile> {
    let paths = &games.state()?.paths;
    let (file, count) = (gio::File::for_path(paths.first()?), paths.len());
    Some(CollectionFile::of(file, count, games))
}

/// Name of the folder of a book.
pub fn folder_name(choice: &BookChoice) -> Option<String> {
    let uri = choice.folder.as_ref()?;
    Some(display_name(&gio::File::for_uri(uri)))
}
