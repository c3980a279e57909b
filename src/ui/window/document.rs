//! Games and files: what is opened is put on the board, saved, and listed among the files opened last.

use super::Window;
use super::choose::{
    MEDIA_TYPE, SUFFIX, add_open_filters, add_save_filters, display_name, may_lose_file,
    may_overwrite, target_of, with_suffix,
};
use super::opening::{Held, Whole, load};
use super::shelf::Place;
use crate::files;
use crate::game::{Game, Sitting};
use crate::record::Record;
use crate::record::format::{self, Format, Loss, Target};
use crate::ui::toolkit::ask::{Answer, CANCEL, ask, tell};
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

/// How many recent files the menu lists.
const RECENT: usize = 8;
/// How the desktop's list of recent files names the program.
const RECENT_COMMAND: &str = "chuhe %f";
/// By what name the list of files that were used knows the program, whatever language it speaks.
const RECENT_NAME: &str = "Chuhe";
/// Mark of games on that list: GTK's file chooser adds every file that was chosen.
const RECENT_GROUP: &str = "chuhe-games";

impl Window {
    pub(in crate::ui) fn open_finished(&self) {
        self.choose_and_open(Some(&self.session().history()));
    }

    /// Lets the player choose a file, in a folder that is proposed, and opens it.
    pub(in crate::ui) fn choose_and_open(&self, folder: Option<&std::path::Path>) {
        let open = gtk::FileChooserAction::Open;
        let chooser =
            gtk::FileChooserNative::new(Some(words::open()), Some(self), open, None, None);
        chooser.set_modal(true);
        add_open_filters(&chooser);
        if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
            // A folder that cannot be shown is no reason not to choose elsewhere.
            let _ = chooser.set_current_folder(Some(&gio::File::for_path(folder)));
        }
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if chooser.run_future().await == gtk::ResponseType::Accept
                    && let Some(file) = chooser.file()
                {
                    window.open_file(file);
                }
            }
        ));
    }

    /// Notes that a game is to be put on the board, unless another is asked for meanwhile: then the number changes.
    pub(super) fn begin_opening(&self) -> u64 {
        let opening = &self.imp().files.opening;
        opening.set(opening.get() + 1);
        opening.get()
    }

    /// Puts a game of a file on the board, after asking whatever has to be asked. `place` is where in a file of many
    /// it is from.
    pub(super) async fn take(&self, file: &gio::File, whole: Whole, mut place: Option<Place>) {
        let Whole {
            format,
            mut loaded,
            mut fingerprint,
        } = whole;
        let number = self.imp().files.opening.get();
        if loaded.records.is_empty() {
            return;
        }
        let mut record = loaded.records.swap_remove(0);
        loaded.warnings.retain(|warning| warning.game == 0);
        let damaged = loaded.warnings.iter().any(|warning| warning.what.is_loss());
        let cautions = words::cautions(&loaded.warnings);
        if damaged && !self.may_be_a_part(file, &record, &cautions).await {
            return;
        }
        let before = self.imp().files.shelf.borrow().clone();
        if !self.may_be_replaced().await || self.imp().files.opening.get() != number {
            return;
        }
        // Saving the game on the board may have changed this very file.
        let newer = match &mut place {
            Some(place) => self.renew(place, before.as_ref()),
            None => self.read_again(file).await.map(|(again, print)| {
                fingerprint = print;
                again
            }),
        };
        record = newer.unwrap_or(record);
        let bottom = self.sitting().bottom;
        let writable = format == Format::Json && !damaged && !self.is_in_history(file);
        let origin = place.map(|place| self.take_place(place, damaged));
        self.session().replace(Sitting {
            // Neither a damaged or foreign file nor a finished game is to be written over by a careless Save.
            file: writable.then(|| file.uri().into()),
            fingerprint: fingerprint.filter(|_| writable),
            origin,
            unsaved: damaged,
            bottom,
            ..Sitting::new(Game::from_record(record))
        });
        if !cautions.is_empty() && !damaged {
            self.object(&cautions);
        }
        self.remember_recent(file);
    }

    /// Asks before a game is opened of which not all can be read.
    async fn may_be_a_part(&self, file: &gio::File, record: &Record, cautions: &str) -> bool {
        let answers = [
            Answer::new(CANCEL, words::cancel()),
            Answer::suggested("open", words::open_part(record.move_count() > 0)),
        ];
        let heading = words::partly_readable(&display_name(file));
        ask(self, &heading, cautions, &answers).await == "open"
    }

    /// The game of a file if the one on the board is saved there, and the fingerprint of the file.
    async fn read_again(&self, file: &gio::File) -> Option<(Record, Option<String>)> {
        let known = self.sitting().file.clone();
        if known.as_deref() != Some(file.uri().as_str()) {
            return None;
        }
        match load(file).await {
            Ok(Held::One(mut again)) => {
                let record = again.loaded.records.pop()?;
                Some((record, again.fingerprint))
            }
            _ => None,
        }
    }

    fn is_in_history(&self, file: &gio::File) -> bool {
        let history = self.session().history();
        file.path().is_some_and(|path| path.starts_with(history))
    }

    /// Whether the game on the board may go: nothing of it is unsaved, or the players give it up.
    pub(super) async fn may_be_replaced(&self) -> bool {
        self.finish_names();
        let (unsaved, file) = {
            let sitting = self.sitting();
            let record = sitting.game.record();
            let has_moves = record.move_count() > 0 || sitting.game.first_of_two().is_some();
            let holds_something = has_moves || !record.comment.is_empty();
            (sitting.unsaved && holds_something, sitting.file.clone())
        };
        if !unsaved {
            return true;
        }
        let guard = self.session().guard();
        let answers = [
            Answer::new(CANCEL, words::cancel()),
            Answer::destructive("discard", words::discard()),
            Answer::suggested("save", words::save()),
        ];
        let body = words::ask_save_body(file.and_then(|uri| gio::File::for_uri(&uri).basename()));
        match ask(self, words::ask_save(), &body, &answers).await.as_str() {
            "discard" => guard.holds(),
            "save" => guard.is_same_game() && self.save_somewhere().await,
            _ => false,
        }
    }

    pub(in crate::ui) fn save(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                window.save_somewhere().await;
            }
        ));
    }

    pub(in crate::ui) fn save_as(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                window.choose_and_save().await;
            }
        ));
    }

    /// Saves to the file the game has, or to one the player chooses. Whether it was saved.
    pub(super) async fn save_somewhere(&self) -> bool {
        self.finish_names();
        let known = self.sitting().file.clone();
        match known {
            Some(uri) => {
                let file = gio::File::for_uri(&uri);
                self.may_replace_changed(&file).await && self.save_to(&file).await
            }
            None => match self.save_into_place().await {
                Some(saved) => saved,
                None => self.choose_and_save().await,
            },
        }
    }

    /// Asks before what another program has made of the game's file since is written over.
    async fn may_replace_changed(&self, file: &gio::File) -> bool {
        let guard = self.session().guard();
        let known = self.sitting().fingerprint.clone();
        let may = !is_changed(file, known).await
            || may_lose_file(self, file, words::ask_replace_changed_body()).await;
        may && guard.is_same_game()
    }

    async fn choose_and_save(&self) -> bool {
        self.finish_names();
        let save = gtk::FileChooserAction::Save;
        let chooser =
            gtk::FileChooserNative::new(Some(words::save_as()), Some(self), save, None, None);
        chooser.set_modal(true);
        add_save_filters(&chooser);
        let known = self.sitting().file.clone();
        match known.map(|uri| gio::File::for_uri(&uri)) {
            Some(file) => {
                // A file that has gone meanwhile is only a worse proposal.
                let _ = chooser.set_file(&file);
            }
            None => {
                if let Some(folder) = glib::user_special_dir(glib::UserDirectory::Documents) {
                    let _ = chooser.set_current_folder(Some(&gio::File::for_path(folder)));
                }
                let name = words::title(&self.sitting());
                chooser.set_current_name(&format!("{name}.{SUFFIX}"));
            }
        }
        let guard = self.session().guard();
        if chooser.run_future().await != gtk::ResponseType::Accept {
            return false;
        }
        let Some(chosen) = chooser.file() else {
            return false;
        };
        let file = with_suffix(&chosen);
        // The chooser has asked about the name that was written, not about the one that it becomes.
        let other = file.uri() != chosen.uri() && file.query_exists(gio::Cancellable::NONE);
        if other && !may_overwrite(self, &file).await {
            return false;
        }
        // A flag that has fallen meanwhile belongs into the file; another game does not.
        guard.is_same_game() && self.save_to(&file).await
    }

    /// Asks before a game is written in a format that has no place for all of it.
    pub(super) async fn may_lose(&self, target: Target, losses: &[Loss]) -> bool {
        let answers = [
            Answer::new(CANCEL, words::cancel()),
            Answer::suggested("save", words::save_all_the_same()),
        ];
        let heading = words::ask_lose(target.format());
        ask(self, &heading, &words::losses(losses), &answers).await == "save"
    }

    async fn save_to(&self, file: &gio::File) -> bool {
        let record = self.sitting().game.to_record();
        let name = display_name(file);
        let guard = self.session().guard();
        let target = target_of(file);
        let losses = format::losses(&record, target);
        if !losses.is_empty() && !self.may_lose(target, &losses).await {
            return false;
        }
        // The program does not end in the middle of a file.
        let stored = {
            let _held = self.application().map(|app| app.hold());
            store(file, &record, target).await
        };
        let fingerprint = match stored {
            Ok(fingerprint) => fingerprint,
            Err(why) => {
                tell(self, &words::cannot_save(&name), &why);
                return false;
            }
        };
        self.remember_recent(file);
        if guard.is_same_game() {
            self.session()
                .note_saved(&guard, losses.is_empty(), |sitting| {
                    // The program's own file is where Save goes on; another is a copy, and perhaps not of everything.
                    if target == Target::Json {
                        sitting.file = Some(file.uri().into());
                        sitting.fingerprint = Some(fingerprint);
                    }
                });
            self.say(&words::saved(&name));
        }
        guard.holds()
    }

    /// Puts a file on the desktop's list of recent files.
    fn remember_recent(&self, file: &gio::File) {
        // The list lies in the same folder as the session; where that takes nothing, GTK would only complain.
        if self.session().has_failed() {
            return;
        }
        let name = display_name(file);
        let data = gtk::RecentData::new(
            Some(&name),
            None,
            MEDIA_TYPE,
            RECENT_NAME,
            RECENT_COMMAND,
            &[RECENT_GROUP],
            false,
        );
        gtk::RecentManager::default().add_full(&file.uri(), &data);
    }

    /// Takes a file that cannot be opened off that list again, if it has come there only by being chosen.
    pub(super) fn forget_recent(&self, file: &gio::File) {
        if self.session().has_failed() {
            return;
        }
        let manager = gtk::RecentManager::default();
        let Ok(Some(item)) = manager.lookup_item(&file.uri()) else {
            return;
        };
        let names = [RECENT_NAME, words::app_name()];
        let is_own = |name: &glib::GString| names.contains(&name.as_str());
        if !item.has_group(RECENT_GROUP) && item.applications().iter().all(is_own) {
            // Where it cannot be taken off it is only one that cannot be opened.
            let _ = manager.remove_item(&file.uri());
        }
    }
}

/// Fills the menu of recent files; done when the menu opens, since reading the list takes time.
pub(super) fn list_recent_files(menu: &gio::Menu) {
    menu.remove_all();
    let mut recent: Vec<_> = gtk::RecentManager::default()
        .items()
        .into_iter()
        .filter(|item| is_ours(item) && item.exists())
        .collect();
    recent.sort_by_key(|item| std::cmp::Reverse(item.modified().to_unix()));
    for item in recent.iter().take(RECENT) {
        let label = item.display_name().replace('_', "__");
        let entry = gio::MenuItem::new(Some(&label), None);
        entry.set_action_and_target_value(Some("win.open-uri"), Some(&item.uri().to_variant()));
        menu.append_item(&entry);
    }
    if recent.is_empty() {
        // GTK renders an unknown action as insensitive.
        menu.append(Some(words::no_recent()), Some("win.no-recent-files"));
    }
}

/// Whether this program has opened a recent file, or could.
fn is_ours(item: &gtk::RecentInfo) -> bool {
    item.uri().ends_with(&format!(".{SUFFIX}")) || item.has_group(RECENT_GROUP)
}

/// Whether a file holds something else than what was read or written there last. One that has gone can be written
/// again, and about one that cannot be read saving will tell more.
async fn is_changed(file: &gio::File, known: Option<String>) -> bool {
    let (Some(path), Some(known)) = (file.path(), known) else {
        return false;
    };
    let now = gio::spawn_blocking(move || format::read_file(&path)).await;
    matches!(now, Ok(Ok(bytes)) if format::fingerprint(&bytes) != known)
}

/// Writes a record to a file as a whole, away from the window's thread. Gives the fingerprint of the file.
async fn store(file: &gio::File, record: &Record, target: Target) -> Result<String, String> {
    let bytes = format::write(record, target);
    let fingerprint = format::fingerprint(&bytes);
    let stored = match file.path() {
        Some(path) => gio::spawn_blocking(move || files::replace(&path, &bytes))
            .await
            .map_err(|_| words::interrupted().to_owned())?
            .map_err(|error| words::writing_error(&error)),
        None => {
            let flags = gio::FileCreateFlags::NONE;
            let stored = file
                .replace_contents_future(bytes, None, false, flags)
                .await;
            stored
                .map(|_| ())
                .map_err(|(_, error)| words::system_error(error.message()))
        }
    };
    stored.map(|()| fingerprint)
}
