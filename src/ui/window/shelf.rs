//! Files of many games: one is chosen, opened, and saved back into its place.

use super::{Moment, Remark, Window};
use crate::files;
use crate::record::format::{self, Target};
use crate::record::notation::Notation;
use crate::record::{Collection, Record};
use crate::ui::ask::{Answer, CANCEL, ask, tell};
use crate::ui::browser::{Browser, Shelf};
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::path::Path;

/// Which game of which file is on the board.
#[derive(Clone, Debug)]
pub(super) struct Place {
    shelf: Shelf,
    game: usize,
    /// Whether all of it could be read, so that nothing is lost by writing it over.
    whole: bool,
    /// The game on the board that this is about.
    moment: Moment,
}

impl Window {
    /// The place of the game on the board, if it came from a file of many.
    fn place(&self) -> Option<Place> {
        let place = self.imp().place.borrow().clone();
        place.filter(|place| place.moment.is_same_game(self.moment()))
    }

    /// How many games there are before and after the one on the board in its file.
    pub(super) fn neighbours(&self) -> Option<(usize, usize)> {
        let place = self.place()?;
        let all = place.shelf.games.count();
        Some((place.game, (all - 1).saturating_sub(place.game)))
    }

    /// Lets the players choose a game of a file, in the place of whatever dialog is there for another.
    pub(super) fn browse(&self, shelf: Shelf, at: Option<usize>) -> Browser {
        if let Some(earlier) = self.imp().browser.upgrade() {
            earlier.close();
        }
        let position = self.imp().sitting.borrow().game.shown_position().clone();
        let browser = Browser::new(self, shelf, position, at);
        browser.connect_chosen(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |browser, game| window.open_from(browser.shelf(), game)
        ));
        self.imp().browser.set(Some(&browser));
        browser.present();
        browser
    }

    /// Lets the players choose another game of the file that the one on the board is from.
    pub(in crate::ui) fn choose_game(&self) {
        self.finish_names();
        match self.place() {
            Some(Place { shelf, game, .. }) if shelf.is_whole => {
                self.browse(shelf, Some(game));
            }
            Some(Place { shelf, game, .. }) => self.open_file_at(shelf.file, Some(game)),
            None => {}
        }
    }

    /// Opens the next game of the file, or the one before.
    pub(in crate::ui) fn open_neighbour(&self, next: bool) {
        let Some((before, after)) = self.neighbours() else {
            return;
        };
        let Some(Place { shelf, .. }) = self.place() else {
            return;
        };
        match next {
            true if after > 0 => self.open_from(shelf, before + 1),
            false if before > 0 => self.open_from(shelf, before - 1),
            _ => {}
        }
    }

    /// Puts a game of a file on the board.
    fn open_from(&self, shelf: Shelf, game: usize) {
        let number = self.begin_opening();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let games = shelf.games.clone();
                let read = gio::spawn_blocking(move || games.read(game)).await;
                if window.imp().opening.get() != number {
                    return;
                }
                let why = match read {
                    Ok(Ok(loaded)) => {
                        let (file, name) = (shelf.file.clone(), shelf.name.clone());
                        let format = shelf.games.format();
                        let whole = !loaded.warnings.iter().any(|one| one.what.is_loss());
                        if window.take(&file, &name, format, loaded).await {
                            window.take_place(shelf, game, whole);
                        }
                        return;
                    }
                    Ok(Err(why)) => words::read_error(&why),
                    Err(_) => words::INTERRUPTED.to_owned(),
                };
                tell(&window, &words::cannot_open(&shelf.name), &why);
            }
        ));
    }

    /// Notes where the game on the board is from.
    fn take_place(&self, shelf: Shelf, game: usize, whole: bool) {
        let moment = self.moment();
        let place = Place {
            shelf,
            game,
            whole,
            moment,
        };
        self.imp().place.replace(Some(place));
        self.refresh();
    }

    /// Saves the game into the file of many that it is from, if the players say so. `None` if it is to be saved
    /// elsewhere, else whether it was saved.
    pub(super) async fn save_into_place(&self) -> Option<bool> {
        let place = self.place()?;
        place.shelf.games.replaceable().filter(|_| place.whole)?;
        let before = self.moment();
        let answers = [
            Answer::new(CANCEL, words::CANCEL),
            Answer::new("alone", words::SAVE_AS_GAME),
            Answer::suggested("into", words::SAVE_INTO_FILE),
        ];
        let heading = words::ask_save_into(&place.shelf.name);
        let body = words::ask_save_into_body(place.game + 1);
        match ask(self, &heading, &body, &answers).await.as_str() {
            "alone" => None,
            "into" if self.moment() == before => Some(self.save_into(place).await),
            _ => Some(false),
        }
    }

    async fn save_into(&self, place: Place) -> bool {
        let before = self.moment();
        let record = self.imp().sitting.borrow().game.to_record();
        let target = Target::Pgn(Notation::Iccs);
        let losses = format::losses(&record, target);
        if !losses.is_empty() && !self.may_lose(target, &losses).await {
            return false;
        }
        let Place { shelf, game, .. } = place;
        let written = {
            let _held = self.application().map(|app| app.hold());
            write_into(&shelf, game, record).await
        };
        let games = match written {
            Ok(games) => games,
            Err(why) => {
                tell(self, &words::cannot_save(&shelf.name), &why);
                return false;
            }
        };
        if !self.moment().is_same_game(before) {
            return true;
        }
        let is_all = self.moment() == before;
        self.imp().sitting.borrow_mut().unsaved &= !is_all || !losses.is_empty();
        self.keep();
        let saved = words::saved(&shelf.name);
        self.take_place(Shelf::whole(shelf.file, shelf.name, games), game, true);
        self.imp().remark.replace(Some(Remark::Done(saved)));
        self.refresh();
        is_all
    }
}

/// Puts a record into its file, away from the window's thread. The file as it is afterwards, or why it was left alone.
async fn write_into(shelf: &Shelf, game: usize, record: Record) -> Result<Collection, String> {
    let path = shelf.file.path().ok_or(words::FILE_CHANGED)?;
    let games = shelf.games.clone();
    let write = move || replace_in(&path, &games, game, &record);
    let written = gio::spawn_blocking(write).await;
    written.map_err(|_| words::INTERRUPTED.to_owned())?
}

fn replace_in(
    path: &Path,
    games: &Collection,
    game: usize,
    record: &Record,
) -> Result<Collection, String> {
    let now = format::read_file(path).map_err(|error| words::io_error(&error))?;
    if games.replaceable() != Some(now.as_slice()) {
        return Err(words::FILE_CHANGED.to_owned());
    }
    // A game may have been chosen before all were known.
    let games = Collection::open(now).map_err(|error| words::read_error(&error))?;
    let games = match games.with_game(game, record) {
        Some(Ok(games)) => games,
        Some(Err(why)) => return Err(words::not_replaced(&why)),
        None => return Err(words::FILE_CHANGED.to_owned()),
    };
    let bytes = games.replaceable().ok_or(words::FILE_CHANGED)?;
    files::replace(path, bytes).map_err(|error| words::io_error(&error))?;
    Ok(games)
}
