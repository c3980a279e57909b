//! Games and files: new, open, save, recent, and the session of the last run.

use super::refresh::tag;
use super::{Remark, Window};
use crate::game::{Game, Sitting};
use crate::record::format::{self, Format, Loaded};
use crate::record::{Record, Tags};
use crate::rules::Side;
use crate::ui::ask::{Answer, CANCEL, ask, tell};
use crate::ui::keeper::Found;
use crate::ui::player_card::PlayerCard;
use crate::ui::{files, words};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

/// The suffix of the program's own files.
const SUFFIX: &str = "xiangqi";
const MEDIA_TYPE: &str = "application/vnd.chuhe.game+json";
/// How many recent files the menu lists.
const RECENT: usize = 8;

impl Window {
    /// Takes the game of the last run up again, or sets up a new one.
    pub(super) fn take_up(&self) {
        let imp = self.imp();
        match imp.keeper.load() {
            Found::Sitting(sitting) => {
                imp.sitting.replace(*sitting);
                self.refresh();
            }
            // Nothing is lost with a game that has no move yet, so the disk can wait for the first one.
            Found::Nothing => self.lay_out(self.fresh()),
            Found::Damaged(error, aside) => {
                self.lay_out(self.fresh());
                let body = words::session_damaged(&error, &aside);
                self.tell_when_shown(words::SESSION_DAMAGED, &body);
            }
            Found::Unreadable(error) => {
                imp.keeps.set(false);
                self.lay_out(self.fresh());
                self.tell_when_shown(words::SESSION_DAMAGED, &words::session_unsafe(&error));
            }
        }
    }

    fn tell_when_shown(&self, heading: &str, body: &str) {
        let (heading, body) = (heading.to_owned(), body.to_owned());
        self.connect_map(move |window| tell(window, &heading, &body));
    }

    /// A new game between the players of the last one.
    fn fresh(&self) -> Sitting {
        let bottom = self.imp().sitting.borrow().bottom;
        let mut game = Game::ordinary();
        let (red, black) = self.settings().names();
        let tags = game.tags_mut();
        tags.set(Tags::RED, &red);
        tags.set(Tags::BLACK, &black);
        if let Ok(now) = glib::DateTime::now_local() {
            for (name, format) in [(Tags::DATE, "%Y-%m-%d"), (Tags::TIME, "%H:%M:%S")] {
                tags.set(name, &now.format(format).unwrap_or_default());
            }
        }
        Sitting {
            bottom,
            ..Sitting::new(game)
        }
    }

    /// Puts another game on the board and keeps it.
    fn replace(&self, sitting: Sitting) {
        self.lay_out(sitting);
        self.keep();
    }

    /// Puts another game on the board.
    fn lay_out(&self, sitting: Sitting) {
        self.forget();
        self.imp().sitting.replace(sitting);
        self.refresh();
    }

    /// Writes the session; a disk that does not take it is told once for each failure.
    pub(super) fn keep(&self) {
        let imp = self.imp();
        if !imp.keeps.get() {
            return;
        }
        let written = imp.keeper.keep(&imp.sitting.borrow());
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if let Err(error) = written.await {
                    window.toast(&words::session_unsafe(&error));
                }
            }
        ));
    }

    /// Puts a finished game into the history folder.
    pub(super) fn keep_finished(&self) {
        let imp = self.imp();
        let sitting = imp.sitting.borrow();
        let kept = imp
            .keeper
            .keep_finished(&sitting.game.to_record(), &title(&sitting));
        drop(sitting);
        if let Err(error) = kept {
            self.toast(&words::session_unsafe(&error));
        }
    }

    fn toast(&self, text: &str) {
        self.imp().toasts.add_toast(adw::Toast::new(text));
    }

    /// A player has written another name.
    pub(super) fn rename(&self, card: &PlayerCard) {
        let imp = self.imp();
        let Some(side) = card.side() else { return };
        let name = card.name();
        {
            let mut sitting = imp.sitting.borrow_mut();
            if sitting
                .game
                .record()
                .tags
                .get(tag(side))
                .unwrap_or_default()
                == name
            {
                return;
            }
            sitting.game.tags_mut().set(tag(side), &name);
            sitting.unsaved |= sitting.game.record().move_count() > 0;
        }
        let (mut red, mut black) = self.settings().names();
        match side {
            Side::Red => red = name,
            Side::Black => black = name,
        }
        self.settings().set_names(&red, &black);
        self.keep();
        self.refresh();
    }

    pub(in crate::ui) fn new_game(&self) {
        self.unless_lost(|window| window.replace(window.fresh()));
    }

    /// Does something that takes the game off the board, once it is safe or given up.
    fn unless_lost(&self, then: impl FnOnce(&Self) + 'static) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if window.may_be_replaced().await {
                    then(&window);
                }
            }
        ));
    }

    /// Whether the game on the board is in a file or in the history, or the players give it up.
    async fn may_be_replaced(&self) -> bool {
        let (unsaved, over) = {
            let sitting = self.imp().sitting.borrow();
            let played = sitting.game.record().move_count() > 0;
            (sitting.unsaved && played, sitting.game.outcome().is_some())
        };
        if !unsaved || over {
            return true;
        }
        let answers = [
            Answer::new(CANCEL, "_Cancel"),
            Answer::destructive("discard", "_Discard"),
            Answer::suggested("save", "_Save"),
        ];
        match ask(self, words::ASK_SAVE, words::ASK_SAVE_BODY, &answers)
            .await
            .as_str()
        {
            "discard" => true,
            "save" => self.save_somewhere().await,
            _ => false,
        }
    }

    pub(in crate::ui) fn open_finished(&self) {
        self.choose_and_open(Some(&self.imp().keeper.history()));
    }

    /// Lets the player choose a file, in a folder that is proposed, and opens it.
    pub(in crate::ui) fn choose_and_open(&self, folder: Option<&std::path::Path>) {
        let open = gtk::FileChooserAction::Open;
        let chooser = gtk::FileChooserNative::new(None, Some(self), open, None, None);
        chooser.set_modal(true);
        add_filters(&chooser);
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

    /// Opens a file; the game on the board stays unless that works.
    pub(in crate::ui) fn open_file(&self, file: gio::File) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let name = display_name(&file);
                match load(&file).await {
                    Ok(loaded) => window.take(&file, &name, loaded).await,
                    Err(why) => tell(&window, &words::cannot_open(&name), &why),
                }
            }
        ));
    }

    /// Puts what a file held on the board, after asking whatever has to be asked.
    async fn take(&self, file: &gio::File, name: &str, mut loaded: Loaded) {
        let Some(record) = loaded.records.pop() else {
            return;
        };
        let damaged = !loaded.warnings.is_empty();
        if damaged {
            let cautions = loaded
                .warnings
                .iter()
                .map(|warning| words::caution(&warning.what));
            let answers = [
                Answer::new(CANCEL, "_Cancel"),
                Answer::suggested("open", words::open_part(record.move_count())),
            ];
            let body = cautions.collect::<Vec<_>>().join("\n");
            if ask(self, &words::partly_readable(name), &body, &answers).await != "open" {
                return;
            }
        }
        if !self.may_be_replaced().await {
            return;
        }
        let bottom = self.imp().sitting.borrow().bottom;
        self.replace(Sitting {
            // A damaged file must not be written over by a careless Save.
            file: (!damaged).then(|| file.uri().into()),
            unsaved: damaged,
            bottom,
            ..Sitting::new(Game::from_record(record))
        });
        remember_recent(file);
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
    async fn save_somewhere(&self) -> bool {
        let known = self.imp().sitting.borrow().file.clone();
        match known {
            Some(uri) => self.save_to(&gio::File::for_uri(&uri)).await,
            None => self.choose_and_save().await,
        }
    }

    async fn choose_and_save(&self) -> bool {
        let save = gtk::FileChooserAction::Save;
        let chooser = gtk::FileChooserNative::new(None, Some(self), save, None, None);
        chooser.set_modal(true);
        add_filters(&chooser);
        let known = self.imp().sitting.borrow().file.clone();
        match known.map(|uri| gio::File::for_uri(&uri)) {
            Some(file) => {
                // A file that has gone meanwhile is only a worse proposal.
                let _ = chooser.set_file(&file);
            }
            None => chooser.set_current_name(&proposed_name(&self.imp().sitting.borrow())),
        }
        if chooser.run_future().await != gtk::ResponseType::Accept {
            return false;
        }
        match chooser.file() {
            Some(file) => self.save_to(&with_suffix(file)).await,
            None => false,
        }
    }

    async fn save_to(&self, file: &gio::File) -> bool {
        let record = self.imp().sitting.borrow().game.to_record();
        let name = display_name(file);
        match store(file, &record).await {
            Ok(()) => {
                {
                    let mut sitting = self.imp().sitting.borrow_mut();
                    sitting.file = Some(file.uri().into());
                    sitting.unsaved = false;
                }
                self.keep();
                remember_recent(file);
                let saved = Remark::Done(words::saved(&name));
                self.imp().remark.replace(Some(saved));
                self.refresh();
                true
            }
            Err(why) => {
                tell(self, &words::cannot_save(&name), &why);
                false
            }
        }
    }

    /// Fills the menu of recent files; done when the menu opens, since reading the list takes time.
    pub(super) fn list_recent_files(&self) {
        let menu = &self.imp().recent_menu;
        menu.remove_all();
        let mut recent: Vec<_> = gtk::RecentManager::default()
            .items()
            .into_iter()
            .filter(|item| item.uri().ends_with(&format!(".{SUFFIX}")) && item.exists())
            .collect();
        recent.sort_by_key(|item| std::cmp::Reverse(item.modified().to_unix()));
        for item in recent.iter().take(RECENT) {
            let label = item.display_name().replace('_', "__");
            let entry = gio::MenuItem::new(Some(&label), None);
            entry.set_action_and_target_value(Some("win.open-uri"), Some(&item.uri().to_variant()));
            menu.append_item(&entry);
        }
        if recent.is_empty() {
            menu.append(Some(words::NO_RECENT), Some("win.none"));
        }
    }
}

/// What the save dialog proposes.
fn proposed_name(sitting: &Sitting) -> String {
    format!("{}.{SUFFIX}", title(sitting))
}

/// What a game is called as a file: when it was begun and who plays.
fn title(sitting: &Sitting) -> String {
    let tags = &sitting.game.record().tags;
    let tag = |name, other: &str| tags.get(name).unwrap_or(other).replace(['/', '\0'], "-");
    let moment = format!(
        "{} {}",
        tag(Tags::DATE, ""),
        tag(Tags::TIME, "").replace(':', ".")
    );
    let players = format!("{} – {}", tag(Tags::RED, "Red"), tag(Tags::BLACK, "Black"));
    format!("{} {players}", moment.trim()).trim().to_owned()
}

fn add_filters(chooser: &gtk::FileChooserNative) {
    let games = gtk::FileFilter::new();
    games.set_name(Some(words::GAME_FILES));
    games.add_mime_type(MEDIA_TYPE);
    games.add_pattern(&format!("*.{SUFFIX}"));
    chooser.add_filter(&games);
    let all = gtk::FileFilter::new();
    all.set_name(Some(words::ALL_FILES));
    all.add_pattern("*");
    chooser.add_filter(&all);
}

/// The name by which a player knows a file.
fn display_name(file: &gio::File) -> String {
    file.basename().map_or_else(
        || file.uri().into(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The chosen file, with the program's suffix where the player wrote none.
fn with_suffix(file: gio::File) -> gio::File {
    match file.path() {
        Some(path) if path.extension().is_none() => {
            gio::File::for_path(path.with_extension(SUFFIX))
        }
        _ => file,
    }
}

/// Reads a file and what is in it, away from the window's thread.
async fn load(file: &gio::File) -> Result<Loaded, String> {
    let bytes = match file.path() {
        Some(path) => gio::spawn_blocking(move || files::read(&path))
            .await
            .map_err(|_| words::INTERRUPTED.to_owned())?
            .map_err(|error| words::io_error(&error))?,
        None => {
            let (bytes, _) = file
                .load_contents_future()
                .await
                .map_err(|error| error.message().to_owned())?;
            bytes.to_vec()
        }
    };
    gio::spawn_blocking(move || format::read(&bytes))
        .await
        .map_err(|_| words::INTERRUPTED.to_owned())?
        .map_err(|error| words::read_error(&error))
}

/// Writes a record to a file as a whole, away from the window's thread.
async fn store(file: &gio::File, record: &Record) -> Result<(), String> {
    let bytes = format::write(record, Format::Json);
    match file.path() {
        Some(path) => gio::spawn_blocking(move || files::replace(&path, &bytes))
            .await
            .map_err(|_| words::INTERRUPTED.to_owned())?
            .map_err(|error| words::io_error(&error)),
        None => {
            let flags = gio::FileCreateFlags::NONE;
            let stored = file
                .replace_contents_future(bytes, None, false, flags)
                .await;
            stored
                .map(|_| ())
                .map_err(|(_, error)| error.message().to_owned())
        }
    }
}

fn remember_recent(file: &gio::File) {
    let name = display_name(file);
    let data = gtk::RecentData::new(
        Some(&name),
        None,
        MEDIA_TYPE,
        words::APP_NAME,
        "chuhe %u",
        &[],
        false,
    );
    gtk::RecentManager::default().add_full(&file.uri(), &data);
}
