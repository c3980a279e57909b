//! Files of many games: one is chosen, opened, and saved back into its place.

use super::Window;
use super::choose::display_name;
use super::opening::{Held, Whole, load};
use crate::files;
use crate::game::Origin;
use crate::record::format::{self, Target};
use crate::record::notation::Notation;
use crate::record::{Collection, Record};
use crate::ui::dialogs::browser::{Browser, Shelf};
use crate::ui::toolkit::announce;
use crate::ui::toolkit::ask::{Answer, CANCEL, ask, tell};
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::Arc;

/// Files that games are opened from.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Count of files that were asked for; only the last one is put on the board.
    pub(super) opening: Cell<u64>,
    /// File of many games that the one on the board is from, once it was read.
    pub(super) shelf: RefCell<Option<Shelf>>,
    browser: glib::WeakRef<Browser>,
}

impl Files {
    pub(super) fn forget_shelf(&self) {
        self.shelf.take();
    }
}

/// A game of a file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    shelf: Shelf,
    game: usize,
}

impl Window {
    /// Where the game on the board is from, if that is a file of many.
    fn origin(&self) -> Option<Origin> {
        self.sitting().origin.clone()
    }

    /// That file, unless it was not read since the program was started.
    fn shelf(&self, origin: &Origin) -> Option<Shelf> {
        let shelf = self.imp().files.shelf.borrow().clone();
        shelf.filter(|shelf| shelf.file.uri() == origin.file)
    }

    /// Whether there are games before and after the one on the board in its file, as far as is known.
    pub(super) fn neighbours(&self) -> Option<(bool, bool)> {
        let origin = self.origin()?;
        let shelf = self.shelf(&origin).filter(|shelf| shelf.is_whole);
        let count = shelf.map(|shelf| shelf.games.count()).or(origin.count);
        let is_last = count.is_some_and(|count| count <= origin.game + 1);
        Some((origin.game > 0, !is_last))
    }

    /// Lets the players choose a game of a file, in the place of whatever dialog is there for another.
    pub(super) fn browse(&self, shelf: Shelf, at: Option<usize>) -> Browser {
        if let Some(earlier) = self.imp().files.browser.upgrade() {
            earlier.close();
        }
        let position = self.sitting().game.shown_position().clone();
        let name = display_name(&shelf.file);
        let browser = Browser::new(self, shelf, &name, position, at);
        browser.connect_chosen(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |browser, game| window.open_from(browser.shelf(), game)
        ));
        self.imp().files.browser.set(Some(&browser));
        announce::present(&browser);
        browser
    }

    /// Lets the players choose another game of the file that the one on the board is from.
    pub(in crate::ui) fn choose_game(&self) {
        self.finish_names();
        let Some(origin) = self.origin() else {
            return;
        };
        match self.shelf(&origin).filter(|shelf| shelf.is_whole) {
            Some(shelf) => {
                self.browse(shelf, Some(origin.game));
            }
            None => self.open_file_at(gio::File::for_uri(&origin.file), Some(origin.game)),
        }
    }

    /// Opens the next game of the file, or the one before.
    pub(in crate::ui) fn open_neighbour(&self, next: bool) {
        let Some(origin) = self.origin() else {
            return;
        };
        let game = if next {
            origin.game.checked_add(1)
        } else {
            origin.game.checked_sub(1)
        };
        let Some(game) = game else { return };
        match self.shelf(&origin) {
            Some(shelf) if game < shelf.games.count() => self.open_from(shelf, game),
            _ => self.read_and_open(gio::File::for_uri(&origin.file), game),
        }
    }

    /// Puts a game of a file on the board that has to be read first.
    fn read_and_open(&self, file: gio::File, game: usize) {
        let number = self.begin_opening();
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let held = load(&file).await;
                if window.imp().files.opening.get() != number {
                    return;
                }
                match held {
                    Ok(Held::Many(games)) if game < games.count() => {
                        window.open_from(Shelf::whole(file, games), game);
                    }
                    Ok(_) => {
                        window.object(words::no_further_game());
                    }
                    Err(why) => tell(&window, &words::cannot_open(&display_name(&file)), &why),
                }
            }
        ));
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
                if window.imp().files.opening.get() != number {
                    return;
                }
                let file = shelf.file.clone();
                let why = match read {
                    Ok(Ok(loaded)) => {
                        let format = shelf.games.format();
                        let place = Some(Place { shelf, game });
                        let whole = Whole {
                            format,
                            loaded,
                            fingerprint: None,
                        };
                        return window.take(&file, whole, place).await;
                    }
                    Ok(Err(why)) => words::read_error(&why),
                    Err(_) => words::interrupted().to_owned(),
                };
                tell(&window, &words::cannot_open(&display_name(&file)), &why);
            }
        ));
    }

    /// Makes a place one in its file as it is now, if the game on the board was saved there after `before`; gives
    /// back what stands there.
    pub(super) fn renew(&self, place: &mut Place, before: Option<&Shelf>) -> Option<Record> {
        let now = self.imp().files.shelf.borrow().clone()?;
        let is_as_before = before.is_some_and(|before| Arc::ptr_eq(&before.games, &now.games));
        if is_as_before || !now.file.equal(&place.shelf.file) {
            return None;
        }
        let loaded = now.games.read(place.game).ok()?;
        place.shelf = now;
        loaded.records.into_iter().next()
    }

    /// Keeps the file of a game that is put on the board: where it is from. A damaged one would be damaged for good
    /// by saving it there.
    pub(super) fn take_place(&self, place: Place, damaged: bool) -> Origin {
        let Place { shelf, game } = place;
        let is_savable = !damaged && shelf.file.path().is_some();
        let fingerprint = shelf.games.fingerprint(game).filter(|_| is_savable);
        let origin = Origin {
            file: shelf.file.uri().into(),
            game,
            count: shelf.is_whole.then(|| shelf.games.count()),
            fingerprint,
        };
        self.imp().files.shelf.replace(Some(shelf));
        origin
    }

    /// Saves the game into the file of many that it is from, if the players say so. `None` if it is to be saved
    /// elsewhere, else whether it was saved.
    pub(super) async fn save_into_place(&self) -> Option<bool> {
        let origin = self.origin().filter(|one| one.fingerprint.is_some())?;
        let name = display_name(&gio::File::for_uri(&origin.file));
        let guard = self.session().guard();
        let answers = [
            Answer::new(CANCEL, words::cancel()),
            Answer::new("alone", words::save_as_game()),
            Answer::suggested("into", words::save_into_file()),
        ];
        let heading = words::ask_save_into(&name);
        let body = words::ask_save_into_body(origin.game + 1);
        match ask(self, &heading, &body, &answers).await.as_str() {
            "alone" => None,
            "into" if guard.is_same_game() => Some(self.save_into(origin).await),
            _ => Some(false),
        }
    }

    async fn save_into(&self, origin: Origin) -> bool {
        let guard = self.session().guard();
        let record = self.sitting().game.to_record();
        let target = Target::Pgn(Notation::Iccs);
        let losses = format::losses(&record, target);
        if !losses.is_empty() && !self.may_lose(target, &losses).await {
            return false;
        }
        let file = gio::File::for_uri(&origin.file);
        let name = display_name(&file);
        let written = {
            let _held = self.application().map(|app| app.hold());
            write_into(&file, self.shelf(&origin), origin.clone(), record).await
        };
        let games = match written {
            Ok(games) => games,
            Err(why) => {
                tell(self, &words::cannot_save(&name), &why);
                return false;
            }
        };
        if !guard.is_same_game() {
            return true;
        }
        let is_all = guard.holds();
        let (shelf, game) = (Shelf::whole(file, games), origin.game);
        let origin = self.take_place(Place { shelf, game }, false);
        self.session()
            .note_saved(&guard, losses.is_empty(), |sitting| {
                sitting.origin = Some(origin);
            });
        self.say(&words::saved(&name));
        is_all
    }
}

/// Puts a record into its file, away from the window's thread. The file as it is afterwards, or why it was left alone.
async fn write_into(
    file: &gio::File,
    known: Option<Shelf>,
    origin: Origin,
    record: Record,
) -> Result<Collection, String> {
    let path = file.path().ok_or(words::file_changed())?;
    let known = known.filter(|shelf| shelf.is_whole);
    let known = known.map(|shelf| shelf.games);
    let write = move || replace_in(&path, known, &origin, &record);
    let written = gio::spawn_blocking(write).await;
    written.map_err(|_| words::interrupted().to_owned())?
}

/// Replaces a game of a file, which may have changed elsewhere since it was read.
fn replace_in(
    path: &Path,
    known: Option<Arc<Collection>>,
    origin: &Origin,
    record: &Record,
) -> Result<Collection, String> {
    let now = format::read_file(path).map_err(|error| words::reading_error(&error))?;
    let is_same = |games: &Arc<Collection>| games.replaceable() == Some(now.as_slice());
    let games = match known.filter(is_same) {
        Some(games) => games,
        None => Arc::new(Collection::open(now).map_err(|error| words::read_error(&error))?),
    };
    if origin.fingerprint.is_none() || games.fingerprint(origin.game) != origin.fingerprint {
        return Err(words::file_changed().to_owned());
    }
    let games = match games.with_game(origin.game, record) {
        Some(Ok(games)) => games,
        Some(Err(why)) => return Err(words::not_replaced(&why)),
        None => return Err(words::file_changed().to_owned()),
    };
    let bytes = games.replaceable().ok_or(words::file_changed())?;
    files::replace(path, bytes).map_err(|error| words::writing_error(&error))?;
    Ok(games)
}
