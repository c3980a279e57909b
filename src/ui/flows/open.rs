//! Opening a game from its own file, from a collection file, or from text.

use super::choose::{self, display_name};
use super::read::{FileContents, ReadProgress, load, read};
use super::{FlowError, Flows, Listed, Ticket, recent};
use crate::game::{CollectionPlace, Command, Game, SessionState};
use crate::record::format::{Loaded, Warning};
use crate::record::{Collection, Record, Tags};
use crate::remote::Correspondence;
use crate::rules::Position;
use crate::ui::dialogs::browser::{Browser, CollectionFile};
use crate::ui::dialogs::finished::FinishedGames;
use crate::ui::platform::on_worker;
use crate::ui::toolkit::ask::{Answer, ask};
use crate::ui::toolkit::prelude::*;
use futures_channel::mpsc::{self, UnboundedReceiver};
use std::sync::Arc;

/// Source of a game, which determines whether *Save* may write it back there.
pub(super) enum Source {
    /// Its own file; with its fingerprint if the game can be saved in it.
    File(gio::File, Option<String>),
    /// A game of a collection file, counted from 0.
    Place(CollectionFile, usize),
    /// A text that was pasted or dropped.
    Text,
}

impl Source {
    fn file(&self) -> Option<&gio::File> {
        match self {
            Self::File(file, ..) => Some(file),
            Self::Place(collection, _) => Some(&collection.file),
            Self::Text => None,
        }
    }
}

/// The dialog was closed, reading was stopped, or another game was requested.
struct Cancelled;

impl Flows {
    /// Lets the user choose a file, and opens it.
    pub async fn choose_and_open(&self) {
        let files = choose::files_to_open(&self.window).await;
        self.open_all(files, None).await;
    }

    /// Lets the user choose a folder, and lists its games.
    pub async fn choose_and_open_folder(&self) {
        if let Some(folder) = choose::folder(&self.window, words::open_folder()).await {
            self.open(folder, None).await;
        }
    }

    /// Opens a file or a folder; the game on the board stays if that fails. For many games the browser is shown, with
    /// game `at` selected.
    pub async fn open(&self, file: gio::File, at: Option<usize>) {
        self.open_all(vec![file], at).await;
    }

    /// Opens files, the games of several in one list.
    pub async fn open_all(&self, files: Vec<gio::File>, at: Option<usize>) {
        let Some(file) = files.first().cloned() else {
            return;
        };
        if self.read_invitation(&file.uri()) {
            return;
        }
        let count = files.len();
        let ticket = self.ticket();
        let (sender, progress) = mpsc::unbounded();
        let reading = glib::spawn_future_local(async move { read(&files, sender).await });
        let collection = |games| CollectionFile::of(file.clone(), count, games);
        let shown = self.show_progress(collection, at, progress, ticket).await;
        let Ok(browser) = shown else {
            return;
        };
        let contents = reading.await.expect("nobody aborts it");
        match (browser, contents) {
            (Some(browser), Ok(FileContents::Many(games))) => {
                browser.end_reading(games);
                self.memory.browsed.note(&browser.collection().games);
            }
            _ if !self.is_wanted(ticket) => {}
            (_, Ok(FileContents::One(game))) => {
                let source = Source::File(file, game.fingerprint);
                self.take(game.loaded, source, None, ticket).await;
            }
            (_, Ok(FileContents::Many(games))) => {
                self.browse(collection(games), at);
            }
            (_, Err(why)) => {
                if !self.session.has_failed() {
                    recent::forget(&file);
                }
                self.tell(&words::cannot_open(&display_name(&file)), &why);
            }
        }
    }

    /// Shows the games of a file while it is read. Returns the browser, unless the file was read at once.
    async fn show_progress(
        &self,
        collection: impl Fn(Collection) -> CollectionFile,
        at: Option<usize>,
        mut progress: UnboundedReceiver<ReadProgress>,
        ticket: Ticket,
    ) -> Result<Option<Browser>, Cancelled> {
        let mut browser: Option<Browser> = None;
        while let Ok(ReadProgress(games, part)) = progress.recv().await {
            match &browser {
                Some(browser) if browser.is_closed() || browser.is_stopped() => {
                    return Err(Cancelled);
                }
                Some(browser) => browser.grow(games, part),
                None if !self.is_wanted(ticket) => return Err(Cancelled),
                None => browser = Some(self.browse(collection(games).part(), at)),
            }
        }
        match browser {
            Some(browser) if browser.is_closed() || browser.is_stopped() => Err(Cancelled),
            browser => Ok(browser),
        }
    }

    /// Lets the user choose a game of a file, replacing any open browser.
    fn browse(&self, collection: CollectionFile, at: Option<usize>) -> Browser {
        let position = self.session.state().game.shown_position().clone();
        self.memory.browsed.note(&collection.games);
        self.browse_for(collection, at, position)
    }

    /// Lets the user choose a game of a file, with a position to search for.
    pub(super) fn browse_for(
        &self,
        collection: CollectionFile,
        at: Option<usize>,
        position: Position,
    ) -> Browser {
        if let Some(earlier) = self.memory.browser.upgrade() {
            earlier.close();
        }
        let browser = Browser::new(&self.window, collection, position, at);
        let later = self.later();
        browser.connect_chosen(move |browser, game| {
            let (collection, position) = (browser.collection(), browser.position());
            if let Some(flows) = later() {
                flows.start(async move |flows| {
                    flows.open_place_at(collection, game, position).await;
                });
            }
        });
        let later = self.later();
        browser.connect_requested(move |browser, request| {
            if let Some(flows) = later() {
                let browser = browser.clone();
                flows.start(async move |flows| flows.serve(browser, request).await);
            }
        });
        self.memory.browser.set(Some(&browser));
        announce::present(&browser);
        browser
    }

    /// Lets the user choose another game from the file of the current one.
    pub async fn choose_game(&self) {
        if let Some((collection, game)) = self.list() {
            self.browse(collection, Some(game));
            return;
        }
        let Some(origin) = self.session.settled().origin.clone() else {
            return;
        };
        match self
            .collection(&origin)
            .filter(|collection| collection.is_whole)
        {
            Some(collection) => {
                self.browse(collection, Some(origin.game));
            }
            None => {
                let file = gio::File::for_uri(&origin.file);
                self.open(file, Some(origin.game)).await;
            }
        }
    }

    /// Opens the next or previous game of the file.
    pub async fn open_neighbor(&self, is_next: bool) {
        let step = |game: usize| {
            if is_next {
                game.checked_add(1)
            } else {
                game.checked_sub(1)
            }
        };
        if let Some((collection, game)) = self.list() {
            if let Some(game) = step(game).filter(|game| *game < collection.games.count()) {
                self.open_place(collection, game).await;
            }
            return;
        }
        let Some(origin) = self.session.state().origin.clone() else {
            return;
        };
        let Some(game) = step(origin.game) else {
            return;
        };
        if let Some(collection) = self
            .collection(&origin)
            .filter(|one| game < one.games.count())
        {
            return self.open_place(collection, game).await;
        }
        let file = gio::File::for_uri(&origin.file);
        let ticket = self.ticket();
        let contents = load(&file).await;
        if !self.is_wanted(ticket) {
            return;
        }
        match contents {
            Ok(FileContents::Many(games)) if game < games.count() => {
                self.open_place(CollectionFile::whole(file, games), game)
                    .await;
            }
            Ok(_) => self.session.remark_refused(words::no_further_game()),
            Err(why) => self.tell(&words::cannot_open(&display_name(&file)), &why),
        }
    }

    /// Opens a game of a collection file, or of a list of several files, and shows a position of it.
    pub(super) async fn open_place_at(
        &self,
        collection: CollectionFile,
        game: usize,
        position: Option<Position>,
    ) {
        let before = self.session.revision().game;
        self.open_place(collection, game).await;
        let node = position
            .filter(|_| self.session.revision().game != before)
            .and_then(|position| self.session.state().game.record().reached(&position));
        if let Some(node) = node {
            // It is a node of this very game.
            let _ = self.session.apply(Command::Show(node));
        }
    }

    /// Opens a game of a collection file, or of a list of several files.
    async fn open_place(&self, collection: CollectionFile, game: usize) {
        let Some(place) = collection.games.place(game) else {
            return self.open_in(collection, game, None).await;
        };
        let file = gio::File::for_path(place.path);
        if let Some(games) = place.games {
            let part = CollectionFile::shared(file, games.clone());
            let at = place.game;
            return self.open_in(part, at, Some((collection, game))).await;
        }
        let ticket = self.ticket();
        let contents = load(&file).await;
        if !self.is_wanted(ticket) {
            return;
        }
        match contents {
            Ok(FileContents::One(one)) => {
                let source = Source::File(file, one.fingerprint);
                self.take(one.loaded, source, Some((collection, game)), ticket)
                    .await;
            }
            Ok(FileContents::Many(games)) => {
                self.browse(CollectionFile::whole(file, games), None);
            }
            Err(why) => self.tell(&words::cannot_open(&display_name(&file)), &why),
        }
    }

    /// Opens a game of a collection file, which may be one of a list.
    async fn open_in(&self, collection: CollectionFile, game: usize, list: Option<Listed>) {
        let ticket = self.ticket();
        let games = collection.games.clone();
        let loaded = on_worker(move || games.read(game).map_err(FlowError::Read)).await;
        if !self.is_wanted(ticket) {
            return;
        }
        match loaded {
            Ok(loaded) => {
                let source = Source::Place(collection, game);
                self.take(loaded, source, list, ticket).await;
            }
            Err(why) => self.tell(&words::cannot_open(&display_name(&collection.file)), &why),
        }
    }

    /// Opens the game of a text.
    pub(super) async fn take_text(&self, loaded: Loaded) {
        let ticket = self.ticket();
        self.take(loaded, Source::Text, None, ticket).await;
    }

    /// Opens a game after any necessary confirmation.
    async fn take(
        &self,
        mut loaded: Loaded,
        mut source: Source,
        list: Option<Listed>,
        ticket: Ticket,
    ) {
        let count = loaded.records.len();
        if count == 0 {
            return;
        }
        let mut record = loaded.records.swap_remove(0);
        if record.tags.get(Tags::LETTER).is_some() {
            let tags = record.tags.clone();
            on_worker(move || Correspondence::prepare(&tags)).await;
        }
        loaded.warnings.retain(|warning| warning.game == 0);
        let cautions = told(&loaded.warnings, &source);
        let has_losses = || loaded.warnings.iter().any(|warning| warning.what.is_loss());
        let damaged = source.file().filter(|_| has_losses()).cloned();
        if let Some(file) = &damaged
            && !self.may_be_a_part(file, &record, &cautions).await
        {
            return;
        }
        let before = self.memory.collection.borrow().clone();
        if !self.may_be_replaced().await || !self.is_wanted(ticket) {
            return;
        }
        // Saving the previous game may have changed this file.
        if let Some(newer) = self.read_again(&mut source, before.as_ref()).await {
            record = newer;
        }
        let file = source.file().cloned();
        let state = self.state_of(record, source, damaged.is_some());
        if file.is_none() {
            let told = words::pasted(state.game.record().move_count() > 0);
            announce(&self.window, Importance::Move, told);
        }
        // The window asks for the neighbors as soon as the game is there.
        let number = self.session.revision().game + 1;
        let list = list.map(|listed| (listed, number));
        self.memory.list.replace(list);
        self.session.replace(state);
        if !cautions.is_empty() && damaged.is_none() {
            self.session.remark_refused(&cautions);
        } else if file.is_none() && count > 1 {
            self.session.remark_done(&words::pasted_first(count));
        }
        self.memory.source.take();
        if let Some(file) = file {
            self.note_source(&file, number);
        }
    }

    /// Remembers the file that the game of this number was read from.
    fn note_source(&self, file: &gio::File, number: u64) {
        let source = Some(file.clone()).filter(|file| !self.is_in_history(file));
        self.memory
            .source
            .replace(source.map(|file| (file, number)));
        self.remember(file);
    }

    /// The file that the game on the board was read from, whether or not it is saved there.
    pub(super) fn source(&self) -> Option<gio::File> {
        // The dialog of finished games saves others.
        if self.window.is::<FinishedGames>() {
            return None;
        }
        let source = self.memory.source.borrow();
        let (file, number) = source.as_ref()?;
        (*number == self.session.revision().game).then(|| file.clone())
    }

    /// Asks before opening a game that can be read only in part.
    async fn may_be_a_part(&self, file: &gio::File, record: &Record, cautions: &str) -> bool {
        let open = Answer::suggested((), words::open_part(record.move_count() > 0));
        let heading = words::partly_readable(&display_name(file));
        let answer = ask(&self.window, &heading, cautions, &[open]).await;
        answer.is_some()
    }

    /// Reads a source again if the previous game was saved there since, `before` being the file of that game.
    async fn read_again(
        &self,
        source: &mut Source,
        before: Option<&CollectionFile>,
    ) -> Option<Record> {
        match source {
            Source::File(file, fingerprint) => {
                let uri = self.session.state().file.clone();
                if uri.as_deref() != Some(file.uri().as_str()) {
                    return None;
                }
                let Ok(FileContents::One(mut again)) = load(file).await else {
                    return None;
                };
                let record = again.loaded.records.pop()?;
                *fingerprint = again.fingerprint;
                Some(record)
            }
            Source::Place(collection, game) => {
                let now = self.memory.collection.borrow().clone()?;
                let is_as_before =
                    before.is_some_and(|before| Arc::ptr_eq(&before.games, &now.games));
                if is_as_before || !now.file.equal(&collection.file) {
                    return None;
                }
                let loaded = now.games.read(*game).ok()?;
                *collection = now;
                loaded.records.into_iter().next()
            }
            Source::Text => None,
        }
    }

    /// State of a session with this game, and its origin.
    fn state_of(&self, record: Record, source: Source, damaged: bool) -> SessionState {
        let fresh = SessionState {
            bottom: self.session.state().bottom,
            unsaved: damaged,
            ..SessionState::new(Game::from_record(record))
        };
        match source {
            Source::File(file, fingerprint) => {
                // A careless Save must not overwrite a damaged file, or a finished game.
                let writable = fingerprint.is_some() && !damaged && !self.is_in_history(&file);
                SessionState {
                    file: writable.then(|| file.uri().into()),
                    fingerprint: fingerprint.filter(|_| writable),
                    ..fresh
                }
            }
            Source::Place(collection, game) => SessionState {
                origin: Some(self.take_shelf(collection, game, damaged)),
                ..fresh
            },
            Source::Text => SessionState {
                unsaved: true,
                ..fresh
            },
        }
    }

    fn is_in_history(&self, file: &gio::File) -> bool {
        let history = self.session.history();
        file.path().is_some_and(|path| path.starts_with(history))
    }

    /// Keeps the collection file of an opened game as its origin. A damaged file is not writable, since saving would
    /// make the damage permanent.
    pub(super) fn take_shelf(
        &self,
        collection: CollectionFile,
        game: usize,
        damaged: bool,
    ) -> CollectionPlace {
        let is_savable = !damaged && collection.file.path().is_some();
        let origin = CollectionPlace {
            file: collection.file.uri().into(),
            game,
            count: collection.is_whole.then(|| collection.games.count()),
            fingerprint: collection.games.fingerprint(game).filter(|_| is_savable),
        };
        self.memory.collection.replace(Some(collection));
        origin
    }

    /// Returns the collection file of an origin, if it has been read in this run.
    pub(super) fn collection(&self, origin: &CollectionPlace) -> Option<CollectionFile> {
        let collection = self.memory.collection.borrow().clone();
        collection.filter(|collection| collection.file.uri() == origin.file)
    }

    /// Drops a collection file that the current game is not from.
    pub fn forget_unused(&self) {
        if self.session.state().origin.is_none() {
            self.memory.collection.take();
        }
        if self.list().is_none() {
            self.memory.list.take();
        }
    }

    /// The list of several files that the current game was opened from, and its index there.
    fn list(&self) -> Option<Listed> {
        let list = self.memory.list.borrow();
        let (listed, number) = list.as_ref()?;
        (*number == self.session.revision().game).then(|| listed.clone())
    }

    /// Keeps the list up to date after a file of it was written.
    pub(super) fn note_in_list(&self, written: &CollectionFile) {
        if let (Some(((collection, _), _)), Some(path)) =
            (&mut *self.memory.list.borrow_mut(), written.file.path())
            && let Some(games) = collection.games.with_file(&path, &written.games)
        {
            collection.games = Arc::new(games);
        }
    }

    /// Whether the file has games before and after the current one, as far as is known.
    pub fn neighbors(&self) -> Option<(bool, bool)> {
        if let Some((collection, game)) = self.list() {
            return Some((game > 0, game + 1 < collection.games.count()));
        }
        let state = self.session.state();
        let origin = state.origin.as_ref()?;
        let collection = self
            .collection(origin)
            .filter(|collection| collection.is_whole);
        let count = collection
            .map(|collection| collection.games.count())
            .or(origin.count);
        let is_last = count.is_some_and(|count| count <= origin.game + 1);
        Some((origin.game > 0, !is_last))
    }

    pub(super) fn remember(&self, file: &gio::File) {
        // The list is in the same folder as the session; if that is not writable, GTK would only print warnings.
        if !self.session.has_failed() {
            recent::remember(file);
        }
    }
}

fn told(warnings: &[Warning], source: &Source) -> String {
    match source {
        Source::File(..) | Source::Place(..) => words::cautions(warnings),
        Source::Text => words::cautions_of_pasted(warnings),
    }
}
