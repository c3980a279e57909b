//! The dialog for choosing a game of a file: a search, and a table of matches.

mod columns;
mod search;

use crate::record::{Collection, Query};
use crate::rules::Position;
use crate::ui::toolkit::actions::{lead_down, search_key, shortcut, tell_key};
use crate::ui::toolkit::prelude::*;
use columns::{Columns, Games};
use gtk::glib::BoxedAnyObject;
use std::sync::Arc;

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
    pub fn of(file: gio::File, count: usize, games: Collection) -> Self {
        Self {
            count,
            ..Self::shared(file, Arc::new(games))
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

mod imp {
    use super::*;

    #[derive(Debug, gtk::CompositeTemplate)]
    #[template(resource = "/io/github/chuhe/Chuhe/ui/browser.ui")]
    pub struct Browser {
        #[template_child]
        pub(super) heading: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) open: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) search: TemplateChild<gtk::SearchEntry>,
        #[template_child]
        pub(super) on_board: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub(super) progress_line: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) progress: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub(super) reading: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub(super) stop: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) pages: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) scroll: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub(super) table: TemplateChild<gtk::ColumnView>,
        /// The file as it was when the dialog opened.
        pub(super) shelf: OnceCell<CollectionFile>,
        /// The games read so far.
        pub(super) games: OnceCell<Games>,
        /// Whether the file is still being read.
        pub(super) is_reading: Cell<bool>,
        /// Whether the user has stopped that.
        pub(super) is_stopped: Cell<bool>,
        pub(super) is_closed: Cell<bool>,
        /// The game to be selected, until it is read or the search changes.
        pub(super) at: Cell<Option<u32>>,
        pub(super) board: OnceCell<Position>,
        pub(super) columns: OnceCell<Columns>,
        /// Indices of the matching games, from 0, in the order of the file.
        pub(super) found: gio::ListStore,
        pub(super) selection: gtk::SingleSelection,
        /// Number of searches started; only the last one is shown.
        pub(super) searches: Cell<u64>,
        /// Current search, unless it was canceled.
        pub(super) query: RefCell<Option<Arc<Query>>>,
        /// Number of games searched.
        pub(super) reached: Cell<usize>,
        /// Whether a search is running.
        pub(super) is_searching: Cell<bool>,
        /// Whether the first match is opened as soon as it is found.
        pub(super) opens_first: Cell<bool>,
    }

    impl Default for Browser {
        fn default() -> Self {
            Self {
                heading: TemplateChild::default(),
                open: TemplateChild::default(),
                search: TemplateChild::default(),
                on_board: TemplateChild::default(),
                progress_line: TemplateChild::default(),
                progress: TemplateChild::default(),
                reading: TemplateChild::default(),
                stop: TemplateChild::default(),
                pages: TemplateChild::default(),
                scroll: TemplateChild::default(),
                table: TemplateChild::default(),
                shelf: OnceCell::new(),
                games: OnceCell::new(),
                is_reading: Cell::new(false),
                is_stopped: Cell::new(false),
                is_closed: Cell::new(false),
                at: Cell::new(None),
                board: OnceCell::new(),
                columns: OnceCell::new(),
                found: gio::ListStore::new::<BoxedAnyObject>(),
                selection: gtk::SingleSelection::new(None::<gio::ListModel>),
                searches: Cell::new(0),
                query: RefCell::default(),
                reached: Cell::new(0),
                is_searching: Cell::new(false),
                opens_first: Cell::new(false),
            }
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

    /// Creates the dialog over a window. `board` is the position to search for; `at` is the open game. If the shelf is
    /// not whole, more games follow.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        shelf: CollectionFile,
        board: Position,
        at: Option<usize>,
    ) -> Self {
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        // A running search keeps the list alive for a moment, perhaps longer than the parent window, which GTK would
        // still look up when finalizing.
        dialog.connect_unrealize(|dialog| dialog.set_transient_for(gtk::Window::NONE));
        let imp = dialog.imp();
        let title = shelf.title();
        dialog.set_title(Some(&title));
        imp.heading.set_title(&title);
        tell_key(&*imp.stop, words::STOP_KEY);
        let games = Games::new(shelf.games.clone().into());
        imp.is_reading.set(!shelf.is_whole);
        dialog.fill_table(&games);
        once(&imp.shelf, shelf);
        once(&imp.games, games);
        once(&imp.board, board);
        dialog.connect_parts();
        imp.at.set(at.and_then(|at| u32::try_from(at).ok()));
        dialog.connect_map(Self::scroll_to_selected);
        dialog.search();
        imp.search.grab_focus();
        dialog
    }

    fn games(&self) -> Arc<Collection> {
        let games = self.imp().games.get();
        games.expect("a dialog has its games").borrow().clone()
    }

    /// The file, with the games read so far.
    pub fn shelf(&self) -> CollectionFile {
        let shelf = self.imp().shelf.get();
        let shelf = shelf.expect("a dialog has its games").clone();
        CollectionFile {
            games: self.games(),
            is_whole: !self.imp().is_reading.get() && !self.is_stopped(),
            ..shelf
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

    fn fill_table(&self, games: &Games) {
        let imp = self.imp();
        let columns = Columns::new(games);
        columns.add_to(&imp.table);
        let sorted = gtk::SortListModel::builder()
            .model(&imp.found)
            .incremental(true)
            .build();
        sorted.set_sorter(imp.table.sorter().as_ref());
        imp.selection.set_model(Some(&sorted));
        imp.table.set_model(Some(&imp.selection));
        crate::ui::toolkit::a11y::set_label(&*imp.table, words::games());
        crate::ui::toolkit::a11y::set_label(&*imp.progress, words::search_progress());
        crate::ui::toolkit::a11y::set_label(&*imp.reading, words::reading_progress());
        once(&imp.columns, columns);
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        let search = weak!(self, |dialog| dialog.search());
        imp.search.connect_search_changed(glib::clone!(
            #[strong]
            search,
            move |_| search()
        ));
        imp.on_board.connect_active_notify(move |_| search());
        imp.search
            .connect_activate(weak!(self, |dialog, _| dialog.choose_found()));
        imp.search
            .connect_stop_search(weak!(self, |dialog, _| dialog.close()));
        imp.table
            .connect_activate(weak!(self, |dialog, _, _| dialog.choose()));
        // Typing in the table continues the search.
        imp.search.set_key_capture_widget(Some(&*imp.table));
        // Past the separator between them.
        let table = imp.table.get();
        self.add_controller(search_key(&*imp.search, WidgetExt::grab_focus));
        lead_down(&imp.search, move || {
            let list = table.last_child();
            list.is_some_and(|list| list.child_focus(gtk::DirectionType::TabForward))
        });
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
    fn point_out(&self) {
        let imp = self.imp();
        let is_known = |at: &u32| *at < imp.found.n_items();
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
            if let Some(list) = imp.table.last_child().filter(|_| at < imp.found.n_items()) {
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
        let Some(item) = item.and_downcast::<BoxedAnyObject>() else {
            return;
        };
        let game = *item.borrow::<u32>() as usize;
        self.close();
        self.emit_chosen(game);
    }
}
