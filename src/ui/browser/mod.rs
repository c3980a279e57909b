//! The dialog in which a game of a file is chosen: a search, and a table of what was found.

mod columns;

use super::window::Window;
use crate::record::{Collection, Query};
use crate::rules::Position;
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;
use columns::Columns;
use gtk::glib::BoxedAnyObject;
use gtk::{gdk, gio, glib};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long games are read before those that were found are shown: the first time, and after that.
const FIRST_BATCH: Duration = Duration::from_millis(20);
const BATCH: Duration = Duration::from_millis(80);

/// A file of games.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    pub(super) file: gio::File,
    pub(super) name: String,
    pub(super) games: Arc<Collection>,
}

mod imp {
    use super::*;
    use std::cell::{Cell, OnceCell};
    use std::sync::OnceLock;

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
        pub(super) pages: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) scroll: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub(super) table: TemplateChild<gtk::ColumnView>,
        pub(super) shelf: OnceCell<Shelf>,
        pub(super) board: OnceCell<Position>,
        pub(super) columns: OnceCell<Columns>,
        /// The numbers of the games that were found, from 0, in the order of the file.
        pub(super) found: gio::ListStore,
        pub(super) selection: gtk::SingleSelection,
        /// How many searches were begun; only the last one is shown.
        pub(super) searches: Cell<u64>,
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
                pages: TemplateChild::default(),
                scroll: TemplateChild::default(),
                table: TemplateChild::default(),
                shelf: OnceCell::new(),
                board: OnceCell::new(),
                columns: OnceCell::new(),
                found: gio::ListStore::new::<BoxedAnyObject>(),
                selection: gtk::SingleSelection::new(None::<gio::ListModel>),
                searches: Cell::new(0),
            }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Browser {
        const NAME: &'static str = "XqBrowser";
        type Type = super::Browser;
        type ParentType = adw::Window;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
            klass.install_action("browser.open", None, |dialog, _, _| dialog.choose());
            klass.install_action("browser.stop", None, |dialog, _, _| dialog.stop());
            let (plain, control) = (gdk::ModifierType::empty(), gdk::ModifierType::CONTROL_MASK);
            klass.add_binding_action(gdk::Key::Escape, plain, "window.close");
            klass.add_binding_action(gdk::Key::w, control, "window.close");
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for Browser {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: OnceLock<Vec<glib::subclass::Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                let chosen = glib::subclass::Signal::builder("chosen");
                vec![chosen.param_types([u32::static_type()]).build()]
            })
        }
    }

    impl WidgetImpl for Browser {
        fn realize(&self) {
            self.parent_realize();
            self.obj().follow_width();
        }
    }

    impl WindowImpl for Browser {
        fn close_request(&self) -> glib::Propagation {
            // What is still being searched is not wanted any more.
            self.searches.set(self.searches.get() + 1);
            self.parent_close_request()
        }
    }

    impl AdwWindowImpl for Browser {}
}

glib::wrapper! {
    /// The dialog with the games of a file.
    pub struct Browser(ObjectSubclass<imp::Browser>)
        @extends adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Browser {
    /// The dialog over a window. `board` is what games are searched for; `at` is the game that is open.
    pub(super) fn new(parent: &Window, shelf: Shelf, board: Position, at: Option<usize>) -> Self {
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = dialog.imp();
        let title = words::games_in(&shelf.name);
        dialog.set_title(Some(&title));
        imp.heading.set_title(&title);
        let games = shelf.games.clone();
        let fresh = imp.shelf.set(shelf).is_ok() && imp.board.set(board).is_ok();
        debug_assert!(fresh, "a new dialog has no games yet");
        dialog.fill_table(&games);
        dialog.connect_parts();
        dialog.search();
        if let Some(at) = at.and_then(|at| u32::try_from(at).ok()) {
            imp.selection.set_selected(at);
            dialog.show_selected_when_mapped();
        }
        imp.search.grab_focus();
        dialog
    }

    fn games(&self) -> &Arc<Collection> {
        let shelf = self.imp().shelf.get();
        &shelf.expect("a dialog has its games").games
    }

    /// The file that the games are of.
    pub(super) fn shelf(&self) -> Shelf {
        let shelf = self.imp().shelf.get();
        shelf.expect("a dialog has its games").clone()
    }

    pub(super) fn connect_chosen(&self, chosen: impl Fn(&Self, usize) + 'static) {
        let closure = glib::closure_local!(move |dialog: &Self, game: u32| {
            chosen(dialog, game as usize);
        });
        self.connect_closure("chosen", false, closure);
    }

    fn fill_table(&self, games: &Arc<Collection>) {
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
        super::a11y::set_label(&*imp.table, words::GAMES);
        super::a11y::set_label(&*imp.progress, words::SEARCH_PROGRESS);
        let fresh = imp.columns.set(columns);
        debug_assert!(fresh.is_ok(), "a table is filled once");
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        let search = glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move || dialog.search()
        );
        imp.search.connect_search_changed(glib::clone!(
            #[strong]
            search,
            move |_| search()
        ));
        imp.on_board.connect_active_notify(move |_| search());
        imp.search.connect_activate(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_| dialog.choose()
        ));
        imp.search.connect_stop_search(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_| dialog.close()
        ));
        imp.table.connect_activate(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_, _| dialog.choose()
        ));
        // What is typed in the table goes on with the search.
        imp.search.set_key_capture_widget(Some(&*imp.table));
        self.lead_down();
    }

    /// Leads from the search to the table with the key Down, past the mark between them.
    fn lead_down(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, _| {
                let list = dialog.imp().table.last_child();
                let is_down = key == gdk::Key::Down;
                match list.filter(|_| is_down) {
                    Some(list) if list.child_focus(gtk::DirectionType::TabForward) => {
                        glib::Propagation::Stop
                    }
                    _ => glib::Propagation::Proceed,
                }
            }
        ));
        self.imp().search.add_controller(keys);
    }

    /// Shows as many columns as there is room for.
    fn follow_width(&self) {
        let Some(surface) = NativeExt::surface(self) else {
            return;
        };
        surface.connect_layout(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_, width, _| {
                if let Some(columns) = dialog.imp().columns.get() {
                    columns.fit(width);
                }
            }
        ));
    }

    /// Scrolls to the game that is open, once the table has its size.
    fn show_selected_when_mapped(&self) {
        self.connect_map(|dialog| {
            glib::idle_add_local_once(glib::clone!(
                #[weak]
                dialog,
                move || {
                    let imp = dialog.imp();
                    let at = imp.selection.selected();
                    // The list inside of the table knows this action, the table does not.
                    if let Some(list) = imp.table.last_child() {
                        let _ = list.activate_action("list.scroll-to-item", Some(&at.to_variant()));
                    }
                }
            ));
        });
    }

    fn choose(&self) {
        let item = self.imp().selection.selected_item();
        let Some(item) = item.and_downcast::<BoxedAnyObject>() else {
            return;
        };
        let game = *item.borrow::<u32>();
        self.close();
        self.emit_by_name::<()>("chosen", &[&game]);
    }

    /// Searches for what is asked for now; what was searched before is forgotten.
    fn search(&self) {
        let imp = self.imp();
        let number = imp.searches.get() + 1;
        imp.searches.set(number);
        let on_board = imp.on_board.is_active();
        let board = imp.board.get().filter(|_| on_board).cloned();
        let query = Query::new(&imp.search.text(), board);
        if query.is_empty() {
            let all = u32::try_from(self.games().heads().len()).unwrap_or(u32::MAX);
            self.show_found((0..all).collect(), true);
            return self.end_search();
        }
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            async move { dialog.search_all(number, Arc::new(query)).await }
        ));
    }

    async fn search_all(&self, number: u64, query: Arc<Query>) {
        let all = self.games().heads().len();
        let (mut next, mut time) = (0, FIRST_BATCH);
        while next < all {
            let (games, query, from) = (self.games().clone(), query.clone(), next);
            let batch = gio::spawn_blocking(move || batch(&games, &query, from, time)).await;
            if self.imp().searches.get() != number {
                return;
            }
            let Ok((found, reached)) = batch else {
                return self.stop();
            };
            self.show_found(found, from == 0);
            self.imp()
                .progress
                .set_fraction(reached as f64 / all as f64);
            self.imp().progress_line.set_visible(reached < all);
            (next, time) = (reached, BATCH);
        }
        self.end_search();
    }

    /// Adds games to the table; those that are there may go.
    fn show_found(&self, games: Vec<u32>, afresh: bool) {
        let imp = self.imp();
        let rows: Vec<_> = games.into_iter().map(BoxedAnyObject::new).collect();
        let known = imp.found.n_items();
        if afresh {
            imp.scroll.vadjustment().set_value(0.0);
            imp.found.splice(0, known, &rows);
            imp.selection.set_selected(0);
        } else if !rows.is_empty() {
            imp.found.splice(known, 0, &rows);
        }
        let found = imp.found.n_items();
        self.action_set_enabled("browser.open", found > 0);
        if found > 0 {
            imp.pages.set_visible_child_name("games");
        }
        let all = self.games().heads().len();
        imp.heading
            .set_subtitle(&words::games_shown(found as usize, all));
    }

    fn end_search(&self) {
        let imp = self.imp();
        imp.progress_line.set_visible(false);
        if imp.found.n_items() == 0 {
            imp.pages.set_visible_child_name("none");
        }
    }

    /// Lets a search be; what was found stays.
    fn stop(&self) {
        let imp = self.imp();
        imp.searches.set(imp.searches.get() + 1);
        self.end_search();
        let (found, all) = (imp.found.n_items(), self.games().heads().len());
        let told = words::games_shown_so_far(found as usize, all);
        imp.heading.set_subtitle(&told);
        imp.search.grab_focus();
    }
}

/// Searches from a game on for some time: what was found, and how far it came.
fn batch(games: &Collection, query: &Query, from: usize, time: Duration) -> (Vec<u32>, usize) {
    let begun = Instant::now();
    let mut found = Vec::new();
    for game in from..games.heads().len() {
        if game > from && begun.elapsed() > time {
            return (found, game);
        }
        if games.matches(game, query) {
            found.extend(u32::try_from(game));
        }
    }
    (found, games.heads().len())
}
