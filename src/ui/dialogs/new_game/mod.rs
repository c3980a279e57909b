//! The new game dialog: players, time control, and rules.

mod handicap_chooser;
mod odds_picture;
mod seating_chooser;
pub mod time_chooser;
mod time_entry;

use crate::game::{Agreement, TakeBacks};
use crate::rules::{BySide, Rulebook, Side, Terms};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::actions::{on_key, shortcut, tell_key};
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::{a11y, access, tooltip};
use handicap_chooser::HandicapChooser;
use seating_chooser::SeatingChooser;
use time_chooser::TimeChooser;

/// Maximum duration of unfolding a libadwaita row, in microseconds, on a slow machine.
const UNFOLDING: i64 = 600_000;

mod imp {
    use super::*;
    use std::cell::OnceCell;

    template! {
        NewGame "/io/github/chuhe/Chuhe/ui/new_game.ui" {
            red: adw::EntryRow,
            black: adw::EntryRow,
            swap: gtk::Button,
            time: TimeChooser,
            seating: SeatingChooser,
            handicap: HandicapChooser,
            repetition: adw::ExpanderRow,
            no_capture: adw::ComboRow,
            take_backs: adw::ComboRow,
            /// The game that begins, or why none can.
            to_begin: gtk::Label,
            scroll: gtk::ScrolledWindow,
            start: gtk::Button,
        } {
            /// The check button of each rulebook.
            books: OnceCell<Vec<(Rulebook, gtk::CheckButton)>>,
        }
    }

    class!(NewGame "XqNewGame" adw::Window, template with closes, |klass| {
        klass.install_action("new-game.start", None, |dialog, _, _| {
            dialog.emit_by_name::<()>("started", &[]);
            dialog.close();
        });
        klass.install_action("new-game.swap", None, |dialog, _, _| dialog.swap_names());
        let swap = gtk::NamedAction::new("new-game.swap");
        klass.add_shortcut(&shortcut(words::SWAP_KEY, swap));
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for NewGame {
        signals!("started");

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().name_entries();
            self.obj().add_rulebooks();
            self.obj().add_limits();
            self.obj().add_take_backs();
            for row in [self.handicap.upcast_ref(), &*self.repetition] {
                let row: &adw::ExpanderRow = row;
                row.connect_expanded_notify(weak!(self.obj(), |dialog, row| {
                    dialog.name_sides();
                    dialog.bring_into_sight(row);
                }));
            }
            self.start.set_tooltip_text(Some(words::start_about()));
            tell_key(&*self.swap, words::SWAP_KEY);
            self.time
                .connect_changed(weak!(self.obj(), |dialog, _| dialog.tell_game()));
            self.handicap
                .connect_subtitle_notify(weak!(self.obj(), |dialog, _| dialog.tell_game()));
            self.obj().let_enter_start();
        }
    }
}

widget! {
    /// The new game dialog.
    NewGame Window
}

impl NewGame {
    /// Creates the dialog over a window, with the last agreement.
    pub fn new(parent: &impl IsA<gtk::Window>, agreed: &Agreement) -> Self {
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = dialog.imp();
        for side in Side::ALL {
            dialog.name_row(side).set_text(&agreed.names[side]);
        }
        imp.handicap.choose(agreed.handicap);
        for (book, check) in imp.books.get().into_iter().flatten() {
            check.set_active(*book == agreed.terms.rulebook);
        }
        select(&imp.no_capture, &Terms::LIMITS, &agreed.terms.no_capture);
        select(&imp.take_backs, &TakeBacks::ALL, &agreed.take_backs);
        imp.time.choose(agreed.time.as_ref());
        imp.seating.choose(agreed.seating);
        imp.start.grab_focus();
        dialog
    }

    /// Makes the focus visible to assistive technology: entry rows of libadwaita 1.2 hide the inner widget that has it.
    /// That widget does not expose its text, which is therefore set as its description.
    fn name_entries(&self) {
        for side in Side::ALL {
            let row = self.name_row(side);
            row.connect_changed(weak!(self, |dialog, _| {
                dialog.name_sides();
                dialog.tell_game();
            }));
            // The title of an empty row is its placeholder.
            let focus = gtk::CallbackAction::new(|row, _| row.grab_focus().into());
            if let Some(title) = access::bind_quietly(row, &row.title(), focus) {
                row.set_title(&title);
            }
            let Some(text) = row.delegate().and_downcast::<gtk::Text>() else {
                continue;
            };
            row.set_property("accessible-role", gtk::AccessibleRole::Group);
            a11y::replace_label(row, words::side(side));
            text.set_property("accessible-role", gtk::AccessibleRole::TextBox);
            a11y::set_label(&text, words::side(side));
            let describe = |text: &gtk::Text| {
                // Typed text is read out anyway.
                if !text.has_focus() {
                    a11y::set_description(text, &text.text());
                }
            };
            text.connect_text_notify(describe);
            text.connect_has_focus_notify(describe);
        }
    }

    /// Shows the game that begins. An invalid time control is reported instead, and no game starts.
    fn tell_game(&self) {
        let imp = self.imp();
        let fault = imp.time.control().err().map(words::time_control_error);
        self.action_set_enabled("new-game.start", fault.is_none());
        let about = fault.as_deref().unwrap_or_else(|| words::start_about());
        tooltip::set_text(&*imp.start, Some(about));
        let told = fault.unwrap_or_else(|| words::to_begin(&self.agreement()));
        imp.to_begin.set_label(&told);
        tooltip::set_text(&*imp.to_begin, Some(&told));
    }

    /// Lets Enter start the game from anywhere, except where it does what the focused button is for: another one than
    /// *Start*, or a choice that is not made yet. Rows are opened with Space.
    fn let_enter_start(&self) {
        use gdk::Key;
        let capture = gtk::PropagationPhase::Capture;
        self.add_controller(on_key(self, capture, |dialog, key, state| {
            let is_enter = matches!(key, Key::Return | Key::KP_Enter | Key::ISO_Enter)
                && !state.intersects(gtk::accelerator_get_default_mod_mask());
            let focus = GtkWindowExt::focus(dialog);
            if !is_enter || focus.is_some_and(|focus| dialog.needs_enter(&focus)) {
                return false;
            }
            // An action that is disabled is not found.
            let _ = WidgetExt::activate_action(dialog, "new-game.start", None);
            true
        }));
    }

    /// Whether the focused widget has a use for Enter.
    fn needs_enter(&self, focus: &gtk::Widget) -> bool {
        let is_open_list = focus.ancestor(gtk::Popover::static_type()).is_some();
        // An entry takes what is typed in it before it starts the game.
        let is_entry = focus.is::<gtk::Text>();
        let is_button = match focus.downcast_ref::<gtk::ToggleButton>() {
            Some(choice) => !choice.is_active(),
            None => focus.is::<gtk::Button>(),
        };
        let mut books = self.imp().books.get().into_iter().flatten();
        let is_book = books.any(|(_, check)| check.is_ancestor(focus) && !check.is_active());
        is_open_list || is_entry || is_button || is_book
    }

    /// Passes the names of the sides to the rows for choosing a side, once they are visible.
    fn name_sides(&self) {
        let handicap = &self.imp().handicap;
        if handicap.is_expanded() {
            handicap.name_sides(&self.names());
        }
    }

    /// Keeps a row in view while it unfolds: its end, or its head if it does not fit.
    fn bring_into_sight(&self, row: &adw::ExpanderRow) {
        if !row.is_expanded() || !self.is_mapped() {
            return;
        }
        let begun = std::cell::Cell::new(None);
        let scroll = self.imp().scroll.downgrade();
        row.add_tick_callback(move |row, clock| {
            let now = clock.frame_time();
            if begun.get().is_none() {
                begun.set(Some(now));
            }
            if let Some(scroll) = scroll.upgrade() {
                show_whole(&scroll, row);
            }
            let unfolds = begun.get().is_some_and(|begun| now - begun < UNFOLDING);
            glib::ControlFlow::from(unfolds && row.is_expanded())
        });
    }

    /// Adds a row for each rulebook, one of which is checked.
    fn add_rulebooks(&self) {
        let imp = self.imp();
        let mut books: Vec<(Rulebook, gtk::CheckButton)> = Vec::new();
        for book in Rulebook::ALL {
            // The row activates its check button, so only one of the two is exposed to the keyboard and screen readers.
            let check = gtk::CheckButton::builder()
                .valign(gtk::Align::Center)
                .can_focus(false)
                .build();
            check.set_group(books.first().map(|(_, first)| first));
            let row = adw::ActionRow::builder()
                .title(words::rulebook_choice(book))
                .subtitle(words::rulebook_about(book))
                .use_underline(true)
                .activatable_widget(&check)
                .build();
            row.set_property("accessible-role", gtk::AccessibleRole::Radio);
            a11y::set_checked(&row, false);
            a11y::set_description(&row, words::rulebook_about(book));
            row.add_prefix(&check);
            check.connect_active_notify(weak!(row, |row, check| a11y::set_checked(
                &row,
                check.is_active()
            )));
            check.connect_active_notify(weak!(self, |dialog, _| dialog.tell_rulebook()));
            imp.repetition.add_row(&row);
            books.push((book, check));
        }
        // Newer check buttons become radio buttons when grouped, the first with the second.
        for (_, check) in &books {
            check.set_property("accessible-role", gtk::AccessibleRole::Presentation);
        }
        once(&imp.books, books);
    }

    /// Adds the choices of limits.
    fn add_limits(&self) {
        fill(
            &self.imp().no_capture,
            &Terms::LIMITS.map(words::no_capture),
        );
    }

    /// Adds the house rules for taking back moves.
    fn add_take_backs(&self) {
        let rules = TakeBacks::ALL.map(|rule| words::take_back_rule(rule).to_owned());
        fill(&self.imp().take_backs, &rules);
    }

    fn take_back_rule(&self) -> TakeBacks {
        selected(&self.imp().take_backs, &TakeBacks::ALL).unwrap_or_default()
    }

    /// Shows the selected rulebook beside the folded rows.
    fn tell_rulebook(&self) {
        let told = words::rulebook(self.terms().rulebook);
        self.imp().repetition.set_subtitle(told);
    }

    /// Swaps the sides of the players.
    fn swap_names(&self) {
        let [red, black] = Side::ALL.map(|side| self.name_row(side).text());
        self.name_row(Side::Red).set_text(&black);
        self.name_row(Side::Black).set_text(&red);
    }

    fn name_row(&self, side: Side) -> &adw::EntryRow {
        match side {
            Side::Red => &self.imp().red,
            Side::Black => &self.imp().black,
        }
    }

    /// Current choice.
    pub fn agreement(&self) -> Agreement {
        Agreement {
            names: self.names(),
            terms: self.terms(),
            time: self.imp().time.control().ok().flatten(),
            take_backs: self.take_back_rule(),
            seating: self.imp().seating.seating(),
            handicap: self.imp().handicap.handicap(),
        }
    }

    /// The entered names; empty for the default name of a side.
    fn names(&self) -> BySide<String> {
        BySide::new(|side| words::given_name(side, &self.name_row(side).text()).to_owned())
    }

    fn terms(&self) -> Terms {
        let imp = self.imp();
        let mut books = imp.books.get().into_iter().flatten();
        let book = books.find(|(_, check)| check.is_active());
        let limit = selected(&imp.no_capture, &Terms::LIMITS);
        let default = Terms::default();
        Terms {
            rulebook: book.map_or(default.rulebook, |(book, _)| *book),
            no_capture: limit.unwrap_or(default.no_capture),
        }
    }

    connect! {
        connect_started "started";
    }
}

/// Scrolls until a row is visible as a whole, or as far as it fits.
fn show_whole(scroll: &gtk::ScrolledWindow, row: &adw::ExpanderRow) {
    let adjustment = scroll.vadjustment();
    if let Some((_, y)) = row.translate_coordinates(scroll, 0.0, 0.0) {
        let top = adjustment.value() + y;
        let most = adjustment.page_size();
        adjustment.clamp_page(top, top + f64::from(row.height()).min(most));
    }
}
