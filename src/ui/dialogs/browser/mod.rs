//! The dialog for choosing a game of a file: a search, and a table of matches.

mod columns;

use crate::record::{Collection, Query};
use crate::rules::Position;
use crate::ui::platform::on_worker;
use crate::ui::session::position_cache;
use crate::ui::toolkit::actions::{search_key, shortcut, tell_key};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list::{self, ListItems, value};
use columns::{BrowsedGames, GameColumns};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file of games.
#[derive(Clone, Debug)]
pub struct CollectionFile {
    /// The file or folder; of several, the first.
    pub file: gio::File,
    /// Number of files that were chosen.
    count: usize,
    pub games: Arc<Collection>,
    /// Whether these are all of its games, and not only the first ones read.
    pub is_whole: bool,
}

impl CollectionFile {
    pub fn whole(file: gio::File, games: Collection) -> Self {
        Self::of(file, 1, games)
    }

    /// The games of several files, of which this is the first.
    pub fn of(file: gio::File, count: usize, games: impl Into<Arc<Collection>>) -> Self {
        Self {
            count,
            ..Self::shared(file, games.into())
        }
    }

    pub const fn shared(file: gio::File, games: Arc<Collection>) -> Self {
        Self {
            file,
            count: 1,
            games,
            is_whole: true,
        }
    }

    /// This file as one of which not all games have been read.
    pub fn part(self) -> Self {
        Self {
            is_whole: false,
            ..self
        }
    }

    /// The title over the games.
    fn title(&self) -> String {
        match self.file.basename() {
            _ if self.count > 1 => words::games_in_files(self.count),
            Some(name) => words::games_in(&words::file_name(&name)),
            None => words::games_in(&self.file.uri()),
        }
    }
}

/// A request about the listed games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserRequest {
    /// Add the game on the board to the file.
    Add,
    /// Save them in one file.
    SaveAll,
    /// Save each of them in a file of its own.
    SaveEach,
}

impl BrowserRequest {
    /// The requests, with their actions in the menu.
    const ACTIONS: [(&str, Self); 3] = [
        (ADD, Self::Add),
        ("browser.save-all", Self::SaveAll),
        ("browser.save-each", Self::SaveEach),
    ];
}

const ADD: &str = "browser.add";

/// Durations of the batches between updates of the table: the first one, and the others.
const FIRST_BATCH: Duration = Duration::from_millis(20);
const BATCH: Duration = Duration::from_millis(80);

mod imp {
    use super::*;

    template! {
        Browser "/io/github/chuhe/Chuhe/ui/browser.ui" {
            heading: adw::WindowTitle,
            open: gtk::Button,
            search: gtk::SearchEntry,
            on_board: gtk::CheckButton,
            progress_line: gtk::Box,
            progress: gtk::ProgressBar,
            reading: gtk::ProgressBar,
            stop: gtk::Button,
            pages: gtk::Stack,
            scroll: gtk::ScrolledWindow,
            table: gtk::ColumnView,
        } {
            /// The file as it was when the dialog opened.
            collection: OnceCell<CollectionFile>,
            /// The games read so far.
            games: OnceCell<BrowsedGames>,
            /// Whether the file is still being read.
            is_reading: Cell<bool>,
            /// Whether the user has stopped the reading.
            is_stopped: Cell<bool>,
            is_closed: Cell<bool>,
            /// The game to be selected, until it is read or the search changes.
            at: Cell<Option<u32>>,
            board: OnceCell<Position>,
            columns: OnceCell<GameColumns>,
            /// Indices of the matching games, from 0, in the order of the file.
            found: ListItems<u32>,
            selection: gtk::SingleSelection,
            /// Number of searches started; only the last one is shown.
            searches: Cell<u64>,
            /// Current search, unless it was canceled.
            query: RefCell<Option<Arc<Query>>>,
            /// Number of games searched.
            reached: Cell<usize>,
            /// Whether a search is running.
            is_searching: Cell<bool>,
            /// Whether the first match is opened as soon as it is found.
            opens_first: Cell<bool>,
        }
    }

    class!(Browser "XqBrowser" adw::Window, template with closes, |klass| {
        klass.install_action("browser.open", None, |dialog, _, _| dialog.choose());
        for (action, request) in BrowserRequest::ACTIONS {
            klass.install_action(action, None, move |dialog, _, _| {
                dialog.emit_requested(request);
            });
        }
        klass.install_action("browser.stop", None, |dialog, _, _| dialog.stop());
        let stop = gtk::NamedAction::new("browser.stop");
        klass.add_shortcut(&shortcut(words::STOP_KEY, stop));
    }; AdwWindowImpl);

    impl ObjectImpl for Browser {
        signals!();
    }

    impl WidgetImpl for Browser {
        fn realize(&self) {
            self.parent_realize();
            self.obj().follow_width();
        }
    }

    impl WindowImpl for Browser {
        fn close_request(&self) -> glib::Propagation {
            // Results of a running search are discarded.
            self.searches.set(self.searches.get() + 1);
            self.is_closed.set(true);
            self.parent_close_request()
        }
    }
}

widget! {
    /// The dialog that lists the games of a file.
    Browser Window
}

impl Browser {
    signals! {
        "chosen"(game: usize) connect_chosen emit_chosen;
        "requested"(request: BrowserRequest) connect_requested emit_requested;
    }

    /// Creates the dialog over a window. `board` is the position to search for; `at` is the open game. If the collection is
    /// not whole, more games follow.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        collection: CollectionFile,
        board: Position,
        at: Option<usize>,
    ) -> Self {
        let dialog = Self::over(parent);
        // A running search keeps the list alive for a moment, perhaps longer than the parent window, which GTK would
        // still look up when finalizing.
        dialog.connect_unrealize(|dialog| dialog.set_transient_for(gtk::Window::NONE));
        let imp = dialog.imp();
        let title = collection.title();
        dialog.set_title(Some(&title));
        imp.heading.set_title(&title);
        tell_key(&*imp.stop, words::STOP_KEY);
        let games = BrowsedGames::new(collection.games.clone().into());
        imp.is_reading.set(!collection.is_whole);
        dialog.fill_table(&games);
        once(&imp.collection, collection);
        once(&imp.games, games);
        once(&imp.board, board);
        dialog.connect_parts();
        imp.at.set(at.and_then(|at| u32::try_from(at).ok()));
        dialog.connect_map(Self::scroll_to_selected);
        dialog.search();
        dialog
    }

    fn games(&self) -> Arc<Collection> {
        let games = self.imp().games.get();
        games.expect("a dialog has its games").borrow().clone()
    }

    /// The file, with the games read so far.
    pub fn collection(&self) -> CollectionFile {
        let collection = self.imp().collection.get();
        let collection = collection.expect("a dialog has its games").clone();
        CollectionFile {
            games: self.games(),
            is_whole: !self.imp().is_reading.get() && !self.is_stopped(),
            ..collection
        }
    }

    /// Shows a larger set of games. `part` is the fraction of the file that has been read.
    pub fn grow(&self, games: Collection, part: f64) {
        self.imp().reading.set_visible(true);
        self.imp().reading.set_fraction(part);
        self.set_games(games);
    }

    /// Shows all games of the file.
    pub fn end_reading(&self, games: Collection) {
        self.imp().is_stopped.set(false);
        self.imp().is_reading.set(false);
        self.imp().reading.set_visible(false);
        self.set_games(games);
    }

    fn set_games(&self, games: Collection) {
        if let Some(known) = self.imp().games.get() {
            known.replace(Arc::new(games));
        }
        if let Some(surface) = NativeExt::surface(self) {
            self.fit_columns(surface.width());
        }
        self.search_on();
    }

    pub fn is_closed(&self) -> bool {
        self.imp().is_closed.get()
    }

    /// Whether the user has stopped the reading of more games.
    pub fn is_stopped(&self) -> bool {
        self.imp().is_stopped.get()
    }

    /// The listed games, in the order of the table.
    pub fn listed(&self) -> Vec<usize> {
        let rows = &self.imp().selection;
        let rows = rows.iter::<glib::Object>().flatten();
        rows.filter_map(|row| columns::game_of(&row)).collect()
    }

    /// Shows how much of the work on the listed games is done.
    pub fn show_work(&self, part: f64) {
        self.imp().reading.set_visible(true);
        self.imp().reading.set_fraction(part);
    }

    pub fn end_work(&self) {
        self.imp().reading.set_visible(self.imp().is_reading.get());
    }

    /// Tells what was done.
    pub fn tell(&self, told: &str) {
        self.imp().heading.set_subtitle(told);
        announce(self, Importance::State, told);
    }

    /// Searches for the position.
    pub fn search_position(&self) {
        self.imp().on_board.set_active(true);
    }

    /// The position that is searched for, if any is.
    pub fn position(&self) -> Option<Position> {
        let query = self.imp().query.borrow();
        query.as_ref()?.position().cloned()
    }

    fn fill_table(&self, games: &BrowsedGames) {
        let imp = self.imp();
        let columns = GameColumns::new(games);
        columns.add_to(&imp.table);
        let sorted = gtk::SortListModel::builder()
            .model(imp.found.model())
            .incremental(true)
            .build();
        sorted.set_sorter(imp.table.sorter().as_ref());
        imp.selection.set_model(Some(&sorted));
        imp.table.set_model(Some(&imp.selection));
        a11y::set_label(&*imp.table, words::games());
        a11y::set_label(&*imp.progress, words::search_progress());
        a11y::set_label(&*imp.reading, words::reading_progress());
        once(&imp.columns, columns);
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.on_board
            .connect_active_notify(weak!(self, |dialog, _| dialog.search()));
        imp.table
            .connect_activate(weak!(self, |dialog, _, _| dialog.choose()));
        search_list::connect(
            self,
            &imp.search,
            &*imp.table,
            Self::search,
            Self::choose_found,
        );
        self.add_controller(search_key(&*imp.search, WidgetExt::grab_focus));
    }

    /// Shows as many columns as fit.
    fn follow_width(&self) {
        let Some(surface) = NativeExt::surface(self) else {
            return;
        };
        surface.connect_layout(weak!(self, |dialog, _, width, _| dialog.fit_columns(width)));
    }

    fn fit_columns(&self, width: i32) {
        if let Some(columns) = self.imp().columns.get() {
            columns.fit(width);
        }
    }

    /// Selects the open game once it has been read, unless the user has moved on.
    fn select_current(&self) {
        let imp = self.imp();
        let is_known = |at: &u32| *at < imp.found.count();
        if let Some(at) = imp.at.get().filter(is_known) {
            imp.at.take();
            if imp.selection.selected() == 0 {
                imp.selection.set_selected(at);
                self.scroll_to_selected();
            }
        }
    }

    /// Scrolls to the selected game once the table has been allocated.
    fn scroll_to_selected(&self) {
        glib::idle_add_local_once(weak!(self, |dialog| {
            let imp = dialog.imp();
            let at = imp.selection.selected();
            // The action belongs to the list inside the table, not to the table.
            if let Some(list) = imp.table.last_child().filter(|_| at < imp.found.count()) {
                let _ = list.activate_action("list.scroll-to-item", Some(&at.to_variant()));
            }
        }));
    }

    /// Opens the selected game, or the first match if the list is a moment behind the text of the search.
    fn choose_found(&self) {
        let imp = self.imp();
        let is_stopped = imp.query.borrow().is_none();
        if !is_stopped {
            self.search();
        }
        if imp.is_searching.get() && imp.reached.get() == 0 {
            imp.opens_first.set(true);
        } else {
            self.choose();
        }
    }

    fn choose(&self) {
        let item = self.imp().selection.selected_item();
        if let Some(game) = item.and_then(|item| value::<u32>(&item)) {
            self.close();
            self.emit_chosen(game as usize);
        }
    }

    /// Starts a new search and discards the previous one, unless that is the same.
    fn search(&self) {
        let imp = self.imp();
        let on_board = imp.on_board.is_active();
        let board = imp.board.get().filter(|_| on_board).cloned();
        let query = Query::new(&imp.search.text(), board);
        if imp.query.borrow().as_deref() == Some(&query) {
            return;
        }
        imp.opens_first.set(false);
        if !query.is_empty() {
            imp.at.take();
        }
        imp.query.replace(Some(Arc::new(query)));
        imp.searches.set(imp.searches.get() + 1);
        imp.reached.set(0);
        imp.is_searching.set(false);
        self.search_on();
    }

    /// Continues the search among unsearched games.
    fn search_on(&self) {
        let imp = self.imp();
        let (from, all) = (imp.reached.get(), self.games().count());
        let query = imp.query.borrow().clone();
        let Some(query) = query.filter(|_| from < all && !imp.is_searching.get()) else {
            return self.show_state();
        };
        if query.is_empty() {
            let numbers = [from, all].map(|game| u32::try_from(game).unwrap_or(u32::MAX));
            imp.reached.set(all);
            self.show_found((numbers[0]..numbers[1]).collect(), from == 0);
            return self.show_state();
        }
        imp.is_searching.set(true);
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            async move { dialog.search_all(query).await }
        ));
    }

    async fn search_all(&self, query: Arc<Query>) {
        let imp = self.imp();
        let number = imp.searches.get();
        let mut time = FIRST_BATCH;
        if query.position().is_some() {
            let games = self.games();
            on_worker(move || position_cache::use_kept_index(&games)).await;
            if imp.searches.get() != number {
                return;
            }
        }
        while imp.reached.get() < self.games().count() {
            let (games, query, from) = (self.games(), query.clone(), imp.reached.get());
            let batch = on_worker(move || batch(&games, &query, from, time)).await;
            if imp.searches.get() != number {
                return;
            }
            let (found, reached) = batch;
            imp.reached.set(reached);
            self.show_found(found, from == 0);
            self.show_state();
            if imp.found.count() > 0 && imp.opens_first.take() {
                return self.choose();
            }
            time = BATCH;
        }
        imp.opens_first.set(false);
        imp.is_searching.set(false);
        self.show_state();
    }

    /// Adds games to the table, replacing its contents if `afresh`.
    fn show_found(&self, games: Vec<u32>, afresh: bool) {
        let imp = self.imp();
        if afresh {
            imp.scroll.vadjustment().set_value(0.0);
            imp.found.set(games);
            imp.selection.set_selected(0);
        } else if !games.is_empty() {
            imp.found.extend(games);
        }
        self.select_current();
    }

    /// Shows the number of matches, and the progress of the search and of reading the file.
    fn show_state(&self) {
        let imp = self.imp();
        let (found, all) = (imp.found.count() as usize, self.games().count());
        let (reached, is_searching) = (imp.reached.get(), imp.is_searching.get());
        let is_reading = imp.is_reading.get();
        self.action_set_enabled("browser.open", found > 0);
        self.action_set_enabled(ADD, !is_reading && self.games().replaceable().is_some());
        for action in ["browser.save-all", "browser.save-each"] {
            self.action_set_enabled(action, found > 0 && !is_reading && !is_searching);
        }
        if found > 0 {
            imp.pages.set_visible_child_name("games");
        } else if !is_searching && !is_reading {
            imp.pages.set_visible_child_name("none");
        }
        imp.progress.set_fraction(reached as f64 / all as f64);
        // Not for a search that finishes at once.
        let is_long = is_searching && 0 < reached && reached < all;
        imp.progress.set_visible(is_long);
        imp.stop.set_hexpand(!is_long);
        imp.progress_line.set_visible(is_long || is_reading);
        let told = if imp.query.borrow().is_some() && is_reading {
            words::games_read(found, all)
        } else {
            let is_stopped = imp.query.borrow().is_none() || self.is_stopped();
            let shown = match is_stopped {
                true => words::games_shown_so_far(found, all),
                false => words::games_shown(found, all),
            };
            words::games_of_files(shown, self.games().files())
        };
        imp.heading.set_subtitle(&told);
    }

    /// Cancels the search but keeps the matches; without one, keeps the games that have been read, and no others.
    fn stop(&self) {
        let imp = self.imp();
        if imp.is_searching.get() {
            imp.searches.set(imp.searches.get() + 1);
            imp.query.take();
            imp.is_searching.set(false);
        } else if imp.is_reading.take() {
            imp.is_stopped.set(true);
            imp.reading.set_visible(false);
        }
        self.show_state();
        imp.search.grab_focus();
    }
}

/// Searches for a limited time, starting at a game. Returns the matches and the position reached.
fn batch(games: &Collection, query: &Query, from: usize, time: Duration) -> (Vec<u32>, usize) {
    let begun = Instant::now();
    let mut found = Vec::new();
    for game in from..games.count() {
        if game > from && begun.elapsed() > time {
            return (found, game);
        }
        if games.matches(game, query) {
            found.extend(u32::try_from(game));
        }
    }
    (found, games.count())
}
