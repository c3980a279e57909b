//! The list of finished games: a search, and a row for each file of the history folder.

mod deleting;
mod row;

use crate::record::{Query, Summary};
use crate::ui::toolkit::actions::{lead_down, on_key, search_key};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast;
use crate::words::FinishedGame;
use gtk::glib::BoxedAnyObject;
use row::FinishedRow;

/// A file of the history folder.
#[derive(Clone, Debug)]
pub struct FinishedFile {
    pub path: PathBuf,
    /// The game, unless the file is damaged.
    pub game: Option<Summary>,
    pub said: FinishedGame,
}

/// A request about a game of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishedRequest {
    /// Put it on the board.
    Open,
    /// Copy it as text.
    Copy,
    /// Save it to another file.
    Save,
    /// Save its last position as a picture.
    Picture,
    /// Save it as an animation.
    Replay,
    /// Delete its file.
    Delete,
    /// Bring its deleted file back.
    Restore,
}

impl FinishedRequest {
    /// The requests, with their actions in the menu of a row.
    const ACTIONS: [(&str, Self); 6] = [
        ("game.open", Self::Open),
        ("game.copy", Self::Copy),
        ("game.save", Self::Save),
        ("game.picture", Self::Picture),
        ("game.replay", Self::Replay),
        ("game.delete", Self::Delete),
    ];
}

mod imp {
    use super::deleting::Deleting;
    use super::*;

    template! {
        FinishedGames "/io/github/chuhe/Chuhe/ui/finished.ui" {
            heading: adw::WindowTitle,
            search: gtk::SearchEntry,
            toasts: adw::ToastOverlay,
            pages: gtk::Stack,
            scroll: gtk::ScrolledWindow,
            list: gtk::ListView,
        } {
            /// All files, the newest first.
            games: OnceCell<gio::ListStore>,
            /// The files found.
            found: gtk::FilterListModel,
            query: RefCell<Query>,
            /// Whether the folder has been read.
            is_read: Cell<bool>,
            deleting: Deleting,
        }
    }

    class!(FinishedGames "XqFinishedGames" adw::Window, template with closes, |klass| {
        klass.install_action("finished.undo", None, |dialog, _, _| dialog.undo_delete());
        let control = gdk::ModifierType::CONTROL_MASK;
        klass.add_binding_action(gdk::Key::z, control, "finished.undo");
    }; WidgetImpl AdwWindowImpl);

    impl ObjectImpl for FinishedGames {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
            self.obj().show_state();
        }
    }

    impl WindowImpl for FinishedGames {
        fn close_request(&self) -> glib::Propagation {
            self.obj().finish_deleting();
            self.parent_close_request()
        }
    }
}

widget! {
    /// The dialog with the finished games.
    FinishedGames Window
}

impl FinishedGames {
    signals! {
        /// Calls back with a file and what is to be done with it.
        "requested"(request: FinishedRequest, file: gio::File) connect_requested emit_requested;
    }

    /// Creates the dialog over a window; the games follow.
    pub fn new(parent: &impl IsA<gtk::Window>) -> Self {
        glib::Object::builder()
            .property("transient-for", parent)
            .build()
    }

    fn games(&self) -> &gio::ListStore {
        let games = || gio::ListStore::new::<BoxedAnyObject>();
        self.imp().games.get_or_init(games)
    }

    /// Adds files after those that are there.
    pub fn add(&self, files: Vec<FinishedFile>) {
        let games = self.games();
        let items: Vec<_> = files.into_iter().map(BoxedAnyObject::new).collect();
        games.splice(games.n_items(), 0, &items);
        self.show_state();
    }

    /// Ends the adding.
    pub fn end_reading(&self) {
        self.imp().is_read.set(true);
        self.show_state();
    }

    /// Shows a short message.
    pub fn tell(&self, text: &str) {
        announce::announce(self, Importance::Answer, text);
        self.show_toast(&adw::Toast::builder().title(text).timeout(3).build());
    }

    fn show_toast(&self, told: &adw::Toast) {
        let toasts = &*self.imp().toasts;
        toasts.add_toast(told.clone());
        toast::finish(toasts);
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        let filter = gtk::CustomFilter::new(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            #[upgrade_or]
            true,
            move |item| dialog.is_found(item)
        ));
        imp.found.set_model(Some(self.games()));
        imp.found.set_filter(Some(&filter));
        let games = gtk::NoSelection::new(Some(imp.found.clone()));
        imp.list.set_factory(Some(&self.factory()));
        imp.list.set_model(Some(&games));
        a11y::set_label(&*imp.list, words::games());
        imp.search
            .connect_search_changed(weak!(self, |dialog, _| dialog.search()));
        imp.search.connect_activate(weak!(self, |dialog, _| {
            // The list may be a moment behind the text.
            dialog.search();
            dialog.open(0);
        }));
        imp.search
            .connect_stop_search(weak!(self, |dialog, _| dialog.close()));
        imp.list
            .connect_activate(weak!(self, |dialog, _, place| dialog.open(place)));
        // Typing in the list continues the search.
        imp.search.set_key_capture_widget(Some(&*imp.list));
        self.add_keys();
        imp.search.grab_focus();
    }

    /// Lists the games that the text of the search fits.
    fn search(&self) {
        let imp = self.imp();
        imp.query.replace(Query::new(&imp.search.text(), None));
        if let Some(filter) = imp.found.filter() {
            filter.changed(gtk::FilterChange::Different);
        }
        imp.scroll.vadjustment().set_value(0.0);
        self.show_state();
    }

    fn is_found(&self, item: &glib::Object) -> bool {
        let Some(item) = item.downcast_ref::<BoxedAnyObject>() else {
            return false;
        };
        let (file, query) = (item.borrow::<FinishedFile>(), self.imp().query.borrow());
        query.fits(file.game.as_ref(), &file.said.text)
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(weak!(self, |dialog, _, place| {
            let row: FinishedRow = glib::Object::new();
            row.connect_requested(weak!(dialog, |dialog, row, request| {
                if let Some(item) = row.item() {
                    dialog.request(request, &item);
                }
            }));
            if let Some(place) = place.downcast_ref::<gtk::ListItem>() {
                place.set_child(Some(&row));
            }
        }));
        factory.connect_bind(|_, place| {
            let place = place.downcast_ref::<gtk::ListItem>();
            let row = place.and_then(|place| place.child().and_downcast::<FinishedRow>());
            let item = place.and_then(|place| place.item().and_downcast());
            if let (Some(place), Some(row), Some(item)) = (place, row, item) {
                row.bind(place, &item);
            }
        });
        factory
    }

    /// Opens the game in a place of the list.
    fn open(&self, place: u32) {
        if let Some(item) = self.imp().found.item(place).and_downcast() {
            self.request(FinishedRequest::Open, &item);
        }
    }

    fn request(&self, request: FinishedRequest, item: &BoxedAnyObject) {
        if request == FinishedRequest::Delete {
            return self.delete(item);
        }
        let file = item.borrow::<FinishedFile>();
        let can = file.game.is_some();
        let file = gio::File::for_path(&file.path);
        if can {
            self.emit_requested(request, file);
        }
    }

    /// Adds the keys of a row: Delete, before the search takes it for its text, and those that open a menu.
    fn add_keys(&self) {
        let imp = self.imp();
        let capture = gtk::PropagationPhase::Capture;
        imp.list
            .add_controller(on_key(self, capture, |dialog, key, state| {
                let state = state & gtk::accelerator_get_default_mod_mask();
                let Some(row) = dialog.focused_row() else {
                    return false;
                };
                match key {
                    gdk::Key::Delete | gdk::Key::KP_Delete if state.is_empty() => {
                        if let Some(item) = row.item() {
                            dialog.delete(&item);
                        }
                    }
                    gdk::Key::Menu => row.show_menu(),
                    gdk::Key::F10 if state == gdk::ModifierType::SHIFT_MASK => row.show_menu(),
                    _ => return false,
                }
                true
            }));
        let list = imp.list.get();
        self.add_controller(search_key(&*imp.search, WidgetExt::grab_focus));
        lead_down(&imp.search, move || list.grab_focus());
    }

    /// Returns the row that has the focus, or whose button has it.
    fn focused_row(&self) -> Option<FinishedRow> {
        let focus = GtkWindowExt::focus(self)?;
        let within = focus.ancestor(FinishedRow::static_type());
        within.or_else(|| focus.first_child()).and_downcast()
    }

    /// Shows how many games there are, or why there are none.
    fn show_state(&self) {
        let imp = self.imp();
        let (found, all) = (
            imp.found.n_items() as usize,
            self.games().n_items() as usize,
        );
        let is_reading = !imp.is_read.get();
        let page = match (found, all) {
            (0, 0) if !is_reading => "empty",
            (0, 1..) if !is_reading => "none",
            _ => "games",
        };
        imp.pages.set_visible_child_name(page);
        let told = match (all, is_reading) {
            (0, _) => String::new(),
            (_, true) => words::games_read(found, all),
            (_, false) => words::games_shown(found, all),
        };
        imp.heading.set_subtitle(&told);
    }
}
