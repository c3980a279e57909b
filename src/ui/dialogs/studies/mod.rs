//! The room of studies: a list to choose from, and a study to be solved. The game on the board of the main window goes on.

mod row;
mod study_view;

use crate::rules::{Setup, Side};
use crate::studies::{
    self, Book, Drill, Filter, OwnBook, OwnBooks, Study, StudyOrigin, VerdictSearch,
};
use crate::ui::board::play_board::PlayBoard;
use crate::ui::dialogs::print::StudyScope;
use crate::ui::platform::search_task::{SearchSlot, until};
use crate::ui::platform::settings::Settings;
use crate::ui::platform::time;
use crate::ui::session::{StudyProgress, StudyVerdicts};
use crate::ui::toolkit::actions::{search_key, shortcut};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list::{LazyModel, ListItems, value};
use crate::ui::toolkit::toast::Tells;
use crate::ui::toolkit::{combo_row, naming, search_list};
use futures_channel::oneshot;
use gtk::glib::BoxedAnyObject;
use row::StudyRow;
use std::io;
use std::ops::RangeInclusive;
use study_view::{STEP, StudyView};

/// Actions of [`words::study_keys`], in their order.
const KEY_ACTIONS: [&str; 5] = [
    "study.hint",
    "study.back",
    "study.forward",
    "study.next",
    "studies.print",
];

/// Place of the drills among the books of files.
const DRILLS_URI: &str = "";

/// Opponent in a game that is played on from a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyOpponent {
    Computer,
    Person,
}

/// Source of a player’s own positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudySource {
    File,
    Folder,
}

mod imp {
    use super::*;

    template! {
        Studies "/io/github/chuhe/Chuhe/ui/studies.ui" {
            toasts: adw::ToastOverlay,
            leaflet: adw::Leaflet,
            heading: adw::WindowTitle,
            search: gtk::SearchEntry,
            filter: gtk::MenuButton,
            file_menu: gtk::MenuButton,
            book: adw::ComboRow,
            progress: adw::ComboRow,
            length: adw::ComboRow,
            pieces: adw::ComboRow,
            carry_on: gtk::Button,
            pages: gtk::Stack,
            scroll: gtk::ScrolledWindow,
            list: gtk::ListView,
            study_header: adw::HeaderBar,
            study_title: adw::WindowTitle,
            to_list: gtk::Button,
            more: gtk::MenuButton,
            places: gtk::Stack,
            view: StudyView,
            proving_bar: gtk::Box,
            proving_told: gtk::Label,
            proving_stop: gtk::Button,
        } {
            known: OnceCell<StudyProgress>,
            verdicts: OnceCell<StudyVerdicts>,
            own: RefCell<OwnBooks>,
            /// Work on the verdict on a position of one’s own.
            proving: SearchSlot,
            /// The studies that are listed.
            listed: ListItems<Study>,
            /// Studies that have come into view by now.
            shown: LazyModel,
            filters: OnceCell<Filters>,
        }
    }

    class!(Studies "XqStudies" adw::Window, template with closes, |klass| {
        StudyView::ensure_type();
        klass.install_action("studies.leave", None, |window, _, _| window.leave_study());
        klass.install_action("studies.remove", None, |window, _, _| {
            window.emit_removed();
        });
        klass.install_action("studies.print", None, |window, _, _| {
            window.emit_print_asked();
        });
        for (action, source) in [
            ("studies.add-file", StudySource::File),
            ("studies.add-folder", StudySource::Folder),
        ] {
            klass.install_action(action, None, move |window, _, _| {
                window.emit_added(source);
            });
        }
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for Studies {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
        }
    }
}

widget! {
    /// The window with the studies.
    Studies Window
}

impl Tells for Studies {
    fn toasts(&self) -> adw::ToastOverlay {
        self.imp().toasts.get()
    }
}

impl Studies {
    /// Creates the window beside another.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        settings: &Rc<Settings>,
        known: StudyProgress,
        verdicts: StudyVerdicts,
    ) -> Self {
        let window = Self::over(parent);
        let imp = window.imp();
        imp.view.set_settings(settings);
        once(&imp.known, known);
        once(&imp.verdicts, verdicts);
        window.refill();
        window.show_progress();
        window.show_drills();
        window
    }

    signals! {
        /// Calls back with the opponent when the position of a study is to be played on.
        "played-on"(opponent: StudyOpponent) connect_played_on emit_played_on;
        /// Calls back when positions of one’s own are to be added.
        "added"(source: StudySource) connect_added emit_added;
        /// Calls back when the chosen book is to be removed.
        "removed" connect_removed emit_removed;
        /// Calls back when studies are to be printed.
        "print-asked" connect_print_asked emit_print_asked;
    }

    /// The side that solves the study on the board.
    pub fn solver(&self) -> Option<Side> {
        self.imp().view.study().map(|study| study.turn())
    }

    /// The position on the board, to be played on.
    pub fn setup(&self) -> Option<Setup> {
        let position = self.imp().view.position()?;
        Some(Setup::from(&position))
    }

    fn known(&self) -> &StudyProgress {
        self.imp().known.get().expect("it is set at once")
    }

    fn verdicts(&self) -> &StudyVerdicts {
        self.imp().verdicts.get().expect("they are set at once")
    }

    fn filters(&self) -> &Filters {
        self.imp().filters.get().expect("they are filled at once")
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        let fill =
            weak!(self, |window,
                         place: &gtk::ListItem,
                         row: &StudyRow,
                         item: &BoxedAnyObject| {
                window.fill(place, row, &item.borrow());
            });
        let factory = search_list::factory(StudyRow::default, fill);
        imp.list.set_factory(Some(&factory));
        imp.shown.show(imp.listed.model(), &imp.list);
        a11y::set_label(&*imp.list, "");
        imp.list
            .connect_activate(weak!(self, |window, _, place| window.open_place(place)));
        search_list::connect(
            self,
            &imp.search,
            &*imp.list,
            Self::refill_aloud,
            |window| {
                window.refill();
                window.open_place(0);
            },
        );
        once(&imp.filters, Filters::new(imp));
        for row in [&imp.book, &imp.progress, &imp.length, &imp.pieces] {
            row.connect_selected_notify(weak!(self, |window, _| window.refill_aloud()));
        }
        imp.book.connect_selected_notify(weak!(self, |window, _| {
            window.show_progress();
            window.update_removal();
        }));
        self.update_removal();
        a11y::name_button(&imp.proving_stop, words::stop_proving());
        imp.proving_stop
            .connect_clicked(weak!(self, |window, _| window.stop_proving()));
        imp.carry_on
            .connect_clicked(weak!(self, |window, _| window.carry_on()));
        imp.to_list
            .connect_clicked(weak!(self, |window, _| window.leave_study()));
        imp.leaflet
            .connect_folded_notify(weak!(self, |window, _| window.show_place()));
        self.show_place();
        imp.view
            .connect_solved(weak!(self, |window, _| window.note_solved()));
        imp.view
            .connect_first_try_lost(weak!(self, |window, _| window.note_lost_try()));
        imp.view
            .connect_next(weak!(self, |window, _| window.open_next()));
        for menu in [&imp.more, &imp.file_menu] {
            menu.popover().iter().for_each(naming::name_menu);
        }
        self.add_actions();
    }

    fn add_actions(&self) {
        let view = &self.imp().view;
        let actions = view.actions();
        for (name, opponent) in [
            ("play-computer", StudyOpponent::Computer),
            ("play-two", StudyOpponent::Person),
        ] {
            let action = gio::SimpleAction::new(name, None);
            action.connect_activate(weak!(self, |window, _, _| {
                window.emit_played_on(opponent);
            }));
            actions.add_action(&action);
        }
        self.insert_action_group("study", Some(actions));
        let keys = gtk::ShortcutController::new();
        // Before the leaflet, whose key for the way back is the same.
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        for ((key, _), action) in words::study_keys().into_iter().zip(KEY_ACTIONS) {
            keys.add_shortcut(shortcut(key, gtk::NamedAction::new(action)));
        }
        self.add_controller(keys);
        self.add_controller(search_key(self, Self::to_search));
        self.imp().more.set_sensitive(false);
    }

    /// Lists the studies that are looked for.
    fn refill(&self) {
        let imp = self.imp();
        let Some(known) = imp.known.get() else {
            return;
        };
        let text = imp.search.text().into();
        let filter = Filter {
            text,
            ..self.filters().chosen(imp)
        };
        let all = self.all();
        let known = known.known();
        let found = filter.apply(&all, |study| known.is_solved(study));
        let found: Vec<_> = found.into_iter().cloned().collect();
        drop(known);
        let page = if found.is_empty() { "none" } else { "studies" };
        imp.shown.restart(&imp.list);
        imp.listed.set(found);
        imp.scroll.vadjustment().set_value(0.0);
        self.update_printing();
        imp.pages.set_visible_child_name(page);
        let is_filtered = Filter {
            text: String::new(),
            ..filter
        } != Filter::default();
        set_css_class(&*imp.filter, "suggested-action", is_filtered);
    }

    /// Lists what a changed search or filter asks for, and tells how much that is to those who do not see the list.
    fn refill_aloud(&self) {
        self.refill();
        let told = words::studies_listed(self.imp().listed.count() as usize, self.all().len());
        announce(self, Importance::State, &told);
    }

    /// Shows how many studies are solved, and the one to go on with.
    fn show_progress(&self) {
        let today = time::local_days();
        let (told, next, has_begun) = {
            let (known, all) = (self.known().known(), self.of_chosen_book());
            let next = known.next(&all, today);
            let has_begun = next.is_some_and(|next| known.of(next).is_some());
            let told = match self.chooses_drills() {
                true => words::drills_due(known.due(&all, today)),
                false => words::studies_solved(known.tally(&all)),
            };
            (told, next.cloned(), has_begun)
        };
        let imp = self.imp();
        imp.heading.set_subtitle(&told);
        imp.carry_on.set_visible(next.is_some());
        if let Some(next) = next {
            let label = words::continue_study(&next, has_begun);
            a11y::name_button(&imp.carry_on, &label);
            set_tooltip(&*imp.carry_on, Some(&words::without_key(&label)));
        }
    }

    fn carry_on(&self) {
        let all = self.of_chosen_book();
        let next = self.known().known().next(&all, time::local_days()).cloned();
        if let Some(next) = next {
            self.open(&next);
        }
    }

    /// Puts a study on the board.
    pub fn open(&self, study: &Study) {
        let imp = self.imp();
        let is_same = imp.view.study().is_some_and(|one| one.id() == study.id());
        let goes_on = is_same && imp.view.solved().is_none();
        if !goes_on {
            self.begin(study);
        }
        imp.study_title.set_title(&words::study_title(study));
        let book = words::origin_title(study.origin());
        imp.study_title
            .set_subtitle(&words::study_place(book, study.number()));
        imp.more.set_sensitive(true);
        self.update_printing();
        imp.places.set_visible_child_name("study");
        self.show_place();
        imp.leaflet.navigate(adw::NavigationDirection::Forward);
        imp.view.enter();
        let now = time::unix_seconds();
        self.follow(self.known().change(|known| known.see(study, now)));
        self.show_progress();
    }

    /// Puts a study on the board at its start.
    fn begin(&self, study: &Study) {
        let known = self.known().known();
        // A drill that comes back is tried anew.
        let is_first_try = known.is_first_try(study) || known.is_due(study, time::local_days());
        drop(known);
        self.imp().view.begin(study, is_first_try);
    }

    /// Shows the place of a study, which is empty at first: then only beside the list.
    fn show_place(&self) {
        let imp = self.imp();
        let is_seen = imp.view.study().is_some() || !imp.leaflet.is_folded();
        imp.study_header.set_visible(is_seen);
        imp.places.set_visible(is_seen);
    }

    /// Goes from a study back to the list; where both are seen, closes the window.
    fn leave_study(&self) {
        if self.to_list() {
            self.imp().list.grab_focus();
        } else {
            self.close();
        }
    }

    /// Shows the list where there is no room for it beside the study. Returns whether it has come into sight.
    fn to_list(&self) -> bool {
        let leaflet = &self.imp().leaflet;
        leaflet.is_folded() && leaflet.navigate(adw::NavigationDirection::Back)
    }

    fn to_search(&self) -> bool {
        self.to_list();
        self.imp().search.grab_focus()
    }

    fn note_solved(&self) {
        let view = &self.imp().view;
        let (Some(study), Some(solved)) = (view.study(), view.solved()) else {
            return;
        };
        let now = time::unix_seconds();
        self.follow(self.known().change(|known| {
            known.solve(&study, solved, now);
            if study.verdict().better().is_some() && solved.first_try {
                known.practice(&study, true, time::local_days());
            }
        }));
        self.show_progress();
        self.refresh_rows(&study);
    }

    fn note_lost_try(&self) {
        if let Some(study) = self.imp().view.study() {
            self.follow(self.known().change(|known| {
                known.lose_first_try(&study);
                if study.verdict().better().is_some() {
                    known.practice(&study, false, time::local_days());
                }
            }));
            self.show_progress();
        }
    }

    /// Reports a failure to save the progress.
    fn follow(&self, failed: oneshot::Receiver<io::Error>) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            if let (Ok(error), Some(window)) = (failed.await, window.upgrade()) {
                window.tell(&words::progress_unsafe(&error));
            }
        });
    }

    /// Fills a row of the list.
    fn fill(&self, place: &gtk::ListItem, row: &StudyRow, study: &Study) {
        let is_solved = self.known().known().is_solved(study);
        row.bind(place, study, is_solved);
    }

    fn open_place(&self, place: u32) {
        if let Some(study) = self.imp().listed.get(place) {
            self.open(&study);
        }
    }

    fn open_next(&self) {
        let present = self.imp().view.study().map(|study| study.id());
        let listed = self.imp().listed.all();
        let place = listed.iter().position(|study| Some(study.id()) == present);
        // One that is not listed comes before all that are.
        match listed.get(place.map_or(0, |place| place + 1)) {
            Some(next) => self.open(next),
            None => self.tell(words::no_next_study()),
        }
    }

    /// Shows a study of the list anew, which keeps its place even if a filter no longer fits.
    ///
    /// The item stays: one put in its place would take away the keyboard, and a click that has begun.
    fn refresh_rows(&self, study: &Study) {
        let id = study.id();
        let is_it = |here: &Study| here.id() == id;
        let imp = self.imp();
        for item in imp.listed.model().iter::<BoxedAnyObject>().flatten() {
            let here = value(item.upcast_ref()).filter(is_it);
            if let Some(here) = here {
                item.replace(here.judged_as(study));
            }
        }
        for row in search_list::rows::<StudyRow>(&imp.list) {
            let place = row.place();
            let here = place.as_ref().and_then(gtk::ListItem::item);
            let here = here.and_then(|item| value(&item)).filter(is_it);
            if let (Some(place), Some(here)) = (place, here) {
                self.fill(&place, &row, &here);
            }
        }
    }

    /// All studies: those of the books that come with the program, and one’s own. The easiest come first unless a book
    /// is chosen, which has an order of its own.
    fn all(&self) -> Vec<Study> {
        let imp = self.imp();
        let mut all: Vec<_> = studies::all().cloned().collect();
        all.extend(imp.own.borrow().studies().cloned());
        if self.filters().chosen(imp).origin.is_none() {
            all.sort_by_cached_key(Study::difficulty);
        }
        all
    }

    /// The studies of the chosen book; all if none is chosen.
    fn of_chosen_book(&self) -> Vec<Study> {
        let origin = self.filters().chosen(self.imp()).origin;
        let is_of_it = |study: &Study| origin.as_ref().is_none_or(|one| one == study.origin());
        self.all().into_iter().filter(is_of_it).collect()
    }

    /// A name for the book of a file that no other book has.
    pub fn free_book_name(&self, uri: &str, name: &str) -> String {
        self.imp().own.borrow().free_name(uri, name)
    }

    /// Adds the positions of a file or folder, and begins to judge them.
    pub fn add_book(&self, uri: &str, mut book: OwnBook) {
        let known: Vec<_> = { book.studies().iter() }
            .filter_map(|study| self.verdicts().apply(study))
            .collect();
        for study in &known {
            book.update(study);
        }
        self.imp().own.borrow_mut().put(uri, book);
        self.show_books();
        if !self.imp().proving.is_running() {
            self.prove_next();
        }
    }

    /// Adds drills, and opens the next one that is due.
    pub fn add_drills(&self, drills: Vec<Drill>) {
        let mut count = 0;
        self.follow(
            self.known()
                .change(|known| count = known.add_drills(drills)),
        );
        self.show_drills();
        self.choose_book(words::own_turning_points());
        self.tell(&words::positions_added(count, None));
        self.carry_on();
    }

    /// Shows the book of the drills, if there are any.
    fn show_drills(&self) {
        let name = words::own_turning_points();
        let book = OwnBook::of_drills(name, self.known().known().drills());
        if !book.studies().is_empty() {
            self.add_book(DRILLS_URI, book);
        }
    }

    /// Whether the book of the drills is chosen.
    fn chooses_drills(&self) -> bool {
        let chosen = self.filters().chosen(self.imp()).origin;
        let drills = StudyOrigin::Own(words::own_turning_points().into());
        chosen == Some(drills)
    }

    /// Chooses an own book, so that it alone is listed.
    pub fn choose_book(&self, name: &str) {
        let imp = self.imp();
        imp.search.set_text("");
        for row in [&imp.progress, &imp.length, &imp.pieces] {
            row.set_selected(0);
        }
        let origin = StudyOrigin::Own(name.into());
        self.filters().select_book(imp, &Some(origin));
        imp.search.grab_focus();
    }

    /// Removes the chosen book, if it is one’s own. Returns the URI of its file, which stays as it is.
    pub fn remove_book(&self) -> Option<String> {
        let imp = self.imp();
        let Some(StudyOrigin::Own(name)) = self.filters().chosen(imp).origin else {
            return None;
        };
        let uri = imp.own.borrow_mut().remove(&name);
        self.show_books();
        self.tell(&words::book_removed(&name));
        // The study that was judged may be gone.
        self.stop_proving();
        self.prove_next();
        uri
    }

    /// Offers the books to choose from.
    fn show_books(&self) {
        let imp = self.imp();
        let own: Vec<_> = imp.own.borrow().origins().collect();
        self.filters().set_books(imp, own);
        self.show_progress();
        self.refill();
    }

    /// Lets the chosen book be removed if it is one’s own.
    fn update_removal(&self) {
        let imp = self.imp();
        let origin = self.filters().chosen(imp).origin;
        let is_own = matches!(origin, Some(StudyOrigin::Own(_)));
        self.action_set_enabled("studies.remove", is_own && !self.chooses_drills());
    }

    /// Proves the player’s own positions one by one.
    fn prove_next(&self) {
        let imp = self.imp();
        let on_board = imp.view.study();
        let is_judged = |study: &Study| self.verdicts().apply(study).is_some();
        let next = imp.own.borrow().unjudged(on_board.as_ref(), is_judged);
        imp.proving_bar.set_visible(next.is_some());
        let Some(next) = next else {
            return;
        };
        let told = words::proving(next.done + 1, next.all);
        imp.proving_told.set_label(&told);
        let mut proving = VerdictSearch::new(&next.study);
        let judged = imp
            .proving
            .run(move |stop| until(stop, || proving.step(STEP)));
        let Ok(judged) = judged else {
            imp.proving_bar.set_visible(false);
            return self.tell(words::cannot_prove());
        };
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            // A search that is stopped, and so has no verdict, is stale.
            if let (Some(Some(judged)), Some(window)) = (judged.await, window.upgrade()) {
                window.take_verdict(&judged);
                window.prove_next();
            }
        });
    }

    fn take_verdict(&self, judged: &Study) {
        let imp = self.imp();
        self.verdicts().add(judged);
        imp.own.borrow_mut().update(judged);
        self.refresh_rows(judged);
        let on_board = imp.view.study().filter(|study| study.id() == judged.id());
        if let Some(study) = on_board.filter(|_| imp.view.is_untouched()) {
            // It is the same study, perhaps of another book.
            self.begin(&study.judged_as(judged));
            let task = words::study_task(judged);
            announce(self, Importance::State, &task);
        }
    }

    /// Stops to judge positions; they stay without a verdict.
    fn stop_proving(&self) {
        let imp = self.imp();
        imp.proving.cancel();
        imp.proving_bar.set_visible(false);
    }
}

/// Offered lengths of mates.
const LENGTHS: [RangeInclusive<usize>; 4] = [1..=3, 4..=6, 7..=10, 11..=usize::MAX];
/// Offered numbers of pieces.
const PIECES: [usize; 4] = [8, 12, 16, 20];

impl Studies {
    /// The studies on the board or of the list.
    pub fn studies(&self, scope: StudyScope) -> Vec<Study> {
        match scope {
            StudyScope::Present => self.imp().view.study().into_iter().collect(),
            StudyScope::Listed => {
                // Each book has pages of its own.
                let mut listed = self.imp().listed.all();
                let books = self.filters().origins.borrow();
                let book = |study: &Study| Some(study.origin().clone());
                listed.sort_by_key(|study| books.iter().position(|one| *one == book(study)));
                listed
            }
        }
    }

    /// Lets studies be printed if there are any.
    fn update_printing(&self) {
        let is_open = self.imp().view.study().is_some();
        let can_print = is_open || self.imp().listed.count() > 0;
        self.action_set_enabled("studies.print", can_print);
    }
}

/// Choices of the rows, in their order.
#[derive(Debug, Default)]
struct Filters {
    /// Not borrowed while a row changes, which asks what is chosen.
    origins: RefCell<Vec<Option<StudyOrigin>>>,
}

impl Filters {
    /// Fills the rows.
    fn new(rows: &imp::Studies) -> Self {
        let origins = origins(Vec::new());
        combo_row::fill(&rows.book, &names(&origins));
        let progress = [
            words::any_progress(),
            words::only_unsolved(),
            words::only_solved(),
        ];
        combo_row::fill(&rows.progress, &progress.map(str::to_owned));
        let lengths = LENGTHS.iter().map(words::mates_in);
        let lengths = std::iter::once(words::any_length().to_owned()).chain(lengths);
        combo_row::fill(&rows.length, &lengths.collect::<Vec<_>>());
        let pieces = PIECES.iter().map(|count| words::at_most_pieces(*count));
        let pieces = std::iter::once(words::any_pieces().to_owned()).chain(pieces);
        combo_row::fill(&rows.pieces, &pieces.collect::<Vec<_>>());
        Self {
            origins: RefCell::new(origins),
        }
    }

    /// Offers these books of one’s own beside the others. A chosen one that is still there stays chosen.
    fn set_books(&self, rows: &imp::Studies, own: Vec<StudyOrigin>) {
        let chosen = self.chosen(rows).origin;
        let offered = origins(own);
        let names = names(&offered);
        self.origins.replace(offered);
        combo_row::offer(&rows.book, &names);
        self.select_book(rows, &chosen);
    }

    /// Chooses a book, or all of them.
    fn select_book(&self, rows: &imp::Studies, origin: &Option<StudyOrigin>) {
        let offered = self.origins.borrow().clone();
        combo_row::select(&rows.book, &offered, origin);
    }

    /// The chosen filter.
    fn chosen(&self, rows: &imp::Studies) -> Filter {
        let place = |row: &adw::ComboRow| (row.selected() as usize).checked_sub(1);
        Filter {
            origin: combo_row::selected(&rows.book, &self.origins.borrow()).flatten(),
            solved: combo_row::selected(&rows.progress, &[None, Some(false), Some(true)]).flatten(),
            mate: place(&rows.length).and_then(|place| LENGTHS.get(place).cloned()),
            pieces: place(&rows.pieces).and_then(|place| PIECES.get(place).copied()),
            text: String::new(),
        }
    }
}

/// The books to choose from: at first all, then each of them.
fn origins(own: Vec<StudyOrigin>) -> Vec<Option<StudyOrigin>> {
    let books = Book::all().iter().map(StudyOrigin::Book).chain(own);
    std::iter::once(None).chain(books.map(Some)).collect()
}

fn names(origins: &[Option<StudyOrigin>]) -> Vec<String> {
    let name = |origin: &Option<StudyOrigin>| {
        let title = origin.as_ref().map(words::origin_title);
        title.unwrap_or(words::all_books()).to_owned()
    };
    origins.iter().map(name).collect()
}
