//! The list of finished games: a search, and a row for each file of the history folder.

mod row;

use crate::game::{RunningScore, player_name};
use crate::record::{Query, Summary};
use crate::rules::Side;
use crate::ui::toolkit::actions::{on_key, search_key};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list;
use crate::ui::toolkit::search_list::ListItems;
use crate::ui::toolkit::toast::Tells;
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

impl FinishedFile {
    /// Names of the two players; `None` unless both are given and differ.
    fn names(&self) -> Option<[String; 2]> {
        let game = self.game.as_ref()?;
        let [red, black] = Side::ALL.map(|side| player_name(&game.tags, side));
        let (red, black) = (red?, black?);
        (red != black).then(|| [red, black].map(str::to_owned))
    }
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
    /// List all games of its two players.
    Players,
    /// Delete its file.
    Delete,
    /// Bring its deleted file back.
    Restore,
}

impl FinishedRequest {
    /// The requests, with their actions in the menu of a row.
    const ACTIONS: [(&str, Self); 7] = [
        ("game.open", Self::Open),
        ("game.copy", Self::Copy),
        ("game.save", Self::Save),
        ("game.picture", Self::Picture),
        ("game.replay", Self::Replay),
        ("game.players", Self::Players),
        ("game.delete", Self::Delete),
    ];
}

/// Games that are deleted but can be brought back, each with the place that it had.
#[derive(Debug, Default)]
struct Deleting {
    games: RefCell<Vec<(u32, BoxedAnyObject)>>,
    /// The message that offers to undo it.
    toast: RefCell<Option<adw::Toast>>,
}

mod imp {
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
            games: ListItems<FinishedFile>,
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

impl Tells for FinishedGames {
    fn toasts(&self) -> adw::ToastOverlay {
        self.imp().toasts.get()
    }
}

impl FinishedGames {
    signals! {
        /// Emitted with a request and the file that it is about.
        "requested"(request: FinishedRequest, file: gio::File) connect_requested emit_requested;
    }

    /// Creates the dialog over a window; the games follow.
    pub fn new(parent: &impl IsA<gtk::Window>) -> Self {
        Self::over(parent)
    }

    fn games(&self) -> &gio::ListStore {
        self.imp().games.model()
    }

    /// Adds files after those that are there.
    pub fn add(&self, files: Vec<FinishedFile>) {
        self.imp().games.extend(files);
        self.show_state();
    }

    /// Ends the adding.
    pub fn end_reading(&self) {
        self.imp().is_read.set(true);
        self.show_state();
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
        search_list::connect(self, &imp.search, &*imp.list, Self::search, |dialog| {
            dialog.search();
            dialog.open(0);
        });
        imp.list
            .connect_activate(weak!(self, |dialog, _, place| dialog.open(place)));
        self.add_keys();
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
        let create = glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            #[upgrade_or_default]
            move || {
                let row = FinishedRow::default();
                row.connect_requested(weak!(dialog, |dialog, row, request| {
                    if let Some(item) = row.item() {
                        dialog.request(request, &item);
                    }
                }));
                row
            }
        );
        search_list::factory(create, |place, row, item| row.bind(place, item))
    }

    /// Opens the game in a place of the list.
    fn open(&self, place: u32) {
        if let Some(item) = self.imp().found.item(place).and_downcast() {
            self.request(FinishedRequest::Open, &item);
        }
    }

    fn request(&self, request: FinishedRequest, item: &BoxedAnyObject) {
        match request {
            FinishedRequest::Delete => return self.delete(item),
            FinishedRequest::Players => return self.list_players(item),
            _ => {}
        }
        let file = item.borrow::<FinishedFile>();
        let can = file.game.is_some();
        let file = gio::File::for_path(&file.path);
        if can {
            self.emit_requested(request, file);
        }
    }

    /// Lists all games of the two players of a game, with their score over them.
    fn list_players(&self, item: &BoxedAnyObject) {
        let names = item.borrow::<FinishedFile>().names();
        self.imp()
            .search
            .set_text(&names.unwrap_or_default().join(" "));
    }

    /// Score of the two players whose games are listed; `None` for a single game, or if others are listed as well.
    fn running_score(&self) -> Option<RunningScore> {
        let found = &self.imp().found;
        let items: Vec<BoxedAnyObject> = { found.iter::<glib::Object>().filter_map(Result::ok) }
            .filter_map(|item| item.downcast().ok())
            .collect();
        let files: Vec<_> = items
            .iter()
            .map(|item| item.borrow::<FinishedFile>())
            .collect();
        let score = RunningScore::of(files.iter().filter_map(|file| file.game.as_ref()));
        score.filter(|score| score.games > 1)
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
        self.add_controller(search_key(&*imp.search, WidgetExt::grab_focus));
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
            (_, false) => self.running_score().map_or_else(
                || words::games_shown(found, all),
                |score| words::running_score(&score),
            ),
        };
        imp.heading.set_subtitle(&told);
    }

    // Deleting is at once: however the program ends, the games are gone. They can be brought back for a while.

    /// Deletes a game.
    fn delete(&self, item: &BoxedAnyObject) {
        let imp = self.imp();
        let Some(place) = self.games().find(item) else {
            return;
        };
        let had_focus = self.focused_row().is_some();
        self.games().remove(place);
        let deleted = &imp.deleting.games;
        deleted.borrow_mut().push((place, item.clone()));
        self.ask_for(FinishedRequest::Delete, item);
        let said = words::deleted_games(deleted.borrow().len());
        self.after_change(had_focus, &said);
        let toast = adw::Toast::builder()
            .title(&said)
            .button_label(words::undo_delete())
            .timeout(10)
            .build();
        toast.connect_button_clicked(weak!(self, |dialog, _| dialog.undo_delete()));
        toast.connect_dismissed(weak!(self, |dialog, toast| {
            // Another one in its place offers to undo both.
            let last = dialog.imp().deleting.toast.borrow().clone();
            if last.as_ref() == Some(toast) {
                dialog.finish_deleting();
            }
        }));
        if let Some(earlier) = imp.deleting.toast.replace(Some(toast.clone())) {
            earlier.dismiss();
        }
        self.show_toast(&toast);
    }

    /// Brings the deleted games back.
    fn undo_delete(&self) {
        let imp = self.imp();
        let deleted = imp.deleting.games.take();
        if deleted.is_empty() {
            return;
        }
        for (place, item) in deleted.into_iter().rev() {
            self.ask_for(FinishedRequest::Restore, &item);
            self.games().insert(place, &item);
        }
        if let Some(toast) = imp.deleting.toast.take() {
            toast.dismiss();
        }
        self.after_change(true, words::delete_undone());
    }

    /// Ends the time in which deleted games can be restored.
    fn finish_deleting(&self) {
        self.imp().deleting.toast.take();
        self.imp().deleting.games.take();
    }

    fn ask_for(&self, request: FinishedRequest, item: &BoxedAnyObject) {
        let file = gio::File::for_path(&item.borrow::<FinishedFile>().path);
        self.emit_requested(request, file);
    }

    /// Shows the remaining games, and keeps the focus in the list.
    fn after_change(&self, focus_list: bool, said: &str) {
        let imp = self.imp();
        self.show_state();
        let is_listed = imp
            .pages
            .visible_child_name()
            .is_some_and(|page| page == "games");
        if !is_listed || !focus_list || !imp.list.grab_focus() {
            imp.search.grab_focus();
        }
        announce(self, Importance::Answer, said);
    }
}
