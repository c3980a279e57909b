//! Positions of the players’ own files among the studies. The files are only read.

use super::Flows;
use crate::record::{Collection, Files};
use crate::studies::OwnBook;
use crate::ui::dialogs::studies::{Studies, StudySource};
use crate::ui::flows::choose::{self, display_name};
use crate::ui::flows::error::FlowError;
use crate::ui::flows::read::{self, FileContents};
use crate::ui::platform::disk::on_worker;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::Tells;
use futures_channel::mpsc;
use std::io;

impl Flows {
    /// Lets the user choose a file or a folder, and adds its positions to the studies.
    pub(super) async fn add_positions(&self, window: &Studies, source: StudySource) {
        let file = match source {
            StudySource::File => choose::file_to_read(window, words::add_positions()).await,
            StudySource::Folder => choose::folder(window, words::add_positions_folder()).await,
        };
        let Some(file) = file else {
            return;
        };
        let (book, files) = match read_book(window, &file).await {
            Ok(read) => read,
            Err(error) => {
                let heading = words::cannot_open(&display_name(&file));
                return tell(window, &heading, &error.sentence());
            }
        };
        let (count, left_out) = (book.studies().len(), words::left_out(book.left_out()));
        if count == 0 {
            let why = words::no_positions_about(&book, files.as_ref());
            return tell(window, words::no_positions(), &why);
        }
        let turned = words::turned(book.turned());
        let turned_title = words::turned_title(book.turned().len());
        let name = book.name().clone();
        let left_out_title = words::left_out_title(book.left_out().len());
        let uri = file.uri();
        window.add_book(&uri, book);
        window.choose_book(&name);
        window.tell(&words::positions_added(count, files.as_ref()));
        if !turned.is_empty() {
            tell(window, &turned_title, &turned);
        }
        if !left_out.is_empty() {
            tell(window, &left_out_title, &left_out);
        }
        self.settings.remember(|known| {
            if !known.study_files.iter().any(|one| **one == *uri) {
                known.study_files.push(uri.into());
            }
        });
    }

    /// Adds the positions of the files that were added before. One that is gone is forgotten.
    pub(super) async fn add_known_positions(&self, window: &Studies) {
        for uri in self.settings.study_files() {
            let file = gio::File::for_uri(&uri);
            match read_book(window, &file).await {
                Ok((book, _)) => window.add_book(&uri, book),
                Err(error) => {
                    if is_gone(&error) {
                        self.forget_positions(&uri);
                    }
                    let why = error.sentence();
                    window.tell(&words::positions_unread(&display_name(&file), &why));
                }
            }
        }
    }

    /// Does not add the positions of a file again.
    pub(super) fn forget_positions(&self, uri: &str) {
        self.settings
            .remember(|known| known.study_files.retain(|one| one != uri));
    }
}

/// Reads the positions of a file, or of the files of a folder, which come with them.
async fn read_book(
    window: &Studies,
    file: &gio::File,
) -> Result<(OwnBook, Option<Files>), FlowError> {
    let (sender, _progress) = mpsc::unbounded();
    let contents = read::read(std::slice::from_ref(file), sender).await?;
    let name = window.free_book_name(&file.uri(), &display_name(file));
    on_worker(move || Ok(book_of(&name, contents))).await
}

fn book_of(name: &str, contents: FileContents) -> (OwnBook, Option<Files>) {
    let mut book = OwnBook::new(name);
    match contents {
        FileContents::One(only) => {
            book.add(Ok(only.loaded), None);
            (book, None)
        }
        FileContents::Many(games) => {
            add_games(&mut book, &games);
            (book, games.files().cloned())
        }
    }
}

fn add_games(book: &mut OwnBook, games: &Collection) {
    for game in 0..games.count() {
        book.add(games.read(game), games.file_name(game));
    }
}

fn is_gone(error: &FlowError) -> bool {
    matches!(error, FlowError::Reading(error) if error.kind() == io::ErrorKind::NotFound)
}
